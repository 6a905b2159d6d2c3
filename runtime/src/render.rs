//! Values and messages as people read them.

use crate::eval::{Evaluator, Observer, bearing_member};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{Linked, Setting};
use crate::number::Fraction;
use crate::state::{State, part_of};
use std::fmt::Write as _;
use warwright_ir::{DieId, NONE, Part, Template, TextId, Ty};

/// The points of the compass, clockwise from the north: that is where the second coordinate grows, and up on every drawing.
pub const COMPASS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// What turns values into words: the program's names and the scenario's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renderer<'a> {
    pub(crate) linked: &'a Linked,
    pub(crate) setting: &'a Setting,
    pub(crate) state: &'a State,
}

impl Renderer<'_> {
    /// A value as its type is shown.
    pub(crate) fn value(&self, ty: &Ty, value: &[i64]) -> String {
        match ty {
            Ty::List(item) if item.is_space() => {
                let each = item.cells().unwrap_or(1).max(1);
                let shown: Vec<String> =
                    value.chunks(each).map(|item_cells| self.value(item, item_cells)).collect();
                if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
            }
            Ty::List(item) | Ty::Set(item) => {
                let shown: Vec<String> = value.iter().map(|cell| self.cell(item, *cell)).collect();
                if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
            }
            Ty::Pool(die) => self.pool(*die, value),
            Ty::Optional(inner) if inner.is_space() && value.is_empty() => "none".to_owned(),
            Ty::Optional(inner) if inner.is_space() => self.value(inner, value),
            space if space.is_space() => self.space(space, value),
            scalar => value.first().map_or_else(String::new, |cell| self.cell(scalar, *cell)),
        }
    }

    /// A scalar as its type is shown.
    pub(crate) fn cell(&self, ty: &Ty, cell: i64) -> String {
        if cell == NONE {
            return "none".to_owned();
        }
        match ty {
            Ty::Bool => if cell == 0 { "no" } else { "yes" }.to_owned(),
            Ty::Int => cell.to_string(),
            Ty::Ratio => Fraction::from_cell(cell).map_or_else(|| "?".to_owned(), fraction),
            Ty::Length => self.length(cell),
            Ty::Angle => format!("{}\u{b0}", hundredths(i128::from(cell), 1_000_000)),
            Ty::Text => {
                let text = u32::try_from(cell).ok().map(TextId);
                text.map_or_else(String::new, |text| self.text(text))
            }
            Ty::Entity(_) => self.entity(cell),
            Ty::Member(kind) => {
                let entry = self.linked.member(*kind, cell);
                let entry = entry.and_then(|entry| self.linked.program.entries.get(entry));
                entry.map_or_else(|| "?".to_owned(), |entry| self.text(entry.name))
            }
            Ty::Face(die) => self.face(*die, cell),
            Ty::Optional(inner) => self.cell(inner, cell),
            _ => "?".to_owned(),
        }
    }

    /// A value of space: points by their coordinates to a hundredth, facings by the compass.
    fn space(&self, ty: &Ty, value: &[i64]) -> String {
        match (ty, value) {
            (Ty::Point, [x, y]) => self.point(*x, *y),
            (Ty::Place, [x, y, facing]) => {
                format!("{} facing {}", self.point(*x, *y), bearing(*facing))
            }
            (Ty::Edge, [a, b, c, d, _]) => {
                format!("{} to {}", self.point(*a, *b), self.point(*c, *d))
            }
            (Ty::Footprint, [width, depth, _, _]) => {
                format!("{} x {}", self.side(*width), self.side(*depth))
            }
            (Ty::Route, [_, x, y, facing, ..]) => {
                format!("a way from {} facing {}", self.point(*x, *y), bearing(*facing))
            }
            (Ty::Region, [_, x, y, ..]) => {
                format!("a region with a corner at {}", self.point(*x, *y))
            }
            _ => "?".to_owned(),
        }
    }

    fn point(&self, x: i64, y: i64) -> String {
        let unit = if self.linked.inches { 25_400 } else { 10_000 };
        let mark = if self.linked.inches { "\"" } else { " cm" };
        let part = |length: i64| hundredths(i128::from(length), unit);
        format!("({}{mark}, {}{mark})", part(x), part(y))
    }

    /// A string of the program.
    pub(crate) fn text(&self, text: TextId) -> String {
        self.linked.program.texts.get(text).cloned().unwrap_or_default()
    }

    /// What an entity is called.
    pub(crate) fn entity(&self, entity: i64) -> String {
        let number = usize::try_from(entity).ok();
        if let Some(name) = number.and_then(|number| self.setting.layout.names.get(number)) {
            return name.clone();
        }
        if let Some(entry) = bearing_member(entity) {
            let entry = self.linked.program.entries.get(entry);
            return entry.map_or_else(String::new, |entry| self.text(entry.name));
        }
        let Some(head) = self.state.head(entity) else { return "none".to_owned() };
        let kind = self.linked.program.kinds.get(head.kind);
        let name = kind.map_or_else(String::new, |kind| self.text(kind.name));
        // Pieces of the start are no parts, so their names need no others.
        if let Some(part) = part_of(self.linked, self.state, entity)
            && let Ok(body) = usize::try_from(part.body)
            && let Some(body) = self.setting.layout.names.get(body)
        {
            return format!("{body} {name} {}", part.letter());
        }
        let before = self.state.heads().iter().enumerate().filter(|(other, before)| {
            before.kind == head.kind
                && *other >= self.setting.layout.names.len()
                && number.is_some_and(|number| *other <= number)
        });
        format!("{name} {}", before.count())
    }

    /// A face of a die.
    pub(crate) fn face(&self, die: DieId, face: i64) -> String {
        let faces = self.linked.program.dice.get(die).map(|die| &die.faces);
        let face = usize::try_from(face).ok().and_then(|face| faces?.get(face));
        face.map_or_else(|| "?".to_owned(), |face| self.text(face.name))
    }

    /// The dice of a pool, face by face.
    pub(crate) fn pool(&self, die: DieId, counts: &[i64]) -> String {
        let mut shown = Vec::new();
        for (face, count) in counts.iter().enumerate() {
            let name = self.face(die, i64::try_from(face).unwrap_or(NONE));
            for _ in 0..*count {
                shown.push(name.clone());
            }
        }
        if shown.is_empty() { "no dice".to_owned() } else { shown.join(" ") }
    }

    /// How wide or deep a footprint is: bases are given in millimetres, in games of inches too.
    fn side(&self, micrometres: i64) -> String {
        let small = micrometres % 5_000 == 0 && micrometres.abs() < 100_000;
        let shown = self.length(micrometres);
        let whole = (i128::from(micrometres) * 100) % 25_400 == 0;
        if self.linked.inches && small && !whole {
            return format!("{} mm", micrometres / 1_000);
        }
        shown
    }

    fn length(&self, micrometres: i64) -> String {
        /// Micrometres in an inch.
        const INCH: i128 = 25_400;
        let length = i128::from(micrometres);
        // Finer than a hundredth nobody measures, but what is small as a whole.
        let parts = if length.abs() * 10 < INCH { 10_000 } else { 100 };
        if self.linked.inches && (length * parts) % INCH == 0 {
            return format!("{}\"", decimal(length, INCH));
        }
        // In inches all is shown to a hundredth of one, if that is something.
        let measured = hundredths(length, INCH);
        if self.linked.inches && measured != "0" {
            return format!("{measured}\"");
        }
        // Of a rest of less than a tenth of a millimetre nothing would be left.
        match hundredths(length, 10_000).as_str() {
            "0" => format!("{} cm", decimal(length, 10_000)),
            measured => format!("{measured} cm"),
        }
    }
}

