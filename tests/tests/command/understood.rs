//! What a person can take from the screen: what is marked is what is typed, what is told is what there is.

use super::boards::set_up;
use super::{one_by_one, together};

const SKIRMISH: [&str; 6] =
    ["play", "battlelore/skirmish", "--side", "Daqan=person", "--seed", "41"];
const FIELD: [&str; 6] =
    ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];

/// What is typed until the first command card is asked for.
const POSTED: &str = "B5\nB6\nB7\nB10\nB4\n";

#[test]
fn what_is_marked_on_a_board_is_what_is_typed() {
    // Two of three pieces have moved, whose lines kept their numbers; what is left is listed whole.
    let typed = format!("{POSTED}2\nyes\n1 2 3\npreview off\n3 C8\n2 C7\nquit\nno\n");
    let told = together(&SKIRMISH, &typed, 0);
    let (_, last) = told.rsplit_once("2 C7\n").unwrap();
    let (board, list) = last.split_once("Daqan, round 1: which ordered unit moves\n").unwrap();
    let keys: Vec<&str> = list
        .lines()
        .filter_map(|line| line.trim().split_once("  Yeoman Archer moves"))
        .map(|it| it.0)
        .collect();
    assert!(keys.len() > 2 && keys.iter().all(|key| key.starts_with("1.")), "{list}");
    for key in keys {
        assert!(board.contains(&format!("\u{ab}{key}\u{bb}")), "{key}: {board}");
    }
}

#[test]
fn a_letter_means_the_same_in_each_turn_and_nothing_where_its_line_is_gone() {
    let turns = "c\nc\nc\nall\nc\n";
    let told = together(&FIELD, &format!("{}{turns}quit\nno\n", set_up()), 0);
    let draws = |line: &&str| line.ends_with("Draw a command card (-1 commands)");
    let mut letters: Vec<&str> =
        told.lines().filter(draws).map(|line| line.trim().split_at(1).0).collect();
    letters.dedup();
    assert_eq!(letters, ["c"], "{told}");
    let told = together(&FIELD, &format!("{}x\nquit\nno\n", set_up()), 0);
    assert!(told.contains("there is no line x now\n"), "{told}");
}

#[test]
fn return_answers_nothing_and_none_says_that_nothing_is_wanted() {
    let typed = format!("{POSTED}4\nyes\n\n\nnone\nquit\nno\n");
    let told = together(&SKIRMISH, &typed, 0);
    assert_eq!(told.matches("which units Darken the Sky orders\n").count(), 3, "{told}");
    assert!(told.contains("up to 2 of these, as `1 5`, or `none` (or `help`): none\n"), "{told}");
}

#[test]
fn whoever_is_going_to_stand_somewhere_is_seen_there() {
    let told = together(&SKIRMISH, "B5\nquit\nno\n", 0);
    let (_, board) = told.rsplit_once("B5\n").unwrap();
    assert!(board.contains("[1]"), "{board}");
    // The enemy is not.
    assert!(!board.contains("(6"), "{board}");
}

#[test]
fn what_can_be_done_in_the_midst_says_what_it_does() {
    let typed = format!("{POSTED}4\nyes\n1\ndone\n1\n4\nyes\n1 3\ndone\n1\nquit\nno\n");
    let told = together(&SKIRMISH, &typed, 0);
    assert!(told.contains("  Fury for Yeoman Archer (-4 lore): 3 dice more"), "{told}");
    assert!(told.contains("  Blessing for Yeoman Archer (-1 lore): 1 die more.\n"), "{told}");
    // What lies open is no news of a hand; what has come to it is.
    assert!(told.contains("; new: ") && !told.contains("your lore discards"), "{told}");
}

#[test]
fn odds_of_what_is_done_in_the_midst_are_those_of_what_goes_on() {
    let typed = format!("{POSTED}4\nyes\n1\ndone\n1\n4\nyes\n1 3\ndone\n1\nodds 2\nquit\nno\n");
    let told = together(&SKIRMISH, &typed, 0);
    let (_, odds) = told.rsplit_once(": odds 2\n").unwrap();
    assert!(
        odds.contains("  9  Flesh Ripper\n") && odds.contains("       damage: 0 in "),
        "{odds}"
    );
    assert!(odds.contains("       hex: E7 in "), "{odds}");
    // Nothing is measured there, and where it stands is told once.
    assert!(!odds.contains("0\"") && !odds.contains(" at: "), "{odds}");
}

#[test]
fn what_has_no_text_is_told_by_what_it_does() {
    let told = together(&FIELD, "show squabble\nshow zzz\nquit\nno\n", 0);
    assert!(told.contains("Squabble (status)\n  squabble (Squabble): dice -1"), "{told}");
    let told = together(&SKIRMISH, "show fury\nshow leap\nrules\nquit\nno\n", 0);
    assert!(told.contains("show what? `show 2`, for piece 2, or `show NAME`"), "{told}");
    assert!(told.contains("Fury (lore card)\n"), "{told}");
    assert!(told.contains("leap (action of Savage Leap): .. leaps to ..\n  "), "{told}");
}

#[test]
fn a_word_that_counts_for_a_moment_is_not_told_as_it_begins() {
    let open = ["play", "oathmark/open_field", "--side", "Vale=person", "--seed", "44"];
    let typed = format!("{}board\nquit\nno\n", one_by_one(6, "1\n"));
    let told = together(&open, &typed, 0);
    assert!(told.contains("facing north\n") && !told.contains("heads front"), "{told}");
}

#[test]
fn what_a_side_wins_by_stands_apart_from_what_nobody_wins_by() {
    let told = together(&["play", "oathmark/open_field", "--side", "Vale=person"], "quit\nno\n", 0);
    let ends = "A side wins: the last turn is over, and it broke more; the enemy is worn out";
    assert!(told.contains(ends), "{told}");
    assert!(told.contains(" A draw: the last turn is over, and neither broke more; "), "{told}");
}

#[test]
fn what_is_named_and_cannot_be_chosen_leads_to_the_reasons() {
    let fords = ["play", "battlelore/the_fords", "--seed", "21", "--side", "Daqan=person"];
    let typed = "C7\nwhy not E4\nwhy not\n1\nI7\nquit\nno\n";
    let told = together(&fords, typed, 0);
    assert!(told.contains("`C7` is not in the list; `why not C7` says why"), "{told}");
    assert!(told.contains("\nE4\n  because: a bridge or ford is there  ["), "{told}");
    // Those against which the same speaks are told together: no water there, and none on the other half either.
    let many = told.lines().filter(|line| line.contains("because: no water  [")).count();
    assert_eq!(many, 2, "{told}");
    assert!(told.contains("where the tent stands; no unit is set up in front of it"), "{told}");
}

#[test]
fn who_fights_whom_is_not_asked_twice() {
    let fords = ["play", "battlelore/the_fords", "--seed", "21", "--side", "Daqan=person"];
    let typed = "1\n6\nA9\nA4\nA7\nA5\nA8\nA10\nA3\n2\nyes\n1 3\ndone\n1\nquit\nno\n";
    let told = together(&fords, typed, 0);
    let asked = "Daqan (Yeoman Archer 1 attacks Flesh Ripper): anything now? (lore 4)\n";
    assert!(told.contains(asked), "{told}");
}

#[test]
fn of_a_part_it_is_not_told_again_of_what_it_is_one() {
    let open = ["play", "warmaster/open_field", "--side", "League=person", "--seed", "45"];
    let told = together(&open, "show 1\nquit\nno\n", 0);
    // Of which piece a part is one nobody needs to be told there.
    assert!(!told.contains("unit Pikes 1"), "{told}");
}
