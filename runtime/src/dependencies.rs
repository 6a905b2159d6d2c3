//! Dependency tracking and invalidation of the cache: what values were worked out from, and what was written since. Takes
//! the inputs, parts of a state, that are read and written, says whether a value that was worked out before still holds.
//!
//! A set of inputs is a few words, in which many share a bit: the fields, the entities whose fields they are, and which field of
//! which entity. A value may be forgotten though nothing that it rests on was written; it is never kept where something was.

use std::cell::Cell;
use warwright_ir::{AbilityId, MomentId, TieId};

/// A part of a state that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// What stands at an offset among the cells of the entities of a class.
    Cell { class: u32, offset: usize, entity: i64 },
    /// The same among their wide values.
    Wide { class: u32, offset: usize, entity: i64 },
    /// Which entities of a class there are.
    Entities { class: u32 },
    /// Who holds an ability for a time, and with what.
    Held(AbilityId),
    /// Who is tied by a tie, and its fields.
    Ties(TieId),
    /// Whether a run of a moment goes on, and what is remembered of it.
    Run(MomentId),
    /// How often actions were taken.
    Uses,
}

/// Where an input stands in a set of inputs.
enum InputBit {
    /// Its field, its entity, and both together: each must be there.
    Field(u32, u32, u32),
    /// Among all else.
    Other(u32),
}

/// How many bits there are for fields, as many for entities, and for all else.
const FIELDS: u32 = u128::BITS;
const ENTITIES: u32 = u128::BITS;
const OTHERS: u32 = u64::BITS;
/// How many there are for fields of entities: enough for a table full of units to be told apart, few enough to be copied at once.
const PAIRS: u32 = 1 << PAIR_BITS;
const PAIR_BITS: u32 = 10;
const WORDS: usize = (PAIRS / u64::BITS) as usize;
/// How many of those are for ties.
const TIES: u32 = 8;

impl Input {
    #[inline]
    fn place(self) -> InputBit {
        // Fields of one class lie side by side, those of the next class some way on.
        let field = |class: u32, offset: usize, entity: i64, wide: u32| {
            let offset = u32::try_from(offset).unwrap_or(u32::MAX);
            let at = offset.wrapping_add(class.wrapping_mul(37)).wrapping_add(wide);
            InputBit::Field(at % FIELDS, bit_of(entity), pair_of(at, entity))
        };
        match self {
            Self::Cell { class, offset, entity } => field(class, offset, entity, 0),
            Self::Wide { class, offset, entity } => field(class, offset, entity, 61),
            Self::Entities { class } => InputBit::Other(class % 16),
            Self::Held(ability) => InputBit::Other(16 + ability.0 % 16),
            Self::Ties(tie) => InputBit::Other(32 + tie.0 % TIES),
            Self::Run(moment) => InputBit::Other(40 + moment.0 % 23),
            Self::Uses => InputBit::Other(63),
        }
    }
}

impl Input {
    /// Ties of every sort.
    pub(crate) fn all_ties() -> impl Iterator<Item = Self> {
        (0..TIES).map(|tie| Self::Ties(TieId(tie)))
    }
}

fn bit_of(entity: i64) -> u32 {
    u32::try_from(entity.rem_euclid(i64::from(ENTITIES))).unwrap_or(0)
}

/// Where a field of an entity stands among all such: what lies side by side is spread far apart.
#[inline]
fn pair_of(field: u32, entity: i64) -> u32 {
    let entity = u32::try_from(entity).unwrap_or(u32::MAX);
    let spread = field.wrapping_mul(0x9E37_79B1) ^ entity.wrapping_mul(0x85EB_CA6B);
    spread >> (u32::BITS - PAIR_BITS)
}

/// The word and the bit in it.
#[inline]
const fn word_of(pair: u32) -> (usize, u64) {
    ((pair / u64::BITS) as usize, 1 << (pair % u64::BITS))
}

/// A set of inputs: those from which a value was worked out, or that are supposed to be otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dependencies {
    fields: u128,
    entities: u128,
    others: u64,
    pairs: [u64; WORDS],
}

impl Dependencies {
    /// One more input.
    #[inline]
    pub(crate) fn insert(&mut self, input: Input) {
        match input.place() {
            InputBit::Field(field, entity, pair) => {
                self.fields |= 1 << field;
                self.entities |= 1 << entity;
                let (word, bit) = word_of(pair);
                if let Some(word) = self.pairs.get_mut(word) {
                    *word |= bit;
                }
            }
            InputBit::Other(bit) => self.others |= 1 << bit,
        }
    }

    /// Whether any of some inputs may be in it.
    pub(crate) fn has_any(&self, inputs: &[Input]) -> bool {
        inputs.iter().any(|input| match input.place() {
            InputBit::Field(field, entity, pair) => {
                let (word, bit) = word_of(pair);
                self.fields & 1 << field != 0
                    && self.entities & 1 << entity != 0
                    && self.pairs.get(word).is_some_and(|word| word & bit != 0)
            }
            InputBit::Other(bit) => self.others & 1 << bit != 0,
        })
    }

