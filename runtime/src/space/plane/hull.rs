//! Convex hulls of grid points: what a shape sweeps between two poses near each other.

use super::footprint::Corners;
use super::point::{Point, side_of};
use std::cmp::Ordering;

/// The corners of the least convex shape around some points, round to the left. No allocation up to eight points.
pub fn hull(points: impl IntoIterator<Item = Point>) -> Corners {
    let mut sorted: Corners = points.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut lower = chain(sorted.iter().copied());
    let upper = chain(sorted.iter().rev().copied());
    // Each chain ends where the other begins.
    lower.pop();
    lower.extend(upper.iter().copied().take(upper.len().saturating_sub(1)));
    lower
}

/// The corners at which a way through sorted points turns left.
fn chain(points: impl Iterator<Item = Point>) -> Corners {
    let mut kept = Corners::new();
    for point in points {
        while let [.., a, b] = kept.as_slice()
            && side_of(*a, *b, point) != Ordering::Greater
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
