//! Idle clauses: takes what one bearer says, tells of clauses that change nothing, stand twice, or take each other back.

use super::super::bearer::Bearer;
use super::super::checker::Checker;
use super::super::exprs::constant;
use crate::typed::{ClauseDef, ClauseOwner, ClauseVerb, Expr, ReachDef};
use rustc_hash::FxHashMap;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The same clause twice in one bearer; `from` is where the typed clauses of the bearer begin.
    pub(super) fn idle_clauses(&mut self, bearer: &Bearer<'a>, from: usize) {
        let mut seen: FxHashMap<String, Span> = FxHashMap::default();
        for clause in &bearer.clauses {
            if matches!(clause, tree::Clause::Action(_)) {
                // Two actions of one name are told already.
                continue;
            }
            let text = self.one_line(clause.span());
            let Some(first) = seen.insert(text, clause.span()) else { continue };
            self.report(
                Diagnostic::new(
                    codes::IDLE_CLAUSE,
                    format!("{} says this twice, and it counts twice", bearer.title),
                    clause.span(),
                )
                .label("again here")
                .also(first, "first here")
                .help("take one away; if it is meant to count twice, say so with one amount"),
            );
        }
        self.opposed(from);
    }

    /// Clauses of one bearer that reach the same under the same condition, and undo each other.
    fn opposed(&mut self, from: usize) {
        let own = self.typed.clauses.get(from..).unwrap_or(&[]);
        let mut found = Vec::new();
        for (at, one) in own.iter().enumerate() {
            for other in own.iter().skip(at + 1) {
                if one.owner == other.owner
                    && one.bearer == other.bearer
                    && self.same_reach(&one.reach, &other.reach)
                    && self.same_text(one.when.as_ref(), other.when.as_ref())
                    && let Some(message) = undone(one, other)
                {
                    found.push((message, one.span, other.span));
                }
            }
        }
        for (message, one, other) in found {
            self.report(
                Diagnostic::new(codes::IDLE_CLAUSE, message, other)
                    .label("this one")
                    .also(one, "the other")
                    .help("take one away, or give them conditions of their own"),
            );
        }
    }

    fn same_reach(&self, one: &ReachDef, other: &ReachDef) -> bool {
        match (one, other) {
            (ReachDef::All, ReachDef::All) | (ReachDef::Any, ReachDef::Any) => true,
            (ReachDef::Role(one), ReachDef::Role(other)) => one == other,
            (
                ReachDef::Related { role: one, holds, .. },
                ReachDef::Related { role: other, holds: also, .. },
            ) => one == other && self.one_line(holds.span) == self.one_line(also.span),
            _ => false,
        }
    }

    fn same_text(&self, one: Option<&Expr>, other: Option<&Expr>) -> bool {
        let text = |of: Option<&Expr>| of.map(|of| self.one_line(of.span));
        text(one) == text(other)
    }

    /// A part of the source with single spaces.
    fn one_line(&self, span: Span) -> String {
        self.input.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `by +0`, `times 1`.
    pub(super) fn idle_amount(&mut self, verb: ir::Verb, amount: &Expr) {
        let Some((top, bottom)) = constant(amount) else { return };
        let idle = match verb {
            ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung => top == 0,
            ir::Verb::Times => top == bottom,
            ir::Verb::Set | ir::Verb::AtLeast | ir::Verb::AtMost => false,
        };
        if idle {
            let source = self.source_of(amount.span);
            self.report(
                Diagnostic::new(
                    codes::IDLE_CLAUSE,
                    format!("`{source}` changes nothing"),
                    amount.span,
                )
                .label("no more and no less than before")
                .help("take the clause away; one that only goes over others has no verb"),
            );
        }
    }
}

/// `at least 15` and `at most 9`.
const NEVER_AT_LEAST: &str =
    "`at least` never counts here: `at most` is lower, and is worked out last";

/// How two clauses that apply together undo each other, in words.
fn undone(one: &ClauseDef, other: &ClauseDef) -> Option<String> {
    let ClauseOwner::Quantity(_) = one.owner else { return None };
    let (
        ClauseVerb::Modify { stage, verb, amount, group: None, cap: None },
        ClauseVerb::Modify { stage: at, verb: with, amount: by, group: None, cap: None },
    ) = (&one.does, &other.does)
    else {
        return None;
    };
    if stage != at {
        return None;
    }
    let ((top, bottom), (by, of)) = (constant(amount)?, constant(by)?);
    match (verb, with) {
        (ir::Verb::By, ir::Verb::By) | (ir::Verb::Rung, ir::Verb::Rung)
            if bottom == of && top.checked_neg() == Some(by) && top != 0 =>
        {
            Some("these two take each other back".to_owned())
        }
        (ir::Verb::AtLeast, ir::Verb::AtMost) if bottom == of && top > by => {
            Some(NEVER_AT_LEAST.to_owned())
        }
        (ir::Verb::AtMost, ir::Verb::AtLeast) if bottom == of && by > top => {
            Some(NEVER_AT_LEAST.to_owned())
        }
        _ => None,
    }
}
