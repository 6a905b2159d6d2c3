//! Machines that note which parts of the rules had an effect.

use super::Machine;
use crate::link::Linked;
use crate::optimisations::Optimisations;
use crate::watch::{Borne, Part, Watch};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use warwright_ir::ValidProgram;

impl Machine {
    /// A machine that notes which parts of the rules have an effect.
    pub fn watching(program: &ValidProgram) -> Self {
        let mut linked = Linked::new(program.clone(), Optimisations::watching());
        linked.watch = Some(Watch::All(Mutex::default()));
        Self { linked: Arc::new(linked) }
    }

    /// A machine that notes which clauses and hooks had an effect on anything that was worked out. What a shortcut does not ask is not
    /// noted.
    pub fn noting_bearers(program: &ValidProgram) -> Self {
        let mut linked = Linked::new(program.clone(), Optimisations::all());
        linked.watch = Some(Watch::Borne(Borne::new(program)));
        Self { linked: Arc::new(linked) }
    }

    /// What is asked meanwhile is not noted by a machine that notes bearers: a player weighs what to answer, and the rules do nothing.
    pub fn unnoted<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.linked.unnoted(ask)
    }

    /// The parts noted since this was last asked; none where the machine does not watch.
    pub fn take_noted(&self) -> BTreeSet<Part> {
        match &self.linked.watch {
            None => BTreeSet::new(),
            Some(Watch::Borne(marks)) => marks.take(),
            Some(Watch::All(parts)) => {
                std::mem::take(&mut parts.lock().unwrap_or_else(|left| left.into_inner()))
            }
        }
    }
}
