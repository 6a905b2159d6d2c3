//! What an enumeration may take: counts what waits and what has ended against the limits, and says how far it had come where
//! that is too much.

use super::bundles::Bundle;
use super::cells::Keyed;
use super::waves::Waves;
use super::{Distribution, Limits, Much, OddsFault, Reached, Settle, TooMuch};
use crate::fault::{Fault, FaultKind};
use crate::machine::{Fuel, Request};
use crate::session::Session;
use crate::state::{Common, State};

/// So much work may lie between one roll and the next: what takes longer is mostly a loop that nobody rolls in.
const BETWEEN_ROLLS: u64 = 50_000_000;

/// Whoever asks for odds: settles choices, and says how much they may take.
pub(super) struct Asked<'a> {
    pub(super) settle: &'a mut dyn Settle,
    pub(super) limits: Limits,
    /// Whether there is time for another run.
    pub(super) patience: &'a mut dyn FnMut(&Reached<'_>) -> bool,
}

impl Waves<'_> {
    /// Refuses to keep more states, or more memory, than the limits.
    pub(super) fn check_size(&self, states: usize, bytes: usize) -> Result<(), OddsFault> {
        let limits = self.asked.limits;
        if states > limits.states {
            return Err(self.too_much(Much::States(limits.states)));
        }
        if bytes > limits.bytes {
            return Err(self.too_much(Much::Bytes(limits.bytes)));
        }
        Ok(())
    }

    /// Refuses where whoever asked has no more time.
    pub(super) fn check_time(&mut self) -> Result<(), OddsFault> {
        let reached = Reached { ends: &self.ends, total: &self.total, waiting: self.many };
        if (self.asked.patience)(&reached) { Ok(()) } else { Err(self.too_much(Much::Time)) }
    }

    /// Too much, with how far it had come; what is settled is told when all is left.
    pub(super) fn too_much(&self, of: Much) -> OddsFault {
        let least_far = self.waiting.values().next().and_then(|wave| wave.first());
        let least_far = least_far.and_then(|(Keyed(skeleton), bundles)| {
            bundles.first().and_then(|bundle| a_world(skeleton, bundle))
        });
        let settled = Distribution::default();
        OddsFault::TooMuch(Box::new(TooMuch { of, waiting: self.many, settled, least_far }))
    }

    /// Runs to the next request, with no more work than may lie between two rolls.
    pub(super) fn next(
        &mut self,
        battle: &mut Session,
        common: Option<&Common>,
    ) -> Result<Request, OddsFault> {
        self.check_time()?;
        let slice = self.fuel.left.min(BETWEEN_ROLLS);
        let mut fuel = Fuel { left: slice };
        let request = self.machine.run_for_all(battle, &mut self.tells, &mut fuel, common);
        self.fuel.left -= slice - fuel.left;
        let ran_out = |fault: &Fault| matches!(fault.kind, FaultKind::OutOfFuel);
        match request {
            Err(fault) if slice == BETWEEN_ROLLS && ran_out(&fault) => {
                Err(self.too_much(Much::Work(BETWEEN_ROLLS)))
            }
            request => Ok(request?),
        }
    }
}

/// The first of the states of a bundle.
pub(super) fn a_world(skeleton: &State, bundle: &Bundle) -> Option<State> {
    let (cells, _) = bundle.worlds.first()?;
    Some(*cells.put_into(Box::new(skeleton.clone())))
}
