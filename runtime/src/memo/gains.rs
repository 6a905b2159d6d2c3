//! Of what the values are worth keeping: takes how often values were found and how much work it was to work them out, says whether
//! that pays for looking them up and keeping them.

#[cfg(test)]
mod tests;

use std::num::NonZeroU64;

/// After so many calls it is looked whether it pays.
const TRIAL: u32 = 1024;
/// As much work as to look a value up and to keep it, about.
const DUES: u64 = 3;

/// What came of keeping the values of one function, permission or quantity.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    found: u32,
    worked_out: u32,
    work: u64,
    idle: bool,
}

impl Gain {
    /// Whether so much work was saved that looking up and keeping was worth it.
    fn pays(&self) -> bool {
        let (found, missed) = (u64::from(self.found), u64::from(self.worked_out));
        found.saturating_mul(self.work)
            >= missed.saturating_mul(DUES).saturating_mul(found + missed)
    }
}

/// What came of it, by what is called.
#[derive(Debug, Default)]
pub(crate) struct Gains(Vec<Gain>);

impl Gains {
    /// Where what is called stands among all: the sorts take turns.
    fn place(called: NonZeroU64) -> usize {
        let number = called.get() - 1;
        let (id, sort) = (number & u64::from(u32::MAX), number >> u32::BITS);
        usize::try_from(id.saturating_mul(3).saturating_add(sort)).unwrap_or(usize::MAX)
    }

    fn of(&mut self, called: NonZeroU64) -> Option<&mut Gain> {
        let at = Self::place(called);
        if at >= self.0.len() {
            self.0.resize(at.checked_add(1)?, Gain::default());
        }
        self.0.get_mut(at)
    }

    /// Whether the values of what is called are kept; they are until it is known that it does not pay.
    pub(crate) fn pays(&self, called: NonZeroU64) -> bool {
        self.0.get(Self::place(called)).is_none_or(|gain| !gain.idle)
    }

    /// A value was known.
    pub(crate) fn found(&mut self, called: NonZeroU64) {
        if let Some(gain) = self.of(called) {
            gain.found = gain.found.saturating_add(1);
        }
    }

    /// A value was worked out and kept.
    pub(crate) fn worked_out(&mut self, called: NonZeroU64, work: u64) {
        if let Some(gain) = self.of(called) {
            gain.worked_out = gain.worked_out.saturating_add(1);
            gain.work = gain.work.saturating_add(work);
            if gain.found.saturating_add(gain.worked_out) >= TRIAL {
                gain.idle = !gain.pays();
                // What came of it long ago counts for less.
                (gain.found, gain.worked_out) = (gain.found / 2, gain.worked_out / 2);
                gain.work /= 2;
            }
        }
    }
}
