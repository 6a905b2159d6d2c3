//! Printed figures in one table: takes an entry and the place of a profile among those of its kind, gives the figure, for what asks
//! for nothing as often as for these.

use warwright_ir::{Program, Value};

/// The figures of all entries, row after row.
#[derive(Debug)]
pub(crate) struct Figures {
    /// Where the row of each entry begins, and where the last one ends.
    rows: Vec<usize>,
    /// Nothing of one that is not one cell.
    cells: Vec<Option<i64>>,
}

impl Figures {
    pub(super) fn of(program: &Program) -> Self {
        let (mut rows, mut cells) = (vec![0], Vec::new());
        for entry in program.entries.values() {
            cells.extend(entry.values.iter().map(|value| match value {
                Value::Scalar(value) => Some(*value),
                Value::Wide(_) => None,
            }));
            rows.push(cells.len());
        }
        Self { rows, cells }
    }

    /// The figure of an entry, by its number, at a place among those of its kind.
    #[inline]
    pub(crate) fn get(&self, entry: i64, at: u32) -> Option<i64> {
        let [from, to] = *self.rows.get(usize::try_from(entry).ok()?..)?.first_chunk()?;
        let at = from + at as usize;
        if at < to { *self.cells.get(at)? } else { None }
    }
}
