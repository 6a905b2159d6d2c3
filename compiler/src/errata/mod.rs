//! Errata: takes the index, the declared entities and a day, and gives both as they stood on that day, with a report.

mod apply;
mod clauses;
mod declarations;
mod figures;
mod kinds;
mod lines;
mod lists;
mod made;
mod order;
mod problems;
mod removal;
mod rows;
mod spelling;
mod tables;
mod target;

pub use apply::{AsOf, apply};
pub use spelling::{same_spelling, same_text, spelt};
