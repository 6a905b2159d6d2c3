//! Numbers in prose: takes a text, finds the numbers in it, in figures and in words, with what each is said of.

use super::{CENTIMETRE, INCH, Number, What};
use warwright_grammar::Span;

/// The numbers of a text, its holes left out.
pub(super) fn numbers_in(text: &str, span: Span) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut holes) = (0, 0_u32);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => holes += 1,
            b'}' => holes = holes.saturating_sub(1),
            b'0'..=b'9' if holes == 0 => {
                let end = end_of_number(bytes, at);
                found.extend(number(bytes, at, end, span));
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found.extend(in_words(text, span));
    found
}

/// The lengths that a text states, each with its place.
pub(crate) fn lengths_in(text: &str, span: Span) -> impl Iterator<Item = (i64, Span)> {
    let lengths = numbers_in(text, span).into_iter().filter(|it| it.what == What::Length);
    lengths.map(|it| (it.value, it.span))
}

/// `two` or `2`.
pub(crate) fn number_named(word: &str) -> Option<i64> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    // Asked of nearly every word, of which few begin so.
    let begins = word.as_bytes().first()?.to_ascii_lowercase();
    if !(begins.is_ascii_digit() || b"+-efnost".contains(&begins)) {
        return None;
    }
    if word.eq_ignore_ascii_case("single") {
        return Some(1);
    }
    let named = (1..).zip(WORDS).find(|(_, name)| word.eq_ignore_ascii_case(name));
    named.map(|(count, _)| count).or_else(|| word.parse().ok())
}

/// `second` or `2nd`.
pub(crate) fn ordinal_named(word: &str) -> Option<i64> {
    const NAMES: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    let named = (1..).zip(NAMES).find(|(_, name)| *name == word).map(|(number, _)| number);
    let digits = || ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    named.or_else(|| digits()?.parse().ok())
}

/// Changes that are said in words: `one more`, `two dice fewer`, `3 hexes farther`.
fn in_words(text: &str, span: Span) -> Vec<Number> {
    /// What stands between a number and `more` without being what it counts, and lengths, which no whole number bends.
    const NONE_COUNTED: [&str; 16] = [
        "or", "and", "to", "is", "are", "of", "in", "the", "with", "has", "have", "for", "inch",
        "inches", "cm", "no",
    ];
    /// What says that a number changes, and not to which side: that hangs on whom it favours.
    const COMPARATIVES: [&str; 9] = [
        "harder", "easier", "better", "worse", "stronger", "weaker", "faster", "slower", "tougher",
    ];
    let mut found = Vec::new();
    let mut before: Option<(usize, i64)> = None;
    let mut compared_by: Option<usize> = None;
    let mut moved_by: Option<(usize, i64)> = None;
    // `no one`: nobody.
    let mut denied = false;
    let mut at = 0;
    for word in text.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric()) {
        let bare = word.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let lower = bare.to_ascii_lowercase();
        let sign = sign_of(&lower);
        found.extend(
            one_of_a(text, at)
                .map(|(value, end)| Number::new(What::Change, value, span.part(at..end))),
        );
        // `hits one more easily`: how, and not by how many.
        let mut behind = text.get(at + word.len()..).unwrap_or_default().split(' ');
        let sign = if behind.next().is_some_and(|it| it.ends_with("ly")) { 0 } else { sign };
        let compared = COMPARATIVES.contains(&lower.as_str());
        if let Some((from, count)) = before.filter(|_| sign != 0 || compared) {
            let (what, value) = match compared {
                true => (What::Amount, count),
                false => (What::Change, count.saturating_mul(sign)),
            };
            found.push(Number::new(what, value, span.part(from..at + bare.len())));
        }
        // `an extra die`: one.
        let mut next = text.get(at + word.len()..).unwrap_or_default().split(' ');
        let one_more = matches!(lower.as_str(), "a" | "an")
            && next.next().is_some_and(|it| matches!(it, "extra" | "additional" | "further"))
            && next.next().is_some_and(|it| number_named(it).is_none());
        let count = number_named(bare).or(one_more.then_some(1)).filter(|_| !denied);
        // `twenty centimetres`.
        let written = bare.starts_with(|sign: char| sign.is_ascii_digit());
        if let (Some(count), false) = (count, written) {
            let behind = text.get(at + bare.len()..).unwrap_or_default().as_bytes();
            if let Some((unit, long)) = unit_of(behind).filter(|_| behind.starts_with(b" ")) {
                let (value, at) = (count.saturating_mul(unit), at..at + bare.len() + long);
                found.push(Number::new(What::Length, value, span.part(at)));
            }
        }
        // `its worth drops by two`.
        if let (Some(count), Some((from, sign))) = (count, moved_by) {
            let end = at + bare.len();
            found.push(Number::new(What::Change, count.saturating_mul(sign), span.part(from..end)));
        }
        moved_by = match (way_of(&lower), lower.as_str()) {
            (0, "by") => moved_by,
            (0, _) => None,
            (sign, _) => {
                let by = text.get(at + word.len()..).is_some_and(|it| it.starts_with("by "));
                by.then_some((at, sign))
            }
        };
        // `easier by two`.
        if let (Some(count), Some(from)) = (count, compared_by) {
            found.push(Number::new(What::Amount, count, span.part(from..at + bare.len())));
        }
        compared_by = match (compared, lower.as_str()) {
            (true, _) => Some(at),
            (false, "by") => compared_by,
            _ => None,
        };
        denied = lower == "no";
        // Only blanks, and the name of what is counted, may part the number from what it is of.
        let gap = word.ends_with(' ');
        before = match (count, before) {
            (Some(count), _) => gap.then_some((at, count)),
            (None, Some((from, count))) if gap && sign == 0 => {
                let is_next =
                    text.get(from..at).is_some_and(|it| it.split_whitespace().count() == 1);
                let named = is_next && !NONE_COUNTED.contains(&lower.as_str());
                named.then_some((from, count))
            }
            _ => None,
        };
        at += word.len();
    }
    found
}

