//! Dice for battles that are compared: takes what is thrown for, gives chance that hangs on that and not on what was thrown before.
//!
//! A throw is known by the rule that asks, by whom it is about and by how often the same was thrown in this battle. So where two
//! battles of one seed part, because the content of one was changed, all that both still throw shows the same in both.

#[cfg(test)]
mod tests;

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
