//! What is told and shown to who sits at one side names nothing that is hidden from that side.

use super::{answered, arg, folder, run};
use std::path::{Path, PathBuf};

fn game(folder: &Path) -> PathBuf {
    let source = folder.join("systems/cairns/cairns.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, CAIRNS).unwrap();
    source
}

/// The events that are told to the person at a side, as lines of JSON, and the board as that person sees it last.
fn told_to(side: &str) -> (String, String) {
    let source = game(&folder(&format!("secrets_{side}")));
    let seat = format!("{side}=person");
    let play = ["play", arg(&source), "--seed", "3", "--json", "--side", &seat];
    let ran = answered(&play, &"1\n3\n1 2\n1 2 3\n1 2 3 4\n".repeat(100));
    (ran.out, ran.err)
}

#[test]
fn events_name_nothing_that_is_hidden_from_who_hears_them() {
    let (told, shown) = told_to("Reds");
    let of_blue: Vec<&str> = told
        .lines()
        .filter(|line| ["Pit", "Net", "Saw"].iter().any(|it| line.contains(it)))
        .collect();
    // Blue's stones are Pits, Nets and Saws; Red has Logs alone.
    assert!(of_blue.is_empty(), "{of_blue:#?}");
    assert!(!told.contains("which is mined: Bluey"), "{told}");
    assert!(!told.contains("by 0") && !told.contains("by 1"), "{told}");
    for name in ["Pit", "Net", "Saw"] {
        assert!(!shown.contains(name), "{shown}");
    }
    // What is Red's own is told, and so is what all may know.
    for own in
        ["in what order: Log", "heap Log 1", "\"granted\",\"text\":\"Log", "which is mined: Redy"]
    {
        assert!(told.contains(own), "{own}: {told}");
    }
    assert!(told.contains("who shouts: Bluey"), "{told}");
    // To Blue all of that is told.
    let (told, _) = told_to("Blues");
    for own in
        ["which are looked at: ", "in what order: ", "plays: ", "heap ", "which is mined: Bluey"]
    {
        assert!(told.contains(own), "{own}: {told}");
    }
    assert!(!told.contains("Log"), "{told}");
}

#[test]
fn what_hidden_cards_hold_and_are_tied_to_is_in_no_view() {
    let folder = folder("secrets_held");
    let (source, file) = (game(&folder), folder.join("cairns.battle"));
    let play = ["play", arg(&source), "--seed", "3", "--stop-after", "12", "--save", arg(&file)];
    run(&play).good();
    let view = |side: &str, more: &[&str]| {
        run(&[&["view", arg(&file), "--side", side][..], more].concat()).good()
    };
    let held = |side: &str| {
        let view: serde_json::Value = serde_json::from_str(&view(side, &["--json"])).unwrap();
        let count = |part: &str| view["state"][part].as_array().unwrap().len();
        (count("held"), count("ties"))
    };
    let (blue, red) = (held("Blues"), held("Reds"));
    assert!(blue.0 > 0 && blue.1 > 0, "{blue:?} {red:?}");
    assert_eq!(red, (0, 0));
    assert!(view("Blues", &[]).contains("bond"));
    assert!(!view("Reds", &[]).contains("bond"));
    let why = |side: &str| {
        let why =
            ["why", "--save", arg(&file), "--side", side, "any t in stones where t has Oiled"];
        run(&why).good()
    };
    assert!(why("Blues").contains("yes") && !why("Reds").contains("yes"), "{}", why("Reds"));
}

#[test]
fn a_use_that_is_counted_tells_nobody_else_on_whom_a_hidden_action_was_used() {
    let folder = folder("secrets_used");
    let (source, file) = (folder.join("systems/lees/lees.ww"), folder.join("lees.battle"));
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, LEES).unwrap();
    let play = ["play", arg(&source), "--seed", "3", "--side", "Blues=person"];
    let told = answered(&play, "why not spike\nquit\n");
    let told = [told.out, told.err].concat();
    assert!(told.contains("spikes Bob") && !told.contains("done as often"), "{told}");
    let play = ["play", arg(&source), "--seed", "3", "--stop-after", "2", "--save", arg(&file)];
    run(&play).good();
    let may = |side: &str, wanted: &str| {
        run(&["why", "--save", arg(&file), "--side", side, &format!("may {wanted}")]).good()
    };
    for wanted in [r#"spike("Ruf".player, "Bob")"#, r#"dig("Ruf")"#] {
        let (own, other) = (may("Reds", wanted), may("Blues", wanted));
        assert!(own.contains("done as often"), "{own}");
        assert!(!other.contains("done as often"), "{other}");
    }
    let counted = |side: &str| {
        let view = run(&["view", arg(&file), "--side", side, "--json"]).good();
        let view: serde_json::Value = serde_json::from_str(&view).unwrap();
        let memories = view["state"]["frames"].as_array().unwrap().iter();
        let of_runs: usize = memories
            .filter_map(|frame| frame["work"]["Run"]["memory"]["tallies"].as_array())
            .map(Vec::len)
            .sum();
        (view["state"]["tallies"].as_array().unwrap().len(), of_runs)
    };
    assert_eq!((counted("Reds"), counted("Blues")), ((1, 1), (0, 0)));
}

