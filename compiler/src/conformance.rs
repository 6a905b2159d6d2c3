//! The conformance list of a system: takes its Markdown, gives its rows by id, group and rule, with their places.
//!
//! A row that says nothing a machine can do ends with `(no test: REASON)`.

use warwright_grammar::source::{FileId, SourceMap, Span};

/// A row of the list: a rule of the game that tests may show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name: the first cell.
    pub id: String,
    /// The heading under which it stands.
    pub group: String,
    /// The rest of its cells, without the mark.
    pub rule: String,
    /// Why it needs no test, where it says so.
    pub no_test: Option<String>,
    /// Where its name stands.
    pub span: Span,
}

/// The rows of all tables in a file, heads and rulers apart.
#[must_use]
pub fn rows(map: &SourceMap, file: FileId) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut group = String::new();
    let mut offset = 0usize;
    let mut lines = map.text(file).split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let head = lines.peek().is_some_and(|next| is_ruler(next));
        if line.starts_with('#') {
            group = line.trim_start_matches('#').trim().to_owned();
        } else if !head && !is_ruler(line) {
            rows.extend(row(line, map.whole(file).part(offset..offset + line.len()), &group));
        }
        offset += line.len();
    }
    rows
}

fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn row(line: &str, at: Span, group: &str) -> Option<Row> {
    let inner = line.trim_start().strip_prefix('|')?;
    let (cell, rest) = inner.split_once('|').unwrap_or((inner, ""));
    let id = cell.trim();
    if id.is_empty() {
        return None;
    }
    let indent = line.len() - inner.len() + (cell.len() - cell.trim_start().len());
    let (rule, no_test) = marked(rest.trim().trim_end_matches('|').trim());
    Some(Row {
        id: id.to_owned(),
        group: group.to_owned(),
        rule: rule.to_owned(),
        no_test: no_test.map(str::to_owned),
        span: at.part(indent..indent + id.len()),
    })
}

/// The words of a rule, and the reason of its mark, if it ends with one.
fn marked(rule: &str) -> (&str, Option<&str>) {
    let parts = rule.strip_suffix(')').and_then(|inner| inner.rsplit_once("(no test:"));
    match parts.map(|(words, reason)| (words.trim_end(), reason.trim())) {
        Some((words, reason)) if !reason.is_empty() => (words, Some(reason)),
        _ => (rule, None),
    }
}
