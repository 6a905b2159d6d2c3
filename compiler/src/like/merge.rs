//! Merging: gives each entity what it inherits, parents before heirs, and puts the content together.

use crate::provenance::{EntityId, Origin, Report};

use rustc_hash::FxHashMap;
use warwright_grammar::Sink;
use warwright_grammar::source::Span;
use warwright_grammar::tree::ListSign;

use super::chain::{Declarations, change_list};
use super::declare::put_list;
use super::{Body, BodyId, Content, Entity, ListItem, ListOf, MAX_CHAIN, MAX_LIST, Said, problems};
use crate::names::Index;

/// The content: every entity complete.
pub fn merge<'t>(
    index: Index<'t>,
    mut declared: Declarations<'t>,
    changed: FxHashMap<Span, Vec<Origin>>,
    report: Report,
    sink: &mut Sink,
) -> Content<'t> {
    let order = order(&mut declared, sink);
    inherit_forms(&mut declared, &order);
    let order = self::order(&mut declared, sink);
    for id in order {
        merge_one(&index, &mut declared, id, sink);
    }
    Content {
        index,
        entities: declared.entities,
        bodies: declared.bodies,
        changed,
        report,
        removed: declared.removed,
        by_name: declared.by_name,
        likes: declared.likes,
        variants: FxHashMap::default(),
    }
}

/// All entities, each after its parent or base; circles are reported and cut.
fn order(declared: &mut Declarations<'_>, sink: &mut Sink) -> Vec<EntityId> {
    let count = declared.entities.len();
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![0u8; count];
    let mut depth = vec![0usize; count];
    let mut stack: Vec<EntityId> = Vec::new();
    for start in (0u32..).map(EntityId).take(count) {
        let mut at = Some(start);
        while let Some(id) = at {
            match seen.get_mut(id.0 as usize) {
                Some(mark) if *mark == 0 => {
                    *mark = 1;
                    stack.push(id);
                    at = declared.source(id);
                }
                Some(mark) if *mark == 1 => {
                    circle(declared, id, &stack, sink);
                    at = None;
                }
                _ => at = None,
            }
        }
        while let Some(id) = stack.pop() {
            if let Some(mark) = seen.get_mut(id.0 as usize) {
                *mark = 2;
            }
            let above = declared.source(id).and_then(|source| depth.get(source.0 as usize));
            let depth_here = above.map_or(0, |above| above + 1);
            if depth_here > MAX_CHAIN {
                cut(declared, id, sink);
            } else if let Some(depth) = depth.get_mut(id.0 as usize) {
                *depth = depth_here;
            }
            order.push(id);
        }
    }
    order
}

/// Cuts a chain that is too long.
fn cut(declared: &mut Declarations<'_>, id: EntityId, sink: &mut Sink) {
    let place = declared.likes.get(&id).map(|like| like.span);
    if let Some(entity) = declared.entity_mut(id) {
        sink.push(problems::chain_too_long(&entity.title, place.unwrap_or(entity.name)));
        entity.parent = None;
        entity.base = None;
        entity.broken = true;
    }
}

/// Cuts a circle at the entity where it was closed.
fn circle(declared: &mut Declarations<'_>, at: EntityId, stack: &[EntityId], sink: &mut Sink) {
    let from = stack.iter().position(|id| *id == at).unwrap_or(0);
    let ring = stack.get(from..).unwrap_or(&[]);
    let places: Vec<(String, Span)> = ring
        .iter()
        .filter_map(|id| {
            let title = declared.entity(*id)?.title.to_string();
            declared.likes.get(id).map(|like| (title, like.span))
        })
        .collect();
    sink.push(problems::like_circle(&places));
    for id in ring {
        if let Some(entity) = declared.entity_mut(*id) {
            entity.parent = None;
            entity.broken = true;
        }
    }
}

/// Gives heirs the forms of their parents that they do not list themselves.
fn inherit_forms(declared: &mut Declarations<'_>, order: &[EntityId]) {
    for heir in order.iter().copied() {
        let Some(entity) = declared.entity(heir) else { continue };
        let Some(parent) = entity.parent.and_then(|parent| declared.entity(parent)) else {
            continue;
        };
        let own: Vec<Option<&str>> = entity
            .forms
            .iter()
            .filter_map(|form| declared.entity(*form))
            .map(|form| form.form.as_deref())
            .collect();
        let mut copies = Vec::new();
        for form in parent.forms.iter().copied() {
            let Some(node) = declared.entity(form) else { continue };
            if own.contains(&node.form.as_deref()) {
                continue;
            }
            let mut copy = node.clone();
            let word = node.form.as_deref().unwrap_or("");
            copy.title = format!("{} ({word})", entity.title).into();
            copy.base = Some(heir);
            copy.faction = entity.faction;
            copies.push((form, copy));
        }
        for (form, copy) in copies {
            let id = EntityId(u32::try_from(declared.entities.len()).unwrap_or(u32::MAX));
            if let Some(edits) = declared.edits.get(&form).cloned() {
                declared.edits.insert(id, edits);
            }
            if let Some(dropped) = declared.dropped.get(&form).cloned() {
                declared.dropped.insert(id, dropped);
            }
            declared.entities.push(copy);
            if let Some(entity) = declared.entity_mut(heir) {
                entity.forms.push(id);
            }
        }
    }
}

