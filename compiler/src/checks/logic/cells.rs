//! Sets of cells: closed intervals, their complement, what is common to two, the cells for which a comparison holds.

use crate::typed::Compare;
use smallvec::{SmallVec, smallvec};

/// Closed intervals of cells, rising and apart.
pub(crate) type Cells = SmallVec<[(i64, i64); 2]>;

/// All other cells.
pub(crate) fn others(cells: &[(i64, i64)]) -> Cells {
    let mut found = Cells::new();
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
pub(crate) fn common(one: &[(i64, i64)], other: &[(i64, i64)]) -> Cells {
    in_both(one, other).collect()
}

/// Whether no cell is in both.
pub(crate) fn apart(one: &[(i64, i64)], other: &[(i64, i64)]) -> bool {
    in_both(one, other).next().is_none()
}

/// Whether all cells of one are in the other.
pub(crate) fn lies_in(one: &[(i64, i64)], other: &[(i64, i64)]) -> bool {
    one.iter().all(|(low, high)| other.iter().any(|(least, most)| least <= low && high <= most))
}

fn in_both(one: &[(i64, i64)], other: &[(i64, i64)]) -> impl Iterator<Item = (i64, i64)> {
    one.iter().flat_map(move |(low, high)| {
        let both = other.iter().map(move |(least, most)| (*low.max(least), *high.min(most)));
        both.filter(|(least, most)| least <= most)
    })
}

/// The cells for which `cell HOW constant` holds. None is less than nothing: comparisons of order are of numbers alone.
pub(crate) fn cells_for(how: Compare, constant: i64) -> Cells {
    match how {
        Compare::Eq => smallvec![(constant, constant)],
        Compare::Ne => others(&[(constant, constant)]),
        Compare::Lt => constant.checked_sub(1).map(|most| (i64::MIN, most)).into_iter().collect(),
        Compare::Le => smallvec![(i64::MIN, constant)],
        Compare::Gt => constant.checked_add(1).map(|least| (least, i64::MAX)).into_iter().collect(),
        Compare::Ge => smallvec![(constant, i64::MAX)],
    }
}
