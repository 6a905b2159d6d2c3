//! The arguments of the command: what can be asked. The examples of `--help` stand in `docs/help/`, a file for each command.

mod battle;
mod chances;
mod content;
mod many;

pub use battle::{DiceFrom, Map, Play, Replay, View};
pub use chances::{Odds, Why};
pub use content::{About, Build, Check, Explain, Form, Library, Test};
pub use many::{Balance, Instead, Merge, Shown, Simulate};

use crate::library;
use crate::output::{Colour, Failure};
use crate::render::Format;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use warwright_compiler::rosters::Fielding;

/// Write the rules of a wargame, check them, play them.
#[derive(Clone, Debug, Parser)]
#[command(name = "warwright", bin_name = "warwright", version, propagate_version = true)]
pub struct Command {
    /// What to do.
    #[command(subcommand)]
    pub ask: Ask,
    /// How diagnostics are shown.
    #[arg(long, global = true, value_enum, default_value_t = Format::Pretty)]
    pub format: Format,
    /// When colour is used.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub colour: Colour,
}

impl Command {
    /// What the arguments of the process ask. Wrong usage ends here with status 2, `--help` with 0.
    pub fn of_process() -> Self {
        let matches = Self::documented().get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// The command with the examples of its help.
    fn documented() -> clap::Command {
        let mut command = Self::command().after_help(library::help("warwright"));
        let names: Vec<String> =
            command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        for name in names {
            command = command.mut_subcommand(&name, |it| it.after_help(library::help(&name)));
        }
        command
    }
}

/// What can be asked.
#[derive(Clone, Debug, Subcommand)]
pub enum Ask {
    /// Read content and say what is wrong with it
    Check(Check),
    /// Write the compiled program as YAML, JSON or a listing
    Build(Build),
    /// Run the test blocks of content
    Test(Test),
    /// The chances of a battle or of any procedure, exact where they can be
    Odds(Odds),
    /// Where a number comes from, or why something may not be done
    Why(Why),
    /// Play a battle
    Play(Play),
    /// Play a battle many times and say who wins how often, and how
    Simulate(Box<Simulate>),
    /// Play a saved battle again, and say where it goes another way now
    Replay(Replay),
    /// What one player may know of a saved battle, to give it to that player
    View(View),
    /// Draw the board of a scenario or of a saved battle
    Map(Map),
    /// What a game offers to those who write for it: kinds, steps, numbers, permissions, and who bends them
    About(About),
    /// The sources of the games that come with the command: list, print or copy them
    Library(Library),
    /// What a diagnostic means, with a wrong and a right example
    Explain(Explain),
}

/// Where content comes from.
#[derive(Clone, Debug, Default, Args)]
pub struct Sources {
    /// Further content roots: folders with systems/, factions/, scenarios/ or errata/
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Compile the game of that day; without it, of the day of the newest erratum
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Whether a name is looked for in these roots and the library alone, as a stored battle wants.
    #[arg(skip)]
    pub settled: bool,
    /// The sources that a stored battle began with, where others are to be left out.
    #[arg(skip)]
    pub begun_with: Option<crate::known::Known>,
    /// Which sides field other armies than their own.
    #[arg(skip)]
    pub armies: Armies,
}

/// Who fields what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armies {
    /// The roster that a side fields instead of its own: NAME=TITLE
    #[arg(long = "side-roster", value_name = "NAME=TITLE")]
    #[serde(default)]
    pub rosters: Vec<String>,
    /// A piece that a side does without: NAME=PIECE
    #[arg(long, value_name = "NAME=PIECE")]
    #[serde(default)]
    pub without: Vec<String>,
    /// A piece of which a side has one more than it has: NAME=PIECE
    #[arg(long, value_name = "NAME=PIECE")]
    #[serde(default)]
    pub another: Vec<String>,
    /// The armies of the two sides change places: each deploys where the other did, in its turn
    #[arg(long)]
    #[serde(default)]
    pub exchange: bool,
}

impl Armies {
    /// Whether each side fields its own army.
    pub fn are_own(&self) -> bool {
        *self == Self::default()
    }

    /// The first option that says who fields what.
    fn given(&self) -> Option<&'static str> {
        let options = [
            ("--side-roster", !self.rosters.is_empty()),
            ("--without", !self.without.is_empty()),
            ("--another", !self.another.is_empty()),
            ("--exchange", self.exchange),
        ];
        options.into_iter().find_map(|(option, given)| given.then_some(option))
    }

    /// The same for the compiler.
    ///
    /// # Errors
    ///
    /// When something is not written as `NAME=WHAT`.
    pub fn fielding(&self) -> Result<Fielding, Failure> {
        Ok(Fielding {
            rosters: of_sides("--side-roster", &self.rosters)?,
            without: of_sides("--without", &self.without)?,
            another: of_sides("--another", &self.another)?,
            exchanged: self.exchange,
        })
    }
}

impl Sources {
    /// Refuses what is given for a battle or program that has its content already.
    ///
    /// # Errors
    ///
    /// When a root, a day or an army is given.
    pub fn none(&self, of: &str) -> Result<(), Failure> {
        let given = match (self.roots.is_empty(), &self.as_of, self.armies.given()) {
            (false, _, _) => "--root",
            (true, Some(_), _) => "--as-of",
            (true, None, Some(option)) => option,
            (true, None, None) => return Ok(()),
        };
        Err(Failure::usage(format!("{of} has its content already; `{given}` is not for it")))
    }
}

/// The sides that are named with something of theirs.
fn of_sides(option: &str, texts: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let named = texts.iter().map(|text| match text.split_once('=') {
        Some((side, what)) => Ok((side.to_owned(), what.to_owned())),
        None => Err(Failure::usage(format!(
            "`{option} {text}`: write NAME=.., after the name of a side"
        ))),
    });
    named.collect()
}
