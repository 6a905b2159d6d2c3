//! The parser: takes the text of a file and gives its tree and a diagnostic for each place it could not read.
//!
//! Three passes: `layout` settles lines, quotes and brackets; pest reads the grammar piece by piece;
//! `walk` turns its pairs into the tree and words what is wrong.

mod braces;
mod layout;
mod quotes;
mod reserved;
mod rules;
mod walk;

pub use reserved::{HEADS, RESERVED, is_reserved, nearest};

use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::source::{FileId, SourceMap, Span};
use crate::tree::{Expr, File, Item};
use layout::{ItemBounds, Layout};
use pest::Parser;
use rules::{Grammar, Rule};
use walk::Walk;

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 200;

/// How long a file may be, in bytes.
pub const MAX_FILE: usize = 64 * 1024 * 1024;

/// How many mistakes of one file are shown.
pub const MAX_MISTAKES: usize = 200;

/// About how much text is given to pest at once.
const PIECE: usize = 32 * 1024;

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
    let mut walk = Walk::new(span, text, &layout.code, known);
    let mut items = Vec::new();
    for piece in pieces(&layout, text.len()) {
        read_piece(&mut walk, &layout, &piece, &mut items);
    }
    let found = walk.into_diagnostics();
    let mut sink = Sink::from(layout.diagnostics);
    sink.extend(found);
    let (mut diagnostics, left_out) = sink.into_limited(MAX_MISTAKES);
    if left_out > 0 {
        let message = format!("{left_out} more mistakes of this file are not shown");
        diagnostics.push(Diagnostic::new(codes::TOO_MANY_MISTAKES, message, span.after()));
    }
    (File { id: file, items, comments: layout.comments, span }, diagnostics)
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

fn read_piece(walk: &mut Walk<'_>, layout: &Layout, piece: &Piece, items: &mut Vec<Item>) {
    if let Some(at) = piece.too_deep {
        items.push(walk.too_deep(piece.start, piece.end, at));
        return;
    }
    let code = layout.code.get(piece.start..piece.end).unwrap_or("");
    match Grammar::parse(Rule::file_items, code) {
        Ok(pairs) => {
            walk.rebase(piece.start.cast_signed());
            walk.items(pairs, items);
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

    /// Reads an item again with another word at its head.
    fn reread(&mut self, start: usize, head: usize, end: usize, word: &str) -> Option<Item> {
        let rest = self.code().get(start + head..end)?;
        let mended = format!("{}{rest}", word.to_ascii_uppercase());
        let pairs = Grammar::parse(Rule::file_items, &mended).ok()?;
        let base = self.rebase((start + head).cast_signed() - word.len().cast_signed());
        let mut items = Vec::new();
        self.items(pairs, &mut items);
        self.rebase(base);
        items.into_iter().next()
    }

    /// Reads the expression between the braces of a text.
    fn read_hole(&mut self, start: usize, end: usize) -> Expr {
        let inner = layout::read(self.bytes(start, end), self.slice(start, end));
        if let Some(mistake) = inner.diagnostics.into_iter().next() {
            self.report(bad_hole(mistake.message, self.bytes(start, end)));
            return Expr::error(self.bytes(start, end));
        }
        match Grammar::parse(Rule::file_hole, &inner.code) {
            Ok(pairs) => {
                let base = self.rebase(start.cast_signed());
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
