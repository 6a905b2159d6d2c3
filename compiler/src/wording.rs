//! Words of messages: lists of names, articles, and the nearest of several names.

use warwright_grammar::near::nearest;

/// The candidate nearest to `name`, if one is near enough to be meant.
#[must_use]
pub fn suggest<'c, N: AsRef<str> + ?Sized + 'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c N>,
) -> Option<String> {
    nearest(name, candidates.into_iter().map(AsRef::as_ref)).map(ToOwned::to_owned)
}

/// `a, b, c`: at most twelve names, for help that lists what there is.
pub(crate) fn listed<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    const MOST: usize = 12;
    let mut names = names.into_iter();
    let mut shown: Vec<String> =
        names.by_ref().take(MOST).map(|name| name.as_ref().to_owned()).collect();
    shown.extend(names.next().map(|_| String::from("..")));
    shown.join(", ")
}

/// `a` or `an` before a word.
pub(crate) fn article(word: &str) -> &'static str {
    match word.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O') => "an",
        _ => "a",
    }
}
