//! A board of cells as a drawing: hexagons coloured by what lies in them, zones, parts, pieces with their state, a legend.

mod geometry;
mod legend;

use super::super::colours;
use super::super::list::{self, Listed, side_colour, wide, wrapped};
use super::super::svg::{Anchor, Svg, Tone};
use super::{CellSheet, short};
use crate::naming::pieces;
use warwright_runtime::{LaidCell, Machine, State, Stood};

/// The length of a side of a cell on the canvas, in its units.
const SIDE: i64 = 1_000;
/// Half the way from side to side; both are whole numbers, so that cells share their corners.
const HALF: i64 = 866;
/// What a cell looks like in which nothing lies.
const BARE: &str = "#f3eedd";

type At = (i64, i64);

/// The drawing of a state; nothing where its board has no cells. `when` says which moment it shows.
pub fn drawn(machine: &Machine, state: &State, title: &str, when: &str) -> Option<String> {
    let sheet = CellSheet::of(machine, state)?;
    let mut map = Map::new(machine, state, &sheet);
    map.cells();
    map.divisions();
    map.zones();
    map.words();
    map.pieces();
    map.scale();
    let (left, text) = (map.text, map.text);
    map.svg.words((left, text * 3 / 2), title, text * 3 / 2, Tone::Ink, Anchor::Start);
    map.svg.words((left, text * 3), when, text, Tone::Faint, Anchor::Start);
    let off = sheet.laid.pieces.iter().filter(|piece| piece.cell.is_none());
    let off_board: Vec<i64> = off.map(|piece| piece.entity).collect();
    let mut of_pieces: Vec<String> =
        sheet.laid.pieces.iter().flat_map(|piece| piece.places.iter().cloned()).collect();
    of_pieces.dedup();
    let of = Listed {
        sides: &sheet.sides,
        names: &sheet.names,
        off_board: &off_board,
        without: [&sheet.laid.shown_of_players, &of_pieces],
    };
    let list = list::listed(machine, state, &of);
    let (width, height) = map.legend(&list);
    Some(map.svg.finish(width, height, &format!("{title}, {when}")))
}

struct Map<'s> {
    machine: &'s Machine,
    state: &'s State,
    sheet: &'s CellSheet,
    svg: Svg,
    left: i64,
    top: i64,
    width: i64,
    depth: i64,
    /// The size of words beside the board.
    text: i64,
}

impl<'s> Map<'s> {
    fn new(machine: &'s Machine, state: &'s State, sheet: &'s CellSheet) -> Self {
        let svg = Svg::default();
        let mut map =
            Self { machine, state, sheet, svg, left: 0, top: 0, width: 0, depth: 0, text: 0 };
        let centres = || sheet.laid.cells.iter().map(|cell| map.centre(cell));
        let (half_width, half_depth) = if sheet.laid.flat { (SIDE, HALF) } else { (HALF, SIDE) };
        let least = (
            centres().map(|(x, _)| x).min().unwrap_or(0) - half_width,
            centres().map(|(_, y)| y).min().unwrap_or(0) - half_depth,
        );
        let most = (
            centres().map(|(x, _)| x).max().unwrap_or(0) + half_width,
            centres().map(|(_, y)| y).max().unwrap_or(0) + half_depth,
        );
        (map.width, map.depth) = (most.0 - least.0, most.1 - least.1);
        map.text = (map.width.max(map.depth) / 42).max(200);
        (map.left, map.top) = (map.text - least.0, map.text * 5 - least.1);
        map
    }

