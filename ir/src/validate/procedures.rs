//! Procedures, hooks, actions, moments and policies: frames are laid out as the machine fills them, lists name their own.

use super::acts::shape;
use super::bodies::{BodyContext, body_fits, exprs, pools_fit, write};
use super::report::{FaultKind, Owner, Report};
use super::rules::{arguments, bearer_locals, params_stand_first, reach_fits, related, wants};
use super::scope::{Scope, covers, roots, size};
use super::types::{fits, is_additive, is_player, kind_of, some};
use crate::{
    Action, ActionId, Bearer, BodyId, Domain, Env, Hook, HookId, HookTime, MomentId, Once, Param,
    PolicyRule, Procedure, ProcedureId, Slot, Step, Ty, WindowPlace,
};

/// Procedures: frames, variables, steps and the lists that hang on them.
pub(super) fn procedures_are_sound(report: &mut Report<'_>) {
    for (id, procedure) in report.program.procedures.iter() {
        let owner = Owner::Procedure(id);
        params_stand_first(report, owner, &procedure.params, procedure.env);
        for slot in &procedure.open {
            let ty = shape(*slot);
            Scope::new(owner, procedure.env).check_slot(report, *slot, &ty);
        }
        for (slot, value) in &procedure.variables {
            let ty = super::rules::of(report, *value);
            Scope::new(owner, procedure.env).check_slot(report, *slot, ty);
        }
        if let Some(beyond) = procedure.beyond {
            let given = super::rules::of(report, beyond).clone();
            let fit = procedure
                .result
                .as_ref()
                .is_some_and(|result| fits(report.program, &given, result));
            let message = "what it gives beyond its depth is not of its type";
            report.require(fit, owner, FaultKind::Type, message);
            Scope::new(owner, Env::default()).check(report, &roots(&procedure.beyond));
        }
        let bodies: Vec<BodyId> = procedure.steps.iter().map(|step| step.body).collect();
        let mut all = roots(&procedure.variables);
        for step in &procedure.steps {
            all.extend(roots(&step.when).into_iter().chain(roots(&step.heading)));
            step_is_sound(report, id, procedure, step);
        }
        all.extend(exprs(report, &bodies));
        let scope = procedure_scope(report, id);
        pools_fit(report, &scope, &bodies);
        scope.check(report, &all);
        run_hooks(report, id, procedure);
        moments_match(report, &procedure.moments, id, None);
    }
}

/// What stands in the locals of a procedure.
fn procedure_scope(report: &Report<'_>, id: ProcedureId) -> Scope {
    let program = report.program;
    let procedure = program.procedures.at(id);
    let mut scope = Scope::new(Owner::Procedure(id), procedure.env);
    scope.set_params(&procedure.params);
    for (slot, value) in &procedure.variables {
        scope.set(*slot, super::rules::of(report, *value).clone());
    }
    let bodies: Vec<BodyId> = procedure.steps.iter().map(|step| step.body).collect();
    write(report, &mut scope, &bodies);
    scope
}

fn step_is_sound(report: &mut Report<'_>, id: ProcedureId, procedure: &Procedure, step: &Step) {
    let program = report.program;
    let owner = Owner::Procedure(id);
    let number = procedure.steps.iter().position(|it| std::ptr::eq(it, step));
    let number = number.and_then(|it| u16::try_from(it).ok()).unwrap_or(u16::MAX);
    if let Some(when) = step.when {
        wants(report, owner, when, &Ty::Bool, "the condition of a step");
    }
    let place = BodyContext { procedure: Some(id), replaces: false, is_step: true };
    body_fits(report, owner, step.body, procedure.env, place);
    let lists = [
        (&step.before, HookTime::Before),
        (&step.instead, HookTime::Instead),
        (&step.after, HookTime::After),
    ];
    for (hooks, time) in lists {
        hooks_match(report, hooks, time, id, Some(number));
    }
    for action in step.offers_before.iter().chain(&step.offers_at).chain(&step.offers_after) {
        let here =
            program.actions.at(*action).place == WindowPlace::Step { procedure: id, step: number };
        let message = "it is offered at a step that is not its own";
        report.require(here, Owner::Action(*action), FaultKind::List, message);
    }
    moments_match(report, &step.moments, id, Some(number));
}

