//! Questions about many things as code: a loop over the items of a wide value that is at hand, and what is asked of each as its body.

use super::maker::{Jumps, Known, Maker, Scope};
use crate::arith::is_ratio;
use crate::code::{Items, Near, Op, Source};
use crate::number::Fraction;
use warwright_ir::{BinaryOp, Expr, ExprId, FunctionId, Id, NONE, Quantifier, Slot};

/// What a body makes.
type Body<'m, 'a> = &'m mut dyn FnMut(&mut Maker<'a>) -> Option<()>;

/// A wide value, the slot for each of its items, and the condition under which they count.
type All = (ExprId, u16, Option<ExprId>);

/// Calls of functions that give sets are looked into so deep.
const DEEPEST: u32 = 4;

impl<'a> Maker<'a> {
    /// A question about the items of a wide value; nothing where the walker finds them.
    pub(super) fn asked_of_items(&mut self, id: ExprId) -> Option<()> {
        if self.is_part() {
            return None;
        }
        match self.form(id)? {
            Expr::Quantified { how, of, slot: Slot::Scalar(slot), when, value } => {
                let Known::Slot(slot) = self.found(*slot) else { return None };
                self.quantified(*how, (*of, slot, *when), *value)
            }
            Expr::Size(of) => {
                let slot = self.spare();
                self.counted((*of, slot, None))
            }
            Expr::Contains { of, item } if !self.is_wide(*item) => {
                let (wanted, slot) = (self.aside(*item), self.spare());
                self.each((*of, slot, None), &mut |this| {
                    let mut on = Jumps::new();
                    this.emit(Op::Local(slot));
                    this.emit(Op::WithLocal { op: BinaryOp::Eq, slot: this.in_room(wanted) });
                    this.jump(Op::JumpUnless { to: 0 }, &mut on);
                    this.stop();
                    this.land(on);
                    Some(())
                })
            }
            Expr::First(of) => {
                let (first, slot) = (self.begun_with(NONE), self.spare());
                self.each((*of, slot, None), &mut |this| {
                    this.emit(Op::Local(slot));
                    this.emit(Op::Store(first));
                    this.stop();
                    Some(())
                })?;
                self.emit(Op::Local(first));
                Some(())
            }
            _ => None,
        }
    }

    fn quantified(&mut self, how: Quantifier, all: All, value: Option<ExprId>) -> Option<()> {
        match (how, value) {
            (Quantifier::Any, None) => self.each(all, &mut |this| {
                this.stop();
                Some(())
            }),
            (Quantifier::Any | Quantifier::All, Some(value)) => {
                let is_any = how == Quantifier::Any;
                self.each(all, &mut |this| {
                    let mut on = Jumps::new();
                    this.branch(value, !is_any, &mut on);
                    this.stop();
                    this.land(on);
                    Some(())
                })?;
                if !is_any {
                    self.emit(Op::Not);
                }
                Some(())
            }
            (Quantifier::All, None) => None,
            (Quantifier::Count, _) => self.counted(all),
            (Quantifier::Sum, _) => self.summed(all, value),
            (how, value) => self.extreme(how, all, value),
        }
    }

    fn counted(&mut self, all: All) -> Option<()> {
        let total = self.begun_with(0);
        self.each(all, &mut |this| {
            this.emit(Op::Const(1));
            this.accumulate(BinaryOp::Add, total);
            Some(())
        })?;
        self.emit(Op::Local(total));
        Some(())
    }

    fn summed(&mut self, all: All, value: Option<ExprId>) -> Option<()> {
        let (op, nothing) = match self.is_ratio(value) {
            true => (BinaryOp::AddRatio, Fraction::ZERO.to_cell()?),
            false => (BinaryOp::Add, 0),
        };
        let total = self.begun_with(nothing);
        self.each(all, &mut |this| {
            this.item_or(all.1, value);
            this.accumulate(op, total);
            Some(())
        })?;
        self.emit(Op::Local(total));
        Some(())
    }

    /// The least or greatest value, or the item that has it.
    fn extreme(&mut self, how: Quantifier, all: All, value: Option<ExprId>) -> Option<()> {
        // Conditions that are asked last are the walker's.
        if all.2.is_some_and(|when| self.has_late(when)) {
            return None;
        }
        let less = if self.is_ratio(value) { BinaryOp::LtRatio } else { BinaryOp::Lt };
        let most = matches!(how, Quantifier::Most | Quantifier::Highest);
        let gives_item = matches!(how, Quantifier::Least | Quantifier::Most);
        let (best, found) = (self.begun_with(NONE), self.begun_with(NONE));
        self.each(all, &mut |this| {
            let mut on = Jumps::new();
            this.item_or(all.1, value);
            this.jump(Op::JumpNone { to: 0 }, &mut on);
            this.emit(Op::Best { less, most, at: this.room_of(best) });
            if gives_item {
                this.jump(Op::JumpUnless { to: 0 }, &mut on);
                this.emit(Op::Local(all.1));
                this.emit(Op::Store(found));
            }
            this.land(on);
            Some(())
        })?;
        self.emit(Op::Local(if gives_item { found } else { best }));
        Some(())
    }

    fn item_or(&mut self, slot: u16, value: Option<ExprId>) {
        match value {
            Some(value) => self.value(value),
            None => self.emit(Op::Local(slot)),
        }
    }

