//! Tokens of more than one letter: words, lines of text, wide letters, dashes, numbers and quotes, as the layout pass copies them.

use super::super::numbers::fraction;
use super::super::reserved::{CARRY_ON_AFTER, is_capital_head, is_reserved};
use super::{Next, Prev, Scanner, is_word_char};
use crate::diagnostic::{Diagnostic, Edit, codes};
use crate::parser::typographic::meant;

/// What is said of a sign that no keyboard has.
const SET_BY_A_PROGRAM: &str = "set in the place of a sign of the keyboard";

impl<'t> Scanner<'t> {
    pub(super) fn word_length(&self, at: usize) -> usize {
        let rest = self.slice(at, self.text.len());
        let plain = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_');
        match plain {
            None => rest.len(),
            Some(end) if rest.as_bytes().get(end).is_some_and(u8::is_ascii) => end,
            Some(_) => rest.find(|c: char| !is_word_char(c)).unwrap_or(rest.len()),
        }
    }

    pub(super) fn word(&mut self) {
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
    pub(super) fn is_head(&self, word: &str, end: usize) -> bool {
        if !is_capital_head(word) {
            return false;
        }
        let rest = self.slice(end, self.text.len()).trim_start_matches([' ', '\t']);
        if goes_on_with_value(word) && begins_value(rest) {
            return true;
        }
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

    /// Whether the tab at hand parts two cells of a table that came out of a spreadsheet.
    pub(super) fn tab_is_bar(&self) -> bool {
        let rest = self.slice(self.at, self.line_end_after(self.at)).trim_start();
        self.brackets.in_tabbed_table()
            && self.newline.is_none()
            && self.prev != Prev::Boundary
            && !matches!(rest.as_bytes().first(), None | Some(b'}' | b';' | b'|'))
            && !rest.starts_with("//")
    }

    /// Whether the block that opens here is a table whose first line has tabs between its cells, and no bars.
    pub(super) fn opens_tabbed_table(&self) -> bool {
        let rest = self.slice(self.at + 1, self.text.len()).trim_start();
        let line = rest.split('\n').next().unwrap_or("").trim_end();
        if !line.contains('\t') || line.contains('|') {
            return false;
        }
        let head = self.slice(self.line_start, self.at).trim_start();
        let begins = |text: &str, word: &str| {
            text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']))
        };
        begins(line, "name") || ["table", "modifiers"].iter().any(|word| begins(head, word))
    }

    /// `foe's` becomes `FOE'S`.
    fn possessive(&mut self, start: usize, end: usize) {
        let rest = self.slice(end, self.text.len());
        if !rest.starts_with("'s") || self.word_length(end + 1) > 1 {
            return;
        }
        let after = end + 2;
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
        let colon = rest.get(gap) == Some(&b':');
        if !colon && !self.text_without_colon(word_end, gap) {
            return false;
        }
        let start = if colon { word_end + gap + 1 } else { word_end + 1 };
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

    /// Reports `text They hold the line.` and `text "They hold the line."`, which are read as if the colon were there.
    fn text_without_colon(&mut self, word_end: usize, gap: usize) -> bool {
        let line = self.slice(word_end + gap, self.line_end_after(word_end)).trim_end();
        if gap == 0 || !line.starts_with(|c: char| is_word_char(c) || matches!(c, '"' | '{')) {
            return false;
        }
        // `text "old" -> "new"` of an erratum is told where its line is read.
        if line.starts_with('"') && line.contains("\" -> ") {
            return false;
        }
        let quoted = line.strip_prefix('"').and_then(|words| words.strip_suffix('"'));
        let (end, text) = match quoted {
            Some(words) if !words.contains('"') => {
                (word_end + gap + line.len(), format!("text: {words}"))
            }
            _ => (word_end, "text:".to_owned()),
        };
        let word = self.span(self.at, word_end);
        let found = Diagnostic::new(codes::BAD_CLAUSE, "`text` wants a colon", word)
            .label("nothing says where the words begin")
            .fix(
                "write `text: words to the end of the line`, without quotes",
                self.span(self.at, end),
                text,
            );
        self.diagnostics.push(found);
        self.put(word_end, b':');
        true
    }

    pub(super) fn wide_char(&mut self) {
        let rest = self.slice(self.at, self.text.len());
        let Some(c) = rest.chars().next() else { return self.blank(1) };
        let length = c.len_utf8();
        match c {
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' => self.blank(length),
            _ if c.is_whitespace() => self.blank(length),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => self.dash(length),
            '\u{d7}' => {
                self.begin(Next::Other);
                self.fill(self.at, self.at + length, b' ');
                self.put(self.at + length - 1, b'x');
                self.end_token(self.at + length, Prev::Other);
            }
            _ if fraction(c).is_some() => self.number(),
            _ if self.sets_a_sign(c) => {}
            _ if is_word_char(c) => self.word(),
            _ => {
                self.begin(Next::Other);
                self.fill(self.at, self.at + length, b'?');
                self.end_token(self.at + length, Prev::Other);
            }
        }
    }

    /// Reads `≥` as `>=`, and reports it; all such signs of a line are mended together.
    fn sets_a_sign(&mut self, sign: char) -> bool {
        let Some(meant) = meant(sign).filter(|_| !self.at_clause_start) else { return false };
        let comparison = meant.ends_with('=');
        self.begin(if comparison { Next::Comparison } else { Next::Other });
        let (start, end) = (self.at, self.at + sign.len_utf8());
        self.fill(start, end, b' ');
        (start..end).zip(meant.bytes()).for_each(|(at, byte)| self.put(at, byte));
        self.end_token(end, if meant == ".." { Prev::Other } else { Prev::CarriesOn });
        let span = self.span(start, end);
        let edit = Edit { span, replacement: meant.to_owned() };
        let line = self.span(self.line_start, end);
        let full = self.has_enough();
        let last = self.diagnostics.last_mut().filter(|it| line.contains(it.primary.span));
        let last = last.filter(|it| it.primary.text == SET_BY_A_PROGRAM);
        match last.and_then(|it| it.help.first_mut()) {
            Some(help) => help.edits.push(edit),
            None if full => {}
            None => {
                let message = format!("`{sign}` is no sign of the language");
                let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
                let found = found.label(SET_BY_A_PROGRAM);
                self.diagnostics.push(found.fix_all(format!("write `{meant}`"), vec![edit]));
            }
        }
        true
    }

    /// A dash of a word processor: between digits a range, else a minus.
    pub(super) fn dash(&mut self, length: usize) {
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

    pub(super) fn quote(&mut self) {
        self.begin(Next::Quote);
        let start = self.at;
        let found = crate::parser::quotes::find_end(self.text, start);
        if found.close > start {
            self.fill(found.close, found.end, b' ');
            self.put(found.close, b'"');
        } else {
            self.put(start, b' ');
        }
        for hidden in &found.hidden {
            self.put(*hidden, b'_');
        }
        if let Some(mistake) = found.mistake
            && !self.has_enough()
        {
            let report = crate::parser::quotes::report(self, start, &found, mistake);
            self.diagnostics.push(report);
        }
        self.end_token(found.end.max(start + 1), Prev::Other);
    }
}

impl Scanner<'_> {
    /// Reads `'Tall Tower'`, reports its marks, and gives them as quotes to the grammar.
    pub(super) fn quotes_singly(&mut self) -> bool {
        let start = self.at;
        let before = self.slice(0, start).chars().next_back();
        let inner = self.slice(start + 1, self.line_end_after(start));
        let Some(length) = inner.find('\'') else { return false };
        let after = inner.get(length + 1..).and_then(|rest| rest.chars().next());
        let touches = |c: Option<char>| c.is_some_and(|c| is_word_char(c) || c == '\'' || c == '"');
        if length == 0
            || touches(before)
            || touches(after)
            || inner.get(..length).is_none_or(|it| it.contains('"'))
        {
            return false;
        }
        self.begin(Next::Quote);
        let end = start + 1 + length;
        self.put(start, b'"');
        self.put(end, b'"');
        let marks = [(start, start + 1), (end, end + 1)];
        let edits = marks
            .map(|(from, to)| Edit { span: self.span(from, to), replacement: "\"".to_owned() });
        let found = Diagnostic::new(
            codes::BAD_CLAUSE,
            "names and texts stand between double quotes",
            self.span(start, end + 1),
        );
        self.diagnostics
            .push(found.label("single quotes").fix_all("write `\"` on both sides", edits.to_vec()));
        self.end_token(end + 1, Prev::Other);
        true
    }
}

/// Whether what a head goes on with is a value, which may begin with a sign or bracket.
fn goes_on_with_value(word: &str) -> bool {
    matches!(word, "limit" | "lend" | "deny")
}

/// Whether a text begins as a value does that begins with no word: `(a or b)`, `-1 > n`. A sign with a space behind it is
/// that of a list.
fn begins_value(rest: &str) -> bool {
    rest.starts_with('(') || rest.strip_prefix(['-', '+']).is_some_and(|it| !it.starts_with(' '))
}