fn run_hooks(report: &mut Report<'_>, id: ProcedureId, procedure: &Procedure) {
    hooks_match(report, &procedure.before, HookTime::Before, id, None);
    hooks_match(report, &procedure.after, HookTime::After, id, None);
}

/// The hooks of a list hang where the list says, in its order.
fn hooks_match(
    report: &mut Report<'_>,
    hooks: &[HookId],
    time: HookTime,
    procedure: ProcedureId,
    step: Option<u16>,
) {
    let program = report.program;
    for hook in hooks {
        let it = program.hooks.at(*hook);
        let here = it.time == time && it.procedure == procedure && it.step == step;
        let message = "it is listed where it does not hang";
        report.require(here, Owner::Hook(*hook), FaultKind::List, message);
    }
    let level = |hook: &HookId| program.hooks.at(*hook).level;
    let sorted = match time {
        HookTime::Before | HookTime::Instead => hooks.is_sorted_by_key(level),
        HookTime::After => hooks.is_sorted_by_key(|hook| std::cmp::Reverse(level(hook))),
    };
    let owner = Owner::Procedure(procedure);
    report.require(sorted, owner, FaultKind::Clause, "hooks do not stand in order of precedence");
}

fn moments_match(
    report: &mut Report<'_>,
    moments: &[MomentId],
    procedure: ProcedureId,
    step: Option<u16>,
) {
    for moment in moments {
        let it = report.program.moments.at(*moment);
        let here = it.procedure == procedure && it.step == step;
        let message = "it is listed where its runs do not begin";
        report.require(here, Owner::Moment(*moment), FaultKind::List, message);
    }
}

/// Hooks: a place that exists, a frame of copies, the bearer and its parameters.
pub(super) fn hooks_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, hook) in program.hooks.iter() {
        let owner = Owner::Hook(id);
        let procedure = program.procedures.at(hook.procedure);
        let placed = hook.step.is_none_or(|step| usize::from(step) < procedure.steps.len());
        report.require(placed, owner, FaultKind::Id, "it hangs on a step that does not exist");
        let whole = hook.step.is_none() && hook.time == HookTime::Instead;
        report.require(!whole, owner, FaultKind::Clause, "it replaces a whole procedure");
        reach_fits(report, owner, hook.bearer, &hook.reach, &procedure.params);
        whose_fits(report, owner, hook, procedure);
        hook_locals(report, id, hook);
    }
}

fn whose_fits(report: &mut Report<'_>, owner: Owner, hook: &Hook, procedure: &Procedure) {
    let Some((_, position)) = hook.whose else { return };
    let param = procedure.params.get(usize::from(position));
    let fits = param.is_some_and(|it| is_player(report.program, some(&it.ty)));
    report.require(fits, owner, FaultKind::Clause, "it asks whose run it is of what is no player");
}

fn hook_locals(report: &mut Report<'_>, id: HookId, hook: &Hook) {
    let program = report.program;
    let owner = Owner::Hook(id);
    let env = program.bodies.at(hook.body).env;
    for condition in hook.when.iter().chain(related(&hook.reach)) {
        wants(report, owner, *condition, &Ty::Bool, "its condition");
    }
    let mut scope = Scope::new(owner, env);
    let copies = copied(report, &mut scope, owner, hook.procedure, env);
    if let Bearer::Ability(ability) = hook.bearer {
        bearer_after(report, owner, copies, hook.self_slot);
        bearer_locals(report, &mut scope, env, owner, ability, hook.self_slot);
    }
    let bodies = [hook.body];
    write(report, &mut scope, &bodies);
    let mut all = roots(hook);
    all.extend(exprs(report, &bodies));
    pools_fit(report, &scope, &bodies);
    scope.check(report, &all);
    let replaces = hook.time == HookTime::Instead;
    let place = BodyContext { procedure: Some(hook.procedure), replaces, is_step: false };
    body_fits(report, owner, hook.body, env, place);
    once_fits(report, owner, hook.once.as_ref());
}

