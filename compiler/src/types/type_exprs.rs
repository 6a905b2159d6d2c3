//! Types as written: from `list of unit`, `int 1..9`, `length? on Pace` to types.

use super::checker::{Checker, INT, bare};
use super::scope::Scope;
use crate::typed::{Expr, ExprKind, PLAIN, RecordId, SpaceType, Type};
use warwright_grammar::{Diagnostic, Span, codes, slips, tree};
use warwright_ir as ir;

/// A type with the ladder on which its values stand.
#[derive(Clone, Debug)]
pub struct Written {
    /// The type.
    pub ty: Type,
    /// `on SCALE`.
    pub scale: Option<ir::ScaleId>,
}

impl Written {
    fn plain(ty: Type) -> Self {
        Self { ty, scale: None }
    }
}

impl Checker<'_> {
    /// The type that is written; what is wrong with it is reported, and it is then `Error`.
    pub fn written_type(&mut self, written: &tree::TypeExpr) -> Type {
        self.written_scaled(written).ty
    }

    /// The type that is written, with its ladder.
    pub fn written_scaled(&mut self, written: &tree::TypeExpr) -> Written {
        let span = written.span;
        match &written.kind {
            tree::TypeKind::Named { name, range } => {
                Written::plain(self.named_type(name, range.as_deref()))
            }
            tree::TypeKind::ListOf(item) => {
                let item = self.item_type(item);
                Written::plain(wrapped(item, |item| Type::List(Box::new(item))))
            }
            tree::TypeKind::SetOf(item) => {
                let item = match self.item_type(item) {
                    Type::Space(_) => self.not_allowed("points and places stand in a `list`", span),
                    item => item,
                };
                Written::plain(wrapped(item, |item| Type::Set(Box::new(item))))
            }
            tree::TypeKind::Of { what, item } => Written::plain(self.word_of(what, item)),
            tree::TypeKind::Optional(item) => self.optional_type(item),
            tree::TypeKind::On { item, scale } => {
                let inner = self.written_scaled(item);
                let scale = self.find_scale(scale);
                if let Some(id) = scale {
                    self.check_scale_fits(&inner.ty, id, span);
                }
                Written { ty: inner.ty, scale }
            }
            tree::TypeKind::OneOf(_) => Written::plain(
                self.not_allowed("a value is of one kind; declare one parameter for each", span),
            ),
            tree::TypeKind::SomeOf { .. } => Written::plain(
                self.not_allowed(
                    "dice that a player commits are chosen in a step: `p chooses dice: any of POOL where ..`",
                    span,
                ),
            ),
            tree::TypeKind::Error => Written::plain(Type::Error),
        }
    }

    fn not_allowed(&mut self, message: &str, span: Span) -> Type {
        self.report(Diagnostic::at(codes::TYPE_NOT_ALLOWED, span).says(message));
        Type::Error
    }

    fn optional_type(&mut self, item: &tree::TypeExpr) -> Written {
        let inner = self.written_scaled(item);
        let ty = match inner.ty {
            Type::Error => Type::Error,
            Type::Optional(_) => inner.ty,
            Type::List(_) | Type::Set(_) | Type::Pool(_) => self.not_allowed(
                "a list or set that may be missing is an empty one: leave out the `?`",
                item.span,
            ),
            Type::Record(_) => self.not_allowed("a record cannot be missing", item.span),
            ty => Type::Optional(Box::new(ty)),
        };
        Written { ty, scale: inner.scale }
    }

    fn item_type(&mut self, item: &tree::TypeExpr) -> Type {
        match self.written_type(item) {
            Type::List(_) | Type::Set(_) | Type::Pool(_) | Type::Record(_) | Type::Optional(_) => {
                self.not_allowed("a list or set holds single values only", item.span)
            }
            Type::Space(space) if !space.in_lists() => self
                .not_allowed("lists hold points, places and edges, but nothing larger", item.span),
            ty => ty,
        }
    }

    fn word_of(&mut self, what: &tree::Name, item: &tree::TypeExpr) -> Type {
        let die = match &item.kind {
            tree::TypeKind::Named { name, range: None } => name,
            _ => return self.not_allowed("a die is wanted after `of`", item.span),
        };
        match &*what.text {
            "pool" => self.find_die(die).map_or(Type::Error, Type::Pool),
            "face" => self.find_die(die).map_or(Type::Error, Type::Face),
            _ => {
                let known: Vec<String> =
                    ["list", "set", "pool", "face"].iter().map(ToString::to_string).collect();
                self.unknown_among(what, "type", &known);
                Type::Error
            }
        }
    }

    fn named_type(&mut self, name: &tree::Name, range: Option<&tree::Range>) -> Type {
        if !name.quoted
            && let Some(ty) = self.plain_type(name)
        {
            return match (ty, range) {
                (Type::Int { .. }, Some(range)) => self.ranged(range),
                (ty @ (Type::Length | Type::Angle), Some(_)) if self.measured_ranges => ty,
                (ty, Some(range)) if !matches!(ty, Type::Error) => {
                    self.not_allowed("only whole numbers have a range", range.span)
                }
                (ty, _) => ty,
            };
        }
        if let Some(kind) = self.vocabulary.kinds.get(&*name.text).copied() {
            let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
            return if closed { Type::Member(kind) } else { Type::Entity(kind) };
        }
        if let Some(record) = self.record_named(&name.text) {
            return Type::Record(record);
        }
        if let Some(die) = self.vocabulary.dice.get(&*name.text).copied() {
            return Type::Face(die);
        }
        let here = slips::word_meant("a type", &name.text).and_then(|it| it.instead);
        if let Some(here) = here {
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no type `{}`", name.text))
                .label("not declared anywhere")
                .fix(format!("write `{here}`"), name.span, here)
                .emit(self.sink);
            return Type::Error;
        }
        let mut known: Vec<String> = PLAIN.iter().map(ToString::to_string).collect();
        known.extend(self.vocabulary.kinds.keys().map(ToString::to_string));
        known.extend(self.typed.records.values().map(|record| record.name.clone()));
        self.unknown_among(name, "type", &known);
        Type::Error
    }

    /// The record of that name.
    pub fn record_named(&self, name: &str) -> Option<RecordId> {
        self.facts.records.get(name).copied()
    }

    fn plain_type(&mut self, name: &tree::Name) -> Option<Type> {
        Some(match &*name.text {
            "int" => INT,
            "rational" => Type::Ratio,
            "bool" => Type::Bool,
            "text" => Type::Text,
            "length" => Type::Length,
            "angle" => Type::Angle,
            "pool" => match self.facts.die {
                Some(die) => Type::Pool(die),
                None => self.not_allowed("say of which die: `pool of d6`", name.span),
            },
            word => {
                // A game may have a kind or record of that name.
                let taken =
                    self.vocabulary.kinds.contains_key(word) || self.record_named(word).is_some();
                let space = SpaceType::ALL.into_iter().find(|space| space.name() == word);
                Type::Space(space.filter(|_| !taken)?)
            }
        })
    }

    /// `int 1..9`: the range that is known before play; only of parameters of actions an end may be known in play alone.
    fn ranged(&mut self, range: &tree::Range) -> Type {
        let least = range.low.as_ref().and_then(|end| self.end_of_range(end));
        let most = range.high.as_ref().and_then(|end| self.end_of_range(end));
        if let (Some(low), Some(high)) = (least, most)
            && low > high
        {
            Diagnostic::at(codes::OUT_OF_RANGE, range.span)
                .says("this range is empty")
                .label(format!("nothing lies between {low} and {high}"))
                .emit(self.sink);
            return Type::Error;
        }
        Type::int(least, most)
    }

    fn end_of_range(&mut self, end: &tree::Expr) -> Option<i64> {
        let known = self.constant_int(end);
        let read = !matches!(end.kind, tree::ExprKind::Error);
        if known.is_none() && read && !self.measured_ranges {
            Diagnostic::at(codes::NOT_CONSTANT, end.span)
                .says("the end of a range must be a whole number")
                .label("not known before play")
                .help("a side without an end stays open: `int 0..`")
                .emit(self.sink);
        }
        known
    }

    /// A whole number that is known before play; anything else is none, without a word (parameters of actions may range over
    /// what is known in play alone).
    pub fn constant_int(&mut self, expr: &tree::Expr) -> Option<i64> {
        match &expr.kind {
            tree::ExprKind::Number(number) if number.unit.is_none() && number.denominator == 1 => {
                Some(number.numerator)
            }
            tree::ExprKind::Unary { op: tree::UnaryOp::Minus, value } => {
                self.constant_int(value)?.checked_neg()
            }
            _ => None,
        }
    }

    fn check_scale_fits(&mut self, ty: &Type, scale: ir::ScaleId, span: Span) {
        let Some(def) = self.typed.scales.get(scale) else { return };
        let of = def.ty.clone();
        if matches!(ty, Type::Error)
            || matches!(of, Type::Error)
            || super::exprs::same(bare(ty), &of)
        {
            return;
        }
        Diagnostic::at(codes::WRONG_TYPE, span)
            .says(format!(
                "scale `{}` has steps of type {}, and this is {}",
                def.name,
                self.type_name(&of),
                self.with_article(ty)
            ))
            .also(def.span, "declared here")
            .emit(self.sink);
    }

    /// The cell of a value that is known before play (`ir::NONE` for none), or a diagnostic.
    pub fn constant_cell(&mut self, value: &Expr) -> Option<i64> {
        match &value.kind {
            ExprKind::Cell(cell) => Some(*cell),
            ExprKind::Fraction(top, bottom) => match packed_ratio(*top, *bottom) {
                Some(cell) => Some(cell),
                None => {
                    self.broken(
                        codes::OUT_OF_RANGE,
                        "this fraction has too many digits",
                        value.span,
                    );
                    None
                }
            },
            ExprKind::None => Some(ir::NONE),
            ExprKind::Error => None,
            _ => Diagnostic::at(codes::NOT_CONSTANT, value.span)
                .says("this value must be known before play")
                .label("worked out in play")
                .refuse(self.sink),
        }
    }

    /// The value that is known before play: a cell, or a list of cells.
    pub fn constant_value(&mut self, value: &Expr) -> Option<ir::Value> {
        if let ExprKind::Footprint(cells) = &value.kind {
            return Some(ir::Value::Wide(cells.as_slice().into()));
        }
        if let ExprKind::Items(items) = &value.kind {
            let mut cells = Vec::with_capacity(items.len());
            for item in items {
                cells.push(self.constant_cell(item)?);
            }
            if matches!(value.ty, Type::Set(_)) {
                cells.sort_unstable();
                cells.dedup();
            }
            return Some(ir::Value::Wide(cells.into()));
        }
        self.constant_cell(value).map(ir::Value::Scalar)
    }

    /// An expression without any local, as for defaults and values of entries, worked out as far as it is constant.
    pub fn constant_expr(&mut self, expr: &tree::Expr, ty: &Type) -> Expr {
        let mut empty = Scope::new();
        empty.before_play = true;
        self.alone(empty, expr, ty)
    }

    /// An expression in a scope of its own.
    pub(super) fn alone(&mut self, scope: Scope, expr: &tree::Expr, ty: &Type) -> Expr {
        let read = |this: &mut Self| {
            let found = this.expr(expr, Some(ty));
            this.finish();
            found
        };
        self.inside(scope, read).0
    }
}

fn wrapped(item: Type, wrap: impl FnOnce(Type) -> Type) -> Type {
    if matches!(item, Type::Error) { Type::Error } else { wrap(item) }
}

/// A fraction in one cell: numerator in the high half, denominator in the low half.
pub(crate) fn packed_ratio(top: i64, bottom: i64) -> Option<i64> {
    let top = i32::try_from(top).ok()?;
    let bottom = u32::try_from(bottom).ok().filter(|bottom| i32::try_from(*bottom).is_ok())?;
    Some((i64::from(top) << 32) | i64::from(bottom))
}
