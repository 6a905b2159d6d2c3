//! The layout pass: takes the text of a file and gives a copy of the same length that the grammar reads,
//! with the comments, the bounds of the outermost items, and what it found wrong with quotes and brackets.
//!
//! In the copy comments are blank; a newline is there only where it ends something; reserved words are in
//! capitals and all others in small letters (the text itself is read from the original); the inch mark is
//! an apostrophe; what a word processor made of quotes and dashes is mended. Every byte keeps its place, so
//! spans need no translation.

mod comments;
mod measures;
mod tokens;

use super::braces::{Brackets, LayoutMode, NOTHING_OPEN};
use super::reserved::{CARRY_ON_BEFORE, HEADS};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::Comment;

/// What the layout pass gives.
#[derive(Debug)]
pub(super) struct Layout {
    /// The copy.
    pub(super) code: String,
    /// The comments, in order.
    pub(super) comments: Vec<Comment>,
    /// Where the outermost items begin and end.
    pub(super) items: Vec<ItemBounds>,
    /// What is wrong with quotes and brackets.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The bounds of one outermost item (or of several that share a line).
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemBounds {
    /// Its first byte.
    pub(super) start: usize,
    /// Where brackets first go deeper than the limit.
    pub(super) too_deep: Option<usize>,
    /// Whether blocks of the item before were left open.
    pub(super) after_open: bool,
}

/// What stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prev {
    /// Nothing, `{` or `;`: a newline means nothing.
    Boundary,
    /// `}`
    Close,
    /// A `text:` line: nothing carries it on.
    Text,
    /// An operator, a comma, an opening bracket: the line goes on.
    CarriesOn,
    /// Anything else.
    Other,
}

/// What a token is, as far as newlines care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next<'t> {
    /// A word.
    Word(&'t str),
    /// A quoted text.
    Quote,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `)` `]`
    CloseBracket,
    /// A comparison.
    Comparison,
    /// Anything else.
    Other,
}

/// Reads the layout of a text.
pub(super) fn read(whole: Span, text: &str) -> Layout {
    let plain = Scanner::new(whole, text, LayoutMode::Trusting).run();
    match plain.brackets.suspicion() {
        None => plain.finish(),
        Some(mode) => Scanner::new(whole, text, mode).run().finish(),
    }
}

