//! Strings and places: takes words and spans of the sources, gives ids in the program, each string once and each place once
//! among those that were asked for lately.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use warwright_grammar::source::{FileId, LineCol, SourceMap, Span};
use warwright_ir::{Program, Source, SpanId, SpanRef, TextId};

/// So many places are remembered. A place is asked for again soon after or never, and a program has very many.
const REMEMBERED: usize = 4096;

/// What has been interned already.
#[derive(Debug)]
pub(super) struct Interner {
    /// Strings by their hashes, of which one that is taken by another string is followed by the next.
    texts: FxHashMap<u64, TextId>,
    /// The last place of each hash.
    spans: Vec<Option<(Span, SpanId)>>,
    /// The file and line of the place that was made last.
    last: (FileId, u32),
}

impl Default for Interner {
    fn default() -> Self {
        let spans = vec![None; REMEMBERED];
        Self { texts: FxHashMap::default(), spans, last: (FileId(0), 1) }
    }
}

impl Interner {
    /// The id of a string.
    pub(super) fn text(&mut self, program: &mut Program, words: &str) -> TextId {
        let mut hash = FxBuildHasher.hash_one(words);
        while let Some(&id) = self.texts.get(&hash) {
            if program.texts.get(id).is_some_and(|known| known == words) {
                return id;
            }
            hash = hash.wrapping_add(1);
        }
        let id = program.texts.push(words.to_owned());
        self.texts.insert(hash, id);
        id
    }

    /// The id of a place.
    pub(super) fn span(&mut self, program: &mut Program, map: &SourceMap, span: Span) -> SpanId {
        let hash = FxBuildHasher.hash_one(span);
        let at = usize::try_from(hash % REMEMBERED as u64).unwrap_or(0);
        if let Some(Some((known, id))) = self.spans.get(at)
            && *known == span
        {
            return *id;
        }
        let (last, line) = self.last;
        let file = if map.whole(last).contains(span) { last } else { map.file_of(span) };
        let bytes = span.within(map.whole(file));
        let [start, end] = [bytes.start, bytes.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        let near = map.file(file).map(|file| file.line_col_near(start, line));
        let place = near.unwrap_or(LineCol { line: 1, column: 1 });
        self.last = (file, place.line);
        let id = program.spans.push(SpanRef {
            source: file.0,
            start,
            end,
            line: place.line,
            column: place.column,
        });
        if let Some(place) = self.spans.get_mut(at) {
            *place = Some((span, id));
        }
        id
    }
}

/// The files that places point into, by their numbers.
pub(super) fn sources(map: &SourceMap) -> Vec<Source> {
    map.files().map(|(_, file)| Source { name: file.name().to_owned() }).collect()
}
