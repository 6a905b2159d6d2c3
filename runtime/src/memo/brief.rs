//! Values that hold until anything is written: takes a call, gives its value if it was worked out since. What is over before it pays to
//! note on what values rest, as a trial of dice is, asks much of the same twice in a row.

use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::num::NonZeroU64;

/// So many places are there.
const MANY: usize = 1 << 5;

/// Of calls with more parameters nothing is known.
pub(crate) const FEW_ARGS: usize = 3;

/// The arguments of a call, each one cell.
pub(crate) type Args = [i64; FEW_ARGS];

/// A value that was worked out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    pub(crate) called: NonZeroU64,
    pub(crate) args: Args,
    /// What was written last when it was worked out.
    pub(crate) written: u64,
    pub(crate) value: i64,
}

/// Values by their calls, each of which has one place.
#[derive(Debug, Default)]
pub(crate) struct Briefs(Vec<Option<Brief>>);

impl Briefs {
    fn place(called: NonZeroU64, args: Args) -> usize {
        usize::try_from(FxBuildHasher.hash_one((called, args))).unwrap_or(usize::MAX) % MANY
    }

    /// The value of a call, if it was worked out since.
    pub(crate) fn get(&self, called: NonZeroU64, args: Args, written: u64) -> Option<i64> {
        let brief = self.0.get(Self::place(called, args))?.as_ref()?;
        let same = brief.called == called && brief.args == args && brief.written == written;
        same.then_some(brief.value)
    }

    /// Keeps a value.
    pub(crate) fn keep(&mut self, brief: Brief) {
        if self.0.is_empty() {
            self.0.resize(MANY, None);
        }
        if let Some(place) = self.0.get_mut(Self::place(brief.called, brief.args)) {
            *place = Some(brief);
        }
    }
}
