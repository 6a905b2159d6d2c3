//! Where pieces stand: takes a state, gives the place of a piece on whatever sort of board there is, and how far others are from it.

use super::body;
use crate::board::{Paper, Sheet, cells, text};
use crate::naming::measures::Measures;
use crate::naming::pieces;
use warwright_runtime::space::plane::{Corners, Grain, Point, Pose, Squared, distance, overlaps};
use warwright_runtime::{CellsLaid, Machine, State};

/// A part of a piece on a plane; of a piece without parts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    entity: i64,
    pose: Pose,
    corners: Corners,
    middle: Point,
}

/// Where a piece stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// On a plane: each of its parts.
    Plane(Vec<Part>),
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
            let middle = placed.footprint.at(pose).middle();
            let part = Part { entity: placed.entity, pose, corners, middle };
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
            pairs.map(|(a, b)| distance(&a.corners, &b.corners, machine.grain())).min()
        }
        _ => None,
    }
}

/// How far it is from a place to another of the same piece: between the middles of the parts that stand in both, or steps.
pub fn moved(machine: &Machine, state: &State, from: &Stand, to: &Stand) -> i64 {
    match (from, to) {
        (Stand::Plane(one), Stand::Plane(other)) => {
            let ends = middle(one, other).zip(middle(other, one));
            ends.map_or(0, |(one, other)| machine.grain().root(Squared::of(one.to(other))))
        }
        _ => apart(machine, state, from, to).unwrap_or(0),
    }
}

/// Whether a piece stands another way: of parts that are there no more nothing is asked.
pub fn differs(from: &Stand, to: &Stand) -> bool {
    match (from, to) {
        (Stand::Plane(one), Stand::Plane(other)) => one.iter().any(|part| {
            other.iter().any(|there| there.entity == part.entity && there.pose != part.pose)
        }),
        (from, to) => from != to,
    }
}

/// Whether one stands where a part of another does.
pub fn is_with(one: &Stand, other: &Stand) -> bool {
    match (one, other) {
        (Stand::Plane(one), Stand::Plane(other)) => {
            one.iter().all(|part| other.iter().any(|it| it.pose == part.pose))
        }
        _ => false,
    }
}

/// The middle of the parts that stand elsewhere too.
fn middle(parts: &[Part], elsewhere: &[Part]) -> Option<Point> {
    let stands = |part: &&Part| elsewhere.iter().any(|it| it.entity == part.entity);
    let both: Vec<Point> = parts.iter().filter(stands).map(|part| part.middle).collect();
    let many = i64::try_from(both.len()).ok().filter(|many| *many > 0)?;
    let mean = |of: fn(&Point) -> i64| both.iter().map(of).sum::<i64>() / many;
    Some(Point::new(mean(|at| at.x()), mean(|at| at.y())))
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
            let Some((first, others)) = parts.split_first() else { return String::new() };
            let at = match others {
                [] => first.pose.at,
                _ => middle(parts, parts).unwrap_or(first.middle),
            };
            let (place, point) = (warwright_ir::Ty::Place, warwright_ir::Ty::Point);
            let shown = match others.iter().all(|part| part.pose.facing == first.pose.facing) {
                true => machine.show(state, &place, &Pose::new(at, first.pose.facing).cells()),
                false => machine.show(state, &point, &[at.x(), at.y()]),
            };
            shown.unwrap_or_default()
        }
    }
}

/// All pieces in words, those of several parts with where the whole stands.
pub fn listed(machine: &Machine, state: &State) -> String {
    let stands = Stands::of(machine, state);
    let place_of = |piece: i64| {
        let stands = stands.as_ref()?;
        match stands.get(piece)? {
            stand @ Stand::Plane(parts) if parts.iter().any(|part| part.entity != piece) => {
                Some(place(machine, state, stands, stand))
            }
            Stand::Plane(_) | Stand::Cell(_) => None,
        }
    };
    pieces::shown(machine, state, &place_of)
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
                    let shared = parts.iter().any(|part| {
                        region.pieces().iter().any(|it| overlaps(it, &part.corners, Grain::FINEST))
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
            let beside = beside.split(',').map(str::to_owned);
            keys.extend(stands(*piece).map(|cell| (cell, beside.collect())));
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
            Stand::Plane(parts) => parts.iter().map(|part| part.corners.clone()).collect(),
            Stand::Cell(_) => Vec::new(),
        })
        .collect();
    let pointed: Vec<i64> = marked.pointed.iter().map(|(piece, _)| *piece).collect();
    let marks = text::Marks { spots: &corners, pointed: &pointed, ..Default::default() };
    text::drawn(machine, state, marks, (marked.means, marked.points), on)
}
