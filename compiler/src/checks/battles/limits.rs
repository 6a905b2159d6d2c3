//! Limits of rosters: they ask what an army list says, and what a roster takes for a ruling is asked by one of its limits.

use crate::checks::clauses::owners::Rule;
use crate::checks::runs::cycles::asked;
use crate::typed::{Compare, Expr, ExprKind, LimitDef, Type, Typed, each_child, each_expr, exprs};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What is only there when a battle is played: what of it is asked, and where.
struct OfPlay {
    words: String,
    at: Span,
}

/// Limits ask what a list says, not what comes of it in play.
pub(crate) fn limits_ask_lists(typed: &Typed, sink: &mut Sink) {
    for limit in typed.limits.iter().filter(|limit| !limit.laid) {
        for expr in limit.exprs() {
            asks_lists(typed, limit, expr, sink);
        }
    }
}

fn asks_lists(typed: &Typed, limit: &LimitDef, expr: &Expr, sink: &mut Sink) {
    if let Some(words) = of_play(typed, expr) {
        return sink.push(not_on_a_list(limit, &words, expr.span));
    }
    if let ExprKind::Call { function, .. } = &expr.kind
        && let Some(inner) = asks_play(typed, *function, &mut FxHashSet::default())
    {
        sink.push(
            not_on_a_list(limit, &inner.words, expr.span).also(inner.at, "what it asks is so here"),
        );
    } else if let ExprKind::Compare { how: Compare::Eq, left, right } = &expr.kind
        && is_piece(typed, left)
        && is_piece(typed, right)
    {
        sink.push(one_piece(limit, expr.span));
    }
    each_child(expr, &mut |child| asks_lists(typed, limit, child, sink));
}

/// What an expression by itself asks of play.
fn of_play(typed: &Typed, expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Field { field, .. } => {
            let name = typed.fields.get(*field).map_or("it", |def| def.name.as_str());
            Some(format!("`{name}` is state, and a roster has no state yet"))
        }
        ExprKind::Only(_) => Some("the battle cannot be known before play".to_owned()),
        ExprKind::During(_) | ExprKind::AsOf { .. } => {
            Some("what goes on in play cannot be known before it".to_owned())
        }
        // Questions of yes or no have an answer on every list: no.
        ExprKind::Space { args, .. } if args.iter().any(|arg| is_piece(typed, arg)) => {
            Some("nothing stands on a board yet".to_owned())
        }
        _ => None,
    }
}

/// What a define or derived fact asks of play, through all that it asks in turn.
fn asks_play(
    typed: &Typed,
    function: ir::FunctionId,
    seen: &mut FxHashSet<ir::FunctionId>,
) -> Option<OfPlay> {
    if !seen.insert(function) {
        return None;
    }
    let def = typed.functions.get(function)?;
    exprs(&def.body).find_map(|expr| match (of_play(typed, expr), &expr.kind) {
        (Some(words), _) => Some(OfPlay { words, at: expr.span }),
        (None, ExprKind::Call { function, .. }) => asks_play(typed, *function, seen),
        (None, _) => None,
    })
}

fn is_piece(typed: &Typed, expr: &Expr) -> bool {
    let Type::Entity(kind) = expr.ty else { return false };
    typed.kinds.get(kind).is_some_and(|def| def.base == ir::KindBase::Piece)
}

/// What a roster takes for a ruling is asked by one of the limits that bind it.
pub(crate) fn readings_are_asked(typed: &Typed, sink: &mut Sink) {
    for roster in typed.rosters.iter().filter(|roster| !roster.readings.is_empty()) {
        let limits = roster.limits.iter().filter_map(|limit| typed.limits.get(*limit as usize));
        let asked = rulings_asked(typed, limits.flat_map(LimitDef::exprs));
        for (ruling, line) in &roster.readings {
            let name = typed.rulings.get(usize::from(*ruling)).map_or("", |def| def.name.as_str());
            if !asked.contains(ruling) {
                sink.push(unread(name, *line));
            }
        }
    }
}

/// The rulings that expressions ask, through all rules that they ask in turn.
fn rulings_asked<'t>(typed: &'t Typed, roots: impl Iterator<Item = &'t Expr>) -> FxHashSet<u16> {
    let mut rulings = FxHashSet::default();
    each_expr_reached(typed, roots, asked, &mut |expr| {
        if let ExprKind::Ruling(ruling) = expr.kind {
            rulings.insert(ruling);
        }
    });
    rulings
}

