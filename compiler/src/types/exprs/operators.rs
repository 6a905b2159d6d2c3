//! Operators: `and`, `or`, `not`, arithmetic with measures, comparisons, `otherwise`.

use super::super::checker::{Checker, bare, error};
use crate::typed::{Arithmetic, Compare, Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `-x`, `+x`, `not x`.
    pub(super) fn unary(
        &mut self,
        op: tree::UnaryOp,
        value: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        match op {
            tree::UnaryOp::Not => {
                let inner = self.condition(value);
                Expr::negated(inner, span)
            }
            tree::UnaryOp::Plus => {
                let inner = self.infer(value, hint);
                self.number_operand(inner)
                    .map_or_else(|| error(span), |inner| Expr { span, ..inner })
            }
            tree::UnaryOp::Minus => {
                let inner = self.infer(value, hint);
                self.number_operand(inner).map_or_else(|| error(span), |inner| negated(inner, span))
            }
        }
    }

    /// A binary operator.
    pub(super) fn binary(
        &mut self,
        (op, op_span): (tree::BinaryOp, Span),
        left: &tree::Expr,
        right: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        use tree::BinaryOp as B;
        match op {
            B::And | B::Or => self.connective(op == B::And, left, right, span),
            B::Equal => self.comparison(Compare::Eq, left, right, span),
            B::NotEqual => self.comparison(Compare::Ne, left, right, span),
            B::Less => self.comparison(Compare::Lt, left, right, span),
            B::AtMost => self.comparison(Compare::Le, left, right, span),
            B::More => self.comparison(Compare::Gt, left, right, span),
            B::AtLeast => self.comparison(Compare::Ge, left, right, span),
            B::Otherwise => self.otherwise(left, right, hint, span),
            B::FollowedBy => self.followed_by(left, right, span),
            B::Add => self.calculation(Arithmetic::Add, op_span, (left, right), hint, span),
            B::Subtract => self.calculation(Arithmetic::Sub, op_span, (left, right), hint, span),
            B::Multiply => self.calculation(Arithmetic::Mul, op_span, (left, right), hint, span),
            B::Divide => self.calculation(Arithmetic::Div, op_span, (left, right), hint, span),
        }
    }

    /// `a and b`: b may use what a finds; `a or b`: b may use that a does not hold.
    fn connective(&mut self, and: bool, left: &tree::Expr, right: &tree::Expr, span: Span) -> Expr {
        if let Some(found) = self.alternatives(and, left, right, span) {
            return found;
        }
        let left = self.condition(left);
        let mark = self.scope.mark();
        self.scope.assume(&left, and);
        // Beside words that mean nothing it is open what the other side was to be.
        let right = if matches!(left.ty, Type::Error) && is_plain(right) {
            error(right.span)
        } else {
            self.condition(right)
        };
        self.scope.reset(mark);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = if and { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
        Expr::truth(kind, span)
    }

    /// `x is a or b`: one comparison, and values joined to it that are no conditions.
    fn alternatives(
        &mut self,
        and: bool,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        if let (Some((owner, first)), Some(second)) = (had(left), right.as_name())
            && self.scope.peek(&second.text).is_none()
            && self.vocabulary.abilities.contains_key(&*second.text)
        {
            let sign = if and { "and" } else { "or" };
            let owner = self.source_of(owner.span);
            let whole = format!("{} {sign} {owner} has {}", self.source_of(first), second.text);
            Diagnostic::at(codes::WRONG_SORT, second.span)
                .says(format!(
                    "`{sign}` joins conditions, and `{}` is an ability or status",
                    second.text
                ))
                .label("neither true nor false")
                .fix(format!("write `{whole}`"), span, whole)
                .emit(self.sink);
            return Some(error(span));
        }
        let (value, negated, mut names) = compared_with(left)?;
        names.push(leading(right)?);
        let is_value = |name: &&tree::Name| {
            self.scope.peek(&name.text).is_none()
                && !self.vocabulary.rulings.contains_key(&*name.text)
                && self.vocabulary.members.contains_key(&*name.text)
        };
        if !names.iter().skip(1).all(is_value) {
            return None;
        }
        let last = names.last()?;
        let listed: Vec<String> = names.iter().map(|name| self.source_of(name.span)).collect();
        let word = if negated { "not in" } else { "in" };
        let whole = format!("{} {word} {{{}}}", self.source_of(value.span), listed.join(", "));
        let sign = if and { "and" } else { "or" };
        let found = Diagnostic::at(codes::WRONG_TYPE, last.span)
            .says(format!("`{sign}` joins conditions, and `{}` is a value", last.text))
            .label("neither true nor false");
        self.report(if and && !negated {
            found.help("something is one value only; one of several reads `x in {a, b}`")
        } else {
            let listed = left.span.to(last.span);
            found.fix(format!("one of several reads `{whole}`"), listed, whole)
        });
        Some(error(span))
    }

    /// `x otherwise y`.
    fn otherwise(
        &mut self,
        left: &tree::Expr,
        right: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let optional = hint.map(|ty| Type::Optional(Box::new(bare(ty).clone())));
        let value = self.infer_declared(left, optional.as_ref());
        let inner = match &value.ty {
            Type::Optional(inner) => (**inner).clone(),
            Type::Error => {
                self.infer(right, hint);
                return error(span);
            }
            _ => {
                let source = self.source_of(left.span);
                Diagnostic::at(codes::NEVER_NONE, left.span)
                    .says(format!("`{source}` is never none, so `otherwise` never counts"))
                    .label(format!("always {}", self.with_article(&value.ty)))
                    .emit(self.sink);
                return error(span);
            }
        };
        let other = self.infer(right, Some(&inner));
        let ty = match &other.ty {
            Type::Optional(_) | Type::Nothing => value.ty.unranged(),
            _ => inner.unranged(),
        };
        let other = self.coerce(other, &ty);
        if matches!(other.ty, Type::Error) {
            return error(span);
        }
        Expr { kind: ExprKind::Otherwise(Box::new(value), Box::new(other)), ty, span }
    }
}

/// A name or figure alone.
const fn is_plain(expr: &tree::Expr) -> bool {
    matches!(
        expr.kind,
        tree::ExprKind::Name(_) | tree::ExprKind::Number(_) | tree::ExprKind::Text(_)
    )
}

/// Whose ability a condition asks at its end, and the whole of it.
fn had(expr: &tree::Expr) -> Option<(&tree::Expr, Span)> {
    match &expr.kind {
        tree::ExprKind::Has { owner, .. } => Some((owner, expr.span)),
        tree::ExprKind::Binary(it) => had(&it.right).map(|(owner, _)| (owner, expr.span)),
        _ => None,
    }
}

/// The comparison with a name that a row of `or` or `and` begins with: what is compared, whether it is denied, and the names
/// in the row.
fn compared_with(expr: &tree::Expr) -> Option<(&tree::Expr, bool, Vec<&tree::Name>)> {
    match &expr.kind {
        tree::ExprKind::Is(identity) => match &identity.what {
            tree::IsWhat::Value(other) => {
                Some((&identity.value, identity.negated, vec![other.as_name()?]))
            }
            _ => None,
        },
        tree::ExprKind::Binary(it) => match it.op {
            tree::BinaryOp::Equal => Some((&it.left, false, vec![it.right.as_name()?])),
            tree::BinaryOp::NotEqual => Some((&it.left, true, vec![it.right.as_name()?])),
            tree::BinaryOp::Or | tree::BinaryOp::And => {
                let (value, negated, mut names) = compared_with(&it.left)?;
                names.push(it.right.as_name()?);
                Some((value, negated, names))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `-x`, worked out where x is constant.
fn negated(inner: Expr, span: Span) -> Expr {
    let ty = inner.ty.unranged();
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

/// The name with which a row of conditions begins that are joined by `and`.
fn leading(expr: &tree::Expr) -> Option<&tree::Name> {
    match &expr.kind {
        tree::ExprKind::Binary(it) if it.op == tree::BinaryOp::And => leading(&it.left),
        _ => expr.as_name(),
    }
}
