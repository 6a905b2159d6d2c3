//! When it is asked who has won, and in which order.

use super::promises::machine;
use warwright_runtime::{Fuel, Outcome, PolicyPlayer, SeededDice, Tells, play};

/// How a battle of two sides ends that have these lines, in words.
fn ended(a: &str, b: &str) -> String {
    let battle = format!(
        "kind player {{ state score: int 0.. = 0 }}\nscenario Match {{\n\
         side A {{ roster \"Two reds\" ; policy sly ; {a} }}\n\
         side B {{ roster \"Two reds\" ; policy sly ; {b} }}\n}}"
    );
    let machine = machine(&battle);
    let id = machine.program().scenarios.ids().find(|id| {
        machine.program().texts[machine.program().scenarios[*id].name].as_str() == "Match"
    });
    let mut session = machine.start(id.unwrap()).unwrap();
    let mut players = PolicyPlayer::new(None, 1, 0);
    let (mut dice, mut tells, mut fuel) = (SeededDice::new(1, 0), Tells::quiet(), Fuel::BATTLE);
    let ended = play(&machine, &mut session, &mut dice, &mut players, &mut tells, &mut fuel, None);
    match ended.unwrap() {
        Outcome::Won { why, .. } | Outcome::Drawn { why } => why,
        Outcome::Ended { .. } => panic!("nobody says how it ended"),
    }
}

#[test]
fn what_holds_at_the_start_of_the_battle_ends_it_there() {
    assert_eq!(ended("wins when self.score is 0 at start of battle \"at once\"", ""), "at once");
    assert_eq!(ended("wins when self.score is 1 at start of battle \"at once\"", ""), "enough");
}

#[test]
fn an_ending_is_asked_at_the_start_of_each_turn() {
    assert_eq!(ended("wins when battle.round is 1 at start of pick \"begun\"", ""), "begun");
}

#[test]
fn points_are_counted_before_anybody_has_won() {
    let scores = "scores 3 at end of round \"points\"";
    let wins = |label: &str| format!("wins when self.score > 2 at end of round \"{label}\"");
    let (a, b) = (format!("{} ; {scores}", wins("a")), format!("{scores} ; {}", wins("b")));
    assert_eq!(ended(&a, &b), "a");
    assert_eq!(ended(scores, &b), "b");
    assert_eq!(ended(&wins("a"), &b), "b");
}
