//! Statements that hold others: branches, loops, matches and steps.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{Block, Expr, Heading, MatchArm, See, Step, StmtKind};

impl Walk<'_> {
    pub(super) fn if_stmt(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let mut arms = Vec::new();
        while let Some(Rule::expr | Rule::missing) = cursor.peek() {
            let condition = self.full(cursor, span);
            let body = self.next_block(cursor, span, "an `if`");
            arms.push((condition, body));
        }
        arms.shrink_to_fit();
        StmtKind::If { arms, otherwise: self.else_block(cursor, span) }
    }

    pub(super) fn else_block(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Block> {
        let pair = cursor.next_if(Rule::else_block)?;
        let mut inner = self.cursor(pair);
        Some(self.next_block(&mut inner, span, "an `else`"))
    }

    pub(super) fn for_loop(&mut self, cursor: &mut Cursor<'_>, span: Span, rule: Rule) -> StmtKind {
        let binder = cursor.next_if(Rule::binder).map(|pair| Box::new(self.binder(pair)));
        if binder.is_none() {
            cursor.eat(Rule::missing);
            let start = self.offsets(span).start;
            if let Some(found) = self.slip_of_line("", start, self.line_end(start)) {
                self.report_recognized(found);
                return StmtKind::Error;
            }
            let message = "a loop over a set reads `for each x in S { .. }`";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
            self.report_recognized(found.label("the name and the set are missing").help(
                "which of them are meant stands behind `where`: `for each x in KINDS where x RELATION y { .. }`",
            ));
        }
        let ordered_by = cursor.next_if(Rule::ordered_by).map(|pair| self.inner(pair));
        let by = cursor.next_if(Rule::next_by).map_or_else(Vec::new, |pair| self.keys(pair));
        let choice_of = cursor.next_if(Rule::choice_of).map(|pair| self.inner(pair));
        let body = self.next_block(cursor, span, "a loop");
        match binder {
            None => StmtKind::Error,
            Some(binder) if rule == Rule::for_each => {
                StmtKind::ForEach { binder, ordered_by, body }
            }
            Some(binder) => {
                StmtKind::ForNext { binder, by, choice_of: choice_of.map(Box::new), body }
            }
        }
    }

    pub(super) fn bound_missing(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Expr {
        cursor.eat(Rule::missing);
        self.missing(
            span,
            "a loop needs its bound: `repeat at most N { .. }`",
            "no bound is given",
        );
        Expr::error(span)
    }

    pub(super) fn match_stmt(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let value = self.full(cursor, span);
        if let Some(junk) = cursor.next_if(Rule::head_junk) {
            self.junk(&junk, "");
        }
        let mut arms = Vec::new();
        match cursor.next_if(Rule::stmt_arms) {
            None => self.needs_body(false, span, "a `match`"),
            Some(pair) => {
                for child in pair.into_inner() {
                    if child.as_rule() == Rule::stmt_arm {
                        arms.push(self.in_clause(&child.clone(), |walk| walk.stmt_arm(child)));
                    } else {
                        self.in_clause(&child.clone(), |walk| {
                            walk.bad_line(&child, codes::BAD_CLAUSE, "an arm of a `match`");
                        });
                    }
                }
            }
        }
        StmtKind::Match { value, arms }
    }

    fn stmt_arm(&mut self, pair: Pair<'_>) -> MatchArm<Block> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let patterns = self.patterns(&mut cursor);
        let body = match cursor.next() {
            Some(block) if block.as_rule() == Rule::block => self.block(block),
            Some(gap) if gap.as_rule() == Rule::missing => {
                let gap = self.gap(&gap);
                self.missing(
                    gap,
                    "this arm does nothing",
                    "a statement was expected; `{ }` for none",
                );
                Block { stmts: Vec::new(), span: gap }
            }
            Some(stmt) => {
                let span = self.span(&stmt);
                Block { stmts: self.stmt(stmt).into_iter().collect(), span }
            }
            None => Block { stmts: Vec::new(), span: span.after() },
        };
        MatchArm { patterns, body, span }
    }

    pub(super) fn step(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let name = self.decl_name(cursor, span, "a step");
        let mut heading = None;
        let mut called = false;
        let mut when = None;
        let mut see = See::new();
        let mut body = None;
        for child in cursor.by_ref() {
            match child.as_rule() {
                Rule::heading => heading = Some(self.heading(child)),
                Rule::called => called = true,
                Rule::when => when = Some(self.inner(child)),
                Rule::see => self.see(&mut see, child),
                Rule::block => body = Some(self.block(child)),
                _ => self.head_junk(
                    &child,
                    "a step reads `step NAME [heading \"..\"] [called] [when ..] { .. }`",
                ),
            }
        }
        self.needs_body(body.is_some(), span, "a step");
        let body = body.unwrap_or(Block { stmts: Vec::new(), span: span.after() });
        match name {
            Some(name) => StmtKind::Step(Box::new(Step { name, heading, called, when, see, body })),
            None => StmtKind::Error,
        }
    }

    /// `heading ["words"]`
    pub(super) fn heading(&mut self, pair: Pair<'_>) -> Heading {
        let span = self.span(&pair);
        let text = pair.into_inner().next().map(|text| self.template(&text));
        Heading { text, span }
    }
}
