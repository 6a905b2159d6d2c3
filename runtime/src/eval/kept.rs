//! Values that are kept: takes a call, gives its value from the memo table if it is known, else works it out and keeps it.

use super::items::cell;
use super::{Evaluator, Observer};
use crate::fault::Checked;
use crate::memo::{AS_IT_IS, Args, Brief, Called, FEW_ARGS, Kept, Key, Known, MOST_ARGS, Size};
use crate::space::plane::Footprint;
use crate::wide::Wide;
use std::rc::Rc;
use warwright_ir::{Id, NONE, Param, Slot, Ty};

impl<O: Observer> Evaluator<'_, O> {
    /// The value of a call if it is known, else what is worked out, which is known from now on.
    pub(super) fn known_or<T: Kept>(
        &mut self,
        key: Option<Key>,
        work_out: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        let (Some(mut key), Some(reads)) = (key, self.view.reads()) else { return work_out(self) };
        let (values, revisions) = T::values(self.memo);
        // What does not rest on what is supposed is as it is.
        let supposed = self.view.supposed();
        let view = key.view;
        let mut known = None;
        if supposed.is_some() {
            key.view = AS_IT_IS;
            known = values.get(&key, revisions, reads, supposed);
            key.view = view;
        }
        let known = known.or_else(|| values.get(&key, revisions, reads, None));
        let called = key.called;
        if let Some(known) = known {
            self.memo.gains.found(called);
            return Ok(known);
        }
        let (outer, fuel) = (reads.take(), *self.fuel);
        let result = work_out(self);
        let rests_on = reads.take();
        reads.add(&outer);
        reads.add(&rests_on);
        if let Ok(value) = &result {
            if supposed.is_some_and(|supposed| !rests_on.meets(supposed)) {
                key.view = AS_IT_IS;
            }
            let work = fuel.saturating_sub(*self.fuel);
            self.memo.gains.worked_out(called, work);
            let (values, revisions) = T::values(self.memo);
            let (revision, value) = (revisions.keep(), value.clone());
            values.keep(Known { key, value, work, left: work, rests_on, revision });
        }
        result
    }

    /// The derived footprint of a piece and its number; `cells` works out what it is made from. Nothing of cells that make none.
    pub(super) fn size_or(
        &mut self,
        entity: i64,
        cells: impl FnOnce(&mut Self) -> Checked<Wide>,
    ) -> Checked<Option<(i64, Rc<Footprint>)>> {
        let kept = !O::WATCHES && self.linked.optimisations.caches && !self.view.looks_back();
        let Some(reads) = self.view.reads().filter(|_| kept) else {
            let cells = cells(self)?;
            return Ok(self.memo.footprint(entity, &cells));
        };
        let supposed = self.view.supposed();
        if let Some(size) = self.memo.size(entity, supposed, reads) {
            return Ok(Some(size));
        }
        let outer = reads.take();
        let cells = cells(self);
        let rests_on = reads.take();
        reads.add(&outer);
        reads.add(&rests_on);
        let Some((number, footprint)) = self.memo.footprint(entity, &cells?) else {
            return Ok(None);
        };
        if supposed.is_none_or(|supposed| !rests_on.meets(supposed)) {
            let revision = self.memo.revisions.keep();
            let size = Size { number, footprint: Rc::clone(&footprint), rests_on, revision };
            self.memo.sizes.insert(entity, size);
        }
        Ok(Some((number, footprint)))
    }

    /// Under what the value of a call is kept whose arguments stand in their slots; nothing where it is not kept.
    pub(super) fn key(&mut self, called: Called, params: &[Param]) -> Option<Key> {
        if O::WATCHES || !self.linked.optimisations.caches || params.len() > MOST_ARGS {
            return None;
        }
        if !self.memo.is_warm() {
            self.memo.asked += 1;
            return None;
        }
        // Measuring takes longer than its fuel says.
        let measures = self.setting.cells.is_none() || !self.linked.optimisations.paying;
        if !measures && !self.memo.gains.pays(called.number()) {
            return None;
        }
        let (mut args, mut ways) = ([NONE; MOST_ARGS], None);
        for (arg, param) in args.iter_mut().zip(params) {
            match param.slot {
                Slot::Scalar(slot) => *arg = self.local(slot).ok()?,
                Slot::Wide(slot) if self.is_kept_with(called, &param.ty) => {
                    let cells = self.local_wide(slot).ok()?;
                    let ways = ways.get_or_insert_with(|| Box::new(Wide::new()));
                    ways.push(cell(cells.len()));
                    ways.extend_from_slice(cells);
                }
                Slot::Wide(_) => return None,
            }
        }
        let [first, second, third, fourth] = args;
        let view = match self.view.number() {
            (moment, 0) if moment > 0 => (moment, self.memo.written),
            number => number,
        };
        Some(Key { called: called.number(), args: (first, second, third, fourth), ways, view })
    }

    /// Whether values are kept for each argument of a wide type: of ways, and of places where what is called takes long.
    fn is_kept_with(&self, called: Called, ty: &Ty) -> bool {
        let takes_long = || match called {
            Called::Function(id) => self.linked.long.get(id.position()) == Some(&true),
            Called::Permission(_) | Called::Quantity(_) => true,
        };
        match ty {
            Ty::Route => true,
            Ty::Place | Ty::Point | Ty::Edge => takes_long(),
            _ => false,
        }
    }

    /// The scalar value of a call whose arguments stand in their slots, if it is known, else what is worked out.
    pub(super) fn known(
        &mut self,
        called: Called,
        params: &[Param],
        work_out: impl FnOnce(&mut Self) -> Checked<i64>,
    ) -> Checked<i64> {
        if self.memo.is_warm() {
            let key = self.key(called, params);
            return self.known_or(key, work_out);
        }
        let Some(args) = self.plain_args(params) else { return work_out(self) };
        self.memo.asked += 1;
        let called = called.number();
        if let Some(value) = self.memo.brief.get(called, args, self.memo.written) {
            return Ok(value);
        }
        let value = work_out(self)?;
        let written = self.memo.written;
        self.memo.brief.keep(Brief { called, args, written, value });
        Ok(value)
    }

    /// The arguments of a call on the state as it is, where each is one cell and its value may be kept.
    fn plain_args(&self, params: &[Param]) -> Option<Args> {
        let kept = !O::WATCHES && self.linked.optimisations.caches && params.len() <= FEW_ARGS;
        if !kept || self.view.number() != (0, 0) {
            return None;
        }
        let mut args = [NONE; FEW_ARGS];
        for (arg, param) in args.iter_mut().zip(params) {
            let Slot::Scalar(slot) = param.slot else { return None };
            *arg = self.local(slot).ok()?;
        }
        Some(args)
    }
}
