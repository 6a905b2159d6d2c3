//! Exact odds, warm, beside icepool and dyce in the same run: two throws one after the other (A, B), an exchange of blows (C), and
//! three sums of one throw together (D).
//!
//! The peers run where Python has them: `python3 -m pip install icepool dyce`.

use crate::program::{before, system, valid};
use crate::timing::median;
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;
use warwright_runtime::{Enumerator, Limits, Machine, NoChoices};

const SYSTEM: &str = include_str!("../../tests/games/exchange/systems/exchange/exchange.ww");
const PEERS: &str = include_str!("../peers/exact.py");

/// What is asked beside the game: more dice in one throw, and a throw of which three things are counted.
const MORE: &str = r#"
procedure many(a: side_card, times: int) {
  var dealt: int = 0
  step dice {
    let shots = roll times of d6
    let struck = roll count(shots where it <= a.hit) of d6
    dealt = count(struck where it <= a.pierce)
  }
}
procedure sums(a: side_card) {
  var struck: int = 0
  var fifth: int = 0
  var fourth: int = 0
  step dice {
    let thrown = roll 10 of d6
    struck = count(thrown where it <= 3)
    fifth = count(thrown where it == 5)
    fourth = count(thrown where it == 4)
  }
}
test "A" { given a: Five ; run many(a, 5) ; expect dealt >= 0 }
test "B" { given a: Five ; run many(a, 12) ; expect dealt >= 0 }
test "C" { given a: Five ; b: Six ; run exchange(a, b) ; expect a.lost >= 0 }
test "D" { given a: Five ; run sums(a) ; expect struck >= 0 }
"#;

/// Prints each task beside its peers, with the ratio to the better of them.
pub fn exact() {
    let program = valid(system("exchange", &format!("{SYSTEM}{MORE}")));
    let machine = Machine::new(&program);
    let peers = peers();
    if peers.is_empty() {
        println!("no peer is there: `python3 -m pip install icepool dyce`");
    }
    for (task, calls) in [("A", 2_000), ("B", 1_000), ("C", 20), ("D", 200)] {
        let (_, start, _) = before(&machine, task);
        let mut enumerator = Enumerator::new(&machine);
        let mut odds = || {
            let odds = enumerator.run(start.clone(), &mut NoChoices, Limits::default());
            odds.expect("there are odds")
        };
        let ends = odds().len();
        let ours = median(5, calls, || drop(black_box(odds())));
        let of_task = peers.iter().filter(|peer| peer.task == task);
        let best = of_task.clone().map(|peer| peer.time).min();
        let shown = of_task.map(|peer| format!("{} {:.1?}", peer.name, peer.time));
        let shown: Vec<String> = shown.collect();
        let ratio = best.map(|best| ours.as_secs_f64() / best.as_secs_f64().max(1e-12));
        let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.3} x the better"));
        println!("{task}  {ours:>10.1?}  {ends:>4} ends   {}   {ratio}", shown.join(", "));
    }
}

/// How long a peer takes for a task, warm.
struct Peer {
    name: String,
    task: String,
    time: Duration,
}

/// What the peers say, a line each: the peer, the task, nanoseconds of processor time.
fn peers() -> Vec<Peer> {
    let Ok(ran) = Command::new("python3").args(["-c", PEERS]).output() else { return Vec::new() };
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let peer = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, task) = (words.next()?.to_owned(), words.next()?.to_owned());
        Some(Peer { name, task, time: Duration::from_nanos(words.next()?.parse().ok()?) })
    };
    said.lines().filter_map(peer).collect()
}
