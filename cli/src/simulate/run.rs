//! A run of many battles on all cores: takes a plan, gives the tally, which is the same for any number of threads.

use super::battle::fight;
use super::game::Game;
use super::interval::{MILLION, wilson};
use super::tally::{Tally, Witness};
use crate::output::{Failure, Output};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How deep the stack of a thread that plays is, as that of the main thread.
const STACK: usize = 64 << 20;
/// After so many battles it is looked whether they are enough, whatever the number of threads.
const STRETCH: u64 = 256;

/// Which battles are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The seed of the run: each battle has one of its own, made of it and of its number.
    pub seed: u64,
    /// How many battles at most.
    pub battles: u64,
    /// Stop when the shares of all sides are known to so many millionths on either side.
    pub within: Option<u64>,
}

impl Plan {
    /// Battles of the run by their numbers.
    fn witness(&self, battle: u64) -> Witness {
        Witness { battle, seed: derived(self.seed, battle) }
    }

    /// Whether what is known is enough.
    fn is_enough(&self, tally: &Tally) -> bool {
        let Some(within) = self.within else { return false };
        let all = &tally.all;
        let narrow = |won: &u64| wilson(*won, all.battles, MILLION).half() <= within;
        all.battles > 0 && all.won.values().chain([&all.drawn]).all(narrow)
    }
}

/// A seed made of another one and a number. Every JSON reader can read it back.
pub(super) fn derived(seed: u64, number: u64) -> u64 {
    let mut text = [0_u8; 16];
    let bytes = seed.to_le_bytes().into_iter().chain(number.to_le_bytes());
    text.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    let hash = blake3::hash(&text);
    let first = hash.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(first) >> 11
}

/// Threads that play.
///
/// # Errors
///
/// When the host has none to give.
pub fn threads(jobs: Option<usize>) -> Result<ThreadPool, Failure> {
    let builder = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    let builder = builder.num_threads(jobs.unwrap_or(0));
    builder.build().map_err(|error| Failure::failed(format!("no threads can be had: {error}")))
}

/// Plays the battles of a plan.
///
/// # Errors
///
/// When a battle cannot even begin.
pub fn run(game: &Game, plan: &Plan, threads: &ThreadPool, out: &Output) -> Result<Tally, Failure> {
    let bar = progress(plan.battles, out);
    let mut tally = Tally::default();
    let mut next = 0;
    while next < plan.battles && !plan.is_enough(&tally) {
        let end = next.saturating_add(STRETCH).min(plan.battles);
        let played: Vec<Result<Tally, Failure>> = threads.install(|| {
            let battles = (next..end).into_par_iter();
            let one = |battle| {
                let tally = fight(game, plan.witness(battle));
                bar.inc(1);
                tally
            };
            battles.map(one).collect()
        });
        for one in played {
            tally.merge(one?);
        }
        next = end;
    }
    bar.finish_and_clear();
    Ok(tally)
}

/// A bar on a terminal, else nothing.
fn progress(battles: u64, out: &Output) -> ProgressBar {
    if !out.is_process() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(battles);
    let template = "{bar:30} {pos} of {len} battles, {elapsed} gone, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::derived;

    #[test]
    fn seeds_are_frozen_and_differ() {
        assert_eq!(derived(1, 0), derived(1, 0));
        let many: std::collections::BTreeSet<u64> =
            (0..1_000).flat_map(|number| [derived(1, number), derived(2, number)]).collect();
        assert_eq!(many.len(), 2_000);
    }
}
