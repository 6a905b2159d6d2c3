//! Values of the board that were made last: takes their cells, gives them without making them again. What is asked of many items is made of
//! the same cells each time.

use crate::space::plane::{Bounds, Footprint, Region, Route};
use crate::wide::Wide;
use std::rc::Rc;

/// So many of each sort are known.
const MANY: usize = 4;

/// A region and the box around it.
pub(crate) type Ground = (Rc<Region>, Bounds);

/// A move, and the box around all that is swept on the way.
#[derive(Debug)]
pub(crate) struct Swept {
    pub(crate) route: Route,
    /// The number of the footprint that sweeps.
    number: i64,
    pub(crate) bounds: Bounds,
}

/// The last of one sort, beside their cells; the oldest gives way.
#[derive(Debug)]
struct Last<T> {
    known: [Option<(Wide, T)>; MANY],
    next: usize,
}

impl<T> Default for Last<T> {
    fn default() -> Self {
        Self { known: [const { None }; MANY], next: 0 }
    }
}

impl<T: Clone> Last<T> {
    fn get(&self, cells: &[i64], fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut known = self.known.iter().flatten();
        known.find(|(of, it)| of.as_slice() == cells && fits(it)).map(|(_, it)| it.clone())
    }

    fn keep(&mut self, cells: &[i64], it: T) -> T {
        if let Some(place) = self.known.get_mut(self.next) {
            *place = Some((Wide::from_slice(cells), it.clone()));
        }
        self.next = (self.next + 1) % MANY;
        it
    }
}

/// What was made last.
#[derive(Debug, Default)]
pub(crate) struct Made {
    regions: Last<Ground>,
    moves: Last<Rc<Swept>>,
}

impl Made {
    /// The region of cells and the box around it; nothing of cells that make none.
    pub(crate) fn region(&mut self, cells: &[i64]) -> Option<Ground> {
        if let Some(known) = self.regions.get(cells, |_| true) {
            return Some(known);
        }
        let region = Rc::new(Region::from_cells(cells)?);
        let bounds = Bounds::of(region.outline());
        Some(self.regions.keep(cells, (region, bounds)))
    }

    /// The move of cells, as a footprint with a number makes it; nothing of cells that make none.
    pub(crate) fn swept(
        &mut self,
        cells: &[i64],
        (number, footprint): (i64, &Footprint),
    ) -> Option<Rc<Swept>> {
        if let Some(known) = self.moves.get(cells, |it| it.number == number) {
            return Some(known);
        }
        let (_, legs) = cells.split_first()?;
        let route = Route::from_cells(legs)?;
        let bounds = route.bounds(footprint);
        let swept = Swept { route, number, bounds };
        Some(self.moves.keep(cells, Rc::new(swept)))
    }
}
