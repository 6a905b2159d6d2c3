//! The table: who plays which side of a battle, and the battle as it goes on, request by request.

use crate::faults;
use crate::output::{Failure, Output};
use crate::person::{Asker, Reply};
use crate::story::{self, Telling};
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Stderr, Stdin, stderr, stdin};
use warwright_ir::{KindBase, Program, ScenarioId, ValidProgram};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Dice, DicePosition, Fuel, Machine, Outcome, PlayFault,
    PolicyPlayer, RandomPlayer, Recorded, Refusal, Replay, Request, Save, SeededDice, State, Tells,
    content_hash,
};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Whoever sits at the terminal.
    Person,
    /// Uniform choices.
    Random,
    /// The advice of the scenario's policy, else of the first policy of the system.
    Policy,
}

/// A battle that goes on.
#[derive(Debug)]
pub struct Table {
    machine: Machine,
    state: State,
    dice: SeededDice,
    seats: Vec<Seat>,
    fuel: Fuel,
    replay: Replay,
    telling: Telling,
}

#[derive(Debug)]
struct Seat {
    player: i64,
    name: String,
    who: Player,
}

#[derive(Debug)]
enum Player {
    Person(Asker<BufReader<Stdin>, Stderr>),
    Random(RandomPlayer),
    Policy(PolicyPlayer),
}

/// How a sitting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitting {
    /// With the battle.
    Over(Outcome),
    /// Earlier, as somebody wished.
    Stopped,
}

impl Table {
    /// A battle at its start. `sides` names who plays, in the order of the scenario's sides.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub fn start(
        program: &ValidProgram,
        scenario: ScenarioId,
        seed: u64,
        sides: &[(String, Option<Who>)],
        telling: Telling,
    ) -> Result<Self, Failure> {
        let machine = Machine::new(program);
        let state = machine
            .start(scenario)
            .map_err(|fault| fault_of(&PlayFault::Fault(fault), &machine))?;
        let replay = Replay::new(content_hash(program.program()), scenario, seed);
        let dice = SeededDice::new(seed, 0);
        let seats = seats(&machine, scenario, seed, sides)?;
        Ok(Self { machine, state, dice, seats, fuel: Fuel::BATTLE, replay, telling })
    }

    /// A battle that was saved.
    ///
    /// # Errors
    ///
    /// When the save is not of this content.
    pub fn resume(
        program: &ValidProgram,
        save: Save,
        sides: &[(String, Option<Who>)],
        telling: Telling,
    ) -> Result<Self, Failure> {
        let machine = Machine::new(program);
        save.check(&machine, &content_hash(program.program())).map_err(|fault| {
            Failure::failed(format!("the battle cannot be resumed: {}", saved(&fault)))
        })?;
        let mut seats = seats(&machine, save.replay.scenario, save.replay.seed, sides)?;
        let mut positions = save.generators.into_iter();
        let dice = positions
            .next()
            .map_or_else(|| SeededDice::new(save.replay.seed, 0), SeededDice::resume);
        for (seat, position) in seats.iter_mut().zip(positions) {
            if let Some(generator) = seat.generator() {
                *generator = SeededDice::resume(position);
            }
        }
        let (state, replay) = (save.state, save.replay);
        Ok(Self { machine, state, dice, seats, fuel: Fuel::BATTLE, replay, telling })
    }

    /// The battle as it can be saved now.
    pub fn save(&self) -> Save {
        let positions: Vec<DicePosition> = std::iter::once(self.dice.position())
            .chain(self.seats.iter().map(Seat::position))
            .collect();
        Save {
            version: warwright_runtime::SAVE_VERSION,
            content: self.replay.content.clone(),
            state: self.state.clone(),
            generators: positions,
            replay: self.replay.clone(),
        }
    }

    /// What was answered so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The machine that runs it.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Plays on until the battle is over, a person stops, or so many requests were answered.
    ///
    /// # Errors
    ///
    /// A fault of the rules, told with its places.
    pub fn play(&mut self, most: Option<u64>, out: &mut Output) -> Result<Sitting, PlayFault> {
        let mut answered = 0;
        loop {
            let mut tells = if self.telling == Telling::Quiet && !self.has_person() {
                Tells::quiet()
            } else {
                Tells::loud()
            };
            let request = self.machine.run(&mut self.state, &mut tells, &mut self.fuel)?;
            self.tell(&tells, out);
            if most.is_some_and(|most| answered >= most) && !matches!(request, Request::Over(_)) {
                return Ok(Sitting::Stopped);
            }
            let mut tells = Tells::loud();
            match request {
                Request::Over(outcome) => return Ok(Sitting::Over(outcome)),
                Request::Roll(request) => {
                    let counts = Dice::roll(&mut self.dice, &self.machine, &request)?;
                    self.machine.answer_roll(&mut self.state, &counts, &mut tells)?;
                    self.replay.answers.push(Recorded::Rolled { die: request.die, counts });
                }
                Request::Choose(request) => match self.choose(&request, &mut tells)? {
                    Some(answer) => {
                        self.replay
                            .answers
                            .push(Recorded::Chose { player: request.player, answer });
                    }
                    None => return Ok(Sitting::Stopped),
                },
            }
            self.tell(&tells, out);
            answered += 1;
        }
    }

    fn tell(&self, tells: &Tells, out: &mut Output) {
        story::tell(&tells.list, self.machine.program(), self.telling, out);
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat.who, Player::Person(_)))
    }

    /// Asks whoever plays the side; none: to stop. A person whose answer is refused is asked again.
    fn choose(
        &mut self,
        request: &ChooseRequest,
        tells: &mut Tells,
    ) -> Result<Option<Answer>, PlayFault> {
        let Some(seat) = self.seats.iter_mut().find(|seat| seat.player == request.player) else {
            return Err(PlayFault::Refused(Refusal::NotAsked));
        };
        loop {
            let answer = match &mut seat.who {
                Player::Random(player) => player.choose(&self.machine, &self.state, request)?,
                Player::Policy(player) => player.choose(&self.machine, &self.state, request)?,
                Player::Person(asker) => {
                    let asked = asker.ask(
                        &self.machine,
                        &self.state,
                        &seat.name,
                        &request.question,
                        &request.options,
                    );
                    match asked {
                        Ok(Reply::Answer(answer)) => answer,
                        Ok(Reply::Stop) | Err(_) => return Ok(None),
                    }
                }
            };
            match (self.machine.answer_choice(&mut self.state, &answer, tells), &mut seat.who) {
                (Ok(()), _) => return Ok(Some(answer)),
                (Err(Refusal::NotLegal), Player::Person(asker)) => {
                    if asker.refused("that is not possible").is_err() {
                        return Ok(None);
                    }
                }
                (Err(refusal), _) => return Err(refusal.into()),
            }
        }
    }

    /// The last line of the battle.
    pub fn result(&self, outcome: &Outcome) -> String {
        result(&self.machine, &self.state, outcome)
    }
}

