//! Choices: takes the options of a request, gives the lines that can be picked, each with its words and its answer.

use super::typed::{self};
use super::{naming, spots};
use warwright_ir::{Domain, Ty};
use warwright_runtime::{ActionOption, Answer, Machine, Options, Range, State};

/// A line that can be picked.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// What is typed for it: the number of its line, or the number that it is.
    pub(super) key: String,
    pub(super) words: String,
    /// The answer; where values are open, one of them.
    pub(super) answer: Answer,
    /// The values that are to be typed.
    pub(super) open: Vec<Range>,
}

/// Actions, those with open values once.
fn acts(machine: &Machine, state: &State, list: &[ActionOption]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for option in list {
        let ranged =
            has_range(machine, option).then(|| machine.ranged(state, option).ok()).flatten();
        let (words, open) = match ranged {
            Some(ranged) => (ranged.words, ranged.ranges),
            None => (label(machine, state, option), Vec::new()),
        };
        let known = choices.iter().any(|choice| match &choice.answer {
            Answer::Act(other) => typed::same((other, &choice.open), (option, &open)),
            _ => false,
        });
        if !known {
            let answer = Answer::Act(option.clone());
            choices.push(Choice { key: String::new(), words, answer, open });
        }
    }
    choices
}

/// Whether some value of an action is one of a range.
pub(super) fn has_range(machine: &Machine, option: &ActionOption) -> bool {
    machine.program().actions.get(option.action).is_some_and(|action| {
        action.params.iter().any(|param| matches!(param.domain, Domain::Between(..)))
    })
}

/// What can be picked from a list.
pub(super) fn listed(machine: &Machine, state: &State, options: &Options) -> Vec<Choice> {
    let choice = |(words, answer)| Choice { key: String::new(), words, answer, open: Vec::new() };
    let mut list: Vec<Choice> = match options {
        Options::Actions { list, .. } => acts(machine, state, list),
        other => plain(machine, state, other).into_iter().map(choice).collect(),
    };
    match options {
        Options::One { none: true, .. } | Options::Place { none: true, .. } => {
            list.push(choice((String::from("none"), Answer::Nothing)));
        }
        Options::Actions { done: true, .. } => {
            list.push(choice((String::from("done"), Answer::Nothing)));
        }
        _ => {}
    }
    let by_value = matches!(options, Options::One { ty, .. } if is_number(ty));
    for (line, choice) in (1..).zip(&mut list) {
        let line: usize = line;
        choice.key = if by_value { choice.words.clone() } else { line.to_string() };
    }
    list
}

/// What can be picked that is no action: words and answer.
fn plain(machine: &Machine, state: &State, options: &Options) -> Vec<(String, Answer)> {
    match options {
        Options::One { ty, candidates: items, .. }
        | Options::Some { ty, candidates: items, .. }
        | Options::Order { ty, items }
        | Options::Split { ty, items, .. } => items
            .iter()
            .map(|cell| {
                let words = machine.show(state, ty, &[*cell]).unwrap_or_else(|_| cell.to_string());
                // A name of several words that content writes as one.
                let words = if is_member(ty) { words.replace('_', " ") } else { words };
                (words, Answer::Value(*cell))
            })
            .collect(),
        Options::Whether => {
            vec![(String::from("yes"), Answer::Value(1)), (String::from("no"), Answer::Value(0))]
        }
        Options::Place { proposals, .. } => spots::few(proposals)
            .iter()
            .map(|place| {
                let words = machine.show(state, &Ty::Place, place).unwrap_or_default();
                (words, Answer::Values(place.to_vec()))
            })
            .collect(),
        Options::Actions { .. } | Options::Dice { .. } | Options::Number { .. } => Vec::new(),
    }
}

pub(super) fn is_number(ty: &Ty) -> bool {
    match ty {
        Ty::Int => true,
        Ty::Optional(inner) => is_number(inner),
        _ => false,
    }
}

fn is_member(ty: &Ty) -> bool {
    match ty {
        Ty::Member(_) => true,
        Ty::Optional(inner) => is_member(inner),
        _ => false,
    }
}

fn label(machine: &Machine, state: &State, option: &ActionOption) -> String {
    machine.option_words(state, option).unwrap_or_else(|_| {
        let action = machine.program().actions.get(option.action);
        action.map_or("", |action| naming::action_name(machine.program(), action)).to_owned()
    })
}
