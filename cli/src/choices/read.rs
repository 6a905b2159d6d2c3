//! Reading: what is typed as an answer to each sort of question, or why it is none.

use super::choice::{Choice, ENDS};
use super::lines::begin;
use super::{Choices, NONE, between};
use super::{dice, spots};
use warwright_runtime::{Answer, Machine, Options, State};

impl Choices<'_> {
    /// What is typed as an answer.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn read(&self, machine: &Machine, state: &State, line: &str) -> Result<Answer, String> {
        if let Some(answer) = self.by_its_piece(machine, state, line) {
            return answer;
        }
        let line = if self.is_for_none(line) { "" } else { line };
        match self.options {
            Options::Actions { .. } => match self.filled(machine, state, line)? {
                Some(answer) => Ok(answer),
                None => self.one(machine, state, line),
            },
            Options::Place { .. } => match spots::read(machine, state, line)? {
                Some(answer) => Ok(answer),
                None => self.one(machine, state, line),
            },
            Options::One { .. } | Options::Whether => self.one(machine, state, line),
            Options::Number { low, high } => match number(line) {
                Ok(number) if (low..=high).contains(&&number) => Ok(Answer::Value(number)),
                Ok(number) => Err(format!("{number} is not from {low} to {high}")),
                Err(why) => Err(why),
            },
            Options::Some { low, high, .. } => {
                let cells = self.picked(machine, state, line)?;
                let many = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                if many < *low || many > *high {
                    return Err(format!("{} are wanted, and {many} named", between(*low, *high)));
                }
                Ok(Answer::Values(cells))
            }
            Options::Order { items, .. } => {
                let cells = self.picked(machine, state, line)?;
                if cells.len() != items.len() {
                    return Err(format!(
                        "all {} are wanted, the first first; {} are named",
                        items.len(),
                        cells.len()
                    ));
                }
                Ok(Answer::Values(cells))
            }
            Options::Split { items, total, .. } => {
                let numbers = numbers(line)?;
                let sum: i64 = numbers.iter().fold(0, |sum, number| sum.saturating_add(*number));
                if numbers.len() != items.len() {
                    let (wanted, named) = (items.len(), numbers.len());
                    return Err(format!(
                        "{wanted} numbers are wanted, one a line, and {named} named"
                    ));
                }
                if let Some(negative) = numbers.iter().find(|number| **number < 0) {
                    return Err(format!("{negative} is less than nothing"));
                }
                if sum != *total {
                    return Err(format!("they are to make {total} together, and make {sum}"));
                }
                Ok(Answer::Values(numbers))
            }
            Options::Dice { available, at_least, at_most, .. } => {
                self.dice(available, (*at_least, *at_most), line)
            }
        }
    }

    /// Whether a line says that nothing of a list is wanted of which several may be.
    fn is_for_none(&self, line: &str) -> bool {
        let is_several = matches!(self.options, Options::Some { .. } | Options::Dice { .. });
        is_several && (line.eq_ignore_ascii_case(NONE) || line == ENDS)
    }

    /// The values of the lines that are named, each once.
    fn picked(&self, machine: &Machine, state: &State, line: &str) -> Result<Vec<i64>, String> {
        let mut picked: Vec<(String, i64)> = Vec::new();
        let by_words = line.chars().any(char::is_alphabetic);
        let named = if by_words { line.split([',', ',']) } else { line.split([' ', ',']) };
        for word in named.map(str::trim).filter(|word| !word.is_empty()) {
            let mut meant = self.list.iter().filter(|choice| match by_words {
                true => choice.key == word || begin(word, &choice.words),
                false => choice.key == word,
            });
            let (choice, other) = (meant.next(), meant.next());
            let Some(Choice { answer: Answer::Value(cell), .. }) = choice else {
                return Err(match by_words {
                    true if self.is_left_out(machine, state, word) => {
                        format!("`{word}` is not in the list; `why not {word}` says why")
                    }
                    true => format!("`{word}` is no line of the list"),
                    false => match self.piece_left_out(machine, state, word) {
                        Some(name) => {
                            format!("{word} is {name}, not in the list; `why not {word}` says why")
                        }
                        None => self.no_line(word),
                    },
                });
            };
            if let (Some(one), Some(other)) = (choice, other) {
                return Err(format!("`{word}` may be line {} or {}", one.key, other.key));
            }
            if picked.iter().any(|(key, _)| key == word) {
                return Err(format!("{word} is named twice"));
            }
            picked.push((word.to_owned(), *cell));
        }
        Ok(picked.into_iter().map(|(_, cell)| cell).collect())
    }

    fn dice(
        &self,
        available: &[i64],
        (at_least, at_most): (u32, u32),
        line: &str,
    ) -> Result<Answer, String> {
        let counts = dice::faces(&self.faces, line)?;
        for ((face, wanted), there) in self.faces.iter().zip(&counts).zip(available) {
            if wanted > there {
                return Err(match there {
                    0 => format!("no die that shows {face} may be taken"),
                    1 => format!("of the dice that show {face} one may be taken"),
                    _ => format!("of the dice that show {face} {there} may be taken"),
                });
            }
        }
        let many: i64 = counts.iter().sum();
        if !(i64::from(at_least)..=i64::from(at_most)).contains(&many) {
            return Err(format!("{} are wanted, and {many} named", between(at_least, at_most)));
        }
        Ok(Answer::Values(counts))
    }
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a whole number"))
}

pub(super) fn numbers(line: &str) -> Result<Vec<i64>, String> {
    line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(number).collect()
}
