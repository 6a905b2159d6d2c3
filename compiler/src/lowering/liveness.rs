//! Liveness: takes bodies with the slots that nobody else reads, puts in acts that forget values which nothing reads any more.
//!
//! Equal states must be equal, so what is dead is put back to zero before every act at which the driver may be asked.

use std::collections::{BTreeMap, BTreeSet};
use warwright_ir as ir;
use warwright_ir::{
    Act, BodyId, Expr, ExprId, Program, SiteId, Slot, Want, each_expr, each_part, each_slot,
};

/// Bodies that share a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    /// The bodies, in the order in which they run.
    pub(super) parts: Vec<Part>,
    /// Slots that only these bodies read.
    pub(super) private: Vec<Slot>,
    /// Whether the frame lives on after each body.
    pub(super) stays: bool,
}

/// One of the bodies.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The body.
    pub(super) body: BodyId,
    /// Runs whenever it is called.
    pub(super) called: bool,
    /// Read before the body begins.
    pub(super) reads: Vec<ExprId>,
}

type Slots = BTreeSet<Slot>;

/// Acts times slots beyond which nothing is forgotten: states are larger then, and right all the same.
const MOST_WORK: usize = 4_000_000;

/// Puts in the acts that forget.
pub(super) fn forget(program: &mut Program, frames: &[Frames]) {
    let advice = advice(program);
    for group in frames.iter().filter(|group| !group.private.is_empty()) {
        let acts = group.parts.iter().filter_map(|part| program.bodies.get(part.body));
        let acts: usize = acts.map(|body| body.acts.len()).sum();
        if acts.saturating_mul(group.private.len()) > MOST_WORK {
            continue;
        }
        let analysis =
            Analysis { program, advice: &advice, private: group.private.iter().copied().collect() };
        let plans = analysis.plan(group);
        for (body, plan) in plans {
            if let Some(body) = program.bodies.get_mut(body) {
                insert(body, plan);
            }
        }
    }
}

/// What policies read at each site.
fn advice(program: &Program) -> BTreeMap<SiteId, Vec<ExprId>> {
    let mut all: BTreeMap<SiteId, Vec<ExprId>> = BTreeMap::new();
    for rule in program.policies.values().flat_map(|policy| &policy.rules) {
        if let ir::PolicyRule::Choice { site, when, prefer, .. } = rule {
            each_expr(when, |expr| all.entry(*site).or_default().push(expr));
            each_expr(prefer, |expr| all.entry(*site).or_default().push(expr));
        }
    }
    all
}

/// For each position of a body the slots to be forgotten before it; the last position is the end.
type Plan = Vec<Vec<Slot>>;

struct Analysis<'p> {
    program: &'p Program,
    advice: &'p BTreeMap<SiteId, Vec<ExprId>>,
    private: Slots,
}

/// What one act does with slots.
#[derive(Default)]
struct Effect {
    reads: Slots,
    writes: Slots,
    scratch: Slots,
}

/// What is live around the parts of a frame, by their positions.
struct Around {
    /// Before each part, its condition and heading included.
    at_start: Vec<Slots>,
    /// After each part.
    at_end: Vec<Slots>,
}

