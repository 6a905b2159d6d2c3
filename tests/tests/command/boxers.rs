//! Two boxers: what a stranger's small game asks of the command, each once.

use super::hostile::game;
use super::{answered, arg, folder, run};
use std::path::{Path, PathBuf};

const BOXERS: &str = r#"
system boxers { dice d6 ; active acting }
kind battle {
  state acting: player? = none
  limit count(players) == 2 "two gyms"
}
kind player { state energy: int 0..20 = 0 }
kind boxer is piece {
  profile power: int 1..6
  profile chin: int 1..40
  profile points: int 0..9 = 1
  state hurt: int 0.. = 0
}
quantity force(a: boxer, b: boxer): int 0..12 favours a = a.power
modify force by +1 when a.hurt > 2 "angry"
action jab(a: boxer, b: boxer) in Ring by a.player "{a} jabs {b}" {
  cost 1 of a.player.energy
  require a.player is not b.player "a friend"
  do { blow(a, b) }
}
procedure blow(a: boxer, b: boxer) {
  step throw {
    let d = roll 1d6
    b.hurt += sum(d) + force(a, b)
    say "{b} has {b.hurt} hurt."
  }
  step down when b.hurt >= b.chin { say "{b} is down." ; remove b }
}
procedure turn(p: player) {
  step begin { battle.acting = p ; p.energy = 1 }
  step fight heading "{p}" { open Ring to p until done at most 6 }
}
sequence {
  round at most 3 { for each p in players { turn(p) } }
  verdict at end of turn {
    first(players where (all o in players where o is it or boxers of o is empty)) is some p | won by p "the other is down"
    else | none
  }
  verdict at end of battle { else | draw "time" }
}
policy hard { in jab always }
faction Red { boxer Bull { power 3 ; chin 20 } }
faction Blue { boxer Fox { power 2 ; chin 20 ; option Gloves +1 points { power 3 } } }
roster Red of Red { 1 Bull }
roster Blue of Blue { 1 Fox with Gloves ; 1 Fox }
scenario Bout {
  side Red { roster Red ; policy hard }
  side Blue { roster Blue ; policy hard }
  rule "Bell" {
    after round.play when battle.round == 1 {
      let f = first(boxers where it is "Fox")
      if f is some x { say "{x} leaves in round {battle.round}." ; remove x }
    }
  }
}
errata "one" dated 2020-01-01 {
  item "1" { in system boxers clause "angry" { when a.hurt > 2 -> a.hurt > 5 } }
}
"#;

fn boxers(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let source = game(&folder, "boxers", BOXERS);
    (folder, source)
}

fn seated<'a>(source: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["play", arg(source), "--side", "Red=person"], more].concat()
}

#[test]
fn a_piece_with_what_was_bought_is_asked_about_by_number_and_by_name() {
    let (folder, source) = boxers("bought");
    let typed = "why #2.power\nwhy \"Fox with Gloves\".power\nquit\nno\n";
    let ran = answered(&seated(&source, &[]), typed);
    let told = format!("{}{}", ran.out, ran.err);
    assert!(!told.contains("WW0"), "{told}");
    assert_eq!(told.matches("power (boxer Fox with Gloves) = 3").count(), 2, "{told}");
    let save = folder.join("b.battle");
    run(&seated(&source, &["--stop-after", "0", "--save", arg(&save)])).good();
    for asked in ["#2.power", "\"Fox with Gloves\".power"] {
        let told = run(&["why", "--save", arg(&save), asked]).good();
        assert!(told.starts_with("3\n"), "{told}");
    }
    let odds = ["--run", "blow(#2, #1)", "--show", "#1.hurt"];
    let told = run(&[&["odds", "--save", arg(&save)][..], &odds].concat()).good();
    assert!(told.contains("mean 13/2"), "{told}");
}

#[test]
fn what_is_wrong_with_a_question_is_shown_as_it_was_typed() {
    let (_, source) = boxers("typed");
    let ran = answered(&seated(&source, &[]), "why force(#1,#2,4)\nwhy #1.hrt\nquit\nno\n");
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("─[as typed:1:1]") || told.contains("─[as typed:1:13]"), "{told}");
    assert!(told.contains("1 │ force(#1,#2,4)"), "{told}");
    assert!(told.contains("─[as typed:1:4]\n 1 │ #1.hrt\n"), "{told}");
    assert!(!told.contains("piece1") && !told.contains("question.ww"), "{told}");
    let given = ["--given", "a: Bull", "a.hrt"];
    let ran = run(&[&["why", arg(&source)][..], &given].concat());
    assert!(ran.err.contains(":3]\n 2 │ a.hrt\n"), "{}", ran.err);
}

