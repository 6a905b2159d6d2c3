//! Even chance: takes what can be answered, gives every answer with its weight, as [`super::players::uniform`] draws them.

use crate::machine::{Answer, Options};
use num_integer::{Integer, binomial};

/// So many answers of one question are told apart at most.
const MOST: u64 = 1_000;

/// Every answer with its weight; nothing where there are too many, or none.
pub(super) fn even(options: &Options) -> Option<Vec<(Answer, u64)>> {
    let alike = |answers: Vec<Answer>| answers.into_iter().map(|it| (it, 1)).collect::<Vec<_>>();
    let nothing = |none: bool| none.then_some(Answer::Nothing);
    let ways = match options {
        Options::One { candidates, none, .. } => {
            let all = candidates.iter().map(|it| Answer::Value(*it)).chain(nothing(*none));
            alike(all.collect())
        }
        Options::Whether => alike(vec![Answer::Value(0), Answer::Value(1)]),
        Options::Number { low, high } => {
            let few = u64::try_from(high.checked_sub(*low)?).is_ok_and(|it| it < MOST);
            alike((*low..=*high).filter(|_| few).map(Answer::Value).collect())
        }
        Options::Place { proposals, none } => {
            let all = proposals.iter().map(|place| Answer::Values(place.to_vec()));
            alike(all.chain(nothing(*none)).collect())
        }
        Options::Actions { list, done } => {
            alike(list.iter().map(|it| Answer::Act(it.clone())).chain(nothing(*done)).collect())
        }
        Options::Order { items, .. } => {
            let few = (1..=items.len() as u64)
                .try_fold(1, |all, more| Some(all * more).filter(|all| *all <= MOST));
            alike(few.map(|_| orders(items)).unwrap_or_default())
        }
        Options::Some { candidates, low, high, .. } => {
            let one_of_each = vec![1; candidates.len()];
            let parts = |taken: &[i64]| {
                let chosen = candidates.iter().zip(taken).filter(|(_, taken)| **taken > 0);
                chosen.map(|(item, _)| *item).collect()
            };
            parted(&one_of_each, u64::from(*low), u64::from(*high), parts)?
        }
        Options::Dice { available, at_least, at_most, .. } => {
            let there: u64 = available.iter().map(|it| it.unsigned_abs()).sum();
            let most = u64::from(*at_most).min(there);
            parted(available, u64::from(*at_least), most, <[i64]>::to_vec)?
        }
        Options::Split { items, total, .. } => shared(items.len(), *total)?,
    };
    (!ways.is_empty() && ways.len() as u64 <= MOST).then_some(ways)
}

/// Every way to share points over parts: as many cuts as divide them, each as likely at every point.
fn shared(parts: usize, total: i64) -> Option<Vec<(Answer, u64)>> {
    let places = u64::try_from(total).ok()?.checked_add(1).filter(|places| *places <= MOST)?;
    let cuts = u32::try_from(parts.checked_sub(1)?).ok()?;
    let all = places.checked_pow(cuts).filter(|all| *all <= MOST)?;
    let mut ways: Vec<(Answer, u64)> = Vec::new();
    for number in 0..all {
        let cut = |at: u32| number / places.pow(at) % places;
        let mut ends: Vec<i64> = (0..cuts).map(|at| cut(at).cast_signed()).collect();
        ends.sort_unstable();
        ends.push(total);
        let mut before = 0;
        let shares = ends.into_iter().map(|end| end - std::mem::replace(&mut before, end));
        let answer = Answer::Values(shares.collect());
        match ways.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, weight)) => *weight += 1,
            None => ways.push((answer, 1)),
        }
    }
    Some(ways)
}

/// All orders of some items.
fn orders(items: &[i64]) -> Vec<Answer> {
    let mut all = vec![Vec::new()];
    for _ in items {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<i64>| {
                let left = items.iter().filter(|it| !begun.contains(it)).copied();
                left.map(|next| [begun.as_slice(), &[next]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    all.into_iter().map(Answer::Values).collect()
}

/// Every way to take some of what there is of each sort: first how many, evenly, then which, evenly. A way that can come about by
/// taking alike things has a weight for each.
fn parted(
    there: &[i64],
    least: u64,
    most: u64,
    answer: impl Fn(&[i64]) -> Vec<i64>,
) -> Option<Vec<(Answer, u64)>> {
    let total: u64 = there.iter().map(|it| it.unsigned_abs()).sum();
    if total > 20 {
        return None;
    }
    let most = most.max(least).min(total);
    let common = (least..=most).map(|count| binomial(total, count)).fold(1, |all, it| all.lcm(&it));
    let mut ways = Vec::new();
    let mut taken: Vec<(Vec<i64>, u64)> = vec![(Vec::new(), 1)];
    for count in there {
        let each = |(begun, weight): (Vec<i64>, u64)| {
            let more = move |taken: i64| {
                let of = binomial(count.unsigned_abs(), taken.unsigned_abs());
                ([begun.as_slice(), &[taken]].concat(), weight * of)
            };
            (0..=*count).map(more)
        };
        taken = taken.into_iter().flat_map(each).collect();
        if taken.len() as u64 > 16 * MOST {
            return None;
        }
    }
    for (taken, weight) in taken {
        let count: u64 = taken.iter().map(|it| it.unsigned_abs()).sum();
        if (least..=most).contains(&count) {
            ways.push((Answer::Values(answer(&taken)), weight * (common / binomial(total, count))));
        }
    }
    Some(ways)
}
