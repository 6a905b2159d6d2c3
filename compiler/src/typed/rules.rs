//! Typed declarations of a system, and the clauses that bend them.

use super::{Expr, LocalId, Locals, Stmt, Type, Words};
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A kind.
#[derive(Clone, Debug)]
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
    /// The profile that is its footprint, of pieces that stand on the board.
    pub footprint: Option<ir::ProfileId>,
    /// The state that says where a piece stands.
    pub place: Option<ir::FieldId>,
    /// The state that says which part of the board an area covers.
    pub region: Option<ir::FieldId>,
    /// The state field that holds in which cell of the board it stands.
    pub cell: Option<ir::FieldId>,
    /// Where it is declared.
    pub span: Span,
}

/// A state field.
#[derive(Clone, Debug)]
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

/// A define, relation or derived fact.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Its locals.
    pub locals: Locals,
    /// What it gives.
    pub ty: Type,
    /// Its value.
    pub body: Expr,
    /// Where it is declared.
    pub span: Span,
}

/// A quantity.
#[derive(Clone, Debug)]
pub struct QuantityDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Its locals.
    pub locals: Locals,
    /// What it gives.
    pub ty: Type,
    /// The value before any clause.
    pub base: Expr,
    /// Its rounding.
    pub rounding: Option<ir::Rounding>,
    /// Its ladder.
    pub scale: Option<ir::ScaleId>,
    /// Named stages in order; empty: one without a name.
    pub stages: Vec<String>,
    /// Groups.
    pub groups: Vec<GroupDef>,
    /// For whom larger is better: a parameter (with the record field), or nobody.
    pub favours: Option<RoleRef>,
    /// The profile that it is.
    pub profile: Option<ir::ProfileId>,
    /// Where it is declared.
    pub span: Span,
}

/// A role: a parameter, or a field of a record parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoleRef {
    /// The parameter.
    pub param: u16,
    /// The field of the record, where the parameter is one.
    pub field: Option<u16>,
}

/// A group of clauses of which not all count.
#[derive(Clone, Debug)]
pub struct GroupDef {
    /// Its name.
    pub name: String,
    /// Which count.
    pub rule: ir::GroupRule,
}

/// A permission.
#[derive(Clone, Debug)]
pub struct PermissionDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Locals that its requirements share.
    pub locals: Locals,
    /// Its requirements in order.
    pub requires: Vec<RequireDef>,
    /// The precedence of its requirements.
    pub level: Level,
    /// Where it is declared.
    pub span: Span,
}

/// A requirement.
#[derive(Clone, Debug)]
pub struct RequireDef {
    /// What must hold.
    pub holds: Expr,
    /// The label of the reason; none: the reasons of the permission asked in `holds` are passed on.
    pub label: Option<String>,
    /// The reason's words where it has data.
    pub words: Option<Words>,
    /// Locals that it binds (`is some x`).
    pub binds: Vec<LocalId>,
    /// Where it stands.
    pub span: Span,
}

/// Who brings a clause into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BearerDef {
    /// The system.
    System,
    /// A scenario.
    Scenario(ir::ScenarioId),
    /// Whoever has the ability.
    Ability(ir::AbilityId),
}

/// The precedence of a clause: the position of its layer, lowest first. Higher comes later and wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub u8);

/// Whom a clause reaches.
#[derive(Clone, Debug)]
pub enum ReachDef {
    /// Everything.
    All,
    /// The bearer fills the role.
    Role(RoleRef),
    /// Whoever fills the role stands in the relation to the bearer; `holds` reads the role's local and the bearer's.
    Related { role: RoleRef, holds: Expr, each_adds: bool },
    /// Once for each bearer in play.
    Any,
}

/// A clause of one quantity, one permission, or of possession. A clause that bends several is several of these.
#[derive(Clone, Debug)]
pub struct ClauseDef {
    /// What it hangs on.
    pub owner: ClauseOwner,
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// Its locals: those of the owner's parameters, then bearer and ability parameters, then the rest.
    pub locals: Locals,
    /// Its condition.
    pub when: Option<Expr>,
    /// What it does.
    pub does: ClauseVerb,
    /// Labels of clauses of the same owner that it goes over, with where they are named.
    pub over: Vec<(String, Span)>,
    /// Its label.
    pub label: String,
    /// Harms on purpose.
    pub drawback: bool,
    /// The section of a book.
    pub see: Option<String>,
    /// What errata did to it, in words and places, oldest first.
    pub origins: Vec<(String, Span)>,
    /// Where it stands, whole.
    pub span: Span,
}

/// What a clause hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseOwner {
    /// A quantity.
    Quantity(ir::QuantityId),
    /// A permission.
    Permission(ir::PermissionId),
    /// Having an ability; the subject is the one parameter.
    Possession(ir::AbilityId),
}

/// What a clause does.
#[derive(Clone, Debug)]
pub enum ClauseVerb {
    /// Bends a quantity.
    Modify { stage: u16, verb: ir::Verb, amount: Expr, cap: Option<Expr>, group: Option<u16> },
    /// Acts on a permission.
    Permission(PermissionClauseDef),
    /// Lends the ability with these arguments.
    Lend(Vec<Expr>),
    /// Denies the ability.
    Deny,
}

