//! The vocabulary: every declared name with its id, one map for each sort of thing, filled by the first pass.

use crate::typed::RecordId;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use warwright_grammar::Span;
use warwright_grammar::tree::Word;
use warwright_ir as ir;

/// Names of one sort, in order of declaration, looked up by hash.
pub type Names<I> = IndexMap<Word, I, FxBuildHasher>;

/// What stands behind a name that is called: `NAME(..)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callable {
    /// A record: `attack(u, t)` makes one.
    Record(RecordId),
    /// A table: `hits(3)` looks up.
    Table(ir::TableId),
    /// A define.
    Function(ir::FunctionId),
    /// A quantity.
    Quantity(ir::QuantityId),
}

/// What a kind gives its entities or members under a name: `u.NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A printed figure, bent by clauses.
    Profile(ir::ProfileId),
    /// State.
    State(ir::FieldId),
    /// `derive`: a function of the entity alone.
    Derived(ir::FunctionId),
    /// `asks`: a function of the entity and its parameters.
    Asks(ir::FunctionId),
    /// `does`: a procedure of the entity and its parameters.
    Does(ir::ProcedureId),
}

/// What a kind has by name.
#[derive(Clone, Debug, Default)]
pub struct KindNames {
    /// Profiles, state, derived facts, questions and deeds.
    pub attributes: Names<Attribute>,
    /// Its entries; of a closed kind the position in the map is the position of the member.
    pub entries: Names<ir::EntryId>,
    /// Columns that print several profiles together: `as attack`.
    pub columns: Names<Vec<ir::ProfileId>>,
}

/// All names.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Kinds and enums.
    pub kinds: Names<ir::KindId>,
    /// Plurals of kinds: `units`.
    pub plurals: Names<ir::KindId>,
    /// By kind.
    pub of_kind: Vec<KindNames>,
    /// Member names of closed kinds, with all kinds that have one so called.
    pub members: FxHashMap<Word, Vec<ir::KindId>>,
    /// What may be called.
    pub callables: Names<Callable>,
    /// Relations, used infix.
    pub relations: Names<ir::FunctionId>,
    /// Ties.
    pub ties: Names<ir::TieId>,
    /// Dice.
    pub dice: Names<ir::DieId>,
    /// Scales.
    pub scales: Names<ir::ScaleId>,
    /// Permissions, those of actions too.
    pub permissions: Names<ir::PermissionId>,
    /// Abilities and statuses.
    pub abilities: Names<ir::AbilityId>,
    /// Procedures.
    pub procedures: Names<ir::ProcedureId>,
    /// Windows.
    pub windows: Names<ir::WindowId>,
    /// Actions.
    pub actions: Names<ir::ActionId>,
    /// Costs of actions: `cost of polish`.
    pub costs: Names<ir::QuantityId>,
    /// Policies.
    pub policies: Names<ir::PolicyId>,
    /// Rulings, by position.
    pub rulings: Names<u16>,
    /// Scenarios.
    pub scenarios: Names<ir::ScenarioId>,
    /// Profiles by name: those of every kind that has one so called.
    pub profiles: FxHashMap<Word, Vec<ir::ProfileId>>,
}

/// The sort of thing that a name is, for "right name, wrong sort" (with the place of its declaration, where it has one).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// With its article: `a procedure`.
    pub what: String,
    /// Where it is declared.
    pub span: Option<Span>,
}

impl Vocabulary {
    /// The names of a kind.
    pub fn kind(&self, kind: ir::KindId) -> Option<&KindNames> {
        self.of_kind.get(kind.0 as usize)
    }

    /// What `name` is to things of a kind.
    pub fn attribute(&self, kind: ir::KindId, name: &str) -> Option<Attribute> {
        self.kind(kind)?.attributes.get(name).copied()
    }

    /// The position of a member of a closed kind.
    pub fn member(&self, kind: ir::KindId, name: &str) -> Option<i64> {
        self.kind(kind)?.entries.get_index_of(name).and_then(|at| i64::try_from(at).ok())
    }
}
