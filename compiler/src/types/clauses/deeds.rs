//! Deeds of things (`does effect(..)`): one procedure for the kind, with what each entry writes.

use super::super::checker::Checker;
use super::super::scope::Scope;
use super::super::statements::{Acting, BodyOf};
use crate::typed::{Compare, Expr, ExprKind, LocalId, Stmt, StmtKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The bodies of all deeds.
    pub(super) fn deeds(&mut self) {
        let deeds = self.facts.does.clone();
        for (procedure, kind, does) in deeds {
            self.deed(procedure, kind, does);
        }
    }

    fn deed(&mut self, procedure: ir::ProcedureId, kind: ir::KindId, does: &'a tree::Does) {
        let Some(def) = self.typed.procedures.get(procedure) else { return };
        self.scope = Scope::with(&def.locals.all);
        let span = does.span;
        let mut body: Vec<Stmt> = Vec::new();
        let content = self.input.content;
        for (id, entity) in content.all() {
            if self.kind_at(entity.kind) != Some(kind) {
                continue;
            }
            let Some(written) =
                entity.does.iter().find(|written| written.name.text == does.name.text)
            else {
                continue;
            };
            self.acting = Acting::new(BodyOf::Procedure(procedure), &self.scope);
            let mark = self.scope.mark();
            let then = self.block(&written.body);
            self.scope.reset(mark);
            for (_, step) in std::mem::take(&mut self.acting.steps) {
                Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, step.span)
                    .says("a deed has no steps of its own")
                    .emit(self.sink);
            }
            let when = self.is_this(LocalId(0), kind, ir::EntryId(id.0), written.span);
            body.push(Stmt {
                kind: StmtKind::If { when, then, other: Vec::new() },
                span: written.span,
            });
        }
        let locals = self.finish();
        if let Some(def) = self.typed.procedures.get_mut(procedure) {
            def.locals = locals;
            if let Some(step) = def.steps.first_mut() {
                step.body = body;
                step.span = span;
            }
        }
    }

    /// Whether a local is the thing of an entry.
    pub(crate) fn is_this(
        &mut self,
        local: LocalId,
        kind: ir::KindId,
        entry: ir::EntryId,
        span: Span,
    ) -> Expr {
        let def = self.typed.kinds.get(kind);
        let closed = def.is_some_and(|def| def.closed);
        let position = def.and_then(|def| def.entries.iter().position(|known| *known == entry));
        let ty = if closed { Type::Member(kind) } else { Type::Entity(kind) };
        let of = Expr { kind: ExprKind::Local(local), ty: ty.clone(), span };
        match (closed, position.and_then(|at| i64::try_from(at).ok())) {
            (true, Some(position)) => Expr::compare(
                Compare::Eq,
                of,
                Expr { kind: ExprKind::Cell(position), ty, span },
                span,
            ),
            _ => Expr::truth(ExprKind::IsEntry { of: Box::new(of), entry }, span),
        }
    }

    /// Actions of the system's own body.
    pub(super) fn system_actions(&mut self) {
        let content = self.input.content;
        if let Some(system) = self.facts.bearers.first().cloned() {
            for action in content.index.actions.values() {
                self.action(&system, action);
            }
        }
    }

    /// Advice stands in a policy, nowhere else.
    pub(super) fn stray_advice(&mut self, prefer: &tree::Prefer) {
        Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, prefer.span)
            .says("advice for computer players stands in a `policy`")
            .help("no rule may depend on it")
            .emit(self.sink);
    }
}
