//! Entities as targets: edits of fields, lists, clauses and option prices of units, cards and the like.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{CellKind, EditChange, EditIn, EditKind, Field, ListSign, Name};

use super::apply::{Change, Correct, cell_span, old_span};
use super::{problems, same_spelling};
use crate::like::{
    Body, BodyId, Declarations, EntityId, Given, ListOf, MAX_CHAIN, Origin, Reader, Said, step,
    written_name,
};
use crate::names::{KindIndex, KindShape, Node};

impl<'t> Correct<'t, '_> {
    /// Makes the changes of an edit in one entity.
    pub(super) fn entity(&mut self, kind: KindIndex, edit: &'t EditIn, name: &'t Name) {
        let word = &*edit.word.text;
        let Some(id) = self.target(kind, &edit.word, name, edit.of.as_ref(), name.span) else {
            return;
        };
        let Some(id) = self.form(id, edit) else { return };
        let target = self.called(word, id);
        for change in &edit.changes {
            match &edit.clause {
                Some(label) => self.entity_clause(id, &target, label, change),
                None => self.entity_change(id, &target, change),
            }
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
                let mut names: Vec<&str> = self
                    .declared
                    .by_name
                    .iter()
                    .filter(|(_, ids)| {
                        ids.iter().any(|id| {
                            self.declared.entity(*id).is_some_and(|entity| entity.kind == kind)
                        })
                    })
                    .map(|(name, _)| *name)
                    .collect();
                names.sort_unstable();
                self.sink.push(problems::unknown_target(&word.text, name, of, names));
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
            .filter_map(|id| Some((self.declared.entity(*id)?.form?, *id)))
            .collect();
        let found = forms.iter().find(|(name, _)| *name == &*form.text).map(|(_, id)| *id);
        if found.is_none() {
            let target = format!("\"{}\"", entity.title);
            let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
            let part = format!("form \"{}\"", form.text);
            self.sink.push(problems::unknown_part(&target, &part, form.span, names));
        }
        found
    }

    fn entity_change(&mut self, id: EntityId, target: &str, change: &'t EditChange) {
        match &change.kind {
            EditKind::Replace { field, old, new } => match field.as_slice() {
                [field] => self.field(id, target, field, (old, new), change),
                [option, field] if &*field.text == "points" => {
                    self.price(id, target, option, (old, new), change);
                }
                [first, ..] => {
                    let found = problems::cannot(
                        target,
                        "part of that name",
                        first.span,
                        "write the field alone, or `\"option\".points 15 -> 20`",
                    );
                    self.sink.push(found);
                }
                [] => {}
            },
            EditKind::List(field) if &*field.name.text == "clauses" => {
                self.drop_clauses(id, target, field);
            }
            EditKind::List(field) => self.list_change(id, target, field),
            EditKind::AddClauses(clauses) => {
                for clause in clauses {
                    self.add_clause(id, target, clause);
                }
            }
            EditKind::Error => {}
            _ => {
                let found = problems::cannot(
                    target,
                    "such part",
                    change.span,
                    "an entity has fields, lists and clauses: `points 310 -> 325`, `abilities + A`, `clauses - \"label\"`",
                );
                self.sink.push(found);
            }
        }
    }

    /// `points 310 -> 325`, `attack 5 5/4 -> 5 6/4`.
    fn field(
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
        for (profile, mut given) in news {
            if differs.contains(&profile) {
                let before = self.declared.effective(id, profile);
                let (history, declared) = match before {
                    Some((before, _)) => (before.history.clone(), before.span()),
                    None => (None, place),
                };
                given.history = step(&history, declared, self.how(), change.span);
                let entity = self.declared.entity_mut(id);
                if let Some(slot) = entity.and_then(|entity| entity.fields.get_mut(profile)) {
                    *slot = Some(given);
                }
            }
        }
        self.record(edit);
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
    fn price(
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

    /// `clauses - "slow start"`.
    fn drop_clauses(&mut self, id: EntityId, target: &str, field: &'t Field) {
        if field.sign != Some(ListSign::Remove) {
            self.sink.push(problems::cannot(
                target,
                "list of clauses of that kind",
                field.span,
                "take one away with `clauses - \"label\"`, add some with `clauses + { .. }`",
            ));
            return;
        }
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let Some(items) = reader.list(&field.value, field.span) else { return };
        for item in items {
            let Some(label) = written_name(item.value) else { continue };
            let Some((body, position, span)) = self.find_clause(id, target, label, item.value.span)
            else {
                continue;
            };
            let part = format!("clause \"{label}\"");
            let edit = Change {
                target,
                part: &part,
                old: self.text(span),
                new: "-".to_owned(),
                span: field.span,
                entity: Some(id),
                heirs: self.heirs(id, |_, _| false),
            };
            if self.free(&edit) {
                if let Some(body) = self.declared.bodies.get_mut(body.0 as usize) {
                    body.clauses.remove(position);
                }
                self.record(edit);
            }
        }
    }

    fn add_clause(
        &mut self,
        id: EntityId,
        target: &str,
        clause: &'t warwright_grammar::tree::Clause,
    ) {
        let label = clause.label().and_then(|label| label.text.plain()).unwrap_or("");
        let part = format!("clause \"{label}\"");
        let edit = Change {
            target,
            part: &part,
            old: "-".to_owned(),
            new: self.text(clause.span()),
            span: clause.span(),
            entity: Some(id),
            heirs: self.heirs(id, |_, _| false),
        };
        if !self.free(&edit) {
            return;
        }
        let how = self.how();
        self.changed.insert(clause.span(), vec![Origin { how, span: clause.span() }]);
        let own = self.declared.entity(id).and_then(|entity| entity.bodies.last().copied());
        let body = own.and_then(|body| self.declared.bodies.get_mut(body.0 as usize));
        match body {
            Some(body) => body.clauses.push(Node::Written(clause)),
            None => {
                let body = BodyId(u32::try_from(self.declared.bodies.len()).unwrap_or(u32::MAX));
                let clauses = vec![Node::Written(clause)];
                let span = clause.span();
                self.declared.bodies.push(Body { owner: id, clauses, states: Vec::new(), span });
                if let Some(entity) = self.declared.entity_mut(id) {
                    entity.bodies.push(body);
                }
            }
        }
        self.record(edit);
    }

    fn entity_clause(
        &mut self,
        id: EntityId,
        target: &str,
        label: &'t Name,
        change: &'t EditChange,
    ) {
        let Some((body, position, _)) = self.find_clause(id, target, &label.text, label.span)
        else {
            return;
        };
        let clause = self
            .declared
            .bodies
            .get(body.0 as usize)
            .and_then(|body| body.clauses.get(position))
            .cloned();
        let Some(mut clause) = clause else { return };
        let heirs = self.heirs(id, |_, _| false);
        if self.clause(target, &label.text, &mut clause, change, Some(id), heirs)
            && let Some(body) = self.declared.bodies.get_mut(body.0 as usize)
            && let Some(slot) = body.clauses.get_mut(position)
        {
            *slot = clause;
        }
    }

    /// The clause of that label among an entity's own; inherited ones are reported.
    fn find_clause(
        &mut self,
        id: EntityId,
        target: &str,
        label: &str,
        span: Span,
    ) -> Option<(BodyId, usize, Span)> {
        let in_bodies = |correct: &Self, id: EntityId| {
            let mut bodies = correct.declared.entity(id)?.bodies.iter().copied();
            bodies.find_map(|body| {
                let clauses = &correct.declared.bodies.get(body.0 as usize)?.clauses;
                let at = clauses.iter().position(|clause| {
                    clause.label().and_then(|found| found.text.plain()) == Some(label)
                })?;
                Some((body, at, clauses.get(at)?.span()))
            })
        };
        if let Some(found) = in_bodies(self, id) {
            return Some(found);
        }
        let title = self.declared.entity(id).map_or("", |entity| &*entity.title).to_owned();
        let mut at = self.declared.source(id);
        for _ in 0..=MAX_CHAIN {
            let Some(source) = at else { break };
            if let Some((_, _, place)) = in_bodies(self, source) {
                let owner = self.declared.entity(source).map_or("", |entity| &*entity.title);
                let found = problems::inherited_clause(&title, owner, label, span, place);
                self.sink.push(found);
                return None;
            }
            at = self.declared.source(source);
        }
        let labels: Vec<String> = self
            .declared
            .entity(id)
            .map(|entity| entity.bodies.clone())
            .unwrap_or_default()
            .iter()
            .filter_map(|body| self.declared.bodies.get(body.0 as usize))
            .flat_map(|body| &body.clauses)
            .filter_map(|clause| Some(format!("\"{}\"", clause.label()?.text.plain()?)))
            .collect();
        let part = format!("clause \"{label}\"");
        let labels = labels.iter().map(String::as_str);
        self.sink.push(problems::unknown_part(target, &part, span, labels));
        None
    }

    /// The entities that follow an edit, being like its target and not saying it themselves.
    pub(super) fn heirs(
        &mut self,
        of: EntityId,
        says: impl Fn(&Declarations<'t>, EntityId) -> bool,
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
