//! Declaring: every entity, from braces and from tables, with its parent found and its name checked.

use crate::provenance::EntityId;

use rustc_hash::FxHashMap;
use warwright_grammar::Sink;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{self, Name, Word};

use super::chain::Declarations;
use super::fields::{Draft, Mode, Reader};
use super::{
    Body, BodyId, Entity, Given, History, ListItem, ListOf, OptionGiven, Said, Tables, problems,
    rows,
};
use crate::names::{EntityNode, Index, KindIndex, KindShape};

/// Every entity with what its own braces or row say.
pub fn declare<'t>(
    index: &Index<'t>,
    mut tables: Tables,
    sources: &SourceMap,
    sink: &mut Sink,
) -> Declarations<'t> {
    let mut collect = Collect {
        reader: Reader { index, sources, sink },
        out: Declarations::default(),
        seen: FxHashMap::default(),
    };
    // With a little room for forms: a list that doubles is half empty.
    let written = index.entities.len() + tables.rows();
    collect.out.entities.reserve_exact(written + written / 32);
    for (node, faction) in &index.entities {
        match node {
            EntityNode::Table(left) => {
                let taken = tables.of(left);
                rows::read_table(&mut collect, taken.as_ref().unwrap_or(left), *faction);
            }
            EntityNode::Braces(entity) => collect.braces(entity, *faction),
        }
    }
    collect.parents(EntityId(0));
    collect.out
}

/// The declared entities and one more declaration: what an erratum adds.
pub fn extend<'t>(
    index: &Index<'t>,
    declared: Declarations<'t>,
    item: &'t tree::Item,
    faction: Option<&'t Name>,
    sources: &SourceMap,
    sink: &mut Sink,
) -> Declarations<'t> {
    let mut seen = FxHashMap::default();
    let ids = (0u32..).map(EntityId);
    for (id, entity) in ids.zip(&declared.entities) {
        // What was taken away has left its name free.
        if declared.by_name.get(&entity.title).is_some_and(|named| named.contains(&id)) {
            let faction = entity.faction.map(|faction| &*faction.text);
            seen.entry((entity.kind, faction, entity.title.clone())).or_insert(entity.name);
        }
    }
    let mut collect = Collect { reader: Reader { index, sources, sink }, out: declared, seen };
    let from = collect.next();
    match item {
        tree::Item::Entity(entity) => collect.braces(entity, faction),
        tree::Item::EntityTable(table) => rows::read_table(&mut collect, table, faction),
        _ => {}
    }
    collect.parents(from);
    collect.out
}

/// Entities as they are read.
pub(super) struct Collect<'t, 'a> {
    pub(super) reader: Reader<'t, 'a>,
    pub(super) out: Declarations<'t>,
    seen: FxHashMap<(KindIndex, Option<&'t str>, Word), Span>,
}

impl<'t> Collect<'t, '_> {
    /// Adds an entity under its name; a second of that name, kind and faction is reported and has no name.
    pub(super) fn add_named(&mut self, mut entity: Entity<'t>) -> EntityId {
        let id = self.next();
        let title = entity.title.clone();
        let key = (entity.kind, entity.faction.map(|faction| &*faction.text), title.clone());
        match self.seen.get(&key) {
            Some(first) => {
                let kind = self.reader.index.shape(entity.kind).map_or("", |shape| shape.name);
                let found = problems::entity_twice(kind, &title, entity.name, *first);
                self.reader.sink.push(found);
                entity.broken = true;
            }
            None => {
                self.seen.insert(key, entity.name);
                self.out.by_name.entry(title).or_default().push(id);
            }
        }
        self.out.entities.push(entity);
        id
    }

