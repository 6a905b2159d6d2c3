//! Dice for battles that are compared: takes what is thrown for, gives chance that hangs on that and not on what was thrown before.
//!
//! A throw is known by the rule that asks, by whom it is about and by how often the same was thrown in this battle. So where two
//! battles of one seed part, because the content of one was changed, all that both still throw shows the same in both.

use super::{Dice, PlayFault};
use crate::dice::RollOf;
use crate::dice::SeededDice;
use crate::machine::{Machine, RollRequest};
use crate::state::State;
use std::collections::BTreeMap;
use warwright_ir::TextId;

/// Chance by what it is for.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    seed: u64,
    /// How often each thing was thrown for, by its digest.
    thrown: BTreeMap<[u8; 32], u64>,
}

impl KeyedDice {
    /// A battle's chance at its start.
    pub fn new(seed: u64) -> Self {
        Self { seed, thrown: BTreeMap::new() }
    }

    /// A generator for the next time that these words come up.
    pub fn generator(&mut self, words: &[&str]) -> SeededDice {
        SeededDice::new(self.number(words), 0)
    }

    fn number(&mut self, words: &[&str]) -> u64 {
        let key = *digest(self.seed, words).as_bytes();
        let times = self.thrown.entry(key).or_default();
        let text = format!("{times}");
        *times += 1;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&key).update(text.as_bytes());
        first(&hasher.finalize())
    }
}

impl Dice for KeyedDice {
    fn roll(
        &mut self,
        machine: &Machine,
        battle: &State,
        request: &RollRequest,
    ) -> Result<Vec<i64>, PlayFault> {
        let program = machine.program();
        let text = |id: TextId| program.texts.get(id).map_or("", String::as_str);
        let rule = machine.rule(battle);
        let roles = machine.roles(battle)?;
        let mut words = vec![rule.as_str()];
        words.extend(roles.iter().flat_map(|(role, name)| [role.as_str(), name.as_str()]));
        match &request.of {
            RollOf::Die(die) => {
                words.push(program.dice.get(*die).map_or("", |die| text(die.name)));
                let mut generator = self.generator(&words);
                Ok(generator.roll(program, &request.of, request.count))
            }
            RollOf::Items { entries, .. } => {
                let name = |entry: &Option<_>| {
                    let entry = entry.and_then(|entry| program.entries.get(entry));
                    entry.map_or("", |entry| text(entry.name))
                };
                let names: Vec<&str> = entries.iter().map(name).collect();
                Ok(drawn(self.number(&words), &names))
            }
        }
    }
}

/// Each item has a number of its own, and the least is drawn: where one is gone, all others keep theirs.
fn drawn(number: u64, names: &[&str]) -> Vec<i64> {
    let mut copies: BTreeMap<&str, u64> = BTreeMap::new();
    let mut least: Option<(u64, usize)> = None;
    for (at, name) in names.iter().enumerate() {
        let copy = copies.entry(name).or_default();
        let own = first(&digest(number, &[name, &copy.to_string()]));
        *copy += 1;
        least = Some(least.map_or((own, at), |least| least.min((own, at))));
    }
    let mut counts = vec![0; names.len()];
    if let Some(count) = least.and_then(|(_, at)| counts.get_mut(at)) {
        *count = 1;
    }
    counts
}

/// A digest of a number and words. Each word carries its length, so that no two lists of words are one text.
fn digest(number: u64, words: &[&str]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&number.to_le_bytes());
    for word in words {
        hasher.update(&(word.len() as u64).to_le_bytes()).update(word.as_bytes());
    }
    hasher.finalize()
}

fn first(hash: &blake3::Hash) -> u64 {
    u64::from_le_bytes(hash.as_bytes().first_chunk::<8>().copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{KeyedDice, drawn};

    #[test]
    fn what_is_thrown_for_says_what_falls_and_not_what_came_before() {
        let (mut one, mut other) = (KeyedDice::new(7), KeyedDice::new(7));
        other.generator(&["shove", "Ann"]);
        let six = |dice: &mut KeyedDice, words: &[&str]| dice.generator(words).below(1_000_000);
        for _ in 0..3 {
            assert_eq!(six(&mut one, &["leap", "Bob"]), six(&mut other, &["leap", "Bob"]));
        }
        let again: std::collections::BTreeSet<u32> =
            (0..3).map(|_| six(&mut one, &["leap", "Bob"])).collect();
        assert_eq!(again.len(), 3, "each time is another throw");
        assert_ne!(six(&mut one, &["leap", "Cid"]), six(&mut other, &["leap", "Bob"]));
        assert_ne!(six(&mut one, &["ab", "c"]), six(&mut one, &["a", "bc"]));
    }

    #[test]
    fn more_dice_begin_with_the_same_dice() {
        let throw = |count: usize| {
            let mut generator = KeyedDice::new(1).generator(&["leap"]);
            (0..count).map(|_| generator.below(6)).collect::<Vec<_>>()
        };
        assert!(throw(5).starts_with(&throw(3)));
    }

    #[test]
    fn of_fewer_items_the_same_is_drawn_unless_it_is_gone() {
        let all = ["Ace", "King", "Queen", "Queen", "Ten"];
        let without: Vec<&str> = all.iter().copied().filter(|name| *name != "Ten").collect();
        let at = |counts: &[i64]| counts.iter().position(|count| *count == 1);
        let mut seen = std::collections::BTreeMap::new();
        for number in 0..500 {
            let drawn_of_all = at(&drawn(number, &all));
            *seen.entry(drawn_of_all).or_insert(0) += 1;
            if drawn_of_all != Some(4) {
                assert_eq!(at(&drawn(number, &without)), drawn_of_all);
            }
        }
        assert_eq!(seen.len(), 5);
        assert!(seen.values().all(|count| (60..140).contains(count)), "{seen:?}");
    }
}
