//! Quotes: where a quoted text ends, what went wrong with it, and inch marks taken for quotes.

use super::layout::Scanner;
use crate::diagnostic::{Diagnostic, codes};

/// A quoted text.
#[derive(Debug)]
pub(super) struct Quoted {
    /// The first byte of the closing quote, or of the last letter where it never ends.
    pub(super) close: usize,
    /// The byte after the closing quote.
    pub(super) end: usize,
    /// Quotes inside that are part of the text.
    pub(super) hidden: Vec<usize>,
    /// What is wrong with it.
    pub(super) mistake: Option<Mistake>,
}

/// What may be wrong with a quoted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// It never ends on its line.
    Unclosed,
    /// `1.25""`: the inch mark ended it.
    InchMark(usize),
}

/// Finds the end of a text whose opening quote stands at `start`.
pub(super) fn find_end(text: &str, start: usize) -> Quoted {
    let from = start + 1;
    let rest = text.get(from..).unwrap_or("");
    let bytes = rest.as_bytes();
    let mut hidden = Vec::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' => break,
            '\\' => {
                if let Some((escaped, '"')) = letters.next() {
                    hidden.push(from + escaped);
                }
            }
            '"' => {
                let after_digit = at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_digit);
                if after_digit && before_bar(rest, at).is_some() {
                    break;
                }
                if after_digit && bytes.get(at + 1) == Some(&b'"') {
                    hidden.push(from + at);
                    let mistake = Some(Mistake::InchMark(from + at));
                    return Quoted { close: from + at + 1, end: from + at + 2, hidden, mistake };
                }
                return Quoted { close: from + at, end: from + at + 1, hidden, mistake: None };
            }
            _ => {}
        }
    }
    let line = rest.find('\n').unwrap_or(rest.len());
    let close = before_bar(rest, line).map_or_else(|| last_letter(text, from), |at| from + at);
    let end = text
        .get(close..)
        .and_then(|rest| rest.chars().next())
        .map_or(close, |c| if close < from { from } else { close + c.len_utf8() });
    // A blank behind the last letter stands for the quote, so that all of the name is read.
    let blank = end > from && text.get(end..).is_some_and(|rest| rest.starts_with(' '));
    let (close, end) = if blank { (end, end + 1) } else { (close, end) };
    hidden.retain(|&at| at < close);
    Quoted { close: close.max(start), end, hidden, mistake: Some(Mistake::Unclosed) }
}

/// The last letter before the first bar between cells, where the text of a name runs on over one.
fn before_bar(rest: &str, end: usize) -> Option<usize> {
    let cell = rest.get(..end)?.split_once(" | ")?.0.trim_end();
    cell.char_indices().next_back().map(|(at, _)| at)
}

/// The last letter of a text that never ends: braces at the end of the line are not part of it.
fn last_letter(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or("");
    let line = rest.split('\n').next().unwrap_or("");
    let mut shown = line.trim_end();
    while let Some(last) = shown.chars().next_back() {
        let opened = shown.matches('{').count();
        let closed = shown.matches('}').count();
        match last {
            '{' | ';' => {}
            '}' if closed > opened => {}
            _ => break,
        }
        shown = shown.get(..shown.len() - 1).unwrap_or("").trim_end();
    }
    let last = shown.chars().next_back().map_or(0, char::len_utf8);
    if last == 0 { from.saturating_sub(1) } else { from + shown.len() - last }
}

/// The diagnostic for a mistaken text.
pub(super) fn report(
    scanner: &Scanner<'_>,
    start: usize,
    found: &Quoted,
    mistake: Mistake,
) -> Diagnostic {
    match mistake {
        Mistake::InchMark(at) if scanner.slice(at, at + 2) == "\"\"" => Diagnostic::new(
            codes::INCH_MARK,
            "this text ends with two quotes",
            scanner.span(at, at + 2),
        )
        .label("one too many")
        .fix("leave one of them out", scanner.span(at, at + 1), ""),
        Mistake::InchMark(at) => Diagnostic::new(
            codes::INCH_MARK,
            "the inch mark ends this quoted text too early",
            scanner.span(at, at + 1),
        )
        .label("read as the end of the text")
        .fix("write inches as `in` inside quotes", scanner.span(at, at + 1), "in"),
        Mistake::Unclosed => report_unclosed(scanner, start, found),
    }
}

fn report_unclosed(scanner: &Scanner<'_>, start: usize, found: &Quoted) -> Diagnostic {
    // The quote that lacks its partner may be an earlier one: then a text before this one ends where a word begins.
    if let Some((first, close)) = earlier_culprit(scanner, start) {
        let after_digit = scanner.slice(close - 1, close).starts_with(|c: char| c.is_ascii_digit());
        if after_digit {
            return Diagnostic::new(
                codes::INCH_MARK,
                "the inch mark ends this quoted text too early",
                scanner.span(close, close + 1),
            )
            .label("read as the end of the text")
            .fix(
                "write inches as `in` inside quotes",
                scanner.span(close, close + 1),
                "in",
            );
        }
        let inner = scanner.slice(first + 1, close);
        let cut = cut_words(inner);
        let word = inner.get(cut..).unwrap_or("").trim();
        let diagnostic = Diagnostic::new(
            codes::UNCLOSED_QUOTE,
            "this quoted name never ends",
            scanner.span(first, close),
        );
        return if cut < inner.len() && !word.is_empty() {
            let at = first + 1 + cut;
            diagnostic.label(format!("quote opened here; the name runs on into ` {word} `")).fix(
                "close it",
                scanner.span(at, at),
                "\"",
            )
        } else {
            diagnostic.label("quote opened here").help("close it where the name ends")
        };
    }
    let inner = scanner.slice(start + 1, found.end);
    let cut = cut_words(inner);
    let at = start + 1 + cut;
    Diagnostic::new(
        codes::UNCLOSED_QUOTE,
        "this quoted text never ends",
        scanner.span(start, found.end.max(start + 1)),
    )
    .label("quote opened here; a quoted text ends on its own line")
    .fix("close it", scanner.span(at, at), "\"")
}

