//! The type of each expression fits its form and its parts: values, operators and branches; calls and lists stand apart.

use super::report::{FaultKind, Owner, Report};
use super::types::{
    bad_cell, bad_cells, comparable, fits, is_additive, is_measure, kind_of, slot_fits, some,
};
use crate::{BinaryOp, Expr, ExprId, Program, Slot, Ty, UnaryOp};

/// Each expression gives what its type says.
pub(super) fn expressions_have_their_types(report: &mut Report<'_>) {
    let program = report.program;
    for ((id, expr), declared) in program.exprs.iter().zip(&program.types) {
        if report.is_full() {
            return;
        }
        Typing { report, program, id, declared }.check(expr);
    }
}

/// The check of one expression.
pub(super) struct Typing<'r, 'p> {
    pub report: &'r mut Report<'p>,
    pub program: &'p Program,
    pub id: ExprId,
    pub declared: &'p Ty,
}

impl<'p> Typing<'_, 'p> {
    fn check(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Const(cell) => {
                let bad = bad_cell(self.program, self.declared, *cell);
                self.value(bad);
            }
            Expr::Wide(cells) => {
                let bad = bad_cells(self.program, self.declared, cells);
                self.value(bad);
            }
            Expr::Local(slot) => self.slot_holds(*slot, self.declared),
            Expr::Let { slot, value, body } => {
                self.slot_holds(*slot, self.of(*value));
                self.gives(self.of(*body));
            }
            Expr::Unary { op, of } => self.unary(*op, *of),
            Expr::Binary { op, left, right } => self.binary(*op, *left, *right),
            Expr::And { left, right } | Expr::Or { left, right } => {
                self.wants(*left, &Ty::Bool, "the left side");
                self.wants(*right, &Ty::Bool, "the right side");
                self.gives(&Ty::Bool);
            }
            Expr::If { when, then, other } => {
                self.wants(*when, &Ty::Bool, "the condition");
                self.gives(self.of(*then));
                self.gives(self.of(*other));
            }
            Expr::Otherwise { .. } | Expr::IsSome { .. } => self.optional(expr),
            Expr::Round { of, .. } => {
                self.wants(*of, &Ty::Ratio, "the value");
                self.gives(&Ty::Int);
            }
            Expr::Field { .. }
            | Expr::Printed { .. }
            | Expr::Quantity { .. }
            | Expr::Call { .. }
            | Expr::May { .. }
            | Expr::Has { .. }
            | Expr::Held { .. }
            | Expr::AbilityArg { .. }
            | Expr::Table { .. }
            | Expr::NameOf(_)
            | Expr::OwnerOf(_)
            | Expr::InPlay(_)
            | Expr::IsEntry { .. }
            | Expr::Tied { .. }
            | Expr::AreTied { .. }
            | Expr::TieField { .. }
            | Expr::Rung { .. }
            | Expr::During(_)
            | Expr::Begun { .. }
            | Expr::AsOf { .. }
            | Expr::Supposing { .. }
            | Expr::Ruling(_)
            | Expr::Applies { .. } => self.call(expr),
            Expr::Space { .. }
            | Expr::RouteWhile { .. }
            | Expr::ClearLine { .. }
            | Expr::Reach { .. } => {
                self.space(expr);
            }
            Expr::Items(_)
            | Expr::Only(_)
            | Expr::All(_)
            | Expr::Members(_)
            | Expr::Range { .. }
            | Expr::Filter { .. }
            | Expr::Map { .. }
            | Expr::Union { .. }
            | Expr::Without { .. }
            | Expr::Size(_)
            | Expr::Contains { .. }
            | Expr::First(_)
            | Expr::Quantified { .. } => self.items(expr),
        }
    }

    /// What is asked of a value that may be none.
    fn optional(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Otherwise { of, other } => {
                self.one(*of, "the value");
                self.gives(some(self.of(*of)));
                self.gives(self.of(*other));
            }
            Expr::IsSome { of, slot } => {
                self.one(*of, "the value");
                if let Some(slot) = slot {
                    self.slot_holds(*slot, some(self.of(*of)));
                }
                self.gives(&Ty::Bool);
            }
            _ => {}
        }
    }

    fn unary(&mut self, op: UnaryOp, of: ExprId) {
        match op {
            UnaryOp::Not => {
                self.wants(of, &Ty::Bool, "the value");
                self.gives(&Ty::Bool);
            }
            UnaryOp::Neg => {
                self.ensure(is_additive(self.of(of)), of, "the value", "a number or a measure");
                self.gives(self.of(of));
            }
            UnaryOp::NegRatio => {
                self.wants(of, &Ty::Ratio, "the value");
                self.gives(&Ty::Ratio);
            }
            UnaryOp::ToRatio => {
                self.wants(of, &Ty::Int, "the value");
                self.gives(&Ty::Ratio);
            }
            UnaryOp::FaceValue => {
                let die = match self.of(of) {
                    Ty::Face(die) => self.program.dice.get(*die),
                    _ => None,
                };
                let numbered = die.is_some_and(|die| die.faces.iter().all(|it| it.value.is_some()));
                self.ensure(numbered, of, "the value", "a face of a die that has numbers only");
                self.gives(&Ty::Int);
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        let (l, r) = (self.of(left), self.of(right));
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                self.ensure(is_additive(l), left, "the left side", "a number or a measure");
                self.wants(right, l, "the right side");
                self.gives(l);
            }
            BinaryOp::Mul => {
                let (factor, measure) = if is_measure(r) { (left, right) } else { (right, left) };
                self.wants(factor, &Ty::Int, "the factor");
                self.ensure(
                    is_additive(self.of(measure)),
                    measure,
                    "the other side",
                    "a number or a measure",
                );
                self.gives(self.of(measure));
            }
            BinaryOp::DivRatio => {
                self.ensure(is_additive(l), left, "the left side", "a number or a measure");
                self.wants(right, l, "the right side");
                self.gives(&Ty::Ratio);
            }
            BinaryOp::AddRatio
            | BinaryOp::SubRatio
            | BinaryOp::MulRatio
            | BinaryOp::DivideRatios => {
                self.both(left, right, &Ty::Ratio);
                self.gives(&Ty::Ratio);
            }
            BinaryOp::ScaleMeasure => {
                self.ensure(is_measure(l), left, "the left side", "a measure");
                self.wants(right, &Ty::Ratio, "the right side");
                self.gives(l);
            }
            BinaryOp::Rem => {
                self.both(left, right, &Ty::Int);
                self.gives(&Ty::Int);
            }
            BinaryOp::Min | BinaryOp::Max => {
                self.ordered(left, right);
                self.gives(l);
                self.gives(r);
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                self.scalar(left, "the left side");
                self.alike(left, right);
                self.gives(&Ty::Bool);
            }
            BinaryOp::Lt | BinaryOp::Le => {
                self.ordered(left, right);
                self.gives(&Ty::Bool);
            }
            BinaryOp::LtRatio | BinaryOp::LeRatio => {
                self.both(left, right, &Ty::Ratio);
                self.gives(&Ty::Bool);
            }
        }
    }

    fn both(&mut self, left: ExprId, right: ExprId, want: &Ty) {
        self.wants(left, want, "the left side");
        self.wants(right, want, "the right side");
    }

    fn alike(&mut self, left: ExprId, right: ExprId) {
        if !comparable(self.program, self.of(left), self.of(right)) {
            let (l, r) = (self.report.ty(self.of(left)), self.report.ty(self.of(right)));
            self.fault(format!("{l} and {r} cannot be compared"));
        }
    }

    fn ordered(&mut self, left: ExprId, right: ExprId) {
        let by_cells = !self.of(left).is_wide() && *some(self.of(left)) != Ty::Ratio;
        self.ensure(by_cells, left, "the left side", "a scalar that its cell orders");
        self.alike(left, right);
    }

    /// The declared type of a part.
    pub(super) fn of(&self, id: ExprId) -> &'p Ty {
        self.program.types.get(id.0 as usize).unwrap_or(&Ty::Bool)
    }

    /// A fault of type of this expression.
    pub(super) fn fault(&mut self, message: String) {
        self.report.of(Owner::Expr(self.id), FaultKind::Type, message);
    }

    fn value(&mut self, bad: Option<String>) {
        if let Some(message) = bad {
            self.report.of(Owner::Expr(self.id), FaultKind::Value, message);
        }
    }

    /// The expression gives this type.
    pub(super) fn gives(&mut self, ty: &Ty) {
        if !fits(self.program, ty, self.declared) {
            let (gives, says) = (self.report.ty(ty), self.report.ty(self.declared));
            self.fault(format!("it gives {gives}, its type says {says}"));
        }
    }

    /// The part is of a type.
    pub(super) fn wants(&mut self, part: ExprId, want: &Ty, what: &str) {
        if !fits(self.program, self.of(part), want) {
            let want = self.report.ty(want);
            self.ensure(false, part, what, &want);
        }
    }

    /// The part is as said.
    pub(super) fn ensure(&mut self, holds: bool, part: ExprId, what: &str, want: &str) {
        if !holds {
            let is = self.report.ty(self.of(part));
            self.fault(format!("{what} is {is} where {want} is needed"));
        }
    }

    /// The part is one cell.
    pub(super) fn scalar(&mut self, part: ExprId, what: &str) {
        self.ensure(!self.of(part).is_wide(), part, what, "a scalar");
    }

    /// The part is one value, and no list, set or pool.
    fn one(&mut self, part: ExprId, what: &str) {
        let ty = self.of(part);
        self.ensure(!ty.is_wide() || some(ty).is_space(), part, what, "one value");
    }

    /// The part is an entity or a member.
    pub(super) fn thing(&mut self, part: ExprId) {
        self.ensure(kind_of(self.of(part)).is_some(), part, "what is asked about", "an entity");
    }

    /// The slot can hold the type.
    pub(super) fn slot_holds(&mut self, slot: Slot, ty: &Ty) {
        if !slot_fits(slot, ty) {
            let ty = self.report.ty(ty);
            self.report.of(
                Owner::Expr(self.id),
                FaultKind::Slot,
                format!("{slot:?} cannot hold a value of type {ty}"),
            );
        }
    }
}
