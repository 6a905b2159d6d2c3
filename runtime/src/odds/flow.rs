//! How acts follow each other, within a body and from step to step, and which locals each reads and sets.

use super::group::{Group, Onward};
use std::collections::BTreeSet;
use warwright_ir::{
    Act, Body, BodyId, ChoiceKind, Expr, ExprId, PolicyRule, Prefer, Program, SiteId, Slot, Target,
    each_expr,
};

/// A place before an act: the body and the act's position; the number of acts stands for the end.
pub(super) type Point = (BodyId, usize);

/// Where a run may go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum To {
    /// At another act of the same run.
    Act(Point),
    /// At a step that follows, past whatever hangs on the steps between.
    Step {
        /// Its first act.
        point: Point,
        /// Whether something else may run between.
        stirs: bool,
        /// A condition that is asked on the way.
        when: Option<ExprId>,
    },
    /// All bodies that share the locals are left for good.
    Out,
    /// It is not known where.
    Unknown,
}

/// Where a run may go on from an act.
pub(super) fn follow(program: &Program, group: &Group, (body, at): Point) -> Vec<To> {
    let Some(code) = program.bodies.get(body) else { return vec![To::Unknown] };
    if at < code.acts.len() {
        return next(code, at).into_iter().map(|to| To::Act((body, to))).collect();
    }
    match group.onward(body) {
        Onward::Steps(links) => links
            .into_iter()
            .map(|link| match link.body {
                Some(body) => To::Step { point: (body, 0), stirs: link.stirs, when: link.when },
                None => To::Out,
            })
            .collect(),
        Onward::Out => vec![To::Out],
        Onward::Unknown => vec![To::Unknown],
    }
}

/// The acts that may come after the one at `at`; the length of the body stands for its end.
fn next(body: &Body, at: usize) -> Vec<usize> {
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
    own: Vec<Slot>,
    /// Locals that it sets, whatever was in them.
    pub(super) sets: Vec<Slot>,
    /// Whether nothing but locals changes, so that other expressions give the same before and after.
    pub(super) quiet: bool,
}

impl Effect {
    /// All locals that are read.
    pub(super) fn reads(&self, program: &Program) -> BTreeSet<Slot> {
        let mut reads: BTreeSet<Slot> = self.own.iter().copied().collect();
        self.exprs.iter().for_each(|expr| mentioned(program, *expr, &mut reads));
        reads
    }
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
            effect.own.extend([Slot::Wide(*slot), Slot::Scalar(*face)]);
            effect.quiet = by.is_none();
            advice(program, *site, &mut effect.exprs);
        }
        Act::Change { slot, face, .. } => {
            effect.own.extend([Slot::Wide(*slot), Slot::Scalar(*face)]);
        }
        Act::Draw { slot, .. } => {
            effect.sets.push(Slot::Scalar(*slot));
            effect.quiet = false;
        }
        Act::Iterate { cursor, .. } => effect.sets.push(Slot::Wide(*cursor)),
        Act::Next { cursor, ordered_by, site, .. } => {
            effect.own.push(Slot::Wide(*cursor));
            effect.quiet = ordered_by.is_none();
            advice(program, *site, &mut effect.exprs);
        }
        Act::Bound { left, .. } => effect.sets.push(Slot::Scalar(*left)),
        Act::Tick { left } => effect.own.push(Slot::Scalar(*left)),
        Act::Jump(_) | Act::JumpUnless { .. } => {}
        Act::Call { result, .. } => {
            effect.sets.extend(result);
            effect.quiet = false;
        }
        Act::Plan { slot, .. } => {
            effect.sets.push(Slot::Wide(*slot));
            effect.quiet = false;
        }
        Act::Follow { cursor } => {
            effect.own.push(Slot::Wide(*cursor));
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
                effect.own.push(Slot::Scalar(filter.slot));
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
    each_part(program, root, |expr| {
        if let Expr::Local(slot) = expr {
            found.insert(*slot);
        }
        found.extend(binds(expr));
    });
}

/// The locals that an expression sets for its parts.
pub(super) fn bound(program: &Program, root: ExprId) -> BTreeSet<Slot> {
    let mut found = BTreeSet::new();
    each_part(program, root, |expr| found.extend(binds(expr)));
    found
}

fn binds(expr: &Expr) -> Option<Slot> {
    match expr {
        Expr::Let { slot, .. }
        | Expr::Filter { slot, .. }
        | Expr::Map { slot, .. }
        | Expr::Quantified { slot, .. } => Some(*slot),
        Expr::IsSome { slot, .. } => *slot,
        _ => None,
    }
}

fn each_part(program: &Program, root: ExprId, mut visit: impl FnMut(&Expr)) {
    let mut todo = vec![root];
    while let Some(expr) = todo.pop().and_then(|id| program.exprs.get(id)) {
        visit(expr);
        each_expr(expr, |child| todo.push(child));
    }
}

/// The locals that are dead after the act at a point: set again on every path before they are read.
pub(super) fn dead_after(program: &Program, group: &Group, from: Point) -> Vec<Slot> {
    let mut all = BTreeSet::new();
    for body in group.bodies.iter().filter_map(|body| program.bodies.get(*body)) {
        for act in &body.acts {
            let effect = effect(program, act);
            all.extend(effect.reads(program));
            all.extend(effect.sets);
        }
    }
    all.into_iter().filter(|slot| !lives(program, group, from, *slot)).collect()
}

/// Whether a local may be read after the act at a point.
fn lives(program: &Program, group: &Group, from: Point, slot: Slot) -> bool {
    if group.seen.contains(&slot) {
        return true;
    }
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut todo = follow(program, group, from);
    while let Some(to) = todo.pop() {
        let point = match to {
            To::Act(point) => point,
            To::Step { point, when, .. } => {
                let mut read = BTreeSet::new();
                when.iter().for_each(|when| mentioned(program, *when, &mut read));
                if read.contains(&slot) {
                    return true;
                }
                point
            }
            To::Out if group.kept.contains(&slot) => return true,
            To::Out => continue,
            To::Unknown if group.mentions(program, slot) => return true,
            To::Unknown => continue,
        };
        if !seen.insert(point) {
            continue;
        }
        let act = program.bodies.get(point.0).and_then(|code| code.acts.get(point.1));
        let Some(act) = act else {
            todo.extend(follow(program, group, point));
            continue;
        };
        let effect = effect(program, act);
        if effect.reads(program).contains(&slot)
            || (runs_others(act) && group.mentions(program, slot))
        {
            return true;
        }
        if !effect.sets.contains(&slot) {
            todo.extend(follow(program, group, point));
        }
    }
    false
}

/// Whether an act may run other bodies that share its locals, or come back from where it leads.
pub(super) fn runs_others(act: &Act) -> bool {
    matches!(act, Act::Run { .. } | Act::CallStep { .. } | Act::Proceed | Act::Try { .. })
}
