//! `warwright explain`: the page of a diagnostic, from the pages embedded in the binary.

use crate::args::Explain;
use crate::library;
use crate::output::{Failure, Output};
use warwright_grammar::diagnostic::Code;

/// Prints the page of a code, or the list of all codes.
pub fn run(ask: &Explain, out: &mut Output) -> Result<(), Failure> {
    if ask.list {
        for info in Code::all() {
            out.line(&format!("{}  {:<28} {}", info.code, info.slug, info.title));
        }
        return Ok(());
    }
    let wanted = ask.code.as_deref().unwrap_or_default();
    let code: Code = wanted.parse().map_err(|unknown: String| {
        Failure::usage(format!("{unknown}; `warwright explain --list` shows them all"))
    })?;
    let page = library::page(&code.to_string())
        .ok_or_else(|| Failure::usage(format!("{code} has no page")))?;
    out.text(page);
    Ok(())
}
