//! Functions that the language knows: `count`, `sum`, `highest`, `least`, `first`, `min`, `floor` and the like.

use super::super::checker::{Checker, INT, bare, error};
use super::sets::{Aggregate, COUNT};
use super::sound;
use crate::typed::{Arithmetic, Compare, Expr, ExprKind, Question, Type};
use warwright_grammar::{Span, codes, tree};
use warwright_ir as ir;

/// How a function is checked: by how many values it takes.
enum Check {
    One(fn(&mut Checker<'_>, &tree::Expr, Span) -> Option<Expr>),
    Two(fn(&mut Checker<'_>, &tree::Expr, &tree::Expr, Span) -> Option<Expr>),
    Many(fn(&mut Checker<'_>, &[&tree::Expr], Option<&Type>, Span) -> Option<Expr>),
}

/// A function that the language knows.
pub(crate) struct Builtin {
    /// How it is written.
    pub(crate) syntax: &'static str,
    /// What it gives, for people.
    pub(crate) about: &'static str,
    check: Check,
}

impl Builtin {
    /// What stands before its brackets.
    pub(crate) fn name(&self) -> &'static str {
        self.syntax.split('(').next().unwrap_or(self.syntax)
    }
}

const fn row(syntax: &'static str, about: &'static str, check: Check) -> Builtin {
    Builtin { syntax, about, check }
}

/// All of them. Several may have one name: the first that takes so many values is meant.
pub(crate) const BUILTINS: &[Builtin] = {
    use Check::{Many, One, Two};
    &[
        row(
            "count(SET)",
            "How many items there are, or how many fulfil what stands behind `where`.",
            One(|it, of, span| it.count(of, span)),
        ),
        row(
            "sum(VALUE for each NAME in SET)",
            "All values added up.",
            One(|it, of, span| it.sum(of, span)),
        ),
        row(
            "highest(VALUE for each NAME in SET)",
            "The greatest value, or none of nothing.",
            One(|it, of, span| it.extreme(Question::MostValue, of, span)),
        ),
        row(
            "lowest(VALUE for each NAME in SET)",
            "The least value, or none of nothing.",
            One(|it, of, span| it.extreme(Question::LeastValue, of, span)),
        ),
        row(
            "most(VALUE for each NAME in SET)",
            "The item with the greatest value, the first of equals; none of nothing.",
            One(|it, of, span| it.extreme(Question::MostItem, of, span)),
        ),
        row(
            "least(VALUE for each NAME in SET)",
            "The item with the least value, the first of equals; none of nothing.",
            One(|it, of, span| it.extreme(Question::LeastItem, of, span)),
        ),
        row("first(SET)", "The first item, or none.", One(|it, of, span| it.first(of, span))),
        row(
            "max(VALUE, VALUE, ..)",
            "The greatest of several values.",
            Many(|it, of, hint, span| it.extreme_of(Arithmetic::Max, of, hint, span)),
        ),
        row(
            "highest(VALUE, VALUE, ..)",
            "The greatest of several values.",
            Many(|it, of, hint, span| it.extreme_of(Arithmetic::Max, of, hint, span)),
        ),
        row(
            "min(VALUE, VALUE, ..)",
            "The least of several values.",
            Many(|it, of, hint, span| it.extreme_of(Arithmetic::Min, of, hint, span)),
        ),
        row(
            "lowest(VALUE, VALUE, ..)",
            "The least of several values.",
            Many(|it, of, hint, span| it.extreme_of(Arithmetic::Min, of, hint, span)),
        ),
        row(
            "abs(NUMBER)",
            "The number without its sign.",
            One(|it, of, span| it.absolute(of, span)),
        ),
        row(
            "floor(NUMBER)",
            "Rounded down.",
            One(|it, of, span| it.rounded(ir::Rounding::Floor, of, span)),
        ),
        row(
            "ceil(NUMBER)",
            "Rounded up.",
            One(|it, of, span| it.rounded(ir::Rounding::Ceil, of, span)),
        ),
        row(
            "round(NUMBER)",
            "Rounded to the nearest whole number, halves away from zero.",
            One(|it, of, span| it.rounded(ir::Rounding::Nearest, of, span)),
        ),
        row(
            "rest(NUMBER, NUMBER)",
            "What is left of the first when it is divided by the second.",
            Two(|it, of, by, span| it.rest(of, by, span)),
        ),
        row(
            "rung(FIGURE, STEPS)",
            "The value so many steps along the ladder of the figure.",
            Two(|it, of, by, span| it.rung(of, by, span)),
        ),
        row(
            "held(THING, STATUS)",
            "How often a status that stacks is held.",
            Two(|it, of, status, span| it.held(of, status, span)),
        ),
    ]
};

/// Their names, for "did you mean".
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    BUILTINS.iter().map(Builtin::name)
}

impl Checker<'_> {
    /// A call of one of them; none where the name is not theirs.
    pub(super) fn built_in(
        &mut self,
        name: &tree::Name,
        args: &[tree::Arg],
        hint: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        let mut rows = BUILTINS.iter().filter(|row| !name.quoted && row.name() == &*name.text);
        let values: Vec<&tree::Expr> = args.iter().map(|arg| &arg.value).collect();
        rows.clone().next()?;
        let checked = rows.find_map(|row| match (&row.check, values.as_slice()) {
            (Check::One(check), [one]) => Some(check(self, one, span)),
            (Check::Two(check), [one, other]) => Some(check(self, one, other, span)),
            (Check::Many(check), [_, ..]) => Some(check(self, &values, hint, span)),
            _ => None,
        });
        let Some(checked) = checked else {
            let message = format!("`{}` does not take {} arguments", name.text, values.len());
            return Some(self.broken(codes::MISSING_ARGUMENT, message, span));
        };
        Some(checked.unwrap_or_else(|| error(span)))
    }

    fn count(&mut self, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let plain =
            !matches!(arg.kind, tree::ExprKind::Filter { .. } | tree::ExprKind::ForEach { .. });
        if plain {
            let of = sound(self.set(arg).0)?;
            return Some(Expr { kind: ExprKind::Size(Box::new(of)), ty: COUNT, span });
        }
        let Aggregate { of, item, when, .. } = self.aggregated(arg)?;
        Some(Expr::asked(Question::Count, (of, item), when, None, COUNT, span))
    }
    fn sum(&mut self, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let Aggregate { of, item, when, value } = self.aggregated(arg)?;
        let value = self.number_operand(value)?;
        let ty = value.ty.unranged();
        Some(Expr::asked(Question::Sum, (of, item), when, Some(value), ty, span))
    }
    /// The greatest or least value, or the item that has it; none of an empty set.
    fn extreme(&mut self, how: Question, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let Aggregate { of, item, when, value } = self.aggregated(arg)?;
        let value = match bare(&value.ty) {
            Type::Member(_) => value,
            Type::Face(_) if !self.face_has_number(&value.ty) => value,
            _ => self.number_operand(value)?,
        };
        let ty = match how {
            Question::LeastItem | Question::MostItem => self.scope.ty(item),
            _ => value.ty.unranged(),
        };
        let ty = Type::Optional(Box::new(ty));
        Some(Expr::asked(how, (of, item), when, Some(value), ty, span))
    }
    fn first(&mut self, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let (of, item) = self.set(arg);
        let of = sound(of)?;
        if matches!(of.ty, Type::Pool(_)) {
            let message = "dice on the table have no order: ask for the `highest` or `lowest`";
            return Some(self.broken(codes::WRONG_TYPE, message, span));
        }
        let ty = Type::Optional(Box::new(item));
        Some(Expr { kind: ExprKind::First(Box::new(of)), ty, span })
    }

    /// `max(a, b, ..)`.
    fn extreme_of(
        &mut self,
        how: Arithmetic,
        args: &[&tree::Expr],
        hint: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.infer(arg, hint);
            values.push(self.number_operand(value)?);
        }
        let ty = self.common_type(&values, None);
        let values: Vec<Expr> = values.into_iter().map(|value| self.coerce(value, &ty)).collect();
        let mut values = values.into_iter();
        let first = values.next();
        values.try_fold(first?, |result, value| {
            Some(self.extreme_pair(how, (sound(result)?, sound(value)?), &ty, span))
        })
    }
    fn absolute(&mut self, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let value = self.infer(arg, None);
        let value = self.number_operand(value)?;
        let ty = value.ty.unranged();
        Some(self.bound(value, |this, value| {
            let minus = ExprKind::Negate(Box::new(value.clone()));
            let minus = Expr { kind: minus, ty: ty.clone(), span };
            this.extreme_pair(Arithmetic::Max, (value, minus), &ty, span)
        }))
    }

    /// The greater or lesser of two: rationals by comparison.
    fn extreme_pair(
        &mut self,
        how: Arithmetic,
        (left, right): (Expr, Expr),
        ty: &Type,
        span: Span,
    ) -> Expr {
        if *ty != Type::Ratio {
            let (left, right) = (Box::new(left), Box::new(right));
            return Expr { kind: ExprKind::Arithmetic { how, left, right }, ty: ty.clone(), span };
        }
        let how = if how == Arithmetic::Max { Compare::Ge } else { Compare::Le };
        self.bound(left, |this, left| {
            this.bound(right, |_, right| {
                let (one, other) = (Box::new(left.clone()), Box::new(right.clone()));
                let when = ExprKind::Compare { how, left: one, right: other };
                let when = Box::new(Expr::truth(when, span));
                let (then, other) = (Box::new(left), Box::new(right));
                Expr { kind: ExprKind::If { when, then, other }, ty: Type::Ratio, span }
            })
        })
    }

    /// What is made of a value that is needed more than once: it is worked out once and has a name meanwhile, so that nested
    /// forms do not double with each level.
    fn bound(&mut self, value: Expr, make: impl FnOnce(&mut Self, Expr) -> Expr) -> Expr {
        let local = self.scope.hidden("", value.ty.clone(), value.span);
        let named = self.local_expr(local, value.span);
        let body = make(self, named);
        let (ty, span) = (body.ty.clone(), body.span);
        Expr::new(ExprKind::Let { local, value: Box::new(value), body: Box::new(body) }, ty, span)
    }

    fn rounded(&mut self, how: ir::Rounding, arg: &tree::Expr, span: Span) -> Option<Expr> {
        let value = self.infer(arg, None);
        let value = self.number_operand(value)?;
        Some(match &value.ty {
            Type::Int { .. } => Expr { span, ..value },
            Type::Ratio => {
                Expr { kind: ExprKind::Round { how, of: Box::new(value) }, ty: INT, span }
            }
            other => {
                let ty = self.with_article(other);
                self.broken(
                    codes::WRONG_TYPE,
                    format!("only plain numbers are rounded, and this is {ty}; divide it by a length first"),
                                    value.span,
                                )
            }
        })
    }
    fn rest(&mut self, a: &tree::Expr, b: &tree::Expr, span: Span) -> Option<Expr> {
        let a = self.expr(a, Some(&INT));
        let b = self.expr(b, Some(&INT));
        Some(match b.kind {
            ExprKind::Cell(0) => {
                self.broken(codes::DIVISION_BY_ZERO, "this divides by zero", b.span)
            }
            _ => self.calculated(Arithmetic::Rem, span, a, b, span),
        })
    }
    /// `rung(u.pace, -1)`: a step along the ladder of the figure.
    fn rung(&mut self, of: &tree::Expr, by: &tree::Expr, span: Span) -> Option<Expr> {
        let of = self.infer(of, None);
        let by = self.expr(by, Some(&INT));
        let (of, by) = (sound(of)?, sound(by)?);
        let Some(scale) = self.scale_of(&of) else {
            let message = "this figure has no ladder to step along";
            return Some(self.broken(codes::NO_LADDER, message, of.span));
        };
        let ty = of.ty.clone();
        if let Type::Optional(_) = ty {
            self.coerce(of, bare(&ty));
            return None;
        }
        Some(Expr { kind: ExprKind::Rung { scale, of: Box::new(of), by: Box::new(by) }, ty, span })
    }

    /// The ladder on which a value stands, by its declaration.
    pub(crate) fn scale_of(&self, of: &Expr) -> Option<ir::ScaleId> {
        match &of.kind {
            ExprKind::Quantity { quantity, .. } => self.typed.quantities.get(*quantity)?.scale,
            ExprKind::Printed { profile, .. } => self.facts.profile_scales.get(profile).copied(),
            ExprKind::Field { field, .. } => self.facts.field_scales.get(field).copied(),
            ExprKind::Rung { scale, .. } => Some(*scale),
            ExprKind::Otherwise(first, _) => self.scale_of(first),
            ExprKind::AsOf { of, .. } => self.scale_of(of),
            _ => None,
        }
    }

    /// `held(u, Wet)`: how often a status that stacks is held.
    fn held(&mut self, of: &tree::Expr, status: &tree::Expr, span: Span) -> Option<Expr> {
        let of = self.infer(of, None);
        let (name, _) = self.ability_call(status)?;
        let ability = self.find_ability(&name)?;
        if !self.may_bear(true, &of, ability, &name) {
            return None;
        }
        // What does not stack is held once or not at all.
        let stacks = self.typed.abilities.get(ability).is_none_or(|def| def.stacks);
        let ty = Type::int(Some(0), (!stacks).then_some(1));
        Some(Expr { kind: ExprKind::HeldCount { of: Box::new(of), ability }, ty, span })
    }
}
