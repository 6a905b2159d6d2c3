//! Words of messages: lists of names, articles, and the nearest of several names.

/// The best of `known` for `wrong`, where it is near enough to be meant; else one of which it is a whole word.
pub(crate) fn nearest<'n>(
    wrong: &str,
    known: impl IntoIterator<Item = &'n str> + Clone,
) -> Option<String> {
    crate::names::suggest(wrong, known.clone()).or_else(|| {
        let is_part = |name: &&str| {
            wrong.len() > 2 && name.split(['_', ' ']).any(|word| word.eq_ignore_ascii_case(wrong))
        };
        known.into_iter().find(is_part).map(str::to_owned)
    })
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
