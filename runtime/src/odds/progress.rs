//! How far a state has come, by its stack: which step of which run, which round of which loop, which act.

use crate::state::{Frame, Stage, State, Work};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use warwright_ir::{Act, BodyId, Program, Slot};

/// How far a state has come: less is earlier.
pub(super) type Progress = SmallVec<[i64; 12]>;

/// The counters of loops of bodies that were seen.
#[derive(Debug, Default)]
pub(super) struct Progresses {
    counters: FxHashMap<BodyId, Rc<[Slot]>>,
}

impl Progresses {
    /// How far a state has come.
    pub(super) fn of(&mut self, program: &Program, state: &State) -> Progress {
        let mut progress = Progress::new();
        for frame in &state.frames {
            self.frame(program, state, frame, &mut progress);
        }
        progress
    }

    fn frame(&mut self, program: &Program, state: &State, frame: &Frame, progress: &mut Progress) {
        match &frame.work {
            Work::Run(run) => progress.push(stage(run.stage)),
            Work::Step(run) => progress.extend([i64::from(run.step), stage(run.stage)]),
            Work::Acts(acts) => {
                let counters = self
                    .counters
                    .entry(acts.body)
                    .or_insert_with(|| counters(program, acts.body).into());
                for counter in counters.iter() {
                    progress.push(left(state, frame, *counter).saturating_neg());
                }
                progress.push(i64::from(acts.at));
            }
            Work::Hook(run) => progress.push(i64::from(run.hook.0)),
            Work::Action(run) => progress.push(i64::from(run.action.0)),
            Work::Window(window) => progress.push(i64::from(window.turn)),
            Work::Refresh { .. } => progress.push(0),
        }
    }
}

/// The locals that count down while a body goes through its loops, outer loops first.
fn counters(program: &Program, body: BodyId) -> Vec<Slot> {
    let acts = program.bodies.get(body).map_or(&[][..], |body| &body.acts);
    let counters = acts.iter().filter_map(|act| match act {
        Act::Bound { left, .. } => Some(Slot::Scalar(*left)),
        Act::Iterate { cursor, .. } => Some(Slot::Wide(*cursor)),
        _ => None,
    });
    counters.collect()
}

fn left(state: &State, frame: &Frame, counter: Slot) -> i64 {
    match counter {
        Slot::Scalar(slot) => {
            let at = frame.scalars as usize + usize::from(slot);
            state.locals.scalars.get(at).copied().unwrap_or(0)
        }
        Slot::Wide(slot) => {
            let items = state.locals.wides.get(frame.wides as usize + usize::from(slot));
            items.map_or(0, |items| i64::try_from(items.len()).unwrap_or(i64::MAX))
        }
    }
}

fn stage(stage: Stage) -> i64 {
    match stage {
        Stage::Begin => 0,
        Stage::OfferBefore => 1,
        Stage::Before => 2,
        Stage::OfferAt => 3,
        Stage::Work(step) => 4 + i64::from(step),
        Stage::QueueAfter => 100_000,
        Stage::After => 100_001,
        Stage::OfferAfter => 100_002,
        Stage::End => 100_003,
        Stage::Plain => 100_004,
    }
}
