//! What can be asked of the board and made of places: the operations with the names and types that authors know them by.
//!
//! One table, [`SPACE_OPS`], says for each operation what it is called, what it takes and what it gives. The compiler finds
//! operations in it, the validator checks them by it, the listing shows them by it, the machine works them out.

use crate::form::{AsOperand, Operand};
use crate::{KindId, Program, Ty};
use serde::{Deserialize, Serialize};

/// An operation on places, shapes and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SpaceOp {
    /// How far two shapes are apart, 0 where they share space.
    Distance,
    /// Whether the gap between two shapes is 0.
    Touches,
    /// Whether two shapes share space.
    Overlaps,
    /// Whether all of a shape lies in a region, border included.
    Inside,
    /// The length that sides in contact share.
    Frontage,
    /// The part of a piece that lies in a region.
    ShareIn,
    /// The middle of a shape.
    Centre,
    /// The edge of a side of a piece.
    EdgeOf,
    /// The corner between two sides of a piece.
    Corner,
    /// The side of a piece that looks at the middle of a shape, by the lines from its centre through its corners.
    SideTowards,
    /// The same, by the angles at which the front and the rear open.
    SideWithin,
    /// Whether any part of a shape lies ahead of an edge, between rays from its ends that open together by an angle.
    InWedge,
    /// Whether all of it does.
    WhollyInWedge,
    /// How far the nearest corner of a shape lies beyond the line of an edge, on its outside.
    LeastBeyond,
    /// How far the farthest corner does.
    MostBeyond,
    /// Which way a point lies from another; none where they are one.
    Direction,
    /// From one facing to another the shorter way, to the right where positive.
    Turn,
    /// A point by its coordinates.
    Point,
    /// A point and a facing.
    Place,
    /// The edge from one point to another, as its left and right end.
    Edge,
    /// A point moved so far in a direction of the board.
    ShiftedPoint,
    /// A place moved so far in a direction of the board.
    ShiftedPlace,
    /// A place turned to the right.
    Turned,
    /// A rectangle about a place.
    Rectangle,
    /// An oval about a place.
    Oval,
    /// A polygon.
    Polygon,
    /// A strip of a width along points.
    Strip,
    /// What lies within a depth of an edge, on its inside.
    Band,
    /// Where a side of a piece can lie along an edge.
    Berths,
    /// Straight towards a side of the piece.
    Sliding,
    /// Straight in a direction of the board, keeping the facing.
    SlidingTo,
    /// Forward round the front corner of a side.
    Wheeling,
    /// Round the centre.
    Turning,
    /// Lifted and set with a side along an edge, middle to middle.
    Aligned,
    /// Likewise, with the most shared length and nearest to a point.
    AlignedNear,
    /// Lifted and set down.
    Placed,
    /// One move and then another.
    FollowedBy,
    /// The longest beginning of a move within a length.
    Shortened,
    /// A move up to where it would enter something.
    UntilTouching,
    /// Whether what is covered on a move shares space with a shape.
    Crosses,
    /// The first coordinate of a point.
    PointX,
    /// The second coordinate of a point.
    PointY,
    /// The point of a place.
    PlaceAt,
    /// The facing of a place.
    PlaceFacing,
    /// Which way the outside of an edge looks.
    EdgeFacing,
    /// The length of an edge.
    EdgeLength,
    /// The middle of an edge.
    EdgeCentre,
    /// The left end of an edge, as seen from inside.
    EdgeLeft,
    /// The right end of an edge, as seen from inside.
    EdgeRight,
    /// Where a move starts.
    RouteStart,
    /// Where a move ends.
    RouteEnd,
    /// How long a move is.
    RouteLength,
    /// Where a plan ends.
    PlanEnd,
    /// How many turns a plan takes.
    PlanTurns,
    /// The whole board.
    Board,
    /// The edge of the board with the greatest second coordinate.
    NorthEdge,
    /// The edge of the board with the least second coordinate.
    SouthEdge,
    /// The edge of the board with the greatest first coordinate.
    EastEdge,
    /// The edge of the board with the least first coordinate.
    WestEdge,
    /// Whether two values of space are the same.
    Same,
    /// The row of a cell.
    CellRow,
    /// The column of a cell.
    CellColumn,
    /// The cell of a row and a column.
    CellNamed,
    /// Steps from cell to cell.
    Steps,
    /// The cells next to one, clockwise.
    Neighbours,
    /// The cells at one to so many steps, by distance, then clockwise.
    Around,
    /// The cell after another on the straight way from one to it.
    Beyond,
    /// The cells that the line from centre to centre crosses; along an edge the one on the left.
    LineLeft,
    /// Likewise; along an edge the one on the right.
    LineRight,
}

