//! Records: takes expressions whose type is a record, gives one expression for each of its fields.

use super::Lowering;
use super::slots;
use super::types;
use crate::typed::{Expr, ExprKind, LocalId, RecordId, Type};
use warwright_ir as ir;
use warwright_ir::{ExprId, FunctionId, Ty};

impl Lowering<'_> {
    /// Writes an expression: a record as its fields in order, anything else as itself.
    pub(super) fn spread(&mut self, expr: &Expr, written: &mut Vec<ExprId>) {
        let Type::Record(record) = expr.ty else {
            written.push(self.expr(expr));
            return;
        };
        let count = self.field_types(record).len();
        for position in 0..count {
            let field = self.field_of(expr, record, position);
            written.push(field);
        }
    }

    /// `r.field`.
    pub(super) fn record_field(&mut self, of: &Expr, position: u16) -> ExprId {
        let Type::Record(record) = of.ty else { return self.constant(0, Ty::Int, of.span) };
        self.field_of(of, record, usize::from(position))
    }

    /// Puts `value`, which may be a record, into the slots of `local` for a written body.
    pub(super) fn bound(&mut self, local: LocalId, value: &Expr, body: ExprId) -> ExprId {
        let ty = self.out.types.get(body.0 as usize).cloned().unwrap_or(Ty::Int);
        let mut values = Vec::new();
        self.spread(value, &mut values);
        let slots = self.frame.slots(local).to_vec();
        slots.into_iter().zip(values).rev().fold(body, |body, (slot, written)| {
            self.push(ir::Expr::Let { slot, value: written, body }, ty.clone(), value.span)
        })
    }

    /// The function that gives one field of the record that a define gives: the define itself gives the first.
    fn function_for(&self, function: FunctionId, position: usize) -> FunctionId {
        let first = self.field_functions.get(&function).copied();
        match (position.checked_sub(1).and_then(|at| u32::try_from(at).ok()), first) {
            (Some(at), Some(first)) => FunctionId(first.0.saturating_add(at)),
            _ => function,
        }
    }

    pub(super) fn field_types(&self, record: RecordId) -> Vec<Ty> {
        slots::fields(self.typed, record).map(types::ty).collect()
    }

    pub(super) fn field_of(&mut self, expr: &Expr, record: RecordId, position: usize) -> ExprId {
        let ty = self.field_types(record).get(position).cloned().unwrap_or(Ty::Int);
        let span = expr.span;
        let form = match &expr.kind {
            ExprKind::Local(local) => {
                let slot = self.frame.slots(*local).get(position).copied();
                ir::Expr::Local(slot.unwrap_or(ir::Slot::Scalar(0)))
            }
            ExprKind::Record(values) => match values.get(position) {
                Some(value) => return self.expr(value),
                None => ir::Expr::Const(0),
            },
            ExprKind::If { when, then, other } => ir::Expr::If {
                when: self.expr(when),
                then: self.field_of(then, record, position),
                other: self.field_of(other, record, position),
            },
            ExprKind::Let { local, value, body } => {
                let body = self.field_of(body, record, position);
                return self.bound(*local, value, body);
            }
            ExprKind::Match { of, arms } => {
                return self.match_of(of, arms, (&ty, span), &mut |this, arm| {
                    this.field_of(arm, record, position)
                });
            }
            ExprKind::Call { function, args } => ir::Expr::Call {
                function: self.function_for(*function, position),
                args: self.exprs(args),
            },
            ExprKind::AsOf { moment, of } => {
                ir::Expr::AsOf { moment: *moment, of: self.field_of(of, record, position) }
            }
            ExprKind::Supposing { changes, of } => {
                let changes = self.suppositions(changes);
                ir::Expr::Supposing { changes, of: self.field_of(of, record, position) }
            }
            // Nothing else gives a record.
            _ => ir::Expr::Const(0),
        };
        self.push(form, ty, span)
    }
}
