//! Parts of a run: a file keeps what was played, so that a run can be shared out, stopped, gone on with and put together.
//!
//! A run is a number of lots (a battle, or all battles of an opening), each with a seed made of the run's and of its number. Part K
//! of N has the lots whose number leaves K - 1 when divided by N. Tallies are sums of whole numbers, so that any parts that hold
//! each lot once add up to the same.

#[cfg(test)]
mod tests;

use super::interval::wilson;
use super::report::{Report, tables};
use super::tally::Tally;
use crate::forms;
use crate::output::{Failure, quoted};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the files of this crate.
const VERSION: u32 = 2;

/// What a run plays: where this is the same, battles are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of this format.
    pub version: u32,
    /// The title of the scenario.
    pub scenario: String,
    /// The day of its errata, where some are in force.
    pub errata: Option<String>,
    /// A digest of the content and of who plays and fields what.
    pub content: String,
    /// The seed of the run.
    pub seed: u64,
    /// How many lots it has.
    pub lots: u64,
    /// How often each opening is played on.
    pub each: u64,
    /// Stop when the shares of all sides are known to so many millionths on either side.
    pub within: Option<u64>,
}

impl Header {
    /// The version that is written now.
    pub const VERSION: u32 = VERSION;
}

/// Which part of a run: the `number`th, from 1, of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which one.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The run as one part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// `K/N`.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let parts = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        parts.filter(|shard| (1..=shard.of).contains(&shard.number)).ok_or_else(|| {
            Failure::usage(format!("`--shard {text}`: write which part of how many, as 3/16"))
        })
    }

    /// How many of so many lots it has.
    pub fn lots(self, all: u64) -> u64 {
        let before = self.number.saturating_sub(1);
        all.saturating_sub(before).div_ceil(self.of.max(1))
    }

    /// The number in the run of one of its lots.
    pub fn lot(self, own: u64) -> u64 {
        own.saturating_mul(self.of).saturating_add(self.number.saturating_sub(1))
    }
}

/// A part of a run as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What is played.
    pub run: Header,
    /// Which part it is.
    pub shard: Shard,
    /// How many of its lots were played, from the first.
    pub played: u64,
    /// Whether no more are to be played.
    pub done: bool,
    /// What they came to.
    pub tally: Tally,
}

impl Part {
    /// A part of which nothing was played.
    pub fn new(run: Header, shard: Shard) -> Self {
        Self { run, shard, played: 0, done: false, tally: Tally::default() }
    }

    /// What is kept in a file of the same part of the same run; a new part where there is no such file.
    ///
    /// # Errors
    ///
    /// When the file holds anything else.
    pub fn resumed(run: Header, shard: Shard, file: &Path) -> Result<Self, Failure> {
        if !file.exists() {
            return Ok(Self::new(run, shard));
        }
        let kept = Self::read(file)?;
        if kept.run != run || kept.shard != shard {
            let file = quoted(file);
            return Err(Failure::failed(format!(
                "{file} holds another run or another part of this one, and is left as it is; give another file with --out"
            )));
        }
        Ok(kept)
    }

    /// A part from its file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is of another version.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let part: Self = forms::read(file)?;
        if part.run.version != VERSION {
            return Err(Failure::failed(format!("{} is of another version", quoted(file))));
        }
        Ok(part)
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    ///
    /// When the host refuses.
    pub fn write(&self, file: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|error| Failure::failed(error.to_string()))?;
        forms::store(file, &format!("{text}\n"))
    }

    /// What it says.
    pub fn report(&self) -> Report {
        let Header { scenario, errata, seed, .. } = self.run.clone();
        let part = (self.shard != Shard::WHOLE)
            .then(|| format!("part {} of {}", self.shard.number, self.shard.of));
        let (battles, tables) = (self.tally.battles(), tables(&self.tally));
        Report { scenario, errata, seed, part, battles, tables }
    }
}

/// The whole run of some parts: each there once, and played to its end.
///
/// # Errors
///
/// When they are of several runs, or one is missing, there twice, or not played to its end.
pub fn merged(files: &[PathBuf]) -> Result<Part, Failure> {
    let mut parts = Vec::with_capacity(files.len());
    for file in files {
        parts.push((Part::read(file)?, file));
    }
    parts.sort_by_key(|(part, _)| part.shard);
    let Some((first, of_first)) = parts.first().map(|(part, file)| (part.clone(), *file)) else {
        return Err(Failure::usage("no parts were given"));
    };
    let mut whole = Part { done: true, ..Part::new(first.run.clone(), Shard::WHOLE) };
    let wrong = |file: &Path, what: &str| Err(Failure::failed(format!("{} {what}", quoted(file))));
    let mut next = 1;
    for (part, file) in parts {
        if part.run != first.run || part.shard.of != first.shard.of {
            let of_first = quoted(of_first);
            return wrong(file, &format!("is a part of another run than {of_first}"));
        }
        if part.shard.number < next {
            return wrong(file, "holds a part that is there twice");
        }
        if part.shard.number > next {
            return Err(Failure::failed(format!("part {next} of {} is missing", first.shard.of)));
        }
        if !part.done {
            return wrong(file, "was not played to its end: run its part again, and it goes on");
        }
        next += 1;
        whole.played = whole.played.saturating_add(part.played);
        whole.tally.merge(part.tally);
    }
    if next <= first.shard.of {
        return Err(Failure::failed(format!("part {next} of {} is missing", first.shard.of)));
    }
    Ok(whole)
}

/// Whether the shares of all sides are known well enough.
pub(super) fn is_enough(tally: &Tally, within: Option<u64>) -> bool {
    let Some(within) = within else { return false };
    let (all, weight) = (&tally.all, tally.weight());
    let narrow = |won: &u64| wilson(*won, all.battles, weight).half() <= within;
    all.battles > 0 && all.won.values().chain([&all.drawn]).all(narrow)
}
