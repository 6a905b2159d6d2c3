//! Statements that begin with a word of their own and do one thing: `grant`, `move`, `join`, `open`, `end battle` and the like.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{Expr, Open, StmtKind, TieField, WindowEnd};

impl Walk<'_> {
    /// A statement after its first word.
    pub(super) fn word_stmt(
        &mut self,
        rule: Rule,
        cursor: &mut Cursor<'_>,
        span: Span,
    ) -> StmtKind {
        match rule {
            Rule::grant => {
                let abilities = cursor.next().map_or_else(Vec::new, |terms| self.terms(terms));
                let to = self.part_of(cursor, Rule::grant_to, span, "`grant` reads `grant S to u`");
                let until =
                    cursor.next_if(Rule::until).map(|pair| Box::new(self.inner_moment(pair)));
                StmtKind::Grant { abilities, to, until }
            }
            Rule::remove => {
                let all = cursor.next_if(Rule::remove_all).map(|pair| self.span(&pair));
                let what = self.value(cursor, span);
                let from = cursor.next_if(Rule::remove_from).map(|pair| self.inner(pair));
                StmtKind::Remove { all, what, from }
            }
            Rule::say => match cursor.next_if(Rule::string) {
                Some(text) => StmtKind::Say(self.template(&text)),
                None => {
                    let message = "`say` wants a text in quotes";
                    let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
                    let help =
                        "data stands in braces inside the text: `say \"{u} left the field.\"`";
                    self.report_recognized(found.label("no text is given").help(help));
                    cursor.by_ref().for_each(drop);
                    StmtKind::Error
                }
            },
            Rule::move_stmt => {
                let what = self.value(cursor, span);
                let form = "`move` reads `move u along R`";
                StmtKind::MoveAlong {
                    what,
                    along: self.part_of(cursor, Rule::move_along, span, form),
                }
            }
            Rule::follow => StmtKind::Follow(self.value(cursor, span)),
            Rule::put => {
                let what = self.value(cursor, span);
                let at = self.put_at(cursor, span);
                StmtKind::Put { what, at }
            }
            Rule::join => self.join(cursor, span),
            Rule::part => self.part(cursor, span),
            Rule::reroll => {
                let pool = self.value(cursor, span);
                let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
                StmtKind::Reroll { pool, filter }
            }
            Rule::change_dice => self.change_dice(cursor, span),
            _ => StmtKind::Error,
        }
    }

    /// A part of a statement that must come next.
    fn part_of(&mut self, cursor: &mut Cursor<'_>, rule: Rule, span: Span, form: &str) -> Expr {
        match cursor.next_if(rule) {
            Some(pair) => self.inner(pair),
            None if cursor.has_junk() => Expr::error(span.after()),
            None => {
                let found =
                    Diagnostic::new(codes::BAD_CLAUSE, "this statement is not complete", span);
                self.report(found.label("and then?").help(form));
                Expr::error(span.after())
            }
        }
    }

    /// `at P`, `at E7, E8`
    fn put_at(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Vec<Expr> {
        let Some(pair) = cursor.next_if(Rule::put_at) else {
            return vec![self.part_of(cursor, Rule::put_at, span, "`put` reads `put u at P`")];
        };
        let mut places = Vec::new();
        for place in self.cursor(pair) {
            places.push(self.expr(place));
        }
        places
    }

    fn join(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let a = self.value(cursor, span);
        let b = self.value(cursor, span);
        let Some(tie) = self.next_name(cursor) else { return StmtKind::Error };
        let fields =
            cursor.next_if(Rule::tie_fields).map_or_else(Vec::new, |pair| self.tie_fields(pair));
        StmtKind::Join { a: Box::new(a), b: Box::new(b), tie, fields }
    }

    /// `{ side of a: front, since: 3 }`
    pub(super) fn tie_fields(&mut self, pair: Pair<'_>) -> Vec<TieField> {
        let mut fields = Vec::new();
        for child in pair.into_inner() {
            if child.as_rule() != Rule::tie_field {
                self.in_clause(&child.clone(), |walk| {
                    walk.bad_line(
                        &child,
                        codes::BAD_CLAUSE,
                        "a field of a tie (`side of a: front`)",
                    );
                });
                continue;
            }
            let span = self.span(&child);
            let mut cursor = self.cursor(child);
            let Some(name) = self.next_name(&mut cursor) else { continue };
            let of = cursor.next_if(Rule::tie_of).map(|pair| self.inner(pair));
            let value = self.full(&mut cursor, span);
            if let Some(junk) = cursor.next() {
                self.junk(&junk, "fields of a tie are separated by commas");
            }
            fields.push(TieField { name, of, value, span });
        }
        fields
    }

    fn part(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let a = self.value(cursor, span);
        let b = if cursor.eat(Rule::from_all) { None } else { Some(self.value(cursor, span)) };
        match self.next_name(cursor) {
            Some(tie) => StmtKind::Part { a, b: b.map(Box::new), tie },
            None => StmtKind::Error,
        }
    }

    fn change_dice(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let up_to = cursor.eat(Rule::dice_limit);
        let count = (cursor.peek() == Some(Rule::sum)).then(|| self.value(cursor, span));
        let pool = self.value(cursor, span);
        let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
        let form = "`change` reads `change up to N of P where it is 6 to 5`";
        let to = self.part_of(cursor, Rule::change_to, span, form);
        let (count, filter) = (count.map(Box::new), filter.map(Box::new));
        StmtKind::Change { count, up_to, pool: Box::new(pool), filter, to: Box::new(to) }
    }

    pub(super) fn open_window(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let Some(window) = self.next_name(cursor) else { return StmtKind::Error };
        let (in_turn, until, at_most, question) = (false, None, None, None);
        let mut open = Open { window, to: Vec::new(), in_turn, until, at_most, question };
        match cursor.next_if(Rule::open_to) {
            Some(pair) => open.to = self.terms(pair),
            None => {
                let message = "`open` reads `open WINDOW to p until done`";
                self.missing(span, message, "who is asked?");
            }
        }
        while let Some(rule) = cursor.peek() {
            if rule == Rule::junk {
                break;
            }
            let Some(pair) = cursor.next() else { break };
            match rule {
                Rule::in_turn => open.in_turn = true,
                Rule::until_done => open.until = Some(WindowEnd::Done),
                Rule::until_all_pass => open.until = Some(WindowEnd::AllPass),
                Rule::label => open.question = Some(self.label(pair)),
                _ => open.at_most = Some(self.inner(pair)),
            }
        }
        StmtKind::Open(Box::new(open))
    }

    pub(super) fn end_battle(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let Some(Rule::won_by | Rule::drawn) = cursor.peek() else {
            let message = "`end battle` goes on with `won by p \"why\"` or `drawn \"why\"`";
            self.missing(span, message, "how does it end?");
            cursor.by_ref().for_each(drop);
            return StmtKind::Error;
        };
        let Some(pair) = cursor.next() else { return StmtKind::Error };
        let won = pair.as_rule() == Rule::won_by;
        let mut inner = self.cursor(pair);
        let winner = won.then(|| self.winners(&mut inner, span));
        let why = inner.next().map(|text| self.template(&text));
        StmtKind::EndBattle { winner, why }
    }
}