    /// An empty form of an entity.
    pub(super) fn form_of(&self, base: EntityId, form: &Name, span: Span) -> Entity<'t> {
        let (kind, title, faction) = match self.out.entity(base) {
            Some(base) => (base.kind, format!("{} ({})", base.title, form.text), base.faction),
            None => (KindIndex::default(), form.text.to_string(), None),
        };
        let mut entity = empty(kind, title.into(), form.span, span);
        entity.faction = faction;
        entity.base = Some(base);
        entity.form = Some(form.text.clone());
        entity
    }

    /// Adds a form to its base; a second of that name is reported.
    pub(super) fn add_form(&mut self, base: EntityId, entity: Entity<'t>) -> EntityId {
        let id = self.next();
        let known = self.out.entity(base).map_or(&[][..], |base| &base.forms);
        let again = known
            .iter()
            .filter_map(|form| self.out.entity(*form))
            .find(|other| other.form == entity.form);
        if let Some(first) = again {
            let found =
                problems::form_twice(entity.form.as_deref().unwrap_or(""), entity.name, first.name);
            self.reader.sink.push(found);
        } else if let Some(base) = self.out.entity_mut(base) {
            base.forms.push(id);
        }
        self.out.entities.push(entity);
        id
    }

    fn next(&self) -> EntityId {
        EntityId(u32::try_from(self.out.entities.len()).unwrap_or(u32::MAX))
    }

    /// Whether part of what stands before an entity's braces could not be read.
    fn head_unread(&self, node: &tree::Entity) -> bool {
        let after_name = node.name.span.after().to(node.span);
        let head = self.reader.sources.slice(after_name).find('{').unwrap_or(0);
        let end = after_name.part(0..head).end();
        self.reader.sink.iter().any(|found| {
            let at = found.primary.span;
            at.start() >= node.span.start() && at.start() < end
        })
    }

    fn braces(&mut self, node: &'t tree::Entity, faction: Option<&'t Name>) {
        let index = self.reader.index;
        let known = index.kind(&node.kind.text).or_else(|| {
            self.reader.sink.push(problems::unknown_kind(&node.kind, index));
            index.meant(&node.kind.text, false)
        });
        let Some((kind, shape)) = known else { return };
        let mode = match &node.like {
            Some(parent) => Mode::Heir(&parent.text),
            None if self.head_unread(node) => Mode::Unread,
            None => Mode::Own,
        };
        let draft = self.reader.members(shape, &node.body, mode);
        let mut entity = empty(kind, node.name.text.clone(), node.name.span, node.span);
        entity.faction = faction;
        entity.see = &node.see;
        let (forms, options) = (draft.forms.clone(), draft.options.clone());
        let id = self.next();
        self.adopt(&mut entity, id, draft);
        let id = self.add_named(entity);
        for option in options {
            self.option(shape, option);
        }
        if let Some(parent) = &node.like {
            self.out.likes.insert(id, parent);
        }
        for form in forms {
            self.form(shape, id, form);
        }
    }

    /// Reads an option for what is wrong with it: what it changes is read again for each roster that buys it.
    fn option(&mut self, shape: &KindShape<'t>, node: &'t tree::OptionDecl) {
        let draft = self.reader.members(shape, &node.body, Mode::Part("the entry itself"));
        for (_, span) in draft.dropped {
            self.reader.sink.push(problems::option_drops_clause(span));
        }
        let costs = shape.profile("points").is_some();
        let twice = node.body.iter().find_map(|member| match member {
            tree::Member::Field(field) if &*field.name.text == "points" => Some(field),
            _ => None,
        });
        if let (Some(price), Some(field)) = (&node.price, twice) {
            self.reader.sink.push(problems::field_twice("points", field.span, price.span));
        }
        match (&node.price, &node.price_field) {
            (_, Some(field)) if !costs && &*field.text == "points" => {
                self.reader.sink.push(problems::price_of_nothing(shape.name, field.span));
            }
            (Some(price), None) if !costs => {
                self.reader.sink.push(problems::price_of_nothing(shape.name, price.span));
            }
            (_, Some(field)) if !costs || &*field.text != "points" => {
                self.reader.sink.push(problems::price_in_other(field, costs));
            }
            _ => {}
        }
    }

    fn form(&mut self, shape: &KindShape<'t>, base: EntityId, node: &'t tree::FormDecl) {
        if !shape.forms {
            return self.reader.sink.push(problems::kind_without_forms(shape, node.name.span));
        }
        let draft = self.reader.members(shape, &node.body, Mode::Part("the entry itself"));
        let mut entity = self.form_of(base, &node.name, node.span);
        for form in &draft.forms {
            self.reader.sink.push(problems::form_without_entry(form.name.span));
        }
        let id = self.next();
        self.adopt(&mut entity, id, draft);
        self.add_form(base, entity);
    }

    /// Moves what a pair of braces says into its entity.
    fn adopt(&mut self, entity: &mut Entity<'t>, id: EntityId, draft: Draft<'t>) {
        entity.fields = draft.fields;
        entity.answers = draft.answers.into();
        entity.does = draft.does.into();
        entity.texts = draft.texts.into();
        entity.broken |= draft.broken;
        entity.options = draft
            .options
            .into_iter()
            .map(|declaration| OptionGiven {
                declaration,
                owner: id,
                price: declaration.price.as_ref(),
                history: None,
            })
            .collect();
        if !draft.clauses.is_empty() || !draft.states.is_empty() {
            entity.bodies.push(BodyId(u32::try_from(self.out.bodies.len()).unwrap_or(u32::MAX)));
            self.out.bodies.push(Body {
                owner: id,
                clauses: draft.clauses,
                states: draft.states,
                span: entity.span,
            });
        }
        if !draft.dropped.is_empty() {
            self.out.dropped.insert(id, draft.dropped);
        }
        if !draft.edits.is_empty() {
            self.out.edits.insert(id, draft.edits);
        }
    }

    /// Finds the parents that `like` names, of entities from that one on.
    fn parents(&mut self, from: EntityId) {
        let mut likes: Vec<(EntityId, &'t Name)> = self
            .out
            .likes
            .iter()
            .map(|(id, name)| (*id, *name))
            .filter(|(id, _)| *id >= from)
            .collect();
        likes.sort_by_key(|(id, _)| *id);
        for (id, name) in likes {
            let Some(entity) = self.out.entity(id) else { continue };
            let (kind, faction) = (entity.kind, entity.faction);
            let mut found = self.out.find(self.reader.index, kind, &name.text, None);
            if found.len() > 1 {
                let of = |id: EntityId| Some(&*self.out.entity(id)?.faction?.text);
                let own = faction.map(|own| &*own.text);
                if let Some(near) = self.reader.index.nearest(own, &found, of) {
                    found = vec![near];
                }
            }
            match found.as_slice() {
                [parent] => {
                    let parent = *parent;
                    if let Some(entity) = self.out.entity_mut(id) {
                        entity.parent = Some(parent);
                    }
                }
                [] => self.unknown_parent(id, kind, name),
                several => {
                    let places: Vec<Span> = several
                        .iter()
                        .filter_map(|id| self.out.entity(*id))
                        .map(|entity| entity.name)
                        .collect();
                    self.reader.sink.push(problems::ambiguous(name, &places));
                    self.mark_broken(id);
                }
            }
        }
    }

    fn unknown_parent(&mut self, id: EntityId, kind: KindIndex, name: &'t Name) {
        let shape = self.reader.index.shape(kind).map_or("", |shape| shape.name);
        let removed = self.out.removed.iter().rfind(|gone| gone.name == &*name.text);
        if let Some(gone) = removed {
            let heir = self.out.entity(id).map_or("", |heir| &heir.title);
            let found = problems::like_removed(heir, name, gone);
            self.reader.sink.push(found);
            self.mark_broken(id);
            return;
        }
        let declared = self.out.entities.iter().filter(|it| it.kind == kind && it.base.is_none());
        let names = declared.map(|entity| &*entity.title);
        let other = self
            .out
            .by_name
            .get(&*name.text)
            .and_then(|ids| ids.first())
            .and_then(|id| self.out.entity(*id))
            .map(|entity| {
                let kind = self.reader.index.shape(entity.kind).map_or("", |shape| shape.name);
                (kind.to_owned(), entity.name)
            });
        let found = problems::unknown_parent(shape, name, names, other);
        self.reader.sink.push(found);
        self.mark_broken(id);
    }

    fn mark_broken(&mut self, id: EntityId) {
        if let Some(entity) = self.out.entity_mut(id) {
            entity.broken = true;
        }
    }
}

/// An entity that says nothing.
pub(super) fn empty<'t>(kind: KindIndex, title: Word, name: Span, span: Span) -> Entity<'t> {
    Entity { kind, title, name, span, ..Entity::default() }
}

/// Puts a list where it belongs.
pub(super) fn put_list(
    entity: &mut Entity<'_>,
    list: ListOf,
    items: Vec<ListItem>,
    span: Span,
    history: History,
) {
    match list {
        ListOf::Abilities => entity.abilities = items.into(),
        ListOf::Profile(profile) => {
            if let Some(slot) = entity.fields.get_mut(profile) {
                *slot = Some(Given { said: Said::list(items.into(), span), history });
            }
        }
    }
}
