//! Previews: shows where an answer puts pieces before it is given: drawn, how far they go and what that takes of them, who is near then,
//! what they touch, what the story would say of it, and which dice are rolled next.

use super::stands::{self, Marked, Stand, Stands};
use super::{Moment, Thought};
use crate::board::Paper;
use crate::choices::dice;
use crate::naming::{self, pieces};
use warwright_runtime::{Answer, Machine, PlayFault, Request, State, TellKind, Tells};

/// So many enemies are named that are near.
const NEAR: usize = 3;
/// So many lines of the story are told.
const TOLD: usize = 6;

/// What an answer moves, drawn and told; nothing where it moves none of the pieces that stand on the board.
///
/// # Errors
///
/// A fault of the rules.
pub fn told(
    machine: &Machine,
    truth: &State,
    player: i64,
    answer: &Answer,
    on: Paper,
) -> Result<Option<String>, PlayFault> {
    let (mut thought, start) = Thought::begin(machine, truth, player)?;
    let Some(before) = Stands::of(machine, &start.battle) else { return Ok(None) };
    let mut tells = Tells::loud();
    let Some(end) = thought.heard(&start, answer, &mut tells) else { return Ok(None) };
    let Some(after) = Stands::of(machine, &end.battle) else { return Ok(None) };
    let moved: Vec<(i64, &Stand)> = before
        .all
        .iter()
        .map(|(piece, _, stand)| (*piece, stand))
        .filter(|(piece, stand)| after.get(*piece).is_some_and(|it| stands::differs(stand, it)))
        .collect();
    if moved.is_empty() {
        return Ok(None);
    }
    let left: Vec<Stand> = moved.iter().map(|(_, stand)| (*stand).clone()).collect();
    let mark = Marked { spots: &left, pointed: &[], means: "where it stood", points: "" };
    let mut lines: Vec<String> = Vec::new();
    // The cells of a board are named, and where they lie was just seen.
    if after.cells.is_none() {
        lines.extend(stands::drawn(machine, &end.battle, mark, on));
    }
    // Whoever is taken along is told of with whom it goes.
    let takes = |piece: i64| {
        let there = after.get(piece)?;
        let others = moved.iter().map(|(other, _)| *other).skip_while(|other| *other != piece);
        let with = |other: &i64| after.get(*other).is_some_and(|it| stands::is_with(there, it));
        others.skip(1).filter(with).last()
    };
    for (piece, from) in moved.iter().copied().filter(|(piece, _)| takes(*piece).is_none()) {
        let taken = taken(machine, (&start.battle, &end.battle), piece);
        let along = moved.iter().filter(|(other, _)| takes(*other) == Some(piece));
        let along: Vec<String> =
            along.filter_map(|(other, _)| machine.name(&end.battle, *other).ok()).collect();
        let along = match along.as_slice() {
            [] => String::new(),
            along => format!("; {} with it", along.join(" and ")),
        };
        let told = of_piece(machine, &end, &after, (piece, from));
        lines.extend(told.map(|line| line + &along + &taken));
    }
    lines.extend(story(machine, truth, (player, answer), &tells)?);
    if let Request::Roll(roll) = &end.request {
        let roles = machine.roles(&end.battle).unwrap_or_default().into_iter();
        // Of a short name nobody reads who it is.
        let part = roles.map(|(role, name)| match role.len() > 2 {
            true => format!("{} {name}", role.replace('_', " ")),
            false => name,
        });
        let part = part.collect::<Vec<_>>().join(", ");
        let part = if part.is_empty() { part } else { format!(" ({part})") };
        let next = match roll.of.die() {
            Some(_) => dice::rolled(machine.program(), roll),
            None => String::from("something is drawn"),
        };
        lines.push(format!("  then {next}{part}"));
    }
    Ok(Some(lines.join("\n")))
}

/// What the story would say; nothing where it would be another one with another guess at what is hidden.
fn story(
    machine: &Machine,
    truth: &State,
    (player, answer): (i64, &Answer),
    tells: &Tells,
) -> Result<Vec<String>, PlayFault> {
    let said = beginning(tells);
    if machine.hides_something() {
        let (mut thought, start) = Thought::of_guess(machine, truth, player, 1)?;
        let mut others = Tells::loud();
        thought.heard(&start, answer, &mut others);
        if beginning(&others) != said {
            return Ok(Vec::new());
        }
    }
    Ok(said)
}

/// What is said first, a line each.
fn beginning(tells: &Tells) -> Vec<String> {
    let mut said = tells.list.iter().filter(|tell| tell.kind == TellKind::Said);
    let mut told: Vec<String> = said.by_ref().take(TOLD).map(|it| quoted(&it.text)).collect();
    told.extend(said.next().map(|_| String::from("  ..")));
    told
}

fn quoted(said: &str) -> String {
    format!("  \u{201c}{said}\u{201d}")
}

/// What else of a piece is another way then: what is left of that with which actions are paid for. How rules count moves is no news.
fn taken(machine: &Machine, (before, after): (&State, &State), piece: i64) -> String {
    let fields = |state| pieces::standing(machine, state, piece).map(|it| it.fields);
    let (Ok(before), Ok(after)) = (fields(before), fields(after)) else { return String::new() };
    let pays = |name: &str| {
        let program = machine.program();
        let mut costs = program.actions.values().filter_map(|action| action.cost.as_ref());
        costs.any(|cost| naming::field_name(program, cost.field) == name.replace('_', " "))
    };
    let is_new = |of: &&(String, String)| pays(&of.0) && !before.contains(of);
    let new = after.iter().filter(is_new);
    let new: Vec<String> =
        new.map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    if new.is_empty() { String::new() } else { format!("; {}", new.join(", ")) }
}

/// Where a piece comes to stand, in a line.
fn of_piece(
    machine: &Machine,
    end: &Moment,
    after: &Stands,
    (piece, from): (i64, &Stand),
) -> Option<String> {
    let state = &end.battle;
    let there = after.get(piece)?;
    let name = machine.name(state, piece).unwrap_or_default();
    let called = |piece: i64| machine.name(state, piece).unwrap_or_default();
    let far = stands::moved(machine, state, from, there);
    let how_far = match far {
        0 => String::from("would stay there and turn"),
        far => format!("would go {}", stands::far(machine, there, far)),
    };
    let mut told =
        format!("  {name} {how_far}, to {}", stands::place(machine, state, after, there));
    let grounds = stands::grounds(machine, state, there);
    if !grounds.is_empty() {
        told.push_str(&format!(", in {}", grounds.join(" and ")));
    }
    let others = after.from(machine, state, there, after.owner(piece));
    let least = i64::from(matches!(there, Stand::Cell(_)));
    let touched: Vec<String> = others
        .iter()
        .take_while(|(_, far)| *far <= least)
        .map(|(other, _)| called(*other))
        .collect();
    let beside = if least > 0 { "beside" } else { "touching" };
    if !touched.is_empty() {
        told.push_str(&format!(", {beside} {}", touched.join(" and ")));
    }
    let near = others.iter().skip(touched.len()).take(NEAR);
    let near: Vec<String> = near
        .map(|(other, far)| {
            format!("{} from {}", stands::far(machine, there, *far), called(*other))
        })
        .collect();
    if !near.is_empty() {
        told.push_str(&format!("; then {}", near.join(", ")));
    }
    Some(told)
}
