//! Drivers: what answers the machine's requests. Dice and players are traits; [`play`] is the loop between them and the machine.

mod history;
mod players;
mod policy;
mod replay;
mod script;
mod search;

pub use history::{History, NoWayBack, Turn};
pub use players::RandomPlayer;
pub use policy::PolicyPlayer;
pub use replay::{Parting, ReplayFault, Replayed, replay, replay_to};
pub use script::{Script, ScriptFault};
pub use search::{Effort, SearchPlayer};

use crate::dice::SeededDice;
use crate::fault::{Checked, Fault};
use crate::machine::{Answer, ChooseRequest, Fuel, Machine, Refusal, Request, RollRequest, Tells};
use crate::record::Recorded;
use crate::state::{Outcome, State};

/// Whoever rolls dice.
pub trait Dice {
    /// How many of the dice show each face.
    ///
    /// # Errors
    ///
    /// Why there are no dice.
    fn roll(&mut self, machine: &Machine, request: &RollRequest) -> Result<Vec<i64>, PlayFault>;
}

/// Whoever makes choices.
pub trait Chooser {
    /// An answer.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn choose(
        &mut self,
        machine: &Machine,
        state: &State,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault>;

    /// An answer of who wants to think about what may be and is not seen: guesses of it can be had.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn choose_by_guesses(
        &mut self,
        machine: &Machine,
        seen: &State,
        request: &ChooseRequest,
        guesses: &Guesses<'_>,
    ) -> Result<Answer, PlayFault> {
        let _ = guesses;
        self.choose(machine, seen, request)
    }
}

/// Guesses for a player of how things are. The truth that they are made from is not to be had of them.
#[derive(Debug)]
pub struct Guesses<'s> {
    machine: &'s Machine,
    truth: &'s State,
    player: i64,
}

impl<'s> Guesses<'s> {
    /// Guesses for a player.
    pub fn new(machine: &'s Machine, truth: &'s State, player: i64) -> Self {
        Self { machine, truth, player }
    }

    /// A state that looks to the player as the true one does; what it may not see is dealt anew.
    ///
    /// # Errors
    ///
    /// A fault where a first value cannot be worked out.
    pub fn guess(&self, generator: &mut SeededDice) -> Checked<State> {
        self.machine.guessed(self.truth, self.player, generator)
    }
}

/// Why a battle could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayFault {
    /// A fault of the rules.
    Fault(Box<Fault>),
    /// An answer was refused.
    Refused(Refusal),
    /// A script does not fit.
    Script(ScriptFault),
    /// The driver was asked to stop.
    Stopped,
}

impl From<Box<Fault>> for PlayFault {
    fn from(fault: Box<Fault>) -> Self {
        Self::Fault(fault)
    }
}

impl From<Refusal> for PlayFault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => Self::Fault(fault),
            other => Self::Refused(other),
        }
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, machine: &Machine, request: &RollRequest) -> Result<Vec<i64>, PlayFault> {
        Ok(SeededDice::roll(self, machine.program(), &request.of, request.count))
    }
}

/// Plays on until all is over; writes down what was answered, where that is wanted.
///
/// # Errors
///
/// Why it could not go on. The state stands at the last request that could be asked.
pub fn play(
    machine: &Machine,
    state: &mut State,
    dice: &mut dyn Dice,
    players: &mut dyn Chooser,
    tells: &mut Tells,
    fuel: &mut Fuel,
    mut record: Option<&mut Vec<Recorded>>,
) -> Result<Outcome, PlayFault> {
    loop {
        match machine.run(state, tells, fuel)? {
            Request::Over(outcome) => return Ok(outcome),
            Request::Roll(request) => {
                let counts = dice.roll(machine, &request)?;
                machine.answer_roll(state, &counts, tells)?;
                if let Some(record) = record.as_deref_mut() {
                    record.push(Recorded::rolled(&request, counts));
                }
            }
            Request::Choose(request) => {
                let seen = machine.seen_by(state, request.player)?;
                let guesses = Guesses::new(machine, state, request.player);
                let answer = players.choose_by_guesses(machine, &seen, &request, &guesses)?;
                machine.answer_choice(state, &answer, tells)?;
                if let Some(record) = record.as_deref_mut() {
                    record.push(Recorded::Chose { player: request.player, answer });
                }
            }
        }
    }
}