/// A fraction: `5/6`, a whole one as a whole number.
pub(crate) fn fraction(value: Fraction) -> String {
    if value.denominator() == 1 {
        value.numerator().to_string()
    } else {
        format!("{}/{}", value.numerator(), value.denominator())
    }
}

/// A facing as people say it: a point of the compass, else how far it is turned from the north, to a tenth of a degree, with the point
/// that is nearest.
fn bearing(facing: i64) -> String {
    let tenths = (i128::from(facing) + 50_000).div_euclid(100_000).rem_euclid(3_600);
    let nearest = usize::try_from((tenths + 225) / 450 % 8).ok();
    let point = nearest.and_then(|point| COMPASS.get(point)).copied().unwrap_or_default();
    match tenths % 450 {
        0 => point.to_owned(),
        _ => format!("{}\u{b0} ({point})", decimal(tenths, 10)),
    }
}

/// `value` over `unit`, rounded to two decimals.
fn hundredths(value: i128, unit: i128) -> String {
    decimal((value * 100 + unit / 2).div_euclid(unit), 100)
}

/// `value` over `unit` as a decimal of nine places at most, without trailing zeros.
fn decimal(value: i128, unit: i128) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.abs();
    let mut shown = format!("{sign}{}", size / unit);
    let mut rest = size % unit;
    if rest != 0 {
        shown.push('.');
    }
    for _ in 0..9 {
        if rest == 0 {
            break;
        }
        rest *= 10;
        // Writing to a string cannot fail.
        let _ = write!(shown, "{}", rest / unit);
        rest %= unit;
    }
    shown
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// What turns values into words, for the state that is read.
    pub(crate) fn renderer(&self) -> Renderer<'a> {
        Renderer { linked: self.linked, setting: self.setting, state: self.view.state() }
    }

    /// A message with its values.
    pub(crate) fn render(&mut self, template: &Template) -> Checked<String> {
        let mut shown = String::new();
        for part in &template.parts {
            match part {
                Part::Words(text) => match self.linked.program.texts.get(*text) {
                    Some(words) => shown.push_str(words),
                    None => return Err(Fault::damaged(DamagedPart::Id)),
                },
                Part::Value(expr) => {
                    let value = self.value(*expr)?;
                    let ty = self.ty(*expr)?;
                    shown.push_str(&self.renderer().value(ty, &value));
                }
            }
        }
        Ok(shown)
    }
}
