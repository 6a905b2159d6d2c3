//! A distance field (Dijkstra from the goal outwards): how far it is to a point round whatever bars the way. Takes a box, a
//! goal and shapes, gives a lattice of distances.

use super::footprint::{Corners, Shape};
use super::gap::{Bounds, distance};
use super::measure::Grain;
use super::point::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A lattice has at most about so many points, and so many in a line.
const MOST_POINTS: i64 = 8_192;
const MOST_IN_LINE: i64 = 1_024;
/// So many times as far it is to where the piece has no room: a way that no other way is left for.
const BARRED: i64 = 10;
/// So many steps ahead lies where the way goes on to.
const AHEAD: usize = 3;
/// Steps to other points of the lattice, by which no direction is off by more than 14 degrees; they are 1, 1.41421 and 2.23607
/// of its widths long.
const STEPS: [(i64, i64, i64); 16] = [
    (1, 0, 100_000),
    (0, 1, 100_000),
    (-1, 0, 100_000),
    (0, -1, 100_000),
    (1, 1, 141_421),
    (1, -1, 141_421),
    (-1, 1, 141_421),
    (-1, -1, 141_421),
    (2, 1, 223_607),
    (1, 2, 223_607),
    (-1, 2, 223_607),
    (-2, 1, 223_607),
    (-2, -1, 223_607),
    (-1, -2, 223_607),
    (1, -2, 223_607),
    (2, -1, 223_607),
];

/// How far it is from the points of a lattice to a goal for a disc, round what bars its way.
#[derive(Clone, Debug)]
pub struct Field {
    /// The first point of the lattice.
    first: Point,
    /// How far apart points are.
    width: i64,
    columns: i64,
    rows: i64,
    goal: Vec<Corners>,
    centre: Point,
    /// How far it is from each point, row by row.
    far: Vec<i64>,
    /// The next point on the way from each.
    next: Vec<usize>,
}

impl Field {
    /// A field in a box, for a disc of that radius, to a goal of convex parts about a centre.
    pub fn new(
        within: Bounds,
        (goal, centre): (&[Corners], Point),
        radius: i64,
        bars: &[&Corners],
    ) -> Self {
        let (wide, deep) = (within.right - within.left, within.far - within.near);
        let (wide, deep) = (wide.max(1), deep.max(1));
        let area = i128::from(wide) * i128::from(deep) / i128::from(MOST_POINTS);
        let least = i64::try_from(area.isqrt()).unwrap_or(i64::MAX);
        let width = (radius / 2).max(least).max(wide.max(deep) / MOST_IN_LINE).max(1);
        let (columns, rows) = (wide / width + 2, deep / width + 2);
        let count = usize::try_from(columns * rows).unwrap_or(0);
        let mut field = Self {
            first: Point::new(within.left, within.near),
            width,
            columns,
            rows,
            goal: goal.to_vec(),
            centre,
            far: vec![i64::MAX; count],
            next: (0..count).collect(),
        };
        let barred = field.barred(radius, bars);
        field.spread(&barred);
        field
    }

    /// How far it is from a point to the goal, and where the way goes on to.
    pub fn from(&self, at: Point) -> (i64, Point) {
        let near = |from: i64, at: i64| (at - from).div_euclid(self.width);
        let (column, row) = (near(self.first.x(), at.x()), near(self.first.y(), at.y()));
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter();
        let around = corners.filter_map(|(x, y)| self.index(column + x, row + y));
        let ways = around.map(|index| {
            let rest = self.far.get(index).copied().unwrap_or(i64::MAX);
            (rest.saturating_add(at.to(self.point(index)).square().isqrt()), index)
        });
        // Next to the goal the lattice is too coarse.
        match (self.straight(at), ways.min()) {
            (Some(straight), _) => (straight, self.centre),
            (None, Some((far, index))) => (far, self.ahead(index)),
            (None, None) => (at.to(self.centre).square().isqrt(), self.centre),
        }
    }

    /// Where the way goes from a point of the lattice some steps on.
    fn ahead(&self, from: usize) -> Point {
        let mut index = from;
        for _ in 0..AHEAD {
            match self.next.get(index) {
                Some(next) if *next != index => index = *next,
                _ => return self.centre,
            }
        }
        self.point(index)
    }

    /// How far it is straight to the goal, where that is next to it.
    fn straight(&self, at: Point) -> Option<i64> {
        let far = |part: &Corners| {
            let bounds = Bounds::of(part.corners());
            let near = Bounds::about(at, 2 * self.width).is_near(&bounds, 0);
            near.then(|| distance(&at, part, Grain::GRID)).filter(|far| *far <= 2 * self.width)
        };
        self.goal.iter().filter_map(far).min()
    }

    fn index(&self, column: i64, row: i64) -> Option<usize> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        usize::try_from(row * self.columns + column).ok().filter(|_| inside)
    }

    fn place(&self, index: usize) -> (i64, i64) {
        let index = i64::try_from(index).unwrap_or(0);
        (index % self.columns, index / self.columns)
    }

    fn point(&self, index: usize) -> Point {
        let (column, row) = self.place(index);
        Point::new(self.first.x() + column * self.width, self.first.y() + row * self.width)
    }

    /// At which points the disc has no room.
    fn barred(&self, radius: i64, bars: &[&Corners]) -> Vec<bool> {
        let mut barred = vec![false; self.far.len()];
        for shape in bars {
            let bounds = Bounds::of(shape.corners()).wider(radius);
            let part = |from: i64, at: i64| (at - from).div_euclid(self.width);
            let low = (part(self.first.x(), bounds.left), part(self.first.y(), bounds.near));
            let high = (part(self.first.x(), bounds.right), part(self.first.y(), bounds.far));
            for row in low.1.max(0)..=high.1.min(self.rows) {
                for column in low.0.max(0)..=high.0.min(self.columns) {
                    if let Some(index) = self.index(column, row)
                        && let Some(barred) = barred.get_mut(index)
                    {
                        let shape: &Corners = shape;
                        *barred |= distance(&self.point(index), shape, Grain::GRID) < radius;
                    }
                }
            }
        }
        barred
    }

    /// Works the distances out, from the goal outwards.
    fn spread(&mut self, barred: &[bool]) {
        let mut open = BinaryHeap::new();
        for index in 0..self.far.len() {
            if let Some(straight) = self.straight(self.point(index)) {
                self.shorten(index, straight, index);
                open.push(Reverse((straight, index, index)));
            }
        }
        while let Some(Reverse((far, index, next))) = open.pop() {
            // A shorter way was found after this one.
            if (self.far.get(index), self.next.get(index)) != (Some(&far), Some(&next)) {
                continue;
            }
            let (column, row) = self.place(index);
            for (x, y, long) in STEPS {
                let Some(other) = self.index(column + x, row + y) else { continue };
                let dear = if barred.get(other).is_some_and(|it| *it) { BARRED } else { 1 };
                let step = self.width.saturating_mul(long) / 100_000 * dear;
                let by_here = far.saturating_add(step);
                if self.shorten(other, by_here, index) {
                    open.push(Reverse((by_here, other, index)));
                }
            }
        }
    }

    /// Takes a way from a point on by the next where it is shorter than the one known, or as short by an earlier point.
    fn shorten(&mut self, index: usize, far: i64, next: usize) -> bool {
        let known = self.far.get_mut(index).zip(self.next.get_mut(index));
        let Some((known, after)) = known.filter(|it| (far, next) < (*it.0, *it.1)) else {
            return false;
        };
        (*known, *after) = (far, next);
        true
    }
}
