//! What is asked of a position: the odds of what may come, and why a figure is what it is.

use super::Sources;
use clap::Args;
use std::path::PathBuf;

/// `warwright odds`.
#[derive(Clone, Debug, Args)]
pub struct Odds {
    /// A scenario, a file or a system, unless a saved battle is given
    pub path: Option<String>,
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE", conflicts_with = "save")]
    pub scenario: Option<String>,
    /// From where a saved battle stands, as who has its file: how it ends, or what a call comes to; pieces are "NAMED"
    #[arg(long, value_name = "FILE", conflicts_with = "given")]
    pub save: Option<PathBuf>,
    /// Pieces, ties and states, as in a test block: they take the place of the armies of a scenario
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
    /// The title of the scenario, where there are several
    #[arg(long, value_name = "TITLE", conflicts_with = "save")]
    pub scenario: Option<String>,
    /// Pieces, ties and states, as in a test block: they take the place of the armies of a scenario
    #[arg(long, value_name = "GIVEN", conflicts_with = "save")]
    pub given: Option<String>,
    /// Ask in a saved battle, as who has its file: the file holds everything, the hidden too
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Ask in it as this round begins, or as a side's turn in it begins: `6`, `6.Reds`
    #[arg(long, value_name = "ROUND[.SIDE]", requires = "save")]
    pub at: Option<String>,
    /// Ask as the player of this side, who does not know what is hidden from that side
    #[arg(long, value_name = "NAME", requires = "save")]
    pub side: Option<String>,
    /// Where content comes from.
    #[command(flatten)]
    pub sources: Sources,
}
