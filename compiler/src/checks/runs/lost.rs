//! What is lost: takes what hooks and actions write to the open variables of a procedure, says which of it nobody reads any
//! more, which is written anew before anybody does, and which is told and does nothing.

use crate::checks::clauses::owners::label;
use crate::typed::{
    ActionDef, ActionPlace, Assign, Expr, HookDef, LocalId, LocalRole, Locals, ProcedureDef, Stmt,
    StmtKind, Typed, any_stmt, each_local, each_stmt, parts, reads_local, stmt_exprs, stmts,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{HookTime, ProcedureId};

/// What is written to an open variable is read.
pub(crate) fn what_is_written_is_read(typed: &Typed, sink: &mut Sink) {
    let hooks = typed.hooks.values().filter_map(Deed::of_hook);
    let deeds = hooks.chain(typed.actions.values().filter_map(Deed::of_action));
    deeds.for_each(|deed| sink.extend(deed.lost(typed)));
}

/// What hangs on a step, or on all of a procedure, and writes.
struct Deed<'t> {
    procedure: ProcedureId,
    step: Option<usize>,
    /// Whether it comes behind what the step itself does.
    after: bool,
    /// Where in the order of the step it comes.
    in_step: u8,
    locals: &'t Locals,
    body: &'t [Stmt],
    what: String,
    span: Span,
}

/// An open variable of a procedure, and the step from which on it is looked for.
struct Variable<'t> {
    def: &'t ProcedureDef,
    step: usize,
    own: LocalId,
    name: &'t str,
}

impl<'t> Deed<'t> {
    fn of_hook(hook: &'t HookDef) -> Option<Self> {
        (hook.time != HookTime::Instead).then(|| Self {
            procedure: hook.procedure,
            step: hook.step.map(usize::from),
            after: hook.time == HookTime::After,
            in_step: in_step(Some(hook.time)),
            locals: &hook.locals,
            body: &hook.body,
            what: label(&hook.label),
            span: hook.span,
        })
    }

    fn of_action(action: &'t ActionDef) -> Option<Self> {
        let ActionPlace::Step { procedure, step, time } = action.place else { return None };
        Some(Self {
            procedure,
            step: Some(usize::from(step)),
            after: time == Some(HookTime::After),
            in_step: in_step(time),
            locals: &action.locals,
            body: &action.body,
            what: format!("action `{}`", action.name),
            span: action.span,
        })
    }

    /// What it does to an open variable, where that is lost.
    fn lost(&self, typed: &Typed) -> Option<Diagnostic> {
        let def = typed.procedures.get(self.procedure)?;
        let Some(step) = self.step else { return self.lost_beside(typed, def) };
        if def.steps.get(step).is_none_or(|step| step.called) {
            return None;
        }
        self.written().into_iter().find_map(|(local, at)| {
            let name = self.locals.get(local)?.name.clone();
            let mut own = (0u32..).map(LocalId).zip(&def.locals.all);
            let (own, _) = own.find(|(_, it)| it.role == LocalRole::Open && it.name == name)?;
            self.lost_of(typed, &Variable { def, step, own, name: &name }, at)
        })
    }

    /// What is written before the variables of a run have their first values, or when it is over.
    fn lost_beside(&self, typed: &Typed, def: &ProcedureDef) -> Option<Diagnostic> {
        let (local, at) = self.written().into_iter().find(|(local, _)| {
            let name = self.locals.get(*local).map(|it| &it.name);
            let time = if self.after { HookTime::After } else { HookTime::Before };
            name.is_some_and(|name| !self.hooks_read(typed, (None, time), name))
        })?;
        let name = &self.locals.get(local)?.name;
        let (words, near, step) = match self.after {
            true => (format!("`{}` is over by then", def.name), "before", def.steps.last()),
            false => {
                (format!("`{name}` gets its first value behind this"), "after", def.steps.first())
            }
        };
        let found = Diagnostic::warning(codes::NO_EFFECT, at)
            .says(format!("what {} does to `{name}` is lost", self.what))
            .label(words);
        Some(match step {
            Some(step) => found.help(format!(
                "hang it on a step where it counts, as `{near} {}.{}`",
                def.name, step.name
            )),
            None => found,
        })
    }

