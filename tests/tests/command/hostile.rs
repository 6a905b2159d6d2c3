//! What is typed, saved, named and written by people who make mistakes or mean harm: nothing hangs, nothing is lost, nothing is silent.

use super::{Ran, answered, arg, folder, run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warwright_tests::repository::root;
use warwright_tests::veils::VEILS;

pub(super) const QUAY: &str = "tests/games/harbour/scenarios/harbour/quay.ww";
pub(super) const NORTH: [&str; 4] = ["play", QUAY, "--side", "North=person"];

/// Puts a text into a file of its own folder, as the rules of a game.
pub(super) fn game(folder: &Path, name: &str, text: &str) -> PathBuf {
    let source = folder.join(format!("systems/{name}/{name}.ww"));
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, text).unwrap();
    source
}

#[test]
fn what_cannot_be_written_is_no_success() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let asks: [&[&str]; 6] = [
        &["build", "battleground", "--form", "listing"],
        &["play", "battleground/duel", "--json", "--seed", "1"],
        &["test", QUAY],
        &["check", QUAY],
        &["map", "battleground/the_crossroads"],
        &["explain", "WW0201"],
    ];
    for ask in asks {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ran = Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
            .args(ask)
            .current_dir(root())
            .stdout(full)
            .output()
            .unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{ask:?}: {said}");
        assert!(said.contains("the output could not be written"), "{ask:?}: {said}");
    }
}

#[test]
fn what_is_not_there_is_not_well() {
    let asks: [(&[&str], &str); 6] = [
        (&["check", "battleground", "--root", "/nonexistent"], "there is no folder `/nonexistent`"),
        (&["check", "battleground/nosuchscenario"], "has no scenario `nosuchscenario`"),
        (&["check", "battleground/../../etc/passwd"], "has no scenario `../../etc/passwd`"),
        (&["check", "docs/decisions"], "holds no content"),
        (&["build", "battleground/nosuch"], "has no scenario `nosuch`"),
        (&["play", "battleground/duell", "--quiet"], "did you mean `duel`?"),
    ];
    for (ask, why) in asks {
        let ran = run(ask);
        assert_eq!(ran.status, 2, "{ask:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(why), "{ask:?}: {}", ran.err);
    }
}

#[test]
fn what_would_be_ignored_is_refused() {
    let file = folder("ignored").join("duel.battle");
    run(&["play", "battleground/duel", "--quiet", "--save", arg(&file)]).good();
    let asks: [&[&str]; 13] = [
        &["replay", arg(&file), "--root", "."],
        &["replay", arg(&file), "--as-of", "2001-01-01"],
        &["map", "--save", arg(&file), "--as-of", "2001-01-01"],
        &["why", "--save", arg(&file), "--as-of", "2001-01-01", "1"],
        &["play", "--resume", arg(&file), "--as-of", "2001-01-01"],
        &["play", "--resume", arg(&file), "--seed", "3"],
        &["odds", "battleground", "--show", "1"],
        &["odds"],
        &["odds", "battleground/duel", "--compare", "weather=rain"],
        &["odds", "battleground/duel", "--within", "a little"],
        &["odds", "battleground/duel", "--within", "101%"],
        &["check", "battleground", "--all"],
        &["explain", "WW0201", "--list"],
    ];
    for ask in asks {
        let ran = run(ask);
        assert_eq!(ran.status, 2, "{ask:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn several_games_are_one_document() {
    let json = run(&["check", "--all", "--format", "json"]).good();
    let all: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(all.is_array(), "{json}");
}

#[test]
#[cfg(unix)]
fn links_back_to_their_own_folder_are_told_at_once() {
    let folder = folder("loops");
    game(&folder, "veils", VEILS);
    for name in ["a", "b"] {
        std::os::unix::fs::symlink(".", folder.join(name)).unwrap();
    }
    for ask in ["check", "test", "build", "play"] {
        let ran = run(&[ask, arg(&folder)]);
        assert_eq!(ran.status, 2, "{ask}: {}", ran.out);
        assert_eq!(ran.err.matches("is a link to a folder").count(), 1, "{ask}: {}", ran.err);
    }
}

#[test]
fn source_lines_do_not_steer_the_terminal() {
    let folder = folder("steers");
    let text = VEILS.replace(
        "state shown",
        "state shwon \u{1b}]0;PWNED\u{7}\u{1b}[2J\u{1b}[31mALL IS WELL\u{202e}\u{9b}2J",
    );
    let source = game(&folder, "veils", &text);
    let ran = run(&["check", arg(&source), "--colour", "always"]);
    assert_eq!(ran.status, 1);
    let shown = ran.out + &ran.err;
    assert!(shown.contains("ALL IS WELL"), "{shown:?}");
    let mut rest = shown.as_str();
    // What is left when the renderer's own colours are taken out.
    let mut plain = String::new();
    while let Some(at) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..at]);
        let end = rest[at + 2..].find(|sign: char| !sign.is_ascii_digit() && sign != ';').unwrap();
        assert_eq!(&rest[at + 2 + end..at + 3 + end], "m", "{shown:?}");
        rest = &rest[at + 3 + end..];
    }
    plain.push_str(rest);
    let steers = |sign: &char| (sign.is_control() && *sign != '\n') || *sign == '\u{202e}';
    assert_eq!(plain.chars().find(steers), None, "{plain:?}");
    assert!(!shown.contains("\u{1b}[31mALL IS WELL"), "{shown:?}");
}

