//! Locals: every slot that an expression names exists in the frame of its owner and holds what is read from it.

use super::operands::held;
use super::report::{FaultKind, Owner, Report};
use super::types::{fits, slot_fits, some};
use crate::{
    Env, Expr, ExprId, Param, Program, Slot, Ty, Want, each_expr, each_operand, each_part,
};
use std::collections::BTreeMap;

/// The locals of an owner of expressions.
pub(super) struct Scope {
    owner: Owner,
    env: Env,
    /// What is written into each slot, in any order of time.
    types: BTreeMap<Slot, Vec<Ty>>,
    /// Whether slots may have been set from outside, so that nothing is known of those that are not set here.
    open: bool,
}

impl Scope {
    /// Locals of which nothing is set yet.
    pub(super) fn new(owner: Owner, env: Env) -> Self {
        Self { owner, env, types: BTreeMap::new(), open: false }
    }

    /// The same, where slots may have been set from outside.
    pub(super) fn open(owner: Owner, env: Env) -> Self {
        Self { open: true, ..Self::new(owner, env) }
    }

    /// The slot is set to values of the type.
    pub(super) fn set(&mut self, slot: Slot, ty: Ty) {
        let types = self.types.entry(slot).or_default();
        if !types.contains(&ty) {
            types.push(ty);
        }
    }

    /// The parameters are set.
    pub(super) fn set_params(&mut self, params: &[Param]) {
        params.iter().for_each(|param| self.set(param.slot, param.ty.clone()));
    }

    /// What is written into a slot.
    pub(super) fn types(&self, slot: Slot) -> &[Ty] {
        self.types.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// A slot is one of the frame and can hold the type.
    pub(super) fn check_slot(&self, report: &mut Report<'_>, slot: Slot, ty: &Ty) {
        if !self.contains(slot) {
            let message = format!("{} is beyond its {}", name(slot), size(self.env));
            report.of(self.owner, FaultKind::Slot, message);
        } else if !slot_fits(slot, ty) {
            let message = format!("{} cannot hold a value of type {}", name(slot), report.ty(ty));
            report.of(self.owner, FaultKind::Slot, message);
        }
    }

    /// Parameters stand in slots of the frame.
    pub(super) fn check_params(&self, report: &mut Report<'_>, params: &[Param]) {
        params.iter().for_each(|param| self.check_slot(report, param.slot, &param.ty));
    }

    /// Everything that the expressions read is in the frame and set.
    pub(super) fn check(mut self, report: &mut Report<'_>, roots: &[ExprId]) {
        let program = report.program;
        report.seen.begin(program.exprs.len());
        let mut todo = roots.to_vec();
        let mut reads = Vec::new();
        while let Some(id) = todo.pop() {
            if report.seen.is_spent() {
                let message = "its expressions are shared among too many owners to be checked";
                report.of(self.owner, FaultKind::Size, message);
                return;
            }
            let (true, Some(expr)) = (report.seen.is_new(id), program.exprs.get(id)) else {
                continue;
            };
            each_part(expr, |child| todo.push(child));
            if let Expr::Local(slot) = expr {
                reads.push((*slot, id));
            }
            for (slot, ty) in bound(program, expr) {
                if !self.contains(slot) {
                    self.beyond(report, slot, id);
                }
                self.set(slot, ty);
            }
        }
        for (slot, id) in reads {
            self.read(report, slot, id);
        }
    }

    fn read(&self, report: &mut Report<'_>, slot: Slot, id: ExprId) {
        let program = report.program;
        if !self.contains(slot) {
            self.beyond(report, slot, id);
            return;
        }
        let Some(wanted) = program.types.get(id.0 as usize) else { return };
        let known = self.types(slot);
        if known.is_empty() {
            if !self.open {
                self.fault(report, id, &format!("{} is read, and nothing sets it", name(slot)));
            }
        } else if !known.iter().any(|ty| fits(program, some(ty), some(wanted))) {
            let holds = report.ty(known.first().unwrap_or(wanted));
            let wanted = report.ty(wanted);
            self.fault(
                report,
                id,
                &format!("{} holds {holds}, {wanted} is read from it", name(slot)),
            );
        }
    }

    fn beyond(&self, report: &mut Report<'_>, slot: Slot, id: ExprId) {
        self.fault(report, id, &format!("{} is beyond its {}", name(slot), size(self.env)));
    }

    /// A fault of the owner, shown at the expression.
    fn fault(&self, report: &mut Report<'_>, id: ExprId, message: &str) {
        let at = report.program.expr_spans.get(id.0 as usize).copied();
        let message = format!("{}: {message}", report.describe(self.owner));
        report.fault(FaultKind::Slot, at, message);
    }

    fn contains(&self, slot: Slot) -> bool {
        match slot {
            Slot::Scalar(number) => number < self.env.scalars,
            Slot::Wide(number) => number < self.env.wides,
        }
    }
}

/// All expressions that a part of a program names directly.
pub(super) fn roots(part: &impl serde::Serialize) -> Vec<ExprId> {
    let mut roots = Vec::new();
    each_expr(part, |id| roots.push(id));
    roots
}

/// Whether a frame has room for the slots of another.
pub(super) fn covers(outer: Env, inner: Env) -> bool {
    outer.scalars >= inner.scalars && outer.wides >= inner.wides
}

/// The size of a frame, in words.
pub(super) fn size(env: Env) -> String {
    format!("{} scalar and {} wide slots", env.scalars, env.wides)
}

fn name(slot: Slot) -> String {
    match slot {
        Slot::Scalar(number) => format!("scalar slot {number}"),
        Slot::Wide(number) => format!("wide slot {number}"),
    }
}

/// The slots that an expression sets for its parts, and to what.
fn bound(program: &Program, expr: &Expr) -> Vec<(Slot, Ty)> {
    let mut bound = Vec::new();
    each_operand(expr, &mut |at, sign, operand| {
        if let Want::Binds(holds) | Want::Leaves(holds) = sign.want
            && let Some(ty) = held(program, at, holds)
        {
            bound.extend(operand.slots(sign.want).into_iter().map(|slot| (slot, ty.clone())));
        }
    });
    bound
}
