//! What there are several of: statuses that are held several times, things that are expected together, limits of the game that several
//! break, battles and the tests of them.

use super::promises::{compiled, failure};
use warwright_tests::sources::{codes, lines};

const STACKED: &str = r#"
status Worn(n: int 1..3) for fighter stacks {
  after rest.row as f "worn" { f.hurt += n ; remove Worn from f }
}
procedure rest(f: fighter) { step row { say "{f} rests." } }
faction Greens { fighter Cid like Ann { points 11 } }
roster "A green" of Greens { 1 Cid }
"#;

fn worn(granted: &str, expected: &str) -> Option<String> {
    failure(&format!(
        "{STACKED}\ntest \"worn\" {{\n  given a: Ann ; b: Cid\n  {granted}\n  run rest(a)\n  expect {expected}\n}}"
    ))
}

#[test]
fn each_that_is_held_does_what_it_does_once_though_it_takes_itself_away() {
    let four = "grant Worn(1) to a ; ".repeat(4);
    assert_eq!(worn(&four, "held(a, Worn) is 0 and a.hurt is 4"), None);
    // The first takes the greatest away, which does not come then.
    assert_eq!(
        worn("grant Worn(1) to a ; grant Worn(3) to a", "held(a, Worn) is 1 and a.hurt is 1"),
        None
    );
}

#[test]
fn of_what_is_expected_together_each_that_is_not_so_is_told() {
    let told = worn("grant Worn(1) to a", "a.hurt is 2 and a.aim is 0 and b.hurt is 3");
    let told = told.unwrap();
    assert!(
        told.ends_with("; of `a.hurt is 2`: found 1 and 2; of `b.hurt is 3`: found 0 and 3"),
        "{told}"
    );
}

#[test]
fn a_set_up_of_a_battle_is_not_held_against_the_pieces_of_a_test() {
    let battle = r#"
scenario Field like Yard { setup { for each f in fighters where f.skill > 3 { f.aim = 1 } } }
test "of the field" of Field { given a: Ann of A ; b: Ann of B ; expect a.aim is 0 }
"#;
    let found = compiled(battle);
    assert!(codes(&found).iter().all(|code| code != "WW0420"), "{}", lines(&found));
}
