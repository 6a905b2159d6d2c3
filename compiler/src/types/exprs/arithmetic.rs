//! Arithmetic with measures, worked out where its sides are constant; `+` and `-` of sets.

use super::super::checker::{Checker, INT, bare, error};
use super::coerce::to_ratio;
use super::literals::{fraction, reduced};
use super::{cell, fits};
use crate::typed::{Arithmetic, Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `a + b` and the like, with measures.
    pub(super) fn calculation(
        &mut self,
        how: Arithmetic,
        op_span: Span,
        (left, right): (&tree::Expr, &tree::Expr),
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        // The range of a sum is no range of its parts.
        let unbounded = hint.map(|ty| if let Type::Int(_) = bare(ty) { INT } else { ty.clone() });
        let scalar_hint = unbounded.as_ref().filter(|ty| {
            !matches!(how, Arithmetic::Mul | Arithmetic::Div) || !matches!(bare(ty), Type::Length)
        });
        let left = self.infer(left, scalar_hint);
        let right_hint =
            as_variant!(&left.ty, Type::Set(_) | Type::List(_) | Type::Pool(_) => left.ty.clone());
        let right = self.infer(right, right_hint.as_ref().or(scalar_hint));
        self.calculated(how, op_span, left, right, span)
    }

    /// Arithmetic on checked values.
    pub(crate) fn calculated(
        &mut self,
        how: Arithmetic,
        op_span: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if let Some(ty) = set_type(how, &left, &right) {
            if let Some(dice) = super::dice::together(how, &left, &right, span) {
                return dice;
            }
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
        if let (Some((_, 1)), Some((_, 1))) = (constant(&left), constant(&right))
            && matches!(how, Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul)
            && folded(how, &left, &right, &ty, span).is_none()
        {
            return self.broken(codes::OUT_OF_RANGE, "this number is too large", span);
        }
        folded(how, &left, &right, &ty, span)
            .unwrap_or_else(|| Expr::arithmetic(how, left, right, ty, span))
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
        let (first, second) =
            if how == Arithmetic::Sub || how == Arithmetic::Add { (&r, &l) } else { (&l, &r) };
        Diagnostic::at(codes::CANNOT_CALCULATE, op_span)
            .says(format!("{first} cannot be {verb} {second}"))
            .also(left.span, l.clone())
            .also(right.span, r.clone())
            .emit(self.sink);
        error(span)
    }

    /// `by 1+ "label"`: a sign behind its figure, to which the label seems to be added.
    fn signed_behind(&self, found: Diagnostic) -> Diagnostic {
        let (about, sources) = (found.primary.span, self.input.sources);
        let whole = sources.whole(sources.file_of(about));
        let ahead = about.start().saturating_sub(whole.start()) as usize;
        let before = sources.slice(whole).get(..ahead).unwrap_or("").trim_end();
        let Some(sign) = before.chars().next_back().filter(|it| matches!(it, '+' | '-')) else {
            return found;
        };
        let bare = before.strip_suffix(sign).unwrap_or("");
        let digits = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let start = bare.len() - digits;
        let touched = bare.get(..start).is_some_and(|it| it.ends_with([' ', '(', ',']));
        if digits == 0 || !touched {
            return found;
        }
        let written = format!("{sign}{}", bare.get(start..).unwrap_or(""));
        let place = whole.part(start..before.len());
        found.fix(format!("a change has its sign before its figure: `{written}`"), place, written)
    }

    /// An operand that must be a number: faces become numbers, what may be none is refused.
    pub(super) fn number_operand(&mut self, value: Expr) -> Option<Expr> {
        match &value.ty {
            Type::Error => None,
            Type::Int { .. } | Type::Ratio | Type::Length | Type::Angle => Some(value),
            Type::Face(_) if self.face_has_number(&value.ty) => Some(self.face_value(value)),
            Type::Optional(_) => {
                self.may_be_none(&value);
                None
            }
            _ => {
                let ty = self.with_article(&value.ty);
                let found = Diagnostic::at(codes::CANNOT_CALCULATE, value.span)
                    .says(format!("a number is wanted here, and this is {ty}"))
                    .label("no number");
                self.report(match &value.ty {
                    Type::List(_) | Type::Set(_) => found.help(
                        "of several the least is `lowest(S)`, the most `highest(S)`, all together `sum(S)`; how many there are is `count(S)`",
                    ),
                    Type::Entity(kind) if self.facts.cell == Some(*kind) => {
                        found.help("cells are named one by one: `C3, C4, C5`")
                    }
                    Type::Text => self.signed_behind(found),
                    _ => found,
                });
                None
            }
        }
    }
}

/// The type of `S + T`, `S - T` of sets, lists and pools.
fn set_type(how: Arithmetic, left: &Expr, right: &Expr) -> Option<Type> {
    let wide = |ty: &Type| matches!(ty, Type::Set(_) | Type::List(_) | Type::Pool(_));
    if !matches!(how, Arithmetic::Add | Arithmetic::Sub) {
        None
    } else if wide(&left.ty) && fits(&right.ty, &left.ty) {
        Some(left.ty.clone())
    } else if wide(&right.ty) && fits(&left.ty, &right.ty) {
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
        A::Add => {
            (a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?, a.1.checked_mul(b.1)?)
        }
        A::Sub => {
            (a.0.checked_mul(b.1)?.checked_sub(b.0.checked_mul(a.1)?)?, a.1.checked_mul(b.1)?)
        }
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
        Type::Ratio => {
            super::super::type_exprs::packed_ratio(top, bottom).map(|_| fraction(top, bottom, span))
        }
        // The least number of all stands for none.
        _ if bottom == 1 && top != warwright_ir::NONE => Some(cell(top, ty.clone(), span)),
        _ => None,
    }
}

/// The value of a constant, as a fraction.
pub(crate) fn constant(value: &Expr) -> Option<(i64, i64)> {
    match (&value.kind, &value.ty) {
        (ExprKind::Cell(value), Type::Int { .. } | Type::Length | Type::Angle) => Some((*value, 1)),
        (ExprKind::Fraction(top, bottom), _) => Some((*top, *bottom)),
        _ => None,
    }
}
