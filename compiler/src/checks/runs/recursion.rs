//! Recursion: whatever can reach itself says how deep, so that every battle ends.

use super::graph::Graph;
use crate::checks::logic::solve::Facts;
use crate::typed::{ActionPlace, BearerDef, ExprKind, PlanDef, Stmt, StmtKind, Typed, each_stmt};
use indexmap::IndexMap;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::ProcedureId;

/// Of procedures that reach each other in a circle one says `recursive N`; one that cannot reach itself does not.
pub(crate) fn recursion_is_declared(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, graph) = (facts.typed, &facts.calls);
    let circles = graph.circles();
    // Whoever says how deep bounds every circle in which it stands.
    let silent = graph.part(|id| deep(typed, id) == 0);
    for group in silent.circles() {
        if let Some(first) = group.first() {
            sink.push(says_nothing(typed, &silent.way_round(*first, &group), &group));
        }
    }
    for (id, def) in typed.procedures.iter() {
        if def.recursive > 0 && !circles.iter().any(|group| group.contains(&id)) {
            Diagnostic::at(codes::NEEDLESS_RECURSION, def.span)
                .says(format!("procedure `{}` never reaches itself", def.name))
                .label(format!("says `recursive {}`", def.recursive))
                .help("leave out `recursive`")
                .emit(sink);
        }
    }
}

/// How deep those go at most that say nothing and reach themselves through others that do: between two runs of one of them there is
/// a run of one of those.
pub fn depths(typed: &Typed) -> Vec<(ProcedureId, u16)> {
    let mut found = Vec::new();
    for group in calls(typed).circles() {
        let said = group.iter().map(|id| deep(typed, *id)).filter(|deep| *deep > 0);
        let most = said.fold(0u16, |sum, deep| sum.saturating_add(deep).saturating_add(1));
        let silent = group.iter().filter(|id| deep(typed, **id) == 0);
        found.extend(silent.map(|id| (*id, most)));
    }
    found
}

fn deep(typed: &Typed, id: ProcedureId) -> u16 {
    typed.procedures.get(id).map_or(0, |def| def.recursive)
}

fn name(typed: &Typed, id: ProcedureId) -> &str {
    typed.procedures.get(id).map_or("", |def| def.name.as_str())
}

/// Which procedure can start which: by calls in its steps, its hooks, the actions of windows that it opens or offers.
pub(crate) fn calls(typed: &Typed) -> Graph<ProcedureId> {
    let mut graph = Graph::new();
    for (id, def) in typed.procedures.iter() {
        graph.node(id);
        for step in &def.steps {
            started(typed, &step.body, &mut |to, span| graph.edge(id, to, span));
        }
    }
    let hooks = typed.hooks.values().map(|hook| (hook.procedure, &hook.body));
    let actions = typed.step_actions().map(|(id, action)| (id, &action.body));
    for (id, body) in hooks.chain(actions) {
        started(typed, body, &mut |to, span| graph.edge(id, to, span));
    }
    graph
}

/// What statements start, directly or through windows that they open.
pub(crate) fn started(typed: &Typed, body: &[Stmt], found: &mut dyn FnMut(ProcedureId, Span)) {
    let mut opened: IndexMap<ir::WindowId, Span> = IndexMap::new();
    collect(body, None, &mut opened, found);
    let mut next = 0;
    while let Some((window, span)) = opened.get_index(next).map(|(window, span)| (*window, *span)) {
        let offered = typed.actions.values().filter(|one| one.place == ActionPlace::Named(window));
        for action in offered {
            collect(&action.body, Some(span), &mut opened, found);
        }
        next += 1;
    }
}

/// The plan that a statement makes.
pub(crate) fn planned(stmt: &Stmt) -> Option<&PlanDef> {
    match &stmt.kind {
        StmtKind::Assign { value, .. } => as_variant!(&value.kind, ExprKind::Plan(plan) => plan),
        _ => None,
    }
}

/// The windows that statements open, or out of which they plan.
pub(crate) fn opened(body: &[Stmt]) -> Vec<ir::WindowId> {
    let mut windows = Vec::new();
    each_stmt(body, &mut |stmt| {
        windows.extend(planned(stmt).map(|plan| plan.window));
        if let StmtKind::Open(open) = &stmt.kind {
            windows.push(open.window);
        }
    });
    windows
}

