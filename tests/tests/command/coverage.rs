//! `test --conformance` and `--mutate`: how much of a list tests show, and which rules no test would miss.

use super::{Ran, arg, folder, placeless, run};
use std::path::PathBuf;

/// A made-up game: porters carry loads up stairs.
const RULES: &str = r#"system stairs {
  measure in
  dice d6
}

kind porter is piece {
  profile strength: int 1..9
  state carried: int 0..20 = 0
}
porters {
  name  | strength
  Stout | 4
  Slim  | 2
}

quantity lifts(u: porter): int 0..9 favours u = u.strength
modify lifts by +1 when u.carried == 0 "fresh"
modify lifts by -1 when u.carried > 6 "weary"

table toll(floor: int 1..3): int {
  1 | 0
  2 | 1
  3 | 3
}

permission carry(u: porter) {
  require u.carried < 9 "overloaded"
}

procedure climb(u: porter, floor: int 1..3) {
  step load { u.carried += lifts(u) }
  step pay when u.carried > 3 {
    u.carried -= toll(floor)
    say "{u} pays."
  }
}
"#;

const LIST: &str = "# Stairs\n\n## A. Loads\n\n| id | sec | rule |\n| --- | --- | --- |\n\
    | S-1 | 1.1 | A fresh porter lifts one more. |\n\
    | S-2 | 1.2 | A weary porter lifts one less. |\n\
    | S-3 | 1.3 | Porters wear grey. (no test: colours are for people) |\n\n\
    ## B. Tolls\n\n| id | sec | rule |\n| --- | --- | --- |\n\
    | S-4 | 2.1 | The third floor costs three. |\n";

const TESTS: &str = r#"use stairs

test "fresh" covers "S-1" {
  given a: Stout
  run climb(a, 3)
  expect a.carried is 2
}
test "weary" covers "S-2" {
  given a: Slim { carried 7 }
  expect lifts(a) is 3
}
"#;

/// The game with some tests, in a folder of its own.
fn stairs(name: &str, rules: &str, list: &str, tests: &str) -> PathBuf {
    let own = folder(name);
    let system = own.join("systems/stairs");
    std::fs::create_dir_all(system.join("tests")).unwrap();
    std::fs::write(system.join("stairs.ww"), rules).unwrap();
    std::fs::write(system.join("conformance.md"), list).unwrap();
    std::fs::write(system.join("tests/own.ww"), tests).unwrap();
    own
}

fn test(own: &std::path::Path, args: &[&str]) -> Ran {
    let mut all = vec!["test", "stairs", "--root", arg(own)];
    all.extend(args);
    run(&all)
}

#[test]
fn a_row_counts_where_a_passing_test_covers_it() {
    let own = stairs("conformance", RULES, LIST, TESTS);
    let ran = test(&own, &["--conformance"]);
    assert_eq!(ran.status, 1, "one test fails");
    let from = ran.out.find("stairs: ").unwrap_or_else(|| panic!("{}", ran.out));
    assert_eq!(
        &ran.out[from..],
        "stairs: 1 of 3 rows are shown by a passing test, 1 needs no test\n  \
         A. Loads: 1 of 2, 1 needs no test\n  \
         B. Tolls: 0 of 1\n\n\
         not shown:\n  \
         A. Loads\n    S-2 | 1.2 | A weary porter lifts one less.\n  \
         B. Tolls\n    S-4 | 2.1 | The third floor costs three.\n\
         1 passed, 1 failed\n"
    );
}

#[test]
fn a_test_in_which_something_is_wrong_does_not_keep_others_from_running() {
    let own = stairs("broken_test", RULES, LIST, &TESTS.replace("carried 7", "caried 7"));
    let ran = test(&own, &[]);
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.err.contains("did you mean `carried`?"), "{}", ran.err);
    assert_eq!(ran.out, "1 passed, 0 failed, 1 not run: something is wrong in them\n");
}

#[test]
fn conformance_as_json() {
    let own = stairs("conformance_json", RULES, LIST, TESTS);
    let ran = test(&own, &["--conformance", "--format", "json"]);
    let shown: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(shown["passed"], 1);
    assert_eq!(shown["failed"][0]["test"], "weary");
    let list = &shown["conformance"][0];
    assert_eq!(
        (&list["rows"], &list["shown"], &list["no_test"]),
        (&3.into(), &1.into(), &1.into())
    );
    assert_eq!(list["groups"][0]["rest"][0]["row"], "S-2");
    assert_eq!(list["groups"][0]["no_test"][0]["reason"], "colours are for people");
    assert_eq!(list["groups"][1]["rest"][0]["words"], "2.1 | The third floor costs three.");
}

