//! Damaged sources: takes the files of a game and a seed, gives one of them changed, and runs whatever comes of it.
//!
//! Tokens, lines and blocks are left out, doubled, exchanged; pieces of other files are put in; signs and bytes are strewn
//! about; brackets are nested deeply. Whatever is written is read, checked and, where it compiles, played for a while.

use crate::mutation::exercise;
use crate::sources::compile_system;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use warwright_ir::validate;
use warwright_runtime::SeededDice;

/// What became of damaged sources.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// They have errors.
    pub refused: usize,
    /// They compile and were played.
    pub played: usize,
    /// Seeds of which something panicked, or made a program that is not valid.
    pub failed: Vec<(u64, String)>,
}

/// Damages the files of games, `count` times from a seed on.
pub fn fuzz(games: &[(String, Vec<(String, String)>)], seed: u64, count: u64) -> Tally {
    let outcomes: Vec<_> = (seed..seed + count)
        .into_par_iter()
        .map(|seed| {
            let (name, files) = damaged(games, seed);
            (seed, catch_unwind(AssertUnwindSafe(|| attempt(&name, &files))))
        })
        .collect();
    let mut tally = Tally::default();
    for (seed, outcome) in outcomes {
        match outcome {
            Ok(Ok(true)) => tally.played += 1,
            Ok(Ok(false)) => tally.refused += 1,
            Ok(Err(why)) => tally.failed.push((seed, why)),
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned();
                let words =
                    words.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
                tally.failed.push((seed, words.unwrap_or_default()));
            }
        }
    }
    tally
}

/// Whether the files compile; if so they are played.
fn attempt(name: &str, files: &[(String, String)]) -> Result<bool, String> {
    let compilation = compile_system(name, files);
    // Whatever is said can be shown.
    let shown = crate::sources::shown(&compilation);
    let Some(program) = compilation.program else {
        let said = compilation.diagnostics.iter().any(|it| it.is_error()) && !shown.is_empty();
        return if said { Ok(false) } else { Err("no program, and no error says why".to_owned()) };
    };
    let valid = validate(program).map_err(|faults| format!("not valid: {faults:?}"))?;
    exercise(&valid);
    Ok(true)
}

/// The files of a game, one of them damaged.
pub fn damaged(
    games: &[(String, Vec<(String, String)>)],
    seed: u64,
) -> (String, Vec<(String, String)>) {
    let mut random = SeededDice::new(seed, 11);
    let (name, files) = pick(&mut random, games);
    let mut files = files.clone();
    let sources: Vec<usize> = (0..files.len()).filter(|at| files[*at].0.ends_with(".ww")).collect();
    let at = *pick(&mut random, &sources);
    let (_, others) = pick(&mut random, games);
    let other = &pick(&mut random, others).1;
    let mut text = files[at].1.clone();
    for _ in 0..=random.below(3) {
        text = damage(&mut random, &text, other);
    }
    files[at].1 = text;
    (name.clone(), files)
}

fn pick<'a, T>(random: &mut SeededDice, all: &'a [T]) -> &'a T {
    &all[random.below(u32::try_from(all.len()).unwrap()) as usize]
}

/// The tokens of a text: words, numbers, quoted titles, signs, each with the space before it.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let sort = |sign: char| match sign {
        _ if sign.is_alphanumeric() || sign == '_' => 1,
        '\n' => 2,
        _ if sign.is_whitespace() => 0,
        _ => 3,
    };
    let mut before = 0;
    for (at, sign) in text.char_indices() {
        let now = sort(sign);
        if at > start && (now != before || now >= 2) && before != 0 {
            tokens.push(&text[start..at]);
            start = at;
        }
        before = now;
    }
    tokens.push(&text[start..]);
    tokens
}

const SIGNS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "\"",
    "|",
    ";",
    "\n",
    ",",
    ":",
    "=",
    "..",
    ".",
    "-",
    "*",
    "/",
    "//",
    "not ",
    "none ",
    "when ",
    "as ",
    "by ",
    "if ",
    "self ",
    "is ",
    "count(",
    "sum(",
    "0 ",
    "-1 ",
    "9223372036854775807 ",
    "1/0 ",
    "2d6 ",
    "recursive 3 ",
    "until end of turn ",
    "printed.",
    "over \"x\" ",
    "\u{0}",
    "\u{1f409}",
    "\u{201c}",
    "\u{bd}",
    "true ",
    "strongest counts ",
    "of any ",
    "max(",
    "once per battle ",
    "return ",
    "finish ",
    "stop ",
    "proceed ",
    "for each x in ",
];

fn damage(random: &mut SeededDice, text: &str, other: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut parts = tokens(text);
    let at = |random: &mut SeededDice, count: usize| {
        random.below(u32::try_from(count.max(1)).unwrap()) as usize
    };
    match random.below(12) {
        0 if !lines.is_empty() => {
            lines.remove(at(random, lines.len()));
            lines.join("\n")
        }
        1 if !lines.is_empty() => {
            let (from, to) = (at(random, lines.len()), at(random, lines.len()));
            lines.insert(to, lines[from]);
            lines.join("\n")
        }
        2 if !lines.is_empty() => {
            let (from, to) = (at(random, lines.len()), at(random, lines.len()));
            lines.swap(from, to);
            lines.join("\n")
        }
        3 => {
            let count = 1 + at(random, 4);
            let from = at(random, parts.len());
            parts.drain(from..(from + count).min(parts.len()));
            parts.concat()
        }
        4 => {
            let from = at(random, parts.len());
            parts.insert(from, parts[from]);
            parts.concat()
        }
        5 | 6 => {
            // A word for another word, a sign for another sign: what is most likely to be read.
            let from = at(random, parts.len());
            let alike = |one: &str, other: &str| {
                let sort = |part: &str| part.trim().chars().next().map(char::is_alphabetic);
                sort(one) == sort(other)
            };
            let to =
                (0..20).map(|_| at(random, parts.len())).find(|to| alike(parts[from], parts[*to]));
            parts.swap(from, to.unwrap_or(from));
            parts.concat()
        }
        7 => {
            let (from, to) = (at(random, parts.len()), at(random, parts.len()));
            parts[to] = parts[from];
            parts.concat()
        }
        8 => {
            let pieces = tokens(other);
            let from = at(random, pieces.len());
            let count = 1 + at(random, 30);
            let to = at(random, parts.len());
            let piece = &pieces[from..(from + count).min(pieces.len())];
            [&parts[..to], piece, &parts[to..]].concat().concat()
        }
        9 => {
            let to = at(random, parts.len());
            parts.insert(to, *pick(random, SIGNS));
            parts.concat()
        }
        10 => {
            let (open, close) =
                *pick(random, &[("(", ")"), ("{ ", " }"), ("not ", ""), ("-", ""), ("[", "]")]);
            let deep = *pick(random, &[3, 40, 190, 300, 2000]);
            let to = at(random, parts.len());
            let nested = format!(" {}{}{}", open.repeat(deep), parts[to], close.repeat(deep));
            parts[to] = &nested;
            parts.concat()
        }
        _ => {
            // A number for another.
            let numbers: Vec<usize> = (0..parts.len())
                .filter(|at| parts[*at].trim().starts_with(|sign: char| sign.is_ascii_digit()))
                .collect();
            if numbers.is_empty() {
                return text.to_owned();
            }
            let number = *pick(random, &numbers);
            parts[number] =
                *pick(random, &[" 0", " 1", " 7", " 99", " 100000", " 9223372036854775807"]);
            parts.concat()
        }
    }
}
