//! What authors of army lists want of their tests, and of what is read back to them.

use super::promises::{RULES, compiled, failure};
use std::sync::Arc;
use warwright_compiler::passes::{Options, compile};
use warwright_compiler::roots::Request;
use warwright_tests::sources::{codes, lines, memory};

/// An ability with a state of its own.
const CRAFTY: &str = r#"
ability Crafty for fighter {
  text: Counts its feints, and throws the better for them.
  state feints: int 0..9 = 1
  modify skill as fighter by self.feints "crafty"
}
"#;

#[test]
fn a_test_writes_and_asks_what_an_ability_keeps_for_itself() {
    let block = |line: &str| {
        format!(
            "{CRAFTY} test \"feints\" {{ given a: Ann has Crafty ; expect a.skill is 4 ; {line} }}"
        )
    };
    assert_eq!(failure(&block("a.feints = 2 ; expect a.feints is 2 ; expect a.skill is 5")), None);
    let wrong = failure(&block("a.feints = 2 ; expect a.skill is 4"));
    assert!(wrong.unwrap().contains("a.skill is 4"));
}

#[test]
fn rules_outside_of_the_ability_do_not_see_its_state() {
    let found =
        compiled(&format!("{CRAFTY} procedure peek(f: fighter) {{ step go {{ f.feints = 2 }} }}"));
    assert!(codes(&found).contains(&"WW0201".to_owned()), "{}", lines(&found));
}

#[test]
fn something_is_set_up_and_asked_behind_the_last_run() {
    let block = "test \"thrice\" { given a: Ann ; b: Bob ; rolls 5 ; run throw(a, 1)
      expect b.hurt is 0 ; b.hurt = 3 ; expect b.hurt is 3 ; a.hurt = 2 ; show a.hurt }";
    assert_eq!(failure(block), None);
}

#[test]
fn what_is_set_up_behind_the_last_run_is_asked() {
    let found = compiled(
        "test \"idle\" { given a: Ann ; rolls 5 ; run throw(a, 1) ; expect said \"threw\" ; a.hurt = 3 }",
    );
    assert!(codes(&found).contains(&"WW0721".to_owned()), "{}", lines(&found));
}

#[test]
fn what_is_scored_and_who_wins_is_read_back() {
    let battle = "kind player { state score: int 0.. = 0 }
      scenario Fair { side A { roster \"Two reds\" ; policy sly
          scores 2 for each f in fighters where f.hurt > 1 when battle.round > 1 at end of round \"hits\" }
        side B { roster \"Two reds\" ; policy sly }
        verdict at end of battle {
          first(players where it.score > 3) is some p | won by p \"more\"
          else | draw \"alike\"
        } }";
    let files = [(String::from("systems/duel/duel.ww"), format!("{RULES}\n{battle}\n"))];
    let request = Request {
        roots: vec![Arc::new(memory("", &files))],
        system: Some(String::from("duel")),
        ..Request::default()
    };
    let found = compile(&request, &Options { gloss: true, ..Options::default() });
    let read: Vec<&str> = found.glosses.iter().map(|it| it.words.as_str()).collect();
    for words in [
        "its side scores 2 for each f in fighters where f.hurt > 1 when battle.round > 1, counted after each run of round",
        "ahead of the game's own verdict: won by p when first(players where it.score > 3) is some p; else a draw",
    ] {
        assert!(read.iter().any(|it| it.contains(words)), "{words}: {read:#?}");
    }
}
