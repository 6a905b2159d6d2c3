//! Branches: `if`, `match`, `try` with its `require`.

use super::super::checker::Checker;
use super::problems;
use crate::typed::{Stmt, StmtKind, Words};
use warwright_grammar::{Span, tree};

/// The most branches that one `if`, `match` or verdict may have: each stands inside the one before it.
pub(crate) const MOST_BRANCHES: usize = 250;

/// Whether nothing after the statement in its block can run.
pub(super) fn leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Stop | StmtKind::Finish(_) | StmtKind::EndBattle { .. } => true,
        StmtKind::If { then, other, .. } => {
            then.last().is_some_and(leaves) && other.last().is_some_and(leaves)
        }
        _ => false,
    }
}

impl Checker<'_> {
    /// `if C { } else if D { } else { }`. What the conditions find stays known after a branch that leaves.
    pub(super) fn if_stmt(
        &mut self,
        arms: &[(tree::Expr, tree::Block)],
        otherwise: Option<&tree::Block>,
    ) -> StmtKind {
        let Some(((condition, block), rest)) = arms.split_first() else { return StmtKind::Error };
        if self.too_many_branches(arms.len(), condition.span) {
            return StmtKind::Error;
        }
        let when = self.condition(condition);
        let mark = self.scope.mark();
        self.scope.assume(&when, true);
        let then = self.block(block);
        self.scope.reset(mark);
        self.scope.assume(&when, false);
        let other = if let Some((next, _)) = rest.first() {
            let span = rest.iter().fold(next.span, |span, (_, block)| span.to(block.span));
            let kind = self.if_stmt(rest, otherwise);
            vec![Stmt { kind, span }]
        } else if let Some(block) = otherwise {
            self.block(block)
        } else {
            Vec::new()
        };
        self.scope.reset(mark);
        if then.last().is_some_and(leaves) && other.is_empty() {
            self.scope.assume(&when, false);
        }
        StmtKind::If { when, then, other }
    }

    /// `match E { A: .. ; B or C: .. ; else: .. }`. Arms of plain values stay a match; ranges and `some x` become conditions.
    pub(super) fn match_stmt(
        &mut self,
        value: &tree::Expr,
        arms: &[tree::MatchArm<tree::Block>],
        span: Span,
    ) -> StmtKind {
        let widest = arms.iter().map(|arm| arm.patterns.len()).max().unwrap_or(0);
        if self.too_many_branches(arms.len().max(widest), value.span) {
            return StmtKind::Error;
        }
        let found = self.infer(value, None);
        let matched = self.match_keys(found, arms, span);
        if let Some(after) = self.after_else(arms) {
            self.report(problems::after_else(after));
        }
        let mut bodies = Vec::with_capacity(arms.len());
        for (arm, key) in arms.iter().zip(&matched.keys) {
            let mark = self.scope.mark();
            if let Some(local) = key.binds {
                self.scope.reveal(local);
            }
            bodies.push(self.block(&arm.body));
            self.scope.reset(mark);
        }
        let plain = matched.keys.iter().all(|key| key.tests.is_empty() && key.binds.is_none());
        if plain {
            let keys = matched.keys.into_iter().map(|key| key.values);
            return StmtKind::Match { of: matched.of, arms: keys.zip(bodies).collect() };
        }
        let local = self.scope.hidden("", matched.of.ty.clone(), matched.of.span);
        let subject = self.local_expr(local, matched.of.span);
        self.set_local(local, matched.of, span);
        let mut chain: Vec<Stmt> = Vec::new();
        for (key, body) in matched.keys.into_iter().zip(bodies).rev() {
            chain = match self.key_condition(key, &subject, span) {
                Some(when) => {
                    vec![Stmt { kind: StmtKind::If { when, then: body, other: chain }, span }]
                }
                None => body,
            };
        }
        match chain.pop() {
            Some(first) if chain.is_empty() => first.kind,
            last => {
                self.acting.stmts.append(&mut chain);
                last.map_or(StmtKind::Error, |last| last.kind)
            }
        }
    }

    /// Reports more branches than one statement may have.
    pub(crate) fn too_many_branches(&mut self, count: usize, span: Span) -> bool {
        let many = count > MOST_BRANCHES;
        if many {
            self.report(problems::too_many_branches(count, MOST_BRANCHES, span));
        }
        many
    }

    fn after_else(&self, arms: &[tree::MatchArm<tree::Block>]) -> Option<Span> {
        let at = arms.iter().position(|arm| arm.patterns.is_empty())?;
        arms.get(at + 1).map(|arm| arm.span)
    }

    /// `try { } else { }`.
    pub(super) fn try_stmt(
        &mut self,
        body: &tree::Block,
        otherwise: Option<&tree::Block>,
    ) -> StmtKind {
        let before = std::mem::replace(&mut self.acting.trying, true);
        let typed = self.block(body);
        self.acting.trying = before;
        self.scope.forget(None);
        let other = otherwise.map(|block| self.block(block)).unwrap_or_default();
        StmtKind::Try { body: typed, other }
    }

    /// `require C "why"` in a `try`.
    pub(super) fn require_stmt(&mut self, require: &tree::Require) -> StmtKind {
        if !self.acting.trying {
            return self.no_stmt(problems::require_outside(require.span));
        }
        let holds = self.condition(&require.condition);
        self.scope.assume(&holds, true);
        let why = match &require.label {
            Some(label) => {
                let (text, words) = self.label(label);
                words.unwrap_or_else(|| Words::fixed(&text, label.span))
            }
            None => {
                let text = self.source_of(require.condition.span);
                Words::fixed(&text, require.condition.span)
            }
        };
        StmtKind::Require { holds, why }
    }
}
