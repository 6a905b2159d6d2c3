//! What can be asked of the board and made of places: the operations with the names and types that authors know them by.
//!
//! One table, [`SPACE_OPS`], says for each operation what it is called, what it takes and what it gives. The compiler finds
//! operations in it, the validator checks them by it, the listing shows them by it, the machine works them out.

use crate::form::{AsOperand, Operand};
use crate::{CostClass, KindId, Program, Ty};
use serde::{Deserialize, Serialize};

/// How far from everything is what is not on the board, in micrometres: farther than any two things can be on one.
pub const FARTHEST: i64 = 1 << 30;

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
    /// A footprint.
    Footprint,
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
    /// A footprint.
    Footprint,
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
    /// Nowhere: statements and names of cells are made of it.
    Inner,
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
    /// What it costs.
    pub cost: CostClass,
    /// What it is, for people: lines.
    pub about: &'static [&'static str],
}

macro_rules! space_ops {
    ($($(#[doc = $about:literal])+ $op:ident: $written:ident $name:literal ($($takes:ident),*) -> $gives:ident, $cost:ident;)*) => {
        /// An operation on places, shapes and moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum SpaceOp {
            $($(#[doc = $about])+ $op,)*
        }

        /// All operations. Several may have one name: the first whose arguments fit is meant.
        pub const SPACE_OPS: &[SpaceSign] = &[$(SpaceOp::$op.sign_of()),*];

        impl SpaceOp {
            const fn sign_of(self) -> SpaceSign {
                match self {$(
                    Self::$op => SpaceSign {
                        op: SpaceOp::$op,
                        name: $name,
                        written: Written::$written,
                        takes: &[$(Wanted::$takes),*],
                        gives: Given::$gives,
                        cost: CostClass::$cost,
                        about: &[$($about),+],
                    },
                )*}
            }

            /// What is known of it.
            pub const fn sign(self) -> &'static SpaceSign {
                match self {$(
                    Self::$op => const { &Self::$op.sign_of() },
                )*}
            }
        }
    };
}

space_ops! {
    /// How far two shapes are apart, 0 where they share space.
    Distance: Call "distance"(Shape, Shape) -> Length, Dear;
    /// Whether the gap between two shapes is 0.
    Touches: Infix "touches"(Shape, Shape) -> Bool, Dear;
    /// Whether two shapes share space.
    Overlaps: Infix "overlaps"(Shape, Shape) -> Bool, Dear;
    /// Whether all of a shape lies in a region, border included.
    Inside: Infix "inside"(Solid, Ground) -> Bool, Dear;
    /// The length that sides in contact share.
    Frontage: Call "frontage"(Shape, Shape) -> Length, Dear;
    /// The part of a piece that lies in a region.
    ShareIn: Call "share_in"(Piece, Ground) -> Ratio, Dear;
    /// The middle of a shape.
    Centre: Call "centre"(Shape) -> Point, Dear;
    /// The edge of a side of a piece.
    EdgeOf: Call "edge"(Piece, Side) -> Edge, Dear;
    /// The corner between two sides of a piece.
    Corner: Call "corner"(Piece, Side, Side) -> Point, Dear;
    /// The side of a piece that looks at the middle of a shape, by the lines from its centre through its corners.
    SideTowards: Call "side_towards"(Piece, Shape) -> Side, Dear;
    /// The same, by the angles at which the front and the rear open.
    SideWithin: Call "side_towards"(Piece, Shape, Angle, Angle) -> Side, Dear;
    /// Whether any part of a shape lies ahead of an edge, between rays from its ends that open together by an angle.
    InWedge: Call "in_wedge"(Shape, Edge, Angle) -> Bool, Dear;
    /// Whether all of it does.
    WhollyInWedge: Call "wholly_in_wedge"(Shape, Edge, Angle) -> Bool, Dear;
    /// How far the nearest corner of a shape lies beyond the line of an edge, on its outside.
    LeastBeyond: Call "least_beyond"(Shape, Edge) -> Length, Dear;
    /// How far the farthest corner does.
    MostBeyond: Call "most_beyond"(Shape, Edge) -> Length, Dear;
    /// Which way a point lies from another; none where they are one.
    Direction: Call "direction"(Point, Point) -> AngleOrNone, Dear;
    /// From one facing to another the shorter way, to the right where positive.
    Turn: Call "turn"(Angle, Angle) -> Angle, Dear;
    /// A point by its coordinates.
    Point: Call "point"(Length, Length) -> Point, Dear;
    /// A point and a facing.
    Place: Call "place"(Point, Angle) -> Place, Dear;
    /// The edge from one point to another, as its left and right end.
    Edge: Call "edge"(Point, Point) -> Edge, Dear;
    /// A footprint from side to side and from front to rear, about its place.
    Footprint: Call "footprint"(Length, Length) -> Footprint, Dear;
    /// The same, with its front so far ahead of its place.
    FootprintAhead: Call "footprint"(Length, Length, Length) -> Footprint, Dear;
    /// The same, with its left side so far to the left of its place.
    FootprintBeside: Call "footprint"(Length, Length, Length, Length) -> Footprint, Dear;
    /// A point moved so far in a direction of the board.
    ShiftedPoint: Call "shifted"(Point, Angle, Length) -> Point, Dear;
    /// A place moved so far in a direction of the board.
    ShiftedPlace: Call "shifted"(Place, Angle, Length) -> Place, Dear;
    /// A place turned to the right.
    Turned: Call "turned"(Place, Angle) -> Place, Dear;
    /// A rectangle about a place.
    Rectangle: Call "rectangle"(Place, Length, Length) -> Region, Dear;
    /// An oval about a place.
    Oval: Call "oval"(Place, Length, Length) -> Region, Dear;
    /// A polygon.
    Polygon: Call "polygon"(Points) -> Region, Dear;
    /// A strip of a width along points.
    Strip: Call "strip"(Points, Length) -> Region, Dear;
    /// What lies within a depth of an edge, on its inside.
    Band: Call "band"(Edge, Length) -> Region, Dear;
    /// Where a side of a piece can lie along an edge.
    Berths: Call "berths"(Piece, Side, Edge, Point, Pieces) -> Places, Long;
    /// Straight towards a side of the piece.
    Sliding: Call "sliding"(Piece, Side, Length) -> Route, Dear;
    /// Straight in a direction of the board, keeping the facing.
    SlidingTo: Call "sliding_to"(Piece, Angle, Length) -> Route, Dear;
    /// Forward round the front corner of a side.
    Wheeling: Call "wheeling"(Piece, Side, Angle) -> Route, Dear;
    /// Round where it stands.
    Turning: Call "turning"(Piece, Angle) -> Route, Dear;
    /// Round a point.
    TurningAbout: Call "turning"(Piece, Angle, Point) -> Route, Dear;
    /// Lifted and set with a side along an edge, middle to middle.
    Aligned: Call "aligned"(Piece, Side, Edge) -> Route, Dear;
    /// Likewise, with the most shared length and nearest to a point.
    AlignedNear: Call "aligned"(Piece, Side, Edge, Point) -> Route, Dear;
    /// Lifted and set down.
    Placed: Call "placed"(Piece, Place) -> Route, Dear;
    /// One move and then another.
    FollowedBy: Own "followed by"(Route, Route) -> Route, Dear;
    /// The longest beginning of a move within a length.
    Shortened: Call "shortened"(Route, Length) -> Route, Dear;
    /// A move up to where it would enter something.
    UntilTouching: Own "until touching"(Route, Shapes) -> Route, Dear;
    /// Whether what is covered on a move shares space with a shape.
    Crosses: Infix "crosses"(Route, Shape) -> Bool, Dear;
    /// The first coordinate of a point.
    PointX: Field "x"(Point) -> Length, Dear;
    /// The second coordinate of a point.
    PointY: Field "y"(Point) -> Length, Dear;
    /// The point of a place.
    PlaceAt: Field "at"(Place) -> Point, Dear;
    /// The facing of a place.
    PlaceFacing: Field "facing"(Place) -> Angle, Dear;
    /// How far a footprint reaches from side to side.
    FootprintWidth: Field "width"(Footprint) -> Length, Dear;
    /// How far it reaches from front to rear.
    FootprintDepth: Field "depth"(Footprint) -> Length, Dear;
    /// Which way the outside of an edge looks.
    EdgeFacing: Field "facing"(Edge) -> Angle, Dear;
    /// The length of an edge.
    EdgeLength: Field "length"(Edge) -> Length, Dear;
    /// The middle of an edge.
    EdgeCentre: Field "centre"(Edge) -> Point, Dear;
    /// The left end of an edge, as seen from inside.
    EdgeLeft: Field "left"(Edge) -> Point, Dear;
    /// The right end of an edge, as seen from inside.
    EdgeRight: Field "right"(Edge) -> Point, Dear;
    /// Where a move starts.
    RouteStart: Field "start"(Route) -> Place, Dear;
    /// Where a move ends.
    RouteEnd: Field "end"(Route) -> Place, Dear;
    /// Where a piece comes by a move that begins where it is.
    Moved: Inner "moved along"(Piece, Route) -> Place, Dear;
    /// How long a move is.
    RouteLength: Field "length"(Route) -> Length, Dear;
    /// Where a plan ends.
    PlanEnd: Field "end"(Plan) -> Place, Dear;
    /// How many turns a plan takes.
    PlanTurns: Field "turns"(Plan) -> Int, Dear;
    /// The whole board.
    Board: Name "board"() -> Region, Dear;
    /// The edge of the board with the greatest second coordinate.
    NorthEdge: Name "north_edge"() -> Edge, Dear;
    /// The edge of the board with the least second coordinate.
    SouthEdge: Name "south_edge"() -> Edge, Dear;
    /// The edge of the board with the greatest first coordinate.
    EastEdge: Name "east_edge"() -> Edge, Dear;
    /// The edge of the board with the least first coordinate.
    WestEdge: Name "west_edge"() -> Edge, Dear;
    /// Whether two values of space are the same.
    Same: Own "is"(Any, Any) -> Bool, Dear;
    /// The row of a cell.
    CellRow: Field "row"(Cell) -> Int, Dear;
    /// The column of a cell.
    CellColumn: Field "column"(Cell) -> Int, Dear;
    /// The cell of a row and a column.
    CellNamed: Inner "cell"(Int, Int) -> Cell, Dear;
    /// Steps from cell to cell.
    Steps: Call "distance"(Cell, Cell) -> Int, Dear;
    /// The cells next to one, clockwise.
    Neighbours: Call "neighbours"(Cell) -> Cells, Dear;
    /// The cells at one to so many steps, by distance, then clockwise.
    Around: Call "around"(Cell, Int) -> Cells, Dear;
    /// The cell after another on the straight way from one to it.
    Beyond: Call "beyond"(Cell, Cell) -> CellOrNone, Dear;
    /// The cells that the line from centre to centre crosses; along an edge the one on the left.
    LineLeft: Call "line_left"(Cell, Cell) -> Cells, Dear;
    /// Likewise; along an edge the one on the right.
    LineRight: Call "line_right"(Cell, Cell) -> Cells, Dear;
}

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

    /// Whether it asks where pieces are and how large: what it gives hangs on their footprints.
    pub fn measures(self) -> bool {
        self.sign().takes.iter().any(|wanted| {
            matches!(
                wanted,
                Wanted::Shape
                    | Wanted::Shapes
                    | Wanted::Solid
                    | Wanted::Piece
                    | Wanted::Pieces
                    | Wanted::Route
            )
        })
    }
}

/// How many sides a footprint has: front, left, right and rear.
pub const SIDES: usize = 4;

/// The colours that entries may have on maps.
pub const COLOURS: [&str; 15] = [
    "white", "pale", "sand", "yellow", "orange", "brown", "red", "pink", "purple", "blue", "cyan",
    "green", "olive", "grey", "black",
];

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
            Self::Footprint => Ty::Footprint,
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
            | (Self::Footprint, Ty::Footprint)
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
