//! Foresight: plays a battle on in thought from where somebody is asked, to show where a choice leads before it is made.
//!
//! Nothing here knows a game: what can be done is what the machine offers, where pieces get is where they stand after it, and who is
//! hit is who takes part with another in what dice are rolled for.

mod branches;
pub mod idle;
pub mod preview;
pub mod reach;
pub mod stands;
pub mod threats;
mod walk;

use crate::clock::Clock;
use crate::naming;
use crate::outcome::round;
use std::rc::Rc;
use std::time::Duration;
use warwright_ir::ProcedureId;
use warwright_runtime::{
    Advised, Answer, ChooseRequest, Fuel, Machine, PlayFault, Refusal, Request, RollRequest,
    SeededDice, Session, Settle, Settled, State, Tells,
};

/// So long a person waits.
const WAITS: Duration = Duration::from_secs(8);
/// So many moments are looked at for one question.
const MOST: usize = 10_000;

/// A battle at a request, in thought.
#[derive(Debug)]
pub struct Moment {
    /// The battle.
    pub battle: State,
    /// What it waits for.
    pub request: Request,
    /// How many chapters began on the way here.
    pub chapters: usize,
    /// The chapter.
    within: Chapter,
}

impl Moment {
    /// Whether its chapter runs for a player.
    fn is_of(&self, player: i64) -> bool {
        self.within.cast.contains(&player)
    }
}

/// A chapter of a battle: the outermost procedure that runs for somebody, such as a player's turn, for whom it runs, and the round.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chapter {
    procedure: Option<ProcedureId>,
    cast: Vec<i64>,
    round: Option<i64>,
}

impl Chapter {
    fn of(machine: &Machine, state: &State) -> Self {
        let running = machine.taking_part(state).into_iter().rev();
        let outermost = running.into_iter().find(|(_, cast)| !cast.is_empty());
        let (procedure, cast) = outermost.unzip();
        Self { procedure, cast: cast.unwrap_or_default(), round: round(machine, state) }
    }
}

/// How dice fall in thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    /// All on their first face.
    Low,
    /// All on their last face.
    High,
    /// As they like.
    Anyhow,
}

/// What a person thinks through: how much of it there was time for.
#[derive(Debug)]
pub struct Thought<'m> {
    machine: &'m Machine,
    by: Advised,
    dice: SeededDice,
    clock: Clock,
    /// How many moments may still be looked at.
    left: usize,
    /// Whether it was too much.
    cut: bool,
}

