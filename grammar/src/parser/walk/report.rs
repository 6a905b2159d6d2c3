//! What the walk reports: left-over words, missing parts, reserved words; one thing a clause.

use super::content::{FIELD, PROSE, out_of_place};
use super::{Pair, Walk};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::parser::reserved::{HEADS, is_reserved};
use crate::slips::{BENDING, home, is_home};
use crate::source::Span;

impl Walk<'_> {
    /// Adds a diagnostic unless the clause, or the layout of its line, was already spoken of.
    pub(in crate::parser) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported {
            return;
        }
        self.reported = true;
        let at = self.offsets(diagnostic.primary.span).start;
        let rest = self.text.get(at..).unwrap_or("");
        let end = rest.find(['\n', ';', '{']).map_or(self.text.len(), |length| at + length);
        let first = self.known.partition_point(|&known| known < self.clause_start);
        if self.known.get(first).is_some_and(|&known| known <= end) {
            return;
        }
        self.diagnostics.push(diagnostic);
    }

    /// Adds a diagnostic of what was recognized for something of another language.
    pub(super) fn report_recognized(&mut self, diagnostic: Diagnostic) {
        let at = self.diagnostics.len();
        self.report(diagnostic);
        if self.diagnostics.len() > at {
            self.recognized.push(at);
        }
    }

    /// Whether one of the things reported since then has an edit.
    pub(super) fn edits_since(&self, before: usize) -> bool {
        let since = self.diagnostics.iter().skip(before);
        since.flat_map(|it| &it.help).any(|help| !help.edits.is_empty())
    }

    /// Reports that a part is missing right after what was read, which ends at `at`.
    pub(super) fn missing(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.report(Diagnostic::new(codes::BAD_CLAUSE, message, span).label(label));
    }

    /// Reports what is left over of a clause; `place` says what it would go on with.
    pub(super) fn junk(&mut self, pair: &Pair<'_>, place: &str) {
        self.left_over(codes::BAD_CLAUSE, pair, place);
    }

    /// Reports what is left over in the head of a declaration.
    pub(super) fn head_junk(&mut self, pair: &Pair<'_>, place: &str) {
        self.left_over(codes::BAD_DECLARATION, pair, place);
    }

    fn left_over(&mut self, code: Code, pair: &Pair<'_>, place: &str) {
        if self.reported {
            return;
        }
        let span = self.span(pair);
        let words = self.written(pair);
        if let Some(diagnostic) = self.slip_in_tail(pair) {
            return self.report_recognized(diagnostic);
        }
        let in_value = code != codes::BAD_DECLARATION;
        if in_value && words.starts_with('=') && !words.starts_with("==") {
            return self.equals_in_condition(self.bytes(self.start(pair), self.start(pair) + 1));
        }
        if let Some(diagnostic) = self.name_taken_for_inches(pair) {
            return self.report(diagnostic);
        }
        if words.starts_with('|') {
            let bar = self.bytes(self.start(pair), self.start(pair) + 1);
            let diagnostic =
                Diagnostic::new(codes::OUTER_BARS, "a bar stands where no table is", bar)
                    .label("only tables have bars")
                    .help("alternatives are joined by `or`");
            return self.report(diagnostic);
        }
        let shown = shorten(words);
        let mut diagnostic =
            Diagnostic::new(code, format!("`{shown}` is not understood here"), span)
                .label("the text before this was read; this was not");
        if let Some(diagnostic) = self.meant_otherwise(pair, diagnostic.clone()) {
            return self.report_recognized(diagnostic);
        }
        if !place.is_empty() {
            diagnostic = diagnostic.help(place);
        }
        self.report(diagnostic);
    }

    /// Left-over words of which it is plain what was meant: words in another order, a name of several words without quotes.
    fn meant_otherwise(&self, pair: &Pair<'_>, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let start = self.start(pair);
        let words = self.written(pair);
        let from = self.clause_start.min(start);
        let before = self.slice(from, start);
        if let Some(rest) = words.strip_prefix("where ")
            && BENDING.iter().any(|head| before.starts_with(head))
        {
            return Some(self.where_in_clause(pair, before, rest));
        }
        if let Some(close) = words.find(')').filter(|_| words.starts_with('('))
            && HOOKS.iter().any(|head| is_head_of(before, head))
        {
            let brackets = self.bytes(start, start + close + 1);
            return Some(diagnostic.fix(
                "a procedure and its steps are named without brackets: what it was given has its own names in the clause",
                brackets,
                "",
            ));
        }
        let (first, title) = self.title_without_quotes(pair)?;
        Some(diagnostic.fix(
            "a name of several words stands in quotes",
            first.to(self.bytes(start, start + title.len())),
            format!("\"{} {title}\"", self.covered(first)),
        ))
    }

    /// `modify move as unit where tired by -1`: a condition that begins with the word for sets.
    fn where_in_clause(&self, pair: &Pair<'_>, before: &str, rest: &str) -> Diagnostic {
        let start = self.start(pair);
        let verb = |words: &str| VERBS.iter().filter_map(|verb| words.find(verb)).min();
        let written = match verb(rest).filter(|_| verb(before).is_none()) {
            Some(at) => {
                let (condition, change) = rest.split_at(at);
                let change = change.trim_start();
                let end = TAILS.iter().filter_map(|tail| change.find(tail)).min();
                let (change, tail) = change.split_at(end.unwrap_or(change.len()));
                format!("{change} when {condition}{tail}")
            }
            None => format!("when {rest}"),
        };
        Diagnostic::new(
            codes::BAD_CLAUSE,
            "a clause has its condition after `when`; `where` chooses things from a set",
            self.bytes(start, start + "where".len()),
        )
        .label("no set stands before it")
        .fix("the condition follows the change, after `when`", self.span(pair), written)
        .help("those who stand to the bearer in a relation are reached by `as ROLE RELATION self`")
    }

    /// `Tall Tower` without quotes: the word that was read, and those that go on the name.
    pub(super) fn title_without_quotes(&self, pair: &Pair<'_>) -> Option<(Span, String)> {
        let start = self.start(pair);
        let before = self.slice(self.clause_start.min(start), start).trim_end();
        let length: usize = before
            .chars()
            .rev()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .map(char::len_utf8)
            .sum();
        let end = self.clause_start.min(start) + before.len();
        let first = self.slice(end - length, end);
        let titled = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
        let more: Vec<&str> = self
            .written(pair)
            .split(' ')
            .take_while(|word| titled(word) && word.chars().all(char::is_alphanumeric))
            .collect();
        (titled(first) && !more.is_empty()).then(|| (self.bytes(end - length, end), more.join(" ")))
    }

    /// `Level 3"` without quotes: a name that ends in a figure.
    fn name_taken_for_inches(&self, pair: &Pair<'_>) -> Option<Diagnostic> {
        let start = self.start(pair);
        let words = self.written(pair);
        let digits = words.chars().take_while(char::is_ascii_digit).count();
        if digits == 0 || words.get(digits..digits + 1) != Some("\"") {
            return None;
        }
        let before = self.slice(self.clause_start.min(start), start).trim_end();
        let word: String = before.chars().rev().take_while(|c| c.is_alphanumeric()).collect();
        let word: String = word.chars().rev().collect();
        if word.chars().next().is_none_or(|c| !c.is_uppercase()) {
            return None;
        }
        let from = before.len() - word.len() + self.clause_start.min(start);
        let figure = words.get(..digits).and_then(|text| text.parse().ok())?;
        let name = self.bytes(from, from + word.len());
        Some(name_in_inches(&word, name, figure, self.bytes(start, start + digits + 1)))
    }

    /// A line below a `text:`, which was meant to go it on.
    pub(super) fn goes_on_a_text(&self, pair: &Pair<'_>) -> Option<Diagnostic> {
        let from = self.clause_start.min(self.start(pair));
        let above = self.slice(0, from).trim_end_matches([' ', '\t']).strip_suffix('\n')?;
        let line = above.rsplit('\n').next().unwrap_or("");
        let deeper = |text: &str| text.len() - text.trim_start().len();
        let own = self.slice(above.len() + 1, from).len();
        // What begins with a capital begins a sentence: no line of a body does.
        let sentence = self.slice(from, self.line_end(from)).starts_with(char::is_uppercase);
        let goes_on = own > deeper(line) || own == deeper(line) && sentence;
        if !line.trim_start().starts_with("text:") || !goes_on {
            return None;
        }
        let found = Diagnostic::new(
            codes::BAD_CLAUSE,
            "a `text:` ends with its line, and this is the next",
            self.span(pair),
        );
        let found =
            found.label("read as a line of its own").help("write all of it on the line of `text:`");
        // What stands below it as clauses do may have been meant for one.
        Some(if own == deeper(line) { found.help(PROSE) } else { found })
    }

    /// `=>` and `=<`, which stand for several things elsewhere.
    fn arrow(&self, before: &str, behind: &str, end: usize) -> Option<Diagnostic> {
        let next = behind.get(..1).filter(|it| matches!(*it, ">" | "<"))?;
        let rest = behind.get(1..)?.trim_start();
        let both = self.bytes(end.saturating_sub(1), end + 1);
        let found = |message: &str| Diagnostic::new(codes::EQUALS_IN_CONDITION, message, both);
        let outcomes = ["won by ", "draw ", "none"];
        if next == ">" && outcomes.into_iter().any(|word| rest.starts_with(word)) {
            let message = "`=>` does not part a condition from what it leads to";
            let help = "a row of a verdict has a bar between them: `C | won by p \"why\"`";
            return Some(found(message).label("in a row of a verdict").fix(help, both, "|"));
        }
        let word = before.rsplit([' ', ',', '(']).next().unwrap_or("");
        let again = rest.strip_prefix(word).filter(|_| word.starts_with(char::is_alphabetic));
        if next == ">" && again.is_some_and(|it| !it.starts_with(char::is_alphanumeric)) {
            let help = format!(
                "each of them in turn is called `it`: `S where it is VALUE`; a name of its own stands before `in`: `any {word} in S where {word} is VALUE`"
            );
            let message = "`=>` makes no name for what is asked";
            return Some(found(message).label("in a condition").help(help));
        }
        let sign = format!("{next}=");
        let found = found(&format!("`={next}` compares nothing")).label("in a condition");
        Some(found.fix(format!("write `{sign}`"), both, sign))
    }

    /// `let x = E` where nothing is done.
    fn given_out_of_place(&self, before: &str, end: usize) -> Option<Diagnostic> {
        const ACTING: [&str; 15] = [
            "after",
            "before",
            "do",
            "else",
            "for",
            "if",
            "instead",
            "match",
            "odds",
            "procedure",
            "repeat",
            "setup",
            "step",
            "test",
            "try",
        ];
        let begin = self.clause_start.min(end);
        let mut words = before.split_whitespace();
        let (Some(head), Some(_), None) = (words.next(), words.next(), words.next()) else {
            return None;
        };
        let help = home(head).filter(|_| ["let", "var"].contains(&head))?;
        let around = self.enclosing_head(begin)?;
        if ACTING.contains(&around) || is_home(head, around) {
            return None;
        }
        let word = self.bytes(begin, begin + head.len());
        Some(out_of_place(head, word, Some(around), help))
    }

    /// `when how = shot`.
    pub(super) fn equals_in_condition(&mut self, span: Span) {
        let end = self.offsets(span).end;
        let behind = self.slice(end, self.text.len());
        let before = self.slice(self.clause_start.min(end), end).trim_end_matches(['=', ' ']);
        if let Some(found) = self.arrow(before, behind, end) {
            return self.report(found);
        }
        if let Some(found) = self.given_out_of_place(before, end) {
            return self.report_recognized(found);
        }
        if before.starts_with("setup")
            && let Some(found) = self.slip_of_line("", self.clause_start, self.line_end(end))
        {
            return self.report_recognized(found);
        }
        let named = before.rsplit([' ', ',', '|']).next().unwrap_or("");
        let figure: String =
            behind.trim_start().chars().take_while(char::is_ascii_alphanumeric).collect();
        let in_a_row = before.contains('|') && !named.is_empty() && !figure.is_empty();
        if in_a_row && self.slice(end - 1, end) == "=" {
            let start = self.clause_start.min(end) + before.len() - named.len();
            let gap = behind.len() - behind.trim_start().len();
            let written = format!("{named}({figure})");
            let place = self.bytes(start, end + gap + figure.len());
            let found = Diagnostic::new(codes::EQUALS_IN_CONDITION, "`=` gives no argument", span);
            let help = format!("what an ability is given stands in brackets: `{written}`");
            return self.report(found.label("in a cell").fix(help, place, written));
        }
        let name = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let chance = name.trim_end().strip_suffix('(').is_some_and(|before| {
            let asked = before.strip_suffix('P');
            asked.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        if !chance && name.len() < before.len() && name.trim_end().ends_with(['(', ',']) {
            let found = Diagnostic::new(codes::EQUALS_IN_CONDITION, "`=` gives no argument", span);
            let help = "an argument with its name reads `name: VALUE`";
            return self.report(found.label("among what is given").fix(help, span, ": "));
        }
        self.report(
            Diagnostic::new(
                codes::EQUALS_IN_CONDITION,
                "`=` gives a value; to compare, write `==` or `is`",
                span,
            )
            .label("in a condition")
            .fix(
                "write `is` for names, `==` for numbers",
                span,
                self.comparison_for(span),
            ),
        );
    }

    /// `is` before a name, `==` before a number.
    fn comparison_for(&self, span: Span) -> &'static str {
        let after = self.text.get(self.offsets(span).end..).unwrap_or("").trim_start();
        if after.starts_with(|c: char| c.is_alphabetic()) { "is" } else { "==" }
    }

    /// Reports a reserved word that stands for a name.
    pub(super) fn check_reserved(&mut self, word: &str, span: Span) {
        if let Some(found) = reserved(word, span) {
            self.report(found);
        }
    }

    /// Reports a line that begins nothing that may stand here.
    pub(super) fn bad_line(&mut self, pair: &Pair<'_>, code: Code, what: &str) {
        let words = self.written(pair);
        let word: String = words.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let start = self.start(pair);
        if word == "else" && self.goes_on_unread(start) {
            self.reported = true;
            return;
        }
        let slip = || self.slip_of_line(what, start, self.end(pair));
        let slip = || slip().or_else(|| self.slip_of_line("", start, self.end(pair)));
        if let Some(diagnostic) = self.goes_on_a_text(pair).or_else(slip) {
            return self.report_recognized(diagnostic);
        }
        if word.is_empty() {
            let diagnostic = Diagnostic::new(
                code,
                format!("`{}` cannot begin {what}", shorten(words)),
                self.span(pair),
            )
            .label("this was not read");
            let figure = words.starts_with(|c: char| c.is_ascii_digit() || c == '"');
            if figure && what == "a field or a clause" {
                let prose = words.starts_with('"');
                return self.report_recognized(diagnostic.help(if prose { PROSE } else { FIELD }));
            }
            let comment = ["#", "--", "/*", "%"].into_iter().find(|sign| words.starts_with(sign));
            let diagnostic = match comment {
                Some(sign) => diagnostic.fix(
                    "a comment begins with `//`",
                    self.bytes(self.start(pair), self.start(pair) + sign.len()),
                    "//",
                ),
                None => diagnostic,
            };
            return self.report(diagnostic);
        }
        let span = self.bytes(start, start + word.len());
        let mut diagnostic = Diagnostic::new(code, format!("`{word}` does not begin {what}"), span)
            .label("this line was not read");
        if word.starts_with(|c: char| c.is_ascii_digit()) && what == "a field or a clause" {
            return self.report(diagnostic.help(FIELD));
        }
        if let Some(help) = home(&word) {
            return self.report_recognized(diagnostic.help(help));
        }
        if HEADS.contains(&&*word) {
            diagnostic.message = format!("this `{word}` is not complete");
            diagnostic = diagnostic.help("a name and braces follow: `WORD NAME { .. }`");
        }
        self.report(diagnostic);
    }
}

