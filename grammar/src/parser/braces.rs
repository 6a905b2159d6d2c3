//! Brackets: the stack of what is open, and what the indentation says when they do not match.

use super::layout::{Next, Scanner};
use super::reserved::{CONTAINERS, OUTERMOST, is_of_the_language};
use crate::diagnostic::{Diagnostic, Edit, codes};

/// What is said of a bracket where none is open.
pub(super) const NOTHING_OPEN: &str = "nothing is open here that it could close";

/// How far the layout is believed against the brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayoutMode {
    /// Brackets match: the layout means nothing.
    Trusting,
    /// Only a declaration at the left margin ends what is open above it.
    Margin,
    /// Brackets do not match: the indentation says where.
    Full,
}

/// An open bracket.
#[derive(Clone, Debug)]
pub(super) struct Open {
    byte: u8,
    at: usize,
    /// The indentation of its line.
    indent: usize,
    /// The first word of the clause that it stands in.
    head: (usize, usize),
    /// Whether its content is indented more than its line, or begins on its line.
    indented: bool,
    /// Whether a bar stood before it in its row.
    bar: bool,
    /// Whether it holds a table whose cells stand between tabs.
    tabbed: bool,
}

/// What is open.
#[derive(Debug)]
pub(super) struct Brackets {
    mode: LayoutMode,
    stack: Vec<Open>,
    head: (usize, usize),
    mismatched: bool,
    margin: bool,
}

impl Brackets {
    pub(super) fn new(mode: LayoutMode) -> Self {
        Self { mode, stack: Vec::new(), head: (0, 0), mismatched: false, margin: false }
    }

    /// How the text must be read again, when trusting its brackets did not go well.
    pub(super) fn suspicion(&self) -> Option<LayoutMode> {
        if self.mismatched {
            Some(LayoutMode::Full)
        } else if self.margin {
            Some(LayoutMode::Margin)
        } else {
            None
        }
    }

    pub(super) fn is_outermost(&self) -> bool {
        self.stack.is_empty()
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn in_round(&self) -> bool {
        self.stack.last().is_some_and(|open| open.byte != b'{')
    }

    pub(super) fn last_indent(&self) -> Option<usize> {
        self.stack.last().map(|open| open.indent)
    }

    pub(super) fn in_tabbed_table(&self) -> bool {
        self.stack.last().is_some_and(|open| open.tabbed)
    }

    pub(super) fn push(&mut self, byte: u8, at: usize, indent: usize, bar: bool, tabbed: bool) {
        let head = self.head;
        self.stack.push(Open { byte, at, indent, head, indented: false, bar, tabbed });
    }

    pub(super) fn note_word(&mut self, clause_start: bool, start: usize, end: usize) {
        if clause_start {
            self.head = (start, end);
        }
    }

    /// Remembers that content of the innermost block stands at this indentation.
    pub(super) fn note_line(&mut self, indent: usize) {
        if let Some(open) = self.stack.last_mut() {
            open.indented |= indent > open.indent;
        }
    }

    /// Remembers that content of the innermost block stands on its own line.
    pub(super) fn note_inline(&mut self) {
        if let Some(open) = self.stack.last_mut() {
            open.indented = true;
        }
    }

    /// Takes off a round or square bracket, if one is innermost.
    pub(super) fn pop_round(&mut self) -> Option<Open> {
        self.stack.pop_if(|open| open.byte != b'{')
    }

    /// Takes off the round or square bracket that `close` closes.
    pub(super) fn pop_matching(&mut self, close: u8) -> bool {
        let wanted = if close == b')' { b'(' } else { b'[' };
        let popped = self.stack.pop_if(|open| open.byte == wanted).is_some();
        self.mismatched |= !popped;
        popped
    }
}

/// First words of lines that never have braces: what is indented below them goes on with them.
const WITHOUT_BODY: [&str; 12] = [
    "given", "rolls", "answers", "expect", "require", "cost", "modify", "forbid", "allow", "deny",
    "lend", "limit",
];

impl Scanner<'_> {
    /// Opens a block that lost its brace: the line above ended, and this one is indented more; `newline` stands between them.
    pub(super) fn open_by_layout(&mut self, next: Next<'_>, newline: usize) -> bool {
        let (start, _) = self.brackets.head;
        let line = self.slice(0, start).rfind('\n').map_or(0, |before| before + 1);
        let indent = self.slice(line, start).len() - self.slice(line, start).trim_start().len();
        let head = self
            .slice(start, self.prev_end.max(start))
            .split(|sign: char| !sign.is_alphabetic())
            .next();
        if self.brackets.mode != LayoutMode::Full
            || head.is_some_and(|head| WITHOUT_BODY.contains(&head))
            || !matches!(next, Next::Word(_))
            || self.indent() <= indent
            || self.brackets.stack.last().is_some_and(|open| start < open.at)
        {
            return false;
        }
        self.report_lost_opening(start);
        self.put(newline, b'{');
        self.brackets.push(b'{', newline, indent, false, false);
        true
    }

