//! Scripts of tests: dice and answers by what they show, and what is said of a test that fails.

use super::promises::machine;

const RULES: &str = r#"
die spar { knot, plank x 2 }
permission spring(f: fighter) {
  require f.skill > 5 "too weak" : "{f} has {f.skill}"
  require f.hurt is 0 "not fresh"
}
procedure keep(p: player) {
  open var kept: int = 0
  var thrown: pool of d6
  step throw {
    thrown = roll 3d6
    p chooses best: one of thrown "which die"
    kept = if best == 5 then 5 else 0
  }
  step again { p rerolls up to 1 of thrown }
}
procedure pull(p: player) {
  open var pulled: int = 0
  var spars: pool of spar
  var eights: pool of d8
  step throw {
    spars = roll 3 of spar
    spars -= 1 of knot
    eights = roll 2 of d8
    p chooses best: one of spars
    pulled = sum(eights) + count(spars where it is plank) + (if best is knot then 100 else 0)
  }
}
after pick.choose when no f in fighters where f.hurt == 0 { end battle won by p "all are hurt" }
"#;

/// Why the last test fails, with the log; nothing where it passes.
fn said(block: &str) -> String {
    let machine = machine(&format!("{RULES}\n{block}"));
    let id = machine.program().tests.ids().next_back().unwrap();
    let failure = warwright_cli::testing::run(&machine, id).failure;
    failure.map_or_else(String::new, |failing| {
        format!("{}\n-- log\n{}", failing.words(), failing.log.join("\n"))
    })
}

fn of_keep(script: &str) -> String {
    said(&format!(
        r#"test "t" {{ given a: Ann ; {script} ; run keep(a.player) ; expect kept is 5 }}"#
    ))
}

#[test]
fn a_die_is_answered_by_what_it_shows() {
    assert_eq!(of_keep("rolls 1 5 6 2 ; answers 5, 1 of 6"), "");
    assert_eq!(of_keep("rolls 1 5 6 2 ; answers 5, 6"), "");
    assert_eq!(of_keep("rolls 1 5 6 ; answers 5, none"), "");
    let other = of_keep("rolls 1 5 6 ; answers 4, none");
    assert!(other.contains("the answer `4` may not be given"), "{other}");
    assert!(other.contains("Reds is asked: which die\n  1\n  5\n  6"), "{other}");
    let many = of_keep("rolls 1 5 6 ; answers 5, 2 of 6");
    assert!(many.contains("the answer `2 of 6` may not be given"), "{many}");
}

#[test]
fn every_die_is_rolled_by_what_it_shows() {
    let of_pull = |script: &str| {
        said(&format!(
            r#"test "t" {{ given a: Ann ; {script} ; run pull(a.player) ; expect pulled is 117 }}"#
        ))
    };
    assert_eq!(of_pull("rolls knot plank knot 8 8 ; answers knot"), "");
    // What no die of the rule shows is told before it is run.
    let wrong = of_pull("rolls knot plank knot 8 knot");
    assert!(wrong.contains("`knot` of `rolls` is no face of the die"), "{wrong}");
    assert!(wrong.contains("roll 2 d8"), "{wrong}");
    let none = of_pull("rolls plank plank plank 8 8");
    assert!(none.contains("takes 1 die of one face out of a pool, and none is there"), "{none}");
}

#[test]
fn what_is_missing_or_left_over_is_named() {
    let more = of_keep("rolls 1 5");
    assert!(more.contains("1 more die is rolled than `rolls` has: roll 3 d6"), "{more}");
    let asked = of_keep("rolls 1 5 6 ; answers 5");
    assert!(asked.contains("nothing is left in `answers` for this:"), "{asked}");
    assert!(asked.contains("Reds is asked: which dice are rolled again"), "{asked}");
    assert!(asked.contains("Reds chose: which die: 5"), "{asked}");
    let left = of_keep("rolls 1 5 6 2 3 ; answers 5, 1 of 6, a");
    assert!(left.contains("left over, for nothing asked for it: `3` of `rolls`, `a` of `answers`"));
}

#[test]
fn all_that_is_not_so_is_said_with_what_was_found() {
    let all = said(
        r#"test "t" {
  given a: Ann ; b: Bob
  run throw(a, 1)
  rolls 5
  expect a.skill > 5
  expect a.hurt is 0 and b.skill is 3
  expect may spring(a)
  expect not may spring(a) "not fresh"
}"#,
    );
    let wanted = "expected a.skill > 5; found 3 and 5\n\
                  expected a.hurt is 0 and b.skill is 3; of `b.skill is 3`: found 4 and 3\n\
                  expected may spring(a); it is refused: \"too weak\" (Ann has 3)\n\
                  expected a no for \"not fresh\", and the reasons are \"too weak\"\n-- log\n";
    assert!(all.starts_with(wanted), "{all}");
    assert!(all.contains("Ann threw 5"), "{all}");
}

#[test]
fn a_test_asks_who_has_won() {
    let picked = |expected: &str| {
        said(&format!(
            r#"test "t" {{ given a: Ann {{ hurt 1 }} ; b: Bob of "Greens" ; run pick(a.player) ; {expected} }}"#
        ))
    };
    assert_eq!(picked(r#"expect battle won by a.player "hurt" ; expect not battle drawn"#), "");
    let other = picked("expect battle won by b.player");
    assert!(other.contains("result: won by Reds (all are hurt)"), "{other}");
    // Nobody may have won nowhere, not even a battle that is drawn.
    let nobody = picked("expect battle won by players where it is a.player and it is b.player");
    assert!(nobody.contains("what is to have won is nobody"), "{nobody}");
}

#[test]
fn whose_action_is_meant_is_said_where_several_bring_it() {
    let of_meal = |answers: &str| {
        said(&format!(
            r#"
ability Cook for fighter {{
  action cook in supper by self.player "{{self}} cooks" once per battle {{ do {{ self.hurt += 1 }} }}
}}
procedure meal(p: player) {{ step eat {{ open supper to p until done }} }}
test "t" {{
  given a: Ann has Cook ; b: Bob has Cook ; c: Bob has Cook
  answers {answers}, none
  run meal(a.player)
  expect a.hurt is 0 and b.hurt is 0 and c.hurt is 1
}}"#
        ))
    };
    assert_eq!(of_meal("c.cook()"), "");
    let other = of_meal("a.cook()");
    assert!(other.contains("found 1"), "{other}");
    let open = of_meal("cook()");
    assert!(open.contains("Ann and Bob 1 and Bob 2 bring it: say whose"), "{open}");
    let alike = of_meal("\"Bob\".cook()");
    assert!(alike.contains("bring it: say whose"), "{alike}");
    assert!(of_meal("\"Ann\".cook()").contains("found 1"));
}