/// Sets the copies of a procedure's parameters and open variables; gives how many scalar slots they take.
fn copied(
    report: &mut Report<'_>,
    scope: &mut Scope,
    owner: Owner,
    procedure: ProcedureId,
    env: Env,
) -> u16 {
    let own = procedure_scope(report, procedure);
    let params = &report.program.procedures.at(procedure).params;
    let open = &report.program.procedures.at(procedure).open;
    let mut needed = Env::default();
    for slot in params.iter().map(|param| param.slot).chain(open.iter().copied()) {
        match slot {
            Slot::Scalar(number) => needed.scalars = needed.scalars.max(number.saturating_add(1)),
            Slot::Wide(number) => needed.wides = needed.wides.max(number.saturating_add(1)),
        }
        own.types(slot).iter().for_each(|ty| scope.set(slot, ty.clone()));
    }
    if !covers(env, needed) {
        let message = format!("copies want {}, it has {}", size(needed), size(env));
        report.of(owner, FaultKind::Layout, message);
    }
    needed.scalars
}

fn bearer_after(report: &mut Report<'_>, owner: Owner, copies: u16, self_slot: u16) {
    let after = self_slot >= copies;
    report.require(after, owner, FaultKind::Layout, "its bearer stands among the copies");
}

fn once_fits(report: &mut Report<'_>, owner: Owner, once: Option<&Once>) {
    let Some(each) = once.and_then(|once| once.each) else { return };
    let scalar = !super::rules::of(report, each).is_wide();
    report.require(scalar, owner, FaultKind::Type, "it counts apart for each list");
}

/// Actions: a frame of copies, bearer and parameters; a permission that can be asked; a price that can be paid.
pub(super) fn actions_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, action) in program.actions.iter() {
        let owner = Owner::Action(id);
        let procedure = match action.place {
            WindowPlace::Named(_) => None,
            WindowPlace::Step { procedure, step } => {
                let steps = program.procedures.at(procedure).steps.len();
                let placed = usize::from(step) < steps;
                report.require(
                    placed,
                    owner,
                    FaultKind::Id,
                    "it is offered at a step that does not exist",
                );
                Some(procedure)
            }
        };
        let params = procedure.map_or(&[][..], |id| &program.procedures.at(id).params);
        match (procedure, action.bearer) {
            (Some(_), _) | (None, Bearer::System | Bearer::Scenario(_)) => {
                reach_fits(report, owner, action.bearer, &action.reach, params);
            }
            // In a window an ability's action is offered to its bearers, whatever its reach.
            (None, Bearer::Ability(_)) => {}
        }
        action_locals(report, id, action, procedure);
        action_permission(report, owner, action);
        action_cost(report, owner, action);
    }
    windows_list_their_own(report);
}

fn action_locals(
    report: &mut Report<'_>,
    id: ActionId,
    action: &Action,
    procedure: Option<ProcedureId>,
) {
    let owner = Owner::Action(id);
    let mut scope = Scope::new(owner, action.env);
    let copies = procedure.map_or(0, |it| copied(report, &mut scope, owner, it, action.env));
    if let Bearer::Ability(ability) = action.bearer {
        bearer_after(report, owner, copies, action.self_slot);
        bearer_locals(report, &mut scope, action.env, owner, ability, action.self_slot);
    }
    for param in &action.params {
        scope.check_slot(report, param.param.slot, &param.param.ty);
        scope.set(param.param.slot, param.param.ty.clone());
        let among = match param.domain {
            Domain::Of(domain) => {
                let items = super::rules::of(report, domain).element();
                items.is_some_and(|ty| fits(report.program, &ty, &param.param.ty))
            }
            Domain::Between(low, high) => [low, high].iter().all(|end| {
                let end = super::rules::of(report, *end);
                is_additive(end) && *end == param.param.ty
            }),
        };
        report.require(
            among,
            owner,
            FaultKind::Type,
            "a parameter is taken from what is no set of its type",
        );
    }
    for condition in action.when.iter().chain(related(&action.reach)) {
        wants(report, owner, *condition, &Ty::Bool, "its condition");
    }
    let by = super::rules::of(report, action.by);
    let asked = is_player(report.program, by.element().as_ref().map_or(some(by), some));
    report.require(asked, owner, FaultKind::Type, "it is put to what is no player");
    let bodies = [action.body];
    write(report, &mut scope, &bodies);
    let mut all = roots(action);
    all.extend(exprs(report, &bodies));
    pools_fit(report, &scope, &bodies);
    scope.check(report, &all);
    let frame = report.program.bodies.at(action.body).env;
    let place = BodyContext { procedure, replaces: false, is_step: false };
    body_fits(report, owner, action.body, frame, place);
    let room = covers(frame, action.env) || covers(action.env, frame);
    report.require(
        room,
        owner,
        FaultKind::Layout,
        "its body's frame and its own do not hold each other",
    );
    once_fits(report, owner, action.once.as_ref());
}

