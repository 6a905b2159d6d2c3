//! The stages of the compiler one by one, each on small texts or trees of its own.

mod acting;
mod checks;
mod errata;
mod forms;
mod game;
mod heads;
mod like;
mod lowering;
mod names;
mod roots;
mod rosters;
mod trees;
mod typer;
mod types;
