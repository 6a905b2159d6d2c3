//! Patterns: takes a pattern written as text, `more|higher than #`, gives its slots and which words fit each of them.
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
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

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

/// A pattern that was read.
pub(super) struct Pattern {
    pub(super) slots: Vec<Slot>,
}

/// The patterns of which one text is made.
type Patterns = Rc<[Rc<Pattern>]>;

/// A place of a pattern.
pub(super) struct Slot {
    pub(super) forms: Vec<Form<Box<[u8]>>>,
    pub(super) takes: Takes,
    /// Whether it is `_`.
    pub(super) is_any: bool,
    /// Whether what stands there is no part of what is said.
    pub(super) is_beside: bool,
}

/// How many words a slot takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Takes {
    /// None: such a word may not stand there.
    None,
    One,
    Several,
}

/// What a word may be.
pub(super) enum Form<S> {
    Number,
    Ordinal,
    Any,
    Begins(S),
    Is(S),
}

impl<S: AsRef<[u8]>> Form<S> {
    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Number => number_named(word).is_some(),
            Self::Ordinal => ordinal_named(word).is_some(),
            Self::Any => true,
            Self::Begins(begin) => word.as_bytes().starts_with(begin.as_ref()),
            Self::Is(it) => it.as_ref() == word.as_bytes(),
        }
    }
}

impl Form<&[u8]> {
    fn owned(self) -> Form<Box<[u8]>> {
        match self {
            Self::Number => Form::Number,
            Self::Ordinal => Form::Ordinal,
            Self::Any => Form::Any,
            Self::Begins(begin) => Form::Begins(begin.into()),
            Self::Is(it) => Form::Is(it.into()),
        }
    }
}

/// The forms of a slot; lists hold no lists.
fn forms(slot: &str) -> impl Iterator<Item = Form<&[u8]>> {
    // Asked of every word of every text: bytes are parted in a fraction of the time.
    let parted = |slot| <[u8]>::split(slot, |sign: &u8| *sign == b'|');
    let listed = |form: &[u8]| LISTS.iter().find(|(name, _)| name.as_bytes() == form);
    let words = parted(slot.as_bytes()).flat_map(move |form| match form {
        [b'A'..=b'Z', ..] => parted(listed(form).map_or(form, |(_, words)| words.as_bytes())),
        _ => parted(form),
    });
    words.map(|form| match form {
        b"#" => Form::Number,
        b"#th" => Form::Ordinal,
        b"_" => Form::Any,
        [begin @ .., b'*'] => Form::Begins(begin),
        _ => Form::Is(form),
    })
}

/// Whether a word fits one of the forms of a slot.
pub(super) fn fits(slot: &str, word: &str) -> bool {
    forms(slot).any(|form| form.fits(word))
}

impl Slot {
    pub(super) fn fits(&self, word: &str) -> bool {
        self.forms.iter().any(|form| form.fits(word))
    }
}

thread_local! {
    /// The patterns that were read: every text is asked the same ones.
    static READ: RefCell<FxHashMap<Box<str>, Patterns>> = RefCell::default();
}

/// The patterns of a text in which `, ` parts them.
pub(super) fn read(patterns: &str) -> Patterns {
    READ.with_borrow_mut(|read| {
        if let Some(known) = read.get(patterns) {
            return Rc::clone(known);
        }
        let new: Patterns = patterns.split(", ").map(|it| Rc::new(Pattern::read(it))).collect();
        read.insert(patterns.into(), Rc::clone(&new));
        new
    })
}

impl Pattern {
    fn read(pattern: &str) -> Self {
        let mut inside = false;
        let slot = |written: &str| {
            let (takes, rest) = match written.strip_prefix('!') {
                Some(rest) => (Takes::None, rest),
                None => (Takes::One, written),
            };
            let opens = takes != Takes::None && rest.starts_with('(');
            let is_beside = inside || opens;
            inside = is_beside && !rest.ends_with(')');
            let bare = rest.trim_matches(['(', ')']);
            let (takes, bare) = match bare.strip_suffix("..") {
                Some(bare) => (Takes::Several, bare),
                None => (takes, bare),
            };
            let forms = forms(bare).map(Form::owned).collect();
            Slot { forms, takes, is_any: written == "_", is_beside }
        };
        Self { slots: pattern.split(' ').map(slot).collect() }
    }
}
