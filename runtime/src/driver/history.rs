//! The history of a battle as plain states: what was asked and answered, so that it can be gone back over.

use super::replay::answer;
use crate::dice::DicePosition;
use crate::fault::Checked;
use crate::machine::{Fuel, Machine, Tell, Tells};
use crate::record::Recorded;
use crate::session::Session;
use crate::state::State;
use std::borrow::Cow;

/// A request that was answered.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The state that asked.
    pub state: State,
    /// What was answered.
    pub answer: Recorded,
    /// Whether a person gave the answer; to such answers one can go back.
    pub by_hand: bool,
    /// Where the generators stood, the dice's and the players': from there they give what they gave.
    pub generators: Vec<DicePosition>,
}

/// The requests of a battle that were answered, in order.
#[derive(Clone, Debug, Default)]
pub struct History {
    turns: Vec<Turn>,
    /// How many requests were answered when the seat was handed over last.
    handed_over: usize,
}

/// Why nothing is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWayBack {
    /// No person has answered anything.
    Nothing,
    /// The seat was handed over to another person since.
    HandedOver,
    /// A player has learnt since what was hidden then.
    Revealed {
        /// Who.
        player: i64,
    },
}

impl History {
    /// Adds a request that was answered.
    pub fn push(&mut self, turn: Turn) {
        self.turns.push(turn);
    }

    /// Puts what was answered earlier before it.
    pub fn after(self, earlier: Self) -> Self {
        let mut turns = earlier.turns;
        let handed_over = if self.handed_over > 0 { turns.len() + self.handed_over } else { 0 };
        turns.extend(self.turns);
        Self { turns, handed_over }
    }

    /// Says that another person sits there from now on: what was answered before is not taken back.
    pub fn hand_over(&mut self) {
        self.handed_over = self.turns.len();
    }

    /// How many requests it holds.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Goes back to the last request that a person answered and gives it; it and all after it are forgotten. Refused where one
    /// of `persons` learnt something hidden on the way to `now`.
    ///
    /// # Errors
    ///
    /// A fault of the rules while it is looked at what was revealed.
    pub fn back(
        &mut self,
        machine: &Machine,
        now: &State,
        persons: &[i64],
    ) -> Checked<Result<Turn, NoWayBack>> {
        let Some(at) = self.turns.iter().rposition(|turn| turn.by_hand) else {
            return Ok(Err(NoWayBack::Nothing));
        };
        if at < self.handed_over {
            return Ok(Err(NoWayBack::HandedOver));
        }
        let since = self.turns.get(at..).unwrap_or_default();
        for player in persons {
            if reveals(machine, since, now, *player)? {
                return Ok(Err(NoWayBack::Revealed { player: *player }));
            }
        }
        let back = self.turns.drain(at..).next();
        Ok(back.ok_or(NoWayBack::Nothing))
    }
}

/// Whether a player learnt something hidden: whether from one of the requests on, up to the next that is put to that player or
/// rolls dice, the same answers, given where all that was hidden then is as if never set, would have been refused, or told
/// something else, or led to another sight of the battle. Whoever else is asked meanwhile only for what is hidden, and says
/// nothing, reveals nothing.
fn reveals(machine: &Machine, turns: &[Turn], now: &State, player: i64) -> Checked<bool> {
    let mut left = turns;
    while let Some((turn, rest)) = left.split_first() {
        let others = rest.iter().take_while(|turn| is_of_another(turn, player)).count();
        let (between, later) = rest.split_at_checked(others).unwrap_or((rest, &[]));
        left = later;
        let Cow::Owned(blank) = machine.seen_by(&turn.state, player)? else { continue };
        let mut blank = Session::new(blank);
        let mut real = Session::new(turn.state.clone());
        let (Some(mut told), Some(mut guessed)) =
            (step(machine, &mut real, turn), step(machine, &mut blank, turn))
        else {
            return Ok(true);
        };
        for turn in between {
            real = Session::new(turn.state.clone());
            told.extend(step(machine, &mut real, turn).unwrap_or_default());
            guessed.extend(step(machine, &mut blank, turn).unwrap_or_default());
        }
        let after = later.first().map_or(now, |turn| &turn.state);
        let alike = sounds_alike(player, &told, &guessed);
        if !alike || *machine.seen_by(&blank, player)? != *machine.seen_by(after, player)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a request was a choice of somebody else than a player.
fn is_of_another(turn: &Turn, player: i64) -> bool {
    matches!(turn.answer, Recorded::Chose { player: of, .. } if of != player)
}

/// Whether what a player heard is what it would have heard.
fn sounds_alike(player: i64, told: &[Tell], guessed: &[Tell]) -> bool {
    let heard = |tell: &Tell| Tell { hidden_from: Vec::new(), ..tell.clone() };
    told.len() == guessed.len()
        && told
            .iter()
            .zip(guessed)
            .all(|(told, guessed)| !told.is_open_to(player) || heard(told) == heard(guessed))
}

/// What is told from an answer to the next request; none where the answer does not fit or the rules fail.
fn step(machine: &Machine, session: &mut Session, turn: &Turn) -> Option<Vec<Tell>> {
    let mut tells = Tells::loud();
    answer(machine, session, &turn.answer, &mut tells).ok()?;
    machine.run(session, &mut tells, &mut Fuel { left: Fuel::BATTLE.left }).ok()?;
    Some(tells.list)
}
