//! Ways from what is at hand to what is wanted: takes a type and one that would fit, gives the fields that lead there, in the
//! author's words. For messages alone.

use super::super::checker::{Checker, bare};
use super::super::vocabulary::Attribute;
use super::{fits, item_type};
use crate::typed::{Expr, ExprKind, KindDef, Type, each_expr};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

/// So many ways are told.
const MOST_WAYS: usize = 5;

impl Checker<'_> {
    /// What leads from a value to one of a type: `u.hex` of a unit, where a cell is wanted.
    pub(super) fn ways(&self, from: &Type, source: &str, to: &Type) -> Vec<String> {
        let simple = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let (Type::Entity(kind) | Type::Member(kind)) = from else { return Vec::new() };
        if !source.chars().all(simple) {
            return Vec::new();
        }
        let names = self.attribute_names(*kind);
        let there = |name: &String| {
            self.attribute_type(*kind, name).is_some_and(|ty| fits(bare(&ty), bare(to)))
        };
        let player = self
            .facts
            .player
            .filter(|it| it != kind && self.has_owner(*kind) && fits(&Type::Entity(*it), bare(to)));
        let own = names.iter().filter(|name| there(name)).map(|name| format!("{source}.{name}"));
        own.chain(player.map(|_| format!("{source}.player"))).collect()
    }

    /// The values at hand of a type, and the fields of others that are.
    pub(super) fn at_hand(&self, wanted: &Type) -> Vec<String> {
        let ty = |name: &str| self.scope.peek(name).map(|id| self.scope.ty(id));
        let mut found: Vec<String> = Vec::new();
        for name in self.scope.names() {
            let here = ty(name).filter(|_| !found.iter().any(|it| it == name));
            if here.is_some_and(|ty| fits(bare(&ty), wanted)) {
                found.push(name.to_owned());
            }
        }
        if found.is_empty() {
            let mut ways: Vec<String> = self
                .scope
                .names()
                .filter_map(|name| Some(self.ways(bare(&ty(name)?), name, wanted)))
                .flatten()
                .collect();
            ways.dedup();
            found = ways;
        }
        if let (true, Type::Entity(kind)) = (found.is_empty(), wanted) {
            let all = self.vocabulary.plurals.iter().find(|(_, id)| *id == kind);
            found.extend(all.map(|(name, _)| format!("one of `{name}`")));
        }
        found
    }

    /// Offers the ways, the only one as an edit.
    pub(super) fn with_ways(&self, found: Diagnostic, ways: &[String], span: Span) -> Diagnostic {
        match ways {
            [] => found,
            [way] => found.fix(format!("did you mean `{way}`?"), span, way.clone()),
            _ => {
                let told = ways.iter().take(MOST_WAYS).map(|way| format!("`{way}`"));
                let more = if ways.len() > MOST_WAYS { ", .." } else { "" };
                found.help(format!("one of {}{more}", told.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    /// What makes a condition of what is none.
    pub(super) fn asked(&self, found: Diagnostic, value: &Expr, source: &str) -> Diagnostic {
        match (&value.ty, &value.kind) {
            (_, ExprKind::Text(_)) => found.help(
                "`true` or `false` stands here, or what asks something; a label follows the condition: `when CONDITION \"label\"`",
            ),
            (Type::Optional(_), _) => found.fix(
                format!("whether there is one reads `{source} is not none`; `{source} is some x` gives it a name"),
                value.span,
                format!("{source} is not none"),
            ),
            (Type::Set(_) | Type::List(_), _) => found.fix(
                format!("whether there are any reads `{source} is not empty`"),
                value.span,
                format!("{source} is not empty"),
            ),
            (Type::Int { .. }, _) => found.help(format!("compare it: `{source} > 0`")),
            _ if item_type(&value.ty).is_some() => found,
            (ty, _) => self.with_ways(found, &self.ways(bare(ty), source, &Type::Bool), value.span),
        }
    }

    /// Whether things of a kind have a player.
    fn has_owner(&self, kind: ir::KindId) -> bool {
        self.typed.kinds.get(kind).is_some_and(KindDef::has_owner)
    }

    /// The type of a profile, a state or a derived fact.
    pub(super) fn attribute_type(&self, kind: ir::KindId, name: &str) -> Option<Type> {
        match self.vocabulary.attribute(kind, name)? {
            Attribute::Profile(id) => self.typed.profiles.get(id).map(|it| it.ty.clone()),
            Attribute::State(id) => self.typed.fields.get(id).map(|it| it.ty.clone()),
            Attribute::Derived(id) => Some(self.function_type(id)),
            Attribute::Asks(_) | Attribute::Does(_) => None,
        }
    }

    /// The states from which a derived fact is worked out: `u.damage` of `u.left`.
    pub(crate) fn worked_out_from(&self, derived: &ExprKind, source: &str) -> Vec<String> {
        let (ExprKind::Call { function, .. }, Some((owner, _))) =
            (derived, source.rsplit_once('.'))
        else {
            return Vec::new();
        };
        let Some(def) = self.typed.functions.get(*function) else { return Vec::new() };
        let mut found = Vec::new();
        each_expr(&def.body, &mut |inner| {
            if let ExprKind::Field { of, field } = &inner.kind
                && matches!(of.kind, ExprKind::Local(_))
                && let Some(field) = self.typed.fields.get(*field)
            {
                found.push(format!("{owner}.{}", field.name));
            }
        });
        found.dedup();
        found
    }
}
