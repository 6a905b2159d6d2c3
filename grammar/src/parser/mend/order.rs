//! The same words in another order: takes a line that was not read to its end, gives the move of one of its phrases after
//! which it is.

use super::judge::NO_WORD;
use super::{Change, Line, is_known, takes_any_word};
use crate::parser::rules::Rule;
use std::ops::Range;

/// So many words a line has whose phrases are moved.
const MOST_WORDS: usize = 24;
/// So many words a phrase has.
const LONGEST_PHRASE: usize = 4;

impl Line<'_, '_> {
    /// The move after which the line is read: of a phrase that begins with a word of the language, a figure or a text in quotes,
    /// the one where reading stopped first.
    pub(super) fn in_order(&self) -> Option<Change> {
        let words = self.spaced();
        if words.len() > MOST_WORDS {
            return None;
        }
        let stopped = words.iter().position(|word| self.stop < word.end)?;
        let from_stop = (stopped..words.len()).chain((0..stopped).rev());
        let starts =
            from_stop.filter(|at| words.get(*at).is_some_and(|word| self.leads(word, *at)));
        for start in starts {
            let least =
                usize::from(words.get(start).is_some_and(|it| is_known(self.text(it.clone()))));
            let longest = words.len().min(start + LONGEST_PHRASE);
            for end in (start + 1 + least..=longest).rev() {
                let mut places = (0..start).chain(end + 1..=words.len());
                let change = places.find_map(|to| self.moved(&words, start..end, to));
                if change.is_some() {
                    return change;
                }
            }
        }
        None
    }

    /// The words between the blanks of a line, up to its first brace; what stands in brackets or quotes is one with what it
    /// touches.
    fn spaced(&self) -> Vec<Range<usize>> {
        let text = self.text(self.place.clone());
        let (mut words, mut start, mut depth, mut quoted) = (Vec::new(), None, 0usize, false);
        for (at, letter) in text.char_indices().chain([(text.len(), '\n')]) {
            let inches = || text.get(..at).is_some_and(|it| it.ends_with(|c: char| c.is_numeric()));
            match letter {
                '"' => quoted = !quoted && !inches(),
                '(' | '[' if !quoted => depth += 1,
                ')' | ']' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            let ends = matches!(letter, '{' | '\n') && !quoted || at == text.len();
            let blank = ends || letter == ' ' && !quoted && depth == 0;
            match (blank, start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    words.push(self.place.start + from..self.place.start + at);
                    start = None;
                }
                _ => {}
            }
            if ends {
                break;
            }
        }
        words
    }

    /// The rules that read the line as it is.
    fn rules(&self) -> Option<Vec<Rule>> {
        let (pairs, _) = self.read(&(self.place.start..self.place.start), "")?;
        Some(pairs.into_iter().map(|it| it.1).collect())
    }

    /// Whether a word begins a phrase that can be told from a name: a figure at the beginning of a line, later a text in quotes or
    /// a word of the language with what follows it.
    fn leads(&self, word: &Range<usize>, at: usize) -> bool {
        let text = self.text(word.clone());
        match at {
            0 => text.starts_with(|c: char| c.is_ascii_digit()),
            _ => is_known(text) || text.starts_with('"'),
        }
    }

    /// The words of a phrase, put before another word, if the line is read then.
    fn moved(&self, words: &[Range<usize>], phrase: Range<usize>, to: usize) -> Option<Change> {
        let region = phrase.start.min(to)..phrase.end.max(to);
        let place = words.get(region.start)?.start..words.get(region.end.checked_sub(1)?)?.end;
        let told = |lead: Option<&str>| {
            let word = |at: usize| match lead {
                Some(lead) if at == phrase.start => lead,
                _ => words.get(at).map_or("", |word| self.text(word.clone())),
            };
            let rest = region.clone().filter(|at| !phrase.contains(at));
            let order: Vec<usize> = match to < phrase.start {
                true => phrase.clone().chain(rest).collect(),
                false => rest.chain(phrase.clone()).collect(),
            };
            order.into_iter().map(word).collect::<Vec<_>>().join(" ")
        };
        let written = told(None);
        let shape = self.shape(&place, &written)?;
        // A field takes any words in any order, and between two values any word may be a relation.
        let relations =
            |rules: &[Rule]| rules.iter().filter(|it| **it == Rule::relation_word).count();
        let free = shape.iter().any(|rule| takes_any_word(*rule))
            || relations(&shape) > relations(&self.rules()?);
        if free || self.shape(&place, &told(Some(NO_WORD))) == Some(shape) {
            return None;
        }
        let help = format!("in this order: `{written}`");
        Some(Change { place, written, help })
    }
}
