//! Exact odds of battles that come along are those of the battles as they are played.

use warwright_cli::testing;
use warwright_ir::validate;
use warwright_runtime::{Limits, Machine};
use warwright_tests::odds::{apart, exact, held, sampled};
use warwright_tests::sources::{compile_system, games, lines};

/// A sample; `example chances` takes more states and more battles.
#[test]
fn battles_that_are_played_lie_within_their_odds() {
    let limits = Limits { states: 1_000, fuel: 2_000_000, ..Limits::default() };
    let mut exact = 0;
    for (name, files) in games() {
        let program = validate(compile_system(&name, &files).program.unwrap()).unwrap();
        let held = held(&program, limits, 60);
        assert!(held.apart.is_empty(), "{name}: {:#?}", held.apart);
        exact += held.exact.len();
    }
    assert!(exact >= 3, "{exact}");
}

/// Two sides choose by two policies, and what these leave open falls as chance has it.
#[test]
fn each_side_chooses_by_its_own_policy() {
    let text = r#"
system plain { dice d6 ; active turning }
kind battle { state turning: player? = none }
kind man is piece { state marks: int 0..99 = 0 }
action brave(m: man) in Go by m.player "{m} is brave" once per turn { do { m.marks += 1 } }
action shy(m: man) in Go by m.player "{m} is shy" once per turn { do { m.marks += 10 } }
procedure turn(p: player) {
  step begin { battle.turning = p }
  step go { open Go to p until done at most 1 }
  step more { p chooses n: int 1..3 "how many" ; for each m in mans of p where m.marks == 1 { m.marks += n } }
}
sequence {
  round at most 1 { for each p in players { turn(p) } }
  verdict at end of battle {
    first(mans where it.marks >= 10) is some k and any m in mans where m.marks == 4 | won by k.player "shy, before three"
    first(mans where it.marks >= 10) is some k | won by k.player "shy"
    else | draw "nobody"
  }
}
policy shyly { in shy always ; in brave never }
policy bravely { in shy never ; in brave always }
faction Blue { man Bluey { } }
faction Red { man Redy { } }
roster First of Blue { 1 Bluey }
roster Second of Red { 1 Redy }
scenario Apart { side B { roster First ; policy bravely } side R { roster Second ; policy shyly } }
"#;
    let files = [("systems/plain/plain.ww".to_owned(), text.to_owned())];
    let compilation = compile_system("plain", &files);
    let program = compilation.program.as_ref().unwrap_or_else(|| panic!("{}", lines(&compilation)));
    let program = validate(program.clone()).unwrap();
    let machine = Machine::new(&program);
    let scenario = program.battles().next().unwrap();
    let odds = exact(&machine, scenario, Limits::default()).unwrap();
    let chances: Vec<String> = odds.values().map(ToString::to_string).collect();
    assert_eq!(chances, ["2/3", "1/3"], "{odds:?}");
    let wrong = apart(&odds, &sampled(&machine, scenario, 300), 300);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Odds of a test are asked where they stand, of what was set up and rolled before them, by the policies of the sides.
#[test]
fn odds_of_a_test_are_asked_where_they_stand() {
    let text = r#"system od { dice d6 ; active moving }
kind battle { state moving: player? = none }
kind man is piece plural men { state marks: int 0.. = 0 }
procedure mark(m: man) { step a { let d = roll 1d6 ; m.marks += sum(d) } }
procedure bump(m: man) { step a { m.marks += 1 } }
procedure ask(m: man) { step a { m.player chooses n: int 0..9 "n" ; m.marks = n } }
procedure turn(p: player) {
  step begin { battle.moving = p }
  step all { for each m in men of p { ask(m) ; mark(m) ; bump(m) } }
}
sequence {
  round at most 1 { for each p in players { turn(p) } }
  verdict at end of battle { any m in men where m.marks > 20 | draw "many" ; else | draw "few" }
}
policy low { in ask.n prefer lowest it }
policy high { in ask.n prefer highest it }
faction Reds { man Ruf { } }
faction Blues { man Bob { } }
scenario Pair {
  side Reds { roster "R" of Reds { 1 Ruf } ; policy low }
  side Blues { roster "B" of Blues { 1 Bob } ; policy high }
}
test "before the run" { given a: Ruf
  odds bump(a) { expect mean(a.marks) == 1 }
  run bump(a)
  expect a.marks is 1 }
test "wrong before the run" { given a: Ruf
  odds bump(a) { expect mean(a.marks) == 2 }
  run bump(a)
  expect a.marks is 1 }
test "in between" { given a: Ruf
  a.marks = 5
  odds mark(a) { expect mean(a.marks) == 17/2 }
  a.marks = 6
  odds mark(a) { expect mean(a.marks) == 19/2 } }
test "after dice" { given a: Ruf
  rolls 4
  run mark(a)
  expect a.marks is 4
  odds mark(a) { expect mean(a.marks) == 15/2 } }
test "set up after dice" { given a: Ruf
  rolls 4
  run mark(a)
  a.marks = 1
  odds mark(a) { expect mean(a.marks) == 9/2 } }
test "by the policies of the sides" of Pair { given a: Ruf ; b: Bob
  odds ask(b) { expect P(b.marks == 9) == 1 }
  odds ask(a) { expect P(a.marks == 0) == 1 } }
"#;
    let compiled = |more: &str| {
        let files = [("systems/od/od.ww".to_owned(), format!("{text}{more}"))];
        compile_system("od", &files)
    };
    let compilation = compiled("");
    assert!(!compilation.has_errors(), "{}", lines(&compilation));
    let machine = Machine::new(&validate(compilation.program.unwrap()).unwrap());
    let results = machine.program().tests.ids().map(|id| testing::run(&machine, id));
    let failed: Vec<(String, String)> =
        results.filter_map(|it| Some((it.name, it.failure?.words()))).collect();
    let wrong = ("wrong before the run".to_owned(), "expected exactly 2; found 1".to_owned());
    assert_eq!(failed, [wrong]);
    for (lines_of_test, told) in [
        ("odds bump(a) { expect mean(a.marks) == 1 }\n a.marks = 2", "WW0721"),
        ("odds bump(a) { }", "WW0722"),
    ] {
        let found = compiled(&format!("test t {{ given a: Ruf\n {lines_of_test} }}\n"));
        assert!(lines(&found).contains(told), "{lines_of_test}: {}", lines(&found));
    }
}
