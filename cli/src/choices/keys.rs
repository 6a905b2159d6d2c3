//! Keys that stay: takes the lines that were shown last, gives those that are shown again what was typed for them then.

use super::by_piece::Piece;
use super::choice::Choice;

/// So many chapters are remembered: an attack within a turn, or what one piece does, is one of its own, and the turn goes on behind it.
const CHAPTERS: usize = 32;

/// What was typed for each line of a list by pieces when it was shown last.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Where the battle was, the last chapter at the end, each with the words of lines and their keys.
    chapters: Vec<(String, Known)>,
}

/// The words of lines with their keys.
type Known = Vec<(String, String)>;

impl Keys {
    /// Goes to the chapter in which the battle is now.
    pub fn are_of(&mut self, when: &str) {
        let known = match self.chapters.iter().position(|(of, _)| of == when) {
            Some(at) => self.chapters.remove(at).1,
            None => Known::new(),
        };
        self.chapters.push((when.to_owned(), known));
        if self.chapters.len() > CHAPTERS {
            self.chapters.remove(0);
        }
    }

    fn known(&self) -> &[(String, String)] {
        self.chapters.last().map_or(&[], |(_, known)| known)
    }

    /// Whether lines were shown by pieces in this chapter.
    pub(super) fn are_known(&self) -> bool {
        !self.known().is_empty()
    }

    /// Keeps what is typed now for each line.
    pub(super) fn keep(&mut self, list: &[Choice]) {
        let lines = list.iter().map(|choice| (choice.words.clone(), choice.key.clone()));
        if let Some((_, known)) = self.chapters.last_mut() {
            *known = lines.collect();
        }
    }

    /// Gives lines of pieces their keys of last time; what is new gets such as nothing had.
    pub(super) fn given_to(&self, pieces: &[Piece], list: &mut [Choice]) {
        if !self.are_known() {
            return;
        }
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        let others: Vec<usize> = (0..list.len())
            .filter(|at| pieces.iter().all(|piece| !piece.lines.contains(at)))
            .collect();
        self.settle(&others, &letters, list);
        for piece in pieces {
            let many = piece.lines.len() + self.known().len();
            let numbers: Vec<String> =
                (1..=many).map(|number| format!("{}.{number}", piece.number)).collect();
            self.settle(&piece.lines, &numbers, list);
        }
    }

    /// The same for some lines, whose keys are among `keys`. Where those do not do, they stay as they are.
    fn settle(&self, lines: &[usize], keys: &[String], list: &mut [Choice]) {
        let known: Vec<&(String, String)> =
            self.known().iter().filter(|(_, key)| keys.contains(key)).collect();
        let mut free = keys.iter().filter(|key| known.iter().all(|(_, of)| of != *key));
        let mut taken: Vec<&str> = Vec::new();
        let mut settled: Vec<(usize, &str)> = Vec::new();
        for at in lines {
            let Some(choice) = list.get(*at) else { continue };
            let is_it = |(words, key): &&&(String, String)| {
                *words == choice.words && !taken.contains(&key.as_str())
            };
            let of_last_time = known.iter().find(is_it).map(|(_, key)| key.as_str());
            let Some(key) = of_last_time.or_else(|| free.next().map(String::as_str)) else {
                return;
            };
            taken.push(key);
            settled.push((*at, key));
        }
        for (at, key) in settled {
            if let Some(choice) = list.get_mut(at) {
                choice.key = key.to_owned();
            }
        }
    }
}
