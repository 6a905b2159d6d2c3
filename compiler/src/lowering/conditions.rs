//! Conditions of statements: takes a condition, gives jumps, and sets the names that it binds (`is some x`) by acts.
//!
//! What an expression binds is gone with its evaluation, so a name that is used afterwards is set by an act of its own.

use super::Lowering;
use super::code::Label;
use super::types;
use crate::typed::{Expr, ExprKind, LocalId, Type};
use warwright_ir as ir;
use warwright_ir::{Act, ExprId, SpanId, Target, Ty};

impl Lowering<'_> {
    /// Goes on where the condition holds, with its names bound; jumps to `to` where it does not.
    pub(super) fn branch(&mut self, when: &Expr, to: Label) {
        let span = self.span(when.span);
        match &when.kind {
            ExprKind::And(left, right) if binds(when) => {
                self.branch(left, to);
                self.branch(right, to);
            }
            ExprKind::IsSome { of, binds: Some(local) } => {
                let value = self.expr(of);
                self.set(*local, value, span);
                let bound = self.local(self.frame.slot(*local), optional(&of.ty), when.span);
                let holds = ir::Expr::IsSome { of: bound, slot: None };
                let holds = self.push(holds, Ty::Bool, when.span);
                self.code.jump_unless(holds, to, span);
            }
            ExprKind::Has { of, ability, args } if !args.binds.is_empty() => {
                let holds = self.has(of, *ability, &[], &args.tests, when.span);
                self.code.jump_unless(holds, to, span);
                self.bind_args(of, *ability, &args.binds, span);
            }
            _ => {
                let holds = self.expr(when);
                self.code.jump_unless(holds, to, span);
            }
        }
    }

    /// Binds the names of a condition that is known to hold.
    pub(super) fn rebind(&mut self, when: &Expr) {
        let span = self.span(when.span);
        match &when.kind {
            ExprKind::And(left, right) => {
                self.rebind(left);
                self.rebind(right);
            }
            ExprKind::IsSome { of, binds: Some(local) } => {
                let value = self.expr(of);
                self.set(*local, value, span);
            }
            ExprKind::Has { of, ability, args } => {
                self.bind_args(of, *ability, &args.binds, span);
            }
            _ => {}
        }
    }

    /// Wraps an expression so that it sees the names of a condition that is known to hold.
    pub(super) fn under(&mut self, when: Option<&Expr>, body: ExprId) -> ExprId {
        let Some(when) = when else { return body };
        match &when.kind {
            ExprKind::And(left, right) => {
                let body = self.under(Some(right), body);
                self.under(Some(left), body)
            }
            ExprKind::IsSome { of, binds: Some(local) } => self.bound(*local, of, body),
            ExprKind::Has { of, ability, args } => {
                args.binds.iter().fold(body, |body, (param, local)| {
                    let ty = self.out.types.get(body.0 as usize).cloned().unwrap_or(Ty::Int);
                    let value = self.ability_arg(of, *ability, *param);
                    let form = ir::Expr::Let { slot: self.frame.slot(*local), value, body };
                    self.push(form, ty, when.span)
                })
            }
            _ => body,
        }
    }

    fn bind_args(
        &mut self,
        of: &Expr,
        ability: ir::AbilityId,
        binds: &[(u16, LocalId)],
        span: SpanId,
    ) {
        for (param, local) in binds {
            let value = self.ability_arg(of, ability, *param);
            self.set(*local, value, span);
        }
    }

    /// Writes a scalar into a local.
    pub(super) fn set(&mut self, local: LocalId, value: ExprId, span: SpanId) {
        self.code.push(Act::Set { target: Target::Local(self.frame.slot(local)), value }, span);
    }
}

/// Whether a condition that holds binds a name.
pub(super) fn binds(when: &Expr) -> bool {
    when.conjuncts().iter().any(|part| match &part.kind {
        ExprKind::IsSome { binds, .. } => binds.is_some(),
        ExprKind::Has { args, .. } => !args.binds.is_empty(),
        _ => false,
    })
}

fn optional(of: &Type) -> Ty {
    match types::ty(of) {
        already @ Ty::Optional(_) => already,
        plain => Ty::Optional(Box::new(plain)),
    }
}
