//! Lines from centre to centre: what they cross, against exact fractions on the six sides of every cell.

use super::{board, middle};
use proptest::prelude::*;
use std::cmp::Ordering;
use warwright_ir::CellBoard;
use warwright_runtime::space::cells::{Grid, Hand, crossed};

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i128, i128);

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The corners of a cell about its middle, counterclockwise.
fn corners(board: &CellBoard) -> [(i64, i64); 6] {
    let pointed = [(1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)];
    if board.columns {
        // Mirrored, and so taken the other way round.
        let mut flat = pointed.map(|(x, y)| (y, x));
        flat.reverse();
        flat
    } else {
        pointed
    }
}

/// Which part of the line from one middle to another lies in a cell, and whether along an edge with the cell on its left
/// or right. Nothing where it is a point at most.
fn part(
    board: &CellBoard,
    (from, to): ((i64, i64), (i64, i64)),
    cell: (i64, i64),
) -> Option<(Fraction, Fraction, Option<Hand>)> {
    let way = (to.0 - from.0, to.1 - from.1);
    let (mut start, mut end) = (Fraction(0, 1), Fraction(1, 1));
    let mut along = None;
    let corners = corners(board).map(|(x, y)| (cell.0 + x, cell.1 + y));
    for at in 0..6 {
        let (a, b) = (corners[at], corners[(at + 1) % 6]);
        let side = (b.0 - a.0, b.1 - a.1);
        // Inside is on the left of each side: value + t * change >= 0.
        let value = i128::from(side.0 * (from.1 - a.1) - side.1 * (from.0 - a.0));
        let change = i128::from(side.0 * way.1 - side.1 * way.0);
        match change.cmp(&0) {
            Ordering::Greater => start = start.max(Fraction(-value, change)),
            Ordering::Less => end = end.min(Fraction(value, -change)),
            Ordering::Equal if value < 0 => return None,
            Ordering::Equal if value == 0 => {
                // A side that goes the way of the line has the cell on its left.
                let same_way = side.0 * way.0 + side.1 * way.1 > 0;
                along = Some(if same_way { Hand::Left } else { Hand::Right });
            }
            Ordering::Equal => {}
        }
    }
    (start < end).then_some((start, end, along))
}

/// What a line crosses, looking at every cell of the board.
fn slowly(board: &CellBoard, ends: [usize; 2], hand: Hand) -> Vec<usize> {
    let cells = board.cells();
    let [from, to] = ends.map(|end| middle(board, cells[end]));
    let mut found: Vec<(Fraction, usize)> = Vec::new();
    for (at, cell) in cells.iter().enumerate().filter(|(at, _)| !ends.contains(at)) {
        if let Some((start, _, along)) = part(board, (from, to), middle(board, *cell))
            && along.is_none_or(|along| along == hand)
        {
            found.push((start, at));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, at)| at).collect()
}

fn line(grid: &Grid, [from, to]: [usize; 2], hand: Hand) -> Vec<usize> {
    crossed(grid, from, to, hand).collect()
}

#[test]
fn every_line_of_boards_of_both_sorts_is_exact() {
    for columns in [false, true] {
        let board = CellBoard { columns, lines: vec![7, 6, 7, 6, 7, 6, 7] };
        let grid = Grid::new(&board);
        let mut along_edges = 0;
        for from in 0..grid.len() {
            for to in 0..grid.len() {
                let ends = [from, to];
                let left = line(&grid, ends, Hand::Left);
                let right = line(&grid, ends, Hand::Right);
                assert_eq!(left, slowly(&board, ends, Hand::Left), "{ends:?}");
                assert_eq!(right, slowly(&board, ends, Hand::Right), "{ends:?}");
                along_edges += usize::from(left != right);
            }
        }
        assert!(along_edges > 50, "{along_edges}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn lines_are_those_of_the_slow_way(board in board(), ends in any::<[prop::sample::Index; 2]>()) {
        let grid = Grid::new(&board);
        let ends = ends.map(|end| end.index(grid.len()));
        for hand in [Hand::Left, Hand::Right] {
            prop_assert_eq!(line(&grid, ends, hand), slowly(&board, ends, hand));
        }
    }

    #[test]
    fn backwards_left_is_right(board in board(), ends in any::<[prop::sample::Index; 2]>()) {
        let grid = Grid::new(&board);
        let [from, to] = ends.map(|end| end.index(grid.len()));
        let mut back = line(&grid, [to, from], Hand::Right);
        back.reverse();
        prop_assert_eq!(line(&grid, [from, to], Hand::Left), back);
    }
}
