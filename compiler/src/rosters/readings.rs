//! Readings: what a roster takes for the rulings that its limits ask.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{Expr, Name};

use super::Roster;

/// What a roster takes for a ruling.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'t> {
    /// The ruling.
    pub name: &'t Name,
    /// What it is here.
    pub value: &'t Expr,
    /// The line of the roster; none where the battle takes it, in one of whose sides the roster stands.
    pub line: Option<Span>,
}

impl<'t> Roster<'t> {
    /// The lines in which it takes a reading.
    pub fn own_readings(&self) -> impl Iterator<Item = (&Reading<'t>, Span)> {
        self.readings.iter().filter_map(|reading| Some((reading, reading.line?)))
    }
}
