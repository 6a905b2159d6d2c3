//! Where pieces stand: takes a state, gives the place of a piece on whatever sort of board there is, and how far others are from it.

use super::body;
use crate::board::{Paper, Sheet, cells, text};
use crate::naming::measures::Measures;
use warwright_runtime::space::plane::{Corners, Grain, Point, Pose, Squared, distance, overlaps};
use warwright_runtime::{CellsLaid, Machine, State};

/// Where a piece stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// On a plane: each of its parts, with its corners and its middle.
    Plane(Vec<(Pose, Corners, Point)>),
    /// In a cell, by its place in the board.
    Cell(usize),
}

/// Where all pieces stand.
#[derive(Debug)]
pub struct Stands {
    /// The pieces that stand somewhere: the piece, its owner, where.
    pub all: Vec<(i64, Option<i64>, Stand)>,
    /// The cells, where the board has some.
    pub cells: Option<CellsLaid>,
}

impl Stands {
    /// Those of a state; nothing where it has no board.
    pub fn of(machine: &Machine, state: &State) -> Option<Self> {
        if let Some(laid) = machine.cells(state).ok().flatten() {
            let standing = laid.pieces.iter();
            let standing = standing.filter_map(|it| Some((it.entity, it.owner, it.cell?)));
            let all = standing.map(|(piece, owner, cell)| (piece, owner, Stand::Cell(cell)));
            return Some(Self { all: all.collect(), cells: Some(laid) });
        }
        let board = machine.board(state).ok().flatten()?;
        let mut all: Vec<(i64, Option<i64>, Stand)> = Vec::new();
        for placed in &board.pieces {
            let (Some(pose), Some(corners)) = (placed.pose, placed.corners()) else { continue };
            let part = (pose, corners, placed.footprint.at(pose).middle());
            let piece = body(machine, state, placed.entity);
            let known = all.iter_mut().find(|(of, ..)| *of == piece);
            match known {
                Some((_, _, Stand::Plane(parts))) => parts.push(part),
                _ => all.push((piece, placed.owner, Stand::Plane(vec![part]))),
            }
        }
        Some(Self { all, cells: None })
    }

    /// Where a piece stands, if it does.
    pub fn get(&self, piece: i64) -> Option<&Stand> {
        self.all.iter().find(|(of, ..)| *of == piece).map(|(.., stand)| stand)
    }

    /// Whose a piece is that stands somewhere.
    pub fn owner(&self, piece: i64) -> Option<i64> {
        self.all.iter().find(|(of, ..)| *of == piece).and_then(|(_, owner, _)| *owner)
    }

    /// The pieces of others, each with how far it is from a place of somebody's piece, the nearest first.
    pub fn from(
        &self,
        machine: &Machine,
        state: &State,
        place: &Stand,
        owner: Option<i64>,
    ) -> Vec<(i64, i64)> {
        let others = self.all.iter().filter(|(_, of, _)| *of != owner && of.is_some());
        let mut far: Vec<(i64, i64)> = others
            .filter_map(|(piece, _, stand)| Some((apart(machine, state, place, stand)?, *piece)))
            .collect();
        far.sort_unstable();
        far.into_iter().map(|(far, piece)| (piece, far)).collect()
    }
}

/// How far two places are apart: a length, or steps.
pub fn apart(machine: &Machine, state: &State, one: &Stand, other: &Stand) -> Option<i64> {
    match (one, other) {
        (Stand::Cell(from), Stand::Cell(to)) => {
            machine.steps(state, *from, *to).ok().flatten().map(i64::from)
        }
        (Stand::Plane(from), Stand::Plane(to)) => {
            let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (a, b)));
            pairs.map(|(a, b)| distance(&a.1, &b.1, machine.grain())).min()
        }
        _ => None,
    }
}

/// How far it is from a place to another of the same piece: between the middles of its first part, or steps.
pub fn moved(machine: &Machine, state: &State, from: &Stand, to: &Stand) -> i64 {
    match (from, to) {
        (Stand::Plane(one), Stand::Plane(other)) => {
            let ends = one.first().zip(other.first());
            ends.map_or(0, |(one, other)| machine.grain().root(Squared::of(one.2.to(other.2))))
        }
        _ => apart(machine, state, from, to).unwrap_or(0),
    }
}

