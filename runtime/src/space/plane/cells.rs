//! Values of the plane as lists of cells, as a state keeps them, and back.
//!
//! What comes back is checked for its shape only: counts fit, points stop at the end of the plane. Cells that hold no value
//! give nothing.

use super::footprint::{Corners, Edge, Footprint};
use super::point::Point;
use super::pose::{Angle, Pose};
use super::region::{MOST_CORNERS, Region};
use super::route::Route;
use smallvec::SmallVec;

/// The most legs of a move.
const MOST_LEGS: usize = 64;
/// Cells of a leg.
pub(super) const LEG_CELLS: usize = 5;

/// Cells of a value.
type Cells = SmallVec<[i64; 8]>;

impl Point {
    /// As cells: x, y.
    pub fn cells(self) -> Cells {
        [self.x(), self.y()].into_iter().collect()
    }

    /// Back from cells.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        match cells {
            [x, y] => Some(Self::new(*x, *y)),
            _ => None,
        }
    }
}

impl Pose {
    /// As cells: x, y, facing.
    pub fn cells(self) -> Cells {
        [self.at.x(), self.at.y(), self.facing.micro_degrees()].into_iter().collect()
    }

    /// Back from cells.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        match cells {
            [x, y, facing] => Some(Self::new(Point::new(*x, *y), Angle::new(*facing))),
            _ => None,
        }
    }
}

impl Footprint {
    /// From cells: width, depth, and how far its front and its left side are from its place.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        match cells {
            [width, depth, ahead, left] => Self::held(*width, *depth, (*left, *ahead)).ok(),
            _ => None,
        }
    }
}

impl Edge {
    /// As cells: where it begins, where it ends, facing.
    pub fn cells(&self) -> Cells {
        let (from, to) = (self.from(), self.to());
        [from.x(), from.y(), to.x(), to.y(), self.facing.micro_degrees()].into_iter().collect()
    }

    /// Back from cells.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        match cells {
            [a, b, c, d, facing] => {
                Some(Self::looking(Point::new(*a, *b), Point::new(*c, *d), Angle::new(*facing)))
            }
            _ => None,
        }
    }
}

impl Region {
    /// As cells: the points of its border and of each convex piece, each list after its count.
    pub fn cells(&self) -> Cells {
        let lists = std::iter::once(self.outline()).chain(self.pieces().iter().map(|p| &p[..]));
        let mut cells = Cells::new();
        for list in lists {
            cells.push(i64::try_from(list.len()).unwrap_or(i64::MAX));
            cells.extend(list.iter().flat_map(|point| [point.x(), point.y()]));
        }
        cells
    }

    /// Back from cells.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        let mut rest = cells;
        let outline = points(&mut rest)?;
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            pieces.push(points(&mut rest)?);
            if pieces.len() > MOST_CORNERS {
                return None;
            }
        }
        let sound = outline.len() > 2 && !pieces.is_empty() && pieces.iter().all(|p| p.len() > 2);
        sound.then(|| Self::of_parts(outline.to_vec(), pieces))
    }
}

/// The list of points at the beginning of cells, which are then those after it.
fn points(cells: &mut &[i64]) -> Option<Corners> {
    let (count, rest) = cells.split_first()?;
    let count = usize::try_from(*count).ok().filter(|count| *count <= MOST_CORNERS)?;
    let (list, rest) = rest.split_at_checked(2 * count)?;
    *cells = rest;
    Some(list.chunks_exact(2).filter_map(Point::from_cells).collect())
}

impl Route {
    /// As cells: where it starts, then its legs.
    pub fn cells(&self) -> Cells {
        let mut cells = self.start().cells();
        cells.extend(self.legs().iter().flat_map(|leg| leg.cells()));
        cells
    }

    /// Back from cells.
    pub fn from_cells(cells: &[i64]) -> Option<Self> {
        let (start, legs) = cells.split_at_checked(3)?;
        let fits = legs.len() % LEG_CELLS == 0 && legs.len() <= MOST_LEGS * LEG_CELLS;
        let start = Pose::from_cells(start).filter(|_| fits)?;
        let mut route = Self::standing(start);
        for leg in legs.chunks_exact(LEG_CELLS) {
            route = route.with_leg_of(leg)?;
        }
        Some(route)
    }
}
