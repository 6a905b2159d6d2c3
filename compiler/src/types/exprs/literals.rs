//! Literals: numbers with their measures, texts, `none`, lists and sets written in place, conditional values.

use super::super::checker::{Checker, INT, bare, error};
use super::{cell, fits, same};
use crate::typed::{Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// How much one of a unit is (micrometres, cells of a hex, micro-degrees), what follows a figure of it, and what many are called.
pub(super) const fn measure(unit: tree::Unit) -> (i64, &'static str, &'static str) {
    match unit {
        tree::Unit::Inch => (25_400, "\"", "inches"),
        tree::Unit::Centimetre => (10_000, " cm", "centimetres"),
        tree::Unit::Millimetre => (1_000, " mm", "millimetres"),
        tree::Unit::Hex => (1_000_000, " hexes", "hexes"),
        tree::Unit::Degree => (1_000_000, " deg", "degrees"),
        tree::Unit::Percent => (1, "%", "per cent"),
    }
}

impl Checker<'_> {
    /// A number: an int, a rational, a length or an angle, by its measure.
    pub(super) fn number(&mut self, number: tree::Number, span: Span) -> Expr {
        let (top, bottom) = (number.numerator, i64::from(number.denominator.max(1)));
        match number.unit {
            None => {
                let (top, bottom) = reduced(top, bottom);
                if bottom == 1 {
                    cell(top, INT, span)
                } else {
                    self.small_fraction(top, bottom, span)
                }
            }
            Some(tree::Unit::Percent) => match bottom.checked_mul(100) {
                Some(bottom) => {
                    let (top, bottom) = reduced(top, bottom);
                    self.small_fraction(top, bottom, span)
                }
                None => self.broken(codes::OUT_OF_RANGE, "this number has too many digits", span),
            },
            Some(unit @ tree::Unit::Degree) => {
                self.measured((top, bottom), measure(unit).0, Type::Angle, span)
            }
            Some(unit) => self.length((top, bottom), unit, span),
        }
    }

    /// A fraction that fits one cell.
    fn small_fraction(&mut self, top: i64, bottom: i64, span: Span) -> Expr {
        if super::super::type_exprs::packed_ratio(top, bottom).is_none() {
            return self.broken(codes::OUT_OF_RANGE, "this number has too many digits", span);
        }
        fraction(top, bottom, span)
    }

    fn length(&mut self, value: (i64, i64), unit: tree::Unit, span: Span) -> Expr {
        let Some(micrometres) = in_micrometres(unit) else { return error(span) };
        if let Some((measure, place)) = self.facts.measure
            && unit != measure
            && (unit != tree::Unit::Millimetre || measure == tree::Unit::Hex)
        {
            let length = value.0.saturating_mul(micrometres) / value.1;
            return self.mixed_measures((unit, length), (measure, place), span);
        }
        let length = self.measured(value, micrometres, Type::Length, span);
        if let (ExprKind::Cell(length), Some((grain, place))) = (&length.kind, self.facts.grain)
            && unit != tree::Unit::Hex
            && length % grain != 0
        {
            let mut diagnostic = Diagnostic::at(codes::OFF_THE_GRAIN, span)
                .says(format!("`{}` is finer than this game measures", self.source_of(span)))
                .label("no multiple of the grain")
                .also(place, "the grain is set here");
            if let Some((below, above)) = around(*length, grain, micrometres) {
                let mut help = format!(
                    "lengths near it that this game has: `{}` and `{}`",
                    in_unit(below, unit),
                    in_unit(above, unit)
                );
                // Every grain is written out in millimetres.
                let finer = length.div_euclid(grain) * grain;
                if unit != tree::Unit::Millimetre {
                    let next = finer.saturating_add(grain);
                    let [below, above] =
                        [finer, next].map(|it| in_unit(it, tree::Unit::Millimetre));
                    help += &format!("; nearer to it are `{below}` and `{above}`");
                }
                diagnostic = diagnostic.help(help);
            }
            self.report(diagnostic);
            return error(span);
        }
        length
    }

    fn mixed_measures(
        &mut self,
        (unit, length): (tree::Unit, i64),
        (measure, place): (tree::Unit, Span),
        span: Span,
    ) -> Expr {
        let source = self.source_of(span);
        let (one, other) = (self::measure(unit).2, self::measure(measure).2);
        let mut diagnostic = Diagnostic::at(codes::MIXED_MEASURES, span)
            .says(format!("this game measures in {other}, and `{source}` is {one}"))
            .label(one)
            .also(place, "set here");
        if unit != tree::Unit::Hex && measure != tree::Unit::Hex {
            let same = in_hundredths(length, measure);
            let near: Vec<String> = match (self.ladder, self.facts.grain) {
                (Some(ladder), _) => {
                    let (below, above) = self.steps_beside(ladder, length);
                    below.into_iter().chain(above).collect()
                }
                (None, Some((grain, _))) => {
                    let near = in_micrometres(measure).and_then(|one| around(length, grain, one));
                    near.map_or_else(Vec::new, |(below, above)| vec![below, above])
                }
                (None, None) => Vec::new(),
            }
            .into_iter()
            .map(|near| format!("`{}`", in_unit(near, measure)))
            .collect();
            // Who is used to another game writes its sign.
            let (own, meant) = (self::measure(unit).0, self::measure(measure).0);
            let meant = i64::try_from(i128::from(length) * i128::from(meant) / i128::from(own));
            let meant = meant.map_or_else(|_| String::new(), |it| in_unit(it, measure));
            let near =
                if near.is_empty() { String::new() } else { format!(": {}", near.join(" or ")) };
            diagnostic = diagnostic
                .label(format!("that is {same}"))
                .help(format!("write it in {other}{near}; `{meant}` where only the sign is wrong; bases may be given in mm in any game"));
        }
        self.report(diagnostic);
        error(span)
    }

    fn measured(&mut self, (top, bottom): (i64, i64), unit: i64, ty: Type, span: Span) -> Expr {
        let Some(total) = top.checked_mul(unit) else {
            return self.broken(codes::OUT_OF_RANGE, "this number is too large", span);
        };
        if total % bottom != 0 {
            return self.broken(
                codes::OFF_THE_GRAIN,
                format!("`{}` is finer than a thousandth of a millimetre", self.source_of(span)),
                span,
            );
        }
        cell(total / bottom, ty, span)
    }

    /// `none`, of the optional type that is wanted.
    pub(super) fn none(&mut self, hint: Option<&Type>, span: Span) -> Expr {
        let ty = match hint {
            Some(wanted @ Type::Optional(_)) => wanted.clone(),
            _ => Type::Nothing,
        };
        Expr { kind: ExprKind::None, ty, span }
    }

    /// A quoted text: the name of a member or entry where one is wanted, else words.
    pub(super) fn text(
        &mut self,
        template: &tree::Template,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let Some(text) = template.plain() else {
            return self.broken(
                codes::NOT_A_VALUE,
                "words with data in them can be said or shown, not kept as a value",
                span,
            );
        };
        let name = tree::Name { text: text.into(), span, quoted: true };
        match hint.map(bare) {
            Some(Type::Member(kind)) => self.member(*kind, &name),
            Some(Type::Face(die)) => self.face(*die, &name),
            Some(Type::Entity(kind)) if self.is_single(*kind) => self.only_entity(*kind, &name),
            _ => match self.free_name(&name, None) {
                Some(found) if !matches!(hint.map(bare), Some(Type::Text)) => found,
                _ => Expr { kind: ExprKind::Text(text.to_owned()), ty: Type::Text, span },
            },
        }
    }

    /// `[a, b]` or `{a, b}`.
    pub(super) fn items(
        &mut self,
        items: &[tree::Expr],
        hint: Option<&Type>,
        list: bool,
        span: Span,
    ) -> Expr {
        let mut item_ty = match hint.map(bare) {
            Some(Type::List(item) | Type::Set(item)) => Some((**item).clone()),
            _ => None,
        };
        let mut checked = Vec::with_capacity(items.len());
        for item in items {
            let found = match &item_ty {
                Some(wanted) => self.expr(item, Some(&wanted.clone())),
                None => self.infer(item, None),
            };
            if item_ty.is_none() && !matches!(found.ty, Type::Error) {
                item_ty = Some(found.ty.clone());
            }
            if is_no_item(&found.ty) {
                return self.broken(
                    codes::WRONG_TYPE,
                    "a list or set may hold single values only",
                    found.span,
                );
            }
            checked.push(found);
        }
        let item = item_ty.unwrap_or(Type::Nothing);
        let ty = match (item, list) {
            (Type::Nothing, _) => Type::Nothing,
            (item, true) => Type::List(Box::new(item)),
            (item, false) => Type::Set(Box::new(item)),
        };
        Expr { kind: ExprKind::Items(checked), ty, span }
    }

    /// `if c then a else if d then b else e`.
    pub(super) fn choose_value(
        &mut self,
        arms: &[(tree::Expr, tree::Expr)],
        otherwise: Option<&tree::Expr>,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        if self.too_many_branches(arms.len(), span) {
            return error(span);
        }
        // Reading has said that it needs its `else`.
        let Some(otherwise) = otherwise else { return error(span) };
        let outer = self.scope.mark();
        let mut checked = Vec::with_capacity(arms.len());
        for (condition, value) in arms {
            let when = self.condition(condition);
            let mark = self.scope.mark();
            self.scope.assume(&when, true);
            let then = self.infer(value, hint);
            self.scope.reset(mark);
            self.scope.assume(&when, false);
            checked.push((when, then));
        }
        let other = self.infer(otherwise, hint);
        self.scope.reset(outer);
        let mut values: Vec<Expr> = Vec::with_capacity(checked.len() + 1);
        let mut conditions = Vec::with_capacity(checked.len());
        for (when, then) in checked {
            conditions.push(when);
            values.push(then);
        }
        values.push(other);
        let ty = self.common_type(&values, hint);
        let mut values = values.into_iter().map(|value| self.coerce(value, &ty)).rev();
        let Some(mut result) = values.next() else { return error(span) };
        for (when, then) in conditions.into_iter().rev().zip(values) {
            result = Expr::either(when, then, result, ty.clone(), span);
        }
        result
    }

    /// The type that fits all of several values: a rational where one is, an optional where one may be none.
    pub(crate) fn common_type(&self, values: &[Expr], hint: Option<&Type>) -> Type {
        if let Some(wanted) = hint
            && values.iter().all(|value| fits(&value.ty, wanted))
        {
            return wanted.unranged();
        }
        let mut found: Option<Type> = None;
        let mut optional = false;
        for value in values {
            match &value.ty {
                Type::Error => {}
                Type::Nothing => optional = true,
                Type::Optional(inner) => {
                    optional = true;
                    found = Some(wider(found, inner, self));
                }
                other => found = Some(wider(found, other, self)),
            }
        }
        match (found, optional) {
            (Some(ty), true) => Type::Optional(Box::new(ty)),
            (Some(ty), false) => ty,
            (None, true) => Type::Nothing,
            (None, false) => Type::Error,
        }
    }
}

