//! `is`, `in`, `match`: questions about one value.

use super::super::checker::{Checker, INT, bare, error};
use super::{cell, fits, item_type};
use crate::typed::{Compare, Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `E is x`, `E is not x`, `E is some x`, `E is empty`, `u is gone`.
    pub(super) fn is(
        &mut self,
        value: &tree::Expr,
        negated: bool,
        what: &tree::IsWhat,
        span: Span,
    ) -> Expr {
        match what {
            tree::IsWhat::Some(name) => {
                let found = self.infer_declared(value, None);
                let some = self.is_some(found, Some(name), span);
                negate_if(negated, some, span)
            }
            tree::IsWhat::Empty(_) => {
                let set = self.infer(value, None);
                if matches!(bare(&set.ty), Type::Int { .. } | Type::Length) {
                    let source = self.source_of(value.span);
                    Diagnostic::at(codes::NOT_A_SET, value.span)
                        .says(format!("`{source}` is a number, and only sets are empty"))
                        .label("one value, not several")
                        .help(format!("whether nothing is left of it reads `{source} == 0`"))
                        .emit(self.sink);
                    return error(span);
                }
                let (set, _) = self.set_of(set);
                if matches!(set.ty, Type::Error) {
                    return error(span);
                }
                let size = Expr::new(ExprKind::Size(Box::new(set)), INT, span);
                let zero = cell(0, INT, span);
                let how = if negated { Compare::Ne } else { Compare::Eq };
                Expr::compare(how, size, zero, span)
            }
            tree::IsWhat::Value(other) => {
                let how = if negated { Compare::Ne } else { Compare::Eq };
                if let Some(gone) = self.is_gone(value, negated, other, span) {
                    return gone;
                }
                self.comparison(how, value, other, span)
            }
        }
    }

    /// `u is gone`: out of play (where no member or local is called so).
    fn is_gone(
        &mut self,
        value: &tree::Expr,
        negated: bool,
        other: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let name = other.as_name()?;
        if &*name.text != "gone" || name.quoted || self.scope.peek("gone").is_some() {
            return None;
        }
        let found = self.infer(value, None);
        match &found.ty {
            Type::Entity(_) => {
                let here = Expr::truth(ExprKind::InPlay(Box::new(found)), span);
                Some(negate_if(!negated, here, span))
            }
            Type::Error => Some(error(span)),
            _ => {
                let hint = found.ty.clone();
                let right = self.infer(other, Some(&hint));
                let how = if negated { Compare::Ne } else { Compare::Eq };
                Some(self.compared(how, found, right, span))
            }
        }
    }

    /// `E is some x`: x becomes visible where the condition is taken to hold.
    pub(crate) fn is_some(&mut self, of: Expr, name: Option<&tree::Name>, span: Span) -> Expr {
        let inner = match &of.ty {
            Type::Optional(inner) => (**inner).clone(),
            Type::Error => Type::Error,
            other => {
                let ty = self.with_article(other);
                let source = self.source_of(of.span);
                Diagnostic::at(codes::NEVER_NONE, of.span)
                    .says(format!("`{source}` is never none"))
                    .label(format!("always {ty}"))
                    .help("to give it a name, write `let`")
                    .emit(self.sink);
                Type::Error
            }
        };
        if matches!(inner, Type::Error) {
            // The name is still bound, so that what follows is not reported as well.
            let local = name.map(|name| self.scope.hidden(&name.text, Type::Error, name.span));
            return Expr::is_some(error(span), local, span);
        }
        let binds = name.map(|name| {
            if &*name.text == "_" {
                self.scope.hidden("", inner.clone(), name.span)
            } else {
                self.scope.binding(&name.text, inner.clone(), name.span)
            }
        });
        Expr::is_some(of, binds, span)
    }

    /// `x in S`, `x not in S`, `u in play`.
    pub(super) fn membership(
        &mut self,
        value: &tree::Expr,
        negated: bool,
        set: &tree::Expr,
        span: Span,
    ) -> Expr {
        if let Some(name) = set.as_name()
            && &*name.text == "play"
            && self.scope.peek("play").is_none()
        {
            let found = self.infer(value, None);
            return match &found.ty {
                Type::Error => error(span),
                Type::Entity(_) => {
                    let here = Expr::truth(ExprKind::InPlay(Box::new(found)), span);
                    negate_if(negated, here, span)
                }
                other => {
                    let ty = self.with_article(other);
                    self.broken(
                        codes::WRONG_TYPE,
                        format!("only what stands on the table is in play, and this is {ty}"),
                        value.span,
                    )
                }
            };
        }
        if matches!(set.kind, tree::ExprKind::Tuple(_)) {
            let source = self.source_of(set.span);
            let braces = format!("{{{}}}", source.trim_matches(['(', ')']));
            Diagnostic::at(codes::NOT_A_SET, set.span)
                .says("what follows `in` is a set")
                .label("round brackets hold one value, or a point")
                .fix(format!("a set stands in braces: `{braces}`"), set.span, braces)
                .emit(self.sink);
            return error(span);
        }
        let needs_hint = value
            .as_name()
            .is_some_and(|name| self.scope.peek(&name.text).is_none() && &*name.text != "it");
        let (item, of, item_ty) = if needs_hint {
            let (of, item_ty) = self.set(set);
            (self.infer(value, Some(&item_ty)), of, item_ty)
        } else {
            let item = self.infer(value, None);
            let hint = Type::Set(Box::new(bare(&item.ty).clone()));
            let of = self.infer(set, Some(&hint));
            let item_ty = match item_type(&of.ty) {
                Some(ty) => ty,
                None => self.set(set).1,
            };
            (item, of, item_ty)
        };
        if matches!(of.ty, Type::Error) || matches!(item.ty, Type::Error) {
            return error(span);
        }
        if matches!(of.ty, Type::Nothing) {
            Diagnostic::at(codes::CANNOT_COMPARE, span)
                .says("nothing is ever in an empty list")
                .label("can never hold")
                .emit(self.sink);
            return error(span);
        }
        if let Type::Pool(die) = bare(&of.ty)
            && matches!(bare(&item.ty), Type::Int(_))
            && self.face_has_number(&Type::Face(*die))
        {
            return negate_if(negated, self.shows_number(of.clone(), *die, item), span);
        }
        if !fits(bare(&item.ty), &item_ty) {
            let (one, many) = (self.with_article(&item.ty), self.type_name(&of.ty));
            Diagnostic::at(codes::CANNOT_COMPARE, span)
                .says(format!("{one} is never in a {many}"))
                .label("can never hold")
                .emit(self.sink);
            return error(span);
        }
        let found =
            Expr::truth(ExprKind::Contains { of: Box::new(of), item: Box::new(item) }, span);
        negate_if(negated, found, span)
    }
}

/// `not` where it is written.
pub(super) fn negate_if(negated: bool, expr: Expr, span: Span) -> Expr {
    if negated { Expr::negated(expr, span) } else { expr }
}
