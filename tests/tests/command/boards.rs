//! Battles on a board at the terminal: measures and places that are typed, the board that is shown.

use super::{Ran, answered, arg, folder, one_by_one, run, together, whatever};
use warwright_tests::repository::root;

const LAWN: &str = "tests/games/lawn/scenarios/lawn/herding.ww";
const SHEPHERD: [&str; 4] = ["play", LAWN, "--side", "Shepherd=person"];

#[test]
fn places_are_typed_or_picked_from_a_few() {
    let typed = "help\n30 2\n12\n12 9 x\n12 9 90 4\n2 2\nwhy not\nwhy not 2 2\nwhy not 12, 2\n8\" 2.5in 0deg\n\
                 8 2.5\nwhy not 8.5 2\n(304.8 mm, 5cm) facing 45\u{b0}\nundo\n5\nquit\nno\n";
    insta::assert_snapshot!("typed_places", together(&SHEPHERD, typed, 0));
}

#[test]
fn values_of_a_range_are_typed() {
    let typed = "8 2\n12 2\nhelp\n3\nwheel\nwheel left\nwheel left 23\n30 2\n3 4 5\n3 200\nwheel left 1 23\n\
                 wheel left 1 23\nwhy not wheel left 1 23\nwhy not wheel left 2 200\nwhy not wheel front 2 30\n\
                 straight 1 9\nstraight 1 2.3\n1 3.25\nwhy not straight\nwhy not straight 1 2\nstraight #1 3 mm\n\
                 wheel 2 right 45.5\u{b0}\nahead 2.5\nahead 2 2.5\ndone\nquit\nno\n";
    insta::assert_snapshot!("typed_measures", together(&SHEPHERD, typed, 0));
}

#[test]
fn a_value_that_is_wanted_follows_alone() {
    let asked = answered(&SHEPHERD, "8 2\n12 2\n3\n23\nquit\nno\n").err;
    assert!(asked.contains("how much? (or `help`): 23\n"), "{asked}");
    // One of two is left to be moved, so the first was.
    assert!(!asked.rsplit("23\n").next().unwrap().contains("that may not"), "{asked}");
    // What may not be chosen has no odds, and the battle goes on.
    let refused = answered(&SHEPHERD, "8 2\n12 2\nodds 3 200\nquit\nno\n").err;
    assert!(refused.contains("because: 200\u{b0} is not from 0\u{b0} to 180\u{b0}"), "{refused}");
    assert!(refused.contains("quit"), "{refused}");
}

#[test]
fn why_not_is_proposed_where_it_has_an_answer() {
    let typed = "8 2\n12 2\nstraight 1 2 3 4 5\nwheel front 2 30\nquit\nno\n";
    let played = answered(&SHEPHERD, typed);
    assert!(played.err.contains("`straight 1 2 3 4 5` is no line of the list"), "{}", played.err);
    assert!(played.err.contains("`why not wheel front 2 30` says why"), "{}", played.err);
}

/// What is typed until all units of Open Field stand and have their orders: the first line again and again, and nothing
/// added to any order.
pub(super) fn set_up() -> String {
    format!("1\n{}1\n1\n{}1\nnone\n", one_by_one(6, "1\n"), one_by_one(6, "1\nnone\n"))
}

#[test]
fn who_leads_a_unit_of_the_library_types_what_it_does_and_is_told() {
    let open = ["play", "battleground/open_field", "--side", "Hawkshold=person"];
    let typed = format!("{}lead 5\nwheel left 23\nahead 0.5\nundo\nquit\nno\n", set_up());
    let told = together(&open, &typed, 0);
    assert!(
        told.contains("Hawk Bowmen 1 came to (22.85\", 2.03\") facing 337\u{b0} (north-west)."),
        "{told}"
    );
    assert!(told.contains("taken back"), "{told}");
    // One unit is asked: its lines need not be told from those of others, and its name stands in the question.
    assert!(told.contains(": how it moves, Hawk Bowmen 1\n    1  0.05\" to "), "{told}");
    // Behind it the turn goes on with the keys that it had.
    let typed = format!("{}lead 5\nahead 0.5\ndone\nquit\nno\n", set_up());
    let told = together(&open, &typed, 0);
    let (before, after) = told.split_once("how it moves, ").unwrap();
    let line = "    b  Let all others carry out their orders\n";
    assert!(before.contains(line) && after.contains(line), "{told}");
}

