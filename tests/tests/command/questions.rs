//! `odds` and `why`: exact chances, ledgers, reasons.

use super::hostile::game;
use super::{arg, folder, placeless, run};

const PAIR: &str =
    "a: \"Hawk Swordsmen\" ; b: \"Orc Swordsmen\" engaged a { side of a: front ; side of b: left }";

#[test]
fn the_odds_of_a_procedure_are_exact() {
    let args = ["--given", PAIR, "--run", "strike(a, b, melee)", "--show", "b.damage"];
    let table = run(&[&["odds", "battleground"], &args[..]].concat()).good();
    insta::assert_snapshot!("odds_of_a_strike", table);
    let json = run(&[&["odds", "battleground", "--json"], &args[..]].concat()).good();
    let _: serde_json::Value = serde_json::from_str(&json).unwrap();
}

/// A battle of which nobody can follow every fall of the dice in a second.
#[test]
fn odds_that_take_too_long_say_how_far_they_came() {
    let ran = run(&["odds", "battleground/duel", "--exact", "--seconds", "1"]);
    assert_eq!(ran.status, 1, "{}", ran.out);
    let failed = ran.err;
    assert!(failed.contains("it takes longer than is allowed"), "{failed}");
    assert!(failed.contains("states wait in round "), "{failed}");
    assert!(failed.contains("--run"), "{failed}");
}

#[test]
fn odds_of_a_whole_battle_are_given_whatever_time_there_is() {
    let table = run(&["odds", "battleground/duel", "--seconds", "1"]).good();
    let first = table.lines().next().unwrap();
    assert!(first.starts_with("sampled: ") || first.starts_with("bounds: "), "{table}");
    assert!(first.contains("it takes longer than is allowed"), "{first}");
}

/// A walk that may be long: no fall of its dice can be followed without memory, and none without time.
#[test]
fn odds_are_bounds_or_samples_where_they_cannot_be_exact() {
    let source = game(&folder("walk"), "walk", WALK);
    let ask = |more: &[&str]| {
        let args = ["odds", arg(&source), "--run", "walk()", "--show", "battle.steps"];
        run(&[&args[..], more].concat()).good()
    };
    let exact = ask(&[]);
    assert!(exact.starts_with("exact\n"), "{exact}");
    assert!(exact.contains("50.0000 %") && exact.contains("mean 2047/1024"), "{exact}");
    let bounds = ask(&["--seconds", "0"]);
    assert!(bounds.starts_with("bounds: 0.0000 % of the probability is settled"), "{bounds}");
    let sampled = ask(&["--memory", "0", "--within", "5%"]);
    assert!(sampled.starts_with("sampled: 384 runs from seed 1 on; "), "{sampled}");
    assert_eq!(sampled, ask(&["--memory", "0", "--within", "5%"]), "the same seeds");
}

const WALK: &str = r#"
system walk { dice d6 }
kind battle {
  state steps: int 0..99 = 0
  state onward: bool = true
}
procedure walk() {
  step go {
    repeat at most 11 while battle.onward {
      let coin = roll 1 of d6
      battle.steps += 1
      battle.onward = count(coin where it >= 4) == 0
    }
  }
}
"#;

/// Two strike each other; and two of each side, who have no other business.
const BRAWL: &str = r#"
system brawl { dice d6 }
kind man is piece {
  profile dice: int 0..9
  state marks: int 0.. = 0
}
procedure strike(a: man, b: man) {
  step blows {
    let thrown = roll a.dice of d6
    b.marks += count(thrown where it <= 3)
  }
}
procedure turn(p: player) {
  step go {
    for each m in mans where m.player is p {
      for each foe in mans where foe.player is not p { strike(m, foe) }
    }
  }
}
sequence {
  round at most 2 { for each p in players { turn(p) } }
  verdict at end of battle {
    any m in mans where m.marks >= 4 | draw "somebody fell"
    else | draw "all stand"
  }
}
faction Blue { man One { dice 1 } man Two { dice 2 } }
faction Red { man Three { dice 3 } man Four { dice 4 } }
roster First of Blue { 1 One }
roster Second of Red { 1 Three }
scenario Yard { side B { roster First } side R { roster Second } }
"#;

#[test]
fn odds_are_asked_as_players_ask() {
    let folder = folder("brawl");
    let source = game(&folder, "brawl", BRAWL);
    let ask = |more: &[&str]| run(&[&["odds", arg(&source)], more].concat()).good();
    let pair = ["--given", "a: One; b: Three"];
    let (blow, back) = (["--run", "strike(a, b)"], ["--run", "strike(b, a)"]);
    let both = ["--show", "a.marks, b.marks"];
    let units = ["--matrix", "a: Blue; b: Red"];
    let all = [
        ask(&[]),
        ask(&[&pair[..], &blow, &back, &both].concat()),
        ask(&[&pair[..], &back, &["--show", "a.marks", "--csv"]].concat()),
        ask(&[&units[..], &back, &["--show", "a.marks"]].concat()),
        ask(&[&units[..], &back, &["--show", "a.marks >= 2", "--csv"]].concat()),
        ask(&[&pair[..], &blow, &["--show", "b.marks", "--compare", "given=a: Two; b: Three"]]
            .concat()),
    ];
    insta::assert_snapshot!("odds_as_players_ask", all.join("----\n"));
}

