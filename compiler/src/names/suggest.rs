//! Did you mean, in words: takes a word that names nothing and the words that would, gives the advice.

use warwright_grammar::near::nearest;

/// A word that was probably meant.
pub type Suggestion = String;

/// The candidate nearest to `name`, if one is near enough to be meant.
#[must_use]
pub fn suggest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<Suggestion> {
    nearest(name, candidates).map(ToOwned::to_owned)
}

/// "did you mean `x`?", or nothing when no candidate is near.
#[must_use]
pub fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(name, candidates).map(|found| format!("did you mean `{found}`?"))
}
