//! Players: says which facts of two sides follow from others, and which contradict each other.

use super::{Fact, Name, Who};

/// That two things are of two players.
pub(crate) const fn foes(one: Name, other: Name) -> Fact {
    of_players(one, other, false)
}

/// That two things are of one player, or of two.
pub(crate) const fn of_players(one: Name, other: Name, same: bool) -> Fact {
    Fact { one: Who::OwnerOf(one), other: Who::OwnerOf(other), same }
}

/// All players that are the same as one.
pub(super) fn class(facts: &[Fact], of: Who) -> Vec<Who> {
    let mut all = vec![of];
    let mut at = 0;
    while let Some(who) = all.get(at).copied() {
        for fact in facts.iter().filter(|fact| fact.same) {
            let next = if fact.one == who {
                fact.other
            } else if fact.other == who {
                fact.one
            } else {
                continue;
            };
            if !all.contains(&next) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

pub(super) fn is_one(facts: &[Fact], one: Who, other: Who) -> bool {
    class(facts, one).contains(&other)
}

/// Whether two players are never one.
pub(super) fn are_two(facts: &[Fact], one: Who, other: Who) -> bool {
    are_apart(facts, &class(facts, one), &class(facts, other))
}

/// Whether two classes of players are never one.
pub(super) fn are_apart(facts: &[Fact], one: &[Who], other: &[Who]) -> bool {
    facts.iter().any(|fact| {
        !fact.same
            && ((one.contains(&fact.one) && other.contains(&fact.other))
                || (one.contains(&fact.other) && other.contains(&fact.one)))
    })
}

/// Whether two things are never of one player, or always.
pub(crate) fn are_of_players(facts: &[Fact], one: Name, other: Name, same: bool) -> bool {
    let (one, other) = (Who::OwnerOf(one), Who::OwnerOf(other));
    if same { is_one(facts, one, other) } else { are_two(facts, one, other) }
}

/// Whether one of the last so many facts contradicts the rest.
pub(crate) fn clash(facts: &[Fact], last: usize) -> bool {
    let from = facts.len().saturating_sub(last);
    let new = facts.iter().enumerate().skip(from);
    new.into_iter().any(|(at, fact)| {
        let others: Vec<Fact> =
            facts.iter().enumerate().filter(|(it, _)| *it != at).map(|(_, it)| *it).collect();
        match fact.same {
            true => are_two(&others, fact.one, fact.other),
            false => fact.one == fact.other || is_one(&others, fact.one, fact.other),
        }
    })
}
