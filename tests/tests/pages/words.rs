//! Every word of the language is shown: it stands in a block of the hand-written pages that a test compiles.

use std::collections::BTreeSet;
use warwright_compiler::forms::reference;
use warwright_tests::pages::{files, games};
use warwright_tests::repository::{read, root};

/// Words that no compiled block of the pages shows, and why.
const NOT_SHOWN: &[(&str, &str)] =
    &[("covers", "it names a row of a checklist, a file beside a game: tests/games/attic")];

/// The small words of a text: those in capitals stand for something else.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '\'');
    parts.filter(|word| word.len() > 1 && word.chars().all(|it| it.is_lowercase() || it == '_'))
}

#[test]
fn every_word_of_the_language_is_shown_on_a_page() {
    let mut blocks: Vec<(String, String)> = games().into_values().flatten().collect();
    blocks.extend(files(&read(&root().join("docs/cookbook.md"))));
    let shown: BTreeSet<&str> = blocks.iter().flat_map(|(_, text)| words(text)).collect();
    let reasons: BTreeSet<&str> = NOT_SHOWN.iter().map(|(word, _)| *word).collect();
    let forms = reference();
    let missing: BTreeSet<(&str, &str)> = forms
        .iter()
        .flat_map(|form| words(&form.syntax).map(|word| (word, form.syntax.as_str())))
        .filter(|(word, _)| !shown.contains(word) && !reasons.contains(word))
        .collect();
    assert!(missing.is_empty(), "on no page: {missing:#?}");
    let idle: Vec<&&str> = reasons.iter().filter(|word| shown.contains(*word)).collect();
    assert!(idle.is_empty(), "shown after all: {idle:?}");
}
