//! Limits of rosters, on a small game of its own: typed as everything else, and worked out by what plays the battle.

use warwright_compiler::passes::{Compilation, Options};
use warwright_compiler::rosters::Fielding;
use warwright_grammar::Diagnostic;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::{codes, compile, compile_system, lines, whole};

const RULES: &str = r#"
system trial { measure in ; dice d6 }
enum Rank { plain, chief }
enum Tint { red, blue }
kind player { }
kind token is piece {
  profile guard: int
  profile rank: Rank = plain
  profile tint: Tint = red
  profile points: int
  state dents: int 0..9 = 0
  derive wide: int = reach + 1
}
kind gem is thing { profile points: int }
ruling reach: int = 2 "A-01"
define most_towers(t: token): int = if t.rank is chief then reach else 2 * reach
permission stand(t: token) { require t.guard > 1 "too soft" }
ability Winged for token { modify guard as token by +1 "wings" }
ability Lone for token { modify guard as token by -1 "lone" drawback }
procedure knock(t: token) { step hit when may stand(t) { t.dents += 1 ; say "{t.name} of {t.entry}" } }
"#;

const TOWERS: &str = r#"
faction "Towers" {
  limit count(roster.tokens where it.rank is chief) >= floor(roster.budget / 500) "one chief for each full 500 points"
  limit count(roster.tokens where it.entry is x.entry) <= 2 each x in roster.tokens where x.rank is chief "two of each chief" see "5.2"
  token Tower { guard 2 ; rank chief ; points 200 ; option Spire +15 points { guard 3 ; abilities + Winged } ; abilities Lone }
  token Hut { guard 1 ; points 100 ; abilities Winged }
}
gem Ruby { points 10 }
"#;

/// Towers of which there are as many as the ruling `reach` says, by a define and by a derived fact.
const REACHING: &str = r#"
faction "Towers" {
  limit count(roster.tokens where it.entry is t.entry) <= most_towers(t) each t in roster.tokens "as many as reach"
  limit count(roster.tokens) <= 4 * (highest(t.wide for each t in roster.tokens) otherwise 0) "not too many"
  token Tower { guard 2 ; rank chief ; points 200 ; abilities Lone, Winged }
}
"#;

fn compiled(more: &str) -> Compilation {
    let file = (String::from("systems/trial/trial.ww"), format!("{RULES}\n{more}\n"));
    let mut compilation = compile_system("trial", &[file]);
    // Half of the little game is there for some tests alone.
    compilation.diagnostics.retain(Diagnostic::is_error);
    compilation
}

/// What a faction with these limits makes of a roster.
fn held(limits: &str, roster: &str) -> Vec<(String, String)> {
    let units = "token A { guard 2 ; points 5 ; option Big +2 points { guard 3 } }\n\
                 token B { guard 1 ; rank chief ; points 7 ; abilities Winged }";
    let found = compiled(&format!(
        "faction F {{\n{limits}\n{units}\n}}\nroster R of F budget 100 {{ {roster} }}"
    ));
    let said = |it: &Diagnostic| (it.code.to_string(), it.message.clone());
    found.diagnostics.iter().map(said).collect()
}

fn broken(limits: &str, roster: &str) -> Vec<String> {
    let found = held(limits, roster);
    assert!(found.iter().all(|(code, _)| code == "WW0702"), "{found:?}");
    found.into_iter().map(|(_, message)| message).collect()
}

#[test]
fn broken_limits_cite_their_rule_and_offenders() {
    let found = compiled(&format!(
        "{TOWERS}\nroster \"Odd\" of \"Towers\" budget 1500 {{ 3 Tower ; 1 Hut }}\nroster \"Few\" of \"Towers\" budget 1500 {{ 5 Hut }}"
    ));
    assert_eq!(codes(&found), ["WW0702", "WW0702"], "{}", lines(&found));
    let odd = found.diagnostics.iter().find(|it| it.message.contains("Odd")).unwrap();
    assert_eq!(odd.message, "roster \"Odd\" breaks \"two of each chief\"");
    assert_eq!(odd.primary.text, "Tower offends");
    assert!(odd.secondary.iter().any(|label| label.text.contains("section 5.2")), "{odd:#?}");
    let few = found.diagnostics.iter().find(|it| it.message.contains("Few")).unwrap();
    assert_eq!(few.message, "roster \"Few\" breaks \"one chief for each full 500 points\"");
    assert_eq!(
        few.help[0].text,
        "`count(roster.tokens where it.rank is chief)` is 0, `floor(roster.budget / 500)` is 3"
    );
}

