//! The whole: everything that was compiled, in arenas.

use crate::{
    Ability, AbilityId, Action, ActionId, Arena, Body, BodyId, Book, Clause, ClauseId, DieId,
    Entry, EntryId, Expr, ExprId, FieldId, Function, FunctionId, Hook, HookId, KindId, Limit,
    Moment, MomentId, Permission, PermissionId, Policy, PolicyId, Procedure, ProcedureId,
    ProfileId, Quantity, QuantityId, Roster, ScaleId, Scenario, ScenarioId, Site, SiteId, SpanId,
    Table, TableId, Test, TestId, TextId, TieId, Ty, Value, Window, WindowId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A compiled system with its content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The version of this format.
    pub version: u32,
    /// The name of the system.
    pub system: String,
    /// Source files, for the places that messages name.
    pub sources: Vec<Source>,
    /// Places in source files.
    pub spans: Arena<SpanId, SpanRef>,
    /// All strings.
    pub texts: Arena<TextId, String>,
    /// Kinds.
    pub kinds: Arena<KindId, Kind>,
    /// State fields of all kinds.
    pub fields: Arena<FieldId, Field>,
    /// Profiles of all kinds.
    pub profiles: Arena<ProfileId, Profile>,
    /// Declared things.
    pub entries: Arena<EntryId, Entry>,
    /// Bearers.
    pub abilities: Arena<AbilityId, Ability>,
    /// Ties.
    pub ties: Arena<TieId, Tie>,
    /// Dice.
    pub dice: Arena<DieId, Die>,
    /// Ladders.
    pub scales: Arena<ScaleId, Scale>,
    /// Lookup tables.
    pub tables: Arena<TableId, Table>,
    /// Pure functions; a function calls only functions and quantities as the validator's order allows (no cycles).
    pub functions: Arena<FunctionId, Function>,
    /// Quantities.
    pub quantities: Arena<QuantityId, Quantity>,
    /// Permissions.
    pub permissions: Arena<PermissionId, Permission>,
    /// Clauses of quantities, permissions and possession.
    pub clauses: Arena<ClauseId, Clause>,
    /// Expressions.
    pub exprs: Arena<ExprId, Expr>,
    /// The type of each expression.
    pub types: Vec<Ty>,
    /// Where each expression stands.
    pub expr_spans: Vec<SpanId>,
    /// Bodies of acts.
    pub bodies: Arena<BodyId, Body>,
    /// Procedures.
    pub procedures: Arena<ProcedureId, Procedure>,
    /// Hooks.
    pub hooks: Arena<HookId, Hook>,
    /// Windows.
    pub windows: Arena<WindowId, Window>,
    /// Actions.
    pub actions: Arena<ActionId, Action>,
    /// Moments.
    pub moments: Arena<MomentId, Moment>,
    /// Places of choices.
    pub sites: Arena<SiteId, Site>,
    /// Policies.
    pub policies: Arena<PolicyId, Policy>,
    /// The policy of what the rules themselves advise: it is followed where a player's own says nothing of a choice.
    pub advice: Option<PolicyId>,
    /// Readings that a table may change.
    pub rulings: Vec<Ruling>,
    /// Battles.
    pub scenarios: Arena<ScenarioId, Scenario>,
    /// Tests and questions.
    pub tests: Arena<TestId, Test>,
    /// Armies.
    pub rosters: Vec<Roster>,
    /// Everything that could stand in an army, once each, with the limits of their kinds; none where no kind sets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue: Option<Roster>,
    /// What armies, and battles as they are laid out, must meet.
    pub limits: Vec<Limit>,
    /// Texts, sections and errata, for showing.
    pub book: Book,
    /// The procedure that plays a battle; none for a system without a sequence.
    pub sequence: Option<ProcedureId>,
    /// The state field of the battle that says whose turn it is, for the order of hooks.
    pub active: Option<FieldId>,
    /// What a player's side of the table is worth: asked by players who weigh how a battle stands, and by no rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<FunctionId>,
    /// The grain of the board in micrometres: every length is a multiple of it. None: the finest that there is.
    pub grain: Option<i64>,
    /// The closed kind whose members are the sides of footprints: front, left, right and rear, by position.
    pub sides: Option<KindId>,
    /// The closed kind whose members are names of [`crate::COLOURS`]: a figure of this type is the colour of an entry on maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<KindId>,
    /// The field of players that says where they deploy, of a game with a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FieldId>,
    /// The plain entry of which every cell of the board is one, of a game on cells.
    pub cell_entry: Option<EntryId>,
}

impl Program {
    /// The scenarios that people play: neither those of tests nor those in which an army stands by itself.
    pub fn battles(&self) -> impl Iterator<Item = ScenarioId> {
        let tests = self.tests.values().map(|test| test.scenario);
        let apart: BTreeSet<ScenarioId> =
            tests.chain(self.armies().map(|roster| roster.scenario)).collect();
        self.scenarios.ids().filter(move |id| !apart.contains(id))
    }

    /// Everything that is held against limits of armies: the rosters, then the catalogue.
    pub fn armies(&self) -> impl Iterator<Item = &Roster> {
        self.rosters.iter().chain(&self.catalogue)
    }

    /// The kind of those who play.
    pub fn player(&self) -> Option<KindId> {
        let plays = |kind: &Kind| matches!(kind.base, KindBase::Player | KindBase::Side);
        self.kinds.iter().find(|(_, kind)| plays(kind)).map(|(id, _)| id)
    }

