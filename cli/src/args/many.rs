//! What is asked of many battles: to play them, add them up, weigh armies by them.

use super::{Armies, Sources};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `warwright simulate`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Simulate {
    /// Instead of playing battles.
    #[command(subcommand)]
    pub instead: Option<Instead>,
    /// A scenario of the library (`GAME/SCENARIO`), a file with a scenario, or a compiled program
    #[arg(required = true)]
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// How many battles: fewer where --within is reached before; with --openings and --both-ways so many more that all openings
    /// and both ways have as many, and each opening two at least
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub battles: u64,
    /// Stop as soon as the share of each side is known to so much on either side, with 95 % confidence
    #[arg(long, value_name = "PERCENT")]
    pub within: Option<String>,
    /// The seed of the run; every battle has a seed of its own, with which `play` plays it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many at once, and by whom.
    #[command(flatten)]
    pub played: Played,
    /// Play each of so many openings several times on, and say how much of the spread is opening and how much is chance after it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(2..))]
    pub openings: Option<u64>,
    /// Play every battle a second time with the armies of the two sides exchanged, and tell both apart
    #[arg(long, conflicts_with = "exchange")]
    pub both_ways: bool,
    /// Play every battle a second time with one thing changed, and say what that does: as-of=DATE, root=DIR or NAME=TITLE, a
    /// side with the roster that it fields then
    #[arg(long, value_name = "CHANGE", conflicts_with_all = ["openings", "both_ways", "within", "shard", "part"])]
    pub compare: Vec<String>,
    /// How it is shown.
    #[command(flatten)]
    pub shown: Shown,
    /// Keep what was played in this file: a run that was stopped goes on from it, and `simulate merge` adds it to others
    #[arg(long = "out", value_name = "FILE")]
    pub part: Option<PathBuf>,
    /// Play the K-th of N parts of the run only: K/N
    #[arg(long, value_name = "K/N", requires = "part", conflicts_with = "within")]
    pub shard: Option<String>,
    /// Who fields what.
    #[command(flatten)]
    pub armies: Armies,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// What `simulate` does instead of playing battles.
#[derive(Clone, Debug, Subcommand)]
pub enum Instead {
    /// Add up the parts of a run
    Merge(Merge),
    /// What the pieces of an army are worth, or which of several rosters is the better
    Balance(Box<Balance>),
}

/// `warwright simulate balance`.
#[derive(Clone, Debug, Args)]
pub struct Balance {
    /// A scenario of the library (`GAME/SCENARIO`) or a file with a scenario
    pub path: String,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// The side whose army is weighed: with all its pieces, and with one of each sort left out
    #[arg(long, value_name = "NAME", required_unless_present = "meet")]
    pub of: Option<String>,
    /// Rosters that meet each other, each in the place of either side
    #[arg(long = "rosters", value_name = "TITLE", num_args = 2.., conflicts_with = "of")]
    pub meet: Vec<String>,
    /// How many battles are played of each army, or of each two rosters
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub battles: u64,
    /// The seed of the run
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many at once, and by whom.
    #[command(flatten)]
    pub played: Played,
    /// How it is shown.
    #[command(flatten)]
    pub shown: Shown,
    /// Who fields what.
    #[command(flatten)]
    pub armies: Armies,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// How many battles are played at once, and by whom.
#[derive(Clone, Debug, Args)]
pub struct Played {
    /// How many battles are played at once; without it as many as the machine has cores. The result is the same
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Who plays a side: NAME=policy, NAME=random, NAME=search, or NAME=search:500 for a search of 500 trials a decision
    #[arg(long = "side", value_name = "NAME=WHO")]
    pub sides: Vec<String>,
}

/// How results are shown.
#[derive(Clone, Debug, Args)]
pub struct Shown {
    /// One JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Comma-separated values, a line for each row of each table
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Draw the shares with their intervals into this SVG as well
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
}

/// `warwright simulate merge`.
#[derive(Clone, Debug, Args)]
pub struct Merge {
    /// The parts, as `simulate --shard K/N --out FILE` wrote them
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// How it is shown.
    #[command(flatten)]
    pub shown: Shown,
    /// Write the whole as the file of a run that was not shared out
    #[arg(long = "out", value_name = "FILE")]
    pub part: Option<PathBuf>,
}
