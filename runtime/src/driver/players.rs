//! The random player, and the uniform choice that other players fall back on.

use super::{Chooser, PlayFault, Standpoint};
use crate::dice::SeededDice;
use crate::machine::{Answer, ChooseRequest, Options};

/// Chooses uniformly among the legal answers.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    /// Its own generator, apart from that of the dice.
    pub generator: SeededDice,
}

impl RandomPlayer {
    /// A random player with a generator of its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { generator: SeededDice::new(seed, stream) }
    }
}

impl Chooser for RandomPlayer {
    fn choose(
        &mut self,
        _from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        Ok(uniform(&mut self.generator, &request.options))
    }
}

/// A uniform choice among the legal answers.
pub(crate) fn uniform(generator: &mut SeededDice, options: &Options) -> Answer {
    match options {
        Options::One { candidates, none, .. } => {
            let at = pick(generator, candidates.len() + usize::from(*none));
            candidates.get(at).map_or(Answer::Nothing, |candidate| Answer::Value(*candidate))
        }
        Options::Some { candidates, low, high, .. } => {
            let spread = high.saturating_sub(*low).saturating_add(1);
            let count = low.saturating_add(generator.below(spread));
            let mut shuffled = candidates.to_vec();
            generator.shuffle(&mut shuffled);
            shuffled.truncate(usize::try_from(count).unwrap_or(usize::MAX));
            Answer::Values(shuffled)
        }
        Options::Order { items, .. } => {
            let mut shuffled = items.to_vec();
            generator.shuffle(&mut shuffled);
            Answer::Values(shuffled)
        }
        Options::Number { low, high } => Answer::Value(generator.between(*low, *high)),
        Options::Place { proposals, none } => {
            let at = pick(generator, proposals.len() + usize::from(*none));
            let place = proposals.get(at);
            place.map_or(Answer::Nothing, |place| Answer::Values(place.to_vec()))
        }
        Options::Whether => Answer::Value(i64::from(generator.below(2))),
        Options::Split { items, total, .. } => {
            Answer::Values(shares(generator, items.len(), *total))
        }
        Options::Dice { available, at_least, at_most, .. } => {
            let total: i64 = available.iter().sum();
            let most = u32::try_from(total).unwrap_or(u32::MAX).min(*at_most);
            let spread = most.saturating_sub(*at_least).saturating_add(1);
            let count = at_least.saturating_add(generator.below(spread));
            let mut dice: Vec<usize> = Vec::new();
            for (face, count) in available.iter().enumerate() {
                for _ in 0..*count {
                    dice.push(face);
                }
            }
            generator.shuffle(&mut dice);
            let mut chosen = vec![0_i64; available.len()];
            for face in dice.into_iter().take(usize::try_from(count).unwrap_or(usize::MAX)) {
                if let Some(chosen) = chosen.get_mut(face) {
                    *chosen += 1;
                }
            }
            Answer::Values(chosen)
        }
        Options::Actions { list, done } => {
            let at = pick(generator, list.len() + usize::from(*done));
            list.get(at).map_or(Answer::Nothing, |option| Answer::Act(option.clone()))
        }
    }
}

/// Parts of a total, cut where chance falls: however large the total is, as many numbers are drawn as there are cuts.
fn shares(generator: &mut SeededDice, parts: usize, total: i64) -> Vec<i64> {
    let mut cuts: Vec<i64> = (1..parts).map(|_| generator.between(0, total)).collect();
    cuts.sort_unstable();
    let ends = cuts.iter().copied().chain((parts > 0).then_some(total));
    let mut before = 0;
    ends.map(|end| end - std::mem::replace(&mut before, end)).collect()
}

/// A position below `count`.
fn pick(generator: &mut SeededDice, count: usize) -> usize {
    let bound = u32::try_from(count).unwrap_or(u32::MAX);
    usize::try_from(generator.below(bound)).unwrap_or(0)
}
