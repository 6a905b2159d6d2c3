//! A board of cells as text: rows or columns staggered, north at the top, coordinates along the edges.

#[cfg(test)]
mod tests;

use super::super::ink::{Ink, Spot, inked, marks, style, styled};
use super::super::{Paper, in_lines, sides};
use super::{CellSheet, Marked, Short, short};
use crate::naming::pieces;
use warwright_runtime::{Machine, State};

/// So many characters are on a line at most where cells can be narrow, and nobody says how many there may be.
const WIDEST: usize = 96;
/// The characters left of the board.
const MARGIN: usize = 5;

/// The board with a legend, and the choices that lead to its cells.
pub fn drawn(
    machine: &Machine,
    state: &State,
    sheet: &CellSheet,
    marked: &Marked,
    on: Paper,
) -> String {
    let shape = Shape::new(sheet, on.columns);
    let mut canvas = Canvas::new(&shape, sheet);
    let mut counted: Vec<String> = Vec::new();
    let mut more = false;
    for (at, cell) in sheet.laid.cells.iter().enumerate() {
        let corner = shape.corner(cell.row, cell.column);
        canvas.border(&shape, corner);
        canvas.ground(&shape, corner, &sheet.lying(cell), sheet);
        let keys = marked.iter().find(|(of, _)| *of == at).map(|(_, keys)| keys.as_slice());
        if let Some(label) = keys.and_then(|keys| option(keys, shape.room())) {
            canvas.middle(shape.upper(corner), shape.inside, &label, Ink::Option);
        }
        let standing = sheet.standing_in(at);
        let Some(first) = standing.first() else { continue };
        let short = short(machine, state, first);
        let side = sheet.side(first.owner).unwrap_or(0);
        let number = sheet.number(first.entity).unwrap_or_default();
        let (x, y) = shape.lower(corner);
        // What the one at the left leaves free between them may be used.
        let free = usize::from(shape.bare && canvas.is_blank(x - 1, y));
        let sign = sign(side, number, &short, standing.len() - 1, shape.room() + free);
        let x = if sign.chars().count() > shape.room() { x - free } else { x };
        canvas.middle((x, y), shape.inside, &sign, Ink::Side(side, true));
        // What is explained is what is seen.
        more |= sign.contains('*') || standing.len() > 1;
        counted.extend(short.count.filter(|_| sign.contains(':')).map(|(name, _)| name));
    }
    canvas.coordinates(&shape, sheet);
    let noted = noted(machine, state, sheet);
    counted.sort_unstable();
    counted.dedup();
    if shape.bare {
        canvas.squeeze();
    }
    let wide = canvas.wide();
    let board = canvas.lines(on.colour);
    let stands = |piece: i64| {
        let stood = sheet.laid.pieces.iter().find(|it| it.entity == piece && it.cell.is_some())?;
        let counted = pieces::counted(machine, state, piece, &stood.places);
        Some((stood.owner, counted.map_or_else(String::new, |(of, many)| format!("{of} {many}"))))
    };
    let names = sides::listed(&sheet.sides, &sheet.names, stands, on);
    let board = sides::beside(&board, wide, &names, on).unwrap_or(board);
    let board = match (parts(&shape, sheet), board.rsplit_once('\n')) {
        // Where there is little room the columns are numbered above the board alone.
        (Some(parts), Some((board, _))) if shape.bare => format!("{board}\n{parts}"),
        (Some(parts), _) => format!("{parts}\n{board}"),
        (None, _) => board,
    };
    let legend = legend(sheet, &counted, more, on);
    format!("{board}\n{legend}{noted}")
}

/// The parts into which rules divide the board, above the columns that lie in them; nothing where they do not lie beside each other.
fn parts(shape: &Shape, sheet: &CellSheet) -> Option<String> {
    let mut line = String::new();
    let mut end = 0;
    let division = sheet.laid.divisions.iter().find(|division| division.parts.len() > 1)?;
    for (at, name) in division.parts.iter().enumerate() {
        let cells = sheet.laid.cells.iter().zip(&division.cells);
        // What lies in two of them is the border.
        let own = cells.filter(|(_, parts)| parts.as_slice() == [at]);
        let columns = own.map(|(cell, _)| shape.corner(cell.row, cell.column).0);
        let (from, to) = (columns.clone().min()?, columns.max()? + shape.pitch);
        if from + shape.pitch < end {
            return None;
        }
        end = to;
        // The line goes as far as the part does; a border is left open.
        let here = line.chars().count();
        line.push_str(&" ".repeat((from + 1).saturating_sub(here)));
        let name = format!(" {name} ");
        line.push_str(&format!("{name:-^wide$}", wide = to.saturating_sub(line.chars().count())));
    }
    Some(line)
}

