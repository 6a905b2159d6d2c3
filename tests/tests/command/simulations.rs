//! `simulate`: the same for any number of threads, its battles are those of `play`, and nothing that goes wrong is lost.

use super::{arg, folder, run};
use serde_json::Value;

const QUAY: &str = "tests/games/harbour/scenarios/harbour/quay.ww";

/// A game in which whoever throws a 1 divides by zero, and anything else wins.
const MISHAPS: &str = r#"system mishaps {
  dice d6
  active acting
}
kind battle {
  state acting: player? = none
  state left: int 0..9 = 0
}
kind player { state thrown: int 0..6 = 0 }
kind jar is piece { profile size: int 1..3 }
procedure turn(p: player) {
  step begin { battle.acting = p }
  step throw {
    let pips = roll 1d6
    p.thrown = sum(pips)
    battle.left = floor(6 / (p.thrown - 1))
    end battle won by p "no mishap"
  }
}
sequence {
  round at most 2 { for each p in players { turn(p) } }
  verdict at end of round { else | none }
}
faction Shelf {
  jars {
    name | size
    Pot  | 2
  }
}
scenario Shelves {
  side Upper { roster "Upper" of Shelf { 1 Pot } }
  side Lower { roster "Lower" of Shelf { 1 Pot } }
}
"#;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args).good()).unwrap()
}

/// The rows of a table.
fn rows<'r>(report: &'r Value, title: &str) -> &'r Vec<Value> {
    let tables = report["tables"].as_array().unwrap();
    let table = tables.iter().find(|table| table["title"] == title);
    table.unwrap_or_else(|| panic!("no table {title}"))["rows"].as_array().unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let args = ["simulate", QUAY, "-n", "100", "--seed", "3"];
    let alone = run(&[&args[..], &["--jobs", "1", "--json"]].concat()).good();
    assert_eq!(alone, run(&[&args[..], &["--jobs", "4", "--json"]].concat()).good());
    let other = run(&["simulate", QUAY, "-n", "100", "--json"]).good();
    assert_ne!(alone, other, "another seed is another run");
    insta::assert_snapshot!("simulated_quay", run(&args).good());
    insta::assert_snapshot!("simulated_quay_csv", run(&[&args[..], &["--csv"]].concat()).good());
}

#[test]
fn a_witness_is_the_battle_that_play_plays() {
    let report = json(&["simulate", "battlelore/skirmish", "-n", "6", "--json"]);
    let rare = rows(&report, "cards").iter().filter(|row| row["count"].as_u64() > Some(0));
    let rare = rare.min_by_key(|row| row["count"].as_u64()).unwrap();
    let (name, seed) = (rare["name"].as_str().unwrap(), rare["play"].as_str().unwrap());
    let play = ["play", "battlelore/skirmish", "--json"];
    let told = run(&[&play[..], &seed.split(' ').collect::<Vec<_>>()].concat()).good();
    let mut choices = told.lines().filter(|line| line.contains("\"event\":\"chose\""));
    assert!(
        choices.any(|line| line.contains(name)),
        "nobody chose `{name}` in the battle of {seed}"
    );
}

/// Where players weigh what a rule says of the very moves that they make, its value is known before it counts.
#[test]
fn what_players_weigh_hides_nothing_from_who_counts_effects() {
    let args = ["simulate", "oathmark/open_field", "-n", "12", "--seed", "3", "--json"];
    let report = json(&args);
    let count = |name: &str| {
        let row = rows(&report, "abilities").iter().find(|row| row["name"] == name);
        row.and_then(|row| row["count"].as_u64()).unwrap()
    };
    // Of 4 of these battles only it was told before, of others with another order of what is asked.
    assert!(count("Veiled") > 6, "{}", count("Veiled"));
}

#[test]
fn results_add_up() {
    let report = json(&["simulate", "battlelore/skirmish", "-n", "8", "--json"]);
    assert_eq!(report["battles"], 8);
    let sum = |title: &str| -> u64 {
        rows(&report, title)
            .iter()
            .filter(|row| row["mean"].is_null())
            .map(|row| row["count"].as_u64().unwrap())
            .sum()
    };
    for title in ["won", "won by who acted first", "ended", "rounds"] {
        assert_eq!(sum(title), 8, "{title}");
    }
}

#[test]
fn it_stops_when_enough_is_known() {
    let report = json(&["simulate", QUAY, "-n", "2000", "--within", "10%", "--json"]);
    assert_eq!(report["battles"], 256);
    for row in rows(&report, "won") {
        let end = |name: &str| row["share"][name].as_str().unwrap().parse::<f64>().unwrap();
        assert!(end("high") - end("low") <= 20.0, "{row}");
    }
    let refused = run(&["simulate", QUAY, "--within", "much"]);
    assert_eq!(refused.status, 2);
}

