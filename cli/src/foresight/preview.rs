//! Previews: shows where an answer puts pieces before it is given: drawn, how far they go, who is near then, what they touch.

use super::stands::{self, Marked, Stand, Stands};
use super::{Moment, Thought};
use crate::board::Paper;
use warwright_runtime::{Answer, Machine, PlayFault, Request, State};

/// So many enemies are named that are near.
const NEAR: usize = 3;

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
    let Some(end) = thought.after(&start, answer) else { return Ok(None) };
    let Some(after) = Stands::of(machine, &end.battle) else { return Ok(None) };
    let moved: Vec<(i64, &Stand)> = before
        .all
        .iter()
        .map(|(piece, _, stand)| (*piece, stand))
        .filter(|(piece, stand)| after.get(*piece).is_some_and(|there| there != *stand))
        .collect();
    if moved.is_empty() {
        return Ok(None);
    }
    let left: Vec<Stand> = moved.iter().map(|(_, stand)| (*stand).clone()).collect();
    let mark = Marked { spots: &left, pointed: &[], means: "where it stood", points: "" };
    let mut lines: Vec<String> = Vec::new();
    lines.extend(stands::drawn(machine, &end.battle, mark, on));
    for (piece, from) in moved {
        lines.extend(of_piece(machine, &end, &after, (piece, from)));
    }
    if let Request::Roll(_) = end.request {
        lines.push(String::from("  then dice are rolled"));
    }
    Ok(Some(lines.join("\n")))
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
        .map(|(other, far)| format!("{} {}", stands::far(machine, there, *far), called(*other)))
        .collect();
    if !near.is_empty() {
        told.push_str(&format!("; away from it then: {}", near.join(", ")));
    }
    Some(told)
}
