//! Playing a record again: every answer is given as it was, and the state that asks is compared with the one that asked then.

use super::PlayFault;
use crate::machine::{Fuel, Machine, Refusal, Request, Tells};
use crate::record::{Record, RecordFault, Recorded, StateHash};
use crate::session::Session;
use crate::state::{Outcome, State};

/// Where a record leads.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The state at its end.
    pub state: State,
    /// How the battle ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Why a record could not be played to its end.
#[derive(Clone, Debug)]
pub enum ReplayFault {
    /// It is not of this program.
    Record(RecordFault),
    /// From here on it does not lead where it led.
    Parted(Box<Parting>),
    /// A fault of the rules.
    Play(PlayFault),
}

/// Where a battle parts from its record.
#[derive(Clone, Debug)]
pub struct Parting {
    /// How many requests were answered before.
    pub answered: usize,
    /// The state now.
    pub state: State,
    /// What is asked now.
    pub request: Request,
}

impl From<RecordFault> for ReplayFault {
    fn from(fault: RecordFault) -> Self {
        Self::Record(fault)
    }
}

/// Plays a record again. Each time the machine has run or was answered, what it told is given to `hear`. Whether the record is of
/// the machine's content is not asked: [`Record::check`] does.
///
/// # Errors
///
/// Where it parts from the record, or a fault of the rules.
pub fn replay(
    machine: &Machine,
    record: &Record,
    hear: &mut dyn FnMut(&Tells),
) -> Result<Replayed, ReplayFault> {
    replay_to(machine, record, hear, &mut |_| false)
}

/// Plays a record again until a state that asks for something is `enough`, else to its end.
///
/// # Errors
///
/// Where it parts from the record, or a fault of the rules.
pub fn replay_to(
    machine: &Machine,
    record: &Record,
    hear: &mut dyn FnMut(&Tells),
    enough: &mut dyn FnMut(&State) -> bool,
) -> Result<Replayed, ReplayFault> {
    let fault = |fault| ReplayFault::Play(PlayFault::Fault(fault));
    let scenario = record.scenario(machine.program())?;
    let mut session = machine.start(scenario).map_err(fault)?;
    let mut fuel = Fuel::BATTLE;
    let mut answers = record.answers.iter().enumerate();
    loop {
        let mut tells = Tells::loud();
        let request = machine.run(&mut session, &mut tells, &mut fuel).map_err(fault)?;
        hear(&tells);
        let next = answers.next();
        let expected = next.map_or(record.last, |(_, answered)| answered.at);
        let answered = next.map_or(record.answers.len(), |(number, _)| number);
        let parted = |state: &State, request: Request| {
            let state = state.clone();
            ReplayFault::Parted(Box::new(Parting { answered, state, request }))
        };
        let goes_on = next.is_none() || !matches!(request, Request::Over(_));
        if !goes_on || StateHash::of(&session) != expected {
            return Err(parted(&session, request));
        }
        if next.is_some() && enough(&session) {
            return Ok(Replayed { state: session.into_state(), outcome: None });
        }
        let Some((_, next)) = next else {
            let outcome = if let Request::Over(outcome) = request { Some(outcome) } else { None };
            return Ok(Replayed { state: session.into_state(), outcome });
        };
        if let (Request::Choose(asked), Recorded::Chose { player, .. }) = (&request, &next.answer)
            && asked.player != *player
        {
            return Err(parted(&session, request));
        }
        let mut tells = Tells::loud();
        match answer(machine, &mut session, &next.answer, &mut tells) {
            Ok(()) => hear(&tells),
            Err(Refusal::Fault(inner)) => return Err(fault(inner)),
            Err(_) => return Err(parted(&session, request)),
        }
    }
}

/// Gives an answer that was recorded.
pub(super) fn answer(
    machine: &Machine,
    session: &mut Session,
    answer: &Recorded,
    tells: &mut Tells,
) -> Result<(), Refusal> {
    match (answer, answer.counts()) {
        (Recorded::Chose { answer, .. }, _) => machine.answer_choice(session, answer, tells),
        (_, Some(counts)) => machine.answer_roll(session, &counts, tells),
        (_, None) => Err(Refusal::NotAsked),
    }
}
