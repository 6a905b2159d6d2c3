//! Choices: takes the options of a request, gives the lines that can be picked, each with its words and its answer.

use super::gathered::STAYS;
use super::ranges;
use super::spots;
use super::typed;
use crate::naming::{self, written};
use warwright_ir::{Domain, KindBase, Ty};
use warwright_runtime::{ActionOption, Answer, Machine, Options, Range, Ranged, State};

/// What is typed for the line that wants nothing of the others, wherever there is one.
pub(super) const ENDS: &str = "0";

/// A line that can be picked.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// What is typed for it: the number of its line, behind the number of its piece where lines are listed by pieces, or the number
    /// that it is.
    pub(super) key: String,
    pub(super) words: String,
    /// What it costs, in words; empty where it costs nothing.
    pub(super) price: String,
    /// What there is to pay with, in words; empty where it has no price.
    pub(super) purse: String,
    /// How many there are of which it is one, where nothing tells them apart.
    pub(super) many: usize,
    /// What is written of the card that it names, or of what brings the action; of other things nothing.
    pub(super) text: String,
    /// The answer; where values are open, one of them.
    pub(super) answer: Answer,
    /// The values that are to be typed.
    pub(super) open: Vec<Range>,
}

impl Choice {
    /// What it costs, as it stands behind its words.
    pub(super) fn priced(&self) -> String {
        match (self.price.as_str(), self.many) {
            ("", 1) => String::new(),
            ("", many) => format!("{STAYS}({many}{STAYS}of{STAYS}these)"),
            (price, _) => format!("{STAYS}({})", price.replace(' ', STAYS)),
        }
    }
}

/// Actions, those with open values once.
fn acts(machine: &Machine, state: &State, list: &[ActionOption]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    // The places among the choices of those with open values, and the values of each that are offered.
    let mut ranged: Vec<(usize, Ranged, Vec<ActionOption>)> = Vec::new();
    for option in list {
        let open = has_range(machine, option).then(|| machine.ranged(state, option).ok()).flatten();
        let open = open.filter(|it| !it.ranges.is_empty());
        if let Some(open) = &open
            && let Some((.., offered)) = ranged.iter_mut().find(|(_, of, offered)| {
                offered
                    .first()
                    .is_some_and(|it| typed::same((it, &of.ranges), (option, &open.ranges)))
            })
        {
            offered.push(option.clone());
            continue;
        }
        let (price, purse) = price(machine, state, option);
        let words = match &open {
            Some(open) => open.words.clone(),
            None => label(machine, state, option),
        };
        let text = written::of_action(machine, state, option);
        let answer = Answer::Act(option.clone());
        ranged.extend(open.map(|open| (choices.len(), open, vec![option.clone()])));
        choices.push(Choice {
            key: String::new(),
            words,
            price,
            purse,
            many: 1,
            text,
            answer,
            open: Vec::new(),
        });
    }
    for (at, open, offered) in ranged {
        let (Some(choice), Some(first)) = (choices.get_mut(at), offered.first()) else { continue };
        let open = ranges::narrowed(machine, state, first, open, &offered);
        (choice.words, choice.open) = (open.words, open.ranges);
    }
    choices
}

/// What an action costs, as `-1 commands`, and what there is to pay with, as `commands 3`; empty where it costs nothing, or has no price.
fn price(machine: &Machine, state: &State, option: &ActionOption) -> (String, String) {
    let Some(price) = machine.price(state, option).ok().flatten() else {
        return (String::new(), String::new());
    };
    let field = naming::field_name(machine.program(), price.field);
    let words = match price.price {
        0 => String::new(),
        much => format!("{:+} {field}", -much),
    };
    (words, format!("{field} {}", price.there))
}

/// Whether some value of an action is one of a range.
pub(super) fn has_range(machine: &Machine, option: &ActionOption) -> bool {
    machine.program().actions.get(option.action).is_some_and(|action| {
        action.params.iter().any(|param| matches!(param.domain, Domain::Between(..)))
    })
}

