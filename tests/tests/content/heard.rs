//! Everything that stands in content is read: a sample of the changes that `silent-lines --tokens` makes to all of it.

use std::collections::BTreeSet;
use warwright_grammar::parser::rules_of;
use warwright_ir::fingerprint;
use warwright_tests::changes::{
    Change, listed, not_one_message, of_bodies, of_tokens, sample, tokens, unheard,
};
use warwright_tests::repository::{read, root};
use warwright_tests::sources::{compile_system, games, lines};

/// How many changes of a game are tried: the shipped ones are large, and each change compiles its game.
fn share(files: &[(String, String)]) -> usize {
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    (800_000 / bytes.max(1)).clamp(6, 30)
}

#[test]
fn every_token_is_heard() {
    for (system, files) in games() {
        let changes = sample(&of_tokens(&files), share(&files));
        let silent = unheard(&system, &files, &changes);
        assert!(silent.is_empty(), "nobody notices:\n{}", listed(&files, &silent));
    }
}

#[test]
fn a_line_of_junk_is_one_message_in_every_body() {
    for (system, files) in games() {
        let changes = sample(&of_bodies(&files), share(&files));
        let wrong = not_one_message(&system, &files, &changes);
        let shown = wrong.iter().map(|(change, said)| {
            format!("{}{said}", listed(&files, std::slice::from_ref(change)))
        });
        assert!(wrong.is_empty(), "{}", shown.collect::<String>());
    }
}

/// A change that nobody would notice is found.
#[test]
fn a_token_that_nobody_reads_is_found() {
    let (system, mut files) = games().into_iter().find(|(name, _)| name == "lanterns").unwrap();
    let (path, text) = files.iter_mut().find(|(path, _)| path.ends_with(".ww")).unwrap();
    let end = text.len();
    text.push_str("// a note\n");
    let spare =
        Change { path: path.clone(), at: (end + 3, end + 4), to: String::new(), what: "left out" };
    let first = of_tokens(&files).remove(0);
    assert_eq!(unheard(&system, &files, &[first, spare.clone()]), vec![spare]);
}

#[test]
fn tokens_are_told_apart() {
    let text = "by -1 when a.b >= 3.5\" \"x \\\" y\" // z\n  text: a; b\n 1..4 d6";
    let shown: Vec<&str> = tokens(text).into_iter().map(|token| &text[token]).collect();
    let wanted = [
        "by",
        "-",
        "1",
        "when",
        "a",
        ".",
        "b",
        ">=",
        "3.5\"",
        "\"x \\\" y\"",
        "text: a; b",
        "1",
        "..",
        "4",
        "d6",
    ];
    assert_eq!(shown, wanted);
}

/// Line ends, a mark at the beginning, tabs and inch marks of other programs change nothing.
#[test]
fn marks_of_other_programs_change_nothing() {
    for (system, files) in games() {
        let print = |files: &[(String, String)]| {
            let compilation = compile_system(&system, files);
            assert!(compilation.diagnostics.is_empty(), "{system}\n{}", lines(&compilation));
            fingerprint(&compilation.program.unwrap())
        };
        let plain = print(&files);
        let with = |change: &dyn Fn(&str) -> String| {
            let changed = files.iter().map(|(path, text)| (path.clone(), change(text)));
            changed.collect::<Vec<_>>()
        };
        for changed in [
            with(&|text| text.replace('\n', "\r\n")),
            with(&|text| format!("\u{feff}{}", text.replace('\n', "\r"))),
            with(&|text| with_other_marks(text)),
        ] {
            assert_eq!(print(&changed), plain, "{system}");
        }
    }
}

/// Tabs for the blanks at the beginning of lines, double primes for inch marks, curly quotes for straight ones.
fn with_other_marks(text: &str) -> String {
    let mut other = String::new();
    let mut done = 0;
    for token in tokens(text) {
        other.push_str(&text[done..token.start].replace("  ", "\t"));
        let written = &text[token.clone()];
        let inner = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner {
            Some(inner) if !inner.contains('"') => {
                other.push_str(&format!("\u{201c}{inner}\u{201d}"));
            }
            None if written.starts_with(|it: char| it.is_ascii_digit()) => {
                other.push_str(&written.replace('"', "\u{2033}"));
            }
            _ => other.push_str(written),
        }
        done = token.end;
    }
    other.push_str(&text[done..]);
    other
}

/// What stands for mistakes, or for nothing, in the grammar.
const NO_CONSTRUCTS: &[&str] = &[
    "junk",
    "bad",
    "missing",
    "stray",
    "blank_cell",
    "block_open",
    "file_hole",
    "comma_end",
    "at_once",
    "headless",
];

/// What is read to be refused: ties that are supposed, runs told apart by what is no player, dice
/// among the parameters of an action, owners of what is made in play, words that stand for others.
const REFUSED: &[&str] =
    &["sup_joined", "moment_role", "type_some", "owner", "not_a_type", "not_to"];

#[test]
fn every_rule_of_the_grammar_stands_in_a_game() {
    let mut missing = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (_, files) in games() {
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".ww")) {
            let (all, used) = rules_of(text);
            assert!(!used.is_empty(), "{path}");
            missing.extend(all);
            seen.extend(used);
        }
    }
    let grammar = read(&root().join("grammar/src/warwright.pest"));
    let silent = |rule: &str| {
        let mut lines = grammar.lines().filter_map(|line| line.split_once('='));
        lines.any(|(name, body)| name.trim() == rule && body.trim_start().starts_with("_{"))
    };
    missing.retain(|rule| {
        !seen.contains(rule)
            && !silent(rule)
            && !NO_CONSTRUCTS.iter().any(|word| rule.contains(word))
            && !REFUSED.contains(&rule.as_str())
    });
    assert!(missing.is_empty(), "no game shows {missing:?}");
}
