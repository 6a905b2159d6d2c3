//! Rosters: takes the content and gives the pieces of each roster, side and test, and the limits that bind each roster.

mod expand;
mod fielding;
mod problems;
mod readings;

pub use expand::expand;
pub use fielding::{Fielding, Unfielded};
pub use readings::Reading;

use crate::provenance::EntityId;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{self, Word};

/// All rosters, expanded.
#[derive(Clone, Debug, Default)]
pub struct Rosters<'t> {
    /// Declared rosters in order, then those that stand in the braces of a side.
    pub rosters: Vec<Roster<'t>>,
    /// Positions in `rosters` by title.
    pub by_name: FxHashMap<Word, usize>,
    /// Positions in `rosters` of what a side fields, by the span of the side: in the order of its lines.
    pub sides: FxHashMap<Span, Vec<usize>>,
    /// Positions in `rosters` of those that stand in tests, by the span of their name.
    pub tried: FxHashMap<Span, usize>,
    /// The entity (perhaps a variant) of which a piece of a test is one, by the span of its `given`.
    pub givens: FxHashMap<Span, EntityId>,
    /// Every option as it is bought once, alone.
    pub options: Vec<Tried<'t>>,
}

/// An option that was bought once to see what it changes.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'t> {
    /// The entry that declares it.
    pub base: EntityId,
    /// The entry with it.
    pub entity: EntityId,
    /// Its name.
    pub name: &'t tree::Name,
}

/// An army as fielded.
#[derive(Clone, Debug)]
pub struct Roster<'t> {
    /// Its title; empty for one in the braces of a side.
    pub title: &'t str,
    /// Its faction.
    pub faction: Option<&'t tree::Name>,
    /// What it may cost.
    pub budget: Option<i64>,
    /// What it costs; none where pieces have no points.
    pub points: Option<i64>,
    /// Its pieces in order, one by one.
    pub pieces: Vec<Piece<'t>>,
    /// Its groups; outer ones first.
    pub groups: Vec<Group<'t>>,
    /// What it takes for the rulings that its limits ask.
    pub readings: Vec<Reading<'t>>,
    /// The limits of its own lines, of its side and of its battle; those of its game and its army list bind it too.
    pub limits: Vec<Arc<tree::Limit>>,
    /// Whether a test holds it against its limits: then what is wrong with it is for the test to say.
    pub tried: bool,
    /// Whether there is none of the army list that it names.
    pub of_unknown: bool,
    /// Where it stands.
    pub span: Span,
}

/// A piece of a roster.
#[derive(Clone, Debug)]
pub struct Piece<'t> {
    /// What it is one of: a declared entity, or a variant with the options that it bought.
    pub entity: EntityId,
    /// Its own name.
    pub name: Option<&'t tree::Name>,
    /// State and other fields that it begins with, as written after its line.
    pub fields: &'t [tree::Member],
    /// The position of its group in [`Roster::groups`].
    pub group: Option<usize>,
    /// Its line.
    pub span: Span,
}

/// A group of pieces, perhaps in another group.
#[derive(Clone, Debug)]
pub struct Group<'t> {
    /// The word of the system.
    pub word: &'t tree::Name,
    /// Its title.
    pub name: Option<&'t tree::Name>,
    /// The group around it.
    pub within: Option<usize>,
}

impl<'t> Rosters<'t> {
    /// The roster of that title.
    #[must_use]
    pub fn named(&self, title: &str) -> Option<&Roster<'t>> {
        self.by_name.get(title).and_then(|position| self.rosters.get(*position))
    }

    /// What a side fields must keep these limits.
    fn bind(&mut self, side: Span, limits: &[Arc<tree::Limit>]) {
        for position in self.of_side(side).to_vec() {
            let Some(roster) = self.rosters.get_mut(position) else { continue };
            for limit in limits {
                // One roster may be fielded in several battles that are like one another.
                if !roster.limits.contains(limit) {
                    roster.limits.push(Arc::clone(limit));
                }
            }
        }
    }

    /// The positions of the rosters that a side fields, by the span of the side.
    #[must_use]
    pub fn of_side(&self, side: Span) -> &[usize] {
        self.sides.get(&side).map_or(&[], Vec::as_slice)
    }
}