/// A list of 93 lines is one of the pieces; each is answered by its number and its line, by words of it, or by its own letter.
#[test]
fn a_long_list_of_actions_is_shown_by_pieces() {
    let open = ["play", "battleground/open_field", "--side", "Hawkshold=person"];
    let typed = format!("{}5\n5.6\nnone\n3 follow\nnone\n15\n7 3\nnone\nquit\nno\n", set_up());
    let told = together(&open, &typed, 0);
    for line in [
        "Hawkshold, turn 2, Movement and command: what you command (commands 3)\n",
        "    5  Hawk Bowmen 1: 5.1-6 reorder (-1), 5.7 lead (-1), 5.8 advance\n",
        "    a  Sound the charge: new orders for all (-3 commands)\n",
        "    1  Order Hawk Bowmen 1 to Close (-1 commands)\n",
        "Hawk Bowmen 1 took the order Follow.",
        "Hawkshold, turn 2, Movement and command: what you command (commands 2)\n",
        "Hawk Spearmen 1 took the order Follow.",
        "there is nothing that piece 15 can do here\n",
        "Hawk Outriders took the order Follow.",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("\n         ("), "a number stands apart from its name");
}

#[test]
fn a_unit_an_ability_and_a_card_can_be_read_up() {
    let field = ["play", "battleground/open_field", "--side", "Hawkshold=person", "--seed", "3"];
    let typed = "show 5\nshow goblin bomb-chucker\nshow Large\nshow charge\nshow Lrage\nquit\nno\n";
    insta::assert_snapshot!("read_up", together(&field, typed, 0));
}

#[test]
fn names_of_several_words_are_shown_as_such() {
    let village = ["play", "battlelore/the_village", "--side", "Daqan=person", "--seed", "4"];
    let told = together(&village, &format!("{}quit\nno\n", "1\n".repeat(12)), 0);
    assert!(told.contains("    1  two lore\n    2  lore and card\n"), "{told}");
}

#[test]
fn who_may_act_in_the_middle_of_a_procedure_is_asked_a_question() {
    let village = ["play", "battlelore/the_village", "--side", "Uthuk=person", "--seed", "4"];
    let told = together(&village, &format!("{}quit\nno\n", whatever(12)), 0);
    assert!(told.contains(": anything now? ("), "{told}");
    assert!(!told.contains(": ignore") && !told.contains("(hurt"), "{told}");
}

#[test]
fn what_is_typed_is_kept_and_played_again_as_it_was() {
    let folder = folder("boards");
    let file = folder.join("lawn.battle");
    let typed = "8.37 2\n12 2\nwheel left 1 23.4567\nahead 1 2.3\ndone\nquit\n";
    let args = [&SHEPHERD[..], &["--save", arg(&file)]].concat();
    let first = answered(&args, typed);
    assert_eq!(first.status, 0, "{}", first.err);
    let told = "Dog 1 went to (7.57\", 4.55\") facing 336.5\u{b0} (north-west).";
    assert!(first.out.contains(told), "{}", first.out);
    let again = run(&["replay", arg(&file)]).good();
    assert!(again.contains(told), "{again}");
}

