//! Ranges of numbers, wherever a type says one: what may leave it stops at the value, what never lies in it is refused.

use super::promises::{compiled, failure};
use warwright_tests::sources::{codes, lines};

/// Places with the range 1 to 3, each with what is done with a number `NUMBER` there.
const PLACES: [(&str, &str); 11] = [
    ("procedure narrow(k: int 1..3) { step do { } }", "narrow(NUMBER)"),
    ("procedure given(f: fighter): int 1..3 { step do { return NUMBER } }", "let x = given(f)"),
    ("define shown(k: int 1..3): int = k", "f.aim = shown(NUMBER)"),
    ("define few(f: fighter): int 1..3 = NUMBER", "f.aim = few(f)"),
    ("quantity worth_of(k: int 1..3): int favours nobody = k", "f.aim = worth_of(NUMBER)"),
    (
        "permission may_do(k: int 1..3) { require k > 1 \"no\" }",
        "if may may_do(NUMBER) { f.aim = 1 }",
    ),
    ("table price(k: int 1..3): int { 1 | 5 ; 2..3 | 6 }", "f.aim = price(NUMBER)"),
    ("record load { weight: int 1..3 }", "let x = load(NUMBER) ; f.aim = x.weight"),
    ("", "var v: int 1..3 = 2 ; v = NUMBER"),
    ("", "var v: int 1..3 = 1 ; v += NUMBER - 1"),
    ("", "var v: list of int 1..3 = [1] ; v += NUMBER"),
];

fn with(place: &str, act: &str, number: &str) -> String {
    let open = "procedure held(f: fighter) { open var o: int 0..9 = 0 ; step do { o = f.hurt } }";
    let act = act.replace("NUMBER", number);
    format!(
        "{open}\n{}\nprocedure go(f: fighter) {{ step do {{ {act} }} }}",
        place.replace("NUMBER", number)
    )
}

fn played(place: &str, act: &str, hurt: u8) -> Option<String> {
    let rules = with(place, act, "f.hurt");
    failure(&format!("{rules}\ntest t {{ given a: Ann {{ hurt {hurt} }} ; run go(a) }}"))
}

#[test]
fn what_may_leave_a_range_stops_there() {
    for (place, act) in PLACES {
        assert_eq!(played(place, act, 2), None, "{place} {act}");
        let why = played(place, act, 9).unwrap_or_else(|| panic!("9 goes on: {place} {act}"));
        assert!(why.contains("is 9, outside 1..3"), "{place} {act}: {why}");
    }
}

#[test]
fn what_never_lies_in_a_range_is_refused() {
    for (place, act) in PLACES {
        for number in ["9", "f.hurt + 4", "-f.hurt - 3"] {
            let found = compiled(&with(place, act, number));
            let all = codes(&found);
            assert!(
                all.contains(&"WW0313".to_owned()),
                "{place} {act} {number}: {}",
                lines(&found)
            );
        }
        let found = compiled(&with(place, act, "max(1, min(f.hurt, 3))"));
        assert!(!found.has_errors(), "{place} {act}: {}", lines(&found));
    }
}

#[test]
fn what_lies_in_a_range_costs_nothing() {
    let held = |number: &str| {
        let (place, act) = PLACES[0];
        let program = compiled(&with(place, act, number)).program.unwrap();
        let forms = program.exprs.values().map(|it| format!("{it:?}"));
        forms.filter(|it| it.starts_with("Within")).count()
    };
    assert_eq!(held("f.hurt"), 1);
    for number in ["2", "max(1, min(f.hurt, 3))", "1 + rest(f.hurt, 3)"] {
        assert_eq!(held(number), 0, "{number}");
    }
}

/// Whether `check` says that a battle may stop in a procedure with these statements.
fn may_stop(acts: &str) -> bool {
    warnings(acts) > warnings("f.aim = 0")
}

fn warnings(acts: &str) -> usize {
    let helpers =
        "procedure other() { step do { for each f in fighters { f.hurt = 9 ; f.aim = 9 } } }";
    let found = compiled(&format!(
        "{helpers}\nprocedure go(f: fighter, g: fighter, p: player, n: int) {{ step do {{ {acts} }} }}"
    ));
    assert!(!found.has_errors(), "{acts}: {}", lines(&found));
    codes(&found).iter().filter(|code| *code == "WW0914").count()
}

