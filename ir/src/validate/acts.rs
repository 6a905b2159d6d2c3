//! Bodies of acts: jumps stay inside, slots exist and hold what is put into them, each act can stand where it stands.

use super::acting::Acting;
use super::report::{FaultKind, Owner, Report};
use super::rules::of;
use super::scope::Scope;
use super::types::some;
use crate::{Act, BodyId, ChoiceFilter, ChoiceKind, ExprId, Slot, Target, Ty};

/// Acts of bodies, each by itself; what stands in their locals is checked with the owners of the bodies.
pub(super) fn bodies_are_sound(report: &mut Report<'_>) {
    for (id, body) in report.program.bodies.iter() {
        if report.is_full() {
            return;
        }
        let end = body.acts.len();
        let scope = Scope::open(Owner::Body(id), body.env);
        for act in &body.acts {
            jumps_inside(report, id, act, end);
            slots_exist(report, &scope, act);
            Acting { report, owner: Owner::Body(id) }.check(act);
        }
    }
}

/// A body that runs another is never run by it.
pub(super) fn runs_do_not_nest_without_end(report: &mut Report<'_>) {
    let program = report.program;
    // 0: not seen, 1: being followed, 2: done.
    let mut marks = vec![0_u8; program.bodies.len()];
    for start in program.bodies.ids() {
        let mut path = vec![(start, 0)];
        while let Some((body, position)) = path.pop() {
            if position == 0 && mark(&mut marks, body, 1) == 2 {
                mark(&mut marks, body, 2);
                continue;
            }
            match program.bodies.at(body).acts.get(position) {
                None => {
                    mark(&mut marks, body, 2);
                }
                Some(act) => {
                    path.push((body, position + 1));
                    if let Act::Run { body: inner } = act {
                        match marks.get(inner.0 as usize) {
                            Some(0) => path.push((*inner, 0)),
                            Some(1) => {
                                report.of(Owner::Body(*inner), FaultKind::Cycle, "it runs itself")
                            }
                            Some(_) | None => {}
                        }
                    }
                }
            }
        }
    }
}

/// Sets a mark and gives the one before.
fn mark(marks: &mut [u8], body: BodyId, mark: u8) -> u8 {
    marks.get_mut(body.0 as usize).map_or(2, |it| std::mem::replace(it, mark))
}

fn jumps_inside(report: &mut Report<'_>, id: BodyId, act: &Act, end: usize) {
    let target = match act {
        Act::Jump(to) | Act::JumpUnless { to, .. } => *to,
        Act::Next { done, .. } => *done,
        Act::Try { other } => *other,
        _ => return,
    };
    if target as usize > end {
        let message = format!("a jump goes to act {target} of {end}");
        report.of(Owner::Body(id), FaultKind::Act, message);
    }
}

/// The slots that an act names by number, with the types that they must be able to hold.
fn slots_exist(report: &mut Report<'_>, scope: &Scope, act: &Act) {
    let cursor = Ty::List(Box::new(Ty::Int));
    match act {
        Act::Set { target: Target::Local(slot), value } => {
            scope.check_slot(report, *slot, of(report, *value))
        }
        Act::Forget(slots) => slots.iter().for_each(|slot| {
            let ty = shape(*slot);
            scope.check_slot(report, *slot, &ty);
        }),
        Act::Roll { slot, .. } => scope.check_slot(report, Slot::Wide(*slot), &cursor),
        Act::Draw { slot, of: set } => {
            scope.check_slot(report, Slot::Scalar(*slot), &drawn(report, *set))
        }
        Act::Reroll { slot, face, .. } | Act::Change { slot, face, .. } => {
            scope.check_slot(report, Slot::Wide(*slot), &cursor);
            scope.check_slot(report, Slot::Scalar(*face), &Ty::Int);
        }
        Act::Plan { slot, .. } | Act::Follow { cursor: slot } => {
            scope.check_slot(report, Slot::Wide(*slot), &plan());
        }
        Act::Iterate { cursor: slot, .. } => scope.check_slot(report, Slot::Wide(*slot), &cursor),
        Act::Next { cursor: slot, item, .. } => {
            scope.check_slot(report, Slot::Wide(*slot), &cursor);
            scope.check_slot(report, *item, &shape(*item));
        }
        Act::Bound { left, .. } | Act::Tick { left } => {
            scope.check_slot(report, Slot::Scalar(*left), &Ty::Int);
        }
        Act::Create { slot, kind } => {
            scope.check_slot(report, Slot::Scalar(*slot), &Ty::Entity(*kind));
        }
        Act::Call { procedure, result: Some(slot), .. } => {
            if let Some(ty) = &report.program.procedures.at(*procedure).result {
                scope.check_slot(report, *slot, ty);
            }
        }
        Act::Choose { kind, slot, .. } => {
            scope.check_slot(report, *slot, &chosen(report, kind));
            if let Some(filter) = filter(kind) {
                scope.check_slot(report, Slot::Scalar(filter.slot), &Ty::Int);
            }
            if let ChoiceKind::Place { slot, .. } = kind {
                scope.check_slot(report, Slot::Wide(*slot), &Ty::Place);
            }
        }
        _ => {}
    }
}

/// The type of what a search for manoeuvres gives.
pub(super) fn plan() -> Ty {
    Ty::Optional(Box::new(Ty::Plan))
}

/// The type of what is drawn from a set.
pub(super) fn drawn(report: &Report<'_>, set: ExprId) -> Ty {
    Ty::Optional(Box::new(of(report, set).element().unwrap_or(Ty::Int)))
}

/// A type of the shape that a slot holds.
pub(super) fn shape(slot: Slot) -> Ty {
    match slot {
        Slot::Scalar(_) => Ty::Int,
        Slot::Wide(_) => Ty::List(Box::new(Ty::Int)),
    }
}

pub(super) fn filter(kind: &ChoiceKind) -> Option<&ChoiceFilter> {
    match kind {
        ChoiceKind::One { filter, .. } | ChoiceKind::Some { filter, .. } => filter.as_ref(),
        _ => None,
    }
}

/// The type of what a choice puts into its slot.
pub(super) fn chosen(report: &Report<'_>, kind: &ChoiceKind) -> Ty {
    let element = |set: ExprId| of(report, set).element().unwrap_or(Ty::Int);
    match kind {
        ChoiceKind::One { of: set, none: None, .. } => element(*set),
        ChoiceKind::One { of: set, none: Some(_), .. } => {
            Ty::Optional(Box::new(some(&element(*set)).clone()))
        }
        ChoiceKind::Some { of: set, .. } => of(report, *set).clone(),
        ChoiceKind::Order { of: set } => Ty::List(Box::new(element(*set))),
        ChoiceKind::Number { .. } => Ty::Int,
        ChoiceKind::Place { none: None, .. } => Ty::Place,
        ChoiceKind::Place { none: Some(_), .. } => Ty::Optional(Box::new(Ty::Place)),
        ChoiceKind::Whether { .. } => Ty::Bool,
        ChoiceKind::Split { .. } => Ty::List(Box::new(Ty::Int)),
    }
}
