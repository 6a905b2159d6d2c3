//! A run whose last locals are wanted: takes what forgetting takes away from its variables, gives it back when the run is over.
//!
//! The rules forget the same in a run that is watched as in any other. What they forget is laid down below the locals of the
//! outermost run, where no expression reaches; a state that nobody watches has nothing there.

use super::engine::{Base, Engine};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::Linked;
use crate::state::{Locals, State, Wide, Work};
use warwright_ir::{ProcedureId, Slot};

impl State {
    /// Whether the locals that begin there are those of a run that is watched.
    pub(crate) fn is_watched(&self, scalars: usize, wides: usize) -> bool {
        let outermost = self.frames.first();
        let begins = outermost.map_or((0, 0), |it| (it.scalars as usize, it.wides as usize));
        begins != (0, 0) && begins == (scalars, wides)
    }
}

impl Engine<'_> {
    /// Makes room for what will be forgotten of a procedure that is about to begin.
    pub(super) fn make_room_to_watch(&mut self, procedure: ProcedureId) -> Checked<()> {
        let link = self.setting.procedures.get(procedure);
        let env = link.ok_or_else(|| Fault::damaged(DamagedPart::Id))?.env;
        self.reserve(env).map(|_| ())
    }

    /// Puts locals back to what they are when a frame begins.
    pub(super) fn forget(&mut self, base: Base, slots: &[Slot]) -> Checked<()> {
        let watched = self.state.is_watched(base.scalars, base.wides);
        for slot in slots {
            let wanted = watched && is_variable(self.linked, self.state, *slot);
            let Locals { scalars, wides } = &mut self.state.locals;
            match slot {
                Slot::Scalar(slot) => {
                    let local = scalars.get_mut(base.scalars + usize::from(*slot));
                    let held = std::mem::take(local.ok_or_else(no_local)?);
                    if wanted && held != 0 {
                        *scalars.get_mut(usize::from(*slot)).ok_or_else(no_local)? = held;
                    }
                }
                Slot::Wide(slot) => {
                    let local = wides.get_mut(base.wides + usize::from(*slot));
                    let held = std::mem::take(local.ok_or_else(no_local)?);
                    if wanted && !held.is_empty() {
                        *wides.get_mut(usize::from(*slot)).ok_or_else(no_local)? = held;
                    }
                }
            }
        }
        Ok(())
    }

    /// A local becomes 0: what was forgotten of it is not what it held last.
    pub(super) fn emptied_scalar(&mut self, base: Base, slot: u16) {
        if self.state.is_watched(base.scalars, base.wides)
            && let Some(held) = self.state.locals.scalars.get_mut(usize::from(slot))
        {
            *held = 0;
        }
    }

    /// A local becomes empty: what was forgotten of it is not what it held last.
    pub(super) fn emptied_wide(&mut self, base: Base, slot: u16) {
        if self.state.is_watched(base.scalars, base.wides)
            && let Some(held) = self.state.locals.wides.get_mut(usize::from(slot))
        {
            *held = Wide::new();
        }
    }
}

/// Whether a slot of the outermost run holds one of its variables.
pub(super) fn is_variable(linked: &Linked, state: &State, slot: Slot) -> bool {
    let Some(Work::Run(run)) = state.frames.first().map(|frame| &frame.work) else {
        return false;
    };
    let procedure = linked.program.procedures.get(run.procedure);
    procedure.is_some_and(|it| it.variables.iter().any(|(variable, _)| *variable == slot))
}

/// The last locals of the outermost run, which began at `base`: what they hold, or else what was forgotten of them.
pub(super) fn last(mut all: Locals, base: Base) -> Locals {
    if (base.scalars, base.wides) == (0, 0) {
        return all;
    }
    // What was laid down stands below, in the memory that the last locals keep.
    let below = base.scalars.min(all.scalars.len());
    let (laid_down, scalars) = all.scalars.split_at_mut(below);
    for (local, held) in scalars.iter_mut().zip(laid_down) {
        if *local == 0 {
            *local = *held;
        }
    }
    all.scalars.drain(..below);
    let below = base.wides.min(all.wides.len());
    let (laid_down, wides) = all.wides.split_at_mut(below);
    for (local, held) in wides.iter_mut().zip(laid_down) {
        if local.is_empty() {
            *local = std::mem::take(held);
        }
    }
    all.wides.drain(..below);
    all
}

fn no_local() -> Box<Fault> {
    Fault::damaged(DamagedPart::Local)
}
