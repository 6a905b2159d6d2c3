//! Rows: undoes tables of entities, one entity or form a row.

use crate::provenance::EntityId;

use warwright_grammar::source::Span;
use warwright_grammar::tree::{Cell, CellKind, EntityRow, EntityTable, Name, Word};

use super::declare::{Collect, empty};
use super::fields::{none, written_name};
use super::{Given, ListEdit, ListItem, ListOf, Said, misfit, problems};
use crate::names::{KindIndex, KindShape};
use warwright_grammar::tree::ListSign;

/// What a column of a table gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnOf {
    /// The name of the entity.
    Name,
    /// What it owns.
    Abilities,
    /// A printed column of the kind.
    Printed(usize),
    /// One profile of a printed column that has several.
    Profile(usize),
    /// Nothing known (a diagnostic was given).
    Unknown,
}

/// Adds the entities of a table, of which nothing is kept but words.
pub(super) fn read_table<'t>(
    collect: &mut Collect<'t, '_>,
    table: &EntityTable,
    faction: Option<&'t Name>,
) {
    let index = collect.reader.index;
    let word = &table.plural;
    let known = index.plural(&word.text).or_else(|| {
        // What it is most likely a table of is known by name to all that follows.
        let meant = index.meant(&word.text, true);
        let plural = meant.map(|(_, shape)| shape.plural.as_str());
        collect.reader.sink.push(problems::unknown_plural(word, plural));
        meant
    });
    let Some((kind, shape)) = known else { return };
    let columns = read_header(collect, shape, table);
    if columns.first() != Some(&ColumnOf::Name) {
        return collect.reader.sink.push(problems::no_name_column(table));
    }
    let head_lacks = lacks_a_head(collect, shape, table, &columns);
    let mut above: Option<EntityId> = None;
    for row in &table.rows {
        let header = Header { table, columns: &columns, kind, shape, faction, head_lacks };
        match &row.form {
            None => above = read_row(collect, &header, row),
            Some(form) => read_form(collect, &header, row, form, above),
        }
    }
}

struct Header<'t, 'h> {
    table: &'h EntityTable,
    columns: &'h [ColumnOf],
    kind: KindIndex,
    shape: &'h KindShape<'t>,
    faction: Option<&'t Name>,
    /// Whether the head row has another length than all others, which was said there.
    head_lacks: bool,
}

/// Reports a head row that has another length than all rows below it.
fn lacks_a_head(
    collect: &mut Collect<'_, '_>,
    shape: &KindShape<'_>,
    table: &EntityTable,
    columns: &[ColumnOf],
) -> bool {
    let mut lengths = table.rows.iter().map(|row| row.row.cells.len());
    let Some(length) = lengths.next() else { return false };
    let rows = table.rows.iter();
    let whole = rows.clone().all(|row| row.form.is_none() && row.row.is_read());
    let trailing = |row: &EntityRow| row.row.cells.last().is_some_and(|it| it.span.is_empty());
    let several = table.rows.len() > 1 && lengths.all(|other| other == length);
    if length == columns.len() || !several || !whole || rows.clone().any(trailing) {
        return false;
    }
    let cells = table.rows.first().map_or(&[][..], |row| &row.row.cells);
    let at = misfit::first(shape, columns, cells);
    // Cells that give no value fit anywhere.
    let open =
        |at: usize| cells.get(at).is_some_and(|it| it.kind.items().flatten().next().is_none());
    let from = at.map(|at| (0..at).rev().take_while(|it| open(*it)).last().unwrap_or(at));
    collect.reader.sink.push(problems::head_length(table, length, from.zip(at)));
    true
}

fn read_header(
    collect: &mut Collect<'_, '_>,
    shape: &KindShape<'_>,
    table: &EntityTable,
) -> Vec<ColumnOf> {
    let mut columns: Vec<ColumnOf> = Vec::with_capacity(table.columns.len());
    for (position, name) in table.columns.iter().enumerate() {
        let word = &*name.text;
        let column = if word == "name" {
            ColumnOf::Name
        } else if word == "abilities" {
            ColumnOf::Abilities
        } else if let Some((position, _)) = shape.column(word) {
            ColumnOf::Printed(position)
        } else if let Some((position, _)) = shape.profile(word) {
            ColumnOf::Profile(position)
        } else if position == 0 {
            // Another word for the names, as it seems: the rest of the table is read.
            collect.reader.sink.push(problems::no_name_column(table));
            ColumnOf::Name
        } else {
            collect.reader.sink.push(problems::unknown_column(shape, name));
            ColumnOf::Unknown
        };
        let again = columns.iter().position(|other| *other == column);
        if let Some(first) = again.filter(|_| column != ColumnOf::Unknown)
            && let Some(first) = table.columns.get(first)
        {
            collect.reader.sink.push(problems::field_twice(word, name.span, first.span));
            columns.push(ColumnOf::Unknown);
            continue;
        }
        columns.push(column);
    }
    columns
}

fn read_row<'t>(
    collect: &mut Collect<'t, '_>,
    header: &Header<'t, '_>,
    row: &EntityRow,
) -> Option<EntityId> {
    let cells = within_bars(collect, header, &row.row.cells);
    let cell = cells.first()?;
    let Some((title, span)) = row_name(cell) else {
        let found = match cell.kind {
            CellKind::Error => None,
            CellKind::Empty => Some(problems::row_without_name(cell.span, row.row.span)),
            _ => Some(problems::bad_row_name(cell.span, collect.reader.sources.slice(cell.span))),
        };
        if let Some(found) = found {
            collect.reader.sink.push(found);
        }
        return None;
    };
    let mut read = Read::new(header.shape);
    read.cells(collect, header, row, cells);
    let mut entity = empty(header.kind, Word::from(title), span, row.row.span);
    entity.faction = header.faction;
    entity.fields = read.fields;
    entity.abilities = read.abilities.unwrap_or_default().into();
    entity.broken = read.broken;
    Some(collect.add_named(entity))
}

