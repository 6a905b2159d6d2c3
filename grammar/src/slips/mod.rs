//! Slips: takes a line that is not understood and says what was meant, where it is written as in plain English, in another
//! language or in another order. The one table for all that reads text: rows of lines are in `anywhere`, `statements`, `places` and `others`, of what stands in them
//! in `values`, of single words in `words`.
//!
//! A row is a pattern of words and signs. A capital letter in it stands for a value (`N` a figure, `Q` a text in quotes,
//! `W` the name of an entry, `V` a word in small letters, `dX` a die's name behind its letter, `dN` a die such as `d6`), `…` and `⋯` for whatever stands between, and the same in what
//! is written instead puts it there. `^` is the beginning of the line, `$` its end. Rows for lines of one place are looked for in all of the line, the others where reading stopped.

mod advice;
mod anywhere;
mod matching;
mod others;
mod parts;
mod places;
mod statements;
mod table;
mod values;
mod words;

pub(crate) use anywhere::BENDING;
pub use words::{clause_meant, home, is_home};

use matching::{Found, find, tokens};
use std::ops::Range;
use table::TABLE;

/// Where a line stands, in the words of the messages about it; anywhere is the empty text.
pub type Place<'p> = &'p str;

/// Places whose rows are looked for where reading stopped.
const NARROW: &[Place<'_>] = &["", "a line that was read", "a condition that is none"];

/// Signs of two parts that have a blank between them: without it they are another sign.
const PARTED: &[&str] = &["- >", "= >"];

/// So many bytes of a line are looked through at most: whoever writes more on one has not put one word for another.
const LONGEST: usize = 4_000;

/// How something is written elsewhere, and how it is written here.
#[derive(Clone, Copy, Debug)]
struct Slip {
    /// First words of the lines in which it means this; none: all of them.
    heads: &'static [&'static str],
    /// The pattern.
    written: &'static str,
    /// What is written in its place, where that alone mends the line.
    instead: Option<&'static str>,
    /// What to say; the text in its place where this is empty.
    help: &'static str,
}

/// A row that is the same in all lines.
const fn row(written: &'static str, instead: Option<&'static str>, help: &'static str) -> Slip {
    Slip { heads: &[], written, instead, help }
}

/// A row for lines with one of these first words.
const fn of(
    heads: &'static [&'static str],
    written: &'static str,
    instead: Option<&'static str>,
    help: &'static str,
) -> Slip {
    Slip { heads, written, instead, help }
}

/// What was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The bytes of the line that are written in another way.
    pub place: Range<usize>,
    /// The word or sign among them that tells.
    pub sign: Range<usize>,
    /// What is written in their place, where that mends the line.
    pub instead: Option<String>,
    /// What to say.
    pub help: String,
}

/// What was meant by a line that is not understood at the byte `at`.
#[must_use]
pub fn meant(place: Place<'_>, line: &str, at: usize) -> Option<Meant> {
    if line.len() > LONGEST {
        return None;
    }
    let head: &str = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let head = head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let words = tokens(line);
    let rows = TABLE.iter().filter(|(of, _)| *of == place).flat_map(|(_, rows)| *rows);
    let mut rows = rows.filter(|row| row.heads.is_empty() || row.heads.contains(&head));
    rows.find_map(|row| {
        let found = find(row.written, line, &words, at, !NARROW.contains(&place))?;
        let apart = PARTED.iter().find(|signs| row.written.contains(**signs));
        let written = line.get(found.place.clone())?;
        apart.is_none_or(|signs| written.contains(signs)).then(|| told(row, &found, line))
    })
}

/// Whether advice says that a word too many stands before a name.
pub(crate) fn is_article(help: &str) -> bool {
    help == advice::ARTICLE
}

/// What was meant by a word or sign that stands alone.
#[must_use]
pub fn word_meant(place: Place<'_>, word: &str) -> Option<Meant> {
    meant(place, word, 0).filter(|it| it.place == (0..word.len()))
}

fn told(row: &Slip, found: &Found, line: &str) -> Meant {
    let instead = row.instead.map(|text| apart(found.filled(text, line), &found.place, line));
    let help = match &instead {
        Some(text) if row.help.is_empty() => format!("write `{}`", text.trim()),
        _ => found.filled(row.help, line),
    };
    Meant { place: found.place.clone(), sign: found.sign.clone(), instead, help }
}

/// A text for a place of a line, with a space where it would touch a word.
fn apart(text: String, place: &Range<usize>, line: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let next = line.get(place.end..).and_then(|rest| rest.chars().next());
    match is_word(text.chars().next_back()) && is_word(next) {
        true => text + " ",
        false => text,
    }
}
