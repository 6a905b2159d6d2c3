//! Long lists of actions by piece: takes the lines that can be picked, gives each a key behind the number of its piece, and says of
//! each piece in one line what it can do.
//!
//! What is of no piece has a letter as its key, but for what ends the list.

use super::choice::{Choice, ENDS, number};
use super::gathered;
use super::gathered::STAYS;
use crate::naming;
use warwright_ir::Ty;
use warwright_runtime::{Answer, Machine, State};

/// Lists that are longer are listed by pieces.
const LONG: usize = 9;

/// A piece with the lines that are about it.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its number, as on the board.
    pub(super) number: String,
    pub(super) name: String,
    /// The places of its lines in the list.
    pub(super) lines: Vec<usize>,
}

impl Piece {
    /// Its lines.
    pub(super) fn of<'l>(&self, list: &'l [Choice]) -> Vec<&'l Choice> {
        self.lines.iter().filter_map(|at| list.get(*at)).collect()
    }
}

/// The pieces that a long list is about, whose lines get keys such as `3.2`; nothing where that would not make it much shorter, unless
/// the list was shown so before: then what is typed means what it meant, even if no piece is left.
pub(super) fn by_piece(
    machine: &Machine,
    state: &State,
    list: &mut [Choice],
    stays: bool,
) -> Option<Vec<Piece>> {
    let mut letters = 'a'..='z';
    let mut pieces: Vec<Piece> = Vec::new();
    let mut others = Vec::new();
    if list.len() <= LONG && !stays {
        return None;
    }
    let numbered = naming::numbered(machine, state);
    for (at, choice) in list.iter().enumerate() {
        let subjects = subjects(machine, &choice.answer);
        let named = |entity: &i64| numbered.iter().find(|(_, of, _)| of == entity);
        let found = subjects.iter().find_map(named);
        let Some((number, _, name)) = found else {
            others.push(at);
            continue;
        };
        match pieces.iter_mut().find(|piece| piece.number == *number) {
            Some(piece) => piece.lines.push(at),
            None => {
                let (number, name) = (number.clone(), name.clone());
                pieces.push(Piece { number, name, lines: vec![at] });
            }
        }
    }
    let shown = pieces.len() + others.len();
    // Of one piece alone nobody has to say first that it is meant.
    let is_shorter = pieces.len() > 1 && shown * 2 <= list.len();
    if !(is_shorter || stays) || others.len() > letters.clone().count() {
        return None;
    }
    pieces.sort_by_key(|piece| numbered.iter().position(|(number, ..)| *number == piece.number));
    for piece in &pieces {
        let own = list.iter_mut().enumerate().filter(|(at, _)| piece.lines.contains(at));
        number(own.map(|(_, choice)| choice), &format!("{}.", piece.number));
    }
    for at in others {
        let Some(choice) = list.get_mut(at).filter(|choice| choice.key != ENDS) else { continue };
        if let Some(letter) = letters.next() {
            choice.key = letter.to_string();
        }
    }
    Some(pieces)
}

/// Whom an action may be about, the likeliest first: the entities among its values, and who brings it.
fn subjects(machine: &Machine, answer: &Answer) -> Vec<i64> {
    let Answer::Act(option) = answer else { return Vec::new() };
    let params =
        machine.program().actions.get(option.action).map(|action| action.params.as_slice());
    let values = params.unwrap_or_default().iter().zip(&option.args);
    let entities = values.filter(|(param, _)| matches!(param.param.ty, Ty::Entity(_)));
    entities.map(|(_, value)| *value).chain([option.bearer]).collect()
}

/// What a line costs, without of what: that stands in the question.
fn bare(choice: &Choice) -> String {
    let price = choice.price.split(' ').next().unwrap_or_default();
    if price.is_empty() { String::new() } else { format!("{STAYS}({price})") }
}

/// Keys of one piece behind its number, in short: those in a row by the first and the last.
fn in_short(piece: &str, keys: &[&str]) -> String {
    let number = |key: &&str| key.rsplit('.').next().and_then(|it| it.parse::<usize>().ok());
    let mut numbers: Vec<usize> = keys.iter().filter_map(number).collect();
    numbers.sort_unstable();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let shown = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    format!("{piece}.{}", shown.collect::<Vec<_>>().join(","))
}

/// A line for each piece with the names of what it can do and what is typed for it, then what is of no piece.
pub(super) fn lines(machine: &Machine, pieces: &[Piece], list: &[Choice]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        // Each name with the keys of its lines.
        let mut names: Vec<(String, Vec<&str>, &Choice)> = Vec::new();
        for choice in piece.of(list) {
            let Answer::Act(option) = &choice.answer else { continue };
            let Some(action) = machine.program().actions.get(option.action) else { continue };
            let name = naming::action_name(machine.program(), action).replace('_', " ");
            match names.last_mut() {
                Some((of, keys, first)) if *of == name && first.price == choice.price => {
                    keys.push(choice.key.as_str());
                }
                _ => names.push((name, vec![choice.key.as_str()], choice)),
            }
        }
        let told: Vec<String> = names
            .iter()
            .map(|(name, keys, choice)| {
                let keys = in_short(&piece.number, keys);
                format!("{keys}{STAYS}{}{}", name.replace(' ', STAYS), bare(choice))
            })
            .collect();
        let words = format!("{}: {}", piece.name, told.join(", "));
        lines.extend(gathered::wrapped(&piece.number, &words));
    }
    let is_other = |key: &str| key == ENDS || key.starts_with(char::is_alphabetic);
    let others = list.iter().filter(|choice| is_other(&choice.key));
    lines.extend(gathered::told(&others.collect::<Vec<_>>()));
    lines
}
