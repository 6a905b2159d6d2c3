//! The parser: takes the text of a file and gives its tree and a diagnostic for each place it could not read.
//!
//! Four passes: `layout` settles lines, quotes and brackets; pest reads the grammar piece by piece;
//! `walk` turns its pairs into the tree and words what is wrong; `mend` finds the edit after which it is read.

mod braces;
mod layout;
mod mend;
mod numbers;
mod quotes;
mod reserved;
mod rules;
mod signs;
mod typographic;
mod walk;

pub use reserved::{HEADS, RESERVED, is_reserved};
pub use typographic::MEANT as TYPOGRAPHIC_SIGNS;

use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::side_by_side::{at_once, side_by_side};
use crate::source::{FileId, SourceMap, Span};
use crate::tree::{Expr, File, Item};
use layout::{ItemBounds, Layout};
use pest::Parser;
use rules::{Grammar, Rule};
use std::collections::BTreeSet;
use walk::{Pair, Walk};

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 200;

/// How long a file may be, in bytes.
pub const MAX_FILE: usize = 64 * 1024 * 1024;

/// How many mistakes of one file are shown.
pub const MAX_MISTAKES: usize = 200;

/// About how much text is given to pest at once.
const PIECE: usize = 32 * 1024;

/// From so many pieces on a file is read by as many threads as there are processors.
const MANY_PIECES: usize = 8;

/// The stack on which a file is read.
const STACK: usize = 64 * 1024 * 1024;

/// Reads a file. Total: every text gives a tree, and what could not be read is an error node and a diagnostic.
#[must_use]
pub fn parse(map: &SourceMap, file: FileId) -> (File, Vec<Diagnostic>) {
    let (text, span) = (map.text(file), map.whole(file));
    if text.len() > MAX_FILE {
        let message = format!("this file is longer than {} megabytes", MAX_FILE / 1024 / 1024);
        let diagnostic = Diagnostic::new(codes::FILE_TOO_LARGE, message, span.before())
            .label("not read")
            .help("divide it into several files");
        let items = vec![Item::Error(span)];
        return (File { id: file, items, comments: Vec::new(), span }, vec![diagnostic]);
    }
    stacker::maybe_grow(STACK / 2, STACK, || parse_within(file, text, span))
}

fn parse_within(file: FileId, text: &str, span: Span) -> (File, Vec<Diagnostic>) {
    let layout = layout::read(span, text);
    let spoken = layout.diagnostics.iter().map(|it| it.primary.span.within(span).start);
    let mut known: Vec<usize> = spoken.collect();
    known.sort_unstable();
    let pieces = pieces(&layout, text.len());
    let (items, found) = match read_at_once((span, text), &layout, &pieces) {
        Some(items) => (items, Vec::new()),
        None => {
            let walk = Walk::new(span, text, &layout.code, known);
            read_pieces(walk, &layout, &pieces)
        }
    };
    let mut sink = Sink::from(layout.diagnostics);
    sink.extend(signs::hidden(span, text));
    sink.extend(found);
    let (mut diagnostics, left_out) = sink.into_limited(MAX_MISTAKES);
    if left_out > 0 {
        let message = format!("{left_out} more mistakes of this file are not shown");
        diagnostics.push(Diagnostic::new(codes::TOO_MANY_MISTAKES, message, span.after()));
    }
    (File { id: file, items, comments: layout.comments, span }, diagnostics)
}

/// The names of the rules of the grammar: all of them, and those that a text makes use of. For those who want to know
/// whether some texts show all of the language.
#[must_use]
pub fn rules_of(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let name = |rule: &Rule| format!("{rule:?}").trim_start_matches("r#").to_owned();
    let layout = layout::read(Span::default(), text);
    let mut used = BTreeSet::new();
    for piece in pieces(&layout, text.len()) {
        let code = layout.code.get(piece.start..piece.end).unwrap_or("");
        if let Ok(pairs) = Grammar::parse(Rule::file_items, code) {
            used.extend(pairs.flatten().map(|pair| name(&pair.as_rule())));
        }
    }
    (Rule::all_rules().iter().map(name).collect(), used)
}

/// A run of items that is read at once.
struct Piece {
    start: usize,
    end: usize,
    too_deep: Option<usize>,
}

/// Divides a file into runs of whole items.
fn pieces(layout: &Layout, end: usize) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let ends = layout.items.iter().skip(1).map(|item| item.start).chain([end]);
    for (item, end) in layout.items.iter().zip(ends) {
        let ItemBounds { start, too_deep, after_open } = *item;
        match pieces.last_mut() {
            Some(last)
                if !after_open
                    && too_deep.is_none()
                    && last.too_deep.is_none()
                    && end - last.start <= PIECE =>
            {
                last.end = end;
            }
            _ => pieces.push(Piece { start, end, too_deep }),
        }
    }
    pieces
}

