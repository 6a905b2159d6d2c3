//! Facts that the passes need beside the typed tree, and what everything that is called takes and gives: written while things are
//! declared, and only read afterwards.

use super::bearer::Bearer;
use crate::typed::{self, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warwright_grammar::Span;
use warwright_grammar::tree::{self, Word};
use warwright_ir as ir;

/// Facts that the passes need beside the typed tree.
#[derive(Debug, Default)]
pub struct Facts<'a> {
    /// The measure of the system, with its place.
    pub measure: Option<(tree::Unit, Span)>,
    /// The smallest length, in micrometres, with its place.
    pub grain: Option<(i64, Span)>,
    /// Stages of `modify` that the system names, in order.
    pub stages: Vec<String>,
    /// The die that `dice` of the system names.
    pub die: Option<ir::DieId>,
    /// The kind of players.
    pub player: Option<ir::KindId>,
    /// The kind of the one battle.
    pub battle: Option<ir::KindId>,
    /// The scale of each profile and state field that has one.
    pub profile_scales: FxHashMap<ir::ProfileId, ir::ScaleId>,
    /// See `profile_scales`.
    pub field_scales: FxHashMap<ir::FieldId, ir::ScaleId>,
    /// The default of each profile.
    pub profile_defaults: FxHashMap<ir::ProfileId, &'a tree::Expr>,
    /// How many of a procedure's locals, after its parameters, are open variables.
    pub open_variables: FxHashMap<ir::ProcedureId, u16>,
    /// What everything that takes arguments takes.
    pub signatures: FxHashMap<Owner, Rc<Signature<'a>>>,
    /// The kind at each position of the index; none for a base that no system touches.
    pub kinds: Vec<Option<ir::KindId>>,
    /// Records by name.
    pub records: FxHashMap<Word, typed::RecordId>,
    /// `battle.round`.
    pub round: Option<ir::FieldId>,
    /// `battle.rounds`: the last one.
    pub last_round: Option<ir::FieldId>,
    /// `p.budget`: what a player's army may cost.
    pub budget: Option<ir::FieldId>,
    /// The edge of the board that is a player's own.
    pub home: Option<ir::FieldId>,
    /// The board that the system names.
    pub board: Option<ir::Board>,
    /// The kind of the board's cells, of a game on cells.
    pub cell: Option<ir::KindId>,
    /// All boards of cells that there are.
    pub boards: Vec<ir::CellBoard>,
    /// Procedures of the sequence's rounds.
    pub rounds: Vec<ir::ProcedureId>,
    /// State fields with their declarations.
    pub states: Vec<(ir::FieldId, &'a tree::State)>,
    /// Derived facts with their declarations.
    pub derives: Vec<(ir::FunctionId, &'a tree::Derive)>,
    /// Questions to things with their declarations.
    pub asks: Vec<(ir::FunctionId, ir::KindId, &'a tree::Asks)>,
    /// Deeds of things with their declarations.
    pub does: Vec<(ir::ProcedureId, ir::KindId, &'a tree::Does)>,
    /// Ties with their declarations, by position.
    pub ties: Vec<&'a tree::Tie>,
    /// Defines with their declarations.
    pub defines: Vec<(ir::FunctionId, &'a tree::Define)>,
    /// Relations with their declarations.
    pub relations: Vec<(ir::FunctionId, &'a tree::Relation)>,
    /// Quantities with their declarations.
    pub quantities: Vec<(ir::QuantityId, &'a tree::Quantity)>,
    /// Permissions with their declarations.
    pub permissions: Vec<(ir::PermissionId, &'a tree::Permission)>,
    /// Procedures with their declarations.
    pub procedures: Vec<(ir::ProcedureId, &'a tree::Procedure)>,
    /// Where the clauses of each source stand.
    pub layers: super::declare::Layers,
    /// All that bring clauses into play.
    pub bearers: Vec<Rc<Bearer<'a>>>,
    /// The untitled ability of a kind's own clauses.
    pub kind_abilities: FxHashMap<ir::KindId, ir::AbilityId>,
    /// The untitled abilities of a faction's clauses, one for each kind of pieces.
    pub faction_abilities: FxHashMap<Word, Vec<(ir::KindId, ir::AbilityId)>>,
    /// The untitled abilities of the bodies of entities, by the position of the body.
    pub body_abilities: Vec<Option<ir::AbilityId>>,
    /// The untitled abilities of a side's clauses, by the span of the side.
    pub side_abilities: FxHashMap<(ir::ScenarioId, Span), Vec<ir::AbilityId>>,
}

/// Whose parameters are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Of a record: its fields.
    Record(typed::RecordId),
    /// Of a table: its keys.
    Table(ir::TableId),
    /// Of a define, relation, derived fact.
    Function(ir::FunctionId),
    /// Of a quantity.
    Quantity(ir::QuantityId),
    /// Of a permission.
    Permission(ir::PermissionId),
    /// Of a procedure.
    Procedure(ir::ProcedureId),
    /// Of an ability.
    Ability(ir::AbilityId),
}

/// What something that is called takes and gives.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// In words: `quantity to_hit`.
    pub title: String,
    /// Its parameters.
    pub params: Vec<SignatureParam<'a>>,
    /// What it gives; of a procedure without result `Nothing`.
    pub result: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of a [`Signature`].
#[derive(Clone, Debug)]
pub struct SignatureParam<'a> {
    /// Its name.
    pub name: Word,
    /// Its type.
    pub ty: Type,
    /// The value where the argument is left out: a constant.
    pub default: Option<&'a tree::Expr>,
}

impl<'a> SignatureParam<'a> {
    /// A parameter that every call gives.
    pub fn new(name: impl Into<Word>, ty: Type) -> Self {
        Self { name: name.into(), ty, default: None }
    }
    /// A parameter as it is declared.
    pub fn declared(param: &'a tree::Param, ty: Type) -> Self {
        Self { default: param.default.as_ref(), ..Self::new(param.name.text.clone(), ty) }
    }
}
impl Signature<'_> {
    /// Without its first parameter, which the thing before the dot fills.
    pub fn without_first(&self) -> Self {
        let params = self.params.iter().skip(1).cloned().collect();
        Self { params, title: self.title.clone(), result: self.result.clone(), span: self.span }
    }
}
