//! Figures of entities as targets: their fields, and the prices of their options.

use super::apply::{Change, Correct, cell_span, old_span};
use super::{problems, same_spelling};
use crate::like::{EntityId, Given, ListOf, Reader, Said, step};
use crate::names::KindShape;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{CellKind, EditChange, Name};

impl<'t> Correct<'t, '_> {
    /// `points 310 -> 325`, `attack 5 5/4 -> 5 6/4`.
    pub(super) fn field(
        &mut self,
        id: EntityId,
        target: &str,
        field: &'t Name,
        (old, new): (&'t CellKind, &'t CellKind),
        change: &'t EditChange,
    ) {
        let Some(entity) = self.declared.entity(id) else { return };
        let Some(shape) = self.index.shape(entity.kind) else { return };
        let shape = shape.clone();
        if &*field.text == "abilities" {
            self.list_replace(id, target, ListOf::Abilities, (old, new), field, change);
            return;
        }
        let profile =
            shape.profile(&field.text).map(|(position, profile)| (position, profile.is_list));
        if let Some((position, true)) = profile {
            self.list_replace(id, target, ListOf::Profile(position), (old, new), field, change);
            return;
        }
        let Some((olds, news)) = self.values(&shape, field, (old, new), change) else { return };
        let written = self.cell_text(new);
        if self.clashes(target, &field.text, &written, change.span) {
            return;
        }
        if written.starts_with('+') && !self.cell_text(old).starts_with('+') {
            let span = cell_span(new).unwrap_or(change.span);
            self.sink.push(problems::change_for_a_value(&self.cell_text(old), &written, span));
            return;
        }
        let fits = olds.len() == news.len()
            && olds.iter().all(|(profile, given)| self.is_there(id, &shape, *profile, given));
        let part = &*field.text;
        let place = self.place(id, &shape, &olds);
        if !fits {
            let there = self.there(id, &shape, &olds);
            let expected = self.cell_text(old);
            let replaceable = cell_span(old).is_some().then_some(&*written);
            let spans = (old_span(old, change), place);
            self.stale(target, part, (&expected, &there), spans, replaceable);
            return;
        }
        let (old_text, new_text) = (self.cell_text(old), self.cell_text(new));
        let differs: Vec<usize> = olds
            .iter()
            .zip(&news)
            .filter(|((_, old), (_, new))| !self.same_said(old, new))
            .map(|((profile, _), _)| *profile)
            .collect();
        if differs.is_empty() {
            self.sink.push(problems::same_value(part, &old_text, change.span));
            return;
        }
        let heirs = self.heirs(id, |declared, heir| {
            declared.entity(heir).is_some_and(|entity| {
                differs
                    .iter()
                    .any(|profile| entity.fields.get(*profile).is_some_and(Option::is_some))
            })
        });
        let edit = Change {
            target,
            part,
            old: old_text,
            new: new_text,
            span: change.span,
            entity: Some(id),
            heirs,
        };
        if !self.free(&edit) {
            return;
        }
        for (profile, given) in news.into_iter().filter(|(profile, _)| differs.contains(profile)) {
            self.correct(id, profile, given, place, change.span);
        }
        self.record(edit);
    }

    /// Gives an entity another figure, which keeps where the one before it came from: `place`, where it had none.
    fn correct(
        &mut self,
        id: EntityId,
        profile: usize,
        mut given: Given<'t>,
        place: Span,
        by: Span,
    ) {
        let (history, declared) = match self.declared.effective(id, profile) {
            Some((before, _)) => (before.history.clone(), before.span()),
            None => (None, place),
        };
        given.history = step(&history, declared, self.how(), by);
        let entity = self.declared.entity_mut(id);
        if let Some(slot) = entity.and_then(|entity| entity.fields.get_mut(profile)) {
            *slot = Some(given);
        }
    }

    /// The old and the new values of a field by profile.
    #[expect(clippy::type_complexity, reason = "two lists of the same shape")]
    fn values(
        &mut self,
        shape: &KindShape<'t>,
        field: &'t Name,
        (old, new): (&'t CellKind, &'t CellKind),
        change: &'t EditChange,
    ) -> Option<(Vec<(usize, Given<'t>)>, Vec<(usize, Given<'t>)>)> {
        let mut read = [Vec::new(), Vec::new()];
        for (cell, read) in [old, new].into_iter().zip(&mut read) {
            let span = old_span(cell, change);
            let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
            if let Some((_, column)) = shape.column(&field.text) {
                if !reader.column(shape, column, cell, span, read) {
                    return None;
                }
            } else if let Some((position, _)) = shape.profile(&field.text) {
                read.push((position, reader.scalar(&field.text, cell, span)?));
            } else {
                let names: Vec<&str> = shape.field_names().collect();
                let part = format!("field `{}`", field.text);
                let target = format!("a {}", shape.name);
                let near = crate::names::suggest(&field.text, names.iter().copied());
                let candidates: Vec<&str> = match &near {
                    Some(near) => vec![near],
                    None => names,
                };
                self.sink.push(problems::unknown_part(&target, &part, field.span, candidates));
                return None;
            }
        }
        let [olds, news] = read;
        Some((olds, news))
    }

    /// Whether an entity has what is expected of a profile.
    fn is_there(
        &self,
        id: EntityId,
        shape: &KindShape<'t>,
        profile: usize,
        expected: &Given<'t>,
    ) -> bool {
        let default =
            shape.profiles.get(profile).and_then(|profile| profile.declaration.default.as_ref());
        let there = self.declared.effective(id, profile).map(|(given, _)| given);
        match there.map(|given| &given.said) {
            None | Some(Said::Default(_)) => match (&expected.said, default) {
                (Said::Default(_), _) => true,
                (Said::Value(expr), Some(default)) => {
                    same_spelling(self.sources, expr.span, default.span)
                }
                _ => false,
            },
            Some(_) => there.is_some_and(|there| self.same_said(there, expected)),
        }
    }

    fn same_said(&self, one: &Given<'t>, other: &Given<'t>) -> bool {
        match (&one.said, &other.said) {
            (Said::Default(_), Said::Default(_))
            | (Said::Nothing(_), Said::Nothing(_))
            | (Said::Yes(_), Said::Yes(_)) => true,
            (Said::Value(one), Said::Value(other)) => {
                same_spelling(self.sources, one.span, other.span)
            }
            _ => false,
        }
    }

    /// Where the first of some values stands.
    fn place(&self, id: EntityId, shape: &KindShape<'t>, of: &[(usize, Given<'t>)]) -> Span {
        let own = self.declared.entity(id).map_or_else(Span::default, |entity| entity.name);
        let Some((profile, _)) = of.first() else { return own };
        match self.declared.effective(id, *profile) {
            Some((given, _)) => given.span(),
            None => shape.profiles.get(*profile).map_or(own, |profile| profile.name.span),
        }
    }

    /// What an entity says of some profiles, as it would be written.
    fn there(&self, id: EntityId, shape: &KindShape<'t>, of: &[(usize, Given<'t>)]) -> String {
        let mut text = String::new();
        for (at, (profile, _)) in of.iter().enumerate() {
            if at > 0 {
                // The parts of `5 5/4` as the cell has them.
                text.push(if at == 1 && of.len() > 2 { ' ' } else { '/' });
            }
            let given = self.declared.effective(id, *profile).map(|(given, _)| given);
            text.push_str(&match given.map(|given| &given.said) {
                Some(Said::Value(expr)) => self.text(expr.span),
                Some(Said::Nothing(_)) => "-".to_owned(),
                Some(Said::Yes(_)) => "yes".to_owned(),
                Some(Said::Number(number)) => number.0.to_string(),
                Some(Said::List(_)) => given.map_or(String::new(), |given| self.text(given.span())),
                None | Some(Said::Default(_)) => {
                    let profile = shape.profiles.get(*profile);
                    match profile.and_then(|profile| profile.declaration.default.as_ref()) {
                        Some(default) => self.text(default.span),
                        None => "not given".to_owned(),
                    }
                }
            });
        }
        text
    }

    /// `"Great club".points 15 -> 20`.
    pub(super) fn price(
        &mut self,
        id: EntityId,
        target: &str,
        option: &'t Name,
        (old, new): (&'t CellKind, &'t CellKind),
        change: &'t EditChange,
    ) {
        let Some(entity) = self.declared.entity(id) else { return };
        let position =
            entity.options.iter().position(|given| given.declaration.name.text == option.text);
        let Some((position, given)) =
            position.and_then(|at| Some((at, entity.options.get(at)?.clone())))
        else {
            let names: Vec<&str> =
                entity.options.iter().map(|given| &*given.declaration.name.text).collect();
            let part = format!("option \"{}\"", option.text);
            self.sink.push(problems::unknown_part(target, &part, option.span, names));
            return;
        };
        let part = format!("the price of \"{}\"", option.text);
        let (old_text, new_text) = (self.cell_text(old), self.cell_text(new));
        let Some(new_price) = new.single() else {
            let help = "a price is one whole number: `\"option\".points 15 -> 20`";
            self.sink.push(problems::cannot(target, "such price", change.span, help));
            return;
        };
        if self.clashes(target, &part, &new_text, change.span) {
            return;
        }
        let there = given.price.map(|price| price.span);
        let fits = match (there, old.single()) {
            (Some(there), Some(old)) => same_spelling(self.sources, there, old.span),
            _ => false,
        };
        if !fits {
            let there_text = there.map_or("not given".to_owned(), |span| self.text(span));
            let place = there.unwrap_or(given.declaration.name.span);
            let spans = (old_span(old, change), place);
            self.stale(target, &part, (&old_text, &there_text), spans, Some(&new_text));
            return;
        }
        let edit = Change {
            target,
            part: &part,
            old: old_text,
            new: new_text,
            span: change.span,
            entity: Some(id),
            heirs: self.heirs(id, |declared, heir| {
                declared.entity(heir).is_some_and(|entity| {
                    entity.options.iter().any(|own| own.declaration.name.text == option.text)
                })
            }),
        };
        if !self.free(&edit) {
            return;
        }
        let declared = there.unwrap_or(given.declaration.span);
        let history = step(&given.history, declared, self.how(), change.span);
        let slot = self.declared.entity_mut(id).and_then(|e| e.options.get_mut(position));
        if let Some(slot) = slot {
            slot.price = Some(new_price);
            slot.history = history;
        }
        self.record(edit);
    }
}
