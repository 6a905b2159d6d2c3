//! Where cells lie on the canvas: their middles, corners and sides.

use super::{At, HALF, Map, SIDE};
use warwright_runtime::LaidCell;

impl Map<'_> {
    /// The middle of a cell on the canvas.
    pub(super) fn centre(&self, cell: &LaidCell) -> At {
        let (row, column) = (cell.row - 1, cell.column - 1);
        let (x, y) = if self.sheet.laid.flat {
            (column * SIDE * 3 / 2, -(row * 2 + column % 2) * HALF)
        } else {
            ((column * 2 + row % 2) * HALF, -row * SIDE * 3 / 2)
        };
        (self.left + x, self.top + y)
    }

    /// The corners of a cell, or of the same drawn smaller by parts of a hundred, clockwise from the north or north-east.
    pub(super) fn corners(&self, centre: At, percent: i64) -> [At; 6] {
        const UP: [At; 6] = [
            (0, -SIDE),
            (HALF, -SIDE / 2),
            (HALF, SIDE / 2),
            (0, SIDE),
            (-HALF, SIDE / 2),
            (-HALF, -SIDE / 2),
        ];
        UP.map(|(x, y)| {
            // With flat sides in the north the same with x and y exchanged, clockwise all the same.
            let (x, y) = if self.sheet.laid.flat { (-y, x) } else { (x, y) };
            (centre.0 + x * percent / 100, centre.1 + y * percent / 100)
        })
    }

    /// The sides of a cell: their ends, and the middle of the cell beyond.
    pub(super) fn sides(&self, centre: At) -> Vec<(At, At, At)> {
        let corners = self.corners(centre, 100);
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).take(6);
        sides
            .map(|(one, other)| {
                let beyond = (one.0 + other.0 - centre.0, one.1 + other.1 - centre.1);
                (*one, *other, beyond)
            })
            .collect()
    }

    pub(super) fn at(&self, centre: At) -> Option<usize> {
        self.sheet.laid.cells.iter().position(|cell| {
            let (x, y) = self.centre(cell);
            // Halves are cut, so that centres that are reached over corners may lie off by a unit.
            (x - centre.0).abs() <= 2 && (y - centre.1).abs() <= 2
        })
    }

    /// The line from corner to corner that divides the neighbours of a cell best.
    pub(super) fn cut<'d>(
        &self,
        centre: At,
        own: &[usize],
        of: &impl Fn(usize) -> &'d [usize],
    ) -> Option<(At, At)> {
        let corners = self.corners(centre, 100);
        let sides = self.sides(centre);
        let alone = |cell: usize| {
            let shared: Vec<usize> =
                of(cell).iter().copied().filter(|part| own.contains(part)).collect();
            (shared.len() == 1).then(|| shared.first().copied()).flatten()
        };
        let parts: Vec<Option<usize>> =
            sides.iter().map(|(_, _, beyond)| self.at(*beyond).and_then(alone)).collect();
        // Of the sides in turn after a corner three lie on one hand of the line, three on the other.
        let torn = |first: usize| {
            let hand = |from: usize| {
                let hand = parts.iter().cycle().skip(from).take(3);
                let mut hand: Vec<usize> = hand.filter_map(|part| *part).collect();
                hand.sort_unstable();
                hand.dedup();
                hand
            };
            let (one, other) = (hand(first), hand(first + 3));
            usize::from(one.len() > 1)
                + usize::from(other.len() > 1)
                + one.iter().filter(|part| other.contains(part)).count()
        };
        let first = (0..3).min_by_key(|first| torn(*first))?;
        corners.get(first).copied().zip(corners.get(first + 3).copied())
    }
}
