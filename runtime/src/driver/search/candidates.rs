//! Candidates: takes the options of a request and what a policy wants of them, gives the answers that are worth a trial.

use crate::dice::SeededDice;
use crate::machine::{Answer, Options};
use std::collections::BTreeSet;

/// So many numbers of a range are all tried; of more, some between the ends.
const NUMBERS: i64 = 16;
/// How often answers of many parts are made up.
const MADE_UP: usize = 24;

/// Answers to try, each once, and so many at most. `wanted`: what a policy wants, most eagerly first; of them the first is
/// tried in any case.
pub(super) fn candidates(
    generator: &mut SeededDice,
    options: &Options,
    wanted: Vec<Answer>,
    most: u32,
) -> Vec<Answer> {
    let mut all = wanted;
    let wanted = all.len();
    match options {
        Options::Actions { list, done } => {
            all.extend(done.then_some(Answer::Nothing));
            all.extend(list.iter().cloned().map(Answer::Act));
        }
        Options::One { candidates, none, .. } => {
            all.extend(candidates.iter().copied().map(Answer::Value));
            all.extend(none.then_some(Answer::Nothing));
        }
        Options::Number { low, high } => all.extend(numbers(*low, *high).map(Answer::Value)),
        Options::Whether => all.extend([0, 1].map(Answer::Value)),
        Options::Place { proposals, none } => {
            all.extend(proposals.iter().map(|place| Answer::Values(place.to_vec())));
            all.extend(none.then_some(Answer::Nothing));
        }
        Options::Some { .. }
        | Options::Order { .. }
        | Options::Split { .. }
        | Options::Dice { .. } => {
            all.extend((0..MADE_UP).map(|_| sorted(options, options.uniform(generator))));
        }
    }
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    // Half of the room is for what is wanted most, half for all others alike.
    let kept = wanted.min(most.div_ceil(2));
    let mut seen = BTreeSet::new();
    let mut answers: Vec<Answer> = Vec::with_capacity(all.len());
    let others = all.split_off(kept);
    answers.extend(all.into_iter().filter(|answer| seen.insert(answer.clone())));
    let kept = answers.len();
    answers.extend(others.into_iter().filter(|answer| seen.insert(answer.clone())));
    if answers.len() > most
        && let Some((_, others)) = answers.split_at_mut_checked(kept)
    {
        generator.shuffle(others);
        answers.truncate(most);
    }
    answers
}

fn numbers(low: i64, high: i64) -> impl Iterator<Item = i64> {
    let span = i128::from(high) - i128::from(low);
    let parts = span.min(i128::from(NUMBERS)).max(1);
    (0..=parts).filter_map(move |part| i64::try_from(i128::from(low) + span * part / parts).ok())
}

/// Sets are the same in whatever order they are named.
fn sorted(options: &Options, mut answer: Answer) -> Answer {
    if let (Options::Some { .. }, Answer::Values(values)) = (options, &mut answer) {
        values.sort_unstable();
    }
    answer
}
