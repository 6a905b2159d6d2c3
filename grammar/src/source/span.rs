//! A span: a piece of one source file, counted in bytes of all files as if they stood one after the other.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The number of a file in the source map.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A piece of one source file. Every node has one, so it says no file: its bytes are counted through all files in the
/// order of the source map, which knows where each begins ([`super::SourceMap::file_of`], [`super::SourceMap::range`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    start: u32,
    end: u32,
}

// In one number, so that a hasher can tell places from what stands there.
impl Hash for Span {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.start) << 32 | u64::from(self.end));
    }
}

impl Span {
    /// Positions `start..end` of all files.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The position of the first byte among all files.
    #[must_use]
    pub const fn start(self) -> u32 {
        self.start
    }

    /// The position after the last byte among all files.
    #[must_use]
    pub const fn end(self) -> u32 {
        self.end
    }

    /// A part of it, in bytes from its own start.
    #[must_use]
    pub fn part(self, bytes: Range<usize>) -> Self {
        let at = |byte: usize| self.start.saturating_add(u32::try_from(byte).unwrap_or(u32::MAX));
        Self { start: at(bytes.start), end: at(bytes.end) }
    }

    /// Its bytes, counted from the start of what it stands in.
    #[must_use]
    pub fn within(self, whole: Span) -> Range<usize> {
        let at = |position: u32| position.saturating_sub(whole.start) as usize;
        at(self.start)..at(self.end)
    }

    /// The span from the start of this one to the end of `last`, which stands in the same file.
    #[must_use]
    pub fn to(self, last: Span) -> Self {
        Self { start: self.start, end: last.end.max(self.start) }
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
        self.start <= other.start && other.end <= self.end
    }
}
