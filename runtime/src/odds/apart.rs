//! Stretches apart from the world: from one roll to the next nothing but locals is set, as far as the acts tell.
//!
//! At what of the world expressions look is not said here, nor what comes after a roll of no dice. A run without cells finds
//! that out: every look at what is not the same in all worlds is a fault, and so is every act that may change the world.

use crate::machine::touches_locals_alone;
use crate::state::{Frame, Stage, State, Work};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use warwright_ir::{Act, BodyId, Procedure, ProcedureId, Program, Step};

/// How deep calls are followed.
const DEEPEST: usize = 16;

/// Where in which bodies and procedures a state stands: what decides how it may go on.
type Place = SmallVec<[u32; 16]>;

/// Whether stretches are apart, as far as is known.
#[derive(Debug, Default)]
pub(super) struct Apartness {
    known: FxHashMap<Place, bool>,
}

/// Where a body or procedure may lead without a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    /// Dice are rolled on every path, unless their number is none.
    ToDice,
    /// It may come to its end before dice are rolled.
    ToEnd,
    /// It may do something else than set locals.
    Elsewhere,
}

impl Apartness {
    /// Whether the stretch that a state is about to run may be apart from the world.
    pub(super) fn may_be(&mut self, program: &Program, state: &State) -> bool {
        let place = place(state);
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        let apart = leads_to_dice(program, state);
        self.known.insert(place, apart);
        apart
    }

    /// The stretch that a state was about to run was found to look at the world.
    pub(super) fn is_not(&mut self, state: &State) {
        self.known.insert(place(state), false);
    }
}

/// Whether a run without a world that stopped in `after` did nothing but set locals on its way from `before`: what stands
/// under the innermost acts is as it was, and the innermost acts are those of the same body.
pub(super) fn stayed_apart(before: &State, after: &State) -> bool {
    let body = |state: &State| match state.frames.last().map(|frame| &frame.work) {
        Some(Work::Acts(acts)) => Some(acts.body),
        _ => None,
    };
    let under = |state: &State| state.frames.len().saturating_sub(1);
    under(before) == under(after)
        && body(before) == body(after)
        && before
            .frames
            .iter()
            .zip(&after.frames)
            .take(under(before))
            .all(|(one, other)| one == other)
        && before.held() == after.held()
        && before.ties() == after.ties()
        && before.wides() == after.wides()
        && before.tallies == after.tallies
        && before.heads().len() == after.heads().len()
}

fn place(state: &State) -> Place {
    let mut place = Place::new();
    for frame in &state.frames {
        match &frame.work {
            Work::Acts(acts) => place.extend([acts.body.0, acts.at]),
            Work::Run(run) => {
                let stage =
                    if let Stage::Work(step) = run.stage { u32::from(step) } else { u32::MAX };
                place.extend([run.procedure.0, stage, u32::from(run.finishing)]);
            }
            Work::Step(run) => place.extend([run.procedure.0, u32::from(run.step)]),
            Work::Hook(run) => place.push(run.hook.0),
            Work::Action(run) => place.push(run.action.0),
            Work::Window(_) | Work::Refresh { .. } => place.push(u32::MAX),
        }
    }
    place
}

fn leads_to_dice(program: &Program, state: &State) -> bool {
    for Frame { work, .. } in state.frames.iter().rev() {
        let leads = match work {
            Work::Acts(acts) if acts.tries.is_empty() => {
                body(program, acts.body, acts.at as usize, 0)
            }
            Work::Step(run) => {
                let procedure = program.procedures.get(run.procedure);
                let step = procedure.and_then(|it| it.steps.get(usize::from(run.step)));
                if step.is_some_and(is_plain) { Leads::ToEnd } else { Leads::Elsewhere }
            }
            Work::Run(run) => match run.stage {
                Stage::Work(next) => procedure(program, run.procedure, usize::from(next), 0),
                _ => Leads::Elsewhere,
            },
            _ => Leads::Elsewhere,
        };
        match leads {
            Leads::ToDice => return true,
            Leads::ToEnd => {}
            Leads::Elsewhere => return false,
        }
    }
    false
}

/// Where the steps of a procedure from `from` on lead.
fn procedure(program: &Program, id: ProcedureId, from: usize, depth: usize) -> Leads {
    let Some(procedure) = program.procedures.get(id).filter(|it| hangs_nothing_on(it)) else {
        return Leads::Elsewhere;
    };
    for step in procedure.steps.iter().skip(from).filter(|step| !step.called) {
        if !is_plain(step) {
            return Leads::Elsewhere;
        }
        match body(program, step.body, 0, depth) {
            Leads::Elsewhere => return Leads::Elsewhere,
            // A step that is not passed over.
            Leads::ToDice if step.when.is_none() => return Leads::ToDice,
            Leads::ToDice | Leads::ToEnd => {}
        }
    }
    Leads::ToEnd
}

fn hangs_nothing_on(procedure: &Procedure) -> bool {
    procedure.before.is_empty() && procedure.after.is_empty() && procedure.moments.is_empty()
}

fn is_plain(step: &Step) -> bool {
    step.before.is_empty()
        && step.instead.is_empty()
        && step.after.is_empty()
        && step.offers_before.is_empty()
        && step.offers_at.is_empty()
        && step.offers_after.is_empty()
        && step.moments.is_empty()
}

/// Where the acts of a body from `at` on lead.
fn body(program: &Program, id: BodyId, at: usize, depth: usize) -> Leads {
    let Some(code) = program.bodies.get(id) else { return Leads::Elsewhere };
    if depth > DEEPEST {
        return Leads::Elsewhere;
    }
    let mut leads = Leads::ToDice;
    let mut seen = vec![false; code.acts.len()];
    let mut todo = vec![at];
    while let Some(position) = todo.pop() {
        let Some(act) = code.acts.get(position) else {
            leads = Leads::ToEnd;
            continue;
        };
        if seen.get_mut(position).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        match act {
            Act::Roll { .. } => {}
            Act::Jump(to) => todo.push(*to as usize),
            Act::JumpUnless { to, .. } => todo.extend([position + 1, *to as usize]),
            Act::EndStep | Act::Finish { .. } => leads = Leads::ToEnd,
            Act::Call { procedure: called, .. } => {
                match procedure(program, *called, 0, depth + 1) {
                    Leads::Elsewhere => return Leads::Elsewhere,
                    Leads::ToDice => {}
                    Leads::ToEnd => todo.push(position + 1),
                }
            }
            act if touches_locals_alone(act) => todo.push(position + 1),
            _ => return Leads::Elsewhere,
        }
    }
    leads
}
