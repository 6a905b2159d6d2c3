//! Keys that stay: takes the lines that were shown last, gives those that are shown again what was typed for them then.

use super::by_piece::Piece;
use super::choice::{Choice, ENDS};
use super::typed;
use warwright_runtime::{Answer, Range};

/// So many chapters are remembered: an attack within a turn, or what one piece does, is one of its own, and the turn goes on behind it.
const CHAPTERS: usize = 32;

/// So many letters are remembered, each with what it was typed for.
const LETTERS: usize = 26;

/// What was typed for each line of a list by pieces when it was shown last.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Where the battle was, the last chapter at the end, each with the lines of it.
    chapters: Vec<(String, Vec<Known>)>,
    /// The lines of no piece in all chapters: whoever knows what a letter is for does not read it again.
    letters: Vec<Known>,
}

/// A line that was shown.
#[derive(Clone, Debug)]
struct Known {
    words: String,
    answer: Answer,
    /// The values that are to be typed for it.
    open: Vec<Range>,
    key: String,
}

impl Known {
    fn of(choice: &Choice) -> Self {
        let (words, key) = (choice.words.clone(), choice.key.clone());
        Self { words, answer: choice.answer.clone(), open: choice.open.clone(), key }
    }

    /// Whether it is the same line, be it that its words tell a number that is another one now, or a range that is.
    fn is(&self, choice: &Choice) -> bool {
        let answers = match (&self.answer, &choice.answer) {
            (Answer::Act(one), Answer::Act(other)) if !choice.open.is_empty() => {
                typed::same((one, &self.open), (other, &choice.open))
            }
            (one, other) => choice.open.is_empty() && one == other,
        };
        answers || self.words == choice.words
    }
}

impl Keys {
    /// Goes to the chapter in which the battle is now.
    pub fn are_of(&mut self, when: &str) {
        let known = match self.chapters.iter().position(|(of, _)| of == when) {
            Some(at) => self.chapters.remove(at).1,
            None => Vec::new(),
        };
        self.chapters.push((when.to_owned(), known));
        if self.chapters.len() > CHAPTERS {
            self.chapters.remove(0);
        }
    }

    /// What a key was typed for when it was shown last: the words of the line, its answer, and which values were open in it.
    pub fn meant(&self, key: &str) -> Option<(&str, &Answer, &[Range])> {
        let mut all = self.known().iter().chain(&self.letters);
        let known = all.find(|known| known.key.eq_ignore_ascii_case(key) && known.key != ENDS)?;
        Some((&known.words, &known.answer, &known.open))
    }

    /// All that was typed for lines when they were shown last, with their words.
    pub(super) fn all(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let all = self.known().iter().chain(&self.letters);
        all.map(|known| (known.key.clone(), known.words.clone()))
    }

    fn known(&self) -> &[Known] {
        self.chapters.last().map_or(&[], |(_, known)| known)
    }

    /// Whether lines were shown by pieces in this chapter.
    pub(super) fn are_known(&self) -> bool {
        !self.known().is_empty()
    }

    /// Keeps what is typed now for each line.
    pub(super) fn keep(&mut self, list: &[Choice]) {
        for choice in list.iter().filter(|choice| is_letter(&choice.key)) {
            self.letters.retain(|known| known.key != choice.key && !known.is(choice));
            self.letters.push(Known::of(choice));
        }
        let more = self.letters.len().saturating_sub(LETTERS);
        self.letters.drain(..more);
        if let Some((_, known)) = self.chapters.last_mut() {
            *known = list.iter().map(Known::of).collect();
        }
    }

    /// Gives lines of pieces their keys of last time; what is new gets such as nothing had.
    pub(super) fn given_to(&self, pieces: &[Piece], list: &mut [Choice]) {
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        let others: Vec<usize> = (0..list.len())
            .filter(|at| pieces.iter().all(|piece| !piece.lines.contains(at)))
            .filter(|at| list.get(*at).is_some_and(|choice| choice.key != ENDS))
            .collect();
        settle(&self.letters, &others, &letters, list);
        for piece in pieces.iter().filter(|_| self.are_known()) {
            let many = piece.lines.len() + self.known().len();
            let numbers: Vec<String> =
                (1..=many).map(|number| format!("{}.{number}", piece.number)).collect();
            settle(self.known(), &piece.lines, &numbers, list);
        }
    }
}

/// Whether a key is that of a line of no piece.
fn is_letter(key: &str) -> bool {
    key.chars().count() == 1 && key.starts_with(char::is_alphabetic)
}

/// Gives some lines the keys among `keys` that they are known by, others such as nothing has. Where those do not do, what nothing
/// that is listed has does as well; where not even that does, they stay as they are.
fn settle(known: &[Known], lines: &[usize], keys: &[String], list: &mut [Choice]) {
    let known: Vec<&Known> = known.iter().filter(|known| keys.contains(&known.key)).collect();
    let own = |at: &usize| {
        let choice = list.get(*at)?;
        known.iter().find(|known| known.is(choice)).map(|known| known.key.clone())
    };
    let mut settled: Vec<(usize, Option<String>)> = Vec::new();
    for at in lines {
        let key = own(at).filter(|key| settled.iter().all(|(_, of)| of.as_ref() != Some(key)));
        settled.push((*at, key));
    }
    let is_taken = |key: &String| settled.iter().any(|(_, of)| of.as_ref() == Some(key));
    let (new, freed): (Vec<&String>, Vec<&String>) = keys
        .iter()
        .filter(|key| !is_taken(key))
        .partition(|key| known.iter().all(|known| known.key != **key));
    let free: Vec<String> = new.into_iter().chain(freed).cloned().collect();
    let mut free = free.into_iter();
    for (_, key) in settled.iter_mut().filter(|(_, key)| key.is_none()) {
        let Some(next) = free.next() else { return };
        *key = Some(next);
    }
    for (at, key) in settled {
        if let (Some(choice), Some(key)) = (list.get_mut(at), key) {
            choice.key = key;
        }
    }
}
