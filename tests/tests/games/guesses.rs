//! What players may not see: a view holds nothing of it, and a guess deals it anew without changing the view.

use super::{games, program};
use std::collections::BTreeSet;
use warwright_ir::{FieldId, ScenarioId};
use warwright_runtime::{
    Chooser, Fuel, Machine, RandomPlayer, Request, SeededDice, Session, Standpoint, State, Tells,
    play,
};
use warwright_tests::repository::root;

/// Calls `look` at each choice of a random battle, with the state as it is and the request.
fn at_each_choice(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    mut look: impl FnMut(&State, &Request),
) {
    let mut state = machine.start(scenario).unwrap();
    let (mut dice, mut players) = (SeededDice::new(seed, 0), RandomPlayer::new(seed, 1));
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    loop {
        let request = machine.run(&mut state, &mut tells, &mut fuel).unwrap();
        match &request {
            Request::Over(_) => return,
            Request::Roll(roll) => {
                let counts = dice.roll(machine.program(), &roll.of, roll.count);
                machine.answer_roll(&mut state, &counts, &mut tells).unwrap();
            }
            Request::Choose(choose) => {
                look(&state, &request);
                let answer = players.choose(&Standpoint::open(machine, &state), choose).unwrap();
                machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
            }
        }
    }
}

fn written(machine: &Machine, state: &State, player: i64) -> String {
    serde_json::to_string(&*machine.seen_by(state, player).unwrap()).unwrap()
}

/// Guesses for all players at every so many choices of a battle: each shows its player what the truth shows. Says how many.
fn guesses_look_right(machine: &Machine, scenario: ScenarioId, seed: u64, every: u64) -> usize {
    let players = machine.layout(scenario).unwrap().players.clone();
    let (mut number, mut looked) = (0, 0);
    at_each_choice(machine, scenario, seed, |state, _| {
        number += 1;
        if number % every != 0 {
            return;
        }
        for player in &players {
            let guess = |seed| {
                let mut generator = SeededDice::new(seed, 7);
                machine.guessed(state, *player, &mut generator).unwrap()
            };
            let first = guess(number);
            assert!(machine.fits(&first));
            assert_eq!(first, guess(number));
            let (seen, shown) =
                (written(machine, state, *player), written(machine, &first, *player));
            assert_eq!(seen, shown, "seed {seed}, choice {number}");
            looked += 1;
        }
    });
    looked
}

#[test]
fn a_guess_looks_to_its_player_as_the_truth_does() {
    let mut looked = 0;
    for (name, folder) in games() {
        let program = program(&name, &folder);
        let machine = Machine::new(&program);
        if program.program().sequence.is_none() {
            continue;
        }
        for (scenario, def) in program.program().scenarios.iter() {
            if def.sides.len() < 2 {
                continue;
            }
            for seed in 0..3 {
                looked += guesses_look_right(&machine, scenario, seed, 1);
            }
        }
    }
    assert!(looked > 500, "{looked}");
}

/// Hands, decks and places of deployment: a battle of the library with nearly all that can be hidden.
#[test]
fn a_guess_of_a_battle_with_hands_looks_as_the_truth_does() {
    let program = program("battlelore", &root());
    let machine = Machine::new(&program);
    let program = program.program();
    let scenario = program.battles().next().unwrap();
    assert!(guesses_look_right(&machine, scenario, 1, 5) > 20);
}

fn caches() -> (Machine, ScenarioId) {
    let machine = Machine::new(&program("caches", &root().join("tests/games/caches")));
    let scenario = machine.program().scenarios.ids().next().unwrap();
    (machine, scenario)
}

fn field(machine: &Machine, wanted: &str) -> FieldId {
    let program = machine.program();
    program.fields.iter().find(|(_, field)| program.texts[field.name] == wanted).unwrap().0
}

/// The items of a set that an entity has: read out of what is written down.
fn held(machine: &Machine, state: &State, entity: i64, name: &str) -> BTreeSet<i64> {
    machine.wide_field(state, entity, field(machine, name)).unwrap().iter().copied().collect()
}

#[test]
fn a_view_holds_no_card_of_others() {
    let (machine, scenario) = caches();
    let players = machine.layout(scenario).unwrap().players.clone();
    let mut hidden_once = 0;
    for seed in 0..10 {
        at_each_choice(&machine, scenario, seed, |state, _| {
            for (player, foe) in [(players[0], players[1]), (players[1], players[0])] {
                let seen = machine.seen_by(state, player).unwrap();
                for (of, name) in
                    [(foe, "hand"), (foe, "plans"), (foe, "drawer"), (player, "drawer")]
                {
                    hidden_once += held(&machine, state, of, name).len();
                    assert!(held(&machine, &seen, of, name).is_empty(), "{name}");
                }
                assert_eq!(
                    held(&machine, &seen, player, "hand"),
                    held(&machine, state, player, "hand")
                );
                for card in held(&machine, state, foe, "hand") {
                    let holder = machine.field(&seen, card, field(&machine, "held_by")).unwrap();
                    assert_ne!(holder, foe, "a card says in whose hand it is");
                }
            }
        });
    }
    assert!(hidden_once > 500, "{hidden_once}");
}

#[test]
fn a_guess_deals_what_is_hidden_and_nothing_else() {
    let (machine, scenario) = caches();
    let players = machine.layout(scenario).unwrap().players.clone();
    let (mut other_hands, mut other_plans, mut looked) = (0, 0, 0);
    at_each_choice(&machine, scenario, 3, |state, request| {
        let Request::Choose(choose) = request else { return };
        let player = choose.player;
        let foe = players.iter().copied().find(|it| *it != player).unwrap();
        for seed in 0..5 {
            let guess = machine.guessed(state, player, &mut SeededDice::new(seed, 1)).unwrap();
            looked += 1;
            let (before, after) =
                (held(&machine, state, foe, "hand"), held(&machine, &guess, foe, "hand"));
            assert_eq!(before.len(), after.len());
            assert!(after.is_disjoint(&held(&machine, state, player, "hand")));
            other_hands += usize::from(before != after);
            for card in after {
                assert_eq!(machine.field(&guess, card, field(&machine, "held_by")).unwrap(), foe);
            }
            let plans = held(&machine, &guess, foe, "plans");
            other_plans += usize::from(plans != held(&machine, state, foe, "plans"));
            let mine = |card: &i64| machine.owner(&guess, *card).unwrap() == foe;
            assert!(plans.iter().all(mine), "the plans of one are dealt to the other");
            // The same is asked of the same player, and from there it goes on to an end.
            let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
            let mut guess = Session::new(guess);
            assert_eq!(&machine.run(&mut guess, &mut tells, &mut fuel).unwrap(), request);
            let (mut dice, mut all) = (SeededDice::new(seed, 0), RandomPlayer::new(seed, 1));
            play(&machine, &mut guess, &mut dice, &mut all, &mut tells, &mut fuel, None).unwrap();
        }
    });
    assert!(other_hands * 2 > looked, "{other_hands} of {looked}");
    assert!(other_plans * 4 > looked, "{other_plans} of {looked}");
}