    fn report_lost_opening(&mut self, start: usize) {
        self.brackets.mismatched = true;
        if self.has_enough() {
            return;
        }
        let end = self.prev_end;
        // `if C:` goes on in the next line.
        let first = self.slice(start, end).split('\n').next().unwrap_or("").trim_end();
        let colon = start + first.len().saturating_sub(1);
        let what = self.describe(start, end);
        let (help, place) = match first.ends_with(':') {
            true => (
                "what belongs to it stands in braces, `{ .. }`: write `{` for the colon, and `}` behind the last of it",
                self.span(colon, colon + 1),
            ),
            false => ("add `{`; the rest was checked as if it were there", self.span(end, end)),
        };
        self.diagnostics.push(
            Diagnostic::new(
                codes::BAD_DECLARATION,
                format!("`{what}` has a body and no `{{` before it"),
                self.span(start, end),
            )
            .label("no `{` on this line")
            .also(
                self.span(self.position(), self.position() + 1),
                "indented more, so it stands inside",
            )
            .fix(help, place, " {"),
        );
    }

    /// Closes the blocks that the indentation of this line says are over; `newline` stands before it.
    pub(super) fn close_by_layout(&mut self, next: Next<'_>, newline: usize) {
        let mut closed: Vec<Open> = Vec::new();
        while self.is_over(next)
            && let Some(open) = self.brackets.stack.pop()
        {
            closed.push(open);
        }
        if closed.is_empty() {
            return;
        }
        for open in &closed {
            self.report_lost_brace(open, next);
        }
        if !self.brackets.is_outermost() {
            self.write_closers(closed.len(), newline);
        }
    }

    fn is_over(&mut self, next: Next<'_>) -> bool {
        let Some(open) = self.brackets.stack.last() else { return false };
        if open.byte != b'{' || !open.indented || self.indent() > open.indent {
            return false;
        }
        if self.brackets.mode == LayoutMode::Full {
            return true;
        }
        let Next::Word(word) = next else { return false };
        let outer = self.brackets.stack.first().map_or((0, 0), |outer| outer.head);
        let outer = self.slice(outer.0, outer.1);
        let at_margin = self.indent() == 0
            && !CONTAINERS.contains(&outer)
            && (OUTERMOST.contains(&word) || outer != "roster" && self.begins_entry(word));
        self.brackets.margin |= at_margin;
        at_margin && self.brackets.mode == LayoutMode::Margin
    }

    /// Whether a line that begins with this word reads `WORD NAME {` or `WORD NAME like NAME {`: an entry of a kind, whose
    /// words are the system's. Groups of a roster read the same.
    fn begins_entry(&self, word: &str) -> bool {
        if is_of_the_language(word) {
            return false;
        }
        let line = self.text().get(self.position()..).and_then(|rest| rest.lines().next());
        let rest = line.and_then(|line| line.strip_prefix(word)).and_then(after_name);
        let Some(rest) = rest else { return false };
        let parent = rest.strip_prefix("like").and_then(after_name);
        parent.unwrap_or(rest).starts_with('{')
    }

    /// Writes braces that were not there into the blanks before this token.
    fn write_closers(&mut self, mut count: usize, newline: usize) {
        for at in self.prev_end..self.position() {
            if at != newline && count > 0 {
                self.put(at, b'}');
                count -= 1;
            }
        }
    }

    /// Closes the innermost block; gives whether a bar stood before it in its row.
    pub(super) fn close_brace(&mut self, at: usize, first_on_line: Option<usize>) -> bool {
        if self.brackets.mode == LayoutMode::Full
            && let Some(indent) = first_on_line
            && !self.match_by_indent(indent)
        {
            self.report_stray(at, "what is open here ends further left");
            self.put(at, b' ');
            return false;
        }
        while let Some(open) = self.brackets.pop_round() {
            self.report_unclosed_bracket(&open);
        }
        match self.brackets.stack.pop() {
            Some(open) => open.bar,
            None => {
                self.report_stray(at, NOTHING_OPEN);
                self.put(at, b' ');
                false
            }
        }
    }

    /// Closes what lost its brace before a `}` that begins a line; false when that brace belongs to nothing.
    fn match_by_indent(&mut self, indent: usize) -> bool {
        loop {
            let Some(open) = self.brackets.stack.iter().rfind(|open| open.byte == b'{') else {
                return true;
            };
            let outer = |o: &Open| o.byte == b'{' && o.indent == indent;
            if indent < open.indent && self.brackets.stack.iter().any(outer) {
                while let Some(open) = self.brackets.pop_round() {
                    self.report_unclosed_bracket(&open);
                }
                if let Some(open) = self.brackets.stack.pop() {
                    self.report_lost_brace(&open, Next::CloseBrace);
                    self.write_closers(1, usize::MAX);
                }
            } else {
                return indent <= open.indent || !open.indented;
            }
        }
    }

    /// Reports what is open at the end of the text.
    pub(super) fn close_at_end(&mut self) {
        while let Some(open) = self.brackets.stack.pop() {
            if open.byte == b'{' {
                self.report_never_closed(&open);
            } else {
                self.report_unclosed_bracket(&open);
            }
        }
    }