#[test]
fn a_battle_that_goes_wrong_is_told_with_its_seed() {
    let folder = folder("mishaps");
    let file = folder.join("mishaps.ww");
    std::fs::write(&file, MISHAPS).unwrap();
    let ran = run(&["simulate", arg(&file), "-n", "60", "--json"]);
    assert_eq!(ran.status, 1, "{}\n{}", ran.out, ran.err);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["battles"], 60);
    let faults = rows(&report, "faults");
    let wrong: u64 = faults.iter().map(|row| row["count"].as_u64().unwrap()).sum();
    let won = rows(&report, "won")[0]["of"].as_u64().unwrap();
    assert!(wrong > 0 && won > 0 && wrong + won == 60, "{}", ran.out);
    let seed = faults[0]["play"].as_str().unwrap();
    assert!(ran.err.contains(seed), "{}", ran.err);
    let play = ["play", arg(&file)];
    let again = run(&[&play[..], &seed.split(' ').collect::<Vec<_>>()].concat());
    assert_eq!(again.status, 1, "{seed}");
}

#[test]
fn nobody_sits_through_many_battles() {
    let refused = run(&["simulate", QUAY, "--side", "North=person"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("nobody sits through"), "{}", refused.err);
    let unknown = run(&["simulate", QUAY, "--side", "East=random"]);
    assert!(unknown.err.contains("there is no side `East`"), "{}", unknown.err);
}

const SKIRMISH: &str = "battlelore/skirmish";

#[test]
fn parts_come_to_what_the_whole_comes_to() {
    let folder = folder("parts");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (whole, merged) = (file("whole.json"), file("merged.json"));
    let args = ["simulate", QUAY, "-n", "50", "--out"];
    let shown = run(&[&args[..], &[&whole]].concat()).good();
    let parts: Vec<String> = (1..=3).map(|number| file(&format!("{number}.json"))).collect();
    for (part, number) in parts.iter().zip(1..) {
        let shard = format!("{number}/3");
        let told = run(&[&args[..], &[part, "--shard", &shard]].concat()).good();
        assert!(told.contains(&format!("part {number} of 3")), "{told}");
    }
    // In whichever order they are given.
    let given: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
    let merge = ["simulate", "merge", "--out", &merged];
    assert_eq!(run(&[&merge[..], &given].concat()).good(), shown);
    let bytes = |file: &str| std::fs::read_to_string(file).unwrap();
    assert_eq!(bytes(&merged), bytes(&whole));
    // What is missing, or of another run, is told.
    let missing = run(&["simulate", "merge", &parts[0], &parts[2]]);
    assert_eq!(missing.status, 1);
    assert!(missing.err.contains("part 2 of 3 is missing"), "{}", missing.err);
    let twice = run(&["simulate", "merge", &parts[0], &parts[0], &parts[1], &parts[2]]);
    assert!(twice.err.contains("twice"), "{}", twice.err);
    let other = run(&["simulate", QUAY, "-n", "60", "--out", &whole]);
    assert!(other.err.contains("another run"), "{}", other.err);
}

#[test]
fn a_run_that_is_stopped_goes_on() {
    let folder = folder("stopped");
    let (stopped, whole) = (folder.join("stopped.json"), folder.join("whole.json"));
    let args = ["simulate", QUAY, "-n", "1500", "--seed", "5", "--out"];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
        .args([&args[..], &[arg(&stopped)]].concat())
        .current_dir(warwright_tests::repository::root())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !stopped.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&stopped).unwrap()).unwrap();
    assert!(kept["played"].as_u64() >= Some(256), "{kept}");
    let on = run(&[&args[..], &[arg(&stopped)]].concat()).good();
    assert_eq!(on, run(&[&args[..], &[arg(&whole)]].concat()).good());
    let bytes = |file| std::fs::read_to_string(file).unwrap();
    assert_eq!(bytes(&stopped), bytes(&whole));
}

/// The last line of a battle.
fn result(args: &[&str]) -> String {
    run(&[&["play", SKIRMISH, "--quiet"], args].concat()).good()
}

#[test]
fn armies_are_exchanged_and_rosters_fielded_as_play_does_it() {
    let both = json(&["simulate", SKIRMISH, "-n", "8", "--both-ways", "--json"]);
    let placed = rows(&both, "won by how the sides are set up");
    let ways: std::collections::BTreeSet<&str> =
        placed.iter().map(|row| row["name"].as_str().unwrap().split_once(':').unwrap().0).collect();
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), ["armies exchanged", "as declared"]);
    for armies in [&["--exchange"][..], &["--side-roster", "Uthuk=Uthuk host"]] {
        let one = [&["simulate", SKIRMISH, "-n", "1", "--json"], armies].concat();
        let report = json(&one);
        let ended = rows(&report, "ended")[0]["name"].as_str().unwrap().to_owned();
        let (winner, why) = ended.split_once(": ").unwrap();
        let seed = rows(&report, "actions")[0]["play"].as_str().unwrap().to_owned();
        let seed: Vec<&str> = seed.split(' ').collect();
        let told = result(&[&seed, armies].concat());
        assert!(told.contains(&format!("won by {winner} ({why})")), "{told} {ended}");
        assert_ne!(told, result(&seed), "{armies:?} changed nothing");
    }
    let unknown = run(&["simulate", SKIRMISH, "--side-roster", "Uthuk=Uthuk hots"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("did you mean `Uthuk host`?"), "{}", unknown.err);
}

