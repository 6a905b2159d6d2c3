//! Figures: what an army, its pieces and their entities answer when a limit reads one of their fields.

use warwright_grammar::tree::Name;
use warwright_ir::KindBase;

use super::evaluate::{Evaluator, Fault};
use super::value::{Ratio, Value};
use crate::like::{EntityId, Said};
use crate::names::suggest;

impl<'c> Evaluator<'_, 'c> {
    /// `of.name`.
    pub(super) fn field(&mut self, of: &Value<'c>, name: &'c Name) -> Result<Value<'c>, Fault> {
        match of {
            Value::Roster => self.roster_field(name),
            Value::Group(group) => Ok(self.members(Some(*group), name)?),
            Value::Piece(piece) => self.piece_field(*piece, name),
            Value::Entity(entity) => self.entity_field(*entity, name),
            Value::None => Ok(Value::None),
            _ => Err(Fault::new(name.span, format!("this has no field `{}`", name.text))),
        }
    }

    fn roster_field(&mut self, name: &'c Name) -> Result<Value<'c>, Fault> {
        let word = &*name.text;
        match word {
            "budget" => {
                let budget = self.roster.budget.or(self.roster.points).unwrap_or(0);
                Ok(Value::Number(Ratio::whole(budget), None))
            }
            "points" => Ok(Value::Number(Ratio::whole(self.roster.points.unwrap_or(0)), None)),
            "faction" => {
                Ok(self.roster.faction.map_or(Value::None, |faction| Value::Word(&faction.text)))
            }
            "groups" => Ok(Value::List((0..self.roster.groups.len()).map(Value::Group).collect())),
            _ => self.members(None, name),
        }
    }

    /// Pieces of a kind by its plural, of a whole army or of one group and those inside it.
    fn members(&self, group: Option<usize>, name: &'c Name) -> Result<Value<'c>, Fault> {
        let kind = match self.content.index.plural(&name.text) {
            Some((kind, _)) => Some(kind),
            None if &*name.text == "pieces" => None,
            None => {
                let plurals = self
                    .content
                    .index
                    .kinds
                    .values()
                    .filter(|shape| shape.base == KindBase::Piece)
                    .map(|shape| &*shape.plural);
                let known = plurals.chain(["pieces", "budget", "points", "faction", "groups"]);
                let near = suggest(&name.text, known);
                return Err(Fault::new(name.span, format!("an army list has no `{}`", name.text))
                    .meant(near));
            }
        };
        let mut found = Vec::new();
        for (position, piece) in self.roster.pieces.iter().enumerate() {
            let is_kind = kind.is_none_or(|kind| {
                self.content
                    .entity(piece.entity)
                    .is_some_and(|entity| self.content.index.is_a(entity.kind, kind))
            });
            if is_kind && group.is_none_or(|group| self.within(piece.group, group)) {
                found.push(Value::Piece(position));
            }
        }
        Ok(Value::List(found))
    }

    fn within(&self, group: Option<usize>, outer: usize) -> bool {
        let mut at = group;
        while let Some(group) = at {
            if group == outer {
                return true;
            }
            // Outer groups come first, so this ends.
            at = self.roster.groups.get(group).and_then(|group| group.within);
        }
        false
    }

    fn piece_field(&mut self, piece: usize, name: &'c Name) -> Result<Value<'c>, Fault> {
        let Some(found) = self.roster.pieces.get(piece) else { return Ok(Value::None) };
        let entity = found.entity;
        match &*name.text {
            "card" => Ok(Value::Entity(self.declared(entity))),
            "name" if found.name.is_some() => {
                Ok(found.name.map_or(Value::None, |name| Value::Word(&name.text)))
            }
            "group" => Ok(found.group.map_or(Value::None, Value::Group)),
            _ => self.entity_field(entity, name),
        }
    }

    /// The declared entity behind a variant; a form stays what it is.
    fn declared(&self, id: EntityId) -> EntityId {
        match self.content.entity(id) {
            Some(entity) if entity.form.is_none() => entity.base.unwrap_or(id),
            _ => id,
        }
    }

    fn entity_field(&mut self, id: EntityId, name: &'c Name) -> Result<Value<'c>, Fault> {
        let content = self.content;
        let Some(entity) = content.entity(id) else { return Ok(Value::None) };
        let Some(shape) = content.index.shape(entity.kind) else { return Ok(Value::None) };
        let word = &*name.text;
        if word == "abilities" {
            let items = entity
                .abilities
                .iter()
                .filter_map(|item| crate::like::listed_name(item.value).map(Value::Word));
            return Ok(Value::List(items.collect()));
        }
        if let Some((position, profile)) = shape.profile(word) {
            let given = entity.fields.get(position).and_then(Option::as_ref);
            return match given.map(|given| &given.said) {
                Some(Said::Value(expr)) => self.apart(expr),
                Some(Said::Number(number)) => Ok(Value::Number(Ratio::whole(number.0), None)),
                Some(Said::Nothing(_)) => Ok(Value::None),
                Some(Said::Yes(_)) => Ok(Value::Bool(true)),
                Some(Said::List(list)) => {
                    let items = &list.0;
                    let values: Result<Vec<_>, Fault> =
                        items.iter().map(|item| self.apart(item.value)).collect();
                    values.map(Value::List)
                }
                Some(Said::Default(_)) | None => match &profile.declaration.default {
                    Some(default) => self.apart(default),
                    None => Ok(Value::None),
                },
            };
        }
        if word == "name" {
            return Ok(Value::Text(self.title(id)));
        }
        if word == "faction" {
            return Ok(entity.faction.map_or(Value::None, |faction| Value::Word(&faction.text)));
        }
        if let Some(derive) = shape.derives.iter().find(|derive| &*derive.name.text == word) {
            return self.with_self(Value::Entity(id), &derive.value);
        }
        if shape.states.iter().any(|state| &*state.name.text == word) {
            let words = format!("`{word}` is state, and a roster has no state yet");
            return Err(Fault::new(name.span, words));
        }
        let near = suggest(word, shape.field_names().chain(["name", "faction", "card"]));
        let words = format!("{} has no field `{word}`", crate::like::a(shape.name));
        Err(Fault::new(name.span, words).meant(near))
    }

    fn title(&self, id: EntityId) -> String {
        self.content
            .entity(self.declared(id))
            .map_or_else(String::new, |entity| entity.title.to_string())
    }
}
