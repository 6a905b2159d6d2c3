//! Whole battles with every state looked at: takes a scenario and players, gives how each battle went, or what went wrong.

use std::collections::BTreeMap;
use warwright_ir::{PolicyId, ScenarioId};
use warwright_runtime::space::plane::{Grain, Shape, on_board, overlaps};
use warwright_runtime::{
    Chooser, Fuel, Machine, Outcome, PolicyPlayer, RandomPlayer, Request, SeededDice, State, Tells,
};

/// Who chooses for all sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Anything that is legal.
    Random,
    /// As the policies of the scenario say.
    Policy,
}

/// How a battle went.
#[derive(Clone, Debug)]
pub struct Battle {
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
    watch: bool,
) -> Result<Battle, String> {
    let fault = |what: &dyn std::fmt::Debug| format!("seed {seed}: {what:?}");
    let mut state = machine.start(scenario).map_err(|found| fault(&found))?;
    let mut dice = SeededDice::new(seed, 0);
    let mut seats = seats(machine, scenario, seed, players);
    let mut tells = if watch { Tells::loud() } else { Tells::quiet() };
    let mut fuel = Fuel::BATTLE;
    let (mut choices, mut rolls, mut said) = (0, 0, BTreeMap::new());
    let outcome = loop {
        let request = machine.run(&mut state, &mut tells, &mut fuel).map_err(|it| fault(&it))?;
        for tell in tells.list.drain(..) {
            *said.entry(tell.cause.label).or_default() += 1;
        }
        if watch {
            judge(machine, &state).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
        }
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
                let seat = seat.and_then(|seat| seats.get_mut(seat)).ok_or("nobody sits there")?;
                let seen = machine.seen_by(&state, choose.player).map_err(|it| fault(&it))?;
                let answer = seat.choose(machine, &seen, &choose).map_err(|it| fault(&it))?;
                drop(seen);
                machine
                    .answer_choice(&mut state, &answer, &mut tells)
                    .map_err(|it| fault(&(it, &answer, &choose.question)))?;
            }
        }
    };
    let players = &machine.layout(scenario).map_err(|it| fault(&it))?.players;
    let (winner, why) = match outcome {
        Outcome::Won { player, why } => (players.iter().position(|it| *it == player), why),
        Outcome::Drawn { why } => (None, why),
        Outcome::Ended { .. } => (None, "it came to its end".to_owned()),
    };
    let rounds = warwright_cli::table::round(machine, &state).unwrap_or(0);
    Ok(Battle { winner, why, rounds, choices, rolls, said })
}

/// What no state of a battle may be.
fn judge(machine: &Machine, state: &State) -> Result<(), String> {
    let Some(board) = machine.board(state).map_err(|it| format!("{it:?}"))? else { return Ok(()) };
    let grain = machine.program().grain.and_then(Grain::new).unwrap_or(Grain::FINEST);
    let near = warwright_runtime::space::plane::Point::new(0, 0);
    let far = warwright_runtime::space::plane::Point::new(board.width, board.depth);
    let name = |entity: i64| machine.name(state, entity).unwrap_or_default();
    let standing: Vec<_> = (board.pieces.iter())
        .filter_map(|piece| Some((piece.entity, piece.footprint.at(piece.pose?))))
        .collect();
    for (at, (entity, posed)) in standing.iter().enumerate() {
        if !on_board(posed.corners(), near, far) {
            return Err(format!("{} stands off the board: {:?}", name(*entity), posed.pose));
        }
        for (other, theirs) in &standing[at + 1..] {
            if overlaps(posed, theirs, grain) {
                return Err(format!("{} and {} share space", name(*entity), name(*other)));
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