    /// `ability Drumming`: the first two words of a clause that begins here and has its brace there.
    fn describe(&self, start: usize, brace: usize) -> String {
        let head = self.slice(start, brace.min(start + 200));
        let first = head.split_whitespace().next().unwrap_or("block");
        let rest = head.get(first.len()..).unwrap_or("").trim_start();
        let second = if rest.starts_with('"') {
            rest.get(1..).and_then(|inner| inner.find('"')).and_then(|end| rest.get(..end + 2))
        } else {
            rest.split(|c: char| c.is_whitespace() || c == '(' || c == '{').next()
        };
        match second {
            Some(name) if !name.is_empty() => format!("{first} {name}"),
            _ => first.to_owned(),
        }
    }

    fn report_lost_brace(&mut self, open: &Open, next: Next<'_>) {
        self.brackets.mismatched = true;
        if self.has_enough() {
            return;
        }
        let what = self.describe(open.head.0, open.at);
        let line = self.span(self.position(), self.position() + 1);
        let (message, note) = match next {
            Next::Word(word) => (
                format!("`{what}` is not closed before the next line begins with `{word}`"),
                if self.indent() == 0 {
                    format!("starts at the left margin, so `{what}` should have ended above")
                } else {
                    format!("is not indented more than `{what}`, which should have ended above")
                },
            ),
            _ => (
                format!("`{what}` is not closed"),
                format!("stands further left than `{what}`, which should have ended above"),
            ),
        };
        let end = self.prev_end;
        let indent = " ".repeat(open.indent);
        let edit = Edit { span: self.span(end, end), replacement: format!("\n{indent}}}") };
        let found =
            Diagnostic::new(codes::UNCLOSED_BRACE, message, self.span(open.head.0, open.at + 1))
                .label("opened here")
                .also(line, note);
        let here = self.text().get(self.position()..).unwrap_or("");
        let head = self.slice(open.head.0, open.at).trim_end();
        let again = here.strip_prefix(head).is_some_and(|rest| rest.trim_start().starts_with('{'));
        self.diagnostics.push(if again {
            found.help(
                "the same head stands here again: take one of the two away, with what is in it",
            )
        } else {
            found.fix_all(
                "add `}` above this line; the rest was checked as if it were there",
                vec![edit],
            )
        });
    }

    fn report_never_closed(&mut self, open: &Open) {
        self.brackets.mismatched = true;
        if self.has_enough() {
            return;
        }
        let what = self.describe(open.head.0, open.at);
        let end = self.text().len();
        let edit = Edit { span: self.span(end, end), replacement: "}\n".to_owned() };
        self.diagnostics.push(
            Diagnostic::new(
                codes::UNCLOSED_BRACE,
                format!("`{what}` is not closed before the end of the file"),
                self.span(open.head.0, open.at + 1),
            )
            .label("opened here")
            .fix_all("add `}` where it ends", vec![edit]),
        );
    }

    pub(super) fn report_unclosed_bracket(&mut self, open: &Open) {
        self.brackets.mismatched = true;
        if self.has_enough() {
            return;
        }
        let mark = if open.byte == b'(' { ('(', ')') } else { ('[', ']') };
        let end = self.before_label(open.at, self.prev_end);
        self.diagnostics.push(
            Diagnostic::new(
                codes::UNCLOSED_BRACE,
                format!("this `{}` is not closed", mark.0),
                self.span(open.at, open.at + 1),
            )
            .label("opened here")
            .fix(format!("add `{}`", mark.1), self.span(end, end), mark.1.to_string()),
        );
    }

    /// Where a bracket ends whose line goes on with a label: a text that stands behind a whole value is none of its parts.
    fn before_label(&self, open: usize, end: usize) -> usize {
        let read =
            |from, to| self.code.get(from..to).and_then(|part| std::str::from_utf8(part).ok());
        let label = read(open, end)
            .and_then(|inside| inside.strip_suffix('"'))
            .and_then(|inside| inside.rfind('"'));
        let Some(length) = label else { return end };
        let value = self.slice(open, open + length).trim_end();
        let waits = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '}' | '"'));
        let last = value.rsplit(' ').next().unwrap_or("");
        if value.ends_with(waits) || is_of_the_language(last) { end } else { open + value.len() }
    }

    pub(super) fn report_stray(&mut self, at: usize, why: &str) {
        self.brackets.mismatched = true;
        if self.has_enough() {
            return;
        }
        let mark = self.slice(at, at + 1).to_owned();
        let span = self.span(at, at + 1);
        self.diagnostics.push(
            Diagnostic::new(codes::STRAY_CLOSE, format!("this `{mark}` closes nothing"), span)
                .label(why)
                .fix("take it away", span, ""),
        );
    }
}

/// What stands after a blank and a name: a title in quotes, or a word.
fn after_name(text: &str) -> Option<&str> {
    let name = text.trim_start_matches(' ');
    if name.len() == text.len() {
        return None;
    }
    let rest = match name.strip_prefix('"') {
        Some(title) => title.split_once('"')?.1,
        None => name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
    };
    (rest.len() < name.len()).then(|| rest.trim_start_matches(' '))
}
