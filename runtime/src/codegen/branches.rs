//! Conditions as code: takes a condition, gives the instructions that jump where it holds or does not.

use super::maker::{Jumps, Maker};
use crate::code::{Op, Test};
use warwright_ir::{BinaryOp, Expr, ExprId, FunctionId, UnaryOp};

impl Maker<'_> {
    /// Jumps where a condition holds (`want`) or does not, else goes on.
    pub(super) fn branch(&mut self, id: ExprId, want: bool, jumps: &mut Jumps) {
        if let Some(value) = self.constant(id) {
            if (value != 0) == want {
                self.jump(Op::Jump { to: 0 }, jumps);
            }
            return;
        }
        match self.form(id) {
            Some(Expr::Unary { op: UnaryOp::Not, of }) => return self.branch(*of, !want, jumps),
            Some(Expr::And { left, right }) if !want => {
                self.branch(*left, false, jumps);
                return self.branch(*right, false, jumps);
            }
            Some(Expr::Or { left, right }) if want => {
                self.branch(*left, true, jumps);
                return self.branch(*right, true, jumps);
            }
            Some(Expr::And { left, right } | Expr::Or { left, right }) => {
                let mut past = Jumps::new();
                self.branch(*left, !want, &mut past);
                self.branch(*right, want, jumps);
                return self.land(past);
            }
            Some(Expr::Binary { op, left, right }) => {
                if let Some(op) = self.compared(*op, want, *left, *right) {
                    return self.jump(op, jumps);
                }
            }
            Some(Expr::Call { function, args })
                if self.branch_in(*function, args, want, jumps).is_some() =>
            {
                return;
            }
            Some(Expr::Has { of, ability }) if self.is_plain(*ability) => {
                if let Some(slot) = self.local(*of) {
                    let op = Op::JumpBit { slot, ability: ability.0, to: 0, want };
                    return self.jump(op, jumps);
                }
            }
            _ => {}
        }
        self.value(id);
        let op = if want { Op::JumpIf { to: 0 } } else { Op::JumpUnless { to: 0 } };
        self.jump(op, jumps);
    }

    /// The same of a function that becomes part of the unit.
    pub(super) fn branch_in(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        want: bool,
        jumps: &mut Jumps,
    ) -> Option<()> {
        let callee = self.linked.program.functions.get(function)?;
        let (ops, many) = (self.unit.ops.len(), jumps.len());
        let called = self.arguments(callee.env, &callee.params, args)?;
        let at = called.at;
        let made = self.made_part(called, |this| {
            this.branch(callee.body, want, jumps);
            Some(())
        });
        self.give_back(at);
        if made.is_none() {
            self.unit.ops.truncate(ops);
            jumps.truncate(many);
        }
        made
    }

    /// The jump that a comparison of a local or of a field of one with a constant is.
    pub(super) fn compared(
        &mut self,
        op: BinaryOp,
        want: bool,
        left: ExprId,
        right: ExprId,
    ) -> Option<Op> {
        let test = Test::of(op, want)?;
        let (side, test, than) = match (self.constant(left), self.constant(right)) {
            (None, Some(than)) => (left, test, than),
            (Some(than), None) => (right, test.turned(), than),
            _ => return None,
        };
        if let Some(slot) = self.local(side) {
            return Some(Op::JumpLocal { test, slot, than: i32::try_from(than).ok()?, to: 0 });
        }
        let (of, place) = self.field(side)?;
        let slot = self.local(of)?;
        Some(Op::JumpCell { test, slot, than: i16::try_from(than).ok()?, to: 0, place })
    }
}