#[test]
fn a_saved_battle_that_is_given_as_content_is_told_from_it() {
    let folder = folder("saved");
    let (file, notes) = (folder.join("lawn.battle"), folder.join("notes.txt"));
    let args = [&SHEPHERD[..], &["--save", arg(&file)]].concat();
    assert_eq!(answered(&args, "8 2\nquit\n").status, 0);
    let drawn = run(&["map", arg(&file)]);
    assert_eq!(drawn.status, 2, "{}", drawn.err);
    assert!(drawn.err.contains("is a saved battle: `warwright map --save"), "{}", drawn.err);
    std::fs::write(&notes, "Sunday, at the club").unwrap();
    let read = run(&["check", arg(&notes)]);
    assert_eq!(read.status, 2, "{}", read.err);
    assert!(read.err.contains("is no content: files of content end in `.ww`"), "{}", read.err);
}

#[test]
fn the_board_is_drawn_at_the_start_at_each_turn_and_when_wanted() {
    let typed =
        "board\n8 2 350\n12 2\nwheel right 2 70\nstraight 2 3\nboard\ndone\nundo\ndone\nquit\nno\n";
    insta::assert_snapshot!("board", together(&SHEPHERD, typed, 0));
}

/// A battle on cells.
const FEN: [&str; 4] = ["play", "tests/games/fen/scenarios/fen/dusk.ww", "--side", "Herons=person"];

#[test]
fn cells_are_drawn_with_what_can_be_chosen_numbered_on_them() {
    let typed = "6\n5\n1\nA4\nboard\ndone\nundo\nquit\nno\n";
    insta::assert_snapshot!(
        "cells",
        together(&[&FEN[..], &["--scenario", "Dusk"]].concat(), typed, 0)
    );
}

#[test]
fn cells_in_columns_are_drawn_too() {
    let args = [&FEN[..], &["--scenario", "Long Dusk"]].concat();
    insta::assert_snapshot!("cells_in_columns", together(&args, "1\n1\n1\nquit\nno\n", 0));
}

#[test]
fn what_nobody_sees_is_not_shown_where_several_persons_sit_together() {
    let kites = "tests/games/kites/scenarios/kites/meadow.ww";
    let args = ["play", kites, "--side", "Hill=person", "--side", "Shore=person"];
    let shown = together(&args, "\nboard\nquit\nno\n", 0);
    assert!(shown.contains("hand ") && shown.contains("tricks "), "{shown}");
    assert!(!shown.contains("satchel"), "{shown}");
}

#[test]
fn the_board_of_a_scenario_is_drawn() {
    insta::assert_snapshot!("map", run(&["map", LAWN]).good());
}

#[test]
fn nothing_is_said_of_pieces_that_nobody_has_placed() {
    let drawn = run(&["map", "scenarios/battleground/open_field.ww"]).good();
    assert!(drawn.contains("Wolf Riders"), "{drawn}");
    assert!(!drawn.contains("order Hold"), "{drawn}");
}

#[test]
fn the_cells_of_a_scenario_and_of_a_saved_battle_are_drawn() {
    let folder = folder("cells");
    let (fen, file) = ("tests/games/fen/scenarios/fen/dusk.ww", folder.join("fen.battle"));
    let before = run(&["map", fen, "--scenario", "Dusk"]).good();
    // The way across is cut into the cells that it runs through, and runs between the others.
    assert_eq!(before.matches("stroke-dasharray=\"10 130\"").count(), 5, "{before}");
    assert_eq!(before.matches("class=\"piece\"").count(), 0, "{before}");
    run(&["play", fen, "--scenario", "Dusk", "--quiet", "--save", arg(&file)]).good();
    let drawn = run(&["map", "--save", arg(&file), "--at", "2"]).good();
    assert_eq!(drawn.matches("class=\"piece\"").count(), 5, "{drawn}");
    insta::assert_snapshot!("map_of_cells", drawn);
}