#[test]
fn what_may_stop_a_battle_is_said() {
    for acts in [
        "f.hurt += 1",
        "f.hurt -= 1",
        "f.hurt = n",
        "f.hurt = floor(6 / f.hurt)",
        "f.aim = rest(5, f.hurt)",
        "if f.hurt < 9 { f.hurt += 2 }",
        "if f.hurt < 9 { g.hurt += 1 }",
        "if f.hurt < 9 { other() ; f.hurt += 1 }",
        "if f.hurt < 9 { f.hurt += 1 } f.hurt += 1",
        "repeat at most 3 { f.hurt += 1 }",
        "if f.hurt < 9 or f.aim < 9 { f.hurt += 1 }",
        "if f.hurt >= g.hurt { f.hurt -= g.hurt + 1 }",
        "p chooses k: int 1..f.hurt",
        "p chooses x: one of fighters where it.hurt > 3 \"whom\" ; x.aim = 1",
        "if any x in fighters where x.hurt > 2 { p chooses x: one of fighters where it.hurt > 3 \"whom\" ; x.aim = 1 }",
        "let k = f.hurt ; f.hurt = 0 ; g.hurt += k",
        "let k = roll n of d6 ; f.hurt = count(k where it > 3 and it < 3)",
        "let k = roll f.hurt - 1 of d6 ; f.aim = min(9, count(k))",
        "let q = roll f.hurt - 6 of d6 ; f.aim = min(9, count(q))",
        "var q: pool of d6 = roll 1 of d6 ; q += (f.hurt - 4) of 5 ; f.aim = min(9, count(q))",
        "let q = roll 2 of d6 ; f.aim = sum(q)",
        "var q: pool of d6 = roll 1 of d6 ; q += 8 of 6 ; f.aim = sum(q)",
        "var q: pool of d6 = roll 2 of d6 ; q -= 1 of 6",
        "var q: pool of d6 = roll 2 of d6 ; if 6 in q { q -= 1 of 5 }",
        "var q: pool of d6 = roll 2 of d6 ; if 6 in q { q -= 2 of 6 }",
        "var q: pool of d6 = roll 2 of d6 ; if 6 in q { reroll q where it == 6 ; q -= 1 of 6 }",
        "var q: pool of d6 = roll 2 of d6 ; let w = roll 1 of d6 ; q -= w",
        "let q = roll 2 of d6 ; var w: pool of d6 = q where it > 3 ; let v = q where it < 3 ; w -= v",
    ] {
        assert!(may_stop(&acts.replace("} f", "} ; f")), "{acts}");
    }
}

#[test]
fn what_stands_before_rules_it_out() {
    for acts in [
        "if f.hurt < 9 { f.hurt += 1 }",
        "if f.hurt == 9 { stop } ; f.hurt += 1",
        "if f.hurt > 0 { f.hurt -= 1 } else { f.hurt += 9 }",
        "f.hurt = min(9, f.hurt + 4)",
        "f.hurt = max(0, min(9, f.hurt + n))",
        "if f.hurt >= g.hurt { f.hurt -= g.hurt }",
        "let k = min(f.hurt, n) ; if n >= 0 { f.hurt -= k }",
        "if n >= 1 and n <= f.hurt { f.hurt -= n }",
        "if f.hurt > 0 { f.aim = max(0, min(9, floor(6 / f.hurt))) }",
        "if f.hurt > 0 and rest(5, f.hurt) == 0 { f.aim = 1 }",
        "repeat at most 9 while f.hurt < 9 { f.hurt += 1 }",
        "for each x in fighters where x.hurt < 9 { x.hurt += 1 }",
        "for each k in [1, 2, 3] { f.hurt = k }",
        "try { require f.hurt < 9 \"enough\" ; f.hurt += 1 } else { f.aim = 0 }",
        "if f.hurt > 0 { p chooses k: int 1..f.hurt ; f.hurt -= k }",
        "if any x in fighters where x.hurt > 3 { p chooses y: one of fighters where it.hurt > 3 \"whom\" ; y.hurt -= 3 }",
        "let all = fighters where it.hurt > 3 ; if all is not empty { p chooses y: one of all \"whom\" ; y.aim = 1 }",
        "match f.hurt { 0: f.aim = 0 ; else: f.hurt -= 1 }",
        "var v: int = 3 ; if f.aim > 3 { v = 5 } ; f.hurt = v",
        "f.hurt = 8 ; f.hurt += 1",
        "let k = roll max(0, n) of d6 ; f.aim = min(9, count(k))",
        "if f.hurt > 0 { let k = roll f.hurt - 1 of d6 ; f.aim = min(9, count(k)) }",
        "let q = roll max(0, f.hurt - 6) of d6 ; f.aim = count(q)",
        "if f.hurt > 4 { let q = roll f.hurt - 4 of d6 ; f.aim = count(q where it > 3) }",
        "let q = roll 1 of d6 ; f.aim = sum(q) - 1",
        "var q: pool of d6 = roll 3 of d6 ; reroll q where it == 1 ; f.aim = count(q where it > 3)",
        "let q = roll 2 of d6 ; p chooses s: one of q \"which\" ; if s == 6 { f.aim = 1 }",
        "let q = roll 2 of d6 ; if highest(q) is some h { f.aim = h - 1 }",
        "var q: pool of d6 = roll 2 of d6 ; if 6 in q { q -= 1 of 6 }",
        "var q: pool of d6 = roll 2 of d6 ; let k = count(q where it == 6) ; q -= k of 6",
        "var q: pool of d6 = roll 4 of d6 ; repeat at most 4 while count(q where it == 6) >= 2 { q -= 2 of 6 }",
        "var q: pool of d6 = roll 2 of d6 ; let w = q where it > 3 ; q -= w where it > 4",
        "var q: pool of d6 = roll 2 of d6 ; p chooses w: up to 1 of q where it > 3 \"which\" ; q -= w",
        "var q: pool of d6 = roll 2 of d6 ; p chooses w: one of q \"which\" ; q -= 1 of w",
        "f.aim = round(f.hurt / 2)",
        "match f.hurt { 0..4: f.aim = 1 ; 5..9: f.aim = 2 }",
        "match f.hurt { ..4: f.hurt += 5 ; 5..: f.hurt -= 5 }",
    ] {
        assert!(!may_stop(acts), "{acts}");
    }
}