/// What can be picked from a list.
pub(super) fn listed(machine: &Machine, state: &State, options: &Options) -> Vec<Choice> {
    let choice = |(words, answer)| Choice {
        key: String::new(),
        words,
        price: String::new(),
        purse: String::new(),
        many: 1,
        text: String::new(),
        answer,
        open: Vec::new(),
    };
    let mut list: Vec<Choice> = match options {
        Options::Actions { list, .. } => acts(machine, state, list),
        Options::One { .. } => {
            once(machine, state, plain(machine, state, options).into_iter().map(choice).collect())
        }
        other => plain(machine, state, other).into_iter().map(choice).collect(),
    };
    if let Options::One { ty, .. } | Options::Some { ty, .. } = options {
        for choice in &mut list {
            if let Answer::Value(value) = &choice.answer
                && names_a_card(machine, state, ty, *value)
            {
                choice.text = written::card_text(machine, state, &choice.words);
            }
        }
    }
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
    if by_value {
        list.iter_mut().for_each(|choice| choice.key.clone_from(&choice.words));
    } else {
        number(&mut list, "");
        number_by_pieces(machine, state, options, &mut list);
        let ends = list.iter_mut().filter(|choice| choice.answer == Answer::Nothing);
        ends.for_each(|choice| choice.key = String::from(ENDS));
    }
    list
}

/// Gives lines that name pieces the numbers of those, as they stand on the board and wherever else they are named: a line keeps
/// its number from one list to the next.
fn number_by_pieces(machine: &Machine, state: &State, options: &Options, list: &mut [Choice]) {
    let (Options::One { ty, .. } | Options::Some { ty, .. } | Options::Order { ty, .. }) = options
    else {
        return;
    };
    if !is_piece(machine, ty) {
        return;
    }
    let numbered = naming::numbered(machine, state);
    let number = |choice: &Choice| match &choice.answer {
        Answer::Value(value) => {
            numbered.iter().find(|(_, of, _)| of == value).map(|(number, ..)| number.clone())
        }
        _ => Some(String::from(ENDS)),
    };
    let numbers: Option<Vec<String>> = list.iter().map(number).collect();
    for (choice, number) in list.iter_mut().zip(numbers.into_iter().flatten()) {
        choice.key = number;
    }
}

/// Whether a choice is among pieces. Cards have no numbers on the board, and theirs in a list say nothing of what they are.
fn is_piece(machine: &Machine, ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_piece(machine, inner),
        Ty::Entity(kind) => {
            machine.program().kinds.get(*kind).is_some_and(|kind| kind.base == KindBase::Piece)
        }
        _ => false,
    }
}

/// Whether a choice is among entities.
pub(super) fn is_entity(ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_entity(inner),
        ty => matches!(ty, Ty::Entity(_)),
    }
}

/// Whether a value of a type is an entity of a kind that lies on piles.
fn names_a_card(machine: &Machine, state: &State, ty: &Ty, value: i64) -> bool {
    match ty {
        Ty::Optional(inner) => names_a_card(machine, state, inner, value),
        Ty::Entity(_) => state
            .head(value)
            .and_then(|head| machine.program().kinds.get(head.kind))
            .is_some_and(|kind| kind.base == KindBase::Card),
        _ => false,
    }
}

/// What has the same name and stands the same, such as equal cards, once.
fn once(machine: &Machine, state: &State, list: Vec<Choice>) -> Vec<Choice> {
    let stands = |choice: &Choice| match &choice.answer {
        Answer::Value(entity) => machine.standing(state, *entity).ok(),
        _ => None,
    };
    let mut once: Vec<Choice> = Vec::new();
    for choice in list {
        let same = |other: &&mut Choice| {
            other.words == choice.words
                && stands(other).is_some_and(|it| Some(it) == stands(&choice))
        };
        match once.iter_mut().find(same) {
            Some(known) => known.many += 1,
            None => once.push(choice),
        }
    }
    once
}

/// Numbers lines from 1, behind what all their keys begin with.
pub(super) fn number<'l>(list: impl IntoIterator<Item = &'l mut Choice>, before: &str) {
    for (line, choice) in (1_usize..).zip(list) {
        choice.key = format!("{before}{line}");
    }
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