/// To which side a word says that a number moves, `by` so much.
fn way_of(word: &str) -> i64 {
    match word {
        "rises" | "rise" | "grows" | "grow" => 1,
        "drops" | "drop" | "falls" | "fall" | "sinks" | "sink" => -1,
        _ => 0,
    }
}

/// To which side a word says that a number changes.
fn sign_of(word: &str) -> i64 {
    match word {
        "more" | "higher" | "farther" | "further" | "extra" | "additional" => 1,
        "less" | "fewer" | "lower" => -1,
        _ => 0,
    }
}

/// `a die fewer`, `a command action less`: one, and up to where that is said. What is more by one may be given instead of added.
fn one_of_a(text: &str, at: usize) -> Option<(i64, usize)> {
    const NOTHING_COUNTED: [&str; 11] =
        ["little", "bit", "lot", "few", "great", "good", "half", "third", "quarter", "once", "of"];
    let rest = text.get(at..)?;
    let begins = rest.strip_prefix("a ").or_else(|| rest.strip_prefix("an "))?;
    if text.get(..at).is_some_and(|it| it.ends_with(|sign: char| sign.is_alphanumeric())) {
        return None;
    }
    let mut end = at + rest.len() - begins.len();
    for (place, word) in begins.split(' ').take(3).enumerate() {
        let bare = word.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        if place > 0 && sign_of(bare) < 0 {
            return Some((-1, end + bare.len()));
        }
        if bare.len() < word.len() || sign_of(bare) != 0 || NOTHING_COUNTED.contains(&bare) {
            return None;
        }
        end += word.len() + 1;
    }
    None
}

fn end_of_number(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        let point = *byte == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !point {
            break;
        }
        at += 1;
    }
    at
}

fn number(bytes: &[u8], start: usize, end: usize, whole: Span) -> Option<Number> {
    let digits = std::str::from_utf8(bytes.get(start..end)?).ok()?;
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let earlier = start.checked_sub(2).and_then(|at| bytes.get(at)).copied();
    let after = bytes.get(end).copied();
    let later = bytes.get(end + 1).copied();
    let starts_word =
        |byte: Option<u8>| byte.is_none_or(|byte| byte == b' ' || byte == b'(' || byte == b'\n');
    let at = |from: usize, to: usize| whole.part(from..to);
    let behind = bytes.get(end..).unwrap_or_default();
    if let Some((unit, long)) = unit_of(behind) {
        let value = micrometres(digits, unit)?;
        return Some(Number::new(What::Length, value, at(start, end + long)));
    }
    let value: i64 = digits.parse().ok()?;
    if after == Some(b'+')
        && starts_word(before)
        && !later.is_some_and(|byte| byte.is_ascii_digit())
    {
        return Some(Number::new(What::Threshold, value, at(start, end + 1)));
    }
    let signed = match before {
        Some(b'+') if starts_word(earlier) => value,
        Some(b'-') if starts_word(earlier) => -value,
        _ => return None,
    };
    Some(Number::new(What::Change, signed, at(start - 1, end)))
}

/// How many micrometres the unit has that a text goes on with, and how many bytes it takes.
fn unit_of(behind: &[u8]) -> Option<(i64, usize)> {
    const UNITS: [(&[u8], i64); 7] = [
        (b"\"", INCH),
        (b" cm", CENTIMETRE),
        (b"cm", CENTIMETRE),
        (b" centimetres", CENTIMETRE),
        (b" centimeters", CENTIMETRE),
        (b" inches", INCH),
        (b" inch", INCH),
    ];
    UNITS.into_iter().find_map(|(name, unit)| {
        let ends = !behind.get(name.len()).is_some_and(u8::is_ascii_alphanumeric);
        (behind.starts_with(name) && (ends || name == b"\"")).then_some((unit, name.len()))
    })
}

/// A number of a unit, perhaps with a point, as micrometres.
fn micrometres(digits: &str, mut unit: i64) -> Option<i64> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i64 = whole.parse().ok()?;
    let mut total = whole.checked_mul(unit)?;
    for digit in part.chars() {
        unit /= 10;
        total = total.checked_add(i64::from(digit.to_digit(10)?).checked_mul(unit)?)?;
    }
    Some(total)
}
