//! Whether an action may be taken: its requirements, its price and its uses, asked by rules, tests and `why` alike.

use super::{arg, folder, run};

#[test]
fn whether_an_action_may_be_taken_asks_its_price_and_its_uses_too() {
    let folder = folder("taking");
    let source = folder.join("systems/inn/inn.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, INN).unwrap();
    let ran = run(&["test", arg(&source)]);
    assert!(ran.status == 0 && ran.out.contains("5 passed"), "{}{}", ran.out, ran.err);
    let why = |gold: &str| {
        let given = format!("a: Ann; a.player.gold = {gold}");
        run(&["why", arg(&source), "--given", &given, "may feast(a)"]).good()
    };
    assert!(why("6").contains("yes"), "{}", why("6"));
    assert!(why("5").contains("it costs 6 gold, and"), "{}", why("5"));
}

#[test]
fn a_price_that_asks_whether_it_can_be_paid_goes_in_circles() {
    let folder = folder("taking_round");
    let source = folder.join("systems/inn/inn.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    let round = "modify cost of feast by -1 when may feast(guest) \"round\"\n";
    std::fs::write(&source, format!("{INN}{round}")).unwrap();
    let ran = run(&["check", arg(&source), "--format", "short"]);
    assert!(ran.status == 1 && ran.out.contains("depends on itself"), "{}{}", ran.out, ran.err);
}

const INN: &str = r#"system inn { dice d6 ; active acting }
kind battle { state acting: player? = none }
kind player { state gold: int 0..99 = 6 }
kind guest is piece { state meals: int 0..9 = 0 ; state naps: int 0..9 = 0 }
action feast(guest: guest) in Stay by guest.player "{guest} feasts" {
  cost 6 of guest.player.gold
  require guest.meals < 9 "full"
  do { guest.meals += 1 }
}
action nap(guest: guest) in Stay by guest.player "{guest} naps" once per battle {
  do { guest.naps += 1 }
}
procedure turn(p: player) {
  step begin { battle.acting = p }
  step stay { open Stay to p until done at most 2 }
}
sequence {
  round at most 1 { for each p in players { turn(p) } }
  verdict at end of battle { else | draw "late" }
}
faction Guests { guest Ann { } ; guest Bob { } }
test "can pay" { given a: Ann ; b: Bob ; expect may feast(a) }
test "too poor" { given a: Ann ; b: Bob ; a.player.gold = 5 ; expect not may feast(a) "gold" }
test "too full" { given a: Ann { meals 9 } ; b: Bob ; expect not may feast(a) "full" }
test "paid" {
  given a: Ann ; b: Bob
  answers feast(a), none
  run turn(a.player)
  expect a.meals is 1 and not may feast(a)
}
test "used up" {
  given a: Ann ; b: Bob
  expect may nap(a)
  answers nap(a), none
  run turn(a.player)
  expect not may nap(a) "used up"
  expect may nap(b)
}
"#;
