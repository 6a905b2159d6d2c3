//! Rows: takes questions whether there is one of a set, asked one after the other, says of those that an earlier one always answers.

use super::formula::{Reader, negated};
use super::solve::Facts;
use crate::checks::runs::idle::is_same;
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, Locals, Question, Stmt, StmtKind, bodies as inner,
};
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Sink, Span, codes};

/// Whoever a row of a verdict asks for is not found by one above it already.
pub(crate) fn rows_are_reached(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let steps = typed.procedures.values().flat_map(|def| {
        def.steps.iter().map(move |step| (&def.locals, def.params, step.body.as_slice()))
    });
    let hooks = typed.hooks.values().map(|it| (&it.locals, 0, it.body.as_slice()));
    let actions = typed.actions.values().map(|it| (&it.locals, 0, it.body.as_slice()));
    for (locals, params, body) in steps.chain(hooks).chain(actions) {
        let mut rows = Rows { facts, locals, params, found: Vec::new() };
        rows.walk(body, &mut Vec::new());
        sink.extend(rows.found);
    }
}

/// Whether there is one of a set of which something holds.
#[derive(Clone, Copy)]
struct Asked<'t> {
    of: &'t Expr,
    item: LocalId,
    when: &'t Expr,
    span: Span,
}

impl<'t> Asked<'t> {
    fn of(expr: &'t Expr) -> Option<Self> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::IsSome { of, .. } => match &of.kind {
                ExprKind::First(of) => match &of.kind {
                    ExprKind::Filter { of, item, when } => {
                        Some(Self { of, item: *item, when, span })
                    }
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Quantified { how: Question::Any, of, item, when: Some(when), .. } => {
                Some(Self { of, item: *item, when, span })
            }
            _ => None,
        }
    }
}

struct Rows<'t> {
    facts: &'t Facts<'t>,
    locals: &'t Locals,
    params: u16,
    found: Vec<Diagnostic>,
}

impl<'t> Rows<'t> {
    /// Goes through a body with what has been asked before it and was not so.
    fn walk(&mut self, body: &'t [Stmt], before: &mut Vec<Asked<'t>>) {
        for stmt in body {
            let StmtKind::If { when, then, other } = &stmt.kind else {
                inner(stmt).into_iter().for_each(|body| self.walk(body, &mut Vec::new()));
                // What is changed may make so what was not.
                if !matches!(
                    stmt.kind,
                    StmtKind::Say(_) | StmtKind::Assign { to: Assign::Local(_), .. }
                ) {
                    before.clear();
                }
                continue;
            };
            let asked = Asked::of(when);
            if let Some(asked) = asked
                && let Some(earlier) = before.iter().find(|it| self.answers(it, &asked))
            {
                self.found.push(told(&asked, earlier.span));
            }
            self.walk(then, &mut before.clone());
            let mut behind = before.clone();
            behind.extend(asked);
            self.walk(other, &mut behind);
            match then.last().is_some_and(|last| last.kind.leaves()) {
                true => before.extend(asked),
                false => before.clear(),
            }
        }
    }

    /// Whether all that a question asks for an earlier one asks for too.
    fn answers(&self, earlier: &Asked<'_>, asked: &Asked<'_>) -> bool {
        if !is_same(earlier.of, asked.of) {
            return false;
        }
        let mut reader = Reader::new(self.facts.typed, &self.facts.bent);
        reader.begin(1, self.locals, self.params, None);
        let one = reader.condition(asked.when);
        let ids = (0u32..).map(LocalId).zip(&self.locals.all);
        let mut values: BTreeMap<_, _> = ids.map(|(id, _)| (id, reader.local_value(id))).collect();
        let item = reader.local_value(asked.item);
        values.insert(earlier.item, item);
        let other = reader.condition_of(values, earlier.when);
        let never = |all: &[_]| self.facts.never(&reader, all, false).is_some();
        // Of what can never be by itself something else is told.
        never(&[one.clone(), negated(&other)]) && !never(&[one])
    }
}

fn told(asked: &Asked<'_>, earlier: Span) -> Diagnostic {
    Diagnostic::at(codes::NEVER_APPLIES, asked.span)
        .says("whoever this asks for the row above has found")
        .label("never reached")
        .also(earlier, "asks for all of these and more")
        .help("put the narrower question first, or take this one out")
}
