//! The state of a battle: one plain value that holds the world and the machine's own stack.
//!
//! States that are equal behave equally. Not in it: fuel, messages, the generator of the dice.

mod cards;
mod compared;
mod copy;
mod equal;
mod frame;
mod guess;
mod halves;
mod hidden;
mod parts;
mod setup;
mod sight;
mod size;
mod uses;
mod view;
mod waiting;
mod write;

pub use crate::code::Stage;
pub use crate::wide::Wide;
pub(crate) use compared::tell_differences;
pub use frame::{
    ActionRun, Acts, Frame, HookRun, Memory, Queue, Queued, Run, Savepoint, Snapshot, StepRun,
    WindowRun, WindowSource, Work,
};
pub(crate) use guess::guessed;
pub(crate) use halves::Common;
pub(crate) use hidden::hidden_inputs;
pub use parts::PartOf;
pub(crate) use parts::{bare, cell, holder, part_of};
pub(crate) use setup::{Rules, reset_field, setup};
pub(crate) use sight::{cards_hidden_from, items, seen_by};
pub use uses::{Tally, Used};
pub(crate) use view::{Overlay, View};
pub(crate) use write::{MOST_ENTITIES, Writer};

use crate::link::{Head, Heads, IN_PLAY, Linked};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use warwright_ir::{AbilityId, Edge, KindId, Moment, MomentId, ScenarioId, TieId};

/// The state of a battle.
///
/// The world (all that caches answer for) is written to in this module alone: by the writer, which tells the cache, and where a
/// state is built that no session holds yet.
///
/// ```compile_fail,E0616
/// fn past_the_cache(state: &mut warwright_runtime::State) {
///     state.cells.clear();
/// }
/// ```
#[derive(Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario that is played.
    pub scenario: ScenarioId,
    /// The values of all entities, one after the other: head, possessions, scalar fields.
    pub(in crate::state) cells: Vec<i64>,
    /// The wide fields of all entities.
    pub(in crate::state) wides: Vec<Wide>,
    /// Where the values of each entity begin.
    pub(in crate::state) heads: Arc<Heads>,
    /// Abilities held for a time, in order of entity, ability, arguments, end.
    pub(in crate::state) held: Vec<Held>,
    /// Ties, in order of tie and ends.
    pub(in crate::state) ties: Vec<Tied>,
    /// The stack of what is running, the innermost last.
    pub frames: Vec<Frame>,
    /// The locals of all frames.
    pub locals: Locals,
    /// Uses that count for the whole battle.
    pub tallies: Vec<Tally>,
    /// How it ended, if it did.
    pub outcome: Option<Box<Outcome>>,
}

/// Local values: frame after frame.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Locals {
    /// Scalars.
    pub scalars: Vec<i64>,
    /// Wide values.
    pub wides: Vec<Wide>,
}

/// An ability that an entity holds for a time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Held {
    /// Who.
    pub entity: i64,
    /// What.
    pub ability: AbilityId,
    /// Values of its parameters.
    pub args: SmallVec<[i64; 2]>,
    /// How long.
    pub until: Until,
}

/// How long an ability is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Until {
    /// Until it is removed.
    Removed,
    /// Until the run at this depth of the stack ends.
    RunEnds {
        /// The depth.
        depth: u32,
    },
    /// Until such a run starts or ends, after `skip` others.
    Next {
        /// The moment.
        moment: MomentId,
        /// Which end of its runs.
        edge: Edge,
        /// Whose run, or [`warwright_ir::NONE`] for any.
        whose: i64,
        /// Whether the runs of all others are meant instead.
        others: bool,
        /// How many more to let pass.
        skip: u8,
    },
}

impl Until {
    /// Whether the runs of a player (or of a thing in a role) are among those that it waits for.
    pub(crate) const fn means(&self, run_of: i64) -> bool {
        match self {
            Self::Next { whose, others, .. } => {
                *whose == warwright_ir::NONE || (*whose == run_of) != *others
            }
            Self::Removed | Self::RunEnds { .. } => false,
        }
    }
}