#[test]
fn a_number_is_in_a_pool_where_a_die_shows_it() {
    let block = |rolls: &str, expects: &str| {
        failure(&format!(
            "procedure pair(f: fighter) {{ step do {{ let q = roll 2d6 ; if 6 in q {{ f.aim = 1 }} ; if f.aim + 1 in q {{ f.hurt = 1 }} }} }}\n\
             test t {{ given a: Ann ; rolls {rolls} ; run pair(a) ; expect {expects} }}"
        ))
    };
    assert_eq!(block("6 2", "a.aim is 1 and a.hurt is 1"), None);
    assert_eq!(block("1 5", "a.aim is 0 and a.hurt is 1"), None);
    assert_eq!(block("3 5", "a.aim is 0 and a.hurt is 0"), None);
}

#[test]
fn dice_with_numbers_are_ranked_by_them() {
    let why = failure(
        "procedure best(f: fighter) { step do { var q: pool of d6 = roll 3d6 ; f.player chooses k: 1 of q with highest it ; q -= k ; f.aim = highest(k) otherwise 0 } }\n\
         test t { given a: Ann ; rolls 2 5 3 ; run best(a) ; expect a.aim is 5 }",
    );
    assert_eq!(why, None);
}

/// What is said of a `match` on a number from 0 to 9.
fn of_match(arms: &str) -> Vec<&'static str> {
    let told = |acts: &str| {
        let found = compiled(&format!("procedure go(f: fighter) {{ step do {{ {acts} }} }}"));
        codes(&found)
    };
    let (found, always) = (told(&format!("match f.hurt {{ {arms} }}")), told("f.aim = 0"));
    let times = |all: &[String], code: &str| all.iter().filter(|it| *it == code).count();
    let more = |code: &&str| times(&found, code) > times(&always, code);
    ["WW0316", "WW0428"].into_iter().filter(more).collect()
}

#[test]
fn ranges_of_a_match_may_name_all_there_is() {
    for arms in [
        "0..4: f.aim = 1 ; else: f.aim = 2",
        "5..9: f.aim = 1 ; else: f.aim = 2",
        "0..4: f.aim = 1 ; 5..9: f.aim = 2",
        "..2: f.aim = 1 ; 3..5: f.aim = 2 ; 6..: f.aim = 3",
        "9: f.aim = 1 ; 0..3 or 4..8: f.aim = 2",
    ] {
        assert!(of_match(arms).is_empty(), "{arms}: {:?}", of_match(arms));
    }
    assert_eq!(of_match("0..4: f.aim = 1 ; 6..9: f.aim = 2"), ["WW0316"]);
    assert_eq!(of_match("..4: f.aim = 1 ; 5..8: f.aim = 2"), ["WW0316"]);
    assert_eq!(of_match("0..9: f.aim = 1 ; else: f.aim = 2"), ["WW0428"]);
}
