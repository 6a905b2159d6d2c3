//! Reading texts in tests.

use warwright_grammar::tree::File;
use warwright_grammar::{Diagnostic, SourceMap, parse};

/// Reads a text; gives its tree, its diagnostics, and these as lines `LINE:COLUMN CODE message <- source`.
pub(crate) fn read(text: &str) -> (File, Vec<Diagnostic>, Vec<String>) {
    let mut map = SourceMap::new();
    let file = map.add("test.ww", text);
    let (tree, diagnostics) = parse(&map, file);
    let lines = diagnostics
        .iter()
        .map(|d| {
            let at = map.line_col(d.primary.span);
            let shown = map.slice(d.primary.span).lines().next().unwrap_or("");
            format!("{}:{} {} {} <- {shown}", at.line, at.column, d.code, d.message)
        })
        .collect();
    (tree, diagnostics, lines)
}
