//! `play` and `replay`: the same seed, the same story; saved, resumed, recorded, played by people.

use super::{answered, arg, folder, run, run_in, together, whatever};
use std::path::Path;
use warwright_tests::repository::root;

const DUEL: &str = "battleground/duel";

#[test]
fn a_battle_is_told_the_same_each_time() {
    let story = run(&["play", DUEL]).good();
    assert_eq!(story, run(&["play", DUEL]).good());
    assert_eq!(story, run(&["play", DUEL, "--seed", "1"]).good());
    assert_ne!(story, run(&["play", DUEL, "--seed", "2"]).good());
    insta::assert_snapshot!("duel", story);
}

#[test]
fn a_battle_of_a_made_up_game() {
    let quay = "tests/games/harbour/scenarios/harbour/quay.ww";
    insta::assert_snapshot!("quay", run(&["play", quay, "--seed", "4"]).good());
}

#[test]
fn a_battle_named_by_its_path_finds_armies_that_stand_in_another_file() {
    let own = folder("by_path");
    let save = own.join("begun.battle");
    let begun = |from: &Path, path: &str| {
        run_in(from, &["play", path, "--stop-after", "1", "--save", arg(&save), "--force"]).good()
    };
    let story = begun(&root(), "battlelore/the_village");
    assert!(story.starts_with("The Village (seed 1"), "{story}");
    assert_eq!(story, begun(&root(), "scenarios/battlelore/the_village.ww"));
    assert_eq!(story, begun(&root().join("scenarios/battlelore"), "the_village.ww"));
    // An author's own file, in a folder that is no root: its battle is played, not the one that it is like.
    std::fs::write(
        own.join("brief.ww"),
        "use battlelore\nscenario Brief like \"The Village\" { rounds 2 }\n",
    )
    .unwrap();
    assert!(begun(&own, "brief.ww").starts_with("Brief (seed 1"));
    assert!(begun(&own, ".").starts_with("Brief (seed 1"));
}

#[test]
fn quiet_is_the_last_line_and_json_one_object_a_line() {
    let story = run(&["play", DUEL]).good();
    let quiet = run(&["play", DUEL, "--quiet"]).good();
    assert_eq!(story.lines().last(), Some(quiet.trim_end()));
    assert!(quiet.starts_with("result: ") && quiet.contains("won by "), "{quiet}");
    let json = run(&["play", DUEL, "--json"]).good();
    let lines: Vec<&str> = json.lines().collect();
    let (last, events) = lines.split_last().unwrap();
    for line in events {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(event["rule"].is_string() && event["place"].is_string(), "{line}");
    }
    assert!(last.contains("Hawkshold"), "{last}");
}

#[test]
fn anybody_may_play_a_side() {
    let random = run(&["play", "battleground/rows", "--side", "Orcs=random", "--quiet"]).good();
    assert!(random.starts_with("result: "), "{random}");
    let sides = ["play", "battleground/rows", "--side", "Orcs=person", "--quiet"];
    let person = answered(&sides, &whatever(100));
    assert!(person.err.contains('?') || person.err.contains("1"), "{}", person.err);
    assert!(person.good().starts_with("result: "));
    let wrong = run(&["play", DUEL, "--side", "Elves=random"]);
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    insta::assert_snapshot!("unknown_side", wrong.err);
}

#[test]
fn a_person_is_asked_again_and_may_stop() {
    let quay = "tests/games/harbour/scenarios/harbour/quay.ww";
    let shown = together(&["play", quay, "--side", "North=person"], "9\nx\n1\nquit\nno\n", 0);
    insta::assert_snapshot!("a_person_stops", shown);
}

#[test]
fn a_saved_battle_goes_on_where_it_stopped() {
    let folder = folder("saved");
    let save = folder.join("duel.battle");
    let whole = run(&["play", DUEL, "--seed", "7"]).good();
    for stop in ["1", "5", "9"] {
        let args = ["play", DUEL, "--seed", "7", "--save", arg(&save), "--stop-after", stop];
        let first = run(&args);
        assert!(first.err.contains("--resume"), "{}", first.err);
        let rest = run(&["play", "--resume", arg(&save)]).good();
        assert_eq!(first.good() + &rest, whole, "stopped after {stop}");
    }
}

