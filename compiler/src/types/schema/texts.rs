//! Texts: data quoted in braces must be there to be quoted; `statline` quotes the figures of its kind.

use super::super::checker::Checker;
use super::super::scope::Scope;
use crate::typed::{LocalRole, Type};
use warwright_grammar::tree;
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
                    let mut scope = self.bearer_scope(&[], Some(id));
                    scope.implicit = scope.bearer;
                    self.quoted(scope, text);
                }
            }
        }
        for entity in content.entities.iter().filter(|entity| entity.base.is_none()) {
            let Some(kind) = self.kind_at(entity.kind) else { continue };
            for text in &entity.texts {
                // What is inherited is looked at where it stands.
                if text.plain().is_none() && entity.span.contains(text.span) {
                    let scope = self.scope_of_one(kind, entity.span);
                    self.quoted(scope, text);
                }
            }
        }
        for (position, shape) in content.index.kinds.values().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            for statline in &shape.statlines {
                let scope = self.scope_of_one(kind, statline.span);
                self.quoted(scope, &statline.text);
                self.check_statline_column(kind, statline);
            }
        }
    }

    fn scope_of_one(&self, kind: ir::KindId, span: warwright_grammar::Span) -> Scope {
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        let ty = if closed { Type::Member(kind) } else { Type::Entity(kind) };
        let mut scope = Scope::new();
        let local = scope.add("self", ty, LocalRole::Param, span);
        scope.implicit = Some(local);
        scope
    }

    fn quoted(&mut self, mut scope: Scope, text: &tree::Template) {
        self.words(&mut scope, text);
        self.finish(scope);
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
