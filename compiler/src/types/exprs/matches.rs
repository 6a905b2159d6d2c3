//! `match`: keys of arms, held against what the value may be; shared by values and statements.

use super::super::checker::{Checker, bare, error};
use crate::typed::{Bounds, Compare, Expr, ExprKind, LocalId, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

impl Checker<'_> {
    /// `match e { A: x ; B or C: y ; else: z }` as a value.
    pub(super) fn match_value(
        &mut self,
        value: &tree::Expr,
        arms: &[tree::MatchArm<tree::Expr>],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let widest = arms.iter().map(|arm| arm.patterns.len()).max().unwrap_or(0);
        if self.too_many_branches(arms.len().max(widest), span) {
            return error(span);
        }
        let of = self.infer(value, None);
        let Matched { of, keys } = self.match_keys(of, arms, span);
        let mut bodies = Vec::with_capacity(arms.len());
        for (arm, key) in arms.iter().zip(&keys) {
            let mark = self.scope.mark();
            if let Some(local) = key.binds {
                self.scope.reveal(local);
            }
            bodies.push(self.infer(&arm.body, hint));
            self.scope.reset(mark);
        }
        let ty = self.common_type(&bodies, hint);
        let bodies: Vec<Expr> = bodies.into_iter().map(|body| self.coerce(body, &ty)).collect();
        if matches!(of.ty, Type::Error) {
            return error(span);
        }
        self.assembled_match(of, keys, bodies, ty, span)
    }

    /// A match of plain keys as it is; one with ranges or `some x` as a chain of conditions.
    fn assembled_match(
        &mut self,
        of: Expr,
        keys: Vec<MatchKeys>,
        bodies: Vec<Expr>,
        ty: Type,
        span: Span,
    ) -> Expr {
        if keys.iter().all(|key| key.tests.is_empty() && key.binds.is_none()) {
            let arms = keys.into_iter().map(|key| key.values).zip(bodies).collect();
            return Expr { kind: ExprKind::Match { of: Box::new(of), arms }, ty, span };
        }
        let local = self.scope.hidden("", of.ty.clone(), of.span);
        let subject = self.local_expr(local, of.span);
        let mut result: Option<Expr> = None;
        for (key, body) in keys.into_iter().zip(bodies).rev() {
            result = Some(match (result, self.key_condition(key, &subject, span)) {
                (Some(other), Some(when)) => Expr::either(when, body, other, ty.clone(), span),
                // The last arm: it is `else`, or the arms before it are all others that there are.
                (_, _) => body,
            });
        }
        let Some(body) = result else { return error(span) };
        Expr { kind: ExprKind::Let { local, value: Box::new(of), body: Box::new(body) }, ty, span }
    }

    /// The condition under which an arm counts; none for `else`.
    pub(crate) fn key_condition(
        &mut self,
        key: MatchKeys,
        subject: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let mut conditions: Vec<Expr> = Vec::new();
        for value in key.values {
            conditions.push(self.compared(Compare::Eq, subject.clone(), value, span));
        }
        // An end of a range that is an end of what the value may be says nothing.
        let all = match subject.ty {
            Type::Optional(_) => Bounds::OPEN,
            _ => subject.ty.bounds(),
        };
        for (low, high) in key.tests {
            let one = |end: &Option<Expr>| end.as_ref().map(|end| self.typed.range(end));
            let (least, most) = (one(&low), one(&high));
            let both = least.is_some() && most.is_some();
            let from_all = both
                && all.least.is_some()
                && least.is_some_and(|it| it.most <= all.least && it.most.is_some());
            let to_all = both && all.most.is_some() && most.is_some_and(|it| it.least >= all.most);
            let span = match (&low, &high) {
                (Some(low), Some(high)) => low.span.to(high.span),
                _ => span,
            };
            let low = low.filter(|_| !from_all);
            let high = high.filter(|_| !to_all);
            let low = low.map(|low| self.compared(Compare::Ge, subject.clone(), low, span));
            let high = high.map(|high| self.compared(Compare::Le, subject.clone(), high, span));
            let both = match (low, high) {
                (Some(low), Some(high)) => Expr::and(low, high, span),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => super::cell(1, Type::Bool, span),
            };
            conditions.push(both);
        }
        if let Some(local) = key.binds {
            conditions.push(Expr::is_some(subject.clone(), Some(local), span));
        }
        conditions.into_iter().reduce(|left, right| Expr::or(left, right, span))
    }

    /// The keys of the arms of a `match` (value or statement), checked against the value and for gaps. An arm without keys is
    /// `else`.
    pub(crate) fn match_keys<Body>(
        &mut self,
        of: Expr,
        arms: &[tree::MatchArm<Body>],
        span: Span,
    ) -> Matched {
        let of = if self.face_has_number(&of.ty) { self.face_value(of) } else { of };
        let mut keys: Vec<MatchKeys> = Vec::with_capacity(arms.len());
        let mut seen: Vec<(Expr, Span)> = Vec::new();
        let before = self.sink.len();
        for arm in arms {
            let mut key = MatchKeys::default();
            for pattern in &arm.patterns {
                self.pattern(&of.ty, pattern, &mut key);
            }
            for value in &key.values {
                if let Some((_, first)) = seen.iter().find(|(known, _)| same_key(known, value)) {
                    let source = self.source_of(value.span);
                    Diagnostic::at(codes::DEAD_ARM, value.span)
                        .says(format!("`{source}` is matched twice"))
                        .label("never reached")
                        .also(*first, "matched here already")
                        .emit(self.sink);
                }
                seen.push((value.clone(), value.span));
            }
            keys.push(key);
        }
        let has_else = arms.iter().any(|arm| arm.patterns.is_empty());
        let binds_some = keys.iter().any(|key| key.binds.is_some());
        // What was meant by a key that is not known may be what is missing.
        if !has_else && !matches!(of.ty, Type::Error) && self.sink.len() == before {
            let known: Vec<&Expr> = seen.iter().map(|(key, _)| key).collect();
            let ranges = keys.iter().flat_map(|key| &key.tests).filter_map(range_of);
            self.check_exhaustive(&of, &known, ranges.collect(), binds_some, span);
        }
        Matched { of, keys }
    }

    fn pattern(&mut self, ty: &Type, pattern: &tree::Pattern, key: &mut MatchKeys) {
        match pattern {
            tree::Pattern::Value(value) => {
                let wanted = match &value.kind {
                    tree::ExprKind::None => ty.clone(),
                    _ => bare(ty).clone(),
                };
                let found = self.expr(value, Some(&wanted));
                if !matches!(found.ty, Type::Error) {
                    key.values.push(found);
                }
            }
            tree::Pattern::Range(range) => {
                let wanted = bare(ty).clone();
                let mut end = |end: &Option<tree::Expr>| {
                    end.as_ref().map(|end| self.expr(end, Some(&wanted)))
                };
                let low = end(&range.low);
                let high = end(&range.high);
                key.tests.push((low, high));
            }
            tree::Pattern::Some(name) => match ty {
                Type::Optional(inner) => {
                    let local = self.scope.binding(&name.text, (**inner).clone(), name.span);
                    key.binds = Some(local);
                }
                Type::Error => {
                    key.binds = Some(self.scope.hidden(&name.text, Type::Error, name.span));
                }
                _ => {
                    Diagnostic::at(codes::NEVER_NONE, name.span)
                        .says("this value is always there, so `some` says nothing")
                        .emit(self.sink);
                    key.binds = Some(self.scope.hidden(&name.text, Type::Error, name.span));
                }
            },
        }
    }

    /// A match without `else` must name every value there is.
    fn check_exhaustive(
        &mut self,
        of: &Expr,
        seen: &[&Expr],
        mut ranges: Vec<(i64, i64)>,
        some: bool,
        span: Span,
    ) {
        let ty = &of.ty;
        let mut missing: Vec<String> = Vec::new();
        if let Type::Optional(_) = ty
            && !seen.iter().any(|key| matches!(key.kind, ExprKind::None))
        {
            missing.push("none".to_owned());
        }
        let has =
            |cell: i64| seen.iter().any(|key| matches!(key.kind, ExprKind::Cell(c) if c == cell));
        match bare(ty) {
            _ if some => {}
            Type::Member(kind) => {
                if let Some(names) = self.vocabulary.kind(*kind) {
                    for (position, name) in (0i64..).zip(names.entries.keys()) {
                        if !has(position) {
                            missing.push(name.to_string());
                        }
                    }
                }
            }
            Type::Bool => {
                for (cell, name) in [(1, "true"), (0, "false")] {
                    if !has(cell) {
                        missing.push(name.to_owned());
                    }
                }
            }
            Type::Face(die) => {
                let faces = self.typed.dice.get(*die).map_or(&[][..], |d| &d.faces);
                for (position, (name, _, _)) in (0i64..).zip(faces) {
                    if !has(position) {
                        missing.push(name.clone());
                    }
                }
            }
            Type::Int(_) | Type::Length | Type::Angle => {
                let cells = seen
                    .iter()
                    .filter_map(|key| as_variant!(key.kind, ExprKind::Cell(cell) => (cell, cell)));
                ranges.extend(cells);
                let left = left_out(self.typed.range(of), ranges);
                let few = matches!(bare(ty), Type::Int(Some(bounds)) if few(bounds).is_some());
                if few {
                    let each = left.into_iter().flat_map(|(low, high)| low..=high);
                    missing.extend(each.map(|it| it.to_string()));
                } else if !left.is_empty() {
                    missing.push("all other values".to_owned());
                }
            }
            _ => missing.push("all other values".to_owned()),
        }
        if missing.is_empty() {
            return;
        }
        let list = crate::wording::listed(&missing);
        Diagnostic::at(codes::MATCH_HAS_GAPS, span)
            .says(format!("this match leaves out {list}"))
            .label("says nothing for the rest")
            .help("name them, or end with `else: ..`")
            .emit(self.sink);
    }
}