fn wider(found: Option<Type>, next: &Type, checker: &Checker<'_>) -> Type {
    match (found, next) {
        (None, next) => next.unranged(),
        (Some(Type::Int { .. }), Type::Ratio) => Type::Ratio,
        (Some(Type::Int { .. }), Type::Face(_)) if checker.face_has_number(next) => INT,
        (Some(Type::Face(_)), Type::Int { .. }) => INT,
        (Some(found), next) if same(&found, next) => found,
        (Some(found), _) => found,
    }
}

/// Whether a list cannot hold such values: each takes as much room as the next, and is there.
pub(super) fn is_no_item(ty: &Type) -> bool {
    match ty {
        Type::List(_) | Type::Set(_) | Type::Pool(_) | Type::Record(_) => true,
        Type::Space(space) => !space.in_lists(),
        Type::Optional(of) => matches!(**of, Type::Space(_)),
        _ => false,
    }
}

/// A constant fraction.
pub(super) fn fraction(top: i64, bottom: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Fraction(top, bottom), ty: Type::Ratio, span }
}

/// A fraction in lowest terms.
pub(super) fn reduced(top: i64, bottom: i64) -> (i64, i64) {
    let divisor = gcd(top.unsigned_abs(), bottom.unsigned_abs()).max(1);
    match i64::try_from(divisor) {
        Ok(divisor) => (top / divisor, bottom / divisor),
        Err(_) => (top, bottom),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A length to two places of a measure, for showing.
fn in_hundredths(length: i64, measure: tree::Unit) -> String {
    let (one, suffix, _) = self::measure(measure);
    let hundredths = length.saturating_mul(100).saturating_add(one / 2) / one;
    let digits = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{}{suffix}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// A length as people write it, in a measure.
pub(crate) fn in_unit(length: i64, unit: tree::Unit) -> String {
    let (one, suffix, _) = measure(unit);
    let sign = if length < 0 { "-" } else { "" };
    let length = length.unsigned_abs();
    let one = one.unsigned_abs();
    let whole = length / one;
    // Six places are more than any measure of a table needs.
    let rest = (length % one) * 1_000_000 / one;
    if rest == 0 {
        return format!("{sign}{whole}{suffix}");
    }
    let digits = format!("{rest:06}");
    format!("{sign}{whole}.{}{suffix}", digits.trim_end_matches('0'))
}

/// A unit of length in micrometres; none: it measures something else.
pub(super) fn in_micrometres(unit: tree::Unit) -> Option<i64> {
    (!matches!(unit, tree::Unit::Degree | tree::Unit::Percent)).then(|| measure(unit).0)
}

/// The nearest lengths on the grain that two decimals of a unit write out, within a unit of it.
fn around(length: i64, grain: i64, unit: i64) -> Option<(i64, i64)> {
    let hundredth = unit.checked_div(100).filter(|step| *step > 0 && unit % 100 == 0)?;
    let first = length.div_euclid(hundredth);
    let on_grain = |at: i64| Some((first + at) * hundredth).filter(|length| length % grain == 0);
    Some(((-100..=0).rev().find_map(on_grain)?, (1..=100).find_map(on_grain)?))
}