fn merge_one(index: &Index<'_>, declared: &mut Declarations<'_>, id: EntityId, sink: &mut Sink) {
    let source = declared.source(id);
    let edits = declared.edits.remove(&id);
    if source.is_none() && edits.is_none() {
        return;
    }
    let Some(slot) = declared.entity_mut(id) else { return };
    // The entity is taken out while its parent is read, and put back complete.
    let mut entity = slot.clone();
    if let Some(parent) = source.and_then(|source| declared.entities.get(source.0 as usize)) {
        price_unchanged(index, &entity, parent, sink);
        inherit(&mut entity, parent);
        let dropped = declared.dropped.get(&id).map_or(&[][..], Vec::as_slice);
        let bodies = inherit_bodies(&mut declared.bodies, parent, id, dropped, sink);
        entity.bodies = bodies.into_iter().chain(entity.bodies.iter().copied()).collect();
    }
    for edit in edits.unwrap_or_default() {
        let mut items = match edit.list {
            ListOf::Abilities => entity.abilities.to_vec(),
            ListOf::Profile(profile) => list_of(&entity, profile),
        };
        let before = items.clone();
        let refused = change_list(&mut items, &edit);
        let history = refused.iter().chain(&edit.items).find_map(|item| item.history.clone());
        // An erratum that does not fit was reported as stale.
        if history.is_none() {
            for item in refused {
                let adds = edit.sign == ListSign::Add;
                sink.push(problems::not_in_list(&entity.title, &item, adds, &before));
            }
        }
        if items.len() > MAX_LIST {
            sink.push(problems::list_too_long(&entity.title, edit.span));
            items.truncate(MAX_LIST);
            entity.broken = true;
        }
        put_list(&mut entity, edit.list, items, edit.span, history);
    }
    if let Some(slot) = declared.entity_mut(id) {
        *slot = entity;
    }
}

fn list_of<'t>(entity: &Entity<'t>, profile: usize) -> Vec<ListItem> {
    match entity.fields.get(profile).and_then(Option::as_ref).map(|given| &given.said) {
        Some(Said::List(list)) => list.0.to_vec(),
        _ => Vec::new(),
    }
}

/// Takes over what the entity does not say itself.
fn inherit<'t>(entity: &mut Entity<'t>, parent: &Entity<'t>) {
    entity.broken |= parent.broken;
    for (own, theirs) in entity.fields.iter_mut().zip(&parent.fields) {
        if own.is_none() {
            own.clone_from(theirs);
        }
    }
    if entity.abilities.is_empty() {
        entity.abilities = parent.abilities.clone();
    }
    for answer in &parent.answers {
        if entity.answers.iter().all(|own| own.name.text != answer.name.text) {
            entity.answers.push(answer);
        }
    }
    for does in &parent.does {
        if entity.does.iter().all(|own| own.name.text != does.name.text) {
            entity.does.push(does);
        }
    }
    if entity.texts.is_empty() {
        entity.texts.clone_from(&parent.texts);
    }
    for option in &parent.options {
        let name = &option.declaration.name.text;
        if entity.options.iter().all(|own| own.declaration.name.text != *name) {
            entity.options.push(option.clone());
        }
    }
}

/// The bodies of the parent; those that lose a clause become bodies of the heir's own.
fn inherit_bodies<'t>(
    bodies: &mut Vec<Body<'t>>,
    parent: &Entity<'t>,
    heir: EntityId,
    dropped: &[(String, Span)],
    sink: &mut Sink,
) -> Vec<BodyId> {
    let mut found = vec![false; dropped.len()];
    let mut inherited = Vec::with_capacity(parent.bodies.len());
    for id in parent.bodies.iter().copied() {
        let Some(body) = bodies.get(id.0 as usize) else { continue };
        let is_dropped = |label: &str| dropped.iter().position(|(other, _)| *other == label);
        let mut kept = Vec::with_capacity(body.clauses.len());
        for clause in &body.clauses {
            let label = clause.label().and_then(|label| label.text.plain());
            match label.and_then(is_dropped) {
                Some(position) => {
                    if let Some(found) = found.get_mut(position) {
                        *found = true;
                    }
                }
                None => kept.push(clause.clone()),
            }
        }
        if kept.len() == body.clauses.len() {
            inherited.push(id);
        } else {
            let body = Body { owner: heir, clauses: kept, ..body.clone() };
            inherited.push(BodyId(u32::try_from(bodies.len()).unwrap_or(u32::MAX)));
            bodies.push(body);
        }
    }
    for ((label, span), found) in dropped.iter().zip(found) {
        if !found {
            let labels: Vec<String> = parent
                .bodies
                .iter()
                .filter_map(|id| bodies.get(id.0 as usize))
                .flat_map(|body| &body.clauses)
                .filter_map(|clause| clause.label()?.text.plain().map(str::to_owned))
                .collect();
            sink.push(problems::no_such_clause(&parent.title, label, *span, &labels));
        }
    }
    inherited
}

/// Warns when an heir says nothing of its price.
fn price_unchanged(index: &Index<'_>, entity: &Entity<'_>, parent: &Entity<'_>, sink: &mut Sink) {
    if entity.parent.is_none() {
        return;
    }
    let Some(shape) = index.shape(entity.kind) else { return };
    let Some((points, _)) = shape.profile("points") else { return };
    let own = entity.fields.get(points).is_some_and(Option::is_some);
    if let (false, Some(Some(given))) = (own, parent.fields.get(points)) {
        sink.push(problems::points_inherited(
            &entity.title,
            &parent.title,
            entity.name,
            given.span(),
        ));
    }
}
