//! Results: what a procedure may give, and that it gives it on every way.

use crate::typed::{ProcedureDef, Stmt, StmtKind, Type, Typed, each_stmt};
use warwright_grammar::{Diagnostic, Sink, codes};

/// A procedure gives one value: a record is several.
pub(super) fn results_are_values(typed: &Typed, sink: &mut Sink) {
    for def in typed.procedures.values() {
        let Some(Type::Record(id)) = def.result else { continue };
        let record = typed.records.get(id).map_or("record", |record| record.name.as_str());
        sink.push(
            Diagnostic::new(
                codes::TYPE_NOT_ALLOWED,
                format!("procedure `{}` cannot give a whole `{record}`", def.name),
                def.span,
            )
            .label("what it gives is several values")
            .help("give one of its fields, or make it a `define`, which may give a record"),
        );
    }
}

/// A procedure that promises a value gives one, whatever is chosen and rolled.
pub(super) fn results_are_given(typed: &Typed, sink: &mut Sink) {
    let promising = typed.procedures.values().filter(|def| def.result.is_some());
    for def in promising.filter(|def| !gives(def)) {
        let returns = def.steps.iter().find(|step| step.body.iter().any(returns));
        let found = Diagnostic::new(
            codes::NO_RESULT,
            format!("`{}` promises a value and does not always give one", def.name),
            def.span,
        )
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

/// Whether some step that always runs ends every way with a value.
fn gives(def: &ProcedureDef) -> bool {
    let mut always = def.steps.iter().filter(|step| step.when.is_none() && !step.called);
    always.any(|step| step.body.iter().any(ends))
}

/// Whether nothing after a statement can run, since the procedure has given its value or the battle is over.
fn ends(stmt: &Stmt) -> bool {
    let all = |body: &[Stmt]| body.iter().any(ends);
    match &stmt.kind {
        StmtKind::Finish(_) | StmtKind::EndBattle { .. } | StmtKind::Error => true,
        StmtKind::If { then, other, .. } => all(then) && all(other),
        StmtKind::Match { arms, .. } => arms.iter().all(|(_, body)| all(body)),
        StmtKind::Try { body, other } => all(body) && all(other),
        _ => false,
    }
}

/// Whether a value is given somewhere in a statement.
fn returns(stmt: &Stmt) -> bool {
    let mut returns = false;
    each_stmt(std::slice::from_ref(stmt), &mut |inner| {
        returns |= matches!(inner.kind, StmtKind::Finish(Some(_)));
    });
    returns
}
