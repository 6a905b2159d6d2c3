//! Long lists of actions by piece: takes the lines that can be picked, gives each a key behind the number of its piece, and says of
//! each piece in one line what it can do.
//!
//! What is of no piece has a letter as its key.

use super::choices::{Choice, number};
use super::{gathered, naming};
use warwright_ir::Ty;
use warwright_runtime::{Answer, Machine, State};

/// Lists that are longer are listed by pieces.
const LONG: usize = 24;

/// A piece with the lines that are about it.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its number, as on the board.
    pub(super) number: String,
    pub(super) name: String,
    /// The places of its lines in the list.
    lines: Vec<usize>,
}

impl Piece {
    /// Its lines.
    pub(super) fn of<'l>(&self, list: &'l [Choice]) -> Vec<&'l Choice> {
        self.lines.iter().filter_map(|at| list.get(*at)).collect()
    }
}

/// The pieces that a long list is about, whose lines get keys such as `3.2`; none where that would not make it much shorter.
pub(super) fn by_piece(machine: &Machine, state: &State, list: &mut [Choice]) -> Vec<Piece> {
    let mut letters = 'a'..='z';
    let mut pieces: Vec<Piece> = Vec::new();
    let mut others = Vec::new();
    if list.len() <= LONG {
        return pieces;
    }
    let numbered = naming::numbered(machine, state);
    for (at, choice) in list.iter().enumerate() {
        let subject = subject(machine, &choice.answer);
        let found = numbered.iter().find(|(_, entity, _)| Some(*entity) == subject);
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
    if shown * 2 > list.len() || others.len() > letters.clone().count() {
        return Vec::new();
    }
    pieces.sort_by_key(|piece| numbered.iter().position(|(number, ..)| *number == piece.number));
    for piece in &pieces {
        let own = list.iter_mut().enumerate().filter(|(at, _)| piece.lines.contains(at));
        number(own.map(|(_, choice)| choice), &format!("{}.", piece.number));
    }
    for at in others {
        if let (Some(choice), Some(letter)) = (list.get_mut(at), letters.next()) {
            choice.key = letter.to_string();
        }
    }
    pieces
}

/// Whom an action is about: the first entity among its values.
fn subject(machine: &Machine, answer: &Answer) -> Option<i64> {
    let Answer::Act(option) = answer else { return None };
    let params = &machine.program().actions.get(option.action)?.params;
    let mut values = params.iter().zip(&option.args);
    values.find(|(param, _)| matches!(param.param.ty, Ty::Entity(_))).map(|(_, value)| *value)
}

/// A line for each piece with the names of what it can do, then what is of no piece.
pub(super) fn lines(machine: &Machine, pieces: &[Piece], list: &[Choice]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        let mut names: Vec<String> = Vec::new();
        for choice in piece.of(list) {
            let Answer::Act(option) = &choice.answer else { continue };
            let Some(action) = machine.program().actions.get(option.action) else { continue };
            let name = naming::action_name(machine.program(), action).replace('_', " ");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let words = format!("{}: {}", piece.name, names.join(", "));
        lines.extend(gathered::wrapped(&piece.number, &words));
    }
    let others = list.iter().filter(|choice| choice.key.starts_with(char::is_alphabetic));
    lines.extend(others.map(gathered::alone));
    lines
}
