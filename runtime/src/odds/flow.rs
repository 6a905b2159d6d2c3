//! How acts follow each other in a body, and which locals each reads and sets.

use std::collections::BTreeSet;
use warwright_ir::{
    Act, Body, BodyId, ChoiceKind, Expr, ExprId, PolicyRule, Prefer, ProcedureId, Program, SiteId,
    Slot, Target, TestRun, each_expr,
};

/// Bodies that use the same locals, and who else sees those.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// The bodies.
    pub(super) bodies: Vec<BodyId>,
    /// Locals that others may read or write at any time: parameters and open variables.
    pub(super) seen: Vec<Slot>,
    /// Locals that are read when all is over.
    pub(super) kept: Vec<Slot>,
    /// Whether bodies may run again and again, or are read from outside when they end.
    pub(super) lasting: bool,
}

/// The bodies that share locals with `body`: nothing where that is not known for sure.
pub(super) fn shared(program: &Program, body: BodyId) -> Option<Shared> {
    let mut found = Vec::new();
    for (id, procedure) in program.procedures.iter() {
        let bodies = with_inner(program, procedure.steps.iter().map(|step| step.body));
        if bodies.contains(&body) {
            let params = procedure.params.iter().map(|param| param.slot);
            let seen = params.chain(procedure.open.iter().copied()).collect();
            let lasting = procedure.steps.iter().any(|step| step.called);
            found.push(Shared { bodies, seen, kept: exported(program, id), lasting });
        }
    }
    for hook in program.hooks.values() {
        let bodies = with_inner(program, [hook.body]);
        if bodies.contains(&body) {
            let seen = program.procedures.get(hook.procedure).map_or_else(Vec::new, |procedure| {
                procedure
                    .params
                    .iter()
                    .map(|it| it.slot)
                    .chain(procedure.open.iter().copied())
                    .collect()
            });
            found.push(Shared { bodies, seen, kept: Vec::new(), lasting: false });
        }
    }
    for action in program.actions.values() {
        let bodies = with_inner(program, [action.body]);
        if bodies.contains(&body) {
            let placed = match action.place {
                warwright_ir::WindowPlace::Step { procedure, .. } => {
                    program.procedures.get(procedure)
                }
                warwright_ir::WindowPlace::Named(_) => None,
            };
            let open = placed.map_or(&[][..], |procedure| &procedure.open);
            let params = placed.map_or(&[][..], |procedure| &procedure.params);
            let own = action.params.iter().map(|it| it.param.slot);
            let seen = params.iter().map(|it| it.slot).chain(own).chain(open.iter().copied());
            found.push(Shared { bodies, seen: seen.collect(), kept: Vec::new(), lasting: false });
        }
    }
    if found.len() == 1 { found.pop() } else { None }
}

fn with_inner(program: &Program, bodies: impl IntoIterator<Item = BodyId>) -> Vec<BodyId> {
    let mut all: Vec<BodyId> = bodies.into_iter().collect();
    let mut next = 0;
    while let Some(body) = all.get(next).and_then(|id| program.bodies.get(*id)) {
        for act in &body.acts {
            if let Act::Run { body: inner } = act
                && !all.contains(inner)
            {
                all.push(*inner);
            }
        }
        next += 1;
    }
    all
}

/// The locals of a procedure that tests read when it is over.
fn exported(program: &Program, id: ProcedureId) -> Vec<Slot> {
    let mut kept = Vec::new();
    for test in program.tests.values() {
        if let TestRun::Procedure { procedure, exports, .. } = &test.run
            && *procedure == id
        {
            kept.extend(exports.iter().map(|(from, _)| *from));
        }
    }
    kept
}

/// The acts that may come after the one at `at`; the length of the body stands for its end.
pub(super) fn next(body: &Body, at: usize) -> Vec<usize> {
    let end = body.acts.len();
    match body.acts.get(at) {
        None => Vec::new(),
        Some(Act::Jump(to)) => vec![*to as usize],
        Some(Act::JumpUnless { to, .. } | Act::Try { other: to } | Act::Next { done: to, .. }) => {
            vec![at + 1, *to as usize]
        }
        Some(Act::EndStep | Act::Finish { .. } | Act::EndBattle { .. }) => vec![end],
        Some(_) => vec![at + 1],
    }
}

/// What an act does with locals.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// Expressions that it evaluates, or that policies evaluate for it; not those that are only told.
    pub(super) exprs: Vec<ExprId>,
    /// Locals that it reads by itself.
    pub(super) reads: Vec<Slot>,
    /// Locals that it sets, whatever was in them.
    pub(super) sets: Vec<Slot>,
    /// Whether nothing but locals changes, so that other expressions give the same before and after.
    pub(super) quiet: bool,
}

