//! Boards of six-sided cells: how many each row or column has, the order and the names of the cells.
//!
//! Cells are ordered by row, then by column. The southernmost row is A, or 1; in a row the westernmost cell is 1.

use serde::{Deserialize, Serialize};

/// The most cells that a board may have.
pub const MOST_CELLS: usize = 10_000;

/// The grains that a board may have, in micrometres: at most a metre.
pub const GRAINS: std::ops::RangeInclusive<i64> = 20..=1_000_000;

/// The board of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Board {
    /// A plane of a size in micrometres.
    Plane {
        /// From west to east.
        width: i64,
        /// From south to north.
        depth: i64,
    },
    /// Cells.
    Cells(CellBoard),
}

impl Board {
    /// The size of a plane, from west to east and from south to north.
    pub const fn plane(&self) -> Option<(i64, i64)> {
        match self {
            Self::Plane { width, depth } => Some((*width, *depth)),
            Self::Cells(_) => None,
        }
    }

    /// The cells, where it has some.
    pub const fn cells(&self) -> Option<&CellBoard> {
        match self {
            Self::Plane { .. } => None,
            Self::Cells(cells) => Some(cells),
        }
    }
}

/// A board of six-sided cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellBoard {
    /// Whether the cells have their flat sides in the north and the south: the lines are columns then, the first in the
    /// west, every second one shifted up by half a cell. Else they have corners there: the lines are rows, the first in the
    /// south, every second one shifted right.
    pub columns: bool,
    /// How many cells each line has.
    pub lines: Vec<u32>,
}

impl CellBoard {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.lines.iter().map(|line| *line as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| *line == 0)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        if self.columns {
            self.lines.iter().max().map_or(0, |most| *most as usize)
        } else {
            self.lines.len()
        }
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        if self.columns {
            self.lines.len()
        } else {
            self.lines.iter().max().map_or(0, |most| *most as usize)
        }
    }

    /// The row and the column of every cell, from 1, in the order of the cells.
    pub fn cells(&self) -> Vec<(i64, i64)> {
        let mut cells = Vec::with_capacity(self.len());
        for (line, at) in self.lines.iter().zip(1_i64..) {
            cells.extend(
                (1..=i64::from(*line)).map(
                    |other| {
                        if self.columns { (other, at) } else { (at, other) }
                    },
                ),
            );
        }
        cells.sort_unstable();
        cells
    }

    /// Whether the board has a cell there.
    pub fn has(&self, row: i64, column: i64) -> bool {
        let (line, at) = if self.columns { (column, row) } else { (row, column) };
        let line = usize::try_from(line - 1).ok().and_then(|line| self.lines.get(line));
        line.is_some_and(|most| (1..=i64::from(*most)).contains(&at))
    }

    /// The number of a cell among all.
    pub fn position(&self, row: i64, column: i64) -> Option<usize> {
        if !self.has(row, column) {
            return None;
        }
        let before = if self.columns {
            self.lines
                .iter()
                .zip(1_i64..)
                .map(|(most, at)| {
                    let full = i64::from(*most).min(row - 1);
                    full + i64::from(at < column && i64::from(*most) >= row)
                })
                .sum()
        } else {
            let earlier = self.lines.iter().zip(1_i64..).take_while(|(_, at)| *at < row);
            earlier.map(|(most, _)| i64::from(*most)).sum::<i64>() + column - 1
        };
        usize::try_from(before).ok()
    }
}

/// What a cell is called: a letter for its row, and its column. After Z come AA, AB and so on.
pub fn cell_name(row: i64, column: i64) -> String {
    let mut letters: Vec<char> = Vec::new();
    let mut left = row;
    while left > 0 {
        let letter = u8::try_from((left - 1) % 26).unwrap_or(0);
        letters.push(char::from(b'A' + letter));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &column.to_string()
}

/// The row and the column of a cell, if the words are the name of one.
pub fn cell_named(name: &str) -> Option<(i64, i64)> {
    let digits = name.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, number) = name.split_at_checked(digits)?;
    let plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
    // No board has more rows or columns than so many letters and figures can name.
    if letters.is_empty() || letters.len() > 3 || number.is_empty() || number.len() > 5 || !plain {
        return None;
    }
    let row = letters.bytes().fold(0_i64, |row, letter| row * 26 + i64::from(letter - b'A') + 1);
    Some((row, number.parse().ok()?))
}
