//! The cookbook: its blocks together are content for games of the library that compiles, and whose tests pass.

use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::pages::{by_game, files as blocks};
use warwright_tests::repository::{read, root};
use warwright_tests::sources::{compile_own, library, lines};

#[test]
fn the_recipes_compile_and_their_tests_pass() {
    let page = read(&root().join("docs/cookbook.md"));
    let titles = page.lines().filter(|line| line.starts_with("test \"")).count();
    let (library, mut passed) = (library(), 0);
    for own in by_game(blocks(&page)).values() {
        let compilation = compile_own(own, &library);
        assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
        let program = validate(compilation.program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        for (id, test) in program.program().tests.iter() {
            let title = &program.program().texts[test.name];
            if page.contains(&format!("test \"{title}\"")) {
                let result = warwright_cli::testing::run(&machine, id);
                assert!(result.failure.is_none(), "{}: {:?}", result.name, result.failure);
                passed += 1;
            }
        }
    }
    assert_eq!(passed, titles);
}

#[test]
fn what_a_player_says_leads_to_a_recipe() {
    let page = read(&root().join("docs/cookbook.md"));
    let anchor = |heading: &str| {
        let kept = heading.to_lowercase().replace([',', '?', '.'], "");
        kept.replace(' ', "-")
    };
    let headings: Vec<String> =
        page.lines().filter_map(|line| line.strip_prefix("## ")).map(anchor).collect();
    for link in page.split("](#").skip(1) {
        let (to, _) = link.split_once(')').unwrap();
        assert!(headings.iter().any(|heading| heading == to), "{to}: {headings:?}");
    }
}
