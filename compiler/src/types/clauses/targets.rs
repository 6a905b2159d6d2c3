//! What a clause bends: quantities by name, profiles of kinds, prices of actions.

use super::super::bearer::{Bearer, Reachable};
use super::super::checker::Checker;
use super::super::vocabulary::Callable;
use crate::typed::{Local, QuantityDef, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// A quantity as clauses see it, copied out so that they can be checked.
pub(super) struct Bent {
    pub(super) id: ir::QuantityId,
    pub(super) title: String,
    pub(super) locals: Vec<Local>,
    pub(super) params: u16,
    pub(super) span: Span,
}

impl Bent {
    pub(super) fn reachable(&self) -> Reachable<'_> {
        Reachable {
            title: self.title.clone(),
            locals: &self.locals,
            params: self.params,
            span: self.span,
        }
    }
}

impl<'a> Checker<'a> {
    /// The quantity that a target names; `role` and the bearer decide where several have the name.
    pub(super) fn bent(
        &mut self,
        bearer: &Bearer<'a>,
        target: &tree::Target,
        reach: &tree::Reach,
    ) -> Option<Bent> {
        let id = if target.cost_of {
            self.bent_cost(target)?
        } else {
            match target.path.names.as_slice() {
                [name] => self.bent_by_name(bearer, name, reach)?,
                [kind, name] => self.bent_profile(kind, name)?,
                _ => {
                    return Diagnostic::at(codes::UNKNOWN_NAME, target.span)
                        .says(format!("there is no quantity `{}`", target.path.dotted()))
                        .refuse(self.sink);
                }
            }
        };
        let def = self.typed.quantities.get(id)?;
        let word = if def.profile.is_some() { "profile" } else { "quantity" };
        Some(Bent {
            id,
            title: format!("{word} {}", def.name),
            locals: def.locals.first(def.params).to_vec(),
            params: def.params,
            span: def.span,
        })
    }

