//! Actions: what their prices and requirements say is heard, and they are asked with what they offer.

use super::promises::{compiled, failure};
use warwright_tests::sources::{codes, lines};

/// An action of fighters in a window, with what it says; `until`: how the window is opened.
fn game(params: &str, says: &str, until: &str) -> String {
    format!(
        "kind player {{ state coins: int 0..9 = 5 }}\n\
         relation pals(a: fighter, b: fighter) = a.player is b.player and a is not b\n\
         action eat(f: fighter{params}) in Fair by f.player \"{{f}} eats\" {{ {says} }}\n\
         procedure fair(p: player) {{ step do {{ open Fair to p until done{until} }} }}\n"
    )
}

/// How often a code is told of what is added to the game.
fn times(code: &str, more: &str) -> usize {
    let count = |more: &str| {
        let found = compiled(more);
        let errors = found.diagnostics.iter().filter(|it| it.is_error()).count();
        let told = codes(&found).iter().filter(|it| *it == code).count();
        assert!(errors == 0 || told > 0, "{more}: {}", lines(&found));
        told
    };
    count(more) - count("")
}

#[test]
fn a_window_may_stay_open_where_a_price_may_be_nothing() {
    let cost = |params: &str, says: &str, more: &str| {
        let says = format!("{says} ; do {{ say \"{{f}} eats.\" }}");
        times("WW0443", &(game(params, &says, "") + more)) > 0
    };
    assert!(cost(", n: int 0..2", "cost n of f.player.coins", ""));
    assert!(cost("", "cost f.hurt of f.player.coins", ""));
    assert!(!cost(", n: int 1..2", "cost n of f.player.coins", ""));
    assert!(!cost("", "cost f.hurt of f.player.coins ; require f.hurt > 0 \"fresh\"", ""));
    assert!(!cost("", "cost f.hurt of f.player.coins", "modify cost of eat at least 1 \"fee\""));
}

#[test]
fn what_an_action_requires_is_heard_beside_its_price() {
    let warned = |says: &str| times("WW0914", &game("", says, " at most 3")) > 0;
    assert!(!warned("cost 1 of f.player.coins ; require f.hurt < 9 \"full\" ; do { f.hurt += 1 }"));
    assert!(!warned("cost 1 of f.player.coins ; do { f.player.coins += 1 }"));
    assert!(warned("cost 1 of f.player.coins ; do { f.player.coins += 2 }"));
    assert!(warned("cost 1 of f.player.coins ; do { f.hurt += 1 }"));
}

#[test]
fn what_a_permission_requires_first_is_heard_unless_it_is_allowed() {
    let share = "permission share(f: fighter) {\n  require f.hurt > 0 \"none\"\n  \
                 require floor(12 / f.hurt) > 1 \"too little\"\n}\n\
                 procedure go(f: fighter) { step do { if may share(f) { f.aim = 1 } } }\n";
    let warned = |more: &str| times("WW0914", &format!("{share}{more}")) > 0;
    assert!(!warned(""));
    assert!(warned("ability Kind for fighter { allow share as f over \"none\" \"kind\" }"));
}

#[test]
fn of_several_cheaper_prices_the_strongest_counts() {
    let cook = "ability Cook(n: int 1..3) for fighter {\n  \
                modify cost of eat as f pals self strongest counts by -n \"cook\"\n}\n";
    let says = "cost 4 of f.player.coins ; do { say \"{f} eats.\" }";
    let fed = |coins: u8| {
        format!(
            "{}{cook}test t {{ given a: Ann ; b: Bob has Cook(1) ; c: Bob has Cook(3)\n\
             a.player.coins = {coins}\n expect may eat(a) }}",
            game("", says, " at most 3")
        )
    };
    assert_eq!(failure(&fed(1)), None);
    assert!(failure(&fed(0)).is_some());
}

#[test]
fn an_action_may_not_be_taken_with_what_it_does_not_offer() {
    let says = "do { f.aim = n }";
    let asked = |question: &str| {
        let test = format!("test t {{ given a: Ann {{ hurt 5 }}\n expect {question} }}");
        failure(&(game(", n: int 1..f.hurt", says, " at most 3") + &test))
    };
    for n in [1, 5] {
        assert_eq!(asked(&format!("may eat(a, {n})")), None);
    }
    for n in [0, 6] {
        assert_eq!(asked(&format!("not may eat(a, {n})")), None);
        let why = asked(&format!("may eat(a, {n})")).unwrap();
        assert!(why.contains(&format!("{n} is not from 1 to 5")), "{why}");
    }
}
