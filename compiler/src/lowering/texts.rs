//! Strings and places: takes words and spans of the sources, gives ids in the program, each string and place once.

use rustc_hash::FxHashMap;
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Program, Source, SpanId, SpanRef, TextId};

/// What has been interned already.
#[derive(Debug, Default)]
pub(super) struct Interner {
    texts: FxHashMap<String, TextId>,
    spans: FxHashMap<Span, SpanId>,
}

impl Interner {
    /// The id of a string.
    pub(super) fn text(&mut self, program: &mut Program, words: &str) -> TextId {
        if let Some(&id) = self.texts.get(words) {
            return id;
        }
        let id = program.texts.push(words.to_owned());
        self.texts.insert(words.to_owned(), id);
        id
    }

    /// The id of a place.
    pub(super) fn span(&mut self, program: &mut Program, map: &SourceMap, span: Span) -> SpanId {
        if let Some(&id) = self.spans.get(&span) {
            return id;
        }
        let place = map.line_col(span);
        let id = program.spans.push(SpanRef {
            source: span.file.0,
            start: span.start,
            end: span.end,
            line: place.line,
            column: place.column,
        });
        self.spans.insert(span, id);
        id
    }
}

/// The files that places point into, by their numbers.
pub(super) fn sources(map: &SourceMap) -> Vec<Source> {
    map.files().map(|(_, file)| Source { name: file.name().to_owned() }).collect()
}
