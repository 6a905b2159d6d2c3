//! Numbers as the copy of a text shows them: takes digits with a measure, gives an exact fraction.

use crate::tree::{Number, Unit};

/// Reads `3.5'` (inches), `12~cm`, `2½`, `7%`; none when there are too many digits.
pub(super) fn read(text: &str) -> Option<Number> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let mut numerator: i64 = 0;
    let mut denominator: u32 = 1;
    for digit in whole.bytes().chain(decimals.bytes()) {
        numerator = numerator.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
    }
    for _ in decimals.bytes() {
        denominator = denominator.checked_mul(10)?;
    }
    let mut rest = rest;
    if let Some((part, of)) = rest.chars().next().and_then(fraction) {
        let parts = i64::from(part).checked_mul(i64::from(denominator))?;
        numerator = numerator.checked_mul(i64::from(of))?.checked_add(parts)?;
        denominator = denominator.checked_mul(of)?;
        rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..)?;
    }
    let unit = match rest.trim().trim_start_matches('~') {
        "" => None,
        "cm" => Some(Unit::Centimetre),
        "mm" => Some(Unit::Millimetre),
        "deg" => Some(Unit::Degree),
        "hex" | "hexes" => Some(Unit::Hex),
        "%" => Some(Unit::Percent),
        _ => Some(Unit::Inch),
    };
    Some(Number { numerator, denominator, unit })
}

/// So many feet and inches, as inches are written: `6` and `4` are `76"`.
pub(super) fn in_inches(feet: &str, inches: &str) -> Option<String> {
    let thousandths = |text: &str, each: i64| {
        let number = read(text)?;
        let parts = number.numerator.checked_mul(each)?.checked_mul(1_000)?;
        Some(parts / i64::from(number.denominator.max(1)))
    };
    let all = thousandths(feet, 12)?.checked_add(thousandths(inches, 1)?)?;
    let (whole, parts) = (all / 1_000, format!("{:03}", all % 1_000));
    Some(match parts.trim_end_matches('0') {
        "" => format!("{whole}\""),
        parts => format!("{whole}.{parts}\""),
    })
}

/// Whether a measure stands first, as in `cm` after `12 `.
pub(super) fn begins_with_measure(rest: &str) -> bool {
    matches!(first_word(rest), "cm" | "mm" | "deg" | "hexes" | "hex")
}

/// The word that stands first.
pub(super) fn first_word(rest: &str) -> &str {
    rest.split(|c: char| !super::layout::is_word_char(c)).next().unwrap_or("")
}

/// Numerator and denominator of a fraction character.
pub(super) fn fraction(c: char) -> Option<(u32, u32)> {
    Some(match c {
        '\u{bc}' => (1, 4),
        '\u{bd}' => (1, 2),
        '\u{be}' => (3, 4),
        '\u{2153}' => (1, 3),
        '\u{2154}' => (2, 3),
        '\u{2155}' => (1, 5),
        '\u{2156}' => (2, 5),
        '\u{2157}' => (3, 5),
        '\u{2158}' => (4, 5),
        '\u{2159}' => (1, 6),
        '\u{215a}' => (5, 6),
        '\u{215b}' => (1, 8),
        '\u{215c}' => (3, 8),
        '\u{215d}' => (5, 8),
        '\u{215e}' => (7, 8),
        _ => return None,
    })
}
