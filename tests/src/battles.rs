//! Whole battles with every state looked at: takes a scenario and players, gives how each battle went, or what went wrong.

use std::collections::BTreeMap;
use warwright_ir::{PermissionId, PolicyId, Program, ScenarioId};
use warwright_runtime::space::plane::{Grain, Pose, Shape, on_board, overlaps};
use warwright_runtime::{
    Answer, Checked, ChooseRequest, Chooser, Fuel, Listed, Machine, Options, Outcome, PlayFault,
    PolicyPlayer, RandomPlayer, Refusal, Request, SeededDice, Shunned, Standpoint, State, Tells,
    play,
};

/// Which field says that a piece is above all others: there it shares space with nobody.
const ALOFT: &str = "airborne";

/// Who chooses for all sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Anything that is legal.
    Random,
    /// As the policies of the scenario say.
    Policy,
}

/// How a battle went.
#[derive(Clone, Debug, Default)]
pub struct Battle {
    /// From which seed.
    pub seed: u64,
    /// Who won, by the position of the side.
    pub winner: Option<usize>,
    /// Why it ended, in words.
    pub why: String,
    /// The round in which it ended, as far as rounds are counted.
    pub rounds: i64,
    /// How many choices were asked for.
    pub choices: u64,
    /// How many rolls.
    pub rolls: u64,
    /// What was said, counted by the rule that said it.
    pub said: BTreeMap<String, u64>,
    /// From which side pieces met others, counted by the words for it.
    pub met: BTreeMap<String, u64>,
    /// How often pieces stood for a turn, counted by the first reason for it.
    pub stood: BTreeMap<String, u64>,
    /// Who stood for three turns running, and in none of them for a reason.
    pub idle: Vec<String>,
}

/// Plays one battle and looks at every state.
///
/// # Errors
///
/// What is wrong: a fault, a refused answer, two pieces in one place, a piece off the board.
pub fn fight(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    players: Players,
) -> Result<Battle, String> {
    let fault = |what: &dyn std::fmt::Debug| format!("seed {seed}: {what:?}");
    let mut state = machine.start(scenario).map_err(|found| fault(&found))?;
    let mut dice = SeededDice::new(seed, 0);
    let mut seats = seats(machine, scenario, seed, players);
    let mut tells = Tells::loud();
    let mut fuel = Fuel::BATTLE;
    let (mut choices, mut rolls, mut said, mut met) = (0, 0, BTreeMap::new(), BTreeMap::new());
    let mut posts = Posts::new(machine);
    let outcome = loop {
        let request = machine.run(&mut state, &mut tells, &mut fuel).map_err(|it| fault(&it))?;
        for tell in tells.list.drain(..) {
            if let Some((_, way)) = tell.text.split_once(" rushed ") {
                let ways = ["head on", "left flank", "right flank", "rear"];
                if let Some(way) = ways.iter().find(|it| way.contains(*it)) {
                    *met.entry((*way).to_owned()).or_default() += 1;
                }
            }
            *said.entry(tell.cause.label).or_default() += 1;
        }
        judge(machine, &state).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
        match request {
            Request::Over(outcome) => break outcome,
            Request::Roll(roll) => {
                rolls += 1;
                let counts = dice.roll(machine.program(), &roll.of, roll.count);
                machine.answer_roll(&mut state, &counts, &mut tells).map_err(|it| fault(&it))?;
            }
            Request::Choose(choose) => {
                choices += 1;
                let layout = machine.layout(scenario).map_err(|it| fault(&it))?;
                let seat = layout.players.iter().position(|player| *player == choose.player);
                if matches!(choose.options, Options::Actions { .. }) {
                    posts.look(machine, &state, choose.player).map_err(|it| fault(&it))?;
                }
                let seat = seat.and_then(|seat| seats.get_mut(seat)).ok_or("nobody sits there")?;
                let from = Standpoint::of(machine, &state, choose.player);
                let answer = seat.choose(&from, &choose).map_err(|it| fault(&it))?;
                machine
                    .answer_choice(&mut state, &answer, &mut tells)
                    .map_err(|it| fault(&(it, &answer, &choose.question)))?;
            }
        }
    };
    let (winner, why) = ending(machine, scenario, outcome).map_err(|it| fault(&it))?;
    let rounds = warwright_cli::outcome::round(machine, &state).unwrap_or(0);
    let Posts { stood, idle, .. } = posts;
    Ok(Battle { seed, winner, why, rounds, choices, rolls, said, met, stood, idle })
}