#[test]
fn a_recorded_battle_is_played_again_unless_its_content_has_changed() {
    let folder = folder("recorded");
    let record = folder.join("ladders.battle");
    let content = folder.join("game");
    let game = content.join("systems/ladders");
    std::fs::create_dir_all(&game).unwrap();
    let source = game.join("ladders.ww");
    std::fs::write(&source, LADDERS).unwrap();
    let story = run(&["play", arg(&source), "--save", arg(&record)]).good();
    let again = run(&["replay", arg(&record)]).good();
    let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(body(&story), again);
    // What is over is over: resumed, it says so again.
    let over = run(&["play", "--resume", arg(&record)]).good();
    assert_eq!(over.lines().last(), story.lines().last());
    let quiet = run(&["replay", arg(&record), "--quiet"]).good();
    assert_eq!(story.lines().last(), Some(quiet.trim_end()));
    // What changed is named, and from where on the battle is another; nothing is told of a battle that was not played.
    let changes = [
        ("changed_content", LADDERS.replace("height: int = 3", "height: int = 4")),
        ("changed_later", LADDERS.replace("c.rungs >= 20", "c.rungs >= 12")),
        ("changed_words", LADDERS.replace("somebody is up", "one is up")),
        ("changed_scenario", LADDERS.replace("scenario Roof", "scenario Loft")),
    ];
    for (name, changed) in changes {
        std::fs::write(&source, changed).unwrap();
        let ran = run(&["replay", arg(&record)]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{name}");
        let seen_from_here = content.strip_prefix(root()).map_or(arg(&content), arg);
        insta::assert_snapshot!(name, ran.err.replace(seen_from_here, "game"));
        let resumed = run(&["play", "--resume", arg(&record)]);
        assert_eq!((resumed.status, resumed.out.as_str()), (1, ""), "{name}");
        assert!(
            resumed.err.contains("it cannot be resumed: its content has changed"),
            "{}",
            resumed.err
        );
    }
    // A comment changes nothing.
    std::fs::write(&source, format!("// Ladders.\n{LADDERS}")).unwrap();
    assert_eq!(run(&["replay", arg(&record)]).good(), again);
    // A file that was tampered with is told from one whose content has changed.
    std::fs::write(&source, LADDERS).unwrap();
    let text = std::fs::read_to_string(&record).unwrap();
    let (before, after) = text.split_once("\"at\": \"").unwrap();
    std::fs::write(&record, format!("{before}\"at\": \"0000000000000000{}", &after[16..])).unwrap();
    let edited = run(&["replay", arg(&record)]);
    assert_eq!(edited.status, 1);
    insta::assert_snapshot!("edited_record", edited.err);
}

#[test]
fn a_stored_battle_is_found_from_any_folder() {
    let folder = folder("elsewhere");
    let (game, other) = (folder.join("game"), folder.join("other"));
    let source = game.join("systems/ladders/ladders.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::create_dir_all(game.join("kept")).unwrap();
    // A folder with the name of the system is not taken for it.
    std::fs::create_dir_all(other.join("ladders")).unwrap();
    std::fs::write(&source, LADDERS).unwrap();
    for named in ["ladders", "systems/ladders/ladders.ww"] {
        let stopped = ["--save", "kept/it.battle", "--stop-after", "0"];
        run_in(&game, &[&["play", named], stopped.as_slice()].concat()).good();
        let here = run_in(&game, &["play", "--resume", "kept/it.battle"]).good();
        let there = ["play", "--resume", "../game/kept/it.battle", "--save", "again.battle"];
        assert_eq!(run_in(&other, &there).good(), here);
        assert_eq!(run(&["play", "--resume", arg(&game.join("kept/it.battle"))]).good(), here);
        run_in(&other, &["replay", "../game/kept/it.battle"]).good();
        let kept = std::fs::read_to_string(game.join("kept/it.battle")).unwrap();
        assert!(!kept.contains(arg(&folder)), "{kept}");
        run_in(&folder, &["play", "--resume", "other/again.battle"]).good();
        run_in(&folder, &["why", "--save", "other/again.battle", "1"]).good();
    }
    // Content and battles that move together stay together.
    let moved = folder.join("moved");
    std::fs::rename(&game, &moved).unwrap();
    run(&["replay", arg(&moved.join("kept/it.battle"))]).good();
    std::fs::rename(moved.join("systems"), moved.join("gone")).unwrap();
    let lost = run_in(&moved, &["replay", "kept/it.battle"]);
    assert_eq!(lost.status, 1);
    assert!(lost.err.contains("`../systems/ladders/ladders.ww`"), "{}", lost.err);
}

#[test]
fn a_compiled_program_plays_what_its_source_plays() {
    let folder = folder("compiled");
    let quay = "tests/games/harbour/scenarios/harbour/quay.ww";
    let story = run(&["play", quay]).good();
    for form in ["yaml", "json"] {
        let file = folder.join(format!("quay.{form}"));
        run(&["build", quay, "--form", form, "--out", arg(&file)]).good();
        assert_eq!(run(&["play", arg(&file)]).good(), story, "{form}");
    }
}

/// A game of one rule.
const LADDERS: &str = r#"system ladders {
  measure in
  dice d6
}

kind climber is piece {
  profile height: int = 3
  state rungs: int 0..60 = 0
}

procedure climb(p: player) {
  step go heading "{p} climbs" {
    for each c in climbers of p {
      let thrown = roll 1d6
      c.rungs = min(60, c.rungs + sum(thrown) + c.height)
      say "{c} reaches rung {c.rungs}."
    }
  }
}

sequence {
  setup { }
  round at most 10 { for each p in players { climb(p) } }
  verdict at end of round {
    any c in climbers where c.rungs >= 20 | draw "somebody is up"
    else | none
  }
}

faction Roofers { climbers { name | height
  Ann | default
  Bob | default
} }

scenario Roof {
  side Left { roster "Left" of Roofers { 1 Ann } }
  side Right { roster "Right" of Roofers { 1 Bob } }
}
"#;

#[test]
fn a_side_may_win_at_the_end_of_the_battle() {
    let own = folder("dusk").join("dusk.ww");
    let scenario = |wins: &str| {
        format!(
            "use battleground\nscenario Dusk {{\n  side Hawks {{ roster \"Hawk Swordsmen alone\" ; policy steady {wins} }}\n  \
             side Orcs {{ roster \"Orc Swordsmen alone\" ; policy steady }}\n  rounds 1\n}}\n"
        )
    };
    std::fs::write(&own, scenario("")).unwrap();
    let drawn = run(&["play", arg(&own), "--quiet"]).good();
    assert_eq!(drawn, "result: draw (night falls) in round 1\n");
    std::fs::write(
        &own,
        scenario("; wins when any u in units of self at end of battle \"holds the field\""),
    )
    .unwrap();
    let won = run(&["play", arg(&own), "--quiet"]).good();
    assert_eq!(won, "result: won by Hawks (holds the field) in round 1\n");
}

#[test]
fn a_person_may_answer_in_words() {
    let rows = [
        "play",
        "battleground/rows",
        "--side",
        "Hawkshold=person",
        "--side",
        "Orcs=policy",
        "--quiet",
    ];
    let lines = format!("?\nnonsense\nYES\n{}", whatever(100));
    let played = answered(&rows, &lines);
    assert!(played.err.contains("you can type"), "{}", played.err);
    assert!(played.err.contains("`nonsense` is no line of the list"), "{}", played.err);
    assert!(played.good().starts_with("result: "));
}

#[test]
fn a_watched_battle_is_drawn_as_it_goes() {
    let folder = folder("watched");
    let picture = folder.join("duel.svg");
    run(&["play", DUEL, "--seed", "7", "--watch", arg(&picture)]).good();
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && !drawn.contains("before the battle"), "{drawn}");
    // The last state of a battle, as `map` draws it.
    let save = folder.join("duel.battle");
    let begun = ["play", DUEL, "--seed", "7", "--stop-after", "4", "--save", arg(&save)];
    let page = folder.join("duel.html");
    run(&[&begun[..], &["--watch", arg(&page)]].concat()).good();
    let map = run(&["map", "--save", arg(&save)]).good();
    let shown = std::fs::read_to_string(&page).unwrap();
    assert!(shown.contains("http-equiv=\"refresh\"") && shown.contains(map.trim_end()), "{shown}");
    // What is no picture stays as it is.
    let other = folder.join("letter.html");
    std::fs::write(&other, "a letter").unwrap();
    let refused = run(&["play", DUEL, "--watch", arg(&other)]);
    assert!(refused.err.contains("is no picture of a battle"), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "a letter");
    let refused = run(&["play", DUEL, "--watch", "duel.png"]);
    assert!(refused.err.contains("neither a picture"), "{}", refused.err);
}

