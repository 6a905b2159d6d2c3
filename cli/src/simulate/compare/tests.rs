//! Paired differences, held to made-up battles.

use super::Paired;
use crate::simulate::tally::{Results, Tally};

fn battle(winner: &[usize]) -> Tally {
    let mut all = Results::default();
    all.add(&[String::from("Reds"), String::from("Blues")], winner);
    Tally { all, ..Tally::default() }
}

fn own((count, mean): (u64, Option<&str>)) -> (u64, Option<String>) {
    (count, mean.map(str::to_owned))
}

/// The counts and means of the differences.
fn differences(paired: &Paired) -> Vec<(u64, Option<String>)> {
    let tables = paired.tables("a change");
    let rows = tables.first().map(|table| table.rows.as_slice()).unwrap_or_default();
    rows.iter().map(|row| (row.count, row.mean.as_ref().map(|it| it.value.clone()))).collect()
}

#[test]
fn pairs_that_go_the_same_way_make_no_difference() {
    let mut paired = Paired::default();
    for number in 0..50 {
        paired.add(battle(&[number % 2]), battle(&[number % 2]));
    }
    assert_eq!(differences(&paired), [(50, None), (0, Some("0.0")), (0, Some("0.0"))].map(own));
}

#[test]
fn a_difference_is_that_of_the_pairs() {
    let mut paired = Paired::default();
    for number in 0..50 {
        let after = usize::from(number < 10);
        paired.add(battle(&[0]), battle(&[after]));
    }
    let [more, less] = [(10, Some("20.0")), (10, Some("-20.0"))];
    assert_eq!(differences(&paired), [(40, None), more, less].map(own));
}
