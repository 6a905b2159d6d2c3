//! Lines across cells: takes two cells, gives those that the line from centre to centre crosses, exactly.
//!
//! In the coordinates of the axes a corner of a cell lies a third of a step off its centre, so three times the coordinates
//! are whole numbers everywhere. A line crosses the inside of a cell where it has corners of it on both sides; it runs
//! along an edge where two corners lie on it and none on one side. Cells are what is nearest to their centres, so of two
//! cells that a line crosses the one comes first whose centre lies farther back along it.

use super::Grid;
use hexx::Hex;

/// Which cell counts where a line runs along the edge between two, seen from where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The one on the left.
    Left,
    /// The one on the right.
    Right,
}

/// Three times the corners of a cell, counterclockwise.
const CORNERS: [[i64; 2]; 6] = [[1, 1], [-1, 2], [-2, 1], [-1, -1], [1, -2], [2, -1]];

/// The cells that the line from `from` to `to` crosses, however little, in order, without its ends.
pub fn crossed(
    grid: &Grid,
    from: usize,
    to: usize,
    hand: Hand,
) -> impl Iterator<Item = usize> + '_ {
    let ends = grid.hex(from).zip(grid.hex(to));
    let walk = ends.map(|(start, end)| Walk {
        start,
        end,
        way: [i64::from(end.x() - start.x()), i64::from(end.y() - start.y())],
        hand,
        at: start,
    });
    // What lies off the board is crossed, and is no cell.
    walk.into_iter().flatten().filter_map(|hex| grid.number(hex))
}

/// A walk along a line, from cell to cell, off the board too.
struct Walk {
    start: Hex,
    end: Hex,
    way: [i64; 2],
    hand: Hand,
    at: Hex,
}

impl Iterator for Walk {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        if self.at == self.end {
            return None;
        }
        let here = self.along(self.at);
        // Cells that a line crosses one after the other lie side by side.
        let next = self
            .at
            .all_neighbors()
            .into_iter()
            .filter(|hex| self.along(*hex) > here && self.counts(*hex))
            .min_by_key(|hex| self.along(*hex))?;
        self.at = next;
        (next != self.end).then_some(next)
    }
}

impl Walk {
    /// How far along the line the centre of a cell lies, in no unit.
    fn along(&self, hex: Hex) -> i64 {
        let [x, y] = self.beyond_start(hex);
        let [a, b] = self.way;
        2 * (a * x + b * y) + a * y + b * x
    }

    fn beyond_start(&self, hex: Hex) -> [i64; 2] {
        [i64::from(hex.x() - self.start.x()), i64::from(hex.y() - self.start.y())]
    }

    /// Whether the line crosses the inside of a cell, or runs along its edge and the cell is on the side that counts.
    fn counts(&self, hex: Hex) -> bool {
        let [x, y] = self.beyond_start(hex);
        let sides = CORNERS.map(|[a, b]| self.side([3 * x + a, 3 * y + b]));
        let any = |of: fn(&i64) -> bool| sides.iter().any(of);
        match (any(|side| *side > 0), any(|side| *side < 0)) {
            (true, true) => true,
            // All of it lies on the left, or on the right, and an edge on the line.
            (left, _) => {
                let mine = if left { Hand::Left } else { Hand::Right };
                let on_line = sides.iter().filter(|side| **side == 0).count();
                on_line == 2 && self.hand == mine
            }
        }
    }

    /// Positive for what lies on the left of the line.
    const fn side(&self, [x, y]: [i64; 2]) -> i64 {
        let [a, b] = self.way;
        a * y - b * x
    }
}
