//! Pieces of several parts at the table: where they are on the board and in lists, what of them is told before they move or are lost.

use super::together;

const FIELD: [&str; 6] = ["play", "warmaster/open_field", "--seed", "3", "--side", "League=person"];

/// An army is drawn up, and its second unit ordered.
const DRAWN_UP: &str =
    "1\n20 12\n2\n45 15\n3\n60 15\n4\n75 12\n5\n30 12\n6\n90 12\n7\n60 5\n30 5\n2\n1\n2\n";

fn at_the_table(typed: &str) -> String {
    together(&FIELD, &format!("{DRAWN_UP}{typed}quit\nno\n"), 0)
}

#[test]
fn whatever_is_too_narrow_for_its_number_has_it_beside() {
    let told = at_the_table("board\n");
    // Those who ride with a unit stand upon it and hide nothing.
    assert!(told.contains("1\u{2191} \u{2191} \u{2191}5bc\u{2191}"), "{told}");
    assert!(told.contains(" 4\u{2191} \u{2191} \u{2191} "), "{told}");
    assert!(told.contains(" 19\u{2193} "), "{told}");
}

#[test]
fn the_list_says_where_the_whole_stands() {
    let told = at_the_table("board\n");
    let line = "    3  Axes               (60 cm, 15 cm) facing north, stands a to c\n";
    assert!(told.contains(line), "{told}");
}

#[test]
fn a_move_of_the_whole_is_shown_as_far_as_its_middle_comes() {
    let told = at_the_table("9.2\npreview on\n1\nno\n");
    // Its western stand would come farther: it wheels.
    assert!(told.contains("  Pikes 2 would go 12.5 cm, to (52.65 cm, 24.89 cm)"), "{told}");
    assert!(told.contains("  \u{201c}Pikes 2 moved 12.5 cm: 43.15 cm to Mob 2.\u{201d}"), "{told}");
    // Whoever rides with it is no news of his own.
    assert!(told.contains("46.96 cm from Claw; Syndic and Second Captain with it\n"), "{told}");
    assert!(!told.contains("Syndic would go"), "{told}");
}

#[test]
fn odds_tell_how_many_parts_are_left_and_nothing_of_each() {
    let told = at_the_table("9\nodds 1\n");
    let (_, odds) = told.rsplit_once("exact, up to what is asked next").unwrap();
    assert!(odds.contains("failed: no in 83.3 %, yes in 16.7 % (now no)"), "{odds}");
    assert!(!odds.contains("stand a") && !odds.contains("as at first"), "{odds}");
}

#[test]
fn what_is_asked_of_one_piece_alone_is_one_list() {
    let told = at_the_table("9.2\n");
    let asked = "League, turn 1, Orders: how it moves, Pikes 2\n  1-8  goes towards ";
    assert!(told.contains(asked), "{told}");
    let reasons = at_the_table("9.2\nwhy not charge at\n");
    // Nothing is said of those who are not asked.
    assert!(reasons.contains("Pikes 2 charges Mob 1; "), "{reasons}");
    assert!(!reasons.contains("Axes charges") && !reasons.contains("another moves"), "{reasons}");
}

#[test]
fn names_are_not_broken_where_lines_are_gathered() {
    let field = ["play", "warmaster/open_field", "--seed", "9", "--side", "Gloom=person"];
    let typed = "12\n45 75\n13\n60 75\n14\n75 75\n15\n52 83\n16\n68 83\n17\n30 76\n18\n90 76\n103 76\n13\n14\n15\n\
                 a\n0\n20.3\nquit\nno\n";
    let told = together(&field, typed, 0);
    assert!(told.contains("11-12  goes behind Mob 2 (11) or Slings 2 (12)\n"), "{told}");
    // A letter that is no key is no word of a line either.
    assert!(told.contains("there is no line a now\n"), "{told}");
}
