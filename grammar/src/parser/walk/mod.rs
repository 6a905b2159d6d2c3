//! The walk: takes the pairs that the grammar found and gives the syntax tree, and says what is missing or left over.

mod agreement;
mod bearers;
mod choice;
mod clause;
mod compound;
mod content;
mod correction;
mod cursor;
mod decl;
mod edits;
mod expr;
mod item;
mod kind;
mod procedure;
mod record;
mod report;
mod roster;
mod scenario;
mod search;
mod simple;
mod slip;
mod stmt;
mod table;
mod test_blocks;
mod twice;
mod types;
mod words;

use super::rules::Rule;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::Word;
use cursor::Cursor;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::ops::Range;

/// A pair of the grammar.
pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// How deep an expression may be, counting its operators.
pub(super) const MAX_EXPR_DEPTH: usize = 500;

/// How much of a file is read to mend its lines: a dozen lines of usual length with all words of the grammar.
const MOST_MENDING: usize = 1_500_000;

/// Stack that is always left, and what is added when it is not.
const STACK_LEFT: usize = 128 * 1024;
const STACK_ADDED: usize = 4 * 1024 * 1024;

/// The state of a walk.
pub(super) struct Walk<'t> {
    /// Where the text stands among all files.
    whole: Span,
    /// The whole text, as written.
    text: &'t str,
    /// Its copy that the grammar reads.
    code: &'t str,
    /// Where the pairs at hand begin in it.
    base: usize,
    /// How far the text stands behind its own place among all files: a mended copy of a part of it.
    moved: isize,
    /// Whether it is such a copy: its first word was exchanged, and is not exchanged again.
    is_mended: bool,
    diagnostics: Vec<Diagnostic>,
    /// Places of which the layout pass has spoken, in order.
    known: Vec<usize>,
    /// Where the clause at hand begins.
    clause_start: usize,
    /// Whether something was reported of it.
    reported: bool,
    /// Where the last clause ends of which something was reported.
    bad_end: usize,
    /// How deep the expression at hand is.
    depth: usize,
    /// The texts of names so far.
    words: FxHashSet<Word>,
    /// How many lines were tried to be mended.
    tried: usize,
    /// How much may still be read to mend lines, in bytes times their depth.
    mending: Cell<usize>,
    /// Which of the diagnostics say what was meant by words of another language.
    recognized: Vec<usize>,
}

impl<'t> Walk<'t> {
    /// A walk over parts of `text`, read as `code`; `known` are the places of which diagnostics were given.
    pub(super) fn new(whole: Span, text: &'t str, code: &'t str, known: Vec<usize>) -> Self {
        Self {
            whole,
            text,
            code,
            base: 0,
            moved: 0,
            is_mended: false,
            diagnostics: Vec::new(),
            known,
            clause_start: 0,
            reported: false,
            bad_end: usize::MAX,
            depth: 0,
            words: FxHashSet::default(),
            tried: 0,
            mending: Cell::new(MOST_MENDING),
            recognized: Vec::new(),
        }
    }

    /// A walk over a mended copy of a part of this text, which begins `moved` bytes on.
    pub(super) fn of_copy<'c>(&self, text: &'c str, code: &'c str, moved: isize) -> Walk<'c> {
        let moved = self.moved + moved;
        let here = |known: &usize| known.checked_add_signed(-moved).filter(|&at| at < text.len());
        let known = self.known.iter().filter_map(here).collect();
        Walk { moved, is_mended: true, ..Walk::new(self.whole, text, code, known) }
    }

    /// Whether the word at `start` stands there in the place of another.
    pub(super) fn was_exchanged(&self, start: usize) -> bool {
        self.is_mended && start == 0
    }

    /// Sets where the pairs at hand begin in the text; gives the place before.
    pub(super) fn rebase(&mut self, base: usize) -> usize {
        std::mem::replace(&mut self.base, base)
    }

    /// What was reported.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// How much was reported so far.
    pub(super) fn found(&self) -> usize {
        self.diagnostics.len()
    }

    /// One of the things that were reported.
    pub(super) fn diagnostic(&self, at: usize) -> Option<&Diagnostic> {
        self.diagnostics.get(at)
    }

    /// Says another thing in its place.
    pub(super) fn replace(&mut self, at: usize, diagnostic: Diagnostic) {
        if let Some(place) = self.diagnostics.get_mut(at) {
            *place = diagnostic;
        }
    }

