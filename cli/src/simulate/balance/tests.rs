//! Suggested points, held to made-up armies.

use super::{Left, tables};
use crate::simulate::interval::Sums;

fn left(name: &str, points: i64, more: &[i64]) -> Left {
    let mut sums = Sums::default();
    for _ in 0..100 {
        more.iter().for_each(|number| sums.add(*number));
    }
    Left { name: name.to_owned(), points: Some(points), more: sums }
}

fn names(left: &[Left]) -> Vec<String> {
    let rows = tables("Reds", left).pop().map(|table| table.rows).unwrap_or_default();
    let shown = rows.into_iter().map(|row| match row.mean {
        Some(mean) => format!("{} {}", row.name, mean.value),
        None => row.name,
    });
    shown.collect()
}

#[test]
fn points_are_suggested_by_what_a_piece_does() {
    let found = names(&[left("Ogre", 100, &[2, 0, 0, 0]), left("Imp", 100, &[2, 2, 2, 0])]);
    assert!(
        found
            .iter()
            .any(|it| it.starts_with("Ogre, 100 printed: worth less") && it.ends_with(" 50")),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|it| it.starts_with("Imp, 100 printed: worth more") && it.ends_with(" 150")),
        "{found:?}"
    );
}

#[test]
fn what_is_lost_in_chance_suggests_nothing() {
    let found = names(&[left("Ogre", 100, &[2, -2]), left("Imp", 100, &[-2, 2])]);
    assert!(found.iter().all(|it| it.contains("suggest none")), "{found:?}");
    let found = names(&[left("Ogre", 100, &[2, 2, 0]), left("Imp", 100, &[-2, 2])]);
    assert!(
        found.iter().any(|it| it.starts_with("Imp, 100 printed: too few battles")),
        "{found:?}"
    );
}
