//! Boards of cells: names and order, neighbours, distances, rings and ways against slow and simple answers.

mod lines;

use proptest::prelude::*;
use std::collections::BTreeMap;
use warwright_ir::{CellBoard, cell_name, cell_named};
use warwright_runtime::space::cells::{Grid, reach};

/// A board of random lines.
pub fn board() -> impl Strategy<Value = CellBoard> {
    (any::<bool>(), prop::collection::vec(1..9_u32, 1..9))
        .prop_map(|(columns, lines)| CellBoard { columns, lines })
}

/// A board whose lines are all alike, so that steps on it go as straight as off it.
fn full_board() -> impl Strategy<Value = CellBoard> {
    (any::<bool>(), 1..9_usize, 1..9_u32)
        .prop_map(|(columns, lines, each)| CellBoard { columns, lines: vec![each; lines] })
}

/// Where the middle of a cell lies, three units being a row's height (of flat cells a column's width), and one half of the
/// distance between neighbours in a line.
pub fn middle(board: &CellBoard, (row, column): (i64, i64)) -> (i64, i64) {
    if board.columns {
        (3 * column, 2 * row + i64::from(column % 2 == 0))
    } else {
        (2 * column + i64::from(row % 2 == 0), 3 * row)
    }
}

/// Neighbours by where they lie, clockwise.
fn near(board: &CellBoard) -> [(i64, i64); 6] {
    if board.columns {
        [(0, 2), (3, 1), (3, -1), (0, -2), (-3, -1), (-3, 1)]
    } else {
        [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)]
    }
}

/// Steps from a cell to every cell that can be reached, entering only cells that may be.
fn steps(grid: &Grid, from: usize, may: impl Fn(usize) -> bool) -> BTreeMap<usize, u32> {
    let mut known = BTreeMap::from([(from, 0)]);
    for step in 0..100 {
        let here: Vec<usize> =
            known.iter().filter(|(_, at)| **at == step).map(|(cell, _)| *cell).collect();
        for cell in here.into_iter().flat_map(|cell| grid.neighbours(cell)) {
            if may(cell) {
                known.entry(cell).or_insert(step + 1);
            }
        }
    }
    known
}

#[test]
fn cells_have_the_names_of_their_row_and_column() {
    assert_eq!(cell_name(5, 7), "E7");
    assert_eq!(cell_name(26, 1), "Z1");
    assert_eq!(cell_name(27, 13), "AA13");
    for wrong in ["", "E", "7", "e7", "E07", "E-1", "E7a", "ABCD1", "E100000"] {
        assert_eq!(cell_named(wrong), None, "{wrong}");
    }
    let board = CellBoard { columns: false, lines: vec![13, 12, 13] };
    assert!(board.has(1, 13) && !board.has(2, 13) && !board.has(4, 1) && !board.has(0, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn names_and_positions_are_those_of_the_order(board in board()) {
        let grid = Grid::new(&board);
        let cells = board.cells();
        prop_assert_eq!(cells.len(), board.len());
        prop_assert_eq!(grid.len(), board.len());
        for (at, (row, column)) in cells.into_iter().enumerate() {
            prop_assert_eq!(cell_named(&cell_name(row, column)), Some((row, column)));
            prop_assert_eq!(board.position(row, column), Some(at));
            prop_assert_eq!(grid.at(row, column), Some(at));
            prop_assert_eq!(grid.place(at), Some((row, column)));
            prop_assert!(board.has(row, column));
        }
    }

    #[test]
    fn neighbours_lie_next_to_it_clockwise(board in board()) {
        let grid = Grid::new(&board);
        let cells = board.cells();
        for (at, cell) in cells.iter().enumerate() {
            let (x, y) = middle(&board, *cell);
            let wanted: Vec<usize> = near(&board)
                .into_iter()
                .filter_map(|(dx, dy)| cells.iter().position(|it| middle(&board, *it) == (x + dx, y + dy)))
                .collect();
            prop_assert_eq!(grid.neighbours(at).collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn distances_count_steps(board in full_board(), from in any::<prop::sample::Index>()) {
        let grid = Grid::new(&board);
        let from = from.index(grid.len());
        let known = steps(&grid, from, |_| true);
        for to in 0..grid.len() {
            prop_assert_eq!(grid.distance(from, to), known.get(&to).copied());
            prop_assert_eq!(grid.distance(from, to), grid.distance(to, from));
        }
        let around: Vec<usize> = grid.around(from, 3).collect();
        let far: Vec<u32> = around.iter().filter_map(|to| grid.distance(from, *to)).collect();
        prop_assert!(far.is_sorted());
        let within = known.values().filter(|steps| (1..=3).contains(*steps)).count();
        prop_assert_eq!(around.len(), within);
        let next: Vec<usize> = grid.around(from, 1).collect();
        prop_assert_eq!(next, grid.neighbours(from).collect::<Vec<_>>());
    }

    #[test]
    fn straight_on_is_a_step_of_the_same_way(board in board(), ends in any::<[prop::sample::Index; 2]>()) {
        let grid = Grid::new(&board);
        let cells = board.cells();
        let [from, to] = ends.map(|end| end.index(grid.len()));
        let (one, two) = (middle(&board, cells[from]), middle(&board, cells[to]));
        let way = (two.0 - one.0, two.1 - one.1);
        let step = near(&board).into_iter().find(|(x, y)| {
            (1..20).any(|times| (x * times, y * times) == way)
        });
        let wanted = step.and_then(|(x, y)| {
            cells.iter().position(|cell| middle(&board, *cell) == (two.0 + x, two.1 + y))
        });
        prop_assert_eq!(grid.beyond(from, to), wanted);
    }

    #[test]
    fn ways_lead_where_steps_do(
        board in board(),
        ends in any::<[prop::sample::Index; 2]>(),
        shut in prop::collection::vec(any::<bool>(), 64),
        limit in 0..9_u32,
    ) {
        let grid = Grid::new(&board);
        let [from, to] = ends.map(|end| end.index(grid.len()));
        let open = |cell: usize| !shut[cell];
        let known = steps(&grid, from, open);
        let asked = std::cell::RefCell::new(Vec::new());
        let enter = |cell: usize| {
            asked.borrow_mut().push(cell);
            Ok::<bool, ()>(open(cell))
        };
        let ways = reach(&grid, from, (limit, None), enter, |_| Ok(true)).unwrap();
        let mut wanted: Vec<(u32, usize)> = known
            .iter()
            .filter(|(cell, steps)| **cell != from && **steps <= limit)
            .map(|(cell, steps)| (*steps, *cell))
            .collect();
        wanted.sort_unstable();
        prop_assert_eq!(ways.cells(), wanted.into_iter().map(|(_, cell)| cell).collect::<Vec<_>>());
        let mut once = asked.into_inner();
        let count = once.len();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), count, "no cell is asked twice");
        let way = reach(&grid, from, (u32::MAX, Some(to)), |cell| Ok::<bool, ()>(open(cell)), |_| Ok(true));
        let way = way.unwrap().way(to);
        let length = if from == to { None } else { known.get(&to).copied() };
        prop_assert_eq!(way.len(), length.unwrap_or(0) as usize);
        let mut at = from;
        for cell in way {
            prop_assert!(grid.neighbours(at).any(|next| next == cell) && open(cell));
            at = cell;
        }
    }
}
