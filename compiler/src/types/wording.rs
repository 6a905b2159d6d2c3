//! Words of messages: lists of names, articles, and the nearest of several names.

pub(crate) use crate::names::suggest as nearest;

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