impl<'m> Thought<'m> {
    /// Begins where a player is asked. Nobody learns here what is hidden: it is dealt anew.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn begin(
        machine: &'m Machine,
        truth: &State,
        player: i64,
    ) -> Result<(Self, Moment), PlayFault> {
        Self::of_guess(machine, truth, player, 0)
    }

    /// The same with one of many guesses at what is hidden.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn of_guess(
        machine: &'m Machine,
        truth: &State,
        player: i64,
        guess: u64,
    ) -> Result<(Self, Moment), PlayFault> {
        if !machine.hides_something() {
            return Self::of_truth(machine, truth);
        }
        let guess = machine.guessed(truth, player, &mut SeededDice::new(guess, 0))?;
        Self::of_truth(machine, &guess)
    }

    /// Begins with the battle as it is.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn of_truth(machine: &'m Machine, battle: &State) -> Result<(Self, Moment), PlayFault> {
        let by = Advised::of_battle(machine, battle.scenario)?;
        let (dice, clock) = (SeededDice::new(0, 0), Clock::of(WAITS));
        let thought = Self { machine, by, dice, clock, left: MOST, cut: false };
        let mut session = Session::new(battle.clone());
        // It came here in play: what is asked may take as much as there.
        let request = machine.run(&mut session, &mut Tells::quiet(), &mut { Fuel::BATTLE })?;
        let battle = session.into_state();
        let within = Chapter::of(machine, &battle);
        Ok((thought, Moment { battle, request, chapters: 0, within }))
    }

    /// Leaves one of so many questions its share of the time.
    pub fn share(&mut self, of: u32) {
        self.clock = Clock::of(WAITS / of.max(1));
    }

    /// Whether not all could be looked at.
    pub fn was_cut(&self) -> bool {
        self.cut
    }

    /// What comes of an answer, up to the next request; nothing where it may not be given, or there is no more time. What stops a
    /// battle stops here no more than the thought.
    pub fn after(&mut self, from: &Moment, answer: &Answer) -> Option<Moment> {
        self.heard(from, answer, &mut Tells::quiet())
    }

    /// The same, with what is told on the way.
    pub fn heard(&mut self, from: &Moment, answer: &Answer, tells: &mut Tells) -> Option<Moment> {
        if !self.may_go_on() {
            return None;
        }
        let mut session = Session::new(from.battle.clone());
        let answered = self.machine.answer_choice(&mut session, answer, tells);
        self.on(answered, session, from, tells)
    }

    /// What comes of a roll, up to the next request; nothing where there is no more time.
    pub fn rolled(&mut self, from: &Moment, roll: &RollRequest, falls: Falls) -> Option<Moment> {
        if !self.may_go_on() {
            return None;
        }
        let program = self.machine.program();
        let sides = roll.of.sides(program);
        let end = match falls {
            Falls::Low => sides.iter().position(|sides| *sides > 0),
            Falls::High => sides.iter().rposition(|sides| *sides > 0),
            Falls::Anyhow => None,
        };
        let counts = match (end, roll.of.die()) {
            (Some(end), Some(_)) => {
                let on = |face| if face == end { i64::from(roll.count) } else { 0 };
                (0..sides.len()).map(on).collect()
            }
            _ => self.dice.roll(program, &roll.of, roll.count),
        };
        let mut session = Session::new(from.battle.clone());
        let mut tells = Tells::quiet();
        let answered = self.machine.answer_roll(&mut session, &counts, &mut tells);
        self.on(answered, session, from, &mut tells)
    }

    /// What a player answers who wants nothing: done or none where that may be, else no, else what a policy would.
    pub fn declined(&mut self, at: &Moment, request: &ChooseRequest) -> Option<Answer> {
        let declines = branches::declines(self.machine, &at.battle, &request.options);
        if declines.is_some() {
            return declines;
        }
        let session = Session::new(at.battle.clone());
        match self.by.settle(self.machine, &session, request) {
            Ok(Settled::By(answer)) => Some(answer),
            Ok(Settled::ByChance(ways)) => ways.into_iter().next().map(|(answer, _)| answer),
            Ok(Settled::Open | Settled::Stops) => branches::first(&request.options),
            Err(_) => {
                self.cut = true;
                None
            }
        }
    }

    fn on(
        &mut self,
        answered: Result<(), Refusal>,
        mut session: Session,
        from: &Moment,
        tells: &mut Tells,
    ) -> Option<Moment> {
        let mut fuel = Fuel::QUESTION;
        let request = match answered {
            Ok(()) => self.machine.run(&mut session, tells, &mut fuel).ok(),
            Err(Refusal::NotLegal) => return None,
            Err(Refusal::Fault(_) | Refusal::NotAsked | Refusal::WrongDice { .. }) => None,
        };
        let Some(request) = request else {
            self.cut = true;
            return None;
        };
        let battle = session.into_state();
        let within = Chapter::of(self.machine, &battle);
        let chapters = from.chapters + usize::from(within != from.within);
        Some(Moment { battle, request, chapters, within })
    }

    /// Whether there is no more time, or no more patience.
    fn is_over(&self) -> bool {
        self.left == 0 || self.clock.is_over()
    }

    fn may_go_on(&mut self) -> bool {
        if self.is_over() {
            self.cut = true;
            return false;
        }
        self.left -= 1;
        true
    }
}

/// A thought of a player who asks about a piece: where it begins, and the piece, where one is named.
type Asked<'m> = (Thought<'m>, Rc<Moment>, Option<i64>);

/// Begins to think about the piece that a line names; about none where the line is empty.
///
/// # Errors
///
/// A fault of the rules; inside, that there is no such piece.
fn asked<'m>(
    machine: &'m Machine,
    truth: &State,
    player: i64,
    line: &str,
) -> Result<Result<Asked<'m>, String>, PlayFault> {
    let (thought, start) = Thought::begin(machine, truth, player)?;
    let piece = match line.trim() {
        "" => Ok(None),
        line => named(machine, &start.battle, line).map(Some),
    };
    Ok(piece.map(|piece| (thought, Rc::new(start), piece)))
}

/// The piece that a number or a name means.
///
/// # Errors
///
/// That there is none.
pub fn named(machine: &Machine, state: &State, line: &str) -> Result<i64, String> {
    let line = line.trim().trim_matches('"');
    let number = line.strip_prefix('#').unwrap_or(line);
    let pieces = naming::numbered(machine, state);
    let found = pieces
        .iter()
        .find(|(of, _, name)| of.eq_ignore_ascii_case(number) || name.eq_ignore_ascii_case(line));
    let (_, piece, _) = found
        .ok_or_else(|| format!("there is no piece `{line}`: `board` shows names and numbers"))?;
    Ok(body(machine, state, *piece))
}

/// The piece itself, of a part that of which it is one.
pub fn body(machine: &Machine, state: &State, piece: i64) -> i64 {
    machine.part_of(state, piece).map_or(piece, |part| part.body)
}
