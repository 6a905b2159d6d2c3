//! Idle calls: procedures that are called where all that they would change is so already, and loops over what is empty there.

use super::{Flow, KNOWN, Stop};
use crate::checks::logic::formula::{Formula, Term, negated};
use crate::typed::{Assign, Expr, LocalId, ProcedureDef, Stmt, StmtKind};
use smallvec::smallvec;
use std::collections::BTreeMap;
use warwright_ir as ir;

/// How deep calls in calls are followed.
const DEPTH: u8 = 3;

impl<'f> Flow<'f, '_> {
    /// Tells of a call that changes nothing with what is known here.
    pub(super) fn comes_to_something(&mut self, stmt: &'f Stmt) {
        let StmtKind::Call { procedure, args, result: None } = &stmt.kind else { return };
        let Some(at) = args.first() else { return };
        let values: Vec<Term> = args.iter().map(|arg| self.reader.value(arg)).collect();
        let (here, known) = (self.reader.moment(), self.known.len());
        let mut judged = false;
        let idle = self.is_idle(*procedure, values.clone(), DEPTH, &mut judged);
        self.reader.at(here.clone());
        self.known.truncate(known);
        if !idle || !judged {
            return;
        }
        // What does nothing for what it is given, whatever holds, is meant to.
        let all = std::mem::take(&mut self.known);
        let ever = self.is_idle(*procedure, values, DEPTH, &mut judged);
        self.reader.at(here);
        self.known = all;
        if !ever && self.work > 0 && !self.is_never_reached() {
            (self.found)(Stop::Idle(stmt.span), at);
        }
    }

    /// Whether what is known here can never be, of which something else is told.
    pub(super) fn is_never_reached(&self) -> bool {
        let axioms = self.reader.axioms.iter().rev().take(KNOWN);
        let all: Vec<Formula> = self.known.iter().chain(axioms).cloned().collect();
        self.facts.never(&self.reader, &all, false).is_some()
    }

    /// Whether a procedure changes nothing, called with these; `judged` says whether there is anything that it might.
    fn is_idle(
        &mut self,
        id: ir::ProcedureId,
        values: Vec<Term>,
        depth: u8,
        judged: &mut bool,
    ) -> bool {
        let typed = self.facts.typed;
        let Some(def) = typed.procedures.get(id) else { return false };
        let hung = typed.is_hung_on(id);
        if depth == 0 || hung || def.result.is_some() || def.steps.iter().any(|step| step.called) {
            return false;
        }
        self.inside(def, values);
        for step in &def.steps {
            if let Some(when) = &step.when {
                let formula = self.reader.rested().condition(when);
                if self.is_ruled_out(&formula) {
                    *judged |= !step.body.iter().all(|it| matches!(it.kind, StmtKind::Say(_)));
                    continue;
                }
            }
            if !self.are_idle(&step.body, depth, judged) {
                return false;
            }
        }
        true
    }

    fn inside(&mut self, def: &'f ProcedureDef, values: Vec<Term>) {
        let locals: BTreeMap<LocalId, Term> = (0..).map(LocalId).zip(values).collect();
        self.reader.enter(locals);
        for (local, first) in &def.variables {
            let first = self.reader.value(first);
            self.reader.set(*local, first);
        }
    }

    fn are_idle(&mut self, body: &'f [Stmt], depth: u8, judged: &mut bool) -> bool {
        body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Say(_) => true,
            StmtKind::Assign { to: Assign::Local(local), value, .. } => {
                let value = self.reader.value(value);
                self.reader.set(*local, value);
                true
            }
            StmtKind::Assign { to: Assign::Field { of, field }, value, .. } => {
                let (whom, value_is) = (self.reader.value(of), self.reader.value(value));
                let Some(is) = self.reader.field_is(*field, &whom, &value_is, value.span) else {
                    return false;
                };
                *judged = true;
                self.is_ruled_out(&negated(&is))
            }
            StmtKind::If { when, then, other } => {
                let formula = self.reader.rested().condition(when);
                if self.is_ruled_out(&formula) {
                    return self.are_idle(other, depth, judged);
                }
                if self.is_ruled_out(&negated(&formula)) {
                    return self.are_idle(then, depth, judged);
                }
                self.are_idle(then, depth, judged) && self.are_idle(other, depth, judged)
            }
            StmtKind::Call { procedure, args, result: None } => {
                let values = args.iter().map(|arg| self.reader.value(arg)).collect();
                let here = self.reader.moment();
                let idle = self.is_idle(*procedure, values, depth - 1, judged);
                self.reader.at(here);
                idle
            }
            _ => false,
        })
    }

    /// Tells of a loop over what holds nothing here.
    pub(super) fn is_gone_through(&mut self, of: &'f Expr) {
        let count = self.reader.rested().how_many(of, None, None);
        let some = |var| Formula::Test { var, cells: smallvec![(1, i64::MAX)], span: of.span };
        if self.is_ruled_out(&some(count)) {
            let mut alone = self.first.clone();
            let some = some(alone.how_many(of, None, None));
            if self.facts.never(&alone, &[some], false).is_none() {
                (self.found)(Stop::Empty, of);
            }
        }
    }
}
