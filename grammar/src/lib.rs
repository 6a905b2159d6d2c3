//! Reading Warwright text: source files and spans, diagnostics, the syntax tree, and the parser that
//! takes text and gives a tree for every input, with a diagnostic for each place it could not read.

// What pest makes of the grammar names it.
extern crate alloc;

pub mod diagnostic;
pub mod forms;
pub mod near;
pub mod parser;
mod side_by_side;
pub mod slips;
pub mod source;
pub mod tree;

pub use diagnostic::{Code, Diagnostic, Edit, Help, Label, Severity, Sink, codes};
pub use parser::parse;
pub use side_by_side::{at_once, side_by_side};
pub use source::{FileId, LineCol, SourceMap, Span};