/// A word of the language where a name is wanted.
pub(super) fn reserved(word: &str, span: Span) -> Option<Diagnostic> {
    is_reserved(word).then(|| {
        Diagnostic::new(
            codes::RESERVED_WORD,
            format!("`{word}` is a reserved word and cannot be a name"),
            span,
        )
        .label("one of the language's own words")
        .fix("choose another name", span, format!("{word}_"))
    })
}

/// `Level 3"` without quotes.
pub(super) fn name_in_inches(word: &str, name: Span, figure: i64, mark: Span) -> Diagnostic {
    Diagnostic::new(
        codes::INCH_MARK,
        format!("`{figure}\"` is read as {figure} inches, and a name was expected"),
        mark,
    )
    .label(format!("the quote after {figure} looks like the inch mark"))
    .fix("put the name in quotes", name.to(mark), format!("\"{word} {figure}\""))
}

/// The words with which hooks begin.
const HOOKS: [&str; 3] = ["before", "after", "instead of"];

/// What a change begins with, in the middle of a line.
const VERBS: &[&str] = &[" by ", " set to ", " rung ", " times ", " at least ", " at most "];

/// What ends the change or the condition of a clause.
const TAILS: &[&str] = &[" \"", " over ", " drawback"];

/// The first words of a longer text.
pub(super) fn shorten(words: &str) -> String {
    let line = words.lines().next().unwrap_or("").trim();
    if line.chars().count() <= 40 {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(37).collect();
    short.push_str("...");
    short
}

/// Whether so far a hook says its word and what it hangs on, and nothing else.
fn is_head_of(before: &str, head: &str) -> bool {
    let path = before.trim().strip_prefix(head).map(str::trim);
    path.is_some_and(|path| {
        let path = path.strip_prefix("each ").unwrap_or(path);
        !path.is_empty() && path.chars().all(|c| c.is_alphanumeric() || "_.".contains(c))
    })
}