impl Analysis<'_> {
    fn plan(&self, group: &Frames) -> Vec<(BodyId, Plan)> {
        let bodies: Vec<Flow<'_>> = group.parts.iter().map(|part| self.flow(part)).collect();
        let around = around(&bodies, group);
        // Steps may be left out: what is live after the first of them may still hold something before any later one.
        let in_order = group.parts.iter().zip(&around.at_end).find(|(part, _)| !part.called);
        let mut plans = Vec::with_capacity(bodies.len());
        for ((part, body), (at_start, at_end)) in
            group.parts.iter().zip(&bodies).zip(around.at_start.iter().zip(&around.at_end))
        {
            let before = in_order.filter(|_| !part.called).map_or(at_end, |(_, at_end)| at_end);
            let live = body.live(at_end, &around);
            let dirty = dirty(body, &live, at_start | before, &around);
            let wanted = body.acts.iter().map(Act::may_wait).chain([group.stays]);
            let plan = dirty.iter().zip(&live).zip(wanted).map(|((dirty, live), wanted)| {
                if wanted { dirty.difference(live).copied().collect() } else { Vec::new() }
            });
            plans.push((part.body, plan.collect()));
        }
        plans
    }

    fn flow(&self, part: &Part) -> Flow<'_> {
        let acts = self.program.bodies.get(part.body).map_or(&[][..], |body| &body.acts);
        let mut before = Slots::new();
        part.reads.iter().for_each(|read| self.expr(*read, &mut Vec::new(), &mut before));
        before.retain(|slot| self.private.contains(slot));
        Flow { acts, effects: acts.iter().map(|act| self.effect(act)).collect(), before }
    }

    fn effect(&self, act: &Act) -> Effect {
        let mut effect = Effect::default();
        let mut bound = Vec::new();
        each_slot(act, |slot, want| match want {
            Want::Sets(_) => effect.writes.extend([slot]),
            Want::Changes(_) => effect.reads.extend([slot]),
            Want::Scratch(_) => bound.push(slot),
            Want::Takes(_) => {
                effect.writes.insert(slot);
                bound.push(slot);
            }
            _ => {}
        });
        effect.scratch.extend(&bound);
        let mut roots = Vec::new();
        each_part(act, |expr| roots.push(expr));
        if let Some(site) = act.site() {
            roots.extend(self.advice.get(&site).into_iter().flatten());
            // Whoever is asked reads the words of the question.
            let words = self.program.sites.get(site).and_then(|site| site.purpose.as_ref());
            roots.extend(words.into_iter().flat_map(ir::Template::values));
            // Advice finds the candidate in a slot that is the driver's own.
            bound.extend(self.program.sites.get(site).map(|site| match site.ty.is_wide() {
                true => Slot::Wide(site.slot),
                false => Slot::Scalar(site.slot),
            }));
        }
        for root in roots {
            self.expr(root, &mut bound, &mut effect.reads);
            effect.scratch.extend(self.program.bound(root));
        }
        for slots in [&mut effect.reads, &mut effect.writes, &mut effect.scratch] {
            slots.retain(|slot| self.private.contains(slot));
        }
        effect
    }

    /// Slots that an expression reads as they were before it.
    fn expr(&self, id: ExprId, bound: &mut Vec<Slot>, found: &mut Slots) {
        let Some(expr) = self.program.exprs.get(id) else { return };
        let height = bound.len();
        match expr {
            Expr::Local(slot) => {
                if !bound.contains(slot) {
                    found.insert(*slot);
                }
            }
            Expr::Let { slot, value, body } => {
                self.expr(*value, bound, found);
                bound.push(*slot);
                self.expr(*body, bound, found);
            }
            Expr::Filter { of, slot, when: inner } | Expr::Map { of, slot, value: inner } => {
                self.expr(*of, bound, found);
                bound.push(*slot);
                self.expr(*inner, bound, found);
            }
            Expr::Quantified { of, slot, when, value, .. } => {
                self.expr(*of, bound, found);
                bound.push(*slot);
                for inner in [when, value].into_iter().flatten() {
                    self.expr(*inner, bound, found);
                }
            }
            Expr::And { left, right } => {
                self.expr(*left, bound, found);
                self.bound_where_true(*left, bound);
                self.expr(*right, bound, found);
            }
            Expr::If { when, then, other } => {
                self.expr(*when, bound, found);
                self.expr(*other, bound, found);
                self.bound_where_true(*when, bound);
                self.expr(*then, bound, found);
            }
            _ => {
                let mut children = Vec::new();
                each_part(expr, |child| children.push(child));
                children.into_iter().for_each(|child| self.expr(child, bound, found));
            }
        }
        bound.truncate(height);
    }

    fn bound_where_true(&self, id: ExprId, bound: &mut Vec<Slot>) {
        match self.program.exprs.get(id) {
            Some(Expr::And { left, right }) => {
                self.bound_where_true(*left, bound);
                self.bound_where_true(*right, bound);
            }
            Some(Expr::IsSome { slot: Some(slot), .. }) => bound.push(*slot),
            _ => {}
        }
    }
}

/// What is live around the parts: a part that is called ends where it was called, and reads what an earlier call has left.
fn around(bodies: &[Flow<'_>], group: &Frames) -> Around {
    let mut around = Around {
        at_start: bodies.iter().map(|body| body.before.clone()).collect(),
        at_end: vec![Slots::new(); bodies.len()],
    };
    loop {
        let mut changed = false;
        let mut later = Slots::new();
        for (position, (body, part)) in bodies.iter().zip(&group.parts).enumerate().rev() {
            if !part.called {
                changed |= grow(&mut around.at_end, position, &later);
            }
            let Some(at_end) = around.at_end.get(position) else { continue };
            let live = body.live(at_end, &around);
            for (act, after) in body.acts.iter().zip(live.iter().skip(1)) {
                if let Some(step) = act.step() {
                    changed |= grow(&mut around.at_end, step, after);
                }
            }
            changed |=
                live.first().is_some_and(|at_start| grow(&mut around.at_start, position, at_start));
            if !part.called {
                later.extend(around.at_start.get(position).into_iter().flatten());
            }
        }
        if !changed {
            return around;
        }
    }
}

/// Adds slots to those at a position; whether any was new.
fn grow(all: &mut [Slots], position: usize, more: &Slots) -> bool {
    let Some(slots) = all.get_mut(position) else { return false };
    let before = slots.len();
    slots.extend(more);
    slots.len() > before
}

/// A part with what its acts do.
struct Flow<'p> {
    acts: &'p [Act],
    effects: Vec<Effect>,
    /// What is read before it begins.
    before: Slots,
}

