//! How much of a board a character shows: takes the board and what it is written on, gives which character a point lies in.

use super::{Paper, Sheet};
use warwright_runtime::Placed;
use warwright_runtime::space::plane::{Angle, Grain, Point, Pose, Region, Shape, overlaps};

/// So many characters are on a line at most, without the labels of the edge.
const WIDEST: i64 = 72;
/// So many lines are there at most where nobody says how many are in sight.
const TALLEST: i64 = 36;
/// So many lines are left for the edges, the legend and what is asked then.
const BESIDES: usize = 8;
/// Fewer lines show nothing.
const LOWEST: usize = 14;
/// So many parts of a character may be as wide as a unit of length.
const PARTS: i64 = 12;
/// So many characters a piece of the usual size is wide, if the whole board has room on a page.
const LEAST: i64 = 2;

/// How many lines there are for a board; nothing where nobody says how many are in sight.
pub(super) fn room(on: Paper) -> Option<usize> {
    on.rows.map(|rows| rows.saturating_sub(BESIDES).max(LOWEST))
}

/// How much of the board a character shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Micrometres in a unit of length.
    pub(super) unit: i64,
    /// Units of length across a character, over `parts`.
    units: i64,
    parts: i64,
    /// So many characters lie beside each other.
    pub(super) columns: i64,
    /// So many lie one above the other.
    pub(super) rows: i64,
}

impl Scale {
    /// That at which a board is shown on a paper.
    pub(super) fn new(sheet: &Sheet, unit: i64, on: Paper) -> Self {
        let (width, depth) = (sheet.board.width.max(1), sheet.board.depth.max(1));
        let tallest = room(on).and_then(|rows| i64::try_from(rows).ok()).unwrap_or(TALLEST);
        // A tall screen may have a wider board as well.
        let widest = match (on.columns, on.rows) {
            (Some(columns), Some(_)) => i64::try_from(columns.saturating_sub(6)).unwrap_or(WIDEST),
            _ => WIDEST,
        };
        let ratio = |of: i64| (widest * unit * of / width).min(2 * tallest * unit * of / depth);
        let (units, parts) = match (ratio(1), ratio(PARTS)) {
            (whole, _) if whole > 0 && on.rows.is_none() => (1, whole),
            (_, parts) if parts > 0 && on.rows.is_some() => {
                // Of what is too small to be told apart nobody wants to see all at once.
                let all = (WIDEST * unit * PARTS / width).min(2 * TALLEST * unit * PARTS / depth);
                (PARTS, parts.max(all.min(LEAST * unit * PARTS / usual(sheet).unwrap_or(i64::MAX))))
            }
            _ => {
                let ceiling = |length: i64, most: i64| (length + most * unit - 1) / (most * unit);
                (ceiling(width, widest).max(ceiling(depth, 2 * tallest)), 1)
            }
        };
        let cells = |length: i64, high: i64| {
            let across = high * units * unit;
            (length * parts + across - 1) / across
        };
        Self { unit, units, parts, columns: cells(width, 1), rows: cells(depth, 2) }
    }

    /// The middle of a character; rows are counted from the south.
    pub(super) fn middle(self, column: i64, row: i64) -> Point {
        let wide = self.units * self.unit;
        Point::new((2 * column + 1) * wide / (2 * self.parts), (2 * row + 1) * wide / self.parts)
    }

    /// Whether a character shares space with a region.
    pub(super) fn shares(self, (column, row): (i64, i64), region: &Region) -> bool {
        let middle = self.middle(column, row);
        let half = self.units * self.unit / (2 * self.parts);
        let corner = |x: i64, y: i64| Point::new(middle.x() + x * half, middle.y() + 2 * y * half);
        let cell = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
        region.pieces().iter().any(|piece| overlaps(piece, cell.as_slice(), Grain::FINEST))
    }

    /// In which column something lies.
    pub(super) fn column(self, x: i64) -> i64 {
        (x * self.parts).div_euclid(self.units * self.unit)
    }

    /// In which row something lies.
    pub(super) fn row(self, y: i64) -> i64 {
        (y * self.parts).div_euclid(2 * self.units * self.unit)
    }

    /// Units of length between the labels of an edge.
    pub(super) fn step(self, length: i64) -> i64 {
        let units = length / self.unit;
        [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| units <= step * 8).unwrap_or(500)
    }
}

/// How wide a piece is than which half of them are no wider; nothing where there are none.
fn usual(sheet: &Sheet) -> Option<i64> {
    let mut wide: Vec<i64> = sheet.board.pieces.iter().map(|piece| extent(piece).0).collect();
    wide.sort_unstable();
    wide.get(wide.len() / 2).copied().filter(|wide| *wide > 0)
}

/// How wide and how deep a piece is.
pub(super) fn extent(piece: &Placed) -> (i64, i64) {
    let ahead = piece.footprint.at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    let (left, right) = range(ahead.corners().iter().map(|corner| corner.x()));
    let (rear, front) = range(ahead.corners().iter().map(|corner| corner.y()));
    (right - left, front - rear)
}

/// The least and the greatest of some values.
pub(super) fn range(values: impl Iterator<Item = i64> + Clone) -> (i64, i64) {
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}
