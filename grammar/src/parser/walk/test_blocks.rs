//! Test blocks: takes the pairs of a `test`, gives what is given, run and expected in it.

use super::clause::is_clause;
use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Expect, Expected, Expr, Given, GivenTie, Name, Outcome, See, StmtKind, Test, TestItem,
};

impl Walk<'_> {
    /// `test NAME of SCENARIO covers ".." { .. }`
    pub(super) fn test(&mut self, pair: Pair<'_>) -> Option<Test> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a test");
        let (mut of, mut covers, mut see, mut items) = (None, Vec::new(), See::new(), Vec::new());
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::test_of => of = Some(self.inner_name(child)),
                Rule::covers => covers.extend(self.inner_names(child)),
                Rule::see => self.see(&mut see, child),
                Rule::test_body => {
                    has_body = true;
                    for line in child.into_inner() {
                        if line.as_rule() == Rule::given_more
                            && !self.goes_on_given(&line, items.last())
                        {
                            items.push(TestItem::Error(self.span(&line)));
                            continue;
                        }
                        items.extend(self.test_item(line));
                    }
                }
                _ => self.head_junk(
                    &child,
                    "a test reads `test \"name\" [of Scenario] covers \"BG-1\" { .. }`",
                ),
            }
        }
        self.needs_body(has_body, span, "a test");
        Some(Test { name: name?, of, covers, see, items, span })
    }

    /// `answers a() ; b()`: a call behind the answers on their line, which nothing else could be.
    fn goes_on_answers(&mut self, pair: &Pair<'_>) -> bool {
        let (start, words) = (self.start(pair), self.written(pair).trim_end());
        let line = self.slice(0, start).rsplit('\n').next().unwrap_or("");
        let before = line.rsplit(';').nth(1).unwrap_or("").trim_start();
        let called = words.ends_with(')') && !words.contains('=');
        if !called || !before.starts_with("answers ") || !line.trim_end().ends_with(';') {
            return false;
        }
        let at = self.slice(0, start).trim_end().len() - 1;
        let sign = self.bytes(at, at + 1);
        self.in_clause(pair, |walk| {
            let found = Diagnostic::new(codes::BAD_CLAUSE, "`;` ends the answers", sign);
            let found = found.label("what follows is read as a line of its own");
            walk.report_recognized(found.fix("answers are parted by commas: write `,`", sign, ","));
        });
        true
    }

    /// Whether `b: Otter` goes on a line that begins with `given`, or was meant to begin one; `answers: 3` was not.
    fn goes_on_given(&mut self, line: &Pair<'_>, before: Option<&TestItem>) -> bool {
        let (start, span) = (self.start(line), self.span(line));
        if let Some(found) = self.slip_of_line("a line of a test", start, self.end(line)) {
            self.in_clause(line, |walk| walk.report_recognized(found));
            return false;
        }
        if !matches!(before, Some(TestItem::Given(_) | TestItem::Error(_))) {
            self.push(
                Diagnostic::new(codes::BAD_CLAUSE, "no pieces are given before this one", span)
                    .label("read as a piece, and nothing says that it is one")
                    .fix("the first of them begins with `given`", span.before(), "given "),
            );
        }
        true
    }

    fn test_item(&mut self, pair: Pair<'_>) -> Option<TestItem> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        match rule {
            Rule::text => return Some(TestItem::Text(self.text_line(pair))),
            _ if is_clause(rule) => {
                return Some(self.clause(pair).map_or(TestItem::Error(span), TestItem::Clause));
            }
            Rule::roster => {
                let roster = self.roster(pair);
                return Some(
                    roster.map_or(TestItem::Error(span), |it| TestItem::Roster(Box::new(it))),
                );
            }
            Rule::given
            | Rule::given_more
            | Rule::take_ruling
            | Rule::rolls
            | Rule::draws
            | Rule::answers
            | Rule::run
            | Rule::expect
            | Rule::show
            | Rule::odds => {}
            _ if self.goes_on_answers(&pair) => return Some(TestItem::Error(span)),
            _ => {
                let stmt = self.stmt(pair)?;
                let read = !matches!(stmt.kind, StmtKind::Error);
                return Some(if read { TestItem::State(stmt) } else { TestItem::Error(span) });
            }
        }
        self.in_clause(&pair.clone(), |walk| {
            let mut cursor = walk.cursor(pair);
            let item = walk.own_test_item(rule, &mut cursor, span)?;
            if let Some(junk) = cursor.next()
                && !(rule == Rule::expect && walk.hears_several(&junk))
            {
                walk.junk(&junk, "");
            }
            Some(item)
        })
    }

    /// Reports `expect said "A" or said "B"`.
    fn hears_several(&mut self, junk: &Pair<'_>) -> bool {
        let word = self.written(junk).split(' ').next().unwrap_or("");
        let help = match word {
            "and" => "write an `expect` for each, on a line of its own",
            "or" => "`rolls` and `answers` leave one way open: expect what is said on that way",
            _ => return false,
        };
        let place = self.bytes(self.start(junk), self.start(junk) + word.len());
        let message = "an `expect` hears one thing";
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, place).label("a second one");
        self.report(found.help(help));
        true
    }

    /// `= VALUE` after the name of a ruling, which is declared elsewhere.
    pub(super) fn reading(&mut self, cursor: &mut Cursor<'_>, name: &Name, whole: Span) -> Expr {
        if !cursor.eat(Rule::missing) {
            return self.full(cursor, whole);
        }
        let mut diagnostic = Diagnostic::new(
            codes::BAD_CLAUSE,
            format!("ruling `{}` is taken without `=` and a value", name.text),
            whole,
        )
        .label("which reading is played here?");
        let value = cursor.next_if(Rule::junk);
        let words = value.as_ref().map(|junk| self.written(junk).trim_start_matches([':', ' ']));
        diagnostic = match (words, &value) {
            (Some(words), Some(junk)) if !words.is_empty() => diagnostic.fix(
                format!("write `ruling {} = {words}`", name.text),
                name.span.after().to(self.span(junk)),
                format!(" = {words}"),
            ),
            _ => diagnostic.help(format!("write `ruling {} = VALUE`", name.text)),
        };
        self.report(diagnostic);
        Expr::error(whole)
    }

    fn own_test_item(
        &mut self,
        rule: Rule,
        cursor: &mut Cursor<'_>,
        span: Span,
    ) -> Option<TestItem> {
        Some(match rule {
            Rule::take_ruling => {
                let name = self.next_name(cursor)?;
                let value = self.reading(cursor, &name, span);
                TestItem::Ruling { name, value, span }
            }
            Rule::rolls => {
                let mut faces = Vec::new();
                while let Some(Rule::number | Rule::ident | Rule::string) = cursor.peek() {
                    faces.extend(cursor.next().map(|pair| self.primary(pair)));
                }
                TestItem::Rolls { faces, span }
            }
            Rule::draws => {
                let mut names = Vec::new();
                while let Some(Rule::ident | Rule::string) = cursor.peek() {
                    names.extend(cursor.next().map(|pair| self.name(&pair)));
                }
                TestItem::Draws { names, span }
            }
            Rule::answers => {
                let mut values = Vec::new();
                while cursor.peek() == Some(Rule::expr) {
                    values.push(self.full(cursor, span));
                }
                TestItem::Answers { values, span }
            }
            Rule::run => TestItem::Run { call: self.full(cursor, span), span },
            Rule::expect => TestItem::Expect(self.expectation(cursor, span)),
            Rule::show => TestItem::Show { value: self.full(cursor, span), span },
            Rule::odds => {
                let call = self.full(cursor, span);
                TestItem::Odds { call, expects: self.odds_body(cursor, span), span }
            }
            _ => self.given(cursor, span).map_or(TestItem::Error(span), TestItem::Given),
        })
    }

    fn odds_body(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Vec<Expect> {
        let mut expects = Vec::new();
        let mut has_body = false;
        for child in cursor.by_ref() {
            if child.as_rule() != Rule::odds_body {
                self.head_junk(&child, "odds read `odds CALL { expect P(CONDITION) == 1/6 }`");
                continue;
            }
            has_body = true;
            for line in child.into_inner() {
                self.in_clause(&line.clone(), |walk| {
                    if line.as_rule() != Rule::expect {
                        return walk.bad_line(
                            &line,
                            codes::BAD_CLAUSE,
                            "a line of `odds` (`expect ..`)",
                        );
                    }
                    let span = walk.span(&line);
                    let mut inner = walk.cursor(line);
                    let expect = walk.expectation(&mut inner, span);
                    if let Some(junk) = inner.next() {
                        walk.junk(&junk, "");
                    }
                    expects.push(expect);
                });
            }
        }
        self.needs_body(has_body, span, "`odds`");
        expects
    }

    fn expectation(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Expect {
        let what = match cursor.next_if(Rule::said) {
            Some(said) => {
                let mut inner = self.cursor(said);
                let negated = inner.eat(Rule::not);
                let text = inner.next();
                if let Some(bare) = text.as_ref().filter(|it| it.as_rule() == Rule::junk) {
                    self.said_without_quotes(bare);
                }
                let text = text.filter(|it| it.as_rule() == Rule::string);
                match text.map(|text| self.template(&text)) {
                    Some(text) if negated => Expected::NotSaid(text),
                    Some(text) => Expected::Said(text),
                    None => Expected::Condition(Expr::error(span)),
                }
            }
            None => match cursor.next_if(Rule::ended) {
                Some(ended) => self.ended(ended, span),
                None => match cursor.next_if(Rule::legal) {
                    Some(legal) => self.legal(legal, span),
                    None => Expected::Condition(self.full(cursor, span)),
                },
            },
        };
        let reason = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        Expect { what, reason, span }
    }

    /// Reports `expect said some words`.
    fn said_without_quotes(&mut self, pair: &Pair<'_>) {
        let words = self.written(pair).trim_matches('"');
        let found =
            Diagnostic::new(codes::BAD_CLAUSE, "what was said stands in quotes", self.span(pair));
        let written = format!("\"{words}\"");
        self.report(found.label("words without quotes").fix(
            format!("write `{written}`"),
            self.span(pair),
            written,
        ));
    }

    fn legal(&mut self, legal: Pair<'_>, span: Span) -> Expected {
        let mut inner = self.cursor(legal);
        let negated = inner.eat(Rule::not);
        match self.next_name(&mut inner) {
            Some(roster) => Expected::Legal { negated, roster },
            None => Expected::Condition(Expr::error(span)),
        }
    }

    fn ended(&mut self, ended: Pair<'_>, span: Span) -> Expected {
        let mut inner = self.cursor(ended);
        let negated = inner.eat(Rule::not);
        match inner.next().map(|pair| self.outcome(pair, span)) {
            Some((Outcome::WonBy(winner), why)) => {
                Expected::Ended { negated, winner: Some(winner), why }
            }
            Some((_, why)) => Expected::Ended { negated, winner: None, why },
            None => Expected::Condition(Expr::error(span)),
        }
    }

    fn given(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Given> {
        let Some(name) = cursor.next_if(Rule::word).map(|pair| self.new_name(&pair)) else {
            if cursor.peek().is_none() {
                self.missing(
                    span,
                    "`given` reads `given a: \"Name\" { fields }`",
                    "no piece is given",
                );
            }
            return None;
        };
        let what = self.value(cursor, span);
        let mut given =
            Given { name, what, settings: Vec::new(), fields: Vec::new(), ties: Vec::new(), span };
        while let Some(rule) = cursor.peek() {
            if rule == Rule::junk {
                break;
            }
            let Some(pair) = cursor.next() else { break };
            match rule {
                Rule::given_setting => given.settings.extend(self.setting(pair)),
                Rule::given_tie => given.ties.extend(self.given_tie(pair)),
                _ => {
                    for body in pair.into_inner() {
                        given.fields.extend(self.members(body));
                    }
                }
            }
        }
        Some(given)
    }

    fn given_tie(&mut self, pair: Pair<'_>) -> Option<GivenTie> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let tie = self.next_name(&mut cursor)?;
        let other = self.next_name(&mut cursor)?;
        let fields = cursor.next().map_or_else(Vec::new, |pair| self.tie_fields(pair));
        Some(GivenTie { tie, other, fields, span })
    }
}