fn read_form<'t>(
    collect: &mut Collect<'t, '_>,
    header: &Header<'t, '_>,
    row: &EntityRow,
    form: &Name,
    above: Option<EntityId>,
) {
    if !header.shape.forms {
        let found = problems::kind_without_forms(header.shape, form.span);
        return collect.reader.sink.push(found);
    }
    let Some(base) = above else {
        return collect.reader.sink.push(problems::form_without_entry(form.span));
    };
    let mut read = Read::new(header.shape);
    read.cells(collect, header, row, &row.row.cells);
    let mut entity = collect.form_of(base, form, row.row.span);
    entity.fields = read.fields;
    entity.broken |= read.broken;
    let id = collect.add_form(base, entity);
    if let Some(items) = read.abilities {
        let edit = ListEdit {
            list: ListOf::Abilities,
            sign: ListSign::Replace,
            items,
            span: row.row.span,
        };
        collect.out.edits.entry(id).or_default().push(edit);
    }
}

struct Read {
    fields: Vec<Option<Given>>,
    abilities: Option<Vec<ListItem>>,
    broken: bool,
}

impl Read {
    fn new(shape: &KindShape<'_>) -> Self {
        Self { fields: none(shape.profiles.len()), abilities: None, broken: false }
    }

    fn cells<'t>(
        &mut self,
        collect: &mut Collect<'t, '_>,
        header: &Header<'t, '_>,
        row: &EntityRow,
        cells: &[Cell],
    ) {
        // What stands under a column without a name may be any of the figures that seem to be missing.
        self.broken |= header.columns.contains(&ColumnOf::Unknown);
        if cells.len() != header.columns.len() {
            self.broken = true;
            if header.head_lacks || !row.row.is_read() {
                return;
            }
            let sources = collect.reader.sources;
            let misfit = misfit::first(header.shape, header.columns, cells);
            let found = problems::row_length(header.shape, header.table, &row.row, misfit, sources);
            return collect.reader.sink.push(found);
        }
        let mut read = Vec::new();
        for ((cell, column), name) in
            cells.iter().zip(header.columns).zip(&header.table.columns).skip(1)
        {
            if matches!(cell.kind, CellKind::Empty) {
                self.broken = true;
                collect.reader.sink.push(problems::empty_cell(&name.text, cell.span));
                continue;
            }
            self.cell(collect, header.shape, cell, *column, &mut read);
        }
    }

    fn cell<'t>(
        &mut self,
        collect: &mut Collect<'t, '_>,
        shape: &KindShape<'t>,
        cell: &Cell,
        column: ColumnOf,
        read: &mut Vec<(usize, Given)>,
    ) {
        match column {
            ColumnOf::Name | ColumnOf::Unknown => {}
            ColumnOf::Abilities => {
                self.abilities = collect.reader.list(&cell.kind, cell.span);
                self.broken |= self.abilities.is_none();
            }
            ColumnOf::Printed(position) => {
                let Some(column) = shape.columns.get(position) else { return };
                read.clear();
                let whole = collect.reader.is_whole(column.name, &cell.kind);
                if !whole || !collect.reader.column(shape, column, &cell.kind, cell.span, read) {
                    self.broken = true;
                }
                for (profile, given) in read.drain(..) {
                    if let Some(slot) = self.fields.get_mut(profile) {
                        *slot = Some(given);
                    }
                }
            }
            ColumnOf::Profile(position) => {
                let Some(profile) = shape.profiles.get(position) else { return };
                let given = if profile.is_list {
                    let list = collect.reader.list(&cell.kind, cell.span);
                    list.map(|items| Given::declared(Said::list(items.into(), cell.span)))
                } else {
                    let name = &profile.name.text;
                    let whole = collect.reader.is_whole(name, &cell.kind);
                    collect.reader.scalar(name, &cell.kind, cell.span).filter(|_| whole)
                };
                self.broken |= given.is_none();
                if let Some(slot) = self.fields.get_mut(position) {
                    *slot = given;
                }
            }
        }
    }
}

/// The cells of a row without those that outer bars make, which are reported.
fn within_bars<'c>(
    collect: &mut Collect<'_, '_>,
    header: &Header<'_, '_>,
    cells: &'c [Cell],
) -> &'c [Cell] {
    let columns = header.columns.len();
    let [first, inner @ ..] = cells else { return cells };
    if cells.len() <= columns || !matches!(first.kind, CellKind::Empty) {
        return cells;
    }
    let bar = |start: u32| Span::new(start, start + 1);
    let mut bars = vec![bar(first.span.end())];
    let inner = match inner {
        [rest @ .., last] if inner.len() > columns && matches!(last.kind, CellKind::Empty) => {
            bars.push(bar(last.span.start().saturating_sub(1)));
            rest
        }
        all => all,
    };
    collect.reader.sink.push(problems::outer_bars(bars));
    inner
}

fn row_name(cell: &Cell) -> Option<(&str, Span)> {
    let expr = cell.kind.single()?;
    written_name(expr).map(|name| (name, expr.span))
}