impl Flow<'_> {
    /// The slots that are read later, before each act and at the end.
    fn live(&self, at_end: &Slots, around: &Around) -> Vec<Slots> {
        let mut live = vec![Slots::new(); self.acts.len()];
        live.push(at_end.clone());
        let mut changed = true;
        while changed {
            changed = false;
            for (position, (act, effect)) in self.acts.iter().zip(&self.effects).enumerate().rev() {
                let mut after = Slots::new();
                if act.falls_through() {
                    after.extend(live.get(position + 1).into_iter().flatten());
                }
                after.retain(|slot| !effect.writes.contains(slot));
                if let Some(to) = act.jump() {
                    let there = live.get(to as usize).into_iter().flatten();
                    let written = matches!(act, Act::Next { .. });
                    after.extend(there.filter(|slot| written || !effect.writes.contains(slot)));
                }
                if matches!(act, Act::EndStep) {
                    after.extend(at_end);
                }
                if let Some(step) = act.step() {
                    after.extend(around.at_start.get(step).into_iter().flatten());
                }
                after.extend(&effect.reads);
                if let Some(before) = live.get_mut(position).filter(|before| **before != after) {
                    *before = after;
                    changed = true;
                }
            }
        }
        live
    }
}

/// The slots that may hold something, before each act and at the end, once what is dead is forgotten.
fn dirty(body: &Flow<'_>, live: &[Slots], at_start: Slots, around: &Around) -> Vec<Slots> {
    let Flow { acts, effects, .. } = body;
    let mut dirty = vec![Slots::new(); acts.len() + 1];
    if let Some(first) = dirty.first_mut() {
        *first = at_start;
    }
    let mut todo: Vec<usize> = (0..acts.len()).rev().collect();
    while let Some(position) = todo.pop() {
        let (Some(act), Some(effect)) = (acts.get(position), effects.get(position)) else {
            continue;
        };
        let Some(mut after) = dirty.get(position).cloned() else { continue };
        if let (true, Some(live)) = (act.may_wait(), live.get(position)) {
            after.retain(|slot| live.contains(slot));
        }
        after.extend(&effect.writes);
        after.extend(&effect.scratch);
        let called = act.step().and_then(|step| around.at_end.get(step));
        after.extend(called.into_iter().flatten());
        let next = act.falls_through().then_some(position + 1);
        let end = matches!(act, Act::EndStep).then_some(acts.len());
        for to in [next, end, act.jump().map(|to| to as usize)].into_iter().flatten() {
            let Some(there) = dirty.get_mut(to) else { continue };
            let before = there.len();
            there.extend(&after);
            if there.len() > before {
                todo.push(to);
            }
        }
    }
    dirty
}

/// Puts the acts in and moves the jumps.
fn insert(body: &mut ir::Body, plan: Plan) {
    let mut positions = Vec::with_capacity(plan.len());
    let mut acts = Vec::with_capacity(body.acts.len());
    let mut spans = Vec::with_capacity(body.spans.len());
    let last = body.spans.last().copied();
    let old = std::mem::take(&mut body.acts).into_iter().map(Some).chain([None]);
    let places = std::mem::take(&mut body.spans).into_iter().map(Some).chain([last]);
    for ((act, span), slots) in old.zip(places).zip(plan) {
        positions.push(u32::try_from(acts.len()).unwrap_or(u32::MAX));
        let Some(span) = span else { continue };
        if !slots.is_empty() {
            acts.push(Act::Forget(slots));
            spans.push(span);
        }
        if let Some(act) = act {
            acts.push(act);
            spans.push(span);
        }
    }
    for act in &mut acts {
        if let Some(to) = act.jump_mut() {
            *to = positions.get(*to as usize).copied().unwrap_or(0);
        }
    }
    body.acts = acts;
    body.spans = spans;
}
