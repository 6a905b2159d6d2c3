//! Diagnostics made visible: for people, as one line each, as JSON. One diagnostic type, three thin adapters.

mod escape;
mod json;
mod people;
mod short;

pub use escape::escaped;

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
        Format::Json => array(&objects(diagnostics, map)) + "\n",
    }
}

/// All diagnostics as JSON objects, in the order given.
pub fn objects(diagnostics: &[Diagnostic], map: &SourceMap) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| json::object(diagnostic, map)).collect()
}

/// JSON objects, each over several lines, as one array.
pub fn array(objects: &[String]) -> String {
    if objects.is_empty() {
        return String::from("[]");
    }
    let lines = |object: &String| {
        let lines: Vec<String> = object.lines().map(|line| format!("  {line}")).collect();
        lines.join("\n")
    };
    let all: Vec<String> = objects.iter().map(lines).collect();
    format!("[\n{}\n]", all.join(",\n"))
}
