//! The arguments of the command: what can be asked. The examples of `--help` stand in `docs/help/`, a file for each command.

use crate::library;
use crate::output::Failure;
use crate::render::Format;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
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

/// When colour is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
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
    /// When a root or a day is given.
    pub fn none(&self, of: &str) -> Result<(), Failure> {
        let given = match (self.roots.is_empty(), &self.as_of) {
            (false, _) => "--root",
            (true, Some(_)) => "--as-of",
            (true, None) => return Ok(()),
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

/// `warwright check`.
#[derive(Clone, Debug, Args)]
pub struct Check {
    /// Files or folders, or names of systems
    pub paths: Vec<String>,
    /// Everything in the library and in all roots
    #[arg(long, conflicts_with = "paths")]
    pub all: bool,
    /// Read each clause back in plain English
    #[arg(long)]
    pub gloss: bool,
    /// Make those edits of the errors' help that leave fewer errors and none that is new, in the files themselves
    #[arg(long)]
    pub fix: bool,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright build`.
#[derive(Clone, Debug, Args)]
pub struct Build {
    /// A file, a folder or the name of a system
    pub path: String,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Form::Yaml)]
    pub form: Form,
    /// The file to write; else standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// The forms of a compiled program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// A listing for reading.
    Listing,
}

/// `warwright test`.
#[derive(Clone, Debug, Args)]
pub struct Test {
    /// Files or folders, of which the own tests are run, or systems; everything without any
    pub paths: Vec<String>,
    /// Only tests whose title contains this
    #[arg(long, value_name = "WORDS")]
    pub only: Option<String>,
    /// Say how many rows of each game's conformance list a passing test shows, group by group, and list the rest
    #[arg(long)]
    pub conformance: bool,
    /// Switch clauses, requirements, hooks, actions, statements and rows of tables off one at a time, and name those whose
    /// absence no test notices
    #[arg(long)]
    pub mutate: bool,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright odds`.
#[derive(Clone, Debug, Args)]
pub struct Odds {
    /// A scenario, a file or a system, unless a saved battle is given
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE", conflicts_with_all = ["run", "save"])]
    pub scenario: Option<String>,
    /// From where a saved battle stands, as who has its file: how it ends, or what a call comes to; pieces are "NAMED"
    #[arg(long, value_name = "FILE", conflicts_with = "given")]
    pub save: Option<PathBuf>,
    /// Pieces, ties and states, as in a test block
    #[arg(long, value_name = "GIVEN", requires = "run")]
    pub given: Option<String>,
    /// A call of a procedure; several are run one after the other. Without it, the whole battle
    #[arg(long, value_name = "CALL")]
    pub run: Vec<String>,
    /// What to show of the end of what `--run` runs: an expression, or several with commas for how they go together; may be given several times
    #[arg(long, value_name = "EXPR", requires = "run")]
    pub show: Vec<String>,
    /// The same for all units of two armies, as 'a: ARMY ; b: ARMY' for the pieces a and b that are given: a table of means
    #[arg(long, value_name = "PIECES", requires = "run", conflicts_with_all = ["save", "compare"])]
    pub matrix: Option<String>,
    /// The same once more, but for what is said, and the difference: as-of=DATE, root=DIR, path=PATH, save=FILE, given=GIVEN or run=CALL
    #[arg(long, value_name = "WHAT=VALUE")]
    pub compare: Vec<String>,
    /// The exact chances or none: what is too large is refused
    #[arg(long)]
    pub exact: bool,
    /// How long is looked for the exact chances
    #[arg(long, value_name = "N", default_value_t = 15)]
    pub seconds: u64,
    /// How much memory the exact chances may take, about
    #[arg(long, value_name = "MB", default_value_t = 700)]
    pub memory: usize,
    /// Where nothing is exact, how well each chance is to be known; fewer are played where there is no time for that
    #[arg(long, value_name = "PERCENT", default_value = "1%")]
    pub within: String,
    /// Where nothing is exact, the seed of the first that is played; each has the next
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// One JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Comma-separated values instead of a table
    #[arg(long, conflicts_with_all = ["json", "compare"])]
    pub csv: bool,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright why`.
#[derive(Clone, Debug, Args)]
pub struct Why {
    /// A scenario, a file or a system, unless a saved battle is given; then the question
    #[arg(required = true, num_args = 1..=2, value_names = ["PATH", "QUESTION"])]
    pub ask: Vec<String>,
    /// Pieces, ties and states, as in a test block
    #[arg(long, value_name = "GIVEN", conflicts_with = "save")]
    pub given: Option<String>,
    /// Ask in a saved battle, as who has its file: the file holds everything, the hidden too
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Ask as the player of this side, who does not know what is hidden from that side
    #[arg(long, value_name = "NAME", requires = "save")]
    pub side: Option<String>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright play`.
#[derive(Clone, Debug, Args)]
pub struct Play {
    /// A scenario of the library (`GAME/SCENARIO`), a file with a scenario, or a compiled program
    #[arg(required_unless_present = "resume")]
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// The seed of all dice and computer players: with the same one all falls the same; without, nobody knows how it will fall
    #[arg(long, conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Who plays a side: NAME=person, NAME=policy, NAME=random, or the strongest, NAME=search, which looks ahead for 3 seconds a
    /// decision (NAME=search:10s for 10, NAME=search:500 for 500 trials on whatever machine)
    #[arg(long = "side", value_name = "NAME=WHO")]
    pub sides: Vec<String>,
    /// One JSON object a line instead of the story
    #[arg(long)]
    pub json: bool,
    /// The result alone
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,
    /// Name at the end of each line the rule that caused it; where the output is no terminal or is wide, it is named anyway
    #[arg(long)]
    pub tags: bool,
    /// Save the battle here after every answer of a person and when it ends or stops, to go on with or to play again
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Save there whatever the file holds; else only a battle of the same scenario is written over
    #[arg(long, requires = "save")]
    pub force: bool,
    /// Keep a picture of the board up to date there as the battle goes: an SVG, or a page (`.html`) that a browser shows
    #[arg(long, value_name = "FILE")]
    pub watch: Option<PathBuf>,
    /// Go on with a saved battle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["path", "scenario"])]
    pub resume: Option<PathBuf>,
    /// Who rolls: the machine from its seed, or people at a table, who type what the dice show
    #[arg(long, value_enum, value_name = "WHO")]
    pub dice: Option<DiceFrom>,
    /// Stop and save after so many requests
    #[arg(long, value_name = "N", requires = "save")]
    pub stop_after: Option<u64>,
    /// From the first throw or choice of the first round on, play the same opening with other chance: that of this number
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "resume",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub again: u64,
    /// Who fields what.
    #[command(flatten)]
    pub armies: Armies,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

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
    /// How many battles, at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub battles: u64,
    /// Stop as soon as the share of each side is known to so much on either side, with 95 % confidence
    #[arg(long, value_name = "PERCENT")]
    pub within: Option<String>,
    /// The seed of the run; every battle has a seed of its own, with which `play` plays it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many battles are played at once; without it as many as the machine has cores. The result is the same
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Who plays a side: NAME=policy, NAME=random, NAME=search, or NAME=search:500 for a search of 500 trials a decision
    #[arg(long = "side", value_name = "NAME=WHO")]
    pub sides: Vec<String>,
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
    /// How many battles are played at once; without it as many as the machine has cores. The result is the same
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Who plays a side: NAME=policy, NAME=random, NAME=search, or NAME=search:500 for a search of 500 trials a decision
    #[arg(long = "side", value_name = "NAME=WHO")]
    pub sides: Vec<String>,
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

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiceFrom {
    /// The machine, from its seed.
    Seeded,
    /// People who type them.
    Typed,
}

/// `warwright replay`.
#[derive(Clone, Debug, Args)]
pub struct Replay {
    /// The battle, as `play --save` wrote it
    pub file: PathBuf,
    /// The result alone
    #[arg(long)]
    pub quiet: bool,
    /// Name at the end of each line the rule that caused it; where the output is no terminal or is wide, it is named anyway
    #[arg(long)]
    pub tags: bool,
}

/// `warwright view`.
#[derive(Clone, Debug, Args)]
pub struct View {
    /// The battle, as `play --save` wrote it
    pub file: PathBuf,
    /// The side whose player it is for
    #[arg(long, value_name = "NAME")]
    pub side: String,
    /// The whole state as that player sees it, as JSON, instead of board and pieces
    #[arg(long)]
    pub json: bool,
    /// The file to write; else standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `warwright map`.
#[derive(Clone, Debug, Args)]
pub struct Map {
    /// A scenario of the library (`GAME/SCENARIO`), a file with a scenario, or a compiled program
    #[arg(required_unless_present = "save")]
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// Draw a saved battle, as it stands at its end; what is hidden from any player is not drawn
    #[arg(long, value_name = "FILE", conflicts_with_all = ["path", "scenario"])]
    pub save: Option<PathBuf>,
    /// The saved battle as this round begins
    #[arg(long, value_name = "ROUND", requires = "save")]
    pub at: Option<i64>,
    /// The file to write; else standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright about`.
#[derive(Clone, Debug, Args)]
pub struct About {
    /// A system, a file or a folder; without it, the systems that there are
    pub path: Option<String>,
    /// A section of the list, or the name of one thing: all about it, who bends it, and its source
    pub name: Option<String>,
    /// JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}

/// `warwright library`.
#[derive(Clone, Debug, Args)]
pub struct Library {
    /// A file of the library, a folder, or a game; everything without it
    pub path: Option<String>,
    /// Copy the files into this folder, where nothing is written over
    #[arg(long, value_name = "DIR")]
    pub copy_to: Option<PathBuf>,
}

/// `warwright explain`.
#[derive(Clone, Debug, Args)]
pub struct Explain {
    /// A code (`WW0201`) or its name (`unknown-field`)
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// All codes with their titles
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}