const LEES: &str = r#"system lees { dice d6 ; active moving }
kind battle { state moving: player? = none }
kind player { state marked: set of man seen by owner }
kind man is piece plural men { state dug: bool = false seen by owner }
action spike(p: player, f: man) in Ploy by p "spikes {f}" once per battle each f {
  require f.player is not p "own"
  do { p.marked += f }
}
action dig(m: man) in Ploy by m.player "{m} digs" once per turn { do { m.dug = true } }
action rest(p: player) in Ploy by p "rests" { do { say "{p} rests." } }
procedure turn(p: player) {
  step begin { battle.moving = p }
  step ploy { open Ploy to p until done at most 3 }
}
sequence {
  round at most 2 { for each p in players { turn(p) } }
  verdict at end of battle { most(count(it.marked) for each it in players) is some p | won by p "spikes" ; else | draw "none" }
}
policy sly { in spike always ; in dig always }
faction Reds { man Ruf { } }
faction Blues { man Bob { } }
scenario Duel {
  side Reds { roster "R" of Reds { 1 Ruf } ; policy sly }
  side Blues { roster "B" of Blues { 1 Bob } ; policy sly }
}
"#;

const CAIRNS: &str = r#"system cairns { dice d6 ; active turning }
kind stone is card copies count for each player {
  profile count: int 1..20 = 1
  profile force: int 0..9 = 1
  state charge: int 0..9 = 0 seen by owner
}
kind battle { state turning: player? = none }
kind player {
  state hand: set of stone seen by owner
  state down: set of stone seen by owner
}
kind man is piece {
  state mined: bool = false seen by owner
  state wounds: int 0..99 = 0
}
tie bond between stone and man { since: int = 0 }
status Oiled for stone { modify force as stone by +1 "oiled" }
action heap(p: player, s: stone) in Go by p "heap {s} {s.force}" once per turn {
  require s in p.hand "not held"
  do {
    p.hand -= s
    p.down += s
    grant Oiled to s
    for each x in mans where x.player is p { join s, x by bond { since: 1 } }
  }
}
action tap(p: player, s: stone) in Go by p "tap {s}" once per turn {
  require s in p.down "not down"
  require s.charge < 9 "full"
  do { s.charge += 1 }
}
action cry(m: man) in Go by m.player "cry by {m.player.hand is empty}" once per turn {
  do { m.wounds = min(99, m.wounds + 1) }
}
procedure turn(p: player, q: player) {
  step begin { battle.turning = p }
  step two {
    p chooses some_of: up to 2 of p.hand "which are looked at"
    say "{p} looked at {count(some_of)}."
  }
  step line {
    p chooses line: order of p.hand "in what order"
    if first(line) is some f { f.charge = 2 }
  }
  step shout {
    p chooses m: one of mans of p "who shouts"
    m.wounds = min(99, m.wounds + 1)
  }
  step mine {
    p chooses m: one of mans of p "which is mined"
    m.mined = true
    q chooses g: one of mans where it.player is p "guess"
    if g.mined { g.wounds = min(99, g.wounds + 1) }
  }
  step duel {
    p chooses a: one of p.hand or none "plays"
    q chooses b: one of q.hand or none "answers"
    if a is some x and b is some y and x.force > y.force { battle.turning = p }
  }
  step go { open Go to p until done at most 3 }
}
define other(p: player): player = first(players where it is not p) otherwise p
sequence {
  setup { for each p in players { p.hand = stones where it.player is p } }
  round at most 3 { for each p in players { turn(p, other(p)) } }
  verdict at end of battle { else | draw "none" }
}
policy all { in heap always ; in tap always ; in cry always }
faction Blue {
  man Bluey { }
  man Bert { }
  stones { name | force | count ; Pit | 1 | 2 ; Net | 2 | 1 ; Saw | 5 | 1 }
}
faction Red {
  man Redy { }
  man Rod { }
  stones { name | force | count ; Log | 1 | 3 }
}
scenario Hid {
  side Blues { roster "Bl" of Blue { 1 Bluey ; 1 Bert } ; policy all }
  side Reds { roster "Re" of Red { 1 Redy ; 1 Rod } ; policy all }
}
"#;
