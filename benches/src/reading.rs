//! Checking of large content: speed, memory and how both grow, beside a reader of JSON; and texts that are bad on purpose.

use crate::generate::content;
use crate::program::own;
use crate::timing::{beside, median, median_of_all_threads, median_on_the_wall, ratio};
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

const MEGABYTE: usize = 1_000_000;
const PATH: &str = "factions/battleground/levies.ww";

fn check(text: &str) -> usize {
    let compilation = own(PATH, text.to_owned());
    compilation.diagnostics.len()
}

fn speed(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / MEGABYTE as f64 / time.as_secs_f64()
}

/// Checks generated content of 3 and 6 MB, as many abilities as a game may have; memory is measured in a process of its own.
pub fn large() {
    let mut times = Vec::new();
    for megabytes in [3, 6] {
        let text = content(megabytes * MEGABYTE);
        assert_eq!(check(&text), 0, "generated content has no mistakes");
        let work = || {
            black_box(check(&text));
        };
        let (time, wall) = (median_of_all_threads(1, work), median_on_the_wall(1, work));
        let json = serde_json::to_string(&text.lines().collect::<Vec<_>>()).expect("JSON");
        let peer = median(3, 1, || {
            black_box(serde_json::from_str::<serde_json::Value>(&json).expect("JSON"));
        });
        let bytes = text.len();
        beside(&format!("check of {megabytes} MB"), time, "serde_json reads the same lines", peer);
        println!(
            "  {:.2} MB/s of processor time, {:.2} MB/s on the wall, serde_json {:.0} MB/s",
            speed(bytes, time),
            speed(bytes, wall),
            speed(bytes, peer)
        );
        times.push(time);
    }
    println!("  twice the text: {:.2} x the time", ratio(times[1], times[0]));
    memory(6);
}

/// Prints how much memory a check takes at most, against its text (Linux only).
fn memory(megabytes: usize) {
    let myself = std::env::current_exe().expect("this program has a place");
    let run = |what: &str| {
        let out = Command::new(&myself).args([what, &megabytes.to_string()]).output();
        let out = String::from_utf8(out.expect("it runs").stdout).expect("it prints text");
        out.trim().parse::<usize>().expect("it prints a number")
    };
    let (with, without) = (run("peak-of-check"), run("peak-of-text"));
    let times = (with.saturating_sub(without)) as f64 / (megabytes * MEGABYTE) as f64;
    println!("  memory of a check of {megabytes} MB: {times:.1} times the text");
}

/// The greatest memory of this process so far, in bytes.
pub fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0_usize) * 1024
}

/// Makes so many megabytes of content, checks them if asked, and prints the greatest memory.
pub fn print_peak(megabytes: usize, checks: bool) {
    let text = content(megabytes * MEGABYTE);
    // The text itself is what a check reads, and no part of what it needs.
    if checks {
        black_box(own(PATH, text));
    } else {
        black_box(text);
    }
    println!("{}", peak());
}

/// Texts that are bad on purpose: 1 MB of one sign, and deep nests.
pub fn bad() {
    for sign in ["(", "{", "\"", "[", "if ", "not "] {
        let texts = [1, 2].map(|part| sign.repeat(part * MEGABYTE / 2 / sign.len()));
        let [half, whole] = texts.map(|text| {
            median_of_all_threads(5, || {
                black_box(check(&text));
            })
        });
        println!(
            "1 MB of `{sign}`: {whole:.0?}, {:.2} x the time of half of it",
            ratio(whole, half)
        );
    }
    for (before, open, inner, close, after) in NESTS {
        let nest = |levels: usize| {
            format!(
                "use battleground\n\n{before}{}{inner}{}{after}",
                open.repeat(levels),
                close.repeat(levels)
            )
        };
        let [half, whole] = [100, 200].map(|levels| {
            let text = nest(levels);
            median_of_all_threads(5, || {
                black_box(check(&text));
            })
        });
        println!(
            "200 levels of `{open}`: {whole:.1?}, {:.2} x the time of 100",
            ratio(whole, half)
        );
    }
}

/// Constructs that may hold themselves: what stands before, what opens a level, the innermost, what closes it, what follows.
const NESTS: [(&str, &str, &str, &str, &str); 9] = [
    ("define f(): int = ", "(", "1", ")", "\n"),
    ("define f(): int = ", "abs(", "1", ")", "\n"),
    ("define f(): int = ", "[", "1", "]", "\n"),
    ("define f(): bool = ", "(not ", "true", ")", "\n"),
    ("define f(): int = ", "(if true then 1 else ", "2", ")", "\n"),
    ("define f(): bool = ", "(any u in units where ", "true", ")", "\n"),
    ("procedure p() { step a { ", "if true { ", "stop", " }", " } }\n"),
    ("procedure p() { step a { ", "repeat at most 3 { ", "stop", " }", " } }\n"),
    ("procedure p() { step a { ", "try { ", "require true \"x\"", " } else { }", " } }\n"),
];

/// A cold check of all content by the command, beside a process that does nothing.
pub fn cold() {
    let folder = std::env::current_exe().expect("this program has a place");
    let command = folder.with_file_name("warwright");
    if !command.exists() {
        println!("cold check: build the command first (`cargo build --release`)");
        return;
    }
    let run = |program: &std::path::Path, args: &[&str]| {
        median_on_the_wall(11, || {
            let out = Command::new(program).args(args).output();
            assert!(out.expect("it runs").status.success());
        })
    };
    let ours = run(&command, &["check", "--all"]);
    let empty = run(&command, &["--version"]);
    beside("cold `check --all`", ours, "the command doing nothing", empty);
}
