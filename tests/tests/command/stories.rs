//! What people read: the story of a battle and what can be read up beside it, in words that people say.

use super::{one_by_one, run, together};

/// A battle of each game, with people on neither side.
const BATTLES: [&str; 4] = [
    "battleground/open_field",
    "battlelore/skirmish",
    "oathmark/open_field",
    "warmaster/open_field",
];

/// The lines of a battle without the rules that caused them.
fn story(battle: &str) -> Vec<String> {
    let told = run(&["play", battle, "--seed", "3"]).good();
    told.lines().map(|line| line.split("  [").next().unwrap_or("").trim_end().to_owned()).collect()
}

#[test]
fn what_happens_several_times_in_a_row_is_one_line() {
    for battle in BATTLES {
        let told = story(battle);
        let twice = told.windows(2).find(|pair| pair[0] == pair[1] && !pair[0].is_empty());
        assert_eq!(twice, None, "{battle}");
    }
    let cards = story("battleground/open_field");
    for drawn in ["Orcs drew a command card, 3 times.", "Hawkshold drew a command card, twice."] {
        assert!(cards.iter().any(|line| line.trim() == drawn), "{drawn}");
    }
}

#[test]
fn a_replay_tells_what_was_told() {
    let folder = super::folder("stories");
    let file = folder.join("rows.battle");
    let rows = ["play", "battleground/rows", "--seed", "3", "--save", super::arg(&file)];
    let played = run(&rows).good();
    let replayed = run(&["replay", super::arg(&file)]).good();
    assert_eq!(played.split_once('\n').unwrap().1, replayed);
}

#[test]
fn a_saved_battle_is_gone_through_step_by_step_forth_and_back() {
    let folder = super::folder("steps");
    let file = folder.join("rows.battle");
    run(&["play", "battleground/rows", "--seed", "3", "--save", super::arg(&file)]).good();
    let steps = ["replay", super::arg(&file), "--steps"];
    let told = together(&steps, "\n\nb\nboard\nt\n9999\n1\nwhat\nq\n", 0);
    let shown: Vec<&str> = told.split("\nstep ").collect();
    // The second is shown once more on the way back, with the board as it stood then.
    let of = |step: &str| step.split_once('\n').unwrap().1.to_owned();
    assert!(shown[0].contains("drew up at") && shown[1].contains("drew up at"), "{told}");
    assert_eq!(of(shown[1]), of(shown[3]), "{told}");
    assert!(shown[4].contains("+---"), "{told}");
    assert!(shown[5].contains("First orders"), "{told}");
    assert!(told.contains("`b` one back"), "{told}");
}

#[test]
fn facings_are_points_of_the_compass() {
    for battle in BATTLES {
        let told = story(battle);
        let bare = |line: &&String| line.contains("facing 0") || line.contains("looks to");
        assert_eq!(told.iter().find(bare), None, "{battle}");
    }
    let told = story("battleground/open_field");
    let faced = told.iter().filter_map(|line| {
        let ways = [" facing ", " looking "];
        Some(ways.iter().find_map(|word| line.split_once(word))?.1)
    });
    let faced: Vec<&str> = faced.collect();
    assert!(!faced.is_empty(), "{told:?}");
    for said in faced {
        let point = ["north", "south", "east", "west"].iter().any(|point| said.starts_with(point));
        assert!(point || said.contains("\u{b0} ("), "{said}");
    }
    // What is shown can be typed.
    let lawn = "tests/games/lawn/scenarios/lawn/herding.ww";
    let typed = "8 2 facing south-east\n12 2 facing 10\u{b0} (north)\nboard\nquit\nno\n";
    let told = together(&["play", lawn, "--side", "Shepherd=person"], typed, 0);
    assert!(told.contains("(8\", 2\") facing south-east"), "{told}");
    assert!(told.contains("(12\", 2\") facing 10\u{b0} (north)"), "{told}");
}

#[test]
fn no_line_has_one_verb_for_several() {
    // Names of several: what is said of them must fit them too.
    let names =
        ["Outriders", "Pikes 1", "Wolfmen", "Trolls", "Raiders", "Slings 2", "Orcs", "Knights"];
    let verbs = ["is", "was", "has", "goes", "moves", "stands", "charges", "retreats", "stays"];
    for battle in BATTLES {
        for line in story(battle) {
            for (name, verb) in names.iter().flat_map(|name| verbs.map(|verb| (name, verb))) {
                assert!(!format!("{line} ").contains(&format!("{name} {verb} ")), "{line}");
            }
        }
    }
}

