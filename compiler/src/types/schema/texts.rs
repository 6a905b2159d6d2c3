//! Texts: data quoted in braces must be there to be quoted; `statline` quotes the figures of its kind.

use super::super::checker::Checker;
use super::super::scope::Scope;
use crate::typed::{LocalRole, Type};
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The texts of abilities, entities and kinds.
    pub(super) fn check_texts(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.abilities {
            let ability: &'a tree::Ability = declared;
            let Some(id) = self.vocabulary.abilities.get(*name).copied() else { continue };
            for member in &ability.body {
                if let tree::Member::Text(text) = member
                    && text.plain().is_none()
                {
                    self.scope = self.bearer_scope(&[], Some(id));
                    self.scope.implicit = self.scope.bearer;
                    self.quoted(text);
                }
            }
        }
        for entity in content.entities.iter().filter(|entity| entity.base.is_none()) {
            let Some(kind) = self.kind_at(entity.kind) else { continue };
            for text in &entity.texts {
                // What is inherited is looked at where it stands.
                if text.plain().is_none() && entity.span.contains(text.span) {
                    self.enter_one(kind, entity.span);
                    self.quoted(text);
                }
            }
        }
        for (position, shape) in content.index.kinds.values().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            for statline in &shape.statlines {
                self.enter_one(kind, statline.span);
                self.quoted(&statline.text);
                self.check_statline_column(kind, statline);
            }
        }
    }

    fn enter_one(&mut self, kind: ir::KindId, span: Span) {
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        let ty = if closed { Type::Member(kind) } else { Type::Entity(kind) };
        self.scope = Scope::new();
        let local = self.scope.add("self", ty, LocalRole::Param, span);
        self.scope.implicit = Some(local);
    }

    fn quoted(&mut self, text: &tree::Template) {
        self.words(text);
        self.finish();
    }

    fn check_statline_column(&mut self, kind: ir::KindId, statline: &tree::Statline) {
        let known: Vec<String> = self
            .vocabulary
            .kind(kind)
            .map(|names| names.columns.keys().map(ToString::to_string).collect())
            .unwrap_or_default();
        if !known.iter().any(|column| **column == *statline.name.text) {
            let what = format!("printed column of {}", self.kind_name(kind));
            self.unknown_among(&statline.name, &what, &known);
        }
    }
}
