//! How large pieces are: as it is printed, or as a function of their state says; footprints that are made.

use super::super::{Evaluator, Observer};
use crate::fault::{Checked, Fault, FaultKind};
use crate::space::plane::Footprint;
use crate::state::Wide;
use std::ops::Deref;
use std::rc::Rc;
use warwright_ir::{ExprId, FootprintOf};

/// A footprint: one that is printed stands in the program, one that is derived is kept beside the state.
#[derive(Clone, Debug)]
pub(crate) enum Known<'a> {
    Printed(&'a Footprint),
    Derived(Rc<Footprint>),
}

impl Deref for Known<'_> {
    type Target = Footprint;

    fn deref(&self) -> &Footprint {
        match self {
            Self::Printed(footprint) => footprint,
            Self::Derived(footprint) => footprint,
        }
    }
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// The footprint of a piece.
    pub(crate) fn footprint(&mut self, entity: i64) -> Checked<Known<'a>> {
        match self.known_footprint(entity)? {
            Some((_, footprint)) => Ok(footprint),
            None => Err(Fault::new(FaultKind::NotOnBoard { entity })),
        }
    }

    /// The same, and a number that no other footprint of the piece has; nothing of what has none.
    pub(super) fn known_footprint(&mut self, entity: i64) -> Checked<Option<(i64, Known<'a>)>> {
        match self.kind_of(entity)?.footprint {
            None => Ok(None),
            Some(FootprintOf::Printed(_)) => {
                let entry = self.view.entry(entity)?;
                let printed = usize::try_from(entry).ok();
                let printed = printed.and_then(|at| self.linked.footprints.get(at)?.as_ref());
                Ok(printed.map(|footprint| (entry, Known::Printed(footprint))))
            }
            Some(FootprintOf::Derived(function)) => {
                let known = self.size_or(entity, |this| this.call_of(function, entity))?;
                let (number, footprint) =
                    known.ok_or_else(|| Fault::new(FaultKind::BadFootprint))?;
                Ok(Some((number, Known::Derived(footprint))))
            }
        }
    }

    /// A footprint from lengths: from side to side, from front to rear, and how far its front and its left side are from its
    /// place.
    pub(super) fn made_footprint(&mut self, args: &[ExprId]) -> Checked<Wide> {
        let mut lengths = Wide::new();
        for arg in args {
            lengths.push(self.scalar(*arg)?);
        }
        let mut lengths = lengths.into_iter();
        let (width, depth) = (lengths.next().unwrap_or(0), lengths.next().unwrap_or(0));
        let halves = |length: i64| length.saturating_mul(2);
        let ahead = lengths.next().map_or(depth, halves);
        let left = lengths.next().map_or(width, halves);
        let cells: Wide = [width, depth, ahead, left].into_iter().collect();
        match Footprint::from_cells(&cells) {
            Some(_) => Ok(cells),
            None => Err(Fault::new(FaultKind::BadFootprint)),
        }
    }
}
