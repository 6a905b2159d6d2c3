//! What a test expects: conditions, refusals with their reason, words that were said, exact chances; and the rows that it covers.

use super::super::checker::Checker;
use super::problems;
use super::script::Reading;
use crate::typed::{
    AbilityDef, ClauseOwner, ClauseVerb, Expr, ExprKind, PermissionClauseDef, Quoted, StmtKind,
    TestExpect, Type, each_stmt,
};
use crate::wording;
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// `expect C`, `expect not may p(..) "reason"`, `expect said "words"`.
    pub(super) fn expectation(&mut self, reading: &mut Reading<'_, 'a>, expect: &'a tree::Expect) {
        match &expect.what {
            tree::Expected::Said(_) | tree::Expected::NotSaid(_) if reading.goes_on => {
                self.report(problems::said_too_early(expect.span));
            }
            tree::Expected::Said(words) | tree::Expected::NotSaid(words) => {
                let Some(plain) = words.plain() else {
                    return self.report(problems::said_with_data(words.span));
                };
                let (plain, span) = (plain.to_owned(), expect.span);
                reading.script.expects.push(match &expect.what {
                    tree::Expected::NotSaid(_) => TestExpect::Silent { words: plain, span },
                    _ => TestExpect::Said { words: plain, span },
                });
            }
            tree::Expected::Ended { negated, winner, why } => {
                if reading.goes_on {
                    return self.report(problems::ended_too_early(expect.span));
                }
                let winner = winner.as_ref().map(|it| self.winner(it));
                let plain = why.as_ref().map(|why| (why.plain().map(str::to_owned), why.span));
                if let Some((None, span)) = plain {
                    return self.report(problems::said_with_data(span));
                }
                let plain = plain.and_then(|(words, span)| Some((words?, span)));
                if let Some((words, span)) = &plain {
                    self.some_end_says(words, *span);
                }
                reading.script.expects.push(TestExpect::Ended {
                    holds: !negated,
                    winner,
                    why: plain.map(|(why, _)| why),
                    span: expect.span,
                });
            }
            tree::Expected::Legal { negated, roster } => {
                self.expect_legal(reading, *negated, roster, expect);
            }
            tree::Expected::Condition(condition) => {
                if let Some(reason) = &expect.reason {
                    if ends_in_said(condition) {
                        return self.report(problems::said_inside(condition.span.to(reason.span)));
                    }
                    self.expect_refused(reading, condition, reason, expect.span);
                    return;
                }
                if let Some((call, holds)) = self.permission_asked(condition) {
                    self.expect_permission(reading, call, holds, condition.span);
                    return;
                }
                let holds = self.condition(condition);
                self.expect_holds(reading, holds, condition.span);
            }
        }
    }

    /// `expect legal roster "Name"`, `expect not legal roster "Name" "label of a limit"`.
    fn expect_legal(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        negated: bool,
        name: &tree::Name,
        expect: &tree::Expect,
    ) {
        let rosters = self.input.rosters;
        let own = &reading.rosters;
        let tried = own.iter().find(|own| own.text == name.text);
        let tried = tried.and_then(|own| rosters.tried.get(&own.span));
        let Some(position) = tried.or_else(|| rosters.by_name.get(&*name.text)) else {
            let declared = rosters.by_name.keys().map(|title| &**title);
            let known = own.iter().map(|own| &*own.text).chain(declared);
            let mut known: Vec<String> = known.map(str::to_owned).collect();
            known.sort();
            self.unknown_among(name, "roster", &known);
            return;
        };
        let reason = match (&expect.reason, negated) {
            (None, _) => None,
            (Some(reason), true) => {
                let text = self.source_of(reason.text.span);
                self.check_limit(*position, &text, reason.span);
                Some(text)
            }
            (Some(reason), false) => {
                return self.report(problems::reason_of_what(reason.span));
            }
        };
        reading.script.expects.push(TestExpect::Legal {
            holds: !negated,
            roster: u32::try_from(*position).unwrap_or(u32::MAX),
            reason,
            span: expect.span,
        });
    }

    /// Of a roster that is not legal the reason is a limit that binds it, or its budget.
    fn check_limit(&mut self, roster: usize, reason: &str, span: Span) {
        let limits = self.typed.rosters.get(roster).map_or(&[][..], |roster| &roster.limits);
        let limits = limits.iter().filter_map(|at| self.typed.limits.get(*at as usize));
        let labels = limits.map(|limit| limit.label.clone());
        let known: Vec<String> = labels.chain([ir::OVER_BUDGET.to_owned()]).collect();
        // A limit that could not be read was reported.
        if !known.iter().any(|label| label == reason || label.is_empty()) {
            let name = tree::Name { text: reason.into(), span, quoted: true };
            self.unknown_among(&name, "limit of the roster", &known);
        }
    }

    fn expect_holds(&mut self, reading: &mut Reading<'_, 'a>, holds: Expr, span: Span) {
        if matches!(holds.ty, Type::Error) {
            return;
        }
        let source = self.source_of(span);
        let holds = if reading.goes_on { self.kept(reading, holds) } else { holds };
        reading.script.expects.push(TestExpect::Holds { holds, source });
    }

    /// A call of a permission by its bare name, and whether it is to hold: `p(..)`, `not p(..)`.
    fn permission_asked<'e>(&self, condition: &'e tree::Expr) -> Option<(&'e tree::Expr, bool)> {
        let (call, holds) = match &condition.kind {
            tree::ExprKind::Unary { op: tree::UnaryOp::Not, value } => (&**value, false),
            _ => (condition, true),
        };
        let tree::ExprKind::Call(asked) = &call.kind else { return None };
        let name = asked.callee.as_name()?;
        let known = self.vocabulary.permissions.contains_key(&*name.text)
            && !self.vocabulary.callables.contains_key(&*name.text);
        known.then_some((call, holds))
    }

    fn expect_permission(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        call: &tree::Expr,
        holds: bool,
        span: Span,
    ) {
        let asked =
            tree::Expr { kind: tree::ExprKind::May(Box::new(call.clone())), span: call.span };
        let asked = self.condition(&asked);
        if matches!(asked.ty, Type::Error) {
            return;
        }
        let asked = if holds { asked } else { Expr::negated(asked, span) };
        self.expect_holds(reading, asked, span);
    }

    fn expect_refused(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        condition: &tree::Expr,
        reason: &tree::Label,
        span: Span,
    ) {
        let inner = match &condition.kind {
            tree::ExprKind::Unary { op: tree::UnaryOp::Not, value } => &**value,
            _ => {
                return self.report(problems::reason_of_what(reason.span));
            }
        };
        let asked = match &inner.kind {
            tree::ExprKind::May(_) => inner.clone(),
            tree::ExprKind::Call(_) => {
                tree::Expr { kind: tree::ExprKind::May(Box::new(inner.clone())), span: inner.span }
            }
            _ => {
                return self.report(problems::reason_of_what(reason.span));
            }
        };
        if reading.goes_on {
            return self.report(problems::refused_too_early(span));
        }
        let asked = self.condition(&asked);
        let ExprKind::May { permission, args } = asked.kind else { return };
        let text = self.source_of(reason.text.span);
        self.check_reason(permission, &text, reason.span);
        reading.script.expects.push(TestExpect::Refused { permission, args, reason: text, span });
    }

    /// Words with which a battle is said to end are those of some end.
    fn some_end_says(&mut self, words: &str, span: Span) {
        let mut known: Vec<String> = Vec::new();
        let mut open = false;
        for body in self.typed.battle_bodies() {
            each_stmt(body, &mut |stmt| {
                if let StmtKind::EndBattle { why, .. } = &stmt.kind {
                    match why.parts.as_slice() {
                        [Quoted::Fixed(words)] => known.push(words.clone()),
                        _ => open = true,
                    }
                }
            });
        }
        if !open && !known.iter().any(|end| end.contains(words)) {
            let meant = wording::suggest(words, &known);
            known.sort_unstable();
            known.dedup();
            let quoted: Vec<String> = known.iter().map(|end| format!("\"{end}\"")).collect();
            let list = wording::listed(&quoted);
            self.report(problems::no_such_end(words, meant, &list, span));
        }
    }

    /// A reason must be one that something can give.
    fn check_reason(&mut self, permission: ir::PermissionId, reason: &str, span: Span) {
        let mut known: Vec<String> = Vec::new();
        let mut seen: Vec<ir::PermissionId> = Vec::new();
        self.reasons(permission, &mut known, &mut seen);
        if known.iter().any(|label| label == reason) {
            return;
        }
        let name = self.typed.permissions.get(permission).map(|def| def.name.clone());
        let meant = wording::suggest(reason, &known);
        let list = wording::listed(&known);
        let permits = self.typed.clauses.values().filter_map(|it| match &it.does {
            ClauseVerb::Permission(does) if it.owner == ClauseOwner::Permission(permission) => {
                Some((it, matches!(does, PermissionClauseDef::Allow)))
            }
            _ => None,
        });
        // What was to give this reason: an allowing clause of this name, a forbidding one that has no words of its own.
        let gives = permits.into_iter().find(|(clause, allows)| match allows {
            true => clause.label == reason,
            false => !self.source_of(clause.span).contains('"') && meant.is_none(),
        });
        let gives = gives.map(|(clause, allows)| (clause.span, allows));
        let name = name.as_deref().unwrap_or("");
        let problem = problems::no_such_reason(name, reason, meant, &list, span);
        if let Some((clause, allows)) = gives {
            return self.report(problems::gives_no_reason(problem, clause, reason, allows));
        }
        let called = |it: &&AbilityDef| it.name.to_lowercase() == reason.to_lowercase();
        let problem = problem.also(
            self.typed.abilities.values().find(called).map(|it| it.span),
            "nothing that stands here forbids it",
        );
        self.report(problem);
    }

    /// All labels of reasons that a permission may give, those of permissions that it passes on too.
    fn reasons(
        &self,
        permission: ir::PermissionId,
        found: &mut Vec<String>,
        seen: &mut Vec<ir::PermissionId>,
    ) {
        if seen.contains(&permission) {
            return;
        }
        seen.push(permission);
        let Some(def) = self.typed.permissions.get(permission) else { return };
        for require in &def.requires {
            match (&require.label, &require.holds.kind) {
                (Some(label), _) => found.push(label.clone()),
                (None, ExprKind::May { permission, .. }) => self.reasons(*permission, found, seen),
                (None, _) => {}
            }
        }
        for action in self.typed.actions.values().filter(|it| it.permission == permission) {
            let purse =
                action.cost.as_ref().and_then(|(_, _, field)| self.typed.fields.get(*field));
            found.extend(purse.map(|field| field.name.clone()));
            found.extend(action.once.as_ref().map(|_| String::from(ir::USED_UP)));
        }
        for clause in self.typed.clauses.values() {
            let forbids =
                matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
            if forbids && clause.owner == ClauseOwner::Permission(permission) {
                found.push(clause.label.clone());
            }
        }
    }

    /// `expect P(E) == 3125/7776`, `expect mean(E) >= 5/6`.
    pub(super) fn expect_chance(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        expect: &'a tree::Expect,
    ) {
        let tree::Expected::Condition(condition) = &expect.what else {
            return self.report(problems::odds_of_what(expect.span));
        };
        let Some((asked, how, value)) = odds_asked(condition) else {
            return self.report(problems::odds_of_what(condition.span));
        };
        let tree::ExprKind::Call(call) = &asked.kind else {
            return self.report(problems::odds_of_what(asked.span));
        };
        let (Some(word), [arg]) = (call.callee.as_name(), call.args.as_slice()) else {
            return self.report(problems::odds_of_what(asked.span));
        };
        let value = self.constant_expr(value, &Type::Ratio);
        let (top, bottom) = match value.kind {
            ExprKind::Fraction(top, bottom) => (top, bottom),
            ExprKind::Cell(whole) => (whole, 1),
            ExprKind::Error => return,
            _ => match folded(&value) {
                Some(found) => found,
                None => {
                    return self.report(problems::odds_not_constant(value.span));
                }
            },
        };
        let Ok(denominator) = u64::try_from(bottom) else { return };
        match &*word.text {
            "P" | "chance" => {
                let holds = self.condition(&arg.value);
                let Ok(numerator) = u64::try_from(top) else {
                    return self.report(problems::no_chance(value.span));
                };
                if numerator > denominator {
                    return self.report(problems::no_chance(value.span));
                }
                reading.script.expects.push(TestExpect::Chance {
                    holds,
                    how,
                    numerator,
                    denominator,
                });
            }
            "mean" => {
                let wanted = super::super::checker::INT;
                let of = self.expr(&arg.value, Some(&wanted));
                reading.script.expects.push(TestExpect::Mean {
                    of,
                    how,
                    numerator: top,
                    denominator,
                });
            }
            _ => {
                let known = ["P", "chance", "mean"].map(str::to_owned);
                self.unknown_among(word, "question to odds", &known);
            }
        }
    }

    /// The rows that a test covers, each of which must be in the system's list.
    pub(super) fn covered(&mut self, test: &'a tree::Test) -> Vec<(String, Span)> {
        let mut covers = Vec::with_capacity(test.covers.len());
        for row in &test.covers {
            let name = row.text.to_string();
            if !self.typed.conformance.iter().any(|(known, _)| *known == name) {
                let known = self.typed.conformance.iter().map(|(name, _)| name.as_str());
                let meant = wording::suggest(&name, known);
                let problem = problems::no_such_row(
                    &name,
                    meant,
                    self.typed.conformance.is_empty(),
                    row.span,
                );
                self.report(problem);
                continue;
            }
            covers.push((name, row.span));
        }
        covers
    }

    /// The rows of the system's list.
    pub(super) fn read_conformance(&mut self) {
        let Some(file) = self.input.conformance else { return };
        let rows = crate::conformance::rows(self.input.sources, file);
        self.typed.conformance = rows.into_iter().map(|row| (row.id, row.span)).collect();
    }
}