/// How far something is, in words.
pub fn far(machine: &Machine, stand: &Stand, far: i64) -> String {
    match (stand, far) {
        (Stand::Plane(_), far) => Measures::of(machine).shown(far),
        (Stand::Cell(_), 1) => String::from("1 cell"),
        (Stand::Cell(_), far) => format!("{far} cells"),
    }
}

/// Where it is, in words.
pub fn place(machine: &Machine, state: &State, stands: &Stands, stand: &Stand) -> String {
    match stand {
        Stand::Cell(cell) => {
            let laid = stands.cells.as_ref().and_then(|laid| laid.cells.get(*cell));
            laid.map(|cell| cell.name.clone()).unwrap_or_default()
        }
        Stand::Plane(parts) => {
            let first = parts.first().map(|(pose, ..)| pose.cells().to_vec()).unwrap_or_default();
            machine.show(state, &warwright_ir::Ty::Place, &first).unwrap_or_default()
        }
    }
}

/// What lies there, by name.
pub fn grounds(machine: &Machine, state: &State, stand: &Stand) -> Vec<String> {
    match stand {
        Stand::Cell(at) => {
            let sheet = cells::CellSheet::of(machine, state);
            let lying = sheet.as_ref().and_then(|sheet| {
                let cell = sheet.laid.cells.get(*at)?;
                let sorts = sheet.lying(cell).into_iter();
                Some(sorts.filter_map(|sort| Some(sheet.sorts.get(sort)?.name.clone())).collect())
            });
            lying.unwrap_or_default()
        }
        Stand::Plane(parts) => {
            let Some(sheet) = Sheet::of(machine, state) else { return Vec::new() };
            let mut names = Vec::new();
            for ground in &sheet.grounds {
                for (own, region) in &ground.areas {
                    let shared = parts.iter().any(|(_, corners, _)| {
                        region.pieces().iter().any(|it| overlaps(it, corners, Grain::FINEST))
                    });
                    if shared {
                        names.push(own.clone().unwrap_or_else(|| ground.name.clone()));
                    }
                }
            }
            names.dedup();
            names
        }
    }
}

/// What is marked on a board: places, and pieces that are pointed at, with what the two sorts of marks mean.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'m> {
    /// Places.
    pub spots: &'m [Stand],
    /// Pieces, each with what is written beside it where there is room.
    pub pointed: &'m [(i64, String)],
    /// What the marks of places mean.
    pub means: &'m str,
    /// What the marks of pieces mean.
    pub points: &'m str,
}

/// The board with marks; nothing where there is none.
pub fn drawn(machine: &Machine, state: &State, marked: Marked<'_>, on: Paper) -> Option<String> {
    if let Some(sheet) = cells::CellSheet::of(machine, state) {
        let mut keys: cells::Marked = Vec::new();
        for spot in marked.spots {
            if let Stand::Cell(cell) = spot {
                keys.push((*cell, vec![String::from("+")]));
            }
        }
        let stands = |piece: i64| {
            sheet.laid.pieces.iter().find(|it| it.entity == piece).and_then(|it| it.cell)
        };
        for (piece, beside) in marked.pointed {
            keys.extend(stands(*piece).map(|cell| (cell, vec![beside.clone()])));
        }
        let board = cells::text::drawn(machine, state, &sheet, &keys, on);
        let spots = (!marked.spots.is_empty()).then(|| format!("\u{ab}+\u{bb} {}", marked.means));
        let points =
            (!marked.pointed.is_empty()).then(|| format!("\u{ab}number\u{bb} {}", marked.points));
        let notes: Vec<String> = spots.into_iter().chain(points).collect();
        return Some(format!("{board}\n     {}", notes.join("   ")));
    }
    let corners: Vec<Corners> = marked
        .spots
        .iter()
        .flat_map(|spot| match spot {
            Stand::Plane(parts) => parts.iter().map(|(_, corners, _)| corners.clone()).collect(),
            Stand::Cell(_) => Vec::new(),
        })
        .collect();
    let pointed: Vec<i64> = marked.pointed.iter().map(|(piece, _)| *piece).collect();
    let marks = text::Marks { spots: &corners, pointed: &pointed, ..Default::default() };
    text::drawn(machine, state, marks, (marked.means, marked.points), on)
}
