//! Results: what a procedure may give, and that it gives it on every way.

use crate::checks::clauses::owners::label;
use crate::typed::{ProcedureDef, Stmt, StmtKind, Type, Typed, any_stmt, stops};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// A procedure gives one value: a record is several.
pub(crate) fn results_are_values(typed: &Typed, sink: &mut Sink) {
    for def in typed.procedures.values() {
        let Some(Type::Record(id)) = def.result else { continue };
        let record = typed.records.get(id).map_or("record", |record| record.name.as_str());
        Diagnostic::at(codes::TYPE_NOT_ALLOWED, def.span)
            .says(format!("procedure `{}` cannot give a whole `{record}`", def.name))
            .label("what it gives is several values")
            .help("give one of its fields, or make it a `define`, which may give a record")
            .emit(sink);
    }
}

/// A procedure that promises a value gives one, whatever is chosen and rolled.
pub(crate) fn results_are_given(typed: &Typed, sink: &mut Sink) {
    let promising = typed.procedures.values().filter(|def| def.result.is_some());
    for def in promising.filter(|def| giving_step(def).is_none()) {
        let returns = def.steps.iter().find(|step| step.body.iter().any(returns));
        let found = Diagnostic::at(codes::NO_RESULT, def.span)
            .says(format!("`{}` promises a value and does not always give one", def.name))
            .help("let its last step always run and give it: `step result { return .. }`");
        sink.push(match returns {
            Some(step) if step.when.is_some() => {
                found.label("ends without a value").also(step.span, "only where its `when` holds")
            }
            Some(step) => {
                found.label("ends without a value").also(step.span, "not on every way through this")
            }
            None => found.label("no step has a `return`"),
        });
    }
}

/// What stands in the place of the step that gives a value gives one as well, or lets that step run.
pub(crate) fn replaced_results_are_given(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values().filter(|hook| hook.time == ir::HookTime::Instead) {
        let Some(def) = typed.procedures.get(hook.procedure) else { continue };
        let giving = def.result.as_ref().and_then(|_| giving_step(def));
        if giving.is_none() || giving != hook.step.map(usize::from) || ends(&hook.body) {
            continue;
        }
        let step = hook.step.and_then(|at| def.steps.get(usize::from(at)));
        let name = step.map_or("", |step| step.name.as_str());
        let found = Diagnostic::at(codes::NO_RESULT, hook.span)
            .says(format!(
                "{} does not always give the value that `{}` promises",
                label(&hook.label),
                def.name
            ))
            .label(format!("in the place of `{name}`, which gives it"))
            .help("`return` a value on every way through it, or `proceed`");
        sink.push(match step {
            Some(step) => found.also(step.span, "the value is given here"),
            None => found,
        });
    }
}

/// The first step that always runs and ends every way with a value.
fn giving_step(def: &ProcedureDef) -> Option<usize> {
    def.steps.iter().position(|step| step.when.is_none() && !step.called && ends(&step.body))
}

/// Where some statements end all of the procedure, whatever holds.
pub(crate) fn ends_by_itself(body: &[Stmt]) -> Option<Span> {
    let last = body.iter().find(|stmt| never_goes_on(stmt) || stops(stmt))?;
    let given = || body.iter().any(returns) || matches!(last.kind, StmtKind::Finish(_));
    (never_goes_on(last) && given()).then_some(last.span)
}

/// Whether some statements never come to their end, since the value is given, the battle is over, or what was replaced gives it.
fn ends(body: &[Stmt]) -> bool {
    let last = body.iter().find(|stmt| never_goes_on(stmt) || stops(stmt));
    last.is_some_and(never_goes_on)
}

fn never_goes_on(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Finish(_) | StmtKind::EndBattle { .. } | StmtKind::Proceed | StmtKind::Error => {
            true
        }
        StmtKind::If { then, other, .. } => ends(then) && ends(other),
        StmtKind::Match { arms, .. } => arms.iter().all(|(_, body)| ends(body)),
        StmtKind::Try { body, other } => ends(body) && ends(other),
        _ => false,
    }
}

/// Whether a value is given somewhere in a statement.
fn returns(stmt: &Stmt) -> bool {
    any_stmt(std::slice::from_ref(stmt), |it| matches!(it.kind, StmtKind::Finish(Some(_))))
}
