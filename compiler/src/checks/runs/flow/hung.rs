//! What hangs on a step: what the step asked before it ran is known to hooks and actions there, less what may have changed since.

use super::Flow;
use super::bodies::{acts, matters_elsewhere};
use crate::checks::logic::formula::{Formula, Term};
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, LocalRole, ProcedureDef, Stmt, StmtKind, Type, Typed,
    each_stmt,
};
use smallvec::smallvec;
use std::collections::BTreeMap;
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::HookTime;

/// The step on which something hangs, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hung {
    pub(crate) procedure: ir::ProcedureId,
    pub(crate) step: u16,
    pub(crate) time: Option<HookTime>,
}

impl<'f> Flow<'f, '_> {
    /// It runs, so the step was due.
    pub(crate) fn hangs_on(&mut self, at: Hung) {
        let typed = self.facts.typed;
        let Some(procedure) = typed.procedures.get(at.procedure) else { return };
        let Some(step) = procedure.steps.get(usize::from(at.step)) else { return };
        let seen: BTreeMap<LocalId, LocalId> = shared(procedure).zip((0..).map(LocalId)).collect();
        if at.time == Some(HookTime::After) && step.when.is_none() {
            for (local, tie) in gone_after(typed, &step.body, DEPTH) {
                let here = seen.get(&local).copied();
                here.into_iter().for_each(|local| self.is_untied(local, tie, step.span));
            }
        }
        let Some(when) = &step.when else { return };
        let values: BTreeMap<LocalId, Term> =
            seen.iter().map(|(own, here)| (*own, self.reader.local_value(*here))).collect();
        let due = self.reader.rested().condition_of(values, when);
        self.due = Some((self.known.len(), when.span, "the step runs only where this holds"));
        self.know(due);
        // Others who hang on it may have acted since, and after it the step itself.
        let mut same = |id: &LocalId| Some(*id);
        let hooks = typed.hooks.values().filter(|hook| {
            hook.procedure == at.procedure
                && hook.step == Some(at.step)
                && (hook.time == HookTime::Before || at.time == Some(HookTime::After))
        });
        for hook in hooks {
            self.spoilt_as(&hook.body, &mut same);
        }
        if typed.actions.values().any(|action| action.place.is_at(at.procedure, at.step)) {
            self.anything_changed();
        }
        if at.time == Some(HookTime::After) {
            self.spoilt_as(&step.body, &mut |id| seen.get(id).copied());
            let gone = gone_after(typed, &step.body, DEPTH);
            for (local, tie) in gone {
                let here = seen.get(&local).copied();
                here.into_iter().for_each(|local| self.is_untied(local, tie, step.span));
            }
        }
    }

    /// Nothing is tied to it any more.
    fn is_untied(&mut self, local: LocalId, tie: ir::TieId, span: Span) {
        let Some(def) = self.locals.get(local) else { return };
        let ends = self.facts.typed.ties.get(tie).map(|def| Type::Entity(def.left));
        let Some(end) = ends else { return };
        let of = Box::new(Expr::new(ExprKind::Local(local), def.ty.clone(), span));
        let tied = Expr::new(ExprKind::Tied { tie, of }, Type::Set(Box::new(end)), span);
        let var = self.reader.rested().how_many(&tied, None, None);
        self.know(Formula::Test { var, cells: smallvec![(0, 0)], span });
    }

    /// What a body elsewhere changes is not known, where its locals are seen here.
    fn spoilt_as(&mut self, body: &'f [Stmt], here: &mut dyn FnMut(&LocalId) -> Option<LocalId>) {
        each_stmt(body, &mut |stmt| {
            let given = stmt.kind.given().and_then(|local| here(&local));
            given.into_iter().for_each(|local| self.forget_open(local));
            match &stmt.kind {
                StmtKind::Assign { to: Assign::Local(_), .. } => {}
                StmtKind::Assign { to: Assign::Field { field, .. }, value, .. }
                    if !matters_elsewhere(value) =>
                {
                    self.reader.wrote(*field);
                }
                StmtKind::Assign { .. } => self.reader.changed(),
                _ => {}
            }
            if acts(stmt) {
                self.anything_changed();
            }
        });
    }

    /// A variable that is seen here was set elsewhere.
    fn forget_open(&mut self, local: LocalId) {
        let open = self.locals.get(local);
        if open.is_some_and(|local| local.role == LocalRole::Open) {
            self.forget(local);
        }
    }

    /// Whatever rules may write may have been written.
    fn anything_changed(&mut self) {
        self.reader.changed();
        for at in (0..).map(LocalId).take(self.locals.all.len()) {
            self.forget_open(at);
        }
    }
}

/// How deep calls are followed.
const DEPTH: u8 = 3;

/// The locals that are surely parted from all by a tie when a body has run.
fn gone_after(typed: &Typed, body: &[Stmt], depth: u8) -> Vec<(LocalId, ir::TieId)> {
    let mut gone = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Part {
                tie,
                left: Expr { kind: ExprKind::Local(local), .. },
                right: None,
            } => {
                gone.push((*local, *tie));
            }
            StmtKind::Call { procedure, args, .. } if depth > 0 => {
                let Some(def) = typed.procedures.get(*procedure) else { continue };
                let steps = def.steps.iter().filter(|step| step.when.is_none() && !step.called);
                let of_call = steps.flat_map(|step| gone_after(typed, &step.body, depth - 1));
                gone.extend(of_call.filter_map(|(local, tie)| {
                    match args.get(local.0 as usize).map(|arg| &arg.kind) {
                        Some(ExprKind::Local(here)) => Some((*here, tie)),
                        _ => None,
                    }
                }));
            }
            StmtKind::Finish(_) | StmtKind::Stop | StmtKind::Join { .. } => return gone,
            _ => {}
        }
    }
    gone
}

/// What hooks and actions at a step see of its procedure: its parameters and open variables, in their order.
fn shared(procedure: &ProcedureDef) -> impl Iterator<Item = LocalId> {
    let all = (0..).map(LocalId).zip(&procedure.locals.all);
    all.filter(|(_, local)| matches!(local.role, LocalRole::Param | LocalRole::Open))
        .map(|(id, _)| id)
}
