//! Looks for odds: exactly as long as there is room and time, meanwhile and afterwards by battles that are played. Gives the
//! exact answer if it is found, else whichever says more: the bounds of what is settled, or the battles.

use super::table::percent;
use crate::clock::Clock;
use crate::faults;
use crate::output::{Failure, Output};
use crate::progress::Progress;
use crate::sampling::{Counts, Plays, Sampling};
use std::thread::{Builder, Scope};
use std::time::Duration;
use warwright_runtime::{
    Chance, Checked, Distribution, Enumerator, Limits, OddsFault, Session, State, TooMuch,
};

/// How deep the stack of a thread is that plays, as that of the main thread.
const STACK: usize = 64 << 20;

/// What an answer may take, and what kind of answer is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// How long is looked for it.
    pub time: Duration,
    /// The most memory that the exact odds may take, about.
    pub bytes: usize,
    /// Enough battles are played when each chance is known within so many millionths.
    pub within: u64,
    /// The seed of the first battle.
    pub seed: u64,
    /// Whether none but the exact answer is wanted.
    pub exact: bool,
}

/// An answer.
#[derive(Debug)]
pub(super) enum Found<K> {
    /// The exact odds.
    Exact(Distribution),
    /// Exact odds of those ends that were found, in the time or memory that was allowed.
    Bounds(Distribution, String),
    /// How often each end came of so many battles, and why there is nothing exact.
    Sampled(Counts<K>, u64, String),
}

/// What is asked of ends, and how well it is known.
pub(super) struct Asks<'a, K> {
    /// What is counted of an end.
    pub(super) of: &'a (dyn Fn(&State) -> Checked<K> + Sync),
    /// How far the widest interval reaches to either side, in millionths, of what was counted.
    pub(super) reach: &'a (dyn Fn(&Counts<K>) -> u64 + Sync),
}

impl<K> std::fmt::Debug for Asks<'_, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asks").finish_non_exhaustive()
    }
}

/// Looks for the odds of what is about to run.
///
/// # Errors
///
/// A fault of the rules; where the exact answer is wanted and no other, that there is none.
pub(super) fn find<K: Ord + Send>(
    plays: &Plays<'_>,
    asks: &Asks<'_, K>,
    allowed: &Allowed,
    out: &mut Output,
) -> Result<Found<K>, Failure> {
    let clock = Clock::of(allowed.time);
    clock.over(plays.machine, || found(plays, asks, allowed, clock, out))
}

fn found<K: Ord + Send>(
    plays: &Plays<'_>,
    asks: &Asks<'_, K>,
    allowed: &Allowed,
    clock: Clock,
    out: &mut Output,
) -> Result<Found<K>, Failure> {
    let mut progress = Progress::new(out);
    let enough = |counts: &Counts<K>| (asks.reach)(counts) <= allowed.within;
    let sampling = Sampling::new(*plays, allowed.seed, asks.of, &enough);
    let play = || sampling.work(&mut |_| !clock.is_over());
    let exact = std::thread::scope(|scope| {
        let mut helpers = Helpers { due: !allowed.exact, after: allowed.time / 4 };
        let exact = {
            let mut enumerator = Enumerator::new(plays.machine).while_patient(|reached| {
                helpers.come(clock, scope, &play);
                progress.tell(|| {
                    let settled = percent(&reached.settled(), 1);
                    let (left, waiting) = (clock.left().as_secs(), reached.waiting);
                    format!("{settled} % of the probability is settled, {waiting} states wait, {left} s left")
                });
                !clock.is_over()
            });
            let limits = Limits { bytes: allowed.bytes, ..Limits::default() };
            followed(plays, &mut enumerator, limits)
        };
        let narrow = |much: &TooMuch| rest(&much.settled) <= 2 * allowed.within;
        match &exact {
            Err(OddsFault::TooMuch(much)) if !allowed.exact && !narrow(much) => {}
            Err(OddsFault::Unsettled(_)) if !allowed.exact => {}
            _ => {
                // Nobody needs the battles that are still played.
                plays.machine.halt(true);
                return exact;
            }
        }
        helpers.after = Duration::ZERO;
        helpers.come(clock, scope, &play);
        let mut begins = |battles: u64| {
            let left = clock.left().as_secs();
            progress.tell(|| format!("{battles} were played, {left} s left"));
            !clock.is_over()
        };
        sampling.work(&mut begins);
        exact
    });
    drop(progress);
    let words = |fault: &OddsFault| faults::odds_words(fault, plays.machine);
    let (settled, why) = match exact {
        Ok(distribution) => return Ok(Found::Exact(distribution)),
        Err(OddsFault::TooMuch(much)) if !allowed.exact => {
            let why = faults::how_far(&much, plays.machine);
            (much.settled, why)
        }
        Err(fault @ OddsFault::Unsettled(_)) if !allowed.exact => {
            (Distribution::default(), words(&fault))
        }
        Err(fault) => return Err(Failure::failed(words(&fault))),
    };
    let ended = sampling.ended();
    let (counts, battles) =
        ended.map_err(|it| Failure::failed(faults::words(&it, plays.machine)))?;
    if battles == 0 || rest(&settled) <= 2 * (asks.reach)(&counts) {
        return Ok(Found::Bounds(settled, why));
    }
    Ok(Found::Sampled(counts, battles, why))
}

/// The exact odds of all that is run, one after the other. Of what was left off before the last run nothing is settled.
fn followed(
    plays: &Plays<'_>,
    enumerator: &mut Enumerator<'_>,
    limits: Limits,
) -> Result<Distribution, OddsFault> {
    let mut players = plays.players.clone();
    let unsettled = |fault, number| match fault {
        OddsFault::TooMuch(much) if number < plays.more => {
            OddsFault::TooMuch(Box::new(TooMuch { settled: Distribution::default(), ..*much }))
        }
        fault => fault,
    };
    let first = enumerator.run(Session::new(plays.start.clone()), &mut players, limits);
    let mut ends = first.map_err(|fault| unsettled(fault, 0))?;
    for number in 0..plays.more {
        let begun = ends.each(|state| (plays.begin)(number, state))?;
        let after = enumerator.run_after(begun, &mut players, limits);
        ends = after.map_err(|fault| unsettled(fault, number + 1))?;
    }
    Ok(ends)
}

/// Threads that play while the exact odds are worked out.
struct Helpers {
    /// Whether they are to come.
    due: bool,
    /// When: what is worked out at once needs none.
    after: Duration,
}

impl Helpers {
    fn come<'scope>(
        &mut self,
        clock: Clock,
        scope: &'scope Scope<'scope, '_>,
        play: &'scope (impl Fn() + Sync),
    ) {
        if !self.due || clock.passed() < self.after.min(Duration::from_secs(1)) {
            return;
        }
        self.due = false;
        // One processor works out the exact odds; where no thread can be had, that one plays afterwards.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads.saturating_sub(1).max(1) {
            drop(Builder::new().stack_size(STACK).spawn_scoped(scope, play));
        }
    }
}

/// How much of the probability is not settled, in millionths.
fn rest(settled: &Distribution) -> u64 {
    if settled.is_empty() {
        return 1_000_000;
    }
    u64::try_from(Chance::one().minus(&settled.settled()).scaled(1_000_000)).unwrap_or(1_000_000)
}
