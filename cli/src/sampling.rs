//! Battles by seeds: takes where they begin and who chooses, plays them on all processors as long as they are wanted, gives how
//! often each end came. The answer depends on how many were played, never on how many threads played them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use warwright_runtime::{
    Advised, Checked, Fuel, Machine, PlayFault, SeededDice, Session, State, Tells, play,
};

/// What is played: from where, and what is begun after it, one after the other.
#[derive(Clone, Copy)]
pub struct Plays<'p> {
    /// The machine.
    pub machine: &'p Machine,
    /// The state in which it is about to run.
    pub start: &'p State,
    /// Who chooses.
    pub players: &'p Advised,
    /// How many runs follow.
    pub more: usize,
    /// Begins the run with a number (from 0) that follows, where the one before has ended.
    pub begin: &'p (dyn Fn(usize, State) -> Checked<State> + Sync),
}

impl fmt::Debug for Plays<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plays").field("more", &self.more).finish_non_exhaustive()
    }
}

impl Plays<'_> {
    /// The state in which it ends with the dice and players of a seed.
    ///
    /// # Errors
    ///
    /// Why it could not be played to its end; [`PlayFault::Stopped`] where the machine was stopped.
    pub fn played(&self, seed: u64) -> Result<State, PlayFault> {
        let mut players = self.players.players(seed);
        let mut dice = SeededDice::new(seed, 0);
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        let mut state = self.start.clone();
        for number in 0..=self.more {
            let mut session = Session::new(state);
            let (dice, players) = (&mut dice, &mut players);
            play(self.machine, &mut session, dice, players, &mut tells, &mut fuel, None)?;
            state = session.into_state();
            if number < self.more {
                state = (self.begin)(number, state)?;
            }
        }
        Ok(state)
    }
}

/// How often each end came.
pub type Counts<K> = BTreeMap<K, u64>;

/// Battles that are played by the seeds from one on, as many as are wanted.
pub struct Sampling<'s, K> {
    plays: Plays<'s>,
    seed: u64,
    ask: &'s (dyn Fn(&State) -> Checked<K> + Sync),
    enough: &'s (dyn Fn(&Counts<K>) -> bool + Sync),
    next: AtomicU64,
    found: Mutex<Found<K>>,
}

impl<K> fmt::Debug for Sampling<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampling").field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// What is known of the battles: of all up to one, so that how long a battle takes has no say in what is counted.
struct Found<K> {
    counts: Counts<K>,
    battles: u64,
    /// Those that ended before one with a lower seed.
    early: BTreeMap<u64, Result<K, PlayFault>>,
    fault: Option<PlayFault>,
    enough: bool,
}

/// How many battles are played before it is asked again whether they are enough.
const ASKED_EACH: u64 = 64;

impl<'s, K: Ord> Sampling<'s, K> {
    /// No battle yet. `ask` says what is counted of an end, `enough` whether the counts are enough.
    pub fn new(
        plays: Plays<'s>,
        seed: u64,
        ask: &'s (dyn Fn(&State) -> Checked<K> + Sync),
        enough: &'s (dyn Fn(&Counts<K>) -> bool + Sync),
    ) -> Self {
        let found = Found {
            counts: Counts::new(),
            battles: 0,
            early: BTreeMap::new(),
            fault: None,
            enough: false,
        };
        let (next, found) = (AtomicU64::new(0), Mutex::new(found));
        Self { plays, seed, ask, enough, next, found }
    }

    /// Plays one battle after the other, beside others that do the same, until there are enough or no other is to be begun.
    /// A battle that is stopped is not counted, nor any with a higher seed.
    pub fn work(&self, begins: &mut dyn FnMut(u64) -> bool) {
        loop {
            let found = self.found();
            if found.enough || !begins(found.battles) {
                return;
            }
            drop(found);
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let seed = self.seed.wrapping_add(number);
            let end = self.plays.played(seed).and_then(|end| Ok((self.ask)(&end)?));
            if matches!(end, Err(PlayFault::Stopped)) {
                return;
            }
            self.put(number, end);
        }
    }

    fn found(&self) -> MutexGuard<'_, Found<K>> {
        self.found.lock().unwrap_or_else(|left| left.into_inner())
    }

    fn put(&self, number: u64, end: Result<K, PlayFault>) {
        let found = &mut *self.found();
        found.early.insert(number, end);
        while !found.enough
            && let Some(end) = found.early.remove(&found.battles)
        {
            found.battles += 1;
            match end {
                Ok(end) => *found.counts.entry(end).or_default() += 1,
                Err(fault) => {
                    found.fault = Some(fault);
                    found.enough = true;
                }
            }
            if found.battles.is_multiple_of(ASKED_EACH) {
                found.enough |= (self.enough)(&found.counts);
            }
        }
    }

    /// How often each end came, and of how many battles.
    ///
    /// # Errors
    ///
    /// The fault of the first battle that could not be played.
    pub fn ended(self) -> Result<(Counts<K>, u64), PlayFault> {
        let found = self.found.into_inner().unwrap_or_else(|left| left.into_inner());
        match found.fault {
            Some(fault) => Err(fault),
            None => Ok((found.counts, found.battles)),
        }
    }
}
