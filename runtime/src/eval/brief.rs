//! Values that hold until anything is written: takes a call, gives its value if it was worked out since. What is over before it pays to
//! note on what values rest, as a trial of dice is, asks much of the same twice in a row.

use super::memo::{Called, MOST_ARGS};
use super::{Evaluator, Observer};
use crate::fault::Checked;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use warwright_ir::{NONE, Param, Slot};

/// So many places are there.
const MANY: usize = 1 << 5;

/// The arguments of a call, each one cell.
type Args = [i64; MOST_ARGS];

/// A value that was worked out.
#[derive(Clone, Copy, Debug)]
struct Brief {
    called: NonZeroU64,
    args: Args,
    /// What was written last when it was worked out.
    written: u64,
    value: i64,
}

/// Values by their calls, each of which has one place.
#[derive(Debug, Default)]
pub(super) struct Briefs(Vec<Option<Brief>>);

impl Briefs {
    fn place(called: NonZeroU64, args: Args) -> usize {
        usize::try_from(FxBuildHasher.hash_one((called, args))).unwrap_or(usize::MAX) % MANY
    }

    fn get(&self, called: NonZeroU64, args: Args, written: u64) -> Option<i64> {
        let brief = self.0.get(Self::place(called, args))?.as_ref()?;
        let same = brief.called == called && brief.args == args && brief.written == written;
        same.then_some(brief.value)
    }

    fn keep(&mut self, brief: Brief) {
        if self.0.is_empty() {
            self.0.resize(MANY, None);
        }
        if let Some(place) = self.0.get_mut(Self::place(brief.called, brief.args)) {
            *place = Some(brief);
        }
    }
}

impl<O: Observer> Evaluator<'_, O> {
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
        let kept = !O::WATCHES && self.linked.optimisations.caches && params.len() <= MOST_ARGS;
        if !kept || self.view.number() != (0, 0) {
            return None;
        }
        let mut args = [NONE; MOST_ARGS];
        for (arg, param) in args.iter_mut().zip(params) {
            let Slot::Scalar(slot) = param.slot else { return None };
            *arg = self.local(slot).ok()?;
        }
        Some(args)
    }
}