/// Plays one battle, looks at nothing and is told nothing. Where chance plays, nobody is even asked.
///
/// # Errors
///
/// What is wrong: a fault or a refused answer.
pub fn race(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    players: Players,
) -> Result<Battle, String> {
    let fault = |what: &dyn std::fmt::Debug| format!("seed {seed}: {what:?}");
    let mut state = machine.start(scenario).map_err(|found| fault(&found))?;
    let (mut dice, mut fuel) = (SeededDice::new(seed, 0), Fuel::BATTLE);
    let (outcome, choices) = match players {
        Players::Random => {
            let played = machine.play_out(&mut state, &mut dice, u32::MAX, &mut fuel);
            let played = played.map_err(|found| fault(&found))?;
            (played.outcome.ok_or("the battle was cut off")?, u64::from(played.decisions))
        }
        Players::Policy => {
            let at = machine.layout(scenario).map_err(|it| fault(&it))?.players.clone();
            let seats = seats(machine, scenario, seed, players);
            let mut table = Table { seats: at.into_iter().zip(seats).collect(), asked: 0 };
            let mut tells = Tells::quiet();
            let outcome =
                play(machine, &mut state, &mut dice, &mut table, &mut tells, &mut fuel, None);
            (outcome.map_err(|found| fault(&found))?, table.asked)
        }
    };
    let (winner, why) = ending(machine, scenario, outcome).map_err(|it| fault(&it))?;
    let rounds = warwright_cli::outcome::round(machine, &state).unwrap_or(0);
    Ok(Battle { seed, winner, why, rounds, choices, ..Battle::default() })
}

/// All players of a battle, and how often they were asked.
struct Table {
    seats: BTreeMap<i64, Box<dyn Chooser>>,
    asked: u64,
}

impl Chooser for Table {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        self.asked += 1;
        let seat = self.seats.get_mut(&request.player);
        seat.ok_or(PlayFault::Refused(Refusal::NotAsked))?.choose(from, request)
    }

    fn shuns(&self, program: &Program, player: i64, of: Listed) -> Shunned {
        let seat = self.seats.get(&player);
        seat.map_or(Shunned::Nothing, |seat| seat.shuns(program, player, of))
    }
}

/// Who won, by the position of the side, and why.
fn ending(
    machine: &Machine,
    scenario: ScenarioId,
    outcome: Outcome,
) -> Checked<(Option<usize>, String)> {
    let players = &machine.layout(scenario)?.players;
    Ok(match outcome {
        Outcome::Won { players: won, why } => (players.iter().position(|it| won.contains(it)), why),
        Outcome::Drawn { why } => (None, why),
        Outcome::Ended { .. } => (None, "it came to its end".to_owned()),
    })
}

/// So many turns running nobody may stand without a reason.
const LONG: u64 = 3;

/// Where pieces stood when their player was last asked what to do, and why they stood on.
#[derive(Debug, Default)]
struct Posts {
    /// What says why a piece stays where it is.
    reasons: Option<PermissionId>,
    /// Of which turn each player was asked last.
    turns: BTreeMap<i64, i64>,
    /// Where each piece stood then, the first reason to stay there, and how many turns it stood without one.
    at: BTreeMap<i64, (Pose, Option<String>, u64)>,
    stood: BTreeMap<String, u64>,
    idle: Vec<String>,
}