#[test]
fn odds_of_a_saved_battle_go_on_from_where_it_stands() {
    let folder = folder("brawl_saved");
    let source = game(&folder, "brawl", BRAWL);
    let battle = folder.join("yard.battle");
    run(&["play", arg(&source), "--seed", "1", "--stop-after", "2", "--save", arg(&battle)]).good();
    let ask = |more: &[&str]| run(&[&["odds", "--save", arg(&battle)], more].concat()).good();
    let strike = ["--run", "strike(\"One\", \"Three\")", "--show", "\"Three\".marks"];
    let all = [ask(&[]), ask(&strike)];
    insta::assert_snapshot!("odds_of_a_saved_battle", all.join("----\n"));
}

#[test]
fn a_number_has_a_ledger() {
    let args = ["why", "battleground", "--given", PAIR, "skill_against(a, b, melee)"];
    insta::assert_snapshot!("why_a_number", run(&args).good());
}

#[test]
fn a_refusal_has_its_reasons() {
    let args = ["why", "battleground", "--given", PAIR, "may charge(a, b)"];
    insta::assert_snapshot!("why_not", run(&args).good());
}

#[test]
fn a_question_is_asked_in_the_scenario_that_is_named() {
    let all = [
        run(&["why", "battleground/the_crossroads", "count(objectives)"]).good(),
        run(&["why", "battleground", "count(objectives)"]).good(),
        run(&["why", "battleground/the_crossroads", "\"Orc Swordsmen\".courage"]).err,
        run(&["why", "battleground/the_crossroads", "\"Orc Swordsmen 1\".courage"]).good(),
    ];
    insta::assert_snapshot!("why_in_a_scenario", all.join("----\n"));
}

#[test]
fn a_game_in_one_file_is_asked_too() {
    let own = folder("one_file");
    let source = own.join("brawl.ww");
    std::fs::write(&source, BRAWL).unwrap();
    let why = run(&["why", arg(&source), "--given", "a: One", "a.marks"]).good();
    assert!(why.starts_with('0'), "{why}");
}

#[test]
fn possession_has_a_ledger_too() {
    let why =
        |given: &str, asked: &str| run(&["why", "battleground", "--given", given, asked]).good();
    let engaged =
        "a: \"Quarry Wardens\" ; b: Trolls engaged a { side of a: front ; side of b: front }";
    let drummed = "a: \"Orc Swordsmen\" at (18\", 10\") ; d: \"Orc Drummers\" at (18\", 7.5\")";
    let all = [
        why("b: Trolls", "b has Fearsome"),
        why(engaged, "b has Fearsome"),
        why(drummed, "a has Driven"),
        why("b: \"Hawk Knights\" has Terrifying", "b has Terrifying"),
        why("b: \"Hawk Knights\"", "b has Terrifying"),
    ];
    insta::assert_snapshot!("why_possession", all.join("----\n"));
}

#[test]
fn a_refusal_says_who_has_what_stands_against_it() {
    let own = folder("heavy");
    std::fs::create_dir_all(own.join("systems/heavy")).unwrap();
    let text = "system heavy { dice d6 }\nkind token is piece { profile size: int = 1 }\n\
        ability Stuck for token { }\nability Sticky for token { lend Stuck as token beside self \"glue\" }\n\
        relation beside(a: token, b: token) = a.size == b.size\n\
        define slow(t: token): bool = t has Stuck or t.size > 9\n\
        permission leap(t: token, past: token) {\n  \
        require not t has Stuck and t.size < 5 \"held\"\n  require not slow(t) \"too slow\"\n\
        require not past has Sticky \"would stick\"\n}\n\
        token Frog { }\ntoken Tar { abilities Sticky }\n";
    std::fs::write(own.join("systems/heavy/heavy.ww"), text).unwrap();
    let why = |asked: &str| {
        let given = "a: Frog ; b: Tar ; x: Frog";
        run(&["why", arg(&own), "--given", given, asked]).good()
    };
    let all = [why("may leap(a, b)"), why("not a has Stuck"), why("may leap(a, x)")];
    insta::assert_snapshot!("why_not_has", placeless(&all.join("----\n"), &own));
}

#[test]
fn a_table_says_which_row_was_read() {
    let args = ["why", "battleground", "side_after(front, left)"];
    insta::assert_snapshot!("why_a_row", run(&args).good());
}

#[test]
fn clauses_and_reasons_say_in_which_layer_they_stand() {
    let game = warwright_tests::repository::root().join("tests/games/mills");
    let why = |given: &str, asked: &str| {
        let asked = run(&["why", arg(&game), "--given", given, asked]).good();
        placeless(&asked, &game)
    };
    let all = [
        why("a: Broad has Blessed", "flour(a)"),
        why("a: Broad", "may grind(a)"),
        why("a: Strong", "may grind(a)"),
        why("a: Great", "may grind(a)"),
    ];
    insta::assert_snapshot!("why_in_layers", all.join("----\n"));
}

