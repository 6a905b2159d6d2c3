//! Battles that are like another: what they inherit, replace and take away.

use warwright_compiler::passes::Compilation;
use warwright_tests::sources::{codes, compile_own, library, lines};

const PARENT: &str = r#"use battleground
policy bold like steady { in attack.anyway always }
scenario "The Ford" {
  text: Two bands meet at a ford.
  limit count(roster.units) <= 3 "a small ford"
  side Hawkshold {
    roster "Hawk Swordsmen alone"
    policy steady
    wins when no u in units of rival(self) where not u.routing at end of round "swept"
    modify courage as unit by +1 "home"
  }
  side Orcs { roster "Orc Swordsmen alone" ; policy steady }
  ruling routers_strike = true
  rounds 12
  rule "Mist" { modify courage by -1 when battle.round is 1 "mist" }
  rule "Rain" { modify courage by -1 when battle.round is 2 "rain" }
  modify courage by -1 when battle.round is 3 "dusk"
}
"#;

fn with(heirs: &str) -> Compilation {
    compile_own(&[("fords.ww".to_owned(), format!("{PARENT}{heirs}"))], &library())
}

/// The listing of a program from the line of a scenario to the next one.
fn listing(compilation: &Compilation) -> String {
    assert!(compilation.diagnostics.is_empty(), "{}", lines(compilation));
    warwright_ir::listing(compilation.program.as_ref().expect("a program"))
}

#[test]
fn an_heir_has_what_it_does_not_say() {
    let listing = listing(&with(
        "scenario \"The Long Ford\" like \"The Ford\" {\n  rounds 20\n  rules - \"Mist\"\n  \
         clauses - \"dusk\"\n  side Orcs { policy bold }\n  \
         rule \"Rain\" { modify courage by -2 when battle.round is 2 \"downpour\" }\n}\n\
         scenario \"The Longest Ford\" like \"The Long Ford\" { rounds 30 }\n",
    ));
    let clauses = |words: &str| listing.lines().filter(|line| line.contains(words)).count();
    // "mist" and "dusk" of the parent alone, "downpour" of both heirs, the side's clause of all three.
    assert_eq!(clauses("\"mist\" level"), 1, "{listing}");
    assert_eq!(clauses("\"dusk\" level"), 1, "{listing}");
    assert_eq!(clauses("\"rain\" level"), 1, "{listing}");
    assert_eq!(clauses("\"downpour\" level"), 2, "{listing}");
    assert_eq!(clauses("\"home\" level"), 3, "{listing}");
    let head = "\nscenario \"The Longest Ford\", 30 rounds";
    let (_, rest) = listing.split_once(head).unwrap_or_else(|| panic!("{listing}"));
    let whole: Vec<&str> = rest.lines().skip(1).take_while(|line| line.starts_with(' ')).collect();
    insta::assert_snapshot!("an_heir", whole.join("\n"));
}

#[test]
fn what_an_heir_names_must_be_there() {
    let heirs = "scenario \"A\" like \"The Frod\" { }\n\
         scenario \"B\" like \"The Ford\" { rules - \"Fog\" ; sides - Elves ; clauses - \"dawn\" }\n\
         scenario \"C\" like \"D\" { }\nscenario \"D\" like \"C\" { }\n\
         scenario \"E\" like \"The Ford\" { rules + \"Mist\" }\n\
         errata \"gone\" dated 2024-06-01 { item \"1\" { remove scenario \"The Ford\" } }\n";
    let (living, removed) = heirs.split_once("errata").unwrap();
    let mut found = codes(&with(living));
    found.sort();
    assert_eq!(found, ["WW0216", "WW0217", "WW0218", "WW0220", "WW0220", "WW0220"]);
    let found = with(&format!("scenario \"F\" like \"The Ford\" {{ }}\nerrata{removed}"));
    assert_eq!(codes(&found), ["WW0218"], "{}", lines(&found));
}

/// The army list of the parent's battle binds the heir's army too, and mistakes of the parent are told once.
#[test]
fn an_heir_keeps_its_parents_limits() {
    let army = "roster \"Many\" of \"Orcs\" { 4 \"Orc Swordsmen\" }\n";
    let heir = "scenario \"Crowd\" like \"The Ford\" { side Orcs { roster \"Many\" } }\n";
    let found = with(&format!("{army}{heir}"));
    assert!(codes(&found).contains(&"WW0702".to_owned()), "{}", lines(&found));
    let wrong = PARENT.replace("courage by -1 when battle.round is 1", "courge by -1");
    let text = format!("{wrong}scenario \"Two\" like \"The Ford\" {{ }}\n");
    let found = compile_own(&[("fords.ww".to_owned(), text)], &library());
    assert_eq!(codes(&found).len(), 1, "{}", lines(&found));
}