/// How cells lie on the lines.
#[derive(Clone, Copy, Debug)]
struct Shape {
    flat: bool,
    /// Characters from a cell to the one beside it.
    pitch: usize,
    /// Characters inside a cell.
    inside: usize,
    /// The number of rows.
    rows: i64,
    /// Whether there is no room for borders: a dot stands in an empty cell.
    bare: bool,
}

impl Shape {
    fn new(sheet: &CellSheet, widest: Option<usize>) -> Self {
        let cells = &sheet.laid.cells;
        let rows = cells.iter().map(|cell| cell.row).max().unwrap_or(1);
        let columns = cells.iter().map(|cell| cell.column).max().unwrap_or(1);
        let columns = usize::try_from(columns).unwrap_or(1);
        let widest = widest.unwrap_or(WIDEST);
        // Half a cell more, as rows are shifted, and a border.
        let fits = |pitch: usize| MARGIN + columns * pitch + pitch / 2 < widest;
        let (pitch, inside, bare) = match (sheet.laid.flat, fits(8), fits(6)) {
            (true, ..) => (7, 7, false),
            (false, true, _) => (8, 7, false),
            (false, false, true) => (6, 5, false),
            (false, false, false) => (5, 4, true),
        };
        Self { flat: sheet.laid.flat, pitch, inside, rows, bare }
    }

    /// The upper left character of a cell's box: column and line.
    fn corner(&self, row: i64, column: i64) -> (usize, usize) {
        let from_north = usize::try_from(self.rows - row).unwrap_or(0);
        let (row, column) =
            (usize::try_from(row - 1).unwrap_or(0), usize::try_from(column - 1).unwrap_or(0));
        if self.flat {
            // Every second column lies half a cell higher.
            (MARGIN + column * self.pitch, 1 + from_north * 4 + if column % 2 == 0 { 2 } else { 0 })
        } else {
            let shift = if row % 2 == 0 { 0 } else { self.pitch / 2 };
            (MARGIN + column * self.pitch + shift, 1 + from_north * if self.bare { 2 } else { 3 })
        }
    }

    /// So many characters may stand in a cell: without borders up to where the next begins.
    const fn room(&self) -> usize {
        if self.bare { self.pitch } else { self.inside }
    }

    /// Where the upper line inside a cell begins.
    const fn upper(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (x + 1, y + self.border())
    }

    /// The lines of the border above a cell.
    const fn border(&self) -> usize {
        match (self.bare, self.flat) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        }
    }

    /// Where the lower line inside a cell begins.
    const fn lower(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (x + 1, y + self.border() + 1)
    }
}

#[derive(Debug)]
struct Canvas {
    /// Line by line from the north.
    spots: Vec<Vec<Spot>>,
}

impl Canvas {
    fn new(shape: &Shape, sheet: &CellSheet) -> Self {
        let corners = sheet.laid.cells.iter().map(|cell| shape.corner(cell.row, cell.column));
        let (width, depth) =
            corners.fold((0, 0), |(width, depth), (x, y)| (width.max(x + 14), depth.max(y + 6)));
        let blank = Spot { letter: ' ', ink: Ink::Plain };
        Self { spots: vec![vec![blank; width]; depth] }
    }

    fn set(&mut self, x: usize, y: usize, letter: char, ink: Ink) {
        if let Some(spot) = self.spots.get_mut(y).and_then(|line| line.get_mut(x)) {
            *spot = Spot { letter, ink };
        }
    }

    fn is_blank(&self, x: usize, y: usize) -> bool {
        self.spots.get(y).and_then(|line| line.get(x)).is_none_or(|spot| spot.letter == ' ')
    }

    /// Writes words; what is blank in them leaves what is there.
    fn write(&mut self, (x, y): (usize, usize), words: &str, ink: Ink) {
        for (at, letter) in (x..).zip(words.chars()) {
            if letter != ' ' {
                self.set(at, y, letter, ink);
            }
        }
    }

    /// Writes words in the middle of a line of some width, with room around them.
    fn middle(&mut self, (x, y): (usize, usize), width: usize, words: &str, ink: Ink) {
        let long = words.chars().count();
        let from = x + width.saturating_sub(long) / 2;
        for at in from.saturating_sub(1).max(x)..(from + long + 1).min(x + width) {
            self.set(at, y, ' ', Ink::Plain);
        }
        self.write((from, y), words, ink);
    }

