//! Typed declarations of what there is: kinds with their fields, records, ties, dice, scales, tables and rulings.

use super::{Expr, Locals, Type};
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A kind.
#[derive(Clone, Debug, Default)]
pub struct KindDef {
    /// Its name.
    pub name: String,
    /// What the engine knows of it.
    pub base: ir::KindBase,
    /// All known after loading.
    pub closed: bool,
    /// Made and removed in play.
    pub fleeting: bool,
    /// The profile that says how many cards there are of each entry.
    pub copies: Option<ir::ProfileId>,
    /// Cards of each entry for every player who has it.
    pub each_player: bool,
    /// Its profiles.
    pub profiles: Vec<ir::ProfileId>,
    /// Its state, that of abilities too.
    pub fields: Vec<ir::FieldId>,
    /// Its declared things.
    pub entries: Vec<ir::EntryId>,
    /// What says its footprint, of pieces that stand on the board.
    pub footprint: Option<ir::FootprintOf>,
    /// The state that says where a piece stands.
    pub place: Option<ir::FieldId>,
    /// The state that says which part of the board an area covers.
    pub region: Option<ir::FieldId>,
    /// The state field that holds in which cell of the board it stands.
    pub cell: Option<ir::FieldId>,
    /// The procedures that alone may remove one; none: any.
    pub leaves_by: Vec<ir::ProcedureId>,
    /// Where it is declared.
    pub span: Span,
}

impl KindDef {
    /// Whether things of it belong to players: pieces do, and cards that are there from the beginning.
    #[must_use]
    pub fn has_owner(&self) -> bool {
        match self.base {
            ir::KindBase::Piece => true,
            ir::KindBase::Card => !self.fleeting,
            _ => false,
        }
    }
}

/// A state field.
#[derive(Clone, Debug, Default)]
pub struct FieldDef {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: ir::KindId,
    /// Its type.
    pub ty: Type,
    /// The value at the start; `locals` has the entity as its first local.
    pub initial: Expr,
    /// Locals of `initial`.
    pub locals: Locals,
    /// Written in that procedure alone.
    pub only_by: Option<ir::ProcedureId>,
    /// Set back when a run of the moment ends or starts.
    pub resets: Option<(ir::MomentId, ir::Edge)>,
    /// Who sees it.
    pub sight: ir::Sight,
    /// The mirrored field.
    pub inverse: Option<ir::FieldId>,
    /// What may ever stand in it, as far as that is known: closed intervals of cells, rising and apart. None where nothing is known but
    /// its type.
    pub may_be: Vec<(i64, i64)>,
    /// Where it is declared.
    pub span: Span,
}

/// A profile.
#[derive(Clone, Debug)]
pub struct ProfileDef {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: ir::KindId,
    /// Its type.
    pub ty: Type,
    /// The quantity that clauses bend.
    pub quantity: Option<ir::QuantityId>,
    /// Where it is declared.
    pub span: Span,
}

/// A record type.
#[derive(Clone, Debug)]
pub struct RecordDef {
    /// Its name.
    pub name: String,
    /// Its fields with their types; none of them a record.
    pub fields: Vec<(String, Type, Option<Expr>)>,
    /// Where it is declared.
    pub span: Span,
}

/// A tie.
#[derive(Clone, Debug)]
pub struct TieDef {
    /// Its name.
    pub name: String,
    /// The kinds of its ends.
    pub left: ir::KindId,
    /// See `left`.
    pub right: ir::KindId,
    /// Its fields: name, type, whether each end has its own.
    pub fields: Vec<(String, Type, bool)>,
    /// Where it is declared.
    pub span: Span,
}

/// A die.
#[derive(Clone, Debug)]
pub struct DieDef {
    /// Its name.
    pub name: String,
    /// Faces: title, number, sides.
    pub faces: Vec<(String, Option<i64>, u32)>,
    /// Where it is declared.
    pub span: Span,
}

/// A scale.
#[derive(Clone, Debug)]
pub struct ScaleDef {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub ty: Type,
    /// The values, rising.
    pub values: Vec<i64>,
    /// Where it is declared.
    pub span: Span,
}

/// A lookup table.
#[derive(Clone, Debug)]
pub struct TableDef {
    /// Its name.
    pub name: String,
    /// Its keys.
    pub axes: Vec<(String, Type)>,
    /// What it gives.
    pub ty: Type,
    /// Its rows, for two keys its cells.
    pub rows: Vec<TableRowDef>,
    /// The dice by which it is read.
    pub dice: Option<(u16, ir::DieId)>,
    /// Where it is declared.
    pub span: Span,
}

/// A row.
#[derive(Clone, Debug)]
pub struct TableRowDef {
    /// A key for each axis.
    pub keys: Vec<ir::TableKey>,
    /// Its value: a cell.
    pub value: i64,
    /// What errata did to it, oldest first.
    pub origins: Vec<(String, Span)>,
    /// Where it stands.
    pub span: Span,
}

/// A reading that a table may change.
#[derive(Clone, Debug)]
pub struct RulingDef {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value: a cell.
    pub value: i64,
    /// Where it is declared.
    pub span: Span,
}