#[test]
fn a_line_that_is_too_long_is_not_held_nor_shown() {
    let long = "x".repeat(5_000_000);
    let ran = answered(&NORTH, &format!("{long}\n\u{1b}[2J\u{202e}\n1\nquit\nno\n"));
    assert_eq!(ran.status, 0, "{}", ran.err.len());
    assert!(ran.err.len() < 20_000, "{}", ran.err.len());
    assert!(ran.err.contains("a line has at most 4096 bytes"), "{}", ran.err);
    assert!(ran.err.contains("\\u{1b}[2J\\u{202e}") && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

#[test]
fn what_is_no_file_is_not_read() {
    if !Path::new("/dev/zero").exists() {
        return;
    }
    for ask in [&["replay", "/dev/zero"][..], &["play", "--resume", "/dev/zero"]] {
        let ran = run(ask);
        assert_eq!(ran.status, 1);
        assert!(ran.err.contains("this is not a file"), "{}", ran.err);
    }
}

#[test]
fn without_a_seed_no_battle_is_as_another_and_what_is_hidden_stays_so() {
    let folder = folder("seeds");
    let source = game(&folder, "veils", VEILS);
    let whole = |args: &[&str]| -> Ran {
        let out = Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
            .args(args)
            .current_dir(root())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Ran {
            status: out.status.code().unwrap(),
            out: String::from_utf8(out.stdout).unwrap(),
            err: String::from_utf8(out.stderr).unwrap(),
        }
    };
    let play = ["play", "battleground/duel"];
    assert_ne!(whole(&play).good(), whole(&play).good());
    let open = whole(&["play", arg(&source)]).out;
    assert!(open.starts_with("Table (seed "), "{open}");
    let hidden = whole(&["play", arg(&source), "--side", "Left=person"]).out;
    assert!(hidden.starts_with("Table\n"), "{hidden}");
}

#[test]
fn the_seat_is_handed_over_where_something_is_hidden() {
    let folder = folder("seats");
    let source = game(&folder, "veils", VEILS);
    let both = ["--side", "Left=person", "--side", "Right=person"];
    let args = [&["play", arg(&source)][..], &both].concat();
    // Each hides a number; Right may take back its own, and not Left's.
    let ran = answered(&args, "\n7\n\nundo\n8\n\nboard\nquit\nno\n");
    insta::assert_snapshot!("handed_over", ran.err);
    assert!(ran.err.contains("that cannot be taken back: the seat was handed over since"));
}

#[test]
fn a_seat_that_is_handed_over_can_be_left_unseen() {
    let source = game(&folder("seats_left"), "veils", VEILS);
    let both = ["--side", "Left=person", "--side", "Right=person"];
    let args = [&["play", arg(&source)][..], &both].concat();
    let ran = answered(&args, "board\nundo\nquit\n");
    assert!(!ran.err.contains("the number to hide") && !ran.err.contains("Block"), "{}", ran.err);
    for said in
        ["nothing is shown before", "there is nothing to take back", "stopped and not saved"]
    {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    // When the other sits down, nothing of it is shown either.
    let ran = answered(&args, "\n7\nquit\nno\n");
    assert_eq!(ran.err.matches("the number to hide").count(), 1, "{}", ran.err);
}

#[test]
fn what_check_refuses_is_not_played() {
    let folder = folder("small_board");
    let source = folder.join("scenarios/meadow/small.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    let small = "use meadow\n\nscenario Small like Herding {\n  board 10\" x 10\"\n}\n";
    std::fs::write(&source, small).unwrap();
    for command in ["check", "play", "odds"] {
        let ran = run(&[command, arg(&source), "--root", "tests/games/meadow"]);
        assert_eq!(ran.status, 1, "{command}: {}{}", ran.out, ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("WW0808"), "{command}: {said}");
    }
}

#[test]
fn what_is_said_of_files_can_be_typed() {
    let folder = folder("said_of_files");
    let file = folder.join("a b.battle");
    let ran = answered(&[&NORTH[..], &["--save", arg(&file)]].concat(), "1\nquit\n");
    let quoted = format!("`warwright play --resume '{}'`", arg(&file));
    assert!(ran.err.contains(&quoted), "{}", ran.err);
    // Of a compiled program nothing can be asked that wants its sources.
    let compiled = folder.join("quay.json");
    run(&["build", QUAY, "--form", "json", "--out", arg(&compiled)]).good();
    for command in ["check", "odds"] {
        let ran = run(&[command, arg(&compiled)]);
        assert!(ran.status == 2 && ran.err.contains("a compiled program"), "{}", ran.err);
    }
    let battle = folder.join("quay.battle");
    run(&["play", arg(&compiled), "--stop-after", "3", "--save", arg(&battle)]).good();
    let ran = run(&["why", "--save", arg(&battle), "1 + 1"]);
    assert!(ran.status == 1 && ran.err.contains("wants its sources"), "{}", ran.err);
}

#[test]
fn a_question_that_a_test_leaves_open_names_each_answer_once() {
    let source = game(&folder("open_question"), "rocks", ROCKS);
    let ran = run(&["test", arg(&source)]);
    let none = ran.out.lines().filter(|line| line.trim() == "none").count();
    assert_eq!((ran.status, none), (1, 1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 passed, 1 failed"), "{}", ran.out);
}

/// A roll for a variable, and a choice that may be none.
const ROCKS: &str = r#"system rocks { dice d6 ; active acting }
kind battle { state acting: player? = none }
kind rock is piece { state size: int 0..99 = 0 }
procedure break_up(rock: rock) {
  step throw {
    var thrown: pool of d6 = roll 2 of d6
    thrown += 1 of 6
    rock.size = sum(thrown)
  }
}
procedure pick(p: player) {
  step pick {
    battle.acting = p
    p chooses picked: one of rocks of p or none "which"
    if picked is some rock { rock.size = 1 }
  }
}
sequence {
  round at most 1 { for each p in players { pick(p) ; for each r in rocks of p { break_up(r) } } }
  verdict at end of battle { else | draw "late" }
}
faction Rocks { rock Onyx { } ; rock Opal { } }
test "thrown" { given a: Onyx ; b: Opal ; rolls 2 3 ; run break_up(a) ; expect a.size is 11 }
test "open" { given a: Onyx ; b: Opal ; run pick(a.player) ; expect a.size is 0 }
"#;

#[test]
fn an_answer_of_another_sort_does_not_fit() {
    let source = game(&folder("answers_of_sorts"), "drift", DRIFT);
    let ran = run(&["test", arg(&source)]);
    for wrong in ["true", "2", "blue", "3 cm"] {
        let said = format!("the answer `{wrong}` does not fit");
        assert!(ran.out.contains(&said), "{wrong}: {}{}", ran.out, ran.err);
    }
    assert!(ran.out.contains("2 passed, 4 failed"), "{}{}", ran.out, ran.err);
}

/// Answers that have the cell of what is meant, and mean something else.
const DRIFT: &str = r#"system drift { dice d6 ; active acting }
enum Way { north, east, south }
enum Hue { red, blue }
kind battle { state acting: player? = none }
kind boat is piece { state way: Way = north ; state calm: bool = false ; state hue: Hue = red }
procedure steer(b: boat) {
  step ask {
    b.player chooses way: one of {east, south} "which way"
    b.way = way
  }
}
procedure rest(b: boat) {
  step ask {
    b.player chooses rests: whether "shall it rest"
    b.calm = rests
    b.hue = blue
  }
}
sequence {
  round at most 2 { for each b in boats { steer(b) ; rest(b) } }
  verdict at end of battle { else | draw "dusk" }
}
faction Boats { boat Otter { } ; boat Pike { } }
test "east" { given a: Otter ; b: Pike ; answers east ; run steer(a) ; expect a.way is east }
test "rest" { given a: Otter ; b: Pike ; answers true ; run rest(a) ; expect a.calm }
test "yes" { given a: Otter ; b: Pike ; answers true ; run steer(a) ; expect a.way is east }
test "two" { given a: Otter ; b: Pike ; answers 2 ; run steer(a) ; expect a.way is south }
test "blue" { given a: Otter ; b: Pike ; answers blue ; run steer(a) ; expect a.way is east }
test "far" { given a: Otter ; b: Pike ; answers 3 cm ; run rest(a) ; expect a.calm }
"#;

#[test]
fn shares_of_the_greatest_number_are_drawn_at_once() {
    let source = game(&folder("shares"), "shares", SHARES);
    run(&["play", arg(&source), "--quiet"]).good();
}

/// Four pieces of two hundred for each option: more of them than any memory holds.
const CROWD: &str = r#"system crowd { dice d6 ; active acting }
kind battle { state acting: player? = none ; state n: int = 0 }
kind player { }
kind unit is piece { }
procedure turn(p: player) {
  step begin { battle.acting = p }
  step go { open Orders to p until done at most 100 }
}
action gather(a: unit, b: unit, c: unit, d: unit) in Orders by a.player "gather" { do { battle.n += 1 } }
policy calm { in gather always }
sequence { round at most 3 { for each p in players { turn(p) } } verdict at end of round { else | none } }
faction Folk { unit Man { } }
roster Left of Folk { 100 Man }
roster Right of Folk { 100 Man }
scenario Square {
  side One { roster Left ; policy calm }
  side Two { roster Right ; policy calm }
}
"#;

#[cfg(unix)]
#[test]
fn more_options_than_memory_holds_are_a_fault_and_no_abort() {
    let file = game(&folder("crowd"), "crowd", CROWD);
    let line = r#"ulimit -v 1500000; exec "$0" play "$1" --quiet --seed 1"#;
    let ran = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_warwright-tested"), arg(&file)])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    assert!(said.contains("gather") && !said.contains("memory allocation"), "{said}");
}

#[test]
fn what_a_player_chose_to_be_hidden_is_shown_to_no_other() {
    let folder = folder("sealed");
    let source = game(&folder, "bids", BIDS);
    let file = folder.join("bids.battle");
    let both = ["--side", "A=person", "--side", "B=person"];
    let play = [&["play", arg(&source), "--seed", "1", "--save", arg(&file)][..], &both].concat();
    let seen = |bid: &str, side: &str| {
        answered(&play, &format!("\n{bid}\n"));
        run(&["view", arg(&file), "--side", side, "--json"]).good()
    };
    // Called or not, A alone knows what A bid.
    assert_eq!(seen("3", "B"), seen("8", "B"));
    assert_ne!(seen("3", "A"), seen("8", "A"));
    // Nor is it told to whoever sits at the other side.
    let policy = |only: &str| {
        let play = ["play", arg(&source), "--json", "--side", only, "--seed", "1"];
        answered(&play, "1\n").out
    };
    let chosen_by = |side: &str, told: &str| {
        let detail = format!("\"detail\":\"{side}\"");
        told.lines().filter(|it| it.contains("sealed bid") && it.contains(&detail)).count()
    };
    let told = policy("B=person");
    assert_eq!((chosen_by("A", &told), chosen_by("B", &told)), (0, 1), "{told}");
    let told = policy("A=person");
    assert_eq!((chosen_by("A", &told), chosen_by("B", &told)), (1, 0), "{told}");
    // Who starts a battle of computers is told all.
    let told = run(&["play", arg(&source), "--json", "--seed", "1"]).good();
    assert_eq!(told.matches("\"sealed bid: ").count(), 12, "{told}");
}

/// Both bid in secret, one by a call of another procedure.
const BIDS: &str = r#"system bids { measure in ; dice d6 ; active acting }
kind battle { state acting: player? = none }
kind player { state bid: int 0..9 = 0 seen by owner ; state won: int 0..99 = 0 }
kind crew is piece { profile p: int }
procedure bidding(p: player, amount: int) { step put { p.bid = amount } }
procedure auction(p: player, q: player) {
  step begin { battle.acting = p }
  step bid {
    p chooses sealed: int 1..9 "sealed bid"
    let copy = sealed + 1
    p.bid = sealed
    q chooses answer: int 1..9 "sealed bid"
    bidding(q, answer)
    if copy - 1 > q.bid { p.won += 1 } else { q.won += 1 }
  }
}
define other(p: player): player = first(players where it is not p) otherwise p
sequence {
  setup { }
  round at most 3 { for each p in players { auction(p, other(p)) } }
  verdict at end of round { else | none }
}
faction Flag { crews { name | p
  U | 1
} }
scenario S {
  side A { roster "RA" of Flag { 1 U } }
  side B { roster "RB" of Flag { 1 U } }
}
"#;

/// A number that nobody counts to is shared among many, and another is chosen.
const SHARES: &str = r#"system shares { measure in ; dice d6 ; active acting }
kind battle { state acting: player? = none ; state n: int = 0 }
kind player { }
kind unit is piece { profile p: int }
procedure share(p: player) { step s {
  battle.acting = p
  p chooses x: split of 9223372036854775807 among units
  p chooses y: int -9000000000000000000..9000000000000000000 "any number"
  battle.n = count(x)
  if y > 0 { battle.n += 1 }
} }
sequence {
  setup { }
  round at most 3 { for each p in players { share(p) } }
  verdict at end of round { else | none }
}
faction Flag { units { name | p
  U | 1
} }
scenario S {
  side A { roster "RA" of Flag { 64 U } }
  side B { roster "RB" of Flag { 64 U } }
}
"#;
