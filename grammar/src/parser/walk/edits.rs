//! Changes of errata: what one line of an edit does to a figure, a label, a cell, a row or a list.

use super::content::list_sign;
use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::codes;
use crate::source::Span;
use crate::tree::{CellKind, Clause, EditKind, Field, Label, ListSign};

impl Walk<'_> {
    pub(super) fn edit_amount(&mut self, cursor: &mut Cursor<'_>, span: Span) -> EditKind {
        let Some(verb) = cursor.next().map(|pair| self.verb(pair)) else { return EditKind::Error };
        let old = self.value(cursor, span);
        let new = self.new_value(cursor, span);
        EditKind::Amount { verb, old, new }
    }

    pub(super) fn edit_label(&mut self, cursor: &mut Cursor<'_>, span: Span) -> EditKind {
        let old: Option<Label> = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        if let Some(gap) = cursor.next_if(Rule::missing) {
            self.arrow_missing(&gap);
            return EditKind::Error;
        }
        let new = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        match (old, new) {
            (Some(old), Some(new)) => EditKind::Relabel { old, new },
            _ => {
                self.missing(span, "a label is missing", "`label \"old\" -> \"new\"` was expected");
                EditKind::Error
            }
        }
    }

    pub(super) fn edit_cell(&mut self, cursor: &mut Cursor<'_>, span: Span) -> EditKind {
        let mut keys = Vec::new();
        while let Some(key) = cursor.next_if(Rule::cell_key) {
            keys.push(self.cell_key(key));
        }
        let old = self.next_cell(cursor);
        let new = self.new_cell(cursor, span, &old);
        EditKind::Cell { keys, old, new }
    }

    pub(super) fn cell_key(&mut self, pair: Pair<'_>) -> CellKind {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        self.cell_kind(&mut cursor, span)
    }

    pub(super) fn edit_row(&mut self, cursor: &mut Cursor<'_>, span: Span) -> EditKind {
        match cursor.peek() {
            Some(Rule::add_row) => match cursor.next().and_then(|pair| pair.into_inner().next()) {
                Some(row) => EditKind::AddRow(self.row(row)),
                None => EditKind::Error,
            },
            Some(Rule::remove_row) => {
                match cursor.next().and_then(|pair| pair.into_inner().next()) {
                    Some(key) => EditKind::RemoveRow(self.cell_key(key)),
                    None => EditKind::Error,
                }
            }
            _ => {
                let old = self.next_cell(cursor);
                let new = self.new_cell(cursor, span, &old);
                EditKind::Rekey { old, new }
            }
        }
    }

    pub(super) fn edit_list(&mut self, cursor: &mut Cursor<'_>, span: Span) -> EditKind {
        let Some(name) = self.next_name(cursor) else { return EditKind::Error };
        let sign = cursor.next_if(Rule::list_sign).map(|pair| list_sign(&pair));
        if let Some(pair) = cursor.next_if(Rule::list_clauses) {
            let clauses = self.list_clauses(pair);
            if &*name.text == "clauses" && sign == Some(ListSign::Add) {
                return EditKind::AddClauses(clauses);
            }
            self.missing(
                name.span,
                "only `clauses +` goes on with a block",
                "not a list of clauses",
            );
            return EditKind::Error;
        }
        let value = self.next_cell(cursor);
        if value == CellKind::Empty {
            self.missing(span, "nothing follows the sign", "a name was expected");
        }
        EditKind::List(Field { name, sign, value, span })
    }

    pub(super) fn list_clauses(&mut self, pair: Pair<'_>) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for child in pair.into_inner() {
            if child.as_rule() == Rule::junk {
                self.in_clause(&child.clone(), |walk| {
                    walk.bad_line(&child, codes::BAD_CLAUSE, "a clause")
                });
            } else {
                clauses.extend(self.clause(child));
            }
        }
        clauses
    }
}