/// Tells of all that expressions ask, and of all that the rules ask that they lead to, each once.
pub(crate) fn each_expr_reached<'t>(
    typed: &'t Typed,
    roots: impl IntoIterator<Item = &'t Expr>,
    leads_to: impl Fn(&Expr) -> Option<Rule>,
    found: &mut dyn FnMut(&'t Expr),
) {
    let mut open: Vec<Rule> = Vec::new();
    for root in roots {
        each_expr(root, &mut |expr| {
            open.extend(leads_to(expr));
            found(expr);
        });
    }
    each_expr_led_to(typed, open, leads_to, found);
}

/// The expressions of some rules, and of all rules to which these lead.
pub(crate) fn each_expr_led_to<'t>(
    typed: &'t Typed,
    mut open: Vec<Rule>,
    leads_to: impl Fn(&Expr) -> Option<Rule>,
    found: &mut dyn FnMut(&'t Expr),
) {
    let mut known: FxHashSet<Rule> = FxHashSet::default();
    while let Some(rule) = open.pop() {
        if known.insert(rule) {
            each_expr_of(typed, rule, &mut |root| {
                each_expr(root, &mut |expr| {
                    open.extend(leads_to(expr));
                    found(expr);
                });
            });
        }
    }
}

/// The whole expressions of a rule, those of its clauses too.
pub(crate) fn each_expr_of<'t>(typed: &'t Typed, rule: Rule, found: &mut dyn FnMut(&'t Expr)) {
    match rule {
        // No clause bends a function.
        Rule::Function(id) => {
            typed.functions.get(id).iter().for_each(|it| found(&it.body));
            return;
        }
        Rule::Quantity(id) => typed.quantities.get(id).iter().for_each(|it| found(&it.base)),
        Rule::Permission(id) => {
            let requires = typed.permissions.get(id);
            requires.iter().flat_map(|it| &it.requires).for_each(|it| found(&it.holds));
        }
        Rule::Possession(_) => {}
    }
    let own = typed.clauses.values().filter(|clause| Rule::of(clause.owner) == rule);
    own.for_each(|clause| clause.each_expr(found));
}

/// The whole expressions of all rules in one go, each with its rule.
pub(crate) fn each_expr_of_all<'t>(typed: &'t Typed, found: &mut dyn FnMut(Rule, &'t Expr)) {
    typed.functions.iter().for_each(|(id, def)| found(Rule::Function(id), &def.body));
    typed.quantities.iter().for_each(|(id, def)| found(Rule::Quantity(id), &def.base));
    for (id, def) in typed.permissions.iter() {
        def.requires.iter().for_each(|it| found(Rule::Permission(id), &it.holds));
    }
    for clause in typed.clauses.values() {
        clause.each_expr(&mut |root| found(Rule::of(clause.owner), root));
    }
}

fn not_on_a_list(limit: &LimitDef, words: &str, at: Span) -> Diagnostic {
    Diagnostic::at(codes::LIMIT_NOT_READABLE, at)
        .says(format!("a limit of {} cannot be worked out: {words}", limit.whose))
        .label("asked here")
        .also(limit.span, "in this limit")
        .help("a limit asks what stands on the list: entries, names, figures, abilities, `roster.budget`, rulings")
}

fn one_piece(limit: &LimitDef, at: Span) -> Diagnostic {
    Diagnostic::at(codes::LIMIT_NOT_READABLE, at)
        .says(format!(
            "a limit of {} asks whether two pieces are one, and each is itself alone",
            limit.whose
        ))
        .label("holds of a piece and itself")
        .also(limit.span, "in this limit")
        .help("`a.entry is b.entry` asks whether both are of one entry, and `a is not b` leaves a piece itself out")
}

/// A roster takes a reading that none of its limits asks.
fn unread(name: &str, line: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, line)
        .says(format!("no limit of this roster asks the ruling `{name}`"))
        .label("would have no effect")
        .help(format!(
            "a battle is played by the readings of its scenario: `ruling {name} = ..` there"
        ))
}
