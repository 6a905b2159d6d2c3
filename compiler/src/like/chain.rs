//! Chains: declared entities before they inherit, and what one of them has through its parents.

use crate::provenance::{EntityId, History, How, Origin};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{ListSign, Name, Word};

use super::fields::listed_name;
use super::{Body, BodyId, Entity, Given, ListItem, MAX_CHAIN, Removed, Said};
use crate::names::{Index, KindIndex};

/// Declared entities with what their own braces say, tables undone.
#[derive(Clone, Debug, Default)]
pub struct Declarations<'t> {
    /// The entities; each is followed by its forms.
    pub entities: Vec<Entity<'t>>,
    /// Their bodies.
    pub bodies: Vec<Body<'t>>,
    /// Lists of entities that have parents, and list edits of errata, in order.
    pub edits: FxHashMap<EntityId, Vec<ListEdit>>,
    /// Labels of inherited clauses that an entity drops, with where it says so.
    pub dropped: FxHashMap<EntityId, Vec<(String, Span)>>,
    /// Where the `like` of an entity names its parent.
    pub likes: FxHashMap<EntityId, &'t Name>,
    /// Entities by name.
    pub by_name: FxHashMap<Word, Vec<EntityId>>,
    /// What errata took away.
    pub removed: Vec<Removed<'t>>,
}

/// A list with its sign.
#[derive(Clone, Debug)]
pub struct ListEdit {
    /// Which list.
    pub list: ListOf,
    /// The sign.
    pub sign: ListSign,
    /// The items; those of errata have a history.
    pub items: Vec<ListItem>,
    /// Where it stands.
    pub span: Span,
}

/// A list of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListOf {
    /// What it owns.
    Abilities,
    /// A profile of a list type, by position.
    Profile(usize),
}

impl<'t> Declarations<'t> {
    /// The entity of that number.
    #[must_use]
    pub fn entity(&self, id: EntityId) -> Option<&Entity<'t>> {
        self.entities.get(id.0 as usize)
    }

    /// The entity of that number, to be changed.
    pub fn entity_mut(&mut self, id: EntityId) -> Option<&mut Entity<'t>> {
        self.entities.get_mut(id.0 as usize)
    }

    /// Entities of that kind and name, in one faction or in all.
    #[must_use]
    pub fn find(
        &self,
        index: &Index<'t>,
        kind: KindIndex,
        name: &str,
        faction: Option<&str>,
    ) -> Vec<EntityId> {
        let named = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let suits = |id: &&EntityId| {
            self.entity(**id).is_some_and(|entity| {
                index.is_a(entity.kind, kind)
                    && faction.is_none_or(|faction| {
                        entity.faction.is_some_and(|own| &*own.text == faction)
                    })
            })
        };
        named.iter().filter(suits).copied().collect()
    }

    /// Takes entities out for good. Gives the new numbers of those that stay.
    pub fn without(&mut self, gone: impl Fn(EntityId) -> bool) -> FxHashMap<EntityId, EntityId> {
        let old = (0u32..).map(EntityId).take(self.entities.len());
        let numbers: FxHashMap<EntityId, EntityId> =
            old.filter(|id| !gone(*id)).zip((0u32..).map(EntityId)).collect();
        let moved = |id: EntityId| numbers.get(&id).copied();
        let mut bodies: FxHashMap<BodyId, BodyId> = FxHashMap::default();
        let mut kept = Vec::with_capacity(self.bodies.len());
        for (id, mut body) in (0u32..).map(BodyId).zip(std::mem::take(&mut self.bodies)) {
            if let Some(owner) = moved(body.owner) {
                body.owner = owner;
                bodies.insert(id, BodyId(u32::try_from(kept.len()).unwrap_or(u32::MAX)));
                kept.push(body);
            }
        }
        self.bodies = kept;
        let all = std::mem::take(&mut self.entities);
        let stay = (0u32..).map(EntityId).zip(all).filter(|(id, _)| !gone(*id));
        self.entities = stay.map(|(_, entity)| entity).collect();
        for entity in &mut self.entities {
            entity.parent = entity.parent.and_then(moved);
            entity.base = entity.base.and_then(moved);
            entity.forms = entity.forms.iter().copied().filter_map(moved).collect();
            entity.bodies = entity.bodies.iter().filter_map(|id| bodies.get(id).copied()).collect();
            for option in &mut entity.options {
                option.owner = moved(option.owner).unwrap_or(option.owner);
            }
        }
        self.edits = renumbered(std::mem::take(&mut self.edits), moved);
        self.dropped = renumbered(std::mem::take(&mut self.dropped), moved);
        self.likes = renumbered(std::mem::take(&mut self.likes), moved);
        let named = std::mem::take(&mut self.by_name).into_iter();
        self.by_name =
            named.map(|(name, ids)| (name, ids.into_iter().filter_map(moved).collect())).collect();
        numbers
    }

    /// From whom an entity takes what it does not say: its parent, or the base of a form.
    #[must_use]
    pub fn source(&self, id: EntityId) -> Option<EntityId> {
        let entity = self.entity(id)?;
        entity.parent.or(entity.base)
    }

    /// What an entity says of a profile, itself or through its parents.
    #[must_use]
    pub fn effective(&self, id: EntityId, profile: usize) -> Option<(&Given, EntityId)> {
        let mut at = id;
        for _ in 0..=MAX_CHAIN {
            if let Some(given) = self.entity(at)?.fields.get(profile)?.as_ref() {
                return Some((given, at));
            }
            at = self.source(at)?;
        }
        None
    }

    /// The items of a list of an entity, through its parents.
    #[must_use]
    pub fn effective_list(&self, id: EntityId, list: ListOf) -> Vec<ListItem> {
        let mut line = vec![id];
        let mut at = id;
        while let Some(source) = self.source(at) {
            if line.len() > MAX_CHAIN {
                break;
            }
            line.push(source);
            at = source;
        }
        let mut items: Vec<ListItem> = Vec::new();
        for id in line.into_iter().rev() {
            if let Some(own) = self.entity(id).and_then(|entity| own_list(entity, list)) {
                items = own;
            }
            for edit in self.edits.get(&id).map_or(&[][..], Vec::as_slice) {
                if edit.list == list {
                    change_list(&mut items, edit);
                }
            }
        }
        items
    }
}

