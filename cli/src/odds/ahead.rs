//! Odds at the table: what may come of an answer before anything else is asked there, piece by piece, as against how it stands.

use super::changes::Changes;
use crate::clock::Clock;
use crate::faults;
use crate::naming::numbered;
use std::time::Duration;
use warwright_ir::ProcedureId;
use warwright_runtime::{
    Advised, Answer, Checked, ChooseRequest, Chooser, Distribution, Enumerator, Fuel, Limits,
    Machine, OddsFault, Options, PlayFault, Refusal, Request, SeededDice, Session, Settle, Settled,
    Standpoint, State, Tells,
};

/// So long a person waits for odds.
const WAITS: Duration = Duration::from_secs(3);
/// So many ways in which the dice may fall are played where not all can be followed.
const SAMPLES: u64 = 2_000;

/// Settles what others are asked as a policy would, up to the next question to whoever gave the answer, or where that was given and
/// further out, or the first roll when what it was given in is over. Whoever may do something on the way, or play something, does not:
/// that is nobody's decision but his.
struct UpTo {
    by: Advised,
    player: i64,
    depth: usize,
    /// What it was given in: the innermost procedure and who takes part.
    within: Option<(ProcedureId, Vec<i64>)>,
    /// Whether somebody might have done something on the way.
    passed: bool,
}

/// What becomes of a question on the way.
enum Way {
    Stops,
    /// Nothing of it is wanted.
    Passes(Answer),
    Settles,
}

impl UpTo {
    /// What an answer is weighed up to. What is done in the midst of something that goes on, or played there, is done for what comes
    /// of that: it is part of what runs around it.
    fn new(by: Advised, machine: &Machine, start: &State, request: &ChooseRequest) -> Self {
        let in_midst = match &request.options {
            Options::Actions { done: true, .. } => request.window.is_none(),
            Options::One { none: true, .. } => true,
            _ => false,
        };
        let mut runs = machine.taking_part(start).into_iter();
        let innermost = runs.next();
        let around = runs.find(|run| Some(run) != innermost.as_ref() && !run.1.is_empty());
        let (depth, within) = match around.filter(|_| in_midst) {
            Some(around) => (start.frames.len().saturating_sub(1), Some(around)),
            None => (start.frames.len(), innermost),
        };
        Self { by, player: request.player, depth, within, passed: false }
    }

    fn way(&mut self, battle: &State, request: &ChooseRequest) -> Way {
        if battle.frames.len() <= self.depth {
            return Way::Stops;
        }
        match &request.options {
            Options::Actions { done: true, .. } | Options::One { none: true, .. } => {
                self.passed = true;
                Way::Passes(Answer::Nothing)
            }
            Options::Some { low: 0, .. } if request.player == self.player => {
                self.passed = true;
                Way::Passes(Answer::Values(Vec::new()))
            }
            _ if request.player == self.player => Way::Stops,
            _ => Way::Settles,
        }
    }

    /// Before what question that is, in words; nothing where none follows at once.
    fn next_asked(machine: &Machine, mut session: Session) -> Result<String, PlayFault> {
        // Who is quiet is told no words of questions.
        let request = machine.run(&mut session, &mut Tells::loud(), &mut { Fuel::QUESTION })?;
        let Request::Choose(request) = request else { return Ok(String::new()) };
        // In the midst of something nothing is asked by name.
        let is_named =
            request.window.is_some() || !matches!(request.options, Options::Actions { .. });
        let name = machine.name(&session, request.player).unwrap_or_default();
        Ok(match is_named {
            true => format!(" before {name} is asked: {}", request.question),
            false => String::new(),
        })
    }

    /// Whether what the answer was given in is over.
    fn is_over(&self, machine: &Machine, battle: &State) -> bool {
        let is_it = |run| self.within.as_ref() == Some(&run);
        self.within.is_some() && !machine.taking_part(battle).into_iter().any(is_it)
    }

