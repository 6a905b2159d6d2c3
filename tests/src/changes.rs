//! Small changes of content: takes the files of a root, gives every token left out, written twice, or followed by a word
//! that means nothing, a line that means nothing in every pair of braces, and those of them that nobody would notice.

use crate::sources::{compile_system, compile_unjudged, loaded, unchecked};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
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
/// piece of a test without `given`, and what a test expects to be allowed without `may`: these are let be.
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
                if written != "given" && !(written == "may" && line.contains("expect ")) {
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

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// The program is another, or something is said.
    Heard,
    /// Nothing is said, and the program is the same.
    Unheard,
}

/// The changes that change no program and of which nothing is said, two threads at work.
///
/// # Panics
///
/// When there is something wrong with the files as they stand: nothing could be learned from them.
pub fn unheard(system: &str, files: &[(String, String)], changes: &[Change]) -> Vec<Change> {
    let before = loaded(system, files);
    let whole = compile_unjudged(system, files, Some(Arc::clone(&before)));
    assert!(whole.diagnostics.is_empty(), "{}", crate::sources::lines(&whole));
    let whole = fingerprint(&whole.program.expect("no diagnostics, so a program"));
    which(changes, |change| {
        let files = changed(files, change);
        became(system, &files, change, &whole, Arc::clone(&before)) == Became::Unheard
    })
}

/// The changes of which something holds, in order, two threads at work.
pub fn which(changes: &[Change], holds: impl Fn(&Change) -> bool + Sync) -> Vec<Change> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(change) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if holds(change) {
                        found.lock().unwrap().push(change.clone());
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    found
}

fn became(
    system: &str,
    files: &[(String, String)],
    change: &Change,
    whole: &str,
    before: Arc<Loaded>,
) -> Became {
    // Most changes cannot even be read.
    let (_, text) = files.iter().find(|(path, _)| *path == change.path).unwrap();
    let mut map = SourceMap::new();
    let id = map.add(change.path.as_str(), text.as_str());
    if !parse(&map, id).1.is_empty() {
        return Became::Heard;
    }
    // Where the program is another, nobody need be asked what the checks say.
    let unchecked = unchecked(system, files, Arc::clone(&before));
    if unchecked.is_none_or(|it| fingerprint(&it) != whole) {
        return Became::Heard;
    }
    let compilation = compile_unjudged(system, files, Some(before));
    let same = compilation.program.is_some_and(|it| fingerprint(&it) == whole);
    if compilation.diagnostics.is_empty() && same { Became::Unheard } else { Became::Heard }
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
    which(changes, |change| {
        let compilation = compile_system(system, &changed(files, change));
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
