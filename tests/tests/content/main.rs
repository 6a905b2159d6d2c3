//! The games that come along: nothing is wrong with them, and their tests pass.

mod advice;
mod battles;
mod endings;
mod heard;
mod heirs;
mod homebrew;
mod limits;
mod odds;
mod prices;
mod promises;
mod ranges;
mod scripts;
mod several;
mod stands;
mod teams;
mod untold;

use std::collections::BTreeSet;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::changes::is_test;
use warwright_tests::deletion::{Line, listed, sample, saying, silent};
use warwright_tests::sources::{codes, compile_own, compile_system, library, lines, shipped};

#[test]
fn nothing_is_wrong_with_the_library() {
    for (system, files) in shipped() {
        let compilation = compile_system(&system, &files);
        assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
        assert!(compilation.program.is_some());
    }
}

#[test]
fn every_test_block_passes() {
    for (system, files) in shipped() {
        let program = validate(compile_system(&system, &files).program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let mut failed = Vec::new();
        for id in program.program().tests.ids() {
            let result = warwright_cli::testing::run(&machine, id);
            if let Some(failing) = result.failure {
                failed.push(format!("{}: {}", result.name, failing.words()));
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        assert!(program.program().tests.len() > 50);
    }
}

/// A sample, to be quick; `cargo run -p warwright-tests --bin silent-lines` takes every line.
#[test]
fn no_line_of_the_library_can_be_lost_without_notice() {
    for (system, files) in shipped() {
        // Most lines are of tests, and each costs a compilation of all the others: of rules more are taken.
        let (tests, rules): (Vec<Line>, Vec<Line>) =
            saying(&files).into_iter().partition(|line| is_test(&line.path));
        let lines = [sample(&rules, 200), sample(&tests, 900)].concat();
        let seen: BTreeSet<&str> = lines.iter().map(|line| line.path.as_str()).collect();
        let content = files.iter().filter(|(path, _)| path.ends_with(".ww"));
        assert_eq!(seen.len(), content.count(), "the sample leaves out files");
        assert!(lines.len() > rules.len() / 200, "the sample has {} lines", lines.len());
        let silent = silent(&system, &files, &lines);
        assert!(silent.is_empty(), "these lines have no effect:\n{}", listed(&silent));
    }
}

/// The search itself is no test that cannot fail: of two lines it finds the comment, whose loss changes nothing.
#[test]
fn a_line_without_effect_is_found() {
    let mut files = library();
    let (path, text) = files.iter_mut().find(|(path, _)| path.ends_with("policy.ww")).unwrap();
    let heard = saying(&[(path.clone(), text.clone())]).pop().unwrap();
    text.push_str("// the end\n");
    let number = text.lines().count();
    let lost = Line { path: path.clone(), number, text: String::from("// the end") };
    assert_eq!(silent("battleground", &files, &[heard, lost.clone()]), vec![lost]);
}

/// What is said of endings that are never reached hangs on the number of the round alone.
#[test]
fn an_ending_that_may_be_reached_is_let_be() {
    let library = library();
    let rows = [
        ("battle.round >= 3 | draw \"dusk\"", Some("WW0421")),
        ("battle.round >= 3 and battle.rounds < 4 | draw \"dusk\"", Some("WW0420")),
        ("battle.round > 6 | draw \"dusk\"", Some("WW0420")),
        ("battle.round >= 1 | none ; else | draw \"dusk\"", Some("WW0428")),
        ("no u in units | draw \"dusk\"", None),
        ("no u in units | none ; battle.round is battle.rounds | draw \"dusk\"", None),
        (
            "no u in units | draw \"gone\" ; battle.round + 1 > battle.rounds | draw \"dusk\"",
            Some("WW0421"),
        ),
    ];
    for (rows, dead) in rows {
        let text = format!(
            "use battleground\nscenario \"S\" {{\n  side A {{ roster \"Hawk Swordsmen alone\" }}\n  \
             side B {{ roster \"Orc Swordsmen alone\" }}\n  rounds 6\n  \
             verdict at end of round {{ {rows} }}\n  \
             verdict at end of battle {{ else | draw \"late\" }}\n}}\n"
        );
        let found = codes(&compile_own(&[("s.ww".to_owned(), text)], &library));
        assert_eq!(found, dead.into_iter().collect::<Vec<_>>(), "{rows}");
    }
}
