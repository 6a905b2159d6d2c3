//! Items: goes over what a list, a set or a pool holds, and stores nothing where that can be helped.

use super::space::Nearby;
use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use warwright_ir::{Expr, ExprId, Id, KindId, NONE, Slot, Ty};

/// The most items that one wide value may have.
pub(super) const MOST_ITEMS: i64 = 100_000;

/// Whether to go on with the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Stop,
}

impl<'a, O: Observer> Evaluator<'a, O> {
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
                self.each_when(*inner, *slot, Some(*when), visit)
            }
            Some(Expr::Field { of: entity, field }) => {
                let entity = self.scalar(*entity)?;
                let items = self.view.wide(linked, entity, *field)?;
                self.each_of(of, items, visit)
            }
            _ => {
                let items = self.wide(of)?;
                self.each_of(of, &items, visit)
            }
        }
    }

    /// Tells `visit` of each item of the value of an expression.
    fn each_of(
        &mut self,
        of: ExprId,
        items: &[i64],
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        if !self.is_pool(of)? {
            return self.each_cell(items, visit);
        }
        for (place, count) in items.iter().enumerate() {
            self.burn(1)?;
            if *count > 0 && visit(self, cell(place), *count)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// Tells `visit` of each of the items.
    pub(super) fn each_cell(
        &mut self,
        items: &[i64],
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        for item in items {
            self.burn(1)?;
            if visit(self, *item, 1)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
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

    /// The same, of the items for which a condition holds.
    pub(super) fn each_when(
        &mut self,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let Some(when) = when else { return self.each_in(of, slot, visit) };
        let mut near = Nearby::of(self.linked.near.get(when.position()).copied().flatten());
        self.each_in(of, slot, &mut |this, item, count| {
            if this.is_apart(item, &mut near)? {
                return Ok(Flow::On);
            }
            if this.holds(when)? { visit(this, item, count) } else { Ok(Flow::On) }
        })
    }

    pub(super) fn each_number(
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
    pub(super) fn each_entity(
        &mut self,
        kind: KindId,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let Some(link) = self.linked.kinds.get(kind) else { return Ok(Flow::On) };
        let state = self.view.state();
        self.view.note(Input::Entities { class: link.class });
        for entity in state.heads().of_class(link.class).iter().copied() {
            self.burn(1)?;
            if self.view.in_play(entity)? && visit(self, entity, 1)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// All entities of a kind in play that belong to one player, where an expression says just that. Whose they are is asked
    /// once.
    pub(super) fn each_owned(
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
        match self.linked.program.exprs.get(of) {
            Some(Expr::Local(Slot::Wide(slot))) => {
                let wide = self.local_wide(*slot)?;
                return Ok(if self.is_pool(of)? { wide.iter().sum() } else { cell(wide.len()) });
            }
            Some(Expr::Field { of: entity, .. } | Expr::Tied { of: entity, .. }) => {
                let entity = self.scalar(*entity)?;
                return self.size_there(of, entity);
            }
            _ => {}
        }
        self.each(of, &mut |_, _, count| {
            total = total.saturating_add(count);
            Ok(Flow::On)
        })?;
        Ok(total)
    }

    /// How many items a wide field of an entity has, or how many are tied to it.
    pub(super) fn size_there(&self, of: ExprId, entity: i64) -> Checked<i64> {
        match self.linked.program.exprs.get(of) {
            Some(Expr::Field { field, .. }) => {
                let wide = self.view.wide(self.linked, entity, *field)?;
                Ok(if self.is_pool(of)? { wide.iter().sum() } else { cell(wide.len()) })
            }
            Some(Expr::Tied { tie, .. }) => {
                let ties = self.view.ties(self.linked, *tie)?;
                Ok(cell(ties.filter(|tied| tied.left == entity || tied.right == entity).count()))
            }
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
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

    pub(super) fn is_pool(&self, id: ExprId) -> Checked<bool> {
        Ok(matches!(self.ty(id)?, Ty::Pool(_)))
    }
}

pub(super) fn too_many() -> Box<Fault> {
    Fault::new(FaultKind::TooMany { most: u64::try_from(MOST_ITEMS).unwrap_or(u64::MAX) })
}

pub(super) fn cell(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn position(cell: i64) -> Option<usize> {
    usize::try_from(cell).ok()
}
