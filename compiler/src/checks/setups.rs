//! Set-ups: takes what a scenario sets up, and says where the game's own set-up, which is done after it, writes over that.
//!
//! What the game's set-up asks for is given to it: the places that are free, who begins. What it writes and never asks for
//! is lost.

use super::endings::counter;
use super::graph::Graph;
use super::recursion::{calls, started};
use crate::typed::{
    Assign, Expr, ExprKind, Stmt, StmtKind, Typed, each_expr, each_stmt, each_stmt_expr,
};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{FieldId, FunctionId, PermissionId, ProcedureId, QuantityId};

/// What a scenario sets up is not written over before the battle begins.
pub(super) fn set_ups_stand(typed: &Typed, sink: &mut Sink) {
    let Some(battle) = typed.sequence.and_then(|battle| typed.procedures.get(battle)) else {
        return;
    };
    let Some(own) = battle.steps.iter().find(|step| step.name == "setup") else { return };
    let graph = calls(typed);
    let of_game = run_by(typed, &graph, &own.body);
    let mut written = IndexMap::new();
    let mut asked = Asked { typed, fields: FxHashSet::default(), rules: FxHashSet::default() };
    for body in &of_game {
        each_write(body, &mut |field, span| {
            written.entry(field).or_insert(span);
        });
        each_stmt(body, &mut |stmt| each_stmt_expr(stmt, &mut |value| asked.value(value)));
    }
    for step in of_game_steps(typed, &graph, &own.body) {
        asked.value(step);
    }
    let scenarios = typed.scenarios.values().filter(|it| it.rules_of.is_none());
    let mut told = FxHashSet::default();
    for stmt in scenarios.flat_map(|scenario| &scenario.setup) {
        for body in run_by(typed, &graph, std::slice::from_ref(stmt)) {
            each_write(body, &mut |field, span| {
                let inside = stmt.span.contains(span);
                let at = if inside { span } else { stmt.span };
                if let Some(over) = written.get(&field)
                    && !asked.fields.contains(&field)
                    && told.insert((field, at))
                {
                    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
                    sink.push(written_over(name, at, *over));
                }
            });
        }
    }
}

/// No scenario begins with another round than the first.
pub(super) fn rounds_count_themselves(typed: &Typed, sink: &mut Sink) {
    let Some(counter) = counter(typed) else { return };
    for scenario in typed.scenarios.values().filter(|it| it.rules_of.is_none()) {
        each_write(&scenario.setup, &mut |field, span| {
            if field == counter {
                let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
                let message =
                    format!("the game counts `{name}` itself, and adds 1 before the first");
                sink.push(
                    Diagnostic::new(codes::IDLE_CLAUSE, message, span)
                        .label("the first round would have another number")
                        .help("leave it out; how many rounds there are says `rounds N`"),
                );
            }
        });
    }
}

/// All statements that a body runs: its own, and those of what it calls.
fn run_by<'t>(typed: &'t Typed, graph: &Graph<ProcedureId>, body: &'t [Stmt]) -> Vec<&'t [Stmt]> {
    let mut all = vec![body];
    for id in called(typed, graph, body) {
        let steps = typed.procedures.get(id).into_iter().flat_map(|def| &def.steps);
        all.extend(steps.map(|step| step.body.as_slice()));
        let hooks = typed.hooks.values().filter(|hook| hook.procedure == id);
        all.extend(hooks.map(|hook| hook.body.as_slice()));
    }
    all
}

/// The conditions of the steps that a body runs.
fn of_game_steps<'t>(typed: &'t Typed, graph: &Graph<ProcedureId>, body: &[Stmt]) -> Vec<&'t Expr> {
    let procedures =
        called(typed, graph, body).into_iter().filter_map(|id| typed.procedures.get(id));
    procedures.flat_map(|def| &def.steps).filter_map(|step| step.when.as_ref()).collect()
}

fn called(typed: &Typed, graph: &Graph<ProcedureId>, body: &[Stmt]) -> Vec<ProcedureId> {
    let mut roots = Vec::new();
    started(typed, body, &mut |id, _| roots.push(id));
    graph.reached(roots).into_iter().collect()
}

fn each_write(body: &[Stmt], found: &mut dyn FnMut(FieldId, Span)) {
    each_stmt(body, &mut |stmt| {
        if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &stmt.kind {
            found(*field, stmt.span);
        }
    });
}

/// A rule whose expressions are asked.
#[derive(PartialEq, Eq, Hash)]
enum Rule {
    Function(FunctionId),
    Quantity(QuantityId),
    Permission(PermissionId),
}

/// The fields that expressions ask for by name, those of the rules that they ask too.
struct Asked<'t> {
    typed: &'t Typed,
    fields: FxHashSet<FieldId>,
    rules: FxHashSet<Rule>,
}

impl<'t> Asked<'t> {
    fn value(&mut self, value: &'t Expr) {
        let mut found = Vec::new();
        each_expr(value, &mut |inner| match &inner.kind {
            ExprKind::Field { field, .. } => {
                self.fields.insert(*field);
            }
            ExprKind::Call { function, .. } => found.push(Rule::Function(*function)),
            ExprKind::Quantity { quantity, .. } => found.push(Rule::Quantity(*quantity)),
            ExprKind::May { permission, .. } => found.push(Rule::Permission(*permission)),
            _ => {}
        });
        let typed = self.typed;
        for rule in found {
            let inner: Vec<&Expr> = match &rule {
                Rule::Function(id) => {
                    typed.functions.get(*id).map(|it| &it.body).into_iter().collect()
                }
                Rule::Quantity(id) => {
                    typed.quantities.get(*id).map(|it| &it.base).into_iter().collect()
                }
                Rule::Permission(id) => {
                    let requires =
                        typed.permissions.get(*id).into_iter().flat_map(|it| &it.requires);
                    requires.map(|it| &it.holds).collect()
                }
            };
            if self.rules.insert(rule) {
                inner.into_iter().for_each(|value| self.value(value));
            }
        }
    }
}

fn written_over(name: &str, at: Span, over: Span) -> Diagnostic {
    Diagnostic::new(
        codes::IDLE_CLAUSE,
        format!("the game's own set-up comes after this, and writes over `{name}`"),
        at,
    )
    .label("lost before the battle begins")
    .also(over, "written here, and not asked for before")
    .help("to have the last word: `rule \"NAME\" { after battle.setup { .. } }`")
}