#[test]
fn a_loss_is_of_the_round_in_which_it_was() {
    let (folder, source) = boxers("bell");
    let save = folder.join("b.battle");
    let story = run(&["play", arg(&source), "--seed", "2", "--save", arg(&save)]).good();
    assert!(story.contains(" leaves in round 1."), "{story}");
    assert!(story.contains("(round 1)") && !story.contains("(round 2)"), "{story}");
    let again = run(&["replay", arg(&save)]).good();
    assert!(again.contains("(round 1)") && !again.contains("(round 2)"), "{again}");
}

#[test]
fn all_that_has_a_name_is_told_with_what_errata_made_of_it() {
    let (_, source) = boxers("named");
    let about = |name: &str| run(&["about", arg(&source), name]).good();
    for name in ["power", "Fox", "Blue", "Bout", "hurt"] {
        assert!(about(name).contains(name), "{name}");
    }
    let angry = about("angry");
    assert!(
        angry.contains("when a.hurt > 5") && angry.contains("corrected by errata \"one\""),
        "{angry}"
    );
    let shown = angry.split("Source").nth(1).unwrap();
    assert!(!shown.contains("> 2"), "{angry}");
    // A procedure and a profile of one name are both told.
    let told = run(&["about", "battleground", "courage"]).good();
    assert!(told.contains("(procedures, ") && told.contains("(fields, "), "{told}");
    assert!(told.contains("Bent by"), "{told}");
}

#[test]
fn limits_of_kinds_and_the_last_verdict_are_read_back() {
    let (_, source) = boxers("read_back");
    let read = run(&["check", arg(&source), "--gloss"]).good();
    assert!(read.contains("keeps to it that count(players) == 2 (\"two gyms\")."), "{read}");
    assert!(read.contains("who has won is asked when the battle is over: a draw (\"verdict\")."), "{read}");
}

#[test]
fn who_looks_at_a_battle_is_told_what_is_asked() {
    let folder = folder("asked");
    let save = folder.join("b.battle");
    let sides = ["--side", "Daqan=person", "--stop-after", "1", "--save", arg(&save)];
    // Nobody answers: it is kept where it asks.
    run(&[&["play", "battlelore/skirmish"][..], &sides].concat());
    let seen = run(&["view", arg(&save), "--side", "Daqan"]).good();
    assert!(seen.contains("\nDaqan: where Yeoman Archer will stand"), "{seen}");
}

#[test]
fn armies_that_were_exchanged_by_wish_are_no_mistake() {
    let ran = run(&["simulate", "battlelore/skirmish", "-n", "2", "--both-ways"]);
    assert!(ran.status == 0 && !ran.err.contains("WW0710"), "{}", ran.err);
}

#[test]
fn more_battles_than_were_asked_for_are_told() {
    let (_, source) = boxers("many");
    let played = |more: &[&str]| run(&[&["simulate", arg(&source)], more].concat()).err;
    assert_eq!(
        played(&["-n", "25", "--openings", "10"]),
        "30 battles are played, not 25: each of 10 openings 3 times\n"
    );
    assert_eq!(played(&["-n", "1", "--both-ways"]), "2 battles are played, not 1: 1 both ways\n");
    assert_eq!(played(&["-n", "4"]), "");
}

#[test]
fn cards_that_nobody_chooses_are_not_called_unused() {
    let (_, source) = boxers("drawn");
    let drawn = BOXERS
        .replace("= none\n  limit", "= none\n  state deck: set of bruise seen by none\n  limit")
        .replace("policy hard {", "kind bruise is card\nbruise Cut { }\npolicy hard {")
        .replace("step down when", "step mark { let c = draw from battle.deck ; if c is some it { say \"{it}\" } }\n  step down when");
    std::fs::write(&source, drawn).unwrap();
    let told = run(&["simulate", arg(&source), "-n", "4"]).good();
    assert!(!told.contains("never: Cut"), "{told}");
}

#[test]
fn a_compiled_program_is_taken_by_all_who_are_said_to_take_it() {
    let (folder, source) = boxers("compiled");
    let program = folder.join("x.json");
    run(&["build", arg(&source), "--form", "json", "--out", arg(&program)]).good();
    let ran = run(&["check", arg(&program)]);
    assert!(ran.err.contains("`map` and `simulate` take as well"), "{}", ran.err);
    run(&["simulate", arg(&program), "-n", "2"]).good();
}