    fn lost_of(&self, typed: &Typed, of: &Variable<'_>, at: Span) -> Option<Diagnostic> {
        let Variable { def, own, name, .. } = *of;
        let read = self.fate(typed, of, Telling::Reads);
        let run = typed.hooks.values().any(|other| {
            other.procedure == self.procedure && other.step.is_none() && reads_hook(other, name)
        });
        let (words, place, help) = match read {
            Some(Fate::Read) if run || returned(def, own) => return None,
            Some(Fate::Read) => return self.told(typed, of, at),
            Some(Fate::Written(over)) => {
                let words = format!("`{name}` is given anew here before anybody reads it");
                (words, over, step_behind(def, over))
            }
            None if run || returned(def, own) => return None,
            None => (format!("nobody reads `{name}` after this step"), at, None),
        };
        let found = Diagnostic::warning(codes::NO_EFFECT, at)
            .says(format!("what {} does to `{name}` is lost", self.what));
        let found = match place == at {
            true => found.label(words),
            false => found.label("comes too early").also(place, words),
        };
        let time = if self.after { "before" } else { "after" };
        Some(found.help(help.map_or_else(
            || format!("let it happen where `{name}` still counts"),
            |step| format!("let it happen behind that: `{time} {}.{step}`", def.name),
        )))
    }

    /// What becomes of a variable from a step on.
    fn fate(&self, typed: &Typed, of: &Variable<'_>, telling: Telling) -> Option<Fate> {
        let Variable { def, step, own, name } = *of;
        let parts = def.steps.iter().enumerate().skip(step).filter(|(_, part)| !part.called);
        parts.into_iter().find_map(|(number, part)| {
            let own_step = number == step;
            let behind = own_step && self.after;
            let hooks = |time| self.hooks_read(typed, (Some(number), time), name);
            if self.is_offered(typed, (number, own_step), name)
                || (!behind && (hooks(HookTime::Before) || hooks(HookTime::Instead)))
            {
                return Some(Fate::Read);
            }
            let fate = step_fate(part.when.as_ref(), &part.body, own, telling);
            fate.filter(|_| !behind).or_else(|| hooks(HookTime::After).then_some(Fate::Read))
        })
    }

    /// What it does to a variable that has had its effect by then, and of which the story tells alone.
    fn told(&self, typed: &Typed, of: &Variable<'_>, at: Span) -> Option<Diagnostic> {
        let Variable { def, step, own, name } = *of;
        if self.fate(typed, of, Telling::Not).is_some() {
            return None;
        }
        let before = def.steps.iter().enumerate().take(step + usize::from(self.after)).rev();
        let (number, asked) =
            before.filter(|(_, part)| !part.called).find_map(|(number, part)| {
                let asked = asked_in(part.when.as_ref(), &part.body, own)?;
                Some((number, asked))
            })?;
        let mut earlier = def.steps.iter().take(number);
        let given = earlier.rfind(|part| gives(&part.body, own));
        let help = match given {
            Some(given) => {
                format!("let it happen ahead of that: `after {}.{}`", def.name, given.name)
            }
            None => format!("let it happen where `{name}` still counts"),
        };
        Some(
            Diagnostic::warning(codes::NO_EFFECT, at)
                .says(format!("what {} does to `{name}` is told and does nothing", self.what))
                .label("comes too late")
                .also(asked, format!("`{name}` counts here, and is only told behind it"))
                .help(help),
        )
    }

    /// Whether another hook of a step, or of the whole run, reads a variable.
    fn hooks_read(
        &self,
        typed: &Typed,
        (step, time): (Option<usize>, HookTime),
        name: &str,
    ) -> bool {
        typed.hooks.values().any(|other| {
            other.procedure == self.procedure
                && other.step.map(usize::from) == step
                && other.time == time
                && other.span != self.span
                && reads_hook(other, name)
        })
    }

    /// Whether another action that is offered at a step reads a variable; at its own one that is not offered before.
    fn is_offered(&self, typed: &Typed, (number, own_step): (usize, bool), name: &str) -> bool {
        typed.actions.values().any(|action| {
            matches!(action.place, ActionPlace::Step { procedure, step, time }
                if procedure == self.procedure
                    && usize::from(step) == number
                    && (!own_step || in_step(time) >= self.in_step))
                && action.span != self.span
                && reads_action(typed, action, name)
        })
    }

    /// The open variables that it writes and does not read itself, where all of its procedure goes on behind it.
    fn written(&self) -> Vec<(LocalId, Span)> {
        let mut written: Vec<(LocalId, Span)> = Vec::new();
        let mut read: Vec<(LocalId, Span)> = Vec::new();
        let mut ends = false;
        each_stmt(self.body, &mut |stmt| {
            let to = match &stmt.kind {
                StmtKind::Assign { to: Assign::Local(to), .. } => Some(*to),
                StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } => Some(*pool),
                StmtKind::Stop
                | StmtKind::Finish(_)
                | StmtKind::EndBattle { .. }
                | StmtKind::Proceed
                | StmtKind::CallStep { .. } => {
                    ends = true;
                    None
                }
                _ => None,
            };
            let locals = parts(stmt_exprs(stmt)).into_iter();
            let locals = locals.filter_map(|it| Some((it.as_local()?, it.span)));
            read.extend(locals.filter(|(local, _)| Some(*local) != to));
            if let Some(to) = to.filter(|to| !written.iter().any(|(known, _)| known == to)) {
                written.push((to, stmt.span));
            }
        });
        let open = |local: LocalId| {
            let local = self.locals.get(local);
            local.is_some_and(|it| it.role == LocalRole::Open)
        };
        // What is read before it is written knows nothing of that, unless all is gone through again.
        let again = any_stmt(self.body, Stmt::is_loop);
        let is_read = |local: LocalId, at: Span| {
            read.iter().any(|it| it.0 == local && (again || it.1.start() > at.start()))
        };
        written.retain(|(local, at)| !ends && open(*local) && !is_read(*local, *at));
        written
    }
}

