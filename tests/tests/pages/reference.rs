//! The reference of the language is made from its table of forms: the page in the repository is the one that the table gives.

use crate::told::page_of;
use warwright_compiler::forms::{Sort, Word, reference};
use warwright_grammar::parser::RESERVED;
use warwright_tests::repository::{read, root};

const PAGE: &str = "docs/language/reference.md";

/// Headings with what stands under them, in the order in which an author meets it.
const SECTIONS: [(Sort, &str, &str); 11] = [
    (Sort::Declaration, "Declarations", "In a file, each by itself."),
    (Sort::Member, "Members", "In the body of a declaration."),
    (Sort::Clause, "Clauses", "In the body of whoever bears them: what bends rules."),
    (Sort::Part, "Parts", "In the head or the tail of another form."),
    (Sort::Statement, "Statements", "In steps, hooks and the `do` of actions."),
    (Sort::Value, "Values", "In conditions and amounts."),
    (Sort::Function, "Functions", "Functions that every game has."),
    (Sort::Space, "The board", "What can be asked of places, shapes, moves and cells."),
    (Sort::Content, "Armies and battles", "In rosters and scenarios."),
    (Sort::Test, "Tests", "In `test` blocks."),
    (Sort::Erratum, "Corrections", "In `errata`."),
];

fn page() -> String {
    let words = reference();
    let mut page = String::from(
        "# Reference\n\nEvery word of the language, made from the table by which the compiler reads it. In capitals stands what is put in, in brackets \
         what may be left out;\nthe last column leads to the section that explains it. What a game adds to it (its kinds, steps, numbers, permissions) is told by `warwright about GAME`.\n",
    );
    for (sort, heading, stands) in SECTIONS {
        page += &format!(
            "\n## {heading}\n\n{stands}\n\n| written | meaning | told |\n| --- | --- | --- |\n"
        );
        for Word { syntax, about, .. } in words.iter().filter(|word| word.sort == sort) {
            let bars = |text: &str| text.replace('|', "\\|").replace('\n', " ");
            let told = page_of(sort, syntax);
            let (file, _) = told.split_once(".md").unwrap();
            page += &format!("| `{}` | {} | [{file}]({told}) |\n", bars(syntax), bars(about));
        }
    }
    page += "\n## Reserved words\n\nNo variable, parameter, relation or declaration is called so; fields may be.\n\n";
    page += &format!("`{}`\n", RESERVED.join("`, `"));
    page
}

/// With `PAGES=write` the page is written, to be read before it is kept.
#[test]
fn the_reference_is_what_the_table_of_forms_says() {
    let kept = root().join(PAGE);
    let wanted = page();
    if std::env::var("PAGES").as_deref() == Ok("write") {
        std::fs::write(&kept, &wanted).unwrap();
    }
    assert!(
        kept.exists() && read(&kept) == wanted,
        "PAGES=write cargo test -p warwright-tests --test pages reference"
    );
}

#[test]
fn every_form_has_a_section() {
    let sorts = SECTIONS.map(|(sort, ..)| sort);
    for word in reference() {
        assert!(sorts.contains(&word.sort), "{word:?}");
        assert!(!word.about.is_empty() && word.about.ends_with('.'), "{word:?}");
    }
}