/// An earlier text of the line that ends right before a letter: its opening and its closing quote.
fn earlier_culprit(scanner: &Scanner<'_>, start: usize) -> Option<(usize, usize)> {
    let line_start = scanner.line_start();
    let line = scanner.slice(line_start, start);
    let mut open: Option<usize> = None;
    let mut found = None;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '"' && before != '\\' {
            match open {
                None if before.is_ascii_digit() => {}
                None => open = Some(line_start + at),
                Some(first) => {
                    let after = line.get(at + 1..)?.chars().next();
                    if after.is_some_and(char::is_alphanumeric)
                        || (before.is_ascii_digit() && after == Some(' '))
                    {
                        found = Some((first, line_start + at));
                    }
                    open = None;
                }
            }
        }
        before = letter;
    }
    found
}

/// Where a name that runs on most likely ends: before the first word that never stands in one.
fn cut_words(inner: &str) -> usize {
    let stops = [" like ", " for ", " with ", " when ", " see ", " as ", " of ", " {", " | "];
    let padded = format!("{inner} ");
    stops.iter().filter_map(|stop| padded.find(stop)).min().unwrap_or(inner.trim_end().len())
}

impl Scanner<'_> {
    /// Whether the quote after a number begins a label that touches it; reports it.
    pub(super) fn label_touches(&mut self, number_end: usize, mark: usize) -> bool {
        let text = self.text();
        let rest = text.get(number_end + mark..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        let mut letters = line.chars();
        let touches = match (letters.next(), letters.next()) {
            (Some('x' | 'X'), next) => next.is_some_and(|c| c.is_ascii_lowercase()),
            (Some(first), _) => first.is_alphabetic(),
            (None, _) => false,
        };
        if mark != 1 || !touches || line.matches('"').count() % 2 == 0 {
            return false;
        }
        let span = self.span(number_end, number_end + 1);
        self.diagnostics.push(
            Diagnostic::new(
                codes::INCH_MARK,
                "a quote mark right after a digit is read as inches",
                span,
            )
            .label("a quoted text wants a space before it")
            .fix("put a space between them", span.before(), " "),
        );
        true
    }

    /// Where a `text:` line ends: before a brace that closes nothing in it, or a `;` that begins a field.
    pub(super) fn text_stop(&mut self, start: usize, end: usize) -> usize {
        let line = self.slice(start, end);
        let within_line = self.slice(self.line_start(), start).contains('{');
        let mut depth = 0usize;
        let mut field = None;
        let mut letters = line.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => {
                    letters.next();
                }
                '{' => depth += 1,
                '}' if depth == 0 && at > 0 => {
                    let stop = field.unwrap_or(at);
                    self.report_text_stop(start + stop, start + at);
                    return start + stop;
                }
                '}' => depth = depth.saturating_sub(1),
                ';' if depth == 0 && field.is_none() => {
                    let rest = line.get(at + 1..);
                    let stops = looks_like_field(rest) || (within_line && begins_line(rest));
                    field = stops.then_some(at);
                }
                _ => {}
            }
        }
        match field {
            Some(at) => {
                self.report_text_stop(start + at, start + at);
                start + at
            }
            None => end,
        }
    }

    fn report_text_stop(&mut self, stop: usize, mark: usize) {
        let sign = self.slice(mark, mark + 1).to_owned();
        let span = self.span(mark, mark + 1);
        let (message, help) = if sign == "}" {
            ("a `text:` line runs to its end, this `}` included", "put the `}` on its own line")
        } else {
            ("a `text:` line runs to its end, what follows this `;` included", "begin a new line")
        };
        let gap = self.span(stop, if sign == "}" { stop } else { stop + 1 });
        self.diagnostics.push(
            Diagnostic::new(codes::STRAY_CLOSE, message, span)
                .label("was this meant to end the text?")
                .fix(format!("{help}; or write `\\{sign}` if it belongs to the text"), gap, "\n"),
        );
    }
}

/// ` modify ..`, ` side A ..`: a word that begins a line, in braces that stand on one line.
fn begins_line(rest: Option<&str>) -> bool {
    let word = rest.unwrap_or("").split_whitespace().next().unwrap_or("");
    super::reserved::begins_something(word)
}

/// ` points 3`, ` abilities + A`: a small word and a figure or a sign.
fn looks_like_field(rest: Option<&str>) -> bool {
    let mut words = rest.unwrap_or("").split_whitespace();
    let (Some(word), Some(value)) = (words.next(), words.next()) else { return false };
    let named = word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let figure = value.trim_end_matches(['"', '%', '}', ';']);
    // Prose after a semicolon ends like a sentence.
    let sentence = rest.is_some_and(|rest| rest.trim_end().ends_with(['.', '!', '?']));
    named
        && !sentence
        && (value == "+"
            || value == "="
            || (!figure.is_empty() && figure.chars().all(|c| c.is_ascii_digit() || c == '.'))
            || value.starts_with('"'))
}
