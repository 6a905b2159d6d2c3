//! Phrases: takes words and a pattern, `more|higher than #`, finds where words stand that fit it.

use super::patterns::{Form, Pattern, Slot, Takes, fits, read};
use crate::checks::words::texts::{number_named, ordinal_named};
use std::ops::Range;
use std::rc::Rc;
use warwright_grammar::Span;

/// A word of a text with its place, in small letters.
pub(crate) type Word = (String, Span);

/// How many words a slot with two points takes at the most.
const SEVERAL: usize = 4;

/// Words that fit a pattern.
#[derive(Clone, Debug)]
pub(super) struct Phrase<'s> {
    text: &'s [Word],
    /// Those that are said, without what stands beside them.
    said: Range<usize>,
}

impl<'s> Phrase<'s> {
    /// Their place.
    pub(super) fn span(&self) -> Span {
        let place = |word: Option<&Word>| word.map_or_else(Span::default, |(_, span)| *span);
        place(self.words().first()).to(place(self.words().last()))
    }

    fn words(&self) -> &'s [Word] {
        self.text.get(self.said.clone()).unwrap_or(&[])
    }

    /// The first number among them, or which one they name.
    pub(super) fn number(&self) -> Option<i64> {
        let words = || self.words().iter().map(|(word, _)| word.as_str());
        words().find_map(number_named).or_else(|| words().find_map(ordinal_named))
    }

    /// The first of them.
    pub(super) fn first(&self) -> &'s str {
        self.words().first().map_or("", |(word, _)| word)
    }

    /// The one at a place among them.
    pub(super) fn word(&self, at: usize) -> Option<&'s str> {
        self.words().get(at).map(|(word, _)| word.as_str())
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.words().len()
    }

    /// The last of them.
    pub(super) fn last(&self) -> &'s str {
        self.words().last().map_or("", |(word, _)| word)
    }

    /// Whether one of them fits a slot.
    pub(super) fn has(&self, slot: &str) -> bool {
        self.words().iter().any(|(word, _)| fits(slot, word))
    }

    /// The text before it.
    pub(super) fn before(&self) -> &'s [Word] {
        self.text.get(..self.said.start).unwrap_or(&[])
    }

    /// The text behind it.
    pub(super) fn behind(&self) -> &'s [Word] {
        self.text.get(self.said.end..).unwrap_or(&[])
    }
}

/// With what the words of a text begin: most patterns have a slot that none of them fits, and need not be looked for.
pub(super) struct Begins {
    pairs: [u64; 16],
    number: bool,
    ordinal: bool,
}

impl Begins {
    pub(super) fn of(text: &[Word]) -> Self {
        let mut pairs = [0; 16];
        for (word, _) in text {
            let (row, bit) = Self::pair(word.as_bytes());
            pairs.get_mut(row).into_iter().for_each(|it: &mut u64| *it |= bit);
        }
        let any = |named: fn(&str) -> Option<i64>| text.iter().any(|it| named(&it.0).is_some());
        Self { pairs, number: any(number_named), ordinal: any(ordinal_named) }
    }

    /// The place of the first two letters.
    fn pair(word: &[u8]) -> (usize, u64) {
        let letter = |at: usize| word.get(at).map_or(0, |letter| letter & 31);
        (usize::from(letter(0) / 2), 1 << (letter(0) % 2 * 32 + letter(1)))
    }

    /// Whether there may be a phrase that fits a pattern.
    fn may_fit(&self, pattern: &Pattern) -> bool {
        let needed = |slot: &&Slot| slot.takes == Takes::One;
        pattern.slots.iter().filter(needed).all(|it| it.forms.iter().any(|it| self.may_have(it)))
    }

    /// Whether a word may be there that fits a form.
    fn may_have(&self, form: &Form<Box<[u8]>>) -> bool {
        match form {
            Form::Number => self.number,
            Form::Ordinal => self.ordinal,
            Form::Any => true,
            Form::Begins(begin) if begin.len() < 2 => true,
            Form::Begins(word) | Form::Is(word) => {
                let (row, bit) = Self::pair(word);
                self.pairs.get(row).is_some_and(|it| it & bit != 0)
            }
        }
    }
}

/// All phrases of a text that fit one of some patterns, in the order in which they begin; of those patterns alone that may fit by how
/// its words begin, where that is known.
pub(super) fn phrases<'s>(
    text: &'s [Word],
    begins: Option<&Begins>,
    patterns: &str,
) -> impl Iterator<Item = Phrase<'s>> {
    let patterns = read(patterns);
    let may_fit = |it: &&Rc<Pattern>| begins.is_none_or(|begins| begins.may_fit(it));
    let patterns: Vec<Rc<Pattern>> = patterns.iter().filter(may_fit).cloned().collect();
    let text_left = if patterns.is_empty() { 0 } else { text.len() };
    (0..text_left).filter_map(move |from| {
        let said = patterns.iter().find_map(|pattern| said_from(text, from, pattern))?;
        Some(Phrase { text, said })
    })
}

/// The phrase that begins with a word of a text.
pub(super) fn phrase_from<'s>(text: &'s [Word], from: usize, patterns: &str) -> Option<Phrase<'s>> {
    let said = read(patterns).iter().find_map(|pattern| said_from(text, from, pattern))?;
    Some(Phrase { text, said })
}

/// What is said of the words from a place on that fit a pattern.
fn said_from(text: &[Word], from: usize, pattern: &Pattern) -> Option<Range<usize>> {
    let stands = |slot: &Slot, at: Option<usize>| {
        at.and_then(|at| text.get(at)).is_some_and(|(word, _)| slot.fits(word))
    };
    let (mut at, mut said) = (from, None);
    // A sign between a number and a word parts them.
    let parted = |at: usize| {
        let pair = at.checked_sub(1).and_then(|before| text.get(before)).zip(text.get(at));
        pair.is_some_and(|((word, one), (next_word, next))| {
            [word, next_word].iter().any(|it| number_named(it).is_some())
                && one.end() + 1 < next.start()
        })
    };
    let mut any_before = false;
    for (place, slot) in pattern.slots.iter().enumerate() {
        let start = at;
        if slot.takes != Takes::None {
            if (slot.is_any || any_before) && at > from && parted(at) {
                return None;
            }
            any_before = slot.is_any;
        }
        match slot.takes {
            Takes::None => {
                let next = if place == 0 { from.checked_sub(1) } else { Some(at) };
                if stands(slot, next) {
                    return None;
                }
                continue;
            }
            Takes::Several => {
                while at < start + SEVERAL && stands(slot, Some(at)) {
                    at += 1;
                }
            }
            Takes::One if stands(slot, Some(at)) => at += 1,
            Takes::One => return None,
        }
        if !slot.is_beside {
            said = Some(said.map_or(start, |said: Range<usize>| said.start)..at);
        }
    }
    said
}
