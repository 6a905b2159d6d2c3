//! Running: hooks, actions and called steps that nothing ever runs, and durations that nothing ever ends.

use super::recursion::{calls, planned, started};
use crate::checks::clauses::owners::label;
use crate::typed::{ActionPlace, Stmt, StmtKind, TestDef, TestRun, Typed, UntilDef, any_stmt};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::ProcedureId;

type Running = IndexSet<ProcedureId, FxBuildHasher>;

/// What hangs on something runs with it; what lasts until something ends.
pub(crate) fn everything_runs(typed: &Typed, sink: &mut Sink) {
    let running = running(typed);
    let awaited = durations(typed, &running, sink);
    procedures(typed, &running, &awaited, sink);
    hooks(typed, &running, sink);
    windows(typed, sink);
    called_steps(typed, sink);
}

/// Procedures that a battle or a test runs. A system without a sequence is a library: all of it may run.
pub(crate) fn running(typed: &Typed) -> Running {
    let all = || typed.procedures.iter().map(|(id, _)| id);
    let Some(sequence) = typed.sequence else { return all().collect() };
    let mut roots = vec![sequence];
    for test in typed.tests.values() {
        roots.extend(run_by(test));
        started(typed, &test.setup, &mut |id, _| roots.push(id));
    }
    for scenario in typed.scenarios.values() {
        started(typed, &scenario.setup, &mut |id, _| roots.push(id));
    }
    calls(typed).reached(roots)
}

const fn run_by(test: &TestDef) -> Option<ProcedureId> {
    as_variant!(test.run, TestRun::Procedure { procedure, .. } => procedure)
}

/// Procedures that nothing runs; what waits for the end of one has said so already.
fn procedures(typed: &Typed, running: &Running, awaited: &Running, sink: &mut Sink) {
    for (id, def) in typed.procedures.iter() {
        if !running.contains(&id) && !awaited.contains(&id) {
            Diagnostic::at(codes::NEVER_RUNS, def.span)
                .says(format!("nothing ever runs procedure `{}`", def.name))
                .label("neither the sequence nor anything that it runs calls it")
                .help("call it where it belongs, or take it out")
                .emit(sink);
        }
    }
}

fn hooks(typed: &Typed, running: &Running, sink: &mut Sink) {
    for hook in typed.hooks.values().filter(|hook| !running.contains(&hook.procedure)) {
        let Some(procedure) = typed.procedures.get(hook.procedure) else { continue };
        Diagnostic::at(codes::NEVER_RUNS, hook.span)
            .says(format!(
                "{} can never happen: nothing runs `{}`",
                label(&hook.label),
                procedure.name
            ))
            .label("waits for a procedure that is never run")
            .also(procedure.span, "neither the sequence nor anything that it runs calls it")
            .emit(sink);
    }
}

fn windows(typed: &Typed, sink: &mut Sink) {
    let mut opened = Vec::new();
    typed.each_stmt(&mut |stmt| {
        if let StmtKind::Open(open) = &stmt.kind {
            opened.push(open.window);
        }
        opened.extend(planned(stmt).map(|plan| plan.window));
    });
    for action in typed.actions.values() {
        let ActionPlace::Named(window) = action.place else { continue };
        if opened.contains(&window) {
            continue;
        }
        let name = typed.windows.get(window).map_or("", |def| def.name.as_str());
        Diagnostic::at(codes::NEVER_RUNS, action.span)
            .says(format!("action `{}` can never be chosen: no step opens `{name}`", action.name))
            .label(format!("offered in `{name}`"))
            .help(format!("open it in a step: `open {name} to p until done`"))
            .emit(sink);
    }
}

fn called_steps(typed: &Typed, sink: &mut Sink) {
    for (id, def) in typed.procedures.iter() {
        let hooked =
            typed.hooks.values().filter(|hook| hook.procedure == id).map(|hook| &hook.body);
        let own: Vec<&[Stmt]> =
            def.steps.iter().map(|step| &step.body).chain(hooked).map(Vec::as_slice).collect();
        for (number, step) in (0..=u16::MAX).zip(&def.steps).filter(|(_, step)| step.called) {
            let calls =
                |stmt: &Stmt| matches!(stmt.kind, StmtKind::CallStep { step } if step == number);
            if !own.iter().any(|body| any_stmt(body, calls)) {
                Diagnostic::at(codes::NEVER_RUNS, step.span)
                    .says(format!("nothing ever calls step `{}` of `{}`", step.name, def.name))
                    .label("marked `called`, so it runs only by name")
                    .help(format!("call it: `{}()`, or leave out `called`", step.name))
                    .emit(sink);
            }
        }
    }
}

/// Gives the procedures whose end something waits for in vain.
fn durations(typed: &Typed, running: &Running, sink: &mut Sink) -> Running {
    let mut awaited = Running::default();
    let mut never = |moment: ir::MomentId| {
        let def = typed.moments.get(moment)?;
        let procedure = typed.procedures.get(def.procedure)?;
        if running.contains(&def.procedure) {
            return None;
        }
        awaited.insert(def.procedure);
        Some((def.name.as_str(), procedure.span))
    };
    typed.each_stmt(&mut |stmt| {
        if let StmtKind::Grant { ability, until: UntilDef::Moment { moment, .. }, .. } = &stmt.kind
            && let Some((name, procedure)) = never(*moment)
        {
            let what = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
            sink.push(never_ends(&format!("`{what}`"), name, stmt.span, procedure));
        }
    });
    for field in typed.fields.values() {
        if let Some((name, procedure)) = field.resets.and_then(|(moment, _)| never(moment)) {
            sink.push(never_ends(&format!("`{}`", field.name), name, field.span, procedure));
        }
    }
    awaited
}

fn never_ends(what: &str, moment: &str, span: Span, procedure: Span) -> Diagnostic {
    Diagnostic::at(codes::NEVER_ENDS, span)
        .says(format!("{what} would last for ever: nothing runs `{moment}`"))
        .label("ends at a moment that never comes")
        .also(procedure, "neither the sequence nor anything that it runs calls this")
        .help("name a moment of something that is run, or `until removed`")
}
