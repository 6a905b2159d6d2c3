//! Advice: actions of which no policy speaks, so that computer players take them as if at random.

use crate::typed::{ChoiceOwner, PolicyDef, PolicyTarget, Typed};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// Of every action some policy speaks, in a game whose battles are played by policies.
pub(crate) fn actions_are_spoken_of(typed: &Typed, sink: &mut Sink) {
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
        Diagnostic::at(codes::NO_ADVICE, action.span)
            .says(format!("no policy speaks of `{name}`"))
            .label("computer players take it as if at random")
            .help(format!("say when: `policy NAME like OTHER {{ in {name} prefer highest .. }}`, or `in {name} never`"))
            .emit(sink);
    }
}

/// So many matters on which another policy has advice make one without them look forgotten.
const MANY: usize = 6;

/// A policy that a side takes has advice on what others have advice on, or is like one of them.
pub(crate) fn policies_say_enough(typed: &Typed, sink: &mut Sink) {
    let sides = typed.scenarios.values().flat_map(|scenario| &scenario.sides);
    let taken: FxHashSet<ir::PolicyId> = sides.filter_map(|side| side.policy).collect();
    let targets = |policy: &PolicyDef| -> FxHashSet<PolicyTarget> {
        policy.rules.iter().map(|rule| rule.target.clone()).collect()
    };
    for (id, policy) in typed.policies.iter().filter(|(id, _)| taken.contains(id)) {
        if policy.like.is_some() || policy.rules.is_empty() {
            continue;
        }
        let own = targets(policy);
        let others = typed.policies.iter().filter(|(other, _)| *other != id);
        let Some((missing, other)) = others
            .filter(|(_, other)| other.like != Some(id))
            .map(|(_, other)| (targets(other).difference(&own).count(), other))
            // One that stands by itself is what others take over.
            .max_by_key(|(missing, other)| (other.like.is_none(), *missing))
            .filter(|(missing, _)| *missing >= MANY && *missing > own.len())
        else {
            continue;
        };
        let names = other.rules.iter().filter(|rule| !own.contains(&rule.target));
        let mut names: Vec<String> =
            names.map(|rule| format!("`{}`", rule.target.name(typed))).collect();
        names.dedup();
        let shown = names.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
        Diagnostic::at(codes::NO_ADVICE, policy.span)
            .says(format!(
                "`{}` says nothing of {missing} matters of which `{}` does",
                policy.name, other.name
            ))
            .label(format!("as if at random there: {shown} .."))
            .help(format!("take over the rest: `policy {} like {} {{`", policy.name, other.name))
            .emit(sink);
    }
}
