//! Answers: what can be chosen as lines with keys, and what is typed as one of the answers.

mod by_piece;
mod choice;
pub mod dice;
mod gathered;
mod help;
mod keys;
mod lines;
mod ranges;
mod read;
mod refused;
pub mod spots;
mod typed;

use crate::naming;
use crate::naming::measures::Measures;
use crate::output::size;
use by_piece::Piece;
use choice::{Choice, ENDS, is_entity, is_number, listed};
pub use keys::Keys;
use warwright_runtime::space::plane::Pose;
use warwright_runtime::{Answer, Machine, Options, State};

/// Lists that are longer are gathered.
const LONG: usize = 9;
/// More names stand beside each other.
const FEW: usize = 5;
/// More cells are found on the board alone.
const MANY: usize = 32;
/// What is typed where nothing of a list is wanted.
const NONE: &str = "none";
/// On a screen of fewer lines the board leaves no room for a list of cells.
const LOW: usize = 40;

/// What can be chosen, as it is put to a person.
#[derive(Debug)]
pub struct Choices<'o> {
    options: &'o Options,
    list: Vec<Choice>,
    /// The pieces by which a long list is shown.
    pieces: Vec<Piece>,
    /// Whether the lines have keys as of a list by pieces, be it that no piece is left.
    is_by_piece: bool,
    /// The names of the faces, where dice are chosen.
    faces: Vec<String>,
    measures: Measures,
    /// What is typed for lines that were shown and are there no more, with their words.
    gone: Vec<(String, String)>,
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
        let pieces = by_piece::by_piece(machine, state, &mut list, false);
        Self {
            options,
            is_by_piece: pieces.is_some(),
            pieces: pieces.unwrap_or_default(),
            list,
            faces,
            measures: Measures::of(machine),
            gone: Vec::new(),
        }
    }

    /// The same with what was typed for lines of pieces when they were shown last.
    pub fn keeping(mut self, machine: &Machine, state: &State, keys: &Keys) -> Self {
        if !self.is_by_piece
            && keys.are_known()
            && let Some(pieces) = by_piece::by_piece(machine, state, &mut self.list, true)
        {
            (self.pieces, self.is_by_piece) = (pieces, true);
        }
        if self.is_by_piece {
            keys.given_to(&self.pieces, &mut self.list);
            let is_there = |key: &str| self.list.iter().any(|choice| choice.key == key);
            self.gone = keys.all().filter(|(key, _)| !is_there(key)).collect();
        }
        self
    }

    /// Keeps what is typed for its lines.
    pub fn note(&self, keys: &mut Keys) {
        if self.is_by_piece {
            keys.keep(&self.list);
        }
    }

    /// The lines to show at first: of a long list of actions those pieces that can do something. What the question says already
    /// is not said again: who acts, and what each line costs.
    pub fn menu(&self, machine: &Machine, question: &str) -> Vec<String> {
        let list = self.shortened(question);
        match (self.options, self.pieces.as_slice()) {
            // What can be answered stands in the prompt.
            (Options::Whether, _) => Vec::new(),
            // Of a list that has become short all is said, with the keys that it had, that of each piece together.
            (Options::Actions { .. }, pieces) if self.is_told_whole() => {
                let of_pieces = pieces.iter().flat_map(|piece| piece.of(&list));
                let is_other = |at: &usize| pieces.iter().all(|piece| !piece.lines.contains(at));
                let others = (0..list.len()).filter(is_other).filter_map(|at| list.get(at));
                gathered::lines(&of_pieces.chain(others).collect::<Vec<_>>(), LONG)
            }
            (Options::One { ty, .. }, _)
                if self.list.len() > most_cells() && naming::is_of_cells(machine, ty) =>
            {
                // That none is wanted stands nowhere on the board.
                let others = self.list.iter().filter(|choice| choice.answer == Answer::Nothing);
                let others: Vec<String> = others.map(gathered::alone).collect();
                let many = self.list.len() - others.len();
                let mut lines =
                    vec![format!("  {many} cells, numbered on the board: a number or a name")];
                lines.extend(others);
                lines
            }
            (_, []) => self.lines(),
            (_, pieces) => by_piece::lines(machine, pieces, &list),
        }
    }

    /// Whether each line is told at first, and no piece has to be named for that.
    fn is_told_whole(&self) -> bool {
        self.pieces.is_empty() || self.list.len() <= LONG
    }

    /// The list as it stands below a question.
    fn shortened(&self, question: &str) -> Vec<Choice> {
        let (price, before) = (self.common_price(), self.common_words(question));
        let shorter = |choice: &Choice| {
            let words = choice.words.strip_prefix(before.as_str()).unwrap_or(&choice.words);
            let price = if price.is_some() { String::new() } else { choice.price.clone() };
            Choice { words: words.to_owned(), price, ..choice.clone() }
        };
        self.list.iter().map(shorter).collect()
    }

    /// What every line costs but the last that ends it, where several cost the same.
    fn common_price(&self) -> Option<&str> {
        let mut acts = self.list.iter().filter(|choice| choice.answer != Answer::Nothing);
        let first = acts.next()?.price.as_str();
        let is_one = !first.is_empty() && acts.clone().count() > 1;
        (is_one && acts.all(|choice| choice.price == first)).then_some(first)
    }

    /// The words with which every line begins and which stand in the question.
    fn common_words(&self, question: &str) -> String {
        let acts = self.list.iter().filter(|choice| choice.answer != Answer::Nothing);
        let words: Vec<Vec<&str>> = acts.map(|choice| choice.words.split(' ').collect()).collect();
        let Some(first) = words.first() else { return String::new() };
        let same = |at: &usize| {
            // Something is left to be said.
            words.iter().all(|other| other.len() > at + 1 && other.get(*at) == first.get(*at))
        };
        let many = (0..first.len()).take_while(same).count();
        let before = |many: usize| first.get(..many).unwrap_or_default().join(" ");
        // Behind a name that is called stands a colon.
        let is_said = |before: &String| question.contains(before.trim_end_matches(':'));
        let said = (1..=many).rev().map(before).find(is_said);
        said.map_or_else(String::new, |before| before + " ")
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
            // Where a number stands among others is seen at once; what is none stands last.
            let mut keys: Vec<&str> = self.list.iter().map(|it| it.key.as_str()).collect();
            keys.sort_by_key(|key| key.parse::<i64>().unwrap_or(i64::MAX));
            return vec![format!("  {}", keys.join(" "))];
        }
        if let Options::Whether = self.options {
            return vec![String::from("  yes or no")];
        }
        let list: Vec<&Choice> = self.list.iter().collect();
        if let Options::Place { .. } = self.options {
            return spots::lines(&list, self.measures);
        }
        match self.options {
            Options::Actions { .. } => gathered::lines(&list, LONG),
            _ if list.len() > FEW && list.iter().all(|choice| choice.text.is_empty()) => {
                gathered::beside(&list)
            }
            _ => list.iter().map(|choice| gathered::with_text(choice)).collect(),
        }
    }

    /// What there is to pay with for the lines that cost something, each sort once, and what each line costs where all cost the same.
    pub fn purses(&self) -> Vec<String> {
        let mut purses: Vec<String> = Vec::new();
        for purse in self.list.iter().map(|choice| &choice.purse) {
            if !purse.is_empty() && !purses.contains(purse) {
                purses.push(purse.clone());
            }
        }
        purses.extend(self.common_price().map(each));
        purses
    }

    /// The number and the name of a piece, where the list is shown by pieces and that number or name alone is typed.
    pub fn piece(&self, line: &str) -> Option<(&str, &str)> {
        let is_it = |piece: &&Piece| piece.number == line || piece.name.eq_ignore_ascii_case(line);
        let piece = self.pieces.iter().find(is_it)?;
        Some((&piece.number, &piece.name))
    }

    /// What the piece of a number can do.
    pub fn of_piece(&self, number: &str) -> Vec<String> {
        let Some(piece) = self.pieces.iter().find(|piece| piece.number == number) else {
            return Vec::new();
        };
        let (before, name) = (format!("{number}."), format!("{} ", piece.name));
        let short = |choice: &Choice| Choice {
            key: choice.key.strip_prefix(&before).unwrap_or(&choice.key).to_owned(),
            words: choice.words.strip_prefix(&name).unwrap_or(&choice.words).to_owned(),
            // What a piece can do often is not explained each time.
            text: String::new(),
            ..choice.clone()
        };
        let own: Vec<Choice> = piece.of(&self.list).into_iter().map(short).collect();
        gathered::lines(&own.iter().collect::<Vec<_>>(), LONG)
    }

    /// What is typed where one of the lines of a piece is asked for, and how they are numbered.
    pub fn prompt_of(&self, number: &str) -> String {
        let Some(piece) = self.pieces.iter().find(|piece| piece.number == number) else {
            return self.prompt();
        };
        let number = |choice: &&Choice| choice.key.rsplit('.').next()?.parse::<usize>().ok();
        let numbers = piece.of(&self.list);
        let numbers = numbers.iter().filter_map(number);
        let which = match (numbers.clone().min(), numbers.max()) {
            (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
            (first, _) => first.unwrap_or(1).to_string(),
        };
        format!("{}: {which}, or return for all (or `help`):", piece.name)
    }

    /// The lines: what is typed for each, its words, what it answers.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str, &Answer)> {
        self.list.iter().map(|choice| (choice.key.as_str(), choice.words.as_str(), &choice.answer))
    }

    /// The entities that lines name: what is typed, and they in the order of the parameters. `of`: the lines of one piece, behind whose
    /// number they are numbered.
    pub fn entities<'l>(&'l self, machine: &Machine, of: Option<&str>) -> Vec<(&'l str, Vec<i64>)> {
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
        // Where a list is shown by pieces alone, it is those that have numbers on the board.
        let before = of.map(|piece| format!("{piece}."));
        let key = |key: &'l str| match &before {
            Some(before) => key.strip_prefix(before.as_str()),
            None => Some(key).filter(|_| self.is_told_whole()),
        };
        self.shown().filter_map(|(of, _, answer)| Some((key(of)?, named(answer)))).collect()
    }

    /// The places that are proposed: what is typed, and where.
    pub fn places(&self) -> Vec<(&str, Pose)> {
        let Options::Place { .. } = self.options else { return Vec::new() };
        let place = |answer: &Answer| match answer {
            Answer::Values(cells) => Pose::from_cells(cells),
            _ => None,
        };
        self.shown().filter_map(|(key, _, answer)| Some((key, place(answer)?))).collect()
    }

    /// What may be typed, in short.
    pub fn prompt(&self) -> String {
        let what = match self.options {
            Options::Actions { .. } if !self.pieces.is_empty() => {
                let first =
                    self.pieces.first().and_then(|piece| self.list.get(*piece.lines.first()?));
                let first = first.map_or("1.1", |choice| choice.key.as_str());
                format!("a piece, to see what it can do, or a line as {first}")
            }
            Options::Whether => String::from("yes or no"),
            Options::One { .. } | Options::Actions { .. } => match self.is_of_numbers() {
                true => String::from("one of these"),
                false => self.which(),
            },
            Options::Some { low: 0, high, .. } => {
                // How several are typed is seen from the first and the last.
                let keys = (self.list.first(), self.list.last());
                match keys {
                    (Some(one), Some(other)) if *high > 1 && one.key != other.key => {
                        let many = between(0, *high);
                        format!("{many} of these, as `{} {}`, or `{NONE}`", one.key, other.key)
                    }
                    _ if *high == 1 => format!("{}, or `{NONE}`", self.which()),
                    _ => format!("{} of these, or `{NONE}`", between(0, *high)),
                }
            }
            Options::Some { low, high, .. } => format!("{} of these", between(*low, *high)),
            Options::Order { items, .. } => format!("all {} in their order", items.len()),
            Options::Number { low, high } => format!("{low} to {high}"),
            Options::Split { items, total, .. } => {
                format!("{total} in all, as {} numbers", items.len())
            }
            Options::Place { .. } => match self.list.as_slice() {
                [] => String::from("x y"),
                _ => format!("{}, or x y", self.which()),
            },
            Options::Dice { at_least: 0, at_most, .. } => {
                format!("{} of these, or `{NONE}`", between(0, *at_most))
            }
            Options::Dice { at_least, at_most, .. } => {
                format!("{} of these", between(*at_least, *at_most))
            }
        };
        format!("{what} (or `help`):")
    }

    /// The same where it is asked who comes next of several.
    pub fn prompt_for_next(&self) -> String {
        format!("{}, or `all` in this order (or `help`):", self.which())
    }

    /// The numbers of the lines, in short.
    fn which(&self) -> String {
        let numbers: Option<Vec<usize>> =
            self.list.iter().map(|choice| choice.key.parse().ok()).collect();
        let in_a_row = |numbers: &[usize]| {
            numbers.windows(2).all(|pair| matches!(pair, [one, next] if one + 1 == *next))
        };
        match numbers.as_deref() {
            Some([only]) => only.to_string(),
            Some([first, .., last]) if numbers.as_deref().is_some_and(in_a_row) => {
                format!("{first} to {last}")
            }
            // Of two both are told as quickly.
            Some([lines @ .., 0]) if lines.len() > 2 && in_a_row(lines) => {
                let ends = lines.first().zip(lines.last());
                ends.map_or_else(String::new, |(first, last)| {
                    format!("{first} to {last}, or {ENDS}")
                })
            }
            _ => match self.list.as_slice() {
                [others @ .., last] if others.len() < FEW => {
                    let keys: Vec<&str> = others.iter().map(|choice| choice.key.as_str()).collect();
                    format!("{} or {}", keys.join(", "), last.key)
                }
                _ => String::from("a number"),
            },
        }
    }

    /// That no line has a number, with the numbers that there are.
    fn no_line(&self, line: &str) -> String {
        match self.which() {
            which if which.contains(" to ") => {
                format!("there is no line {line}: they are numbered from {which}")
            }
            which if self.list.len() <= FEW => format!("there is no line {line} here, but {which}"),
            _ => format!("there is no line {line} here"),
        }
    }

    fn is_of_numbers(&self) -> bool {
        matches!(self.options, Options::One { ty, .. } if is_number(ty))
    }
}

/// So many cells are listed below the board on which they are numbered.
fn most_cells() -> usize {
    match size(&std::io::stderr()) {
        Some((_, rows)) if rows < LOW => FEW,
        _ => MANY,
    }
}

/// What each line costs; of what stands beside it.
fn each(price: &str) -> String {
    format!("{} each", price.split(' ').next().unwrap_or_default())
}

/// A number of things in words.
fn between(low: u32, high: u32) -> String {
    match (low, high) {
        (0, high) => format!("up to {high}"),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    }
}
