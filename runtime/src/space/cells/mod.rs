//! Boards of six-sided cells: which lie next to each other, how far they are apart, lines across them, ways over them.
//!
//! Takes and gives numbers of cells in the order of their board; knows no rules. All is exact: coordinates are whole
//! numbers along two axes that stand 60 degrees apart, the second counterclockwise from the first.

mod grid;
mod line;
mod ways;

pub use grid::Grid;
pub use line::{Hand, crossed};
pub use ways::{Ways, reach};