#[test]
fn a_battle_closes_with_points_what_was_scored_and_when_pieces_were_lost() {
    let file = folder("closing").join("skirmish.battle");
    let story = run(&["play", "battlelore/skirmish", "--save", arg(&file)]).good();
    let closing = |story: &str| -> Vec<String> {
        let lines: Vec<&str> = story.trim_end().lines().collect();
        lines[lines.len() - 3..].iter().map(|line| (*line).to_owned()).collect()
    };
    let lines = closing(&story);
    let [daqan, uthuk, result] = lines.as_slice() else { panic!("{story}") };
    assert!(daqan.starts_with("Daqan: ") && uthuk.starts_with("Uthuk: "), "{story}");
    assert!(result.starts_with("result: "), "{story}");
    for side in [daqan, uthuk] {
        assert!(side.contains(" scored"), "{side}");
    }
    let lost = [daqan, uthuk].into_iter().find(|side| side.contains("; lost ")).unwrap();
    assert!(lost.contains(" points, ") && lost.contains(" (round "), "{lost}");
    // Played again, and resumed where nothing is left to do, it closes in the same words.
    assert_eq!(closing(&run(&["replay", arg(&file)]).good()), lines);
    assert_eq!(closing(&run(&["play", "--resume", arg(&file)]).good()), lines);
}

#[test]
fn cards_that_an_army_buys_are_neither_left_nor_lost() {
    let wings = "battleground/wings";
    let story = run(&["play", wings, "--seed", "1"]).good();
    let closing: Vec<&str> = story.lines().rev().take(4).collect();
    for side in ["Ravenwood", "Orcs"] {
        let line = closing.iter().find(|line| line.starts_with(side)).unwrap();
        assert!(line.contains(" of 4 left") || line.contains("nobody lost"), "{line}");
    }
    // What units of a warmaster's army are made of stands there, and they with it.
    let story = run(&["play", "warmaster/open_field", "--seed", "3"]).good();
    assert!(story.contains(" of 11 left"), "{story}");
    let many = run(&["simulate", wings, "-n", "2"]).good();
    assert!(many.contains("Orc") && !many.contains("Command Card"), "{many}");
}
