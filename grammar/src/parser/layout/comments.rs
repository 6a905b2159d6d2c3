//! Comments as other languages write them: takes the place where one may begin, gives it as blank to the grammar, and says
//! once for all of one sort how a comment is written here.

use super::Scanner;
use crate::diagnostic::{Diagnostic, Edit, codes};

/// What begins a comment over several lines, and what ends it.
const OVER_LINES: &[(&str, &str)] = &[
    ("/*", "*/"),
    ("<!--", "-->"),
    ("--[[", "]]"),
    ("(*", "*)"),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
];

/// What begins a comment that ends with its line, with a blank behind it.
const OF_A_LINE: &[&str] = &["#", "--", "%", "##", "REM"];

impl Scanner<'_> {
    /// Reads a comment of another language. Gives whether there was one.
    pub(super) fn comment_of_others(&mut self) -> bool {
        let rest = self.slice(self.at, self.text.len());
        let first = self.slice(self.line_start, self.at).trim().is_empty();
        let over = OVER_LINES.iter().find_map(|(open, close)| {
            let inner = rest.strip_prefix(open).filter(|_| first || *open == "/*")?;
            Some((*open, *close, open.len() + inner.find(close)? + close.len()))
        });
        if let Some((open, close, length)) = over {
            self.over_lines(open, close, length);
            return true;
        }
        let behind = |sign: &str| rest.strip_prefix(sign).and_then(|it| it.chars().next());
        let sign = OF_A_LINE.iter().find(|sign| matches!(behind(sign), Some(' ' | '\t')));
        let apart = self.slice(0, self.at).ends_with([' ', '\t', '\n']) || self.at == 0;
        match sign.filter(|sign| first || **sign == "#" && apart) {
            Some(sign) => {
                self.of_a_line(sign);
                true
            }
            None => false,
        }
    }

    fn of_a_line(&mut self, sign: &'static str) {
        let start = self.at;
        let end = self.line_end_after(start);
        let span = self.span(start, start + sign.len());
        let edit = Edit { span, replacement: String::from("//") };
        self.told_of_comment(sign, vec![edit], start);
        self.blank(end - start);
    }

    fn over_lines(&mut self, open: &'static str, close: &str, length: usize) {
        let (start, end) = (self.at, self.at + length);
        let mut edits = vec![Edit {
            span: self.span(start, start + open.len()),
            replacement: String::from("//"),
        }];
        let closing = end - close.len();
        let mut at = start;
        while let Some(next) = self.slice(at, closing).find('\n') {
            let line = at + next + 1;
            let text = self.slice(line, closing);
            let text = text.split('\n').next().unwrap_or("");
            let gap = text.len() - text.trim_start().len();
            if !text.trim().is_empty() {
                let span = self.span(line + gap, line + gap);
                edits.push(Edit { span, replacement: String::from("// ") });
            }
            at = line;
        }
        // What stands behind it on its last line would be part of it.
        let behind = self.slice(end, self.line_end_after(end));
        let replacement = if behind.trim().is_empty() { "" } else { "\n" };
        let gap = self.slice(start, closing).len() - self.slice(start, closing).trim_end().len();
        edits.push(Edit {
            span: self.span((closing - gap).max(start + open.len()), end),
            replacement: replacement.into(),
        });
        self.told_of_comment(open, edits, start);
        while self.at < end {
            match self.peek(0) {
                Some(b'\n') => self.line_end(),
                _ => self.blank(1),
            }
        }
    }

    /// Says how a comment is written here; of those that begin alike the first has the edits of all.
    fn told_of_comment(&mut self, sign: &'static str, mut edits: Vec<Edit>, start: usize) {
        let message = format!("`{sign}` begins no comment here");
        let known = self.diagnostics.iter_mut().find(|it| it.message == message);
        if let Some(help) = known.and_then(|it| it.help.first_mut()) {
            return help.edits.append(&mut edits);
        }
        let found =
            Diagnostic::new(codes::BAD_CLAUSE, message, self.span(start, start + sign.len()));
        let help = "a comment begins with `//` and ends with its line";
        self.diagnostics.push(found.label("a comment of other languages").fix_all(help, edits));
    }
}
