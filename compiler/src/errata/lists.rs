//! Lists of entities as targets: entries that come and go, and lists replaced as a whole.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{CellKind, EditChange, Field, ListSign, Name};

use super::apply::{Change, Correct, cell_span, old_span};
use super::{problems, same_spelling};
use crate::like::{EntityId, ListEdit, ListItem, ListOf, MAX_LIST, Reader, listed_name, step};

impl<'t> Correct<'t, '_> {
    /// `abilities A, B -> C`.
    pub(super) fn list_replace(
        &mut self,
        id: EntityId,
        target: &str,
        list: ListOf,
        (old, new): (&'t CellKind, &'t CellKind),
        field: &'t Name,
        change: &'t EditChange,
    ) {
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(olds) = reader.list(old, old_span(old, change)) else { return };
        let Some(news) = reader.list(new, old_span(new, change)) else { return };
        let written = self.cell_text(new);
        if self.clashes(target, &field.text, &written, change.span) {
            return;
        }
        let there = self.declared.effective_list(id, list);
        let same = olds.len() == there.len()
            && olds.iter().all(|old| there.iter().any(|item| self.same_item(old, item)));
        if !same {
            let listed: Vec<String> = there.iter().map(|item| self.text(item.value.span)).collect();
            let there_text = if listed.is_empty() { "-".to_owned() } else { listed.join(", ") };
            let place = there.first().map_or(change.span, |item| item.value.span);
            let expected = self.cell_text(old);
            let replaceable = cell_span(old).is_some().then_some(&*written);
            let spans = (old_span(old, change), place);
            self.stale(target, &field.text, (&expected, &there_text), spans, replaceable);
            return;
        }
        self.edit_list(id, target, list, ListSign::Replace, news, &field.text, change.span);
    }

    fn same_item(&self, one: &ListItem<'t>, other: &ListItem<'t>) -> bool {
        same_spelling(self.sources, one.value.span, other.value.span)
    }

    /// `abilities + Javelins`.
    pub(super) fn list_change(&mut self, id: EntityId, target: &str, field: &'t Field) {
        let Some(entity) = self.declared.entity(id) else { return };
        let Some(shape) = self.index.shape(entity.kind) else { return };
        let name = &*field.name.text;
        let list = match shape.profile(name) {
            _ if name == "abilities" => ListOf::Abilities,
            Some((position, profile)) if profile.is_list => ListOf::Profile(position),
            Some(_) => {
                self.sink.push(problems::without_sign(&field.name));
                return;
            }
            None => {
                let names: Vec<&str> = shape.field_names().collect();
                let part = format!("field `{name}`");
                self.sink.push(problems::unknown_part(target, &part, field.name.span, names));
                return;
            }
        };
        let Some(sign) = field.sign else {
            self.sink.push(problems::without_sign(&field.name));
            return;
        };
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(items) = reader.list(&field.value, field.span) else { return };
        let written = self.cell_text(&field.value);
        if sign == ListSign::Replace && self.clashes(target, name, &written, field.span) {
            return;
        }
        self.edit_list(id, target, list, sign, items, name, field.span);
    }

    #[expect(clippy::too_many_arguments, reason = "one edit of a list has as many parts")]
    fn edit_list(
        &mut self,
        id: EntityId,
        target: &str,
        list: ListOf,
        sign: ListSign,
        items: Vec<ListItem<'t>>,
        name: &str,
        span: Span,
    ) {
        let there = self.declared.effective_list(id, list);
        let edits = self.declared.edits.get(&id).map_or(0, Vec::len);
        if there.len() + items.len() > MAX_LIST || edits > MAX_LIST {
            self.sink.push(problems::list_too_long(target, MAX_LIST, span));
            return;
        }
        let mut kept: Vec<ListItem<'t>> = Vec::new();
        for item in items {
            let entry = listed_name(item.value).unwrap_or("").to_owned();
            let known = there.iter().find(|other| listed_name(other.value) == Some(&entry));
            let part =
                if sign == ListSign::Replace { name.to_owned() } else { format!("{name} {entry}") };
            let text = self.text(item.value.span);
            if sign != ListSign::Replace && self.clashes(target, &part, &text, span) {
                continue;
            }
            let refused = match sign {
                ListSign::Add => known.is_some(),
                ListSign::Remove => known.is_none(),
                ListSign::Replace => false,
            };
            if refused {
                let place = match self.earlier(target, &part) {
                    Some((list, item, span)) => {
                        Some((span, format!("changed here, by item \"{item}\" of \"{list}\"")))
                    }
                    None => known.map(|known| (known.value.span, "it comes from here".to_owned())),
                };
                let adds = sign == ListSign::Add;
                let found = problems::stale_entry(
                    &self.at.item_name,
                    target,
                    &entry,
                    adds,
                    item.value.span,
                    place,
                );
                self.sink.push(found);
                continue;
            }
            let (old, new) = match sign {
                ListSign::Remove => (text, "-".to_owned()),
                _ => ("-".to_owned(), text),
            };
            let heirs = self.list_heirs(id, list);
            self.record(Change { target, part: &part, old, new, span, entity: Some(id), heirs });
            let history = step(&item.history, item.value.span, self.how(), span);
            kept.push(ListItem { value: item.value, history });
        }
        if !kept.is_empty() || sign == ListSign::Replace {
            let edit = ListEdit { list, sign, items: kept, span };
            self.declared.edits.entry(id).or_default().push(edit);
        }
    }

    /// The entities that follow an edit of a list: those that do not replace it.
    fn list_heirs(&mut self, of: EntityId, list: ListOf) -> Vec<EntityId> {
        self.heirs(of, |declared, id| {
            let edits = declared.edits.get(&id).map_or(&[][..], Vec::as_slice);
            edits.iter().any(|edit| edit.list == list && edit.sign == ListSign::Replace)
        })
    }
}
