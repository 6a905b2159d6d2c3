//! What a scenario takes away of a side that it inherits.

use super::promises::compiled;
use warwright_tests::sources::{codes, lines};

const BASE: &str = r#"
kind player { state score: int 0.. = 0 }
scenario Base {
  side A { roster "Two reds" ; policy sly
    wins when self.score > 8 "far ahead"
    wins when self.score > 4 at end of battle "ahead"
    scores 2 at end of round "first" }
  side B { roster "One red" of Reds { 1 Ann } ; policy sly ; scores 1 at end of round "second" }
}
"#;

/// How often a label stands behind what happens in the battles of the game with an heir.
fn labels(side: &str, wanted: &[&str]) -> Vec<usize> {
    let found = compiled(&format!("{BASE}\nscenario Heir like Base {{ side A {{ {side} }} }}"));
    assert!(!found.has_errors(), "{side}: {}", lines(&found));
    let program = found.program.unwrap();
    let all: Vec<&str> =
        program.hooks.values().map(|hook| program.texts[hook.label].as_str()).collect();
    wanted.iter().map(|label| all.iter().filter(|it| it == &label).count()).collect()
}

#[test]
fn an_heir_takes_away_what_a_side_wins_and_scores_by() {
    let wanted = ["far ahead", "ahead", "first", "second"];
    assert_eq!(labels("policy sly", &wanted), [2, 2, 2, 2]);
    assert_eq!(labels("wins - \"ahead\"", &wanted), [2, 1, 2, 2]);
    assert_eq!(labels("wins - \"ahead\" ; scores - \"first\"", &wanted), [2, 1, 1, 2]);
}

#[test]
fn what_is_not_there_cannot_be_taken_away() {
    let found =
        compiled(&format!("{BASE}\nscenario Heir like Base {{ side A {{ wins - \"aheap\" }} }}"));
    assert!(codes(&found).contains(&"WW0220".to_owned()), "{}", lines(&found));
}

#[test]
fn a_rule_of_which_an_heir_leaves_nothing_is_gone() {
    let base = BASE.replacen(
        "side A",
        "rule \"Mist\" { after throw.cast \"mist\" { say \"Mist.\" } }\n  side A",
        1,
    );
    assert!(compiled(&base).diagnostics.iter().all(|it| !it.message.contains("Mist")));
    let found = compiled(&format!("{base}\nscenario Heir like Base {{ clauses - \"mist\" }}"));
    assert!(!found.diagnostics.iter().any(|it| it.message.contains("Mist")), "{}", lines(&found));
}
