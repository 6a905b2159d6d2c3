//! Saves and replays: a state beside the positions of its generators, and a battle as its set-up and answers.

use crate::dice::DicePosition;
use crate::machine::Answer;
use crate::state::State;
use serde::{Deserialize, Serialize};
use warwright_ir::{DieId, Program, ScenarioId, fingerprint};

/// The version of saves and replays that this crate reads and writes.
pub const SAVE_VERSION: u32 = 1;

/// A battle that was left off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// The version of this format.
    pub version: u32,
    /// The content that is played, as [`content_hash`] gives it.
    pub content: String,
    /// The state.
    pub state: State,
    /// Where the generators stand: the dice first, then the players'.
    pub generators: Vec<DicePosition>,
    /// What has been answered so far.
    pub replay: Replay,
}

/// A battle as its set-up and everything that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The version of this format.
    pub version: u32,
    /// The content that is played.
    pub content: String,
    /// The scenario.
    pub scenario: ScenarioId,
    /// The seed, for the record; the dice stand among the answers.
    pub seed: u64,
    /// Dice and decisions, in order.
    pub answers: Vec<Recorded>,
}

/// An answer that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// Dice: how many show each face.
    Rolled {
        /// The kind of die.
        die: DieId,
        /// How many show each face.
        counts: Vec<i64>,
    },
    /// A decision.
    Chose {
        /// Whose.
        player: i64,
        /// Which.
        answer: Answer,
    },
}

/// Why a save or replay cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveFault {
    /// It is of another format.
    Version {
        /// Its version.
        found: u32,
    },
    /// It is of other content: a rule, a figure or the program's format has changed since.
    Content,
    /// Its state does not belong to the content.
    State,
}

impl Replay {
    /// A replay of a battle that begins.
    pub fn new(content: String, scenario: ScenarioId, seed: u64) -> Self {
        Self { version: SAVE_VERSION, content, scenario, seed, answers: Vec::new() }
    }

    /// Checks that it is of this format and content.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn check(&self, content: &str) -> Result<(), SaveFault> {
        if self.version != SAVE_VERSION {
            return Err(SaveFault::Version { found: self.version });
        }
        if self.content == content { Ok(()) } else { Err(SaveFault::Content) }
    }
}

impl Save {
    /// Checks that it is of this format and content and that its state belongs to the program.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn check(&self, machine: &crate::Machine, content: &str) -> Result<(), SaveFault> {
        if self.version != SAVE_VERSION {
            return Err(SaveFault::Version { found: self.version });
        }
        if self.content != content {
            return Err(SaveFault::Content);
        }
        if machine.fits(&self.state) { Ok(()) } else { Err(SaveFault::State) }
    }
}

/// The digest of what is played. Programs that differ in places in sources only have the same; since a save names kinds,
/// fields, acts and strings by number, programs that number them otherwise have another.
pub fn content_hash(program: &Program) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(fingerprint(program).as_bytes());
    for text in program.texts.values() {
        hasher.update(&text.len().to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
