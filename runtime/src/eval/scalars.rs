//! Scalar values by their form: first what needs no frame of its own, then the rest, the oftenest first.

use super::{Evaluator, MOST_DEPTH, Observer};
use crate::arith;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use warwright_ir::{Expr, ExprId, NONE, Slot, UnaryOp, Value};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// A scalar value.
    #[inline]
    pub(crate) fn scalar(&mut self, id: ExprId) -> Checked<i64> {
        let Some(unit) = self.code_of(id) else { return self.nested(id) };
        match self.run(unit) {
            Some(value) => Ok(value),
            None => self.walked(|this| this.nested(id)),
        }
    }

    #[inline(never)]
    pub(super) fn nested(&mut self, id: ExprId) -> Checked<i64> {
        let linked = self.linked;
        let Some(expr) = linked.program.exprs.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.located(Fault::new(FaultKind::TooDeep), id));
        }
        // The forms of which conditions are made stand here, all others in functions with frames of their own.
        let result = match expr {
            Expr::Binary { op, left, right } => match (self.scalar(*left), self.scalar(*right)) {
                (Ok(left), Ok(right)) => arith::binary(*op, left, right),
                (Err(fault), _) | (_, Err(fault)) => Err(fault),
            },
            Expr::And { left, right } => match self.scalar(*left) {
                Ok(0) => Ok(0),
                Ok(_) => self.scalar(*right),
                Err(fault) => Err(fault),
            },
            Expr::Or { left, right } => match self.scalar(*left) {
                Ok(0) => self.scalar(*right),
                Ok(_) => Ok(1),
                Err(fault) => Err(fault),
            },
            Expr::Unary { op: UnaryOp::Not, of } => {
                self.scalar(*of).map(|value| i64::from(value == 0))
            }
            _ => self.scalar_of(expr),
        };
        self.depth -= 1;
        match result {
            Ok(value) => Ok(value),
            Err(fault) => Err(self.located(fault, id)),
        }
    }

    #[cold]
    fn located(&self, fault: Box<Fault>, id: ExprId) -> Box<Fault> {
        fault.at(self.span(id))
    }

    #[inline(never)]
    fn scalar_of(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Const(value) => Ok(*value),
            Expr::Local(Slot::Scalar(slot)) => self.local(*slot),
            Expr::If { when, then, other } => {
                if self.scalar(*when)? != 0 {
                    self.scalar(*then)
                } else {
                    self.scalar(*other)
                }
            }
            Expr::Quantity { quantity, args } => self.quantity(*quantity, args),
            Expr::Call { function, args } => self.call(*function, args),
            Expr::May { permission, args } => self.may(*permission, args),
            Expr::IsSome { of, slot } if self.ty(*of)?.is_wide() => self.is_some_wide(*of, *slot),
            Expr::Field { of, .. }
            | Expr::Printed { of, .. }
            | Expr::Has { of, .. }
            | Expr::Unary { of, .. }
            | Expr::Held { of, .. }
            | Expr::AbilityArg { of, .. }
            | Expr::NameOf(of)
            | Expr::OwnerOf(of)
            | Expr::TeamOf(of)
            | Expr::InPlay(of)
            | Expr::EntryOf(of)
            | Expr::ListOf(of)
            | Expr::IsEntry { of, .. }
            | Expr::IsSome { of, .. }
            | Expr::Within { of, .. }
            | Expr::Round { of, .. } => {
                let value = self.scalar(*of)?;
                self.one(expr, value)
            }
            Expr::AreTied { left, right, .. }
            | Expr::TieField { of: left, other: right, .. }
            | Expr::Rung { of: left, by: right, .. } => {
                let left = self.scalar(*left)?;
                let right = self.scalar(*right)?;
                self.two(expr, left, right)
            }
            _ => self.scalar_of_many(expr),
        }
    }

    /// The forms of one scalar operand, whose value is given.
    pub(super) fn one(&mut self, expr: &'a Expr, value: i64) -> Checked<i64> {
        match expr {
            Expr::Field { field, .. } => self.view.field(self.linked, value, *field),
            Expr::Printed { of, profile } => self.printed_scalar(*of, value, *profile),
            Expr::Has { ability, .. } => Ok(i64::from(self.has(value, *ability)?)),
            Expr::Unary { op, of } => self.unary(*op, value, *of),
            Expr::Held { ability, .. } => self.how_often(value, *ability),
            Expr::AbilityArg { ability, param, .. } => self.ability_arg(value, *ability, *param),
            Expr::NameOf(of) => self.name_of(*of, value),
            Expr::OwnerOf(_) => self.view.owner(value),
            Expr::TeamOf(_) => Ok(self.setting.layout.team_of(value)),
            Expr::InPlay(_) => Ok(i64::from(value != NONE && self.view.in_play(value)?)),
            Expr::EntryOf(of) => match self.declared(*of, value)? {
                Some((_, entry)) => Ok(i64::from(entry.name.0)),
                None => Err(Fault::new(FaultKind::NothingThere)),
            },
            Expr::ListOf(of) => self.list_of(*of, value),
            Expr::IsEntry { of, entry } => {
                let found = self.declared(*of, value)?;
                // Whatever form it has, it is one of its entry.
                let is = |(found, _): (warwright_ir::EntryId, _)| {
                    let declared = self.linked.program.entries.get(found);
                    found == *entry || declared.and_then(|it| it.base) == Some(*entry)
                };
                Ok(i64::from(found.is_some_and(is)))
            }
            Expr::IsSome { slot, .. } => {
                if let (Some(slot), true) = (slot, value != NONE) {
                    self.set(*slot, value)?;
                }
                Ok(i64::from(value != NONE))
            }
            Expr::Size(of) => self.size_there(*of, value),
            Expr::Within { least, most, .. } => Fault::unless_within(value, (*least, *most), None),
            Expr::Round { how, .. } => arith::round(value, *how),
            Expr::Space { op, .. } => self.cell_made(*op, &[value]),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// The forms of two scalar operands that are no operations on cells.
    pub(super) fn two(&mut self, expr: &'a Expr, left: i64, right: i64) -> Checked<i64> {
        match expr {
            Expr::AreTied { tie, .. } => Ok(i64::from(self.tied(*tie, left, right)?.is_some())),
            Expr::TieField { tie, field, .. } => self.tie_field(*tie, left, right, *field),
            Expr::Rung { scale, .. } => self.rung(*scale, left, right),
            Expr::Space { op, .. } => self.cell_made(*op, &[left, right]),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// The scalars that are about many things, ties, runs and other states.
    fn scalar_of_many(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Size(of) => self.size(*of),
            Expr::Contains { of, item } if self.ty(*item)?.is_wide() => {
                let (item, all) = (self.wide(*item)?, self.wide(*of)?);
                // A place that may be none is nowhere.
                let mut places = all.chunks(item.len().max(1));
                Ok(i64::from(!item.is_empty() && places.any(|place| place == item.as_slice())))
            }
            Expr::Contains { of, item } => {
                let item = self.scalar(*item)?;
                self.contains(*of, item)
            }
            Expr::First(of) => self.first(*of),
            Expr::Quantified { how, of, slot, when, value } => {
                self.quantified(*how, *of, *slot, *when, *value)
            }
            Expr::Let { slot, value, body } => {
                let saved = self.bind(*slot, *value)?;
                let result = self.scalar(*body);
                self.unbind(saved)?;
                result
            }
            Expr::Table { table, keys } => self.look_up(*table, keys),
            Expr::Only(kind) => self.only(*kind),
            Expr::Otherwise { of, other } => match self.scalar(*of)? {
                NONE => self.scalar(*other),
                value => Ok(value),
            },
            Expr::During(moment) => Ok(i64::from(self.innermost(*moment).is_some())),
            Expr::AsOf { moment, of } => match self.remembered(*moment) {
                Some(view) => self.on(view).scalar(*of),
                None => self.scalar(*of),
            },
            Expr::Supposing { changes, of } => {
                let overlay = self.suppose(changes)?;
                let view = self.view.supposing(&overlay);
                self.on(view).scalar(*of)
            }
            Expr::Ruling(position) => match self.setting.rulings.get(usize::from(*position)) {
                Some(Value::Scalar(value)) => Ok(*value),
                Some(Value::Wide(_)) => Err(Fault::damaged(DamagedPart::Type)),
                None => Err(Fault::damaged(DamagedPart::Id)),
            },
            Expr::Space { op, args } => self.space_scalar(*op, args),
            Expr::ClearLine { from, to, wide, past } => self.clear((*from, *to, *wide), past),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// Whether a wide value is there, which then stands in the slot.
    fn is_some_wide(&mut self, of: ExprId, slot: Option<Slot>) -> Checked<i64> {
        let value = self.wide(of)?;
        let there = !value.is_empty();
        match slot {
            Some(Slot::Wide(slot)) if there => {
                self.put_wide(self.wide_base + usize::from(slot), value)?;
            }
            Some(Slot::Scalar(_)) => return Err(Fault::damaged(DamagedPart::Type)),
            Some(Slot::Wide(_)) | None => {}
        }
        Ok(i64::from(there))
    }
}
