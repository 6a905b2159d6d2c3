//! What a clause may say of whom it reaches: the roles that its bearer fills, and by which relations it reaches who fills the others.

use super::super::bearer::Bearer;
use super::super::checker::{Checker, bare};
use crate::typed::{Local, Type};
use crate::wording;
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// The roles that the bearer can fill itself.
    pub(super) fn roles_of_bearer(&self, params: &[Local], bearer: &Bearer<'_>) -> Vec<String> {
        let fills = |role: &String| {
            let ty = self.type_of_role(params, role);
            let mut own = bearer.abilities.iter().map(|(kind, _)| self.owner_type(*kind));
            ty.is_some_and(|ty| own.any(|own| own == *bare(&ty)))
        };
        self.roles_among(params).into_iter().filter(fills).collect()
    }

    fn type_of_role(&self, params: &[Local], role: &str) -> Option<Type> {
        let name = tree::Name { text: role.into(), span: Span::default(), quoted: false };
        Some(self.typed.role_at(params, self.role_among(params, &name)?)?.1.clone())
    }

    fn kind_in_role(&self, params: &[Local], role: &str) -> Option<ir::KindId> {
        as_variant!(self.type_of_role(params, role)?, Type::Entity(kind) => kind)
    }

    /// By which relations of the game a bearer reaches who is in these roles.
    pub(super) fn ways_to(
        &self,
        params: &[Local],
        bearer: &Bearer<'_>,
        roles: &[String],
    ) -> Vec<String> {
        let filled = roles.iter().filter_map(|role| Some((role, self.kind_in_role(params, role)?)));
        let ways = filled.flat_map(|(role, kind)| {
            let related = self.relations_from(kind, bearer);
            related.into_iter().map(move |relation| format!("`as {role} {relation} self`"))
        });
        ways.collect()
    }

    /// How a bearer that fills none of these roles reaches those who do: by a relation to it, one of the game or one that is declared.
    pub(super) fn by_relation(
        &self,
        params: &[Local],
        bearer: &Bearer<'_>,
        roles: &[String],
    ) -> String {
        let own =
            bearer.abilities.iter().map(|(kind, _)| self.kind_name(*kind)).collect::<Vec<_>>();
        let own = own.first().copied().unwrap_or("thing");
        let kind_of = |role: &String| self.kind_in_role(params, role);
        let first = roles.iter().find_map(|role| Some((role, kind_of(role)?)));
        let ways = self.ways_to(params, bearer, roles);
        match (first, ways.is_empty()) {
            (_, false) => format!(
                "no {own} is in such a role: whom it is for stands in a relation to it, {}",
                wording::listed(&ways)
            ),
            (Some((role, kind)), true) => format!(
                "no {own} is in such a role, and no relation leads to one: `relation NAME(a: {}, b: {own}) = CONDITION` says who is meant, `as {role} NAME self` reaches them",
                self.kind_name(kind)
            ),
            (None, true) => match self.role_of_several(params, bearer) {
                Some(role) => format!(
                    "it speaks of several: `of any when self in {role}` reaches whoever is one of them"
                ),
                None => format!(
                    "no {own} is in such a role: say with `when` of a rule of a battle for whom it is"
                ),
            },
        }
    }

    /// The role in which there are several of the bearer's kind.
    fn role_of_several<'p>(&self, params: &'p [Local], bearer: &Bearer<'_>) -> Option<&'p str> {
        let of_bearer = |ty: &Type| match ty {
            Type::Entity(kind) => bearer.abilities.iter().any(|(own, _)| own == kind),
            _ => false,
        };
        let several = params
            .iter()
            .find(|local| matches!(&local.ty, Type::Set(of) | Type::List(of) if of_bearer(of)));
        several.map(|local| &*local.name)
    }

    /// The relations of a thing in the first role to a bearer.
    pub(super) fn relations_between(&self, params: &[Local], bearer: &Bearer<'_>) -> Vec<String> {
        let role =
            params.iter().find_map(|local| as_variant!(&local.ty, Type::Entity(kind) => *kind));
        role.map_or_else(Vec::new, |role| self.relations_from(role, bearer))
    }

    /// The relations of things of a kind to a bearer.
    fn relations_from(&self, role: ir::KindId, bearer: &Bearer<'_>) -> Vec<String> {
        let own: Vec<ir::KindId> = bearer.abilities.iter().map(|(kind, _)| *kind).collect();
        let kind = |local: &Local| match &local.ty {
            Type::Entity(kind) | Type::Member(kind) => Some(*kind),
            _ => None,
        };
        let fits = |id: &ir::FunctionId| {
            let def = self.typed.functions.get(*id);
            match def.map_or(&[][..], |def| &def.locals.all) {
                [one, other, ..] => {
                    kind(one) == Some(role) && kind(other).is_some_and(|it| own.contains(&it))
                }
                _ => false,
            }
        };
        let relations = self.vocabulary.relations.iter().filter(|(_, id)| fits(id));
        relations.map(|(name, _)| name.to_string()).collect()
    }
}