/// What an act does with locals.
pub(super) fn effect(program: &Program, act: &Act) -> Effect {
    let mut effect = Effect { quiet: true, ..Effect::default() };
    match act {
        // Words are told to people and are no part of the state.
        Act::Say { .. } => return effect,
        Act::Roll { slot, count, .. } => {
            effect.exprs.push(*count);
            effect.sets.push(Slot::Wide(*slot));
            return effect;
        }
        _ => each_expr(act, |expr| effect.exprs.push(expr)),
    }
    match act {
        Act::Set { target: Target::Local(slot), .. } => effect.sets.push(*slot),
        Act::Forget(slots) => effect.sets.extend(slots),
        Act::Reroll { slot, face, by, site, .. } => {
            effect.reads.extend([Slot::Wide(*slot), Slot::Scalar(*face)]);
            effect.quiet = by.is_none();
            advice(program, *site, &mut effect.exprs);
        }
        Act::Change { slot, face, .. } => {
            effect.reads.extend([Slot::Wide(*slot), Slot::Scalar(*face)]);
        }
        Act::Iterate { cursor, .. } => effect.sets.push(Slot::Wide(*cursor)),
        Act::Next { cursor, ordered_by, site, .. } => {
            effect.reads.push(Slot::Wide(*cursor));
            effect.quiet = ordered_by.is_none();
            advice(program, *site, &mut effect.exprs);
        }
        Act::Bound { left, .. } => effect.sets.push(Slot::Scalar(*left)),
        Act::Tick { left } => effect.reads.push(Slot::Scalar(*left)),
        Act::Jump(_) | Act::JumpUnless { .. } => {}
        Act::Call { result, .. } => {
            effect.sets.extend(result);
            effect.quiet = false;
        }
        Act::Create { slot, .. } => {
            effect.sets.push(Slot::Scalar(*slot));
            effect.quiet = false;
        }
        Act::Choose { kind, slot, site, .. } => {
            effect.sets.push(*slot);
            if let ChoiceKind::One { filter: Some(filter), .. }
            | ChoiceKind::Some { filter: Some(filter), .. } = kind
            {
                effect.reads.push(Slot::Scalar(filter.slot));
            }
            effect.quiet = false;
            advice(program, Some(*site), &mut effect.exprs);
        }
        _ => effect.quiet = false,
    }
    effect
}

/// What policies evaluate with the locals at a site.
fn advice(program: &Program, site: Option<SiteId>, exprs: &mut Vec<ExprId>) {
    let Some(site) = site else { return };
    for rule in program.policies.values().flat_map(|policy| &policy.rules) {
        if let PolicyRule::Choice { site: of, prefer: Prefer::Ranked(keys), .. } = rule
            && *of == site
        {
            exprs.extend(keys.iter().map(|(_, key)| *key));
        }
    }
}

/// All locals that an expression reads or sets for its parts.
pub(super) fn mentioned(program: &Program, root: ExprId, found: &mut BTreeSet<Slot>) {
    let mut todo = vec![root];
    while let Some(expr) = todo.pop().and_then(|id| program.exprs.get(id)) {
        match expr {
            Expr::Local(slot)
            | Expr::Let { slot, .. }
            | Expr::Filter { slot, .. }
            | Expr::Map { slot, .. }
            | Expr::Quantified { slot, .. }
            | Expr::IsSome { slot: Some(slot), .. } => {
                found.insert(*slot);
            }
            _ => {}
        }
        each_expr(expr, |child| todo.push(child));
    }
}

/// Whether the locals of a body that are dead after the act at `at`: set again on every path before they are read.
pub(super) fn dead_after(program: &Program, body: BodyId, at: usize) -> Vec<Slot> {
    let (Some(group), Some(code)) = (shared(program, body), program.bodies.get(body)) else {
        return Vec::new();
    };
    let effects: Vec<Effect> = code.acts.iter().map(|act| effect(program, act)).collect();
    let reads: Vec<BTreeSet<Slot>> = effects
        .iter()
        .map(|effect| {
            let mut reads: BTreeSet<Slot> = effect.reads.iter().copied().collect();
            effect.exprs.iter().for_each(|expr| mentioned(program, *expr, &mut reads));
            reads
        })
        .collect();
    let mut all: BTreeSet<Slot> = reads.iter().flatten().copied().collect();
    all.extend(effects.iter().flat_map(|effect| effect.sets.iter().copied()));
    let elsewhere = mentioned_elsewhere(program, &group, body);
    let lives = |slot: &Slot| {
        if group.seen.contains(slot) {
            return true;
        }
        let lasting = group.lasting || group.kept.contains(slot) || elsewhere.contains(slot);
        let mut seen = vec![false; code.acts.len()];
        let mut todo = next(code, at);
        while let Some(position) = todo.pop() {
            let (Some(effect), Some(read)) = (effects.get(position), reads.get(position)) else {
                if lasting {
                    return true;
                }
                continue;
            };
            if seen.get_mut(position).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let runs_others = matches!(
                code.acts.get(position),
                Some(Act::Run { .. } | Act::CallStep { .. } | Act::Proceed | Act::Try { .. })
            );
            if read.contains(slot) || (runs_others && elsewhere.contains(slot)) {
                return true;
            }
            if !effect.sets.contains(slot) {
                todo.extend(next(code, position));
            }
        }
        false
    };
    all.into_iter().filter(|slot| !lives(slot)).collect()
}

/// All locals that other bodies of the group mention.
pub(super) fn mentioned_elsewhere(
    program: &Program,
    group: &Shared,
    body: BodyId,
) -> BTreeSet<Slot> {
    let mut found = BTreeSet::new();
    let others = group.bodies.iter().filter(|other| **other != body);
    for act in others.filter_map(|other| program.bodies.get(*other)).flat_map(|it| &it.acts) {
        let effect = effect(program, act);
        found.extend(effect.reads.iter().chain(&effect.sets));
        effect.exprs.iter().for_each(|expr| mentioned(program, *expr, &mut found));
    }
    for procedure in program.procedures.values() {
        for step in &procedure.steps {
            if group.bodies.contains(&step.body) {
                each_expr(&(step.when, &step.heading), |expr| mentioned(program, expr, &mut found));
            }
        }
    }
    found
}
