//! State fields: first values, when they go back to them, who writes and who sees them, which field mirrors them.

use super::super::checker::{Checker, bare, error};
use super::super::scope::Scope;
use super::super::vocabulary::Attribute;
use crate::typed::{Expr, ExprKind, LocalId, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// All state fields that are declared.
    pub(super) fn check_states(&mut self) {
        for (id, state) in self.facts.states.clone() {
            self.check_state(id, state);
        }
    }

    /// Who may remove things of each kind.
    pub(super) fn check_leaves(&mut self) {
        let content = self.input.content;
        for (position, shape) in content.index.kinds.values().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            let found: Vec<_> =
                shape.leaves.iter().filter_map(|name| self.find_procedure(name)).collect();
            self.typed.kinds.update(kind, |def| def.leaves_by = found);
        }
    }

    fn check_state(&mut self, id: ir::FieldId, state: &tree::State) {
        let Some(def) = self.typed.fields.get(id) else { return };
        let (ty, kind) = (def.ty.clone(), def.kind);
        self.scope = Scope::with(&def.locals.all);
        self.scope.implicit = Some(LocalId(0));
        let scale = self.facts.field_scales.get(&id).copied();
        let initial = match &state.default {
            Some(default) => self.on_steps(scale, |this| this.expr(default, Some(&ty))),
            None => self.first_value_of(&ty, state, id),
        };
        if let Some(scale) = scale {
            self.check_on_scale(&initial, scale);
        }
        let resets = state.until.as_ref().and_then(|until| self.resets(until));
        let only_by = self.only_by(state);
        let sight = self.sight(state, kind);
        if let Some(until) = &state.seen_until {
            Diagnostic::at(codes::SIGHT_WITHOUT_END, until.span)
                .says("what only its owner sees stays so for the whole battle")
                .label("nothing would be shown then")
                .help("let a step write it into a second state, which all see, when that moment comes")
                .emit(self.sink);
        }
        let inverse = self.inverse(state, kind, &ty);
        let locals = self.finish();
        if let Some(def) = self.typed.fields.get_mut(id) {
            def.initial = initial;
            def.locals = locals;
            def.resets = resets;
            def.only_by = only_by;
            def.sight = sight;
            def.inverse = inverse;
        }
    }

    /// The value of a field that says none: nothing, where the type has that.
    fn first_value_of(&mut self, ty: &Type, state: &tree::State, id: ir::FieldId) -> Expr {
        let span = state.span;
        match ty {
            Type::Optional(_) => Expr { kind: ExprKind::None, ty: ty.clone(), span },
            Type::List(_) | Type::Set(_) => {
                Expr { kind: ExprKind::Items(Vec::new()), ty: ty.clone(), span }
            }
            Type::Error => error(span),
            _ => {
                let name = self.typed.fields.get(id).map_or("", |def| def.name.as_str());
                Diagnostic::at(codes::NO_FIELD_VALUE, span)
                    .says(format!("state `{name}` has no first value"))
                    .help(format!(
                        "write `= ..` after its type, or let it be missing at first: `{}?`",
                        self.type_name(ty)
                    ))
                    .emit(self.sink);
                error(span)
            }
        }
    }

    /// `until end of turn`: when the field goes back to its first value.
    fn resets(&mut self, until: &tree::Moment) -> Option<(ir::MomentId, ir::Edge)> {
        let used = self.moment_of_any(until)?;
        let edge = used.edge.unwrap_or(ir::Edge::End);
        let each = used.whose.as_ref().is_none_or(|it| matches!(it.kind, tree::WhoseKind::Each));
        if used.next || !each {
            return Diagnostic::at(codes::WHOSE_MOMENT, until.span)
                .says("a field goes back at every such moment, whosever it is")
                .help("leave out `next`, `my` and `foe's`")
                .refuse(self.sink);
        }
        match used.moment {
            Some(moment) => Some((moment, edge)),
            None => Diagnostic::at(codes::NOBODYS_MOMENT, until.span)
                .says("a field lasts as long as the battle anyway")
                .help("leave out `until ..`")
                .refuse(self.sink),
        }
    }

    fn only_by(&mut self, state: &tree::State) -> Option<ir::ProcedureId> {
        let (first, rest) = state.only_by.split_first()?;
        if let Some(second) = rest.first() {
            Diagnostic::at(codes::TYPE_NOT_ALLOWED, second.span)
                .says("one procedure writes such a field, so that hooks there see every change")
                .help("let the others call it")
                .emit(self.sink);
        }
        self.find_procedure(first)
    }

    /// `set of K inverse k.field`.
    fn inverse(&mut self, state: &tree::State, kind: ir::KindId, ty: &Type) -> Option<ir::FieldId> {
        let (other, field) = state.inverse.as_ref()?;
        let other_kind = self.find_kind(other)?;
        let found = match self.vocabulary.attribute(other_kind, &field.text) {
            Some(Attribute::State(found)) => found,
            Some(_) => {
                self.broken(
                    codes::NOT_STATE,
                    format!("`{}` is no state, so nothing can mirror it", field.text),
                    field.span,
                );
                return None;
            }
            None => {
                self.no_such_field(other_kind, field);
                return None;
            }
        };
        let items = match bare(ty) {
            Type::Set(item) | Type::List(item) => (**item).clone(),
            one => one.clone(),
        };
        let mirrored = self.typed.fields.get(found).map(|def| (def.ty.clone(), def.span));
        let (mirrored, place) = mirrored?;
        let back = match bare(&mirrored) {
            Type::Set(item) | Type::List(item) => (**item).clone(),
            one => one.clone(),
        };
        if items != Type::Entity(other_kind) || back != Type::Entity(kind) {
            self.inverse_misfit(state.span, place);
            return None;
        }
        Some(found)
    }

    fn inverse_misfit(&mut self, span: Span, place: Span) {
        Diagnostic::at(codes::WRONG_TYPE, span)
            .says("these two fields cannot mirror each other")
            .also(place, "the other one")
            .help("`state members: set of unit inverse unit.group` wants `state group: group?` in unit")
            .emit(self.sink);
    }
}
