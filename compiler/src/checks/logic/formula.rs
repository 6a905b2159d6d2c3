//! Formulas: takes conditions of clauses, gives them as tests of variables, so that `solve` can decide them.
//!
//! The decided fragment: comparisons of closed kinds, truths, faces and whole numbers with constants; what derived facts
//! and defines say, taken apart; printed figures that nothing bends; possession of abilities; what something is. All else
//! is a variable of its own that is marked as not understood, so that only a contradiction with itself is ever found, and
//! for fights that one condition holds wherever the other does: the same call with the same arguments means the same.

mod changes;
mod conditions;
mod dice;
mod shapes;
pub(crate) mod sums;
mod terms;
mod variables;

use super::cells::{Cells, others};
use super::scene::Scene;
use crate::checks::runs::effects::Part;
use crate::typed::{Bounds, LocalId, LocalRole, Locals, ReachDef, RoleRef, Typed};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::rc::Rc;
use warwright_grammar::Span;
use warwright_ir as ir;

/// How many parts of conditions are looked at before the rest counts as not understood.
const BUDGET: u32 = 4_000;
/// Likewise where every condition of a game is read.
const BUDGET_OF_MANY: u32 = 600;
/// How deep defines and derived facts are taken apart.
const DEPTH: u8 = 12;

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    /// Always or never.
    Fixed(bool),
    /// A variable is among cells.
    Test { var: usize, cells: Cells, span: Span },
    /// All of them.
    All(Rc<[Formula]>),
    /// One of them at least.
    Any(Rc<[Formula]>),
}

impl Formula {
    /// That all parts hold, less those that always do.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::of_parts(parts, true)
    }

    /// That some part holds, less those that never do.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::of_parts(parts, false)
    }

    /// The parts joined, where one that is fixed as `neutral` says nothing and one that is fixed otherwise decides.
    fn of_parts(parts: impl IntoIterator<Item = Self>, neutral: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Fixed(holds) if holds == neutral => {}
                Self::Fixed(holds) => return Self::Fixed(holds),
                part => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Fixed(neutral),
            1 => kept.pop().unwrap_or(Self::Fixed(neutral)),
            _ if neutral => Self::All(kept.into()),
            _ => Self::Any(kept.into()),
        }
    }

    /// Tells of each variable that it tests.
    pub(crate) fn each_var(&self, found: &mut dyn FnMut(usize)) {
        match self {
            Self::Fixed(_) => {}
            Self::Test { var, .. } => found(*var),
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.each_var(found));
            }
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// Known.
    Cell(i64),
    /// A variable.
    Var(usize),
    /// Variables that are added up.
    Sum(sums::Sum),
    /// One of several, each under its condition.
    Cases(Vec<(Formula, Term)>),
    /// A record.
    Fields(Vec<Term>),
}

/// When state was last changed, each change having a number: what is read before and after it are two variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps {
    /// Anything at all.
    any: u32,
    /// Something, of which rules may know.
    some: u32,
    /// Parts that were changed by themselves.
    parts: BTreeMap<Part, u32>,
}

impl Stamps {
    fn of(&self, part: Part) -> u32 {
        self.parts.get(&part).copied().unwrap_or(self.any)
    }
}

/// A key with the number of the last change.
fn stamped(key: &str, stamp: u32) -> String {
    if stamp == 0 { key.to_owned() } else { format!("{key}@{stamp}") }
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    /// What it may be.
    pub(crate) cells: Cells,
    /// Whether the fragment decides tests of it.
    pub(crate) understood: bool,
    /// Something about an entity that entries decide.
    pub(crate) about: Option<(usize, Aspect)>,
    /// The kind, for an entity.
    pub(crate) kind: Option<ir::KindId>,
    /// Whether it is a whole number or a measure, perhaps none.
    pub(crate) number: bool,
    /// The parts of a sum, each so many times.
    pub(crate) parts: Vec<(usize, i64)>,
}

/// What entries decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// A printed figure.
    Printed(ir::ProfileId),
    /// Having an ability.
    Has(ir::AbilityId),
    /// Being one of an entry.
    Is(ir::EntryId),
}

