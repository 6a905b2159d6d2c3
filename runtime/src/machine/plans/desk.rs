//! Copies of the state on which a machine works to try something, and the one memory of what was worked out of any of them:
//! from one to another it is told only what is otherwise.

use crate::eval::Memo;
use crate::fault::Checked;
use crate::machine::engine::Engine;
use crate::machine::tell::Tells;
use crate::state::{State, tell_differences};

/// A copy of the state.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) state: State,
    /// No other draft that differs has this number.
    number: u64,
}

/// What is known, and of which draft.
#[derive(Debug)]
pub(super) struct Desk {
    memo: Box<Memo>,
    shown: Draft,
    /// How many drafts there were.
    drafts: u64,
}

impl Engine<'_> {
    /// Puts what is known on a desk, beside the state as it is.
    pub(super) fn desk(&mut self) -> Desk {
        let shown = Draft { state: self.state.clone(), number: 0 };
        Desk { memo: std::mem::take(&mut self.memo), shown, drafts: 0 }
    }

    /// Takes what is known from the desk.
    pub(super) fn clear_desk(&mut self, mut desk: Desk) {
        tell_differences(self.linked, &desk.shown.state, self.state, &mut desk.memo);
        self.memo = desk.memo;
    }

    /// Lets a machine ask about a draft.
    pub(super) fn ask_draft<T>(
        &mut self,
        desk: &mut Desk,
        draft: &mut Draft,
        ask: impl FnOnce(&mut Engine<'_>) -> Checked<T>,
    ) -> Checked<T> {
        let linked = self.linked;
        if desk.shown.number != draft.number {
            tell_differences(linked, &desk.shown.state, &draft.state, &mut desk.memo);
            desk.shown = draft.clone();
        }
        let mut tells = Tells::quiet();
        let mut inner = Engine {
            linked,
            setting: self.setting,
            state: &mut draft.state,
            tells: &mut tells,
            fuel: self.fuel,
            memo: std::mem::take(&mut desk.memo),
            planning: true,
            chance: None,
        };
        let result = ask(&mut inner);
        drop(inner);
        desk.memo = draft.state.memo.take(linked);
        result
    }

    /// Lets a machine work on a draft, which is another one then.
    pub(super) fn change_draft(
        &mut self,
        desk: &mut Desk,
        draft: &mut Draft,
        work: impl FnOnce(&mut Engine<'_>) -> Checked<()>,
    ) -> Checked<()> {
        self.ask_draft(desk, draft, work)?;
        desk.drafts += 1;
        draft.number = desk.drafts;
        desk.shown = draft.clone();
        Ok(())
    }
}

impl Desk {
    /// The draft that is the state as it was.
    pub(super) fn first(&self) -> Draft {
        self.shown.clone()
    }
}
