//! The battles of one opening: takes a seed, gives what they came to.

use super::game::Game;
use super::players::{Chance, Players};
use super::spread::Spread;
use super::tally::{Results, Shown, Tally, Witness};
use super::used::used;
use crate::faults;
use crate::outcome::counted;
use crate::output::Failure;
use crate::seats::chance_again;
use std::collections::BTreeMap;
use warwright_runtime::{
    Dice, Fuel, KeyedDice, Machine, Outcome, PlayFault, RollRequest, SeededDice, Session, State,
    Tells, play,
};

/// Plays a battle as `play` does with that seed; then its opening again and again with other chance, until it was played on
/// `each` times.
///
/// # Errors
///
/// When it cannot even begin. What goes wrong later is part of what the battles came to.
pub(super) fn fight(game: &Game, witness: Witness, each: u64) -> Result<Tally, Failure> {
    game.with_machine(|machine| {
        machine.take_noted();
        let mut players = Players::new(game, game.seats(machine, witness.seed)?, Chance::Seeded);
        let mut state = begun(game, machine)?;
        if each < 2 {
            let mut dice = SeededDice::new(witness.seed, 0);
            return Ok(played(game, machine, &mut state, &mut dice, &mut players, witness));
        }
        let mut dice = SeededDice::new(witness.seed, 0);
        players.pauses = true;
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        let mut until = Opening { game, dice: &mut dice };
        match play(machine, &mut state, &mut until, &mut players, &mut tells, &mut fuel, None) {
            Err(PlayFault::Stopped) => {}
            Err(fault) => return Ok(Tally::fault(faults::words(&fault, machine), witness)),
            // It ends before any round: there is nothing that could go another way.
            Ok(outcome) => return Ok(came_to(game, machine, &state, &outcome, &players, witness)),
        }
        let opening = machine.take_noted();
        let mut tallies = Vec::new();
        for again in 0..each {
            let mut state = state.clone();
            let mut players = players.again(game.seats(machine, witness.seed)?, &opening);
            let mut dice = match again {
                0 => dice.clone(),
                again => chance_again(witness.seed, again, &mut players.seats),
            };
            let battle = witness.battle + again;
            let witness = Witness { battle, again, ..witness };
            tallies.push(played(game, machine, &mut state, &mut dice, &mut players, witness));
        }
        Ok(together(tallies))
    })
}

/// Dice that fall until the opening is over.
struct Opening<'g> {
    game: &'g Game,
    dice: &'g mut SeededDice,
}

impl Dice for Opening<'_> {
    fn roll(
        &mut self,
        machine: &Machine,
        battle: &State,
        request: &RollRequest,
    ) -> Result<Vec<i64>, PlayFault> {
        if self.game.in_rounds(machine, battle) {
            return Err(PlayFault::Stopped);
        }
        Dice::roll(self.dice, machine, battle, request)
    }
}

/// Plays a battle with chance that hangs on what it is for alone.
///
/// # Errors
///
/// When it cannot even begin.
pub(super) fn fight_keyed(game: &Game, witness: Witness) -> Result<Tally, Failure> {
    game.with_machine(|machine| {
        machine.take_noted();
        let seats = game.seats(machine, witness.seed)?;
        let mut players = Players::new(game, seats, Chance::keyed(witness.seed));
        let mut dice = KeyedDice::new(witness.seed);
        let mut state = begun(game, machine)?;
        Ok(played(game, machine, &mut state, &mut dice, &mut players, witness))
    })
}

fn begun(game: &Game, machine: &Machine) -> Result<Session, Failure> {
    let state = machine.start(game.scenario);
    state.map_err(|fault| Failure::failed(faults::fault_words(&fault, machine)))
}

fn played(
    game: &Game,
    machine: &Machine,
    state: &mut Session,
    dice: &mut dyn Dice,
    players: &mut Players<'_>,
    witness: Witness,
) -> Tally {
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    match play(machine, state, dice, players, &mut tells, &mut fuel, None) {
        Ok(outcome) => came_to(game, machine, state, &outcome, players, witness),
        Err(fault) => Tally::fault(faults::words(&fault, machine), witness),
    }
}

/// The battles of one opening, with the spread of their numbers.
fn together(tallies: Vec<Tally>) -> Tally {
    let mut numbers: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for tally in &tallies {
        for (name, number) in tally.numbers() {
            numbers.entry(name).or_default().push(number);
        }
    }
    let each = tallies.len();
    let mut all = Tally::default();
    tallies.into_iter().for_each(|tally| all.merge(tally));
    // Openings of which a battle went wrong would be others than the rest.
    let whole = numbers.into_iter().filter(|(_, numbers)| numbers.len() == each);
    all.spreads = whole.map(|(name, numbers)| (name, Spread::of_opening(numbers))).collect();
    all
}

/// What a battle came to that was played to its end.
fn came_to(
    game: &Game,
    machine: &Machine,
    state: &State,
    outcome: &Outcome,
    players: &Players<'_>,
    witness: Witness,
) -> Tally {
    let (winners, why) = match outcome {
        Outcome::Won { players, why } => {
            let sides = players.iter();
            let sides = sides.filter_map(|won| game.players.iter().position(|it| it == won));
            (sides.collect(), why.as_str())
        }
        Outcome::Drawn { why } => (Vec::new(), why.as_str()),
        Outcome::Ended { .. } => (Vec::new(), "no verdict"),
    };
    let result = || {
        let mut result = Results::default();
        result.add(&game.names, &winners);
        result
    };
    let mut tally = Tally { all: result(), ..Tally::default() };
    let first = players.first.and_then(|first| game.names.get(first));
    tally.first.insert(first.map_or("nobody", String::as_str).to_owned(), result());
    if let Some(exchanged) = game.exchanged {
        let placed = if exchanged { "armies exchanged" } else { "as declared" };
        tally.placed.insert(placed.to_owned(), result());
    }
    tally.ends.insert(ending(game, &winners, why), Shown { battles: 1, witness });
    if let Some(round) = game.rounds.and_then(|at| counted(at, machine, state)) {
        tally.rounds.insert(round, 1);
    }
    losses(game, state, &mut tally);
    tally.used = used(game, machine, players, witness, why);
    tally
}

/// Who won, and why, as one name.
fn ending(game: &Game, winners: &[usize], why: &str) -> String {
    let names = winners.iter().filter_map(|it| game.names.get(*it).map(String::as_str));
    let names: Vec<&str> = names.collect();
    let names = if names.is_empty() { String::from("nobody") } else { names.join(" and ") };
    format!("{names}: {why}")
}

/// Which pieces are out of play, and what they cost.
fn losses(game: &Game, state: &State, tally: &mut Tally) {
    let mut points: Vec<Option<i64>> = vec![None; game.names.len()];
    for piece in game.pieces.iter().filter(|piece| piece.stands) {
        let Some(name) = game.names.get(piece.side) else { continue };
        let lost = !state.in_play(piece.entity);
        let of_side = tally.losses.entry(name.clone()).or_default();
        let loss = of_side.entry(piece.name.clone()).or_default();
        loss.fielded += 1;
        loss.lost += u64::from(lost);
        if let (Some(price), Some(sum)) = (piece.points, points.get_mut(piece.side)) {
            let more = if lost { price } else { 0 };
            *sum = Some(sum.unwrap_or(0).saturating_add(more));
        }
    }
    for (name, points) in game.names.iter().zip(points) {
        if let Some(points) = points {
            tally.points.entry(name.clone()).or_default().add(points);
        }
    }
}
