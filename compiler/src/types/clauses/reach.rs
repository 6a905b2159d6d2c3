//! Whom a clause reaches: its bearer in a role, those who stand to the bearer in a relation, or once each bearer.

use super::super::bearer::{Bearer, Reachable, Reached};
use super::super::checker::{Checker, bare};
use super::super::declare::role_words;
use crate::typed::{BearerDef, Compare, Expr, ExprKind, Local, ReachDef, RoleRef, Type, any_expr};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// `after round` as `after each round`.
fn each_time(clause: &str) -> String {
    match clause.split_once(' ') {
        Some((word, rest)) => format!("{word} each {rest}"),
        None => clause.to_owned(),
    }
}

impl<'a> Checker<'a> {
    /// Whom a clause of a bearer reaches on what it hangs on: one answer, or one for each kind of thing that the bearer has as
    /// members; none after a diagnostic. `clause` is the clause in short, for messages.
    pub fn reaches(
        &mut self,
        bearer: &Bearer<'a>,
        on: &Reachable<'_>,
        reach: &tree::Reach,
        clause: &str,
        span: Span,
    ) -> Vec<Reached> {
        if let Some(def) = bearer.without_self {
            return self.reach_of_all(bearer, def, on, reach).into_iter().collect();
        }
        match reach {
            tree::Reach::Unsaid => {
                self.reach_unsaid(bearer, on, clause, span);
                Vec::new()
            }
            tree::Reach::Any(_) => {
                let abilities = bearer.abilities.iter();
                abilities.map(|(_, it)| self.reached(on.locals, *it, ReachDef::Any)).collect()
            }
            tree::Reach::Role { role, relations, or_self, span, .. } => {
                if on.locals.is_empty() && relations.is_empty() {
                    return self.reach_by_alias(bearer, role);
                }
                let params = on.roles();
                let Some((found, ty)) = self.role_of(bearer, params, role, on) else {
                    return Vec::new();
                };
                if relations.is_empty() {
                    if *or_self {
                        Diagnostic::at(codes::IDLE_CLAUSE, *span)
                            .says("`or self` says nothing without a relation before it")
                            .label("whoever fills this role is the bearer already")
                            .help("leave `or self` out, or say who else: `as ROLE RELATION self or self`")
                            .emit(self.sink);
                    }
                    self.reach_in_role(bearer, on, role, found, &ty)
                } else {
                    let ends = relations.first().zip(relations.last());
                    let span = ends.map_or(*span, |(first, last)| first.span.to(last.span));
                    let how = Related { relations, or_self: *or_self, span };
                    self.reach_in_relation(bearer, on, found, &ty, &how)
                }
            }
        }
    }

    /// A clause of the system or a scenario reaches all.
    fn reach_of_all(
        &mut self,
        bearer: &Bearer<'a>,
        def: BearerDef,
        on: &Reachable<'_>,
        reach: &tree::Reach,
    ) -> Option<Reached> {
        let place = match reach {
            tree::Reach::Unsaid => {
                let scope = self.bearer_scope(on.locals, None);
                return Some(Reached { bearer: def, reach: ReachDef::All, scope });
            }
            tree::Reach::Any(span) | tree::Reach::Role { span, .. } => *span,
        };
        Diagnostic::at(codes::NO_BEARER, place)
            .says(format!("a clause of {} reaches everybody", bearer.title))
            .label("nobody bears it, so there is nobody to fill a role")
            .help("leave this out, and say with `when` whom it is for")
            .refuse(self.sink)
    }