fn collect(
    body: &[Stmt],
    at: Option<Span>,
    opened: &mut IndexMap<ir::WindowId, Span>,
    found: &mut dyn FnMut(ProcedureId, Span),
) {
    each_stmt(body, &mut |stmt| match &stmt.kind {
        _ if planned(stmt).is_some() => {
            // What a plan tries is run when it is followed.
            opened.extend(planned(stmt).map(|plan| (plan.window, at.unwrap_or(stmt.span))));
        }
        StmtKind::Call { procedure, .. } => found(*procedure, stmt.span),
        StmtKind::Open(open) => {
            opened.entry(open.window).or_insert(at.unwrap_or(stmt.span));
        }
        _ => {}
    });
}

fn says_nothing(typed: &Typed, way: &[(ProcedureId, Span)], silent: &[ProcedureId]) -> Diagnostic {
    // What a clause starts is where its author looks first.
    let by_clause = way.iter().position(|(_, span)| is_of_clause(typed, *span));
    let mut way = way.to_vec();
    way.rotate_left(by_clause.unwrap_or(0));
    let first = way.first().map_or("", |(id, _)| name(typed, *id));
    let span = way.first().map_or(Span::default(), |(_, span)| *span);
    let others: Vec<&str> = way.iter().skip(1).map(|(id, _)| name(typed, *id)).collect();
    let through = if others.is_empty() {
        String::new()
    } else {
        format!(" through `{}`", others.join("`, `"))
    };
    let headline =
        format!("procedure `{first}` can reach itself{through}, and does not say how deep");
    let next = others.first().copied().unwrap_or(first);
    let round = way.iter().zip(way.iter().cycle().skip(1)).skip(1);
    let unsaid = silent.iter().filter_map(|id| typed.procedures.get(*id));
    let diagnostic = Diagnostic::at(codes::RECURSION, span)
        .says(headline)
        .label(format!("`{first}` starts `{next}` here"))
        .also_each(round.map(|((from, span), (to, _))| {
            (*span, format!("`{}` starts `{}` here", name(typed, *from), name(typed, *to)))
        }))
        .also_each(
            unsaid.map(|def| (def.span, format!("`{}` does not say `recursive`", def.name))),
        );
    // A clause can start it by what says how deep it goes: its author need not change the rules of the game.
    if by_clause.is_some() {
        let started = next;
        if replaces(typed, span, started) {
            return diagnostic.help(format!(
                "`proceed` does what this stands in the place of; to have it done with other figures change them ahead of it, `before {started} ..`, or where it is called"
            ));
        }
        return diagnostic.help(format!(
            "let a procedure of your own start it, which says how deep at most: `procedure again(..) recursive 3 {{ step go {{ {started}(..) }} }}`, and write `again(..)` here"
        ));
    }
    // What things do is declared by their kind, without a depth.
    let can_say = silent.iter().map(|id| name(typed, *id)).find(|name| !name.contains('.'));
    diagnostic.help(match can_say {
        Some(name) => format!("say how deep at most: `procedure {name}(..) recursive 3 {{`"),
        None => "let a procedure do it that says how deep at most: `procedure p(..) recursive 3 {`"
            .into(),
    })
}

/// Whether a call stands in the place of a step of what it starts.
fn replaces(typed: &Typed, call: Span, started: &str) -> bool {
    let mut hooks = typed.hooks.values().filter(|hook| hook.time == ir::HookTime::Instead);
    hooks.any(|hook| hook.span.contains(call) && name(typed, hook.procedure) == started)
}

/// Whether a call stands in a hook or an action that is no rule of the game's own.
fn is_of_clause(typed: &Typed, call: Span) -> bool {
    let hooks = typed.hooks.values().map(|hook| (hook.bearer, hook.span));
    let actions = typed.actions.values().map(|action| (action.bearer, action.span));
    let mut clauses = hooks.chain(actions);
    clauses.any(|(bearer, at)| bearer != BearerDef::System && at.contains(call))
}
