//! Uses that are counted: what was done as often as it may be, by whom, and who may know of it.

use super::{State, Work};
use serde::{Deserialize, Serialize};
use warwright_ir::{ActionId, HookId};

/// What is counted: uses of a hook or an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Used {
    /// A hook.
    Hook(HookId),
    /// An action.
    Action(ActionId),
}

/// A use that may not be repeated for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Of what.
    pub used: Used,
    /// By whom: a bearer or a player.
    pub who: i64,
    /// For which value of its `each`.
    pub each: i64,
    /// The player who alone may know of it, where it is a secret; [`warwright_ir::NONE`] is nobody.
    pub secret_of: Option<i64>,
}

impl Tally {
    /// Whether this use is among those that were counted, whosever secret it is.
    pub(crate) fn is_in(&self, counted: &[Self]) -> bool {
        let use_of = |tally: &Self| (tally.used, tally.who, tally.each);
        counted.binary_search_by_key(&use_of(self), use_of).is_ok()
    }
}

/// Forgets the uses that are secrets of others.
pub(super) fn forget_uses(state: &mut State, player: i64) {
    let memories = state.frames.iter_mut().filter_map(|frame| match &mut frame.work {
        Work::Run(run) => run.memory.as_mut(),
        Work::Step(run) => run.memory.as_mut(),
        _ => None,
    });
    for tallies in memories.map(|memory| &mut memory.tallies).chain([&mut state.tallies]) {
        tallies.retain(|tally| tally.secret_of.is_none_or(|one| one == player));
    }
}
