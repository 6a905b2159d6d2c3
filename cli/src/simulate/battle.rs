//! One battle of many: takes a seed, gives what it came to.

use super::game::Game;
use super::labels::{Labels, entry_name};
use super::noticed::Noticed;
use super::tally::{Loss, Results, Sort, Tally, Use, Witness};
use crate::faults;
use crate::output::Failure;
use crate::seats::Seat;
use std::collections::BTreeMap;
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Fuel, Machine, Outcome, PlayFault, Refusal, SeededDice,
    Standpoint, State, Tells, play,
};

/// Plays a battle as `play` does with that seed.
///
/// # Errors
///
/// When it cannot even begin. What goes wrong later is part of what the battle came to.
pub(super) fn fight(game: &Game, witness: Witness) -> Result<Tally, Failure> {
    game.with_machine(|machine| {
        machine.take_noted();
        let mut players = Players::new(game, game.seats(machine, witness.seed)?);
        let mut state = machine
            .start(game.scenario)
            .map_err(|fault| Failure::failed(faults::fault_words(&fault, machine)))?;
        let mut dice = SeededDice::new(witness.seed, 0);
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        let ended = play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None);
        Ok(match ended {
            Ok(outcome) => came_to(game, machine, &state, &outcome, &players, witness),
            Err(fault) => Tally::fault(faults::words(&fault, machine), witness),
        })
    })
}

/// All who play a battle, and what they chose.
struct Players<'g> {
    game: &'g Game,
    seats: Vec<Seat>,
    noticed: Noticed,
    /// Whose action was the first once rounds were counted.
    first: Option<usize>,
}

impl<'g> Players<'g> {
    fn new(game: &'g Game, seats: Vec<Seat>) -> Self {
        Self { game, seats, noticed: Noticed::default(), first: None }
    }

    /// Whether the rounds have begun, where any are counted.
    fn in_rounds(&self, from: &Standpoint<'_>) -> Result<bool, PlayFault> {
        let Some(rounds) = self.game.rounds else { return Ok(true) };
        let round = rounds.round(from.machine(), from.seen()?);
        Ok(round.is_some_and(|round| round > 0))
    }
}

impl Chooser for Players<'_> {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let nobody = PlayFault::Refused(Refusal::NotAsked);
        let seat = self.seats.iter().position(|seat| seat.player == request.player);
        let (number, seat) = seat
            .and_then(|number| Some((number, self.seats.get_mut(number)?)))
            .ok_or_else(|| nobody.clone())?;
        let answer = seat.choose(from, request)?.ok_or(nobody)?;
        if self.first.is_none() && matches!(answer, Answer::Act(_)) && self.in_rounds(from)? {
            self.first = Some(number);
        }
        self.noticed.note(from.machine().program(), &self.game.labels, request, &answer);
        Ok(answer)
    }
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
    let (winner, why) = match outcome {
        Outcome::Won { player, why } => {
            (game.players.iter().position(|it| it == player), why.as_str())
        }
        Outcome::Drawn { why } => (None, why.as_str()),
        Outcome::Ended { .. } => (None, "no verdict"),
    };
    let result = || {
        let mut result = Results::default();
        result.add(&game.names, winner);
        result
    };
    let mut tally = Tally { all: result(), ..Tally::default() };
    let first = players.first.and_then(|first| game.names.get(first));
    tally.first.insert(first.map_or("nobody", String::as_str).to_owned(), result());
    if !game.placed.is_empty() {
        tally.placed.insert(game.placed.clone(), result());
    }
    tally.ends.insert(ending(game, winner, why), 1);
    if let Some(round) = game.rounds.and_then(|rounds| rounds.round(machine, state)) {
        tally.rounds.insert(round, 1);
    }
    losses(game, state, &mut tally);
    tally.used = used(game, machine, &players.noticed, witness);
    tally
}

/// Who won, and why, as one name.
fn ending(game: &Game, winner: Option<usize>, why: &str) -> String {
    match winner.and_then(|winner| game.names.get(winner)) {
        Some(name) => format!("{name}: {why}"),
        None => format!("nobody: {why}"),
    }
}

/// Which pieces are out of play, and what they cost.
fn losses(game: &Game, state: &State, tally: &mut Tally) {
    let mut points: Vec<Option<i64>> = vec![None; game.names.len()];
    for piece in &game.pieces {
        let Some(name) = game.names.get(piece.side) else { continue };
        let lost = !state.in_play(piece.entity);
        let of_side = tally.losses.entry(name.clone()).or_default();
        let loss: &mut Loss = of_side.entry(piece.name.clone()).or_default();
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

/// How often everything was used that could be.
fn used(
    game: &Game,
    machine: &Machine,
    noticed: &Noticed,
    witness: Witness,
) -> BTreeMap<Sort, BTreeMap<String, Use>> {
    let program = machine.program();
    let mut used: BTreeMap<Sort, BTreeMap<String, Use>> = BTreeMap::new();
    for (sort, names) in &game.known {
        let all = names.iter().map(|name| (name.clone(), Use::default()));
        used.insert(*sort, all.collect());
    }
    let mut add = |sort: Sort, name: &str, times: u64, offered: u64| {
        let of_sort = used.entry(sort).or_default();
        let known = of_sort.entry(name.to_owned()).or_default();
        known.times += times;
        known.offered += offered;
        if times > 0 {
            (known.battles, known.witness) = (1, Some(witness));
        }
    };
    let mut abilities = Labels::abilities(program, &machine.take_noted());
    for (action, count) in &noticed.actions {
        let name = program.actions.get(*action).and_then(|it| program.texts.get(it.name));
        add(Sort::Action, name.map_or("", String::as_str), count.taken, count.offered);
        let ability = Labels::ability_of(program, *action).filter(|_| count.taken > 0);
        abilities.extend(ability);
    }
    for ability in abilities {
        add(Sort::Ability, ability, 1, 0);
    }
    for ((question, label), count) in &noticed.answers {
        let name = Labels::answer(program, *question, *label);
        add(Sort::Answer, &name, count.taken, count.offered);
    }
    for (card, count) in &noticed.cards {
        add(Sort::Card, entry_name(program, *card), count.taken, count.offered);
    }
    used
}
