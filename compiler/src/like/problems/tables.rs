//! What is said of tables of entries: their columns, rows and cells.

use super::{a, fields_of, names};
use crate::like::misfit;
use crate::names::KindShape;
use crate::wording::suggest;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{EntityTable, Name, Row};
use warwright_grammar::{Diagnostic, Edit, codes};

pub(crate) fn unknown_column(shape: &KindShape<'_>, name: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_FIELD, name.span)
        .says(format!("{} has no field `{}`", a(shape.name), name.text))
        .label("no such field; the column is not used anywhere")
        .meant(name.span, suggest(&name.text, shape.field_names().chain(["name"])))
        .help(fields_of(shape, std::iter::empty()))
}

pub(crate) fn outer_bars(bars: Vec<Span>) -> Diagnostic {
    let first = bars.first().copied().unwrap_or_default();
    let edits = bars.into_iter().map(|span| Edit { span, replacement: String::new() }).collect();
    Diagnostic::at(codes::OUTER_BARS, first)
        .says("a table has bars between its cells only")
        .label("an outer bar")
        .fix_all("take the outer bars away", edits)
}

pub(crate) fn no_name_column(table: &EntityTable) -> Diagnostic {
    let span = table.columns.first().map_or(table.plural.span, |column| column.span);
    let found = Diagnostic::at(codes::NO_NAME_COLUMN, span)
        .says("the first column of a table of entities is `name`")
        .label("another column stands first");
    let first = table.columns.first().is_some_and(|it| it.text.eq_ignore_ascii_case("name"));
    if first {
        let edits = table
            .columns
            .iter()
            .map(|column| Edit { span: column.span, replacement: column.text.to_lowercase() });
        return found.fix_all("columns are written in small letters", edits.collect());
    }
    found.help("put a column `name` first; the rest may stand in any order")
}

pub(crate) fn row_without_name(cell: Span, row: Span) -> Diagnostic {
    Diagnostic::at(codes::EMPTY_CELL, cell)
        .says("this row has no name")
        .label("empty")
        .also(row, "the row")
        .help("give it a name; another form of the entry above is written `.. form | ..`")
}

pub(crate) fn bad_row_name(span: Span, written: &str) -> Diagnostic {
    let found = Diagnostic::at(codes::VALUE_PARTS, span)
        .says("this is not a name")
        .label("a name is one word, or several in quotes");
    let of_words = |sign: char| sign.is_alphanumeric() || [' ', '_', '-', '\''].contains(&sign);
    if written.chars().all(of_words) {
        return found.fix("put it in quotes", span, format!("\"{}\"", written.trim()));
    }
    if let Some((name, rest)) = written.split_once([',', ';', '\t']).filter(|it| !it.0.is_empty()) {
        let help = "a bar parts the cells of a row";
        return found.fix(help, span, format!("{} | {}", name.trim(), rest.trim()));
    }
    found.help("the first cell of a row is a name and nothing else")
}

pub(crate) fn empty_cell(column: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::EMPTY_CELL, span)
        .says(format!("the cell under `{column}` is empty"))
        .label("nothing between the bars")
        .help("write `default` for the field's own default, or `-` for none or the empty list")
}

/// A head row that does not fit the rows, which are all as long as each other.
pub(crate) fn head_length(
    table: &EntityTable,
    cells: usize,
    misfit: Option<(usize, usize)>,
) -> Diagnostic {
    let columns = table.columns.len();
    let header = match (table.columns.first(), table.columns.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => table.plural.span,
    };
    let found = Diagnostic::at(codes::ROW_LENGTH, header)
        .says(format!(
            "this table has {}, and every row of it {}",
            counted(columns, "column"),
            counted(cells, "cell")
        ))
        .label("the columns");
    let head = |at: usize| table.columns.get(at).map(|column| &column.text);
    let place = misfit.and_then(|(from, to)| {
        let to = head(to)?;
        let before = from.checked_sub(1).and_then(head).filter(|_| head(from) != Some(to));
        Some(match before {
            Some(before) => format!("between `{before}` and `{to}`"),
            None => format!("before `{to}`"),
        })
    });
    match (cells > columns, place) {
        (true, Some(place)) => {
            found.help(format!("the head of a column is missing, as it seems {place}"))
        }
        (true, None) => found.help("the head of a column is missing, as it seems the last"),
        (false, _) => {
            found.help("there is a head too many, or every row lacks a cell: `default` stands for the field's own default")
        }
    }
}

pub(crate) fn row_length(
    shape: &KindShape<'_>,
    table: &EntityTable,
    row: &Row,
    misfit: Option<usize>,
    sources: &SourceMap,
) -> Diagnostic {
    let (cells, columns) = (row.cells.len(), table.columns.len());
    let header = match (table.columns.first(), table.columns.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => table.plural.span,
    };
    let found = Diagnostic::at(codes::ROW_LENGTH, row.span).says(format!(
        "this row has {} and the table has {}",
        counted(cells, "cell"),
        counted(columns, "column")
    ));
    let trailing = row.cells.last().is_some_and(|cell| cell.span.is_empty());
    if cells == columns + 1 && trailing {
        let after = row.cells.iter().rev().nth(1).map(|cell| cell.span.end());
        let bar = after.map_or(row.span, |end| Span::new(end, row.span.end().max(end)));
        return found
            .label("a bar at the end makes one more, empty cell")
            .also(header, "the columns")
            .fix("a table has bars between its cells only", bar, "");
    }
    let at = misfit.and_then(|at| Some((row.cells.get(at)?, table.columns.get(at)?)));
    match at {
        Some((cell, column)) => {
            let written = sources.slice(cell.span);
            let wanted = misfit::wanted(shape, &column.text);
            let mut found = found;
            found.primary.span = cell.span;
            let found = found
                .label(format!("`{written}` stands under `{}`, {wanted}", column.text))
                .also(header, "the columns");
            let values: Vec<_> = cell.kind.items().flatten().collect();
            if cells < columns
                && let [first, second] = values.as_slice()
                && let gap = Span::new(first.span.end(), second.span.start())
                && sources.slice(gap).trim().is_empty()
            {
                let (first, second) = (sources.slice(first.span), sources.slice(second.span));
                return found.fix(format!("a bar between `{first}` and `{second}`"), gap, " | ");
            }
            if cells + 1 < columns {
                found.help(in_order(table))
            } else if cells < columns {
                found.help(format!(
                    "a value for `{}` seems to be missing before `{written}`; write `default` for the field's own default, `-` for none",
                    column.text
                ))
            } else {
                found.help(format!("a cell before `{written}` seems to be one too many"))
            }
        }
        None if cells + 1 < columns => {
            found.label("too few cells").also(header, "the columns").help(in_order(table))
        }
        None if cells < columns => {
            let missing: Vec<&str> =
                table.columns.iter().skip(cells).map(|column| &*column.text).collect();
            found
                .label(format!("nothing stands under {}", names(missing)))
                .also(header, "the columns")
                .help("write `default` for the field's own default, `-` for none or the empty list")
        }
        None => found
            .label("too many cells")
            .also(header, "the columns")
            .help("take out what has no column, or give the table one more"),
    }
}

fn in_order(table: &EntityTable) -> String {
    let heads: Vec<&str> = table.columns.iter().map(|column| &*column.text).collect();
    format!(
        "each column has a cell, in this order: {}; `default` stands for the field's own default, `-` for none",
        heads.join(" | ")
    )
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
