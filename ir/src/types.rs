//! Types of values, where values of each type are kept, and templates of messages.
//!
//! A value is *scalar* (one 64-bit cell) or *wide* (a list of cells: lists, sets, pools). Records do not exist here: the
//! compiler takes them apart into their fields.

use crate::{DieId, ExprId, KindId, TextId};
use serde::{Deserialize, Serialize};

/// The cell that stands for "none" in every optional scalar.
pub const NONE: i64 = i64::MIN;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// 0 or 1.
    Bool,
    /// A whole number.
    Int,
    /// An exact fraction in one cell: numerator in the high 32 bits, denominator (positive, reduced) in the low 32.
    Ratio,
    /// Micrometres.
    Length,
    /// Micro-degrees.
    Angle,
    /// A string of the program (a [`TextId`]).
    Text,
    /// An entity of a kind, by its number in the state.
    Entity(KindId),
    /// A member of a closed kind, by its position in [`crate::Kind::entries`].
    Member(KindId),
    /// A face of a die, by its position in [`crate::Die::faces`].
    Face(DieId),
    /// A point of the board: x and y in micrometres. Wide.
    Point,
    /// A point and a facing in micro-degrees. Wide.
    Place,
    /// Two points, the first the right end seen from inside, and which way the outside looks. Wide.
    Edge,
    /// A part of the board: its border and convex pieces, each as a count and points. Wide.
    Region,
    /// A move that has not been made: whose, from which place, and its legs of four cells each. Wide.
    Route,
    /// Manoeuvres that have not been made: whose, in how many turns, where they end, and the actions of the first turn, each as
    /// its number, its bearer, which of its possessions, how many arguments and these. Wide.
    Plan,
    /// The shape of a piece: from side to side and from front to rear in micrometres, how far ahead of its place its front lies
    /// and how far to the left of it its left side, in half micrometres. Wide.
    Footprint,
    /// A value or none: of a wide value the one without cells.
    Optional(Box<Ty>),
    /// An ordered list of scalars, or of points, places or edges. Wide.
    List(Box<Ty>),
    /// A set of scalars, sorted by cell, each once. Wide.
    Set(Box<Ty>),
    /// Dice on the table: how many show each face of the die, in order of faces. Wide.
    Pool(DieId),
}

impl Ty {
    /// Whether values of this type take a list of cells and not one cell.
    pub fn is_wide(&self) -> bool {
        match self {
            Self::List(_) | Self::Set(_) | Self::Pool(_) => true,
            Self::Optional(inner) => inner.is_space(),
            other => other.is_space(),
        }
    }
    /// Whether it is a value of space.
    pub const fn is_space(&self) -> bool {
        matches!(
            self,
            Self::Point
                | Self::Place
                | Self::Edge
                | Self::Region
                | Self::Route
                | Self::Plan
                | Self::Footprint
        )
    }
    /// How many cells each value takes, where all take as many.
    pub const fn cells(&self) -> Option<usize> {
        match self {
            Self::Point => Some(2),
            Self::Place => Some(3),
            Self::Footprint => Some(4),
            Self::Edge => Some(5),
            Self::Region
            | Self::Route
            | Self::Plan
            | Self::List(_)
            | Self::Set(_)
            | Self::Pool(_) => None,
            _ => Some(1),
        }
    }
    /// The type of the items of a list or set, or of the dice of a pool.
    pub fn element(&self) -> Option<Ty> {
        match self {
            Self::List(item) | Self::Set(item) => Some((**item).clone()),
            Self::Pool(die) => Some(Self::Face(*die)),
            Self::Bool
            | Self::Int
            | Self::Ratio
            | Self::Length
            | Self::Angle
            | Self::Text
            | Self::Entity(_)
            | Self::Member(_)
            | Self::Face(_)
            | Self::Point
            | Self::Place
            | Self::Edge
            | Self::Region
            | Self::Route
            | Self::Plan
            | Self::Footprint
            | Self::Optional(_) => None,
        }
    }
}

/// Where a local value is kept in its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Slot {
    /// The n-th scalar.
    Scalar(u16),
    /// The n-th wide value.
    Wide(u16),
}

/// How many local values an evaluation needs, parameters first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Env {
    /// Scalars.
    pub scalars: u16,
    /// Wide values.
    pub wides: u16,
}

/// A parameter: also the role that clauses name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    /// Its name; fields of a record parameter are `record.field`.
    pub name: TextId,
    /// Its type.
    pub ty: Ty,
    /// Where its value stands.
    pub slot: Slot,
}

/// Words with values in them: what is said at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Template {
    /// In reading order.
    pub parts: Vec<Part>,
}

impl Template {
    /// The values in it, in reading order.
    pub fn values(&self) -> impl Iterator<Item = ExprId> {
        self.parts.iter().filter_map(|part| match part {
            Part::Value(value) => Some(*value),
            Part::Words(_) => None,
        })
    }
}

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// Fixed words.
    Words(TextId),
    /// A value, shown as its type is shown to people.
    Value(ExprId),
}
