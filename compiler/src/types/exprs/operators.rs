//! Operators: `and`, `or`, `not`, arithmetic with measures, comparisons, `otherwise`.

use super::super::checker::{Checker, INT, bare, error};
use super::super::scope::Scope;
use super::coerce::to_ratio;
use super::literals::{fraction, reduced};
use super::{cell, same};
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
                self.number_operand(inner).map_or_else(|| error(span), |inner| Expr { span, ..inner })
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
            B::FollowedBy => self.needs_board(span),
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

    /// `a == b`, `a < b` and the like.
    pub(super) fn comparison(
        &mut self,
        scope: &mut Scope,
        how: Compare,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        let with_none = |side: &tree::Expr| matches!(side.kind, tree::ExprKind::None);
        let (left, right) = if with_none(left) || with_none(right) {
            let left = self.infer_declared(scope, left, None);
            (left, self.infer_declared(scope, right, None))
        } else {
            self.operands(scope, left, right)
        };
        self.compared(how, left, right, span)
    }

    /// Both sides of a comparison; a bare name that only the other side explains is looked up after it.
    pub(super) fn operands(
        &mut self,
        scope: &mut Scope,
        left: &tree::Expr,
        right: &tree::Expr,
    ) -> (Expr, Expr) {
        let needs_hint = left.as_name().is_some_and(|name| {
            &*name.text != "it"
                && scope.peek(&name.text).is_none()
                && !self.vocabulary.plurals.contains_key(&name.text)
                && !self.vocabulary.rulings.contains_key(&name.text)
                && self.vocabulary.members.get(&name.text).is_none_or(|kinds| kinds.len() != 1)
        });
        if needs_hint && right.as_name().is_none() {
            let right = self.infer(scope, right, None);
            let left = self.infer(scope, left, Some(&right.ty));
            (left, right)
        } else {
            let left = self.infer(scope, left, None);
            let right = self.infer(scope, right, Some(&left.ty));
            (left, right)
        }
    }

    /// A comparison of two checked values, made one of type.
    pub(super) fn compared(&mut self, how: Compare, left: Expr, right: Expr, span: Span) -> Expr {
        if matches!(left.ty, Type::Error) || matches!(right.ty, Type::Error) {
            return error(span);
        }
        let equality = matches!(how, Compare::Eq | Compare::Ne);
        if equality {
            if let Some(found) = self.compared_with_none(how, &left, &right, span) {
                return found;
            }
            if let (Type::Entity(kind), ExprKind::Text(text)) = (bare(&left.ty), &right.kind) {
                let name =
                    tree::Name { text: text.as_str().into(), span: right.span, quoted: true };
                return self.is_entry(how, left.clone(), *kind, &name, span);
            }
        } else {
            for side in [&left, &right] {
                if matches!(side.ty, Type::Optional(_)) {
                    let source = self.source_of(side.span);
                    return self.optional_operand(side, &source);
                }
            }
        }
        match self.unified(left, right, span) {
            Some((left, right)) => self.ordered(how, left, right, span),
            None => error(span),
        }
    }

    fn ordered(&mut self, how: Compare, left: Expr, right: Expr, span: Span) -> Expr {
        let comparable = match (bare(&left.ty), how) {
            (Type::Record(_) | Type::List(_) | Type::Set(_) | Type::Pool(_), _) => false,
            (_, Compare::Eq | Compare::Ne) => true,
            (
                Type::Int { .. }
                | Type::Ratio
                | Type::Length
                | Type::Angle
                | Type::Member(_)
                | Type::Face(_),
                _,
            ) => true,
            _ => false,
        };
        if !comparable {
            let ty = self.with_article(&left.ty);
            let diagnostic = Diagnostic::new(
                codes::CANNOT_COMPARE,
                match how {
                    Compare::Eq | Compare::Ne => format!("{ty} cannot be compared as a whole"),
                    _ => format!("{ty} is neither more nor less than another"),
                },
                span,
            );
            self.report(match bare(&left.ty) {
                Type::List(_) | Type::Set(_) | Type::Pool(_) => {
                    diagnostic.help("ask `x in S`, `S is empty`, or compare `count(S)`")
                }
                _ => diagnostic,
            });
            return error(span);
        }
        Expr {
            kind: ExprKind::Compare { how, left: Box::new(left), right: Box::new(right) },
            ty: Type::Bool,
            span,
        }
    }

    /// `x == none`: only of what may be none.
    fn compared_with_none(
        &mut self,
        how: Compare,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let (none, value) = match (&left.kind, &right.kind) {
            (_, ExprKind::None) => (right, left),
            (ExprKind::None, _) => (left, right),
            _ => return None,
        };
        if !matches!(value.ty, Type::Optional(_)) {
            let source = self.source_of(value.span);
            self.report(
                Diagnostic::new(
                    codes::NEVER_NONE,
                    format!("`{source}` is never none"),
                    span,
                )
                .label(format!("always {}", self.with_article(&value.ty))),
            );
            return Some(error(span));
        }
        let none = Expr { kind: ExprKind::None, ty: value.ty.clone(), span: none.span };
        Some(Expr {
            kind: ExprKind::Compare { how, left: Box::new(value.clone()), right: Box::new(none) },
            ty: Type::Bool,
            span,
        })
    }

    /// `u is "Name"`: whether it is one of that entry.
    pub(super) fn is_entry(
        &mut self,
        how: Compare,
        of: Expr,
        kind: warwright_ir::KindId,
        name: &tree::Name,
        span: Span,
    ) -> Expr {
        if matches!(of.ty, Type::Optional(_)) {
            let source = self.source_of(of.span);
            return self.optional_operand(&of, &source);
        }
        let Some(entry) = self.find_entry(kind, name) else { return error(span) };
        let asked =
            Expr { kind: ExprKind::IsEntry { of: Box::new(of), entry }, ty: Type::Bool, span };
        if how == Compare::Eq {
            asked
        } else {
            Expr { kind: ExprKind::Not(Box::new(asked)), ty: Type::Bool, span }
        }
    }

    fn optional_operand(&mut self, side: &Expr, source: &str) -> Expr {
        self.report(
            Diagnostic::new(
                codes::MAY_BE_NONE,
                format!("`{source}` may be none, and a value is wanted here"),
                side.span,
            )
            .label(format!("of type {}", self.type_name(&side.ty)))
            .help(format!(
                "ask first: `{source} is some x`, or say what counts instead: `{source} otherwise ..`"
            )),
        );
        error(side.span)
    }

    /// Two values made one of type, or a diagnostic that they never can be.
    fn unified(&mut self, left: Expr, right: Expr, span: Span) -> Option<(Expr, Expr)> {
        let (l, r) = (bare(&left.ty), bare(&right.ty));
        match (l, r) {
            _ if same(l, r) => Some((left, right)),
            (Type::Int { .. }, Type::Ratio) => Some((to_ratio(left), right)),
            (Type::Ratio, Type::Int { .. }) => Some((left, to_ratio(right))),
            (Type::Face(_), Type::Int { .. } | Type::Ratio) => {
                let number = self.numeric_face(left, &right)?;
                self.unified(number, right, span)
            }
            (Type::Int { .. } | Type::Ratio, Type::Face(_)) => {
                let number = self.numeric_face(right, &left)?;
                self.unified(left, number, span)
            }
            (Type::Length, Type::Int { .. } | Type::Ratio) => {
                let wanted = left.ty.clone();
                self.coerce(right, &wanted);
                None
            }
            (Type::Int { .. } | Type::Ratio, Type::Length) => {
                let wanted = right.ty.clone();
                self.coerce(left, &wanted);
                None
            }
            _ => {
                let members = self.members_of(&left.ty);
                let (l, r) = (self.with_article(&left.ty), self.with_article(&right.ty));
                let diagnostic = Diagnostic::new(
                    codes::CANNOT_COMPARE,
                    format!("{l} is never {r}"),
                    span,
                )
                .label("can never hold")
                .also(left.span, l)
                .also(right.span, r);
                self.report(match members {
                    Some(members) => {
                        let name = self.type_name(bare(&left.ty));
                        diagnostic.help(format!("members of {name}: {members}"))
                    }
                    None => diagnostic,
                });
                None
            }
        }
    }

    /// The members of a closed kind, listed.
    fn members_of(&self, ty: &Type) -> Option<String> {
        let Type::Member(kind) = bare(ty) else { return None };
        let names = self.vocabulary.kind(*kind)?;
        Some(super::super::wording::listed(names.entries.keys().map(AsRef::as_ref)))
    }

    /// A face as its number, where the die has numbers; `other` is what it is compared with.
    fn numeric_face(&mut self, face: Expr, other: &Expr) -> Option<Expr> {
        if self.face_has_number(&face.ty) {
            return Some(self.face_value(face));
        }
        let wanted = face.ty.clone();
        self.coerce(other.clone(), &wanted);
        None
    }

    /// `a + b` and the like, with measures.
    fn calculation(
        &mut self,
        scope: &mut Scope,
        how: Arithmetic,
        op_span: Span,
        (left, right): (&tree::Expr, &tree::Expr),
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let scalar_hint = hint.filter(|ty| !matches!(how, Arithmetic::Mul | Arithmetic::Div) || !matches!(bare(ty), Type::Length));
        let left = self.infer(scope, left, scalar_hint);
        let right_hint = match &left.ty {
            Type::Set(_) | Type::List(_) => Some(left.ty.clone()),
            _ => None,
        };
        let right = self.infer(scope, right, right_hint.as_ref().or(scalar_hint));
        self.calculated(how, op_span, left, right, span)
    }

    /// Arithmetic on checked values.
    pub(in crate::types) fn calculated(
        &mut self,
        how: Arithmetic,
        op_span: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if let Some(ty) = set_type(how, &left, &right) {
            let (left, right) = (Box::new(left), Box::new(right));
            let kind = match how {
                Arithmetic::Sub => ExprKind::Without(left, right),
                _ => ExprKind::Union(left, right),
            };
            return Expr { kind, ty, span };
        }
        let (Some(left), Some(right)) = (self.number_operand(left), self.number_operand(right))
        else {
            return error(span);
        };
        if how == Arithmetic::Div && is_zero(&right) {
            return self.broken(codes::DIVISION_BY_ZERO, "this divides by zero", right.span);
        }
        let (left, right, ty) = match matched(how, left, right) {
            Ok(found) => found,
            Err(sides) => return self.cannot_calculate(how, op_span, &sides.0, &sides.1, span),
        };
        folded(how, &left, &right, &ty, span).unwrap_or_else(|| Expr {
            kind: ExprKind::Arithmetic { how, left: Box::new(left), right: Box::new(right) },
            ty,
            span,
        })
    }

    fn cannot_calculate(
        &mut self,
        how: Arithmetic,
        op_span: Span,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Expr {
        // A bare number beside a length most often lacks its measure.
        if matches!(how, Arithmetic::Add | Arithmetic::Sub) {
            for (number, measure) in [(left, right), (right, left)] {
                if matches!(number.ty, Type::Int { .. } | Type::Ratio)
                    && matches!(measure.ty, Type::Length | Type::Angle)
                {
                    self.coerce(number.clone(), &measure.ty);
                    return error(span);
                }
            }
        }
        let (l, r) = (self.with_article(&left.ty), self.with_article(&right.ty));
        let verb = match how {
            Arithmetic::Add => "added to",
            Arithmetic::Sub => "taken from",
            Arithmetic::Mul => "multiplied by",
            Arithmetic::Div => "divided by",
            Arithmetic::Rem | Arithmetic::Min | Arithmetic::Max => "worked out with",
        };
        let (first, second) = if how == Arithmetic::Sub || how == Arithmetic::Add {
            (&r, &l)
        } else {
            (&l, &r)
        };
        self.report(
            Diagnostic::new(
                codes::CANNOT_CALCULATE,
                format!("{first} cannot be {verb} {second}"),
                op_span,
            )
            .also(left.span, l.clone())
            .also(right.span, r.clone()),
        );
        error(span)
    }

    /// An operand that must be a number: faces become numbers, what may be none is refused.
    pub(super) fn number_operand(&mut self, value: Expr) -> Option<Expr> {
        match &value.ty {
            Type::Error => None,
            Type::Int { .. } | Type::Ratio | Type::Length | Type::Angle => Some(value),
            Type::Face(_) if self.face_has_number(&value.ty) => Some(self.face_value(value)),
            Type::Optional(_) => {
                let source = self.source_of(value.span);
                self.optional_operand(&value, &source);
                None
            }
            _ => {
                let ty = self.with_article(&value.ty);
                self.report(
                    Diagnostic::new(
                        codes::CANNOT_CALCULATE,
                        format!("a number is wanted here, and this is {ty}"),
                        value.span,
                    )
                    .label("no number"),
                );
                None
            }
        }
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

/// The type of `S + T`, `S - T` of sets, lists and pools.
fn set_type(how: Arithmetic, left: &Expr, right: &Expr) -> Option<Type> {
    let wide = |ty: &Type| matches!(ty, Type::Set(_) | Type::List(_) | Type::Pool(_));
    if !matches!(how, Arithmetic::Add | Arithmetic::Sub) {
        None
    } else if wide(&left.ty) && super::fits(&right.ty, &left.ty) {
        Some(left.ty.clone())
    } else if wide(&right.ty) && super::fits(&left.ty, &right.ty) {
        Some(right.ty.clone())
    } else {
        None
    }
}

/// Both sides in the types that the operation wants, with the type of the result; the sides as they were where it wants others.
fn matched(
    how: Arithmetic,
    left: Expr,
    right: Expr,
) -> Result<(Expr, Expr, Type), Box<(Expr, Expr)>> {
    use Arithmetic as A;
    let kind = |ty: &Type| match ty {
        Type::Int { .. } => 0,
        Type::Ratio => 1,
        Type::Length => 2,
        Type::Angle => 3,
        _ => 4,
    };
    let (l, r) = (kind(&left.ty), kind(&right.ty));
    Ok(match (how, l, r) {
        (A::Div, 0, 0) => (left, right, Type::Ratio),
        (A::Add | A::Sub | A::Mul | A::Rem | A::Min | A::Max, 0, 0) => (left, right, INT),
        (A::Add | A::Sub | A::Mul | A::Div, 0 | 1, 0 | 1) => {
            (to_ratio_if_int(left), to_ratio_if_int(right), Type::Ratio)
        }
        (A::Add | A::Sub | A::Min | A::Max, 2, 2) | (A::Add | A::Sub | A::Min | A::Max, 3, 3) => {
            let ty = left.ty.clone();
            (left, right, ty)
        }
        (A::Div, 2, 2) | (A::Div, 3, 3) => (left, right, Type::Ratio),
        (A::Mul | A::Div, 2 | 3, 0 | 1) => {
            let ty = left.ty.clone();
            (left, right, ty)
        }
        (A::Mul, 0 | 1, 2 | 3) => {
            let ty = right.ty.clone();
            (right, left, ty)
        }
        _ => return Err(Box::new((left, right))),
    })
}

fn to_ratio_if_int(value: Expr) -> Expr {
    if matches!(value.ty, Type::Int { .. }) { to_ratio(value) } else { value }
}

fn is_zero(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Cell(0) | ExprKind::Fraction(0, _))
}

/// Constants worked out, where nothing overflows.
fn folded(how: Arithmetic, left: &Expr, right: &Expr, ty: &Type, span: Span) -> Option<Expr> {
    use Arithmetic as A;
    let (a, b) = (constant(left)?, constant(right)?);
    let (top, bottom) = match how {
        A::Add => (
            a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?,
            a.1.checked_mul(b.1)?,
        ),
        A::Sub => (
            a.0.checked_mul(b.1)?.checked_sub(b.0.checked_mul(a.1)?)?,
            a.1.checked_mul(b.1)?,
        ),
        A::Mul => (a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?),
        A::Div => {
            let (top, bottom) = (a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?);
            if bottom < 0 { (top.checked_neg()?, bottom.checked_neg()?) } else { (top, bottom) }
        }
        A::Rem | A::Min | A::Max => return None,
    };
    let (top, bottom) = reduced(top, bottom);
    match ty {
        // What does not fit one cell is worked out in play, where that is a fault which names the rule.
        Type::Ratio => super::super::type_exprs::packed_ratio(top, bottom)
            .map(|_| fraction(top, bottom, span)),
        _ if bottom == 1 => Some(cell(top, ty.clone(), span)),
        _ => None,
    }
}

/// The value of a constant, as a fraction.
pub(in crate::types) fn constant(value: &Expr) -> Option<(i64, i64)> {
    match (&value.kind, &value.ty) {
        (ExprKind::Cell(value), Type::Int { .. } | Type::Length | Type::Angle) => Some((*value, 1)),
        (ExprKind::Fraction(top, bottom), _) => Some((*top, *bottom)),
        _ => None,
    }
}
