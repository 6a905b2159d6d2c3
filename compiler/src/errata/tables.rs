//! Tables as targets: cells, rows and keys.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{self, CellKind, EditChange, EditKind, Name, Row};

use super::apply::{Correct, cell_span, old_span};
use super::{problems, same_spelling};
use crate::like::{How, Origin};

impl<'t> Correct<'t, '_> {
    pub(super) fn table(&mut self, name: &'t Name, target: &str, change: &'t EditChange) {
        let Some(table) = self.index.tables.get(&*name.text) else { return };
        let table = table.node.clone();
        match &change.kind {
            EditKind::Cell { keys, old, new } => {
                self.cell(&table, name, target, keys, (old, new), change);
            }
            EditKind::AddRow(row) => {
                let Some(key) = row.cells.first() else { return };
                let part = format!("row {}", self.cell_text(&key.kind));
                if let Some(there) = self.row_at(&table, &key.kind) {
                    let found = problems::stale_entry(
                        &self.at.item_name.clone(),
                        target,
                        &part,
                        true,
                        key.span,
                        table.rows.get(there).map(|row| (row.span, "it stands here".to_owned())),
                    );
                    self.sink.push(found);
                    return;
                }
                let new = self.text(row.span);
                if self.note(target, &part, ("-".to_owned(), new), change.span) {
                    self.changed
                        .insert(row.span, vec![Origin { how: self.how(), span: change.span }]);
                    self.edit_rows(&name.text, |rows| insert_row(rows, row.clone()));
                }
            }
            EditKind::RemoveRow(key) => {
                let part = format!("row {}", self.cell_text(key));
                let Some(at) = self.row_at(&table, key) else {
                    self.unknown_row(&table, target, &part, old_span(key, change));
                    return;
                };
                let old = table.rows.get(at).map_or(String::new(), |row| self.text(row.span));
                if self.note(target, &part, (old, "-".to_owned()), change.span) {
                    self.edit_rows(&name.text, |rows| {
                        rows.remove(at);
                    });
                }
            }
            EditKind::Rekey { old, new } => {
                let part = format!("row {}", self.cell_text(old));
                let Some(at) = self.row_at(&table, old) else {
                    self.unknown_row(&table, target, &part, old_span(old, change));
                    return;
                };
                let texts = (self.cell_text(old), self.cell_text(new));
                if self.note(target, &part, texts, change.span) {
                    if let Some(row) = table.rows.get(at) {
                        self.remember(row.span, change.span);
                    }
                    let span = old_span(new, change);
                    self.edit_rows(&name.text, |rows| {
                        if let Some(cell) = rows.get_mut(at).and_then(|row| row.cells.first_mut()) {
                            *cell = tree::Cell { kind: new.clone(), span };
                        }
                    });
                }
            }
            EditKind::Error => {}
            _ => {
                let help = "a table has cells and rows: `cell woods, riders: no -> slow`, `row + ..`, `row - key`, `row 5..9 -> 5..8`";
                self.sink.push(problems::cannot(target, "such part", change.span, help));
            }
        }
    }

    fn unknown_row(&mut self, table: &tree::Table, target: &str, part: &str, span: Span) {
        let keys: Vec<String> = table
            .rows
            .iter()
            .filter_map(|row| row.cells.first())
            .map(|cell| self.text(cell.span))
            .collect();
        let keys = keys.iter().map(String::as_str);
        self.sink.push(problems::unknown_part(target, part, span, keys));
    }

    fn edit_rows(&mut self, table: &str, change: impl FnOnce(&mut Vec<Row>)) {
        if let Some(declared) = self.index.tables.get_mut(table) {
            declared.node.edit(|node| change(&mut node.rows));
        }
    }

    /// The row of a key.
    fn row_at(&self, table: &tree::Table, key: &CellKind) -> Option<usize> {
        table
            .rows
            .iter()
            .position(|row| row.cells.first().is_some_and(|cell| self.same_cell(&cell.kind, key)))
    }

    fn same_cell(&self, one: &CellKind, other: &CellKind) -> bool {
        match (cell_span(one), cell_span(other)) {
            (Some(one), Some(other)) => same_spelling(self.sources, one, other),
            (None, None) => one == other,
            _ => false,
        }
    }

    fn cell(
        &mut self,
        table: &tree::Table,
        name: &'t Name,
        target: &str,
        keys: &'t [CellKind],
        (old, new): (&'t CellKind, &'t CellKind),
        change: &'t EditChange,
    ) {
        let words: Vec<String> = keys.iter().map(|key| self.cell_text(key)).collect();
        let part = format!("cell {}", words.join(", "));
        let (row_key, column_key) = match keys {
            [row] => (row, None),
            [row, column] => (row, Some(column)),
            _ => {
                let help = "give the key of the row, and in a table of two keys that of the column";
                self.sink.push(problems::cannot(target, &part, change.span, help));
                return;
            }
        };
        let Some(row) = self.row_at(table, row_key) else {
            self.unknown_row(table, target, &part, old_span(row_key, change));
            return;
        };
        let column = match (column_key, &table.header) {
            (None, None) => Some(1),
            (Some(key), Some(header)) => header
                .cells
                .iter()
                .skip(1)
                .position(|cell| self.same_cell(&cell.kind, key))
                .map(|at| at + 1),
            _ => None,
        };
        let cell =
            column.and_then(|column| Some((column, table.rows.get(row)?.cells.get(column)?)));
        let Some((column, cell)) = cell else {
            let span = column_key.map_or(change.span, |key| old_span(key, change));
            let columns: Vec<String> = table
                .header
                .iter()
                .flat_map(|header| header.cells.iter().skip(1))
                .map(|cell| self.text(cell.span))
                .collect();
            let columns = columns.iter().map(String::as_str);
            self.sink.push(problems::unknown_part(target, &part, span, columns));
            return;
        };
        let (old_text, new_text) = (self.cell_text(old), self.cell_text(new));
        if self.clashes(target, &part, &new_text, change.span) {
            return;
        }
        if !self.same_cell(&cell.kind, old) {
            let there = self.cell_text(&cell.kind);
            let spans = (old_span(old, change), cell.span);
            let replaceable = cell_span(old).is_some().then_some(&*new_text);
            self.stale(target, &part, (&old_text, &there), spans, replaceable);
            return;
        }
        if self.same_cell(old, new) {
            self.sink.push(problems::same_value(&part, &old_text, change.span));
            return;
        }
        if !self.note(target, &part, (old_text, new_text), change.span) {
            return;
        }
        let span = old_span(new, change);
        let how = self.how();
        let mut steps = self
            .changed
            .get(&cell.span)
            .cloned()
            .unwrap_or_else(|| vec![Origin { how: How::Declared, span: cell.span }]);
        steps.push(Origin { how, span: change.span });
        self.changed.insert(span, steps);
        self.edit_rows(&name.text, |rows| {
            if let Some(cell) = rows.get_mut(row).and_then(|row| row.cells.get_mut(column)) {
                *cell = tree::Cell { kind: new.clone(), span };
            }
        });
    }
}

/// A new row stands before the `else` row, which must be the last.
fn insert_row(rows: &mut Vec<Row>, row: Row) {
    let last = rows
        .iter()
        .position(|row| row.cells.first().is_some_and(|cell| matches!(cell.kind, CellKind::Else)));
    match last {
        Some(at) => rows.insert(at, row),
        None => rows.push(row),
    }
}
