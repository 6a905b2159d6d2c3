//! The pieces of a battle in words: each side's, numbered, with all that is not as it was at the beginning.
//!
//! It is what `board` shows below the drawing.

use super::{numbered, owner};
use std::fmt::Write as _;
use warwright_ir::{Expr, FieldId, Program, SpanId};
use warwright_runtime::{Checked, Machine, Standing, State};

/// All pieces, by side, as the given state shows them. `place`: where one stands that has no place of its own, but parts that do.
pub fn shown(machine: &Machine, state: &State, place: &dyn Fn(i64) -> Option<String>) -> String {
    let Ok(layout) = machine.layout(state.scenario) else { return String::new() };
    let numbered = numbered(machine, state);
    let width = numbered.iter().map(|(_, _, name)| name.chars().count()).max().unwrap_or(0);
    let mut shown = String::new();
    for player in &layout.players {
        let Ok(of_player) = standing(machine, state, *player) else { continue };
        let own = words(&of_player, &[]);
        let _ = match own.is_empty() {
            true => writeln!(shown, "{}", of_player.name),
            false => writeln!(shown, "{}: {own}", of_player.name),
        };
        for (number, piece, name) in &numbered {
            // Of a part its body tells.
            if machine.part_of(state, *piece).is_some()
                || owner(machine, state, *piece) != Some(*player)
            {
                continue;
            }
            if let Ok(standing) = standing(machine, state, *piece) {
                let gap = " ".repeat(width.saturating_sub(name.chars().count()));
                let words = [place(*piece).unwrap_or_default(), words(&standing, &[])];
                let words: Vec<&str> =
                    words.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
                let line = format!("  {number:>3}  {name}{gap}  {}", words.join(", "));
                let _ = writeln!(shown, "{}", line.trim_end());
            }
        }
    }
    shown.trim_end().to_owned()
}

/// How an entity stands, without what computer players note for themselves.
///
/// # Errors
///
/// A fault where the state is not one of this program.
pub fn standing(machine: &Machine, state: &State, entity: i64) -> Checked<Standing> {
    let mut standing = machine.standing(state, entity)?;
    if !standing.fields.is_empty() {
        let notes = notes(machine.program());
        standing.fields.retain(|(name, _)| !notes.contains(&name.as_str()));
    }
    Ok(standing)
}

/// The names of the states of which nothing but the sources of policies knows, though they are declared elsewhere.
fn notes(program: &Program) -> Vec<&str> {
    let source = |span: SpanId| program.spans.get(span).map(|span| span.source);
    let of_policies: Vec<_> =
        program.policies.values().filter_map(|policy| source(policy.span)).collect();
    let mut notes: Vec<FieldId> = Vec::new();
    let mut others: Vec<FieldId> = Vec::new();
    for (expr, span) in program.exprs.values().zip(&program.expr_spans) {
        let Expr::Field { field, .. } = expr else { continue };
        let Some(at) = source(*span) else { continue };
        let declared = program.fields.get(*field).and_then(|field| source(field.span));
        let list = match of_policies.contains(&at) && declared != Some(at) {
            true => &mut notes,
            false => &mut others,
        };
        if !list.contains(field) {
            list.push(*field);
        }
    }
    notes.retain(|field| !others.contains(field));
    let name = |field: &FieldId| {
        let name = program.fields.get(*field).map(|field| field.name)?;
        program.texts.get(name).map(String::as_str)
    };
    notes.iter().filter_map(name).collect()
}

/// Whether a state of an entity lasts: what ends with a moment, such as what may still be done in a turn, does not.
pub fn lasts(machine: &Machine, state: &State, entity: i64, name: &str) -> bool {
    let program = machine.program();
    let kind = state.head(entity).and_then(|head| program.kinds.get(head.kind));
    let mut fields = kind.map(|kind| kind.fields.as_slice()).unwrap_or_default().iter();
    let own = fields.find_map(|field| {
        let field = program.fields.get(*field)?;
        program.texts.get(field.name).is_some_and(|own| own == name).then_some(field)
    });
    own.is_none_or(|field| field.resets.is_none())
}

/// The first number of an entity that lasts and is not as it begins, but for some fields: what is counted, and how many.
pub fn counted(
    machine: &Machine,
    state: &State,
    entity: i64,
    without: &[String],
) -> Option<(String, String)> {
    let fields = standing(machine, state, entity).ok()?.fields;
    let is_number = |(name, value): &(String, String)| {
        !without.contains(name)
            && value.parse::<i64>().is_ok()
            && lasts(machine, state, entity, name)
    };
    fields.into_iter().find(is_number).map(|(name, many)| (name.replace('_', " "), many))
}

/// What of an entity is not as it begins, but for some fields.
pub fn words(standing: &Standing, without: &[&str]) -> String {
    if !standing.in_play {
        return String::from("out of play");
    }
    let fields = standing.fields.iter().filter(|(name, _)| !without.contains(&name.as_str()));
    let mut parts: Vec<String> =
        fields.map(|(name, value)| field(&(name.clone(), own(standing, name, value)))).collect();
    parts.extend(standing.held.iter().cloned());
    parts.extend(standing.ties.iter().map(|tie| {
        let fields: Vec<String> = tie.fields.iter().map(field).collect();
        let fields =
            if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
        format!("{} {}{fields}", tie.name, tie.other)
    }));
    parts.join(", ")
}

/// A value of an entity; where it lists parts of this very entity, what they have in common is left out.
fn own(standing: &Standing, field: &str, value: &str) -> String {
    let of = format!("{} ", standing.name);
    let items: Option<Vec<&str>> = value.split(", ").map(|item| item.strip_prefix(&of)).collect();
    let Some(items) = items else { return value.to_owned() };
    let bare = |item: &&str| {
        let (kind, letter) = item.rsplit_once(' ')?;
        field.starts_with(kind).then(|| letter.to_owned())
    };
    let bare: Option<Vec<String>> = items.iter().map(bare).collect();
    bare.map_or_else(|| items.join(", "), |bare| bare.join(", "))
}

fn field((name, value): &(String, String)) -> String {
    let name = name.replace('_', " ");
    match value.as_str() {
        "yes" => name,
        "no" => format!("not {name}"),
        value => format!("{name} {}", shortened(value)),
    }
}

/// A list in which three or more that are numbered one after the other, such as the cells of a row, are told by the first and the
/// last.
fn shortened(list: &str) -> String {
    let mut runs: Vec<(&str, &str, usize)> = Vec::new();
    for item in list.split(", ") {
        match runs.last_mut() {
            Some((_, last, many)) if follows(last, item) => (*last, *many) = (item, *many + 1),
            _ => runs.push((item, item, 1)),
        }
    }
    let told = |(first, last, many): &(&str, &str, usize)| match many {
        1 => (*first).to_owned(),
        2 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    runs.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Whether a name is another's with the next number.
fn follows(before: &str, after: &str) -> bool {
    if let ([one], [other]) = (before.as_bytes(), after.as_bytes()) {
        return one.is_ascii_lowercase() && one + 1 == *other;
    }
    let numbered = |name: &str| -> Option<(usize, u64)> {
        let words = name.trim_end_matches(|sign: char| sign.is_ascii_digit()).len();
        // Plain numbers are values, and no names.
        (words > 0).then_some((words, name.get(words..)?.parse().ok()?))
    };
    let (Some((words, number)), Some((others, next))) = (numbered(before), numbered(after)) else {
        return false;
    };
    before.get(..words) == after.get(..others) && number.checked_add(1) == Some(next)
}