    /// Battles that are played on from here as the dice fall by one seed after the other, as many as there is time for.
    fn sampled(
        &mut self,
        machine: &Machine,
        from: &State,
        clock: &Clock,
    ) -> Result<Vec<State>, PlayFault> {
        let mut ends = Vec::new();
        for seed in 0..SAMPLES {
            if clock.is_over() && !ends.is_empty() {
                break;
            }
            let mut session = Session::new(from.clone());
            let mut dice = SeededDice::new(seed, 0);
            let mut players = self.by.players(seed);
            let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
            loop {
                match machine.run(&mut session, &mut tells, &mut fuel)? {
                    Request::Over(_) => break,
                    Request::Roll(_) if self.is_over(machine, &session) => break,
                    Request::Roll(roll) => {
                        let counts = dice.roll(machine.program(), &roll.of, roll.count);
                        machine.answer_roll(&mut session, &counts, &mut tells)?;
                    }
                    Request::Choose(request) => {
                        let answer = match self.way(&session, &request) {
                            Way::Stops => break,
                            Way::Passes(answer) => answer,
                            Way::Settles => {
                                let from = Standpoint::of(machine, &session, request.player);
                                players.choose(&from, &request)?
                            }
                        };
                        machine.answer_choice(&mut session, &answer, &mut tells)?;
                    }
                }
            }
            ends.push(session.into_state());
        }
        Ok(ends)
    }
}

impl Settle for UpTo {
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Settled> {
        match self.way(battle, request) {
            Way::Stops => Ok(Settled::Stops),
            Way::Passes(answer) => Ok(Settled::By(answer)),
            Way::Settles => self.by.settle(machine, battle, request),
        }
    }

    fn stops_before_roll(&mut self, machine: &Machine, battle: &Session) -> bool {
        self.is_over(machine, battle)
    }
}

/// What may come of an answer, in lines.
///
/// # Errors
///
/// A fault of the rules.
pub fn of_answer(
    machine: &Machine,
    truth: &State,
    request: &ChooseRequest,
    answer: &Answer,
) -> Result<String, PlayFault> {
    // Nobody learns here what is hidden: it is dealt anew.
    let hides = machine.hides_something();
    let start = match hides {
        true => machine.guessed(truth, request.player, &mut SeededDice::new(0, 0))?,
        false => truth.clone(),
    };
    let mut session = Session::new(start.clone());
    let by = Advised::of_battle(machine, start.scenario)?;
    let mut settle = UpTo::new(by, machine, &start, request);
    match machine.answer_choice(&mut session, answer, &mut Tells::quiet()) {
        Err(Refusal::NotLegal) if hides => {
            return Ok(String::from("that hangs on what is hidden"));
        }
        answered => answered?,
    }
    let after = session.clone();
    let clock = Clock::of(WAITS);
    let mut enumerator = Enumerator::new(machine).while_patient(|_| !clock.is_over());
    let run = || enumerator.run(session, &mut settle, Limits::default());
    let (ends, sampled, first) = match clock.over(machine, run) {
        Ok(ends) => (ends, false, String::from("exact, up to what is asked next")),
        Err(OddsFault::TooMuch(_)) => {
            let ends = settle.sampled(machine, &after, &Clock::of(WAITS))?;
            let first = format!("up to what is asked next, as the dice fell {} times", ends.len());
            (Distribution::sampled(ends), true, first)
        }
        Err(fault) => return Ok(faults::odds_words(&fault, machine)),
    };
    let passed = if settle.passed { ", if nobody adds anything on the way" } else { "" };
    let guess = if hides { ", with one guess at what is hidden" } else { "" };
    let mut lines = vec![format!("{first}{passed}{guess}:")];
    let told = Changes::new(machine, &start, sampled);
    for (number, piece, name) in numbered(machine, &start) {
        // Of a part its body tells.
        if machine.part_of(&start, piece).is_some() {
            continue;
        }
        let changes = told.of(&ends, piece)?;
        if !changes.is_empty() {
            lines.push(format!("  {number:>3}  {name}"));
            lines.extend(changes.into_iter().map(|change| format!("       {change}")));
        }
    }
    if lines.len() == 1 {
        let before = UpTo::next_asked(machine, after)?;
        lines.push(format!("  nothing changes that could be seen of any piece{before}"));
    }
    Ok(lines.join("\n"))
}