    fn is_ratio(&self, value: Option<ExprId>) -> bool {
        let ty = value.and_then(|value| self.linked.program.types.get(value.position()));
        ty.is_some_and(is_ratio)
    }

    fn has_late(&self, when: ExprId) -> bool {
        let is_late = |of: ExprId| self.linked.late.get(of.position()) == Some(&true);
        is_late(when) || matches!(self.form(when), Some(Expr::And { right, .. }) if is_late(*right))
    }

    /// A place in the room.
    fn spare(&mut self) -> u16 {
        let at = self.take(1);
        self.in_room(at)
    }

    /// The same with a value to begin with.
    fn begun_with(&mut self, value: i64) -> u16 {
        let slot = self.spare();
        self.emit(Op::Const(value));
        self.emit(Op::Store(slot));
        slot
    }

    /// What stands in a place of the room, together with the accumulator.
    fn accumulate(&mut self, op: BinaryOp, slot: u16) {
        self.emit(Op::Into { op, at: self.room_of(slot) });
    }

    /// Ends the loop.
    fn stop(&mut self) {
        self.emit(Op::Const(1));
        self.emit(Op::Return);
    }

    /// A body for each item for which a condition holds, with the item in a slot, until it stops; the accumulator says whether it did.
    fn each(&mut self, all: All, body: Body<'_, 'a>) -> Option<()> {
        let (of, slot, when) = all;
        let near = when.and_then(|when| self.linked.near.get(when.position()).copied().flatten());
        self.items((of, near, DEEPEST), slot, &mut |this| {
            let mut on = Jumps::new();
            if let Some(when) = when {
                this.branch(when, false, &mut on);
            }
            body(this)?;
            this.land(on);
            Some(())
        })
    }

    fn items(
        &mut self,
        (of, near, deep): (ExprId, Option<Near>, u32),
        slot: u16,
        body: Body<'_, 'a>,
    ) -> Option<()> {
        let at = self.take(2);
        let from = match self.form(of)? {
            Expr::All(kind) => Source::Kind(*kind),
            Expr::Range { low, high } => {
                self.value(*low);
                self.emit(Op::Store(self.in_room(at)));
                self.value(*high);
                self.emit(Op::Store(self.in_room(at.checked_add(1)?)));
                Source::Range
            }
            Expr::Field { of: entity, field } if self.is_plain_wide(of) => {
                self.value(*entity);
                self.emit(Op::Store(self.in_room(at)));
                Source::Field(*field)
            }
            Expr::Filter { of: inner, slot: Slot::Scalar(own), when } => match self.owned(of) {
                Some((kind, by)) => {
                    self.value(by);
                    self.emit(Op::Store(self.in_room(at)));
                    Source::Owned(kind)
                }
                None if near.is_some() => return None,
                None => {
                    let Known::Slot(own) = self.found(*own) else { return None };
                    return self.each((*inner, own, Some(*when)), &mut |this| {
                        this.emit(Op::Local(own));
                        this.emit(Op::Store(slot));
                        body(this)
                    });
                }
            },
            Expr::Call { function, args } if self.is_at_hand(of, deep) => {
                return self.items_of_call(
                    (*function, args),
                    (near, deep.checked_sub(1)?),
                    slot,
                    body,
                );
            }
            _ if self.is_part() || !self.is_plain_wide(of) => return None,
            _ => Source::Asked(of),
        };
        let items = self.items_from(Items { from, at, near });
        let mut ends = Jumps::new();
        self.jump(Op::Each { items, slot, to: 0 }, &mut ends);
        body(self)?;
        self.emit(Op::Const(0));
        self.emit(Op::Return);
        self.land(ends);
        Some(())
    }

    /// Whether a wide value has single cells for its items, each of which counts once.
    fn is_plain_wide(&self, of: ExprId) -> bool {
        self.is_single(of) && !self.is_pool(of)
    }

    fn owned(&self, of: ExprId) -> Option<(warwright_ir::KindId, ExprId)> {
        self.linked.owned.get(of.position()).copied().flatten()
    }

    /// Whether the items of what a function gives are found without working anything out for each: then they need not be kept.
    fn is_at_hand(&self, of: ExprId, deep: u32) -> bool {
        match self.form(of) {
            Some(Expr::All(_)) => true,
            Some(Expr::Field { .. }) => self.is_plain_wide(of),
            Some(Expr::Filter { .. }) => self.owned(of).is_some(),
            Some(Expr::Call { function, .. }) if deep > 0 => {
                let callee = self.linked.program.functions.get(*function);
                callee.is_some_and(|it| self.is_at_hand(it.body, deep - 1))
            }
            _ => false,
        }
    }

    /// The items of what a function gives that is part of the unit; the body runs in the environment of the caller.
    fn items_of_call(
        &mut self,
        (function, args): (FunctionId, &[ExprId]),
        (near, deep): (Option<Near>, u32),
        slot: u16,
        body: Body<'_, 'a>,
    ) -> Option<()> {
        let callee = self.linked.program.functions.get(function)?;
        let called = self.arguments(callee.env, &callee.params, args)?;
        let mut outer = Some(self.within(Scope { called: Some(called), needs_own: false }));
        let made = self.items((callee.body, near, deep), slot, &mut |this| {
            let inner = this.within(outer.take()?);
            let made = body(this);
            outer = Some(this.within(inner));
            made
        });
        let inner = self.within(outer?);
        made.filter(|()| !inner.needs_own)
    }
}
