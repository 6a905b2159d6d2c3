//! What is told at the table of the battle as a whole, and of what may not be chosen.

use super::boards::set_up;
use super::{one_by_one, together};

#[test]
fn an_action_withheld_in_many_ways_is_told_by_its_reasons() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];
    let told = together(&field, &format!("{}why not\nquit\nno\n", set_up()), 0);
    let (_, told) = told.rsplit_once("(or `help`): why not\n").unwrap_or_else(|| panic!("{told}"));
    let told: Vec<&str> = told.lines().take_while(|line| !line.contains("`help`")).collect();
    // It is well over a hundred lines with each sort of rush apart, and more than a page with each reason.
    assert!(told.len() < 22, "{}", told.join("\n"));
    let rushes = told.iter().find(|line| line.starts_with("  rush")).unwrap();
    assert!(rushes.contains("too far; ") && rushes.contains("no open path"), "{told:?}");
    let last = told.last().unwrap();
    assert_eq!(*last, "`why not NAME 2` tells all of one, with the rules that say so");
}

#[test]
fn of_many_that_are_withheld_those_are_told_that_are_nearest_to_being_possible() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];
    let told = together(&field, &format!("{}why not rush\nquit\nno\n", set_up()), 0);
    let (_, told) = told.split_once("(or `help`): why not rush\n").unwrap();
    let told: Vec<&str> = told.lines().take_while(|line| !line.contains("`help`")).collect();
    assert!(told.len() < 10, "{}", told.join("\n"));
    assert!(told.iter().any(|line| line.starts_with("  because: too far")), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("against ")), "{told:?}");
    assert!(!told.iter().any(|line| line.contains(" of 8")), "{told:?}");
    // What is shown as two words is typed as two.
    let told = together(&field, &format!("{}why not play card\nquit\nno\n", set_up()), 0);
    assert!(told.contains("no card for now"), "{told}");
}

#[test]
fn what_the_battle_is_about_is_said_at_first_and_when_asked() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];
    let told = together(&field, &format!("{}goal\nquit\nno\n", set_up()), 0);
    let goal = "Open Field: Two armies meet on open ground. Whoever still has units when the other has none has won.\n";
    assert_eq!(told.matches(goal).count(), 2, "{told}");
    let ends = "A side wins: no enemy is left. A draw: nobody is left; night falls.\n(at most 28 rounds)\n";
    assert!(told.contains(ends), "{told}");
    assert!(told.contains("\n(round 2 of at most 28)\n"), "{told}");
}

#[test]
fn who_asks_for_an_action_where_something_else_is_chosen_is_told_where_it_is() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];
    let units = one_by_one(6, "1\n");
    let keys = format!("1\n{units}1\n1\n1\nwhy not rally 3\nwhy not Ranged\nquit\nno\n");
    let told = together(&field, &keys, 0);
    assert!(
        told.contains("`rally 3` is not for now: it is chosen in Command, and this is"),
        "{told}"
    );
    assert!(told.contains("Ranged\n  because: no missiles"), "{told}");
}

/// Two units are about to shoot one after the other, and a card may be played at the first shot.
const SHOT: &str = "1\n1\n13 6\n2\n17.5 6\n3\n22 6\n4\n8.5 6\n5\n14 3.5\n6\n21 3.5\n26.5 6\n1\n1\nclose\nnone\n2\n\
     close\nnone\n3\nclose\nnone\n4\nclose\nnone\n7\nclose\nnone\n5\nranged\nnone\nranged\nnone\n2.4\n1 3.5\nc\nc\nb\nyes\n\
     yes\nyes\nall\n";

#[test]
fn odds_of_a_card_go_as_far_as_the_attack_at_which_it_is_played() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "9"];
    let told = together(&field, &format!("{SHOT}odds 1\nquit\nno\n"), 0);
    let (_, odds) = told.rsplit_once(": odds 1\n").unwrap_or_else(|| panic!("{told}"));
    assert!(
        odds.contains("  11  Goblin Spearmen\n       damage: 0 in 62.4 %, 1 in 31.2 %"),
        "{odds}"
    );
    // The other's shot comes whatever is played at this one.
    assert!(!odds.contains("Orc Swordsmen 2"), "{odds}");
}