    /// Ideal 2: nothing says whom the clause is for.
    fn reach_unsaid(&mut self, bearer: &Bearer<'a>, on: &Reachable<'_>, clause: &str, span: Span) {
        let params = on.roles();
        let roles = self.roles_among(params);
        let mut diagnostic = Diagnostic::at(codes::NO_REACH, span)
            .says(format!("this clause in {} does not say whom it is for", bearer.title))
            .label(format!("{} is asked for everybody on the table", on.title));
        let happens = ["before ", "after "].iter().any(|word| clause.starts_with(word));
        if roles.is_empty() && happens {
            let help = format!("it is nobody's: whoever bears this, `{}`", each_time(clause));
            return self.report(diagnostic.also(on.span, "names nobody").help(help));
        }
        diagnostic = diagnostic.also(on.span, format!("its roles: {}", role_words(&roles)));
        if let Some(role) = self.asked_to_be_self(&roles, span) {
            diagnostic = diagnostic.help(format!(
                "whom it is for stands before what is bent, and is no condition: `{clause} as {role} ..` in place of `{role} is self`"
            ));
            return self.report(diagnostic);
        }
        if let Some(role) = self.behind_the_moment(&roles, span) {
            diagnostic = diagnostic.help(format!(
                "behind `once per ..` it says who of a moment is meant; whom the clause is for stands before: `{clause} as {role} ..`"
            ));
            return self.report(diagnostic);
        }
        let own = self.roles_of_bearer(params, bearer);
        if own.is_empty() && !roles.is_empty() {
            diagnostic = diagnostic.help(self.by_relation(params, bearer, &roles));
        } else if let Some(first) = own.first().filter(|own| roles.first() != Some(own)) {
            diagnostic = diagnostic.help(format!("the bearer itself: `{clause} as {first} ..`"));
            let ways = self.ways_to(params, bearer, &roles);
            if !ways.is_empty() {
                let list = wording::listed(&ways);
                diagnostic = diagnostic.help(format!("who stands in a relation to it: {list}"));
            }
        } else if let Some(first) = own.first() {
            diagnostic = diagnostic.help(format!(
                "the bearer itself: `{clause} as {first} ..`; others near it: `{clause} as {first} RELATION self ..`"
            ));
            let relations = self.relations_between(params, bearer);
            if !relations.is_empty() {
                let list = wording::listed(&relations);
                diagnostic = diagnostic.help(format!("relations of this game: {list}"));
            }
        } else {
            diagnostic = diagnostic.help(format!("once for each bearer: `{clause} of any ..`"));
        }
        self.report(diagnostic);
    }

