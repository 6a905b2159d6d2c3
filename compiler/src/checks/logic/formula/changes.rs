//! Changes: a reader that follows a body knows each local by its last value, and state by when it was last changed.

use super::{BUDGET_OF_MANY, Formula, Reader, Stamps, Term, stamped};
use crate::checks::runs::effects::Part;
use crate::typed::{Compare, Expr, LocalId, Type};
use std::collections::BTreeMap;
use warwright_grammar::Span;
use warwright_ir as ir;

/// So much is used of what is so of sums.
const AXIOMS: usize = 60;

/// What locals and state are at one place of a body.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    locals: BTreeMap<LocalId, Term>,
    now: Stamps,
}

impl Reader<'_> {
    /// What is so now.
    pub(crate) fn moment(&self) -> Moment {
        Moment { locals: self.locals.clone(), now: self.now.clone() }
    }

    /// Goes back to, or on from, another place.
    pub(crate) fn at(&mut self, moment: Moment) {
        (self.locals, self.now) = (moment.locals, moment.now);
    }

    /// What is so of the lesser and the greater of two that were read, as far as it is kept.
    pub(crate) fn known_of_sums(&self) -> impl Iterator<Item = Formula> {
        self.axioms.iter().rev().take(AXIOMS).cloned()
    }

    /// Goes on among other locals.
    pub(crate) fn enter(&mut self, locals: BTreeMap<LocalId, Term>) {
        self.locals = locals;
    }

    /// Reads as much again.
    pub(crate) fn rested(&mut self) -> &mut Self {
        self.budget = BUDGET_OF_MANY;
        self
    }

    /// A local has this value from now on.
    pub(crate) fn set(&mut self, local: LocalId, value: Term) {
        self.locals.insert(local, value);
    }

    /// Nothing is known of a local any more but its type.
    pub(crate) fn forget(&mut self, local: LocalId, ty: &Type) {
        self.changes += 1;
        let term = self.local(&format!("v{}.{}", local.0, self.changes), ty, false);
        self.locals.insert(local, term);
    }

    /// A field of something was written.
    pub(crate) fn wrote(&mut self, field: ir::FieldId) {
        self.changes += 1;
        self.now.some = self.changes;
        self.now.parts.insert(Part::Field(field), self.changes);
    }

    /// Some parts of the state may have been changed.
    pub(crate) fn changed_in(&mut self, parts: impl Iterator<Item = Part>) {
        self.changes += 1;
        self.now.some = self.changes;
        self.now.parts.extend(parts.map(|part| (part, self.changes)));
    }

    /// Something was written that is no field, and of which rules may know.
    pub(crate) fn noted(&mut self) {
        self.changes += 1;
        self.now.some = self.changes;
    }

    /// Anything may have been changed.
    pub(crate) fn changed(&mut self) {
        self.changes += 1;
        self.now = Stamps { any: self.changes, some: self.changes, parts: BTreeMap::new() };
    }

    /// Joins what is so at the ends of several ways, each with what leads to it, where that is known.
    pub(crate) fn joined(
        &mut self,
        ways: Vec<(Option<Formula>, Moment)>,
        ty: impl Fn(LocalId) -> Option<Type>,
    ) {
        let Some(((_, first), others)) = ways.split_first() else { return };
        let mut joined = BTreeMap::new();
        for local in first.locals.keys().copied() {
            let terms: Vec<Option<&Term>> =
                ways.iter().map(|(_, way)| way.locals.get(&local)).collect();
            let [Some(one), ..] = terms.as_slice() else { continue };
            let same = |term: &Option<&Term>| {
                term.is_some_and(|term| {
                    self.spelt(term).is_some_and(|spelt| Some(spelt) == self.spelt(one))
                })
            };
            if terms.iter().all(same) {
                joined.insert(local, (*one).clone());
                continue;
            }
            let cases: Option<Vec<(Formula, Term)>> = ways
                .iter()
                .zip(&terms)
                .map(|((when, _), term)| match (when, term) {
                    (Some(when), Some(term @ (Term::Cell(_) | Term::Var(_) | Term::Sum(_)))) => {
                        Some((when.clone(), (*term).clone()))
                    }
                    _ => None,
                })
                .collect();
            match (cases, ty(local)) {
                (Some(cases), _) => {
                    joined.insert(local, Term::Cases(cases));
                }
                (None, Some(ty)) => {
                    self.forget(local, &ty);
                    joined.extend(self.locals.get(&local).cloned().map(|term| (local, term)));
                }
                (None, None) => {}
            }
        }
        let mut now = first.now.clone();
        self.changes += 1;
        for (_, way) in others {
            if way.now.any != now.any {
                now = Stamps { any: self.changes, ..Stamps::default() };
            }
        }
        let parts = ways.iter().flat_map(|(_, way)| way.now.parts.keys().copied());
        for part in parts {
            let stamp = now.of(part);
            if ways.iter().any(|(_, way)| way.now.of(part) != stamp) {
                now.parts.insert(part, self.changes);
            }
        }
        if ways.iter().any(|(_, way)| way.now.some != now.some) {
            now.some = self.changes;
        }
        (self.locals, self.now) = (joined, now);
    }

    /// What an expression is now, as a value of its own.
    pub(crate) fn value(&mut self, expr: &Expr) -> Term {
        self.rested().term(expr)
    }

    /// A condition over other locals, which have these values.
    pub(crate) fn condition_of(
        &mut self,
        locals: BTreeMap<LocalId, Term>,
        condition: &Expr,
    ) -> Formula {
        let here = std::mem::replace(&mut self.locals, locals);
        let formula = self.condition(condition);
        self.locals = here;
        formula
    }

    /// The value of a local.
    pub(crate) fn local_value(&mut self, local: LocalId) -> Term {
        match self.locals.get(&local) {
            Some(term) => term.clone(),
            None => Term::Var(self.fresh(&Type::Error)),
        }
    }

    /// That a field of somebody has a value.
    pub(crate) fn field_is(
        &mut self,
        field: ir::FieldId,
        whom: &Term,
        value: &Term,
        span: Span,
    ) -> Option<Formula> {
        let Term::Var(whom) = whom else { return None };
        let ty = &self.typed.fields.get(field)?.ty;
        let key = stamped(&format!("f{}", field.0), self.now.of(Part::Field(field)));
        let var = self.var(format!("{key}({})", self.key(*whom)), ty, false, None);
        Some(self.compare(Compare::Eq, &Term::Var(var), value, span))
    }

    /// That two things are of different players.
    pub(crate) fn are_foes(&mut self, one: &Term, other: &Term, span: Span) -> Option<Formula> {
        let (one, other) = (self.owner(one)?, self.owner(other)?);
        Some(self.compare(Compare::Ne, &Term::Var(one), &Term::Var(other), span))
    }

    /// Whose something is.
    fn owner(&mut self, of: &Term) -> Option<usize> {
        let Term::Var(of) = of else { return None };
        let mut kinds = self.typed.kinds.iter();
        let (player, _) = kinds.find(|(_, def)| def.base == ir::KindBase::Player)?;
        let key = format!("{}({})", stamped("player", self.now.any), self.key(*of));
        let understood = self.understood(*of);
        Some(self.var(key, &Type::Entity(player), understood, None))
    }
}
