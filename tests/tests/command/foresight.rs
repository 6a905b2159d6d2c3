//! What may come, shown at the table before it does: where a piece gets, whom the enemy hits, where a move leads.

use super::hostile::game;
use super::{answered, arg, folder, together};

const DUSK: [&str; 6] = [
    "play",
    "tests/games/fen/scenarios/fen/dusk.ww",
    "--scenario",
    "Dusk",
    "--side",
    "Herons=person",
];
const HERDING: [&str; 4] =
    ["play", "tests/games/lawn/scenarios/lawn/herding.ww", "--side", "Shepherd=person"];
const SKIRMISH: [&str; 4] = ["play", "battlelore/skirmish", "--side", "Daqan=person"];

/// The lines of an answer to the last thing that was typed, without the prompt.
fn last(args: &[&str], typed: &str) -> String {
    let shown = answered(args, typed).err;
    let prompt = format!("): {}\n", typed.trim_end().lines().last().unwrap());
    let (_, after) = shown.rsplit_once(&prompt).unwrap_or_else(|| panic!("{shown}"));
    // The next prompt, and that the input has ended.
    let lines: Vec<&str> = after.lines().collect();
    lines[..lines.len() - 2].join("\n")
}

#[test]
fn where_a_piece_gets_is_marked_on_cells_and_on_a_plane() {
    insta::assert_snapshot!("reach_on_cells", last(&DUSK, "1\n1\nreach 1\n"));
    insta::assert_snapshot!("reach_on_a_plane", last(&HERDING, "1\n1\nreach 4\n"));
}

#[test]
fn whom_the_enemy_hits_is_told_of_all_and_of_one() {
    let opening = "5\n5\n5\n5\n5\n1\n1\n1\n";
    let all = last(&SKIRMISH, &format!("{opening}threats\n"));
    insta::assert_snapshot!("threats", all);
    let own = last(&SKIRMISH, &format!("{opening}threats 2\n"));
    assert!(own.ends_with("2 Citadel Guard may be hit by 9 Flesh Ripper (march, attack)"), "{own}");
    let of_enemy = last(&SKIRMISH, &format!("{opening}threats 9\n"));
    assert!(of_enemy.contains("3 Daqan Pike may be hit by 9 Flesh Ripper"), "{of_enemy}");
    let nobody = last(&SKIRMISH, &format!("{opening}threats 6\n"));
    assert_eq!(
        nobody,
        "there is nobody whom 6 Blood Harvester can hit in the enemy's next turn, as it stands"
    );
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    assert_eq!(last(&DUSK, "reach\n"), "of which piece? `reach 3`, for piece 3");
    assert_eq!(last(&DUSK, "reach 9\n"), "there is no piece `9`: `board` shows names and numbers");
    assert_eq!(
        last(&DUSK, "threats 9\n"),
        "there is no piece `9`: `board` shows names and numbers"
    );
    assert_eq!(last(&DUSK, "reach 1\n"), "Heron 1: not on the board");
    let quay = ["play", "tests/games/harbour/scenarios/harbour/quay.ww", "--side", "North=person"];
    let said = "nothing stands anywhere here: this battle has no board";
    assert_eq!(last(&quay, "reach 1\n"), said);
}

#[test]
fn looking_ahead_changes_nothing() {
    let opening = "5\n5\n5\n5\n5\n1\n1\n1\n";
    let rest = "1\n".repeat(40);
    let straight = answered(&SKIRMISH, &format!("{opening}{rest}")).out;
    let looking = answered(&SKIRMISH, &format!("{opening}threats\nreach 2\nreach 9\n{rest}")).out;
    assert_eq!(straight, looking);
}

#[test]
fn a_move_is_shown_before_it_is_made() {
    let typed =
        "1\n1\npreview on\n1.10\nboard\nodds\nundone\nno\n1.10\nyes\npreview off\n2.1\nquit\nno\n";
    insta::assert_snapshot!("preview", together(&DUSK, typed, 0));
}

#[test]
fn a_move_that_was_confirmed_is_the_same_move() {
    let at_once = answered(&DUSK, "1\n1\n1.2\n2.1\n0\n").out;
    let confirmed = answered(&DUSK, "1\n1\npreview on\n1.2\n\n2.1\ny\n0\n").out;
    assert!(at_once.contains("hops to A4"), "{at_once}");
    assert_eq!(at_once, confirmed);
}

/// What is called matters where somebody has two pennies or more.
const COINS: &str = r#"system coins { dice d6 ; active acting }
kind battle { state acting: player? = none }
kind player { state pennies: int 0..9 = 0 }
kind crew is piece { profile p: int }
procedure toss(p: player) {
  step look { call(p) }
  step take { p chooses much: int 1..3 "how many pennies" ; p.pennies = much }
}
procedure call(p: player) {
  step ask { p chooses heads: whether "heads" ; if heads and p.pennies > 1 { p.pennies = 9 } }
}
sequence {
  setup { }
  round at most 3 { for each p in players { toss(p) } }
  verdict at end of round { else | none }
}
faction Flag { crews { name | p
  U | 1
} }
scenario S {
  side A { roster "RA" of Flag { 1 U } }
  side B { roster "RB" of Flag { 1 U } }
}
"#;

#[test]
fn what_cannot_matter_is_not_asked_and_it_is_told() {
    let source = game(&folder("coins"), "coins", COINS);
    let args = ["play", arg(&source), "--side", "A=person"];
    let ran = answered(&args, "4\nx\n1\n2\nwhy not asked\nundo\nundo\n1\n1\n1\n");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let asked = |question: &str| ran.err.matches(&format!("\nA: {question}\n")).count();
    for wrong in ["4 is not from 1 to 3", "`x` is not a whole number"] {
        assert!(ran.err.contains(wrong), "{}", ran.err);
    }
    // With no penny or one it is the same; after two it is asked, and asked again when it is taken back.
    assert_eq!(ran.err.matches("(not asked: heads; ").count(), 4, "{}", ran.err);
    assert_eq!((asked("heads"), asked("how many pennies")), (1, 6), "{}", ran.err);
    let told = "not asked, as it all came to the same:\n  heads\n";
    assert!(ran.err.contains(told), "{}", ran.err);
    // What was not asked does not stand in the way back across sittings.
    let file = folder("coins-kept").join("coins.battle");
    let kept = [&args[..], &["--save", arg(&file)]].concat();
    answered(&kept, "1\n");
    let resumed = answered(&["play", "--resume", arg(&file)], "undo\nundo\n3\n");
    assert!(resumed.err.contains("taken back"), "{}", resumed.err);
    assert!(resumed.err.contains("there is nothing to take back"), "{}", resumed.err);
}

#[test]
fn odds_of_what_changes_nothing_yet_say_what_is_asked_next() {
    let args = ["play", "battlelore/skirmish", "--seed", "11", "--side", "Daqan=person"];
    let told = together(&args, "odds 1\nquit\nno\n", 0);
    let (_, asked) = told.split_once("before Daqan is asked: ").unwrap();
    assert!(asked.starts_with(char::is_alphabetic), "{told}");
}
