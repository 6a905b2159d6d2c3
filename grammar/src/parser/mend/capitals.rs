//! Words of the language in capitals: takes a line that was not read to its end, gives the one of its words that is read in small
//! letters.

use super::{Change, Line, is_known, is_of_a_word};

/// So many words before the place where reading stopped are looked at.
const MOST_BEFORE: usize = 3;

impl Line<'_, '_> {
    /// `NOT x`, `When C`: the change of a word at the place where reading stopped, or before it.
    pub(super) fn in_small_letters(&self) -> Option<Change> {
        let before = self.text(self.place.start..self.stop);
        let mut starts: Vec<usize> = vec![self.stop];
        let mut inside = false;
        for (at, letter) in before.char_indices().rev() {
            if !is_of_a_word(letter) && inside {
                starts.push(self.place.start + at + letter.len_utf8());
            }
            inside = is_of_a_word(letter);
            if starts.len() > MOST_BEFORE {
                break;
            }
        }
        starts.into_iter().find_map(|start| {
            let place = self.token(start);
            let word = self.text(place.clone());
            let small = word.to_lowercase();
            let fits = small != word && is_known(&small) && self.shape(&place, &small).is_some();
            let help = format!("words of the language are small: write `{small}`");
            fits.then_some(Change { place, written: small, help })
        })
    }
}
