//! Called steps in a battle as it is played: what one call leaves, the next finds; and what a question says is there when it is asked.

use super::program;
use warwright_ir::{ScenarioId, validate};
use warwright_runtime::{Fuel, Machine, PolicyPlayer, Request, SeededDice, Tells, play};
use warwright_tests::repository::root;
use warwright_tests::sources::compile_system;

#[test]
fn a_called_step_finds_what_its_last_call_left() {
    let program = program("belfry", &root().join("tests/games/belfry"));
    let machine = Machine::new(&program);
    let scenario = ScenarioId(0);
    let mut state = machine.start(scenario).unwrap();
    let policy = program.program().scenarios[scenario].sides[0].policy;
    let (mut tells, mut fuel) = (Tells::loud(), Fuel::BATTLE);
    play(
        &machine,
        &mut state,
        &mut SeededDice::new(1, 0),
        &mut PolicyPlayer::new(policy, 1, 1),
        &mut tells,
        &mut fuel,
        None,
    )
    .unwrap();
    let said: Vec<&str> = tells.list.iter().map(|tell| tell.text.as_str()).collect();
    let pulls: Vec<&str> = said.iter().copied().filter(|line| line.contains("before")).collect();
    assert_eq!(
        pulls,
        [
            "0 before, 0 of them, North last.",
            "1 before, 1 of them, South last.",
            "2 before, 2 of them, North last.",
            "0 before, 0 of them, South last.",
            "1 before, 1 of them, North last.",
            "2 before, 2 of them, South last.",
        ],
        "{said:#?}"
    );
}

/// One asks a number of each rower, which only the question names.
const ASKING: &str = r#"
system asking {
  dice d6
  active acting
}
kind battle { state acting: player? = none }
kind rower is piece { profile number: int 1..9 }
procedure turn(p: player) {
  step go {
    battle.acting = p
    for each u in rowers of p {
      let n = u.number
      u.player chooses w: one of {1, 2} "which of {n}"
      say "{w} it is."
    }
  }
}
sequence {
  round at most 1 { for each p in players { turn(p) } }
  verdict at end of battle { else | draw "home" }
}
policy any { in turn.w prefer lowest it }
faction Boats { rower Jan { number 3 } }
scenario Regatta {
  side Red { roster "Red" of Boats { 1 Jan } ; policy any }
  side Blue { roster "Blue" of Boats { 1 Jan } ; policy any }
}
"#;

#[test]
fn what_only_a_question_names_is_there_when_it_is_asked() {
    let files = [("systems/asking/asking.ww".to_owned(), ASKING.to_owned())];
    let compilation = compile_system("asking", &files);
    let program = validate(compilation.program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let mut session = machine.start(ScenarioId(0)).unwrap();
    let request = machine.run(&mut session, &mut Tells::loud(), &mut { Fuel::BATTLE }).unwrap();
    let Request::Choose(asked) = request else { panic!("{request:?}") };
    assert_eq!(asked.question, "which of 3");
}
