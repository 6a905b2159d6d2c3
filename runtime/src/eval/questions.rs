//! Questions about many things: whether any or all, how many, their sum, the least and the most.

use super::items::{Flow, cell};
use super::{Evaluator, Observer};
use crate::arith::{self, comparable, is_ratio};
use crate::fault::{Checked, Fault, FaultKind};
use crate::number::Fraction;
use crate::state::Wide;
use warwright_ir::{Expr, ExprId, Id, NONE, Quantifier, Slot, Ty};

impl<O: Observer> Evaluator<'_, O> {
    /// What a question about all items gives.
    pub(super) fn quantified(
        &mut self,
        how: Quantifier,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        value: Option<ExprId>,
    ) -> Checked<i64> {
        let ratio = match value {
            Some(value) => is_ratio(self.ty(value)?),
            None => false,
        };
        match how {
            Quantifier::Any | Quantifier::All => {
                let wanted = how == Quantifier::Any;
                let flow = self.each_when(of, slot, when, &mut |this, _, _| {
                    let holds = match value {
                        Some(value) => this.holds(value)? == wanted,
                        None => wanted,
                    };
                    Ok(if holds { Flow::Stop } else { Flow::On })
                })?;
                Ok(i64::from((flow == Flow::Stop) == wanted))
            }
            Quantifier::Count => {
                if let Some(when) = when
                    && let Some(total) = self.count_dice(of, slot, when)?
                {
                    return Ok(total);
                }
                let mut total: i64 = 0;
                self.each_when(of, slot, when, &mut |_, _, count| {
                    total = total.saturating_add(count);
                    Ok(Flow::On)
                })?;
                Ok(total)
            }
            Quantifier::Sum => self.sum(of, slot, when, value, ratio),
            Quantifier::Least | Quantifier::Most | Quantifier::Lowest | Quantifier::Highest => {
                self.extreme(how, of, slot, when, value)
            }
        }
    }

    /// How many dice of a pool in a local fulfil a condition: the count that battles ask for most.
    fn count_dice(&mut self, of: ExprId, slot: Slot, when: ExprId) -> Checked<Option<i64>> {
        let (Some(Expr::Local(Slot::Wide(pool))), Slot::Scalar(face), true) =
            (self.linked.program.exprs.get(of), slot, self.is_pool(of)?)
        else {
            return Ok(None);
        };
        let dice = Wide::from_slice(self.local_wide(*pool)?);
        let saved = self.local(face)?;
        let mut total: i64 = 0;
        for (number, count) in dice.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.burn(1)?;
            self.set_scalar(face, cell(number))?;
            if self.scalar(when)? != 0 {
                total = total.saturating_add(*count);
            }
        }
        self.set_scalar(face, saved)?;
        Ok(Some(total))
    }

    fn sum(
        &mut self,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        value: Option<ExprId>,
        ratio: bool,
    ) -> Checked<i64> {
        let overflow = || Fault::new(FaultKind::Overflow);
        let mut whole: i64 = 0;
        let mut fraction = Fraction::ZERO;
        self.each_when(of, slot, when, &mut |this, item, count| {
            let one = match value {
                Some(value) => this.scalar(value)?,
                None => item,
            };
            if ratio {
                let many = arith::fraction(one)?.times(Fraction::whole(count));
                fraction = many.and_then(|many| fraction.plus(many)).ok_or_else(overflow)?;
            } else {
                let many = one.checked_mul(count);
                whole = many.and_then(|many| whole.checked_add(many)).ok_or_else(overflow)?;
            }
            Ok(Flow::On)
        })?;
        if ratio { arith::cell(Some(fraction)) } else { Ok(whole) }
    }

    fn extreme(
        &mut self,
        how: Quantifier,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        value: Option<ExprId>,
    ) -> Checked<i64> {
        let ty = match value {
            Some(value) => self.ty(value)?,
            None => &Ty::Int,
        };
        let greatest = matches!(how, Quantifier::Most | Quantifier::Highest);
        let (when, late) = self.early_and_late(when);
        let mut best: Option<(Fraction, i64, i64)> = None;
        self.each_when(of, slot, when, &mut |this, item, _| {
            let number = match value {
                Some(value) => this.scalar(value),
                None => Ok(item),
            }
            .and_then(|cell| {
                if cell == NONE { Ok(None) } else { Ok(Some((cell, comparable(ty, cell)?))) }
            });
            let (cell, number) = match (number, late) {
                (Ok(Some(found)), _) => found,
                (Ok(None), _) => return Ok(Flow::On),
                // What is not meant may have no value.
                (Err(_), Some(late)) if !this.holds(late)? => return Ok(Flow::On),
                (Err(fault), _) => return Err(fault),
            };
            let better = best.is_none_or(
                |(other, _, _)| {
                    if greatest { number > other } else { number < other }
                },
            );
            if better && late.map_or(Ok(true), |late| this.holds(late))? {
                best = Some((number, item, cell));
            }
            Ok(Flow::On)
        })?;
        let item = matches!(how, Quantifier::Least | Quantifier::Most);
        Ok(best.map_or(NONE, |(_, best, cell)| if item { best } else { cell }))
    }

    /// A condition in two parts, of which the later is asked only of what would be the least or greatest so far.
    fn early_and_late(&self, when: Option<ExprId>) -> (Option<ExprId>, Option<ExprId>) {
        let watched = O::WATCHES || !self.linked.optimisations.late;
        let Some(whole) = when.filter(|_| !watched) else { return (when, None) };
        let is_late = |of: ExprId| self.linked.late.get(of.position()) == Some(&true);
        match self.linked.program.exprs.get(whole) {
            Some(Expr::And { left, right }) if is_late(*right) && !is_late(*left) => {
                (Some(*left), Some(*right))
            }
            _ if is_late(whole) => (None, when),
            _ => (when, None),
        }
    }
}
