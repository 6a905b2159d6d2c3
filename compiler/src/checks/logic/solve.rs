//! Solving: takes formulas over variables, says whether they can hold together, and by what entry.

mod search;

use super::scene::Scenes;
use super::sides::Sides;
use crate::checks::clauses::shapes::Shapes;
use crate::checks::named::Named;
use crate::checks::runs::effects::Effects;
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::calls;
use crate::typed::{ClauseOwner, ClauseVerb, SideDef, StmtKind, Typed, each_stmt};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use warwright_grammar::Span;
use warwright_ir::{AbilityId, EntryId, ProcedureId};

/// Whether conditions can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// They can: by an entry, where it takes one.
    Can(Option<EntryId>),
    /// They never can; where two tests exclude each other, these.
    Never(Option<(Span, Span)>),
    /// Something in them is beyond what is decided; the entry by which they would, if that allows it.
    Unknown(Option<EntryId>),
}

/// What is known of content, worked out once.
#[derive(Debug)]
pub(crate) struct Facts<'t> {
    pub(crate) typed: &'t Typed,
    /// Of which declarations checks tell.
    pub(crate) named: Named,
    /// Quantities that some clause bends.
    pub(crate) bent: Vec<bool>,
    /// The entries that own each ability.
    owners: FxHashMap<AbilityId, Vec<EntryId>>,
    /// The entries of each kind.
    kinds: Vec<Vec<EntryId>>,
    /// Sides that bring an ability, with their position.
    homes: FxHashMap<AbilityId, Vec<&'t SideDef>>,
    /// Abilities that are granted or lent to somebody.
    given: FxHashSet<AbilityId>,
    /// Abilities that are denied to somebody.
    denied: FxHashSet<AbilityId>,
    /// Which procedure can start which.
    pub(crate) calls: Graph<ProcedureId>,
    /// What is known of where rules are asked.
    pub(crate) scenes: Scenes<'t>,
    /// What each procedure may change, once it is asked for.
    effects: OnceLock<Effects>,
    /// What is never of one player, once it is asked for.
    sides: OnceLock<Sides>,
    /// What says the same, once it is asked for.
    shapes: OnceLock<Shapes>,
}

impl<'t> Facts<'t> {
    pub(crate) fn new(typed: &'t Typed) -> Self {
        let calls = calls(typed);
        let mut facts = Self {
            typed,
            named: Named::default(),
            bent: vec![false; typed.quantities.len()],
            owners: FxHashMap::default(),
            kinds: vec![Vec::new(); typed.kinds.len()],
            homes: FxHashMap::default(),
            given: FxHashSet::default(),
            denied: FxHashSet::default(),
            scenes: Scenes::of(typed, &calls),
            calls,
            effects: OnceLock::new(),
            sides: OnceLock::new(),
            shapes: OnceLock::new(),
        };
        for (id, entry) in typed.entries.iter() {
            if let Some(own) = facts.kinds.get_mut(entry.kind.0 as usize) {
                own.push(id);
            }
            for owned in &entry.abilities {
                facts.owners.entry(owned.ability).or_default().push(id);
            }
        }
        for side in typed.scenarios.values().flat_map(|scenario| &scenario.sides) {
            for ability in &side.abilities {
                facts.homes.entry(*ability).or_default().push(side);
            }
        }
        for clause in typed.clauses.values() {
            match (clause.owner, &clause.does) {
                (ClauseOwner::Quantity(id), _) => {
                    if let Some(bent) = facts.bent.get_mut(id.0 as usize) {
                        *bent = true;
                    }
                }
                (ClauseOwner::Possession(id), ClauseVerb::Deny) => {
                    facts.denied.insert(id);
                }
                (ClauseOwner::Possession(id), _) => {
                    facts.given.insert(id);
                }
                (ClauseOwner::Permission(_), _) => {}
            }
        }
        for body in typed.all_bodies() {
            each_stmt(body, &mut |stmt| match &stmt.kind {
                StmtKind::Grant { ability, .. } => {
                    facts.given.insert(*ability);
                }
                StmtKind::Remove { ability, .. } => {
                    facts.denied.insert(*ability);
                }
                _ => {}
            });
        }
        facts
    }

    /// What each procedure may change.
    pub(crate) fn effects(&self) -> &Effects {
        self.effects.get_or_init(|| Effects::of_game(self.typed, &self.calls))
    }

    /// What is never of one player.
    pub(crate) fn sides(&self) -> &Sides {
        self.sides.get_or_init(|| Sides::of(self.typed, &self.calls))
    }

    /// Which clauses and hooks say the same.
    pub(crate) fn shapes(&self) -> &Shapes {
        self.shapes.get_or_init(|| Shapes::of(self))
    }

    /// Whether anything has the ability at the start, or may get it.
    pub(crate) fn held_by_any(&self, ability: AbilityId) -> bool {
        self.may_be_given(ability)
            || self.owners.contains_key(&ability)
            || self.homes.contains_key(&ability)
    }

    /// Whether anything may get the ability in play.
    pub(crate) fn may_be_given(&self, ability: AbilityId) -> bool {
        self.given.contains(&ability)
    }

    /// The entries that own an ability, where only entries that own it can have it.
    pub(crate) fn only_owners(&self, ability: AbilityId) -> Option<&[EntryId]> {
        let free = self.given.contains(&ability) || self.homes.contains_key(&ability);
        (!free).then(|| self.owners.get(&ability).map_or(&[][..], Vec::as_slice))
    }
}
