//! Runs the benchmarks: all, or those that are named. Each prints ratios against a peer measured in the same run.
//!
//! `cargo build --release && cargo run --release -p warwright-benches [attack battle play-outs dice odds exact large bad growth cold]`
//!
//! `shares [SECONDS] [TITLE ..]` says where battles spend their time.
//!
//! `players [GAMES] [SECONDS or nTRIALS] [TITLE ..]` lets computer players play against each other; it takes hours by default.

use mimalloc::MiMalloc;
use warwright_benches::{duel, exact, exchange, growth, players, playouts, reading, shares};

/// The command has the same.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const ALL: [(&str, fn()); 10] = [
    ("attack", duel::attack),
    ("battle", duel::battle),
    ("play-outs", playouts::play_outs),
    ("dice", exchange::by_dice),
    ("odds", exchange::exactly),
    ("exact", exact::exact),
    ("cold", reading::cold),
    ("bad", reading::bad),
    ("growth", growth::growth),
    ("large", reading::large),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let megabytes = || args.get(1).and_then(|it| it.parse().ok()).unwrap_or(1);
    match args.first().map(String::as_str) {
        Some("peak-of-check") => return reading::print_peak(megabytes(), true),
        Some("peak-of-text") => return reading::print_peak(megabytes(), false),
        Some("shares") => return shares::shares(args.get(1..).unwrap_or_default()),
        Some("play-for") => return shares::play_for(args.get(1..).unwrap_or_default()),
        Some("players") => return players::players(args.get(1..).unwrap_or_default()),
        _ => {}
    }
    let mut found = false;
    for (name, run) in ALL {
        if args.is_empty() || args.iter().any(|arg| arg == name) {
            println!("-- {name}");
            run();
            found = true;
        }
    }
    if !found {
        let names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
        println!("benchmarks: {}", names.join(" "));
    }
}
