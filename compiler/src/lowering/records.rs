//! Records: takes expressions whose type is a record, gives one expression for each of its fields.

use super::Lowering;
use super::slots::{self, Frame};
use super::types;
use crate::typed::{Expr, ExprKind, LocalId, RecordId, Type};
use warwright_grammar::{Diagnostic, codes};
use warwright_ir as ir;
use warwright_ir::{ExprId, Ty};

impl Lowering<'_> {
    /// Writes an expression: a record as its fields in order, anything else as itself.
    pub(super) fn spread(&mut self, frame: &mut Frame, expr: &Expr, written: &mut Vec<ExprId>) {
        let Type::Record(record) = expr.ty else {
            written.push(self.expr(frame, expr));
            return;
        };
        let count = self.field_types(record).len();
        for position in 0..count {
            let field = self.field_of(frame, expr, record, position);
            written.push(field);
        }
    }

    /// `r.field`.
    pub(super) fn record_field(&mut self, frame: &mut Frame, of: &Expr, position: u16) -> ExprId {
        let Type::Record(record) = of.ty else { return self.constant(0, Ty::Int, of.span) };
        self.field_of(frame, of, record, usize::from(position))
    }

    /// Puts `value`, which may be a record, into the slots of `local` for a written body.
    pub(super) fn bound(
        &mut self,
        frame: &mut Frame,
        local: LocalId,
        value: &Expr,
        body: ExprId,
    ) -> ExprId {
        let ty = self.out.types.get(body.0 as usize).cloned().unwrap_or(Ty::Int);
        let mut values = Vec::new();
        self.spread(frame, value, &mut values);
        let slots = frame.slots(local).to_vec();
        slots.into_iter().zip(values).rev().fold(body, |body, (slot, written)| {
            self.push(ir::Expr::Let { slot, value: written, body }, ty.clone(), value.span)
        })
    }

    fn field_types(&self, record: RecordId) -> Vec<Ty> {
        slots::fields(self.typed, record).map(types::ty).collect()
    }

    fn field_of(&mut self, frame: &mut Frame, expr: &Expr, record: RecordId, position: usize) -> ExprId {
        let ty = self.field_types(record).get(position).cloned().unwrap_or(Ty::Int);
        let span = expr.span;
        let form = match &expr.kind {
            ExprKind::Local(local) => {
                let slot = frame.slots(*local).get(position).copied();
                ir::Expr::Local(slot.unwrap_or(ir::Slot::Scalar(0)))
            }
            ExprKind::Record(values) => match values.get(position) {
                Some(value) => return self.expr(frame, value),
                None => ir::Expr::Const(0),
            },
            ExprKind::If { when, then, other } => ir::Expr::If {
                when: self.expr(frame, when),
                then: self.field_of(frame, then, record, position),
                other: self.field_of(frame, other, record, position),
            },
            ExprKind::Let { local, value, body } => {
                let body = self.field_of(frame, body, record, position);
                return self.bound(frame, *local, value, body);
            }
            ExprKind::AsOf { moment, of } => {
                ir::Expr::AsOf { moment: *moment, of: self.field_of(frame, of, record, position) }
            }
            _ => {
                self.sink.push(no_record_here(expr));
                ir::Expr::Const(0)
            }
        };
        self.push(form, ty, span)
    }
}

fn no_record_here(expr: &Expr) -> Diagnostic {
    Diagnostic::new(
        codes::RECORD_NOT_TAKEN_APART,
        "a record cannot be worked out by this",
        expr.span,
    )
    .label("records come from parameters, from `let` and from `if .. then .. else ..`")
    .help("give the fields one by one")
}
