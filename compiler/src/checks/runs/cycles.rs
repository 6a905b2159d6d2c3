//! Circles: a number, fact or permission that depends on itself would never be worked out.

use super::graph::Graph;
use crate::checks::clauses::owners::{Rule, bearer};
use crate::typed::{BearerDef, Expr, ExprKind, Typed, each_expr};
use warwright_grammar::{Diagnostic, Sink, Span, codes};

/// Possession is one node for each ability, profiles one for each profile; printed figures ask nobody.
pub(crate) fn nothing_goes_in_circles(typed: &Typed, sink: &mut Sink) {
    let graph = asking(typed);
    for group in graph.circles() {
        let start = group.iter().min_by_key(|rule| rule.span(typed)).copied();
        if let Some(start) = start {
            sink.push(goes_round(typed, &graph.way_round(start, &group)));
        }
    }
}

/// Which rule asks which.
pub(crate) fn asking(typed: &Typed) -> Graph<Rule> {
    let mut graph = Graph::new();
    for (id, def) in typed.functions.iter() {
        graph.node(Rule::Function(id));
        asks(typed, &mut graph, Rule::Function(id), &def.body);
    }
    for (id, def) in typed.quantities.iter() {
        graph.node(Rule::Quantity(id));
        asks(typed, &mut graph, Rule::Quantity(id), &def.base);
    }
    for (id, def) in typed.permissions.iter() {
        let rule = Rule::Permission(id);
        graph.node(rule);
        def.each_expr(&mut |expr| asks(typed, &mut graph, rule, expr));
    }
    for action in typed.actions.values() {
        // Whether it may be taken, its price says as well.
        if let Some((price, payer, _)) = &action.cost {
            let rule = Rule::Permission(action.permission);
            graph.edge(rule, Rule::Quantity(*price), payer.span);
            asks(typed, &mut graph, rule, payer);
        }
    }
    for clause in typed.clauses.values() {
        let rule = Rule::of(clause.owner);
        clause.each_expr(&mut |expr| asks(typed, &mut graph, rule, expr));
        if let BearerDef::Ability(id) = clause.bearer {
            graph.edge(rule, Rule::Possession(id), clause.span);
        }
    }
    graph
}

fn asks(typed: &Typed, graph: &mut Graph<Rule>, from: Rule, whole: &Expr) {
    each_expr(whole, &mut |expr| {
        if let Some(to) = asked(expr) {
            graph.edge(from, to, expr.span);
        }
        // What is measured asks how large pieces are.
        if measures(expr) {
            for footprint in typed.footprints() {
                graph.edge(from, Rule::Function(footprint), expr.span);
            }
        }
    });
}

/// The rule that an expression asks by itself.
pub(crate) fn asked(expr: &Expr) -> Option<Rule> {
    match &expr.kind {
        ExprKind::Call { function, .. } => Some(Rule::Function(*function)),
        ExprKind::Quantity { quantity, .. } => Some(Rule::Quantity(*quantity)),
        ExprKind::May { permission, .. } => Some(Rule::Permission(*permission)),
        ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } => {
            Some(Rule::Possession(*ability))
        }
        _ => None,
    }
}

/// Whether it asks by itself where pieces are and how large.
fn measures(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Space { op, .. } => op.measures(),
        ExprKind::ClearLine { .. } | ExprKind::RouteWhile { .. } => true,
        _ => false,
    }
}

fn goes_round(typed: &Typed, way: &[(Rule, Span)]) -> Diagnostic {
    let names: Vec<String> =
        way.iter().map(|(rule, _)| format!("`{}`", rule.name(typed))).collect();
    let (first, span) = way.first().map_or(("it", Span::default()), |(_, span)| {
        (names.first().map_or("it", String::as_str), *span)
    });
    let round = names.iter().skip(1).map(String::as_str).chain([first]);
    let chain = round.collect::<Vec<_>>().join(", which asks ");
    let own_kind = way.len() == 1;
    let headline = if own_kind {
        format!("{first} depends on itself")
    } else {
        format!("{first} depends on itself: it asks {chain}")
    };
    let asks = names.iter().zip(names.iter().cycle().skip(1));
    let asks = asks.map(|(from, to)| format!("{from} asks {to} here"));
    let diagnostic = Diagnostic::at(codes::GOES_IN_CIRCLES, span)
        .says(headline)
        .label(format!("{first} asks {} here", names.get(1).map_or(first, String::as_str)))
        .also_each(way.iter().map(|(_, span)| *span).zip(asks).skip(1));
    let profile = way.iter().find(|(rule, _)| is_profile(typed, *rule));
    if let Some((rule, _)) = profile {
        let figure = rule.name(typed);
        diagnostic.help(format!(
            "the figure as the card shows it asks nothing further: `WHO.printed.{figure}`"
        ))
    } else if let Some((Rule::Possession(id), _)) = way.first() {
        let who = bearer(typed, BearerDef::Ability(*id));
        diagnostic.help(format!("whether something has it cannot depend on whether it has {who}"))
    } else {
        diagnostic.help("let one of them read state, a printed figure or a moment's memory in a quantity of its own")
    }
}

fn is_profile(typed: &Typed, rule: Rule) -> bool {
    match rule {
        Rule::Quantity(id) => typed.quantities.get(id).is_some_and(|def| def.profile.is_some()),
        _ => false,
    }
}
