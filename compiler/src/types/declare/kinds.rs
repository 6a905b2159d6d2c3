//! Kinds and enums with their members and entries, and what their things have: profiles, state, derived facts.

use super::super::checker::Checker;
use super::super::vocabulary::KindNames;
use crate::names::KindIndex;
use crate::typed::{EntryDef, KindDef};
use rustc_hash::FxHashMap;
use warwright_grammar::tree::Word;
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

/// Entries that nobody declares: that of plain cells.
const MADE_ENTRIES: usize = 1;

impl<'a> Checker<'a> {
    /// Kinds and enums by name. Bases of the engine that no system touches are left out, players and the battle excepted.
    pub(super) fn declare_kinds(&mut self) {
        for (name, shape) in &self.input.content.index.kinds {
            let known = matches!(shape.base, ir::KindBase::Player | ir::KindBase::Battle)
                && matches!(*name, "player" | "battle");
            if shape.declarations.is_empty() && !known {
                self.facts.write().kinds.push(None);
                continue;
            }
            let id = self.typed.kinds.next_id();
            self.facts.write().kinds.push(Some(id));
            match *name {
                "player" => self.facts.write().player = Some(id),
                "battle" => self.facts.write().battle = Some(id),
                _ => {}
            }
            if shape.base == ir::KindBase::Cell {
                self.declare_cell_kind(id, shape.span);
            }
            self.add_kind(name, shape.base, shape.closed, shape.fleeting, shape.span);
            self.vocabulary.write().plurals.insert(shape.plural.as_str().into(), id);
        }
        for (name, declared) in &self.input.content.index.enums {
            let id = self.typed.kinds.next_id();
            self.add_kind(name, ir::KindBase::Thing, true, false, declared.span);
            self.vocabulary.write().plurals.entry(format!("{name}s").into()).or_insert(id);
        }
    }

    /// The kind of the board's cells: a game has one.
    fn declare_cell_kind(&mut self, id: ir::KindId, span: Span) {
        let Some(first) = self.facts.cell else {
            self.facts.write().cell = Some(id);
            return;
        };
        let at = self.typed.kinds.get(first).map_or_else(Span::default, |def| def.span);
        Diagnostic::at(codes::MIXED_BOARDS, span)
            .says("a game has one kind of cells")
            .label("a second one")
            .also(at, "the first is here")
            .help("let cells differ by their state: `state tile: ground = Clear`")
            .emit(self.sink);
    }

    fn add_kind(
        &mut self,
        name: &str,
        base: ir::KindBase,
        closed: bool,
        fleeting: bool,
        span: Span,
    ) {
        let id = self.typed.kinds.push(KindDef {
            name: name.to_owned(),
            base,
            closed,
            fleeting,
            span,
            ..KindDef::default()
        });
        self.vocabulary.write().of_kind.push(KindNames::default());
        self.vocabulary.write().kinds.insert(name.into(), id);
    }

    /// The kind at a position of the index.
    pub fn kind_at(&self, index: KindIndex) -> Option<ir::KindId> {
        self.facts.kinds.get(index.0 as usize).copied().flatten()
    }

    /// Entries without their values (`entries` fills them), numbered as in the content, then members of enums.
    pub(super) fn declare_entries(&mut self) {
        let content = self.input.content;
        // Not the words of the syntax tree: each would hold on to a place amid the room that the tree gives back.
        let mut factions: FxHashMap<&str, Word> = FxHashMap::default();
        let members: usize = content.index.enums.values().map(|it| it.values.len()).sum();
        self.typed.entries.reserve(content.entities.len() + members + MADE_ENTRIES);
        for entity in &content.entities {
            let kind = self.kind_at(entity.kind);
            let title = entity.title.to_string();
            let mut def = EntryDef::new(title, kind.unwrap_or(ir::KindId(0)), entity.span);
            let Some(kind) = kind else {
                // An entity of an engine's base that no system declares: reported by the stage before.
                self.typed.entries.push(def);
                continue;
            };
            def.faction = entity.faction.map(|name| {
                factions.entry(&*name.text).or_insert_with(|| Word::from(&*name.text)).clone()
            });
            def.base = entity.base.map(|base| ir::EntryId(base.0));
            def.form = entity.form.as_deref().map(Word::from);
            def.forms = entity.forms.iter().map(|form| ir::EntryId(form.0)).collect();
            let entry = self.typed.entries.push(def);
            self.list_entry(kind, entry, &entity.title, entity.base.is_none());
        }
        for (name, declared) in &content.index.enums {
            let Some(kind) = self.vocabulary.kinds.get(*name).copied() else { continue };
            for value in &declared.values {
                let def = EntryDef::new(value.text.to_string(), kind, value.span);
                let entry = self.typed.entries.push(def);
                self.list_entry(kind, entry, &value.text, true);
            }
        }
    }

    fn list_entry(&mut self, kind: ir::KindId, entry: ir::EntryId, name: &str, named: bool) {
        let closed = match self.typed.kinds.get_mut(kind) {
            Some(def) => {
                def.entries.push(entry);
                def.closed
            }
            None => return,
        };
        if !named {
            return;
        }
        if let Some(names) = self.vocabulary.write().of_kind.get_mut(kind.0 as usize) {
            names.entries.entry(name.into()).or_insert(entry);
        }
        if closed {
            let owners = self.vocabulary.write().members.entry(name.into()).or_default();
            if !owners.contains(&kind) {
                owners.push(kind);
            }
        }
    }
}
