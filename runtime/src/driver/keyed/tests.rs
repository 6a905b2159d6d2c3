//! Keyed dice, held to what hangs on their keys and what does not.

use super::{KeyedDice, drawn};

#[test]
fn what_is_thrown_for_says_what_falls_and_not_what_came_before() {
    let (mut one, mut other) = (KeyedDice::new(7), KeyedDice::new(7));
    other.generator(&["shove", "Ann"]);
    let six = |dice: &mut KeyedDice, words: &[&str]| dice.generator(words).below(1_000_000);
    for _ in 0..3 {
        assert_eq!(six(&mut one, &["leap", "Bob"]), six(&mut other, &["leap", "Bob"]));
    }
    let again: std::collections::BTreeSet<u32> =
        (0..3).map(|_| six(&mut one, &["leap", "Bob"])).collect();
    assert_eq!(again.len(), 3, "each time is another throw");
    assert_ne!(six(&mut one, &["leap", "Cid"]), six(&mut other, &["leap", "Bob"]));
    assert_ne!(six(&mut one, &["ab", "c"]), six(&mut one, &["a", "bc"]));
}

#[test]
fn more_dice_begin_with_the_same_dice() {
    let throw = |count: usize| {
        let mut generator = KeyedDice::new(1).generator(&["leap"]);
        (0..count).map(|_| generator.below(6)).collect::<Vec<_>>()
    };
    assert!(throw(5).starts_with(&throw(3)));
}

#[test]
fn of_fewer_items_the_same_is_drawn_unless_it_is_gone() {
    let all = ["Ace", "King", "Queen", "Queen", "Ten"];
    let without: Vec<&str> = all.iter().copied().filter(|name| *name != "Ten").collect();
    let at = |counts: &[i64]| counts.iter().position(|count| *count == 1);
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..500 {
        let drawn_of_all = at(&drawn(number, &all));
        *seen.entry(drawn_of_all).or_insert(0) += 1;
        if drawn_of_all != Some(4) {
            assert_eq!(at(&drawn(number, &without)), drawn_of_all);
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.values().all(|count| (60..140).contains(count)), "{seen:?}");
}
