//! Words of messages: lists of names, articles, and the nearest of several names.

use warwright_grammar::near::nearest;

/// The candidate nearest to `name`, if one is near enough to be meant.
#[must_use]
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    nearest(name, candidates).map(ToOwned::to_owned)
}

/// `a, b, c`: at most twelve names, for help that lists what there is.
pub(crate) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut text = String::new();
    for (count, name) in names.into_iter().enumerate() {
        if count == 12 {
            text.push_str(", ..");
            break;
        }
        if count > 0 {
            text.push_str(", ");
        }
        text.push_str(name);
    }
    text
}

/// `a` or `an` before a word.
pub(crate) fn article(word: &str) -> &'static str {
    match word.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O') => "an",
        _ => "a",
    }
}
