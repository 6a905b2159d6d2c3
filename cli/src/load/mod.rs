//! From what a user names to a program: which sources are meant, what becomes of them, and which battle of theirs is played.

mod battle;
mod blame;
mod compile;
mod files;
pub mod mending;
mod roots;
mod target;
mod tried;

pub use battle::{armies, battle, program_at, scenario};
pub(crate) use compile::untried;
pub use compile::{Compiled, compile, judge_board, options, program, sound_tests, valid};
pub use roots::{known_systems, library_root, own_root, systems};
pub use target::{Target, compiled, everything, is_loose, names, target, targets};

use warwright_compiler::wording::suggest;

/// The folders that make a folder a content root.
const CONTENT: [&str; 4] = ["systems", "factions", "scenarios", "errata"];

/// What was probably meant, as the rest of a sentence; nothing where no name is near.
pub fn meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    suggest(name, names).map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
