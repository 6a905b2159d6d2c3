//! Reading: what the parser makes of texts that are right, and of those that are not.

mod common;
mod limits;
mod marks;
mod mending;
mod mutants;
mod recovery;
mod snippets;
mod typographic;