    /// The kind of the board's cells, of a game on cells.
    pub fn cell_kind(&self) -> Option<KindId> {
        self.cell_entry.and_then(|entry| self.entries.get(entry)).map(|entry| entry.kind)
    }
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its name as shown to people.
    pub name: String,
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpanRef {
    /// The position in [`Program::sources`].
    pub source: u32,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte, from 1.
    pub column: u32,
}

/// What says the footprint of the pieces of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FootprintOf {
    /// A figure: as it is printed.
    Printed(ProfileId),
    /// A function of the piece: as its state says.
    Derived(FunctionId),
}

/// A kind of thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: TextId,
    /// The base that the engine knows.
    pub base: KindBase,
    /// All known after loading; its values are members, not entities.
    pub closed: bool,
    /// Created and removed in play.
    pub fleeting: bool,
    /// Of a kind of cards: the figure that says how many there are of each entry; one where missing.
    pub copies: Option<ProfileId>,
    /// Of a kind of cards: of each entry one set for every player whose army it is of (every player, where it is of none).
    pub each_player: bool,
    /// Profiles, in order of declaration.
    pub profiles: Vec<ProfileId>,
    /// State fields, in order of declaration.
    pub fields: Vec<FieldId>,
    /// Declared things of it, in order of declaration.
    pub entries: Vec<EntryId>,
    /// What says its footprint, of pieces that stand on the board.
    pub footprint: Option<FootprintOf>,
    /// The state field that holds where a piece stands (none: not on the board), where it has a footprint.
    pub place: Option<FieldId>,
    /// The state field that holds which part of the board an area covers.
    pub region: Option<FieldId>,
    /// The state field that holds in which cell a piece stands (none: not on the board).
    pub cell: Option<FieldId>,
    /// The procedures that alone remove one; none: any.
    pub leaves_by: Vec<ProcedureId>,
    /// Where it is declared.
    pub span: SpanId,
}

impl Kind {
    /// A kind of which nothing but its name and its base is said.
    pub const fn new(name: TextId, base: KindBase, span: SpanId) -> Self {
        Self {
            name,
            base,
            closed: false,
            fleeting: false,
            copies: None,
            each_player: false,
            profiles: Vec::new(),
            fields: Vec::new(),
            entries: Vec::new(),
            footprint: None,
            place: None,
            region: None,
            cell: None,
            leaves_by: Vec::new(),
            span,
        }
    }
}

/// What the engine knows of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KindBase {
    /// Stands on the table and belongs to a player.
    Piece,
    /// A region of the table.
    Area,
    /// A cell of the board.
    Cell,
    /// A card: as many entities of each entry as the kind says, in play all the battle.
    Card,
    /// Makes choices.
    Player,
    /// A side of the battle; players and sides are one for now.
    Side,
    /// The battle itself: exactly one.
    Battle,
    /// Anything else: one entity for each entry, unless closed or fleeting.
    #[default]
    Thing,
}

/// A state field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: TextId,
    /// The kind that has it.
    pub kind: KindId,
    /// Its type.
    pub ty: Ty,
    /// Its value at the start: evaluated with the entity in scalar slot 0; may read printed figures only.
    pub initial: ExprId,
    /// The least value that may be written.
    pub least: Option<i64>,
    /// The greatest value that may be written.
    pub most: Option<i64>,
    /// Set back to the initial value when a run of the moment ends (or starts).
    pub resets: Option<(MomentId, crate::Edge)>,
    /// Who sees it. What mirrors it is seen by the same players.
    pub sight: Sight,
    /// The field of the other kind that mirrors it (`set of K inverse k.field`).
    pub inverse: Option<FieldId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// The most cards that there may be of one entry (for each player).
pub const MOST_COPIES: i64 = 100;

/// Who sees a state field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sight {
    /// Everybody.
    #[default]
    All,
    /// The player whose the entity is.
    Owner,
    /// Nobody.
    Nobody,
}

/// A printed figure of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Its name.
    pub name: TextId,
    /// The kind that has it.
    pub kind: KindId,
    /// Its type.
    pub ty: Ty,
    /// The quantity that clauses bend; none for figures that are not bent (lists).
    pub quantity: Option<QuantityId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// Its name.
    pub name: TextId,
    /// Its faces, each as likely as it has sides.
    pub faces: Vec<Face>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A face of a die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// What it shows.
    pub name: TextId,
    /// Its number, where it is one.
    pub value: Option<i64>,
    /// On how many sides of the die it stands.
    pub sides: u32,
}

/// A ladder of values, rising.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// Its name.
    pub name: TextId,
    /// The type of its values.
    pub ty: Ty,
    /// The values.
    pub values: Vec<i64>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A tie: state of a pair of entities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tie {
    /// Its name.
    pub name: TextId,
    /// The kinds of its ends.
    pub left: KindId,
    /// See `left`.
    pub right: KindId,
    /// Its fields.
    pub fields: Vec<TieField>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A field of a tie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieField {
    /// Its name.
    pub name: TextId,
    /// Its type; scalar.
    pub ty: Ty,
    /// Whether each end has one of its own.
    pub each: bool,
    /// Its least value, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Its greatest value, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
}

/// A reading of the rules that a table may change: a constant that scenarios set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its name.
    pub name: TextId,
    /// Its type.
    pub ty: Ty,
    /// Its value where no scenario sets it.
    pub value: Value,
}
