//! Loops: takes the loops of the language, gives acts that jump, each with its bound.

use super::Lowering;
use super::code::{Code, Label};
use super::types::{self, scalar};
use crate::typed::{Expr, LocalId, Stmt, StmtKind, Type, Words};
use warwright_grammar::source::Span;
use warwright_ir as ir;
use warwright_ir::{Act, ExprId, Slot, SpanId, Target, Ty};

impl Lowering<'_> {
    pub(super) fn loop_acts(&mut self, stmt: &Stmt, span: SpanId) {
        match &stmt.kind {
            StmtKind::ForEach { item, of, when, ordered_by, body } => {
                let parts = (*item, of, when.as_deref(), ordered_by.as_deref());
                self.for_each(parts, body, span);
            }
            StmtKind::ForNext { item, of, when, key, choice_of, body } => {
                let next = Next {
                    item: *item,
                    of,
                    when: when.as_deref(),
                    key: key.as_deref(),
                    choice_of: choice_of.as_deref(),
                };
                self.for_next(&next, body, span);
            }
            StmtKind::Repeat { at_most, when, body } => {
                self.repeat(at_most, (when.as_deref(), None), body, span);
            }
            StmtKind::RepeatUntil { at_most, until, body } => {
                self.repeat(at_most, (None, Some(until)), body, span);
            }
            _ => {}
        }
    }

    /// The set is fixed at the start; presence (by the machine) and condition are asked again at each turn.
    fn for_each(
        &mut self,
        (item, of, when, ordered_by): (LocalId, &Expr, Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
        span: SpanId,
    ) {
        let element = types::element(&of.ty);
        let set = self.expr(of);
        let cursor = scalar(self.frame.temporary(true));
        self.code.push(Act::Iterate { cursor, of: set }, span);
        let head = self.code.mark();
        let done = self.code.label();
        let condition = when.map(|when| self.expr(when));
        let ordered_by = ordered_by.map(|by| self.expr(by));
        let slot = self.frame.slot(item);
        let candidate = scalar(slot);
        let asked = Words::fixed("who comes next", of.span);
        let asked = ordered_by.map(|_| self.template(&asked));
        let site = ordered_by.map(|_| self.site("next", &element, candidate, asked, of.span));
        let done_at = Code::target(done);
        self.code.push(
            Act::Next { cursor, item: slot, when: condition, ordered_by, site, done: done_at },
            span,
        );
        if let Some(when) = when {
            self.rebind(when);
        }
        self.code.open_loop(done);
        self.stmts(body);
        self.code.close_loop();
        self.code.jump(head, span);
        self.code.here(done);
    }

    /// Everything is read again before each turn; what has had its turn is remembered.
    fn for_next(&mut self, next: &Next<'_>, body: &[Stmt], span: SpanId) {
        let element = types::element(&next.of.ty);
        let had = self.frame.temporary(true);
        let set_ty = Ty::Set(Box::new(types::ty(&element)));
        let nothing = self.push(ir::Expr::Wide(Vec::new()), set_ty.clone(), next.of.span);
        self.code.push(Act::Set { target: Target::Local(had), value: nothing }, span);
        let head = self.code.mark();
        let done = self.code.label();
        let slot = self.frame.slot(next.item);
        if next.choice_of.is_some() {
            self.next_by_choice(next, (had, &set_ty, &element), done, span);
        } else {
            let found = self.next_by_rule(next, (had, &set_ty, &element));
            self.code.push(Act::Set { target: Target::Local(slot), value: found }, span);
            let maybe = Ty::Optional(Box::new(types::ty(&element)));
            let there = self.local(slot, maybe, next.of.span);
            let there = ir::Expr::IsSome { of: there, slot: None };
            let there = self.push(there, Ty::Bool, next.of.span);
            self.code.jump_unless(there, done, span);
        }
        let remembered = self.with_item(slot, had, &set_ty, &element, next.of.span);
        self.code.push(Act::Set { target: Target::Local(had), value: remembered }, span);
        if let Some(when) = next.when {
            self.rebind(when);
        }
        self.code.open_loop(done);
        self.stmts(body);
        self.code.close_loop();
        self.code.jump(head, span);
        self.code.here(done);
    }

    /// The item with the least or greatest key, or the first; none where none is left.
    fn next_by_rule(&mut self, next: &Next<'_>, had: (Slot, &Ty, &Type)) -> ExprId {
        let span = next.of.span;
        let maybe = Ty::Optional(Box::new(types::ty(had.2)));
        let of = self.expr(next.of);
        let when = self.still(next, had);
        let slot = self.frame.slot(next.item);
        match next.key {
            Some((highest, key)) => {
                let key = self.expr(key);
                let how = if *highest { ir::Quantifier::Most } else { ir::Quantifier::Least };
                let form =
                    ir::Expr::Quantified { how, of, slot, when: Some(when), value: Some(key) };
                self.push(form, maybe, span)
            }
            None => {
                let ty = types::ty(&next.of.ty);
                let left = self.push(ir::Expr::Filter { of, slot, when }, ty, span);
                self.push(ir::Expr::First(left), maybe, span)
            }
        }
    }

    /// A player chooses among those whose key is least.
    fn next_by_choice(
        &mut self,
        next: &Next<'_>,
        had: (Slot, &Ty, &Type),
        done: Label,
        span: SpanId,
    ) {
        let place = next.of.span;
        let slot = self.frame.slot(next.item);
        let of = self.expr(next.of);
        let when = self.still(next, had);
        let how = ir::Quantifier::Any;
        let any = ir::Expr::Quantified { how, of, slot, when: Some(when), value: None };
        let any = self.push(any, Ty::Bool, place);
        self.code.jump_unless(any, done, span);
        let of = self.expr(next.of);
        let when = self.still(next, had);
        let least = next.key.map(|(highest, key)| (self.key(*highest, key), None));
        let Some(who) = next.choice_of else { return };
        let who = self.expr(who);
        let candidate = scalar(slot);
        let filter = Some(ir::ChoiceFilter { slot: candidate, when: Some(when), least });
        let asked = self.template(&Words::fixed("who comes next", place));
        let site = self.site("next", had.2, candidate, Some(asked), place);
        let kind = ir::ChoiceKind::One { of, filter, none: None };
        self.code.push(Act::Choose { who, kind, slot, site }, span);
    }

    /// A key of which the least is wanted.
    fn key(&mut self, highest: bool, key: &Expr) -> ExprId {
        let written = self.expr(key);
        if !highest {
            return written;
        }
        let ty = types::ty(&key.ty);
        let op = if ty == Ty::Ratio { ir::UnaryOp::NegRatio } else { ir::UnaryOp::Neg };
        self.push(ir::Expr::Unary { op, of: written }, ty, key.span)
    }

    /// Whether the item is in play, has not had its turn, and fulfils the condition.
    fn still(&mut self, next: &Next<'_>, (had, set_ty, element): (Slot, &Ty, &Type)) -> ExprId {
        let span = next.of.span;
        let slot = self.frame.slot(next.item);
        let item = self.local(slot, types::ty(element), span);
        let of = self.local(had, set_ty.clone(), span);
        let seen = self.push(ir::Expr::Contains { of, item }, Ty::Bool, span);
        let fresh = self.not(seen, span);
        let present = self.present(slot, element, span);
        let asked = next.when.map(|when| self.expr(when));
        let both = self.both(present, Some(fresh), span);
        self.both(both, asked, span).unwrap_or(fresh)
    }

    fn with_item(
        &mut self,
        slot: Slot,
        had: Slot,
        set_ty: &Ty,
        element: &Type,
        span: Span,
    ) -> ExprId {
        let item = self.local(slot, types::ty(element), span);
        let right = self.push(ir::Expr::Items(vec![item]), set_ty.clone(), span);
        let left = self.local(had, set_ty.clone(), span);
        self.push(ir::Expr::Union { left, right }, set_ty.clone(), span)
    }

    /// That the item is in play, where it is something that can leave it.
    fn present(&mut self, slot: Slot, element: &Type, span: Span) -> Option<ExprId> {
        matches!(element, Type::Entity(_)).then(|| {
            let item = self.local(slot, types::ty(element), span);
            self.push(ir::Expr::InPlay(item), Ty::Bool, span)
        })
    }

    /// So many rounds at most, while a condition holds or until one does.
    fn repeat(
        &mut self,
        at_most: &Expr,
        (when, until): (Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
        span: SpanId,
    ) {
        let counter = self.frame.temporary(false);
        let left = scalar(counter);
        let most = self.expr(at_most);
        self.code.push(Act::Bound { left, at_most: most }, span);
        let head = self.code.mark();
        let done = self.code.label();
        let rest = self.local(counter, Ty::Int, at_most.span);
        let one = self.constant(1, Ty::Int, at_most.span);
        let form = ir::Expr::Binary { op: ir::BinaryOp::Le, left: one, right: rest };
        let some_left = self.push(form, Ty::Bool, at_most.span);
        self.code.jump_unless(some_left, done, span);
        if let Some(when) = when {
            self.branch(when, done);
        }
        self.code.push(Act::Tick { left }, span);
        self.code.open_loop(done);
        self.stmts(body);
        self.code.close_loop();
        match until {
            Some(until) => self.branch(until, head),
            None => self.code.jump(head, span),
        }
        self.code.here(done);
    }
}

/// The parts of a `for next`.
struct Next<'t> {
    item: LocalId,
    of: &'t Expr,
    when: Option<&'t Expr>,
    key: Option<&'t (bool, Expr)>,
    choice_of: Option<&'t Expr>,
}
