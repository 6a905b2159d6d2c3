//! Loops: `for each`, `for next`, `repeat`.

use super::super::checker::{Checker, INT, error};
use super::super::declare::inner_blocks;
use super::super::scope::Scope;
use super::problems;
use crate::typed::{Compare, Expr, ExprKind, LocalId, LocalRole, Stmt, StmtKind, Type, stops};
use warwright_grammar::{Span, tree};

impl Checker<'_> {
    /// `for each x in S where C ordered by p`; several names stand for different members.
    pub(super) fn for_each(
        &mut self,
        binder: &tree::Binder,
        ordered_by: Option<&tree::Expr>,
        body: &tree::Block,
    ) -> StmtKind {
        let (of, item_type) = self.set(&binder.set);
        let Some((first, more)) = binder.names.split_first() else { return StmtKind::Error };
        if self.too_many_branches(binder.names.len(), binder.span) {
            return StmtKind::Error;
        }
        let mark = self.scope.mark();
        let mut names = vec![self.item(first, &item_type)];
        for name in more {
            names.push(self.item(name, &item_type));
        }
        self.forget_in_loop(body);
        let when = self.assumed(binder.filter.as_ref());
        let player = self.facts.player.map(Type::Entity);
        let ordered_by = ordered_by.filter(|who| self.may_come_next(&item_type, who.span));
        let ordered_by = ordered_by.map(|who| self.expr(who, player.as_ref()));
        let typed = self.block(body);
        self.scope.reset(mark);
        self.scope.forget(None);
        nested(&mut self.scope, (of, when, ordered_by), &names, typed, binder.span)
    }

    /// `for next x in S where C by lowest K, choice of p`.
    pub(super) fn for_next(
        &mut self,
        (binder, by, choice_of): (&tree::Binder, &[tree::Key], Option<&tree::Expr>),
        body: &tree::Block,
    ) -> StmtKind {
        let (of, item_type) = self.set(&binder.set);
        let Some((first, more)) = binder.names.split_first() else { return StmtKind::Error };
        if !self.may_come_next(&item_type, binder.span) {
            return StmtKind::Error;
        }
        if let Some(second) = more.first() {
            self.report(problems::one_name(second.span));
        }
        let mark = self.scope.mark();
        let item = self.item(first, &item_type);
        self.forget_in_loop(body);
        let when = self.assumed(binder.filter.as_ref());
        let key = match by {
            [] => None,
            [key, more @ ..] => {
                if let Some(second) = more.first() {
                    self.report(problems::one_key(second.span));
                }
                let value = self.ordered_value(&key.value);
                Some((key.most, value))
            }
        };
        let player = self.facts.player.map(Type::Entity);
        let choice_of = choice_of.map(|who| self.expr(who, player.as_ref()));
        let body = self.block(body);
        self.scope.reset(mark);
        self.scope.forget(None);
        StmtKind::ForNext {
            item,
            of,
            when: when.map(Box::new),
            key: key.map(Box::new),
            choice_of: choice_of.map(Box::new),
            body,
        }
    }

    /// `repeat at most N while C`.
    pub(super) fn repeat(
        &mut self,
        at_most: &tree::Expr,
        condition: Option<&tree::Expr>,
        body: &tree::Block,
    ) -> StmtKind {
        let at_most = self.expr(at_most, Some(&INT));
        let mark = self.scope.mark();
        self.forget_in_loop(body);
        let when = self.assumed(condition);
        let body = self.block(body);
        self.scope.reset(mark);
        self.scope.forget(None);
        if let Some(when) = &when
            && !body.iter().any(stops)
        {
            self.scope.assume(when, false);
        }
        StmtKind::Repeat { at_most, when: when.map(Box::new), body }
    }

    /// Whether items can be remembered and told apart by whoever says which comes next: points, places and edges cannot.
    pub(super) fn may_come_next(&mut self, item: &Type, span: Span) -> bool {
        if let Type::Space(_) = item {
            let words = self.with_article(item);
            self.report(problems::come_in_order(&words, span));
            return false;
        }
        true
    }

    fn item(&mut self, name: &tree::Name, ty: &Type) -> LocalId {
        self.taken_already(name);
        self.scope.add(&name.text, ty.clone(), LocalRole::Let, name.span)
    }

    /// A value by which things can be put in order.
    pub(crate) fn ordered_value(&mut self, expr: &tree::Expr) -> Expr {
        let value = self.infer(expr, None);
        match &value.ty {
            Type::Int { .. }
            | Type::Ratio
            | Type::Length
            | Type::Angle
            | Type::Member(_)
            | Type::Face(_)
            | Type::Bool
            | Type::Error => value,
            other => {
                let words = self.with_article(other);
                self.report(problems::no_order(&words, expr.span));
                error(expr.span)
            }
        }
    }

    /// What was known before a loop may be wrong in its second round.
    fn forget_in_loop(&mut self, body: &tree::Block) {
        let mut written = Vec::new();
        written_names(&body.stmts, &mut written);
        for name in written {
            if let Some(local) = self.scope.peek(name) {
                self.scope.forget(Some(local));
            }
        }
        self.scope.forget(None);
    }
}

/// One loop for each name, the conditions in the innermost.
fn nested(
    scope: &mut Scope,
    (of, when, ordered_by): (Expr, Option<Expr>, Option<Expr>),
    names: &[LocalId],
    body: Vec<Stmt>,
    span: Span,
) -> StmtKind {
    let mut kind = None;
    let mut body = body;
    for (depth, item) in names.iter().enumerate().rev() {
        let innermost = depth + 1 == names.len();
        let mut condition = if innermost { when.clone() } else { None };
        for earlier in names.iter().take(depth) {
            let differs = different(scope, *item, *earlier, span);
            condition = Some(match condition {
                None => differs,
                Some(rest) => Expr::and(differs, rest, span),
            });
        }
        let stmt = StmtKind::ForEach {
            item: *item,
            of: of.clone(),
            when: condition.map(Box::new),
            ordered_by: ordered_by.clone().map(Box::new),
            body: std::mem::take(&mut body),
        };
        if depth == 0 {
            kind = Some(stmt);
        } else {
            body = vec![Stmt { kind: stmt, span }];
        }
    }
    kind.unwrap_or(StmtKind::Error)
}

fn different(scope: &Scope, a: LocalId, b: LocalId, span: Span) -> Expr {
    let read = |local| Box::new(Expr { kind: ExprKind::Local(local), ty: scope.ty(local), span });
    Expr::truth(ExprKind::Compare { how: Compare::Ne, left: read(a), right: read(b) }, span)
}

/// Names of variables that statements write, however deep.
fn written_names<'t>(stmts: &'t [tree::Stmt], names: &mut Vec<&'t str>) {
    for stmt in stmts {
        if let tree::StmtKind::Assign { target, .. } = &stmt.kind {
            names.extend(target.as_name().map(|name| &*name.text));
        }
        inner_blocks(stmt, &mut |inner| written_names(&inner.stmts, names));
    }
}