pub(super) struct Scanner<'t> {
    /// Where the text stands among all files.
    whole: Span,
    text: &'t str,
    bytes: &'t [u8],
    pub(super) code: Vec<u8>,
    at: usize,
    prev: Prev,
    /// The end of the last token.
    pub(super) prev_end: usize,
    /// The first newline since the last token.
    newline: Option<usize>,
    line_start: usize,
    /// The column of the first token of this line.
    indent: usize,
    /// Whether a bar stood in this row.
    bar: bool,
    at_clause_start: bool,
    pub(super) brackets: Brackets,
    comments: Vec<Comment>,
    items: Vec<ItemBounds>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'t> Scanner<'t> {
    fn new(whole: Span, text: &'t str, mode: LayoutMode) -> Self {
        Self {
            whole,
            text,
            bytes: text.as_bytes(),
            code: text.as_bytes().to_vec(),
            at: 0,
            prev: Prev::Boundary,
            prev_end: 0,
            newline: None,
            line_start: 0,
            indent: 0,
            bar: false,
            at_clause_start: true,
            brackets: Brackets::new(mode),
            comments: Vec::new(),
            items: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn finish(self) -> Layout {
        let code = String::from_utf8(self.code)
            .unwrap_or_else(|broken| String::from_utf8_lossy(broken.as_bytes()).into_owned());
        Layout { code, comments: self.comments, items: self.items, diagnostics: self.diagnostics }
    }

    fn run(mut self) -> Self {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => self.line_end(),
                b'\t' if self.tab_is_bar() => self.symbol(b'|'),
                b' ' | b'\t' | 0x0B | 0x0C => self.blank(1),
                b'/' if self.peek(1) == Some(b'/') => self.comment(),
                b'/' | b'#' | b'-' | b'%' | b'<' | b'(' | b'"' | b'\'' | b'R'
                    if self.comment_of_others() => {}
                b'"' => self.quote(),
                b'\'' if self.quotes_singly() => {}
                b'0'..=b'9' => self.number(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
                b'{' | b'(' | b'[' => self.open(byte),
                b'}' | b')' | b']' => self.close(byte),
                0x80.. => self.wide_char(),
                _ => self.symbol(byte),
            }
        }
        self.close_at_end();
        self
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        self.whole.part(start..end)
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    pub(super) fn put(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.code.get_mut(at) {
            *place = byte;
        }
    }

    fn fill(&mut self, start: usize, end: usize, byte: u8) {
        if let Some(places) = self.code.get_mut(start..end) {
            places.fill(byte);
        }
    }

    fn blank(&mut self, length: usize) {
        self.fill(self.at, self.at + length, b' ');
        self.at += length;
    }

    fn line_end(&mut self) {
        self.newline.get_or_insert(self.at);
        self.blank(1);
        self.line_start = self.at;
    }

    /// The end of the line that `at` stands in.
    fn line_end_after(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        rest.iter().position(|&byte| byte == b'\n').map_or(self.bytes.len(), |length| at + length)
    }

    fn comment(&mut self) {
        let end = self.line_end_after(self.at);
        let shown = self.slice(self.at, end).trim_end().len();
        self.comments.push(Comment { span: self.span(self.at, self.at + shown) });
        self.blank(end - self.at);
    }

    /// Called before every token: decides what the newline before it means.
    fn begin(&mut self, next: Next<'_>) {
        let Some(newline) = self.newline.take() else {
            if self.prev_end > 0 && self.bytes.get(self.prev_end - 1) == Some(&b'{') {
                self.brackets.note_inline();
            }
            if self.at_clause_start && self.brackets.is_outermost() {
                self.begin_item(false);
            }
            return;
        };
        self.indent = self.at - self.line_start;
        let had_open = !self.brackets.is_outermost();
        if self.ends_here(next) {
            self.drop_unclosed_brackets(next);
            self.bar = false;
            let opened = self.prev == Prev::Other && self.open_by_layout(next, newline);
            if !opened {
                self.put(newline, b'\n');
            }
            self.prev = Prev::Boundary;
            self.at_clause_start = true;
            self.close_by_layout(next, newline);
        }
        self.brackets.note_line(self.indent);
        if self.at_clause_start && self.brackets.is_outermost() {
            self.begin_item(had_open);
        }
    }

    fn begin_item(&mut self, after_open: bool) {
        self.items.push(ItemBounds { start: self.at, too_deep: None, after_open });
    }

    fn end_token(&mut self, end: usize, prev: Prev) {
        self.at = end;
        self.prev_end = end;
        self.prev = prev;
        self.at_clause_start = false;
    }

    /// Whether the newline before the next token ends a clause.
    fn ends_here(&mut self, next: Next<'_>) -> bool {
        if next == Next::CloseBrace {
            return false;
        }
        if self.brackets.in_round() {
            return self.leaves_brackets(next);
        }
        match self.prev {
            Prev::Boundary => false,
            Prev::Close => {
                !matches!(next, Next::Word("else" | "and" | "or" | "then" | "otherwise"))
                    || self.is_arm_or_row(next)
            }
            Prev::Text => true,
            _ if self.bar => true,
            Prev::CarriesOn => self.begins_at_margin(next),
            Prev::Other => !self.carries_on_before(next),
        }
    }

    /// Whether a declaration begins at the left margin: then the line above was not finished.
    fn begins_at_margin(&self, next: Next<'_>) -> bool {
        let Next::Word(word) = next else { return false };
        self.indent == 0
            && self.brackets.is_outermost()
            && HEADS.contains(&word)
            && self.is_head(word, self.at + word.len())
    }

    fn carries_on_before(&mut self, next: Next<'_>) -> bool {
        match next {
            Next::Word(word) => CARRY_ON_BEFORE.contains(&word) && !self.is_arm_or_row(next),
            Next::Quote | Next::CloseBracket | Next::Comparison => true,
            Next::OpenBrace => {
                self.report_brace_on_own_line();
                true
            }
            Next::CloseBrace | Next::Other => false,
        }
    }

    /// `else:` of a match and `else |` of a table begin something new.
    fn is_arm_or_row(&self, next: Next<'_>) -> bool {
        let Next::Word("else") = next else { return false };
        let rest = self.bytes.get(self.at + 4..).unwrap_or(&[]);
        let after = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        matches!(after, Some(b':' | b'|'))
    }

    /// Whether round or square brackets were forgotten: the next line stands no deeper than theirs and could begin anew.
    fn leaves_brackets(&self, next: Next<'_>) -> bool {
        let begins_anew = match next {
            Next::Word(word) => !CARRY_ON_BEFORE.contains(&word),
            _ => false,
        };
        begins_anew
            && self.prev != Prev::CarriesOn
            && self.brackets.last_indent().is_some_and(|indent| self.indent <= indent)
    }

    fn drop_unclosed_brackets(&mut self, next: Next<'_>) {
        if next == Next::Quote {
            return;
        }
        while let Some(open) = self.brackets.pop_round() {
            self.report_unclosed_bracket(&open);
        }
    }

    fn open(&mut self, byte: u8) {
        let brace = byte == b'{';
        self.begin(if brace { Next::OpenBrace } else { Next::Other });
        let tabbed = brace && self.opens_tabbed_table();
        self.brackets.push(byte, self.at, self.indent, self.bar, tabbed);
        if self.brackets.depth() > super::MAX_DEPTH
            && let Some(item) = self.items.last_mut()
        {
            item.too_deep.get_or_insert(self.at);
        }
        self.end_token(self.at + 1, if brace { Prev::Boundary } else { Prev::CarriesOn });
        if brace {
            self.bar = false;
            self.at_clause_start = true;
        }
    }

    fn close(&mut self, byte: u8) {
        let brace = byte == b'}';
        let first_on_line = self.newline.is_some();
        self.begin(if brace { Next::CloseBrace } else { Next::CloseBracket });
        if brace {
            self.bar = self.close_brace(self.at, first_on_line.then_some(self.indent));
        } else if !self.brackets.pop_matching(byte) {
            self.report_stray(self.at, NOTHING_OPEN);
            self.put(self.at, b' ');
        }
        self.end_token(self.at + 1, if brace { Prev::Close } else { Prev::Other });
        if brace {
            self.at_clause_start = true;
        }
    }

    fn symbol(&mut self, byte: u8) {
        let comparison = matches!(byte, b'<' | b'>')
            || (matches!(byte, b'=' | b'!') && self.peek(1) == Some(b'='));
        self.begin(if comparison { Next::Comparison } else { Next::Other });
        match byte {
            b';' if self.parts_in_brackets() => {
                let place = self.span(self.at, self.at + 1);
                self.diagnostics.push(
                    Diagnostic::new(codes::BAD_CLAUSE, "`;` stands in brackets", place)
                        .label("parts lines, and not what is given in brackets")
                        .fix("write `,`", place, ","),
                );
                self.put(self.at, b',');
                self.end_token(self.at + 1, Prev::CarriesOn);
            }
            b';' => {
                while let Some(open) = self.brackets.pop_round() {
                    self.report_unclosed_bracket(&open);
                }
                self.end_token(self.at + 1, Prev::Boundary);
                self.bar = false;
                self.at_clause_start = true;
            }
            b'|' => {
                self.put(self.at, b'|');
                self.end_token(self.at + 1, Prev::Other);
                self.bar = true;
            }
            b'.' if self.peek(1) == Some(b'.') => self.end_token(self.at + 2, Prev::Other),
            // `x++` at the end of a line.
            b'+' | b'-' if self.at > 0 && self.bytes.get(self.at - 1) == Some(&byte) => {
                self.end_token(self.at + 1, Prev::Other);
            }
            b',' | b'=' | b':' | b'+' | b'-' | b'*' | b'/' | b'<' | b'>' | b'!' => {
                self.end_token(self.at + 1, Prev::CarriesOn);
            }
            _ => {
                if byte < b' ' || byte == 0x7F {
                    self.put(self.at, b'?');
                }
                self.end_token(self.at + 1, Prev::Other);
            }
        }
    }

    /// `(18"; 15")`: whether brackets are open here that close again in this line.
    fn parts_in_brackets(&self) -> bool {
        let rest = self.bytes.get(self.at + 1..).unwrap_or(&[]);
        let next = rest.iter().find(|byte| matches!(byte, b'(' | b')' | b'{' | b'}' | b'\n'));
        self.brackets.in_round() && next == Some(&b')')
    }

    /// Whether so much was reported that more would not be shown.
    pub(super) fn has_enough(&self) -> bool {
        self.diagnostics.len() > 2 * super::MAX_MISTAKES
    }

    pub(super) fn indent(&self) -> usize {
        self.indent
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn line_start(&self) -> usize {
        self.line_start
    }

    fn report_brace_on_own_line(&mut self) {
        let brace = self.span(self.at, self.at + 1);
        let gap = self.span(self.prev_end, self.at);
        let above =
            self.slice(0, self.prev_end).rsplit(['\n', ';']).next().unwrap_or("").trim_start();
        if ["require ", "cost "].iter().any(|head| above.starts_with(head)) {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::BRACE_ON_OWN_LINE,
                    "nothing says what these braces are",
                    brace,
                )
                .label("stands on a line of its own")
                .fix(
                    "what an action does reads `do { .. }`",
                    brace.before(),
                    "do ",
                ),
            );
            return;
        }
        self.diagnostics.push(
            Diagnostic::new(codes::BRACE_ON_OWN_LINE, "`{` stands on a line of its own", brace)
                .label("it belongs to the line above")
                .fix("put it at the end of the line above", gap, " "),
        );
    }
}

/// Whether a character may stand in a word.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || matches!(c, '\u{c0}'..='\u{1fff}' | '\u{2c00}'..='\u{10ffff}')
            && !matches!(c, '\u{d7}' | '\u{f7}')
}
