//! The words of the language: every declaration, member, clause, statement and value with its syntax and one line for people.
//! From these rows the reference pages are made, lines that could not be read are told their form, and a test holds them
//! against the grammar: no word is on no row.

mod clauses;
mod content;
mod declarations;
mod expressions;
mod statements;

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

/// A row: how a form is written (words as they are, in capitals what is put in, in brackets what may be left out), and what it
/// means.
pub type Row = (&'static str, &'static str);

/// The rows of each sort that are words of the grammar.
pub const TABLES: &[(Sort, &[Row])] = &[
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

/// How the lines of some sorts read that begin with a word, where that says more than that something follows it.
pub(crate) fn of_head<'s>(
    head: &'s str,
    sorts: &'s [Sort],
) -> impl Iterator<Item = &'static str> + 's {
    let tables = TABLES.iter().filter(|(sort, _)| sorts.contains(sort));
    let forms = tables.flat_map(|(_, rows)| rows.iter()).map(|(syntax, _)| *syntax);
    forms.filter(move |syntax| {
        let mut words = syntax.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.next() == Some(head) && words.any(|word| word.starts_with(char::is_lowercase))
    })
}