    /// The border of a cell.
    fn border(&mut self, shape: &Shape, (x, y): (usize, usize)) {
        if shape.bare {
            self.middle(shape.lower((x, y)), shape.inside, "\u{b7}", Ink::Plain);
            return;
        }
        let lines: &[&str] = match (shape.flat, shape.inside) {
            (true, _) => &["  _____", " /     \\", "/       \\", "\\       /", " \\_____/"],
            (false, 7) => &[" _.-'-._", "|       |", "|       |", "'-._ _.-'"],
            (false, _) => &[" .-'-.", "|     |", "|     |", "'-. .-'"],
        };
        for (line, words) in (y..).zip(lines) {
            self.write((x, line), words, Ink::Plain);
        }
    }

    /// What lies in a cell: it is filled with the letter of the first, those of others stand at the left.
    fn ground(
        &mut self,
        shape: &Shape,
        corner: (usize, usize),
        lying: &[usize],
        sheet: &CellSheet,
    ) {
        let letter = |sort: &usize| sheet.sorts.get(*sort).map_or('?', |sort| sort.letter);
        let Some((first, others)) = lying.split_first() else { return };
        let of_first = sheet.sorts.get(*first).map(|sort| sort.field);
        let fills = sheet.laid.cells.iter().find_map(|cell| cell.things.first());
        let fills = of_first == fills.map(|thing| thing.field);
        let marks: String = if fills {
            others.iter().map(letter).collect()
        } else {
            lying.iter().map(letter).collect()
        };
        if fills {
            for (line, phase) in [(shape.upper(corner), 0), (shape.lower(corner), 1)] {
                let filled: String = (0..shape.inside)
                    .map(|at| if at % 2 == phase { letter(first) } else { ' ' })
                    .collect();
                self.write(line, &filled, Ink::Area);
            }
        }
        let (x, y) = shape.upper(corner);
        for (at, letter) in (x..).zip(marks.to_uppercase().chars()) {
            self.set(at, y, letter, Ink::Area);
        }
    }

    /// The names of rows at the left, of columns above and below.
    fn coordinates(&mut self, shape: &Shape, sheet: &CellSheet) {
        let columns = sheet.laid.cells.iter().map(|cell| cell.column).max().unwrap_or(0);
        let rows = sheet.laid.cells.iter().map(|cell| cell.row).max().unwrap_or(0);
        for row in 1..=rows {
            let own = sheet.laid.cells.iter().filter(|cell| cell.row == row);
            let Some(cell) = own.min_by_key(|cell| cell.column) else { continue };
            let letters: String = cell.name.chars().filter(char::is_ascii_uppercase).collect();
            let (_, y) = shape.upper(shape.corner(row, cell.column));
            self.write((1, y), &letters, Ink::Plain);
        }
        for column in 1..=columns {
            let own = || sheet.laid.cells.iter().filter(|cell| cell.column == column);
            // Where every second row is shifted, the number stands over the row at the border.
            let ends =
                [(own().map(|cell| cell.row).max(), rows), (own().map(|cell| cell.row).min(), 1)];
            for ((row, border), above) in ends.into_iter().zip([true, false]) {
                let Some(row) = row.filter(|row| shape.flat || *row == border) else { continue };
                let (x, y) = shape.corner(row, column);
                // Below a cell with a border is that of the next.
                let below = shape.lower((x, y)).1 + if shape.bare { 1 } else { 2 };
                let line = if above { y - 1 } else { below };
                let (x, inside) = (x + 1, shape.inside);
                self.middle((x, line), inside, &column.to_string(), Ink::Plain);
            }
        }
    }

    /// Of rows of two lines leaves out the upper ones in which nothing stands but the name of the row, which the lower ones get.
    fn squeeze(&mut self) {
        let (margin, blank) = (MARGIN, |spots: &[Spot]| spots.iter().all(|it| it.letter == ' '));
        let mut at = 1;
        while at + 1 < self.spots.len() {
            let (before, after) = self.spots.split_at_mut(at + 1);
            let (Some(upper), Some(lower)) = (before.last(), after.first_mut()) else { break };
            let (Some((name, row)), Some((beside, _))) =
                (upper.split_at_checked(margin), lower.split_at_mut_checked(margin))
            else {
                break;
            };
            if blank(row) && !blank(name) && blank(beside) {
                beside.copy_from_slice(name);
                self.spots.remove(at);
                at += 1;
            } else {
                at += 2;
            }
        }
    }