/// What an operation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A piece, an area, a point, an edge or a region.
    Shape,
    /// A shape, or a set of pieces or areas.
    Shapes,
    /// A piece, an area, a point or a region.
    Solid,
    /// A piece that has a footprint.
    Piece,
    /// A set of pieces or areas.
    Pieces,
    /// A region or an area.
    Ground,
    /// A point.
    Point,
    /// Points in a row.
    Points,
    /// A place.
    Place,
    /// An edge.
    Edge,
    /// A move.
    Route,
    /// A plan.
    Plan,
    /// A length.
    Length,
    /// An angle.
    Angle,
    /// One of the system's sides.
    Side,
    /// Any value of space.
    Any,
    /// A cell of the board.
    Cell,
    /// A whole number.
    Int,
}

/// What an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// Yes or no.
    Bool,
    /// A length.
    Length,
    /// An angle.
    Angle,
    /// An angle or none.
    AngleOrNone,
    /// A fraction.
    Ratio,
    /// One of the system's sides.
    Side,
    /// A point.
    Point,
    /// A place.
    Place,
    /// Places in order.
    Places,
    /// An edge.
    Edge,
    /// A region.
    Region,
    /// A move.
    Route,
    /// A whole number.
    Int,
    /// A cell.
    Cell,
    /// A cell or none.
    CellOrNone,
    /// Cells in order.
    Cells,
}

/// How an operation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// `name(a, b)`
    Call,
    /// `a name b`
    Infix,
    /// `a.name`
    Field,
    /// `name`
    Name,
    /// In a form of its own.
    Own,
}

/// What is known of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceSign {
    /// The operation.
    pub op: SpaceOp,
    /// What authors call it.
    pub name: &'static str,
    /// How it is written.
    pub written: Written,
    /// What it takes.
    pub takes: &'static [Wanted],
    /// What it gives.
    pub gives: Given,
}

const fn sign(
    op: SpaceOp,
    name: &'static str,
    written: Written,
    takes: &'static [Wanted],
    gives: Given,
) -> SpaceSign {
    SpaceSign { op, name, written, takes, gives }
}

