//! Permissions: the reasons that stand against something, and which of them are struck.

use super::quantity::unstruck;
use super::value::{Result, Value};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, ExprKind, Level, PermissionClauseDef,
    RequireDef, each_local,
};
use warwright_ir::PermissionId;

/// A reason for a no.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    /// Its label.
    pub label: String,
    level: Level,
    of_scenario: bool,
}

impl Second<'_> {
    /// The reasons that stand against a permission.
    pub(super) fn reasons(
        &self,
        world: &World,
        id: PermissionId,
        args: &[Value],
    ) -> Result<Vec<Reason>> {
        let def = &self.typed.permissions[id];
        let mut locals = Locals::of(&def.locals, args);
        let mut reasons = Vec::new();
        let mut failed: Vec<&RequireDef> = Vec::new();
        for require in &def.requires {
            if failed.iter().any(|other| needs(require, other)) {
                failed.push(require);
                continue;
            }
            if self.eval(world, &mut locals, &require.holds)?.holds() {
                continue;
            }
            failed.push(require);
            match (&require.label, &require.holds.kind) {
                (None, ExprKind::May { permission, args }) => {
                    let args = self.all(world, &mut locals, args)?;
                    let inner = self.reasons(world, *permission, &args)?;
                    let labels = inner.into_iter().map(|reason| reason.label);
                    reasons.extend(labels.map(|label| Reason {
                        label,
                        level: def.level,
                        of_scenario: false,
                    }));
                }
                (label, _) => {
                    let label = label.clone().unwrap_or_default();
                    reasons.push(Reason { label, level: def.level, of_scenario: false });
                }
            }
        }
        let mut clauses = Vec::new();
        self.each_clause(world, ClauseOwner::Permission(id), args, &mut |_, _, clause| {
            clauses.push(clause);
            Ok(())
        })?;
        let counting = unstruck(clauses, |one, other| match (forbidden(one), forbidden(other)) {
            (None, Some(reason)) => allows(one, &reason) && !names(other, one),
            (None, None) => false,
            (Some(_), _) => names(one, other),
        });
        reasons.retain(|reason| {
            !counting.iter().any(|it| forbidden(it).is_none() && allows(it, reason))
        });
        reasons.extend(counting.into_iter().filter_map(forbidden));
        Ok(reasons)
    }
}

/// The reason of a clause that forbids.
fn forbidden(clause: &ClauseDef) -> Option<Reason> {
    match &clause.does {
        ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }) => Some(Reason {
            label: clause.label.clone(),
            level: clause.level,
            of_scenario: matches!(clause.bearer, BearerDef::Scenario(_)),
        }),
        _ => None,
    }
}

fn names(one: &ClauseDef, other: &ClauseDef) -> bool {
    one.span != other.span && one.over.iter().any(|(label, _)| *label == other.label)
}

/// Whether a requirement reads what another one binds.
fn needs(require: &RequireDef, other: &RequireDef) -> bool {
    let mut reads = false;
    each_local(&require.holds, &mut |local| reads |= other.binds.contains(&local));
    reads
}

fn allows(allow: &ClauseDef, reason: &Reason) -> bool {
    if allow.over.is_empty() {
        return allow.level > reason.level;
    }
    let from_scenario = matches!(allow.bearer, BearerDef::Scenario(_));
    let named = allow.over.iter().any(|(label, _)| *label == reason.label);
    named && (from_scenario || !reason.of_scenario)
}
