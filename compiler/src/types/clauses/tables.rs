//! Tables of modifiers: one clause a row.

use super::super::bearer::Bearer;
use super::super::checker::Checker;
use super::modify::Modifier;
use super::tail::TailParts;
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// The columns that such a table may have.
const COLUMNS: [&str; 13] = [
    "label", "by", "times", "set", "set to", "rung", "at least", "at most", "least", "most",
    "when", "over", "drawback",
];

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
enum Column {
    Label,
    Amount(tree::Verb),
    When,
    Over,
    Drawback,
    See,
    Unknown,
}

impl<'a> Checker<'a> {
    /// The tables in the system's own body; `system` is its bearer.
    pub(super) fn modifier_tables(&mut self, system: Option<&Bearer<'a>>) {
        let Some(system) = system else { return };
        let content = self.input.content;
        for table in &content.index.modifiers {
            self.modifier_table(system, table);
        }
    }

    fn modifier_table(&mut self, bearer: &Bearer<'a>, table: &tree::ModifierTable) {
        let columns: Vec<Column> =
            table.columns.iter().map(|name| self.modifier_column(name)).collect();
        for needed in ["label", "by"] {
            let there = match needed {
                "label" => columns.contains(&Column::Label),
                _ => columns.iter().any(|column| matches!(column, Column::Amount(_))),
            };
            if !there && !columns.contains(&Column::Unknown) {
                return Diagnostic::at(codes::TABLE_SHAPE, table.span)
                    .says(format!("a table of modifiers needs a column `{needed}`"))
                    .emit(self.sink);
            }
        }
        for row in &table.rows {
            self.modifier_row(bearer, table, &columns, row);
        }
    }

    fn modifier_column(&mut self, name: &tree::Name) -> Column {
        match &*name.text {
            "label" => Column::Label,
            "by" => Column::Amount(tree::Verb::By),
            "times" => Column::Amount(tree::Verb::Times),
            "set" | "set to" => Column::Amount(tree::Verb::SetTo),
            "rung" => Column::Amount(tree::Verb::Rung),
            "at least" | "least" => Column::Amount(tree::Verb::AtLeast),
            "at most" | "most" => Column::Amount(tree::Verb::AtMost),
            "when" => Column::When,
            "over" => Column::Over,
            "drawback" => Column::Drawback,
            "see" => Column::See,
            _ => {
                let known: Vec<String> = COLUMNS.iter().map(ToString::to_string).collect();
                self.unknown_among(name, "column of a table of modifiers", &known);
                Column::Unknown
            }
        }
    }

    fn modifier_row(
        &mut self,
        bearer: &Bearer<'a>,
        table: &tree::ModifierTable,
        columns: &[Column],
        row: &tree::Row,
    ) {
        if row.cells.len() != columns.len() {
            if !row.is_read() {
                return;
            }
            return Diagnostic::at(codes::ROW_LENGTH, row.span)
                .says(format!(
                    "this row has {} cells and the table has {} columns",
                    row.cells.len(),
                    columns.len()
                ))
                .also(table.span.before(), "the table begins here")
                .help(cells_help(row.cells.len() > columns.len()))
                .emit(self.sink);
        }
        let mut found = RowParts::default();
        for (column, cell) in columns.iter().zip(&row.cells) {
            let value = self.cell_expr(cell);
            match (column, value) {
                (Column::Label, Some(value)) => found.label = plain_text(value),
                (Column::Amount(verb), Some(value)) => {
                    if found.verb.is_some() {
                        self.broken(
                            codes::TABLE_SHAPE,
                            "a row has one amount; write `-` under the other verbs",
                            cell.span,
                        );
                    }
                    found.verb = Some(verb);
                    found.amount = Some(value);
                }
                (Column::When, value) => found.when = value,
                (Column::Over, Some(value)) => found.over.extend(name_of(value)),
                (Column::Drawback, Some(_)) => found.drawback = true,
                (Column::See, Some(value)) => found.see.extend(name_of(value)),
                _ => {}
            }
        }
        let Some(label) = found.label else {
            return Diagnostic::at(codes::NO_LABEL, row.span)
                .says("a row needs a label, the words shown at the table")
                .label("no words in quotes under `label`")
                .emit(self.sink);
        };
        if found.verb.is_none() && found.over.is_empty() {
            self.broken(codes::CANNOT_BEND, "this row changes nothing", row.span);
            return;
        }
        let see: &[tree::Name] = if found.see.is_empty() { &table.see } else { &found.see };
        let parts = Modifier {
            group: None,
            verb: found.verb,
            amount: found.amount,
            up_to: None,
            tail: TailParts {
                when: found.when,
                label: None,
                row_label: Some(label),
                over: &found.over,
                once: None,
                drawback: found.drawback,
                see,
                span: row.span,
            },
            span: row.span,
        };
        for target in &table.targets {
            self.modify_target(bearer, target, &table.reach, &parts);
        }
    }

    /// The one expression of a cell; none for `-`.
    fn cell_expr<'t>(&mut self, cell: &'t tree::Cell) -> Option<&'t tree::Expr> {
        match &cell.kind {
            tree::CellKind::One(value) => Some(value),
            tree::CellKind::Values(_) => {
                self.bad_cell("one value is wanted here", cell.span);
                None
            }
            tree::CellKind::Nothing | tree::CellKind::Error => None,
            tree::CellKind::Empty => Diagnostic::at(codes::EMPTY_CELL, cell.span)
                .says("a cell is empty; write `-` for nothing")
                .refuse(self.sink),
            tree::CellKind::Default | tree::CellKind::Else | tree::CellKind::Range(_) => {
                self.bad_cell("this cannot stand in a table of modifiers", cell.span);
                None
            }
        }
    }

    fn bad_cell(&mut self, message: &str, span: Span) {
        self.report(Diagnostic::at(codes::TABLE_SHAPE, span).says(message));
    }
}

/// The parts of a row.
#[derive(Default)]
struct RowParts<'t> {
    label: Option<&'t str>,
    verb: Option<&'t tree::Verb>,
    amount: Option<&'t tree::Expr>,
    when: Option<&'t tree::Expr>,
    over: Vec<tree::Name>,
    see: Vec<tree::Name>,
    drawback: bool,
}

fn plain_text(value: &tree::Expr) -> Option<&str> {
    match &value.kind {
        tree::ExprKind::Text(text) => text.plain(),
        _ => None,
    }
}

fn name_of(value: &tree::Expr) -> Option<tree::Name> {
    let text = plain_text(value)?;
    Some(tree::Name { text: text.into(), span: value.span, quoted: true })
}

/// How cells are parted.
const fn cells_help(too_many: bool) -> &'static str {
    if too_many {
        "a bar begins a cell: conditions are joined by `and` or `or`"
    } else {
        "a cell for each column; `-` where there is nothing to say"
    }
}
