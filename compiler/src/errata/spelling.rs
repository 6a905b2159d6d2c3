//! Spelling: whether two pieces of source say the same, however they are spaced, quoted or measured in figures.

use std::borrow::Cow;

use warwright_grammar::source::{SourceMap, Span};

/// Whether two places say the same.
#[must_use]
pub fn same_spelling(sources: &SourceMap, one: Span, other: Span) -> bool {
    let (one, other) = (sources.slice(one), sources.slice(other));
    one == other || same_text(one, other)
}

/// What stands at a place, on one line, with single spaces.
#[must_use]
pub fn spelt(sources: &SourceMap, span: Span) -> String {
    sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether two texts have the same tokens.
#[must_use]
pub fn same_text(one: &str, other: &str) -> bool {
    let mut one = Tokens::new(one);
    let mut other = Tokens::new(other);
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

/// Tokens: names and titles without their quotes, numbers in one form with their measure, signs one by one.
struct Tokens<'s> {
    rest: &'s str,
    start: bool,
}

impl<'s> Tokens<'s> {
    fn new(text: &'s str) -> Self {
        Self { rest: text.trim(), start: true }
    }

    fn take(&mut self, bytes: usize) -> &'s str {
        let taken = self.rest.get(..bytes).unwrap_or(self.rest);
        self.rest = self.rest.get(bytes..).unwrap_or("");
        taken
    }

    fn number(&mut self) -> Cow<'s, str> {
        let mut point = false;
        let mut end = 0;
        for (at, letter) in self.rest.char_indices() {
            let digit_next = || {
                self.rest
                    .get(at + 1..)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            if letter == '.' && !point && digit_next() {
                point = true;
            } else if !letter.is_ascii_digit() {
                break;
            }
            end = at + letter.len_utf8();
        }
        let mut digits = self.take(end);
        if point {
            digits = digits.trim_end_matches('0').trim_end_matches('.');
        }
        let unit = self.unit();
        if unit.is_empty() { Cow::Borrowed(digits) } else { Cow::Owned(format!("{digits}{unit}")) }
    }

    /// The measure after a number, in one spelling.
    fn unit(&mut self) -> &'static str {
        let attached = ["\"", "\u{201d}", "\u{2033}", "in"];
        for spelling in attached {
            if starts_as_word(self.rest, spelling) {
                self.take(spelling.len());
                return "in";
            }
        }
        let spaced = self.rest.trim_start();
        for (spelling, unit) in [
            ("cm", "cm"),
            ("mm", "mm"),
            ("deg", "deg"),
            ("hexes", "hex"),
            ("hex", "hex"),
            ("%", "%"),
        ] {
            if starts_as_word(spaced, spelling) {
                let skipped = self.rest.len() - spaced.len();
                self.take(skipped + spelling.len());
                return unit;
            }
        }
        ""
    }
}

/// Whether `text` begins with `word` and the word ends there.
fn starts_as_word(text: &str, word: &str) -> bool {
    let Some(rest) = text.strip_prefix(word) else { return false };
    let wordy = word.chars().all(char::is_alphabetic);
    !wordy || !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Cow<'s, str>;

    fn next(&mut self) -> Option<Cow<'s, str>> {
        self.rest = self.rest.trim_start();
        // A plus before a whole value says nothing.
        if std::mem::take(&mut self.start)
            && let Some(rest) = self.rest.strip_prefix('+')
        {
            self.rest = rest.trim_start();
        }
        if let Some(rest) = self.rest.strip_prefix("//") {
            self.rest = rest.split_once('\n').map_or("", |(_, after)| after);
            return self.next();
        }
        let first = self.rest.chars().next()?;
        if first.is_ascii_digit() {
            return Some(self.number());
        }
        if first == '"' {
            self.take(1);
            let end = self.rest.find('"').unwrap_or(self.rest.len());
            let title = self.take(end);
            self.take(1);
            return Some(Cow::Borrowed(title));
        }
        let wordy = |letter: char| letter.is_alphanumeric() || letter == '_';
        if wordy(first) {
            let end = self.rest.find(|letter| !wordy(letter)).unwrap_or(self.rest.len());
            return Some(Cow::Borrowed(self.take(end)));
        }
        Some(Cow::Borrowed(self.take(first.len_utf8())))
    }
}
