//! Tables as targets: cells, rows and keys.

use crate::provenance::Origin;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{Cell, CellKind, EditChange, EditKind, Row, Table};

use super::apply::{Correct, Part};
use super::problems;

impl<'t> Correct<'t, '_> {
    /// Makes a change in a table; true when it was made.
    pub(super) fn table(
        &mut self,
        part: Part<'_>,
        table: &mut Table,
        change: &'t EditChange,
    ) -> bool {
        let key = match &change.kind {
            EditKind::Cell { keys, old, new } => {
                return self.cell(part, table, keys, (old, new));
            }
            EditKind::AddRow(row) => row.cells.first().map(|key| &key.kind),
            EditKind::RemoveRow(key) | EditKind::Rekey { old: key, .. } => Some(key),
            _ => {
                let help = "a table has cells and rows: `cell woods, riders: no -> slow`, `row + ..`, `row - key`, `row 5..9 -> 5..8`";
                return self.cannot(part.target, "such part", change.span, help);
            }
        };
        let Some(key) = key else { return false };
        let name = format!("row {}", self.cell_text(key));
        let part = part.named(&name);
        let at = self.position(table.rows.iter().map(|row| row.cells.first()), key);
        if let EditKind::AddRow(row) = &change.kind {
            return self.add_row(part, table, row, at);
        }
        let Some((at, row)) = at.and_then(|at| Some((at, table.rows.get_mut(at)?))) else {
            return self.no_row(part, table, key);
        };
        if let EditKind::Rekey { old, new } = &change.kind {
            let made = self.note(part, &self.cell_text(old), &self.cell_text(new));
            if made && let Some(cell) = row.cells.first_mut() {
                self.remember(row.span, change.span);
                *cell = Cell { kind: new.clone(), span: new.span().unwrap_or(change.span) };
            }
            return made;
        }
        let made = self.note(part, &self.text(row.span), "-");
        if made {
            table.rows.remove(at);
        }
        made
    }

    /// `row + fen | slow`: before the `else` row, which must be the last.
    fn add_row(
        &mut self,
        part: Part<'_>,
        table: &mut Table,
        row: &'t Row,
        there: Option<usize>,
    ) -> bool {
        if let Some(there) = there.and_then(|at| table.rows.get(at)) {
            let (item, place) = (&self.at.item_name, (there.span, "it stands here".to_owned()));
            let span = row.cells.first().map_or(row.span, |key| key.span);
            let found =
                problems::stale_entry(item, part.target, part.name, true, span, Some(place));
            self.sink.push(found);
            return false;
        }
        let span = part.span;
        let made = self.note(part, "-", &self.text(row.span));
        if made {
            self.changed.insert(row.span, vec![Origin { how: self.how(), span }]);
            let is_last = |row: &Row| {
                row.cells.first().is_some_and(|cell| matches!(cell.kind, CellKind::Else))
            };
            let at = table.rows.iter().position(is_last).unwrap_or(table.rows.len());
            table.rows.insert(at, row.clone());
        }
        made
    }

    /// `cell woods, riders: no -> slow`.
    fn cell(
        &mut self,
        part: Part<'_>,
        table: &mut Table,
        keys: &'t [CellKind],
        (old, new): (&'t CellKind, &'t CellKind),
    ) -> bool {
        let words: Vec<String> = keys.iter().map(|key| self.cell_text(key)).collect();
        let name = format!("cell {}", words.join(", "));
        let part = part.named(&name);
        let (row_key, column_key) = match keys {
            [row] => (row, None),
            [row, column] => (row, Some(column)),
            _ => {
                let help = "give the key of the row, and in a table of two keys that of the column";
                return self.cannot(part.target, &name, part.span, help);
            }
        };
        let row = self.position(table.rows.iter().map(|row| row.cells.first()), row_key);
        let Some(row) = row else { return self.no_row(part, table, row_key) };
        let columns = table.header.iter().flat_map(|header| &header.cells).skip(1);
        let column = match (column_key, &table.header) {
            (None, None) => Some(0),
            (Some(key), Some(_)) => self.position(columns.clone().map(Some), key),
            _ => None,
        };
        let known: Vec<String> = columns.map(|cell| self.text(cell.span)).collect();
        let cell = column.and_then(|at| table.rows.get_mut(row)?.cells.get_mut(at + 1));
        let Some(cell) = cell else {
            let span = column_key.and_then(|key| key.span()).unwrap_or(part.span);
            return self.no_part(part.target, &name, span, &known);
        };
        let span = part.span;
        let written = [(old, span), (new, span), (&cell.kind, cell.span)]
            .map(|(cell, place)| self.written_cell(cell, place));
        let made = self.fits(part, &written, true);
        if made {
            let to = new.span().unwrap_or(span);
            self.moved(cell.span, to, span);
            *cell = Cell { kind: new.clone(), span: to };
        }
        made
    }

    /// The position of the cell that says what a key says.
    fn position<'c>(
        &self,
        mut cells: impl Iterator<Item = Option<&'c Cell>>,
        key: &CellKind,
    ) -> Option<usize> {
        let key = self.written_cell(key, Span::default());
        cells.position(|cell| {
            cell.is_some_and(|cell| self.same(&self.written_cell(&cell.kind, cell.span), &key))
        })
    }

    fn no_row(&mut self, part: Part<'_>, table: &Table, key: &CellKind) -> bool {
        let keys = table.rows.iter().filter_map(|row| row.cells.first());
        let keys: Vec<String> = keys.map(|cell| self.text(cell.span)).collect();
        self.no_part(part.target, part.name, key.span().unwrap_or(part.span), &keys)
    }
}
