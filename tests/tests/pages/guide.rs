//! The pages of the language build games block by block; here they are compiled, tested and played.

use warwright_ir::{ValidProgram, validate};
use warwright_runtime::{Limits, Machine};
use warwright_tests::battles::{Players, race};
use warwright_tests::odds::{apart, exact, sampled};
use warwright_tests::pages::{games, guide as built};
use warwright_tests::sources::{compile_system, lines};

/// All games of the pages, compiled.
fn programs() -> Vec<(String, ValidProgram)> {
    let compiled = games().into_iter().map(|(name, files)| {
        let compilation = compile_system(&name, &files);
        assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
        (name, validate(compilation.program.unwrap()).unwrap())
    });
    compiled.collect()
}

#[test]
fn each_file_is_built_on_one_page() {
    let all = games().into_values().flatten();
    let mut names: Vec<String> = all.map(|(name, _)| name).collect();
    names.sort();
    let many = names.len();
    names.dedup();
    assert!(many >= 3 && many == names.len(), "{names:?}");
}

#[test]
fn the_games_of_the_pages_compile_and_their_tests_pass() {
    let mut passed = 0;
    for (game, program) in programs() {
        let machine = Machine::new(&program);
        for id in program.program().tests.ids() {
            let result = warwright_cli::testing::run(&machine, id);
            assert!(result.failure.is_none(), "{game}: {}: {:?}", result.name, result.failure);
            passed += 1;
        }
    }
    assert!(passed >= 60, "{passed}");
}

#[test]
fn the_battles_of_the_pages_are_played_to_their_end() {
    for (game, program) in programs() {
        let machine = Machine::new(&program);
        for scenario in program.battles() {
            for (players, seed) in [(Players::Policy, 1), (Players::Random, 2)] {
                let battle = race(&machine, scenario, seed, players)
                    .unwrap_or_else(|wrong| panic!("{game}: {players:?}: {wrong}"));
                assert!(battle.choices > 5, "{game}: {battle:?}");
            }
        }
    }
}

/// A crossing of two boats, one round long.
const SHORT: &str = r#"use ferry
roster "One Otter" of "Reed Crew" { 1 Otter }
roster "One Punt" of "Mill Crew" { 1 Punt }
scenario Short {
  side Reeds { roster "One Otter" ; policy steady }
  side Mill  { roster "One Punt" ; policy steady }
  rounds 1
}
"#;

#[test]
fn the_odds_of_the_game_of_the_guide_are_those_of_play() {
    let mut files = built();
    files.push(("scenarios/ferry/short.ww".to_owned(), SHORT.to_owned()));
    let compilation = compile_system("ferry", &files);
    assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
    let program = validate(compilation.program.unwrap()).unwrap();
    let named = |name| &program.program().texts[name] == "Short";
    let mut scenarios = program.program().scenarios.iter();
    let (short, _) = scenarios.find(|(_, it)| named(it.name)).unwrap();
    let machine = Machine::new(&program);
    let battles = 2_000;
    let exactly = |machine: &Machine| exact(machine, short, Limits::default()).unwrap();
    let ((odds, played), anew) = rayon::join(
        || (exactly(&machine), sampled(&machine, short, battles)),
        || exactly(&Machine::watching(&program)),
    );
    assert_eq!(anew, odds);
    let wrong = apart(&odds, &played, battles);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(odds.iter().any(|(end, _)| end.contains("the fuller purse")), "{odds:?}");
}
