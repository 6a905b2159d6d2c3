//! What is asked of content itself: to check it, compile it, test it, tell of it.

use super::Sources;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    /// absence no test notices: of a game all of its rules, of a file or folder those that stand there
    #[arg(long)]
    pub mutate: bool,
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