    /// The role that is named behind the moment of `once per`.
    fn behind_the_moment<'r>(&self, roles: &'r [String], clause: Span) -> Option<&'r String> {
        let source = self.source_of(clause);
        let head = source.split('{').next().unwrap_or_default();
        let words: Vec<&str> = head.split_whitespace().collect();
        let named = |role: &&String| {
            words
                .windows(5)
                .any(|five| matches!(five, ["once", "per", _, "as", said] if said == role))
        };
        roles.iter().find(named)
    }

    /// The role of which the condition of a clause says that the bearer is in it.
    fn asked_to_be_self<'r>(&self, roles: &'r [String], clause: Span) -> Option<&'r String> {
        let source = self.source_of(clause);
        let words: Vec<&str> = source.split_whitespace().collect();
        let asked = |role: &&String| {
            let said = [[role.as_str(), "is", "self"], ["self", "is", role.as_str()]];
            words.windows(3).any(|three| said.iter().any(|said| three == said))
        };
        roles.iter().find(asked)
    }

    /// `as u` of an action in a window: another name for the bearer.
    fn reach_by_alias(&mut self, bearer: &Bearer<'a>, role: &tree::Name) -> Vec<Reached> {
        let abilities = bearer.abilities.iter();
        let mut all: Vec<_> =
            abilities.map(|(_, it)| self.reached(&[], *it, ReachDef::Any)).collect();
        all.iter_mut().for_each(|it| it.scope.rename_bearer(&role.text));
        all
    }

    /// A bearer reached in its own scope.
    fn reached(&self, locals: &[Local], ability: ir::AbilityId, reach: ReachDef) -> Reached {
        let scope = self.bearer_scope(locals, Some(ability));
        Reached { bearer: BearerDef::Ability(ability), reach, scope }
    }

    /// The role that `as` names, with its type.
    pub(super) fn role_of(
        &mut self,
        bearer: &Bearer<'_>,
        params: &[Local],
        role: &tree::Name,
        on: &Reachable<'_>,
    ) -> Option<(RoleRef, Type)> {
        let (title, declared) = (&on.title, on.span);
        if let Some(found) = self.role_among(params, role) {
            let (_, ty) = self.typed.role_at(params, found)?;
            return Some((found, ty.clone()));
        }
        let known = self.roles_among(params);
        let mut diagnostic = Diagnostic::at(codes::UNKNOWN_ROLE, role.span)
            .says(format!("{title} has no role `{}`", role.text))
            .label("no such role")
            .also(declared, format!("its roles: {}", role_words(&known)));
        if let Some(meant) = wording::suggest(&role.text, &known) {
            diagnostic = diagnostic.fix(format!("did you mean `{meant}`?"), role.span, meant);
        } else if let [only] = known.as_slice() {
            diagnostic = diagnostic.fix(format!("write `{only}`"), role.span, only.clone());
        }
        if let Some(other) = self.worked_out_with_role(role, declared) {
            diagnostic.help.clear();
            return self.refuse(diagnostic.help(format!(
                "`{other}` is worked out of it, and has this role: `{other} as {}`",
                role.text
            )));
        }
        let own = self.roles_of_bearer(params, bearer);
        if own.is_empty() && !known.is_empty() {
            diagnostic.help.clear();
            return self.refuse(diagnostic.help(self.by_relation(params, bearer, &known)));
        }
        let first = own.first() == known.first();
        let relations = if first { self.relations_between(params, bearer) } else { Vec::new() };
        let ways = if first { Vec::new() } else { self.ways_to(params, bearer, &known) };
        if diagnostic.help.is_empty() && known.len() > 1 {
            let roles: Vec<String> = own.iter().map(|it| format!("`as {it}`")).collect();
            diagnostic = diagnostic.help(format!(
                "which of them the bearer is has its name: {}, here and where the clause speaks of it",
                wording::listed(&roles)
            ));
        }
        if !relations.is_empty() {
            let list = wording::listed(&relations);
            diagnostic = diagnostic.help(format!(
                "others than the bearer: `as ROLE RELATION self`, with one of {list}"
            ));
        }
        if !ways.is_empty() {
            let list = wording::listed(&ways);
            diagnostic = diagnostic.help(format!("others than the bearer: {list}"));
        }
        self.refuse(diagnostic)
    }

    /// The quantity with a role of this name that is worked out of the figure which is declared there.
    fn worked_out_with_role(&self, role: &tree::Name, declared: Span) -> Option<&str> {
        let (figure, _) = self.typed.profiles.iter().find(|(_, def)| def.span == declared)?;
        let of_figure = |expr: &Expr| match &expr.kind {
            ExprKind::Printed { profile, .. } => *profile == figure,
            ExprKind::Quantity { quantity, .. } => {
                let def = self.typed.quantities.get(*quantity);
                def.is_some_and(|def| def.profile == Some(figure))
            }
            _ => false,
        };
        let mut all = self.typed.quantities.values().filter(|def| def.profile.is_none());
        let found = all.find(|def| {
            let mut params = def.locals.first(def.params).iter();
            params.any(|param| *param.name == *role.text) && any_expr(&def.base, of_figure)
        })?;
        Some(&found.name)
    }

    fn reach_in_role(
        &mut self,
        bearer: &Bearer<'a>,
        on: &Reachable<'_>,
        role: &tree::Name,
        found: RoleRef,
        ty: &Type,
    ) -> Vec<Reached> {
        if matches!(ty, Type::Error) {
            return Vec::new();
        }
        let reached: Vec<Reached> = bearer
            .abilities
            .iter()
            .filter(|(kind, _)| *bare(ty) == self.owner_type(*kind))
            .map(|(_, ability)| self.reached(on.locals, *ability, ReachDef::Role(found)))
            .collect();
        if reached.is_empty() {
            self.role_of_other_kind(bearer, on, role, ty);
        }
        reached
    }

    fn role_of_other_kind(
        &mut self,
        bearer: &Bearer<'a>,
        on: &Reachable<'_>,
        role: &tree::Name,
        ty: &Type,
    ) {
        let filled = self.with_article(ty);
        let kinds: Vec<String> =
            bearer.abilities.iter().map(|(kind, _)| self.kind_name(*kind).to_owned()).collect();
        let own = wording::listed(&kinds);
        let article = wording::article(&own);
        let params = on.roles();
        let roles = [role.text.to_string()];
        Diagnostic::at(codes::UNKNOWN_ROLE, role.span)
            .says(format!("{} never fills the role `{}`", bearer.title, role.text))
            .label(format!("the role is for {filled}, the bearer is {article} {own}"))
            .also(on.span, "declared here")
            .help(self.by_relation(params, bearer, &roles))
            .emit(self.sink);
    }

    fn reach_in_relation(
        &mut self,
        bearer: &Bearer<'a>,
        on: &Reachable<'_>,
        found: RoleRef,
        ty: &Type,
        how: &Related<'_>,
    ) -> Vec<Reached> {
        if matches!(ty, Type::Error) {
            return Vec::new();
        }
        let mut reached = Vec::new();
        let fitting: Vec<(ir::KindId, ir::AbilityId)> = bearer
            .abilities
            .iter()
            .copied()
            .filter(|(kind, _)| {
                bearer.abilities.len() == 1
                    || how.relations.iter().all(|relation| self.may_relate_to(relation, *kind))
            })
            .collect();
        for (kind, ability) in fitting {
            self.scope = self.bearer_scope(on.locals, Some(ability));
            let Some(filled) = self.typed.role_expr(on.locals, found, how.span) else { continue };
            let Some(own) = self.self_expr(how.span) else { continue };
            let same_kind = *ty == self.owner_type(kind);
            let Some(holds) = self.relation_holds(how, &filled, &own, same_kind) else { continue };
            reached.push(Reached {
                bearer: BearerDef::Ability(ability),
                reach: ReachDef::Related { role: found, holds, or_self: how.or_self },
                scope: std::mem::take(&mut self.scope),
            });
        }
        reached
    }

    fn may_relate_to(&self, relation: &tree::ReachRelation, kind: ir::KindId) -> bool {
        match self.vocabulary.relations.get(&*relation.name.text) {
            Some(function) => self
                .typed
                .functions
                .get(*function)
                .and_then(|def| def.locals.all.get(1))
                .is_some_and(|local| local.ty == self.owner_type(kind)),
            None => true,
        }
    }

    /// `REL self and REL self [or self]`: what the relations say, of the bearer as of all others.
    fn relation_holds(
        &mut self,
        how: &Related<'_>,
        filled: &Expr,
        own: &Expr,
        same_kind: bool,
    ) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for relation in how.relations {
            let related = self.related(&relation.name, filled.clone(), own.clone(), relation.span);
            if matches!(related.ty, Type::Error) {
                return None;
            }
            let related =
                if relation.negated { Expr::negated(related, relation.span) } else { related };
            all = super::super::exprs::conjunction(all, Some(related), how.span);
        }
        let related = all?;
        if !how.or_self {
            return Some(related);
        }
        if !same_kind {
            return Diagnostic::at(codes::UNKNOWN_ROLE, how.span)
                .says("the bearer never fills this role, so `or self` says nothing")
                .refuse(self.sink);
        }
        let itself = Expr::compare(Compare::Eq, filled.clone(), own.clone(), how.span);
        let kind = ExprKind::Or(Box::new(itself), Box::new(related));
        Some(Expr::truth(kind, how.span))
    }

    /// `strongest counts` weighs amounts, so it belongs to `modify` alone.
    pub(crate) fn has_no_strongest(&mut self, reach: &tree::Reach, clause: &str) {
        if let tree::Reach::Role { strongest: true, span, .. } = reach {
            Diagnostic::at(codes::CANNOT_BEND, *span)
                .says(format!("`{clause}` has no amount of which one could be the strongest"))
                .label("`strongest counts` is for `modify`")
                .help("leave it out; how often something happens is said by `once per MOMENT`")
                .emit(self.sink);
        }
    }

    /// Reached locals of one thing of a kind, whose role is called after the kind: of profiles and possession.
    pub(super) fn subject(&self, kind: ir::KindId, span: Span) -> Local {
        Local::param(self.kind_name(kind), Type::Entity(kind), span)
    }
}

/// A reach by relations.
struct Related<'t> {
    relations: &'t [tree::ReachRelation],
    or_self: bool,
    span: Span,
}