/// All operations. Several may have one name: the first whose arguments fit is meant.
pub const SPACE_OPS: [SpaceSign; 70] = {
    use Given as G;
    use SpaceOp as O;
    use Wanted as W;
    use Written::{Call, Field, Infix, Name, Own};
    [
        sign(O::Distance, "distance", Call, &[W::Shape, W::Shape], G::Length),
        sign(O::Touches, "touches", Infix, &[W::Shape, W::Shape], G::Bool),
        sign(O::Overlaps, "overlaps", Infix, &[W::Shape, W::Shape], G::Bool),
        sign(O::Inside, "inside", Infix, &[W::Solid, W::Ground], G::Bool),
        sign(O::Frontage, "frontage", Call, &[W::Shape, W::Shape], G::Length),
        sign(O::ShareIn, "share_in", Call, &[W::Piece, W::Ground], G::Ratio),
        sign(O::Centre, "centre", Call, &[W::Shape], G::Point),
        sign(O::EdgeOf, "edge", Call, &[W::Piece, W::Side], G::Edge),
        sign(O::Corner, "corner", Call, &[W::Piece, W::Side, W::Side], G::Point),
        sign(O::SideTowards, "side_towards", Call, &[W::Piece, W::Shape], G::Side),
        sign(
            O::SideWithin,
            "side_towards",
            Call,
            &[W::Piece, W::Shape, W::Angle, W::Angle],
            G::Side,
        ),
        sign(O::InWedge, "in_wedge", Call, &[W::Shape, W::Edge, W::Angle], G::Bool),
        sign(O::WhollyInWedge, "wholly_in_wedge", Call, &[W::Shape, W::Edge, W::Angle], G::Bool),
        sign(O::LeastBeyond, "least_beyond", Call, &[W::Shape, W::Edge], G::Length),
        sign(O::MostBeyond, "most_beyond", Call, &[W::Shape, W::Edge], G::Length),
        sign(O::Direction, "direction", Call, &[W::Point, W::Point], G::AngleOrNone),
        sign(O::Turn, "turn", Call, &[W::Angle, W::Angle], G::Angle),
        sign(O::Point, "point", Call, &[W::Length, W::Length], G::Point),
        sign(O::Place, "place", Call, &[W::Point, W::Angle], G::Place),
        sign(O::Edge, "edge", Call, &[W::Point, W::Point], G::Edge),
        sign(O::ShiftedPoint, "shifted", Call, &[W::Point, W::Angle, W::Length], G::Point),
        sign(O::ShiftedPlace, "shifted", Call, &[W::Place, W::Angle, W::Length], G::Place),
        sign(O::Turned, "turned", Call, &[W::Place, W::Angle], G::Place),
        sign(O::Rectangle, "rectangle", Call, &[W::Place, W::Length, W::Length], G::Region),
        sign(O::Oval, "oval", Call, &[W::Place, W::Length, W::Length], G::Region),
        sign(O::Polygon, "polygon", Call, &[W::Points], G::Region),
        sign(O::Strip, "strip", Call, &[W::Points, W::Length], G::Region),
        sign(O::Band, "band", Call, &[W::Edge, W::Length], G::Region),
        sign(
            O::Berths,
            "berths",
            Call,
            &[W::Piece, W::Side, W::Edge, W::Point, W::Pieces],
            G::Places,
        ),
        sign(O::Sliding, "sliding", Call, &[W::Piece, W::Side, W::Length], G::Route),
        sign(O::SlidingTo, "sliding_to", Call, &[W::Piece, W::Angle, W::Length], G::Route),
        sign(O::Wheeling, "wheeling", Call, &[W::Piece, W::Side, W::Angle], G::Route),
        sign(O::Turning, "turning", Call, &[W::Piece, W::Angle], G::Route),
        sign(O::Aligned, "aligned", Call, &[W::Piece, W::Side, W::Edge], G::Route),
        sign(O::AlignedNear, "aligned", Call, &[W::Piece, W::Side, W::Edge, W::Point], G::Route),
        sign(O::Placed, "placed", Call, &[W::Piece, W::Place], G::Route),
        sign(O::FollowedBy, "followed by", Own, &[W::Route, W::Route], G::Route),
        sign(O::Shortened, "shortened", Call, &[W::Route, W::Length], G::Route),
        sign(O::UntilTouching, "until touching", Own, &[W::Route, W::Shapes], G::Route),
        sign(O::Crosses, "crosses", Infix, &[W::Route, W::Shape], G::Bool),
        sign(O::PointX, "x", Field, &[W::Point], G::Length),
        sign(O::PointY, "y", Field, &[W::Point], G::Length),
        sign(O::PlaceAt, "at", Field, &[W::Place], G::Point),
        sign(O::PlaceFacing, "facing", Field, &[W::Place], G::Angle),
        sign(O::EdgeFacing, "facing", Field, &[W::Edge], G::Angle),
        sign(O::EdgeLength, "length", Field, &[W::Edge], G::Length),
        sign(O::EdgeCentre, "centre", Field, &[W::Edge], G::Point),
        sign(O::EdgeLeft, "left", Field, &[W::Edge], G::Point),
        sign(O::EdgeRight, "right", Field, &[W::Edge], G::Point),
        sign(O::RouteStart, "start", Field, &[W::Route], G::Place),
        sign(O::RouteEnd, "end", Field, &[W::Route], G::Place),
        sign(O::RouteLength, "length", Field, &[W::Route], G::Length),
        sign(O::PlanEnd, "end", Field, &[W::Plan], G::Place),
        sign(O::PlanTurns, "turns", Field, &[W::Plan], G::Int),
        sign(O::Board, "board", Name, &[], G::Region),
        sign(O::NorthEdge, "north_edge", Name, &[], G::Edge),
        sign(O::SouthEdge, "south_edge", Name, &[], G::Edge),
        sign(O::EastEdge, "east_edge", Name, &[], G::Edge),
        sign(O::WestEdge, "west_edge", Name, &[], G::Edge),
        sign(O::Same, "is", Own, &[W::Any, W::Any], G::Bool),
        sign(O::Centre, "centre", Field, &[W::Shape], G::Point),
        sign(O::CellRow, "row", Field, &[W::Cell], G::Int),
        sign(O::CellColumn, "column", Field, &[W::Cell], G::Int),
        sign(O::CellNamed, "cell", Own, &[W::Int, W::Int], G::Cell),
        sign(O::Steps, "distance", Call, &[W::Cell, W::Cell], G::Int),
        sign(O::Neighbours, "neighbours", Call, &[W::Cell], G::Cells),
        sign(O::Around, "around", Call, &[W::Cell, W::Int], G::Cells),
        sign(O::Beyond, "beyond", Call, &[W::Cell, W::Cell], G::CellOrNone),
        sign(O::LineLeft, "line_left", Call, &[W::Cell, W::Cell], G::Cells),
        sign(O::LineRight, "line_right", Call, &[W::Cell, W::Cell], G::Cells),
    ]
};

