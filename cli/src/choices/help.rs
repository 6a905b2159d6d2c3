//! Help: what can be typed in answer to each sort of question, and what it means.

use super::{Choices, NONE, between};
use warwright_runtime::Options;

impl Choices<'_> {
    /// What can be typed, in full: what to type and what it means.
    pub fn help(&self) -> Vec<(String, String)> {
        let line = |typed: &str, meaning: &str| (typed.to_owned(), meaning.to_owned());
        let again = line("(nothing)", "shows the question again");
        let none = line(NONE, "nothing of it");
        let first = self.list.first().map_or("1", |choice| choice.key.as_str());
        match self.options {
            Options::Actions { .. } => {
                let mut lines = match self.pieces.first().map(|piece| piece.number.as_str()) {
                    Some(piece) => vec![
                        line(piece, &format!("shows what piece {piece} can do")),
                        line(&format!("{piece}.1"), "one of these lines"),
                        line(&format!("{piece} WORDS"), "the same, by words of it"),
                    ],
                    None => vec![line("1", "the number of a line")],
                };
                lines.push(line(
                    "NAME 2",
                    "an action by a word of it, and piece 2, as on the board",
                ));
                if self.list.iter().any(|choice| !choice.open.is_empty()) {
                    lines.extend([
                        line("NAME 2 3.5", "the same, and 3.5 of what may be a length or an angle"),
                        line("1 3.5", "the number of a line, and 3.5 of it"),
                    ]);
                }
                lines.extend([
                    line("(words)", "words of a line, as many as tell it from the others"),
                    again,
                ]);
                lines
            }
            Options::One { .. } if self.is_of_numbers() => {
                vec![line(first, "one of the numbers"), again]
            }
            Options::Place { .. } => vec![
                line("1", "the number of a line"),
                line("12 9.5", "x and y of the middle of the piece"),
                line(
                    "12 9.5 90",
                    "the same, and which way it looks in degrees: 0 is north, up the board, 90 east",
                ),
                again,
            ],
            Options::Whether => {
                vec![line("yes", "or `y`, or 1"), line("no", "or `n`, or 2"), again]
            }
            Options::One { .. } => vec![
                line("1", "the number of a line"),
                line("(words)", "words of a line, as many as tell it from the others"),
                again,
            ],
            Options::Some { low, high, .. } => {
                let many = format!("the numbers of {} lines, in any order", between(*low, *high));
                let mut lines = vec![line("1 2", &many)];
                lines.extend((*low == 0).then_some(none));
                lines.push(again);
                lines
            }
            Options::Order { items, .. } => vec![
                line(
                    "2 1 ..",
                    &format!("the numbers of all {} lines, the first first", items.len()),
                ),
                again,
            ],
            Options::Number { low, high } => {
                vec![line(&low.to_string(), &format!("a whole number from {low} to {high}")), again]
            }
            Options::Split { items, total, .. } => vec![
                line("2 0 1 ..", &format!("{} numbers that make {total}, one a line", items.len())),
                again,
            ],
            Options::Dice { at_least, at_most, .. } => {
                let many = format!("the faces of {} dice", between(*at_least, *at_most));
                let mut lines = vec![line(self.faces.first().map_or("", String::as_str), &many)];
                lines.extend((*at_least == 0).then_some(none));
                lines.push(again);
                lines
            }
        }
    }
}
