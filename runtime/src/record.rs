//! Records: a battle as its set-up and everything that was answered. A save, a replay and a battle left off are one and the same.
//!
//! The state is not stored: it follows from the answers, so no record can hold a state that play does not lead to. Beside
//! each answer stands the hash of the state in which it was given, so that a record that leads elsewhere now says from where on.

use crate::dice::DicePosition;
use crate::dice::RollOf;
use crate::machine::{Answer, RollRequest};
use crate::state::MOST_ENTITIES;
use crate::state::State;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use warwright_ir::{DieId, Program, ScenarioId, fingerprint};

/// The version of records that this crate reads and writes.
pub const RECORD_VERSION: u32 = 3;

/// A battle as its set-up and everything that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format.
    pub version: u32,
    /// The content that is played, as [`content_hash`] gives it.
    pub content: String,
    /// The title of the scenario: it finds it in changed content too.
    pub scenario: String,
    /// The seed, for the record; the dice stand among the answers.
    pub seed: u64,
    /// Dice and decisions, in order.
    pub answers: Vec<Answered>,
    /// The hash of the state where the record ends: at a request, or over.
    pub last: StateHash,
    /// Where the generators stand at its end: the dice first, then the players'.
    pub generators: Vec<DicePosition>,
}

/// An answer with the hash of the state in which it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The state that asked.
    pub at: StateHash,
    /// What was answered.
    pub answer: Recorded,
}

/// An answer that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Recorded {
    /// Dice: how many show each face.
    Rolled {
        /// The kind of die.
        die: DieId,
        /// How many show each face.
        counts: Vec<i64>,
    },
    /// One of several items was drawn.
    Drew {
        /// Which of them, from 0.
        item: u32,
        /// How many there were.
        of: u32,
    },
    /// A decision.
    Chose {
        /// Whose.
        player: i64,
        /// Which.
        answer: Answer,
    },
}

/// Why a record cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// It is of another format.
    Version {
        /// Its version.
        found: u32,
    },
    /// It is of other content: a rule, a figure or the program's format has changed since.
    Content,
    /// The content has no such scenario.
    Scenario {
        /// Its title.
        title: String,
    },
}

impl Recorded {
    /// The answer to a request for chance, as the machine takes it.
    pub fn rolled(request: &RollRequest, counts: Vec<i64>) -> Self {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match &request.of {
            RollOf::Die(die) => Self::Rolled { die: *die, counts },
            RollOf::Items { items, .. } => {
                let item = counts.iter().position(|count| *count == 1).unwrap_or(usize::MAX);
                Self::Drew { item: number(item), of: number(items.len()) }
            }
        }
    }

    /// How many dice show each face, or which item was drawn; nothing of a decision, nor of a draw out of more than there can be.
    pub fn counts(&self) -> Option<Vec<i64>> {
        match self {
            Self::Rolled { counts, .. } => Some(counts.clone()),
            Self::Drew { item, of } => (*of as usize <= MOST_ENTITIES)
                .then(|| (0..*of).map(|number| i64::from(number == *item)).collect()),
            Self::Chose { .. } => None,
        }
    }
}

impl Record {
    /// A record of a battle that begins.
    pub fn new(program: &Program, scenario: ScenarioId, seed: u64) -> Self {
        let name = program.scenarios.get(scenario).and_then(|it| program.texts.get(it.name));
        Self {
            version: RECORD_VERSION,
            content: content_hash(program),
            scenario: name.cloned().unwrap_or_default(),
            seed,
            answers: Vec::new(),
            last: StateHash::default(),
            generators: Vec::new(),
        }
    }

    /// Checks that it is of this format and of a program's content.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn check(&self, program: &Program) -> Result<(), RecordFault> {
        if self.version != RECORD_VERSION {
            return Err(RecordFault::Version { found: self.version });
        }
        if self.content == content_hash(program) { Ok(()) } else { Err(RecordFault::Content) }
    }

    /// Its scenario in a program.
    ///
    /// # Errors
    ///
    /// When the program has none of that title.
    pub fn scenario(&self, program: &Program) -> Result<ScenarioId, RecordFault> {
        let named = |name| program.texts.get(name).is_some_and(|name| *name == self.scenario);
        let found = program.scenarios.iter().find(|(_, scenario)| named(scenario.name));
        let none = || RecordFault::Scenario { title: self.scenario.clone() };
        found.map(|(id, _)| id).ok_or_else(none)
    }
}

/// The digest of what is played. Programs that differ in places in sources only have the same; since a record names acts and
/// choices by number, programs that number them otherwise have another.
pub fn content_hash(program: &Program) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(fingerprint(program).as_bytes());
    for text in program.texts.values() {
        hasher.update(&text.len().to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The hash of a state: the first eight bytes of a digest, as sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateHash(u64);

impl StateHash {
    /// The hash of a state.
    pub fn of(state: &State) -> Self {
        let mut digest = Digest(blake3::Hasher::new());
        state.hash(&mut digest);
        Self(digest.finish())
    }
}

impl std::fmt::Display for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for StateHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}

/// A hasher whose result is the same on every platform: sizes are eight bytes wide.
struct Digest(blake3::Hasher);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_usize(&mut self, size: usize) {
        self.write(&u64::try_from(size).unwrap_or(u64::MAX).to_le_bytes());
    }

    fn write_isize(&mut self, size: isize) {
        self.write(&i64::try_from(size).unwrap_or(i64::MAX).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        let digest = self.0.finalize();
        let first = digest.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
        u64::from_le_bytes(first)
    }
}
