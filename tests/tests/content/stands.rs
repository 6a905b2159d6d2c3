//! Boards: what is put on them stands there, moves begin where their pieces are, shapes and corners can be.

use warwright_compiler::passes::Compilation;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::{codes, compile_system, lines, made_up};

/// A made-up game with something more in it.
fn with(name: &str, more: &str) -> Compilation {
    let (_, mut files) = made_up().into_iter().find(|(system, _)| system == name).unwrap();
    files.push((format!("systems/{name}/more.ww"), more.to_owned()));
    compile_system(name, &files)
}

/// Why the last test block of a made-up game with something more fails, if it does.
fn failure(name: &str, more: &str) -> Option<String> {
    let compilation = with(name, more);
    assert!(!compilation.has_errors(), "{}", lines(&compilation));
    let machine = Machine::new(&validate(compilation.program.unwrap()).unwrap());
    let mut tests = machine.program().tests.iter();
    let named = |name| machine.program().texts[name].starts_with("more");
    let (id, _) = tests.rfind(|(_, test)| named(test.name)).unwrap();
    warwright_cli::testing::run(&machine, id).failure.map(|failing| failing.words())
}

#[test]
fn a_move_begins_where_its_piece_is() {
    let moved = |acts: &str| {
        failure(
            "meadow",
            &format!(
                "procedure go(a: animal, b: animal) {{ step x {{ {acts} }} }}\n\
                 test \"more\" {{ given a: Sheep at (5\", 5\") ; b: Sheep at (15\", 5\") ; run go(a, b) ; \
                 expect centre(a).y is 6\" and centre(a).x is 5\" }}"
            ),
        )
    };
    assert_eq!(moved("let r = sliding(a, front, 1\") ; move a along r"), None);
    let twice = moved("let r = sliding(a, front, 1\") ; move a along r ; move a along r").unwrap();
    assert!(twice.contains("does not begin where its piece is"), "{twice}");
    let of_another = moved("let r = sliding(b, front, 1\") ; move a along r").unwrap();
    assert!(of_another.contains("does not begin where its piece is"), "{of_another}");
}

#[test]
fn what_a_scenario_puts_over_the_edge_is_set_back() {
    let battle = "scenario Edge {\n  board 24\" x 20\"\n  side A { deploy south_edge deep 4\" ; roster Dogs ; policy calm }\n  \
         side B { deploy north_edge deep 4\" ; roster Flock ; policy calm }\n  rounds 1\n  \
         setup { for each a in animals { put a at place((-3\", 500000\"), 45 deg) } }\n}\n\
         test \"more\" of Edge { given a: Sheep ; expect a inside board and centre(a).y > 18\" }";
    assert_eq!(failure("meadow", battle), None);
}

#[test]
fn shapes_and_corners_that_cannot_be_are_told_before_play() {
    let step = |act: &str| {
        let file = format!(
            "procedure go(a: animal) {{ step x {{ {act} }} }}\n\
             test \"more\" {{ given a: Sheep at (5\", 5\") ; run go(a) ; expect a inside board }}"
        );
        codes(&with("meadow", &file))
    };
    assert_eq!(step("move a along wheeling(a, left, 45 deg)"), [""; 0]);
    assert_eq!(step("move a along wheeling(a, rear, 45 deg)"), ["WW0301"]);
    assert_eq!(step("if corner(a, front, rear).x > 3\" { remove a }"), ["WW0301"]);
    assert_eq!(step("if corner(a, rear, left).x > 3\" { remove a }"), [""; 0]);
}
