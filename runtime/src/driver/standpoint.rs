//! Where a player stands: takes the true state and a player, gives what the player sees of it and guesses of what it does not.

use crate::dice::SeededDice;
use crate::fault::Checked;
use crate::machine::{Machine, Ranker};
use crate::session::Session;
use crate::state::State;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

/// What a player has to choose by. The truth is not to be had of it; what the player sees is made only where it is wanted.
#[derive(Debug)]
pub struct Standpoint<'s> {
    machine: &'s Machine,
    truth: &'s Session,
    /// Who sees; none: all is seen.
    player: Option<i64>,
    seen: OnceCell<Seen<'s>>,
}

/// What a player sees of a state.
#[derive(Debug)]
enum Seen<'s> {
    /// Nothing is hidden.
    All(&'s Session),
    /// Something is; what was worked out of it is known when the player is asked again.
    Part(Rc<Session>),
}

impl Seen<'_> {
    fn session(&self) -> &Session {
        match self {
            Self::All(session) => session,
            Self::Part(session) => session,
        }
    }
}

impl<'s> Standpoint<'s> {
    /// The standpoint of a player.
    pub fn of(machine: &'s Machine, truth: &'s Session, player: i64) -> Self {
        Self { machine, truth, player: Some(player), seen: OnceCell::new() }
    }

    /// The standpoint of whoever sees all of a state: one that is a guess already, or one in which nothing is hidden.
    pub fn open(machine: &'s Machine, truth: &'s Session) -> Self {
        Self { machine, truth, player: None, seen: OnceCell::new() }
    }

    /// The machine on which the battle is played.
    pub fn machine(&self) -> &'s Machine {
        self.machine
    }

    /// The state as the player sees it.
    ///
    /// # Errors
    ///
    /// A fault where a first value cannot be worked out.
    pub fn seen(&self) -> Checked<&State> {
        self.session().map(Session::state)
    }

    /// What ranks the answers to what is asked, by what the player sees.
    ///
    /// # Errors
    ///
    /// A fault where a first value cannot be worked out.
    pub(crate) fn ranker(&self) -> Checked<Ranker<'_>> {
        self.machine.ranker(self.session()?)
    }

    /// What is worked out of ranks. The true state is asked first: where nothing was read that is hidden, the ranks are those by what the
    /// player sees, which need not be made then.
    ///
    /// # Errors
    ///
    /// A fault of the rules, or where a first value cannot be worked out.
    pub(crate) fn by_ranks<T>(
        &self,
        mut work_out: impl FnMut(&mut Ranker<'_>) -> Checked<T>,
    ) -> Checked<T> {
        let unmade = self.player.filter(|_| self.seen.get().is_none());
        if let Some(player) = unmade
            && let Some(mut ranker) = self.machine.blind_ranker(self.truth, player)?
            && let Ok(found) = work_out(&mut ranker)
        {
            return Ok(found);
        }
        work_out(&mut self.ranker()?)
    }

    fn session(&self) -> Checked<&Session> {
        if let Some(seen) = self.seen.get() {
            return Ok(seen.session());
        }
        let seen = match self.player {
            Some(player) => match self.machine.seen_by(self.truth, player)? {
                Cow::Borrowed(_) => Seen::All(self.truth),
                Cow::Owned(part) => {
                    Seen::Part(self.truth.keep_seen(self.machine.linked(), player, part))
                }
            },
            None => Seen::All(self.truth),
        };
        Ok(self.seen.get_or_init(|| seen).session())
    }

    /// A state that looks to the player as the true one does; what it may not see is dealt anew.
    ///
    /// # Errors
    ///
    /// A fault where a first value cannot be worked out.
    pub fn guess(&self, generator: &mut SeededDice) -> Checked<State> {
        match self.player {
            Some(player) => self.machine.guessed(self.truth, player, generator),
            None => Ok(self.truth.state().clone()),
        }
    }
}
