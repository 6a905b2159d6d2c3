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
    let (name, seed) = (rare["name"].as_str().unwrap(), rare["seed"].to_string());
    let told = run(&["play", "battlelore/skirmish", "--seed", &seed, "--json"]).good();
    let mut choices = told.lines().filter(|line| line.contains("\"event\":\"chose\""));
    assert!(
        choices.any(|line| line.contains(name)),
        "nobody chose `{name}` in the battle of seed {seed}"
    );
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
    let seed = faults[0]["seed"].to_string();
    assert!(ran.err.contains(&seed), "{}", ran.err);
    assert_eq!(run(&["play", arg(&file), "--seed", &seed]).status, 1, "{seed}");
}

#[test]
fn nobody_sits_through_many_battles() {
    let refused = run(&["simulate", QUAY, "--side", "North=person"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("nobody sits through"), "{}", refused.err);
    let unknown = run(&["simulate", QUAY, "--side", "East=random"]);
    assert!(unknown.err.contains("there is no side `East`"), "{}", unknown.err);
}