fn renumbered<T>(
    map: FxHashMap<EntityId, T>,
    moved: impl Fn(EntityId) -> Option<EntityId>,
) -> FxHashMap<EntityId, T> {
    map.into_iter().filter_map(|(id, value)| Some((moved(id)?, value))).collect()
}

/// The list that an entity's own braces or row give outright; none when they do not.
fn own_list<'t>(entity: &Entity<'t>, list: ListOf) -> Option<Vec<ListItem>> {
    match list {
        ListOf::Abilities => (!entity.abilities.is_empty()).then(|| entity.abilities.to_vec()),
        ListOf::Profile(profile) => match &entity.fields.get(profile)?.as_ref()?.said {
            Said::List(list) => Some(list.0.to_vec()),
            Said::Nothing(_) => Some(Vec::new()),
            _ => None,
        },
    }
}

/// Makes one edit of a list. Gives the items that could not be taken away, or were there already.
pub(super) fn change_list(items: &mut Vec<ListItem>, edit: &ListEdit) -> Vec<ListItem> {
    let mut refused = Vec::new();
    match edit.sign {
        ListSign::Replace => items.clone_from(&edit.items),
        ListSign::Add => {
            for item in &edit.items {
                match items.iter().find(|other| same_item(other, item)) {
                    // What errata gave the parent since is no mistake of the heir.
                    Some(other) if other.history.is_some() => {}
                    Some(_) => refused.push(item.clone()),
                    None => items.push(item.clone()),
                }
            }
        }
        ListSign::Remove => {
            for item in &edit.items {
                match items.iter().position(|other| same_item(other, item)) {
                    Some(position) => {
                        items.remove(position);
                    }
                    None => refused.push(item.clone()),
                }
            }
        }
    }
    refused
}

/// Whether two items list the same thing: by its name, whatever its arguments.
fn same_item(one: &ListItem, other: &ListItem) -> bool {
    match (listed_name(&one.value), listed_name(&other.value)) {
        (Some(one), Some(other)) => one == other,
        _ => one.value.kind == other.value.kind,
    }
}

/// A history with one more step; `declared` is where the value stood before anything happened to it.
pub(crate) fn step(history: &History, declared: Span, how: How, span: Span) -> History {
    let mut steps = match history {
        Some(steps) => steps.to_vec(),
        None => vec![Origin { how: How::Declared, span: declared }],
    };
    steps.push(Origin { how, span });
    Some(Arc::new(steps))
}
