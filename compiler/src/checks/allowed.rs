//! Allowed: takes clauses that allow something over a reason, says where that reason is never given, so that they allow nothing.

use super::endings::Where;
use super::fights::Side;
use super::formula::{Formula, Reader, Term, negated};
use super::owners::{Rule, label};
use super::scene::{Scene, Scenes};
use super::solve::Facts;
use crate::typed::{ClauseDef, ClauseOwner, ClauseVerb, LocalId, PermissionClauseDef};
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Severity, Sink, codes};

/// What goes over a reason stands where that reason may be given.
pub(super) fn what_is_allowed_is_refused(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let scenes = Scenes::of(typed);
    let allows = |clause: &&ClauseDef| {
        let verb = matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow));
        verb && clause.when.is_some() && !clause.over.is_empty()
    };
    for clause in typed.clauses.values().filter(allows) {
        sink.extend(allows_nothing(facts, &scenes, clause));
    }
}

fn allows_nothing(
    facts: &Facts<'_>,
    scenes: &Scenes<'_>,
    clause: &ClauseDef,
) -> Option<Diagnostic> {
    let typed = facts.typed;
    let ClauseOwner::Permission(id) = clause.owner else { return None };
    let def = typed.permissions.get(id)?;
    let gone_over = |reason: &str| clause.over.iter().any(|(name, _)| name == reason);
    let is_forbidden = typed.clauses.values().any(|other| {
        let forbids =
            matches!(other.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
        other.owner == clause.owner && forbids && gone_over(&other.label)
    });
    if is_forbidden {
        return None;
    }
    let side = Side::of_clause(typed, clause);
    let place = Where::Bending(Rule::of(clause.owner));
    let scene = Scene { are_in_play: true, ..scenes.at(clause.bearer, place) };
    let mut reader = Reader::in_scene(typed, &facts.bent, scene);
    let holds = side.formulas(&mut reader, 1);
    let params = (0..u32::from(def.params)).map(LocalId);
    let params: BTreeMap<LocalId, Term> =
        params.map(|local| (local, reader.local_value(local))).collect();
    let mut refused = Vec::new();
    for require in &def.requires {
        if require.label.as_deref().is_some_and(gone_over) {
            refused.push(negated(&reader.condition_of(params.clone(), &require.holds)));
        }
    }
    let vars: Vec<_> = reader.vars.values().collect();
    let all = [holds.as_slice(), &[Formula::any(refused)]].concat();
    let never = |formulas| facts.never(&vars, formulas, false).is_some();
    if !never(&all) || never(&holds) {
        return None;
    }
    let (reason, at) = clause.over.first()?;
    let message = format!("{} allows what nothing refuses", label(&clause.label));
    Some(
        Diagnostic::new(codes::NO_EFFECT, message, *at)
            .label(format!("\"{reason}\" is never the reason where this holds"))
            .also(def.span, "what it would be refused by")
            .help("ask for what is refused: its condition is that of another rule")
            .severity(Severity::Warning),
    )
}
