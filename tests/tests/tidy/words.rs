//! The engine knows no game: no word of the list stands in its sources, in identifiers, strings or comments.

use std::collections::BTreeSet;
use warwright_tests::repository::{ENGINE, files, read, root};

/// The words of a line: runs of letters, split at changes of case, in lower case.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_small = false;
    for letter in line.chars() {
        let starts = letter.is_ascii_uppercase() && after_small;
        if (starts || !letter.is_ascii_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_ascii_alphabetic() {
            word.push(letter.to_ascii_lowercase());
        }
        after_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
    }
    words.push(word);
    words
}

#[test]
fn no_word_of_a_game_stands_in_the_engine() {
    let list = read(&root().join("tests/game-words.txt"));
    let banned: BTreeSet<&str> = list
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(banned.len() > 70, "the list has been shortened");
    let mut found = Vec::new();
    for name in ENGINE {
        for path in files(&root().join(name), &["rs", "pest"]) {
            let shown = path.strip_prefix(root()).unwrap().display().to_string();
            if shown.contains("/tests/") || shown.ends_with("tests.rs") {
                continue;
            }
            for (number, line) in read(&path).lines().enumerate() {
                for word in words(line) {
                    let single = word.strip_suffix('s').unwrap_or(&word);
                    if banned.contains(word.as_str()) || banned.contains(single) {
                        found.push(format!("{shown}:{}: {word}", number + 1));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "words of a game in the engine:\n{}", found.join("\n"));
}

#[test]
fn words_are_split_at_case_and_underscores() {
    assert_eq!(words("fearCheck fear_check"), ["fear", "check", "fear", "check"]);
}