/// The ends of a range of few numbers.
fn few(bounds: &Bounds) -> Option<(i64, i64)> {
    let (least, most) = (bounds.least?, bounds.most?);
    (most.checked_sub(least)? < 64).then_some((least, most))
}

/// The numbers of a range whose ends are known.
fn range_of((low, high): &(Option<Expr>, Option<Expr>)) -> Option<(i64, i64)> {
    let end = |end: &Option<Expr>, open: i64| match end.as_ref().map(|end| &end.kind) {
        Some(ExprKind::Cell(cell)) => Some(*cell),
        Some(_) => None,
        None => Some(open),
    };
    Some((end(low, i64::MIN)?, end(high, i64::MAX)?))
}

/// The numbers, from one to another, that no range holds.
fn left_out(all: Bounds, mut ranges: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    ranges.sort_unstable();
    let most = all.most.unwrap_or(i64::MAX);
    let mut next = Some(all.least.unwrap_or(i64::MIN));
    let mut left = Vec::new();
    for (low, high) in ranges {
        let Some(from) = next.filter(|from| *from <= most) else { break };
        if low > from {
            left.push((from, low.saturating_sub(1).min(most)));
        }
        if high >= from {
            next = high.checked_add(1);
        }
    }
    left.extend(next.filter(|from| *from <= most).map(|from| (from, most)));
    left
}

/// The keys of one arm.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchKeys {
    /// Values that it is for.
    pub values: Vec<Expr>,
    /// Ranges that it is for: least and greatest.
    pub tests: Vec<(Option<Expr>, Option<Expr>)>,
    /// `some x`: the local.
    pub binds: Option<LocalId>,
}

/// A match with its keys.
#[derive(Clone, Debug)]
pub(crate) struct Matched {
    /// The value.
    pub of: Expr,
    /// The keys of each arm.
    pub keys: Vec<MatchKeys>,
}

fn same_key(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Cell(x), ExprKind::Cell(y)) => x == y,
        (ExprKind::None, ExprKind::None) => true,
        (ExprKind::Text(x), ExprKind::Text(y)) => x == y,
        _ => false,
    }
}
