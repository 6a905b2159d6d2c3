//! Overrides: a clause that goes over others names labels that are there.

use super::owners::{Rule, label};
use crate::checks::runs::graph::Graph;
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, ExprKind, HookDef, PermissionClauseDef, PermissionDef,
    Typed,
};
use rustc_hash::FxHashMap;
use warwright_grammar::near::nearest;
use warwright_grammar::{Diagnostic, Sink, Span, codes};

type ByOwner<'t> = FxHashMap<ClauseOwner, Vec<&'t ClauseDef>>;

/// Every label after `over` is that of something which can be gone over.
pub(crate) fn over_names_something(typed: &Typed, sink: &mut Sink) {
    let mut by_owner: ByOwner<'_> = FxHashMap::default();
    for clause in typed.clauses.values() {
        by_owner.entry(clause.owner).or_default().push(clause);
    }
    for clause in typed.clauses.values().filter(|clause| !clause.over.is_empty()) {
        let known = labels_of(typed, &by_owner, clause);
        let owner = Rule::of(clause.owner).name(typed);
        for (wanted, span) in &clause.over {
            if refuses_already(typed, clause, wanted) {
                Diagnostic::at(codes::OVER_NOTHING, *span)
                    .says(format!("{} refuses already, and so does this", label(wanted)))
                    .label("a `forbid` goes over what allows alone")
                    .help("did you mean `allow`? What forbids needs no `over` here")
                    .emit(sink);
            } else if !known.iter().any(|known| known == wanted) {
                sink.push(names_nothing(&owner, wanted, *span, &known));
            }
        }
    }
    for hook in typed.hooks.values().filter(|hook| !hook.over.is_empty()) {
        let known = labels_at(typed, hook);
        let owner = typed.procedures.get(hook.procedure).map_or("", |def| def.name.as_str());
        for (wanted, span) in &hook.over {
            if !known.iter().any(|known| known == wanted) {
                sink.push(names_nothing(owner, wanted, *span, &known));
            }
        }
    }
}

/// Nothing goes over what goes over it, by however many others.
pub(crate) fn over_goes_in_no_circle(typed: &Typed, sink: &mut Sink) {
    let mut by_owner: ByOwner<'_> = FxHashMap::default();
    for clause in typed.clauses.values() {
        by_owner.entry(clause.owner).or_default().push(clause);
    }
    let mut graph: Graph<Span> = Graph::new();
    for clause in typed.clauses.values().filter(|clause| !clause.over.is_empty()) {
        let all = by_owner.get(&clause.owner).into_iter().flatten();
        for other in all.filter(|other| other.span != clause.span && strikes(clause, other)) {
            over_edge(&mut graph, (clause.span, &clause.over), (other.span, &other.label));
        }
    }
    for hook in typed.hooks.values().filter(|hook| !hook.over.is_empty()) {
        let at_place = typed.hooks.values().filter(|other| same_place(hook, other));
        for other in at_place {
            over_edge(&mut graph, (hook.span, &hook.over), (other.span, &other.label));
        }
    }
    for group in graph.circles() {
        let Some(first) = group.iter().min_by_key(|span| span.start()) else { continue };
        let way = graph.way_round(*first, &group);
        let others = way.iter().skip(1).map(|(_, span)| *span);
        let round = "goes over the next, and the last over the first";
        Diagnostic::at(codes::FIGHTING_CLAUSES, way.first().map_or(*first, |(_, span)| *span))
            .says("these clauses go over each other, and none of them yields")
            .label("goes over the next")
            .also_each(others.map(|span| (span, round)))
            .help("take one `over` away, so that one of them counts before the others")
            .emit(sink);
    }
}

fn over_edge(graph: &mut Graph<Span>, one: (Span, &[(String, Span)]), other: (Span, &str)) {
    for (_, at) in one.1.iter().filter(|(label, _)| label == other.1) {
        graph.edge(one.0, other.0, *at);
    }
}

