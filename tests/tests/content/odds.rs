//! Exact odds of battles that come along are those of the battles as they are played.

use warwright_ir::validate;
use warwright_runtime::{Limits, Machine};
use warwright_tests::odds::{apart, exact, held, sampled};
use warwright_tests::sources::{compile_system, games, shipped};

/// The duel, cut short.
#[test]
fn a_duel_ends_as_its_odds_say() {
    let mut games = shipped();
    let (_, files) = games.iter_mut().find(|(name, _)| name == "battleground").unwrap();
    let (_, duel) = files.iter_mut().find(|(path, _)| path.ends_with("/duel.ww")).unwrap();
    assert!(duel.contains("rounds 12"));
    *duel = duel.replace("rounds 12", "rounds 1");
    let program = validate(compile_system("battleground", files).program.unwrap()).unwrap();
    let mut scenarios = program.program().scenarios.iter();
    let named = |name| &program.program().texts[name] == "Duel";
    let (duel, _) = scenarios.find(|(_, it)| named(it.name)).unwrap();
    let machine = Machine::new(&program);
    let odds = exact(&machine, duel, Limits::default()).unwrap();
    assert!(odds.len() > 1, "{odds:?}");
    let battles = 100;
    let wrong = apart(&odds, &sampled(&machine, duel, battles), battles);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let anew = exact(&Machine::watching(&program), duel, Limits::default()).unwrap();
    assert_eq!(anew, odds);
}

/// A sample; `example chances` takes more states and more battles.
#[test]
fn battles_that_are_played_lie_within_their_odds() {
    let limits = Limits { states: 2_000, fuel: 20_000_000, ..Limits::default() };
    let mut exact = 0;
    for (name, files) in games() {
        let program = validate(compile_system(&name, &files).program.unwrap()).unwrap();
        let held = held(&program, limits, 60);
        assert!(held.apart.is_empty(), "{name}: {:#?}", held.apart);
        exact += held.exact.len();
    }
    assert!(exact >= 3, "{exact}");
}