/// What is done before a step comes first, then what is offered at it, then what comes after.
const fn in_step(time: Option<HookTime>) -> u8 {
    match time {
        Some(HookTime::Before) => 0,
        Some(HookTime::Instead) | None => 1,
        Some(HookTime::After) => 2,
    }
}

/// The step in which something stands.
fn step_behind(def: &ProcedureDef, at: Span) -> Option<String> {
    let step = def.steps.iter().find(|step| step.span.contains(at))?;
    Some(step.name.clone())
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Read,
    Written(Span),
}

/// Whether what the story tells counts as reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    Reads,
    Not,
}

/// Where a step reads a variable for more than to tell it.
fn asked_in(when: Option<&Expr>, body: &[Stmt], local: LocalId) -> Option<Span> {
    if let Some(when) = when.filter(|when| reads_local(when, local)) {
        return Some(when.span);
    }
    let asks = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Local(to), .. } if *to == local => false,
        StmtKind::Say(_) => false,
        _ => stmt_exprs(stmt).into_iter().any(|value| reads_local(value, local)),
    };
    stmts(body).filter(asks).last().map(|stmt| stmt.span)
}

/// Whether statements give a variable a value.
fn gives(body: &[Stmt], local: LocalId) -> bool {
    any_stmt(body, |stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Local(to), .. } => *to == local,
        StmtKind::Choose { local: to, .. } | StmtKind::Call { result: Some(to), .. } => {
            *to == local
        }
        _ => false,
    })
}

/// What a step does with a variable first, if anything.
fn step_fate(when: Option<&Expr>, body: &[Stmt], local: LocalId, telling: Telling) -> Option<Fate> {
    let reads = |value: &Expr| reads_local(value, local);
    if when.is_some_and(reads) {
        return Some(Fate::Read);
    }
    for stmt in body {
        let any = any_stmt(std::slice::from_ref(stmt), |inner| match inner.kind {
            // What is called by its name may read it, and so may what hangs on that.
            StmtKind::CallStep { .. } => true,
            StmtKind::Say(_) if telling == Telling::Not => false,
            StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } if pool == local => true,
            _ => stmt_exprs(inner).into_iter().any(reads),
        });
        if any {
            return Some(Fate::Read);
        }
        match &stmt.kind {
            // Where the step may be left out, what stands before it is not lost.
            StmtKind::Assign { to: Assign::Local(to), .. } if *to == local => {
                return Some(if when.is_none() { Fate::Written(stmt.span) } else { Fate::Read });
            }
            _ => {}
        }
    }
    None
}

/// Whether a step that is called by its name, whenever that is, gives back what it holds.
fn returned(def: &ProcedureDef, local: LocalId) -> bool {
    def.result.is_some() && def.steps.iter().filter(|step| step.called).any(|step| {
        any_stmt(
            &step.body,
            |stmt| matches!(&stmt.kind, StmtKind::Finish(Some(value)) if reads_local(value, local)),
        )
    })
}

fn reads_hook(hook: &HookDef, name: &str) -> bool {
    let named = |local: LocalId| is_open(&hook.locals, local, name);
    let mut any = changes_pool(&hook.body, &named);
    hook.each_expr(&mut |value| each_local(value, &mut |local| any |= named(local)));
    any
}

/// Whether a variable is one of that name that a step leaves to others.
fn is_open(locals: &Locals, local: LocalId, name: &str) -> bool {
    let local = locals.get(local);
    local.is_some_and(|it| it.role == LocalRole::Open && *it.name == *name)
}

/// Whether statements change dice that lie in a variable.
fn changes_pool(body: &[Stmt], is_it: &dyn Fn(LocalId) -> bool) -> bool {
    any_stmt(body, |stmt| match stmt.kind {
        StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } => is_it(pool),
        _ => false,
    })
}

fn reads_action(typed: &Typed, action: &ActionDef, name: &str) -> bool {
    let named = |local: LocalId| is_open(&action.locals, local, name);
    let mut any = changes_pool(&action.body, &named);
    let mut asked = |value: &Expr| each_local(value, &mut |local| any |= named(local));
    // What is required of it, and what it costs, have those locals as their parameters.
    typed.each_expr_of_action(action, &mut asked);
    any
}