#[test]
fn what_a_limit_asks_is_typed_as_everywhere() {
    for (limit, code) in [
        ("count(roster.tokens where it.rank is red) <= 0", "WW0307"),
        ("count(roster.tokens where it.rnk is chief) >= 1", "WW0201"),
        ("count(roster.tokens where it.rank is chif) >= 1", "WW0205"),
        ("count(roster.tokens) < 99 or roster.nonsense > 3", "WW0201"),
        ("count(roster.tokens) < 99 or roster.points + \"hello\" > 3", "WW0308"),
        ("count(roster.tokens) < 99 or not 3", "WW0301"),
        ("count(roster.tokens where it is \"Aa\") < 1", "WW0205"),
        ("count(roster.tokens where it.dents > 0) < 1", "WW0705"),
        ("battle.round < 1", "WW0705"),
        ("count(roster.tokens where it is x) <= 1 each x in roster.tokens", "WW0705"),
    ] {
        let found = held(&format!("limit {limit} \"x\""), "1 A ; 1 B");
        let found: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(found, [code], "{limit}");
    }
}

#[test]
fn a_piece_is_one_of_its_entry_whatever_it_is_called_and_has_bought() {
    let roster = "1 A as \"Own Name\" ; 1 A with Big";
    for limit in [
        "no u in roster.tokens where u is \"A\"",
        "count(roster.tokens where it is \"A\") == 1",
        "count(roster.tokens where it.entry is \"A\") <= 1",
        "count(roster.tokens where it.entry is x.entry) <= 1 each x in roster.tokens",
        "no u in roster.tokens where u.name is \"Own Name\"",
        "count(roster.tokens where it.name is \"A\") == 2",
    ] {
        assert_eq!(broken(&format!("limit {limit} \"x\""), roster), ["roster \"R\" breaks \"x\""]);
    }
    let kept = "limit count(roster.tokens where it is \"A\") == 2 \"x\"\n\
                limit count(roster.tokens where it.name is \"A\") == 1 \"y\"\n\
                limit no u in roster.tokens where u is \"B\" \"z\"";
    assert_eq!(broken(kept, roster), Vec::<String>::new());
}

#[test]
fn entries_and_names_mean_in_play_what_they_mean_in_a_limit() {
    let program = compiled(&format!(
        "{TOWERS}\ntest \"t\" {{ given a: Tower with Spire\n run knock(a)\n expect a is \"Tower\" and a.entry is \"Tower\"\n expect said \"Tower of Tower\" }}"
    ));
    let machine = Machine::new(&validate(program.program.expect("the program")).unwrap());
    let test = machine.program().tests.ids().next().unwrap();
    assert_eq!(warwright_cli::testing::run(&machine, test).failure, None);
}

#[test]
fn a_limit_asks_what_a_permission_asks() {
    let roster = "2 A ; 1 B";
    for limit in [
        "count(roster.tokens where it has Winged) == 0",
        "count(roster.tokens where may stand(it)) <= 2",
        "count(roster.tokens where it.guard > it.printed.guard) == 0",
        "sum(t.points for each t in roster.tokens) < 17",
        "roster.points < 17",
        "roster.name is not \"R\"",
        "roster.faction is not \"F\"",
        "reach > 2",
        "count(roster.tokens where most_towers(it) > 2) == 0",
    ] {
        let limit = format!("limit {limit} \"x\"");
        assert_eq!(broken(&limit, roster), ["roster \"R\" breaks \"x\""], "{limit}");
    }
}

#[test]
fn what_an_army_does_not_say_is_asked_for() {
    let found = compiled(&format!("{TOWERS}\nroster \"Odd\" of \"Towers\" {{ 2 Tower ; 1 Hut }}"));
    assert_eq!(codes(&found), ["WW0705"], "{}", lines(&found));
    let message = &found.diagnostics[0].message;
    assert_eq!(message, "roster \"Odd\" has no budget, and a limit asks for it");
}

#[test]
fn errata_count_in_limits() {
    let found = compiled(&format!(
        "{TOWERS}\nroster \"Odd\" of \"Towers\" budget 900 {{ 3 Tower }}\nerrata \"e\" dated 2001-01-01 {{ item \"1\" {{ in token Tower {{ rank chief -> plain }} }} }}"
    ));
    let messages: Vec<&str> = found.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(messages, ["roster \"Odd\" breaks \"one chief for each full 500 points\""]);
}

#[test]
fn limits_ask_the_readings_that_a_roster_takes() {
    let help = |roster: &str| {
        let found = compiled(&format!("{REACHING}\n{roster}"));
        assert_eq!(codes(&found), ["WW0702"], "{}", lines(&found));
        found.diagnostics[0].help[0].text.clone()
    };
    let plain = help("roster \"A\" of \"Towers\" { 3 Tower }");
    assert!(plain.ends_with("`most_towers(t)` is 2"), "{plain}");
    let near = help("roster \"C\" of \"Towers\" { ruling reach = 1 ; 2 Tower }");
    assert!(near.ends_with("`most_towers(t)` is 1"), "{near}");
    let far = compiled(&format!(
        "{REACHING}\nroster \"B\" of \"Towers\" {{ ruling reach = 3 ; 3 Tower }}"
    ));
    assert_eq!(codes(&far), [""; 0], "{}", lines(&far));
}

