//! `check`, `build`, `explain`, `--help`: exit statuses and forms.

use super::{arg, folder, run};
use warwright_tests::repository::{read, root};

const BROKEN: &str = "tests/broken/WW0601_changed_by_an_earlier_list.ww";
const EXCHANGE: &str = "tests/games/exchange/systems/exchange/exchange.ww";

#[test]
fn the_status_says_how_it_went() {
    assert_eq!(run(&["check", EXCHANGE]).status, 0);
    assert_eq!(run(&["check", "tests/broken/WW0710_threshold_changed.ww"]).status, 0);
    assert_eq!(run(&["check", BROKEN]).status, 1);
    assert_eq!(run(&["check", "nowhere.ww"]).status, 2);
    assert_eq!(run(&["besiege"]).status, 2);
    assert_eq!(run(&["play"]).status, 2);
    assert_eq!(run(&["--help"]).status, 0);
    assert_eq!(run(&["build", BROKEN]).status, 1);
    assert_eq!(run(&["play", BROKEN]).status, 1);
}

#[test]
fn check_in_three_forms() {
    insta::assert_snapshot!("check_pretty", run(&["check", BROKEN]).out);
    insta::assert_snapshot!("check_short", run(&["check", BROKEN, "--format", "short"]).out);
    let json = run(&["check", BROKEN, "--format", "json"]).out;
    let all: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(all[0]["code"], "WW0601");
    assert_eq!(all[0]["primary"]["line"], 19);
    assert_eq!(all[0]["help"][0]["edits"][0]["replacement"], "230");
}

#[test]
fn a_program_as_a_listing() {
    let listing = run(&["build", EXCHANGE, "--form", "listing"]).good();
    insta::assert_snapshot!("exchange_listing", listing);
}

#[test]
fn a_code_is_explained() {
    let by_number = run(&["explain", "WW0444"]).good();
    assert!(by_number.starts_with("# WW0444 unbounded"), "{by_number}");
    assert_eq!(by_number, run(&["explain", "unbounded"]).good());
    assert!(run(&["explain", "--list"]).good().lines().count() > 50);
    assert_eq!(run(&["explain", "WW9999"]).status, 2);
}

#[test]
fn a_file_runs_its_own_tests() {
    let file = "systems/battleground/tests/dice.ww";
    let own = read(&root().join(file)).lines().filter(|line| line.starts_with("test ")).count();
    assert!(own > 0);
    assert_eq!(run(&["test", file]).good(), format!("{own} passed, 0 failed\n"));
}

/// `g.ww` is not `shooting.ww`, though that ends so.
#[test]
fn a_file_beside_the_library_runs_its_own_tests_alone() {
    let own = folder("own_tests_alone");
    let text = "use oathmark\n\ntest \"one\" {\n  given a: Spearmen\n  expect a.move is 6\"\n}\n";
    std::fs::write(own.join("g.ww"), text).unwrap();
    let file = own.join("g.ww");
    assert_eq!(run(&["test", arg(&file), "--root", "."]).good(), "1 passed, 0 failed\n");
}

#[test]
fn what_a_test_shows_is_printed() {
    let args = ["test", "tests/games/market/systems/market/tests/stalls.ww", "--only", "worth"];
    let shown = run(&args).good();
    assert!(shown.contains(": worth(a) = "), "{shown}");
    let json = run(&[&args[..], &["--format", "json"]].concat()).good();
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["shown"][0]["value"], "worth(a)");
    assert!(!report["shown"][0]["is"].as_str().unwrap().is_empty());
}

#[test]
fn a_path_may_lead_up() {
    let here = root().join("tests/games/exchange/systems/exchange");
    let checked = super::run_in(&here, &["check", ".."]);
    assert_eq!((checked.status, checked.err.as_str()), (0, ""), "{}", checked.out);
    let file = super::run_in(&here, &["check", "../exchange/exchange.ww"]);
    assert_eq!(file.status, 0, "{}{}", file.out, file.err);
    let beside = super::run_in(&here, &["test", "../../../harbour/systems/harbour"]);
    assert_eq!(beside.status, 0, "{}{}", beside.out, beside.err);
}

