//! Diagnostics made visible: for people, as one line each, as JSON. One diagnostic type, three thin adapters.

mod json;
mod people;
mod short;

use clap::ValueEnum;
use warwright_grammar::diagnostic::Diagnostic;
use warwright_grammar::source::SourceMap;

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the source around them, for people.
    #[default]
    Pretty,
    /// One line each, `file:line:column: error[WW0201]: ..`, for editors and logs.
    Short,
    /// One JSON array, with line and column.
    Json,
}

/// All diagnostics as text, in the order given. `colour` concerns [`Format::Pretty`] alone.
pub fn render(diagnostics: &[Diagnostic], map: &SourceMap, format: Format, colour: bool) -> String {
    match format {
        Format::Pretty => people::render(diagnostics, map, colour),
        Format::Short => short::render(diagnostics, map),
        Format::Json => json::render(diagnostics, map),
    }
}