#[test]
fn a_saved_battle_is_drawn_as_a_round_begins() {
    let folder = folder("maps");
    let (file, drawing) = (folder.join("lawn.battle"), folder.join("lawn.svg"));
    run(&["play", LAWN, "--quiet", "--save", arg(&file)]).good();
    for (at, words) in [(Some("2"), "as round 2 begins"), (None, "result: ")] {
        let mut args = vec!["map", "--save", arg(&file), "--out", arg(&drawing)];
        args.extend(at.into_iter().flat_map(|at| ["--at", at]));
        run(&args).good();
        let svg = std::fs::read_to_string(&drawing).unwrap();
        assert!(svg.contains(words), "{svg}");
        assert_eq!(svg.matches("class=\"rim\"").count(), 5, "{svg}");
    }
    let turn = run(&["map", "--save", arg(&file), "--at", "2.sheep"]).good();
    assert!(turn.contains("as the turn of sheep in round 2 begins"), "{turn}");
    assert_ne!(turn, run(&["map", "--save", arg(&file), "--at", "2"]).good());
    for (at, words) in [("2.goats", "no turn of goats in round 2"), ("two", "a round and a side")] {
        let none = run(&["map", "--save", arg(&file), "--at", at]);
        assert!(none.status != 0 && none.err.contains(words), "{}", none.err);
    }
    let none = run(&["map", "--save", arg(&file), "--at", "9"]);
    assert_eq!(none.status, 1);
    assert!(none.err.contains("this battle has no round 9"), "{}", none.err);
    let asked =
        |at: &[&str]| run(&[&["why", "--save", arg(&file)], at, &["battle.round"]].concat());
    assert!(asked(&["--at", "2"]).good().starts_with('2'));
    assert!(!asked(&[]).good().starts_with('2'));
    assert!(asked(&["--at", "9"]).err.contains("this battle has no round 9"));
    let bare = run(&["map", "tests/games/harbour/scenarios/harbour/quay.ww"]);
    assert_eq!(bare.status, 1);
    assert!(bare.err.contains("no board to draw"), "{}", bare.err);
}

/// What `check` says of a scenario of the lawn with other lines.
fn checked(shepherd: &str, put: &str) -> Ran {
    let folder = folder(&format!("judged{}", shepherd.len() * 1000 + put.len()));
    let file = folder.join("own.ww");
    let text = format!(
        "use lawn\n\nroster Flock {{ 3 Sheep }}\nroster Dogs {{ 2 Dog }}\n\nscenario Own {{\n  board 24\" x 18\"\n  \
         side Shepherd {{ roster Dogs ; policy calm\n    {shepherd} }}\n  \
         side Sheep {{ deploy north_edge deep 4\" ; roster Flock ; policy calm }}\n  {put}\n  rounds 3\n}}\n"
    );
    std::fs::write(&file, text).unwrap();
    run(&["check", arg(&file), "--root", "tests/games/lawn", "--format", "short"])
}

#[test]
fn the_board_of_a_scenario_is_judged_at_the_line_of_its_author() {
    let zone = "deploy south_edge deep 4\"";
    let bog = "put Bog at (12\", 9\") size 6\" x 3\"";
    let cases = [
        (zone, bog, 0, ""),
        (
            zone,
            "put Bog at (30\", 9\") size 6\" x 3\"",
            1,
            "11:3: error[WW0808]: \"Bog\" lies off the board",
        ),
        (
            zone,
            "put Bog at (23\", 9\") size 6\" x 3\"",
            0,
            "11:3: warning[WW0808]: a part of \"Bog\" lies off the board",
        ),
        (
            zone,
            "put Bog corners (2\", 2\") (6\", 6\") (6\", 2\") (2\", 6\")",
            1,
            "error[WW0808]: this region cannot be: its border crosses itself",
        ),
        (
            "deploy south_edge deep 15\"",
            bog,
            0,
            "warning[WW0809]: the zones of Shepherd and Sheep overlap",
        ),
        (
            "deploy south_edge deep 20\"",
            bog,
            0,
            "9:5: warning[WW0808]: a part of the zone of Shepherd lies off the board",
        ),
        (
            "deploy south_edge deep 0.5\"",
            bog,
            0,
            "9:5: warning[WW0809]: \"Dog 1\" is 2\" x 1\", and fits nowhere in this zone of 24\" x 0.5\"",
        ),
        (
            zone,
            "put Bog at (12\", 9\") size 6\" x 3\" ; put Bog at (12\", 9\") size 4\" x 2\"",
            0,
            "warning[WW0809]: \"Bog 2\" and \"Bog 1\" lie in each other",
        ),
    ];
    for (zone, put, status, said) in cases {
        let ran = checked(zone, put);
        assert_eq!(ran.status, status, "{zone} {put}\n{}{}", ran.out, ran.err);
        assert!(ran.out.contains(said), "{zone} {put}\n{}{}", ran.out, ran.err);
        assert_eq!(ran.out.is_empty(), said.is_empty(), "{zone} {put}\n{}", ran.out);
    }
}

