//! The machine's own stack: frames that say exactly where in which rule the machine stands.

use super::{Held, Stage, State, Tally, Tied, Wide};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use warwright_ir::{
    ActionId, BodyId, HookId, Moment, MomentId, ProcedureId, Slot, WindowEnd, WindowId,
};

/// A frame of the stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The first of its scalar locals. Steps and bodies use the locals of the run they belong to.
    pub scalars: u32,
    /// The first of its wide locals.
    pub wides: u32,
    /// What it does.
    pub work: Work,
}

impl Frame {
    /// Whether it runs the procedure or step of a moment.
    pub(crate) fn runs(&self, moment: &Moment) -> bool {
        match (&self.work, moment.step) {
            (Work::Run(run), None) => run.procedure == moment.procedure,
            (Work::Step(run), Some(step)) => run.procedure == moment.procedure && run.step == step,
            _ => false,
        }
    }

    /// What it remembers, if it is a run of a procedure or step that remembers something.
    pub(crate) fn memory(&self) -> Option<&Memory> {
        match &self.work {
            Work::Run(run) => run.memory.as_deref(),
            Work::Step(run) => run.memory.as_deref(),
            Work::Acts(_)
            | Work::Hook(_)
            | Work::Action(_)
            | Work::Window(_)
            | Work::Refresh { .. } => None,
        }
    }
}

/// What a frame does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Work {
    /// A run of a procedure.
    Run(Run),
    /// A run of a step.
    Step(StepRun),
    /// Acts of a body.
    Acts(Acts),
    /// A run of a hook.
    Hook(HookRun),
    /// A run of an action.
    Action(ActionRun),
    /// An open window.
    Window(Box<WindowRun>),
    /// Waits under what a hook replaced, to give the hook the open variables again.
    Refresh {
        /// The depth of the hook.
        hook: u32,
    },
}

/// A run of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// The procedure.
    pub procedure: ProcedureId,
    /// How far it has come.
    pub stage: Stage,
    /// Whether it is to end as soon as the running step has ended.
    pub finishing: bool,
    /// Where the caller wants the result.
    pub result_to: Option<Slot>,
    /// Its result: one cell, or a wide value.
    pub result: Option<Box<Wide>>,
    /// Hooks that still have to run.
    pub queue: Option<Box<Queue>>,
    /// What it remembers.
    pub memory: Option<Box<Memory>>,
}

/// A run of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepRun {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The step.
    pub step: u16,
    /// The depth of the procedure's run.
    pub run: u32,
    /// How far it has come.
    pub stage: Stage,
    /// Hooks that still have to run.
    pub queue: Option<Box<Queue>>,
    /// What it remembers.
    pub memory: Option<Box<Memory>>,
}

/// Acts of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Acts {
    /// The body.
    pub body: BodyId,
    /// The next act.
    pub at: u32,
    /// Dice that are to be rolled before the act is done.
    pub pending: u32,
    /// Whether its locals are its own.
    pub owns: bool,
    /// Parts that are all or nothing, the innermost last.
    pub tries: Vec<Savepoint>,
}

/// How all was when an all-or-nothing part began.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Savepoint {
    /// Where to go on when the part fails.
    pub other: u32,
    /// The whole state.
    pub state: Box<State>,
}

/// A run of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HookRun {
    /// The hook.
    pub hook: HookId,
    /// Who brings it, or none.
    pub bearer: i64,
    /// The procedure's run that it hangs on, by depth.
    pub run: u32,
    /// Of a hook in a step's place: the hooks of lower precedence, in rising order.
    pub below: Option<Box<Queue>>,
    /// Whether it has run what it replaced.
    pub proceeded: bool,
}

/// A run of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ActionRun {
    /// The action.
    pub action: ActionId,
    /// For an action at a step: the run whose open variables it may write, by depth.
    pub run: Option<u32>,
}

/// An open window.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WindowRun {
    /// Which.
    pub source: WindowSource,
    /// Who is asked, in order.
    pub players: SmallVec<[i64; 4]>,
    /// Who is asked next.
    pub turn: u32,
    /// How many have passed in a row.
    pub passes: u32,
    /// How many more actions may be taken, if that is limited.
    pub left: Option<i64>,
}

/// Which window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WindowSource {
    /// One that a step opens by name.
    Named {
        /// The window.
        window: WindowId,
        /// When it closes.
        ends: WindowEnd,
    },
    /// The actions offered at a step.
    Step {
        /// The procedure.
        procedure: ProcedureId,
        /// The step.
        step: u16,
        /// Which of its offers.
        stage: Stage,
        /// The depth of the procedure's run.
        run: u32,
    },
}

/// Hooks that wait for their turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Queue {
    /// The hooks that still wait, the next one last.
    pub waiting: Vec<Queued>,
}

/// A hook that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Queued {
    /// The hook.
    pub hook: HookId,
    /// Its bearer, or [`warwright_ir::NONE`].
    pub bearer: i64,
    /// Which of several possessions of the bearer.
    pub ordinal: u16,
}

/// What a run remembers until it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memory {
    /// How things were when it began, for each moment that is looked back to.
    pub snapshots: SmallVec<[(MomentId, Arc<Snapshot>); 1]>,
    /// Uses that count for this run.
    pub tallies: Vec<Tally>,
}

/// How things were when a run began: only what is looked back to, all else zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Snapshot {
    /// Cells.
    pub cells: Vec<i64>,
    /// Wide fields.
    pub wides: Vec<Wide>,
    /// What was held, where that is looked back to.
    pub held: Vec<Held>,
    /// Ties, where they are looked back to.
    pub ties: Vec<Tied>,
}
