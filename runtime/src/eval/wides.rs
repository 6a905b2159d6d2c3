//! Wide values by their form: lists, sets and pools, and what is made of them.

use super::items::{Flow, MOST_ITEMS, cell, position, too_many};
use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::state::Wide;
use warwright_ir::{Expr, ExprId, MAX_DICE, NONE, Slot, Ty, Value};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// A wide value by its form.
    #[inline(never)]
    pub(super) fn wide_of(&mut self, id: ExprId, expr: &'a Expr) -> Checked<Wide> {
        match expr {
            Expr::Wide(items) => Ok(Wide::from_slice(items)),
            Expr::Items(items) => {
                let mut wide = Wide::new();
                for item in items {
                    if self.ty(*item)?.is_wide() {
                        wide.extend(self.wide(*item)?);
                    } else {
                        wide.push(self.scalar(*item)?);
                    }
                }
                self.in_order(id, wide)
            }
            Expr::Local(Slot::Wide(slot)) => Ok(Wide::from_slice(self.local_wide(*slot)?)),
            Expr::Let { slot, value, body } => {
                let saved = self.bind(*slot, *value)?;
                let result = self.wide(*body);
                self.unbind(saved)?;
                result
            }
            Expr::Field { of, field } => {
                let entity = self.scalar(*of)?;
                self.view.wide(self.linked, entity, *field).cloned()
            }
            Expr::Printed { of, profile } => self.printed_wide(*of, *profile),
            Expr::Call { function, args } => self.call_wide(*function, args),
            Expr::All(_) | Expr::Range { .. } | Expr::Members(_) => {
                let mut wide = Wide::new();
                self.each(id, &mut |_, item, _| {
                    wide.push(item);
                    Ok(Flow::On)
                })?;
                Ok(wide)
            }
            Expr::Filter { of, slot, when } => self.filter(id, (*of, *slot, *when)),
            Expr::Map { of, value, slot } => {
                let (slot, value) = (*slot, *value);
                let several = self.ty(value)?.is_wide();
                let mut wide = Wide::new();
                self.each_in(*of, slot, &mut |this, _, count| {
                    if several {
                        let mapped = this.wide(value)?;
                        (0..count).for_each(|_| wide.extend_from_slice(&mapped));
                        return Ok(Flow::On);
                    }
                    let mapped = this.scalar(value)?;
                    for _ in 0..count {
                        wide.push(mapped);
                    }
                    Ok(Flow::On)
                })?;
                self.in_order(id, wide)
            }
            Expr::Union { left, right } => {
                let left = self.wide(*left)?;
                let right = self.wide(*right)?;
                self.union(id, left, &right)
            }
            Expr::Without { left, right } => {
                let left = self.wide(*left)?;
                let right = self.wide(*right)?;
                self.without(id, left, &right)
            }
            _ => self.wide_rest(expr),
        }
    }

    /// The forms that read other states, single values and the board.
    fn wide_rest(&mut self, expr: &'a Expr) -> Checked<Wide> {
        match expr {
            Expr::Tied { tie, of } => {
                let entity = self.scalar(*of)?;
                self.tied_to(*tie, entity)
            }
            Expr::If { when, then, other } => {
                if self.holds(*when)? {
                    self.wide(*then)
                } else {
                    self.wide(*other)
                }
            }
            Expr::AsOf { moment, of } => match self.remembered(*moment) {
                Some(view) => self.on(view).wide(*of),
                None => self.wide(*of),
            },
            Expr::Supposing { changes, of } => {
                let overlay = self.suppose(changes)?;
                let view = self.view.supposing(&overlay);
                self.on(view).wide(*of)
            }
            Expr::Const(NONE) => Ok(Wide::new()),
            Expr::Otherwise { of, other } => {
                let value = self.wide(*of)?;
                if value.is_empty() { self.wide(*other) } else { Ok(value) }
            }
            Expr::Within { of, least, most } => {
                let value = self.wide(*of)?;
                for item in &value {
                    Fault::unless_within(*item, (*least, *most), None)?;
                }
                Ok(value)
            }
            Expr::First(of) => self.first_wide(*of),
            Expr::Quantified { how, of, slot: Slot::Wide(slot), when, value } => {
                self.extreme_wide(*how, *of, *slot, *when, *value)
            }
            Expr::Space { op, args } => self.space_wide(*op, args),
            Expr::Reach { from, limit, into, on } => self.reached(*from, *limit, [*into, *on]),
            Expr::RouteWhile { route, when } => self.route_while(*route, *when),
            Expr::Ruling(position) => match self.setting.rulings.get(usize::from(*position)) {
                Some(Value::Wide(items)) => Ok(Wide::from_slice(items)),
                Some(Value::Scalar(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
            },
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    fn filter(&mut self, id: ExprId, (of, slot, when): (ExprId, Slot, ExprId)) -> Checked<Wide> {
        let mut wide = Wide::new();
        let of_owner = self.each_owned(id, &mut |_, item, _| {
            wide.push(item);
            Ok(Flow::On)
        })?;
        if of_owner.is_some() {
            return Ok(wide);
        }
        if let Slot::Wide(slot) = slot {
            return self.filter_wide(of, slot, when);
        }
        let pool = self.is_pool(of)?;
        let mut wide = if pool { self.wide(of)? } else { Wide::new() };
        if pool {
            wide.iter_mut().for_each(|count| *count = 0);
        }
        self.each_in(of, slot, &mut |this, item, count| {
            if this.holds(when)? {
                if !pool {
                    wide.push(item);
                } else if let Some(kept) = position(item).and_then(|at| wide.get_mut(at)) {
                    *kept = count;
                }
            }
            Ok(Flow::On)
        })?;
        Ok(wide)
    }

    fn union(&self, id: ExprId, mut left: Wide, right: &Wide) -> Checked<Wide> {
        if self.is_pool(id)? {
            for (mine, more) in left.iter_mut().zip(right) {
                *mine = mine.saturating_add(*more);
            }
            return dice_fit(left);
        }
        left.extend_from_slice(right);
        self.in_order(id, left)
    }

    fn without(&self, id: ExprId, mut left: Wide, right: &Wide) -> Checked<Wide> {
        if self.is_pool(id)? {
            for (face, (mine, less)) in (0i64..).zip(left.iter_mut().zip(right)) {
                if *less > *mine {
                    let (taken, there) = (*less, *mine);
                    return Err(Fault::new(FaultKind::DiceNotThere { face, taken, there }));
                }
                *mine = mine.saturating_sub(*less);
            }
        } else {
            left.retain(|item| !right.contains(item));
        }
        Ok(left)
    }

    /// Sets are sorted and have each item once.
    fn in_order(&self, id: ExprId, mut wide: Wide) -> Checked<Wide> {
        if cell(wide.len()) > MOST_ITEMS {
            return Err(too_many());
        }
        match self.ty(id)? {
            Ty::Set(_) => {
                wide.sort_unstable();
                wide.dedup();
            }
            Ty::Pool(_) => {
                return dice_fit(wide);
            }
            _ => {}
        }
        Ok(wide)
    }
}

/// A pool has no face fewer times than never, and no more dice than can be thrown.
fn dice_fit(pool: Wide) -> Checked<Wide> {
    let all = pool.iter().fold(0, |sum: i64, count| sum.saturating_add(*count));
    match pool.iter().copied().find(|count| *count < 0).or((all > MAX_DICE).then_some(all)) {
        Some(count) => Err(Fault::new(FaultKind::DiceCount { count })),
        None => Ok(pool),
    }
}
