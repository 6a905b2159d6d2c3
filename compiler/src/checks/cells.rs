//! Sets of cells: closed intervals, their complement, what is common to two, the cells for which a comparison holds.

use crate::typed::Compare;

/// Closed intervals of cells, rising and apart.
pub(super) type Cells = Vec<(i64, i64)>;

/// All other cells.
pub(super) fn others(cells: &Cells) -> Cells {
    let mut found = Vec::new();
    let mut from = Some(i64::MIN);
    for (low, high) in cells {
        if let Some(from) = from.filter(|from| from < low) {
            found.push((from, low - 1));
        }
        from = high.checked_add(1);
    }
    if let Some(from) = from {
        found.push((from, i64::MAX));
    }
    found
}

/// Cells that are in both.
pub(super) fn common(one: &Cells, other: &Cells) -> Cells {
    let mut found = Vec::new();
    for (low, high) in one {
        for (least, most) in other {
            if low.max(least) <= high.min(most) {
                found.push((*low.max(least), *high.min(most)));
            }
        }
    }
    found
}

/// The cells for which `cell HOW constant` holds. None is less than nothing: comparisons of order are of numbers alone.
pub(super) fn cells_for(how: Compare, constant: i64) -> Cells {
    match how {
        Compare::Eq => vec![(constant, constant)],
        Compare::Ne => others(&vec![(constant, constant)]),
        Compare::Lt => constant.checked_sub(1).map(|most| (i64::MIN, most)).into_iter().collect(),
        Compare::Le => vec![(i64::MIN, constant)],
        Compare::Gt => constant.checked_add(1).map(|least| (least, i64::MAX)).into_iter().collect(),
        Compare::Ge => vec![(constant, i64::MAX)],
    }
}

/// The comparison with its sides exchanged.
pub(super) fn turned(how: Compare) -> Compare {
    match how {
        Compare::Lt => Compare::Gt,
        Compare::Le => Compare::Ge,
        Compare::Gt => Compare::Lt,
        Compare::Ge => Compare::Le,
        same => same,
    }
}

pub(super) fn holds(how: Compare, left: i64, right: i64) -> bool {
    match how {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Lt => left < right,
        Compare::Le => left <= right,
        Compare::Gt => left > right,
        Compare::Ge => left >= right,
    }
}
