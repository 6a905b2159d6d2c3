//! Things that have a shape: takes two of them, gives the gap between them; what lies where.

use crate::space::plane::{Bounds, Edge, Grain, Point, Posed, Region, Shape, gap, overlaps};
use smallvec::SmallVec;
use std::rc::Rc;

/// Something that has a shape.
#[derive(Clone, Debug)]
pub(crate) enum Shaped {
    /// A piece.
    Piece(Rc<Posed>),
    /// A region, or an area.
    Region(Rc<Region>),
    /// An edge.
    Edge(Edge),
    /// A point.
    Point(Point),
}

impl Shaped {
    /// Convex shapes that it consists of.
    pub(super) fn parts(&self) -> SmallVec<[&[Point]; 4]> {
        match self {
            Self::Piece(piece) => std::iter::once(piece.corners()).collect(),
            Self::Region(region) => region.pieces().iter().map(|piece| piece.corners()).collect(),
            Self::Edge(edge) => std::iter::once(edge.corners()).collect(),
            Self::Point(point) => std::iter::once(point.corners()).collect(),
        }
    }

    /// The signed gap to another shape.
    pub(super) fn gap(&self, other: &Self, grain: Grain) -> i64 {
        let others = other.parts();
        let pairs =
            self.parts().into_iter().flat_map(|one| others.iter().map(move |two| (one, *two)));
        pairs.map(|(one, two)| gap(one, two, grain)).min().unwrap_or(i64::MAX)
    }

    /// Whether it shares space with another shape.
    pub(super) fn overlaps(&self, other: &Self, grain: Grain) -> bool {
        let others = other.parts();
        self.parts().into_iter().any(|one| others.iter().any(|two| overlaps(one, *two, grain)))
    }

    /// The box around it.
    pub(super) fn bounds(&self) -> Bounds {
        match self {
            Self::Region(region) => Bounds::of(region.outline()),
            Self::Piece(piece) => Bounds::of(piece.corners()),
            Self::Edge(edge) => Bounds::of(edge.corners()),
            Self::Point(point) => Bounds::of(point.corners()),
        }
    }

    /// The middle: of a region that of the box around it.
    pub(super) fn centre(&self) -> Point {
        match self {
            Self::Piece(piece) => piece.middle(),
            Self::Edge(edge) => edge.centre(),
            Self::Point(point) => *point,
            Self::Region(region) => {
                let corners = region.outline();
                let span = |of: fn(&Point) -> i64| {
                    let all = corners.iter().map(of);
                    (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
                };
                let ((left, right), (near, far)) = (span(|p| p.x()), span(|p| p.y()));
                Point::new(left, near).middle(Point::new(right, far))
            }
        }
    }

    /// Whether all of it lies in a region, border included.
    pub(super) fn inside(&self, region: &Region) -> bool {
        self.parts().into_iter().all(|part| match part {
            [point] => region.contains(*point),
            part => region.holds(part),
        })
    }
}
