//! The games that come along: nothing is wrong with them, and their tests pass.

use warwright_ir::validate;
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
