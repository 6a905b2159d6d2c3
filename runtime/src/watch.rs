//! Which parts of the rules had an effect: noted by a machine that watches, so that a part can be told to be of no use to a run.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use warwright_ir::{
    ActionId, Arena, BodyId, ClauseId, ExprId, FieldId, HookId, TableId, ValidProgram,
};

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
#[derive(Debug)]
pub(crate) enum Watch {
    /// Every part.
    All(Mutex<BTreeSet<Part>>),
    /// Clauses and hooks: a mark for each, so that noting takes next to no time.
    Borne(Borne),
}

/// A mark for everything that a bearer brings.
#[derive(Debug)]
pub(crate) struct Borne {
    /// Whether nothing is noted for a time.
    paused: AtomicBool,
    clauses: Arena<ClauseId, AtomicBool>,
    hooks: Arena<HookId, AtomicBool>,
}

impl Borne {
    pub(crate) fn new(program: &ValidProgram) -> Self {
        let paused = AtomicBool::new(false);
        let mut marks = Self { paused, clauses: Arena::new(), hooks: Arena::new() };
        for _ in program.clauses.ids() {
            marks.clauses.push(AtomicBool::new(false));
        }
        for _ in program.hooks.ids() {
            marks.hooks.push(AtomicBool::new(false));
        }
        marks
    }

    /// Notes nothing until it is told otherwise; gives whether it did until now.
    pub(crate) fn pause(&self, paused: bool) -> bool {
        self.paused.swap(paused, Ordering::Relaxed)
    }

    /// Whether nothing is noted now.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    fn note(&self, part: Part) {
        let mark = match part {
            Part::Clause(id) => self.clauses.get(id),
            Part::Hook(id) => self.hooks.get(id),
            _ => None,
        };
        if let Some(mark) = mark.filter(|_| !self.is_paused()) {
            mark.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn take(&self) -> BTreeSet<Part> {
        let taken = |mark: &AtomicBool| mark.swap(false, Ordering::Relaxed);
        let clauses = self.clauses.iter().filter(|(_, mark)| taken(mark));
        let mut parts: BTreeSet<Part> = clauses.map(|(id, _)| Part::Clause(id)).collect();
        let hooks = self.hooks.iter().filter(|(_, mark)| taken(mark));
        parts.extend(hooks.map(|(id, _)| Part::Hook(id)));
        parts
    }
}

impl Watch {
    /// Notes a part.
    pub(crate) fn note(&self, part: Part) {
        match self {
            Self::Borne(marks) => marks.note(part),
            Self::All(parts) => {
                parts.lock().unwrap_or_else(|left| left.into_inner()).insert(part);
            }
        }
    }
}