/// Reads conditions over the locals of one or two clauses of one owner.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t> {
    typed: &'t Typed,
    /// All variables by their keys.
    pub(crate) vars: IndexMap<Key, Var, FxBuildHasher>,
    /// Quantities that some clause bends.
    bent: &'t [bool],
    locals: BTreeMap<LocalId, Term>,
    /// Which of two clauses is read, to tell their bearers apart.
    side: u8,
    budget: u32,
    depth: u8,
    /// What is known where the conditions stand.
    pub(crate) scene: Scene,
    /// When what is read was last changed.
    now: Stamps,
    /// How many changes there were.
    changes: u32,
    /// What is so of variables that stand for a lesser or greater of two.
    pub(crate) axioms: Vec<Formula>,
    /// How many dice the pools have that variables stand for.
    dice: BTreeMap<usize, Bounds>,
    /// What dice are taken from, of which they are a part.
    parts: BTreeMap<usize, usize>,
    /// The call that is taken apart, and how many things in it were not understood: the same call means the same again.
    within: Option<(String, u32)>,
    /// What calls came to that were taken apart.
    known: Calls,
    /// The least that was left of the depth.
    least_depth: u8,
}

/// What a variable stands for: something that is spelt out, or a sum of others, each so many times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Spelt(String),
    Sum(Vec<(usize, i64)>),
}

/// What calls came to, by their spelling, as long as nothing changes.
#[derive(Clone, Debug, Default)]
struct Calls {
    at: Stamps,
    all: FxHashMap<String, TakenApart>,
}

/// A call that was taken apart.
#[derive(Clone, Debug)]
struct TakenApart {
    term: Term,
    /// What it took of the budget, and of the depth.
    cost: u32,
    depth: u8,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(typed: &'t Typed, bent: &'t [bool]) -> Self {
        Self {
            typed,
            vars: IndexMap::default(),
            bent,
            locals: BTreeMap::new(),
            side: 0,
            budget: BUDGET,
            depth: DEPTH,
            scene: Scene::default(),
            now: Stamps::default(),
            changes: 0,
            axioms: Vec::new(),
            dice: BTreeMap::new(),
            parts: BTreeMap::new(),
            within: None,
            known: Calls::default(),
            least_depth: DEPTH,
        }
    }

    /// With what is known where the conditions stand.
    pub(crate) fn in_scene(typed: &'t Typed, bent: &'t [bool], scene: Scene) -> Self {
        Self { scene, ..Self::new(typed, bent) }
    }

    /// One of very many readers, each for few conditions.
    pub(crate) fn of_many(typed: &'t Typed, bent: &'t [bool], scene: Scene) -> Self {
        Self { budget: BUDGET_OF_MANY, ..Self::in_scene(typed, bent, scene) }
    }

    /// Takes no defines and derived facts apart.
    pub(crate) fn without_calls(self) -> Self {
        Self { depth: 0, ..self }
    }

    /// The bearer among locals that have been begun with.
    pub(crate) fn bearer(&self, all: &Locals) -> Option<Term> {
        let at = all.all.iter().position(|it| it.role == LocalRole::Bearer)?;
        self.locals.get(&LocalId(u32::try_from(at).ok()?)).cloned()
    }

    /// Begins with the locals of another clause: the owner's parameters are shared, and the bearer is who fills its role.
    pub(crate) fn begin(&mut self, side: u8, all: &Locals, params: u16, reach: Option<&ReachDef>) {
        self.side = side;
        self.locals.clear();
        for (id, local) in (0u32..).map(LocalId).zip(&all.all) {
            let shared = id.0 < u32::from(params) || matches!(local.role, LocalRole::Open);
            let key = if shared { format!("p{}", id.0) } else { format!("s{side}.{}", id.0) };
            let term = self.local(&key, &local.ty, shared);
            self.locals.insert(id, term);
        }
        all.ranges.iter().for_each(|(local, range)| self.is_in(all, *local, *range));
        if let Some(ReachDef::Role(role)) = reach {
            let bearer = (0u32..)
                .map(LocalId)
                .zip(&all.all)
                .skip(usize::from(params))
                .find(|(_, local)| local.role == LocalRole::Bearer);
            if let (Some((bearer, _)), Some(term)) = (bearer, self.role(*role)) {
                self.locals.insert(bearer, term);
            }
        }
    }

    /// The value of a role.
    pub(crate) fn role(&self, role: RoleRef) -> Option<Term> {
        let whole = self.locals.get(&LocalId(u32::from(role.param)))?.clone();
        match (role.field, whole) {
            (Some(field), Term::Fields(fields)) => fields.get(usize::from(field)).cloned(),
            (_, whole) => Some(whole),
        }
    }
}

/// The opposite.
pub(crate) fn negated(formula: &Formula) -> Formula {
    match formula {
        Formula::Fixed(holds) => Formula::Fixed(!holds),
        Formula::Test { var, cells, span } => {
            Formula::Test { var: *var, cells: others(cells), span: *span }
        }
        Formula::All(parts) => Formula::Any(parts.iter().map(negated).collect()),
        Formula::Any(parts) => Formula::All(parts.iter().map(negated).collect()),
    }
}
