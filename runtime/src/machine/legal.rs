//! Legality: takes the options of a request, gives the answer that needs no asking, and whether an answer is among them.

use super::request::{Answer, Options};
use crate::fault::{Checked, Fault, FaultKind};

/// The answer where there is nothing to choose.
pub(super) fn settled(options: &Options) -> Checked<Option<Answer>> {
    Ok(match options {
        Options::One { candidates, none, .. } => match candidates.as_slice() {
            [] => Some(Answer::Nothing),
            [only] if !none => Some(Answer::Value(*only)),
            _ => None,
        },
        Options::Some { candidates, low, high, .. } => match (*low, *high) {
            (_, 0) => Some(Answer::Values(Vec::new())),
            (low, _) if usize::try_from(low) == Ok(candidates.len()) => {
                Some(Answer::Values(candidates.to_vec()))
            }
            _ => None,
        },
        Options::Order { items, .. } => (items.len() <= 1).then(|| Answer::Values(items.to_vec())),
        Options::Number { low, high } => {
            if low > high {
                return Err(Fault::new(FaultKind::EmptyRange));
            }
            (low == high).then_some(Answer::Value(*low))
        }
        Options::Split { items, total, .. } => match items.len() {
            0 => Some(Answer::Values(Vec::new())),
            1 => Some(Answer::Values(vec![*total])),
            many if *total <= 0 => Some(Answer::Values(vec![0; many])),
            _ => None,
        },
        // Where no place is free the answer is none, whoever is asked.
        Options::Place { proposals, .. } if proposals.is_empty() => Some(Answer::Nothing),
        Options::Dice { available, at_least, at_most, .. } => {
            let there: i64 = available.iter().sum();
            match (*at_least, *at_most) {
                (_, 0) => Some(Answer::Values(vec![0; available.len()])),
                (least, _) if i64::from(least) == there => Some(Answer::Values(available.to_vec())),
                _ => None,
            }
        }
        Options::Place { .. } | Options::Whether | Options::Actions { .. } => None,
    })
}

/// The answer in its canonical form, if it is legal.
pub(super) fn legal(options: &Options, answer: &Answer) -> Option<Answer> {
    match (options, answer) {
        (Options::One { none: true, .. } | Options::Place { none: true, .. }, Answer::Nothing) => {
            Some(Answer::Nothing)
        }
        (Options::Place { proposals, .. }, Answer::Values(values)) => {
            let proposed = proposals.iter().any(|place| place.as_slice() == values.as_slice());
            proposed.then(|| answer.clone())
        }
        (Options::One { candidates, .. }, Answer::Value(value)) => {
            candidates.contains(value).then_some(Answer::Value(*value))
        }
        (Options::Some { candidates, low, high, .. }, Answer::Values(values)) => {
            let mut chosen = values.clone();
            chosen.sort_unstable();
            chosen.dedup();
            let count = u32::try_from(chosen.len()).ok()?;
            let fits = chosen.len() == values.len()
                && (*low..=*high).contains(&count)
                && chosen.iter().all(|value| candidates.contains(value));
            fits.then_some(Answer::Values(chosen))
        }
        (Options::Some { low: 0, .. }, Answer::Nothing) => Some(Answer::Values(Vec::new())),
        (Options::Dice { available, at_least, at_most, .. }, Answer::Values(values)) => {
            let there = values.len() == available.len()
                && values.iter().zip(available).all(|(mine, there)| (0..=*there).contains(mine));
            let many: i64 = values.iter().fold(0, |sum, count| sum.saturating_add(*count));
            let fits = there && (i64::from(*at_least)..=i64::from(*at_most)).contains(&many);
            fits.then(|| Answer::Values(values.clone()))
        }
        (Options::Dice { available, at_least: 0, .. }, Answer::Nothing) => {
            Some(Answer::Values(vec![0; available.len()]))
        }
        (Options::Order { items, .. }, Answer::Values(values)) => {
            let (mut mine, mut there) = (values.clone(), items.to_vec());
            mine.sort_unstable();
            there.sort_unstable();
            (mine == there).then(|| Answer::Values(values.clone()))
        }
        (Options::Number { low, high }, Answer::Value(value)) => {
            (*low..=*high).contains(value).then_some(Answer::Value(*value))
        }
        (Options::Whether, Answer::Value(value @ (0 | 1))) => Some(Answer::Value(*value)),
        (Options::Whether, Answer::Nothing) => Some(Answer::Value(0)),
        (Options::Split { items, total, .. }, Answer::Values(values)) => {
            let sum = values.iter().try_fold(0_i64, |sum, value| {
                if *value < 0 { None } else { sum.checked_add(*value) }
            });
            (values.len() == items.len() && sum == Some(*total))
                .then(|| Answer::Values(values.clone()))
        }
        _ => None,
    }
}
