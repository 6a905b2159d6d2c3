//! A span: a piece of one source file, counted in bytes.

use serde::{Deserialize, Serialize};

/// The number of a file in the source map.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A piece of one source file: bytes `start..end`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// The file it stands in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Bytes `start..end` of `file`.
    #[must_use]
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The span from the start of this one to the end of `last`, which stands in the same file.
    #[must_use]
    pub fn to(self, last: Span) -> Self {
        Self { file: self.file, start: self.start, end: last.end.max(self.start) }
    }

    /// The empty span at the start.
    #[must_use]
    pub fn before(self) -> Self {
        Self { end: self.start, ..self }
    }

    /// The empty span at the end.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, ..self }
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end.saturating_sub(self.start)) as usize
    }

    /// Whether it covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether `other` lies wholly inside.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}
