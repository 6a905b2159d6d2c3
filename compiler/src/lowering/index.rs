//! What hangs on what: takes the typed tree, gives lists by owner, so that nothing is looked for among everything.

use crate::typed::{ClauseOwner, ClauseVerb, PermissionClauseDef, TestRun, Typed};
use rustc_hash::FxHashMap;
use warwright_ir::{ClauseId, HookId, MomentId, ProcedureId, TestId};

/// Lists by owner, each in order of its ids.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Hooks that go over others at the same step, with those.
    pub(super) struck_hooks: FxHashMap<HookId, Vec<HookId>>,
    /// Clauses that go over others of the same owner, with those.
    pub(super) struck_clauses: FxHashMap<ClauseId, Vec<ClauseId>>,
    /// Moments that are runs of each step or procedure.
    pub(super) moments: FxHashMap<(ProcedureId, Option<u16>), Vec<MomentId>>,
    /// Tests that run each procedure.
    pub(super) tests: FxHashMap<ProcedureId, Vec<TestId>>,
}

impl Index {
    pub(super) fn new(typed: &Typed) -> Self {
        let mut index = Self {
            struck_clauses: struck_clauses(typed),
            struck_hooks: struck_hooks(typed),
            ..Self::default()
        };
        for (id, def) in typed.moments.iter() {
            index.moments.entry((def.procedure, def.step)).or_default().push(id);
        }
        for (id, def) in typed.tests.iter() {
            if let TestRun::Procedure { procedure, .. } = def.run {
                index.tests.entry(procedure).or_default().push(id);
            }
        }
        index
    }
}

/// Each clause that goes over others, with the clauses of the same owner that have those labels.
fn struck_clauses(typed: &Typed) -> FxHashMap<ClauseId, Vec<ClauseId>> {
    let mut of: FxHashMap<ClauseOwner, Vec<ClauseId>> = FxHashMap::default();
    for (id, def) in typed.clauses.iter() {
        of.entry(def.owner).or_default().push(id);
    }
    // What allows goes over reasons, those of requirements too, by their labels.
    let strikes = typed.clauses.iter().filter(|(_, def)| {
        let allows = matches!(def.does, ClauseVerb::Permission(PermissionClauseDef::Allow));
        !def.over.is_empty() && !allows
    });
    let struck = strikes.map(|(id, def)| {
        let all = of.get(&def.owner).into_iter().flatten().copied();
        let is_struck = |other: &ClauseId| {
            typed.clauses.get(*other).is_some_and(|other| {
                other.span != def.span && def.over.iter().any(|(label, _)| *label == other.label)
            })
        };
        (id, all.filter(is_struck).collect())
    });
    struck.collect()
}

/// Each hook that goes over others, with the hooks at the same step that have those labels.
fn struck_hooks(typed: &Typed) -> FxHashMap<HookId, Vec<HookId>> {
    let mut at: FxHashMap<(ProcedureId, Option<u16>), Vec<HookId>> = FxHashMap::default();
    for (id, def) in typed.hooks.iter() {
        at.entry((def.procedure, def.step)).or_default().push(id);
    }
    let struck = typed.hooks.iter().filter(|(_, def)| !def.over.is_empty()).map(|(id, def)| {
        let all = at.get(&(def.procedure, def.step)).into_iter().flatten().copied();
        let is_struck = |other: &HookId| {
            typed.hooks.get(*other).is_some_and(|other| {
                other.time == def.time
                    && other.span != def.span
                    && def.over.iter().any(|(label, _)| *label == other.label)
            })
        };
        (id, all.filter(is_struck).collect())
    });
    struck.collect()
}
