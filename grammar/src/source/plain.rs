//! The text of a file as everything reads it: takes what an editor or word processor saved, gives the same with one sign for
//! the end of a line, no mark at its beginning, and plain quotes, primes and inch marks where these are signs of the
//! language. What stands in quotes, comments and `text:` lines is words for people, and left as it is.

use std::str::CharIndices;

/// The text, made plain; none where it is so already.
pub(super) fn plain(text: &str) -> Option<String> {
    if text.is_ascii() && !text.contains('\r') {
        return None;
    }
    let marked = text.strip_prefix('\u{feff}');
    let text = marked.unwrap_or(text);
    let lines = text.contains('\r').then(|| text.replace("\r\n", "\n").replace('\r', "\n"));
    let spaces = with_plain_spaces(lines.as_deref().unwrap_or(text));
    let lines = spaces.or(lines);
    let quotes = with_plain_quotes(lines.as_deref().unwrap_or(text));
    quotes.or(lines).or_else(|| marked.map(ToOwned::to_owned))
}

/// Spaces of every width are a space: two names that differ in it alone could not be told apart.
fn with_plain_spaces(text: &str) -> Option<String> {
    let wide = |letter: char| {
        letter == '\u{a0}'
            || matches!(letter, '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
    };
    text.contains(wide).then(|| text.replace(wide, " "))
}

/// The quotes of word processors.
const QUOTES: [char; 6] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{ab}', '\u{bb}'];

/// What they make of an inch mark and of an apostrophe.
const PRIMES: [char; 4] = ['\u{2032}', '\u{2033}', '\u{2018}', '\u{2019}'];

fn with_plain_quotes(text: &str) -> Option<String> {
    if !text.contains(QUOTES) && !text.contains(PRIMES) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.char_indices();
    let mut before = ' ';
    while let Some((at, letter)) = letters.next() {
        let rest = text.get(at..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        let behind_figure = before.is_ascii_digit() || before.is_numeric();
        match letter {
            '"' if !behind_figure => copy(&mut plain, line, quoted(line), &mut letters),
            '/' if rest.starts_with("//") => copy(&mut plain, line, line.len(), &mut letters),
            't' if is_text_line(before, line) => copy(&mut plain, line, line.len(), &mut letters),
            '\u{2033}' => plain.push('"'),
            '\u{201c}' | '\u{201d}' if behind_figure && !opens(line) => plain.push('"'),
            '\u{2032}' | '\u{2018}' | '\u{2019}' => plain.push('\''),
            _ if QUOTES.contains(&letter) => curly(&mut plain, line, &mut letters),
            _ => plain.push(letter),
        }
        before = plain.chars().next_back().unwrap_or(' ');
    }
    Some(plain)
}

/// Copies the first bytes of a line, whose first letter was read.
fn copy(plain: &mut String, line: &str, length: usize, letters: &mut CharIndices<'_>) {
    let part = line.get(..length).unwrap_or(line);
    plain.push_str(part);
    for _ in part.chars().skip(1) {
        letters.next();
    }
}

/// The length of a text in plain quotes, up to the end of its line where it never ends.
fn quoted(line: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in line.char_indices().skip(1) {
        if letter == '"' && !escaped {
            return at + 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    line.len()
}

/// Whether a quote that stands behind a figure begins a text all the same.
fn opens(line: &str) -> bool {
    line.strip_prefix('\u{201c}').is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// `text: words to the end of the line`.
fn is_text_line(before: char, line: &str) -> bool {
    let words = line.strip_prefix("text").map(str::trim_start);
    !before.is_alphanumeric() && before != '_' && words.is_some_and(|it| it.starts_with(':'))
}

/// A text in the quotes of a word processor gets plain ones; a plain one inside it is part of the text.
fn curly(plain: &mut String, line: &str, letters: &mut CharIndices<'_>) {
    let inner = line.chars().next().and_then(|open| line.strip_prefix(open)).unwrap_or("");
    plain.push('"');
    let Some(end) = inner.find(QUOTES) else { return };
    let inner = inner.get(..end).unwrap_or("");
    plain.push_str(&inner.replace('"', "\\\""));
    plain.push('"');
    for _ in 0..=inner.chars().count() {
        letters.next();
    }
}
