//! Whether a state that comes from outside could be one of a program.

use crate::link::Linked;
use crate::state::{State, WindowSource, Work};

/// Whether the places and ids that a state names exist.
pub(super) fn fits(linked: &Linked, state: &State) -> bool {
    let program = &linked.program;
    let Some(setting) = linked.setting(state.scenario) else { return false };
    let heads = state.heads().iter().all(|head| match linked.kinds.get(head.kind) {
        Some(kind) => {
            let cells = (head.cells as usize).checked_add(kind.cells);
            let wides = (head.wides as usize).checked_add(kind.wides);
            head.class == kind.class
                && cells.is_some_and(|end| end <= state.cells().len())
                && wides.is_some_and(|end| end <= state.wides().len())
        }
        None => false,
    });
    let begin = setting.layout.heads.iter().zip(state.heads().iter());
    let same_begin = state.heads().len() >= setting.layout.heads.len()
        && begin.into_iter().all(|(planned, found)| planned == found);
    let held = state.held().iter().all(|held| program.abilities.contains(held.ability));
    let ties = state.ties().iter().all(|tied| program.ties.contains(tied.tie));
    let frames = state.frames.iter().all(|frame| {
        let inside = frame.scalars as usize <= state.locals.scalars.len()
            && frame.wides as usize <= state.locals.wides.len();
        let depth = |depth: u32| (depth as usize) < state.frames.len();
        inside
            && match &frame.work {
                Work::Run(run) => program.procedures.contains(run.procedure),
                Work::Step(run) => program.procedures.contains(run.procedure) && depth(run.run),
                Work::Acts(acts) => {
                    program.bodies.contains(acts.body)
                        && acts.tries.iter().all(|saved| fits(linked, &saved.state))
                }
                Work::Hook(run) => program.hooks.contains(run.hook) && depth(run.run),
                Work::Action(run) => {
                    program.actions.contains(run.action) && run.run.is_none_or(depth)
                }
                Work::Window(window) => match window.source {
                    WindowSource::Named { window, .. } => program.windows.contains(window),
                    WindowSource::Step { procedure, run, .. } => {
                        program.procedures.contains(procedure) && depth(run)
                    }
                },
                Work::Refresh { hook } => depth(*hook),
            }
    });
    heads && same_begin && held && ties && frames
}
