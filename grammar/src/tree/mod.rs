//! The syntax tree: what was written, with a span on every node and explicit nodes for what could not be read.

mod clause;
mod content;
mod correction;
mod decl;
mod expr;
mod file;
mod moment;
mod play;
mod stmt;
mod table;
mod types;
mod word;
mod words;

pub use clause::*;
pub use content::*;
pub use correction::*;
pub use decl::*;
pub use expr::*;
pub use file::*;
pub use moment::*;
pub use play::*;
pub use stmt::*;
pub use table::*;
pub use types::*;
pub use word::Word;
pub use words::*;
