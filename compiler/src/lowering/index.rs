//! What hangs on what: takes the typed tree, gives lists by owner, so that nothing is looked for among everything.

use crate::typed::{ClauseDef, ClauseVerb, PermissionClauseDef, TestRun, Typed};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use warwright_grammar::Span;
use warwright_ir::{Arena, ClauseId, HookId, Id, MomentId, ProcedureId, TestId};

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
            struck_clauses: struck(
                &typed.clauses,
                |it| it.owner,
                over_clauses,
                |it| (it.span, &*it.label),
            ),
            struck_hooks: struck(
                &typed.hooks,
                |it| (it.procedure, it.step, it.time),
                |it| it.over.as_slice(),
                |it| (it.span, &*it.label),
            ),
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

/// What goes over others: each with those of the same place that have the labels which it names.
fn struck<I: Id + Eq + Hash, D, K: Eq + Hash>(
    all: &Arena<I, D>,
    place: impl Fn(&D) -> K,
    over: impl Fn(&D) -> &[(String, Span)],
    own: impl Fn(&D) -> (Span, &str),
) -> FxHashMap<I, Vec<I>> {
    let mut at: FxHashMap<K, Vec<I>> = FxHashMap::default();
    for (id, def) in all.iter() {
        at.entry(place(def)).or_default().push(id);
    }
    let strikes = all.iter().filter(|(_, def)| !over(def).is_empty()).map(|(id, def)| {
        let is_struck = |other: &I| {
            all.get(*other).map(&own).is_some_and(|(span, label)| {
                span != own(def).0 && over(def).iter().any(|(named, _)| named == label)
            })
        };
        let beside = at.get(&place(def)).into_iter().flatten().copied();
        (id, beside.filter(is_struck).collect())
    });
    strikes.collect()
}

/// What a clause goes over: what allows goes over reasons, those of requirements too, by their labels.
fn over_clauses(def: &ClauseDef) -> &[(String, Span)] {
    match def.does {
        ClauseVerb::Permission(PermissionClauseDef::Allow) => &[],
        _ => &def.over,
    }
}