/// Reads the pieces of a long file on all processors. Nothing where something is wrong: what is said of a line may hang on the
/// lines before.
fn read_at_once(
    (span, text): (Span, &str),
    layout: &Layout,
    pieces: &[Piece],
) -> Option<Vec<Item>> {
    let at_once = at_once(pieces.len());
    if at_once == 1 || pieces.len() < MANY_PIECES || !layout.diagnostics.is_empty() {
        return None;
    }
    let parts: Vec<&[Piece]> = pieces.chunks(pieces.len().div_ceil(at_once)).collect();
    let parts = side_by_side(parts.len(), |part| {
        let walk = Walk::new(span, text, &layout.code, Vec::new());
        read_pieces(walk, layout, parts.get(part).copied().unwrap_or_default())
    });
    let sound = parts.iter().all(|(_, found)| found.is_empty());
    sound.then(|| parts.into_iter().flat_map(|(items, _)| items).collect())
}

fn read_pieces(
    mut walk: Walk<'_>,
    layout: &Layout,
    pieces: &[Piece],
) -> (Vec<Item>, Vec<Diagnostic>) {
    let mut items = Vec::new();
    pieces.iter().for_each(|piece| read_piece(&mut walk, layout, piece, &mut items));
    (items, walk.into_diagnostics())
}

fn read_piece(walk: &mut Walk<'_>, layout: &Layout, piece: &Piece, items: &mut Vec<Item>) {
    if let Some(at) = piece.too_deep {
        items.push(walk.too_deep(piece.start, piece.end, at));
        return;
    }
    let code = layout.code.get(piece.start..piece.end).unwrap_or("");
    match Grammar::parse(Rule::file_items, code) {
        Ok(pairs) => {
            walk.rebase(piece.start);
            let from = walk.found();
            walk.said_twice(pairs.clone());
            walk.items(pairs.clone(), items);
            mend::lines(walk, &pairs, from);
        }
        Err(_) => items.push(walk.too_deep(piece.start, piece.end, piece.start)),
    }
}

impl Walk<'_> {
    /// The node of an item whose brackets go too deep.
    fn too_deep(&mut self, start: usize, end: usize, at: usize) -> Item {
        let message = format!("brackets are nested more than {MAX_DEPTH} levels deep");
        self.push(
            Diagnostic::new(codes::NESTED_TOO_DEEP, message, self.bytes(at, at + 1))
                .label("this goes too deep; the declaration was not read"),
        );
        Item::Error(self.bytes(start, end))
    }

    /// Reads an item up to `end` once more, with another word for its head: a copy of its text, so that the mended word is
    /// what is read. Gives the mistakes of that reading too. Nothing where the word is another already: two words that are
    /// near to one another would take turns without end.
    fn reread(&self, head: &Pair<'_>, end: usize, word: &str) -> Option<(Item, Vec<Diagnostic>)> {
        let (start, behind) = self.place(head);
        if self.was_exchanged(start) {
            return None;
        }
        let text = format!("{word}{}", self.slice(behind, end));
        let code = format!("{}{}", word.to_ascii_uppercase(), self.code().get(behind..end)?);
        let pairs = Grammar::parse(Rule::file_items, &code).ok()?;
        let moved = behind.cast_signed() - word.len().cast_signed();
        let mut mended = self.of_copy(&text, &code, moved);
        let mut items = Vec::new();
        mended.items(pairs, &mut items);
        let item = items.into_iter().next().unwrap_or(Item::Error(self.bytes(start, end)));
        Some((item, mended.into_diagnostics()))
    }

    /// Reads the expression between the braces of a text.
    fn read_hole(&mut self, start: usize, end: usize) -> Expr {
        let inner = layout::read(self.bytes(start, end), self.slice(start, end));
        if let Some(mistake) = inner.diagnostics.into_iter().next() {
            let found = bad_hole(mistake.message, self.bytes(start, end));
            let help = if mistake.help.is_empty() { found.help.clone() } else { mistake.help };
            self.report(Diagnostic { help, ..found });
            return Expr::error(self.bytes(start, end));
        }
        match Grammar::parse(Rule::file_hole, &inner.code) {
            Ok(pairs) => {
                let base = self.rebase(start);
                let value = self.hole_value(pairs, start, end);
                self.rebase(base);
                value
            }
            Err(_) => {
                let span = self.bytes(start, end);
                self.report(bad_hole("no value can be read here", span));
                Expr::error(span)
            }
        }
    }
}

fn bad_hole(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(codes::BAD_TEMPLATE, message, span)
        .label("data quoted in a text is a value, as `{n}` or `{u.name}`")
        .help("write `\\{` for the brace itself")
}
