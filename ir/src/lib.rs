//! The intermediate representation: what the compiler writes and the machine reads, plain data without behaviour.
//!
//! A [`Program`] is one system with all content that was compiled with it. Expressions are a typed arena without any
//! acting form; acts are flat instructions in bodies. Only a [`ValidProgram`] can be run, and only [`validate`] makes one.

mod act;
mod analysis;
mod arena;
mod bearer;
mod book;
mod cells;
mod choice;
mod content;
mod expr;
mod facts;
mod fingerprint;
mod form;
mod ids;
mod listing;
mod operators;
mod origins;
mod procedure;
mod program;
mod roster;
mod rule;
mod space;
mod types;
mod validate;
mod walk;

pub use act::{Act, ActFacts, Body, Changed, Driver, Follows, GrantUntil, Target};
pub use arena::{Arena, Id};
pub use bearer::{Ability, AbilityField, Bearer, DenyClause, LendClause, Reach};
pub use book::{Book, Erratum, ErratumItem, ErratumState, RuleText};
pub use cells::{Board, CellBoard, GRAINS, MOST_CELLS, cell_name, cell_named};
pub use choice::{ChoiceFilter, ChoiceKind, Opening, PlanManner, WindowEnd};
pub use content::{
    Comparison, Entry, EntryAbility, Expectation, Named, Piece, Scenario, ScriptPart, Scripted,
    SideSetup, Sort, Test, TestRun, Value,
};
pub use expr::{CellTest, Expr, Past, ReachLimit, Supposition};
pub use facts::{CostClass, Facts, Gives, Reads, Sides};
pub use fingerprint::fingerprint;
pub use form::{
    About, Declared, Form, FormSign, Holds, Operand, OperandSign, Want, Within, each_operand,
    each_part, each_slot,
};
pub use ids::{
    AbilityId, ActionId, BodyId, ClauseId, DieId, EntryId, ExprId, FieldId, FunctionId, HookId,
    KindId, MomentId, PermissionId, PolicyId, ProcedureId, ProfileId, QuantityId, ScaleId,
    ScenarioId, SiteId, SpanId, TableId, TestId, TextId, TieId, WindowId,
};
pub use listing::listing;
pub use operators::{BinaryOp, Quantifier, Rounding, UnaryOp};
pub use origins::{Origin, Origins};
pub use procedure::{
    Action, ActionParam, Cost, Domain, Edge, Hook, HookTime, Moment, Once, Policy, PolicyRule,
    Prefer, Procedure, Scope, Site, Step, USED_UP, Whose, Window, WindowPlace,
};
pub use program::{
    Die, Face, Field, FootprintOf, Kind, KindBase, MOST_COPIES, Profile, Program, Ruling, Scale,
    Sight, Source, SpanRef, Tie, TieField,
};
pub use roster::{EachOf, Limit, OVER_BUDGET, Roster, RosterGroup};
pub use rule::{
    Clause, Favours, Function, Group, GroupRule, Keep, Modifier, Permission, PermissionClause,
    Quantity, Reason, Require, Table, TableAxis, TableKey, TableRow, Verb,
};
pub use space::{COLOURS, FARTHEST, Given, SIDES, SPACE_OPS, SpaceOp, SpaceSign, Wanted, Written};
pub use types::{Env, NONE, Param, Part, Slot, Template, Ty};
pub use validate::{
    CALL_DEPTH, FIELD_ENV, FaultKind, IrFault, MAX_ACTS, MAX_DECLARED, MAX_DICE, MAX_DIE_SIDES,
    MAX_EVALUATION_DEPTH, MAX_EXPRS, MAX_ITEMS, MAX_MEMBERS, MAX_TEXT_BYTES, MAX_TREE_DEPTH,
    VERSION, ValidProgram, too_deep, too_large, validate,
};
pub use walk::each_expr;
