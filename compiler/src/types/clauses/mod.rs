//! Clauses: takes what bearers say and gives each clause with whom it reaches, what it hangs on and what it does.

mod deeds;
mod idle;
mod lend;
mod modify;
mod permit;
mod reach;
mod roles;
mod tables;
mod tail;
mod targets;

pub(crate) use modify::raises;
pub(super) use tail::see_text;

use super::checker::Checker;
use warwright_grammar::tree;

/// Checks the clauses of all bearers, in order of the bearers.
pub(crate) fn check(checker: &mut Checker<'_>) {
    let bearers = checker.facts.bearers.clone();
    // A list that doubles leaves its old places behind, amid room that nothing else fits into.
    let clauses = || bearers.iter().flat_map(|bearer| &bearer.clauses);
    let hooks = clauses().filter(|it| matches!(it, tree::Clause::Hook(_))).count();
    checker.typed.hooks.reserve(hooks);
    checker.typed.clauses.reserve(clauses().count() - hooks);
    checker.modifier_tables(bearers.first().map(AsRef::as_ref));
    for bearer in &bearers {
        let from = checker.typed.clauses.len();
        for clause in &bearer.clauses {
            match clause {
                tree::Clause::Modify(modify) => checker.modify(bearer, modify),
                tree::Clause::Forbid(permit) => checker.permit(bearer, permit, true),
                tree::Clause::Allow(permit) => checker.permit(bearer, permit, false),
                tree::Clause::Lend(lend) => checker.lend(bearer, lend, true),
                tree::Clause::Deny(lend) => checker.lend(bearer, lend, false),
                tree::Clause::Hook(hook) => checker.hook(bearer, hook),
                tree::Clause::Action(action) => checker.action(bearer, action),
                tree::Clause::Prefer(prefer) => checker.stray_advice(prefer),
            }
        }
        checker.idle_clauses(bearer, from);
    }
    checker.system_actions();
    checker.deeds();
}
