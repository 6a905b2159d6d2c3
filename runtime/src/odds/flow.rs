//! The control flow graph of acts: how they follow each other, within a body and from step to step, and which locals each
//! reads and sets.

use super::group::{Group, Onward};
use std::collections::BTreeSet;
use warwright_ir::{
    Act, Body, BodyId, ExprId, PolicyRule, Prefer, Program, SiteId, Slot, Want, each_part,
    each_slot,
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
    let Some(act) = body.acts.get(at) else { return Vec::new() };
    let jump = act.jump().map(|to| to as usize);
    let next = act.falls_through().then_some(at + 1);
    let ways: Vec<usize> = next.into_iter().chain(jump).collect();
    if ways.is_empty() { vec![body.acts.len()] } else { ways }
}

/// What an act does with locals.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// Expressions that it evaluates, or that policies evaluate for it; not those that are only told.
    pub(super) exprs: Vec<ExprId>,
    /// Locals that it reads by itself.
    own: Vec<Slot>,
    /// Locals that it sets, whatever was in them: they are dead before it.
    pub(super) sets: Vec<Slot>,
    /// Locals in which something else may be after it: those, and what it changes, uses for itself, or takes if there is anything.
    pub(super) writes: Vec<Slot>,
    /// Whether nothing but locals changes, so that other expressions give the same before and after.
    pub(super) quiet: bool,
}

impl Effect {
    /// All locals that are read.
    pub(super) fn reads(&self, program: &Program) -> BTreeSet<Slot> {
        let mut reads: BTreeSet<Slot> = self.own.iter().copied().collect();
        self.exprs.iter().for_each(|expr| reads.extend(program.mentioned(*expr)));
        reads
    }
}

/// What an act does with locals.
pub(super) fn effect(program: &Program, act: &Act) -> Effect {
    let mut effect = Effect { quiet: act.is_quiet(), ..Effect::default() };
    each_slot(act, |slot, want| {
        effect.writes.push(slot);
        match want {
            Want::Sets(_) => effect.sets.push(slot),
            Want::Changes(_) | Want::Scratch(_) => effect.own.push(slot),
            _ => {}
        }
    });
    match act {
        // Words are told to people and are no part of the state.
        Act::Say { .. } => {}
        Act::Roll { count, .. } => effect.exprs.push(*count),
        _ => each_part(act, |expr| effect.exprs.push(expr)),
    }
    advice(program, act.site(), &mut effect.exprs);
    effect
}

/// What policies evaluate with the locals at a site.
fn advice(program: &Program, site: Option<SiteId>, exprs: &mut Vec<ExprId>) {
    let Some(site) = site else { return };
    for rule in program.policies.values().flat_map(|policy| &policy.rules) {
        if let PolicyRule::Choice { site: of, when, prefer, .. } = rule
            && *of == site
        {
            exprs.extend(*when);
            if let Prefer::Ranked(keys) = prefer {
                exprs.extend(keys.iter().map(|(_, key)| *key));
            }
        }
    }
}

/// The locals that are dead after the act at a point: set again on every path before they are read.
pub(super) fn dead_after(program: &Program, group: &Group, from: Point) -> Vec<Slot> {
    let mut all = BTreeSet::new();
    for body in group.bodies.iter().filter_map(|body| program.bodies.get(*body)) {
        for act in &body.acts {
            let effect = effect(program, act);
            all.extend(effect.reads(program));
            all.extend(effect.writes);
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
                if when.is_some_and(|when| program.mentioned(when).contains(&slot)) {
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
            || group.lays_by(act, slot)
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
    matches!(act, Act::CallStep { .. } | Act::Proceed | Act::Try { .. })
}
