//! The rows are held against the grammar.

use std::collections::BTreeSet;
use warwright_compiler::forms::{Sort, reference};

/// What stands in quotes in the grammar.
fn quoted(grammar: &str) -> Vec<String> {
    let code = grammar.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: String = code.collect::<Vec<_>>().join("\n");
    // A quotation mark in a string is none of the grammar's own.
    let code = code.replace("\\\"", "");
    let parts: Vec<&str> = code.split('"').collect();
    // What must not follow (`!".."`) is no word of its own.
    let pairs = parts.chunks(2).filter(|pair| !pair.first().is_some_and(|it| it.ends_with('!')));
    pairs.filter_map(|pair| pair.get(1)).map(|it| it.to_lowercase()).collect()
}

/// Words that the grammar reads so that their refusal can say why: what stands nowhere is on no row.
const REFUSED: [&str; 4] = ["body", "parts", "ranks", "width"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '\'')
}

#[test]
fn every_word_of_the_grammar_has_a_row() {
    let grammar = include_str!("../../../grammar/src/warwright.pest");
    let known: BTreeSet<String> = reference()
        .iter()
        .flat_map(|word| words(&word.syntax).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let missing: BTreeSet<String> = quoted(grammar)
        .iter()
        .flat_map(|quoted| words(quoted).map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| word.len() > 1 && word.chars().all(|it| it.is_alphabetic() || it == '\''))
        .filter(|word| !word.starts_with('\'') && !known.contains(word))
        .filter(|word| !REFUSED.contains(&word.as_str()))
        .collect();
    assert!(missing.is_empty(), "words of the grammar that stand in no row: {missing:?}");
}

#[test]
fn every_row_has_its_line() {
    for word in reference() {
        assert!(!word.syntax.is_empty() && word.about.ends_with('.'), "{word:?}");
    }
    let sorts: BTreeSet<Sort> = reference().iter().map(|word| word.sort).collect();
    assert_eq!(sorts.len(), 11);
}

#[test]
fn no_form_has_two_rows() {
    let all: Vec<String> =
        reference().iter().map(|it| format!("{:?} {}", it.sort, it.syntax)).collect();
    let distinct: BTreeSet<&String> = all.iter().collect();
    assert_eq!(all.len(), distinct.len());
}
