//! The parser: takes the text of a file and gives its tree and a diagnostic for each place it could not read.

use crate::diagnostic::{Diagnostic, codes};
use crate::source::{FileId, Span};
use crate::tree;

/// Reads a file. Total: every text gives a tree.
#[must_use]
pub fn parse(file: FileId, text: &str) -> (tree::File, Vec<Diagnostic>) {
    let span = Span::new(file, 0, u32::try_from(text.len()).unwrap_or(u32::MAX));
    let diagnostic = Diagnostic::new(codes::BAD_DECLARATION, "this file cannot be read yet", span);
    let items = vec![tree::Item::Error(span)];
    (tree::File { id: file, items, comments: Vec::new(), span }, vec![diagnostic])
}
