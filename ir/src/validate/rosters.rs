//! Armies and their limits.

use super::report::{FaultKind, Owner, Report};
use super::rules::wants;
use super::scope::{Scope, roots};
use crate::{Limit, Slot, Ty};

/// Armies: each stands in a scenario of one side, a line for each piece, groups and limits that there are.
pub(super) fn rosters_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for roster in program.armies() {
        let side = match program.scenarios.at(roster.scenario).sides.as_slice() {
            [side] if side.pieces.len() == roster.lines.len() => Some(side),
            _ => None,
        };
        if side.is_none() {
            let message = "a roster does not say for each of its pieces where it stands".to_owned();
            report.fault(FaultKind::List, Some(roster.span), message);
        }
        let of_pieces = roster.lines.iter().map(|(_, group)| (roster.groups.len(), *group));
        let of_groups = roster.groups.iter().enumerate().map(|(at, group)| (at, group.within));
        let unknown = |(known, group): (usize, Option<u32>)| {
            group.is_some_and(|group| group as usize >= known)
        };
        if of_pieces.chain(of_groups).any(unknown) {
            let message = "a roster names a group that it does not have".to_owned();
            report.fault(FaultKind::Id, Some(roster.span), message);
        }
        if roster.limits.iter().any(|limit| *limit as usize >= program.limits.len()) {
            let message = "a roster names a limit that is not there".to_owned();
            report.fault(FaultKind::Id, Some(roster.span), message);
        }
    }
}

/// Limits: conditions over what is given of an army, and over each item of what they go through.
pub(super) fn limits_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    let Some(player) = program.player() else {
        if let Some(limit) = program.limits.first() {
            let message = "a limit is set to armies, and there are no players".to_owned();
            report.fault(FaultKind::List, Some(limit.span), message);
        }
        return;
    };
    for (number, limit) in (0u32..).zip(&program.limits) {
        let owner = Owner::Limit(number);
        wants(report, owner, limit.holds, &Ty::Bool, "what must hold");
        let mut scope = Scope::new(owner, limit.env);
        for (slot, ty) in (0u16..).map(Slot::Scalar).zip(Limit::given(player)) {
            scope.check_slot(report, slot, &ty);
            scope.set(slot, ty);
        }
        if let Some(each) = &limit.each {
            match program.types.get(each.of.0 as usize).and_then(Ty::element) {
                Some(item) if !item.is_wide() => {
                    scope.check_slot(report, each.slot, &item);
                    scope.set(each.slot, item);
                }
                _ => report.of(owner, FaultKind::Type, "it goes through what has no items"),
            }
            if let Some(when) = each.when {
                wants(report, owner, when, &Ty::Bool, "which of them count");
            }
        }
        scope.check(report, &roots(limit));
    }
}
