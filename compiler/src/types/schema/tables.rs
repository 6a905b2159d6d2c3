//! Lookup tables: rows and cells with their keys, and whether every key is read just once (ideal 13).

use super::super::checker::{Checker, bare};
use super::super::scope::Scope;
use crate::typed::{Expr, TableRowDef, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::TableKey;

/// A key of a row with its place.
pub(super) type Keyed = (TableKey, Span);

impl Checker<'_> {
    /// The rows of all tables.
    pub(super) fn check_tables(&mut self) {
        let content = self.input.content;
        for (position, table) in (0u32..).zip(content.index.tables.values()) {
            self.check_table(ir::TableId(position), table);
        }
    }

    fn check_table(&mut self, id: ir::TableId, table: &tree::Table) {
        let Some(def) = self.typed.tables.get(id) else { return };
        let (axes, ty) = (def.axes.clone(), def.ty.clone());
        let rows = match (axes.as_slice(), &table.header) {
            ([_, _], Some(header)) => self.grid(table, header, &axes, &ty),
            ([_], Some(header)) => {
                self.broken(codes::TABLE_SHAPE, "a table of one key has no head row", header.span);
                return;
            }
            ([(key, _)], None) if self.has_head_row(table, key) => return,
            _ => self.plain_rows(table, &axes, &ty),
        };
        let Some(rows) = rows else { return };
        self.typed.tables.update(id, |def| def.rows = rows);
    }

    /// Reports a first row that names the key instead of giving one.
    fn has_head_row(&mut self, table: &tree::Table, key: &str) -> bool {
        let Some(row) = table.rows.first() else { return false };
        let first = row.cells.first().and_then(|cell| cell.kind.single()?.as_name());
        if first.is_none_or(|name| *name.text != *key) {
            return false;
        }
        Diagnostic::at(codes::TABLE_SHAPE, row.span)
            .says("a table of one key has no head row")
            .label(format!("`{key}` is the key itself, and a value of it is wanted"))
            .also(table.name.span, "the key and what the table gives are said here")
            .help("take this row out")
            .emit(self.sink);
        true
    }

    /// Rows of so many keys and one value.
    fn plain_rows(
        &mut self,
        table: &tree::Table,
        axes: &[(String, Type)],
        ty: &Type,
    ) -> Option<Vec<TableRowDef>> {
        let mut rows: Vec<TableRowDef> = Vec::with_capacity(table.rows.len());
        let mut keys: Vec<Vec<Keyed>> = Vec::new();
        let mut sound = true;
        for row in &table.rows {
            if row.cells.len() != axes.len() + 1 {
                self.row_length(table, row, axes.len() + 1);
                sound = false;
                continue;
            }
            let Some((last, first)) = row.cells.split_last() else { continue };
            let mut alternatives: Vec<Vec<Keyed>> = vec![Vec::new()];
            for (cell, (_, axis)) in first.iter().zip(axes) {
                let found = self.keys_of(cell, axis);
                alternatives = combined(&alternatives, &found);
                sound &= !found.is_empty();
            }
            let Some(value) = self.table_value(last, ty) else {
                sound = false;
                continue;
            };
            let origins = self.input.content.changes(&[row.span, last.span]);
            for keyed in alternatives {
                rows.push(TableRowDef {
                    keys: keyed.iter().map(|(key, _)| *key).collect(),
                    value,
                    origins: origins.clone(),
                    span: row.span,
                });
                keys.push(keyed);
            }
        }
        if let ([(_, axis)], true) = (axes, sound) {
            let dice = self.typed_dice(table);
            let column: Vec<Keyed> = keys.into_iter().flatten().collect();
            self.check_axis(table, axis, dice, &column);
        } else if sound {
            self.check_combinations(table, axes, &keys);
        }
        Some(rows)
    }

    fn typed_dice(&self, table: &tree::Table) -> Option<(u16, ir::DieId)> {
        self.typed.tables.values().find(|def| def.span == table.name.span).and_then(|def| def.dice)
    }

    /// A table of two keys: the head row holds those of the second.
    fn grid(
        &mut self,
        table: &tree::Table,
        header: &tree::Row,
        axes: &[(String, Type)],
        ty: &Type,
    ) -> Option<Vec<TableRowDef>> {
        let [(_, down), (_, across)] = axes else { return None };
        let mut sound = true;
        let mut columns: Vec<Vec<Keyed>> = Vec::new();
        for cell in header.cells.iter().skip(1) {
            let found = self.keys_of(cell, across);
            sound &= !found.is_empty();
            columns.push(found);
        }
        let mut rows = Vec::new();
        let mut downs: Vec<Keyed> = Vec::new();
        for row in &table.rows {
            if row.cells.len() != header.cells.len() {
                self.row_length(table, row, header.cells.len());
                sound = false;
                continue;
            }
            let mut cells = row.cells.iter();
            let Some(first) = cells.next() else { continue };
            let keys = self.keys_of(first, down);
            sound &= !keys.is_empty();
            for (cell, column) in cells.zip(&columns) {
                let Some(value) = self.table_value(cell, ty) else {
                    sound = false;
                    continue;
                };
                let origins = self.input.content.changes(&[row.span, cell.span]);
                for (key, _) in &keys {
                    for (other, _) in column {
                        let (keys, origins) = (vec![*key, *other], origins.clone());
                        rows.push(TableRowDef { keys, value, origins, span: cell.span });
                    }
                }
            }
            downs.extend(keys);
        }
        if sound {
            let across_keys: Vec<Keyed> = columns.into_iter().flatten().collect();
            self.check_axis(table, down, None, &downs);
            self.check_axis(table, across, None, &across_keys);
        }
        // What `else` stands for comes last, so that the first row that fits counts.
        rows.sort_by_key(|row: &TableRowDef| {
            row.keys.iter().filter(|key| matches!(key, TableKey::Else)).count()
        });
        Some(rows)
    }

    fn row_length(&mut self, table: &tree::Table, row: &tree::Row, wanted: usize) {
        if !row.is_read() {
            return;
        }
        let place = table.header.as_ref().map_or(table.name.span, |header| header.span);
        Diagnostic::at(codes::ROW_LENGTH, row.span)
            .says(format!(
                "this row has {} cells and the table has {wanted} columns",
                row.cells.len()
            ))
            .also(place, "as declared here")
            .emit(self.sink);
    }

    /// The value in a cell.
    fn table_value(&mut self, cell: &tree::Cell, ty: &Type) -> Option<i64> {
        let written = match &cell.kind {
            tree::CellKind::One(value) => value,
            tree::CellKind::Values(_) => {
                self.broken(codes::TABLE_SHAPE, "a cell holds one value", cell.span);
                return None;
            }
            tree::CellKind::Nothing if matches!(ty, Type::Optional(_)) => return Some(ir::NONE),
            tree::CellKind::Nothing => {
                self.broken(
                    codes::WRONG_TYPE,
                    format!(
                        "a value is wanted here; `-` stands for none only in a table of type `{}?`",
                        self.type_name(ty)
                    ),
                    cell.span,
                );
                return None;
            }
            tree::CellKind::Empty => {
                self.broken(codes::EMPTY_CELL, "a cell is empty", cell.span);
                return None;
            }
            tree::CellKind::Error => return None,
            tree::CellKind::Default | tree::CellKind::Else | tree::CellKind::Range(_) => {
                self.broken(codes::TABLE_SHAPE, "a value is wanted here", cell.span);
                return None;
            }
        };
        let value = self.constant_expr(written, ty);
        self.constant_cell(&value)
    }

    /// The keys in a cell: one, several with `or`, a range, `else`. Empty after a diagnostic.
    fn keys_of(&mut self, cell: &tree::Cell, axis: &Type) -> Vec<Keyed> {
        let span = cell.span;
        match &cell.kind {
            tree::CellKind::Else => vec![(TableKey::Else, span)],
            tree::CellKind::Range(range) => {
                let mut sound = true;
                let mut end = |checker: &mut Self, end: &Option<tree::Expr>| {
                    let end = end.as_ref()?;
                    let value = checker.constant_expr(end, bare(axis));
                    let cell = checker.constant_cell(&value);
                    sound &= cell.is_some();
                    cell
                };
                let low = end(self, &range.low);
                let high = end(self, &range.high);
                if !sound {
                    return Vec::new();
                }
                if let (Some(low), Some(high)) = (low, high)
                    && low > high
                {
                    self.broken(codes::OUT_OF_RANGE, "this range is empty", range.span);
                    return Vec::new();
                }
                vec![(TableKey::Between(low, high), span)]
            }
            tree::CellKind::One(_) | tree::CellKind::Values(_) => {
                let mut written = Vec::new();
                for part in cell.kind.exprs() {
                    alternatives(part, &mut written);
                }
                let mut keys = Vec::with_capacity(written.len());
                for expr in written {
                    if let Some(found) = self.range_by_a_dash(expr) {
                        self.report(found);
                        return Vec::new();
                    }
                    let value = self.key_expr(expr, axis);
                    match self.constant_cell(&value) {
                        Some(cell) => {
                            keys.push((TableKey::Between(Some(cell), Some(cell)), expr.span))
                        }
                        None => return Vec::new(),
                    }
                }
                keys
            }
            tree::CellKind::Nothing if matches!(axis, Type::Optional(_)) => {
                vec![(TableKey::Between(Some(ir::NONE), Some(ir::NONE)), span)]
            }
            tree::CellKind::Error => Vec::new(),
            tree::CellKind::Nothing | tree::CellKind::Empty | tree::CellKind::Default => {
                self.broken(codes::TABLE_SHAPE, "a key is wanted here", span);
                Vec::new()
            }
        }
    }

    /// `1-6` for a range.
    fn range_by_a_dash(&self, key: &tree::Expr) -> Option<Diagnostic> {
        let tree::ExprKind::Binary(it) = &key.kind else { return None };
        let figure = |it: &tree::Expr| matches!(it.kind, tree::ExprKind::Number(_));
        if it.op != tree::BinaryOp::Subtract || !figure(&it.left) || !figure(&it.right) {
            return None;
        }
        let range = format!("{}..{}", self.source_of(it.left.span), self.source_of(it.right.span));
        let found = Diagnostic::at(codes::TABLE_SHAPE, key.span)
            .says("a key is no sum, and this one takes a figure from another");
        Some(found.label("read as a difference").fix(
            format!("from one to the other reads `{range}`"),
            key.span,
            range,
        ))
    }

    fn key_expr(&mut self, expr: &tree::Expr, axis: &Type) -> Expr {
        let wanted = match &expr.kind {
            tree::ExprKind::None => axis.clone(),
            // Keys outside a range are harmless: they are never asked for.
            _ => bare(axis).unranged(),
        };
        self.alone(Scope::new(), expr, &wanted)
    }
}

/// `mud or sand`: the expressions between `or`.
fn alternatives<'t>(expr: &'t tree::Expr, found: &mut Vec<&'t tree::Expr>) {
    match &expr.kind {
        tree::ExprKind::Binary(it) if it.op == tree::BinaryOp::Or => {
            alternatives(&it.left, found);
            alternatives(&it.right, found);
        }
        _ => found.push(expr),
    }
}

/// Every key so far with every key of the next cell.
fn combined(before: &[Vec<Keyed>], next: &[Keyed]) -> Vec<Vec<Keyed>> {
    before
        .iter()
        .flat_map(|keys| {
            next.iter().map(move |key| {
                let mut all = keys.clone();
                all.push(*key);
                all
            })
        })
        .collect()
}