/// What is asked of odds, how it is to stand to what is expected, and that.
fn odds_asked(condition: &tree::Expr) -> Option<(&tree::Expr, ir::Comparison, &tree::Expr)> {
    use ir::Comparison as C;
    match &condition.kind {
        tree::ExprKind::Binary(it) => {
            let how = match it.op {
                tree::BinaryOp::Equal => C::Equal,
                tree::BinaryOp::NotEqual => C::NotEqual,
                tree::BinaryOp::Less => C::Less,
                tree::BinaryOp::AtMost => C::AtMost,
                tree::BinaryOp::More => C::More,
                tree::BinaryOp::AtLeast => C::AtLeast,
                _ => return None,
            };
            Some((&it.left, how, &it.right))
        }
        tree::ExprKind::Is(it) => match &it.what {
            tree::IsWhat::Value(right) => {
                Some((&it.value, if it.negated { C::NotEqual } else { C::Equal }, right))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A quotient of two constants.
fn folded(value: &Expr) -> Option<(i64, i64)> {
    let whole = |expr: &Expr| match &expr.kind {
        ExprKind::Cell(cell) => Some(*cell),
        ExprKind::Fraction(top, 1) => Some(*top),
        ExprKind::ToRatio(inner) => as_variant!(inner.kind, ExprKind::Cell(cell) => cell),
        _ => None,
    };
    match &value.kind {
        ExprKind::Arithmetic { how: crate::typed::Arithmetic::Div, left, right } => {
            let (top, bottom) = (whole(left)?, whole(right)?);
            (bottom > 0).then_some((top, bottom))
        }
        _ => None,
    }
}

/// `.. and said "words"`, read as a condition with a reason.
fn ends_in_said(condition: &tree::Expr) -> bool {
    match &condition.kind {
        tree::ExprKind::Binary(it) => ends_in_said(&it.right),
        tree::ExprKind::Unary { value, .. } => ends_in_said(value),
        tree::ExprKind::Name(name) => &*name.text == "said",
        _ => false,
    }
}