/// The last line of a battle: `result: SIDE wins (WHY) in round N` or `result: draw (WHY) in round N`.
pub fn result(machine: &Machine, state: &State, outcome: &Outcome) -> String {
    let round =
        round(machine, state).map_or_else(String::new, |round| format!(" in round {round}"));
    match outcome {
        Outcome::Won { player, why } => {
            let name = machine.name(state, *player).unwrap_or_default();
            format!("result: {name} wins ({why}){round}")
        }
        Outcome::Drawn { why } => format!("result: draw ({why}){round}"),
        Outcome::Ended { .. } => format!("result: draw (no verdict){round}"),
    }
}

/// The round, where the system counts them.
fn round(machine: &Machine, state: &State) -> Option<i64> {
    let program = machine.program();
    let (_, battle) = program.kinds.iter().find(|(_, kind)| kind.base == KindBase::Battle)?;
    let field = battle.fields.iter().find(|field| {
        let name = program.fields.get(**field).and_then(|field| program.texts.get(field.name));
        name.is_some_and(|name| name == "round")
    })?;
    let entity = (0..state.entities()).find(|entity| {
        let kind = state.head(*entity).and_then(|head| program.kinds.get(head.kind));
        kind.is_some_and(|kind| kind.base == KindBase::Battle)
    })?;
    machine.field(state, entity, *field).ok()
}

impl Seat {
    fn generator(&mut self) -> Option<&mut SeededDice> {
        match &mut self.who {
            Player::Person(_) => None,
            Player::Random(player) => Some(&mut player.generator),
            Player::Policy(player) => Some(&mut player.generator),
        }
    }

    fn position(&self) -> DicePosition {
        match &self.who {
            Player::Person(_) => SeededDice::new(0, 0).position(),
            Player::Random(player) => player.generator.position(),
            Player::Policy(player) => player.generator.position(),
        }
    }
}

/// A fault in one line, for commands that have no sources at hand.
pub fn fault_of(fault: &PlayFault, machine: &Machine) -> Failure {
    Failure::failed(faults::words(fault, machine))
}

/// Why a save or replay does not fit, in words.
pub fn saved(fault: &warwright_runtime::SaveFault) -> String {
    match fault {
        warwright_runtime::SaveFault::Version { found } => {
            format!("its format {found} is not the one that is read")
        }
        warwright_runtime::SaveFault::Content => {
            String::from("its content has changed since it was stored")
        }
        warwright_runtime::SaveFault::State => {
            String::from("its state does not belong to this content")
        }
    }
}

fn seats(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    sides: &[(String, Option<Who>)],
) -> Result<Vec<Seat>, Failure> {
    let program = machine.program();
    let layout =
        machine.layout(scenario).map_err(|fault| fault_of(&PlayFault::Fault(fault), machine))?;
    let setups = program.scenarios.get(scenario).map(|it| it.sides.as_slice()).unwrap_or_default();
    let mut seats = Vec::new();
    for ((stream, player), setup) in (1u64..).zip(&layout.players).zip(setups) {
        let name = text(program, setup.name);
        let asked = sides
            .iter()
            .find(|(side, _)| side.eq_ignore_ascii_case(&name))
            .and_then(|(_, who)| *who);
        let policy = setup.policy.or_else(|| program.policies.ids().next());
        let who = match asked.unwrap_or(if policy.is_some() { Who::Policy } else { Who::Random }) {
            Who::Person => Player::Person(Asker::new(BufReader::new(stdin()), stderr())),
            Who::Random => Player::Random(RandomPlayer::new(seed, stream)),
            Who::Policy => Player::Policy(PolicyPlayer::new(policy, seed, stream)),
        };
        seats.push(Seat { player: *player, name, who });
    }
    for (side, _) in sides {
        if !seats.iter().any(|seat| seat.name.eq_ignore_ascii_case(side)) {
            let known: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
            return Err(Failure::usage(format!(
                "there is no side `{side}`; there are {}",
                known.join(", ")
            )));
        }
    }
    Ok(seats)
}

fn text(program: &Program, id: warwright_ir::TextId) -> String {
    program.texts.get(id).cloned().unwrap_or_default()
}
