//! Entities as targets: which unit, card or the like an edit means, what kind of edit it is, and which others follow it.

use crate::provenance::EntityId;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{EditChange, EditIn, EditKind, Name};

use super::apply::{Correct, Part};
use super::problems;
use crate::like::Declarations;
use crate::names::KindIndex;

impl<'t> Correct<'t, '_> {
    /// Makes the changes of an edit in one entity.
    pub(super) fn entity(&mut self, kind: KindIndex, edit: &'t EditIn, name: &'t Name) {
        let word = &*edit.word.text;
        let Some(id) = self.target(kind, &edit.word, name, edit.of.as_ref(), name.span) else {
            return;
        };
        let Some(id) = self.form(id, edit) else { return };
        let target = self.called(word, id);
        for change in super::declarations::in_order(edit) {
            let label = edit.clause.as_ref();
            let part = Part { entity: Some(id), label, ..Part::of(&target, change.span) };
            self.entity_change(id, part, change);
        }
    }

    /// The entity of that name, or a diagnostic.
    pub(super) fn target(
        &mut self,
        kind: KindIndex,
        word: &Name,
        name: &Name,
        of: Option<&Name>,
        span: Span,
    ) -> Option<EntityId> {
        let faction = of.map(|of| &*of.text);
        match self.declared.find(self.index, kind, &name.text, faction).as_slice() {
            [one] => Some(*one),
            [] => {
                if self.was_removed(&word.text, (&name.text, faction), span) {
                    return None;
                }
                let named = self.declared.by_name.get(&*name.text).into_iter().flatten();
                let kinds: Vec<KindIndex> =
                    named.filter_map(|id| Some(self.declared.entity(*id)?.kind)).collect();
                if let Some(other) = kinds.first().filter(|_| !kinds.contains(&kind))
                    && let Some(shape) = self.index.shape(*other)
                {
                    self.sink.push(problems::of_another_kind(word, name, shape.name));
                    return None;
                }
                let mut names: Vec<&str> = self
                    .declared
                    .by_name
                    .iter()
                    .filter(|(_, ids)| {
                        ids.iter().any(|id| {
                            self.declared.entity(*id).is_some_and(|entity| entity.kind == kind)
                        })
                    })
                    .map(|(name, _)| &**name)
                    .collect();
                names.sort_unstable();
                let mut homes: Vec<&str> = self
                    .declared
                    .find(self.index, kind, &name.text, None)
                    .into_iter()
                    .filter_map(|id| Some(&*self.declared.entity(id)?.faction?.text))
                    .collect();
                homes.dedup();
                self.sink.push(problems::unknown_target(&word.text, name, of, names, &homes));
                None
            }
            several => {
                let places: Vec<Span> = several
                    .iter()
                    .filter_map(|id| self.declared.entity(*id))
                    .map(|entity| entity.name)
                    .collect();
                self.sink.push(problems::ambiguous_target(&word.text, name, &places));
                None
            }
        }
    }

    fn form(&mut self, id: EntityId, edit: &'t EditIn) -> Option<EntityId> {
        let Some(form) = &edit.form else { return Some(id) };
        let entity = self.declared.entity(id)?;
        let forms: Vec<(&str, EntityId)> = entity
            .forms
            .iter()
            .filter_map(|id| Some((self.declared.entity(*id)?.form.as_deref()?, *id)))
            .collect();
        let found = forms.iter().find(|(name, _)| *name == &*form.text).map(|(_, id)| *id);
        if found.is_none() {
            let target = format!("\"{}\"", entity.title);
            let names: Vec<String> = forms.iter().map(|(name, _)| (*name).to_owned()).collect();
            self.no_part(&target, &format!("form \"{}\"", form.text), form.span, &names);
        }
        found
    }

    fn entity_change(&mut self, id: EntityId, part: Part<'_>, change: &'t EditChange) {
        let target = part.target;
        match &change.kind {
            _ if part.label.is_some() => self.entity_clauses(id, part, change),
            EditKind::AddClauses(_) => self.entity_clauses(id, part, change),
            EditKind::Text(text) => {
                let texts = self.declared.entity(id).map_or(&[][..], |entity| &entity.texts);
                let old: Vec<String> = texts.iter().map(|old| self.text(old.span)).collect();
                let says: &dyn Fn(&Declarations<'_>, EntityId) -> bool =
                    &|declared, id| declared.entity(id).is_some_and(|it| !it.texts.is_empty());
                let part = Part { unless: says, ..part.named("text") };
                if self.note(part, &old.join(" "), &self.text(text.span))
                    && let Some(entity) = self.declared.entity_mut(id)
                {
                    entity.texts = std::iter::once(text).collect();
                }
            }
            EditKind::List(field) if &*field.name.text == "clauses" => {
                self.entity_clauses(id, part, change);
            }
            EditKind::List(field) => self.list_change(id, part, field),
            EditKind::Replace { field, old, new } => match field.as_slice() {
                [field] => self.field(id, part.named(&field.text), field, (old, new)),
                [option, field] if &*field.text == "points" => {
                    self.price(id, part, option, (old, new));
                }
                [first, ..] => {
                    let mut options =
                        self.declared.entity(id).into_iter().flat_map(|it| &it.options);
                    let is_option = options.any(|it| it.declaration.name.text == first.text);
                    let help = match is_option {
                        true => {
                            "of an option the points alone are corrected: `\"option\".points 15 -> 20`; what it gives is for the list itself to say"
                        }
                        false => "write the field alone, or `\"option\".points 15 -> 20`",
                    };
                    self.cannot(target, "part of that name", first.span, help);
                }
                [] => {}
            },
            _ => {
                let help = "an entity has fields, lists and clauses: `points 310 -> 325`, `abilities + A`, `clauses - \"label\"`";
                self.cannot(target, "such part", change.span, help);
            }
        }
    }

    /// The entities that follow an edit, being like its target and not saying it themselves.
    pub(super) fn heirs(
        &mut self,
        of: EntityId,
        says: &dyn Fn(&Declarations<'_>, EntityId) -> bool,
    ) -> Vec<EntityId> {
        let mut heirs: Vec<EntityId> = Vec::new();
        let mut from = vec![of];
        while let Some(parent) = from.pop() {
            for id in self.children.get(&parent).map_or(&[][..], Vec::as_slice) {
                // A circle of `like` is reported later; here it must only end.
                if *id == of || says(self.declared, *id) {
                    continue;
                }
                if heirs.len() >= self.heirs_left {
                    self.report.heirs_left_out = true;
                    break;
                }
                heirs.push(*id);
                from.push(*id);
            }
        }
        self.heirs_left = self.heirs_left.saturating_sub(heirs.len());
        heirs.sort_unstable();
        heirs
    }
}