/// What a clause does to a permission.
#[derive(Clone, Debug)]
pub enum PermissionClauseDef {
    /// Adds a reason.
    Forbid { words: Option<Words> },
    /// Strikes reasons; with `over` those of its labels, else all below its level.
    Allow,
}

/// A lending or denying clause by its id.
#[derive(Clone, Copy, Debug)]
pub struct LendDef {
    /// The ability lent or denied.
    pub ability: ir::AbilityId,
    /// The clause.
    pub clause: ir::ClauseId,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct ProcedureDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// All locals of all steps, parameters first.
    pub locals: Locals,
    /// Initial values of variables (open and private).
    pub variables: Vec<(LocalId, Expr)>,
    /// What it gives.
    pub result: Option<Type>,
    /// Its steps.
    pub steps: Vec<StepDef>,
    /// How deep it may reach itself.
    pub recursive: u16,
    /// Where it is declared.
    pub span: Span,
}

/// A step.
#[derive(Clone, Debug)]
pub struct StepDef {
    /// Its name.
    pub name: String,
    /// Its condition.
    pub when: Option<Expr>,
    /// Its heading.
    pub heading: Option<Words>,
    /// Runs only when called.
    pub called: bool,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// A hook.
#[derive(Clone, Debug)]
pub struct HookDef {
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// When it runs.
    pub time: ir::HookTime,
    /// The procedure.
    pub procedure: ir::ProcedureId,
    /// The step; none: the run.
    pub step: Option<u16>,
    /// Its locals: the procedure's parameters and open variables in their order, bearer, ability parameters, the rest.
    pub locals: Locals,
    /// Its condition.
    pub when: Option<Expr>,
    /// Its limit of use.
    pub once: Option<OnceDef>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Labels of hooks that it goes over.
    pub over: Vec<(String, Span)>,
    /// Its label.
    pub label: String,
    /// The sections of a book.
    pub see: Option<String>,
    /// Whose runs, with the position of the procedure's player parameter.
    pub whose: Option<(ir::Whose, u16)>,
    /// Where it stands.
    pub span: Span,
}

/// A limit of use.
#[derive(Clone, Debug)]
pub struct OnceDef {
    /// The moment; none: the battle.
    pub moment: Option<ir::MomentId>,
    /// For whom it counts.
    pub scope: ir::Scope,
    /// Counted apart for each value.
    pub each: Option<Expr>,
}

/// A window.
#[derive(Clone, Debug)]
pub struct WindowDef {
    /// Its name.
    pub name: String,
    /// Where it is first named.
    pub span: Span,
}

/// Where an action is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionPlace {
    /// In a window.
    Named(ir::WindowId),
    /// At a step: before it, in it, after it.
    Step { procedure: ir::ProcedureId, step: u16, time: Option<ir::HookTime> },
}

/// An action.
#[derive(Clone, Debug)]
pub struct ActionDef {
    /// Its name.
    pub name: String,
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// Its locals: for one at a step the procedure's parameters and open variables, then bearer and ability parameters,
    /// then its own parameters, then the rest.
    pub locals: Locals,
    /// Its parameters.
    pub params: Vec<ActionParamDef>,
    /// Where it is offered.
    pub place: ActionPlace,
    /// Who may choose it.
    pub by: Expr,
    /// The condition of the clause.
    pub when: Option<Expr>,
    /// Its permission; that permission's parameters are all locals before the first of role `Let`.
    pub permission: ir::PermissionId,
    /// Its price: a quantity with those locals as parameters, the payer and the field.
    pub cost: Option<(ir::QuantityId, Expr, ir::FieldId)>,
    /// Keeps `done` away.
    pub must: bool,
    /// Its limit of use.
    pub once: Option<OnceDef>,
    /// The option as shown.
    pub label: Words,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// A parameter of an action.
#[derive(Clone, Debug)]
pub struct ActionParamDef {
    /// Its local.
    pub local: LocalId,
    /// What it may be: a set, list or range.
    pub domain: Expr,
}

/// A moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MomentDef {
    /// As written.
    pub name: String,
    /// The procedure.
    pub procedure: ir::ProcedureId,
    /// The step.
    pub step: Option<u16>,
    /// The position of the procedure's player parameter, where it has just one.
    pub player: Option<u16>,
}

/// A policy.
#[derive(Clone, Debug)]
pub struct PolicyDef {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: Vec<PolicyRuleDef>,
    /// Where it is declared.
    pub span: Span,
}

/// Advice for one choice or action.
#[derive(Clone, Debug)]
pub struct PolicyRuleDef {
    /// What it is about.
    pub target: PolicyTarget,
    /// Locals: those that the expressions see at the choice (a copy of its owner's), then the candidate for a choice.
    pub locals: Locals,
    /// The candidate.
    pub candidate: Option<LocalId>,
    /// What is preferred.
    pub prefer: PreferDef,
    /// Where it stands.
    pub span: Span,
}

/// What advice is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PolicyTarget {
    /// The choice of a name in a procedure (every statement there that chooses this name).
    Choice { procedure: ir::ProcedureId, name: String },
    /// The choice of a name inside an action.
    ActionChoice { action: ir::ActionId, name: String },
    /// An action.
    Action(ir::ActionId),
}

/// What is preferred.
#[derive(Clone, Debug)]
pub enum PreferDef {
    /// Highest (true) or lowest of each in order.
    Ranked(Vec<(bool, Expr)>),
    /// Before all else.
    Always,
    /// Never.
    Never,
}
