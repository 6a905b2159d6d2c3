//! Applying: walks the lists in order and makes each edit, having looked whether what it expects is there.

use crate::provenance::{EntityId, How, ItemState, Origin, Report};
use rustc_hash::FxHashMap;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{
    CellKind, Date, Edit, EditIn, Errata, ErratumBody, ErratumItem, Item, Name,
};
use warwright_grammar::{Sink, codes};

use super::made::Made;
use super::order::ordered;
use super::{problems, same_spelling, spelt};
use crate::like::{Declarations, extend};
use crate::names::{Index, Node, Standing, duplicate};

/// So many heirs are listed in one report.
const MAX_HEIRS: usize = 1_000_000;

/// For which day a game is put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AsOf {
    /// The day of the newest list.
    #[default]
    Newest,
    /// That day.
    Day(Date),
}

/// Makes all edits that are in force. Gives the report, and the histories of nodes that keep their span.
pub fn apply<'t>(
    index: &mut Index<'t>,
    declared: &mut Declarations<'t>,
    as_of: AsOf,
    sources: &SourceMap,
    sink: &mut Sink,
) -> (Report, FxHashMap<Span, Vec<Origin>>) {
    let (lists, report) = ordered(index, as_of, sink);
    let mut correct = Correct {
        index,
        declared,
        sources,
        sink,
        changed: FxHashMap::default(),
        report,
        made: FxHashMap::default(),
        refused: FxHashMap::default(),
        children: FxHashMap::default(),
        gone: FxHashMap::default(),
        heirs_left: MAX_HEIRS,
        at: At::default(),
        unsure: false,
    };
    correct.find_children();
    for (position, list) in lists.into_iter().enumerate() {
        correct.list(position, list);
    }
    correct.close_gaps();
    (correct.report, correct.changed)
}

/// Everything that an edit reads and writes.
pub(super) struct Correct<'t, 'a> {
    pub(super) index: &'a mut Index<'t>,
    pub(super) declared: &'a mut Declarations<'t>,
    pub(super) sources: &'a SourceMap,
    pub(super) sink: &'a mut Sink,
    pub(super) changed: FxHashMap<Span, Vec<Origin>>,
    pub(super) report: Report,
    /// The last edit of each part of each target.
    pub(super) made: FxHashMap<(String, String), Made>,
    /// What edits that were reported would have made of a part of a target.
    pub(super) refused: FxHashMap<(String, String), Vec<String>>,
    /// Entities that are like another.
    pub(super) children: FxHashMap<EntityId, Vec<EntityId>>,
    /// Entities that were taken away, with the position of their removal among all.
    pub(super) gone: FxHashMap<EntityId, usize>,
    /// How many heirs may still be listed in the report.
    pub(super) heirs_left: usize,
    pub(super) at: At,
    /// Whether the list says that it supersedes something which could not be found.
    pub(super) unsure: bool,
}

/// Which item is being carried out.
#[derive(Clone, Debug, Default)]
pub(super) struct At {
    pub(super) list: u32,
    pub(super) item: u32,
    pub(super) item_name: String,
}

/// Whether an entity says something itself and so does not follow what it is like.
type SaysItself<'c> = &'c dyn Fn(&Declarations<'_>, EntityId) -> bool;

/// The part that an edit is about.
#[derive(Clone, Copy)]
pub(super) struct Part<'c> {
    /// What is changed, in words: `unit "Vale Lancers"`.
    pub(super) target: &'c str,
    /// Which part of it: `points`, `clause "drums"`.
    pub(super) name: &'c str,
    /// `clause "label"`: of which clause or requirement.
    pub(super) label: Option<&'c Name>,
    /// Where the edit stands.
    pub(super) span: Span,
    /// The entity that is changed, where it is one.
    pub(super) entity: Option<EntityId>,
    /// The name of the declaration that is changed, where it is no entity.
    pub(super) declared: Option<Span>,
    /// Which of its heirs do not follow.
    pub(super) unless: SaysItself<'c>,
}

impl<'c> Part<'c> {
    /// A part of a declaration that is no entity, still to be named.
    pub(super) fn of(target: &'c str, span: Span) -> Self {
        let unless: SaysItself<'_> = &|_, _| false;
        Self { target, name: "", label: None, span, entity: None, declared: None, unless }
    }

