//! Tables: rows, cells, tables of entities and of modifiers; and the values of fields, which are cells.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Cell, CellKind, EntityRow, EntityTable, Expr, ExprKind, ModifierTable, Name, Range, Row, See,
    Table, Unit, Value, ValueItem,
};

impl Walk<'_> {
    /// `table NAME(..): TYPE { .. }`
    pub(super) fn table(&mut self, pair: Pair<'_>) -> Option<Table> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a table")?;
        let params = self.params(&mut cursor);
        let by = cursor.next_if(Rule::table_by).map(|pair| self.inner(pair));
        let result = cursor.next_if(Rule::r#type).map(|pair| self.ty(pair));
        let mut see = See::new();
        let mut rows = Vec::new();
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::table_body => {
                    has_body = true;
                    for row in child.into_inner() {
                        rows.push(self.row(row));
                    }
                }
                _ => self
                    .head_junk(&child, "a table is `table NAME(key: TYPE): TYPE { key | value }`"),
            }
        }
        self.needs_body(has_body, span, "a table");
        let headed = rows.len() > 1
            && rows.first().is_some_and(|row| {
                row.cells.len() > 1
                    && row.cells.first().is_some_and(|cell| cell.kind == CellKind::Empty)
            });
        let header = if headed { Some(rows.remove(0)) } else { None };
        Some(Table { name, params, by, result, header, rows, see, span })
    }

    /// Reports a head without its braces.
    pub(super) fn needs_body(&mut self, has_body: bool, span: Span, what: &str) {
        if !has_body {
            self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATION,
                    format!("{what} needs its braces: `{{ .. }}`"),
                    span,
                )
                .label("no `{` on this line"),
            );
        }
    }

    /// A `row`.
    pub(super) fn row(&mut self, pair: Pair<'_>) -> Row {
        self.in_clause(&pair.clone(), |walk| {
            let span = walk.span(&pair);
            let mut cells = Vec::new();
            for child in pair.into_inner() {
                match child.as_rule() {
                    Rule::cell | Rule::filled_cell | Rule::blank_cell => {
                        cells.push(walk.cell(child))
                    }
                    _ => walk.stray_block(child),
                }
            }
            // Trees of large armies are mostly rows: no room that nobody uses.
            cells.shrink_to_fit();
            Row { cells, span }
        })
    }

    fn stray_block(&mut self, pair: Pair<'_>) {
        let start = self.start(&pair);
        let diagnostic = Diagnostic::new(
            codes::BAD_CELL,
            "a block cannot stand in a row of a table",
            self.bytes(start, start + 1),
        );
        self.report(diagnostic.label("this `{` belongs to no cell"));
    }

    /// A `cell`.
    pub(super) fn cell(&mut self, pair: Pair<'_>) -> Cell {
        let span = self.empty_cell(&pair).unwrap_or_else(|| self.span(&pair));
        let mut cursor = self.cursor(pair);
        let kind = self.cell_kind(&mut cursor, span);
        let kind = match cursor.next() {
            Some(bad) => {
                self.bad_cell(&bad);
                CellKind::Error
            }
            None => kind,
        };
        Cell { kind, span }
    }

    /// Where a cell lies in which nothing is written: behind its bar, and not where the next word stands.
    fn empty_cell(&self, pair: &Pair<'_>) -> Option<Span> {
        let written = pair.as_span();
        if !written.as_str().is_empty() {
            return None;
        }
        let before = written.get_input().get(..written.start())?.trim_end();
        if !before.ends_with('|') {
            return None;
        }
        let end = self.start(pair);
        let start = end.saturating_sub(written.start() - before.len());
        let gap = self.slice(start, end);
        let line = gap.find('\n').map_or(gap.len(), |_| 0);
        Some(self.bytes(start, start + line))
    }

    fn bad_cell(&mut self, pair: &Pair<'_>) {
        let words = self.written(pair);
        if words.starts_with('=') && !words.starts_with("==") {
            let start = self.start(pair);
            return self.equals_in_condition(self.bytes(start, start + 1));
        }
        let begin = self.clause_start.min(self.start(pair));
        let change = "a change (`field old -> new`)";
        let end = self.line_end(self.start(pair));
        if let Some(found) = self.slip(change, begin, self.start(pair), end) {
            return self.report_recognized(found);
        }
        let shown = super::report::shorten(words);
        let span = self.span(pair);
        self.report(
            Diagnostic::new(
                codes::BAD_CELL,
                format!("`{shown}` is not understood in a cell"),
                span,
            )
            .label("a value, `default` or `-` was expected")
            .help(match words.trim_start().as_bytes() {
                [b'-', b'-', ..] => "no line of dashes stands in a table: take it out",
                [b':', ..] => "between the cells of a row stands a bar: `a | b`",
                _ => "words of several parts stand in quotes; a list has commas",
            }),
        );
    }

    /// The value of a field or cell, as far as one comes next.
    pub(super) fn cell_kind(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> CellKind {
        match cursor.peek() {
            Some(Rule::cell_nothing) => {
                cursor.next();
                CellKind::Nothing
            }
            Some(Rule::cell_else) => {
                cursor.next();
                CellKind::Else
            }
            Some(Rule::range_open) => match cursor.next() {
                Some(pair) => self.open_range(pair),
                None => CellKind::Empty,
            },
            Some(Rule::expr) => self.values(cursor, whole),
            Some(Rule::number | Rule::string | Rule::ident) => match cursor.next() {
                Some(pair) => one_value(self.primary(pair)),
                None => CellKind::Empty,
            },
            _ => CellKind::Empty,
        }
    }

    fn open_range(&mut self, pair: Pair<'_>) -> CellKind {
        let span = self.span(&pair);
        let high = pair.into_inner().next().map(|high| self.expr(high));
        CellKind::Range(Box::new(Range { low: None, high, span }))
    }

    fn values(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> CellKind {
        let first = self.value(cursor, whole);
        if let Some(rest) = cursor.next_if(Rule::range_rest) {
            let span = first.span.to(self.span(&rest));
            let high = rest.into_inner().next().map(|high| self.expr(high));
            return CellKind::Range(Box::new(Range { low: Some(first), high, span }));
        }
        if !matches!(cursor.peek(), Some(Rule::value_item | Rule::value_next | Rule::comma_end)) {
            return one_value(first);
        }
        let mut items = vec![item(first)];
        while let Some(Rule::value_item | Rule::value_next | Rule::comma_end) = cursor.peek() {
            let Some(pair) = cursor.next() else { break };
            match pair.as_rule() {
                Rule::value_item => items.push(item(self.inner(pair))),
                Rule::value_next => {
                    let value = self.inner(pair);
                    if let Some(name) = items.last().and_then(|item| item.parts.last()) {
                        self.check_name_and_inches(name, &value);
                    }
                    if let Some(last) = items.last_mut() {
                        last.span = last.span.to(value.span);
                        last.parts.push(value);
                    }
                }
                _ => {
                    let span = self.span(&pair);
                    let message = "a value is missing after this comma";
                    let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
                    self.report(found.label("and then?").fix("leave the comma out", span, ""));
                }
            }
        }
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => whole,
        };
        items.shrink_to_fit();
        items.iter_mut().for_each(|item| item.parts.shrink_to_fit());
        CellKind::Values(Box::new(Value { items, span }))
    }

    /// `Level 3"`: a name that ends in a figure, without quotes.
    fn check_name_and_inches(&mut self, before: &Expr, value: &Expr) {
        let (ExprKind::Number(number), Some(name)) = (&value.kind, last_name(before)) else {
            return;
        };
        let capital = name.text.chars().next().is_some_and(char::is_uppercase);
        if number.unit == Some(Unit::Inch) && number.denominator == 1 && capital && !name.quoted {
            let diagnostic =
                super::report::name_in_inches(&name.text, name.span, number.numerator, value.span);
            self.report(diagnostic);
        }
    }

    /// `units { name | attack .. }` after its first word.
    pub(super) fn entity_table(&mut self, plural: Name, pair: Pair<'_>, span: Span) -> EntityTable {
        let mut table =
            EntityTable { plural, columns: Vec::new(), rows: Vec::new(), see: See::new(), span };
        for child in pair.into_inner().flat_map(|body| body.into_inner()) {
            match child.as_rule() {
                Rule::see => self.see(&mut table.see, child),
                Rule::header => table.columns = self.header(child),
                Rule::form_row => table.rows.push(self.form_row(child)),
                _ if self.ends_a_row(&child) => {}
                _ => table.rows.push(EntityRow { form: None, row: self.row(child) }),
            }
        }
        table.rows.shrink_to_fit();
        table
    }

    /// `| Flanking; Pathfinder`: what stands behind a `;` on the line of a row, which is told.
    fn ends_a_row(&mut self, row: &Pair<'_>) -> bool {
        let start = self.start(row);
        let line = self.slice(0, start).rsplit('\n').next().unwrap_or("").trim_end();
        let first = self.slice(start, self.end(row)).split('\n').next().unwrap_or("");
        if !line.ends_with(';') || !line.contains('|') || first.contains('|') {
            return false;
        }
        let at = self.slice(0, start).trim_end().len() - 1;
        let sign = self.bytes(at, at + 1);
        self.in_clause(row, |walk| {
            let found = Diagnostic::new(codes::BAD_CELL, "`;` ends this row", sign);
            walk.report(found.label("what follows it is read as another row").fix(
                "the things of a cell are parted by commas: write `,`",
                sign,
                ",",
            ));
        });
        true
    }

    /// The head row: names of columns, without outer bars.
    fn header(&mut self, pair: Pair<'_>) -> Vec<Name> {
        self.in_clause(&pair.clone(), |walk| {
            let cells: Vec<_> = pair.into_inner().collect();
            let last = cells.len().saturating_sub(1);
            let mut names = Vec::new();
            let mut outer = Vec::new();
            for (at, cell) in cells.into_iter().enumerate() {
                let span = walk.span(&cell);
                let mut cursor = walk.cursor(cell);
                match walk.next_name(&mut cursor) {
                    Some(name) => names.push(name),
                    None if at == 0 || at == last => outer.push(walk.outer_bar(span, at == 0)),
                    None => walk.report(
                        Diagnostic::new(codes::BAD_CELL, "this column has no name", span)
                            .label("a name was expected between the bars"),
                    ),
                }
                if let Some(bad) = cursor.next() {
                    let message = "a column is named by one word";
                    let found = Diagnostic::new(codes::BAD_CELL, message, walk.span(&bad));
                    let found = found.label("left over");
                    match bad.as_str().starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                        true => walk.report_recognized(found.help(
                            "the first line of a table names its columns: `name | FIELD | FIELD`",
                        )),
                        false => {
                            let word = bad.as_str().trim();
                            let joined = names.last().map(|name| format!("{}_{word}", name.text));
                            let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
                            walk.report(match joined.filter(|_| plain) {
                                Some(joined) => {
                                    found.fix(format!("did you mean `{joined}`?"), span, joined)
                                }
                                None => found,
                            });
                        }
                    }
                }
            }
            walk.report_outer_bars(&outer);
            names
        })
    }

    /// The place of the bar at one end of the head row.
    fn outer_bar(&self, span: Span, first: bool) -> Span {
        let at = self.offsets(span).start;
        if first {
            let gap = self.text.get(at..).unwrap_or("").find('|').unwrap_or(0);
            return self.bytes(at + gap, at + gap + 1);
        }
        let bar = self.slice(0, at).rfind('|').unwrap_or(at);
        self.bytes(bar, bar + 1)
    }

    fn report_outer_bars(&mut self, bars: &[Span]) {
        let Some(&first) = bars.first() else { return };
        let edits = bars
            .iter()
            .map(|&span| crate::diagnostic::Edit { span, replacement: String::new() })
            .collect();
        self.report(
            Diagnostic::new(codes::OUTER_BARS, "a table has bars between its cells only", first)
                .label("an outer bar")
                .fix_all("take the outer bars away, in every row", edits),
        );
    }

    fn form_row(&mut self, pair: Pair<'_>) -> EntityRow {
        self.in_clause(&pair.clone(), |walk| {
            let span = walk.span(&pair);
            let mut cursor = walk.cursor(pair);
            let form = walk.next_name(&mut cursor);
            let mut cells = Vec::new();
            if let Some(name) = &form {
                let kind = crate::tree::ExprKind::Name(name.clone());
                let kind = CellKind::One(Expr { kind, span: name.span });
                cells.push(Cell { kind, span: name.span });
            }
            for child in cursor {
                match child.as_rule() {
                    Rule::cell => cells.push(walk.cell(child)),
                    _ => walk.bad_cell(&child),
                }
            }
            EntityRow { form, row: Row { cells, span } }
        })
    }

    /// `modifiers to Q as ROLE { label | by | when }`
    pub(super) fn modifiers(&mut self, pair: Pair<'_>) -> ModifierTable {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        if let Some(word) = cursor.next_if(Rule::not_to) {
            let (start, end) = self.place(&word);
            let found = self.slip("", self.offsets(span).start, start, end);
            found.into_iter().for_each(|found| self.report_recognized(found));
        }
        let targets = self.targets(&mut cursor, span);
        let reach = self.reach(&mut cursor);
        let mut table = ModifierTable {
            targets,
            reach,
            columns: Vec::new(),
            rows: Vec::new(),
            see: See::new(),
            span,
        };
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut table.see, child),
                Rule::columns_body => {
                    has_body = true;
                    for row in child.into_inner() {
                        match row.as_rule() {
                            Rule::see => self.see(&mut table.see, row),
                            Rule::header => table.columns = self.header(row),
                            _ => table.rows.push(self.row(row)),
                        }
                    }
                }
                _ => {
                    self.head_junk(&child, "`modifiers to QUANTITY as ROLE { label | by | when }`")
                }
            }
        }
        self.needs_body(has_body, span, "a table of modifiers");
        table
    }
}

/// A cell of one value; `default` is the field's own.
fn one_value(value: Expr) -> CellKind {
    match value.as_name() {
        Some(name) if &*name.text == "default" => CellKind::Default,
        _ => CellKind::One(value),
    }
}

/// The name at the end of an expression.
fn last_name(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Relation(relation) => relation.right.as_name(),
        _ => None,
    }
}

fn item(first: Expr) -> ValueItem {
    let span = first.span;
    ValueItem { parts: vec![first], span }
}
