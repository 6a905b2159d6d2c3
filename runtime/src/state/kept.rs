//! Where what was worked out of a state waits between questions: takes it from whoever asked last, gives it to whoever asks next.

use super::State;
use super::compared::tell_differences;
use crate::eval::Memo;
use crate::link::Linked;
use std::sync::{Arc, Mutex, MutexGuard};

/// What was worked out of a state. It is no part of it: states that differ only here are equal, and a copy begins without.
#[derive(Debug, Default)]
pub(crate) struct KeptMemo(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// What was worked out, and by which program.
    own: Option<(u64, Box<Memo>)>,
    /// How the state looked to players when they were asked last, with what was worked out of that.
    seen: Vec<(i64, Arc<State>)>,
}

impl KeptMemo {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Whoever panicked meanwhile has left all or nothing of what was worked out.
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// What was worked out by a program, to ask it with; nothing yet where another asked last, or somebody is asking.
    pub(crate) fn take(&self, linked: &Linked) -> Box<Memo> {
        let own = self.kept().own.take();
        own.filter(|(number, _)| *number == linked.number).map(|(_, memo)| memo).unwrap_or_default()
    }

    /// Puts it back. Nobody may have written to the state meanwhile without telling it.
    pub(crate) fn put(&self, linked: &Linked, memo: Box<Memo>) {
        self.kept().own = Some((linked.number, memo));
    }

    /// What a player sees now, which knows what was worked out of what that player saw before, until the player is asked again.
    pub(crate) fn keep_seen(&self, linked: &Linked, player: i64, seen: State) -> Arc<State> {
        let seen = Arc::new(seen);
        let mut kept = self.kept();
        let Some((_, before)) = kept.seen.iter_mut().find(|(of, _)| *of == player) else {
            kept.seen.push((player, Arc::clone(&seen)));
            return seen;
        };
        let mut memo = before.memo.take(linked);
        tell_differences(linked, before, &seen, &mut memo);
        seen.memo.put(linked, memo);
        *before = Arc::clone(&seen);
        seen
    }
}

impl Clone for KeptMemo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for KeptMemo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KeptMemo {}
