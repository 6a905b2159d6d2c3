//! The layout pass: takes the text of a file and gives a copy of the same length that the grammar reads,
//! with the comments, the bounds of the outermost items, and what it found wrong with quotes and brackets.
//!
//! In the copy comments are blank; a newline is there only where it ends something; reserved words are in
//! capitals and all others in small letters (the text itself is read from the original); the inch mark is
//! an apostrophe; what a word processor made of quotes and dashes is mended. Every byte keeps its place, so
//! spans need no translation.

use super::braces::{Brackets, LayoutMode};
use super::reserved::{CAPITAL_HEADS, CARRY_ON_AFTER, CARRY_ON_BEFORE, HEADS, is_reserved};
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
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C => self.blank(1),
                b'/' if self.peek(1) == Some(b'/') => self.comment(),
                b'"' => self.quote(1, false),
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
            self.put(newline, b'\n');
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
        self.brackets.push(byte, self.at, self.indent, self.bar);
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
            self.report_stray(self.at);
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
            b';' => {
                while let Some(open) = self.brackets.pop_round() {
                    self.report_unclosed_bracket(&open);
                }
                self.end_token(self.at + 1, Prev::Boundary);
                self.bar = false;
                self.at_clause_start = true;
            }
            b'|' => {
                self.end_token(self.at + 1, Prev::Other);
                self.bar = true;
            }
            b'.' if self.peek(1) == Some(b'.') => self.end_token(self.at + 2, Prev::Other),
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

    fn word_length(&self, at: usize) -> usize {
        let rest = self.slice(at, self.text.len());
        let plain = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_');
        match plain {
            None => rest.len(),
            Some(end) if rest.as_bytes().get(end).is_some_and(u8::is_ascii) => end,
            Some(_) => rest.find(|c: char| !is_word_char(c)).unwrap_or(rest.len()),
        }
    }

    fn word(&mut self) {
        let (start, end) = (self.at, self.at + self.word_length(self.at));
        let word = self.slice(start, end);
        self.begin(Next::Word(word));
        let clause_start = self.at_clause_start;
        if clause_start && word == "text" && self.text_line(end) {
            return;
        }
        let after_dot = start > 0
            && self.bytes.get(start - 1) == Some(&b'.')
            && (start < 2 || self.bytes.get(start - 2) != Some(&b'.'));
        let reserved = !after_dot && is_reserved(word) && !(word == "in" && self.ends_after(end));
        let reserved = reserved && !(self.brackets.in_round() && self.names_argument(end));
        let capital = reserved || clause_start && self.is_head(word, end);
        if let Some(letters) = self.code.get_mut(start..end) {
            if capital { letters.make_ascii_uppercase() } else { letters.make_ascii_lowercase() }
        }
        self.brackets.note_word(clause_start, start, end);
        let carries_on = reserved && CARRY_ON_AFTER.contains(&word);
        self.end_token(end, if carries_on { Prev::CarriesOn } else { Prev::Other });
        // What `add` adds is a declaration.
        self.at_clause_start = clause_start && word == "add";
        self.possessive(start, end);
    }

    /// Whether a word that begins a clause is the head of a declaration or clause there, and no plain name.
    fn is_head(&self, word: &str, end: usize) -> bool {
        if CAPITAL_HEADS.binary_search(&word).is_err() {
            return false;
        }
        let rest = self.slice(end, self.text.len()).trim_start_matches([' ', '\t']);
        match rest.as_bytes().first() {
            Some(b':' | b'=' | b'.' | b'(' | b')' | b'|' | b',' | b'+' | b'-' | b'*' | b'/') => {
                false
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                let next = rest.split(|c: char| !is_word_char(c)).next().unwrap_or("");
                !matches!(next, "and" | "or" | "is" | "in" | "has" | "otherwise" | "then")
            }
            _ => true,
        }
    }

    /// `foe's` becomes `FOE'S`; a curly apostrophe is mended.
    fn possessive(&mut self, start: usize, end: usize) {
        let rest = self.slice(end, self.text.len());
        let Some(mark) = ["'s", "\u{2019}s"].into_iter().find(|mark| rest.starts_with(mark)) else {
            return;
        };
        let after = end + mark.len();
        if self.word_length(end + mark.len() - 1) > 1 {
            return;
        }
        self.fill(end, after, b' ');
        let foe = self.slice(start, end) == "foe";
        if foe && let Some(letters) = self.code.get_mut(start..end) {
            letters.make_ascii_uppercase();
        }
        self.put(end, b'\'');
        self.put(end + 1, if foe { b'S' } else { b's' });
        self.end_token(after, Prev::Other);
    }

    /// Whether `:` follows, as after the name of an argument.
    fn names_argument(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        rest.iter().find(|&&byte| byte != b' ') == Some(&b':')
    }

    /// Whether nothing more stands before the end of the line, clause or block.
    fn ends_after(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let after = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        matches!(after, None | Some(b';' | b'\n' | b'}' | b'/'))
    }

    /// `text: words to the end of the line`.
    fn text_line(&mut self, word_end: usize) -> bool {
        let rest = self.bytes.get(word_end..).unwrap_or(&[]);
        let gap = rest.iter().take_while(|&&byte| byte == b' ').count();
        if rest.get(gap) != Some(&b':') {
            return false;
        }
        let start = word_end + gap + 1;
        let end = self.line_end_after(start);
        let stop = self.text_stop(start, end);
        let shown = self.slice(start, stop).trim_end().len();
        // The words are read from the text itself; their brackets must not count.
        self.fill(start, start + shown, b'_');
        self.brackets.note_word(true, self.at, word_end);
        if let Some(letters) = self.code.get_mut(self.at..word_end) {
            letters.make_ascii_uppercase();
        }
        self.end_token(start + shown, Prev::Other);
        // What follows on the line is read as if it stood on the next.
        if stop < end {
            let semicolon = self.bytes.get(stop) == Some(&b';');
            let before = self.slice(start, stop).chars().next_back().map_or(0, char::len_utf8);
            let (from, to) = if semicolon { (stop, stop + 1) } else { (stop - before, stop) };
            self.fill(from, to, b' ');
            self.put(to - 1, b'\n');
            self.at = to;
            self.prev = Prev::Boundary;
            self.at_clause_start = true;
        } else {
            // The newline stays, whatever follows.
            self.prev = Prev::Text;
            self.newline = Some(end);
            self.at = (end + 1).min(self.text.len());
            self.line_start = self.at;
        }
        true
    }

    fn wide_char(&mut self) {
        let rest = self.slice(self.at, self.text.len());
        let Some(c) = rest.chars().next() else { return self.blank(1) };
        let length = c.len_utf8();
        match c {
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' => self.blank(length),
            _ if c.is_whitespace() => self.blank(length),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => self.quote(length, true),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => self.dash(length),
            '\u{d7}' => {
                self.begin(Next::Other);
                self.fill(self.at, self.at + length, b' ');
                self.put(self.at + length - 1, b'x');
                self.end_token(self.at + length, Prev::Other);
            }
            _ if fraction(c).is_some() => self.number(),
            _ if is_word_char(c) => self.word(),
            _ => {
                self.begin(Next::Other);
                self.fill(self.at, self.at + length, b'?');
                self.end_token(self.at + length, Prev::Other);
            }
        }
    }

    /// A dash of a word processor: between digits a range, else a minus.
    fn dash(&mut self, length: usize) {
        self.begin(Next::Other);
        let digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
        let before = self.at > 0 && digit(self.bytes.get(self.at - 1));
        let range = before && digit(self.bytes.get(self.at + length));
        self.fill(self.at, self.at + length, b' ');
        if range {
            self.fill(self.at, self.at + 2, b'.');
        } else {
            self.put(self.at, b'-');
        }
        self.end_token(self.at + length, Prev::CarriesOn);
    }

    fn number(&mut self) {
        self.begin(Next::Other);
        let mut end = self.at;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        if self.bytes.get(end) == Some(&b'.')
            && self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
        {
            end += 1;
        }
        while let Some(c) = self.slice(end, self.text.len()).chars().next()
            && (fraction(c).is_some() || is_word_char(c))
        {
            end += c.len_utf8();
        }
        if let Some(letters) = self.code.get_mut(self.at..end) {
            letters.make_ascii_lowercase();
        }
        let last_is_digit = self
            .slice(self.at, end)
            .ends_with(|c: char| c.is_ascii_digit() || fraction(c).is_some());
        self.end_token(end, Prev::Other);
        let rest = self.slice(end, self.text.len());
        let gap = rest.bytes().take_while(|&byte| byte == b' ').count();
        if gap > 0 && last_is_digit && begins_with_measure(rest.get(gap..).unwrap_or("")) {
            self.fill(end, end + gap, b'~');
            self.at = end + gap;
            return;
        }
        let mark = ["\"", "\u{2033}", "\u{201d}", "''"].into_iter().find(|m| rest.starts_with(m));
        if let Some(mark) = mark
            && last_is_digit
            && !self.label_touches(end, mark.len())
        {
            self.fill(end, end + mark.len(), b' ');
            self.put(end, b'\'');
            self.end_token(end + mark.len(), Prev::Other);
        }
    }

    pub(super) fn quote(&mut self, open: usize, curly: bool) {
        self.begin(Next::Quote);
        let start = self.at;
        let found = super::quotes::find_end(self.text, start, open, curly);
        self.fill(start, start + open, b' ');
        if found.close >= start + open {
            self.put(start + open - 1, b'"');
            self.fill(found.close, found.end, b' ');
            self.put(found.close, b'"');
        }
        for hidden in &found.hidden {
            self.put(*hidden, b'_');
        }
        if let Some(mistake) = found.mistake
            && !self.has_enough()
        {
            let report = super::quotes::report(self, start, open, &found, mistake);
            self.diagnostics.push(report);
        }
        self.end_token(found.end.max(start + open), Prev::Other);
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
        self.diagnostics.push(
            Diagnostic::new(codes::BRACE_ON_OWN_LINE, "`{` stands on a line of its own", brace)
                .label("it belongs to the line above")
                .fix("put it at the end of the line above", gap, " "),
        );
    }
}

