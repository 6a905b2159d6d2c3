//! Snapshots: copies of the state on which a machine works to try something, with the one memo table that all of them share:
//! from one to another it is told only what is otherwise.

use crate::dependencies::Reads;
use crate::fault::Checked;
use crate::link::Linked;
use crate::machine::engine::Engine;
use crate::machine::tell::Tells;
use crate::memo::Memo;
use crate::state::{State, tell_differences};
use std::rc::Rc;

/// A copy of the state, which snapshots that do not differ share.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) state: Rc<State>,
    /// No other snapshot that differs has this number.
    number: u64,
}

/// What is known, and of which snapshot.
#[derive(Debug)]
pub(super) struct SharedMemo {
    table: Memo,
    /// Nothing only while a machine works on it, so that it has it for itself.
    shown: Option<Snapshot>,
    /// How many snapshots there were.
    snapshots: u64,
}

impl Engine<'_> {
    /// The memo table, beside a snapshot of the state as it is.
    pub(super) fn shared_memo(&mut self) -> SharedMemo {
        let shown = Snapshot { state: Rc::new(self.state.clone()), number: 0 };
        SharedMemo { table: std::mem::take(self.memo), shown: Some(shown), snapshots: 0 }
    }

    /// Takes the memo table back.
    pub(super) fn return_memo(&mut self, mut memo: SharedMemo) {
        memo.tell(self.linked, None, self.state);
        *self.memo = memo.table;
    }

    /// Lets a machine ask about a snapshot.
    pub(super) fn ask_snapshot<T>(
        &mut self,
        memo: &mut SharedMemo,
        snapshot: &mut Snapshot,
        ask: impl FnOnce(&mut Engine<'_>) -> Checked<T>,
    ) -> Checked<T> {
        let linked = self.linked;
        memo.tell(linked, Some(snapshot.number), &snapshot.state);
        let mut tells = Tells::quiet();
        let mut inner = Engine {
            linked,
            setting: self.setting,
            state: Rc::make_mut(&mut snapshot.state),
            tells: &mut tells,
            fuel: self.fuel,
            memo: &mut memo.table,
            planning: true,
            chance: None,
            shuns: None,
            dice: None,
            reads: Reads::default(),
            common: None,
        };
        let result = ask(&mut inner);
        memo.shown = Some(snapshot.clone());
        result
    }

    /// Lets a machine work on a snapshot, which is another one then.
    pub(super) fn change_snapshot(
        &mut self,
        memo: &mut SharedMemo,
        snapshot: &mut Snapshot,
        work: impl FnOnce(&mut Engine<'_>) -> Checked<()>,
    ) -> Checked<()> {
        self.ask_snapshot(memo, snapshot, work)?;
        memo.snapshots += 1;
        snapshot.number = memo.snapshots;
        memo.shown = Some(snapshot.clone());
        Ok(())
    }
}

impl SharedMemo {
    /// The snapshot that is the state as it was.
    pub(super) fn first(&self) -> Option<Snapshot> {
        self.shown.clone()
    }

    /// Tells what is known what is otherwise in the snapshot of that number than in the one that was shown before.
    fn tell(&mut self, linked: &Linked, number: Option<u64>, state: &State) {
        match self.shown.take() {
            Some(shown) if Some(shown.number) == number => {}
            Some(shown) => tell_differences(linked, &shown.state, state, &mut self.table),
            None => self.table.clear(),
        }
    }
}
