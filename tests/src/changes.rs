//! Small changes of content: takes the files of a root, gives every token left out, written twice, or followed by a word
//! that means nothing, a line that means nothing in every pair of braces, and those of them that nobody would notice.

use crate::sources::{compile_again, compile_system, compile_unjudged, loaded, unchecked};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use warwright_compiler::passes::Compilation;
use warwright_compiler::roots::Loaded;
use warwright_grammar::{SourceMap, parse};
use warwright_ir::fingerprint;

/// A change of one place of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The file, as a path from the root.
    pub path: String,
    /// The bytes that are replaced.
    pub at: (usize, usize),
    /// What is put there.
    pub to: String,
    /// In a word.
    pub what: &'static str,
}

/// What stands for nothing in any game.
const JUNK: &str = "zzq";

/// Every token of the content files left out, written twice, and followed by a word that means nothing. Commas may be
/// left out or be too many in some places, and so may what ends a line; a figure may do without its plus, and a further
/// piece of a test without `given`, and what a test expects to be allowed without `may`; figures of one cell are parted by
/// a blank as well as by a stroke: these are let be.
pub fn of_tokens(files: &[(String, String)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (path, text) in content(files) {
        for token in tokens(text) {
            let written = &text[token.clone()];
            let mut add = |at: (usize, usize), to: String, what| {
                changes.push(Change { path: path.clone(), at, to, what });
            };
            if ![",", ";", "+"].contains(&written) {
                let line = text[..token.start].rsplit('\n').next().unwrap_or_default();
                let spare = match written {
                    "given" => true,
                    "may" => line.contains("expect "),
                    "/" => line.contains('|'),
                    _ => false,
                };
                if !spare {
                    add((token.start, token.end), " ".repeat(token.len()), "left out");
                }
                add((token.end, token.end), format!(" {written}"), "twice");
            }
            add((token.end, token.end), format!(" {JUNK} "), "followed by a word");
        }
    }
    changes
}

/// A line that means nothing at the end of every pair of braces: one that is like a field, and one like nothing.
pub fn of_bodies(files: &[(String, String)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (path, text) in content(files) {
        for token in bodies(text) {
            for line in [format!("\n! {JUNK}\n"), format!("\n{JUNK} 7\n")] {
                let at = (token.start, token.start);
                changes.push(Change { path: path.clone(), at, to: line, what: "a line of junk" });
            }
        }
    }
    changes
}

/// The closing braces of the bodies of constructs, and of no values: those outside of round and square brackets, that open
/// behind a word, a name or the end of a bracket.
fn bodies(text: &str) -> Vec<Range<usize>> {
    let mut open: Vec<bool> = Vec::new();
    // The braces behind what is supposed hold a value.
    let mut supposing = false;
    let (mut found, mut last) = (Vec::new(), "");
    for token in tokens(text) {
        let written = &text[token.clone()];
        let values = [
            "=", "==", "!=", "+=", "-=", "in", "is", "of", "or", "and", "where", ",", "+", "-",
            "->",
        ];
        let within_value = open.last() == Some(&false);
        match written {
            "(" | "[" => open.push(false),
            "supposing" => supposing = true,
            "{" if values.contains(&last) => open.push(false),
            "{" => open.push(!std::mem::take(&mut supposing) && !within_value),
            ")" | "]" => drop(open.pop()),
            "}" if open.pop() == Some(true) => found.push(token),
            _ => {}
        }
        last = written;
    }
    found
}

fn content(files: &[(String, String)]) -> impl Iterator<Item = &(String, String)> {
    files.iter().filter(|(path, _)| path.ends_with(".ww"))
}

/// The tokens of a text: words, figures with their measures, signs, quoted texts; a `text:` line is one.
pub fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = |from: &str| {
            from.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(from.len())
        };
        let line = rest.find('\n').unwrap_or(rest.len());
        let length = match letter {
            _ if letter.is_whitespace() => {
                at += letter.len_utf8();
                continue;
            }
            _ if rest.starts_with("//") => {
                at += line;
                continue;
            }
            '"' => quoted(rest),
            _ if letter.is_ascii_digit() => {
                let digits = word(rest);
                let decimals = rest[digits..].strip_prefix('.').map_or(0, word);
                let end = digits + if decimals > 0 { decimals + 1 } else { 0 };
                if rest[end..].starts_with(['"', '%']) { end + 1 } else { end }
            }
            _ if letter.is_alphanumeric() || letter == '_' => {
                if rest.starts_with("text:") {
                    rest[..line].trim_end().len()
                } else {
                    word(rest)
                }
            }
            _ => {
                let long = ["..", "->", "==", "!=", "<=", ">=", "+=", "-="];
                if long.iter().any(|sign| rest.starts_with(sign)) { 2 } else { letter.len_utf8() }
            }
        };
        tokens.push(at..at + length);
        at += length;
    }
    tokens
}

/// The length of a quoted text.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return at + 1,
            '\n' => return at,
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    text.len()
}

