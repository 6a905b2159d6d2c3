//! Roots: takes folders of content and what is asked for, gives every file of the game, read and parsed once.

mod folder;
mod load;
mod memory;
mod path;
mod problems;
mod wanted;

pub use folder::FolderRoot;
pub use load::load;
pub use memory::MemoryRoot;
pub use path::clean;

use std::fmt::Debug;
use std::sync::Arc;

use warwright_grammar::source::{FileId, SourceMap};
use warwright_grammar::{Diagnostic, tree};

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 32 << 20;
/// The most files that one game may have.
pub const MAX_FILES: usize = 10_000;
/// The most bytes that one game may have.
pub const MAX_TOTAL_BYTES: u64 = 256 << 20;
/// The deepest folder below a root.
pub const MAX_FOLDER_DEPTH: usize = 16;

/// A folder of content, wherever it is kept. Paths are relative, with `/`, without `.` and `..`. Games are compiled side by
/// side, so roots go between threads.
pub trait Root: Debug + Send + Sync {
    /// What stands before a path when a file is shown; empty for files shown by their path alone.
    fn name(&self) -> &str;

    /// What is directly in a folder (`""` is the root itself), sorted by name; empty for a folder that is not there.
    ///
    /// # Errors
    /// When the folder is there and cannot be listed, or lies outside.
    fn list(&self, folder: &str) -> Result<Vec<Listed>, ReadFault>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// When it is not there, is a link, lies outside, or cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFault>;
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name, without the folder.
    pub name: String,
    /// What it is.
    pub what: ListedKind,
}

/// What something in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedKind {
    /// A file of so many bytes.
    File(u64),
    /// A folder.
    Folder,
    /// A link: never followed.
    Link,
    /// Anything else.
    Other,
}

/// Why something cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// It is not there.
    Missing,
    /// It is a link.
    Link,
    /// It lies outside the root.
    Outside,
    /// It has so many bytes, more than the limit.
    TooLarge(u64),
    /// The host says so.
    Failed(String),
}

/// What is to be loaded.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The roots in order: the one that the asked files lie in, then those given, then the library that comes along.
    pub roots: Vec<Arc<dyn Root>>,
    /// Files of the first root that are asked for; they are always part of the game.
    pub files: Vec<String>,
    /// The system; none: the one that the asked files use or declare.
    pub system: Option<String>,
    /// Whether all battles for the system are loaded too; where not, those files of battles are that declare a roster or
    /// battle which the files asked for name.
    pub scenarios: bool,
    /// Whether files in the system's `tests/` folders are loaded too.
    pub tests: bool,
    /// Whether the last root is the library: it adds content only to a system that it supplies itself.
    pub with_library: bool,
    /// What was loaded before: for who compiles again and again with small changes. A file that stands there with the same
    /// text at the same place is not parsed again, unless something was said of it.
    pub before: Option<Arc<Loaded>>,
}

/// All files of one game.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Their texts.
    pub sources: SourceMap,
    /// Their trees: the system's first, then of each root, the library before the author's own, factions, errata, scenarios,
    /// each in order of path.
    pub files: Vec<LoadedFile>,
    /// The system, where one was found.
    pub system: Option<String>,
    /// The system's list of rows that tests may cover (`conformance.md`), where it has one.
    pub conformance: Option<FileId>,
    /// The root whose tests were not read, though tests were asked for.
    pub without_tests: Option<usize>,
    /// What was wrong with roots and files, and what the parser said.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file.
#[derive(Debug)]
pub struct LoadedFile {
    /// Its tree.
    pub tree: tree::File,
    /// The position of its root in the request.
    pub root: usize,
    /// Its path in the root.
    pub path: String,
    /// Whether it was asked for by name.
    pub asked: bool,
}
