//! Operators: `and`, `or`, `not`, arithmetic with measures, comparisons, `otherwise`.

use super::super::checker::{Checker, INT, bare, error};
use super::super::scope::Scope;
use crate::typed::{Arithmetic, Compare, Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `-x`, `+x`, `not x`.
    pub(super) fn unary(
        &mut self,
        scope: &mut Scope,
        op: tree::UnaryOp,
        value: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        match op {
            tree::UnaryOp::Not => {
                let inner = self.condition(scope, value);
                Expr { kind: ExprKind::Not(Box::new(inner)), ty: Type::Bool, span }
            }
            tree::UnaryOp::Plus => {
                let inner = self.infer(scope, value, hint);
                self.number_operand(inner)
                    .map_or_else(|| error(span), |inner| Expr { span, ..inner })
            }
            tree::UnaryOp::Minus => {
                let inner = self.infer(scope, value, hint);
                self.number_operand(inner).map_or_else(|| error(span), |inner| negated(inner, span))
            }
        }
    }

    /// A binary operator.
    pub(super) fn binary(
        &mut self,
        scope: &mut Scope,
        (op, op_span): (tree::BinaryOp, Span),
        left: &tree::Expr,
        right: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        use tree::BinaryOp as B;
        match op {
            B::And | B::Or => self.connective(scope, op == B::And, left, right, span),
            B::Equal => self.comparison(scope, Compare::Eq, left, right, span),
            B::NotEqual => self.comparison(scope, Compare::Ne, left, right, span),
            B::Less => self.comparison(scope, Compare::Lt, left, right, span),
            B::AtMost => self.comparison(scope, Compare::Le, left, right, span),
            B::More => self.comparison(scope, Compare::Gt, left, right, span),
            B::AtLeast => self.comparison(scope, Compare::Ge, left, right, span),
            B::Otherwise => self.otherwise(scope, left, right, hint, span),
            B::FollowedBy => self.followed_by(scope, left, right, span),
            B::Add => self.calculation(scope, Arithmetic::Add, op_span, (left, right), hint, span),
            B::Subtract => {
                self.calculation(scope, Arithmetic::Sub, op_span, (left, right), hint, span)
            }
            B::Multiply => {
                self.calculation(scope, Arithmetic::Mul, op_span, (left, right), hint, span)
            }
            B::Divide => {
                self.calculation(scope, Arithmetic::Div, op_span, (left, right), hint, span)
            }
        }
    }

    /// `a and b`: b may use what a finds; `a or b`: b may use that a does not hold.
    fn connective(
        &mut self,
        scope: &mut Scope,
        and: bool,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        let left = self.condition(scope, left);
        let mark = scope.mark();
        scope.assume(&left, and);
        let right = self.condition(scope, right);
        scope.reset(mark);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = if and { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
        Expr { kind, ty: Type::Bool, span }
    }

    /// `x otherwise y`.
    fn otherwise(
        &mut self,
        scope: &mut Scope,
        left: &tree::Expr,
        right: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let optional = hint.map(|ty| Type::Optional(Box::new(bare(ty).clone())));
        let value = self.infer_declared(scope, left, optional.as_ref());
        let inner = match &value.ty {
            Type::Optional(inner) => (**inner).clone(),
            Type::Error => {
                self.infer(scope, right, hint);
                return error(span);
            }
            _ => {
                let source = self.source_of(left.span);
                self.report(
                    Diagnostic::new(
                        codes::NEVER_NONE,
                        format!("`{source}` is never none, so `otherwise` never counts"),
                        left.span,
                    )
                    .label(format!("always {}", self.with_article(&value.ty))),
                );
                return error(span);
            }
        };
        let other = self.infer(scope, right, Some(&inner));
        let ty = match &other.ty {
            Type::Optional(_) | Type::Nothing => value.ty.clone(),
            Type::Ratio if matches!(inner, Type::Int { .. }) => inner.clone(),
            _ => inner.clone(),
        };
        let other = self.coerce(other, &ty);
        if matches!(other.ty, Type::Error) {
            return error(span);
        }
        Expr { kind: ExprKind::Otherwise(Box::new(value), Box::new(other)), ty, span }
    }
}

/// `-x`, worked out where x is constant.
fn negated(inner: Expr, span: Span) -> Expr {
    let ty = match &inner.ty {
        Type::Int { .. } => INT,
        other => other.clone(),
    };
    let kind = match inner.kind {
        ExprKind::Cell(value) => match value.checked_neg() {
            Some(value) => ExprKind::Cell(value),
            None => ExprKind::Negate(Box::new(inner)),
        },
        ExprKind::Fraction(top, bottom) => match top.checked_neg() {
            Some(top) => ExprKind::Fraction(top, bottom),
            None => ExprKind::Negate(Box::new(inner)),
        },
        _ => ExprKind::Negate(Box::new(inner)),
    };
    Expr { kind, ty, span }
}
