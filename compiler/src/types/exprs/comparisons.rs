//! Comparisons: `==`, `is`, `<` and the like between values made one of type.

use super::super::checker::{Checker, bare, error};
use super::coerce::to_ratio;
use super::same;
use crate::typed::{Compare, Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `a == b`, `a < b` and the like.
    pub(super) fn comparison(
        &mut self,
        how: Compare,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        let with_none = |side: &tree::Expr| matches!(side.kind, tree::ExprKind::None);
        let (left, right) = if with_none(left) || with_none(right) {
            let left = self.infer_declared(left, None);
            (left, self.infer_declared(right, None))
        } else {
            self.operands(left, right)
        };
        self.compared(how, left, right, span)
    }

    /// Both sides of a comparison; a bare name that only the other side explains is looked up after it.
    pub(super) fn operands(&mut self, left: &tree::Expr, right: &tree::Expr) -> (Expr, Expr) {
        let needs_hint = left.as_name().is_some_and(|name| {
            &*name.text != "it"
                && self.scope.peek(&name.text).is_none()
                && !self.vocabulary.plurals.contains_key(&*name.text)
                && !self.vocabulary.rulings.contains_key(&*name.text)
                && self.vocabulary.members.get(&*name.text).is_none_or(|kinds| kinds.len() != 1)
        });
        if needs_hint && right.as_name().is_none() {
            let right = self.infer(right, None);
            let left = self.infer(left, Some(&right.ty));
            (left, right)
        } else {
            let left = self.infer(left, None);
            let right = self.infer(right, Some(&left.ty));
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
            let of = match &left.kind {
                ExprKind::EntryOf(of) => &**of,
                _ => &left,
            };
            if let (Type::Entity(kind), ExprKind::Text(text)) = (bare(&of.ty), &right.kind) {
                let name =
                    tree::Name { text: text.as_str().into(), span: right.span, quoted: true };
                return self.is_entry(how, of.clone(), *kind, &name, span);
            }
        } else {
            for side in [&left, &right] {
                if matches!(side.ty, Type::Optional(_)) {
                    return self.may_be_none(side);
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
            (_, Compare::Eq | Compare::Ne) => {
                // Places may be the same; places that may be none are asked about first.
                !matches!(bare(&left.ty), Type::Space(_))
                    || !matches!(
                        (&left.ty, &right.ty),
                        (Type::Optional(_), _) | (_, Type::Optional(_))
                    )
            }
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
            let diagnostic = Diagnostic::at(codes::CANNOT_COMPARE, span).says(match how {
                Compare::Eq | Compare::Ne => format!("{ty} cannot be compared as a whole"),
                _ => format!("{ty} is neither more nor less than another"),
            });
            self.report(match bare(&left.ty) {
                Type::List(_) | Type::Set(_) | Type::Pool(_) => {
                    diagnostic.help("ask `x in S`, `S is empty`, or compare `count(S)`")
                }
                Type::Space(_) if matches!(how, Compare::Eq | Compare::Ne) => {
                    let optional =
                        if matches!(left.ty, Type::Optional(_)) { &left } else { &right };
                    let source = self.source_of(optional.span);
                    diagnostic.help(format!("it may be none: `{source} is some p and p is ..`"))
                }
                _ => diagnostic,
            });
            return error(span);
        }
        Expr::compare(how, left, right, span)
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
            let found = Diagnostic::at(codes::NEVER_NONE, span)
                .says(format!("`{source}` is never none"))
                .label(format!("always {}", self.with_article(&value.ty)));
            let parts = self.optional_parts(value);
            if !parts.is_empty() {
                let is = if how == Compare::Ne { "is not none" } else { "is none" };
                let parts: Vec<String> =
                    parts.iter().map(|part| format!("`{source}.{part} {is}`")).collect();
                self.report(found.help(format!("did you mean {}?", parts.join(" or "))));
                return Some(error(span));
            }
            let base = match &value.ty {
                Type::Entity(kind) => self.typed.kinds.get(*kind).map(|kind| kind.base),
                _ => None,
            };
            let not = if how == Compare::Ne { "not " } else { "" };
            self.report(match base {
                Some(warwright_ir::KindBase::Piece) => found.fix(
                    format!("whether it has left play reads `{source} is {not}gone`"),
                    span,
                    format!("{source} is {not}gone"),
                ),
                _ => match self.members_of(&value.ty) {
                    Some(members) => found.help(format!("it is always one of {members}")),
                    None => found.help("take it out, or ask for something else"),
                },
            });
            return Some(error(span));
        }
        let none = Expr { kind: ExprKind::None, ty: value.ty.clone(), span: none.span };
        Some(Expr::compare(how, value.clone(), none, span))
    }

    /// What may be none of a record, or of a tie of which it is asked whether it stands.
    fn optional_parts(&self, of: &Expr) -> Vec<String> {
        let (record, tie) = match (&of.ty, &of.kind) {
            (Type::Record(id), _) => (self.typed.records.get(*id), None),
            (_, ExprKind::AreTied { tie, .. }) => (None, self.typed.ties.get(*tie)),
            _ => (None, None),
        };
        let fields = record.into_iter().flat_map(|it| &it.fields).map(|it| (&it.0, &it.1));
        let of_tie = tie.into_iter().flat_map(|it| &it.fields).map(|it| (&it.0, &it.1));
        let optional = fields.chain(of_tie).filter(|(_, ty)| matches!(ty, Type::Optional(_)));
        optional.map(|(name, _)| name.clone()).collect()
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
            return self.may_be_none(&of);
        }
        let Some(entry) = self.find_entry(kind, name) else { return error(span) };
        let asked = Expr::truth(ExprKind::IsEntry { of: Box::new(of), entry }, span);
        if how == Compare::Eq { asked } else { Expr::negated(asked, span) }
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
            (Type::Length, Type::Int { .. } | Type::Ratio)
            | (Type::Int { .. } | Type::Ratio, Type::Length) => {
                self.lacks_measure(left, right);
                None
            }
            _ => {
                let members = self.members_of(&left.ty);
                let (l, r) = (self.with_article(&left.ty), self.with_article(&right.ty));
                let dice = match (bare(&left.ty), bare(&right.ty)) {
                    (Type::Pool(_), Type::Int { .. } | Type::Ratio) => Some(left.span),
                    (Type::Int { .. } | Type::Ratio, Type::Pool(_)) => Some(right.span),
                    _ => None,
                };
                let diagnostic = Diagnostic::at(codes::CANNOT_COMPARE, span)
                    .says(format!("{l} is never {r}"))
                    .label("can never hold")
                    .also(left.span, l)
                    .also(right.span, r);
                let chained = matches!(left.kind, ExprKind::Compare { .. })
                    && matches!(bare(&right.ty), Type::Int { .. });
                self.report(match members {
                    _ if chained => {
                        diagnostic.help("what lies between two numbers reads `x >= 1 and x <= 3`")
                    }
                    _ if dice.is_some() => {
                        let dice = dice.unwrap_or(span);
                        let source = self.source_of(dice);
                        let sum = format!("sum({source})");
                        let count = format!("count({source} where it <= 2)");
                        let numbers =
                            [&left.ty, &right.ty].map(bare).into_iter().any(|ty| match ty {
                                Type::Pool(die) => self.face_has_number(&Type::Face(*die)),
                                _ => false,
                            });
                        if !numbers {
                            return self.faces_counted(diagnostic, dice, &left, &right);
                        }
                        diagnostic.fix(
                            format!("`{sum}` adds the dice up, `{count}` counts some of them"),
                            dice,
                            sum,
                        )
                    }
                    Some(members) => {
                        let name = self.type_name(bare(&left.ty));
                        match self.field_beside(&left, bare(&right.ty)) {
                            Some(meant) => {
                                diagnostic.fix(format!("did you mean `{meant}`?"), left.span, meant)
                            }
                            None => diagnostic.help(match self.counted(&left, bare(&right.ty)) {
                                Some(counted) => counted,
                                None => format!("members of {name}: {members}"),
                            }),
                        }
                    }
                    None => self.compared_otherwise(diagnostic, &left, &right),
                });
                None
            }
        }
    }

    /// A number beside a length: it lacks its measure, or a figure was given one that what it is compared with has not.
    fn lacks_measure(&mut self, left: Expr, right: Expr) {
        let (number, length) = match bare(&left.ty) {
            Type::Length => (right, left),
            _ => (left, right),
        };
        let (value, wanted) = match is_figure(&length) && !is_figure(&number) {
            true => (length, number.ty),
            false => (number, length.ty),
        };
        self.coerce(value, &wanted);
    }

    /// What of two values can be compared: a field of one, or a number without `true`.
    fn compared_otherwise(&self, found: Diagnostic, left: &Expr, right: &Expr) -> Diagnostic {
        let (one, other) = match (bare(&left.ty), bare(&right.ty)) {
            (Type::Entity(_) | Type::Member(_), _) => (left, right),
            _ => (right, left),
        };
        let from = |one: &Expr, other: &Expr| {
            self.ways(bare(&one.ty), &self.source_of(one.span), bare(&other.ty))
        };
        let mut ways = from(one, other);
        let mut one = one;
        if ways.is_empty() {
            (ways, one) = (from(other, one), other);
        }
        match (bare(&left.ty), bare(&right.ty)) {
            (Type::Set(_) | Type::List(_), Type::Int { .. } | Type::Ratio) => {
                let source = self.source_of(left.span);
                found.fix(
                    format!("how many there are is `count({source})`"),
                    left.span,
                    format!("count({source})"),
                )
            }
            (Type::Int { .. } | Type::Ratio | Type::Length, Type::Text)
                if self.source_of(right.span).trim_matches('"').bytes().all(is_of_a_figure) =>
            {
                let source = self.source_of(right.span);
                let figure = source.trim_matches('"');
                found.fix(
                    format!("a figure stands without quotes: `{figure}`"),
                    right.span,
                    figure.to_owned(),
                )
            }
            (Type::Int { .. }, Type::Bool) => found.help(format!(
                "a number is compared with a number: `{} > 0`",
                self.source_of(left.span)
            )),
            _ => self.with_ways(found, &ways, one.span),
        }
    }

    /// `medic <= 1`: how many are so is counted.
    fn counted(&self, member: &Expr, wanted: &Type) -> Option<String> {
        let named = self.source_of(member.span);
        let plain = named.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !matches!(wanted, Type::Int { .. }) || !plain {
            return None;
        }
        let (kinds, field) = self.vocabulary.plurals.iter().find_map(|(kinds, kind)| {
            let names = self.attribute_names(*kind);
            let field = names.into_iter().find(|name| {
                self.attribute_type(*kind, name).is_some_and(|ty| bare(&ty) == bare(&member.ty))
            })?;
            Some((kinds, field))
        })?;
        let (sources, span) = (self.input.sources, member.span);
        let text = sources.text(sources.file_of(span)).get(..sources.range(span).start)?;
        let line = text.rsplit(['\n', ';', '{']).next().unwrap_or("").trim_start();
        let of = if line.starts_with("limit ") { "roster." } else { "" };
        Some(format!(
            "how many are so is counted: `count({of}{kinds} where it.{field} is {named})`"
        ))
    }

    /// Of what a field was asked, the one other field of a type that was meant: `h.crossing` for `h.tile`.
    fn field_beside(&self, asked: &Expr, wanted: &Type) -> Option<String> {
        let (ExprKind::Field { of, .. } | ExprKind::Printed { of, .. }) = &asked.kind else {
            return None;
        };
        let ways = self.ways(bare(&of.ty), &self.source_of(of.span), wanted);
        as_variant!(ways.as_slice(), [only] => only.clone())
    }

    /// A pool of dice without numbers beside a number: how many of them there are may be meant.
    fn faces_counted(
        &mut self,
        found: Diagnostic,
        dice: Span,
        left: &Expr,
        right: &Expr,
    ) -> Option<(Expr, Expr)> {
        let die = [left, right].into_iter().find_map(|side| match bare(&side.ty) {
            Type::Pool(die) => self.typed.dice.get(*die),
            _ => None,
        });
        let faces = die.map(|die| die.faces.iter().map(|(name, ..)| name.as_str()));
        let list = faces.map(crate::wording::listed).unwrap_or_default();
        let source = self.source_of(dice);
        self.report(found.help(format!(
            "`count({source})` is how many dice there are, `count({source} where it is FACE)` how many show one of {list}"
        )));
        None
    }

    /// The members of a closed kind, listed.
    pub(super) fn members_of(&self, ty: &Type) -> Option<String> {
        let Type::Member(kind) = bare(ty) else { return None };
        let names = self.vocabulary.kind(*kind)?;
        Some(crate::wording::listed(names.entries.keys().map(AsRef::as_ref)))
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
}

/// Whether a value is a figure as it is written.
const fn is_figure(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Cell(_) | ExprKind::Fraction(..))
}

/// Whether a letter may stand in a plain figure.
const fn is_of_a_figure(letter: u8) -> bool {
    matches!(letter, b'0'..=b'9' | b'.')
}