fn same_place(one: &HookDef, other: &HookDef) -> bool {
    other.procedure == one.procedure
        && other.step == one.step
        && other.time == one.time
        && other.span != one.span
}

/// Whether what a forbidding clause goes over is a requirement of the same permission.
fn refuses_already(typed: &Typed, clause: &ClauseDef, wanted: &str) -> bool {
    let (ClauseOwner::Permission(id), ClauseVerb::Permission(PermissionClauseDef::Forbid { .. })) =
        (clause.owner, &clause.does)
    else {
        return false;
    };
    let mut requires = typed.permissions.get(id).into_iter().flat_map(|def| &def.requires);
    requires.any(|require| require.label.as_deref() == Some(wanted))
}

/// Labels of other clauses of the same owner; for a permission those of its requirements too.
fn labels_of(typed: &Typed, by_owner: &ByOwner<'_>, clause: &ClauseDef) -> Vec<String> {
    let all = by_owner.get(&clause.owner).into_iter().flatten();
    let others = all.filter(|other| other.span != clause.span && strikes(clause, other));
    let mut labels: Vec<String> = others.map(|other| other.label.clone()).collect();
    if let ClauseOwner::Permission(id) = clause.owner {
        let permission = typed.permissions.get(id);
        let requires = permission.into_iter().flat_map(|def| &def.requires);
        labels.extend(requires.filter_map(|require| require.label.clone()));
        let inherited = permission.into_iter().flat_map(|def| inherited(typed, by_owner, def, 8));
        labels.extend(inherited);
    }
    labels.sort();
    labels.dedup();
    labels
}

/// An allowing clause goes over forbidding ones only.
fn strikes(clause: &ClauseDef, other: &ClauseDef) -> bool {
    use PermissionClauseDef::{Allow, Forbid};
    match (&clause.does, &other.does) {
        (ClauseVerb::Permission(Allow), ClauseVerb::Permission(other)) => {
            matches!(other, Forbid { .. })
        }
        _ => true,
    }
}

/// Labels of reasons that a permission passes on from others.
fn inherited(typed: &Typed, by_owner: &ByOwner<'_>, def: &PermissionDef, depth: u8) -> Vec<String> {
    let mut found = Vec::new();
    for require in def.requires.iter().filter(|require| require.label.is_none()) {
        let ExprKind::May { permission, .. } = require.holds.kind else { continue };
        let Some(from) = typed.permissions.get(permission) else { continue };
        found.extend(from.requires.iter().filter_map(|require| require.label.clone()));
        let owner = ClauseOwner::Permission(permission);
        let clauses = by_owner.get(&owner).into_iter().flatten();
        found.extend(clauses.map(|clause| clause.label.clone()));
        if depth > 0 {
            found.extend(inherited(typed, by_owner, from, depth - 1));
        }
    }
    found
}

/// Labels of other hooks at the same place.
fn labels_at(typed: &Typed, hook: &HookDef) -> Vec<String> {
    let others = typed.hooks.values().filter(|other| same_place(hook, other));
    let mut labels: Vec<String> = others.map(|other| other.label.clone()).collect();
    labels.sort();
    labels.dedup();
    labels
}

fn names_nothing(owner: &str, wanted: &str, span: Span, known: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::at(codes::OVER_NOTHING, span)
        .says(format!("no other clause of `{owner}` is called {}", label(wanted)))
        .label("goes over nothing");
    match nearest(wanted, known.iter().map(String::as_str)) {
        Some(near) => diagnostic.fix(format!("did you mean {}?", label(near)), span, label(near)),
        _ if known.is_empty() => {
            diagnostic.help(format!("`{owner}` has no other clauses with labels"))
        }
        _ => {
            let all: Vec<String> = known.iter().take(8).map(|known| label(known)).collect();
            diagnostic.help(format!("labels that are there: {}", all.join(", ")))
        }
    }
}
