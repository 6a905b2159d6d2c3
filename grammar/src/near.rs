//! Did you mean: takes a word that names nothing and the words that would, gives the one that was probably meant.
//!
//! The one policy for words of the language and for names of a game: a letter may be wrong in a word of three, two in one
//! of six, three in one of nine; two letters that changed places are one mistake. Case, spaces, hyphens and underscores
//! do not count. Of two that are as near the one counts that begins alike for longer. A word that only ends otherwise (`bearing` for `bears`) is near too.

use strsim::damerau_levenshtein;

/// So many candidates are looked at: enough for any game, and a broken file of many names stays fast.
const MAX_CANDIDATES: usize = 2_000;

/// The candidate nearest to `word`, if one is near enough to be meant, else one of several words of which it is one. Ties
/// go to the first.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let candidates: Vec<&str> = candidates.into_iter().take(MAX_CANDIDATES).collect();
    let is_part = |name: &&&str| {
        word.len() > 2
            && **name != word
            && name.split(['_', ' ']).any(|part| part.eq_ignore_ascii_case(word))
    };
    let has_stem =
        |name: &&&str| **name != word && name.split(['_', ' ']).any(|part| is_form_of(part, word));
    misspelt(word, &candidates)
        .or_else(|| candidates.iter().find(is_part).copied())
        .or_else(|| candidates.iter().find(has_stem).copied())
}

/// Whether two words are one but for their ends.
#[must_use]
pub fn is_form_of(one: &str, other: &str) -> bool {
    let first = |word: &str| word.chars().next().filter(char::is_ascii);
    // All forms of a word begin alike: nearly all pairs are told apart by that.
    let begins = first(one).zip(first(other));
    if begins.is_some_and(|(one, other)| !one.eq_ignore_ascii_case(&other)) {
        return false;
    }
    let stem_of_one = stem(one);
    stem_of_one.len() > 2 && stem_of_one == stem(other)
}

/// Words that change within, with what they are forms of.
const IRREGULAR: [(&str, &str); 38] = [
    ("shot", "shoot"),
    ("shots", "shoot"),
    ("fought", "fight"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("struck", "strike"),
    ("held", "hold"),
    ("lost", "lose"),
    ("stood", "stand"),
    ("rode", "ride"),
    ("ridden", "ride"),
    ("fell", "fall"),
    ("fallen", "fall"),
    ("took", "take"),
    ("taken", "take"),
    ("broke", "break"),
    ("broken", "break"),
    ("fled", "flee"),
    ("burnt", "burn"),
    ("bound", "bind"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("slew", "slay"),
    ("slain", "slay"),
    ("drove", "drive"),
    ("driven", "drive"),
    ("gave", "give"),
    ("given", "give"),
    ("rose", "rise"),
    ("risen", "rise"),
    ("spent", "spend"),
    ("kept", "keep"),
    ("paid", "pay"),
    ("drew", "draw"),
    ("drawn", "draw"),
    ("flew", "fly"),
    ("flown", "fly"),
    ("swept", "sweep"),
];

/// `bears`, `bearing` and `bear` as one.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let regular = IRREGULAR.iter().find(|(form, _)| *form == word).map(|(_, of)| (*of).to_owned());
    let word = regular.unwrap_or(word);
    let word = word.strip_suffix("ment").unwrap_or(&word);
    let ends = ["ing", "ed", "es", "s", "e"].into_iter();
    // `bless` is one.
    let mut ends = ends.filter(|end| *end != "s" || !word.ends_with("ss"));
    let end = ends.find_map(|end| word.strip_suffix(end));
    end.unwrap_or(word).to_owned()
}

/// The names that have a word in common with one, or the beginning of one: `remove_stand` with `lose_stand`, `southern` with `south_edge`.
#[must_use]
pub fn sharing_a_word<'c>(word: &str, names: impl IntoIterator<Item = &'c str>) -> Vec<&'c str> {
    let words = |name: &str| -> Vec<String> {
        let parts = name.split(|sign: char| !sign.is_alphanumeric());
        parts.filter(|part| part.len() > 3).map(str::to_lowercase).collect()
    };
    let own = words(word);
    let alike = |one: &String, other: &String| {
        one.starts_with(&**other) || other.starts_with(&**one) || is_form_of(one, other)
    };
    let shares = |name: &&str| words(name).iter().any(|it| own.iter().any(|own| alike(own, it)));
    names.into_iter().take(MAX_CANDIDATES).filter(|name| *name != word).filter(shares).collect()
}

fn misspelt<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let folded = fold(word);
    let length = folded.chars().count();
    let mut best: Option<(usize, usize, &str)> = None;
    for &candidate in candidates {
        if candidate == word {
            continue;
        }
        let most = best.map_or(letters_wrong(length), |(distance, ..)| distance);
        let other = fold(candidate);
        if other.chars().count().abs_diff(length) > most {
            continue;
        }
        let distance = damerau_levenshtein(&folded, &other);
        let alike = folded.chars().zip(other.chars()).take_while(|(one, two)| one == two).count();
        if distance <= most && best.is_none_or(|(least, most, _)| distance < least || alike > most)
        {
            best = Some((distance, alike, candidate));
            if distance == 0 {
                break;
            }
        }
    }
    best.map(|(.., candidate)| candidate)
}

/// How many letters may be wrong in a word of so many.
const fn letters_wrong(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}

/// `Tall-Tower` as `tall tower`.
fn fold(word: &str) -> String {
    word.chars()
        .map(|letter| if letter == '_' || letter == '-' { ' ' } else { letter })
        .flat_map(char::to_lowercase)
        .collect()
}
