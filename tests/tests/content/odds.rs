//! Exact odds of battles that come along are those of the battles as they are played.

use warwright_ir::validate;
use warwright_runtime::{Limits, Machine};
use warwright_tests::odds::{apart, exact, held, sampled};
use warwright_tests::sources::{compile_system, games, lines, shipped};

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

/// Two sides choose by two policies, and what these leave open falls as chance has it.
#[test]
fn each_side_chooses_by_its_own_policy() {
    let text = r#"
system plain { dice d6 ; active turning }
kind battle { state turning: player? = none }
kind man is piece { state marks: int 0..99 = 0 }
action brave(m: man) in Go by m.player "{m} is brave" once per turn { do { m.marks += 1 } }
action shy(m: man) in Go by m.player "{m} is shy" once per turn { do { m.marks += 10 } }
procedure turn(p: player) {
  step begin { battle.turning = p }
  step go { open Go to p until done at most 1 }
  step more { p chooses n: int 1..3 "how many" ; for each m in mans of p where m.marks == 1 { m.marks += n } }
}
sequence {
  round at most 1 { for each p in players { turn(p) } }
  verdict at end of battle {
    first(mans where it.marks >= 10) is some k and any m in mans where m.marks == 4 | won by k.player "shy, before three"
    first(mans where it.marks >= 10) is some k | won by k.player "shy"
    else | draw "nobody"
  }
}
policy shyly { in shy always ; in brave never }
policy bravely { in shy never ; in brave always }
faction Blue { man Bluey { } }
faction Red { man Redy { } }
roster First of Blue { 1 Bluey }
roster Second of Red { 1 Redy }
scenario Apart { side B { roster First ; policy bravely } side R { roster Second ; policy shyly } }
"#;
    let files = [("systems/plain/plain.ww".to_owned(), text.to_owned())];
    let compilation = compile_system("plain", &files);
    let program = compilation.program.as_ref().unwrap_or_else(|| panic!("{}", lines(&compilation)));
    let program = validate(program.clone()).unwrap();
    let machine = Machine::new(&program);
    let scenario = program.battles().next().unwrap();
    let odds = exact(&machine, scenario, Limits::default()).unwrap();
    let chances: Vec<String> = odds.values().map(ToString::to_string).collect();
    assert_eq!(chances, ["2/3", "1/3"], "{odds:?}");
    let wrong = apart(&odds, &sampled(&machine, scenario, 300), 300);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