/// A pair of tied entities. Of a tie between two of one kind the left end has the smaller number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tied {
    /// The tie.
    pub tie: TieId,
    /// One end.
    pub left: i64,
    /// The other.
    pub right: i64,
    /// All fields as the left end sees them.
    pub of_left: SmallVec<[i64; 2]>,
    /// All fields as the right end sees them.
    pub of_right: SmallVec<[i64; 2]>,
}

/// How a battle, or a procedure that was called from outside, ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// A player won, or several together.
    Won {
        /// Who, each once: one at least.
        players: SmallVec<[i64; 2]>,
        /// Why, in words.
        why: String,
    },
    /// Nobody won.
    Drawn {
        /// Why, in words.
        why: String,
    },
    /// What was run came to its end without a winner; its last locals can be read.
    Ended {
        /// The locals of the outermost frame, which the state and whoever is told of the end share.
        locals: Arc<Locals>,
        /// Its result, if it gives one.
        result: Option<Wide>,
    },
}

/// What is remembered of moments that go on.
fn snapshots(state: &mut State) -> impl Iterator<Item = &mut (MomentId, Arc<Snapshot>)> {
    let memories = state.frames.iter_mut().filter_map(|frame| match &mut frame.work {
        Work::Run(run) => run.memory.as_mut(),
        Work::Step(run) => run.memory.as_mut(),
        _ => None,
    });
    memories.flat_map(|memory| memory.snapshots.iter_mut())
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Heads follow from the scenario and the number of entities.
        self.heads.len().hash(hasher);
        self.scenario.hash(hasher);
        self.cells.hash(hasher);
        self.wides.hash(hasher);
        self.held.hash(hasher);
        self.ties.hash(hasher);
        self.frames.hash(hasher);
        self.locals.hash(hasher);
        self.tallies.hash(hasher);
        self.outcome.hash(hasher);
    }
}

impl State {
    /// The same state under a scenario of another program, which must be like that of this one.
    #[must_use]
    pub fn under(self, scenario: ScenarioId) -> Self {
        Self { scenario, ..self }
    }

    /// The world alone, as it stands, with nothing that runs in it: what is held until a run ends is held on.
    #[must_use]
    pub fn at_rest(mut self) -> Self {
        for held in &mut self.held {
            if matches!(held.until, Until::RunEnds { .. }) {
                held.until = Until::Removed;
            }
        }
        self.held.sort_unstable();
        self.held.dedup();
        Self { frames: Vec::new(), locals: Locals::default(), outcome: None, ..self }
    }

    /// Where an entity's values begin; nothing for what is no entity.
    pub fn head(&self, entity: i64) -> Option<Head> {
        self.heads.get(usize::try_from(entity).ok()?).copied()
    }

    /// The first entity of a kind.
    pub(crate) fn only(&self, linked: &Linked, kind: KindId) -> Option<i64> {
        let of_class = self.heads.of_class(linked.kinds.get(kind)?.class).iter().copied();
        of_class.into_iter().find(|entity| self.head(*entity).is_some_and(|it| it.kind == kind))
    }

    /// Whether an entity is in play now.
    pub fn in_play(&self, entity: i64) -> bool {
        let at = self.head(entity).map(|head| head.cells as usize + IN_PLAY);
        at.and_then(|at| self.cells.get(at)).is_some_and(|cell| *cell == 1)
    }

    /// The depth of the innermost run of a moment's procedure or step that goes on.
    pub(crate) fn innermost(&self, moment: &Moment) -> Option<usize> {
        self.frames.iter().rposition(|frame| frame.runs(moment))
    }

    /// The values of all entities, one after the other: head, possessions, scalar fields.
    pub fn cells(&self) -> &[i64] {
        &self.cells
    }

    /// The wide fields of all entities.
    pub fn wides(&self) -> &[Wide] {
        &self.wides
    }

    /// Where the values of each entity begin.
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// Abilities held for a time, in order of entity, ability, arguments, end.
    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// Ties, in order of tie and ends.
    pub fn ties(&self) -> &[Tied] {
        &self.ties
    }

    /// How many entities there are or were.
    pub fn entities(&self) -> i64 {
        i64::try_from(self.heads.len()).unwrap_or(i64::MAX)
    }
}
