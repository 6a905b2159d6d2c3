//! The uniform choice: takes what can be answered, gives an answer, each as likely as any other.

use super::request::{Answer, Options};
use crate::dice::SeededDice;

impl Options {
    /// A uniform choice among the legal answers.
    pub(crate) fn uniform(&self, generator: &mut SeededDice) -> Answer {
        match self {
            Self::One { candidates, none, .. } => {
                let at = pick(generator, candidates.len() + usize::from(*none));
                candidates.get(at).map_or(Answer::Nothing, |candidate| Answer::Value(*candidate))
            }
            Self::Some { candidates, low, high, .. } => {
                let spread = high.saturating_sub(*low).saturating_add(1);
                let count = low.saturating_add(generator.below(spread));
                let mut shuffled = candidates.to_vec();
                generator.shuffle(&mut shuffled);
                shuffled.truncate(usize::try_from(count).unwrap_or(usize::MAX));
                Answer::Values(shuffled)
            }
            Self::Order { items, .. } => {
                let mut shuffled = items.to_vec();
                generator.shuffle(&mut shuffled);
                Answer::Values(shuffled)
            }
            Self::Number { low, high } => Answer::Value(generator.between(*low, *high)),
            Self::Place { proposals, none } => {
                let at = pick(generator, proposals.len() + usize::from(*none));
                let place = proposals.get(at);
                place.map_or(Answer::Nothing, |place| Answer::Values(place.to_vec()))
            }
            Self::Whether => Answer::Value(i64::from(generator.below(2))),
            Self::Split { items, total, .. } => {
                Answer::Values(shares(generator, items.len(), *total))
            }
            Self::Dice { available, at_least, at_most, .. } => {
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
            Self::Actions { list, done } => {
                let at = pick(generator, list.len() + usize::from(*done));
                list.get(at).map_or(Answer::Nothing, |option| Answer::Act(option.clone()))
            }
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
