//! Where text stands: files by number, spans in bytes, and lines and columns worked out once per file.

mod braces;
mod map;
mod plain;
mod span;

pub use braces::open_brace;
pub use map::{LineCol, SourceFile, SourceMap};
pub use span::{FileId, Span};
