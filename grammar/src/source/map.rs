//! The source map: every file read, its text, and its line index.

use std::ops::Range;
use std::sync::Arc;

use super::plain::plain;
use super::{FileId, Span};
use serde::{Deserialize, Serialize};

/// All source files of one run, by number.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// One source file: its name as shown to people, its place among all files, its text, and where its lines begin.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: Arc<str>,
    whole: Span,
    text: Arc<str>,
    line_starts: Vec<u32>,
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// Files begin at multiples of so many bytes: where a little of one is changed, the spans of the others stay as they are.
const ROOM: u32 = 1 << 12;

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and gives its number. However an editor wrote its line ends and quotes, from here on they are plain.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let text: Arc<str> = text.into();
        let text = plain(&text).map_or(text, Into::into);
        let line_starts = line_starts(&text);
        // Beyond the end of the last, so that the end of a file is not the beginning of the next.
        let start = self.files.last().map_or(0, |last| {
            let after = last.whole.end().saturating_add(1);
            after.checked_next_multiple_of(ROOM).unwrap_or(after)
        });
        let whole = Span::new(start, start).part(0..text.len());
        self.files.push(SourceFile { name: name.into(), whole, text, line_starts });
        id
    }

    /// The file of that number.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files with their numbers, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// The name of a file; empty for a number that is not in the map.
    #[must_use]
    pub fn name(&self, id: FileId) -> &str {
        self.file(id).map_or("", SourceFile::name)
    }

    /// The text of a file; empty for a number that is not in the map.
    #[must_use]
    pub fn text(&self, id: FileId) -> &str {
        self.file(id).map_or("", SourceFile::text)
    }

    /// The span of a whole file; that of nothing for a number that is not in the map.
    #[must_use]
    pub fn whole(&self, id: FileId) -> Span {
        self.file(id).map_or_else(Span::default, |file| file.whole)
    }

    /// The span of some bytes of a file.
    #[must_use]
    pub fn span(&self, id: FileId, bytes: Range<u32>) -> Span {
        self.whole(id).part(bytes.start as usize..bytes.end as usize)
    }

    /// The file that a span stands in.
    #[must_use]
    pub fn file_of(&self, span: Span) -> FileId {
        let after = self.files.partition_point(|file| file.whole.start() <= span.start());
        FileId(u32::try_from(after.saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// The bytes of a span, counted from the start of its file.
    #[must_use]
    pub fn range(&self, span: Span) -> Range<usize> {
        span.within(self.whole(self.file_of(span)))
    }

    /// The text that a span covers; empty when it fits no file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text(self.file_of(span)).get(self.range(span)).unwrap_or("")
    }

    /// Line and column of a span's start.
    #[must_use]
    pub fn line_col(&self, span: Span) -> LineCol {
        let offset = u32::try_from(self.range(span).start).unwrap_or(u32::MAX);
        self.line_col_at(self.file_of(span), offset)
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn line_col_at(&self, id: FileId, offset: u32) -> LineCol {
        self.file(id).map_or(LineCol { line: 1, column: 1 }, |file| file.line_col(offset))
    }
}

impl SourceFile {
    /// The name shown to people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, shared.
    #[must_use]
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// The number of lines.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.line_starts.len()).unwrap_or(u32::MAX)
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn line_col(&self, offset: u32) -> LineCol {
        self.line_col_near(offset, 0)
    }

    /// The same, looked for in some line and the one behind it before all others: who asks for many places mostly asks for one near
    /// the last.
    #[must_use]
    pub fn line_col_near(&self, offset: u32, line: u32) -> LineCol {
        let stands = |index: &usize| {
            let ends = self.line_starts.get(*index + 1).is_none_or(|&next| offset < next);
            ends && self.line_starts.get(*index).is_some_and(|&start| start <= offset)
        };
        let near = (line as usize).saturating_sub(1);
        let index = [near, near + 1].into_iter().find(stands).unwrap_or_else(|| {
            self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1)
        });
        let start = self.line_starts.get(index).copied().unwrap_or(0);
        let before = self.text.as_bytes().get(start as usize..offset as usize).unwrap_or(&[]);
        let column = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        LineCol { line: count(index), column: count(column) }
    }

    /// The bytes of the line at a position from 0, its line end included.
    #[must_use]
    pub fn line_range(&self, index: usize) -> Option<Range<usize>> {
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&end| end as usize);
        Some(start..end)
    }

    /// The text of a line (from 1) without its line end.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = line.checked_sub(1)? as usize;
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&end| end as usize);
        Some(self.text.get(start..end)?.trim_end_matches(['\n', '\r']))
    }
}

fn count(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX - 1) + 1
}

fn line_starts(text: &str) -> Vec<u32> {
    let mut starts = vec![0];
    for (offset, byte) in text.bytes().enumerate() {
        if byte == b'\n' {
            starts.push(u32::try_from(offset + 1).unwrap_or(u32::MAX));
        }
    }
    starts
}
