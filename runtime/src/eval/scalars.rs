//! Scalar values by their form: first what needs no frame of its own, then the rest, the oftenest first.

use super::{Evaluator, MOST_DEPTH, Observer, arith};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::Quick;
use warwright_ir::{Expr, ExprId, Id, NONE, Slot, UnaryOp, Value};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// A scalar value.
    #[inline]
    pub(crate) fn scalar(&mut self, id: ExprId) -> Checked<i64> {
        let Some(quick) = self.linked.quick.get(id.position()) else { return self.nested(id) };
        let value = match quick {
            Quick::Some { slot, offset, into } => {
                let of = self.local(*slot)?;
                let value = self.view.plain_cell(of, *offset as usize);
                if let Some(value) = value.filter(|value| *value != NONE) {
                    self.set_scalar(*into, value)?;
                }
                value.map(|value| i64::from(value != NONE))
            }
            _ => {
                let locals = self.locals.scalars.get(self.base..).unwrap_or_default();
                let view = &self.view;
                quick.read(
                    |slot| locals.get(usize::from(slot)).copied(),
                    |entity, offset| view.plain_cell(entity, offset),
                )
            }
        };
        match value {
            Some(value) => Ok(value),
            None => self.nested(id),
        }
    }

    #[inline(never)]
    fn nested(&mut self, id: ExprId) -> Checked<i64> {
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
            Expr::Field { of, field } => {
                let entity = self.scalar(*of)?;
                self.view.field(self.linked, entity, *field)
            }
            Expr::If { when, then, other } => {
                if self.scalar(*when)? != 0 {
                    self.scalar(*then)
                } else {
                    self.scalar(*other)
                }
            }
            Expr::Unary { op, of } => {
                let value = self.scalar(*of)?;
                self.unary(*op, value, *of)
            }
            Expr::Has { of, ability } => {
                let entity = self.scalar(*of)?;
                Ok(i64::from(self.has(entity, *ability)?))
            }
            Expr::Quantity { quantity, args } => self.quantity(*quantity, args),
            Expr::Call { function, args } => self.call(*function, args),
            Expr::May { permission, args } => self.may(*permission, args),
            Expr::Printed { of, profile } => self.printed_scalar(*of, *profile),
            _ => self.scalar_rest(expr),
        }
    }

    #[inline(never)]
    fn scalar_rest(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Let { slot, value, body } => {
                let saved = self.bind(*slot, *value)?;
                let result = self.scalar(*body);
                self.unbind(saved)?;
                result
            }
            Expr::Held { of, ability } => {
                let entity = self.scalar(*of)?;
                self.how_often(entity, *ability)
            }
            Expr::AbilityArg { of, ability, param } => {
                let entity = self.scalar(*of)?;
                self.ability_arg(entity, *ability, *param)
            }
            Expr::Within { of, least, most } => {
                Fault::unless_within(self.scalar(*of)?, (*least, *most), None)
            }
            Expr::Table { table, keys } => self.look_up(*table, keys),
            Expr::NameOf(of) => self.name_of(*of),
            Expr::OwnerOf(of) => {
                let entity = self.scalar(*of)?;
                self.view.owner(entity)
            }
            Expr::InPlay(of) => {
                let entity = self.scalar(*of)?;
                Ok(i64::from(entity != NONE && self.view.in_play(entity)?))
            }
            Expr::EntryOf(of) => match self.declared(*of)? {
                Some((_, entry)) => Ok(i64::from(entry.name.0)),
                None => Err(Fault::new(FaultKind::NothingThere)),
            },
            Expr::IsEntry { of, entry } => {
                let found = self.declared(*of)?;
                // Whatever form it has, it is one of its entry.
                let is = |(found, _): (warwright_ir::EntryId, _)| {
                    let declared = self.linked.program.entries.get(found);
                    found == *entry || declared.and_then(|it| it.base) == Some(*entry)
                };
                Ok(i64::from(found.is_some_and(is)))
            }
            Expr::Only(kind) => self.only(*kind),
            _ => self.scalar_of_many(expr),
        }
    }

    /// The scalars that are about many things, ties, runs and other states.
    fn scalar_of_many(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Size(of) => self.size(*of),
            Expr::Contains { of, item } => {
                let item = self.scalar(*item)?;
                self.contains(*of, item)
            }
            Expr::First(of) => self.first(*of),
            Expr::Quantified { how, of, slot, when, value } => {
                self.quantified(*how, *of, *slot, *when, *value)
            }
            Expr::AreTied { tie, left, right } => {
                let left = self.scalar(*left)?;
                let right = self.scalar(*right)?;
                Ok(i64::from(self.tied(*tie, left, right)?.is_some()))
            }
            Expr::TieField { tie, of, other, field } => {
                let of = self.scalar(*of)?;
                let other = self.scalar(*other)?;
                self.tie_field(*tie, of, other, *field)
            }
            Expr::IsSome { of, slot } if self.ty(*of)?.is_wide() => self.is_some_wide(*of, *slot),
            Expr::Otherwise { of, other } => match self.scalar(*of)? {
                NONE => self.scalar(*other),
                value => Ok(value),
            },
            Expr::IsSome { of, slot } => {
                let value = self.scalar(*of)?;
                if let (Some(slot), true) = (slot, value != NONE) {
                    self.set(*slot, value)?;
                }
                Ok(i64::from(value != NONE))
            }
            Expr::Round { of, how } => {
                let value = self.scalar(*of)?;
                arith::round(value, *how)
            }
            Expr::Rung { scale, of, by } => {
                let value = self.scalar(*of)?;
                let by = self.scalar(*by)?;
                self.rung(*scale, value, by)
            }
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
