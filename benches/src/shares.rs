//! Shares of time: where a battle spends it, by samples of its stack. `perf` takes them, of a process of its own that plays.
//!
//! `shares [SECONDS] [TITLE ..]`: how long each battle is watched, and which scenarios (words of their titles); without names
//! the first of every game that comes with Warwright.

use crate::playouts::{GAMES, Seats, battle_of};
use crate::program::{own, valid};
use crate::timing::Start;
use std::path::Path;
use std::process::{Command, Stdio};
use warwright_runtime::Machine;

/// How often a second the stack is looked at.
const OFTEN: &str = "499";
/// How much of each stack is kept, in bytes.
const STACK: &str = "dwarf,32768";

/// The parts of the work: what the innermost of our functions is called, and the part that it belongs to. The first that fits counts.
const ROOMS: [(&str, Part); 6] = [
    ("::space::", Part::Space),
    ("warwright_runtime::driver", Part::Drivers),
    ("warwright_runtime::dice", Part::Drivers),
    ("rand_chacha", Part::Drivers),
    ("warwright_runtime::eval", Part::Asking),
    ("warwright_runtime", Part::Machine),
];

/// A part of the work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Runs steps, offers actions, keeps the state.
    Machine,
    /// Works out expressions.
    Asking,
    /// Geometry and hexes.
    Space,
    /// Players and dice.
    Drivers,
}

/// How many samples fell into each part.
#[derive(Default)]
struct Samples {
    machine: u32,
    asking: u32,
    space: u32,
    drivers: u32,
    /// Of all these: those in which a player was choosing, whatever was worked out for it.
    choosing: u32,
    /// None of our functions was on the stack.
    elsewhere: u32,
}

/// A row for each battle, at random and by policy.
pub fn shares(args: &[String]) {
    let seconds = args.first().map_or("3", String::as_str);
    let names = args.get(1..).unwrap_or_default();
    if !Command::new("perf").arg("version").output().is_ok_and(|it| it.status.success()) {
        println!("shares of time are told by `perf`, which is not installed here");
        return;
    }
    println!(
        "{:<28} {:<8} {:>8} {:>9} {:>9} {:>9} {:>9} {:>12}",
        "scenario", "players", "samples", "machine", "asking", "space", "drivers", "for choosing"
    );
    for game in GAMES {
        let machine = machine_of(game);
        let titles = machine.program().battles().map(|id| machine.program().scenarios[id].name);
        let titles: Vec<&String> = titles.map(|name| &machine.program().texts[name]).collect();
        let meant = |title: &&&String| {
            let title = title.to_lowercase();
            names.iter().any(|name| title.contains(&name.to_lowercase()))
        };
        let chosen: Vec<&&String> = if names.is_empty() {
            titles.iter().take(1).collect()
        } else {
            titles.iter().filter(meant).collect()
        };
        for title in chosen {
            for who in ["random", "policy"] {
                match watched(game, title, who, seconds) {
                    Some(samples) => print(title, who, &samples),
                    None => println!("{title:<28} {who:<8} perf took no samples"),
                }
            }
        }
    }
}

fn machine_of(game: &str) -> Machine {
    let file = format!("factions/{game}/none.ww");
    Machine::new(&valid(own(&file, format!("use {game}\n"))))
}

fn print(title: &str, who: &str, samples: &Samples) {
    let ours = samples.machine + samples.asking + samples.space + samples.drivers;
    let share = |part: u32| format!("{:.1} %", 100.0 * f64::from(part) / f64::from(ours.max(1)));
    println!(
        "{title:<28} {who:<8} {ours:>8} {:>9} {:>9} {:>9} {:>9} {:>12}   ({} outside)",
        share(samples.machine),
        share(samples.asking),
        share(samples.space),
        share(samples.drivers),
        share(samples.choosing),
        samples.elsewhere
    );
}

/// Plays in a process of its own that `perf` watches, and reads what it saw.
fn watched(game: &str, title: &str, who: &str, seconds: &str) -> Option<Samples> {
    let myself = std::env::current_exe().ok()?;
    let seen = std::env::temp_dir().join(format!("warwright-shares-{}.data", std::process::id()));
    let recorded = Command::new("perf")
        .args(["record", "-q", "-e", "cpu-clock", "-F", OFTEN, "--call-graph", STACK, "-o"])
        .arg(&seen)
        .arg("--")
        .arg(myself)
        .args(["play-for", game, title, who, seconds])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let samples = recorded.is_ok_and(|it| it.success()).then(|| read(&seen)).flatten();
    // Samples are large, and nobody asks for them again.
    let _ = std::fs::remove_file(&seen);
    samples
}

fn read(seen: &Path) -> Option<Samples> {
    let told = Command::new("perf")
        .args(["script", "--no-inline", "-F", "ip,sym", "-i"])
        .arg(seen)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&told.stdout);
    let mut samples = Samples::default();
    // Stacks stand apart by blank lines, the innermost function first. What reads the game before it is played is not counted.
    for stack in text.split("\n\n").filter(|stack| stack.contains("play_for")) {
        samples.add(stack);
    }
    Some(samples)
}

impl Samples {
    fn add(&mut self, stack: &str) {
        let part_of = |line: &str| {
            let known = ROOMS.iter().find(|(words, _)| line.contains(words));
            let ours = line.contains("warwright_runtime") || line.contains("rand_");
            known.filter(|_| ours).map(|it| it.1)
        };
        let Some(part) = stack.lines().find_map(part_of) else {
            self.elsewhere += 1;
            return;
        };
        *match part {
            Part::Machine => &mut self.machine,
            Part::Asking => &mut self.asking,
            Part::Space => &mut self.space,
            Part::Drivers => &mut self.drivers,
        } += 1;
        let chooses = |line: &str| line.contains("Chooser") || line.contains("::driver::policy");
        self.choosing += u32::from(stack.lines().any(chooses));
    }
}

/// Plays a battle again and again for so many seconds: what a watched process does.
#[inline(never)]
pub fn play_for(args: &[String]) {
    let [game, title, who, seconds] = args else { return };
    let machine = machine_of(game);
    let program = machine.program();
    let found = program.scenarios.iter().find(|(_, def)| program.texts[def.name] == *title);
    let (Some((scenario, _)), Ok(seconds)) = (found, seconds.parse::<f64>()) else { return };
    let seats = if who == "policy" { Seats::Policy } else { Seats::Drawn };
    let begun = Start::now();
    for seed in 0.. {
        battle_of(&machine, scenario, seed, seats);
        if begun.elapsed().as_secs_f64() > seconds {
            break;
        }
    }
}