#[test]
fn a_mark_that_a_test_refutes_is_an_error() {
    let tests = TESTS.replace("\"S-2\"", "\"S-3\"").replace("is 3", "is 1");
    let own = stairs("conformance_mark", RULES, LIST, &tests);
    assert_eq!(test(&own, &[]).status, 0);
    let ran = test(&own, &["--conformance"]);
    assert_eq!(ran.status, 1);
    let wanted = "stairs: the list says that S-3 needs no test, but \"weary\" shows it; take the mark away\n";
    assert!(ran.out.contains(wanted), "{}", ran.out);
}

const GOOD: &str = r#"use stairs

test "fresh" {
  given a: Stout
  run climb(a, 3)
  expect a.carried is 2
}
test "weary" {
  given a: Slim { carried 7 }
  expect lifts(a) is 1
}
test "refused" {
  given a: Slim { carried 9 }
  expect not may carry(a)
}
"#;

#[test]
fn rules_that_no_test_misses_are_named() {
    let own = stairs("mutate", RULES, LIST, GOOD);
    let shown = test(&own, &["--mutate"]).good();
    let from = shown.find("stairs: ").unwrap_or_else(|| panic!("{shown}"));
    insta::assert_snapshot!("mutate", placeless(&shown[from..], &own));
}

#[test]
fn mutation_is_the_same_each_time_and_as_json() {
    let own = stairs("mutate_json", RULES, LIST, GOOD);
    let ask = || test(&own, &["--mutate", "--format", "json"]).good();
    let shown = ask();
    assert_eq!(shown, ask());
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let found = &shown["mutation"][0];
    let unnoticed = found["unnoticed"].as_array().unwrap();
    let (rules, noticed) = (found["rules"].as_u64().unwrap(), found["noticed"].as_u64().unwrap());
    assert_eq!(rules, noticed + unnoticed.len() as u64);
    assert!(noticed > 0 && !unnoticed.is_empty(), "{shown}");
    assert_eq!(unnoticed[0]["what"], "row of toll");
}

#[test]
fn a_test_for_what_was_not_noticed_is_noticed() {
    let own = stairs("mutate_more", RULES, LIST, GOOD);
    let more = format!(
        "{GOOD}\ntest \"second floor\" {{\n  given a: Stout\n  run climb(a, 2)\n  expect a.carried is 4\n}}\n"
    );
    let row = "row of toll (no test has it at work)\n    2 | 1";
    assert!(test(&own, &["--mutate"]).good().contains(row));
    std::fs::write(own.join("systems/stairs/tests/own.ww"), more).unwrap();
    assert!(!test(&own, &["--mutate"]).good().contains("2 | 1"));
}

#[test]
fn a_name_that_a_condition_finds_is_no_rule_of_its_own() {
    let praise = "\nprocedure praise {\n  step tell when first(porters where it.carried > 1) is some p { say \"{p} carries much.\" }\n}\n";
    let praised = "\ntest \"praised\" {\n  given a: Stout\n  run climb(a, 1)\n  run praise()\n  expect a.carried is 5\n}\n";
    let rules = format!("{RULES}{praise}");
    let own = stairs("mutate_names", &rules, LIST, &format!("{GOOD}{praised}"));
    let shown = test(&own, &["--mutate"]).good();
    assert!(!shown.contains("praise.tell"), "{shown}");
}

#[test]
fn marks_of_equivalence_are_held_to_what_they_say() {
    let marked = RULES
        .replace("  1 | 0", "  1 | 0 // equivalent: nobody pays for the first floor")
        .replace("  2 | 1", "  // equivalent: there is no second floor\n  2 | 1");
    let own = stairs("mutate_marks", &marked, LIST, GOOD);
    let shown = test(&own, &["--mutate"]).good();
    assert!(shown.contains(", 2 are equivalent"), "{shown}");
    assert!(!shown.contains("row of toll"), "{shown}");

    let wrong = marked
        .replace("  3 | 3", "  3 | 3 // equivalent: who knows")
        .replace("dice d6", "dice d6 // equivalent: it is not thrown")
        .replace(": nobody pays for the first floor", ":");
    let own = stairs("mutate_wrong", &wrong, LIST, GOOD);
    let ran = test(&own, &["--mutate"]);
    assert_eq!(ran.status, 1);
    for (line, why) in [
        (24, "a test notices when what stands there is gone"),
        (3, "nothing that can be switched off stands there"),
        (21, "it gives no reason"),
    ] {
        let mark = format!("stairs.ww:{line}: this mark is wrong: {why}");
        assert!(ran.out.contains(&mark), "{mark}\n{}", ran.out);
    }
}

#[test]
fn where_a_test_fails_nothing_is_switched_off() {
    let own = stairs("mutate_failing", RULES, LIST, TESTS);
    let ran = test(&own, &["--mutate"]);
    assert_eq!(ran.status, 1);
    assert!(!ran.out.contains("switched off"), "{}", ran.out);
}
