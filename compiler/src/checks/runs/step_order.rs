//! Order in procedures: takes the steps with all that hangs on them, says which come behind an end, and where a variable is read
//! before anything gives it another value than its first.

use super::results::ends_by_itself;
use crate::typed::{
    ActionDef, ActionPlace, Expr, ExprKind, HookDef, LocalId, LocalRole, Locals, ProcedureDef,
    Stmt, StmtKind, Type, Typed, exprs, stmt_exprs, stmts,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::HookTime;

/// Every step can be reached.
pub(crate) fn steps_are_reached(typed: &Typed, sink: &mut Sink) {
    for def in typed.procedures.values() {
        let in_order = || def.steps.iter().filter(|step| !step.called);
        let Some(last) =
            in_order().position(|step| step.when.is_none() && ends_by_itself(&step.body).is_some())
        else {
            continue;
        };
        let behind: Vec<_> = in_order().skip(last + 1).collect();
        let end = in_order().nth(last).and_then(|step| ends_by_itself(&step.body));
        let (Some(first), Some(end)) = (behind.first(), end) else { continue };
        // Of what stands behind it in its own block it was told already.
        let told = |it: &Diagnostic| it.code == codes::NEVER_REACHED;
        let own = in_order().nth(last).map(|step| step.span);
        let within = |it: &Diagnostic| own.is_some_and(|own| own.contains(it.primary.span));
        if sink.iter().any(|it| told(it) && within(it)) {
            continue;
        }
        let names: Vec<String> = behind.iter().map(|step| format!("`{}`", step.name)).collect();
        let message = format!("`{}` ends here, and {} never come", def.name, names.join(", "));
        let message = if behind.len() == 1 {
            message.replace(" never come", " never comes")
        } else {
            message
        };
        Diagnostic::at(codes::NEVER_REACHED, end)
            .says(message)
            .label("whatever holds")
            .also(first.span, "not reached")
            .help("a step ends by itself: `return` and `finish` end all of the procedure")
            .emit(sink);
    }
}

/// Where in a run something stands: the step, what of it, the statement in its body.
type At = (usize, Phase, usize);

/// The parts of a step, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Start,
    Before,
    Body,
    After,
}

/// No variable is asked before it can be anything but what it began with.
pub(crate) fn variables_are_given_before_they_are_read(typed: &Typed, sink: &mut Sink) {
    for (id, def) in typed.procedures.iter() {
        let own = Run { typed, id, def };
        for (local, first) in &def.variables {
            if is_blank(first) {
                sink.extend(own.too_early(*local));
            }
        }
    }
}

/// Whether a first value stands for nothing yet: a number other than 0 may well be the figure that is meant.
fn is_blank(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Cell(cell) => *cell == 0 || value.ty == Type::Bool,
        ExprKind::None => true,
        ExprKind::Items(items) => items.iter().all(|item| matches!(item.kind, ExprKind::Cell(0))),
        _ => false,
    }
}

struct Run<'t> {
    typed: &'t Typed,
    id: ir::ProcedureId,
    def: &'t ProcedureDef,
}

impl<'t> Run<'t> {
    fn too_early(&self, local: LocalId) -> Option<Diagnostic> {
        let name = &self.def.locals.get(local)?.name;
        let (given, at) = self.given(local, name)?;
        let (read, span) = self.read(local, name)?;
        (read < given).then(|| {
            Diagnostic::at(codes::READ_TOO_EARLY, span)
                .says(format!("`{name}` is read before anything gives it a value"))
                .label("still what it began with, whatever holds")
                .also(at, "given here, and nowhere before it")
                .help("let what gives it come first, or let this come behind it")
        })
    }

    /// Where a variable is given first; nothing where it is not known, or nowhere.
    fn given(&self, local: LocalId, name: &str) -> Option<(At, Span)> {
        let mut first: Option<(At, Span)> = None;
        let mut give = |at: At, span: Span| {
            if first.is_none_or(|(earliest, _)| at < earliest) {
                first = Some((at, span));
            }
        };
        for (number, step) in self.def.steps.iter().enumerate() {
            for (at, stmt) in step.body.iter().enumerate() {
                if let Some(span) = gives(stmt, local) {
                    if step.called {
                        return None;
                    }
                    give((number, Phase::Body, at), span);
                }
            }
        }
        for (at, locals, body) in self.hung() {
            let Some(local) = seen(locals, name) else { continue };
            let given = body.iter().find_map(|stmt| gives(stmt, local));
            given.into_iter().for_each(|span| give(at, span));
        }
        first
    }

