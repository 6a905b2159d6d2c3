//! Making expressions: each form with the type that follows from its parts.

use super::{Arithmetic, Compare, Expr, ExprKind, LocalId, Question, Type};
use warwright_grammar::source::Span;
use warwright_ir as ir;

impl Expr {
    /// A form of some type.
    #[must_use]
    pub const fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self { kind, ty, span }
    }

    /// The local that it is.
    #[must_use]
    pub const fn as_local(&self) -> Option<LocalId> {
        as_variant!(self.kind, ExprKind::Local(local) => local)
    }

    /// The parts of a condition that are joined by `and`, so that all hold where it does.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::And(left, right) => [left.conjuncts(), right.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// A form that is a yes or no.
    #[must_use]
    pub const fn truth(kind: ExprKind, span: Span) -> Self {
        Self::new(kind, Type::Bool, span)
    }

    /// The one thing of a kind.
    #[must_use]
    pub const fn only(kind: ir::KindId, span: Span) -> Self {
        Self::new(ExprKind::Only(kind), Type::Entity(kind), span)
    }

    /// All things of a kind that are in play.
    #[must_use]
    pub fn all(kind: ir::KindId, span: Span) -> Self {
        Self::new(ExprKind::All(kind), Type::Set(Box::new(Type::Entity(kind))), span)
    }

    /// A state field of a thing.
    #[must_use]
    pub fn field(of: Self, field: ir::FieldId, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Field { of: Box::new(of), field }, ty, span)
    }

    /// A comparison.
    #[must_use]
    pub fn compare(how: Compare, left: Self, right: Self, span: Span) -> Self {
        let (left, right) = (Box::new(left), Box::new(right));
        Self::truth(ExprKind::Compare { how, left, right }, span)
    }

    /// Arithmetic, whose type its signs decide.
    #[must_use]
    pub fn arithmetic(how: Arithmetic, left: Self, right: Self, ty: Type, span: Span) -> Self {
        let (left, right) = (Box::new(left), Box::new(right));
        Self::new(ExprKind::Arithmetic { how, left, right }, ty, span)
    }

    /// Both hold.
    #[must_use]
    pub fn and(left: Self, right: Self, span: Span) -> Self {
        Self::truth(ExprKind::And(Box::new(left), Box::new(right)), span)
    }

    /// One of both holds.
    #[must_use]
    pub fn or(left: Self, right: Self, span: Span) -> Self {
        Self::truth(ExprKind::Or(Box::new(left), Box::new(right)), span)
    }

    /// It does not hold.
    #[must_use]
    pub fn negated(of: Self, span: Span) -> Self {
        Self::truth(ExprKind::Not(Box::new(of)), span)
    }

    /// There is such a value, which a local then holds.
    #[must_use]
    pub fn is_some(of: Self, binds: Option<LocalId>, span: Span) -> Self {
        Self::truth(ExprKind::IsSome { of: Box::new(of), binds }, span)
    }

    /// One value or another.
    #[must_use]
    pub fn either(when: Self, then: Self, other: Self, ty: Type, span: Span) -> Self {
        let (when, then, other) = (Box::new(when), Box::new(then), Box::new(other));
        Self::new(ExprKind::If { when, then, other }, ty, span)
    }

    /// Those items of a set or list for which a condition holds.
    #[must_use]
    pub fn filter(of: Self, item: LocalId, when: Self, span: Span) -> Self {
        let ty = of.ty.clone();
        Self::new(ExprKind::Filter { of: Box::new(of), item, when: Box::new(when) }, ty, span)
    }

    /// The first item of a set or list, or none.
    #[must_use]
    pub fn first(of: Self, item: Type, span: Span) -> Self {
        Self::new(ExprKind::First(Box::new(of)), Type::Optional(Box::new(item)), span)
    }

    /// A question about the items of a set or list that meet a condition.
    #[must_use]
    pub fn asked(
        how: Question,
        (of, item): (Self, LocalId),
        when: Option<Self>,
        value: Option<Self>,
        ty: Type,
        span: Span,
    ) -> Self {
        let (of, when, value) = (Box::new(of), when.map(Box::new), value.map(Box::new));
        Self::new(ExprKind::Quantified { how, of, item, when, value }, ty, span)
    }
}
