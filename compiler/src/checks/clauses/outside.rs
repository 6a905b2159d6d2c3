//! Outside: takes what is granted until a run of somebody ends, says where no such run goes on as it is granted: the next one would
//! end it, whosever that is.

use crate::checks::logic::solve::Facts;
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::opened;
use crate::typed::{
    ActionPlace, Expr, MomentDef, Stmt, StmtKind, Type, Typed, UntilDef, each_stmt,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::ProcedureId;

/// What lasts until a run of two things ends is granted while one may go on, or says whose is meant.
pub(crate) fn what_ends_goes_on(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, graph) = (facts.typed, &facts.calls);
    let mut openers: FxHashMap<ir::WindowId, Vec<ProcedureId>> = FxHashMap::default();
    for (home, body) in typed.run_bodies() {
        for window in opened(body) {
            openers.entry(window).or_default().push(home);
        }
    }
    let mut judge = |homes: &[ProcedureId], body: &[Stmt]| {
        each_stmt(body, &mut |stmt| sink.extend(outside(typed, graph, homes, stmt)));
    };
    typed.run_bodies().for_each(|(home, body)| judge(&[home], body));
    for action in typed.actions.values() {
        match action.place {
            ActionPlace::Step { procedure, .. } => judge(&[procedure], &action.body),
            ActionPlace::Named(window) => {
                let homes = openers.get(&window).map_or(&[][..], Vec::as_slice);
                judge(homes, &action.body);
            }
        }
    }
}

fn outside(
    typed: &Typed,
    graph: &Graph<ProcedureId>,
    homes: &[ProcedureId],
    stmt: &Stmt,
) -> Option<Diagnostic> {
    let StmtKind::Grant { ability, to, until, .. } = &stmt.kind else { return None };
    let UntilDef::Moment { moment, next: false, whose: None, each: false, .. } = until else {
        return None;
    };
    let moment = typed.moments.get(*moment)?;
    let roles = roles_for(typed, moment, to);
    if roles.is_empty() || homes.is_empty() {
        return None;
    }
    let runs: FxHashSet<ProcedureId> = graph.reached([moment.procedure]).into_iter().collect();
    if homes.iter().any(|home| runs.contains(home)) {
        return None;
    }
    let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
    Some(told(name, moment, &roles, stmt.span))
}

/// The roles of a moment's procedure in which a thing may be.
fn roles_for<'t>(typed: &'t Typed, moment: &MomentDef, thing: &Expr) -> Vec<&'t str> {
    if !matches!(thing.ty, Type::Entity(_)) || typed.is_player(&thing.ty) {
        return Vec::new();
    }
    let Some(def) = typed.procedures.get(moment.procedure) else { return Vec::new() };
    let params = def.locals.first(def.params).iter();
    params.filter(|it| it.ty == thing.ty).map(|it| &*it.name).collect()
}

fn told(name: &str, moment: &MomentDef, roles: &[&str], span: Span) -> Diagnostic {
    let ends = &moment.name;
    let found = Diagnostic::at(codes::WHOSE_MOMENT, span)
        .says(format!(
            "no `{ends}` goes on here: `{name}` would end with the next one, whosever that is"
        ))
        .label("whose?");
    let own: Vec<String> =
        roles.iter().map(|role| format!("`until end of next {ends} as {role}`")).collect();
    let found =
        found.help(format!("{}; `until end of each next {ends}` is anybody's", own.join(" or ")));
    if roles.len() < 2 {
        return found;
    }
    let own: Vec<String> = roles.iter().map(|role| format!("self is {role}")).collect();
    let own = own.join(" or ");
    found.help(format!(
        "for its next in whatever role leave `until` out, and let `{name}` say so: `after {ends} of any when {own} \"over\" {{ remove {name} from self }}`"
    ))
}
