//! Clauses of entities as targets: which one a label means, those that come and those that go.

use super::apply::{Change, Correct};
use super::problems;
use crate::like::{Body, BodyId, EntityId, MAX_CHAIN, Origin, Reader, written_name};
use crate::names::Node;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{EditChange, Field, ListSign, Name};

impl<'t> Correct<'t, '_> {
    pub(super) fn entity_clause(
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

    pub(super) fn add_clause(
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

    /// `clauses - "slow start"`.
    pub(super) fn drop_clauses(&mut self, id: EntityId, target: &str, field: &'t Field) {
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
}