fn action_permission(report: &mut Report<'_>, owner: Owner, action: &Action) {
    let permission = report.program.permissions.at(action.permission);
    let scope = Scope::open(owner, action.env);
    scope.check_params(report, &permission.params);
    let own = |param: &Param| {
        let same = action.params.iter().find(|it| it.param.slot == param.slot);
        same.is_none_or(|it| fits(report.program, &it.param.ty, &param.ty))
    };
    let matches = permission.params.iter().all(own);
    report.require(matches, owner, FaultKind::Layout, "its permission has other parameters");
}

fn action_cost(report: &mut Report<'_>, owner: Owner, action: &Action) {
    let program = report.program;
    let Some(cost) = &action.cost else { return };
    let quantity = program.quantities.at(cost.quantity);
    arguments(report, owner, &quantity.params, &cost.args);
    let field = program.fields.at(cost.field);
    let paid = fits(program, &quantity.ty, &field.ty);
    report.require(
        paid,
        owner,
        FaultKind::Type,
        "its price is not of the type of what it is paid from",
    );
    let payer = kind_of(super::rules::of(report, cost.of));
    let has = payer.is_some_and(|kind| fits(program, &Ty::Entity(kind), &Ty::Entity(field.kind)));
    report.require(has, owner, FaultKind::Type, "who pays does not have what it is paid from");
}

fn windows_list_their_own(report: &mut Report<'_>) {
    for (id, window) in report.program.windows.iter() {
        for action in &window.actions {
            let here = report.program.actions.at(*action).place == WindowPlace::Named(id);
            let message = "it is listed in a window that is not its own";
            report.require(here, Owner::Action(*action), FaultKind::List, message);
        }
    }
}

/// Moments: a place that exists, a parameter that tells whose runs they are.
pub(super) fn moments_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, moment) in program.moments.iter() {
        let owner = Owner::Moment(id);
        let procedure = program.procedures.at(moment.procedure);
        let placed = moment.step.is_none_or(|step| usize::from(step) < procedure.steps.len());
        report.require(placed, owner, FaultKind::Id, "it is of a step that does not exist");
        let played = moment.player.is_none_or(|position| {
            let param = procedure.params.get(usize::from(position));
            param.is_some_and(|it| matches!(some(&it.ty), Ty::Entity(_)))
        });
        report.require(played, owner, FaultKind::List, "what says whose run it is is no thing");
    }
}

/// Policies: frames with room for the candidate.
pub(super) fn policies_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, policy) in program.policies.iter() {
        let owner = Owner::Policy(id);
        for rule in &policy.rules {
            let env = match rule {
                PolicyRule::Choice { site, env, .. } => {
                    let site = program.sites.at(*site);
                    let room = site.slot < if site.ty.is_wide() { env.wides } else { env.scalars };
                    report.require(
                        room,
                        owner,
                        FaultKind::Slot,
                        "its frame has no room for the candidate",
                    );
                    *env
                }
                PolicyRule::Action { env, .. } => *env,
            };
            Scope::open(owner, env).check(report, &roots(rule));
        }
    }
}

/// The sequence is a procedure without parameters, and the state that says whose turn it is holds a player.
pub(super) fn the_sequence_is_sound(report: &mut Report<'_>) {
    let program = report.program;
    if let Some(sequence) = program.sequence {
        let plain = program.procedures.at(sequence).params.is_empty();
        let message = "the sequence of the battle has parameters";
        report.require(plain, Owner::Procedure(sequence), FaultKind::Layout, message);
    }
    if let Some(worth) = program.worth {
        let function = program.functions.get(worth);
        let player = |ty: &Ty| is_player(program, ty);
        let sound = function.is_some_and(|it| {
            it.ty == Ty::Int && it.params.len() == 1 && it.params.iter().all(|it| player(&it.ty))
        });
        let message = "the worth of a side is no whole number asked of a player";
        report.require(sound, Owner::Function(worth), FaultKind::Type, message);
    }
    if let Some(active) = program.active {
        let player = is_player(program, some(&program.fields.at(active).ty));
        let message = "it says whose turn it is, but holds no player";
        report.require(player, Owner::Field(active), FaultKind::Type, message);
    }
}
