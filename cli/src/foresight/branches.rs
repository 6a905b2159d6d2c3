//! Branches: takes a request and a piece, gives the answers that are about that piece, and how to want nothing.

use super::body;
use crate::naming;
use warwright_ir::{NONE, Ty};
use warwright_runtime::{ActionOption, Answer, ChooseRequest, Machine, Options, State};

/// So many members of a closed kind, or cards, are tried each for itself.
const FEW: usize = 8;

/// Done, none, or no; of actions one of which must be chosen one that is about no piece and costs nothing, of several the last.
pub(super) fn declines(machine: &Machine, state: &State, options: &Options) -> Option<Answer> {
    match options {
        Options::Actions { done: true, .. }
        | Options::One { none: true, .. }
        | Options::Place { none: true, .. } => Some(Answer::Nothing),
        Options::Some { low: 0, .. } => Some(Answer::Values(Vec::new())),
        Options::Whether => Some(Answer::Value(0)),
        Options::Actions { list, .. } => {
            let free = |option: &&ActionOption| {
                let price = machine.price(state, option).ok().flatten();
                named(machine, state, option).is_empty() && price.is_none_or(|it| it.price == 0)
            };
            list.iter().rfind(free).cloned().map(Answer::Act)
        }
        _ => None,
    }
}

/// The first that can be answered, where that is easily said.
pub(super) fn first(options: &Options) -> Option<Answer> {
    match options {
        Options::Actions { list, .. } => list.first().cloned().map(Answer::Act),
        Options::One { candidates, .. } => candidates.first().copied().map(Answer::Value),
        Options::Some { candidates, low, .. } => {
            let few = usize::try_from(*low).ok().and_then(|low| candidates.get(..low));
            few.map(|few| Answer::Values(few.to_vec()))
        }
        Options::Order { items, .. } => Some(Answer::Values(items.to_vec())),
        Options::Number { low, .. } => Some(Answer::Value(*low)),
        Options::Whether => Some(Answer::Value(0)),
        Options::Place { proposals, .. } => {
            proposals.first().map(|place| Answer::Values(place.to_vec()))
        }
        Options::Split { .. } | Options::Dice { .. } => None,
    }
}

/// Whether a value of a type is a piece or one of its parts.
pub(super) fn is_it(machine: &Machine, state: &State, ty: &Ty, value: i64, piece: i64) -> bool {
    match ty {
        Ty::Optional(inner) => is_it(machine, state, inner, value, piece),
        Ty::Entity(_) => body(machine, state, value) == piece,
        _ => false,
    }
}

/// The pieces that an action names or is brought by, each as that of which it is a part.
fn named(machine: &Machine, state: &State, option: &ActionOption) -> Vec<i64> {
    let params = machine.program().actions.get(option.action).map(|it| it.params.as_slice());
    let values = params.unwrap_or_default().iter().zip(&option.args);
    let entities = values.filter_map(|(param, value)| match &param.param.ty {
        Ty::Entity(_) => Some(*value),
        Ty::Optional(inner) if matches!(**inner, Ty::Entity(_)) => Some(*value),
        _ => None,
    });
    let all = entities.chain(std::iter::once(option.bearer)).filter(|entity| *entity != NONE);
    let pieces = all.filter(|entity| naming::owner(machine, state, *entity).is_some());
    pieces.map(|entity| body(machine, state, entity)).collect()
}

/// Whether what goes on may be about a piece: it takes part, or, where nothing was chosen about it yet, no other does.
fn may_concern(machine: &Machine, state: &State, piece: i64, begun: bool) -> bool {
    let cast = machine.taking_part(state).into_iter().flat_map(|(_, cast)| cast);
    let is_piece = |entity: &i64| naming::owner(machine, state, *entity).is_some();
    let pieces: Vec<i64> =
        cast.filter(is_piece).map(|entity| body(machine, state, entity)).collect();
    if pieces.is_empty() { !begun } else { pieces.contains(&piece) }
}

/// The answers that are about a piece: actions that name it or that it brings, itself among others, and whatever is
/// asked on the way that may concern it. `begun`: something was chosen about it already.
pub(super) fn about(
    machine: &Machine,
    state: &State,
    request: &ChooseRequest,
    piece: i64,
    begun: bool,
) -> Vec<Answer> {
    let elsewhere = !may_concern(machine, state, piece, begun);
    match &request.options {
        Options::Actions { list, .. } => {
            let own = list.iter().filter(|it| named(machine, state, it).contains(&piece));
            own.cloned().map(Answer::Act).collect()
        }
        Options::One { ty, candidates, .. } => {
            let own = |value: &&i64| is_it(machine, state, ty, **value, piece);
            let named: Vec<Answer> =
                candidates.iter().filter(own).map(|value| Answer::Value(*value)).collect();
            match named.is_empty() {
                true if elsewhere => named,
                true if candidates.len() <= FEW || naming::is_of_cells(machine, ty) => {
                    candidates.iter().map(|value| Answer::Value(*value)).collect()
                }
                _ => named,
            }
        }
        Options::Some { ty, candidates, low, .. } => {
            let own = candidates.iter().find(|value| is_it(machine, state, ty, **value, piece));
            let Some(own) = own else { return Vec::new() };
            let others = candidates.iter().filter(|value| *value != own);
            let mut taken: Vec<i64> = std::iter::once(own).chain(others).copied().collect();
            taken.truncate(usize::try_from(*low).unwrap_or(1).max(1));
            vec![Answer::Values(taken)]
        }
        _ if elsewhere => Vec::new(),
        Options::Whether => vec![Answer::Value(1), Answer::Value(0)],
        Options::Number { low, high } if low == high => vec![Answer::Value(*low)],
        Options::Number { low, high } => vec![Answer::Value(*low), Answer::Value(*high)],
        Options::Place { proposals, .. } => {
            proposals.iter().map(|place| Answer::Values(place.to_vec())).collect()
        }
        Options::Order { .. } | Options::Split { .. } | Options::Dice { .. } => Vec::new(),
    }
}
