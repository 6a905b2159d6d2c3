//! The searching player: it finds what is plainly best, beats chance, plays the same from the same seed, and does not peek.

use super::{games, program};
use std::path::Path;
use warwright_ir::ScenarioId;
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Effort, Fuel, Machine, Outcome, PlayFault, RandomPlayer,
    Recorded, Request, SearchPlayer, SeededDice, Session, Standpoint, State, Tells, play,
};
use warwright_tests::repository::root;

fn machine(game: &str) -> (Machine, ScenarioId) {
    let machine = Machine::new(&program(game, &root().join("tests/games").join(game)));
    let scenario = machine.program().scenarios.ids().next().unwrap();
    (machine, scenario)
}

fn search(machine: &Machine, scenario: ScenarioId, trials: u32, seed: u64) -> SearchPlayer {
    let policies = machine.program().scenarios[scenario].sides.iter().map(|side| side.policy);
    let effort = Effort { trials, horizon: 20 };
    SearchPlayer::new(effort, policies.collect(), seed, 1)
}

/// One player who searches, and chance for the others.
struct Seats {
    searching: i64,
    search: SearchPlayer,
    random: RandomPlayer,
}

impl Chooser for Seats {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        if request.player == self.searching {
            return self.search.choose(from, request);
        }
        self.random.choose(from, request)
    }
}

fn fight(
    machine: &Machine,
    scenario: ScenarioId,
    side: usize,
    trials: u32,
    seed: u64,
) -> (Outcome, Vec<Recorded>) {
    let searching = machine.layout(scenario).unwrap().players[side];
    let mut seats = Seats {
        searching,
        search: search(machine, scenario, trials, seed),
        random: RandomPlayer::new(seed, 2),
    };
    let mut state = machine.start(scenario).unwrap();
    let mut dice = SeededDice::new(seed, 0);
    let (mut tells, mut fuel, mut record) = (Tells::quiet(), Fuel::BATTLE, Vec::new());
    let outcome =
        play(machine, &mut state, &mut dice, &mut seats, &mut tells, &mut fuel, Some(&mut record));
    (outcome.unwrap(), record)
}

#[test]
fn it_takes_what_wins_at_once() {
    let (machine, scenario) = machine("pebbles");
    let heap = machine.program().fields.iter();
    let heap = heap.map(|(id, field)| (id, &machine.program().texts[field.name]));
    let heap = heap.filter(|(_, name)| *name == "heap").map(|(id, _)| id).next().unwrap();
    let players = machine.layout(scenario).unwrap().players.clone();
    let mut found = 0;
    for seed in 0..6 {
        let mut state = machine.start(scenario).unwrap();
        let mut random = RandomPlayer::new(seed, 2);
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        while let Request::Choose(request) = machine.run(&mut state, &mut tells, &mut fuel).unwrap()
        {
            let left = (0..state.entities())
                .find_map(|entity| machine.field(&state, entity, heap).ok())
                .unwrap();
            let from = Standpoint::of(&machine, &state, request.player);
            let mut player = search(&machine, scenario, 120, seed);
            let answer = player.choose(&from, &request).unwrap();
            assert!(players.contains(&request.player));
            // Two or three pebbles left: all are taken. Five to seven: four are left for the other.
            match left {
                2 | 3 => {
                    assert_eq!(answer, Answer::Value(left), "seed {seed}");
                    found += 1;
                }
                5..=7 => {
                    assert_eq!(answer, Answer::Value(left - 4), "seed {seed}");
                    found += 1;
                }
                _ => {}
            }
            let answer = random.choose(&Standpoint::open(&machine, &state), &request).unwrap();
            machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
        }
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn it_beats_chance_from_both_sides() {
    for (game, trials, wanted) in [("pebbles", 60, 16), ("caches", 24, 13)] {
        let (machine, scenario) = machine(game);
        let players = machine.layout(scenario).unwrap().players.clone();
        let won = (0..20_u64).filter(|seed| {
            let side = usize::from(seed % 2 == 1);
            let outcome = fight(&machine, scenario, side, trials, *seed).0;
            matches!(outcome, Outcome::Won { players: won, .. } if won.contains(&players[side]))
        });
        let won = won.count();
        assert!(won >= wanted, "{game}: {won} of 20");
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let (machine, scenario) = machine("caches");
    let played = |seed| fight(&machine, scenario, 0, 16, seed).1;
    assert_eq!(played(4), played(4));
    assert_ne!(played(4), played(5));
}

#[test]
fn what_is_hidden_does_not_change_its_answer() {
    let (machine, scenario) = machine("caches");
    let mut state = machine.start(scenario).unwrap();
    let (mut random, mut dice) = (RandomPlayer::new(9, 2), SeededDice::new(9, 0));
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    let mut asked = 0;
    while asked < 24 {
        match machine.run(&mut state, &mut tells, &mut fuel).unwrap() {
            Request::Over(_) => break,
            Request::Roll(roll) => {
                let counts = dice.roll(machine.program(), &roll.of, roll.count);
                machine.answer_roll(&mut state, &counts, &mut tells).unwrap();
            }
            Request::Choose(request) => {
                asked += 1;
                // Without guesses it knows what it sees: the same for the truth and for any guess of it.
                let other = machine
                    .guessed(&state, request.player, &mut SeededDice::new(asked, 3))
                    .unwrap();
                let answer = |truth: &State| {
                    let seen = machine.seen_by(truth, request.player).unwrap().into_owned();
                    let mut player = search(&machine, scenario, 12, asked);
                    player
                        .choose(&Standpoint::open(&machine, &Session::new(seen)), &request)
                        .unwrap()
                };
                assert_eq!(answer(&state), answer(&other));
                let answer = random.choose(&Standpoint::open(&machine, &state), &request).unwrap();
                machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
            }
        }
    }
    assert!(asked > 10);
}

#[test]
fn it_plays_every_game_of_two_sides_to_its_end() {
    for (name, folder) in games() {
        let machine = Machine::new(&program(&name, Path::new(&folder)));
        if machine.program().sequence.is_none() {
            continue;
        }
        for (scenario, def) in machine.program().scenarios.iter() {
            if def.sides.len() == 2 && def.sides.iter().all(|side| !side.pieces.is_empty()) {
                fight(&machine, scenario, 0, 4, 1);
            }
        }
    }
}
