//! Measures that people type: takes a word with or without a unit, gives the length or angle that it means.
//!
//! A number alone is in the measure of the system, and an angle in degrees. Lengths are read to a hundredth, as they are shown:
//! the multiple of the grain that is the same to a hundredth is what is meant. Others are left as they are, for the machine to refuse.

use warwright_ir::Ty;
use warwright_runtime::space::plane::Grain;
use warwright_runtime::{COMPASS, Machine, Range};

const INCH: i128 = 25_400;
const CENTIMETRE: i128 = 10_000;
const MILLIMETRE: i128 = 1_000;
const DEGREE: i128 = 1_000_000;

/// How lengths are written.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    inches: bool,
    grain: Grain,
}

impl Measures {
    /// Those of a program.
    pub fn of(machine: &Machine) -> Self {
        Self { inches: machine.measures_in_inches(), grain: machine.grain() }
    }

    /// Micrometres in what lengths are counted in.
    pub fn unit(self) -> i64 {
        i64::try_from(if self.inches { INCH } else { CENTIMETRE }).unwrap_or(1)
    }

    /// The sign of what lengths are counted in.
    pub fn mark(self) -> &'static str {
        if self.inches { "\"" } else { " cm" }
    }

    /// A length as it is written, to a hundredth.
    pub fn shown(self, length: i64) -> String {
        // What somebody types may be longer than any board.
        let unit = i128::from(self.unit());
        let hundredths = (i128::from(length) * 100 + unit / 2) / unit;
        let (whole, part) = (hundredths / 100, hundredths % 100);
        let part = format!("{part:02}");
        let part = part.trim_end_matches('0');
        let point = if part.is_empty() { "" } else { "." };
        format!("{whole}{point}{part}{}", self.mark())
    }

    /// A typed length of a range: where it reads as an end of the range is written, that end.
    pub fn in_range(self, range: &Range, value: i64) -> i64 {
        let is = |end: i64| range.ty == Ty::Length && self.shown(end) == self.shown(value);
        match () {
            () if is(range.high) => range.high,
            () if is(range.low) => range.low,
            () => value,
        }
    }

    /// The ways to read a word: as a length, as an angle.
    pub fn readings(self, word: &str) -> Vec<(Ty, i64)> {
        let length = self.length(word).map(|length| (Ty::Length, length));
        length.into_iter().chain(angle(word).map(|angle| (Ty::Angle, angle))).collect()
    }

    /// A length on the grain, where one reads so.
    fn length(self, word: &str) -> Option<i64> {
        let exact = self.coordinate(word)?;
        let rounded = self.grain.round(exact);
        let off = (i128::from(rounded) - i128::from(exact)).abs();
        Some(if off * 200 <= i128::from(self.unit()) { rounded } else { exact })
    }

    /// A length to the micrometre.
    pub fn coordinate(self, word: &str) -> Option<i64> {
        let (number, unit) = apart(word);
        let unit = match unit {
            "" => i128::from(self.unit()),
            "\"" | "in" | "inch" | "inches" | "\u{2033}" | "\u{201d}" => INCH,
            "cm" => CENTIMETRE,
            "mm" => MILLIMETRE,
            _ => return None,
        };
        scaled(number, unit)
    }
}

/// An angle in micro-degrees.
pub fn angle(word: &str) -> Option<i64> {
    match apart(word) {
        (number, "" | "deg" | "degrees" | "\u{b0}") => scaled(number, DEGREE),
        _ => None,
    }
}

/// A facing in micro-degrees: an angle, or a point of the compass as facings are shown.
pub fn bearing(word: &str) -> Option<i64> {
    let named = COMPASS.iter().zip(0_i64..).find(|(name, _)| name.eq_ignore_ascii_case(word));
    named.map_or_else(|| angle(word), |(_, eighth)| scaled(&(eighth * 45).to_string(), DEGREE))
}

/// Whether a word is a unit that may stand apart from its number.
pub fn is_unit(word: &str) -> bool {
    matches!(word, "in" | "inch" | "inches" | "cm" | "mm" | "deg" | "degrees")
}

/// The number and the unit of a word.
fn apart(word: &str) -> (&str, &str) {
    let unit = word.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | '-'));
    word.split_at_checked(unit.unwrap_or(word.len())).unwrap_or((word, ""))
}

/// A decimal number of units, to the nearest whole.
fn scaled(number: &str, unit: i128) -> Option<i64> {
    let (sign, digits) = number.strip_prefix('-').map_or((1, number), |digits| (-1, digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let decimal = |digits: &str| digits.chars().all(|digit| digit.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !decimal(whole) || !decimal(part) {
        return None;
    }
    if whole.len() + part.len() > 18 {
        return None;
    }
    let parts = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
    let value: i128 = format!("0{whole}{part}").parse().ok()?;
    i64::try_from(sign * ((value * unit * 2 + parts) / (2 * parts))).ok()
}