#[test]
fn ground_is_read_up_with_the_rules_that_name_it() {
    let skirmish = ["play", "battlelore/skirmish", "--side", "Daqan=person", "--seed", "3"];
    let told = together(&skirmish, "show Forest\nshow Building\nquit\nno\n", 0);
    for line in [
        "  from the forest: combat value at most 2, when roller stands on Forest\n",
        "  take cover: \"not in a building\", unless the unit stands on Building\n",
        "  on this board: D4, F9\n",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let roads = ["play", "battleground/the_crossroads", "--side", "Orcs=person", "--seed", "3"];
    let told = together(&roads, "show west wood\nquit\nno\n", 0);
    assert!(told.contains("  West Wood (Forest)\n"), "{told}");
    assert!(told.contains("  cover, against count for \"soft cover\", \"hard cover\"\n"), "{told}");
}

#[test]
fn what_lies_between_two_pieces_is_told_on_cells_too() {
    let skirmish = ["play", "battlelore/skirmish", "--side", "Daqan=person", "--seed", "3"];
    let told =
        together(&skirmish, &format!("{}line 1 2\nline 1 7\nquit\nno\n", "1\n".repeat(5)), 0);
    let beside = "Yeoman Archer to Citadel Guard: 1 cell\n  the straight line between their middles crosses nothing\n";
    assert!(told.contains(beside), "{told}");
    assert!(told.contains("Yeoman Archer to Berserker: "), "{told}");
}

#[test]
fn a_line_keeps_its_number_while_it_stands() {
    let open = ["play", "battleground/open_field", "--side", "Hawkshold=person"];
    let set_up =
        format!("1\n{}1\n1\n{}1\nnone\n", one_by_one(6, "1\n"), one_by_one(6, "1\nnone\n"));
    let told = together(&open, &format!("{set_up}5.1\nnone\nquit\nno\n"), 0);
    let (before, after) = told.split_once("5.1\n").unwrap();
    let charge = "    a  Sound the charge";
    assert!(before.contains(charge) && !after.contains(charge), "{told}");
    for list in [before, after] {
        assert!(list.contains("    b  Let all others carry out their orders\n"), "{told}");
    }
}

/// Boats that leave one after the other, as their player likes.
const ROTA: &str = r#"system rota { dice d6 }
kind battle { state count: int 0.. = 0 }
kind boat is piece { profile crew: int = 1 ; state left: int 0.. = 0 }
procedure leave(p: player) {
  step go {
    for each b in boats of p ordered by p {
      battle.count += 1
      b.left = battle.count
      say "{b} left, {b.left}."
    }
  }
}
sequence {
  round at most 2 { for each p in players { leave(p) } }
  verdict at end of battle { else | draw "over" }
}
faction Quay { boat Tub { crew 1 } }
scenario Tide {
  side Reds { roster "Reds" of Quay { 4 Tub } }
  side Blues { roster "Blues" of Quay { 1 Tub } }
}
"#;

#[test]
fn who_comes_next_is_answered_for_all_at_once() {
    let folder = super::folder("rota");
    let file = folder.join("rota.ww");
    std::fs::write(&file, ROTA).unwrap();
    let play = ["play", super::arg(&file), "--side", "Reds=person", "--side", "Blues=random"];
    // In the second round one is taken before all the others.
    let told = together(&play, "all\n3\nall\n", 0);
    assert_eq!(told.matches("Reds: who comes next").count(), 3, "{told}");
    let left: Vec<&str> = told.lines().filter(|line| line.contains(" left, ")).collect();
    let names: Vec<&str> = left.iter().filter_map(|line| line.split(" (").next()).collect();
    let once = ["Tub 1", "Tub 2", "Tub 3", "Tub 4", "Tub"];
    assert_eq!(names[..5], once, "{told}");
    assert_eq!(names[5..9], ["Tub 3", "Tub 1", "Tub 2", "Tub 4"], "{told}");
}
