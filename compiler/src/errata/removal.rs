//! Removal: takes whole declarations out of the game, and says what still needs them.

use crate::provenance::EntityId;
use rustc_hash::FxHashMap;
use warwright_grammar::source::Span;
use warwright_grammar::tree::Removal;

use super::apply::{Correct, Part};
use super::problems;
use crate::like::{Removed, like_removed};
use crate::names::KindIndex;

impl<'t> Correct<'t, '_> {
    /// `remove unit "Name" of "Faction"`.
    pub(super) fn remove(&mut self, removal: &'t Removal) {
        if let Some((kind, _)) = self.index.kind(&removal.word.text) {
            self.remove_entity(kind, removal);
            return;
        }
        let (word, key) = (&*removal.word.text, &*removal.name.text);
        if let Some(of) = &removal.of {
            let help = format!("only entries stand in army lists: `remove {word} \"{key}\"`");
            self.cannot(&format!("{word} \"{key}\""), "`of`", of.span, &help);
            return;
        }
        let index = &mut *self.index;
        let gone = match word {
            "ability" | "status" => index.abilities.shift_remove(key).is_some(),
            "roster" => index.rosters.shift_remove(key).is_some(),
            "scenario" => index.scenarios.shift_remove(key).is_some(),
            "ruling" => index.rulings.shift_remove(key).is_some(),
            other => {
                let help = "errata take away entries of the system's kinds, abilities, statuses, rosters, rulings and scenarios";
                let what = "way out of the game by errata";
                self.cannot(&format!("{other} \"{key}\""), what, removal.span, help);
                return;
            }
        };
        let target = format!("{word} \"{key}\"");
        if gone {
            self.removed(removal, &target, None);
        } else if !self.was_removed(word, (key, None), removal.span) {
            let found = problems::unknown_target(word, &removal.name, None, [], &[]);
            self.sink.push(found);
        }
    }

    fn remove_entity(&mut self, kind: KindIndex, removal: &'t Removal) {
        let (word, name) = (&removal.word, &removal.name);
        let Some(id) = self.target(kind, word, name, removal.of.as_ref(), removal.span) else {
            return;
        };
        let Some(entity) = self.declared.entity(id) else { return };
        let faction = entity.faction.map(|of| &*of.text);
        let forms = entity.forms.clone();
        let target = self.called(&word.text, id);
        if let Some((place, list)) = self.edited_that_day(&target) {
            let found = problems::removed_and_edited(&target, removal.span, place, &list);
            return self.sink.push(found);
        }
        if let Some(named) = self.declared.by_name.get_mut(&*name.text) {
            named.retain(|other| *other != id);
        }
        self.gone.insert(id, self.declared.removed.len());
        for form in &forms {
            self.gone.insert(*form, self.declared.removed.len());
        }
        self.removed(removal, &target, faction);
    }

    fn removed(&mut self, removal: &'t Removal, target: &str, faction: Option<&'t str>) {
        let key = &*removal.name.text;
        self.declared.removed.push(Removed {
            word: &removal.word.text,
            name: key,
            target: target.to_owned(),
            faction,
            by: self.report.words(self.at.list, self.at.item),
            span: removal.span,
        });
        self.record(Part::of(target, removal.span).named("all of it"), key, "");
    }

    /// What an entity is in words; where several have its name, with its faction.
    pub(super) fn called(&self, word: &str, id: EntityId) -> String {
        let Some(entity) = self.declared.entity(id) else { return String::new() };
        let name = &*entity.title;
        let namesakes = self.declared.by_name.get(name).map_or(0, Vec::len);
        let gone = self.declared.removed.iter().filter(|gone| gone.name == name).count();
        match entity.faction {
            Some(faction) if namesakes + gone > 1 => {
                format!("{word} \"{name}\" of \"{}\"", faction.text)
            }
            _ => format!("{word} \"{name}\""),
        }
    }

    /// Whether something was there until an erratum took it away, which is reported.
    pub(super) fn was_removed(
        &mut self,
        word: &str,
        (name, of): (&str, Option<&str>),
        span: Span,
    ) -> bool {
        let gone = self.declared.removed.iter().rfind(|gone| {
            let same = space(gone.word) == space(word) && gone.name == name;
            same && (of.is_none() || gone.faction == of)
        });
        let Some(gone) = gone.cloned() else { return false };
        let found = match self.edited_that_day(&gone.target) {
            Some((place, list)) => problems::removed_and_edited(&gone.target, span, place, &list),
            None => problems::gone(&self.at.item_name, &gone, span),
        };
        if !self.unsure {
            self.sink.push(found);
        }
        true
    }

    /// Says which entities are like one that is gone, and closes the gaps in the numbers.
    pub(super) fn close_gaps(&mut self) {
        if self.gone.is_empty() {
            return;
        }
        let heirs: Vec<(EntityId, usize)> = (0u32..)
            .map(EntityId)
            .zip(&self.declared.entities)
            .filter(|(id, _)| !self.gone.contains_key(id))
            .filter_map(|(id, entity)| Some((id, *self.gone.get(&entity.parent?)?)))
            .collect();
        for (id, removed) in heirs {
            let Some(like) = self.declared.likes.get(&id).copied() else { continue };
            let Some(entity) = self.declared.entity_mut(id) else { continue };
            entity.parent = None;
            entity.broken = true;
            let title = entity.title.to_string();
            if let Some(gone) = self.declared.removed.get(removed) {
                let found = like_removed(&title, like, gone);
                self.sink.push(found);
            }
        }
        let numbers = self.declared.without(|id| self.gone.contains_key(&id));
        let edits = self.report.lists.iter_mut().flat_map(|list| &mut list.items);
        for edit in edits.flat_map(|item| &mut item.edits) {
            edit.entity = edit.entity.and_then(|id| numbers.get(&id).copied());
            edit.heirs = edit.heirs.iter().filter_map(|id| numbers.get(id).copied()).collect();
        }
        self.gone = FxHashMap::default();
    }
}

/// Abilities and statuses share their names.
fn space(word: &str) -> &str {
    if word == "status" { "ability" } else { word }
}
