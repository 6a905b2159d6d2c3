//! Programs to be measured: a file of the benchmark's own, with the library behind it or alone.

use std::sync::Arc;
use warwright_cli::load::library_root;
use warwright_compiler::passes::{Compilation, Options, compile};
use warwright_compiler::roots::{MemoryRoot, Request};
use warwright_ir::{TestId, ValidProgram, validate};
use warwright_runtime::{Locals, Machine, Session};

/// Compiles a file of one's own with the library behind it.
pub fn own(path: &str, text: String) -> Compilation {
    let root = MemoryRoot::new("").with(path, text);
    let request = Request {
        roots: vec![Arc::new(root), Arc::new(library_root())],
        files: vec![path.to_owned()],
        scenarios: true,
        with_library: true,
        ..Request::default()
    };
    compile(&request, &Options::default())
}

/// Compiles a system that stands in one file.
pub fn system(name: &str, text: &str) -> Compilation {
    let root = MemoryRoot::new("").with(format!("systems/{name}/{name}.ww"), text.to_owned());
    let request = Request {
        roots: vec![Arc::new(root)],
        system: Some(name.to_owned()),
        scenarios: true,
        tests: true,
        ..Request::default()
    };
    compile(&request, &Options::default())
}

/// The program of a compilation that must have gone well.
pub fn valid(compilation: Compilation) -> ValidProgram {
    for found in &compilation.diagnostics {
        println!("{} {}", found.code, found.message);
    }
    let program = compilation.program.expect("the content has no mistakes");
    validate(program).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A test block by its name, just before its run.
pub fn before(machine: &Machine, name: &str) -> (TestId, Session, Locals) {
    let program = machine.program();
    let found = program.tests.iter().find(|(_, test)| program.texts[test.name] == name);
    let (id, test) = found.expect("the test is there");
    let (state, locals) = warwright_cli::testing::before(machine, test).expect("it can be set up");
    (id, state, locals)
}
