//! Expressions: from syntax to typed expressions, with the type that the context wants.
//!
//! [`Checker::expr`] is what other passes call. [`Checker::infer`] gives whatever type an expression has, with a hint that
//! helps to find bare names (`how is shot`); [`Checker::coerce`] makes the conversions that are allowed unasked.

mod arguments;
mod arithmetic;
mod builtins;
mod calls;
mod coerce;
mod comparisons;
mod conditions;
mod dice;
mod examples;
mod fields;
mod literals;
mod matches;
mod names;
mod operators;
mod places;
mod possession;
mod relations;
mod sets;
mod space;
mod ties;
mod unknown;
mod ways;

pub(crate) use arithmetic::constant;
pub(crate) use builtins::BUILTINS;
pub(crate) use coerce::to_ratio;
pub(crate) use coerce::{fits, same};
pub(crate) use literals::in_unit;
pub(crate) use sets::conjunction;

use super::checker::{Checker, bare, error};
use crate::typed::{Expr, ExprKind, KindDef, LocalId, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// Whether the language itself has a function of that name.
pub(crate) fn is_built_in(name: &str) -> bool {
    builtins::names().chain(space::names()).any(|known| known == name)
}

impl<'a> Checker<'a> {
    /// An expression of the expected type (any, where none is expected). Rolls are refused (WW0330). What does not fit is
    /// reported, and the result is then of type `Error`.
    pub fn expr(&mut self, expr: &tree::Expr, expected: Option<&Type>) -> Expr {
        let found = self.infer(expr, expected);
        self.as_expected(found, expected)
    }
    fn as_expected(&mut self, found: Expr, expected: Option<&Type>) -> Expr {
        match expected {
            Some(wanted) => self.coerce(found, wanted),
            None => found,
        }
    }

    /// The right side of a statement: like [`Checker::expr`], but a roll, a draw or a plan may be all of it.
    pub fn value(&mut self, expr: &tree::Expr, expected: Option<&Type>) -> Expr {
        let found = match &expr.kind {
            tree::ExprKind::Roll { count, dice } => self.roll(count.as_deref(), dice, expr.span),
            tree::ExprKind::Draw(set) => self.draw(set, expr.span),
            tree::ExprKind::Plan(search) => self.plan(search, expr.span),
            _ => return self.expr(expr, expected),
        };
        self.as_expected(found, expected)
    }

    /// A condition. What it binds and finds is not yet visible: see `Scope::assume`.
    pub fn condition(&mut self, expr: &tree::Expr) -> Expr {
        self.expr(expr, Some(&Type::Bool))
    }

    /// A condition, if there is one, that holds for all that is read in the scope afterwards.
    pub fn assumed(&mut self, expr: Option<&tree::Expr>) -> Option<Expr> {
        let when = self.condition(expr?);
        self.scope.assume(&when, true);
        Some(when)
    }

    /// A condition on the candidate of a set: gives the candidate's local (`it`), with the condition, if any.
    pub fn filter(
        &mut self,
        item: &Type,
        condition: Option<&tree::Expr>,
        span: Span,
    ) -> (LocalId, Option<Expr>) {
        let local = self.scope.hidden("it", item.clone(), span);
        let mark = self.scope.mark();
        self.scope.candidate(local);
        let when = condition.map(|condition| self.condition(condition));
        self.scope.reset(mark);
        (local, when)
    }

    /// A set, list or pool, with the type of its items. Anything else is reported.
    pub fn set(&mut self, expr: &tree::Expr) -> (Expr, Type) {
        let found = self.infer(expr, None);
        self.set_of(found)
    }

    /// A value that is a set, list or pool, with the type of its items. Anything else is reported.
    pub(super) fn set_of(&mut self, found: Expr) -> (Expr, Type) {
        let span = found.span;
        match item_type(&found.ty) {
            Some(item) => (found, item),
            None => {
                let ty = self.type_name(&found.ty);
                let diagnostic = Diagnostic::at(codes::NOT_A_SET, span)
                    .says(format!("a set is wanted here, and this is {}", with_article(&ty)))
                    .label("one value, not several");
                self.report(match bare(&found.ty) {
                    Type::Int { .. } | Type::Length => {
                        diagnostic.help("what lies between two numbers reads `x >= 1 and x <= 3`")
                    }
                    Type::Entity(kind) if self.facts.player == Some(*kind) => {
                        let source = self.source_of(span);
                        let owned = |(_, kind): &(_, &warwright_ir::KindId)| {
                            self.typed.kinds.get(**kind).is_some_and(KindDef::has_owner)
                        };
                        let plurals = self.vocabulary.plurals.iter().filter(owned);
                        let ways: Vec<String> =
                            plurals.map(|(name, _)| format!("{name} of {source}")).collect();
                        self.with_ways(diagnostic, &ways, span)
                    }
                    _ => diagnostic,
                });
                (error(span), Type::Error)
            }
        }
    }

    /// An expression with whatever type it has; `hint` is the type that the context would like, used to find bare names.
    pub fn infer(&mut self, expr: &tree::Expr, hint: Option<&Type>) -> Expr {
        let found = self.infer_form(expr, hint);
        self.narrowed(found)
    }

    /// An expression with its declared type: optional even where it is known to be there (asking twice is no mistake).
    pub(super) fn infer_declared(&mut self, expr: &tree::Expr, hint: Option<&Type>) -> Expr {
        self.infer_form(expr, hint)
    }

    /// An optional value that is known to be there is of its plain type.
    pub(super) fn narrowed(&self, mut expr: Expr) -> Expr {
        if let Type::Optional(inner) = &expr.ty
            && self.scope.is_known(&expr)
        {
            expr.ty = (**inner).clone();
        }
        expr
    }

    fn infer_form(&mut self, expr: &tree::Expr, hint: Option<&Type>) -> Expr {
        use tree::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            K::Number(number) => self.number(*number, span),
            K::Dice { .. } => self.misplaced_pool(span),
            K::Bool(value) => cell(i64::from(*value), Type::Bool, span),
            K::None => self.none(hint, span),
            K::Date(_) => self.broken(codes::NOT_A_VALUE, "a date is no value of the game", span),
            K::Text(template) => self.text(template, hint, span),
            K::Name(name) => self.name(name, hint),
            K::Field(field) => self.field(&field.of, &field.name, span),
            K::Call(call) => self.call(&call.callee, &call.args, hint, span),
            K::Tuple(items) => self.point_literal(items, span),
            K::Size { width, depth } => self.footprint_literal(width, depth, span),
            K::ClearLine(line) => self.clear_line(line, span),
            K::CellsFrom(search) => self.cells_from(search, span),
            K::Route(route) => self.cut_route(route, span),
            K::Plan(_) => self.misplaced_act("plan", span),
            K::List(items) => self.items(items, hint, true, span),
            K::Set(items) => self.items(items, hint, false, span),
            K::Unary { op, value } => self.unary(*op, value, hint, span),
            K::Binary(it) => self.binary((it.op, it.op_span), &it.left, &it.right, hint, span),
            K::Relation(it) => match self.dice_of_face(it, hint, span) {
                Some(dice) => dice,
                None => self.relation(&it.name, &it.left, &it.right, span),
            },
            K::In(it) => self.membership(&it.value, it.negated, &it.set, span),
            K::Is(it) => self.is(&it.value, it.negated, &it.what, span),
            K::Has { owner, ability } => given(self.has(owner, ability, span), span),
            K::May(call) => given(self.may(call, span), span),
            K::If(it) => self.choose_value(&it.arms, it.otherwise.as_ref(), hint, span),
            K::Match(it) => self.match_value(&it.value, &it.arms, hint, span),
            K::Quantified { quantifier, binder } => self.quantified(*quantifier, binder, span),
            K::Filter { set, condition } => self.filtered(set, condition, span),
            K::ForEach { value, binder } => self.mapped(value, binder, span),
            K::AsOf { value, moment } => given(self.as_of(value, moment, hint, span), span),
            K::During(moment) => given(
                self.moment(moment).map(|used| {
                    Expr::truth(used.moment.map_or(ExprKind::Cell(1), ExprKind::During), span)
                }),
                span,
            ),
            K::Supposing(it) => self.supposing(&it.changes, &it.value, hint, span),
            K::Roll { .. } => self.misplaced_roll(span),
            K::Draw(_) => self.misplaced_act("draw", span),
            K::Create(_) => self.misplaced_act("create", span),
            K::SomeOf { .. } => self.misplaced_act("some of", span),
            K::Error => error(span),
        }
    }
}

/// The type of the items of a set, list or pool.
pub(crate) fn item_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::List(item) | Type::Set(item) => Some((**item).clone()),
        Type::Pool(die) => Some(Type::Face(*die)),
        Type::Error => Some(Type::Error),
        Type::Nothing => Some(Type::Error),
        _ => None,
    }
}

/// Whether larger and smaller mean something that may be good or bad for somebody.
pub(crate) fn is_numeric(ty: &Type) -> bool {
    matches!(bare(ty), Type::Int { .. } | Type::Ratio | Type::Length | Type::Angle)
}

/// A value, or a broken one where something was wrong.
fn given(value: Option<Expr>, span: Span) -> Expr {
    value.unwrap_or_else(|| error(span))
}
/// A value, unless something was wrong with it.
pub(crate) fn sound(value: Expr) -> Option<Expr> {
    (!matches!(value.ty, Type::Error)).then_some(value)
}
/// A constant.
pub(crate) fn cell(value: i64, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Cell(value), ty, span }
}

fn with_article(words: &str) -> String {
    format!("{} {words}", crate::wording::article(words))
}
