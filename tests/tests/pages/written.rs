//! Each row of the reference is true: what it writes, with each part that may be left out, stands so in a game that tests compile
//! and play, on the pages or in `tests/games`.

use warwright_compiler::forms::{Sort, reference};
use warwright_tests::pages::games;
use warwright_tests::repository::{files, read, root};
use warwright_tests::shapes::{Shape, words};

/// Sorts of forms that begin a line.
const LINES: [Sort; 7] = [
    Sort::Declaration,
    Sort::Member,
    Sort::Clause,
    Sort::Statement,
    Sort::Content,
    Sort::Test,
    Sort::Erratum,
];

fn sources() -> Vec<Vec<String>> {
    let pages = games().into_values().flatten().map(|(_, text)| text);
    let made_up = files(&root().join("tests/games"), &["ww"]);
    pages.chain(made_up.iter().map(|path| read(path))).map(|text| words(&text)).collect()
}

#[test]
fn every_row_of_the_reference_is_written_so_in_a_game_that_is_played() {
    let sources = sources();
    let mut false_rows = Vec::new();
    for form in reference() {
        let begins = LINES.contains(&form.sort);
        for (part, way) in Shape::new(&form.syntax).each_way() {
            if !sources.iter().any(|source| way.stands_in(source, begins)) {
                false_rows.push(format!("{}   ({part})", form.syntax));
            }
        }
    }
    assert!(false_rows.is_empty(), "nowhere written so:\n{}", false_rows.join("\n"));
}

#[test]
fn what_is_written_otherwise_is_found() {
    let source =
        words("for next b in boats where b.dry by lowest b.load, choice of p { row(b) }\n");
    let stands = |form: &str| {
        Shape::new(form).each_way().iter().all(|(_, way)| way.stands_in(&source, true))
    };
    assert!(stands("for next NAME in SET [where CONDITION] by KEY [, choice of PLAYER] { .. }"));
    assert!(!stands("for next NAME in SET by KEY [, then KEY] { .. }"));
    assert!(!stands("for each|next NAME in SET { .. }"));
    assert!(!stands("next NAME in SET { .. }"));
    assert!(!stands("for next NAME in SET by KEY { say \"WORDS\" }"));
}