impl SpaceOp {
    /// Whether it is asked of boards of cells; else of planes.
    pub const fn is_of_cells(self) -> bool {
        matches!(
            self,
            Self::CellRow
                | Self::CellColumn
                | Self::CellNamed
                | Self::Steps
                | Self::Neighbours
                | Self::Around
                | Self::Beyond
                | Self::LineLeft
                | Self::LineRight
        )
    }

    /// What is known of it.
    pub fn sign(self) -> &'static SpaceSign {
        // Every operation stands in the table; a test sees to it.
        SPACE_OPS.iter().find(|sign| sign.op == self).unwrap_or(&SPACE_OPS[0])
    }
}

/// The names of the sides of a footprint, in their order.
pub const SIDES: [&str; 4] = ["front", "left", "right", "rear"];

impl AsOperand for SpaceOp {
    fn operand(&self) -> Operand<'_> {
        Operand::Word(self.sign().name)
    }
}

impl Given {
    /// The type of what is given.
    pub fn ty(self, program: &Program) -> Ty {
        let cell = || program.cell_kind().map_or(Ty::Int, Ty::Entity);
        match self {
            Self::Bool => Ty::Bool,
            Self::Length => Ty::Length,
            Self::Angle => Ty::Angle,
            Self::AngleOrNone => Ty::Optional(Box::new(Ty::Angle)),
            Self::Ratio => Ty::Ratio,
            Self::Side => program.sides.map_or(Ty::Int, Ty::Member),
            Self::Point => Ty::Point,
            Self::Place => Ty::Place,
            Self::Places => Ty::List(Box::new(Ty::Place)),
            Self::Edge => Ty::Edge,
            Self::Region => Ty::Region,
            Self::Route => Ty::Route,
            Self::Int => Ty::Int,
            Self::Cell => cell(),
            Self::CellOrNone => Ty::Optional(Box::new(cell())),
            Self::Cells => Ty::List(Box::new(cell())),
        }
    }
}

impl Wanted {
    /// Whether values of the type can be taken.
    pub fn takes(self, program: &Program, ty: &Ty) -> bool {
        let kind = |id: &KindId| program.kinds.get(*id);
        let stands = |id: &KindId| kind(id).is_some_and(|kind| kind.place.is_some());
        let lies = |id: &KindId| kind(id).is_some_and(|kind| kind.region.is_some());
        match (self, ty) {
            (Self::Shape | Self::Shapes, Ty::Entity(id)) => stands(id) || lies(id),
            (Self::Shape | Self::Shapes, Ty::Point | Ty::Edge | Ty::Region) => true,
            (Self::Shapes | Self::Pieces, Ty::Set(item) | Ty::List(item)) => {
                matches!(&**item, Ty::Entity(id) if stands(id) || lies(id))
            }
            (Self::Solid, Ty::Entity(id)) => stands(id) || lies(id),
            (Self::Solid, Ty::Point | Ty::Region) => true,
            (Self::Piece, Ty::Entity(id)) => stands(id),
            (Self::Ground, Ty::Entity(id)) => lies(id),
            (Self::Ground, Ty::Region)
            | (Self::Point, Ty::Point)
            | (Self::Place, Ty::Place)
            | (Self::Edge, Ty::Edge)
            | (Self::Route, Ty::Route)
            | (Self::Plan, Ty::Plan)
            | (Self::Length, Ty::Length)
            | (Self::Angle, Ty::Angle) => true,
            (Self::Points, Ty::List(item)) => **item == Ty::Point,
            (Self::Side, Ty::Member(id)) => program.sides == Some(*id),
            (Self::Any, ty) => ty.is_space(),
            (Self::Cell, Ty::Entity(id)) => program.cell_kind() == Some(*id),
            (Self::Int, Ty::Int) => true,
            _ => false,
        }
    }
}
