//! The arguments of the command: what can be asked, with an example for each.

use crate::output::Failure;
use crate::render::Format;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Write the rules of a wargame, check them, play them.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "warwright",
    bin_name = "warwright",
    version,
    propagate_version = true,
    after_help = "Examples:
  warwright play mygame/duel    play a battle of the system `mygame`
  warwright play mygame/duel --side Raiders=person --seed 7
  warwright check my-army/      read an author's folder and say what is wrong
  warwright odds mygame/duel    the exact chances of that battle
  warwright explain WW0201      what a diagnostic means

Exit status: 0 all well, 1 errors were found, 2 the command was used wrongly."
)]
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
    #[command(
        after_help = "Examples:\n  warwright check my-army/marsh.ww\n  warwright check --all --format short\n  warwright check my-army/ --as-of 2009-01-01"
    )]
    Check(Check),
    /// Write the compiled program as YAML, JSON or a listing
    #[command(
        after_help = "Examples:\n  warwright build mygame --form listing\n  warwright build my-army/marsh.ww --out marsh.json --form json"
    )]
    Build(Build),
    /// Run the test blocks of content
    #[command(after_help = "Examples:
  warwright test
  warwright test mygame --only overkill
  warwright test mygame --conformance
  warwright test mygame --conformance --format json
  warwright test mygame --mutate

A row of `conformance.md` that says nothing a machine can do ends with `(no test: REASON)`.
A rule that can be missing without any difference says so on its own line or the one above: `// equivalent: REASON`.")]
    Test(Test),
    /// The exact chances of a battle or of any procedure
    #[command(after_help = "Examples:
  warwright odds mygame --given 'a: \"Reed Levy\"; b: \"Eel Guard\"' --run 'clash(a, b)' --show 'b.damage'
  warwright odds mygame/duel --seconds 60

The second asks of a whole battle: only of a short one is every fall of the dice followed in time.")]
    Odds(Odds),
    /// Where a number comes from, or why something may not be done
    #[command(after_help = "Examples:
  warwright why mygame --given 'a: \"Reed Levy\"; b: \"Eel Guard\" engaged a { side of a: front ; side of b: left }' 'power(a, b)'
  warwright why --save duel.battle 'may stand(\"Old Tom\")'")]
    Why(Why),
    /// Play a battle
    #[command(after_help = "Examples:
  warwright play mygame/duel
  warwright play my-war/fords.ww --side Raiders=person --side Wardens=policy
  warwright play mygame/duel --side Raiders=person --dice typed
  warwright play mygame/duel --save duel.battle
  warwright play --resume duel.battle")]
    Play(Play),
    /// Play a saved battle again, and say where it goes another way now
    #[command(after_help = "Example:\n  warwright replay duel.battle")]
    Replay(Replay),
    /// What one player may know of a saved battle, to give it to that player
    #[command(after_help = "Examples:
  warwright view fords.battle --side Raiders
  warwright view fords.battle --side Raiders --json --out raiders.json")]
    View(View),
    /// Draw the board of a scenario or of a saved battle
    #[command(after_help = "Examples:
  warwright map mygame/fords --out fords.svg
  warwright map --save fords.battle --at 3 --out round3.svg")]
    Map(Map),
    /// What a diagnostic means, with a wrong and a right example
    #[command(
        after_help = "Examples:\n  warwright explain WW0601\n  warwright explain stale-erratum\n  warwright explain --list"
    )]
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
    /// A scenario, a file or a system
    pub path: String,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE", conflicts_with = "run")]
    pub scenario: Option<String>,
    /// Pieces, ties and states, as in a test block
    #[arg(long, value_name = "GIVEN", requires = "run")]
    pub given: Option<String>,
    /// A call of a procedure; without it, the whole battle
    #[arg(long, value_name = "CALL")]
    pub run: Option<String>,
    /// What to show of the end: an expression; may be given several times
    #[arg(long, value_name = "EXPR", requires = "run")]
    pub show: Vec<String>,
    /// How long it may take before it is given up
    #[arg(long, value_name = "N", default_value_t = 15)]
    pub seconds: u64,
    /// One JSON object instead of a table
    #[arg(long)]
    pub json: bool,
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
    /// A scenario of the library (`mygame/duel`), a file with a scenario, or a compiled program
    #[arg(required_unless_present = "resume")]
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// The seed of all dice and computer players: with the same one all falls the same; without, nobody knows how it will fall
    #[arg(long, conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Who plays a side: NAME=person, NAME=random, NAME=policy, NAME=search, or NAME=search:500 for a search of 500 trials a
    /// decision
    #[arg(long = "side", value_name = "NAME=WHO")]
    pub sides: Vec<String>,
    /// One JSON object a line instead of the story
    #[arg(long)]
    pub json: bool,
    /// The result alone
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,
    /// Save the battle here after every answer of a person and when it ends or stops, to go on with or to play again
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Save there whatever the file holds; else only a battle of the same scenario is written over
    #[arg(long, requires = "save")]
    pub force: bool,
    /// Go on with a saved battle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["path", "scenario"])]
    pub resume: Option<PathBuf>,
    /// Who rolls: the machine from its seed, or people at a table, who type what the dice show
    #[arg(long, value_enum, value_name = "WHO")]
    pub dice: Option<DiceFrom>,
    /// Stop and save after so many requests
    #[arg(long, value_name = "N", requires = "save")]
    pub stop_after: Option<u64>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
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
    /// A scenario of the library (`mygame/fords`), a file with a scenario, or a compiled program
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
