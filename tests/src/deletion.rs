//! Deleting lines of content one at a time: takes the files of a root, gives the lines whose loss nobody would notice.

use crate::changes::{Change, unheard};
use std::collections::BTreeSet;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The file, as a path from the root.
    pub path: String,
    /// The number of the line, from 1.
    pub number: usize,
    /// What stands there.
    pub text: String,
}

/// Every line of the `.ww` files that says something: no blank line, comment or lone bracket.
pub fn saying(files: &[(String, String)]) -> Vec<Line> {
    let content = files.iter().filter(|(path, _)| path.ends_with(".ww"));
    let lines = content.flat_map(|(path, text)| {
        text.lines().enumerate().map(|(position, line)| Line {
            path: path.clone(),
            number: position + 1,
            text: line.to_owned(),
        })
    });
    lines.filter(|line| says_something(&line.text)).collect()
}

fn says_something(line: &str) -> bool {
    let line = line.trim();
    !line.starts_with("//") && line.chars().any(|it| !"{}()[]".contains(it) && !it.is_whitespace())
}

/// The lines that can be deleted without a change of the program and without a diagnostic.
///
/// # Panics
///
/// When there is something wrong with the files as they stand: nothing could be learned from them.
pub fn silent(system: &str, files: &[(String, String)], lines: &[Line]) -> Vec<Line> {
    let changes: Vec<Change> = lines.iter().map(|line| without(files, line)).collect();
    let unheard = unheard(system, files, &changes);
    let lost = lines.iter().zip(&changes).filter(|(_, change)| unheard.contains(change));
    lost.map(|(line, _)| line.clone()).collect()
}

/// The loss of one line; the place of everything else stays.
fn without(files: &[(String, String)], line: &Line) -> Change {
    let (_, text) = files.iter().find(|(path, _)| *path == line.path).unwrap();
    let start: usize = text.split_inclusive('\n').take(line.number - 1).map(str::len).sum();
    let at = (start, start + line.text.len());
    Change { path: line.path.clone(), at, to: " ".repeat(line.text.len()), what: "left out" }
}

/// The lines, one below the other, with their places.
pub fn listed(lines: &[Line]) -> String {
    let lines = lines.iter();
    lines.map(|line| format!("{}:{}: {}\n", line.path, line.number, line.text.trim())).collect()
}

/// A sample that covers much: every `stride`-th line, the first of every file, and the first that begins with each word.
pub fn sample(lines: &[Line], stride: usize) -> Vec<Line> {
    let (mut known, mut files) = (BTreeSet::new(), BTreeSet::new());
    let picked = lines.iter().enumerate().filter(|(position, line)| {
        let word = line.text.split(|it: char| !it.is_alphanumeric()).find(|it| !it.is_empty());
        let new = known.insert(word.unwrap_or_default());
        let plain = word.is_some_and(|it| it.chars().all(|it| it.is_lowercase()));
        files.insert(line.path.as_str()) || (new && plain) || position % stride == 0
    });
    picked.map(|(_, line)| line.clone()).collect()
}
