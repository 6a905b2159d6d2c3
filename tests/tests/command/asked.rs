//! What is asked at the table, and what is told of it: questions in words, ranges of what may be, what stood behind a letter, what is
//! read up.

use super::boards::set_up;
use super::{one_by_one, together};
use warwright_ir::Act;
use warwright_tests::sources::{compile_system, library};

const SKIRMISH: [&str; 6] =
    ["play", "battlelore/skirmish", "--side", "Daqan=person", "--seed", "41"];
const FIELD: [&str; 6] =
    ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];

/// What is typed until the first command card is asked for.
const POSTED: &str = "B5\nB6\nB7\nB10\nB4\n";

#[test]
fn every_window_of_the_library_asks_in_words() {
    for system in ["battleground", "battlelore", "oathmark", "warmaster"] {
        let program = compile_system(system, &library()).program.unwrap();
        // What plans alone try is asked of nobody.
        let acts = program.bodies.values().flat_map(|body| &body.acts);
        for act in acts {
            let Act::Open(opening) = act else { continue };
            let window = program.windows.at(opening.window);
            let name = program.texts.at(window.name);
            assert!(window.question.is_some(), "{system}: {name} asks nothing");
        }
    }
}

#[test]
fn a_card_is_told_with_what_it_costs() {
    let told = together(&SKIRMISH, &format!("{POSTED}hand\nquit\nno\n"), 0);
    assert!(told.contains("  Fury: costs 4 lore. 3 dice more, "), "{told}");
    assert!(told.contains("  Blessing: costs 1 lore. 1 die more.\n"), "{told}");
    // What has no price is told without.
    assert!(told.contains("  Patrol Right: Order up to "), "{told}");
    let typed = format!("{POSTED}4\nyes\n1\ndone\n3\nquit\nno\n");
    let told = together(&SKIRMISH, &typed, 0);
    let (_, discards) = told.split_once("which lore card is discarded\n").unwrap();
    assert!(discards.contains("Blessing: costs 1 lore. 1 die more."), "{discards}");
}

#[test]
fn faces_of_dice_are_read_up() {
    let told = together(&SKIRMISH, "show battle\nshow strike\nshow zzz\nquit\nno\n", 0);
    let faces = "Battle (die)\n  faces: strike, cleave, pierce, lore, morale, heroic\n";
    assert!(told.contains(faces), "{told}");
    assert!(told.contains("strike (face: 1 of 6 sides of Battle)\n"), "{told}");
    assert!(told.contains("  battlelore: Strike is damage by melee, "), "{told}");
    let told = together(&FIELD, "show d6\nquit\nno\n", 0);
    assert!(told.contains("d6 (die)\n  faces: 1 to 6\n"), "{told}");
}

#[test]
fn conditions_are_told_in_words() {
    let told = together(&SKIRMISH, "show forest\nshow building\nquit\nno\n", 0);
    let words = "when the tile of the hex is Forest or the crossing of the hex is ford\n";
    assert!(told.contains(words), "{told}");
    assert!(told.contains("unless the unit stands on Building\n"), "{told}");
}

#[test]
fn the_beginning_of_one_name_alone_is_read_up() {
    let open = ["play", "warmaster/open_field", "--side", "League=person", "--seed", "45"];
    let told = together(&open, "show wood\nquit\nno\n", 0);
    assert!(told.contains("Woods (terrain)\n"), "{told}");
    // Figures that nobody has here are named.
    let wings = ["play", "battleground/wings", "--side", "Ravenwood=person", "--seed", "3"];
    let told = together(&wings, "show flying\nquit\nno\n", 0);
    assert!(told.contains("In the air it goes (fly move) straight on"), "{told}");
}

