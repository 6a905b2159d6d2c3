//! What may come, shown at the table before it does: where a piece gets, whom the enemy hits, where a move leads.

use super::{answered, together};

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
    assert_eq!(nobody, "6 Blood Harvester can hit nobody in its next turn, as it stands");
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    assert_eq!(last(&DUSK, "reach\n"), "of which piece? `reach 3`, for piece 3");
    assert_eq!(last(&DUSK, "reach 9\n"), "there is no piece `9`: `board` shows names and numbers");
    assert_eq!(
        last(&DUSK, "threats 9\n"),
        "there is no piece `9`: `board` shows names and numbers"
    );
    assert_eq!(last(&DUSK, "reach 1\n"), "Heron 1 is not on the board");
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
    let typed = "1\n1\npreview on\n1.10\nboard\nno\n1.10\nyes\npreview off\n2.1\nquit\nno\n";
    insta::assert_snapshot!("preview", together(&DUSK, typed, 0));
}

#[test]
fn a_move_that_was_confirmed_is_the_same_move() {
    let at_once = answered(&DUSK, "1\n1\n1.2\n2.1\na\n").out;
    let confirmed = answered(&DUSK, "1\n1\npreview on\n1.2\n\n2.1\ny\na\n").out;
    assert!(at_once.contains("hops to A4"), "{at_once}");
    assert_eq!(at_once, confirmed);
}
