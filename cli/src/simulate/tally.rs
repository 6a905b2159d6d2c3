//! What battles came to, in whole numbers that can be added: in whichever order and grouping, the sum is the same.

use super::interval::{MILLION, Sums};
use super::spread::Spread;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What some battles came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// All battles that came to an end.
    pub all: Results,
    /// The same by who acted first.
    pub first: BTreeMap<String, Results>,
    /// The same by how the sides were set up.
    pub placed: BTreeMap<String, Results>,
    /// Battles that ended for each reason.
    pub ends: BTreeMap<String, Shown>,
    /// In which round they ended.
    pub rounds: BTreeMap<i64, u64>,
    /// By side and by what its pieces are: how many were fielded and lost.
    pub losses: BTreeMap<String, BTreeMap<String, Loss>>,
    /// The points that each side lost in a battle.
    pub points: BTreeMap<String, Sums>,
    /// Numbers of each battle by opening, where openings are played on several times.
    pub spreads: BTreeMap<String, Spread>,
    /// How often what can be used was, by its sort.
    pub used: BTreeMap<Sort, BTreeMap<String, Use>>,
    /// Battles that could not be played to their end, by what went wrong.
    pub faults: BTreeMap<String, Shown>,
}

/// Who won how many battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// How many there were.
    pub battles: u64,
    /// How many each side won, alone or with others.
    pub won: BTreeMap<String, u64>,
    /// How many nobody won.
    pub drawn: u64,
}

/// Pieces that were fielded and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// So many took part, all battles together.
    pub fielded: u64,
    /// So many of them were out of play at the end.
    pub lost: u64,
}

/// What can be used in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// An ability: one of its clauses applied, or ran.
    Ability,
    /// A rule of the battle, of its ground or of a unit: it applied, or ran.
    Rule,
    /// An action: it was taken.
    Action,
    /// A card: it was chosen.
    Card,
    /// An answer to a choice: it was given.
    Answer,
    /// A reason for which a battle may end: it did.
    End,
}

/// How often something was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// In how many battles.
    pub battles: u64,
    /// How often, all battles together; abilities count once in a battle.
    pub times: u64,
    /// How often it could have been.
    pub offered: u64,
    /// The first battle in which it was.
    pub witness: Option<Witness>,
}

/// Battles that ended, or went wrong, in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// How many.
    pub battles: u64,
    /// The first of them.
    pub witness: Witness,
}

/// A battle that shows something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// Which one of the run, from 0.
    pub battle: u64,
    /// Its seed.
    pub seed: u64,
    /// With which chance its opening was played on: 0 for its own.
    pub again: u64,
    /// Whether the armies of the sides were exchanged.
    pub exchanged: bool,
}

impl std::fmt::Display for Witness {
    /// As `play` takes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "--seed {}", self.seed)?;
        if self.again > 0 {
            write!(f, " --again {}", self.again)?;
        }
        if self.exchanged {
            write!(f, " --exchange")?;
        }
        Ok(())
    }
}

impl Results {
    /// Adds a battle.
    pub fn add(&mut self, sides: &[String], winners: &[usize]) {
        self.battles += 1;
        for (number, side) in sides.iter().enumerate() {
            *self.won.entry(side.clone()).or_default() += u64::from(winners.contains(&number));
        }
        self.drawn += u64::from(winners.is_empty());
    }

    fn merge(&mut self, other: Self) {
        plus(&mut self.battles, other.battles);
        plus(&mut self.drawn, other.drawn);
        add_all(&mut self.won, other.won, plus);
    }
}

impl Use {
    fn merge(&mut self, other: Self) {
        plus(&mut self.battles, other.battles);
        plus(&mut self.times, other.times);
        plus(&mut self.offered, other.offered);
        self.witness = [self.witness, other.witness].into_iter().flatten().min();
    }
}

impl Tally {
    /// How many battles there were, those that went wrong among them.
    pub fn battles(&self) -> u64 {
        let faults = self.faults.values().map(|fault| fault.battles);
        faults.fold(self.all.battles, u64::saturating_add)
    }

    /// A battle that went wrong.
    pub fn fault(words: String, witness: Witness) -> Self {
        let faults = [(words, Shown { battles: 1, witness })].into_iter().collect();
        Self { faults, ..Self::default() }
    }

    /// What a tally of one battle says in numbers: who won, how long it took, what was lost.
    pub(super) fn numbers(&self) -> Vec<(String, i64)> {
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let won = self.all.won.iter();
        let mut numbers: Vec<(String, i64)> =
            won.map(|(side, won)| (format!("won by {side}"), number(*won))).collect();
        numbers.extend(self.rounds.keys().map(|round| (String::from("rounds"), *round)));
        let points = self.points.iter();
        numbers.extend(points.map(|(side, sums)| (format!("points lost by {side}"), sums.sum)));
        numbers
    }

    /// For how many independent battles one counts, in millionths: less than one where battles share openings.
    pub(super) fn weight(&self) -> u64 {
        self.spreads.values().map(Spread::weight).min().unwrap_or(MILLION)
    }

    /// Adds what other battles came to.
    pub fn merge(&mut self, other: Self) {
        self.all.merge(other.all);
        add_all(&mut self.first, other.first, Results::merge);
        add_all(&mut self.placed, other.placed, Results::merge);
        show_all(&mut self.ends, other.ends);
        add_all(&mut self.rounds, other.rounds, plus);
        add_all(&mut self.losses, other.losses, |mine, more| {
            add_all(mine, more, |mine: &mut Loss, more| {
                plus(&mut mine.fielded, more.fielded);
                plus(&mut mine.lost, more.lost);
            });
        });
        add_all(&mut self.points, other.points, |mine, more| mine.merge(&more));
        add_all(&mut self.spreads, other.spreads, |mine, more| mine.merge(&more));
        add_all(&mut self.used, other.used, |mine, more| add_all(mine, more, Use::merge));
        show_all(&mut self.faults, other.faults);
    }
}

/// Adds battles to those that came to the same; the first of all shows it.
fn show_all(mine: &mut BTreeMap<String, Shown>, more: BTreeMap<String, Shown>) {
    for (words, other) in more {
        match mine.get_mut(&words) {
            Some(known) => {
                plus(&mut known.battles, other.battles);
                known.witness = known.witness.min(other.witness);
            }
            None => drop(mine.insert(words, other)),
        }
    }
}

/// Adds, as far as numbers reach: what is read from a file may hold any.
fn plus(mine: &mut u64, more: u64) {
    *mine = mine.saturating_add(more);
}

/// Adds each value to that of the same name.
fn add_all<K: Ord, V: Default>(
    mine: &mut BTreeMap<K, V>,
    more: BTreeMap<K, V>,
    add: impl Fn(&mut V, V),
) {
    for (name, value) in more {
        add(mine.entry(name).or_default(), value);
    }
}
