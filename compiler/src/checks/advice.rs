//! Advice: actions of which no policy speaks, so that computer players take them as if at random.

use crate::typed::{ChoiceOwner, PolicyTarget, Typed};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// Of every action some policy speaks, in a game whose battles are played by policies.
pub(super) fn actions_are_spoken_of(typed: &Typed, sink: &mut Sink) {
    let mut sides = typed.scenarios.values().flat_map(|scenario| &scenario.sides);
    if !sides.any(|side| side.policy.is_some()) {
        return;
    }
    let rules = typed.policies.values().flat_map(|policy| &policy.rules);
    let spoken: FxHashSet<ir::ActionId> = rules
        .filter_map(|rule| match &rule.target {
            PolicyTarget::Action(action)
            | PolicyTarget::Choice { owner: ChoiceOwner::Action(action), .. } => Some(*action),
            PolicyTarget::Choice { .. } => None,
        })
        .collect();
    for (id, action) in typed.actions.iter() {
        if action.must || spoken.contains(&id) {
            continue;
        }
        let name = &action.name;
        sink.push(
            Diagnostic::new(codes::NO_ADVICE, format!("no policy speaks of `{name}`"), action.span)
                .label("computer players take it as if at random")
                .help(format!("say when: `policy NAME like OTHER {{ in {name} prefer highest .. }}`, or `in {name} never`")),
        );
    }
}
