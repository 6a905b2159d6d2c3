//! The typed tree: every name resolved to an id, every expression with its type, nothing flattened yet.
//!
//! `types` makes it from the syntax tree; `checks` reads it; `lowering` turns it into IR. Ids are those of the IR, so
//! that the n-th kind here is the n-th kind there. Records still exist here; lowering takes them apart.

mod bounds;
mod content;
mod everything;
mod expr;
mod kinds;
mod make;
mod naming;
mod procedures;
mod rules;
mod states;
mod stmt;
mod ty;
mod variables;
mod walk;

pub use bounds::{Bounds, is_turned_round};
pub use content::{
    AbilityDef, AbilityUse, BookDef, CalledDef, EntryDef, History, LimitDef, OptionDef, Origin,
    PieceDef, RosterDef, RuleTextDef, ScenarioDef, SideDef, TestDef, TestExpect, TestRun,
};
pub use everything::each_body_expr;
pub use expr::{
    Arithmetic, Compare, Expr, ExprKind, HeldArgs, Line, Local, LocalId, LocalRole, Locals,
    PastDef, PlanDef, Question, Quoted, SearchDef, Supposed, Words,
};
pub use kinds::{
    DieDef, FieldDef, KindDef, ProfileDef, RecordDef, RulingDef, ScaleDef, TableDef, TableRowDef,
    TieDef,
};
pub use naming::in_small_letters;
pub use procedures::{
    ActionDef, ActionParamDef, ActionPlace, ChoiceOwner, HookDef, MomentDef, OnceDef, PolicyDef,
    PolicyRuleDef, PolicyTarget, PreferDef, ProcedureDef, StepDef, WindowDef,
};
pub use rules::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Favoured, FunctionDef, GroupDef, Level,
    PermissionClauseDef, PermissionDef, QuantityDef, ReachDef, RequireDef, RoleRef,
};
pub use states::StateWrite;
pub use stmt::{Advice, Assign, Choice, ChoiceOf, OpenDef, PlaceOf, Stmt, StmtKind, UntilDef};
pub use ty::{PLAIN, RecordId, SpaceType, Type};
pub use walk::{
    any_expr, any_stmt, bodies, each_child, each_expr, each_local, each_stmt, each_stmt_expr,
    each_value, exprs, gathered, parts, reads_local, stmt_exprs, stmts, stops,
};

use std::collections::BTreeMap;
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A whole system with its content, typed.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The name of the system.
    pub system: String,
    /// Kinds, by [`ir::KindId`].
    pub kinds: ir::Arena<ir::KindId, KindDef>,
    /// State fields of all kinds (those that stand in abilities too), by [`ir::FieldId`].
    pub fields: ir::Arena<ir::FieldId, FieldDef>,
    /// Profiles, by [`ir::ProfileId`].
    pub profiles: ir::Arena<ir::ProfileId, ProfileDef>,
    /// Declared things, by [`ir::EntryId`].
    pub entries: ir::Arena<ir::EntryId, EntryDef>,
    /// What texts call things besides their names, by these in small letters.
    pub called: BTreeMap<String, CalledDef>,
    /// The histories of their values, of those that have one.
    pub histories: Vec<History>,
    /// Bearers, by [`ir::AbilityId`].
    pub abilities: ir::Arena<ir::AbilityId, AbilityDef>,
    /// Records, by [`RecordId`].
    pub records: ir::Arena<RecordId, RecordDef>,
    /// Ties, by [`ir::TieId`].
    pub ties: ir::Arena<ir::TieId, TieDef>,
    /// Dice, by [`ir::DieId`].
    pub dice: ir::Arena<ir::DieId, DieDef>,
    /// Scales, by [`ir::ScaleId`].
    pub scales: ir::Arena<ir::ScaleId, ScaleDef>,
    /// Tables, by [`ir::TableId`].
    pub tables: ir::Arena<ir::TableId, TableDef>,
    /// Defines, relations and derived facts, by [`ir::FunctionId`].
    pub functions: ir::Arena<ir::FunctionId, FunctionDef>,
    /// Quantities, those of profiles and of costs too, by [`ir::QuantityId`].
    pub quantities: ir::Arena<ir::QuantityId, QuantityDef>,
    /// Permissions, those of actions too, by [`ir::PermissionId`].
    pub permissions: ir::Arena<ir::PermissionId, PermissionDef>,
    /// Clauses, by [`ir::ClauseId`], in source order.
    pub clauses: ir::Arena<ir::ClauseId, ClauseDef>,
    /// Procedures, by [`ir::ProcedureId`]; the sequence is one (its steps are setup, the rounds and the verdict).
    pub procedures: ir::Arena<ir::ProcedureId, ProcedureDef>,
    /// Hooks, by [`ir::HookId`].
    pub hooks: ir::Arena<ir::HookId, HookDef>,
    /// The names of the layers of precedence, lowest first, where the system gives some.
    pub layers: Vec<String>,
    /// Windows, by [`ir::WindowId`].
    pub windows: ir::Arena<ir::WindowId, WindowDef>,
    /// Actions, by [`ir::ActionId`].
    pub actions: ir::Arena<ir::ActionId, ActionDef>,
    /// Moments that are used somewhere, by [`ir::MomentId`], each once.
    pub moments: ir::Arena<ir::MomentId, MomentDef>,
    /// Policies, by [`ir::PolicyId`].
    pub policies: ir::Arena<ir::PolicyId, PolicyDef>,
    /// Rulings.
    pub rulings: Vec<RulingDef>,
    /// Battles, by [`ir::ScenarioId`]; tests have one each as well.
    pub scenarios: ir::Arena<ir::ScenarioId, ScenarioDef>,
    /// Tests, by [`ir::TestId`].
    pub tests: ir::Arena<ir::TestId, TestDef>,
    /// Armies.
    pub rosters: Vec<RosterDef>,
    /// Every option as it is bought once, alone.
    pub options: Vec<OptionDef>,
    /// Everything that could stand in an army, once each, with the limits of their kinds.
    pub catalogue: Option<RosterDef>,
    /// What armies, and battles as they are laid out, must meet.
    pub limits: Vec<LimitDef>,
    /// Whether sides field other armies than the sources say, since that was asked for.
    pub fielded_anew: bool,
    /// What the game says of itself.
    pub book: BookDef,
    /// The procedure that plays a battle.
    pub sequence: Option<ir::ProcedureId>,
    /// The closed kind whose members are the sides of footprints.
    pub sides: Option<ir::KindId>,
    /// The closed kind whose members are colours, and where the system says so.
    pub colours: Option<(ir::KindId, Span)>,
    /// The field of players that says where they deploy, of games with a board.
    pub zone: Option<ir::FieldId>,
    /// The plain entry of which every cell of the board is one.
    pub cell_entry: Option<ir::EntryId>,
    /// The grain of the board in micrometres.
    pub grain: Option<i64>,
    /// The state field of the battle that names the active player.
    pub active: Option<ir::FieldId>,
    /// What a player's side of the table is worth, for players who weigh how a battle stands.
    pub worth: Option<ir::FunctionId>,
    /// Whether a rule asks for the team of a player.
    pub asks_teams: bool,
    /// Whether sides of a battle are of one team.
    pub has_teams: bool,
    /// The names of rows that a `covers` may name, where the system has a conformance list.
    pub conformance: Vec<(String, Span)>,
}
