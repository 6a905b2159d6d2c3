//! Expressions over many things: lists, sets, pools, and questions about all of their items.

use super::arith::{self, comparable, is_ratio};
use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::number::Fraction;
use crate::state::Wide;
use warwright_ir::{Expr, ExprId, Id, KindId, NONE, Quantifier, Slot, Ty, Value};

/// The most items that one wide value may have.
const MOST_ITEMS: i64 = 100_000;

/// Whether to go on with the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Stop,
}

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
                let mut wide = Wide::new();
                self.each_in(*of, slot, &mut |this, _, count| {
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
                if let Some(count) = wide.iter().copied().find(|count| *count < 0) {
                    return Err(Fault::new(FaultKind::DiceCount { count }));
                }
            }
            _ => {}
        }
        Ok(wide)
    }

    fn is_pool(&self, id: ExprId) -> Checked<bool> {
        Ok(matches!(self.ty(id)?, Ty::Pool(_)))
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
                *mine = mine.checked_add(*more).ok_or_else(|| Fault::new(FaultKind::Overflow))?;
            }
            return Ok(left);
        }
        left.extend_from_slice(right);
        self.in_order(id, left)
    }

    fn without(&self, id: ExprId, mut left: Wide, right: &Wide) -> Checked<Wide> {
        if self.is_pool(id)? {
            for (mine, less) in left.iter_mut().zip(right) {
                *mine = mine.saturating_sub(*less).max(0);
            }
        } else {
            left.retain(|item| !right.contains(item));
        }
        Ok(left)
    }

    /// Tells `visit` of each item with how often it is there, until it says stop. Nothing is stored where that can be helped.
    pub(super) fn each(
        &mut self,
        of: ExprId,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let linked = self.linked;
        match linked.program.exprs.get(of) {
            Some(Expr::All(kind)) => self.each_entity(*kind, visit),
            Some(Expr::Members(kind)) => {
                let count = linked.program.kinds.get(*kind).map_or(0, |kind| kind.entries.len());
                let last = i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(1);
                self.each_number(0, last, visit)
            }
            Some(Expr::Range { low, high }) => {
                let low = self.scalar(*low)?;
                let high = self.scalar(*high)?;
                self.each_number(low, high, visit)
            }
            Some(Expr::Filter { of: inner, slot, when }) => {
                if let Some(flow) = self.each_owned(of, visit)? {
                    return Ok(flow);
                }
                let when = *when;
                self.each_in(*inner, *slot, &mut |this, item, count| {
                    if this.holds(when)? { visit(this, item, count) } else { Ok(Flow::On) }
                })
            }
            _ => {
                let items = self.wide(of)?;
                let pool = self.is_pool(of)?;
                for (place, item) in items.iter().enumerate() {
                    self.burn(1)?;
                    let (item, count) = if pool { (cell(place), *item) } else { (*item, 1) };
                    if count > 0 && visit(self, item, count)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                Ok(Flow::On)
            }
        }
    }

    /// Tells `visit` of each item.
    pub(crate) fn each_item(
        &mut self,
        of: ExprId,
        visit: &mut dyn FnMut(&mut Self, i64) -> Checked<()>,
    ) -> Checked<()> {
        self.each(of, &mut |this, item, _| visit(this, item).map(|()| Flow::On)).map(|_| ())
    }

    /// The same, with the item in a slot meanwhile.
    pub(super) fn each_in(
        &mut self,
        of: ExprId,
        slot: Slot,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let slot = match slot {
            Slot::Scalar(slot) => slot,
            Slot::Wide(slot) => return self.each_wide_in(of, slot, visit),
        };
        let saved = self.local(slot)?;
        let flow = self.each(of, &mut |this, item, count| {
            this.set_scalar(slot, item)?;
            visit(this, item, count)
        })?;
        self.set_scalar(slot, saved)?;
        Ok(flow)
    }

    fn each_number(
        &mut self,
        low: i64,
        high: i64,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        if high >= low && high.checked_sub(low).is_none_or(|span| span >= MOST_ITEMS) {
            return Err(too_many());
        }
        for item in low..=high {
            self.burn(1)?;
            if visit(self, item, 1)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// All entities of a kind that are in play, in order of creation.
    fn each_entity(
        &mut self,
        kind: KindId,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let Some(link) = self.linked.kinds.get(kind) else { return Ok(Flow::On) };
        let state = self.view.state();
        self.view.note(Input::Entities { class: link.class });
        for entity in state.heads.of_class(link.class).iter().copied() {
            self.burn(1)?;
            if self.view.in_play(entity)? && visit(self, entity, 1)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// All entities of a kind in play that belong to one player, where an expression says just that. Whose they are is asked
    /// once.
    fn each_owned(
        &mut self,
        of: ExprId,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Option<Flow>> {
        let Some((kind, by)) = self.linked.owned.get(of.position()).copied().flatten() else {
            return Ok(None);
        };
        let mut owner = None;
        let flow = self.each_entity(kind, &mut |this, entity, count| {
            let by = match owner {
                Some(owner) => owner,
                None => *owner.insert(this.scalar(by)?),
            };
            if this.view.owner(entity)? == by { visit(this, entity, count) } else { Ok(Flow::On) }
        })?;
        Ok(Some(flow))
    }

    pub(super) fn size(&mut self, of: ExprId) -> Checked<i64> {
        let mut total: i64 = 0;
        let each = self.stride(of)?;
        if each > 1 {
            return Ok(cell(self.wide(of)?.len() / each));
        }
        if let Some(Expr::Local(Slot::Wide(slot))) = self.linked.program.exprs.get(of) {
            let pool = self.is_pool(of)?;
            let wide = self.local_wide(*slot)?;
            return Ok(if pool { wide.iter().sum() } else { cell(wide.len()) });
        }
        self.each(of, &mut |_, _, count| {
            total = total.saturating_add(count);
            Ok(Flow::On)
        })?;
        Ok(total)
    }

    pub(super) fn contains(&mut self, of: ExprId, item: i64) -> Checked<i64> {
        let flow = self
            .each(of, &mut |_, other, _| Ok(if other == item { Flow::Stop } else { Flow::On }))?;
        Ok(i64::from(flow == Flow::Stop))
    }

    pub(super) fn first(&mut self, of: ExprId) -> Checked<i64> {
        let mut first = NONE;
        self.each(of, &mut |_, item, _| {
            first = item;
            Ok(Flow::Stop)
        })?;
        Ok(first)
    }

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
                let flow = self.each_in(of, slot, &mut |this, _, _| {
                    let counted = match when {
                        Some(when) => this.holds(when)?,
                        None => true,
                    };
                    let holds = counted
                        && match value {
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

    fn each_when(
        &mut self,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        self.each_in(of, slot, &mut |this, item, count| {
            let counted = match when {
                Some(when) => this.holds(when)?,
                None => true,
            };
            if counted { visit(this, item, count) } else { Ok(Flow::On) }
        })
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

    /// A condition in two parts, of which the later is asked only of what would be the least or greatest so far.
    fn early_and_late(&self, when: Option<ExprId>) -> (Option<ExprId>, Option<ExprId>) {
        let watched = O::WATCHES || self.linked.watch.is_some();
        let whole = when.and_then(|when| self.linked.program.exprs.get(when));
        match whole {
            Some(Expr::And { left, right })
                if !watched && self.linked.late.get(right.position()) == Some(&true) =>
            {
                (Some(*left), Some(*right))
            }
            _ => (when, None),
        }
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
}

fn too_many() -> Box<Fault> {
    Fault::new(FaultKind::TooMany { most: u64::try_from(MOST_ITEMS).unwrap_or(u64::MAX) })
}

fn cell(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn position(cell: i64) -> Option<usize> {
    usize::try_from(cell).ok()
}
