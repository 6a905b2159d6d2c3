//! Comparisons with a figure: takes an expression, says what it compares with a number that is written out, as if that stood to the right.

use crate::typed::{Compare, Expr, ExprKind, Type};
use warwright_grammar::Span;
use warwright_ir::FieldId;

/// A comparison of something with a figure that is written out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison<'t> {
    pub(crate) of: &'t Expr,
    pub(crate) how: Compare,
    pub(crate) figure: i64,
    /// All of it.
    pub(crate) span: Span,
    /// The figure.
    pub(crate) place: Span,
}

/// On which side of a figure something counts, that figure with it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Up,
    Down,
}

impl<'t> Comparison<'t> {
    pub(crate) fn of(expr: &'t Expr) -> Option<Self> {
        let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
        let (of, at, how) = match (&left.kind, &right.kind) {
            (_, ExprKind::Cell(_)) => (left, right, *how),
            (ExprKind::Cell(_), _) => (right, left, how.turned()),
            _ => return None,
        };
        let ExprKind::Cell(figure) = at.kind else { return None };
        Some(Self { of, how, figure, span: expr.span, place: at.span })
    }

    /// A whole number that is written out.
    pub(crate) const fn written(value: &Expr) -> Option<i64> {
        as_variant!((&value.kind, &value.ty), (ExprKind::Cell(figure), Type::Int(_)) => *figure)
    }

    /// Whether whole numbers are compared.
    pub(crate) const fn is_whole(&self) -> bool {
        matches!(self.of.ty, Type::Int(_))
    }

    /// Whether a state is compared.
    pub(crate) fn is_of(&self, wanted: FieldId) -> bool {
        matches!(self.of.kind, ExprKind::Field { field, .. } if field == wanted)
    }

    /// The whole number next to the line that it draws, of those that it lets through: `< 3` is at most two.
    pub(crate) const fn meant(&self) -> i64 {
        match self.how {
            Compare::Lt => self.figure.saturating_sub(1),
            Compare::Gt => self.figure.saturating_add(1),
            _ => self.figure,
        }
    }

    /// Whether it asks that there is some, or that there is none, of what is never less than none.
    pub(crate) const fn asks_for_some(&self) -> Option<bool> {
        match (self.how, self.figure) {
            (Compare::Gt | Compare::Ne, 0) | (Compare::Ge, 1) => Some(true),
            (Compare::Eq | Compare::Le, 0) | (Compare::Lt, 1) => Some(false),
            _ => None,
        }
    }

    /// On which side of its figure it lets something through.
    pub(crate) const fn side(&self) -> Option<Side> {
        Side::of(self.how)
    }
}

impl Side {
    /// On which side what stands to the left lies.
    pub(crate) const fn of(how: Compare) -> Option<Self> {
        match how {
            Compare::Ge | Compare::Gt => Some(Self::Up),
            Compare::Le | Compare::Lt => Some(Self::Down),
            Compare::Eq | Compare::Ne => None,
        }
    }
}
