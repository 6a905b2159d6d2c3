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
pub(in crate::checks) type Word = (String, Span);

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
