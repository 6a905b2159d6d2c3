//! A run of many battles on all cores: takes the games and what is to be played, gives the tally, which is the same for any number
//! of threads and any number of parts.

use super::balance::score;
use super::battle::{fight, fight_keyed};
use super::compare::Paired;
use super::game::Game;
use super::interval::Sums;
use super::part::{Header, Part, is_enough};
use super::tally::{Tally, Witness};
use crate::output::{Failure, Output};
use crate::seats::derived;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::Path;

/// How deep the stack of a thread that plays is, as that of the main thread.
const STACK: usize = 64 << 20;
/// After so many lots what was played is kept, and it is looked whether it is enough, whatever the number of threads.
const STRETCH: u64 = 256;

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

/// Plays on what is left of a part, and keeps it in a file as it goes, where one is given.
///
/// # Errors
///
/// When a battle cannot even begin, or the file cannot be written.
pub fn run(
    games: &[Game],
    part: &mut Part,
    file: Option<&Path>,
    threads: &ThreadPool,
    out: &Output,
) -> Result<(), Failure> {
    let (run, lots) = (part.run.clone(), part.shard.lots(part.run.lots));
    let ways = games.len() as u64;
    let bar = progress(lots.saturating_mul(ways).saturating_mul(run.each), out);
    bar.set_position(part.tally.battles());
    let keep = |part: &Part| file.map_or(Ok(()), |file| part.write(file));
    while !part.done {
        let end = part.played.saturating_add(STRETCH).min(lots);
        let shard = part.shard;
        let one = |own: u64| {
            let mut tally = Tally::default();
            let lot = shard.lot(own);
            for (way, game) in (0..).zip(games) {
                let battle = lot.saturating_mul(ways).saturating_add(way).saturating_mul(run.each);
                let exchanged = game.exchanged == Some(true);
                let seed = derived(run.seed, lot);
                tally.merge(fight(game, Witness { battle, seed, again: 0, exchanged }, run.each)?);
                bar.inc(run.each);
            }
            Ok(tally)
        };
        let played: Vec<Result<Tally, Failure>> =
            threads.install(|| (part.played..end).into_par_iter().map(one).collect());
        for tally in played {
            part.tally.merge(tally?);
        }
        part.played = end;
        part.done = end >= lots || is_enough(&part.tally, run.within);
        keep(part)?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Plays each battle of two games with chance that both share.
///
/// # Errors
///
/// When a battle cannot even begin.
pub fn run_pairs(
    games: [&Game; 2],
    run: &Header,
    threads: &ThreadPool,
    out: &Output,
) -> Result<Paired, Failure> {
    let bar = progress(run.lots, out);
    let one = |battle: u64| {
        let seed = derived(run.seed, battle);
        let witness = Witness { battle, seed, again: 0, exchanged: false };
        let [before, after] = games;
        let pair = (fight_keyed(before, witness)?, fight_keyed(after, witness)?);
        bar.inc(1);
        Ok(pair)
    };
    let mut paired = Paired::default();
    for begin in (0..run.lots).step_by(usize::try_from(STRETCH).unwrap_or(1)) {
        let end = begin.saturating_add(STRETCH).min(run.lots);
        let played: Vec<Result<(Tally, Tally), Failure>> =
            threads.install(|| (begin..end).into_par_iter().map(one).collect());
        for pair in played {
            let (before, after) = pair?;
            paired.add(before, after);
        }
    }
    bar.finish_and_clear();
    Ok(paired)
}

/// Plays each battle of a game and of each of the others with chance that all share: how much better the side does in the first
/// than in each other one, by its score.
///
/// # Errors
///
/// When a battle cannot even begin.
pub fn run_without(
    game: &Game,
    others: &[Game],
    side: &str,
    run: &Header,
    threads: &ThreadPool,
    out: &Output,
) -> Result<Vec<Sums>, Failure> {
    let bar = progress(run.lots.saturating_mul(others.len() as u64 + 1), out);
    let one = |battle: u64| {
        let witness =
            Witness { battle, seed: derived(run.seed, battle), again: 0, exchanged: false };
        let mut scores = Vec::with_capacity(others.len() + 1);
        for game in std::iter::once(game).chain(others) {
            scores.push(score(&fight_keyed(game, witness)?, side));
            bar.inc(1);
        }
        Ok(scores)
    };
    let mut more = vec![Sums::default(); others.len()];
    for begin in (0..run.lots).step_by(usize::try_from(STRETCH).unwrap_or(1)) {
        let end = begin.saturating_add(STRETCH).min(run.lots);
        let played: Vec<Result<Vec<Option<i64>>, Failure>> =
            threads.install(|| (begin..end).into_par_iter().map(one).collect());
        for scores in played {
            let scores = scores?;
            let with = scores.first().copied().flatten();
            for (more, without) in more.iter_mut().zip(scores.iter().skip(1)) {
                if let (Some(with), Some(without)) = (with, without) {
                    more.add(with - without);
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(more)
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
