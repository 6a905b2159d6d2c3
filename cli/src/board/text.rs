//! The board as text: a grid of characters twice as high as wide, north at the top, coordinates along the edges.

use super::ink::{Ink, Spot, inked, marks, style, styled};
use super::scale::{Scale, extent, range, room};
use super::{Paper, Sheet, arrow, in_lines, sides};
use crate::naming::pieces;
use warwright_runtime::space::plane::{Corners, Inside, Point, Pose, Region, inside_convex};
use warwright_runtime::{Machine, PartOf, Placed, State};

/// The characters of the edges left and right of the board.
const MARGIN: usize = 6;
/// So many lines with nothing are one line where the board has not enough room.
const EMPTY: usize = 4;
/// What is narrower has no ends.
const NARROW: usize = 3;
/// What shows where something is marked.
const MARKED: char = '\u{b7}';
/// What fills a piece that is pointed at.
const POINTED: char = '!';

/// What is marked on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'m> {
    /// A region.
    pub zone: Option<&'m Region>,
    /// Places of pieces.
    pub spots: &'m [Corners],
    /// Pieces that are pointed at.
    pub pointed: &'m [i64],
    /// Places that can be chosen, and what is typed for them.
    pub places: &'m [(&'m str, Pose)],
}

/// The board of a state with a legend, and what is marked on it; nothing where there is none. `means`: what the marks of places and
/// of pieces stand for.
pub fn drawn(
    machine: &Machine,
    state: &State,
    marks: Marks<'_>,
    (means, points): (&str, &str),
    on: Paper,
) -> Option<String> {
    let sheet = Sheet::of(machine, state)?;
    let unit = if machine.measures_in_inches() { 25_400 } else { 10_000 };
    let scale = Scale::new(&sheet, unit, on);
    let mut canvas = Canvas::new(scale);
    canvas.areas(&sheet);
    if let Some(zone) = marks.zone {
        canvas.mark(|at| zone.contains(at));
    }
    if !marks.spots.is_empty() {
        let covers = |spot: &Corners, at| inside_convex(spot, at) != Inside::Outside;
        canvas.mark(|at| marks.spots.iter().any(|spot| covers(spot, at)));
    }
    // What is upon another piece would hide its number; of that the list of pieces tells.
    let pieces = sheet.board.pieces.iter();
    for piece in pieces.filter(|piece| !is_upon(piece, &sheet.board.pieces)) {
        let part = machine.part_of(state, piece.entity);
        let of = part.map_or(piece.entity, |part| part.body);
        canvas.piece(piece, &sheet, part, marks.pointed.contains(&of));
    }
    canvas.bodies(&sheet);
    for (key, place) in marks.places {
        canvas.option(*place, key);
    }
    let board = canvas.framed(on);
    let wide = usize::try_from(scale.columns).unwrap_or(0) + MARGIN;
    let stands = |piece: i64| {
        let body = |it: &Placed| machine.part_of(state, it.entity).map_or(it.entity, |it| it.body);
        let placed = sheet.board.pieces.iter().find(|it| it.pose.is_some() && body(it) == piece)?;
        let counted = pieces::counted(machine, state, piece, &[]);
        Some((placed.owner, counted.map_or_else(String::new, |(of, many)| format!("{of} {many}"))))
    };
    let names = sides::listed(&sheet.sides, &sheet.names, stands, on);
    let names = sides::beside(&board, wide, &names, on);
    let mut parts = legend(&sheet, on.colour, names.is_none());
    if marks.zone.is_some() || !marks.spots.is_empty() {
        parts.push(format!("{MARKED} {means}"));
    }
    if !marks.places.is_empty() {
        parts.push(String::from("1 2 .. the places of the list"));
    }
    if !marks.pointed.is_empty() {
        parts.push(format!("{POINTED} {points}"));
    }
    let board = names.unwrap_or(board);
    let legend =
        if parts.is_empty() { String::new() } else { format!("\n{}", in_lines(&parts, on)) };
    Some(format!("{board}{legend}"))
}

/// A part of a piece that is too narrow for a number.
#[derive(Debug)]
struct Narrow {
    body: i64,
    side: usize,
    /// The characters of the row that says who it is.
    cells: Vec<(i64, i64)>,
}

