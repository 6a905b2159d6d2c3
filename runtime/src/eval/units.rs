//! Operations that ask the program: signs, the numbers on faces, rungs of ladders.

use super::{Evaluator, Observer};
use crate::arith::{cell, fraction, step};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::number::Fraction;
use warwright_ir::{DieId, ExprId, ScaleId, Ty, UnaryOp};

impl<O: Observer> Evaluator<'_, O> {
    /// An operation on one cell, the value of `of`.
    pub(super) fn unary(&mut self, op: UnaryOp, value: i64, of: ExprId) -> Checked<i64> {
        let overflow = || Fault::new(FaultKind::Overflow);
        match op {
            UnaryOp::Not => Ok(i64::from(value == 0)),
            UnaryOp::Neg => value.checked_neg().ok_or_else(overflow),
            UnaryOp::NegRatio => cell(fraction(value)?.negated()),
            UnaryOp::ToRatio => cell(Some(Fraction::whole(value))),
            UnaryOp::FaceValue => match self.ty(of)? {
                Ty::Face(die) => self.face_value(*die, value),
                _ => Err(Fault::damaged(DamagedPart::Type)),
            },
        }
    }

    /// The number on a face of a die.
    pub(crate) fn face_value(&self, die: DieId, face: i64) -> Checked<i64> {
        let faces = self.linked.program.dice.get(die).map(|die| &die.faces);
        let found = usize::try_from(face).ok().and_then(|face| faces?.get(face));
        found.and_then(|face| face.value).ok_or_else(|| Fault::new(FaultKind::NothingThere))
    }

    /// The value some rungs above another on a ladder.
    pub(super) fn rung(&self, scale: ScaleId, value: i64, by: i64) -> Checked<i64> {
        let scale = self.linked.program.scales.get(scale);
        let scale = scale.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        step(&scale.values, value, by).ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }
}
