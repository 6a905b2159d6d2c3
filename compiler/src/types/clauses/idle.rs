//! Idle clauses: takes what one bearer says, tells of clauses that change nothing, stand twice, or take each other back.

use super::super::bearer::Bearer;
use super::super::checker::Checker;
use super::super::exprs::constant;
use super::targets::Bent;
use crate::typed::{BearerDef, Bounds, ClauseDef, ClauseOwner, ClauseVerb, Expr, ReachDef, Type};
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
            Diagnostic::at(codes::IDLE_CLAUSE, clause.span())
                .says(format!("{} says this twice, and it counts twice", bearer.title))
                .label("again here")
                .also(first, "first here")
                .help("take one away; if it is meant to count twice, say so with one amount")
                .emit(self.sink);
        }
        self.opposed(from);
        self.labelled_alike(bearer, from);
    }

    /// Two clauses of one bearer and one rule under one label: `over` and corrections could not say which.
    fn labelled_alike(&mut self, bearer: &Bearer<'a>, from: usize) {
        let own = self.typed.clauses.values().skip(from);
        let mut seen: FxHashMap<(ClauseOwner, BearerDef, &str), &ClauseDef> = FxHashMap::default();
        let mut found = Vec::new();
        // What only goes over others is no figure of its own.
        let counts = |it: &&ClauseDef| !it.label.is_empty() && it.over.is_empty();
        for clause in own.filter(counts) {
            let key = (clause.owner, clause.bearer, clause.label.as_str());
            let first = *seen.entry(key).or_insert(clause);
            // What is said of each of two roles is one rule.
            let twice = self.one_line(first.span) == self.one_line(clause.span);
            if !twice && self.same_reach(&first.reach, &clause.reach) {
                found.push((clause.label.clone(), first.span, clause.span));
            }
        }
        for (label, first, again) in found {
            Diagnostic::at(codes::IDLE_CLAUSE, again)
                .says(format!("{} has two clauses \"{label}\" for one thing", bearer.title))
                .label("nobody can tell it from the other")
                .also(first, "the other")
                .help("give each a label of its own: labels are what reasons and corrections go by")
                .emit(self.sink);
        }
    }

    /// Clauses of one bearer that reach the same under the same condition, and undo each other.
    fn opposed(&mut self, from: usize) {
        let mut alike: FxHashMap<(ClauseOwner, BearerDef, String), Vec<&ClauseDef>> =
            FxHashMap::default();
        let mut found = Vec::new();
        for clause in self.typed.clauses.values().skip(from) {
            let reach = self.reach_words(&clause.reach);
            let when = clause.when.as_ref().map(|when| self.one_line(when.span));
            let key = (clause.owner, clause.bearer, format!("{reach}\n{when:?}"));
            let earlier = alike.entry(key).or_default();
            for one in earlier.iter() {
                found.extend(undone(one, clause).map(|message| (message, one.span, clause.span)));
            }
            earlier.push(clause);
        }
        for (message, one, other) in found {
            Diagnostic::at(codes::IDLE_CLAUSE, other)
                .says(message)
                .label("this one")
                .also(one, "the other")
                .help("take one away, or give them conditions of their own")
                .emit(self.sink);
        }
    }

    fn beyond_range(&mut self, bent: &Bent, verb: ir::Verb, amount: i64, span: Span) {
        let ty = self.typed.quantities.get(bent.id).map(|def| &def.ty);
        let Some(Bounds { least: Some(least), most: Some(most) }) = ty.map(Type::bounds) else {
            return;
        };
        let Some(label) = beyond(verb, amount, least, most) else { return };
        Diagnostic::at(codes::IDLE_CLAUSE, span)
            .says(format!("{} is always within {least}..{most}", bent.title))
            .label(label)
            .also(bent.span, "declared here")
            .help("compare it with what the value can be")
            .emit(self.sink);
    }

    fn same_reach(&self, one: &ReachDef, other: &ReachDef) -> bool {
        self.reach_words(one) == self.reach_words(other)
    }

    /// Whom a clause reaches, so that equal words are an equal reach.
    fn reach_words(&self, reach: &ReachDef) -> String {
        match reach {
            ReachDef::All => String::from("all"),
            ReachDef::Any => String::from("any"),
            ReachDef::Role(role) => format!("{role:?}"),
            ReachDef::Related { role, holds, .. } => {
                format!("{role:?} {}", self.one_line(holds.span))
            }
        }
    }

    /// A part of the source with single spaces.
    fn one_line(&self, span: Span) -> String {
        self.input.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `by +0`, `times 1`, and what goes beyond all that the quantity can be.
    pub(super) fn idle_amount(&mut self, bent: &Bent, verb: ir::Verb, amount: &Expr) {
        if verb == ir::Verb::ByUpTo && self.typed.range(amount).most.is_some_and(|most| most < 0) {
            let source = self.source_of(amount.span);
            Diagnostic::at(codes::IDLE_CLAUSE, amount.span)
                .says(format!("`up to` holds back what is added, and `{source}` takes away"))
                .label("it counts whole, as if there were no `up to`")
                .help("leave `up to` out; beside it `at least N` keeps the result from less")
                .emit(self.sink);
        }
        let Some((top, bottom)) = constant(amount) else { return };
        if bottom == 1 {
            self.beyond_range(bent, verb, top, amount.span);
        }
        let idle = match verb {
            ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung => top == 0,
            ir::Verb::Times => top == bottom,
            ir::Verb::Set | ir::Verb::AtLeast | ir::Verb::AtMost => false,
        };
        if idle {
            let source = self.source_of(amount.span);
            Diagnostic::at(codes::IDLE_CLAUSE, amount.span)
                .says(format!("`{source}` changes nothing"))
                .label("no more and no less than before")
                .help("take the clause away; one that only goes over others has no verb")
                .emit(self.sink);
        }
    }
}

/// What a constant amount does to what is kept in a range, where that is not what it says.
fn beyond(verb: ir::Verb, amount: i64, least: i64, most: i64) -> Option<&'static str> {
    match verb {
        ir::Verb::By | ir::Verb::ByUpTo if amount.abs() > most.saturating_sub(least) => {
            Some("more than it can ever change")
        }
        ir::Verb::AtLeast if amount <= least => Some("it is never less"),
        ir::Verb::AtMost if amount >= most => Some("it is never more"),
        _ => None,
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