/// Whether the middle of a piece lies in a larger one.
fn is_upon(piece: &Placed, all: &[Placed]) -> bool {
    let Some(pose) = piece.pose else { return false };
    let middle = piece.footprint.at(pose).middle();
    let size = |of: &Placed| {
        let (wide, deep) = extent(of);
        wide * deep
    };
    let holds = |other: &Placed| {
        other.corners().is_some_and(|it| inside_convex(&it, middle) != Inside::Outside)
    };
    all.iter().any(|other| size(other) > size(piece) && holds(other))
}

#[derive(Debug)]
struct Canvas {
    scale: Scale,
    /// Row by row from the south.
    cells: Vec<Vec<Spot>>,
    /// The parts that are too narrow for a number.
    narrow: Vec<Narrow>,
    width: i64,
    depth: i64,
}

impl Canvas {
    fn new(scale: Scale) -> Self {
        let blank = Spot { letter: ' ', ink: Ink::Plain };
        let row = vec![blank; usize::try_from(scale.columns).unwrap_or(0)];
        let cells = vec![row; usize::try_from(scale.rows).unwrap_or(0)];
        Self { scale, cells, narrow: Vec::new(), width: 0, depth: 0 }
    }

    fn set(&mut self, column: i64, row: i64, cell: Spot) {
        let row = usize::try_from(row).ok().and_then(|row| self.cells.get_mut(row));
        let column = usize::try_from(column).ok();
        if let Some(place) = row.zip(column).and_then(|(row, column)| row.get_mut(column)) {
            *place = cell;
        }
    }

    fn is_blank(&self, column: i64, row: i64) -> bool {
        let row = usize::try_from(row).ok().and_then(|row| self.cells.get(row));
        let spot = usize::try_from(column).ok().and_then(|column| row?.get(column));
        spot.is_some_and(|spot| spot.letter == ' ' || spot.letter == MARKED)
    }

    /// The areas, the larger below the smaller.
    fn areas(&mut self, sheet: &Sheet) {
        (self.width, self.depth) = (sheet.board.width, sheet.board.depth);
        let mut areas: Vec<_> = sheet
            .grounds
            .iter()
            .flat_map(|ground| ground.areas.iter().map(|(_, region)| (ground.letter, region)))
            .collect();
        let span = |part: fn(&Point) -> i64, of: &[Point]| {
            let parts = of.iter().map(part);
            parts.clone().max().unwrap_or(0) - parts.min().unwrap_or(0)
        };
        areas.sort_by_key(|(_, region)| {
            let outline = region.outline();
            -span(|p| p.x(), outline).max(span(|p| p.y(), outline))
        });
        for (letter, region) in areas {
            let (rows, columns) = (self.scale.rows, self.scale.columns);
            let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
            let scale = self.scale;
            let mut covered: Vec<(i64, i64)> = all()
                .filter(|(column, row)| region.contains(scale.middle(*column, *row)))
                .collect();
            if covered.is_empty() {
                // It is thinner than a character: whatever it touches.
                let corners = region.outline().iter();
                let ends = corners.map(|at| (scale.column(at.x()), scale.row(at.y())));
                let (left, right) = range(ends.clone().map(|(column, _)| column));
                let (near, far) = range(ends.map(|(_, row)| row));
                let near_it = |at: &(i64, i64)| {
                    (left..=right).contains(&at.0)
                        && (near..=far).contains(&at.1)
                        && scale.shares(*at, region)
                };
                covered = all().filter(near_it).collect();
            }
            for (column, row) in covered {
                let letter = if (column + 2 * row) % 4 == 0 { letter } else { '.' };
                self.set(column, row, Spot { letter, ink: Ink::Area });
            }
        }
    }

    /// Marks what lies somewhere, over what is blank.
    fn mark(&mut self, lies: impl Fn(Point) -> bool) {
        let scale = self.scale;
        for (row, spots) in (0..).zip(&mut self.cells) {
            for (column, spot) in (0..).zip(spots) {
                if spot.letter == ' ' && (column + row) % 2 == 0 && lies(scale.middle(column, row))
                {
                    *spot = Spot { letter: MARKED, ink: Ink::Area };
                }
            }
        }
    }

