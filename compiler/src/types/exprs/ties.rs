//! `u.TIE(v).f`, `u.TIE`: fields of ties, and who stands at the other end.

use super::super::checker::{Checker, error};
use crate::typed::{Expr, ExprKind, Type};
use warwright_grammar::{Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// The position and type of a field of a tie.
    pub(crate) fn tie_field(&self, tie: ir::TieId, name: &str) -> Option<(u16, Type)> {
        let def = self.typed.ties.get(tie)?;
        let at = def.fields.iter().position(|(field, _, _)| field == name)?;
        Some((u16::try_from(at).ok()?, def.fields.get(at)?.1.clone()))
    }

    /// `u.TIE(v).f`: a field of the tie between two; u's own where each end has one.
    pub(super) fn field_of_tie(
        &mut self,
        of: &tree::Expr,
        name: &tree::Name,
        span: Span,
    ) -> Option<Expr> {
        let tree::ExprKind::Call(call) = &of.kind else { return None };
        let tree::ExprKind::Field(callee) = &call.callee.kind else { return None };
        let tree::FieldOf { of: end, name: word } = &**callee;
        let tie = self.vocabulary.ties.get(&*word.text).copied()?;
        let left = self.infer(end, None);
        let kind = match &left.ty {
            Type::Entity(kind) => *kind,
            Type::Error => return Some(error(span)),
            _ => return None,
        };
        if self.vocabulary.attribute(kind, &word.text).is_some() {
            return None;
        }
        let other = self.tie_partner(tie, kind, word, &call.args, of.span);
        if matches!(other.ty, Type::Error) {
            return Some(error(span));
        }
        Some(self.field_between(tie, left, other, name, span, true))
    }

    /// The other end in `u.TIE(v)`.
    pub(super) fn tie_partner(
        &mut self,
        tie: ir::TieId,
        kind: ir::KindId,
        word: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Expr {
        let Some(other) = self.other_end(tie, kind) else {
            return self.no_such_field(kind, word);
        };
        match args {
            [arg] => self.expr(&arg.value, Some(&Type::Entity(other))),
            _ => self.broken(
                codes::MISSING_ARGUMENT,
                format!("`{}(..)` wants the one at the other end", word.text),
                span,
            ),
        }
    }

    pub(super) fn field_between(
        &mut self,
        tie: ir::TieId,
        of: Expr,
        other: Expr,
        name: &tree::Name,
        span: Span,
        may_be_apart: bool,
    ) -> Expr {
        let Some((field, ty)) = self.tie_field(tie, &name.text) else {
            let Some(def) = self.typed.ties.get(tie) else { return error(span) };
            let known: Vec<String> = def.fields.iter().map(|(field, _, _)| field.clone()).collect();
            let what = format!("field of tie {}", def.name);
            self.unknown_among(name, &what, &known);
            return error(span);
        };
        let ty = if may_be_apart && !matches!(ty, Type::Optional(_)) {
            Type::Optional(Box::new(ty))
        } else {
            ty
        };
        Expr::new(
            ExprKind::TieField { tie, of: Box::new(of), other: Box::new(other), field },
            ty,
            span,
        )
    }
}
