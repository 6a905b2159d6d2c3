//! Fitting a value to the type that the context wants: the conversions made unasked, and what is said of all others.

use super::super::checker::{Checker, INT, bare, error};
use super::item_type;
use super::literals::{in_micrometres, measure};
use crate::typed::{Bounds, Expr, ExprKind, SpaceType, Type};
use warwright_grammar::{Diagnostic, codes, tree};

/// Whether two types are one, ranges of ints apart.
pub(crate) fn same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Int { .. }, Type::Int { .. }) => true,
        (Type::Optional(x), Type::Optional(y))
        | (Type::List(x), Type::List(y))
        | (Type::Set(x), Type::Set(y)) => same(x, y),
        _ => a == b,
    }
}

/// Whether a value of type `from` may stand where `to` is wanted, unchanged.
pub(crate) fn fits(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Error, _) | (_, Type::Error) => true,
        (Type::Nothing, Type::Optional(_) | Type::List(_) | Type::Set(_)) => true,
        (Type::Optional(x), Type::Optional(y)) => fits(x, y),
        (x, Type::Optional(y)) => fits(x, y),
        (Type::List(x), Type::List(y)) | (Type::Set(x), Type::Set(y)) => fits(x, y),
        _ => same(from, to),
    }
}

impl Checker<'_> {
    /// The value as one of type `to`. An int becomes a rational, a face of numbers an int; the rest is reported.
    pub fn coerce(&mut self, value: Expr, to: &Type) -> Expr {
        if matches!(value.ty, Type::Error) || matches!(to, Type::Error) {
            return value;
        }
        if fits(&value.ty, to) {
            return self.settle(value, to);
        }
        match (&value.ty, bare(to)) {
            (Type::Int { .. }, Type::Ratio) => to_ratio(value),
            (Type::Face(_), Type::Int { .. } | Type::Ratio) if self.face_has_number(&value.ty) => {
                let number = self.face_value(value);
                self.coerce(number, to)
            }
            // A face by its number, where the die has it.
            (Type::Int { .. }, Type::Face(die)) => self.number_as_face(value, *die),
            (Type::Optional(inner), wanted) if fits(inner, wanted) => self.may_be_none(&value),
            // A list written in place takes the form that is wanted.
            (Type::List(x) | Type::Set(x), Type::List(y) | Type::Set(y))
                if fits(x, y) && matches!(value.kind, ExprKind::Items(_)) =>
            {
                Expr { ty: bare(to).clone(), ..value }
            }
            _ => self.misfit(&value, to),
        }
    }

    /// What fits takes the wanted type where its own says less, and numbers are held against the range of the wanted type.
    fn settle(&mut self, mut value: Expr, to: &Type) -> Expr {
        if matches!(value.ty, Type::Nothing) {
            value.ty = to.clone();
        }
        if let (ExprKind::Items(items), Type::List(_) | Type::Set(_)) = (&value.kind, bare(to))
            && items.is_empty()
        {
            value.ty = bare(to).clone();
        }
        self.within(value, to.range())
    }

    /// A value that lies in a range: as it is where that is known, refused where it never does, else asked in play. Of a value
    /// with cases each is held by itself.
    fn within(&mut self, mut value: Expr, bounds: Bounds) -> Expr {
        if bounds.covers(self.typed.range(&value)) {
            return value;
        }
        match &mut value.kind {
            ExprKind::None => return value,
            ExprKind::If { then: one, other, .. } | ExprKind::Union(one, other) => {
                self.hold(one, bounds);
                self.hold(other, bounds);
                return value;
            }
            ExprKind::Match { arms, .. } => {
                arms.iter_mut().for_each(|(_, arm)| self.hold(arm, bounds));
                return value;
            }
            ExprKind::Items(items) => {
                items.iter_mut().for_each(|item| self.hold(item, bounds));
                return value;
            }
            ExprKind::Let { body: of, .. } | ExprKind::Without(of, _) => {
                self.hold(of, bounds);
                return value;
            }
            _ => {}
        }
        if self.is_never_within(&value, bounds) {
            return error(value.span);
        }
        let (ty, span) = (value.ty.clone(), value.span);
        Expr { kind: ExprKind::Within { of: Box::new(value), bounds: Box::new(bounds) }, ty, span }
    }

    fn hold(&mut self, place: &mut Expr, bounds: Bounds) {
        let value = std::mem::replace(place, error(place.span));
        *place = self.within(value, bounds);
    }

    /// A value of what bounds it afterwards, such as a quantity: refused only where it never lies within.
    pub(crate) fn sometimes_within(&mut self, value: Expr, ty: &Type) -> Expr {
        if self.is_never_within(&value, ty.range()) { error(value.span) } else { value }
    }

    /// Whether a value never lies in a range, which is reported.
    fn is_never_within(&mut self, value: &Expr, bounds: Bounds) -> bool {
        let found = self.typed.range(value);
        if !bounds.is_apart(found) {
            return false;
        }
        // What is bought adds to a figure: the figure itself was reported already.
        let known =
            |it: &Diagnostic| it.code == codes::OUT_OF_RANGE && it.primary.span == value.span;
        if self.sink.iter().any(known) {
            return true;
        }
        let message = match value.kind {
            ExprKind::Cell(cell) => format!("{cell} is out of range"),
            _ => format!("`{}` is {}, out of range", self.source_of(value.span), found.words()),
        };
        Diagnostic::at(codes::OUT_OF_RANGE, value.span)
            .says(message)
            .label(format!("{} is allowed here", bounds.words()))
            .help(match (bounds.most.zip(found.least), bounds.least) {
                (Some((most, least)), _) if most < least => {
                    format!("{most} is the most; how far it goes is said where it is declared")
                }
                (_, Some(least)) => {
                    format!("{least} is the least; how far it goes is said where it is declared")
                }
                _ => String::from("how far it goes is said where it is declared"),
            })
            .emit(self.sink);
        true
    }

    /// A value that may be none, where one is wanted.
    pub(super) fn may_be_none(&mut self, value: &Expr) -> Expr {
        let source = self.source_of(value.span);
        Diagnostic::at(codes::MAY_BE_NONE, value.span)
            .says(format!("`{source}` may be none, and a value is wanted here"))
            .label(format!("of type {}", self.type_name(&value.ty)))
            .help(format!(
                "ask first: `{source} is some x`, or say what counts instead: `{source} otherwise ..`"
            ))
            .emit(self.sink);
        error(value.span)
    }

    /// Says why a value does not fit. One message for each reason that authors meet.
    fn misfit(&mut self, value: &Expr, to: &Type) -> Expr {
        let wanted = self.type_name(to);
        let source = self.source_of(value.span);
        let diagnostic = match (&value.ty, bare(to)) {
            (Type::Ratio, Type::Int { .. }) => Diagnostic::at(codes::WANTS_ROUNDING, value.span)
                .says("a whole number is wanted here, and this may be a fraction")
                .label("a fraction")
                .help(rounded(&source)),
            (Type::Int { .. } | Type::Ratio, Type::Length) => {
                Diagnostic::at(codes::MISSING_MEASURE, value.span)
                    .says("a distance is wanted here, and this number has no measure")
                    .label(format!("a bare number; {}?", self.measure_words()))
            }
            (Type::Int { .. } | Type::Ratio, Type::Angle) => {
                Diagnostic::at(codes::MISSING_MEASURE, value.span)
                    .says("an angle is wanted here, and this number has no measure")
                    .label("a bare number")
                    .fix("give it in degrees", value.span, format!("{source} deg"))
            }
            (Type::Length | Type::Angle, Type::Int { .. } | Type::Ratio) => {
                Diagnostic::at(codes::WRONG_TYPE, value.span)
                    .says(format!(
                        "a plain number is wanted here, and this is {}",
                        self.with_article(&value.ty)
                    ))
                    .label("it has a measure")
            }
            (_, Type::Bool) => Diagnostic::at(codes::WRONG_TYPE, value.span)
                .says(format!(
                    "a condition is wanted here, and this is {}",
                    self.with_article(&value.ty)
                ))
                .label("neither true nor false"),
            (Type::Nothing, _) => Diagnostic::at(codes::WRONG_TYPE, value.span)
                .says(format!("`none` cannot stand here: {} is wanted", self.with_article(to)))
                .label("there must be a value")
                .help(match (bare(to), self.members_of(to)) {
                    (_, Some(members)) => format!("it is always one of {members}"),
                    (Type::Length, _) => {
                        format!("no way at all is `0{}`", self.measure_suffix().unwrap_or(""))
                    }
                    (Type::Int { .. } | Type::Ratio, _) => String::from("nothing of it is `0`"),
                    _ => format!("a type that may be empty is written `{wanted}?`"),
                }),
            _ => Diagnostic::at(codes::WRONG_TYPE, value.span)
                .says(format!(
                    "{} is wanted here, and this is {}",
                    self.with_article(to),
                    self.with_article(&value.ty)
                ))
                .label(match item_type(&value.ty) {
                    Some(_) if item_type(bare(to)).is_none() => "several, not one".to_owned(),
                    _ => format!("of type {}", self.type_name(&value.ty)),
                }),
        };
        let diagnostic = self.mended_misfit(diagnostic, value, to, &source);
        let diagnostic = match diagnostic.help.is_empty() {
            true => self.with_example(diagnostic, to),
            false => diagnostic,
        };
        self.report(diagnostic);
        error(value.span)
    }

    /// What makes a value fit, where that is plain.
    fn mended_misfit(
        &self,
        diagnostic: Diagnostic,
        value: &Expr,
        to: &Type,
        source: &str,
    ) -> Diagnostic {
        let figure = source.trim_end_matches(|c: char| !c.is_ascii_digit());
        let bare_figure = figure.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-');
        let diagnostic = match (&value.ty, bare(to)) {
            (_, Type::Bool) => self.asked(diagnostic, value, source),
            (Type::Pool(_), Type::Int { .. }) => diagnostic.help(format!(
                "what they show together is `sum({source})`, how many show something `count({source} where it >= 5)`"
            )),
            (Type::Bool, Type::Int { .. }) if matches!(value.kind, ExprKind::Compare { .. }) => {
                diagnostic.help("how many meet a condition reads `count(S where it > 3)`")
            }
            (Type::Entity(_) | Type::Member(_), _) => {
                let ways = self.ways(&value.ty, source, to);
                self.with_ways(diagnostic, &ways, value.span)
            }
            (Type::Int { .. }, Type::Entity(kind)) if self.facts.cell == Some(*kind) => {
                diagnostic.help("a cell is a letter for its row and a number for its column: `E4`")
            }
            (Type::Optional(inner), Type::Set(item) | Type::List(item)) if fits(inner, item) => {
                diagnostic
                    .help(format!("it may be none: `if {source} is some x {{ .. }}`, and then `x`"))
            }
            (Type::Length | Type::Angle, Type::Int { .. } | Type::Ratio) => {
                match !figure.is_empty() && bare_figure {
                    true => diagnostic.fix(
                        format!("without its measure it is `{figure}`"),
                        value.span,
                        figure,
                    ),
                    false => diagnostic.help("divide it by a length of one: `x / 1\"`"),
                }
            }
            (Type::Text, Type::Entity(kind)) if self.facts.cell == Some(*kind) => {
                let name = source.trim_matches('"');
                diagnostic.fix(
                    format!("a cell is named without quotes: `{name}`"),
                    value.span,
                    name,
                )
            }
            (Type::Text, Type::Entity(_)) => {
                let title = source.trim_matches('"');
                diagnostic.help(format!(
                    "give the piece a name: `given a: \"{title}\"` in a test, `--given` on the command line; then write `a`"
                ))
            }
            (Type::Set(item) | Type::List(item), Type::Space(SpaceType::Point))
                if **item == Type::Space(SpaceType::Point) =>
            {
                diagnostic.help("points stand side by side, without brackets and commas: `(1, 2) (3, 4)`, each with its measure")
            }
            (Type::Ratio, Type::Length) if source.ends_with('%') => {
                let part = source.trim_start_matches(['+', '-']);
                return diagnostic.help(format!(
                    "a part of something is reckoned: `x * {part}`; a clause says `times {part}`"
                ));
            }
            _ => diagnostic,
        };
        match (&value.kind, bare(to), self.measure_suffix()) {
            (ExprKind::Cell(_) | ExprKind::Fraction(..), Type::Length, Some(suffix)) => diagnostic
                .fix(format!("write `{source}{suffix}`"), value.span, format!("{source}{suffix}")),
            _ => diagnostic,
        }
    }

    /// A type with its article.
    pub(crate) fn with_article(&self, ty: &Type) -> String {
        let name = match ty {
            Type::Nothing => return "none".to_owned(),
            Type::Bool => "condition".to_owned(),
            Type::Int { .. } => "whole number".to_owned(),
            Type::Text => return "text".to_owned(),
            other => self.type_name(other),
        };
        format!("{} {name}", crate::wording::article(&name))
    }

    fn measure_words(&self) -> &'static str {
        match self.facts.measure.map(|(unit, _)| unit) {
            Some(tree::Unit::Inch) => "inches",
            Some(tree::Unit::Centimetre) => "centimetres",
            Some(tree::Unit::Hex) => "hexes",
            _ => "of what",
        }
    }

    /// What is written after a number to make it a length of the system's measure.
    pub(crate) fn measure_suffix(&self) -> Option<&'static str> {
        let (unit, _) = self.facts.measure?;
        in_micrometres(unit).map(|_| measure(unit).1)
    }

    /// The number on a face.
    pub(crate) fn face_value(&self, face: Expr) -> Expr {
        let span = face.span;
        Expr { kind: ExprKind::FaceValue(Box::new(face)), ty: INT, span }
    }

    /// Whether all faces of the die of a face are numbers.
    pub(crate) fn face_has_number(&self, ty: &Type) -> bool {
        match ty {
            Type::Face(die) => self
                .typed
                .dice
                .get(*die)
                .is_some_and(|die| die.faces.iter().all(|(_, number, _)| number.is_some())),
            _ => false,
        }
    }

    fn number_as_face(&mut self, value: Expr, die: warwright_ir::DieId) -> Expr {
        let faces = self.typed.dice.get(die).map_or(&[][..], |die| &die.faces);
        let found = match value.kind {
            ExprKind::Cell(number) => faces.iter().position(|(_, face, _)| *face == Some(number)),
            _ => None,
        };
        if let Some(position) = found.and_then(|at| i64::try_from(at).ok()) {
            return Expr { kind: ExprKind::Cell(position), ty: Type::Face(die), span: value.span };
        }
        let die_name = self.type_name(&Type::Face(die));
        if !matches!(value.kind, ExprKind::Cell(_)) {
            Diagnostic::at(codes::NO_SUCH_FACE, value.span)
                .says(format!("`{}` is worked out, and no {die_name}", self.source_of(value.span)))
                .label("a number, of which nobody knows before play which face it is")
                .help("write the face itself, one line for each: `if C { change .. to 3 }`")
                .emit(self.sink);
            return error(value.span);
        }
        let known: Vec<&str> = faces.iter().map(|(name, _, _)| name.as_str()).collect();
        let list = crate::wording::listed(known);
        Diagnostic::at(codes::NO_SUCH_FACE, value.span)
            .says(format!("`{}` is no {die_name}", self.source_of(value.span)))
            .label("never comes up")
            .help(format!("the faces: {list}"))
            .emit(self.sink);
        error(value.span)
    }
}

/// An int as a rational; constants are worked out.
pub(crate) fn to_ratio(value: Expr) -> Expr {
    let span = value.span;
    let kind = match value.kind {
        ExprKind::Cell(number) => ExprKind::Fraction(number, 1),
        _ => ExprKind::ToRatio(Box::new(value)),
    };
    Expr { kind, ty: Type::Ratio, span }
}

/// What makes a whole number of a fraction.
fn rounded(source: &str) -> String {
    match source.strip_suffix('%') {
        Some(part) if part.starts_with(['+', '-']) => format!(
            "a part of the figure itself reads `times {}%`",
            part.parse::<i64>().map_or(110, |part| 100 + part)
        ),
        Some(part) => format!("a part of something is reckoned: `round(x * {part}%)`"),
        None => format!("`floor({source})`, `ceil({source})` or `round({source})`"),
    }
}
