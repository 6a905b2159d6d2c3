//! One source gives one program: compiled again, from files in another order, named in another order.

use std::sync::Arc;
use warwright_compiler::passes::{Options, compile};
use warwright_compiler::roots::Request;
use warwright_ir::{Program, fingerprint};
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
