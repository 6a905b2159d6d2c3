//! The words of the language: every declaration, member, clause, statement, value and function with its syntax and one line for
//! people. From these rows the reference pages are made, and a test holds them against the grammar: no word is on no row.

mod clauses;
mod content;
mod declarations;
mod expressions;
mod statements;
#[cfg(test)]
mod tests;

use crate::types::BUILTINS;
use warwright_ir::{SPACE_OPS, Written};

/// Where a form stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// In a file, by itself.
    Declaration,
    /// In the body of a declaration.
    Member,
    /// What bends rules.
    Clause,
    /// In the head or the tail of another form.
    Part,
    /// In a block: what is done.
    Statement,
    /// What has a value.
    Value,
    /// A function that the language knows.
    Function,
    /// What can be asked of the board.
    Space,
    /// In battles and army lists.
    Content,
    /// In tests.
    Test,
    /// In corrections.
    Erratum,
}

/// A form of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub sort: Sort,
    /// How it is written: words as they are, in capitals what is put in, in brackets what may be left out.
    pub syntax: String,
    /// What it means, in one line or more.
    pub about: String,
}

/// A row: how a form is written, and what it means.
type Row = (&'static str, &'static str);

/// The rows of each sort that are words of the grammar.
const TABLES: &[(Sort, &[Row])] = &[
    (Sort::Declaration, declarations::DECLARATIONS),
    (Sort::Member, declarations::MEMBERS),
    (Sort::Clause, clauses::CLAUSES),
    (Sort::Part, clauses::PARTS),
    (Sort::Statement, statements::STATEMENTS),
    (Sort::Value, expressions::VALUES),
    (Sort::Content, content::CONTENT),
    (Sort::Test, content::TESTS),
    (Sort::Erratum, content::ERRATA),
];

/// How lines of declarations, statements, clauses and the like read that begin with a word.
pub(crate) fn of_head(head: &str) -> impl Iterator<Item = &'static str> {
    let rows = TABLES.iter().flat_map(|(_, rows)| rows.iter()).map(|(syntax, _)| *syntax);
    rows.filter(move |syntax| {
        !head.is_empty() && syntax.split([' ', '(']).next().is_some_and(|first| first == head)
    })
}

/// All forms of the language, by where they stand.
pub fn reference() -> Vec<Word> {
    let mut all = Vec::new();
    for (sort, rows) in TABLES {
        let word = |(syntax, about): &Row| Word {
            sort: *sort,
            syntax: (*syntax).to_owned(),
            about: (*about).to_owned(),
        };
        all.extend(rows.iter().map(word));
    }
    all.extend(BUILTINS.iter().map(|row| Word {
        sort: Sort::Function,
        syntax: row.syntax.to_owned(),
        about: row.about.to_owned(),
    }));
    let written = SPACE_OPS.iter().filter(|sign| sign.written != Written::Inner);
    all.extend(written.map(|sign| {
        let takes: Vec<String> =
            sign.takes.iter().map(|it| format!("{it:?}").to_uppercase()).collect();
        let syntax = match (sign.written, takes.as_slice()) {
            (Written::Call, _) => format!("{}({})", sign.name, takes.join(", ")),
            (Written::Infix | Written::Own, [left, right]) => {
                format!("{left} {} {right}", sign.name)
            }
            (Written::Field, [of]) => format!("{of}.{}", sign.name),
            _ => sign.name.to_owned(),
        };
        let about: Vec<&str> = sign.about.iter().map(|line| line.trim()).collect();
        Word { sort: Sort::Space, syntax, about: about.join(" ") }
    }));
    all.sort_by_key(|word| word.sort);
    all
}
