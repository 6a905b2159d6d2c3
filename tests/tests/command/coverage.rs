//! `test --conformance`: how much of a list tests show.

use super::{Ran, arg, folder, run};
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
