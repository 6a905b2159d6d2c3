//! One source gives one program: compiled again, from files in another order, named in another order.

use std::collections::BTreeMap;
use std::sync::Arc;
use warwright_compiler::passes::{Options, compile};
use warwright_compiler::roots::Request;
use warwright_grammar::{SourceMap, parse, tree};
use warwright_ir::{Program, fingerprint, listing};
use warwright_tests::generate::{SYSTEM, rules};
use warwright_tests::sources::{compile_system, games, memory};

/// A program compiled from files that are asked for one by one, in an order.
fn asked(name: &str, files: &[(String, String)], turned: bool) -> Program {
    let mut paths: Vec<String> =
        files.iter().map(|(path, _)| path.clone()).filter(|path| path.ends_with(".ww")).collect();
    if turned {
        paths.reverse();
    }
    let request = Request {
        roots: vec![Arc::new(memory("", files))],
        files: paths,
        system: Some(name.to_owned()),
        scenarios: true,
        tests: true,
        ..Request::default()
    };
    compile(&request, &Options::default()).program.unwrap()
}

#[test]
fn a_program_is_the_same_however_often_and_in_whatever_order() {
    let mut all = games();
    all.extend((1000..1003).map(|seed| (SYSTEM.to_owned(), rules(seed))));
    for (name, files) in all {
        let Some(first) = compile_system(&name, &files).program else { continue };
        let again = compile_system(&name, &files).program.unwrap();
        assert_eq!(fingerprint(&first), fingerprint(&again), "{name}");
        assert_eq!(first, again, "{name}");
        let mut turned = files.clone();
        turned.reverse();
        let turned = compile_system(&name, &turned).program.unwrap();
        assert_eq!(first, turned, "{name}");
        assert_eq!(asked(&name, &files, false), asked(&name, &files, true), "{name}");
    }
}

/// Everything that a run of a program goes by, as the listing has it: each declaration's lines by its first, places included.
fn rules_run(program: &Program) -> BTreeMap<String, Vec<String>> {
    const RULES: [&str; 8] = [
        "procedure ",
        "hook ",
        "action ",
        "define ",
        "quantity ",
        "permission ",
        "table ",
        "site ",
    ];
    let (mut found, mut head): (BTreeMap<String, Vec<String>>, _) = (BTreeMap::new(), None);
    for line in listing(program).lines() {
        if !line.starts_with(' ') {
            head = RULES.iter().any(|rule| line.starts_with(rule)).then(|| line.to_owned());
        }
        // Which runs are noted, since something speaks of them: a test may speak of more.
        if let Some(head) = head.as_ref().filter(|_| !line.trim_start().starts_with("moments: ")) {
            found.entry(head.clone()).or_default().push(line.to_owned());
        }
    }
    found
}

/// Files without their test blocks: blanks stand in their place, so that all else stands where it stood.
fn without_tests(files: &[(String, String)]) -> Vec<(String, String)> {
    let blanked = |(path, text): &(String, String)| {
        let mut map = SourceMap::new();
        let id = map.add(path.as_str(), text.as_str());
        let mut text = text.clone();
        for item in parse(&map, id).0.items {
            if let tree::Item::Test(test) = item {
                let range = map.range(test.span);
                let blank = |char: char| match char {
                    '\n' => String::from(char),
                    _ => " ".repeat(char.len_utf8()),
                };
                let blanks: String = text[range.clone()].chars().map(blank).collect();
                text.replace_range(range, &blanks);
            }
        }
        (path.clone(), text)
    };
    files.iter().map(blanked).collect()
}

#[test]
fn what_is_played_does_not_depend_on_what_is_tested() {
    let mut compared = 0;
    for (name, files) in games() {
        let Some(tested) = compile_system(&name, &files).program else { continue };
        let Some(played) = compile_system(&name, &without_tests(&files)).program else {
            // It has no battle: all its players are those of its tests.
            assert_eq!(name, "masks");
            continue;
        };
        assert_eq!(played.tests.len(), 0, "{name}");
        let (tested_rules, rules) = (rules_run(&tested), rules_run(&played));
        assert!(!rules.is_empty(), "{name}");
        for (head, lines) in rules {
            assert_eq!(tested_rules.get(&head), Some(&lines), "{name}");
        }
        compared += tested.tests.len();
    }
    assert!(compared > 500, "{compared} tests were left out");
}