#[test]
fn a_saved_battle_answers_too() {
    let save = folder("asked").join("duel.save");
    run(&["play", "battleground/duel", "--save", arg(&save), "--stop-after", "9"]).good();
    let asked = run(&["why", "--save", arg(&save), "\"Hawk Swordsmen\".courage"]).good();
    insta::assert_snapshot!("why_in_a_save", asked);
}

#[test]
fn a_corrected_clause_cites_its_erratum() {
    let own = folder("corrected");
    std::fs::create_dir_all(own.join("errata/battleground")).unwrap();
    let text = "use battleground\nerrata \"second printing\" dated 2024-06-01 {\n  \
                item \"1\" { in ability Lances clause \"lances\" { by +1 -> +2 } }\n}\n";
    std::fs::write(own.join("errata/battleground/second.ww"), text).unwrap();
    let given = "a: \"Hawk Knights\" { order Close } ; b: \"Orc Swordsmen\" engaged a { side of a: front ; side of b: front }";
    let why = |day: &str| {
        let args =
            ["why", arg(&own), "--as-of", day, "--given", given, "power_against(a, b, melee)"];
        run(&args).good()
    };
    let after = why("2024-06-01");
    assert!(after.contains("lances (Hawk Knights)        +2"), "{after}");
    assert!(after.contains("errata \"second printing\" item \"1\""), "{after}");
    let before = why("2024-05-31");
    assert!(before.contains("lances (Hawk Knights)        +1"), "{before}");
    assert!(!before.contains("second printing"), "{before}");
}

#[test]
fn a_corrected_row_of_a_table_cites_its_errata() {
    let own = folder("corrected_rows");
    std::fs::create_dir_all(own.join("errata/battleground")).unwrap();
    let text = "use battleground\nerrata \"second printing\" dated 2024-06-01 {\n  \
                item \"1\" { in table side_after { cell front, left: left -> right } }\n}\n\
                errata \"third printing\" dated 2025-06-01 {\n  \
                item \"9\" { in table side_after { cell front, left: right -> rear } }\n}\n";
    std::fs::write(own.join("errata/battleground/second.ww"), text).unwrap();
    let why = |day: &str, asked: &str| run(&["why", arg(&own), "--as-of", day, asked]).good();
    let twice = why("2025-06-01", "side_after(front, left)");
    assert!(twice.starts_with("rear\n"), "{twice}");
    let places = ["declared", "second printing\" item \"1\"", "third printing\" item \"9\""];
    let lines: Vec<&str> = twice.lines().skip(2).collect();
    assert_eq!(lines.len(), places.len(), "{twice}");
    for (line, place) in lines.iter().zip(places) {
        assert!(line.contains(place), "{twice}");
    }
    assert!(!why("2024-06-01", "side_after(front, left)").contains("third printing"));
    assert!(!why("2025-06-01", "side_after(front, right)").contains("printing"));
}

#[test]
fn a_question_that_cannot_be_read_is_an_error_with_its_place() {
    let args = ["why", "battleground", "--given", PAIR, "skil_against(a, b, melee)"];
    let wrong = run(&args);
    assert_eq!(wrong.status, 1);
    insta::assert_snapshot!("why_misspelt", format!("{}{}", wrong.out, wrong.err));
}

const HEDGES: &str = r#"
system hedges { measure in ; grain 0.05 mm ; dice d6 ; sides Side ; board 20" x 20" }
enum Side { front, left, right, rear }
kind man is piece { profile base: footprint = 1" x 1" }
kind ground is area { profile tall: bool = false }
ground Hedge { tall }
quantity crowd(m: man, others: set of man): int 0..9 favours nobody = count(others)
permission spots(a: man, b: man) {
  require clear line from centre(a) to centre(b)
    past x in mans where x is not a and x is not b
    past g in grounds where g.tall "no clear line" : "{x} is in the way"
}
faction Watch { man Guard { } }
"#;

#[test]
fn sets_among_the_arguments_are_shown() {
    let source = game(&folder("crowd"), "hedges", HEDGES);
    let given = "a: Guard at (5\", 5\") ; b: Guard at (5\", 9\")";
    let shown = run(&["why", arg(&source), "--given", given, "crowd(a, {a, b})"]).good();
    assert!(shown.contains("crowd (m Guard 1, others Guard 1, Guard 2) = 2"), "{shown}");
}

#[test]
fn whatever_bars_a_line_is_named() {
    let source = game(&folder("hedge"), "hedges", HEDGES);
    let barred = |more: &str| {
        let given = format!("a: Guard at (5\", 5\") ; b: Guard at (5\", 15\") ; {more}");
        run(&["why", arg(&source), "--given", &given, "may spots(a, b)"])
    };
    let by_ground = barred("h: Hedge at (5\", 10\") size 2\" x 2\"").out;
    assert!(by_ground.contains("because: no clear line: Hedge"), "{by_ground}");
    let by_man = barred("c: Guard at (5\", 10\")").out;
    assert!(by_man.contains("because: Guard 3 is in the way"), "{by_man}");
}
