//! How a declaration is written: takes a place in the sources, gives its head, its comment and the whole of it.

use warwright_grammar::{SourceMap, Span};

/// A declaration as its author wrote it.
#[derive(Debug, Default)]
pub(super) struct Declaration {
    /// Its first words, up to its braces or its value, on one line.
    pub(super) head: String,
    /// The comment above it and beside it, without the signs of a comment.
    pub(super) comment: String,
    /// All its lines.
    pub(super) whole: String,
}

impl Declaration {
    /// The head without the word that says what it is: sections say that.
    pub(super) fn head_without_its_word(&self) -> String {
        let rest = self.head.split_once(' ').map_or(&*self.head, |(_, rest)| rest);
        rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line in which a span begins.
    pub(super) fn line(sources: &SourceMap, span: Span) -> &str {
        let text = sources.text(sources.file_of(span));
        let start = sources.range(span).start;
        let from = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        text.get(from..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// The declaration that begins in the line of a span.
    pub(super) fn at(sources: &SourceMap, span: Span) -> Self {
        let text = sources.text(sources.file_of(span));
        let range = sources.range(span);
        let lines: Vec<&str> = text.lines().collect();
        let first = text.get(..range.start).map_or(0, |before| before.matches('\n').count());
        let covered =
            text.get(range.clone()).map_or(0, |whole| whole.trim_end().matches('\n').count());
        let last = end(&lines, first, covered);
        let own = lines.get(first..=last).unwrap_or_default();
        let mut comment = above(&lines, first);
        comment.extend(own.first().and_then(|line| beside(line)).map(ToOwned::to_owned));
        Self { head: head(own), comment: comment.join(" "), whole: unindented(own) }
    }
}

/// The last line of a declaration: that of its last bracket, the last that its span covers, or the last of those that are set in
/// farther than its first.
fn end(lines: &[&str], first: usize, covered: usize) -> usize {
    let mut depth = 0_usize;
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = lines.get(first).map_or(0, |line| indent(line));
    let is_inside = |line: &&str| !line.trim().is_empty() && indent(line) > own;
    for (position, line) in lines.iter().enumerate().skip(first) {
        let code = code(line);
        let opens = code.matches(['{', '(']).count();
        depth = (depth + opens).saturating_sub(code.matches(['}', ')']).count());
        let goes_on =
            code.trim_end().ends_with(['=', ',']) || lines.get(position + 1).is_some_and(is_inside);
        if depth == 0 && position >= first + covered && !goes_on {
            return position;
        }
    }
    first
}

/// A line without its comment. Signs of a comment within quotes are the author's words.
fn code(line: &str) -> &str {
    split(line).0
}

fn beside(line: &str) -> Option<&str> {
    split(line).1.map(str::trim).filter(|words| says_something(words))
}

fn split(line: &str) -> (&str, Option<&str>) {
    let mut starts = signs(line).filter(|(_, _, quoted)| !quoted).map(|(at, ..)| at);
    let parted = |at: usize| Some((line.get(..at)?, line.get(at..)?.strip_prefix("//")?));
    match starts.find_map(parted) {
        Some((code, comment)) => (code, Some(comment)),
        None => (line, None),
    }
}

/// Each sign of a line, where it stands, and whether it is within quotes. A mark behind a figure is one of inches.
fn signs(line: &str) -> impl Iterator<Item = (usize, char, bool)> {
    let (mut quoted, mut before) = (false, ' ');
    line.char_indices().map(move |(at, sign)| {
        let within = quoted;
        if sign == '"' && (quoted || !before.is_ascii_digit()) {
            quoted = !quoted;
        }
        before = sign;
        (at, sign, within || quoted)
    })
}

/// A rule of dashes is there for the eye alone.
fn says_something(words: &str) -> bool {
    !words.is_empty() && !words.starts_with("--")
}

/// The comment lines right above a line, in reading order.
fn above(lines: &[&str], first: usize) -> Vec<String> {
    let before = lines.get(..first).unwrap_or_default().iter().rev();
    let mut found: Vec<String> = before
        .map_while(|line| line.trim_start().strip_prefix("//"))
        .map(str::trim)
        .take_while(|words| says_something(words))
        .map(ToOwned::to_owned)
        .collect();
    found.reverse();
    found
}

/// The words of a declaration, of which these are the lines, before its braces or its value.
#[must_use]
pub fn head(lines: &[&str]) -> String {
    let mut words = String::new();
    for line in lines {
        let code = code(line);
        let cut = head_end(code);
        words.push_str(code.get(..cut.unwrap_or(code.len())).unwrap_or(code).trim());
        if cut.is_some() || !words.ends_with([',', '(']) {
            break;
        }
        words.push(' ');
    }
    let words = match words.find(" see \"") {
        Some(at) => words.get(..at).unwrap_or(&words).to_owned(),
        None => words,
    };
    words.trim_end_matches('=').trim_end().to_owned()
}

/// Where the head of a declaration ends in a line: before its braces, or its value that has some; signs in quotes are words.
fn head_end(code: &str) -> Option<usize> {
    let (mut depth, mut value) = (0_usize, None);
    let mut before = ' ';
    for (at, sign, quoted) in signs(code) {
        match sign {
            _ if quoted => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '=' if depth == 0 && before == ' ' => value = value.or(Some(at)),
            '{' if before == ' ' => return value.or(Some(at)),
            ';' | '}' => return Some(at),
            _ => {}
        }
        before = sign;
    }
    None
}

/// Lines without the indentation that they share.
fn unindented(lines: &[&str]) -> String {
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let shared =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min();
    let shared = shared.unwrap_or(0);
    let lines = lines.iter().map(|line| line.get(shared..).unwrap_or("").trim_end());
    lines.collect::<Vec<_>>().join("\n")
}
