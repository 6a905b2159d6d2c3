//! Names, templates, labels and references.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::forms::{Sort, of_head};
use crate::parser::reserved::is_reserved;
use crate::source::Span;
use crate::tree::{Expr, ExprKind, FieldOf, Label, Name, Path, See, Template, TemplatePart};

/// Sorts of lines that begin with a word and a name.
const NAMED: &[Sort] = &[Sort::Declaration, Sort::Member, Sort::Content, Sort::Test, Sort::Erratum];

impl Walk<'_> {
    /// A word or a quoted title.
    pub(super) fn name(&mut self, pair: &Pair<'_>) -> Name {
        let (start, end) = (self.start(pair), self.end(pair));
        if pair.as_rule() == Rule::string {
            let inner = self.slice(start + 1, end.saturating_sub(1));
            self.says_something(inner, self.bytes(start, end));
            let text = match inner.contains(['\\', '\t']) {
                true => self.word(&unescape(inner)),
                false => self.word(inner),
            };
            return Name { text, span: self.bytes(start, end), quoted: true };
        }
        let text = self.word(self.slice(start, end));
        Name { text, span: self.bytes(start, end), quoted: false }
    }

    /// A name that is declared here: not a reserved word.
    pub(super) fn new_name(&mut self, pair: &Pair<'_>) -> Name {
        let name = self.name(pair);
        if !name.quoted {
            self.check_reserved(&name.text, name.span);
        }
        name
    }

    /// The name of a declaration, taken if it comes next; its absence is reported.
    pub(super) fn decl_name(
        &mut self,
        cursor: &mut Cursor<'_>,
        head: Span,
        what: &str,
    ) -> Option<Name> {
        match cursor.peek() {
            Some(Rule::word | Rule::string) => cursor.next().map(|pair| self.new_name(&pair)),
            _ => {
                let found =
                    Diagnostic::new(codes::BAD_DECLARATION, format!("{what} needs a name"), head)
                        .label("a name was expected after this word");
                let line = self.covered(head);
                let word = line.split([' ', '{']).next().unwrap_or("").len();
                let rest = line.get(word..).unwrap_or("").trim_start();
                let from = self.offsets(head).start + (line.len() - rest.len());
                let figure = rest.split([' ', '{', '\n']).next().unwrap_or("");
                let span = self.bytes(from, from + figure.len());
                let is_figure = figure.starts_with(|c: char| c.is_ascii_digit());
                self.report(match is_figure {
                    true => {
                        found.fix(format!("write `\"{figure}\"`"), span, format!("\"{figure}\""))
                    }
                    false => {
                        let forms = of_head(line.get(..word).unwrap_or(""), NAMED);
                        let forms: Vec<String> = forms.map(|form| format!("`{form}`")).collect();
                        match forms.as_slice() {
                            [form] => found.help(format!("it reads {form}")),
                            _ => found,
                        }
                    }
                });
                None
            }
        }
    }

    /// A name that may come next.
    pub(super) fn next_name(&mut self, cursor: &mut Cursor<'_>) -> Option<Name> {
        match cursor.peek() {
            Some(Rule::word | Rule::string | Rule::ident) => {
                cursor.next().map(|pair| self.name(&pair))
            }
            _ => None,
        }
    }

    /// The one name inside a pair, as in `like NAME`.
    pub(super) fn inner_name(&mut self, pair: Pair<'_>) -> Name {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        self.next_name(&mut cursor).unwrap_or(Name { text: "".into(), span, quoted: false })
    }

    /// All names inside a pair; what is left over behind them is reported.
    pub(super) fn inner_names(&mut self, pair: Pair<'_>) -> Vec<Name> {
        let mut names = Vec::new();
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::word | Rule::string | Rule::ident => names.push(self.name(&child)),
                Rule::junk => self.junk(&child, "names of a list are separated by commas"),
                _ => {}
            }
        }
        names.shrink_to_fit();
        names
    }

    /// `see "1.2", "3.4"`
    pub(super) fn see(&mut self, see: &mut See, pair: Pair<'_>) {
        see.extend(self.inner_names(pair));
    }

    /// `a.b.c`
    pub(super) fn path(&mut self, pair: Pair<'_>) -> Path {
        let span = self.span(&pair);
        Path { names: self.inner_names(pair), span }
    }

    /// `"words" [: "data"]`
    pub(super) fn label(&mut self, pair: Pair<'_>) -> Label {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let text = cursor.next().map(|text| {
            let (start, end) = (self.start(&text) + 1, self.end(&text).saturating_sub(1));
            self.says_something(self.slice(start, end), span);
            self.template(&text)
        });
        let data = cursor.next().map(|data| self.template(&data));
        Label { text: text.unwrap_or(Template { parts: Box::default(), span }), data, span }
    }

    /// A quoted text.
    pub(super) fn template(&mut self, pair: &Pair<'_>) -> Template {
        let (start, end) = (self.start(pair), self.end(pair));
        let parts = self.template_parts(start + 1, end.saturating_sub(1));
        Template { parts, span: self.bytes(start, end) }
    }

    /// Something stands between quotes: who reads a name, a label or a reason is told something.
    fn says_something(&mut self, inner: &str, span: Span) {
        if inner.trim().is_empty() {
            self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATION,
                    "nothing stands between these quotes",
                    span,
                )
                .label("whoever reads this is told nothing")
                .help("write the words between them, or leave it out with its quotes"),
            );
        }
    }

    /// `text: words`
    pub(super) fn text_line(&mut self, pair: Pair<'_>) -> Template {
        let Some(line) = pair.into_inner().next() else {
            return Template { parts: Box::default(), span: self.bytes(0, 0) };
        };
        let (start, end) = (self.start(&line), self.end(&line));
        let words = self.slice(start, end);
        let start = start + (words.len() - words.trim_start().len());
        let end = start.max(start + words.trim().len());
        let span = self.bytes(start, end);
        Template { parts: self.in_clause(&line, |walk| walk.template_parts(start, end)), span }
    }

    /// Text and holes between two bytes.
    fn template_parts(&mut self, start: usize, end: usize) -> Box<[TemplatePart]> {
        let text = self.slice(start, end);
        if text.is_empty() {
            return Box::default();
        }
        if text.contains(['%', '$']) {
            self.place_of_others(start, end);
        }
        if !text.contains(['{', '}', '\\', '\t']) {
            return [TemplatePart::Text(text.into())].into();
        }
        let mut parts = Vec::new();
        let mut words = String::new();
        let mut at = 0;
        while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let next = at + letter.len_utf8();
            let rest = text.get(next..).unwrap_or("");
            at = next;
            match letter {
                '\\' => {
                    let escaped =
                        rest.chars().next().filter(|c| matches!(c, '"' | '{' | '}' | '\\' | '$'));
                    words.push(escaped.unwrap_or('\\'));
                    at += escaped.map_or(0, char::len_utf8);
                }
                '{' => {
                    let Some(length) = hole_length(rest) else {
                        self.open_hole(start + next - 1);
                        words.push_str(rest);
                        break;
                    };
                    self.sign_of_others(&words, start + next - 1);
                    if !words.is_empty() {
                        parts.push(TemplatePart::Text(std::mem::take(&mut words).into()));
                    }
                    let hole = self.hole(start + next, start + next + length);
                    parts.push(TemplatePart::Hole(Box::new(hole)));
                    at += length + 1;
                }
                '\t' => words.push(' '),
                _ => words.push(letter),
            }
        }
        if !words.is_empty() {
            parts.push(TemplatePart::Text(words.into()));
        }
        parts.into()
    }

    /// `%s`, `$name`, `\\(x)`: what other languages print in the place of would be printed as it stands.
    fn place_of_others(&mut self, start: usize, end: usize) {
        let text = self.slice(start, end);
        let signs = text.char_indices().filter(|(_, letter)| matches!(letter, '%' | '$'));
        let found = signs.into_iter().find_map(|(at, sign)| {
            let before = text.get(..at).and_then(|it| it.chars().next_back());
            let behind = text.get(at + 1..)?;
            let word = behind.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            let begins = word.starts_with(char::is_alphabetic);
            let fits = match sign {
                '%' => matches!(word, "s" | "d" | "i") && !before.is_some_and(char::is_numeric),
                _ => begins && before != Some('\\'),
            };
            fits.then_some((at, 1 + word.len()))
        });
        let Some((at, length)) = found else { return };
        let shown = text.get(at..at + length).unwrap_or("").to_owned();
        let span = self.bytes(start + at, start + at + length);
        let message = format!("`{shown}` would be printed as it stands");
        let found =
            Diagnostic::new(codes::BAD_TEMPLATE, message, span).label("a part of the words");
        let name = shown.trim_start_matches(['$', '%']).to_owned();
        self.report(match shown.starts_with('$') {
            true => found.fix("data stands in braces", span, format!("{{{name}}}")),
            false => found.help("data stands in braces: `{n}`, `{u.name}`"),
        });
    }

    /// `${n}`: the sign before the braces, which other languages have, would be printed.
    fn sign_of_others(&mut self, before: &str, brace: usize) {
        if !before.ends_with('$') || self.slice(0, brace).ends_with("\\$") {
            return;
        }
        let sign = self.bytes(brace - 1, brace);
        let found = Diagnostic::new(codes::BAD_TEMPLATE, "this `$` would be printed", sign);
        let found = found.label("a part of the words").fix("data stands in braces alone", sign, "");
        self.report(found.help("where the sign itself is meant, write `\\$`"));
    }

    fn open_hole(&mut self, at: usize) {
        let span = self.bytes(at, at + 1);
        let rest = self.text.get(at + 1..).unwrap_or("");
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let name: String = rest.chars().take_while(|&c| part(c)).collect();
        let name = name.trim_end_matches('.');
        let found = Diagnostic::new(codes::BAD_TEMPLATE, "this `{` in a text is not closed", span)
            .label("data quoted in a text stands between `{` and `}` on one line");
        let named = name.starts_with(|c: char| c.is_alphabetic());
        // `{u is "Reeds"}`: the first quote before the brace has ended the text.
        let inner = rest.lines().next().and_then(|line| line.split_once('}'));
        let quoted = inner.is_some_and(|(inner, _)| inner.matches('"').count() > 1);
        self.report(if named && quoted {
            found.help("a quote between the braces ends the text: give the value a name before the text, `var it = ..`, and quote that, `{it}`")
        } else if named {
            let end = at + 1 + name.len();
            let whole = format!("{{{name}}}");
            found.fix(format!("close it: `{whole}`"), self.bytes(at, end), whole)
        } else {
            found.fix("write `\\{` for the brace itself", span, "\\{")
        });
    }

    /// The expression between the braces of a text.
    pub(super) fn hole(&mut self, start: usize, end: usize) -> Expr {
        let text = self.slice(start, end);
        let span = self.bytes(start, end);
        if text.trim().is_empty() {
            self.report(
                Diagnostic::new(codes::BAD_TEMPLATE, "nothing stands between these braces", span)
                    .label("a name or a value was expected"),
            );
            return Expr::error(span);
        }
        if let Some(path) = self.plain_hole(text, start) {
            return path;
        }
        let inner = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        if let Some(inner) = inner.filter(|it| !it.contains(',')) {
            let whole = self.bytes(start - 1, end + 1);
            let found =
                Diagnostic::new(codes::BAD_TEMPLATE, "data stands in one pair of braces", whole);
            let written = format!("{{{inner}}}");
            self.report(found.label("two pairs").fix(format!("write `{written}`"), whole, written));
            return Expr::error(span);
        }
        if text.bytes().all(|c| c.is_ascii_digit()) {
            // It says what it prints, so the rule is played.
            let found = Diagnostic::warning(codes::BAD_TEMPLATE, span)
                .says(format!("`{{{text}}}` prints the figure {text}"))
                .label("no data");
            self.report(found.help("what stands there is said by its name: `{n}`, `{u.name}`; a figure needs no braces"));
            return self.read_hole(start, end);
        }
        if let Some(word) = self.agreement(start, end) {
            return word;
        }
        self.read_hole(start, end)
    }

    /// The value that a hole holds.
    pub(in crate::parser) fn hole_value(
        &mut self,
        mut pairs: pest::iterators::Pairs<'_, Rule>,
        start: usize,
        end: usize,
    ) -> Expr {
        let span = self.bytes(start, end);
        let Some(whole) = pairs.next() else { return Expr::error(span) };
        let mut cursor = self.cursor(whole);
        let value = self.full(&mut cursor, span);
        if let Some(bad) = cursor.next_if(Rule::bad_hole) {
            let left = self.span(&bad);
            let message = "data quoted in a text is one value";
            let found = Diagnostic::new(codes::BAD_TEMPLATE, message, left).label("left over");
            let words: Vec<&str> = self.slice(start, end).split_whitespace().collect();
            let plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
            self.report(if words.len() > 1 && words.iter().all(plain) {
                let joined = words.join("_");
                found.fix(format!("a name is one word: `{joined}`"), span, joined)
            } else {
                found.help("a name in braces is one word, and between two values stands a sign")
            });
            return Expr::error(left);
        }
        value
    }

    /// `{u}`, `{u.name}`: the usual holes, without the whole apparatus.
    fn plain_hole(&mut self, text: &str, start: usize) -> Option<Expr> {
        let plain = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let mut built: Option<Expr> = None;
        let mut at = start;
        for word in text.split('.') {
            if !plain(word) || (built.is_none() && is_reserved(word)) {
                return None;
            }
            let span = self.bytes(at, at + word.len());
            let name = Name { text: self.word(word), span, quoted: false };
            at += word.len() + 1;
            built = Some(match built {
                None => Expr { kind: ExprKind::Name(name), span },
                Some(of) => {
                    let span = of.span.to(span);
                    Expr { kind: ExprKind::Field(Box::new(FieldOf { of, name })), span }
                }
            });
        }
        built
    }
}

/// The length up to the brace that closes a hole.
fn hole_length(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Resolves `\"` and `\\` in a name, in which a tab is a space.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some(escaped @ ('"' | '\\' | '{' | '}')) => plain.push(escaped),
                Some(other) => plain.extend(['\\', other]),
                None => plain.push('\\'),
            },
            '\t' => plain.push(' '),
            _ => plain.push(letter),
        }
    }
    plain
}
