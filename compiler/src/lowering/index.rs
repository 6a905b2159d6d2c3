//! What hangs on what: takes the typed tree, gives lists by owner, so that nothing is looked for among everything.

use crate::typed::{ClauseOwner, TestRun, Typed};
use rustc_hash::FxHashMap;
use warwright_ir::{ClauseId, HookId, MomentId, ProcedureId, TestId};

/// Lists by owner, each in order of its ids.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Clauses of each owner.
    pub(super) clauses: FxHashMap<ClauseOwner, Vec<ClauseId>>,
    /// Hooks on each step or run.
    pub(super) hooks: FxHashMap<(ProcedureId, Option<u16>), Vec<HookId>>,
    /// Moments that are runs of each step or procedure.
    pub(super) moments: FxHashMap<(ProcedureId, Option<u16>), Vec<MomentId>>,
    /// Tests that run each procedure.
    pub(super) tests: FxHashMap<ProcedureId, Vec<TestId>>,
}

impl Index {
    pub(super) fn new(typed: &Typed) -> Self {
        let mut index = Self::default();
        for (id, def) in typed.clauses.iter() {
            index.clauses.entry(def.owner).or_default().push(id);
        }
        for (id, def) in typed.hooks.iter() {
            index.hooks.entry((def.procedure, def.step)).or_default().push(id);
        }
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
