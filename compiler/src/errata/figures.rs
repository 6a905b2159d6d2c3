//! Figures of entities as targets: their fields, and the prices of their options.

use super::apply::{Correct, Part, Written};
use super::problems;
use crate::like::{Declarations, Given, ListOf, Reader, Said, step};
use crate::names::KindShape;
use crate::provenance::EntityId;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{CellKind, Name};

impl<'t> Correct<'t, '_> {
    /// `points 310 -> 325`, `attack 5 5/4 -> 5 6/4`.
    pub(super) fn field(
        &mut self,
        id: EntityId,
        part: Part<'_>,
        field: &'t Name,
        (old, new): (&'t CellKind, &'t CellKind),
    ) {
        let Some(entity) = self.declared.entity(id) else { return };
        let Some(shape) = self.index.shape(entity.kind).cloned() else { return };
        let list = match shape.profile(&field.text) {
            _ if &*field.text == "abilities" => Some(ListOf::Abilities),
            Some((position, profile)) => profile.is_list.then_some(ListOf::Profile(position)),
            None => None,
        };
        if let Some(list) = list {
            self.list_replace(id, part, list, (old, new));
            return;
        }
        let Some((olds, news)) = self.values(&shape, field, part, (old, new)) else { return };
        let (old, new) = (self.written_cell(old, part.span), self.written_cell(new, part.span));
        if self.clashes(part, &new.text) {
            return;
        }
        if new.text.starts_with('+') && !old.text.starts_with('+') {
            return self.sink.push(problems::change_for_a_value(&old.text, &new.text, new.place));
        }
        let own = self.declared.entity(id).map_or(Span::default(), |entity| entity.name);
        let there: Vec<Written> =
            olds.iter().map(|(profile, _)| self.stands(id, &shape, *profile, own)).collect();
        let place = there.first().map_or(own, |first| first.place);
        let is_there = |((profile, old), there): (&(usize, Given), &Written)| {
            let given = self.declared.effective(id, *profile).map(|(given, _)| &given.said);
            match old.said {
                Said::Default(_) => matches!(given, None | Some(Said::Default(_))),
                _ => self.same(&self.said(old), there),
            }
        };
        if olds.len() != news.len() || !olds.iter().zip(&there).all(is_there) {
            let offered = (new.text.as_str(), old.is_spelt);
            let there = in_a_row(&there);
            self.stale(part, (&old.text, &there), (old.place, place), offered);
            return;
        }
        let differs = |((_, old), (_, new)): &(&(usize, Given), &(usize, Given))| {
            !self.same(&self.said(old), &self.said(new))
        };
        let differ: Vec<(usize, Given)> =
            olds.iter().zip(&news).filter(differs).map(|(_, new)| new.clone()).collect();
        if differ.is_empty() {
            return self.sink.push(problems::same_value(part.name, &old.text, part.span));
        }
        let unless = |declared: &Declarations<'_>, heir: EntityId| {
            declared.entity(heir).is_some_and(|entity| {
                let own = |(profile, _): &(usize, _)| {
                    entity.fields.get(*profile).is_some_and(Option::is_some)
                };
                differ.iter().any(own)
            })
        };
        self.record(Part { unless: &unless, ..part }, &old.text, &new.text);
        for (profile, given) in differ {
            self.correct(id, profile, given, place, part.span);
        }
    }

    /// Gives an entity another figure, which keeps where the one before it came from: `place`, where it had none.
    fn correct(&mut self, id: EntityId, profile: usize, mut given: Given, place: Span, by: Span) {
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
        part: Part<'_>,
        (old, new): (&'t CellKind, &'t CellKind),
    ) -> Option<(Vec<(usize, Given)>, Vec<(usize, Given)>)> {
        let mut read = [Vec::new(), Vec::new()];
        for (cell, read) in [old, new].into_iter().zip(&mut read) {
            let span = cell.span().unwrap_or(part.span);
            let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
            if let Some((_, column)) = shape.column(&field.text) {
                if !reader.column(shape, column, cell, span, read) {
                    return None;
                }
            } else if let Some((position, _)) = shape.profile(&field.text) {
                read.push((position, reader.scalar(&field.text, cell, span)?));
            } else {
                let names: Vec<&str> = shape.field_names().collect();
                let near = crate::wording::suggest(&field.text, &names);
                let known = near.map_or_else(
                    || names.iter().map(|it| (*it).to_owned()).collect(),
                    |near| vec![near],
                );
                let name = format!("field `{}`", field.text);
                self.no_part(&format!("a {}", shape.name), &name, field.span, &known);
                return None;
            }
        }
        let [olds, news] = read;
        Some((olds, news))
    }

    /// What an entity says of a profile; `own` is its own place, where it says nothing.
    fn stands(&self, id: EntityId, shape: &KindShape<'t>, profile: usize, own: Span) -> Written {
        let given = self.declared.effective(id, profile).map(|(given, _)| given);
        let declared = shape.profiles.get(profile);
        let default = declared.and_then(|profile| profile.declaration.default.as_ref());
        match given {
            Some(given) if !matches!(given.said, Said::Default(_)) => self.said(given),
            _ => {
                let place = given.map(Given::span);
                let place = place.or_else(|| declared.map(|profile| profile.name.span));
                let place = place.unwrap_or(own);
                match default {
                    Some(default) => self.written(default.span),
                    None => Written { text: "not given".to_owned(), place, is_spelt: false },
                }
            }
        }
    }

    /// What is said of a profile, as it would be written.
    fn said(&self, given: &Given) -> Written {
        let text = match &given.said {
            Said::Figure { .. } | Said::Value(_) | Said::List(_) => {
                return self.written(given.span());
            }
            Said::Nothing(_) => "-".to_owned(),
            Said::Yes(_) => "yes".to_owned(),
            Said::Default(_) => "default".to_owned(),
            Said::Number(number) => number.0.to_string(),
        };
        Written { text, place: given.span(), is_spelt: false }
    }

    /// `"Great club".points 15 -> 20`.
    pub(super) fn price(
        &mut self,
        id: EntityId,
        part: Part<'_>,
        option: &'t Name,
        (old, new): (&'t CellKind, &'t CellKind),
    ) {
        let Some(entity) = self.declared.entity(id) else { return };
        let mut options = entity.options.iter();
        let Some(position) = options.position(|it| it.declaration.name.text == option.text) else {
            let names = entity.options.iter().map(|it| it.declaration.name.text.to_string());
            let names: Vec<String> = names.collect();
            self.no_part(part.target, &format!("option \"{}\"", option.text), option.span, &names);
            return;
        };
        let Some(given) = entity.options.get(position).cloned() else { return };
        let Some(price) = new.single() else {
            let help = "a price is one whole number: `\"option\".points 15 -> 20`";
            self.cannot(part.target, "such price", part.span, help);
            return;
        };
        let there = match given.price {
            Some(price) => self.written(price.span),
            None => Written {
                text: "not given".to_owned(),
                place: given.declaration.name.span,
                is_spelt: false,
            },
        };
        let unless = |declared: &Declarations<'_>, heir: EntityId| {
            declared.entity(heir).is_some_and(|entity| {
                entity.options.iter().any(|own| own.declaration.name.text == option.text)
            })
        };
        let name = format!("the price of \"{}\"", option.text);
        let part = Part { unless: &unless, ..part.named(&name) };
        let written = [self.written_cell(old, part.span), self.written(price.span), there];
        if !self.fits(part, &written, true) {
            return;
        }
        let declared = given.price.map_or(given.declaration.span, |price| price.span);
        let history = step(&given.history, declared, self.how(), part.span);
        let slot = self.declared.entity_mut(id).and_then(|e| e.options.get_mut(position));
        if let Some(slot) = slot {
            slot.price = Some(price);
            slot.history = history;
        }
    }
}

/// The parts of `5 5/4` as the cell has them.
fn in_a_row(parts: &[Written]) -> String {
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push(if at == 1 && parts.len() > 2 { ' ' } else { '/' });
        }
        text.push_str(&part.text);
    }
    text
}
