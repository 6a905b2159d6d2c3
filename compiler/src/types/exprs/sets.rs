//! Sets: `S where C`, `any x in S where C`, `E for each x in S where C`.

use super::super::checker::{Checker, INT, error};
use super::literals::is_no_item;
use super::sound;
use crate::typed::{Compare, Expr, ExprKind, LocalId, Question, Type, each_local};
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// A set with the name of its members and what must hold of them, checked.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The set.
    pub of: Expr,
    /// The member.
    pub item: LocalId,
    /// The condition.
    pub when: Option<Expr>,
}

impl Checker<'_> {
    /// `S where C`; the candidate is `it`.
    pub(super) fn filtered(&mut self, set: &tree::Expr, when: &tree::Expr, span: Span) -> Expr {
        let (of, item_ty) = self.set(set);
        let (item, when) = self.filter(&item_ty, Some(when), span);
        match (when, sound(of)) {
            (Some(when), Some(of)) => Expr::filter(of, item, when, span),
            (None, Some(of)) => of,
            (_, None) => error(span),
        }
    }

    /// `x in S where C` of one name: the name stays visible until the scope is reset by the caller, and so does what the
    /// condition finds.
    pub fn bind(&mut self, binder: &tree::Binder) -> Option<Bound> {
        let [name] = binder.names.as_slice() else {
            return Diagnostic::at(codes::NOT_A_VALUE, binder.span)
                .says("one name is wanted here")
                .refuse(self.sink);
        };
        let (of, item_ty) = self.set(&binder.set);
        let item = self.scope.hidden(&name.text, item_ty, name.span);
        self.scope.reveal(item);
        let when = self.assumed(binder.filter.as_ref());
        Some(Bound { of, item, when })
    }

    /// Reports the names of items of which a condition on them does not speak.
    fn speaks_of_each<'n>(
        &mut self,
        condition: &Expr,
        items: impl Iterator<Item = (&'n tree::Name, &'n LocalId)>,
    ) {
        if matches!(condition.ty, Type::Error) {
            return;
        }
        let mut read = Vec::new();
        each_local(condition, &mut |local| read.push(local));
        for (name, _) in items.filter(|(_, item)| !read.contains(item)) {
            Diagnostic::warning(codes::UNUSED_BINDING, name.span)
                .says(format!("the condition does not speak of `{}`", name.text))
                .label("holds of each of them or of none")
                .also(condition.span, "asked of each")
                .help(format!(
                    "ask something of it: `{}.NAME`, and not of `it`, which is another here",
                    name.text
                ))
                .emit(self.sink);
        }
    }

    /// `any x in S where C`, `all ..`, `no ..`; of several names each stands for another member.
    pub(super) fn quantified(
        &mut self,
        quantifier: tree::Quantifier,
        binder: &tree::Binder,
        span: Span,
    ) -> Expr {
        let mark = self.scope.mark();
        let found = self.quantified_names(quantifier, binder, &binder.names, &[], span);
        self.scope.reset(mark);
        found
    }

    fn quantified_names(
        &mut self,
        quantifier: tree::Quantifier,
        binder: &tree::Binder,
        names: &[tree::Name],
        before: &[LocalId],
        span: Span,
    ) -> Expr {
        let Some((name, rest)) = names.split_first() else { return error(span) };
        let (of, item_ty) = self.set(&binder.set);
        let item = self.scope.hidden(&name.text, item_ty, name.span);
        self.scope.reveal(item);
        let differs = self.differs(item, before, span);
        let broken = matches!(of.ty, Type::Error);
        let mut bound = before.to_vec();
        bound.push(item);
        let condition = if rest.is_empty() {
            binder.filter.as_ref().map(|filter| {
                let condition = self.condition(filter);
                self.speaks_of_each(&condition, binder.names.iter().zip(&bound));
                condition
            })
        } else {
            Some(self.quantified_names(quantifier, binder, rest, &bound, span))
        };
        if broken {
            return error(span);
        }
        let of = Box::new(of);
        // Inner quantifiers of several names are of the same sort, so `no` of two names is `no a: any b`.
        let (how, when, value) = match quantifier {
            tree::Quantifier::All => {
                let value = condition.unwrap_or_else(|| super::cell(1, Type::Bool, span));
                (Question::All, differs, Some(Box::new(value)))
            }
            tree::Quantifier::Any | tree::Quantifier::No => {
                let condition = match (condition, rest.is_empty(), quantifier) {
                    (Some(inner), false, tree::Quantifier::No) => Some(Expr::negated(inner, span)),
                    (condition, _, _) => condition,
                };
                let when = conjunction(differs, condition, span);
                let how =
                    if quantifier == tree::Quantifier::Any { Question::Any } else { Question::No };
                (how, when, None)
            }
        };
        Expr::truth(ExprKind::Quantified { how, of, item, when: when.map(Box::new), value }, span)
    }

    /// That a member is none of those named before it.
    fn differs(&self, item: LocalId, before: &[LocalId], span: Span) -> Option<Expr> {
        before
            .iter()
            .map(|other| {
                Expr::compare(
                    Compare::Ne,
                    self.local_expr(item, span),
                    self.local_expr(*other, span),
                    span,
                )
            })
            .reduce(|left, right| Expr::and(left, right, span))
    }

    /// `E for each x in S where C` as a list.
    pub(super) fn mapped(&mut self, value: &tree::Expr, binder: &tree::Binder, span: Span) -> Expr {
        let mark = self.scope.mark();
        let bound = self.bind(binder);
        let value = self.infer(value, None);
        self.scope.reset(mark);
        let Some(Bound { of, item, when }) = bound else { return error(span) };
        if matches!(of.ty, Type::Error) || matches!(value.ty, Type::Error) {
            return error(span);
        }
        if is_no_item(&value.ty) {
            let message = format!(
                "a list holds single values only, and this is {}",
                self.with_article(&value.ty)
            );
            return self.broken(codes::WRONG_TYPE, message, value.span);
        }
        let of = filter_of(of, item, when, span);
        let ty = Type::List(Box::new(value.ty.clone()));
        Expr { kind: ExprKind::Map { of: Box::new(of), item, value: Box::new(value) }, ty, span }
    }

    /// The argument of `count`, `sum`, `least` and the like, taken apart: the set, the member, the condition, the value.
    pub(super) fn aggregated(&mut self, arg: &tree::Expr) -> Option<Aggregate> {
        let span = arg.span;
        match &arg.kind {
            tree::ExprKind::ForEach { value, binder } => {
                let mark = self.scope.mark();
                let bound = self.bind(binder);
                let value = self.infer(value, None);
                self.scope.reset(mark);
                let Bound { of, item, when } = bound?;
                Some(Aggregate { of: sound(of)?, item, when, value: sound(value)? })
            }
            tree::ExprKind::Filter { set, condition } => {
                let (of, item_ty) = self.set(set);
                let (item, when) = self.filter(&item_ty, Some(condition), span);
                let value = self.local_expr(item, span);
                Some(Aggregate { of: sound(of)?, item, when, value })
            }
            _ => {
                let (of, item_ty) = self.set(arg);
                let of = sound(of)?;
                let item = self.scope.hidden("", item_ty, span);
                let value = self.local_expr(item, span);
                Some(Aggregate { of, item, when: None, value })
            }
        }
    }
}

/// What an aggregate is asked of.
pub(super) struct Aggregate {
    /// The set.
    pub of: Expr,
    /// The member.
    pub item: LocalId,
    /// The condition.
    pub when: Option<Expr>,
    /// The value for each; the member itself where nothing else is written.
    pub value: Expr,
}

/// A set narrowed by a condition, if there is one.
pub(super) fn filter_of(of: Expr, item: LocalId, when: Option<Expr>, span: Span) -> Expr {
    match when {
        Some(when) => Expr::filter(of, item, when, span),
        None => of,
    }
}

/// Both conditions.
pub(crate) fn conjunction(a: Option<Expr>, b: Option<Expr>, span: Span) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Expr::and(a, b, span)),
        (one, None) | (None, one) => one,
    }
}

/// The type of a count.
pub(super) const COUNT: Type = INT;
