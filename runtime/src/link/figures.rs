//! Printed figures in one table: takes an entry and the place of a profile among those of its kind, gives the figure, for what asks
//! for nothing as often as for these.

use warwright_ir::{Id, KindId, NONE, Program, Value};

/// The figures of all entries, row after row.
#[derive(Debug)]
pub(crate) struct Figures {
    /// Where the row of each entry begins, and where the last one ends.
    rows: Vec<usize>,
    /// Nothing of one that is not one cell.
    cells: Vec<Option<i64>>,
    /// By kind and place the least and the greatest figure; nothing where one is missing or not one cell.
    ranges: Vec<Vec<Option<(i64, i64)>>>,
}

impl Figures {
    pub(super) fn of(program: &Program) -> Self {
        let (mut rows, mut cells) = (vec![0], Vec::new());
        let unprinted = Some((i64::MAX, i64::MIN));
        let kinds = program.kinds.values();
        let mut ranges: Vec<_> = kinds.map(|it| vec![unprinted; it.profiles.len()]).collect();
        for entry in program.entries.values() {
            let from = cells.len();
            cells.extend(entry.values.iter().map(|value| match value {
                Value::Scalar(value) => Some(*value),
                Value::Wide(_) => None,
            }));
            rows.push(cells.len());
            let own = cells.iter().skip(from).copied().chain(std::iter::repeat(None));
            let ranges = ranges.get_mut(entry.kind.position()).into_iter().flatten();
            for (range, cell) in ranges.zip(own) {
                let cell = cell.filter(|cell| *cell != NONE);
                *range = range.zip(cell).map(|((low, high), cell)| (low.min(cell), high.max(cell)));
            }
        }
        Self { rows, cells, ranges }
    }

    /// The least and the greatest figure of all entries of a kind, at a place; nothing where one is missing or not one cell.
    pub(crate) fn range(&self, kind: KindId, at: usize) -> Option<(i64, i64)> {
        *self.ranges.get(kind.position())?.get(at)?
    }

    /// The figure of an entry, by its number, at a place among those of its kind.
    #[inline]
    pub(crate) fn get(&self, entry: i64, at: u32) -> Option<i64> {
        let [from, to] = *self.rows.get(usize::try_from(entry).ok()?..)?.first_chunk()?;
        let at = from + at as usize;
        if at < to { *self.cells.get(at)? } else { None }
    }
}
