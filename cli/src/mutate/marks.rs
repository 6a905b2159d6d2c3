//! Marks of equivalence: takes the sources, gives the lines that say why a rule on them can be missing without any
//! difference.
//!
//! `// equivalent: WHY` stands at the end of the line on which a rule begins, or on a line of its own above it.

use super::Rule;
use std::collections::BTreeSet;
use warwright_grammar::source::SourceMap;

/// A mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Its file.
    pub(super) file: String,
    /// Its line.
    pub(super) line: u32,
    /// The line that it speaks of.
    pub(super) of: u32,
    /// Why.
    pub(super) reason: String,
}

/// The marks of all files in which rules were switched off, and of no others.
pub(super) fn marks(map: &SourceMap, rules: &[Rule]) -> Vec<Mark> {
    let names: BTreeSet<&str> = rules.iter().map(|rule| rule.file.as_str()).collect();
    let mut marks = Vec::new();
    for (file, _) in map.files().filter(|(file, _)| names.contains(map.name(*file))) {
        let mut above: Vec<(u32, String)> = Vec::new();
        for (number, line) in (1_u32..).zip(map.text(file).lines()) {
            let Some((code, comment)) = line.split_once("// equivalent:") else {
                let code = line.trim();
                if !code.is_empty() && !code.starts_with("//") {
                    let waiting = above.drain(..);
                    marks.extend(waiting.map(|(at, why)| mark(map.name(file), at, number, why)));
                }
                continue;
            };
            let reason = comment.trim().to_owned();
            if code.trim().is_empty() {
                above.push((number, reason));
            } else {
                marks.push(mark(map.name(file), number, number, reason));
            }
        }
        marks.extend(above.into_iter().map(|(at, why)| mark(map.name(file), at, at, why)));
    }
    marks
}

fn mark(file: &str, line: u32, of: u32, reason: String) -> Mark {
    Mark { file: file.to_owned(), line, of, reason }
}

/// The first line of a rule as it is written, without a comment behind it.
pub(super) fn text(map: &SourceMap, rule: &Rule) -> String {
    let found = map.files().map(|(id, _)| id).find(|id| map.name(*id) == rule.file);
    let (start, end) = rule.bytes;
    let text = found.and_then(|id| map.text(id).get(start as usize..end as usize));
    let text = text.and_then(|text| text.lines().next()).unwrap_or_default();
    text.split(" //").next().unwrap_or_default().trim().to_owned()
}
