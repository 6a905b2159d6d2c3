//! Teams: several players share a side, and a run for a team is one of all of them.

use warwright_compiler::passes::Compilation;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::{codes, compile_system, lines};

const RULES: &str = r#"
system crews { dice d6 ; active acting }
kind battle { state acting: player? = none }
kind player { state heard: int 0..99 = 0 }
kind token is piece { profile size: int = 1 ; state marks: int 0..9 = 0 }
procedure shared(p: player) for team { step go { battle.acting = p } }
procedure own(p: player) { step go { battle.acting = p } }
ability Early for token {
  after my shared.go "early" { self.marks += 1 }
  after my own.go "own" { self.marks += 1 }
}
status Short for token {
  text: It lasts until the next shared turn.
}
procedure shorten(t: token, p: player) { step go { grant Short to t until start of p's next shared } }
faction "Towers" { token Tower { abilities Early } }
faction "Huts" { token Hut { abilities Early } }
faction "Tents" { token Tent { abilities Early } }
sequence { round at most 2 { for each p in players { shared(p) ; own(p) } } verdict at end of battle { else | draw "over" } }
"#;

fn compiled(sides: &str, more: &str) -> Compilation {
    let text = format!("{RULES}\nscenario Field {{\n{sides}\n}}\n{more}\n");
    compile_system("crews", &[(String::from("systems/crews/crews.ww"), text)])
}

const SIDES: &str = r#"
  side A { roster "As" of "Towers" { 1 Tower } }
  side B { team A ; roster "Bs" of "Huts" { 1 Hut } ; wins when battle.round > 1 "they waited" }
  side C { roster "Cs" of "Tents" { 1 Tent } }
"#;

/// What is wrong with tests of that battle.
fn failures(tests: &str) -> Vec<String> {
    let compilation = compiled(SIDES, tests);
    assert!(compilation.program.is_some(), "{}", lines(&compilation));
    let program = validate(compilation.program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let run = program.program().tests.ids().map(|id| warwright_cli::testing::run(&machine, id));
    run.filter_map(|it| it.failure.map(|failing| format!("{}: {}", it.name, failing.words())))
        .collect()
}

#[test]
fn a_run_for_a_team_is_one_of_all_its_players_and_another_is_not() {
    let tests = r#"
test "whose team" of Field {
  given a: Tower ; b: Hut ; c: Tent
  expect b.player.team is a.player and a.player.team is a.player and c.player.team is c.player
}
test "a shared run" of Field {
  given a: Tower ; b: Hut ; c: Tent
  run shared(a.player)
  expect a.marks is 1 and b.marks is 1 and c.marks is 0
}
test "shared by whoever it is run for" of Field {
  given a: Tower ; b: Hut ; c: Tent
  run shared(b.player)
  expect a.marks is 1 and b.marks is 1 and c.marks is 0
}
test "a run of one's own" of Field {
  given a: Tower ; b: Hut ; c: Tent
  run own(a.player)
  expect a.marks is 1 and b.marks is 0 and c.marks is 0
}
procedure short_then(t: token, p: player) { step go { shorten(t, t.player) ; shared(p) } }
test "what lasts until the next of one's own" of Field {
  given a: Tower ; b: Hut ; c: Tent
  run short_then(b, a.player)
  expect not b has Short
}
test "and not until that of a foe" of Field {
  given a: Tower ; b: Hut ; c: Tent
  run short_then(b, c.player)
  expect b has Short
}
test "partners win together" of Field {
  given a: Tower ; b: Hut ; c: Tent
  battle.round = 2
  run round()
  expect battle won by players where it.team is a.player "they waited"
}
"#;
    assert_eq!(failures(tests), Vec::<String>::new());
}

#[test]
fn a_team_is_that_of_a_side_which_leads() {
    let side = |name: &str, team: &str, unit: &str, list: &str| {
        format!("  side {name} {{ {team} roster \"{name}s\" of \"{list}\" {{ 1 {unit} }} }}\n")
    };
    let of = |b: &str, c: &str| {
        let (a, b) = (side("A", "", "Tower", "Towers"), side("B", b, "Hut", "Huts"));
        let compilation = compiled(&(a + &b + &side("C", c, "Tent", "Tents")), "");
        (codes(&compilation), lines(&compilation))
    };
    let wrong = |b: &str, c: &str, words: &str| {
        let (found, told) = of(b, c);
        assert!(!found.is_empty() && told.contains(words), "{b} {c}: {told}");
    };
    wrong("team D ;", "", "D");
    wrong("team B ;", "", "`B` leads no team");
    wrong("team A ;", "team B ;", "`B` leads no team");
    wrong("team A ; team C ;", "", "team");
    wrong("team 3 ;", "", "the name of a side is wanted here");
}

#[test]
fn only_what_has_a_player_is_for_a_team() {
    let compilation =
        compiled(SIDES, "procedure lone(t: token) for team { step go { t.marks = 1 } }");
    assert!(codes(&compilation).iter().any(|it| it == "WW0408"), "{}", lines(&compilation));
}
