//! The pieces of a battle in words: each side's, numbered, with all that is not as it was at the beginning.
//!
//! It is what `board` shows below the drawing.

use super::naming::numbered;
use std::fmt::Write as _;
use warwright_runtime::{Machine, Standing, State};

/// All pieces, by side, as the given state shows them.
pub fn shown(machine: &Machine, state: &State) -> String {
    let Ok(layout) = machine.layout(state.scenario) else { return String::new() };
    let numbered = numbered(machine, state);
    let width = numbered.iter().map(|(_, _, name)| name.chars().count()).max().unwrap_or(0);
    let mut shown = String::new();
    for player in &layout.players {
        let Ok(standing) = machine.standing(state, *player) else { continue };
        let own = words(&standing, &[]);
        let _ = match own.is_empty() {
            true => writeln!(shown, "{}", standing.name),
            false => writeln!(shown, "{}: {own}", standing.name),
        };
        for (number, piece, name) in &numbered {
            let owner = usize::try_from(*piece)
                .ok()
                .and_then(|piece| layout.plan.get(piece))
                .and_then(|planned| planned.owner);
            let Ok(standing) = machine.standing(state, *piece) else { continue };
            if owner == Some(*player) {
                let gap = " ".repeat(width.saturating_sub(name.chars().count()));
                let line = format!("  {number:>3}  {name}{gap}  {}", words(&standing, &[]));
                let _ = writeln!(shown, "{}", line.trim_end());
            }
        }
    }
    shown.trim_end().to_owned()
}

/// What of an entity is not as it begins, but for some fields.
pub fn words(standing: &Standing, without: &[&str]) -> String {
    if !standing.in_play {
        return String::from("out of play");
    }
    let fields = standing.fields.iter().filter(|(name, _)| !without.contains(&name.as_str()));
    let mut parts: Vec<String> = fields.map(field).collect();
    parts.extend(standing.held.iter().cloned());
    parts.extend(standing.ties.iter().map(|tie| {
        let fields: Vec<String> = tie.fields.iter().map(field).collect();
        let fields =
            if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
        format!("{} {}{fields}", tie.name, tie.other)
    }));
    parts.join(", ")
}

fn field((name, value): &(String, String)) -> String {
    let name = name.replace('_', " ");
    match value.as_str() {
        "yes" => name,
        "no" => format!("not {name}"),
        value => format!("{name} {value}"),
    }
}
