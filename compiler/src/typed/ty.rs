//! Types of values.

use super::Bounds;
use warwright_ir as ir;

/// A record type, by position in [`super::Typed::records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub u32);

impl ir::Id for RecordId {
    fn new(position: usize) -> Self {
        Self(u32::try_from(position).unwrap_or(u32::MAX))
    }

    fn position(self) -> usize {
        self.0 as usize
    }
}

/// A type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Type {
    /// Truth.
    Bool,
    /// A whole number with the range that its declaration gives.
    Int(Option<Box<Bounds>>),
    /// An exact fraction.
    Ratio,
    /// Micrometres.
    Length,
    /// Micro-degrees.
    Angle,
    /// Words.
    Text,
    /// An entity of a kind.
    Entity(ir::KindId),
    /// A member of a closed kind.
    Member(ir::KindId),
    /// A face of a die.
    Face(ir::DieId),
    /// A record: never optional, in a list or in state.
    Record(RecordId),
    /// A value of space.
    Space(SpaceType),
    /// A single value or none.
    Optional(Box<Type>),
    /// A list of scalars, or of points, places or edges.
    List(Box<Type>),
    /// A set of scalars.
    Set(Box<Type>),
    /// Dice on the table.
    Pool(ir::DieId),
    /// The type of `none` alone, of an empty set alone: fits every optional, every list.
    Nothing,
    /// The type of what is broken: fits everywhere, so that one mistake is one message.
    #[default]
    Error,
}

/// Types that every system has.
pub const PLAIN: [&str; 7] = ["int", "rational", "bool", "text", "length", "angle", "pool"];

/// What a value of space is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpaceType {
    /// A point of the board.
    Point,
    /// A point and a facing.
    Place,
    /// An edge of something, which looks outward.
    Edge,
    /// A part of the board.
    Region,
    /// A move that has not been made.
    Route,
    /// Manoeuvres that have not been made.
    Plan,
    /// The shape of a piece.
    Footprint,
}

impl SpaceType {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Point,
        Self::Place,
        Self::Edge,
        Self::Region,
        Self::Route,
        Self::Plan,
        Self::Footprint,
    ];

    /// What authors call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Place => "place",
            Self::Edge => "edge",
            Self::Region => "region",
            Self::Route => "route",
            Self::Plan => "plan",
            Self::Footprint => "footprint",
        }
    }

    /// Whether lists hold such values.
    pub const fn in_lists(self) -> bool {
        matches!(self, Self::Point | Self::Place | Self::Edge)
    }
}
