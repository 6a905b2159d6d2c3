//! Drivers: what answers the machine's requests. Dice and players are traits; [`play`] is the loop between them and the machine.

mod advised;
mod even;
mod history;
mod keyed;
mod players;
mod policy;
mod replay;
mod script;
mod search;
mod standpoint;

pub use advised::{Advised, AdvisedPlayers};
pub use history::{History, NoWayBack, Turn};
pub use keyed::KeyedDice;
pub use players::RandomPlayer;
pub use policy::PolicyPlayer;
pub use replay::{Parting, ReplayFault, Replayed, replay, replay_to};
pub use script::{Script, ScriptFault};
pub use search::{Effort, SearchPlayer};
pub use standpoint::Standpoint;

use crate::dice::SeededDice;
use crate::fault::{Fault, FaultKind};
use crate::machine::{
    Answer, ChooseRequest, Fuel, Listed, Machine, Refusal, Request, RollRequest, Shunned, Tells,
};
use crate::record::Recorded;
use crate::session::Session;
use crate::state::{Outcome, State};
use warwright_ir::Program;

/// Whoever rolls dice.
pub trait Dice {
    /// How many of the dice show each face. `battle` is the state that asks.
    ///
    /// # Errors
    ///
    /// Why there are no dice.
    fn roll(
        &mut self,
        machine: &Machine,
        battle: &State,
        request: &RollRequest,
    ) -> Result<Vec<i64>, PlayFault>;

    /// The generator, where it alone says how dice fall and nobody looks at the battle first: then no roll need be asked for.
    fn seeded(&mut self) -> Option<&mut SeededDice> {
        None
    }
}

/// Whoever makes choices.
pub trait Chooser {
    /// An answer, by what can be known from where the player stands.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault>;

    /// What a player never takes of an action or of places, whatever else there is: so that nobody looks whether it may be taken. What
    /// must be taken is taken all the same.
    fn shuns(&self, _program: &Program, _player: i64, _of: Listed) -> Shunned {
        Shunned::Nothing
    }
}

/// Why a battle could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayFault {
    /// A fault of the rules.
    Fault(Box<Fault>),
    /// An answer was refused.
    Refused(Refusal),
    /// A driver gave an answer that is not among the legal ones.
    NotTaken(Box<NotTaken>),
    /// A script does not fit.
    Script(ScriptFault),
    /// The driver was asked to stop.
    Stopped,
}

/// An answer that is not among the legal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTaken {
    /// What was asked.
    pub request: ChooseRequest,
    /// What was answered.
    pub answer: Answer,
}

impl PlayFault {
    /// Why an answer to a request was refused.
    pub fn refused(refusal: Refusal, request: &ChooseRequest, answer: &Answer) -> Self {
        match refusal {
            Refusal::NotLegal => Self::NotTaken(Box::new(NotTaken {
                request: request.clone(),
                answer: answer.clone(),
            })),
            other => other.into(),
        }
    }
}

impl From<Box<Fault>> for PlayFault {
    fn from(fault: Box<Fault>) -> Self {
        match fault.kind {
            FaultKind::Halted => Self::Stopped,
            _ => Self::Fault(fault),
        }
    }
}

impl From<Refusal> for PlayFault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => fault.into(),
            other => Self::Refused(other),
        }
    }
}

impl Dice for SeededDice {
    fn roll(
        &mut self,
        machine: &Machine,
        _battle: &State,
        request: &RollRequest,
    ) -> Result<Vec<i64>, PlayFault> {
        Ok(SeededDice::roll(self, machine.program(), &request.of, request.count))
    }

    fn seeded(&mut self) -> Option<&mut SeededDice> {
        Some(self)
    }
}

/// Plays on until all is over; writes down what was answered, where that is wanted.
///
/// # Errors
///
/// Why it could not go on. The state stands at the last request that could be asked.
pub fn play(
    machine: &Machine,
    session: &mut Session,
    dice: &mut dyn Dice,
    players: &mut dyn Chooser,
    tells: &mut Tells,
    fuel: &mut Fuel,
    mut record: Option<&mut Vec<Recorded>>,
) -> Result<Outcome, PlayFault> {
    loop {
        let shuns = |player, of| players.shuns(machine.program(), player, of);
        let seeded = if record.is_none() { dice.seeded() } else { None };
        match machine.run_rolling(session, tells, fuel, &shuns, seeded)? {
            Request::Over(outcome) => return Ok(outcome),
            Request::Roll(request) => {
                let counts = dice.roll(machine, session.state(), &request)?;
                machine.answer_roll(session, &counts, tells)?;
                if let Some(record) = record.as_deref_mut() {
                    record.push(Recorded::rolled(&request, counts));
                }
            }
            Request::Choose(request) => {
                let from = Standpoint::of(machine, session, request.player);
                let answer = players.choose(&from, &request)?;
                machine
                    .answer_listed(session, &request, &answer, tells)
                    .map_err(|refusal| PlayFault::refused(refusal, &request, &answer))?;
                if let Some(record) = record.as_deref_mut() {
                    record.push(Recorded::Chose { player: request.player, answer });
                }
            }
        }
    }
}