    fn bent_cost(&mut self, target: &tree::Target) -> Option<ir::QuantityId> {
        let name = target.path.last()?;
        if let Some(id) = self.vocabulary.costs.get(&*name.text) {
            return Some(*id);
        }
        if let Some(action) = self.vocabulary.actions.get(&*name.text).copied() {
            let place = self.typed.actions.get(action).map(|def| def.span);
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("action `{}` costs nothing that could be bent", name.text))
                .also(place, "declared without a price")
                .help("give it `cost 0 of ..` to let clauses raise it")
                .refuse(self.sink);
        }
        self.find_action(name);
        None
    }

    fn bent_profile(&mut self, kind: &tree::Name, name: &tree::Name) -> Option<ir::QuantityId> {
        let id = self.find_kind(kind)?;
        let profiles = self.vocabulary.profiles.get(&*name.text).cloned().unwrap_or_default();
        let of_kind = |it: &_| self.typed.profiles.get(*it).is_some_and(|def| def.kind == id);
        match profiles.into_iter().find(of_kind) {
            Some(profile) => self.quantity_of_profile(profile, name),
            None => {
                self.no_such_field(id, name);
                None
            }
        }
    }

    fn quantity_of_profile(
        &mut self,
        profile: ir::ProfileId,
        name: &tree::Name,
    ) -> Option<ir::QuantityId> {
        let def = self.typed.profiles.get(profile)?;
        if let Some(quantity) = def.quantity {
            return Some(quantity);
        }
        let (span, ty) = (def.span, def.ty.clone());
        if !matches!(ty, Type::Error) {
            let ty = self.with_article(&ty);
            Diagnostic::at(codes::CANNOT_BEND, name.span)
                .says(format!("`{}` cannot be bent", name.text))
                .label("lists and figures of closed kinds stay as printed")
                .also(span, format!("declared as {ty}"))
                .emit(self.sink);
        }
        None
    }

    /// A bare name: a quantity of its own, or the profile that fits the role and the bearer.
    fn bent_by_name(
        &mut self,
        bearer: &Bearer<'a>,
        name: &tree::Name,
        reach: &tree::Reach,
    ) -> Option<ir::QuantityId> {
        let mut found: Vec<ir::QuantityId> = Vec::new();
        if let Some(Callable::Quantity(id)) = self.vocabulary.callables.get(&*name.text) {
            found.push(*id);
        }
        let profiles = self.vocabulary.profiles.get(&*name.text).cloned().unwrap_or_default();
        found.extend(
            profiles.iter().filter_map(|profile| {
                self.typed.profiles.get(*profile).and_then(|def| def.quantity)
            }),
        );
        if found.len() > 1 {
            self.narrow_targets(bearer, reach, &mut found);
        }
        match found.as_slice() {
            [one] => Some(*one),
            [] => {
                if let Some(profile) = profiles.first() {
                    return self.quantity_of_profile(*profile, name);
                }
                self.no_such_quantity(name);
                None
            }
            _ => {
                let places = found.iter().filter_map(|id| self.typed.quantities.get(*id));
                Diagnostic::at(codes::AMBIGUOUS_NAME, name.span)
                    .says(format!("`{}` may be one of several", name.text))
                    .label("which is meant?")
                    .also_each(places.map(|def| (def.span, "one of them")))
                    .help(format!("name the kind: `modify KIND.{} ..`", name.text))
                    .refuse(self.sink)
            }
        }
    }

    /// Leaves those that have the role that is named, then those of the bearer's kinds.
    fn narrow_targets(
        &self,
        bearer: &Bearer<'a>,
        reach: &tree::Reach,
        found: &mut Vec<ir::QuantityId>,
    ) {
        let narrow = |found: &mut Vec<ir::QuantityId>, fits: &dyn Fn(&QuantityDef) -> bool| {
            let fits = |id: &&ir::QuantityId| self.typed.quantities.get(**id).is_some_and(fits);
            let fitting: Vec<_> = found.iter().filter(fits).copied().collect();
            if !fitting.is_empty() {
                *found = fitting;
            }
        };
        if let tree::Reach::Role { role, .. } = reach {
            narrow(found, &|def| self.role_among(def.locals.first(def.params), role).is_some());
        }
        if found.len() > 1 {
            narrow(found, &|def| {
                let profile = def.profile.and_then(|profile| self.typed.profiles.get(profile));
                let kind = profile.map(|profile| profile.kind);
                bearer.abilities.iter().any(|(own, _)| Some(*own) == kind)
            });
        }
    }

    fn no_such_quantity(&mut self, name: &tree::Name) {
        if self.vocabulary.permissions.contains_key(&*name.text) {
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("`{}` is a permission, and numbers are modified", name.text))
                .help(format!("`forbid {0} ..` or `allow {0} ..`", name.text))
                .emit(self.sink);
        }
        if let Some(Callable::Function(id)) = self.vocabulary.callables.get(&*name.text).copied() {
            let place = self.typed.functions.get(id).map(|def| def.span);
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("`{}` is a define, which no clause can bend", name.text))
                .also(place, "declared here")
                .help("make it a `quantity` to leave it open")
                .emit(self.sink);
        }
        let mut states = self.typed.fields.values();
        if let Some(place) = states.find(|it| it.name == *name.text).map(|it| it.span) {
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("`{}` is a state, which no clause can bend", name.text))
                .label("rules write it where it changes")
                .also(place, "declared here")
                .help("write it: `before P.S as ROLE { .. }`; or bend a quantity that is worked out from it")
                .emit(self.sink);
        }
        let known: Vec<String> = self
            .vocabulary
            .callables
            .iter()
            .filter(|(_, callable)| matches!(callable, Callable::Quantity(_)))
            .map(|(name, _)| name.to_string())
            .chain(self.typed.profiles.values().map(|profile| profile.name.clone()))
            .collect();
        self.unknown_among(name, "quantity or profile", &known);
    }

    /// The permission that a target names.
    pub(super) fn bent_permission(&mut self, target: &tree::Target) -> Option<ir::PermissionId> {
        let name = match target.path.names.as_slice() {
            [name] if !target.cost_of => name,
            _ => {
                return Diagnostic::at(codes::UNKNOWN_NAME, target.span)
                    .says(format!("there is no permission `{}`", target.path.dotted()))
                    .refuse(self.sink);
            }
        };
        let quantity =
            matches!(self.vocabulary.callables.get(&*name.text), Some(Callable::Quantity(_)))
                || self.vocabulary.profiles.contains_key(&*name.text);
        if !self.vocabulary.permissions.contains_key(&*name.text) && quantity {
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!(
                    "`{}` is a number, and permissions are forbidden or allowed",
                    name.text
                ))
                .help(format!("`modify {} ..`", name.text))
                .refuse(self.sink);
        }
        if self.vocabulary.procedures.contains_key(&*name.text)
            && !self.vocabulary.permissions.contains_key(&*name.text)
        {
            let near = wording::suggest(
                &name.text,
                self.vocabulary.permissions.keys().map(AsRef::as_ref).collect::<Vec<_>>(),
            );
            let mut diagnostic = Diagnostic::at(codes::WRONG_SORT, name.span).says(format!(
                "`{}` is a procedure; only permissions and actions are forbidden",
                name.text
            ));
            diagnostic = diagnostic.help(match near {
                Some(near) => format!("did you mean the permission `{near}`?"),
                None => format!(
                    "a procedure is kept from happening by `instead of {}.STEP`, or by a permission that is asked before it",
                    name.text
                ),
            });
            return self.refuse(diagnostic);
        }
        self.find_permission(name)
    }
}
