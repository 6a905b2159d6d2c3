//! Lists of entities as targets: entries that come and go, and lists replaced as a whole.

use crate::provenance::EntityId;
use warwright_grammar::tree::{CellKind, Field, ListSign};

use super::apply::{Correct, Part};
use super::{problems, same_spelling};
use crate::like::{Declarations, ListEdit, ListItem, ListOf, MAX_LIST, Reader, listed_name, step};

impl<'t> Correct<'t, '_> {
    /// `abilities A, B -> C`.
    pub(super) fn list_replace(
        &mut self,
        id: EntityId,
        part: Part<'_>,
        list: ListOf,
        (old, new): (&'t CellKind, &'t CellKind),
    ) {
        let (old_written, new_written) =
            (self.written_cell(old, part.span), self.written_cell(new, part.span));
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(olds) = reader.list(old, old_written.place) else { return };
        let Some(news) = reader.list(new, new_written.place) else { return };
        if self.clashes(part, &new_written.text) {
            return;
        }
        let there = self.declared.effective_list(id, list);
        let is_there = |old: &ListItem| {
            there.iter().any(|it| same_spelling(self.sources, it.value.span, old.value.span))
        };
        if olds.len() != there.len() || !olds.iter().all(is_there) {
            let listed: Vec<String> = there.iter().map(|item| self.text(item.value.span)).collect();
            let there_text = if listed.is_empty() { "-".to_owned() } else { listed.join(", ") };
            let place = there.first().map_or(part.span, |item| item.value.span);
            let offered = (new_written.text.as_str(), old_written.is_spelt);
            self.stale(part, (&old_written.text, &there_text), (old_written.place, place), offered);
            return;
        }
        self.edit_list(id, part, list, ListSign::Replace, news);
    }

    /// `abilities + Javelins`.
    pub(super) fn list_change(&mut self, id: EntityId, part: Part<'_>, field: &'t Field) {
        let kind = self.declared.entity(id).map(|entity| entity.kind);
        let Some(shape) = kind.and_then(|kind| self.index.shape(kind)) else { return };
        let name = &*field.name.text;
        if name == "options" {
            return self.drop_options(id, part, field);
        }
        let list = match shape.profile(name) {
            _ if name == "abilities" => Some(ListOf::Abilities),
            Some((position, profile)) => profile.is_list.then_some(ListOf::Profile(position)),
            None => {
                let names: Vec<String> = shape.field_names().map(str::to_owned).collect();
                self.no_part(part.target, &format!("field `{name}`"), field.name.span, &names);
                return;
            }
        };
        let (Some(list), Some(sign)) = (list, field.sign) else {
            return self.sink.push(problems::without_sign(&field.name));
        };
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(items) = reader.list(&field.value, field.span) else { return };
        let part = part.named(name);
        if sign == ListSign::Replace && self.clashes(part, &self.cell_text(&field.value)) {
            return;
        }
        self.edit_list(id, part, list, sign, items);
    }

    fn edit_list(
        &mut self,
        id: EntityId,
        part: Part<'_>,
        list: ListOf,
        sign: ListSign,
        items: Vec<ListItem>,
    ) {
        // Heirs that replace the list do not follow.
        let unless = |declared: &Declarations<'_>, id: EntityId| {
            let edits = declared.edits.get(&id).map_or(&[][..], Vec::as_slice);
            edits.iter().any(|edit| edit.list == list && edit.sign == ListSign::Replace)
        };
        let part = Part { unless: &unless, ..part };
        let there = self.declared.effective_list(id, list);
        let edits = self.declared.edits.get(&id).map_or(0, Vec::len);
        if there.len() + items.len() > MAX_LIST || edits > MAX_LIST {
            return self.sink.push(problems::list_too_long(part.target, MAX_LIST, part.span));
        }
        let mut kept: Vec<ListItem> = Vec::new();
        for item in items {
            let entry = listed_name(&item.value).unwrap_or("").to_owned();
            let known = there.iter().find(|other| listed_name(&other.value) == Some(&entry));
            let entry_name = format!("{} {entry}", part.name);
            let part = if sign == ListSign::Replace { part } else { part.named(&entry_name) };
            let text = self.text(item.value.span);
            if sign != ListSign::Replace && self.clashes(part, &text) {
                continue;
            }
            let refused = match sign {
                ListSign::Add => known.is_some(),
                ListSign::Remove => known.is_none(),
                ListSign::Replace => false,
            };
            if refused {
                let place = match self.earlier(part.target, part.name) {
                    Some((list, item, span)) => {
                        Some((span, format!("changed here, by item \"{item}\" of \"{list}\"")))
                    }
                    None => known.map(|known| (known.value.span, "it comes from here".to_owned())),
                };
                let adds = sign == ListSign::Add;
                let found = problems::stale_entry(
                    &self.at.item_name,
                    part.target,
                    &entry,
                    adds,
                    item.value.span,
                    place,
                );
                let has: Vec<&str> = there.iter().filter_map(|it| listed_name(&it.value)).collect();
                self.sink.push(match has.is_empty() || adds {
                    true => found,
                    false => found.help(format!("it has {}", has.join(", "))),
                });
                continue;
            }
            let (old, new) = if sign == ListSign::Remove { (&*text, "-") } else { ("-", &*text) };
            self.record(part, old, new);
            let history = step(&item.history, item.value.span, self.how(), part.span);
            kept.push(ListItem { value: item.value.clone(), history });
        }
        if !kept.is_empty() || sign == ListSign::Replace {
            let edit = ListEdit { list, sign, items: kept, span: part.span };
            self.declared.edits.entry(id).or_default().push(edit);
        }
    }

    /// `options - "Great club"`.
    fn drop_options(&mut self, id: EntityId, part: Part<'_>, field: &'t Field) {
        if field.sign != Some(ListSign::Remove) {
            let help = "an option is taken away with `options - \"Name\"`, its price changed with `\"Name\".points 15 -> 20`; a new one stands in the braces of an entry: `remove unit A`, `add unit A { .. option ..}`";
            self.cannot(part.target, "list of options of that kind", field.span, help);
            return;
        }
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(items) = reader.list(&field.value, field.span) else { return };
        for item in items {
            let written = self.text(item.value.span);
            let option = written.trim_matches('"');
            let Some(entity) = self.declared.entity(id) else { return };
            let own = entity.options.iter().find(|own| *own.declaration.name.text == *option);
            let Some(place) = own.map(|own| own.declaration.span) else {
                let names = entity.options.iter();
                let names: Vec<String> =
                    names.map(|own| own.declaration.name.text.to_string()).collect();
                let name = format!("option \"{option}\"");
                self.no_part(part.target, &name, item.value.span, &names);
                continue;
            };
            let name = format!("option \"{option}\"");
            let unless = |declared: &Declarations<'_>, heir: EntityId| {
                declared.entity(heir).is_some_and(|entity| {
                    entity.options.iter().any(|own| *own.declaration.name.text == *option)
                })
            };
            let part = Part { unless: &unless, ..part.named(&name) };
            if self.note(part, &self.text(place), "-")
                && let Some(entity) = self.declared.entity_mut(id)
            {
                entity.options.retain(|own| *own.declaration.name.text != *option);
            }
        }
    }
}
