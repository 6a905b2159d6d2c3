//! What is too large is told, where it stands, once; nothing made by the compiler is refused without a place.

use std::fmt::Write;
use warwright_tests::sources::{compile_system, lines};

const HEAD: &str = "system big { measure in ; dice d6 ; active acting }\nkind battle { state acting: player? = none ; state n: int = 0 }\n\
                    kind player { }\nkind unit is piece { profile p: int }\n";

const FOOT: &str = "sequence { setup { } round at most 3 { for each p in players { turn(p) } } verdict at end of round { else | none } }\n\
                    faction Flag { units { name | p\n  U | 1\n} }\n";

const SIDES: &str =
    "side A { roster \"RA\" of Flag { 1 U } } side B { roster \"RB\" of Flag { 1 U } }";

/// What is said of a game with a few lines more.
fn said(more: &str, scenario: &str) -> Vec<String> {
    let text = format!("{HEAD}{more}{FOOT}scenario S {{ {scenario} {SIDES} }}\n");
    let compiled = compile_system("big", &[("systems/big/big.ww".to_owned(), text)]);
    let said: Vec<String> = lines(&compiled)
        .lines()
        .filter(|line| line.contains("error["))
        .map(ToOwned::to_owned)
        .collect();
    assert_eq!(said.is_empty(), compiled.program.is_some());
    said
}

const TURN: &str = "procedure turn(p: player) { step go { battle.acting = p } }\n";

fn many(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{}", line(number));
        text
    })
}

#[test]
fn what_is_too_large_is_told_once_where_it_stands() {
    let one = |more: &str, scenario: &str, what: &str| {
        let said = said(more, scenario);
        let of_size: Vec<&String> = said.iter().filter(|line| line.contains("WW1006")).collect();
        assert_eq!(of_size.len(), 1, "{what}: {said:#?}");
        assert!(of_size[0].contains(what), "{what}: {said:#?}");
        assert!(of_size[0].starts_with("systems/big/big.ww:"), "{said:#?}");
    };
    assert_eq!(said(TURN, ""), Vec::<String>::new());
    one(
        &format!("{TURN}enum E {{\n{}}}\n", many(10_001, |it| format!("m{it},"))),
        "",
        "at most 10000 values",
    );
    one(
        &format!("{TURN}{}", many(10_001, |it| format!("ruling r{it}: int = 2 \"A-{it}\""))),
        "",
        "at most 10000 rulings",
    );
    one(
        &format!("{TURN}{}", many(10_001, |it| format!("kind k{it} is card {{ profile p: int }}"))),
        "",
        "at most 10000 kinds",
    );
    let steps = many(10_001, |it| format!("step s{it} {{ battle.n = 1 }}"));
    one(&format!("procedure turn(p: player) {{\n{steps}}}\n"), "", "at most 10000 steps");
    one(
        &format!("{TURN}procedure q() {{ step s {{ say \"{}\" }} }}\n", "x".repeat(66_000)),
        "",
        "this line has more than",
    );
    one(
        &format!("{TURN}die q {{ {} }}\n", "1 x 1000, ".repeat(11)),
        "",
        "at most 10000 are allowed",
    );
    one(TURN, "board 100000\" x 100000\" ;", "its board is too large");
}

#[test]
fn numbers_that_do_not_fit_are_told_where_they_stand() {
    for number in [
        "-9223372036854775807 - 1",
        "9223372036854775807 + 1",
        "-9223372036854775807 * 3",
        "(-9223372036854775807 - 1) + 1",
    ] {
        let turn = format!(
            "procedure turn(p: player) {{ step go {{ battle.acting = p\nbattle.n = {number} }} }}\n"
        );
        let said = said(&turn, "");
        assert_eq!(said.len(), 1, "{number}: {said:#?}");
        assert!(said[0].contains("this number is too large"), "{number}: {said:#?}");
    }
}

#[test]
fn ten_thousand_mistakes_are_not_told_one_by_one() {
    let of = |lines: String| {
        format!("procedure turn(p: player) {{ step go {{ battle.acting = p\n{lines} }} }}\n")
    };
    let same = said(&of(many(9_000, |_| String::from("battle.n = nosuch"))), "");
    assert_eq!(same.len(), 1, "{same:#?}");
    let said = said(&of(many(9_000, |number| format!("battle.n = nosuch{number}"))), "");
    assert!(said.len() <= 202, "{}", said.len());
    assert!(said.iter().any(|line| line.contains("WW1004")), "{said:#?}");
}
