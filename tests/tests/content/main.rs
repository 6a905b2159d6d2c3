//! The games that come along: nothing is wrong with them, their tests pass, no line of theirs is without effect.

use warwright_ir::{fingerprint, validate};
use warwright_runtime::Machine;
use warwright_tests::sources::{compile_system, library, lines};

const SYSTEMS: [&str; 1] = ["battleground"];

#[test]
fn nothing_is_wrong_with_the_library() {
    let library = library();
    for system in SYSTEMS {
        let compilation = compile_system(system, &library);
        assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
        assert!(compilation.program.is_some());
    }
}

#[test]
fn every_test_block_passes() {
    let library = library();
    for system in SYSTEMS {
        let program = validate(compile_system(system, &library).program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let mut failed = Vec::new();
        for id in program.program().tests.ids() {
            let result = warwright_cli::testing::run(&machine, id);
            if let Some((_, why)) = result.failure {
                failed.push(format!("{}: {why}", result.name));
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        assert!(program.program().tests.len() > 50);
    }
}

/// Lines that say nothing to the machine: blank, comments, words for readers, what only names a place in a book.
fn says_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with("//") || line.starts_with("text:")
}

#[test]
fn no_line_of_the_library_is_without_effect() {
    let library = library();
    for system in SYSTEMS {
        let whole = fingerprint(&compile_system(system, &library).program.unwrap());
        let mut silent = Vec::new();
        for (at, (path, text)) in library.iter().enumerate() {
            if !path.ends_with(".ww") || !path.contains(system) {
                continue;
            }
            let lines: Vec<&str> = text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                if says_nothing(line) {
                    continue;
                }
                let kept = lines.iter().enumerate().filter(|(other, _)| *other != number);
                let without: String = kept.map(|(_, line)| format!("{line}\n")).collect();
                let mut changed = library.clone();
                changed[at].1 = without;
                let compilation = compile_system(system, &changed);
                let same =
                    compilation.program.is_some_and(|program| fingerprint(&program) == whole);
                if same && compilation.diagnostics.is_empty() {
                    silent.push(format!("{path}:{}: {line}", number + 1));
                }
            }
        }
        assert!(silent.is_empty(), "lines without effect:\n{}", silent.join("\n"));
    }
}
