//! Holds the standing rules of the repository against its sources: arrows between crates, no game in the engine, sizes, openings.

mod arrows;
mod layout;
mod words;
