//! Seeded dice: the same seed gives the same faces on every platform, and the position can be saved.

use crate::wide::Wide;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use warwright_ir::{Die, DieId, EntryId, Program};

/// A generator of faces and of numbers below a bound. The way from its bits to them is frozen by a test.
#[derive(Clone, Debug)]
pub struct SeededDice {
    seed: u64,
    generator: ChaCha8Rng,
}

/// What is rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollOf {
    /// A kind of die.
    Die(DieId),
    /// A die with one side for each item: the one that it shows is drawn. Nobody but the dice may see which items there are.
    Items {
        /// The items, in the order of their set.
        items: Wide,
        /// What each is one of.
        entries: Vec<Option<EntryId>>,
    },
}

impl RollOf {
    /// On how many sides each face stands.
    pub fn sides(&self, program: &Program) -> Vec<u32> {
        match self {
            Self::Die(die) => program
                .dice
                .get(*die)
                .map_or_else(Vec::new, |die| die.faces.iter().map(|face| face.sides).collect()),
            Self::Items { items, .. } => vec![1; items.len()],
        }
    }

    /// The kind of die, where dice are rolled.
    pub fn die(&self) -> Option<DieId> {
        match self {
            Self::Die(die) => Some(*die),
            Self::Items { .. } => None,
        }
    }
}

/// Where a generator stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DicePosition {
    /// Its seed.
    pub seed: u64,
    /// Its stream: one for the dice, others for players.
    pub stream: u64,
    /// How many words it has used, the low half.
    pub words: u64,
    /// The high half, for what no battle reaches.
    pub words_high: u64,
}

impl SeededDice {
    /// A generator at its start.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut bytes = [0_u8; 32];
        for (byte, value) in bytes.iter_mut().zip(seed.to_le_bytes()) {
            *byte = value;
        }
        let mut generator = ChaCha8Rng::from_seed(bytes);
        generator.set_stream(stream);
        Self { seed, generator }
    }

    /// A generator where another stood.
    pub fn resume(position: DicePosition) -> Self {
        let mut dice = Self::new(position.seed, position.stream);
        let words = u128::from(position.words) | (u128::from(position.words_high) << 64);
        dice.generator.set_word_pos(words);
        dice
    }

    /// Where it stands.
    pub fn position(&self) -> DicePosition {
        let words = self.generator.get_word_pos();
        let half = |words: u128| u64::try_from(words & u128::from(u64::MAX)).unwrap_or(0);
        DicePosition {
            seed: self.seed,
            stream: self.generator.get_stream(),
            words: half(words),
            words_high: half(words >> 64),
        }
    }

    /// A number below `bound`, each equally likely; 0 where the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // A word times the bound: the high half is the number, the low half says whether the word is one too many.
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(bound);
            let low = u32::try_from(product & u64::from(u32::MAX)).unwrap_or(0);
            // What words are one too many takes a division, and is less than the bound.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return u32::try_from(product >> 32).unwrap_or(0);
            }
        }
    }

    /// A number below a bound of any size, each equally likely; 0 where the bound is 0.
    pub fn below_any(&mut self, bound: u64) -> u64 {
        if let Ok(bound) = u32::try_from(bound) {
            return u64::from(self.below(bound));
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let word =
                (u64::from(self.generator.next_u32()) << 32) | u64::from(self.generator.next_u32());
            let product = u128::from(word) * u128::from(bound);
            let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0);
            if low >= threshold {
                return u64::try_from(product >> 64).unwrap_or(0);
            }
        }
    }

    /// A whole number from `low` to `high`, each equally likely.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let spread = u64::try_from(i128::from(high) - i128::from(low)).unwrap_or(0);
        // All the numbers that there are were one too many: of them the greatest is never drawn.
        let drawn = self.below_any(spread.saturating_add(1));
        i64::try_from(i128::from(low) + i128::from(drawn)).unwrap_or(low)
    }

    /// Puts items into an order of which each is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            let other = usize::try_from(self.below(bound)).unwrap_or(0);
            items.swap(last, other);
        }
    }

    /// Rolls dice, or draws one of several items: how many show each face.
    pub fn roll(&mut self, program: &Program, of: &RollOf, count: u32) -> Vec<i64> {
        let faces = of.sides(program);
        let mut counts = vec![0; faces.len()];
        let sides = faces.iter().fold(0_u32, |sum, sides| sum.saturating_add(*sides));
        if usize::try_from(sides) == Ok(faces.len()) {
            self.roll_fair(count, &mut counts);
            return counts;
        }
        for _ in 0..count {
            let face = face_of(&faces, self.below(sides));
            if let Some(count) = counts.get_mut(face) {
                *count += 1;
            }
        }
        counts
    }

    /// Rolls dice of which each face stands on one side, and adds up how many show each.
    pub(crate) fn roll_fair(&mut self, count: u32, counts: &mut [i64]) {
        let sides = u32::try_from(counts.len()).unwrap_or(0);
        for _ in 0..count {
            let side = usize::try_from(self.below(sides)).unwrap_or(0);
            if let Some(count) = counts.get_mut(side) {
                *count += 1;
            }
        }
    }
}

/// How many sides a die has.
pub fn sides(die: &Die) -> u32 {
    die.faces.iter().fold(0, |sum, face| sum.saturating_add(face.sides))
}

/// The face that stands on a side of a die.
fn face_of(faces: &[u32], side: u32) -> usize {
    let mut before = 0_u32;
    for (number, sides) in faces.iter().enumerate() {
        before = before.saturating_add(*sides);
        if side < before {
            return number;
        }
    }
    0
}
