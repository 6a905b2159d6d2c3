//! Which of all that is withheld is meant: takes the options with what speaks against each, leaves those that say something.

use super::reasons::ground;
use crate::naming;
use warwright_ir::{ActionId, Program, Ty};
use warwright_runtime::{
    ActionOption, Machine, Range, State, Wanted, WantedValue, Withheld, WithheldList,
};

/// What is wanted by whoever wants an option, whatever its open values.
pub(super) fn the_same(option: &ActionOption, open: &[Range], program: &Program) -> Wanted {
    let action = program.actions.get(option.action);
    let params = action.map(|action| action.params.as_slice()).unwrap_or_default();
    let values = params.iter().zip(&option.args).enumerate();
    let closed = values.filter(|(at, _)| open.iter().all(|range| range.param != *at));
    let values = closed
        .map(|(_, (param, arg))| WantedValue { readings: vec![(param.param.ty.clone(), *arg)] });
    Wanted { actions: vec![option.action], values: values.collect() }
}

/// Where some options have the values in the order in which they were named, those alone.
pub(super) fn in_order(withheld: &mut WithheldList, wanted: &Wanted, program: &Program) {
    let ordered = |option: &ActionOption| {
        let action = program.actions.get(option.action);
        action.is_some_and(|action| wanted.fits_in_order(action, &option.args))
    };
    let all = withheld.list.iter().map(|it| &it.option);
    if all.chain(withheld.allowed.iter().map(|(option, _)| option)).any(ordered) {
        withheld.list.retain(|it| ordered(&it.option));
        withheld.allowed.retain(|(option, _)| ordered(option));
    }
}

/// Where all that can be chosen is for one piece to do, what is withheld from that one alone, be it nothing where something is offered
/// of what is meant.
pub(super) fn of_whoever_acts(
    withheld: &mut WithheldList,
    (list, is_offered): (&[ActionOption], bool),
    program: &Program,
) {
    let actor = |option: &ActionOption| pieces(option, program).first().copied();
    let Some(first) = list.first().and_then(actor) else { return };
    let is_its = |option: &ActionOption| actor(option) == Some(first);
    let has_own = is_offered || withheld.list.iter().any(|it| is_its(&it.option));
    if list.iter().all(is_its) && has_own {
        withheld.list.retain(|it| is_its(&it.option));
    }
}

/// Leaves out what a piece would do to itself, where something else is withheld, and of what is between two pieces that of one side,
/// or that of two sides, which never can be: the same stands against all of the one sort and against none of the other.
pub(super) fn between_sides(withheld: &mut WithheldList, machine: &Machine, seen: &State) {
    let is_of_one = |it: &Withheld| {
        let pieces = pieces(&it.option, machine.program());
        pieces.iter().enumerate().any(|(at, piece)| pieces.iter().take(at).any(|it| it == piece))
    };
    if !withheld.list.iter().all(is_of_one) {
        withheld.list.retain(|it| !is_of_one(it));
    }
    let mut actions: Vec<ActionId> = withheld.list.iter().map(|it| it.option.action).collect();
    actions.sort_unstable();
    actions.dedup();
    for action in actions {
        let sides = |it: &Withheld| {
            let pieces = pieces(&it.option, machine.program());
            let mut owners = pieces.into_iter().map(|it| naming::owner(machine, seen, it));
            let first = owners.next();
            owners.any(|owner| Some(owner) != first)
        };
        let of_it = withheld.list.iter().filter(|it| it.option.action == action);
        let (two, one): (Vec<&Withheld>, Vec<&Withheld>) = of_it.partition(|it| sides(it));
        let drops = match (never(&one, &two), never(&two, &one)) {
            // Between two sides it is meant mostly.
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        };
        if let Some(drops) = drops {
            withheld.list.retain(|it| it.option.action != action || sides(it) != drops);
        }
    }
}

/// Whether something stands against all options of a sort, and against none of others.
fn never(sort: &[&Withheld], others: &[&Withheld]) -> bool {
    let Some((first, rest)) = sort.split_first() else { return false };
    !others.is_empty()
        && first.why.iter().map(ground).any(|of| {
            rest.iter().all(|it| it.why.iter().any(|why| ground(why) == of))
                && !others.iter().any(|it| it.why.iter().any(|why| ground(why) == of))
        })
}

/// The entities that an option is about, in their order.
fn pieces(option: &ActionOption, program: &Program) -> Vec<i64> {
    let action = program.actions.get(option.action);
    let params = action.map(|action| action.params.as_slice()).unwrap_or_default();
    let values = params.iter().zip(&option.args);
    let pieces = values.filter(|(param, _)| matches!(param.param.ty, Ty::Entity(_)));
    pieces.map(|(_, value)| *value).collect()
}