    /// Where a variable is read first, not to be given anew from itself.
    fn read(&self, local: LocalId, name: &str) -> Option<(At, Span)> {
        let mut first: Option<(At, Span)> = None;
        let mut read = |at: At, span: Span| {
            if first.is_none_or(|(earliest, _)| at < earliest) {
                first = Some((at, span));
            }
        };
        for (number, step) in self.def.steps.iter().enumerate().filter(|(_, step)| !step.called) {
            let when = step.when.as_ref().and_then(|when| reads(when, local));
            // It is asked again when all before it have acted.
            when.into_iter().for_each(|span| read((number, Phase::Body, 0), span));
            for (at, stmt) in step.body.iter().enumerate() {
                if gives(stmt, local).is_none()
                    && let Some(span) = reads_in(stmt, local)
                {
                    read((number, Phase::Body, at), span);
                }
            }
        }
        for (at, hook) in self.hooks() {
            let Some(local) = seen(&hook.locals, name) else { continue };
            let asked = hook.when.as_ref().and_then(|when| reads(when, local));
            let asked = asked.or_else(|| reads_first(&hook.body, local));
            asked.into_iter().for_each(|span| read(at, span));
        }
        for (at, action) in self.actions() {
            let Some(local) = seen(&action.locals, name) else { continue };
            let rules = self.typed.permissions.get(action.permission);
            let required = rules.into_iter().flat_map(|it| &it.requires).map(|it| &it.holds);
            let mut asked = action.when.iter().chain(required);
            let asked = asked.find_map(|condition| reads(condition, local));
            let asked = asked.or_else(|| reads_first(&action.body, local));
            asked.into_iter().for_each(|span| read(at, span));
        }
        first
    }

    /// What hangs on the steps, where, and what it does.
    fn hung(&self) -> impl Iterator<Item = (At, &'t Locals, &'t [Stmt])> {
        let hooks = self.hooks().map(|(at, hook)| (at, &hook.locals, hook.body.as_slice()));
        let actions = self.actions().map(|(at, it)| (at, &it.locals, it.body.as_slice()));
        hooks.chain(actions)
    }

    fn hooks(&self) -> impl Iterator<Item = (At, &'t HookDef)> {
        let own = self.typed.hooks.values().filter(|hook| hook.procedure == self.id);
        own.map(|hook| (at(hook.step, Some(hook.time)), hook))
    }

    fn actions(&self) -> impl Iterator<Item = (At, &'t ActionDef)> {
        self.typed.actions.values().filter_map(|action| match action.place {
            ActionPlace::Step { procedure, step, time } if procedure == self.id => {
                Some((at(Some(step), time), action))
            }
            _ => None,
        })
    }
}

/// When something comes that hangs on a step, or on the whole run.
fn at(step: Option<u16>, time: Option<HookTime>) -> At {
    let phase = match time {
        Some(HookTime::After) => Phase::After,
        Some(HookTime::Instead) => Phase::Body,
        Some(HookTime::Before) | None => Phase::Before,
    };
    match step {
        Some(step) => (usize::from(step), phase, 0),
        None if phase == Phase::After => (usize::MAX, Phase::After, 0),
        None => (0, Phase::Start, 0),
    }
}

/// The variable of that name that is seen from outside.
fn seen(locals: &Locals, name: &str) -> Option<LocalId> {
    let all = (0u32..).map(LocalId).zip(&locals.all);
    let mut open = all.filter(|(_, local)| local.role == LocalRole::Open && *local.name == *name);
    open.next().map(|(id, _)| id)
}

/// Where a statement gives a variable a value.
fn gives(stmt: &Stmt, local: LocalId) -> Option<Span> {
    // What changes dice that lie there, or takes some away, gives none.
    let gives = |inner: &&Stmt| {
        inner.kind.given() == Some(local) && changed(inner).is_none() && !takes(inner, local)
    };
    stmts(std::slice::from_ref(stmt)).find(gives).map(|inner| inner.span)
}

/// Whether a statement takes something out of a variable.
fn takes(stmt: &Stmt, local: LocalId) -> bool {
    let StmtKind::Assign { value, .. } = &stmt.kind else { return false };
    let ExprKind::Without(of, _) = &value.kind else { return false };
    matches!(of.kind, ExprKind::Local(from) if from == local)
}

/// The pool of which a statement changes dice that lie there.
const fn changed(stmt: &Stmt) -> Option<LocalId> {
    as_variant!(&stmt.kind, StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } => *pool)
}

/// Where a statement reads a variable; what it calls may give it.
fn reads_in(stmt: &Stmt, local: LocalId) -> Option<Span> {
    let all = || stmts(std::slice::from_ref(stmt));
    if all().any(|it| matches!(it.kind, StmtKind::CallStep { .. } | StmtKind::Proceed)) {
        return None;
    }
    all().find_map(|inner| {
        let read = stmt_exprs(inner).into_iter().find_map(|value| reads(value, local));
        read.or_else(|| (changed(inner) == Some(local)).then_some(inner.span))
    })
}

/// Where statements read a variable that they have not given themselves.
fn reads_first(body: &[Stmt], local: LocalId) -> Option<Span> {
    let own = body.iter().take_while(|stmt| gives(stmt, local).is_none());
    own.into_iter().find_map(|stmt| reads_in(stmt, local))
}

/// Where an expression reads a variable.
fn reads(value: &Expr, local: LocalId) -> Option<Span> {
    exprs(value).find(|inner| inner.as_local() == Some(local)).map(|inner| inner.span)
}
