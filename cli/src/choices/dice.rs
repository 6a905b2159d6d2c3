//! Dice typed in from a real table, and what was drawn there: what is to be rolled in words, and lines such as `3 5 6` or
//! `2x6 1` as dice, the name of a card as what was drawn.

use warwright_ir::{Die, EntryId, Program};
use warwright_runtime::{RollOf, RollRequest};

/// What is to be rolled or drawn, for what, by which rule.
pub fn wanted(program: &Program, rule: &str, request: &RollRequest) -> String {
    format!("{}  [{rule}]", rolled(program, request))
}

/// What is to be rolled or drawn, and for what.
pub fn rolled(program: &Program, request: &RollRequest) -> String {
    let RollOf::Die(die) = &request.of else { return String::from("draw one") };
    let purpose = if request.purpose.is_empty() {
        String::new()
    } else {
        format!(" for {}", request.purpose)
    };
    let name = program.dice.get(*die).and_then(|die| program.texts.get(die.name));
    format!("roll {} {}{purpose}", request.count, name.map_or("", String::as_str))
}

/// What is asked for.
pub fn prompt(request: &RollRequest) -> &'static str {
    match request.of {
        RollOf::Die(_) => "faces (or `help`):",
        RollOf::Items { .. } => "its name (or `help`):",
    }
}

/// What can be typed. Which items there are to be drawn is no secret from whoever draws: they lie on the table.
pub fn help(program: &Program, request: &RollRequest) -> Vec<(String, String)> {
    let die = match &request.of {
        RollOf::Die(die) => program.dice.get(*die),
        RollOf::Items { entries, .. } => {
            let mut names: Vec<&str> = entries.iter().map(|it| title(program, *it)).collect();
            names.sort_unstable();
            names.dedup();
            return vec![(names.join(", "), String::from("what was drawn, by its name"))];
        }
    };
    let faces = die.map_or_else(Vec::new, |die| names(program, die));
    let face = faces.first().cloned().unwrap_or_default();
    vec![
        (faces.join(" "), format!("the faces of the {} dice, in any order", request.count)),
        (format!("2x{face}"), format!("two dice that show {face}")),
    ]
}

/// The names of the faces of a die.
pub fn names(program: &Program, die: &Die) -> Vec<String> {
    let name = |id| program.texts.get(id).cloned().unwrap_or_default();
    die.faces.iter().map(|face| name(face.name)).collect()
}

/// The name of what an item is one of.
fn title(program: &Program, entry: Option<EntryId>) -> &str {
    let name = entry.and_then(|entry| program.entries.get(entry)).map(|entry| entry.name);
    name.and_then(|name| program.texts.get(name)).map_or("", String::as_str)
}

/// Dice as they lie, or what was drawn: how many show each face, and of items the one.
///
/// # Errors
///
/// What is no face or is not there, or how many dice are missing or too many.
pub fn read(program: &Program, request: &RollRequest, line: &str) -> Result<Vec<i64>, String> {
    let die = match &request.of {
        RollOf::Die(die) => program.dice.get(*die),
        RollOf::Items { entries, .. } => return drawn(program, entries, line),
    };
    let names = die.map_or_else(Vec::new, |die| names(program, die));
    fallen(&names, request.count, line)
}

/// The first item of that name.
fn drawn(program: &Program, entries: &[Option<EntryId>], line: &str) -> Result<Vec<i64>, String> {
    let typed = line.trim().trim_matches('"');
    let named = |it: &Option<EntryId>| title(program, *it).eq_ignore_ascii_case(typed);
    match entries.iter().position(named) {
        Some(drawn) => Ok((0..entries.len()).map(|at| i64::from(at == drawn)).collect()),
        None => Err(format!("there is no `{typed}` to be drawn; `help` lists what there is")),
    }
}

fn fallen(names: &[String], count: u32, line: &str) -> Result<Vec<i64>, String> {
    let counts = faces(names, line)?;
    let typed: i64 = counts.iter().sum();
    let wanted = i64::from(count);
    let dice = |count: i64| if count == 1 { "1 die".into() } else { format!("{count} dice") };
    match typed {
        typed if typed == wanted => Ok(counts),
        0 => Err(format!("{} to roll: type what they show", dice(wanted))),
        typed if typed < wanted => Err(format!(
            "{} of {wanted} are there: {} missing; type them all together",
            typed,
            if wanted - typed == 1 { "1 is".into() } else { format!("{} are", wanted - typed) }
        )),
        typed => Err(format!("{} too many: {} to roll", typed - wanted, dice(wanted))),
    }
}

/// Faces in a line: how many of each.
///
/// # Errors
///
/// What is no face.
pub fn faces(names: &[String], line: &str) -> Result<Vec<i64>, String> {
    /// More than are ever rolled at once.
    const MOST: i64 = 10_000;
    let mut counts = vec![0_i64; names.len()];
    for word in line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
        let named = |face: &str| names.iter().position(|name| name.eq_ignore_ascii_case(face));
        let repeated = word.split_once(['x', 'X']).and_then(|(times, face)| {
            let times = times.parse().ok().filter(|times| (0..=MOST).contains(times))?;
            Some((times, named(face)?))
        });
        let found = named(word).map(|face| (1, face)).or(repeated);
        let Some((times, face)) = found else {
            return Err(format!("`{word}` is no face; there are {}", names.join(" ")));
        };
        if let Some(count) = counts.get_mut(face) {
            *count = times.saturating_add(*count).min(MOST.saturating_mul(2));
        }
    }
    Ok(counts)
}