#[test]
fn an_opening_is_played_on_with_other_chance() {
    let report = json(&["simulate", SKIRMISH, "--openings", "4", "-n", "12", "--json"]);
    assert_eq!(report["battles"], 12);
    for row in rows(&report, "spread that is there when the opening is over") {
        assert_eq!((row["count"].as_u64(), row["of"].as_u64()), (Some(4), Some(12)), "{row}");
    }
    // Of a battle in which chance does all after the first orders, nothing is settled by then.
    let duel = json(&["simulate", "battleground/duel", "--openings", "3", "-n", "30", "--json"]);
    for row in rows(&duel, "spread that is there when the opening is over") {
        let share: f64 = row["share"]["percent"].as_str().unwrap().parse().unwrap();
        assert!(share < 60.0, "{row}");
    }
    let own = result(&["--seed", "3"]);
    assert_eq!(own, result(&["--seed", "3", "--again", "0"]));
    let others: std::collections::BTreeSet<String> = ["1", "2", "3"]
        .into_iter()
        .map(|again| result(&["--seed", "3", "--again", again]))
        .collect();
    assert!(others.len() > 1 || !others.contains(&own), "{others:?}");
}

#[test]
fn pairs_share_their_chance() {
    let compare = ["simulate", "battleground/duel", "-n", "12", "--json", "--compare"];
    let same = json(&[&compare[..], &["as-of=2030-01-01"]].concat());
    let more = rows(&same, "more with as-of=2030-01-01");
    assert_eq!((more[0]["count"].as_u64(), more[0]["of"].as_u64()), (Some(12), Some(12)));
    let own = ["simulate", SKIRMISH, "-n", "12", "--json", "--compare"];
    let other = json(&[&own[..], &["Uthuk=Uthuk host"]].concat());
    let more = rows(&other, "more with Uthuk=Uthuk host");
    assert!(more[0]["count"].as_u64() < Some(12), "another army changed nothing");
    let refused = run(&[&own[..], &["tomorrow"]].concat());
    assert_eq!(refused.status, 2);
}

#[test]
fn pieces_are_weighed_by_battles_without_them() {
    let balance = ["simulate", "balance", SKIRMISH, "-n", "6", "--json"];
    let report = json(&[&balance[..], &["--of", "Uthuk"]].concat());
    let worth = rows(&report, "more won by Uthuk with it");
    assert!(worth.len() >= 4, "{worth:?}");
    assert!(worth.iter().all(|row| row["of"] == 6 && row["mean"].is_object()), "{worth:?}");
    // Six battles say nothing of points, and that is said.
    let points = rows(&report, "points suggested");
    assert!(points.iter().any(|row| {
        let name = row["name"].as_str().unwrap();
        name.contains("suggest none") || name.contains("too few battles")
    }));
    let rosters = ["--rosters", "Uthuk patrol", "Daqan patrol", "Uthuk host"];
    let report = json(&[&balance[..], &rosters].concat());
    let each = rows(&report, "won against each");
    assert_eq!(each.len(), 6);
    assert!(each.iter().all(|row| row["of"] == 6), "{each:?}");
    let unknown = run(&["simulate", "balance", SKIRMISH, "--of", "Orcs"]);
    assert!(unknown.err.contains("there is no side `Orcs`"), "{}", unknown.err);
}

#[test]
fn what_a_side_does_not_field_is_neither_left_out_nor_doubled() {
    let refused = |option: &str, what: &str| {
        let ran = run(&["simulate", SKIRMISH, "-n", "1", option, what]);
        assert_eq!(ran.status, 2, "{option} {what}: {}", ran.out);
        ran.err
    };
    let near = refused("--without", "Uthuk=Berserkre");
    assert!(near.contains("Uthuk fields no `Berserkre`"), "{near}");
    assert!(near.contains("did you mean `Berserker`?"), "{near}");
    // It is there, and the other side's.
    for option in ["--without", "--another"] {
        let other = refused(option, "Daqan=Berserker");
        assert!(other.contains("Daqan fields no `Berserker` in this battle"), "{other}");
        assert!(other.contains("Citadel Guard"), "{other}");
    }
    run(&["simulate", SKIRMISH, "-n", "1", "--without", "Uthuk=Berserker"]).good();
    let twice = ["--without", "Uthuk=Berserker", "--without", "Uthuk=Berserker"];
    let ran = run(&[&["simulate", SKIRMISH, "-n", "1"][..], &twice].concat());
    assert_eq!(ran.status, 2, "the side has one of them: {}", ran.out);
}

#[test]
fn shares_are_drawn_with_their_intervals() {
    let folder = folder("drawn");
    let file = folder.join("shares.svg");
    run(&["simulate", QUAY, "-n", "40", "--picture", arg(&file)]).good();
    insta::assert_snapshot!("picture", std::fs::read_to_string(file).unwrap());
}

#[test]
fn rules_of_what_is_made_in_play_are_counted_too() {
    let report =
        json(&["simulate", "tests/games/mere/scenarios/mere/dawn.ww", "-n", "4", "--json"]);
    let names: Vec<&str> =
        rows(&report, "rules").iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"ripple: in the waves"), "{names:?}");
}
