//! Effects: takes the procedures of a game, says what each may change, with all that it calls, that hangs on it or that it offers.

use super::graph::Graph;
use crate::typed::{
    ActionDef, ActionPlace, Assign, ClauseOwner, Stmt, StmtKind, Typed, UntilDef, any_stmt,
    each_stmt,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warwright_ir as ir;
use warwright_ir::ProcedureId;

/// A part of the state of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    /// A state field, of whatever thing.
    Field(ir::FieldId),
    /// Who has an ability.
    Ability(ir::AbilityId),
    /// Who is tied to whom.
    Tie(ir::TieId),
    /// What is in play.
    Presence,
}

/// What is changed; none: it may be anything.
type Parts = Option<BTreeSet<Part>>;

/// What each procedure may change.
#[derive(Debug)]
pub(crate) struct Effects {
    of: FxHashMap<ProcedureId, Parts>,
    /// Abilities that clauses lend or deny: who has them hangs on anything.
    loose: BTreeSet<Part>,
}

impl Effects {
    /// Of all procedures of a game.
    pub(crate) fn of_game(typed: &Typed, calls: &Graph<ProcedureId>) -> Self {
        let mut own: FxHashMap<ProcedureId, Parts> = FxHashMap::default();
        for (id, _) in typed.procedures.iter() {
            own.insert(id, Some(BTreeSet::new()));
        }
        let nothing = || Some(BTreeSet::new());
        for (id, body) in typed.run_bodies() {
            changed(typed, body, own.entry(id).or_insert_with(nothing));
        }
        for (id, action) in typed.step_actions() {
            taken(typed, action, own.entry(id).or_insert_with(nothing));
        }
        let mut ends = |moment: ir::MomentId, part: Part| {
            let Some(moment) = typed.moments.get(moment) else { return };
            let parts = own.entry(moment.procedure).or_insert_with(nothing);
            parts.iter_mut().for_each(|parts| note(parts, part));
        };
        for (id, field) in typed.fields.iter() {
            field.resets.into_iter().for_each(|(moment, _)| ends(moment, Part::Field(id)));
        }
        typed.each_stmt(&mut |stmt| {
            if let StmtKind::Grant { ability, until: UntilDef::Moment { moment, .. }, .. } =
                &stmt.kind
            {
                ends(*moment, Part::Ability(*ability));
            }
        });
        let all = typed.procedures.iter().map(|(id, _)| {
            let reached = calls.reached([id]);
            let parts = reached.iter().map(|id| own.get(id).and_then(Option::as_ref));
            let parts: Option<Vec<&BTreeSet<Part>>> = parts.collect();
            (id, parts.map(|parts| parts.into_iter().flatten().copied().collect()))
        });
        Self { of: all.collect(), loose: loose(typed) }
    }

    /// What a procedure may change; none: it may be anything.
    pub(crate) fn of_call(&self, id: ProcedureId) -> Option<impl Iterator<Item = Part>> {
        let parts = self.of.get(&id)?.as_ref()?;
        Some(parts.iter().chain(&self.loose).copied())
    }

    /// What changes with who has an ability.
    pub(crate) fn of_possession(&self, id: ir::AbilityId) -> impl Iterator<Item = Part> {
        self.loose.iter().copied().chain([Part::Ability(id)])
    }
}

fn note(parts: &mut BTreeSet<Part>, part: Part) {
    parts.insert(part);
}

fn loose(typed: &Typed) -> BTreeSet<Part> {
    let owners = typed.clauses.values().filter_map(
        |clause| as_variant!(clause.owner, ClauseOwner::Possession(id) => Part::Ability(id)),
    );
    owners.collect()
}

/// What statements change by themselves, and through windows that they open.
fn changed(typed: &Typed, body: &[Stmt], parts: &mut Parts) {
    each_stmt(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Field { field, .. }, .. } => wrote(typed, *field, parts),
        StmtKind::Grant { ability, .. } | StmtKind::Remove { ability, .. } => {
            parts.iter_mut().for_each(|parts| note(parts, Part::Ability(*ability)));
        }
        StmtKind::Join { tie, .. } | StmtKind::Part { tie, .. } => {
            parts.iter_mut().for_each(|parts| note(parts, Part::Tie(*tie)));
        }
        StmtKind::Create { .. } => {
            parts.iter_mut().for_each(|parts| note(parts, Part::Presence));
        }
        StmtKind::Leave(_) | StmtKind::TakeForm { .. } | StmtKind::Follow { .. } => *parts = None,
        StmtKind::Open(open) => {
            let place = ActionPlace::Named(open.window);
            let offered = typed.actions.values().filter(|action| action.place == place);
            offered.for_each(|action| one_taken(typed, action, parts));
        }
        _ => {}
    });
}

/// What an action changes that a step offers.
fn taken(typed: &Typed, action: &ActionDef, parts: &mut Parts) {
    action.cost.iter().for_each(|(_, _, field)| wrote(typed, *field, parts));
    changed(typed, &action.body, parts);
}

/// The same of one in a window; a window that it opens in turn may change anything.
fn one_taken(typed: &Typed, action: &ActionDef, parts: &mut Parts) {
    match any_stmt(&action.body, |stmt| matches!(stmt.kind, StmtKind::Open(_))) {
        true => *parts = None,
        false => taken(typed, action, parts),
    }
}

/// A field and what mirrors it.
fn wrote(typed: &Typed, field: ir::FieldId, parts: &mut Parts) {
    let inverse = typed.fields.get(field).and_then(|def| def.inverse);
    if let Some(parts) = parts {
        parts.insert(Part::Field(field));
        parts.extend(inverse.map(Part::Field));
    }
}