#[test]
fn whoever_asks_by_a_letter_is_told_of_what_it_was_typed_for() {
    let typed = format!("{}why not c\nc\nc\nc\nc\nwhy not c\nquit\nno\n", set_up());
    let told = together(&FIELD, &typed, 0);
    assert!(told.contains("Draw a command card: that is line c\n"), "{told}");
    let gone = "there is no line c now; it was \"Draw a command card\", and `why not c` says why";
    assert!(told.contains(gone), "{told}");
    let because = "Draw a command card\n  because: it costs 1 command, and there is 0 of Hawkshold";
    assert!(told.contains(because), "{told}");
}

#[test]
fn a_reason_of_several_rules_is_told_once() {
    let told = together(&FIELD, &format!("{}why not rush\nquit\nno\n", set_up()), 0);
    let far = "because: too far  [systems/battleground/rush.ww:";
    assert_eq!(told.matches(far).count(), 1, "{told}");
    let (_, places) = told.split_once(far).unwrap();
    let (places, _) = places.split_once(']').unwrap();
    assert!(places.contains(", systems/battleground/rush.ww:"), "{places}");
}

#[test]
fn of_others_than_who_moves_nothing_is_said() {
    let typed = format!("{}lead 5\nwhy not ahead\nquit\nno\n", set_up());
    let told = together(&FIELD, &typed, 0);
    assert!(told.contains(" ahead: that is line 1\n"), "{told}");
    assert!(!told.contains("because: not led"), "{told}");
}

#[test]
fn a_range_holds_what_may_be_chosen() {
    let open = ["play", "oathmark/open_field", "--side", "Vale=person", "--seed", "44"];
    let typed = format!("{}2\nquit\nno\n", one_by_one(7, "2\n"));
    let told = together(&open, &typed, 0);
    // No move at all is none.
    assert!(told.contains("moves 0.01\" to 5\" to the front"), "{told}");
    assert!(!told.contains("moves 0\" to"), "{told}");
    assert!(told.contains("Less than 0 is to the left."), "{told}");
}

#[test]
fn parts_are_chosen_by_themselves() {
    let drawn_up =
        "1\n20 12\n2\n45 15\n3\n60 15\n4\n75 12\n5\n30 12\n6\n90 12\n7\n60 5\n30 5\n2\n1\n2\n";
    let field = ["play", "warmaster/open_field", "--seed", "3", "--side", "League=person"];
    let told = together(&field, &format!("{drawn_up}9.2\nstand by stand\nquit\nno\n"), 0);
    let (_, asked) = told.rsplit_once("which stand of Pikes 2 goes next\n").unwrap();
    assert!(asked.contains("   2a  ") && asked.contains("   2c  "), "{asked}");
    assert!(!told.contains("1 is a"), "{told}");
}

/// What is said of a game whose window is opened twice with these questions.
fn said_of(one: &str, other: &str) -> Vec<String> {
    let rules = format!(
        "system trial {{ dice d6 }}\nkind boat is piece {{ state rests: int 0.. = 0 }}\n\
         sequence {{\n  round at most 2 {{ for each p in players {{ turn(p) }} }}\n  \
         verdict at end of battle {{ else | draw \"over\" }}\n}}\nprocedure turn(p: player) {{\n  \
         step one {{ open Landing to p until done \"{one}\" }}\n  \
         step two {{ open Landing to p until done \"{other}\" }}\n}}\n\
         action rest(b: boat) in Landing by b.player \"{{b}} rests\" once per turn {{ do {{ b.rests += 1 }} }}\n"
    );
    let found = compile_system("trial", &[(String::from("systems/trial/trial.ww"), rules)]);
    let errors = found.diagnostics.into_iter().filter(|it| it.is_error());
    errors.map(|it| it.message).collect()
}

#[test]
fn a_window_asks_the_same_of_all_wherever_it_is_opened() {
    assert_eq!(said_of("who rests", "who rests"), Vec::<String>::new());
    let two = "in `Landing` two different things are asked";
    assert_eq!(said_of("who rests", "who does not"), [two]);
    let same = "the question of a window is the same for all who are asked";
    assert_eq!(said_of("who of {p} rests", "who of {p} rests"), [same, same]);
}
