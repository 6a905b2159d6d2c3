//! What lies between two pieces: takes their numbers or names, gives how far apart they are and what the straight line between their
//! middles crosses.

use crate::board::Sheet;
use crate::board::cells::CellSheet;
use crate::naming;
use crate::naming::measures::Measures;
use warwright_runtime::space::plane::{Corners, Point, crossing, distance};
use warwright_runtime::{Machine, State};

/// Where a piece is: each part with its corners and its middle.
type Body = Vec<(Corners, Point)>;

/// How two pieces lie to each other.
///
/// # Errors
///
/// Why nothing can be said.
pub fn told(machine: &Machine, state: &State, line: &str) -> Result<String, String> {
    let words = naming::words(line);
    let names = naming::numbered(machine, state);
    let (one, used) = named(&names, &words)?;
    let (other, more) = named(&names, words.get(used..).unwrap_or_default())?;
    if used + more < words.len() {
        return Err(String::from("two pieces are wanted, as in `line 3 9`"));
    }
    if let Some(sheet) = CellSheet::of(machine, state) {
        return in_cells(machine, state, &sheet, (one, other));
    }
    let sheet = Sheet::of(machine, state)
        .ok_or_else(|| String::from("nothing is measured here: this battle has no board"))?;
    let (from, to) = (body(machine, state, &sheet, one)?, body(machine, state, &sheet, other)?);
    let grain = machine.grain();
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (a, b)));
    let near = pairs.min_by_key(|(a, b)| distance(&a.0, &b.0, grain));
    let Some((a, b)) = near else { return Err(String::from("they are not on the board")) };
    let (name, far) =
        (|of| machine.name(state, of).unwrap_or_default(), distance(&a.0, &b.0, grain));
    let mut lines =
        vec![format!("{} to {}: {}", name(one), name(other), Measures::of(machine).shown(far))];
    let crosses = |corners: &Corners| crossing(a.1, b.1, corners).is_some();
    let mut between: Vec<String> = Vec::new();
    for ground in &sheet.grounds {
        for (own, region) in &ground.areas {
            if region.pieces().iter().any(|part| crossing(a.1, b.1, part).is_some()) {
                between.push(own.clone().unwrap_or_else(|| ground.name.clone()));
            }
        }
    }
    for piece in &sheet.board.pieces {
        let of = machine.part_of(state, piece.entity).map_or(piece.entity, |part| part.body);
        let own = [one, other].iter().any(|it| *it == of || *it == piece.entity);
        if !own && piece.corners().is_some_and(|corners| crosses(&corners)) {
            between.push(name(piece.entity));
        }
    }
    between.dedup();
    let between = if between.is_empty() { String::from("nothing") } else { between.join(", ") };
    lines.push(format!("  the straight line between their middles crosses {between}"));
    Ok(lines.join("\n"))
}

/// The same on a board of cells: how many steps, and the cells that the line crosses with what is in them.
fn in_cells(
    machine: &Machine,
    state: &State,
    sheet: &CellSheet,
    (one, other): (i64, i64),
) -> Result<String, String> {
    let name = |of: i64| machine.name(state, of).unwrap_or_default();
    let cell = |piece: i64| {
        let stood = sheet.laid.pieces.iter().find(|it| it.entity == piece);
        let cell = stood.and_then(|stood| stood.cell);
        cell.ok_or_else(|| format!("{}: not on the board", name(piece)))
    };
    let (from, to) = (cell(one)?, cell(other)?);
    let far = machine.steps(state, from, to).ok().flatten().unwrap_or_default();
    let steps = if far == 1 { "cell" } else { "cells" };
    let crossed = machine.cells_between(state, from, to).unwrap_or_default();
    let told = crossed.iter().filter_map(|at| {
        let cell = sheet.laid.cells.get(*at)?;
        let lying = sheet.lying(cell).into_iter().filter_map(|sort| sheet.sorts.get(sort));
        let standing = sheet.standing_in(*at).into_iter().map(|piece| name(piece.entity));
        let there: Vec<String> = lying.map(|sort| sort.name.clone()).chain(standing).collect();
        Some(match there.as_slice() {
            [] => cell.name.clone(),
            there => format!("{} ({})", cell.name, there.join(", ")),
        })
    });
    let told: Vec<String> = told.collect();
    let told = if told.is_empty() { String::from("nothing") } else { told.join(", ") };
    Ok(format!(
        "{} to {}: {far} {steps}\n  the straight line between their middles crosses {told}",
        name(one),
        name(other)
    ))
}

/// The piece that words begin with, and how many of them name it.
fn named(names: &[(String, i64, String)], words: &[String]) -> Result<(i64, usize), String> {
    let Some(first) = words.first() else {
        return Err(String::from("two pieces are wanted, as in `line 3 9`"));
    };
    let number = first.strip_prefix('#').unwrap_or(first);
    if let Some((_, piece, _)) = names.iter().find(|(of, ..)| of.eq_ignore_ascii_case(number)) {
        return Ok((*piece, 1));
    }
    let found = (1..=words.len()).rev().find_map(|many| {
        let name = words.get(..many)?.join(" ");
        let piece = names.iter().find(|(_, _, of)| of.eq_ignore_ascii_case(&name))?;
        Some((piece.1, many))
    });
    found.ok_or_else(|| format!("there is no piece `{first}`: `board` shows names and numbers"))
}

/// Where a piece is, or its parts are.
fn body(machine: &Machine, state: &State, sheet: &Sheet, piece: i64) -> Result<Body, String> {
    let is_own =
        |of: i64| of == piece || machine.part_of(state, of).is_some_and(|part| part.body == piece);
    let own = sheet.board.pieces.iter().filter(|placed| is_own(placed.entity));
    let body: Body =
        own.filter_map(|it| Some((it.corners()?, it.footprint.at(it.pose?).middle()))).collect();
    if body.is_empty() {
        let name = machine.name(state, piece).unwrap_or_default();
        return Err(format!("{name}: not on the board"));
    }
    Ok(body)
}