#[test]
fn a_title_that_no_test_has_is_said() {
    let ran = run(&["test", "battleground", "--only", "no such words"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("no test has `no such words` in its title"), "{}", ran.err);
}

#[test]
fn what_is_no_stored_battle_is_said() {
    let file = super::folder("unreadable").join("notes.battle");
    std::fs::write(&file, "Sunday, at the club").unwrap();
    let ran = run(&["replay", super::arg(&file)]);
    assert!(ran.err.contains("notes.battle is not as warwright writes such files"), "{}", ran.err);
}

#[test]
fn odds_of_a_scenario_by_its_title() {
    let odds = run(&["odds", "battleground", "--scenario", "Nowhere"]);
    assert_eq!(odds.status, 2);
    assert!(
        odds.err.contains("there is no scenario \"Nowhere\"; there are \"Duel\""),
        "{}",
        odds.err
    );
}

#[test]
fn a_name_that_is_nearly_one_is_told_which() {
    for (words, said) in [
        (&["play", "batleground/duel"][..], "`batleground/duel` (did you mean `battleground`?)"),
        (&["play", "battleground/deul"], "no scenario `deul` (did you mean `duel`?)"),
        (&["play", "battleground", "--scenario", "Deul"], "\"Deul\" (did you mean `Duel`?)"),
        (&["map", "battleground/xyz"], "no scenario `xyz`; there are duel, open_field, "),
    ] {
        let ran = run(words);
        assert_eq!(ran.status, 2, "{words:?}");
        assert!(ran.err.contains(said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_folder_with_content_of_several_games_is_checked_and_tested_game_by_game() {
    let systems = warwright_tests::repository::root().join("systems").display().to_string();
    let checked = run(&["check", &systems]);
    assert_eq!((checked.status, checked.out.trim()), (0, "nothing wrong"), "{}", checked.err);
    let tested = run(&["test", &systems, "--only", "wood"]);
    assert_eq!(tested.status, 0, "{}{}", tested.out, tested.err);
    assert!(tested.out.ends_with(" passed, 0 failed\n"), "{}", tested.out);
    // One battle is of one game.
    let built = run(&["build", &systems]);
    assert_eq!(built.status, 2, "{}{}", built.out, built.err);
    assert!(built.err.contains("holds content of several games"), "{}", built.err);
}

#[test]
fn a_root_that_is_given_and_stood_in_is_one() {
    let checked = run(&["check", "--all", "--root", "."]);
    assert_eq!(checked.status, 0, "{}{}", checked.out, checked.err);
}

#[test]
fn a_search_for_a_way_says_where_it_gave_up() {
    let mut told = String::new();
    for seed in ["5", "6", "7"] {
        let sides = ["--side", "Hawkshold=random", "--side", "Orcs=random"];
        let mut words = vec!["play", "battleground/rows", "--json", "--seed", seed];
        words.extend(sides);
        let story = run(&words).good();
        told.extend(story.lines().filter(|line| line.contains(r#""event":"planned""#)));
    }
    assert!(told.contains("turns, after "), "{told}");
    assert!(told.contains("no way was found: it gave up after "), "{told}");
}

#[test]
fn help_has_examples() {
    insta::assert_snapshot!("help", run(&["--help"]).good());
    for command in
        ["check", "build", "test", "odds", "why", "play", "replay", "view", "map", "explain"]
    {
        let help = run(&[command, "--help"]).good();
        assert!(help.contains("Example"), "{command}: {help}");
    }
}

#[test]
fn dice_that_run_out_point_at_where_they_are_written() {
    let own = folder("dice_run_out");
    let file = own.join("short.ww");
    let text = "use battleground\n\ntest \"too few\" {\n  given a: \"Hawk Swordsmen\" ; b: \"Orc Swordsmen\"\n  \
                rolls 1\n  run strike(a, b, melee)\n  expect b.damage is 0\n}\n";
    std::fs::write(&file, text).unwrap();
    let ran = run(&["test", arg(&file)]);
    let shown = ran.out + &ran.err;
    assert!(shown.contains("short.ww:5"), "{shown}");
}

#[test]
fn that_no_test_was_run_is_said() {
    let own = folder("no_test_was_run");
    let file = own.join("lame.ww");
    let text = "use battleground\n\nability Lame for unit { modify gait as unit by -1 \"lame\" }\n\n\
                test \"none\" {\n  given a: \"Hawk Swordsmen\"\n  expect a.damage is 0\n}\n";
    std::fs::write(&file, text).unwrap();
    let ran = run(&["test", arg(&file)]);
    assert!(ran.status == 1 && ran.out.contains("no test was run"), "{}{}", ran.out, ran.err);
}

/// Who uses a file, and whose tests it breaks, stands in other files of its game.
#[test]
fn a_file_is_checked_with_all_that_uses_it() {
    for file in [
        "systems/battlelore/tests/abilities.ww",
        "systems/battleground/tests/armies.ww",
        "factions/battleground/orcs.ww",
    ] {
        assert_eq!(run(&["check", file]).good().trim(), "nothing wrong", "{file}");
    }
}

#[test]
fn of_a_file_of_two_scenarios_one_is_named() {
    let two = "tests/games/fen/scenarios/fen/dusk.ww";
    let asked = run(&["play", two, "--quiet"]);
    assert_eq!(asked.status, 2, "{}", asked.err);
    assert!(asked.err.contains("--scenario: \"Dusk\", \"Long Dusk\""), "{}", asked.err);
}