/// The changes that change no program and of which nothing is said.
///
/// # Panics
///
/// When there is something wrong with the files as they stand: nothing could be learned from them.
pub fn unheard(system: &str, files: &[(String, String)], changes: &[Change]) -> Vec<Change> {
    let whole = Known::of(system, files.to_vec()).expect("a game without errors");
    assert!(whole.said.is_empty(), "{:?}", whole.said);
    let rules: Vec<_> = files.iter().filter(|it| !is_test(&it.0)).cloned().collect();
    let rules = Known::of(system, rules);
    which(changes, |change| {
        // The tests of a game cost more to compile than its rules.
        let without_tests = rules.as_ref().filter(|_| !is_test(&change.path));
        !without_tests.is_some_and(|it| it.hears(change)) && !whole.hears(change)
    })
}

/// Whether a file is one of tests.
pub fn is_test(path: &str) -> bool {
    path.contains("/tests/")
}

/// A game as it stands, that is compiled again and again with small changes.
struct Known<'s> {
    system: &'s str,
    files: Vec<(String, String)>,
    read: Arc<Loaded>,
    /// The program.
    print: String,
    /// What is said of it: nothing of a game that is whole.
    said: Vec<String>,
}

impl<'s> Known<'s> {
    /// None where something is missing.
    fn of(system: &'s str, files: Vec<(String, String)>) -> Option<Self> {
        let read = loaded(system, &files);
        let found = compile_unjudged(system, &files, Some(Arc::clone(&read)));
        let said = said(&found);
        let print = fingerprint(&found.program?);
        Some(Self { system, files, read, print, said })
    }

    /// Whether the program is another with a change, or something else is said.
    fn hears(&self, change: &Change) -> bool {
        let files = changed(&self.files, change);
        // Most changes cannot even be read.
        let (_, text) = files.iter().find(|(path, _)| *path == change.path).unwrap();
        let mut map = SourceMap::new();
        let id = map.add(change.path.as_str(), text.as_str());
        if !parse(&map, id).1.is_empty() {
            return true;
        }
        // Where the program is another, nobody need be asked what the checks say.
        let unchecked = unchecked(self.system, &files, Arc::clone(&self.read));
        if unchecked.is_none_or(|it| fingerprint(&it) != self.print) {
            return true;
        }
        let found = compile_unjudged(self.system, &files, Some(Arc::clone(&self.read)));
        let same = found.program.as_ref().is_some_and(|it| fingerprint(it) == self.print);
        !same || said(&found) != self.said
    }
}

fn said(found: &Compilation) -> Vec<String> {
    found.diagnostics.iter().map(|it| format!("{} {}", it.code, it.message)).collect()
}

/// The changes of which something holds, in order, all processors at work.
pub fn which(changes: &[Change], holds: impl Fn(&Change) -> bool + Sync) -> Vec<Change> {
    changes.par_iter().filter(|change| holds(change)).cloned().collect()
}

/// The files with a change.
pub fn changed(files: &[(String, String)], change: &Change) -> Vec<(String, String)> {
    let mut files = files.to_vec();
    for (_, text) in files.iter_mut().filter(|(path, _)| *path == change.path) {
        text.replace_range(change.at.0..change.at.1, &change.to);
    }
    files
}

/// The lines of junk that are not answered by one message at their place, with what was said.
pub fn not_one_message(
    system: &str,
    files: &[(String, String)],
    changes: &[Change],
) -> Vec<(Change, String)> {
    let whole = compile_system(system, files).program.map(|it| fingerprint(&it));
    let whole = whole.unwrap_or_default();
    let told = Mutex::new(Vec::new());
    let read = loaded(system, files);
    which(changes, |change| {
        let compilation = compile_again(system, &changed(files, change), Arc::clone(&read));
        let found = &compilation.diagnostics;
        let junk = change.at.0..change.at.0 + change.to.len();
        let at_it = |span| {
            let here = compilation.map.name(compilation.map.file_of(span)).ends_with(&change.path);
            let at = compilation.map.range(span).start;
            here && junk.contains(&at)
        };
        let one = found.len() == 1 && at_it(found[0].primary.span);
        // What reads as a further value of a list, as a face or a row, may be one.
        let further = change.to.contains('7')
            && match &compilation.program {
                Some(program) => fingerprint(program) != whole,
                None => found.iter().any(|it| at_it(it.primary.span)),
            };
        let good = one || further;
        if !good {
            told.lock().unwrap().push((change.clone(), crate::sources::lines(&compilation)));
        }
        !good
    });
    let mut told = told.into_inner().unwrap();
    told.sort();
    told
}

/// The changes, one below the other, with their places.
pub fn listed(files: &[(String, String)], changes: &[Change]) -> String {
    let mut list = String::new();
    for change in changes {
        let (_, text) = files.iter().find(|(path, _)| *path == change.path).unwrap();
        let before = &text[..change.at.0];
        let line = before.matches('\n').count() + 1;
        let from = before.rfind('\n').map_or(0, |at| at + 1);
        let whole = text[from..].lines().next().unwrap_or("").trim();
        let token = &text[change.at.0..change.at.1];
        let column = before[from..].chars().count() + 1;
        let (path, what) = (&change.path, change.what);
        list.push_str(&format!("{path}:{line}:{column}: `{token}` {what}: {whole}\n"));
    }
    list
}

/// Every so many-th of the changes, evenly from the first to the last.
pub fn sample(changes: &[Change], count: usize) -> Vec<Change> {
    let stride = (changes.len() / count.max(1)).max(1);
    // A step that shares no factor with the ways in which a token is changed.
    let stride = if stride.is_multiple_of(3) { stride + 1 } else { stride };
    changes.iter().step_by(stride).cloned().collect()
}