#[test]
fn an_army_that_covers_more_than_its_zone_is_told() {
    let ran = checked("deploy south_edge deep 1\" ends 10.5\"", "");
    assert!(
        ran.out
            .contains("the 2 pieces of Shepherd do not fit into this zone: they cover 133 % of it"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn a_side_that_never_comes_to_the_board_is_told() {
    let ran = checked("", "");
    let said = "6:10: warning[WW0814]: no piece of Shepherd is on the board when the battle begins";
    assert!(ran.out.contains(said), "{}{}", ran.out, ran.err);
    let ran = checked(
        "",
        "setup { for each a in animals { if a is \"Dog\" { put a at place((12\", 9\"), 0 deg) } } }",
    );
    assert!(!ran.out.contains("WW0814"), "{}{}", ran.out, ran.err);
}

#[test]
fn sides_that_are_set_up_on_each_other_are_told() {
    let set_up = |apart: u32| {
        format!(
            "setup {{ for each a in animals {{ if a is \"Dog\" {{ put a at place((12\", 9\"), 0 deg) }} else {{ put a at place(({}\", 9\"), 0 deg) }} }} }}",
            12 + apart
        )
    };
    let said = "stand on each other when the battle begins";
    for (apart, told) in [(0, true), (6, false)] {
        let ran = checked("", &set_up(apart));
        assert_eq!(ran.out.contains(said), told, "{apart}: {}{}", ran.out, ran.err);
    }
}

/// What `check` says of a scenario of the fen with other zones.
fn checked_on_cells(herons: &str, frogs: &str) -> String {
    let folder = folder(&format!("cells{}", herons.len() * 1000 + frogs.len()));
    let file = folder.join("own.ww");
    let text = format!(
        "use fen\n\nroster Flock {{ 2 Heron }}\nroster Choir {{ 3 Frog }}\n\nscenario Own {{\n  \
         side Herons {{ deploy {herons} ; roster Flock }}\n  side Frogs {{ deploy {frogs} ; roster Choir }}\n}}\n"
    );
    std::fs::write(&file, text).unwrap();
    run(&["check", arg(&file), "--root", "tests/games/fen", "--format", "short"]).out
}

#[test]
fn zones_of_cells_are_judged() {
    assert_eq!(checked_on_cells("rows 1..2", "rows 4..5"), "");
    let shared = checked_on_cells("rows 1..2", "at B1, B2, C1");
    assert!(
        shared.contains("8:16: warning[WW0809]: the zones of Herons and Frogs share B1 and 1 more"),
        "{shared}"
    );
    let small = checked_on_cells("rows 1..2", "at E1, E2");
    assert!(
        small.contains("8:16: warning[WW0809]: 3 pieces of Frogs are to deploy in 2 cells"),
        "{small}"
    );
}

/// What comes of a battle of the lawn in which every animal is put somewhere at the start of a turn.
fn played(put: &str) -> Ran {
    let folder = folder(&format!("put{}", put.len()));
    let of =
        |part: &str| std::fs::read_to_string(root().join("tests/games/lawn").join(part)).unwrap();
    let system = of("systems/lawn/lawn.ww")
        .replace("step begin {", &format!("step astray {{ {put} }}\n  step begin {{"));
    let (systems, scenarios) = (folder.join("systems/lawn"), folder.join("scenarios/lawn"));
    std::fs::create_dir_all(&systems).unwrap();
    std::fs::create_dir_all(&scenarios).unwrap();
    std::fs::write(systems.join("lawn.ww"), system).unwrap();
    std::fs::write(scenarios.join("herding.ww"), of("scenarios/lawn/herding.ww")).unwrap();
    run(&["play", "lawn/herding", "--root", arg(&folder), "--seed", "1", "--format", "short"])
}

#[test]
fn a_piece_stays_on_the_board_wherever_a_rule_puts_it() {
    let tell = "if a inside board and a touches east_edge { say \"{a} at the edge\" }";
    for put in [
        "put a at place((100\", 5\"), 0 deg)",
        "put a at place((12\", 5\"), 90 deg) ; move a along sliding(a, front, 100\")",
        "put a at place((12\", 5\"), 0 deg) ; a.place = sliding_to(a, 80 deg, 100\").end",
    ] {
        let ran = played(&format!("for each a in animals of p {{ {put} ; {tell} }}"));
        assert!(
            ran.err.is_empty() && ran.out.contains("Dog 1 at the edge"),
            "{}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn where_there_is_no_room_the_answer_is_none() {
    let ran = played(
        "p chooses who: one of animals of p \"who\" ; if p.zone is some z { p chooses spot: place for who in z where z is z and p is not p \"where\" ; if spot is none { say \"no room for {who}\" } }",
    );
    assert!(ran.out.contains("no room for Dog"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_piece_that_a_rule_takes_off_the_board_is_told_with_who_asks_for_it() {
    let ran = played("for each a in animals of p { a.place = none }");
    assert!(ran.err.contains("error[WW0303]: an animal would be off the board"), "{}", ran.err);
    let ran = played("for each a in animals of p { remove a from play }");
    assert!(ran.err.is_empty(), "{}", ran.err);
}

/// What is made in play is called after what it is a part of, on the board, in lists, in what is read up and in what is typed.
#[test]
fn parts_of_a_body_are_named_after_it() {
    let open = ["play", "warmaster/open_field", "--seed", "3", "--side", "League=person"];
    let typed =
        format!("{}board\nshow 1\nshow 1b\nshow Pikes 1 stand c\nquit\nno\n", one_by_one(7, "1\n"));
    let told = together(&open, &typed, 0);
    for line in [
        "    1  Pikes 1            (19.63 cm, 1 cm) facing north, stands a to c\n",
        "2\u{2191}b\u{2191}c\u{2191}",
        "  1b: ",
        "1b  Pikes 1 stand b\n",
        "1c  Pikes 1 stand c\n",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("stand 1"), "{told}");
}

/// Pieces are measured from each other, those of several parts from the nearest; what cannot be measured is said.
#[test]
fn what_lies_between_two_pieces_is_told() {
    let open = ["play", "warmaster/open_field", "--seed", "3", "--side", "League=person"];
    let typed = format!(
        "{}line 1 2\nline 1a Pikes 1 stand c\nline 1\nline 1 99\nline 1 Warlord\nquit\nno\n",
        one_by_one(7, "1\n")
    );
    let told = together(&open, &typed, 0);
    for line in [
        "Pikes 1 to Pikes 2: ",
        "Pikes 1 stand a to Pikes 1 stand c: 4 cm\n  the straight line between their middles crosses Pikes 1 stand b\n",
        "two pieces are wanted, as in `line 3 9`\n",
        "there is no piece `99`: `board` shows names and numbers\n",
        "Warlord: not on the board\n",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}
