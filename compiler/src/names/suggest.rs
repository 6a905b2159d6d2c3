//! Did you mean: takes a word that names nothing and the words that would, gives the one that was probably meant.

use strsim::damerau_levenshtein;

/// So many candidates are looked at: enough for any game, and a broken file of many names stays fast.
const MAX_CANDIDATES: usize = 2_000;

/// A word that was probably meant.
pub type Suggestion = String;

/// The candidate nearest to `name`, if one is near enough to be meant. Ties go to the first.
#[must_use]
pub fn suggest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<Suggestion> {
    let folded = fold(name);
    let length = folded.chars().count();
    let allowed = match length {
        0 => return None,
        1..=2 => 1,
        3..=4 => 1,
        5 => 2,
        _ => (length / 3).min(4),
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate == name {
            continue;
        }
        let most = best.map_or(allowed, |(distance, _)| distance.saturating_sub(1));
        let other = fold(candidate);
        if other.chars().count().abs_diff(length) > most {
            continue;
        }
        let distance = damerau_levenshtein(&folded, &other);
        if distance <= most && distance < length.max(1) {
            best = Some((distance, candidate));
            if distance == 0 {
                break;
            }
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// "did you mean `x`?", or nothing when no candidate is near.
#[must_use]
pub fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    suggest(name, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// Case, spaces and underscores do not count: `Tall Tower` is near `tall_tower`.
fn fold(word: &str) -> String {
    word.chars()
        .map(|letter| if letter == '_' || letter == '-' { ' ' } else { letter })
        .flat_map(char::to_lowercase)
        .collect()
}