    /// Another part of the same target.
    pub(super) fn named<'s>(self, name: &'s str) -> Part<'s>
    where
        'c: 's,
    {
        Part { name, ..self }
    }
}

/// What stands somewhere.
#[derive(Debug)]
pub(super) struct Written {
    /// As written, on one line.
    pub(super) text: String,
    /// Where it stands, or what it is of.
    pub(super) place: Span,
    /// Whether it is spelt out there.
    pub(super) is_spelt: bool,
}

impl<'t> Correct<'t, '_> {
    fn list(&mut self, position: usize, list: &'t Errata) {
        let Some(report) = self.report.lists.get(position) else { return };
        if !report.in_force {
            return;
        }
        // Of what is not understood in it something else is told.
        let body = self.sources.slice(list.span).rsplit('{').next().unwrap_or_default();
        if list.items.is_empty() && body.trim_end_matches('}').trim().is_empty() {
            self.sink.push(problems::without_items(&list.name));
        }
        let states: Vec<ItemState> = report.items.iter().map(|item| item.state.clone()).collect();
        let list_number = u32::try_from(position).unwrap_or(u32::MAX);
        // What it meant to take the place of is unknown, so its old values may be right.
        self.unsure = self.sink.iter().any(|found| {
            found.code == codes::UNKNOWN_SUPERSEDED && list.span.contains(found.primary.span)
        });
        for (at, item) in list.items.iter().enumerate() {
            let before = list.items.iter().take(at);
            if let Some(first) = before.clone().find(|it| it.name.text == item.name.text) {
                self.sink.push(problems::item_twice(&item.name, first.name.span));
            }
        }
        for ((number, item), state) in (0u32..).zip(&list.items).zip(states) {
            if state == ItemState::Made {
                self.at =
                    At { list: list_number, item: number, item_name: item.name.text.to_string() };
                self.item(item);
            }
        }
    }

    fn find_children(&mut self) {
        self.children.clear();
        for (id, entity) in (0u32..).map(EntityId).zip(&self.declared.entities) {
            if let Some(parent) = entity.parent
                && !self.gone.contains_key(&id)
            {
                self.children.entry(parent).or_default().push(id);
            }
        }
    }

    fn item(&mut self, item: &'t ErratumItem) {
        let ErratumBody::Edits(edits) = &item.body else { return };
        let acts = |edit: &Edit| !matches!(edit, Edit::Reason(_) | Edit::Text(_));
        if !edits.iter().any(acts) {
            self.sink.push(problems::without_effect(&item.name));
        }
        for edit in edits {
            match edit {
                Edit::In(edit) => self.edit_in(edit),
                Edit::Add { item, to, span } => self.add(item, to.as_ref(), *span),
                Edit::Remove(removal) => self.remove(removal),
                Edit::Reason(_) | Edit::Text(_) | Edit::Error(_) => {}
            }
        }
    }

    fn edit_in(&mut self, edit: &'t EditIn) {
        if edit.changes.is_empty() {
            let found = problems::cannot(
                &format!("`in {} ..`", edit.word.text),
                "change",
                edit.span,
                "write what changes in its braces: `points 310 -> 325`",
            );
            self.sink.push(found);
        }
        if edit.word.quoted || edit.names.is_empty() {
            return self.kind_missing(&edit.word);
        }
        if let Some((kind, _)) = self.index.kind(&edit.word.text) {
            for name in &edit.names {
                self.entity(kind, edit, name);
            }
        } else {
            for name in &edit.names {
                self.declaration(edit, name);
            }
        }
    }

    /// `in Scouts { .. }`: what it is stands before its name, and nobody knows which of a kind is meant by its word alone.
    fn kind_missing(&mut self, word: &Name) {
        let kind = self.index.kind(&word.text).filter(|_| !word.quoted);
        let named = self.declared.by_name.get(&*word.text).into_iter().flatten();
        let sort = |id: &EntityId| Some(self.declared.entity(*id)?.kind);
        let mut sorts: Vec<&str> =
            named.filter_map(sort).filter_map(|kind| Some(self.index.shape(kind)?.name)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        self.sink.push(problems::kind_missing(word, kind.is_some(), &sorts));
    }

    /// Where the edit that is being carried out stands in the report.
    pub(super) fn how(&self) -> How {
        How::Erratum { list: self.at.list, item: self.at.item }
    }

    /// The date of the list that is being carried out.
    pub(super) fn date(&self) -> Option<Date> {
        self.report.lists.get(self.at.list as usize).map(|list| list.dated)
    }

    /// Whether two say the same.
    pub(super) fn same(&self, one: &Written, other: &Written) -> bool {
        match (one.is_spelt, other.is_spelt) {
            (true, true) => same_spelling(self.sources, one.place, other.place),
            (false, false) => one.text == other.text,
            // A flag that stands alone is true.
            (true, false) => is_yes(&one.text) && is_yes(&other.text),
            (false, true) => self.same(other, one),
        }
    }

    /// Reports a part that no edit can change; it was not made.
    pub(super) fn cannot(&mut self, target: &str, what: &str, span: Span, help: &str) -> bool {
        self.sink.push(problems::cannot(target, what, span, help));
        false
    }

    /// Reports a part that is not there, with those that are; it was not made.
    pub(super) fn no_part(
        &mut self,
        target: &str,
        part: &str,
        span: Span,
        known: &[String],
    ) -> bool {
        let known = known.iter().map(String::as_str);
        self.sink.push(problems::unknown_part(target, part, span, known));
        false
    }

    /// What stands at a place.
    pub(super) fn text(&self, span: Span) -> String {
        spelt(self.sources, span)
    }

    /// What stands at a place, with the place.
    pub(super) fn written(&self, place: Span) -> Written {
        Written { text: self.text(place), place, is_spelt: true }
    }

    /// What a cell or value says; where nothing is written out, its place is given.
    pub(super) fn written_cell(&self, cell: &CellKind, place: Span) -> Written {
        let text = match cell {
            CellKind::Default => "default",
            CellKind::Nothing => "-",
            CellKind::Else => "else",
            CellKind::Error => "?",
            CellKind::Empty | CellKind::Range(_) | CellKind::One(_) | CellKind::Values(_) => "",
        };
        match cell.span() {
            Some(span) => self.written(span),
            None => Written { text: text.to_owned(), place, is_spelt: false },
        }
    }

    /// What a cell or value says, as written.
    pub(super) fn cell_text(&self, cell: &CellKind) -> String {
        self.written_cell(cell, Span::default()).text
    }

    fn add(&mut self, item: &'t Item, to: Option<&'t Name>, span: Span) {
        let faction = to;
        if let Some(faction) = to
            && !self.index.factions.contains_key(&*faction.text)
        {
            let names: Vec<&str> = self.index.factions.keys().copied().collect();
            return self.sink.push(problems::unknown_target("faction", faction, None, names, &[]));
        }
        match item {
            Item::Entity(_) | Item::EntityTable(_) => {
                let declared = std::mem::take(self.declared);
                *self.declared =
                    extend(self.index, declared, item, faction, self.sources, self.sink);
                self.find_children();
            }
            Item::Ability(node) => {
                if let Some(first) = self.index.abilities.get(&*node.name.text) {
                    let first = Standing {
                        sort: if first.node.is_status { "status" } else { "ability" },
                        span: first.name,
                        published: true,
                    };
                    let sort = if node.is_status { "status" } else { "ability" };
                    let name = &node.name;
                    let found = duplicate(sort, &name.text, name.span, first);
                    return self.sink.push(found);
                }
                let declared = crate::names::Declared {
                    node: Node::Written(node),
                    name: node.name.span,
                    faction,
                };
                self.index.abilities.insert(&node.name.text, declared);
            }
            _ => {
                let found = problems::cannot(
                    "a game",
                    "place for this declaration in errata",
                    span,
                    "errata add entities, tables of entities, abilities and statuses; anything else stands in a file of its own",
                );
                return self.sink.push(found);
            }
        }
        let new = self.text(match item {
            Item::Entity(node) => node.name.span,
            Item::Ability(node) => node.name.span,
            _ => item.span(),
        });
        self.record(Part::of("the game", span).named(&new), "", &new);
    }
}

fn is_yes(text: &str) -> bool {
    matches!(text, "yes" | "true")
}
