//! Phrases: takes words and a pattern written as text, `more|higher than #`, finds where words stand that fit it.
//!
//! A pattern is slots with a blank between them, one for each word; other patterns may follow behind `, `. In a slot stand, parted by `|`:
//!
//! | in a slot | fits |
//! | --- | --- |
//! | `than` | that word |
//! | `enem*` | words that begin so |
//! | `#` | a number, `#th` one that says which: `second` |
//! | `_` | any word |
//! | `FOES` | the words of a list below |
//!
//! `the..` fits up to four such words, or none. `!NO` takes no word: in the first place such a word may not stand before the phrase, in the
//! last not behind it. What is in parentheses must stand there, and is no part of what is said.

use crate::checks::words::texts::{number_named, ordinal_named};
use smallvec::SmallVec;
use std::ops::Range;
use warwright_grammar::Span;

/// A word of a text with its place, in small letters.
pub(crate) type Word = (String, Span);

/// The words that patterns name by a word in capitals.
const LISTS: [(&str, &str); 8] = [
    ("NO", "no|not|never|cannot|nobody|none|neither"),
    ("EXCEPT", "unless|except|until|but|other"),
    ("FRIENDS", "friend*|comrade*|ally|allies"),
    ("FOES", "enem*|foe*|oppo*|rival*|hostile*"),
    ("EACH", "a|per|each|every"),
    ("ROUND", "round|rounds|turn|turns"),
    ("MOMENT", "turn|round|battle|game|combat"),
    ("SMALL", "the|its|his|her|their|your|my|own|that|this|a|each|every|any|next|current"),
];

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

    /// Whether there may be a phrase that fits one of some patterns.
    pub(super) fn may_fit(&self, patterns: &str) -> bool {
        let needed =
            |slot: &&str| !slot.starts_with('!') && !slot.trim_end_matches(')').ends_with("..");
        patterns.split(", ").any(|it| it.split(' ').filter(needed).all(|slot| self.may_have(slot)))
    }

    /// Whether a word may be there that fits a slot.
    fn may_have(&self, slot: &str) -> bool {
        slot.trim_matches(['(', ')']).split('|').any(|form| match form.as_bytes() {
            b"#" => self.number,
            b"#th" => self.ordinal,
            b"_" | [_, b'*'] => true,
            [b'A'..=b'Z', ..] => match LISTS.iter().find(|(name, _)| *name == form) {
                Some((_, words)) => self.may_have(words),
                None => true,
            },
            form => {
                let (row, bit) = Self::pair(form);
                self.pairs.get(row).is_some_and(|it| it & bit != 0)
            }
        })
    }
}

/// All phrases of a text that fit a pattern, in the order in which they begin.
pub(super) fn phrases<'s>(text: &'s [Word], patterns: &str) -> impl Iterator<Item = Phrase<'s>> {
    let patterns: SmallVec<[&str; 4]> = patterns.split(", ").collect();
    (0..text.len()).filter_map(move |from| {
        let said = patterns.iter().find_map(|pattern| said_from(text, from, pattern))?;
        Some(Phrase { text, said })
    })
}

/// The phrase that begins with a word of a text.
pub(super) fn phrase_from<'s>(text: &'s [Word], from: usize, patterns: &str) -> Option<Phrase<'s>> {
    let said = patterns.split(", ").find_map(|pattern| said_from(text, from, pattern))?;
    Some(Phrase { text, said })
}

/// What is said of the words from a place on that fit a pattern.
fn said_from(text: &[Word], from: usize, pattern: &str) -> Option<Range<usize>> {
    let stands = |slot: &str, at: Option<usize>| {
        at.and_then(|at| text.get(at)).is_some_and(|(word, _)| fits(slot, word))
    };
    let (mut at, mut said, mut beside) = (from, None, false);
    // A sign between a number and a word parts them.
    let parted = |at: usize| {
        let pair = at.checked_sub(1).and_then(|before| text.get(before)).zip(text.get(at));
        pair.is_some_and(|((word, one), (next_word, next))| {
            [word, next_word].iter().any(|it| number_named(it).is_some())
                && one.end() + 1 < next.start()
        })
    };
    let mut any_before = false;
    for (place, slot) in pattern.split(' ').enumerate() {
        if let Some(slot) = slot.strip_prefix('!') {
            let next = if place == 0 { from.checked_sub(1) } else { Some(at) };
            if stands(slot, next) {
                return None;
            }
            continue;
        }
        if (slot == "_" || any_before) && at > from && parted(at) {
            return None;
        }
        any_before = slot == "_";
        beside |= slot.starts_with('(');
        let (bare, start) = (slot.trim_matches(['(', ')']), at);
        match bare.strip_suffix("..") {
            Some(slot) => {
                while at < start + SEVERAL && stands(slot, Some(at)) {
                    at += 1;
                }
            }
            None if stands(bare, Some(at)) => at += 1,
            None => return None,
        }
        if !beside {
            said = Some(said.map_or(start, |said: Range<usize>| said.start)..at);
        }
        beside &= !slot.ends_with(')');
    }
    said
}

/// Whether a word fits one of the forms of a slot.
pub(super) fn fits(slot: &str, word: &str) -> bool {
    // Asked of every word of every text with every pattern: bytes are parted in a fraction of the time.
    slot.as_bytes().split(|sign| *sign == b'|').any(|form| match form {
        b"#" => number_named(word).is_some(),
        b"#th" => ordinal_named(word).is_some(),
        b"_" => true,
        [begin @ .., b'*'] => word.as_bytes().starts_with(begin),
        [b'A'..=b'Z', ..] => match LISTS.iter().find(|(name, _)| name.as_bytes() == form) {
            Some((_, words)) => fits(words, word),
            None => form == word.as_bytes(),
        },
        _ => form == word.as_bytes(),
    })
}