/// Whether a measure stands first, as in `cm` after `12 `.
fn begins_with_measure(rest: &str) -> bool {
    let word = rest.split(|c: char| !is_word_char(c)).next().unwrap_or("");
    matches!(word, "cm" | "mm" | "deg" | "hexes" | "hex")
}

/// Whether a character may stand in a word.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || matches!(c, '\u{c0}'..='\u{1fff}' | '\u{2c00}'..='\u{10ffff}') && c != '\u{d7}'
}

/// Numerator and denominator of a fraction character.
pub(super) fn fraction(c: char) -> Option<(u32, u32)> {
    Some(match c {
        '\u{bc}' => (1, 4),
        '\u{bd}' => (1, 2),
        '\u{be}' => (3, 4),
        '\u{2153}' => (1, 3),
        '\u{2154}' => (2, 3),
        '\u{2155}' => (1, 5),
        '\u{2156}' => (2, 5),
        '\u{2157}' => (3, 5),
        '\u{2158}' => (4, 5),
        '\u{2159}' => (1, 6),
        '\u{215a}' => (5, 6),
        '\u{215b}' => (1, 8),
        '\u{215c}' => (3, 8),
        '\u{215d}' => (5, 8),
        '\u{215e}' => (7, 8),
        _ => return None,
    })
}
