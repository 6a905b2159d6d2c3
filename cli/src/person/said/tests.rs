//! Conditions in words.

use super::{Parts, said};

#[test]
fn conditions_are_said_in_words() {
    let text = "b.hull is Oak and not b.mended or load(a) >= 3.5\" and may sail(b, x) and self.crew_left > 0";
    let names = [("a", "boat"), ("b", "boat"), ("x", "lock")];
    let names = names.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned()));
    let place =
        |part: &str| text.find(part).map(|from| (from, from + part.len())).unwrap_or_default();
    let truths = [place("b.mended"), place("sail(b, x)")].into_iter().collect();
    let parts = Parts { names: names.collect(), truths };
    let words = "the hull of boat b is Oak and boat b is not mended or load of boat a is at least 3.5\" and may sail (boat b, the lock) \
         and its crew left is more than 0";
    assert_eq!(said(text, &parts), words);
}
