//! Where conditions stand: what they may read, who brings them, and with what they happen.

use crate::checks::runs::endings::Run;
use crate::checks::runs::recursion::planned;
use crate::typed::{
    ActionPlace, BearerDef, ChoiceOwner, LocalId, Locals, PolicyTarget, Stmt, StmtKind, Typed,
    any_stmt,
};

/// Where a condition stands: what it may read, and who brings it.
#[derive(Clone, Copy)]
pub(super) struct Home<'t> {
    pub(super) locals: &'t Locals,
    pub(super) params: u16,
    pub(super) bearer: BearerDef,
    /// With what it happens, where that is known.
    pub(super) run: Option<Run>,
    /// The player who wins by it, and the side that it plays.
    pub(super) wins: Option<(LocalId, &'t str)>,
}

impl<'t> Home<'t> {
    pub(super) fn of(locals: &'t Locals, params: u16) -> Self {
        Self { locals, params, bearer: BearerDef::System, run: None, wins: None }
    }
}

/// The run in which a choice is made that a policy advises on; none where it may be made in several.
pub(super) fn advised(typed: &Typed, target: &PolicyTarget) -> Option<Run> {
    let in_run = |procedure| Run { procedure, step: None, time: None };
    match target {
        PolicyTarget::Choice { owner: ChoiceOwner::Procedure(id), .. } => Some(in_run(*id)),
        PolicyTarget::Choice { owner: ChoiceOwner::Hook(id), .. } => {
            typed.hooks.get(*id).map(Run::of_hook)
        }
        PolicyTarget::Choice { owner: ChoiceOwner::Action(id), .. } | PolicyTarget::Action(id) => {
            let window = match typed.actions.get(*id)?.place {
                ActionPlace::Step { procedure, .. } => return Some(in_run(procedure)),
                ActionPlace::Named(window) => window,
            };
            let opens = |body: &[Stmt]| {
                any_stmt(body, |stmt| match &stmt.kind {
                    StmtKind::Open(open) => open.window == window,
                    _ => planned(stmt).is_some_and(|plan| plan.window == window),
                })
            };
            let mut of = typed.procedures.iter();
            let of = of.by_ref().filter(|(_, def)| def.steps.iter().any(|it| opens(&it.body)));
            let mut of = of.map(|(id, _)| id);
            let (one, more) = (of.next()?, of.next());
            let rest = typed.hooks.values().map(|hook| &hook.body);
            let mut rest = rest.chain(typed.actions.values().map(|action| &action.body));
            (more.is_none() && !rest.any(|body| opens(body))).then(|| in_run(one))
        }
        PolicyTarget::Choice { owner: ChoiceOwner::Scenario(_) | ChoiceOwner::Test(_), .. } => None,
    }
}