    fn colour(&self, sort: usize) -> &'static str {
        let entry = self.sheet.sorts.get(sort).map(|sort| sort.entry);
        colours::of(self.machine.program(), entry, sort)
    }

    /// The sort that fills a cell, and what else lies in it.
    fn lying(&self, cell: &LaidCell) -> (Option<usize>, Vec<usize>) {
        let mut lying = self.sheet.lying(cell);
        let fills = cell.things.first().map(|thing| thing.field);
        let first = lying.first().and_then(|sort| self.sheet.sorts.get(*sort));
        if fills.is_some() && first.map(|sort| sort.field) == fills {
            let fill = lying.remove(0);
            (Some(fill), lying)
        } else {
            (None, lying)
        }
    }

    /// The colour of a cell: of what fills it, else of what every cell begins with, if that asks for one.
    fn filled(&self, cell: &LaidCell) -> &'static str {
        match self.lying(cell).0 {
            Some(sort) => self.colour(sort),
            None => {
                let begun = cell.things.first().map(|thing| thing.entry);
                let asked = begun.and_then(|entry| colours::asked(self.machine.program(), entry));
                asked.unwrap_or(BARE)
            }
        }
    }

    fn cells(&mut self) {
        self.svg.group("cells");
        for cell in &self.sheet.laid.cells {
            let centre = self.centre(cell);
            let colour = self.filled(cell);
            let how = format!(
                "fill=\"{colour}\" stroke=\"#8d8672\" stroke-width=\"16\" stroke-linejoin=\"round\""
            );
            let outline = self.corners(centre, 100);
            self.svg.polygon(&outline, &how);
            let ring = self.corners(centre, 90);
            let how =
                "fill=\"none\" stroke=\"#3a3426\" stroke-opacity=\"0.10\" stroke-width=\"36\"";
            self.svg.polygon(&ring, how);
        }
        self.svg.end();
    }

    /// The borders between the parts of the board; a cell of two parts is cut through the middle.
    fn divisions(&mut self) {
        self.svg.group("parts");
        let how = "stroke=\"#5b4a2c\" stroke-opacity=\"0.75\" stroke-width=\"56\" stroke-linecap=\"round\" stroke-dasharray=\"10 130\"";
        for division in &self.sheet.laid.divisions {
            let of = |cell: usize| division.cells.get(cell).map_or(&[][..], Vec::as_slice);
            for (at, cell) in self.sheet.laid.cells.iter().enumerate() {
                let centre = self.centre(cell);
                let own = of(at);
                for (one, other, beyond) in self.sides(centre) {
                    let Some(next) = self.at(beyond).filter(|next| *next > at) else { continue };
                    if !own.iter().any(|part| of(next).contains(part)) {
                        self.svg.ruled(one, other, how);
                    }
                }
                if own.len() > 1
                    && let Some((one, other)) = self.cut(centre, own, &of)
                {
                    self.svg.ruled(one, other, how);
                }
            }
            self.parts_named(&division.parts, &division.cells);
        }
        self.svg.end();
    }

    /// The names of parts that lie side by side, above the board.
    fn parts_named(&mut self, parts: &[String], cells: &[Vec<usize>]) {
        let middle = |part: usize| {
            let own = cells.iter().zip(&self.sheet.laid.cells).filter(|(of, _)| of.contains(&part));
            let centres: Vec<At> = own.map(|(_, cell)| self.centre(cell)).collect();
            let many = i64::try_from(centres.len()).unwrap_or(1).max(1);
            let sum = |part: fn(&At) -> i64| centres.iter().map(part).sum::<i64>() / many;
            (sum(|at| at.0), sum(|at| at.1))
        };
        let middles: Vec<At> = (0..parts.len()).map(middle).collect();
        let beside = middles.windows(2).all(|two| match two {
            [one, other] => (one.0 - other.0).abs() > 2 * SIDE,
            _ => true,
        });
        if !beside {
            return;
        }
        let y = self.board_top() - self.text / 2;
        for (name, (x, _)) in parts.iter().zip(middles) {
            let italic = " font-style=\"italic\"";
            self.svg.styled((x, y), name, self.text, (Tone::Faint, Anchor::Middle), italic);
        }
    }

    fn board_top(&self) -> i64 {
        self.text * 5
    }

    fn zones(&mut self) {
        self.svg.group("zones");
        let cells = |map: &Self, zone: &[usize]| -> Vec<At> {
            let own = zone.iter().filter_map(|cell| map.sheet.laid.cells.get(*cell));
            own.map(|cell| map.centre(cell)).collect()
        };
        for (player, zone) in &self.sheet.laid.zones {
            let colour = side_colour(self.sheet.side(Some(*player)).unwrap_or(0));
            for centre in cells(self, zone) {
                let outline = self.corners(centre, 100);
                self.svg.polygon(&outline, &format!("fill=\"{colour}\" fill-opacity=\"0.10\""));
            }
            let how = format!(
                "stroke=\"{colour}\" stroke-width=\"52\" stroke-linecap=\"round\" stroke-dasharray=\"160 110\""
            );
            for centre in cells(self, zone) {
                for (one, other, beyond) in self.sides(centre) {
                    if !self.at(beyond).is_some_and(|next| zone.contains(&next)) {
                        // A little inside, so that zones side by side are both seen.
                        let inward = |at: At| {
                            (at.0 + (centre.0 - at.0) * 5 / 100, at.1 + (centre.1 - at.1) * 5 / 100)
                        };
                        self.svg.ruled(inward(one), inward(other), &how);
                    }
                }
            }
        }
        self.svg.end();
    }

    /// The name of each cell, and what lies in it.
    fn words(&mut self) {
        self.svg.group("words");
        let shown: Vec<&str> = self.sheet.laid.shown.iter().map(String::as_str).collect();
        let up = if self.sheet.laid.flat { HALF } else { SIDE };
        for (at, cell) in self.sheet.laid.cells.iter().enumerate() {
            let (x, y) = self.centre(cell);
            let name = (x, y - up * 62 / 100);
            let faint = " fill-opacity=\"0.55\"";
            self.svg.styled(name, &cell.name, 170, (Tone::OnPaper, Anchor::Middle), faint);
            let (fill, others) = self.lying(cell);
            let of = |sort: &usize| self.sheet.sorts.get(*sort).map(|sort| sort.name.clone());
            let mut lines: Vec<String> = others.iter().filter_map(of).collect();
            if let Ok(standing) = pieces::standing(self.machine, self.state, cell.entity) {
                let words = pieces::words(&standing, &shown);
                lines.extend((!words.is_empty()).then_some(words));
            }
            // Who stands there hides the name of the ground, which its colour tells.
            let free = self.sheet.standing_in(at).is_empty();
            if free && let Some(name) = fill.as_ref().and_then(of) {
                let italic = " font-style=\"italic\"";
                let size = fitted(&name, 230, HALF * 3 / 2);
                self.svg.styled((x, y + 60), &name, size, (Tone::OnPaper, Anchor::Middle), italic);
            }
            let mut y = y + if free { 330 } else { 730 };
            for line in lines {
                let size = fitted(&line, 190, HALF * 3 / 2);
                let (broad, high) = (wide(&line, size) + size, size * 3 / 2);
                let pill = (x - broad / 2, y - size * 11 / 10, broad, high);
                let how =
                    "fill=\"#ffffff\" fill-opacity=\"0.85\" stroke=\"#6b7280\" stroke-width=\"10\"";
                self.svg.rounded(pill, high / 2, how);
                self.svg.words((x, y), &line, size, Tone::OnPaper, Anchor::Middle);
                y += size * 17 / 10;
            }
        }
        self.svg.end();
    }

    fn pieces(&mut self) {
        self.svg.group("pieces");
        for (at, cell) in self.sheet.laid.cells.iter().enumerate() {
            let standing = self.sheet.standing_in(at);
            let (x, y) = self.centre(cell);
            // Several lie in a pile, the first on top.
            for (deep, piece) in standing.iter().enumerate().rev() {
                let off = i64::try_from(deep).unwrap_or(0) * 110;
                self.piece(piece, (x + off, y - 60 - off), deep == 0);
            }
        }
        self.svg.end();
    }

    /// A counter with the number of the piece, what is counted of it in a disc, and its name below.
    fn piece(&mut self, piece: &Stood, (x, y): At, top: bool) {
        let colour = side_colour(self.sheet.side(piece.owner).unwrap_or(0));
        let (broad, high) = (820, 620);
        let counter = (x - broad / 2, y - high / 2, broad, high);
        let shadow = (counter.0 + 28, counter.1 + 36, broad, high);
        self.svg.rounded(shadow, 130, "fill=\"#000000\" fill-opacity=\"0.22\"");
        let how =
            format!("fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"28\" class=\"piece\"");
        self.svg.rounded(counter, 130, &how);
        if !top {
            return;
        }
        let bold = " font-weight=\"bold\"";
        if let Some(number) = self.sheet.number(piece.entity) {
            let on = (Tone::OnPiece, Anchor::Middle);
            self.svg.styled((x, y + 150), number, 430, on, bold);
        }
        let short = short(self.machine, self.state, piece);
        if let Some((_, count)) = short.count {
            let at = (x + broad / 2 - 20, y - high / 2 + 30);
            self.svg.circle(at, 190, "fill=\"#fffdf6\" stroke=\"#22262b\" stroke-width=\"24\"");
            let size = fitted(&count, 270, 300);
            let ink = (Tone::OnPaper, Anchor::Middle);
            self.svg.styled((at.0, at.1 + size * 36 / 100), &count, size, ink, bold);
        }
        if short.more {
            let at = (x - broad / 2 + 20, y - high / 2 + 30);
            let how = "fill=\"#f2c14e\" stroke=\"#22262b\" stroke-width=\"20\"";
            self.svg.circle(at, 110, how);
        }
        let name = self.sheet.names.iter().find(|(_, of, _)| *of == piece.entity);
        let name = name.map_or("", |(_, _, name)| name.as_str());
        let mut y = y + high / 2 + 200;
        for line in wrapped(name, 13) {
            let size = fitted(&line, 190, HALF * 2 - 100);
            let halo = " stroke=\"#fffdf6\" stroke-width=\"60\" stroke-linejoin=\"round\" stroke-opacity=\"0.85\"";
            let ink = (Tone::OnPaper, Anchor::Middle);
            self.svg.styled((x, y), &line, size, ink, halo);
            self.svg.styled((x, y), &line, size, ink, "");
            y += 190;
        }
    }
}

/// The size in which words are not broader than so much.
fn fitted(words: &str, size: i64, broad: i64) -> i64 {
    let wide = wide(words, size).max(1);
    if wide <= broad { size } else { (size * broad / wide).max(60) }
}
