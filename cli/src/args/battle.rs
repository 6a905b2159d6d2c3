//! What is asked of one battle: to play it, replay it, look at it.

use super::{Armies, Sources};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    /// Go through it at the terminal, step by step, forth and back, with the board as it stood at each
    #[arg(long, conflicts_with = "quiet")]
    pub steps: bool,
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
    /// The saved battle as this round begins, or as a side's turn in it begins: `6`, `6.Reds`
    #[arg(long, value_name = "ROUND[.SIDE]", requires = "save")]
    pub at: Option<String>,
    /// The file to write; else standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}
