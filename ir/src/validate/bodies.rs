//! Bodies where they run: what may stand in them there, what they write into locals, and which pools they fill.

use super::acts::slots;
use super::report::{FaultKind, Owner, Report};
use super::rules::wants;
use super::scope::{Scope, covers, size};
use crate::{Act, BodyId, Env, ExprId, ProcedureId, Slot, Ty, Want, each_part};

/// Where a body runs.
#[derive(Clone, Copy)]
pub(super) struct BodyContext {
    /// The procedure whose steps `CallStep` names, if any.
    pub procedure: Option<ProcedureId>,
    /// Whether there is something to proceed with.
    pub replaces: bool,
    /// Whether the body is of a step of the procedure, so that `finish` ends that with its result.
    pub is_step: bool,
}

/// The acts of a body can stand where it runs, in a frame with room for it.
pub(super) fn body_fits(
    report: &mut Report<'_>,
    owner: Owner,
    body: BodyId,
    frame: Env,
    place: BodyContext,
) {
    let program = report.program;
    let env = program.bodies.at(body).env;
    if !covers(frame, env) {
        let message = format!("its body wants {}, its frame has {}", size(env), size(frame));
        report.of(owner, FaultKind::Slot, message);
    }
    for act in &program.bodies.at(body).acts {
        act_can_stand(report, owner, act, place);
    }
}

fn act_can_stand(report: &mut Report<'_>, owner: Owner, act: &Act, place: BodyContext) {
    let procedure = place.procedure.map(|id| report.program.procedures.at(id));
    match act {
        Act::Proceed => report.require(
            place.replaces,
            owner,
            FaultKind::Act,
            "it proceeds where nothing was replaced",
        ),
        Act::CallStep { step } => {
            let called = procedure.and_then(|it| it.steps.get(usize::from(*step)));
            let called = called.is_some_and(|step| step.called);
            report.require(called, owner, FaultKind::Act, "it calls a step that cannot be called");
        }
        Act::Finish { result } if place.is_step => {
            let wanted = procedure.and_then(|it| it.result.as_ref());
            match (result, wanted) {
                (Some(result), Some(wanted)) => wants(report, owner, *result, wanted, "its result"),
                (Some(_), None) => {
                    report.of(owner, FaultKind::Type, "it gives a result that nobody takes");
                }
                (None, _) => {}
            }
        }
        _ => {}
    }
}

/// Puts into the scope what the acts of the bodies write.
pub(super) fn write(report: &Report<'_>, scope: &mut Scope, bodies: &[BodyId]) {
    let program = report.program;
    let acts = || bodies.iter().flat_map(|body| &program.bodies.at(*body).acts);
    for act in acts() {
        for (slot, want, ty) in slots(report, act) {
            if !matches!(want, Want::Changes(_)) {
                ty.into_iter().for_each(|ty| scope.set(slot, ty));
            }
        }
    }
    // What is taken out of cursors, once it is known what stands in them.
    for act in acts() {
        let Act::Next { cursor, item, .. } = act else { continue };
        let elements: Vec<Ty> =
            scope.types(Slot::Wide(*cursor)).iter().filter_map(Ty::element).collect();
        elements.into_iter().for_each(|ty| scope.set(*item, ty));
    }
}

/// Dice that are thrown again or turned are those of the pool they lie in, where it is known what lies there.
pub(super) fn pools_fit(report: &mut Report<'_>, scope: &Scope, bodies: &[BodyId]) {
    let program = report.program;
    for body in bodies.iter().map(|body| program.bodies.at(*body)) {
        for (act, span) in body.acts.iter().zip(&body.spans) {
            let (Act::Reroll { slot, die, .. } | Act::Change { slot, die, .. }) = act else {
                continue;
            };
            let known = scope.types(Slot::Wide(*slot));
            let pool = Ty::Pool(*die);
            if !known.is_empty() && !known.contains(&pool) {
                let message = format!("{} is changed where another pool lies", report.ty(&pool));
                report.fault(FaultKind::Type, Some(*span), message);
            }
        }
    }
}

/// All expressions of the bodies.
pub(super) fn exprs(report: &Report<'_>, bodies: &[BodyId]) -> Vec<ExprId> {
    let mut found = Vec::new();
    for act in bodies.iter().flat_map(|body| &report.program.bodies.at(*body).acts) {
        each_part(act, |id| found.push(id));
    }
    found
}