    /// How wide the widest line is.
    fn wide(&self) -> usize {
        let wide = |line: &Vec<Spot>| {
            line.iter().rposition(|spot| spot.letter != ' ').map_or(0, |at| at + 1)
        };
        self.spots.iter().map(wide).max().unwrap_or(0)
    }

    fn lines(&self, colour: bool) -> String {
        let blank = |line: &&Vec<Spot>| line.iter().all(|spot| spot.letter == ' ');
        let below = self.spots.iter().rev().take_while(blank).count();
        let lines = self.spots.iter().take(self.spots.len() - below);
        let shown = lines.map(|line| {
            let room = line.iter().rev().take_while(|spot| spot.letter == ' ').count();
            inked(line.get(..line.len() - room).unwrap_or_default(), colour)
        });
        shown.collect::<Vec<_>>().join("\n")
    }
}

/// What is typed for a choice, as it stands in a cell: all of several if there is room, else the first and a sign.
fn option(keys: &[String], room: usize) -> Option<String> {
    let all = format!("\u{ab}{}\u{bb}", keys.join(","));
    if all.chars().count() <= room {
        return Some(all);
    }
    let first = keys.first()?;
    // What is long stands alone, rather than over what is beside it.
    let tries = match keys.len() {
        1 => [first.clone(), String::from("\u{ab}..\u{bb}")],
        _ => [format!("\u{ab}{first}+\u{bb}"), format!("{first}+")],
    };
    let [.., last] = &tries;
    Some(tries.iter().find(|it| it.chars().count() <= room).unwrap_or(last).clone())
}

/// The sign of a piece: its number between the marks of its side, what is counted of it, a star for more; and a plus for others. Where
/// there is little room what is counted stands in the place of the second mark.
fn sign(side: usize, number: &str, short: &Short, others: usize, room: usize) -> String {
    let [left, _, right] = marks(side);
    let count = short.count.as_ref().map_or_else(String::new, |(_, count)| format!(":{count}"));
    let star = if short.more { "*" } else { "" };
    let plus = if others > 0 { format!("+{others}") } else { String::new() };
    let tries = [
        format!("{left}{number}{count}{star}{right}{plus}"),
        format!("{left}{number}{count}{right}"),
        format!("{left}{number}{count}"),
        format!("{left}{number}*{right}"),
    ];
    let [.., last] = &tries;
    tries.iter().find(|sign| sign.chars().count() <= room).unwrap_or(last).clone()
}

/// What marks and letters stand for.
fn legend(sheet: &CellSheet, counted: &[String], more: bool, on: Paper) -> String {
    let colour = on.colour;
    let mut parts: Vec<String> = Vec::new();
    for (side, (_, name)) in sheet.sides.iter().enumerate() {
        let [left, _, right] = marks(side);
        let mark = styled(&format!("{left}{right}"), style(Ink::Side(side, true)), colour);
        parts.push(format!("{mark} {name}"));
    }
    let fills = sheet.laid.cells.iter().find_map(|cell| cell.things.first());
    for sort in &sheet.sorts {
        let fills = fills.is_some_and(|thing| thing.field == sort.field);
        let letter =
            if fills { sort.letter.to_string() } else { sort.letter.to_uppercase().to_string() };
        parts.push(format!("{} {}", styled(&letter, style(Ink::Area), colour), sort.name));
    }
    if !counted.is_empty() {
        parts.push(format!(":n {}", counted.join(" or ").replace('_', " ")));
    }
    if more {
        parts.push(String::from("* more, see `board`"));
    }
    in_lines(&parts, on)
}

/// What cells hold that no letter shows: in a line what it is, and where.
fn noted(machine: &Machine, state: &State, sheet: &CellSheet) -> String {
    let shown: Vec<&str> = sheet.laid.shown.iter().map(String::as_str).collect();
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for cell in &sheet.laid.cells {
        let Ok(standing) = pieces::standing(machine, state, cell.entity) else { continue };
        let words = pieces::words(&standing, &shown);
        match notes.iter_mut().find(|(known, _)| *known == words) {
            Some((_, cells)) => cells.push(&cell.name),
            None if words.is_empty() => {}
            None => notes.push((words, vec![&cell.name])),
        }
    }
    let lines = notes.iter().map(|(words, cells)| format!("\n     {}: {words}", cells.join(", ")));
    lines.collect()
}