    /// Whether what was meant was recognized for something of another language.
    pub(super) fn was_recognized(&self, at: usize) -> bool {
        self.recognized.contains(&at)
    }

    /// Whether a text of so many bytes, at so many levels of brackets, may be read to mend a line.
    pub(super) fn may_read(&self, bytes: usize, depth: usize) -> bool {
        let left = self.mending.get().checked_sub(bytes.saturating_mul(depth + 1));
        self.mending.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether one line more may be tried to be mended.
    pub(super) fn may_mend(&mut self) -> bool {
        self.tried += 1;
        self.tried <= super::mend::MOST_LINES
    }

    /// Where a pair begins and ends, without blanks at its end.
    pub(super) fn bounds(&self, pair: &Pair<'_>) -> (usize, usize) {
        let (start, end) = (self.start(pair), self.end(pair));
        (start, start + self.slice(start, end).trim_end().len())
    }

    /// Forgets what was reported after so much of it.
    fn forget(&mut self, after: usize) {
        self.diagnostics.truncate(after);
    }

    /// Where a word begins and ends.
    pub(super) fn place(&self, word: &Pair<'_>) -> (usize, usize) {
        (self.start(word), self.start(word) + self.written(word).len())
    }

    /// The copy of the text that the grammar reads.
    pub(super) fn code(&self) -> &'t str {
        self.code
    }

    /// Adds a diagnostic of another pass.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn start(&self, pair: &Pair<'_>) -> usize {
        self.base + pair.as_span().start()
    }

    fn end(&self, pair: &Pair<'_>) -> usize {
        self.base + pair.as_span().end()
    }

    /// Bytes `start..end` of the text.
    pub(super) fn bytes(&self, start: usize, end: usize) -> Span {
        let (start, end) = self.whole_letters(start, end);
        let at = |byte: usize| byte.saturating_add_signed(self.moved);
        self.whole.part(at(start)..at(end))
    }

    /// Two bytes of the text, moved apart to where letters begin and end: a quote mark of a word processor is longer than
    /// the one in the copy.
    fn whole_letters(&self, mut start: usize, end: usize) -> (usize, usize) {
        let mut end = end.min(self.text.len());
        while !self.text.is_char_boundary(start) && start > 0 {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) && end < self.text.len() {
            end += 1;
        }
        (start, end)
    }

    /// Where a span begins and ends in the text.
    pub(super) fn offsets(&self, span: Span) -> Range<usize> {
        let within = span.within(self.whole);
        let at = |byte: usize| byte.saturating_add_signed(-self.moved);
        at(within.start)..at(within.end)
    }

    /// Where a pair stands, without blanks at its end.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let (start, end) = (self.start(pair), self.end(pair));
        let written = self.slice(start, end).trim_end().len();
        self.bytes(start, start + written)
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        let (start, end) = self.whole_letters(start, end);
        self.text.get(start..end).unwrap_or("")
    }

    /// The text that a span covers.
    fn covered(&self, span: Span) -> &'t str {
        self.text.get(self.offsets(span)).unwrap_or("")
    }

    /// The text of a name, shared by all names that read so.
    fn word(&mut self, text: &str) -> Word {
        if let Some(known) = self.words.get(text) {
            return known.clone();
        }
        let word = Word::from(text);
        self.words.insert(word.clone());
        word
    }

    /// The text of a pair as it was written.
    fn written(&self, pair: &Pair<'_>) -> &'t str {
        self.slice(self.start(pair), self.end(pair)).trim_end()
    }

    /// Walks one clause: at most one thing is reported of it, those in its blocks apart.
    fn in_clause<R>(&mut self, pair: &Pair<'_>, walk: impl FnOnce(&mut Self) -> R) -> R {
        let start = self.start(pair);
        let clause_start = std::mem::replace(&mut self.clause_start, start);
        let reported = std::mem::replace(&mut self.reported, false);
        let depth = std::mem::replace(&mut self.depth, 0);
        let result = stacker::maybe_grow(STACK_LEFT, STACK_ADDED, || walk(self));
        if self.reported {
            let end = self.end(pair);
            self.bad_end = start + self.slice(start, end).trim_end().len();
        }
        self.clause_start = clause_start;
        self.reported = reported;
        self.depth = depth;
        result
    }

    fn cursor<'i>(&self, pair: Pair<'i>) -> Cursor<'i> {
        Cursor::new(pair.into_inner())
    }
}
