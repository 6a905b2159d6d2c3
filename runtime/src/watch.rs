//! Which parts of the rules had an effect: noted by a machine that watches, so that a part can be told to be of no use to a run.

use crate::link::Linked;
use crate::machine::Machine;
use crate::optimisations::Optimisations;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use warwright_ir::{ActionId, BodyId, ClauseId, ExprId, FieldId, HookId, TableId, ValidProgram};

/// A part of the rules without which a run may go another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A clause that applied.
    Clause(ClauseId),
    /// A requirement, by its condition, that did not hold.
    Require(ExprId),
    /// A hook that could run.
    Hook(HookId),
    /// An action that could be offered.
    Action(ActionId),
    /// An act, by its position, that ran; of a jump that depends on a condition, one that was not taken.
    Act(BodyId, u32),
    /// A row of a table, by its position, that was read.
    Row(TableId, usize),
    /// A state field that was set back at the edge of a moment.
    Reset(FieldId),
}

/// What was noted so far.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    parts: Mutex<BTreeSet<Part>>,
}

impl Linked {
    /// Notes a part, where anybody watches.
    #[inline]
    pub(crate) fn note(&self, part: impl FnOnce() -> Part) {
        if let Some(watch) = &self.watch {
            watch.parts.lock().unwrap_or_else(|left| left.into_inner()).insert(part());
        }
    }
}

impl Machine {
    /// A machine that notes which parts of the rules have an effect.
    pub fn watching(program: &ValidProgram) -> Self {
        let mut linked = Linked::new(program.clone(), Optimisations::watching());
        linked.watch = Some(Watch::default());
        Self { linked: Arc::new(linked) }
    }

    /// The parts noted since this was last asked; none where the machine does not watch.
    pub fn take_noted(&self) -> BTreeSet<Part> {
        let watch = self.linked.watch.as_ref();
        watch.map_or_else(BTreeSet::new, |watch| {
            std::mem::take(&mut watch.parts.lock().unwrap_or_else(|left| left.into_inner()))
        })
    }
}
