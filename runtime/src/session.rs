//! A battle that goes on: takes a state, keeps beside it what was worked out of it, gives both to whoever asks next.
//!
//! The cache belongs to this state and to no other: a state is written to through its session alone, a copy of a session begins
//! without one, and a state that is taken out of its session leaves it behind. So a cache never has to be compared with a state.

use crate::link::Linked;
use crate::memo::Memo;
use crate::state::{State, tell_differences};
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// A state that is played on, and what was worked out of it. It is read as the state that it holds.
#[derive(Debug)]
pub struct Session {
    state: Box<State>,
    kept: RefCell<Kept>,
}

/// What was worked out of a state.
#[derive(Debug, Default)]
struct Kept {
    /// By the number of the program that it was worked out with.
    own: Option<(u64, Box<Memo>)>,
    /// How the state looked to players when they were asked last, with what was worked out of that.
    seen: Vec<(i64, Rc<Session>)>,
}

impl Session {
    /// A state that is played on from now on.
    pub fn new(state: State) -> Self {
        Self::of(Box::new(state))
    }

    pub(crate) fn of(state: Box<State>) -> Self {
        Self { state, kept: RefCell::default() }
    }

    /// The state as it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state alone.
    pub fn into_state(self) -> State {
        *self.state
    }

    /// The state and a table to be used again, which knows nothing of it any more.
    pub(crate) fn into_parts(self) -> (Box<State>, Box<Memo>) {
        let mut memo = self.kept.into_inner().own.map(|(_, memo)| memo).unwrap_or_default();
        memo.begin();
        (self.state, memo)
    }

    /// A state with a table that was used for another one.
    pub(crate) fn with_table(linked: &Linked, state: Box<State>, mut table: Box<Memo>) -> Self {
        table.begin();
        let kept = Kept { own: Some((linked.number, table)), seen: Vec::new() };
        Self { state, kept: RefCell::new(kept) }
    }

    /// The state to be written to, with what has to hear of it.
    pub(crate) fn parts(&mut self, linked: &Linked) -> (&mut State, &mut Memo) {
        let own = &mut self.kept.get_mut().own;
        let (number, memo) = own.get_or_insert_with(|| (linked.number, Box::default()));
        if *number != linked.number {
            (*number, **memo) = (linked.number, Memo::default());
        }
        (&mut self.state, memo)
    }

    /// What was worked out by a program, to ask it with; nothing yet where another asked last, or somebody is asking.
    pub(crate) fn take(&self, linked: &Linked) -> Box<Memo> {
        let own = self.kept.borrow_mut().own.take();
        own.filter(|(number, _)| *number == linked.number).map(|(_, memo)| memo).unwrap_or_default()
    }

    /// Puts it back. Nobody can have written to the state meanwhile: whoever asks has it borrowed.
    pub(crate) fn put(&self, linked: &Linked, memo: Box<Memo>) {
        self.kept.borrow_mut().own = Some((linked.number, memo));
    }

    /// What a player sees now, which knows what was worked out of what that player saw before, until the player is asked again.
    pub(crate) fn keep_seen(&self, linked: &Linked, player: i64, seen: State) -> Rc<Self> {
        let mut kept = self.kept.borrow_mut();
        let Some((_, before)) = kept.seen.iter_mut().find(|(of, _)| *of == player) else {
            let seen = Rc::new(Self::new(seen));
            kept.seen.push((player, Rc::clone(&seen)));
            return seen;
        };
        let mut memo = before.take(linked);
        tell_differences(linked, before, &seen, &mut memo);
        let seen = Self::new(seen);
        seen.put(linked, memo);
        *before = Rc::new(seen);
        Rc::clone(before)
    }
}

impl From<State> for Session {
    fn from(state: State) -> Self {
        Self::new(state)
    }
}

impl Deref for Session {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl Clone for Session {
    /// The same state; what was worked out stays behind.
    fn clone(&self) -> Self {
        Self::of(self.state.clone())
    }

    fn clone_from(&mut self, other: &Self) {
        self.state.clone_from(&other.state);
        let kept = self.kept.get_mut();
        kept.seen.clear();
        if let Some((_, memo)) = &mut kept.own {
            memo.begin();
        }
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for Session {}