    /// A piece: its footprint filled, its number and an arrow for its facing in the middle.
    fn piece(&mut self, piece: &Placed, sheet: &Sheet, part: Option<PartOf>, pointed: bool) {
        let (Some(pose), Some(corners)) = (piece.pose, piece.corners()) else { return };
        let side = sheet.side(piece.owner).unwrap_or(0);
        let [left, mark, right] = marks(side);
        let mark = if pointed { POINTED } else { mark };
        let number = sheet.number(piece.entity).unwrap_or_default().to_owned();
        let middle = piece.footprint.at(pose).middle();
        let (column, row) = (self.scale.column(middle.x()), self.scale.row(middle.y()));
        let covered = self.covered(&corners, column, row);
        for (column, row) in &covered {
            self.set(*column, *row, Spot { letter: mark, ink: Ink::Side(side, false) });
        }
        let own = |row: i64| covered.iter().filter(move |(_, of)| *of == row).map(|(at, _)| *at);
        for (_, row) in
            covered.chunk_by(|one, other| one.1 == other.1).filter_map(|run| run.first())
        {
            if own(*row).count() >= NARROW {
                let ink = Ink::Side(side, false);
                self.set(own(*row).min().unwrap_or(0), *row, Spot { letter: left, ink });
                self.set(own(*row).max().unwrap_or(0), *row, Spot { letter: right, ink });
            }
        }
        let (arrow, wide) = (arrow(pose.facing), own(row).count());
        // A part that is too narrow for the number of its body has its letter alone.
        let number = match part {
            Some(part) if number.chars().count() >= wide => {
                let cells = own(row).map(|at| (at, row)).collect();
                self.narrow.push(Narrow { body: part.body, side, cells });
                if wide > 1 { part.letter() } else { String::new() }
            }
            _ => number,
        };
        let digits = number.chars().count();
        // Where nothing but the label is left of a piece, the mark stands in place of the arrow.
        let arrow = if pointed && covered.len() <= digits + 1 { mark } else { arrow };
        // Where number and arrow do not fit side by side, the arrow stands in another row.
        let beside = digits < wide || covered.iter().all(|(_, of)| *of == row);
        let label = if beside { format!("{number}{arrow}") } else { number };
        let long = i64::try_from(label.chars().count()).unwrap_or(0);
        let first = own(row).min().unwrap_or(column);
        let last = own(row).max().unwrap_or(column);
        let from =
            (first + last + 1 - long).div_euclid(2) + i64::from((first + last + 1 - long) % 2 != 0);
        for (at, letter) in (from..).zip(label.chars()) {
            self.set(at, row, Spot { letter, ink: Ink::Side(side, true) });
        }
        if !beside && let Some((at, other)) = covered.iter().find(|(_, of)| *of != row) {
            self.set(*at, *other, Spot { letter: arrow, ink: Ink::Side(side, true) });
        }
    }

    /// What is typed for a place, there.
    fn option(&mut self, place: Pose, key: &str) {
        let (column, row) = (self.scale.column(place.at.x()), self.scale.row(place.at.y()));
        for (at, letter) in (column..).zip(key.chars()) {
            self.set(at, row, Spot { letter, ink: Ink::Option });
        }
    }

    /// The numbers of bodies whose parts are too narrow for them: at the western end of the first row of parts that has room, an arrow
    /// left over; else before a part where nothing is, or over it.
    fn bodies(&mut self, sheet: &Sheet) {
        let parts = std::mem::take(&mut self.narrow);
        let mut done: Vec<i64> = Vec::new();
        for Narrow { body, side, .. } in &parts {
            let number = sheet.number(*body).unwrap_or_default();
            if done.contains(body) || number.is_empty() {
                continue;
            }
            done.push(*body);
            let own = parts.iter().filter(|part| part.body == *body);
            let mut cells: Vec<(i64, i64)> = own.flat_map(|part| &part.cells).copied().collect();
            cells.sort_unstable_by_key(|(column, row)| (*row, *column));
            cells.dedup();
            let beside =
                |one: &(i64, i64), other: &(i64, i64)| one.1 == other.1 && one.0 + 1 == other.0;
            let digits = number.chars().count();
            let long = i64::try_from(digits).unwrap_or(0);
            let roomy = cells.chunk_by(beside).find(|run| run.len() > digits);
            // One more is free, so that it is not read with what stands before.
            let is_free = |(column, row): &&(i64, i64)| {
                (1..=long + 1).all(|back| self.is_blank(column - back, *row))
            };
            let before = || cells.iter().find(is_free).map(|(column, row)| (column - long, *row));
            let at = roomy.and_then(|run| run.first().copied()).or_else(before);
            let Some((column, row)) = at.or_else(|| cells.first().copied()) else { continue };
            for (at, letter) in (column..).zip(number.chars()) {
                self.set(at, row, Spot { letter, ink: Ink::Side(*side, true) });
            }
        }
    }