    /// Whether an input may be in both.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.others & other.others != 0
            || (self.fields & other.fields != 0
                && self.entities & other.entities != 0
                && self.pairs.iter().zip(&other.pairs).any(|(mine, theirs)| mine & theirs != 0))
    }
}

/// Notes what is read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    fields: Cell<u128>,
    entities: Cell<u128>,
    others: Cell<u64>,
    pairs: [Cell<u64>; WORDS],
}

impl Reads {
    /// An input is read.
    #[inline]
    pub(crate) fn note(&self, input: Input) {
        match input.place() {
            InputBit::Field(field, entity, pair) => {
                self.fields.set(self.fields.get() | 1 << field);
                self.entities.set(self.entities.get() | 1 << entity);
                let (word, bit) = word_of(pair);
                if let Some(word) = self.pairs.get(word) {
                    word.set(word.get() | bit);
                }
            }
            InputBit::Other(bit) => self.others.set(self.others.get() | 1 << bit),
        }
    }

    /// What was read since the last time; from now on anew.
    pub(crate) fn take(&self) -> Dependencies {
        Dependencies {
            fields: self.fields.take(),
            entities: self.entities.take(),
            others: self.others.take(),
            pairs: self.pairs.each_ref().map(Cell::take),
        }
    }

    /// What a value rests on was read with it.
    pub(crate) fn add(&self, more: &Dependencies) {
        self.fields.set(self.fields.get() | more.fields);
        self.entities.set(self.entities.get() | more.entities);
        self.others.set(self.others.get() | more.others);
        for (word, more) in self.pairs.iter().zip(&more.pairs) {
            word.set(word.get() | more);
        }
    }
}

/// When what was written last. Time is counted in revisions: writings between which no value was kept are one.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    now: u32,
    /// What was kept before this revision may not be used any more.
    first: u32,
    /// Whether a value was kept in this revision, or found to hold.
    kept: bool,
    /// When each was written; nothing before a value was kept that may be forgotten.
    written: Option<Box<Written>>,
}

/// The revisions in which inputs were written last.
#[derive(Debug)]
struct Written {
    fields: [u32; FIELDS as usize],
    entities: [u32; ENTITIES as usize],
    others: [u32; OTHERS as usize],
    pairs: [u32; PAIRS as usize],
}

impl Default for Written {
    fn default() -> Self {
        Self {
            fields: [0; FIELDS as usize],
            entities: [0; ENTITIES as usize],
            others: [0; OTHERS as usize],
            pairs: [0; PAIRS as usize],
        }
    }
}

impl Revisions {
    /// An input is written. Gives whether revisions can be counted on: if not, nothing that was kept may be used any more.
    #[must_use]
    pub(crate) fn write(&mut self, input: Input) -> bool {
        if self.kept {
            let Some(next) = self.now.checked_add(1) else { return false };
            (self.now, self.kept) = (next, false);
        }
        if self.now == self.first {
            // No value is older, so none is to be forgotten.
            return true;
        }
        let all = self.written.get_or_insert_default();
        let written = match input.place() {
            InputBit::Field(field, entity, pair) => {
                if let Some(revision) = all.pairs.get_mut(pair as usize) {
                    *revision = self.now;
                }
                if let Some(revision) = all.entities.get_mut(entity as usize) {
                    *revision = self.now;
                }
                all.fields.get_mut(field as usize)
            }
            InputBit::Other(bit) => all.others.get_mut(bit as usize),
        };
        if let Some(revision) = written {
            *revision = self.now;
        }
        true
    }

    /// All that was kept is to be forgotten. Gives whether revisions can be counted on, as [`Self::write`].
    #[must_use]
    pub(crate) const fn forget(&mut self) -> bool {
        let Some(next) = self.now.checked_add(1) else { return false };
        (self.now, self.first, self.kept) = (next, next, false);
        true
    }

    /// The revision that goes on, in which a value is kept or found to hold.
    pub(crate) const fn keep(&mut self) -> u32 {
        self.kept = true;
        self.now
    }

    /// Whether nothing on which a value rests was written since a revision.
    pub(crate) fn holds(&self, on: &Dependencies, since: u32) -> bool {
        self.now == since
            || since >= self.first
                && self.written.as_deref().is_none_or(|all| {
                    !(any_later(&all.others, u128::from(on.others), since)
                        || (any_later(&all.fields, on.fields, since)
                            && any_later(&all.entities, on.entities, since)
                            && any_pair_later(&all.pairs, &on.pairs, since)))
                })
    }
}

/// Whether any of a set was written after a revision.
fn any_later(written: &[u32], set: u128, since: u32) -> bool {
    let mut rest = set;
    while rest != 0 {
        if written.get(rest.trailing_zeros() as usize).is_some_and(|revision| *revision > since) {
            return true;
        }
        rest &= rest - 1;
    }
    false
}

/// The same of fields of entities.
fn any_pair_later(written: &[u32; PAIRS as usize], set: &[u64; WORDS], since: u32) -> bool {
    let words = written.chunks_exact(u64::BITS as usize).zip(set);
    words.into_iter().any(|(written, set)| any_later(written, u128::from(*set), since))
}

#[cfg(test)]
mod tests;
