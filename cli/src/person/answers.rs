//! Answers: what can be chosen as lines with keys, and what is typed as one of the answers.

mod help;
mod lines;
mod read;

use super::by_piece::{self, Piece};
use super::choices::{Choice, is_number, listed};
use super::measures::Measures;
use super::{dice, gathered, spots};
use warwright_ir::Ty;
use warwright_runtime::{Answer, Machine, Options, State};

/// Lists that are longer are gathered, and shorter ones of one piece.
const LONG: usize = 24;
const LONG_OF_PIECE: usize = 9;

/// What can be chosen, as it is put to a person.
#[derive(Debug)]
pub struct Choices<'o> {
    options: &'o Options,
    list: Vec<Choice>,
    /// The pieces by which a long list is shown.
    pieces: Vec<Piece>,
    /// The names of the faces, where dice are chosen.
    faces: Vec<String>,
    measures: Measures,
}

impl<'o> Choices<'o> {
    /// The choices that a request leaves.
    pub fn new(machine: &Machine, state: &State, options: &'o Options) -> Self {
        let faces = match options {
            Options::Dice { die, .. } => machine
                .program()
                .dice
                .get(*die)
                .map_or_else(Vec::new, |die| dice::names(machine.program(), die)),
            _ => Vec::new(),
        };
        let mut list = listed(machine, state, options);
        Self {
            options,
            pieces: by_piece::by_piece(machine, state, &mut list),
            list,
            faces,
            measures: Measures::of(machine),
        }
    }

    /// The lines to show at first: of a long list of actions those pieces that can do something.
    pub fn menu(&self, machine: &Machine) -> Vec<String> {
        match self.pieces.as_slice() {
            [] => self.lines(),
            pieces => by_piece::lines(machine, pieces, &self.list),
        }
    }

    /// All lines.
    pub fn lines(&self) -> Vec<String> {
        if let Options::Dice { available, .. } = self.options {
            let dice = self.faces.iter().zip(available).filter(|(_, many)| **many > 0);
            let shown: Vec<String> = dice
                .map(|(face, many)| if *many > 1 { format!("{many}x{face}") } else { face.clone() })
                .collect();
            return vec![format!("  {}", shown.join(" "))];
        }
        if self.is_of_numbers() {
            let keys: Vec<&str> = self.list.iter().map(|choice| choice.key.as_str()).collect();
            return vec![format!("  {}", keys.join(" "))];
        }
        let mut lines = gathered::lines(&self.list.iter().collect::<Vec<_>>(), LONG);
        if let Options::Place { .. } = self.options {
            lines.push(spots::hint(self.measures));
        }
        lines
    }

    /// What there is to pay with for the lines that cost something, each sort once.
    pub fn purses(&self) -> Vec<&str> {
        let mut purses: Vec<&str> = Vec::new();
        for purse in self.list.iter().map(|choice| choice.purse.as_str()) {
            if !purse.is_empty() && !purses.contains(&purse) {
                purses.push(purse);
            }
        }
        purses
    }

    /// What a piece can do, where the list is shown by pieces and its number or its name alone is typed.
    pub fn of_piece(&self, line: &str) -> Option<Vec<String>> {
        let is_it = |piece: &&Piece| piece.number == line || piece.name.eq_ignore_ascii_case(line);
        let piece = self.pieces.iter().find(is_it)?;
        Some(gathered::lines(&piece.of(&self.list), LONG_OF_PIECE))
    }

    /// The lines: what is typed for each, its words, what it answers.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str, &Answer)> {
        self.list.iter().map(|choice| (choice.key.as_str(), choice.words.as_str(), &choice.answer))
    }

    /// The entities that lines name: what is typed, and they in the order of the parameters.
    pub fn entities(&self, machine: &Machine) -> Vec<(&str, Vec<i64>)> {
        let is_entity = |ty: &Ty| match ty {
            Ty::Optional(inner) => matches!(**inner, Ty::Entity(_)),
            ty => matches!(ty, Ty::Entity(_)),
        };
        let of_choice = match self.options {
            Options::One { ty, .. } | Options::Some { ty, .. } => is_entity(ty),
            _ => false,
        };
        let named = |answer: &Answer| match answer {
            Answer::Value(value) if of_choice => vec![*value],
            Answer::Act(option) => {
                let action = machine.program().actions.get(option.action);
                let params = action.map(|action| action.params.as_slice()).unwrap_or_default();
                let values = params.iter().zip(&option.args);
                values
                    .filter(|(param, _)| is_entity(&param.param.ty))
                    .map(|(_, value)| *value)
                    .collect()
            }
            _ => Vec::new(),
        };
        // Where a list is shown by pieces, it is the pieces that have numbers on the board.
        let marked = self.shown().filter(|_| self.pieces.is_empty());
        marked.map(|(key, _, answer)| (key, named(answer))).collect()
    }

    /// What may be typed, in short.
    pub fn prompt(&self) -> String {
        let what = match self.options {
            Options::Actions { .. } if !self.pieces.is_empty() => {
                let first = self.pieces.first().map_or("1", |piece| piece.number.as_str());
                format!("a piece, to see what it can do, or a line as {first}.1")
            }
            Options::One { .. } | Options::Whether | Options::Actions { .. } => {
                match (self.is_of_numbers(), self.list.len()) {
                    (true, _) => String::from("one of these"),
                    (false, 1) => String::from("1"),
                    (false, many) => format!("1 to {many}"),
                }
            }
            Options::Some { low, high, .. } => format!("{} of these", between(*low, *high)),
            Options::Order { items, .. } => format!("all {} in their order", items.len()),
            Options::Number { low, high } => format!("{low} to {high}"),
            Options::Split { items, total, .. } => {
                format!("{total} in all, as {} numbers", items.len())
            }
            Options::Place { .. } => match self.list.len() {
                0 => String::from("x y"),
                many => format!("1 to {many}, or x y"),
            },
            Options::Dice { at_least, at_most, .. } => {
                format!("{} of these", between(*at_least, *at_most))
            }
        };
        format!("{what} (or `help`):")
    }

    /// Whether an empty line is an answer.
    pub fn takes_nothing(&self) -> bool {
        matches!(self.options, Options::Some { low: 0, .. } | Options::Dice { at_least: 0, .. })
    }

    fn is_of_numbers(&self) -> bool {
        matches!(self.options, Options::One { ty, .. } if is_number(ty))
    }
}

/// A number of things in words.
fn between(low: u32, high: u32) -> String {
    match (low, high) {
        (0, high) => format!("up to {high}"),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    }
}
