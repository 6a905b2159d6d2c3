//! Dice typed in from a real table: what is to be rolled in words, and lines such as `3 5 6` or `2x6 1` as dice.

use warwright_ir::{Die, Program};
use warwright_runtime::RollRequest;

/// What is to be rolled, for what, by which rule.
pub fn wanted(program: &Program, die: &Die, rule: &str, request: &RollRequest) -> String {
    let purpose = if request.purpose.is_empty() {
        String::new()
    } else {
        format!(" for {}", request.purpose)
    };
    let name = program.texts.get(die.name).map_or("", String::as_str);
    format!("roll {} {name}{purpose}  [{rule}]", request.count)
}

/// What can be typed.
pub fn help(program: &Program, die: &Die, request: &RollRequest) -> Vec<(String, String)> {
    let faces = names(program, die);
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

/// Dice as they lie: how many show each face.
///
/// # Errors
///
/// What is no face, or how many dice are missing or too many.
pub fn read(program: &Program, die: &Die, count: u32, line: &str) -> Result<Vec<i64>, String> {
    let counts = faces(&names(program, die), line)?;
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
