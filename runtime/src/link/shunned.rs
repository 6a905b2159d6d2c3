//! What policies never want: takes the rules of a policy that say `never` where a condition holds, gives when each can be asked.

use std::collections::BTreeMap;
use warwright_ir::{
    Action, ActionId, CostClass, Env, Expr, ExprId, Id, Policy, PolicyId, PolicyRule, Prefer,
    Program, Sight, Slot,
};

/// A condition under which a policy never takes an action.
#[derive(Clone, Debug)]
pub(crate) struct Unwanted {
    pub(crate) when: ExprId,
    /// Locals of the rule.
    pub(crate) env: Env,
    /// So many parameters of the action it needs.
    pub(crate) known: usize,
    /// The locals that it sets for itself.
    pub(crate) sets: Vec<Slot>,
}

/// The conditions of all policies, by policy and action.
#[derive(Debug, Default)]
pub(crate) struct Unwanteds(BTreeMap<(PolicyId, ActionId), Vec<Unwanted>>);

impl Unwanteds {
    /// Those of a program. Where a player does not see all, what is asked before a list is made would be asked of what he may not know.
    pub(super) fn of(program: &Program) -> Self {
        let mut unwanted = Self::default();
        if program.fields.values().any(|field| field.sight != Sight::All) {
            return unwanted;
        }
        for (id, policy) in program.policies.iter() {
            unwanted.add(program, id, policy);
        }
        unwanted
    }

    /// The rules of a policy that come before all others which speak of the same action.
    fn add(&mut self, program: &Program, policy: PolicyId, rules: &Policy) {
        let mut closed: Vec<ActionId> = Vec::new();
        for rule in &rules.rules {
            let PolicyRule::Action { action: id, env, when, prefer } = rule else { continue };
            if closed.contains(id) {
                continue;
            }
            let (Some(when), Prefer::Never) = (when, prefer) else {
                closed.push(*id);
                continue;
            };
            if let Some(action) = program.actions.get(*id) {
                let found = condition(program, action, (*when, *env));
                self.0.entry((policy, *id)).or_default().push(found);
            }
        }
    }

    /// The conditions under which a policy never takes an action.
    pub(crate) fn get(&self, policy: PolicyId, action: ActionId) -> &[Unwanted] {
        self.0.get(&(policy, action)).map_or(&[], Vec::as_slice)
    }
}

fn condition(program: &Program, action: &Action, (when, env): (ExprId, Env)) -> Unwanted {
    let named = program.mentioned(when);
    let known = action.params.iter().rposition(|param| named.contains(&param.param.slot));
    let sets = program.bound(when).into_iter().collect();
    Unwanted { when, env, known: known.map_or(0, |last| last + 1), sets }
}

/// Which conditions take long: what a policy says is asked before those.
pub(super) fn takes_long(program: &Program, long: &[bool]) -> Vec<bool> {
    program.with_a_part(|expr| match expr {
        Expr::Call { function, .. } => long.get(function.position()) == Some(&true),
        _ => expr.cost() == CostClass::Long,
    })
}
