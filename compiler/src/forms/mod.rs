//! The reference: every form of the language, functions and operations on the board included, by where it stands.

use crate::types::BUILTINS;
pub use warwright_grammar::forms::Sort;
use warwright_grammar::forms::{Row, TABLES};
use warwright_ir::{SPACE_OPS, Written};

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
