//! A stable text listing of a program, for people and snapshots.

mod types;

pub(crate) use types::show_type;
