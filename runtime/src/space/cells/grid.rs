//! A board of cells with what is asked of it most: coordinates, neighbours, distances, rings, straight ways.

use hexx::{EdgeDirection, Hex};
use rustc_hash::FxHashMap;
use warwright_ir::{CellBoard, cell_name};

/// Where a table names no cell.
const NOWHERE: u32 = u32::MAX;

/// A board of cells, by their numbers in the order of the board.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Whether its cells have flat sides in the north and the south.
    columns: bool,
    cells: Vec<Cell>,
    numbers: FxHashMap<[i32; 2], u32>,
}

/// A cell of a grid.
#[derive(Clone, Copy, Debug)]
struct Cell {
    at: Hex,
    row: i64,
    column: i64,
    /// Clockwise from the north-east, of flat cells from the north.
    neighbours: [u32; 6],
}

impl Grid {
    /// The grid of a board.
    pub fn new(board: &CellBoard) -> Self {
        let mut grid = Self { columns: board.columns, ..Self::default() };
        for (row, column) in board.cells() {
            let at = coordinates(board.columns, row, column);
            let number = u32::try_from(grid.cells.len()).unwrap_or(NOWHERE);
            grid.numbers.insert(at.to_array(), number);
            grid.cells.push(Cell { at, row, column, neighbours: [NOWHERE; 6] });
        }
        let first = grid.first();
        for number in 0..grid.cells.len() {
            let Some(at) = grid.cells.get(number).map(|cell| cell.at) else { continue };
            let mut around = at.all_neighbors();
            // They come counterclockwise.
            around.reverse();
            around.rotate_left(usize::from(5 - first.index()));
            let neighbours =
                around.map(|next| grid.numbers.get(&next.to_array()).copied().unwrap_or(NOWHERE));
            if let Some(cell) = grid.cells.get_mut(number) {
                cell.neighbours = neighbours;
            }
        }
        grid
    }

    /// Where turns about a cell begin: in the north-east, of flat cells in the north.
    const fn first(&self) -> EdgeDirection {
        let [east, north_east, ..] = EdgeDirection::ALL_DIRECTIONS;
        if self.columns { east } else { north_east }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the cells have flat sides in the north and the south.
    pub const fn is_flat(&self) -> bool {
        self.columns
    }

    /// The row and the column of a cell, from 1.
    pub fn place(&self, cell: usize) -> Option<(i64, i64)> {
        self.cells.get(cell).map(|cell| (cell.row, cell.column))
    }

    /// What a cell is called.
    pub fn name(&self, cell: usize) -> Option<String> {
        self.place(cell).map(|(row, column)| cell_name(row, column))
    }

    /// The number of a cell by its row and column.
    pub fn at(&self, row: i64, column: i64) -> Option<usize> {
        let at = coordinates(self.columns, row, column);
        let cell = self.number(at)?;
        (self.place(cell) == Some((row, column))).then_some(cell)
    }

    /// Steps from cell to cell.
    pub fn distance(&self, from: usize, to: usize) -> Option<u32> {
        Some(self.hex(from)?.unsigned_distance_to(self.hex(to)?))
    }

    /// The cells next to one, clockwise from the north-east, of flat cells from the north.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let all = self.cells.get(cell).map_or([NOWHERE; 6], |cell| cell.neighbours);
        all.into_iter().filter(|cell| *cell != NOWHERE).map(|cell| cell as usize)
    }

    /// The cells at 1 to `steps` steps, by distance, then clockwise as neighbours come.
    pub fn around(&self, cell: usize, steps: u32) -> impl Iterator<Item = usize> + '_ {
        let first = self.first();
        let centre = self.hex(cell);
        // No two cells are farther apart than there are cells in both directions.
        let most = u32::try_from(self.cells.len()).unwrap_or(u32::MAX).saturating_mul(2);
        let rings = 1..=steps.min(most);
        centre
            .into_iter()
            .flat_map(move |centre| {
                rings.clone().flat_map(move |ring| centre.custom_ring(ring, first, true))
            })
            .filter_map(|hex| self.number(hex))
    }

    /// The cell after `to` on the straight way from `from` to it; none where no row of cells leads straight there, or the
    /// board ends.
    pub fn beyond(&self, from: usize, to: usize) -> Option<usize> {
        let (start, end) = (self.hex(from)?, self.hex(to)?);
        let way = end - start;
        let length = way.length();
        let straight = way.x() == 0 || way.y() == 0 || way.z() == 0;
        (straight && length > 0).then_some(())?;
        self.number(end + Hex::new(way.x() / length, way.y() / length))
    }

    /// The coordinates of a cell.
    pub(super) fn hex(&self, cell: usize) -> Option<Hex> {
        self.cells.get(cell).map(|cell| cell.at)
    }

    /// The cell at coordinates.
    pub(super) fn number(&self, at: Hex) -> Option<usize> {
        self.numbers.get(&at.to_array()).map(|number| *number as usize)
    }
}

/// Rows: the first axis looks east. Columns: it looks north.
fn coordinates(columns: bool, row: i64, column: i64) -> Hex {
    let whole = |number: i64| i32::try_from(number).unwrap_or(i32::MAX / 4);
    let (row, column) = (whole(row) - 1, whole(column) - 1);
    if columns {
        Hex::new(row + (column + 1).div_euclid(2), -column)
    } else {
        Hex::new(column - row.div_euclid(2), row)
    }
}
