//! Tables written with bars: rows of cells, tables of entities, tables of modifiers.

use serde::Serialize;

use super::{Expr, Name, Param, Range, Reach, See, Target, TypeExpr};
use crate::source::Span;

/// A lookup table: `table passage(troop: Troop, ground: Ground): Passage { .. }`, `table misfire by 2d6 { 2 | destroyed }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// What it is looked up by; empty for a table `by` dice.
    pub params: Vec<Param>,
    /// `by 2d6`: the dice that it is rolled on.
    pub by: Option<Expr>,
    /// The type of its cells; may be absent for a table `by` dice.
    pub result: Option<TypeExpr>,
    /// The head row of a table of two keys: the row whose first cell is empty.
    pub header: Option<Row>,
    /// The other rows; the first cell is the key.
    pub rows: Vec<Row>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// One row: `woods | slow | no | no`. A row of a single cell has no bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The whole row.
    pub span: Span,
}

impl Row {
    /// Whether every cell could be read; of one that could not a diagnostic was given.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.cells.iter().all(|cell| cell.kind != CellKind::Error)
    }
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// What it says.
    pub kind: CellKind,
    /// Where it stands; empty between two bars that touch.
    pub span: Span,
}

/// What a cell, or the value of a field, may say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum CellKind {
    /// Nothing between the bars
    Empty,
    /// `default`: the field's own default
    Default,
    /// `-`: none, or the empty list
    Nothing,
    /// `else`: every other key
    Else,
    /// `2..6`, `..-1`, `10..`
    Range(Box<Range>),
    /// A single expression: `13`, `core`, `none`, `1.25"`, `mud or sand`
    One(Expr),
    /// Several expressions: `5 5/4`, `Spears, Regrow(3)`
    Values(Box<Value>),
    /// Could not be read
    Error,
}

/// A value of several expressions: items between commas, each of one expression or several side by side.
///
/// `attack 5 5/4` is one item of two expressions (`5`, and the quotient `5/4`: see the kind's printed column);
/// `abilities Spears, Regrow(3)` is two items of one expression each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// The items between the commas; at least one.
    pub items: Vec<ValueItem>,
    /// The whole value.
    pub span: Span,
}

/// One item of a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueItem {
    /// The expressions side by side; at least one.
    pub parts: Vec<Expr>,
    /// The whole item.
    pub span: Span,
}

/// `units { name | attack | guard .. }`: one entity a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntityTable {
    /// The plural of the kind, as written: `units`, `items`.
    pub plural: Name,
    /// The head row: names of fields; the first is usually `name`.
    pub columns: Vec<Name>,
    /// The rows.
    pub rows: Vec<EntityRow>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A row of a table of entities.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntityRow {
    /// `.. limbered | ..`: the row is that form of the entity above; its first cell then holds the form's name.
    pub form: Option<Name>,
    /// The cells, the name's (or form's) included.
    pub row: Row,
}

/// `modifiers to to_hit as attacker { label | by | when }`: one clause a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModifierTable {
    /// The quantities that are bent.
    pub targets: Vec<Target>,
    /// Whom it reaches.
    pub reach: Reach,
    /// The head row: `label`, `by` (or another verb), `when`, perhaps `over`, `drawback`, `see`.
    pub columns: Vec<Name>,
    /// The rows; conditions and amounts are single expressions.
    pub rows: Vec<Row>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

impl CellKind {
    /// The single expression, when it is just one.
    #[must_use]
    pub fn single(&self) -> Option<&Expr> {
        match self {
            Self::One(expr) => Some(expr),
            _ => None,
        }
    }

    /// Where it stands, when it has expressions.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::One(expr) => Some(expr.span),
            Self::Values(values) => Some(values.span),
            Self::Range(range) => Some(range.span),
            _ => None,
        }
    }

    /// The items between the commas, each as its expressions side by side; none for `default`, `-` and the like.
    pub fn items(&self) -> impl Iterator<Item = &[Expr]> {
        let one = match self {
            Self::One(expr) => Some(std::slice::from_ref(expr)),
            _ => None,
        };
        let many = match self {
            Self::Values(value) => value.items.as_slice(),
            _ => &[],
        };
        one.into_iter().chain(many.iter().map(|item| item.parts.as_slice()))
    }

    /// Every expression in order, whatever the commas.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.items().flatten()
    }
}