#[test]
fn a_roster_in_a_side_takes_the_readings_of_its_battle() {
    let help = |reach: u8, towers: u8| {
        let found = compiled(&format!(
            "{REACHING}\nscenario \"S\" {{ ruling reach = {reach}\n side One {{ roster \"A\" of \"Towers\" {{ 1 Tower }} }}\n side Two {{ roster \"B\" of \"Towers\" {{ {towers} Tower }} }} }}"
        ));
        let limits = found.diagnostics.iter().filter(|it| it.code.to_string() == "WW0702");
        limits.map(|it| it.help[0].text.clone()).collect::<Vec<_>>()
    };
    assert!(help(3, 3).is_empty());
    let [three, one] = [help(3, 4), help(1, 2)].map(|all| all.join(""));
    assert!(three.ends_with("`most_towers(t)` is 3"), "{three}");
    assert!(one.ends_with("`most_towers(t)` is 1"), "{one}");
}

#[test]
fn a_reading_that_the_types_refuse_breaks_no_limit() {
    for value in ["true", "1.5", "chief", "nothing_there"] {
        let found = compiled(&format!(
            "{REACHING}\nroster \"A\" of \"Towers\" {{ ruling reach = {value} ; 30 Tower }}"
        ));
        assert_eq!(codes(&found).len(), 1, "{}", lines(&found));
        assert_ne!(codes(&found), ["WW0702"], "{}", lines(&found));
    }
}

#[test]
fn a_reading_is_asked_by_a_limit() {
    let found = held("limit count(roster.tokens) <= 3 \"three\"", "ruling reach = 3 ; 1 A ; 1 B");
    let message = "no limit of this roster asks the ruling `reach`".to_owned();
    assert_eq!(found, [("WW0211".to_owned(), message)]);
}

#[test]
fn a_line_that_was_not_read_is_no_broken_limit() {
    let found = held("limit count(roster.tokens) >= 3 \"three\"", "2 A ; 1 C");
    let found: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(found, ["WW0703"]);
}

/// What is broken of battles that are like one another.
fn broken_battles(battles: &str, fielding: &Fielding) -> Vec<String> {
    let units = "faction F { token A { guard 2 ; points 5 } ; token B { guard 3 ; points 7 } }\n\
                 roster Two of F { 2 A } roster Three of F { 3 A }";
    let text = format!("{RULES}\n{units}\n{battles}\n");
    let options = Options { fielding: fielding.clone(), ..Options::default() };
    let request = whole("trial", &[(String::from("systems/trial/trial.ww"), text)]);
    let found = compile(&request, &options);
    let errors = found.diagnostics.iter().filter(|it| it.is_error());
    errors.map(|it| format!("{} {}", it.code, it.message)).collect()
}

#[test]
fn an_heir_keeps_the_limits_of_both_battles() {
    let armed = "scenario P { side One { roster Two } side Other { roster O of F { 1 B } } }";
    let limited =
        "scenario P { side One { roster O of F { 1 A } LIMIT } side Other { roster P of F { 1 B } } }"
            .replace("LIMIT", "; limit count(roster.tokens) <= 1 \"alone\"");
    let told = ["WW0702 roster \"Two\" breaks \"alone\""];
    for heir in [
        // The army is the parent's, the limit of the heir: of a side, of all of it.
        format!(
            "{armed} scenario H like P {{ side One {{ limit count(roster.tokens) <= 1 \"alone\" }} }}"
        ),
        format!("{armed} scenario H like P {{ limit count(roster.tokens) <= 1 \"alone\" }}"),
        // The limit is the parent's, the army of the heir.
        format!("{limited} scenario H like P {{ side One {{ roster Two }} }}"),
        // And so of what is two steps down.
        format!(
            "{limited} scenario H like P {{ rounds 3 }} scenario I like H {{ side One {{ roster Two }} }}"
        ),
    ] {
        assert_eq!(broken_battles(&heir, &Fielding::default()), told, "{heir}");
    }
    // A side that was taken away binds nobody who is called so again.
    let gone = format!(
        "{limited} scenario H like P {{ sides - One ; side Third {{ roster Q of F {{ 1 A }} }} }} scenario I like H {{ side One {{ roster Two }} }}"
    );
    assert_eq!(broken_battles(&gone, &Fielding::default()), Vec::<String>::new());
}

#[test]
fn who_is_fielded_in_the_place_of_another_keeps_what_binds_it() {
    let battle = "scenario P { side One { roster Two ; limit count(roster.tokens) <= 2 \"two\" } side Other { roster O of F { 3 B } } }";
    assert_eq!(broken_battles(battle, &Fielding::default()), Vec::<String>::new());
    let fielding =
        Fielding { rosters: vec![("One".to_owned(), "Three".to_owned())], ..Fielding::default() };
    assert_eq!(broken_battles(battle, &fielding), ["WW0702 roster \"Three\" breaks \"two\""]);
    let exchanged = Fielding { exchanged: true, ..Fielding::default() };
    assert_eq!(broken_battles(battle, &exchanged), ["WW0702 roster \"O\" breaks \"two\""]);
}