impl Posts {
    fn new(machine: &Machine) -> Self {
        let program = machine.program();
        let named = program
            .permissions
            .iter()
            .find(|(_, permission)| program.texts.at(permission.name) == "get_on");
        Self { reasons: named.map(|(id, _)| id), ..Self::default() }
    }

    /// Looks at the pieces of a player at the first request of each turn.
    fn look(&mut self, machine: &Machine, state: &State, player: i64) -> Checked<()> {
        let (Some(reasons), Some(board)) = (self.reasons, machine.board(state)?) else {
            return Ok(());
        };
        let turn = warwright_cli::outcome::round(machine, state).unwrap_or(0);
        if self.turns.insert(player, turn) == Some(turn) {
            return Ok(());
        }
        for piece in board.pieces.iter().filter(|piece| piece.owner == Some(player)) {
            let Some(pose) = piece.pose else { continue };
            let against = machine.explain_permission(
                state,
                reasons,
                &[[piece.entity].into_iter().collect()],
            )?;
            let why = against.iter().find(|reason| reason.struck_by.is_none());
            let before = self.at.get(&piece.entity);
            let mut without = 0;
            if let Some((at, reason, turns)) = before
                && *at == pose
            {
                without = if reason.is_none() { turns + 1 } else { 0 };
                let reason = reason.as_deref().unwrap_or("no reason");
                *self.stood.entry(reason.to_owned()).or_default() += 1;
            }
            if without == LONG {
                self.idle.push(format!("{}, turn {turn}", machine.name(state, piece.entity)?));
            }
            self.at.insert(piece.entity, (pose, why.map(|why| why.label.clone()), without));
        }
        Ok(())
    }
}

/// What no state of a battle may be.
fn judge(machine: &Machine, state: &State) -> Result<(), String> {
    let Some(board) = machine.board(state).map_err(|it| format!("{it:?}"))? else { return Ok(()) };
    let grain = machine.program().grain.and_then(Grain::new).unwrap_or(Grain::FINEST);
    let near = warwright_runtime::space::plane::Point::new(0, 0);
    let far = warwright_runtime::space::plane::Point::new(board.width, board.depth);
    let name = |entity: i64| machine.name(state, entity).unwrap_or_default();
    let program = machine.program();
    let aloft = program.fields.iter().find(|(_, field)| program.texts[field.name] == ALOFT);
    let is_aloft = |entity: i64| {
        aloft.is_some_and(|(id, _)| machine.field(state, entity, id).is_ok_and(|it| it != 0))
    };
    let standing: Vec<_> = (board.pieces.iter())
        .filter_map(|piece| Some((piece.entity, piece.owner, piece.footprint.at(piece.pose?))))
        .collect();
    for (at, (entity, owner, posed)) in standing.iter().enumerate() {
        if !on_board(posed.corners(), near, far) {
            return Err(format!("{} stands off the board: {:?}", name(*entity), posed.pose));
        }
        // Friends may make room for each other where nobody could turn else: how much is the game's to say.
        for (other, _, theirs) in standing[at + 1..].iter().filter(|(_, whose, _)| whose != owner) {
            if overlaps(posed, theirs, grain) && !is_aloft(*entity) && !is_aloft(*other) {
                let places = (posed.pose, theirs.pose);
                return Err(format!(
                    "{} and {} share space: {places:?}",
                    name(*entity),
                    name(*other)
                ));
            }
        }
    }
    Ok(())
}

fn seats(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    players: Players,
) -> Vec<Box<dyn Chooser>> {
    let sides = &machine.program().scenarios.at(scenario).sides;
    (1_u64..)
        .zip(sides)
        .map(|(stream, side)| -> Box<dyn Chooser> {
            match players {
                Players::Random => Box::new(RandomPlayer::new(seed, stream)),
                Players::Policy => {
                    let policy: Option<PolicyId> = side.policy;
                    Box::new(PolicyPlayer::new(policy, seed, stream))
                }
            }
        })
        .collect()
}