    /// The characters whose middle lies in a piece; the one of its own middle where there is none.
    fn covered(&self, corners: &Corners, column: i64, row: i64) -> Vec<(i64, i64)> {
        let columns = corners.iter().map(|corner| self.scale.column(corner.x()));
        let rows = corners.iter().map(|corner| self.scale.row(corner.y()));
        let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (near, far) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let all = (near..=far).flat_map(|row| (left..=right).map(move |column| (column, row)));
        let inside = |at: &(i64, i64)| {
            inside_convex(corners, self.scale.middle(at.0, at.1)) != Inside::Outside
        };
        let mut covered: Vec<(i64, i64)> = all.filter(inside).collect();
        if !covered.iter().any(|(_, of)| *of == row) {
            covered.push((column, row));
        }
        covered
    }

    /// All lines with the border and the labels of the edges. Where there are more than there is room for, many with nothing are one.
    fn framed(&self, on: Paper) -> String {
        let rule = "-".repeat(usize::try_from(self.scale.columns).unwrap_or(0));
        let mut lines = vec![format!("    +{rule}+")];
        let step = self.scale.step(self.depth);
        let labels: Vec<(i64, i64)> = (1..)
            .map(|count| count * step)
            .take_while(|label| label * self.scale.unit < self.depth)
            .map(|label| (self.scale.row(label * self.scale.unit), label))
            .collect();
        let is_tight = room(on).is_some_and(|room| self.cells.len() > room);
        let is_empty = |cells: &[Spot]| cells.iter().all(|spot| spot.letter == ' ');
        let mut rows: Vec<(i64, &Vec<Spot>)> = (0_i64..).zip(&self.cells).collect();
        rows.reverse();
        for run in rows.chunk_by(|one, other| is_empty(one.1) && is_empty(other.1)) {
            if is_tight && run.len() >= EMPTY {
                let told = format!("{} lines with nothing", run.len());
                lines.push(format!("  : :{told:^wide$}:", wide = rule.len()));
                continue;
            }
            for (row, cells) in run {
                let label = labels.iter().find(|(of, _)| of == row);
                let label = label.map_or_else(String::new, |(_, label)| label.to_string());
                lines.push(format!("{label:>3} |{}|", inked(cells, on.colour)));
            }
        }
        lines.push(format!("  0 +{rule}+"));
        let step = self.scale.step(self.width);
        let mut axis = String::from("     0");
        for label in (1..).map(|count| count * step) {
            let at = label * self.scale.unit;
            if at > self.width {
                break;
            }
            let column = usize::try_from(self.scale.column(at)).unwrap_or(0);
            let gap = (5 + column).saturating_sub(axis.chars().count());
            axis.push_str(&" ".repeat(gap));
            axis.push_str(&label.to_string());
        }
        lines.push(axis);
        lines.join("\n")
    }
}

/// What marks and letters stand for.
fn legend(sheet: &Sheet, colour: bool, sides: bool) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for (side, (_, name)) in sheet.sides.iter().enumerate().filter(|_| sides) {
        let mark = styled(&String::from_iter(marks(side)), style(Ink::Side(side, false)), colour);
        parts.push(format!("{mark} {name}"));
    }
    for ground in &sheet.grounds {
        let own: Vec<&str> = ground.areas.iter().filter_map(|(own, _)| own.as_deref()).collect();
        let letter = styled(&ground.letter.to_string(), style(Ink::Area), colour);
        parts.push(match own.is_empty() {
            true => format!("{letter} {}", ground.name),
            false => format!("{letter} {} ({})", ground.name, own.join(", ")),
        });
    }
    parts
}
