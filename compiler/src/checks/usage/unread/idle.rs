//! What nothing speaks of at all: variables that are only declared, and items for each of which a limit asks the same.

use super::{Body, locals_of, unread};
use crate::typed::{
    LocalId, LocalRole, Locals, Stmt, StmtKind, TestRun, Typed, each_body_expr, each_stmt,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::ProcedureId;

/// Variables that nobody reads or gives another value.
pub(super) fn variables(typed: &Typed, sink: &mut Sink) {
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for (id, def) in typed.procedures.iter().filter(|(_, def)| !def.variables.is_empty()) {
        let mut body = Body::new(&def.locals);
        body.runs_all(def);
        let mut own = body.read;
        def.steps.iter().for_each(|step| given(&step.body, &mut own));
        let elsewhere = Elsewhere::of(typed, id);
        for (local, _) in &def.variables {
            let Some(variable) = def.locals.get(*local) else { continue };
            let spoken_of = own.contains(local)
                || elsewhere.shown.contains(local)
                || elsewhere.names.contains(variable.name.as_str());
            let named = !variable.name.is_empty() && !variable.span.is_empty();
            if named && !spoken_of && told.insert(variable.span) {
                let label =
                    format!("nothing in `{}` speaks of it, and nothing that hangs on it", def.name);
                sink.push(unread(&variable.name, variable.span, &label));
            }
        }
    }
}

/// What others than a procedure itself speak of, of its variables.
#[derive(Default)]
struct Elsewhere<'t> {
    /// The names of those that hooks and actions read or write.
    names: FxHashSet<&'t str>,
    /// Those that tests ask for.
    shown: FxHashSet<LocalId>,
}

impl<'t> Elsewhere<'t> {
    fn of(typed: &'t Typed, id: ProcedureId) -> Self {
        let mut all = Self::default();
        for hook in typed.hooks.values().filter(|hook| hook.procedure == id) {
            let mut found = FxHashSet::default();
            hook.each_expr(&mut |value| locals_of(value, &mut found));
            given(&hook.body, &mut found);
            all.note(&hook.locals, &found);
        }
        for (procedure, action) in typed.step_actions() {
            if procedure == id {
                let mut found = FxHashSet::default();
                typed.each_expr_of_action(action, &mut |value| locals_of(value, &mut found));
                given(&action.body, &mut found);
                all.note(&action.locals, &found);
            }
        }
        for test in typed.tests.values() {
            if let TestRun::Procedure { procedure, exports, .. } = &test.run
                && *procedure == id
            {
                all.shown.extend(exports.iter().map(|it| it.0));
            }
        }
        all
    }

    fn note(&mut self, locals: &'t Locals, found: &FxHashSet<LocalId>) {
        let spoken_of = (0..).map(LocalId).zip(&locals.all).filter(|(id, _)| found.contains(id));
        let open = spoken_of.filter(|(_, local)| local.role == LocalRole::Open);
        self.names.extend(open.map(|(_, local)| local.name.as_str()));
    }
}

/// The locals that statements give a value, with those whose dice they change.
fn given(body: &[Stmt], found: &mut FxHashSet<LocalId>) {
    each_stmt(body, &mut |stmt| found.extend(stmt.kind.given()));
}

/// Loops that do the same once more for each of several things, and to none of them: what is granted or taken twice is so already.
pub(super) fn loops(typed: &Typed, sink: &mut Sink) {
    let bodies = typed
        .procedures
        .values()
        .flat_map(|def| def.steps.iter().map(|step| (&def.locals, &step.body)));
    let bodies = bodies.chain(typed.hooks.values().map(|it| (&it.locals, &it.body)));
    let bodies = bodies.chain(typed.actions.values().map(|it| (&it.locals, &it.body)));
    for (locals, body) in bodies {
        each_stmt(body, &mut |stmt| {
            let StmtKind::ForEach { item, body, .. } = &stmt.kind else { return };
            let again = |it: &Stmt| {
                matches!(
                    it.kind,
                    StmtKind::Grant { .. } | StmtKind::Remove { .. } | StmtKind::Say(_)
                )
            };
            let mut read = FxHashSet::default();
            each_body_expr(body, &mut |value| locals_of(value, &mut read));
            let name = locals.get(*item).map_or("", |it| it.name.as_str());
            let says = |it: &Stmt| matches!(it.kind, StmtKind::Say(_));
            if name.is_empty()
                || read.contains(item)
                || !body.iter().all(again)
                || body.iter().all(says)
            {
                return;
            }
            let at = body.iter().find(|it| !says(it)).map_or(stmt.span, |it| it.span);
            Diagnostic::at(codes::UNUSED, at)
                .says(format!(
                    "this is the same for each `{name}`, and nothing is done to `{name}`"
                ))
                .label("done once more for each of them")
                .help(format!("did you mean `to {name}`? else `if any x in .. where ..` asks once"))
                .emit(sink);
        });
    }
}

/// Limits that are asked of each of several things, and ask the same of all.
pub(super) fn limits(typed: &Typed, sink: &mut Sink) {
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for limit in &typed.limits {
        // A limit of a kind is asked of each of them, and nobody wrote that.
        let written = limit.each.as_ref().filter(|it| !it.1.span.contains(limit.holds.span));
        let Some((item, _, when)) = written else { continue };
        let mut read = FxHashSet::default();
        when.iter().chain([&limit.holds]).for_each(|value| locals_of(value, &mut read));
        let Some(local) = limit.locals.get(*item).filter(|it| !it.name.is_empty()) else {
            continue;
        };
        if !read.contains(item) && told.insert(limit.span) {
            let at = if local.span.is_empty() { limit.span } else { local.span };
            let name = &local.name;
            Diagnostic::at(codes::UNUSED, at)
                .says(format!("`{name}` is never used"))
                .label("the limit asks the same for each of them")
                .help(format!(
                    "say what it has to do with `{name}`, as `it.entry is {name}.entry`, or leave `each {name} in ..` out"
                ))
                .emit(sink);
        }
    }
}
