//! Copies of the state on which a machine works to try something, and the one memory of what was worked out of any of them:
//! from one to another it is told only what is otherwise.

use crate::eval::Memo;
use crate::fault::Checked;
use crate::link::Linked;
use crate::machine::engine::Engine;
use crate::machine::tell::Tells;
use crate::state::{State, tell_differences};
use std::rc::Rc;

/// A copy of the state, which drafts that do not differ share.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) state: Rc<State>,
    /// No other draft that differs has this number.
    number: u64,
}

/// What is known, and of which draft.
#[derive(Debug)]
pub(super) struct Desk {
    memo: Memo,
    /// Nothing only while a machine works on it, so that it has it for itself.
    shown: Option<Draft>,
    /// How many drafts there were.
    drafts: u64,
}

impl Engine<'_> {
    /// Puts what is known on a desk, beside the state as it is.
    pub(super) fn desk(&mut self) -> Desk {
        let shown = Draft { state: Rc::new(self.state.clone()), number: 0 };
        Desk { memo: std::mem::take(self.memo), shown: Some(shown), drafts: 0 }
    }

    /// Takes what is known from the desk.
    pub(super) fn clear_desk(&mut self, mut desk: Desk) {
        desk.tell(self.linked, None, self.state);
        *self.memo = desk.memo;
    }

    /// Lets a machine ask about a draft.
    pub(super) fn ask_draft<T>(
        &mut self,
        desk: &mut Desk,
        draft: &mut Draft,
        ask: impl FnOnce(&mut Engine<'_>) -> Checked<T>,
    ) -> Checked<T> {
        let linked = self.linked;
        desk.tell(linked, Some(draft.number), &draft.state);
        let mut tells = Tells::quiet();
        let mut inner = Engine {
            linked,
            setting: self.setting,
            state: Rc::make_mut(&mut draft.state),
            tells: &mut tells,
            fuel: self.fuel,
            memo: &mut desk.memo,
            planning: true,
            chance: None,
        };
        let result = ask(&mut inner);
        desk.shown = Some(draft.clone());
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
        desk.shown = Some(draft.clone());
        Ok(())
    }
}

impl Desk {
    /// The draft that is the state as it was.
    pub(super) fn first(&self) -> Option<Draft> {
        self.shown.clone()
    }

    /// Tells what is known what is otherwise in the draft of that number than in the one that was shown before.
    fn tell(&mut self, linked: &Linked, number: Option<u64>, state: &State) {
        match self.shown.take() {
            Some(shown) if Some(shown.number) == number => {}
            Some(shown) => tell_differences(linked, &shown.state, state, &mut self.memo),
            None => self.memo.clear(),
        }
    }
}
