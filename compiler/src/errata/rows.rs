//! Rows of tables of modifiers as targets: each is one clause, and what is corrected in it makes it a clause of its own.

use warwright_grammar::tree::{
    Cell, CellKind, Change, Clause, Expr, ExprKind, Label, ModifierTable, Modify, Name, Row, Tail,
    Verb,
};

use super::lines::{Line, Lines, of_clause};
use crate::names::{Index, Node};

/// The clauses of a system with those that stand in rows of its tables.
#[derive(Debug)]
pub(super) struct OfSystem<'t> {
    clauses: Vec<Node<'t, Clause>>,
    tables: Vec<Node<'t, ModifierTable>>,
    rows: Vec<InRow>,
}

/// A row as a clause.
#[derive(Debug)]
struct InRow {
    table: usize,
    row: usize,
    clause: Clause,
    /// Whether an edit changed it, or took it away.
    touched: bool,
    gone: bool,
}

impl<'t> OfSystem<'t> {
    /// Takes them out of an index.
    pub(super) fn taken_from(index: &mut Index<'t>) -> Self {
        let clauses = std::mem::take(&mut index.clauses);
        let tables = std::mem::take(&mut index.modifiers);
        let rows = tables.iter().enumerate().flat_map(|(at, table)| {
            let rows = table.rows.iter().enumerate();
            rows.filter_map(move |(row, cells)| {
                let clause = as_clause(table, cells)?;
                Some(InRow { table: at, row, clause, touched: false, gone: false })
            })
        });
        let rows = rows.collect();
        Self { clauses, tables, rows }
    }

    /// Puts them back: a row that was changed as a clause.
    pub(super) fn put_back(self, index: &mut Index<'t>) {
        let Self { mut clauses, mut tables, rows } = self;
        // From behind, so that those before stay where they are.
        for InRow { table, row, .. } in rows.iter().rev().filter(|it| it.touched) {
            if let Some(table) = tables.get_mut(*table) {
                table
                    .edit(|table| drop((*row < table.rows.len()).then(|| table.rows.remove(*row))));
            }
        }
        let kept = rows.into_iter().filter(|it| it.touched && !it.gone);
        clauses.extend(kept.map(|it| Node::Changed(it.clause.into())));
        (index.clauses, index.modifiers) = (clauses, tables);
    }
}

impl Lines for OfSystem<'_> {
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool) {
        Lines::retain(&mut self.clauses, keep);
        for row in self.rows.iter_mut().filter(|row| !row.gone) {
            let before = row.clause.clone();
            row.gone = !keep(of_clause(&mut row.clause));
            row.touched |= row.gone || row.clause != before;
        }
    }

    fn add(&mut self, clause: Clause) -> bool {
        Lines::add(&mut self.clauses, clause)
    }
}

/// The clause that a row stands for; nothing where the row has mistakes, which are told elsewhere.
fn as_clause(table: &ModifierTable, row: &Row) -> Option<Clause> {
    if row.cells.len() != table.columns.len() {
        return None;
    }
    let mut tail = Tail { see: table.see.clone(), ..Tail::default() };
    let (mut change, mut see) = (None, Vec::new());
    for (column, cell) in table.columns.iter().zip(&row.cells) {
        let Some(value) = value_of(cell) else { continue };
        match &*column.text {
            "label" => tail.label = words(value),
            "when" => tail.when = Some(value.clone()),
            "over" => tail.over.extend(name(value)),
            "see" => see.extend(name(value)),
            "drawback" => tail.drawback = Some(value.span),
            word => {
                let verb = verb(word)?;
                let amount = value.clone();
                change = Some(Change { verb, span: amount.span, amount, up_to: None });
            }
        }
    }
    if !see.is_empty() {
        tail.see = see;
    }
    tail.label.as_ref()?;
    let (targets, reach) = (table.targets.clone(), table.reach.clone());
    let modify = Modify { targets, reach, group: None, change, tail, span: row.span };
    Some(Clause::Modify(Box::new(modify)))
}

fn value_of(cell: &Cell) -> Option<&Expr> {
    as_variant!(&cell.kind, CellKind::One(value) => value)
}

fn words(value: &Expr) -> Option<Label> {
    match &value.kind {
        ExprKind::Text(text) => {
            Some(Label { text: (**text).clone(), data: None, span: value.span })
        }
        _ => None,
    }
}

fn name(value: &Expr) -> Option<Name> {
    let label = words(value)?;
    Some(Name { text: label.text.plain()?.into(), span: value.span, quoted: true })
}

fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "by" => Verb::By,
        "times" => Verb::Times,
        "set" | "set to" => Verb::SetTo,
        "rung" => Verb::Rung,
        "at least" | "least" => Verb::AtLeast,
        "at most" | "most" => Verb::AtMost,
        _ => return None,
    })
}
