//! Windows: what players may choose in a window is limited, or costs what does not come back, or the window has a bound.

use super::flow::Flow;
use super::recursion::started;
use crate::checks::logic::formula::Reader;
use crate::checks::logic::scene::Scene;
use crate::checks::logic::solve::Facts;
use crate::typed::{
    ActionDef, ActionPlace, Arithmetic, Assign, BearerDef, ClauseOwner, ClauseVerb, Expr, ExprKind,
    OpenDef, ReachDef, Stmt, StmtKind, Typed, each_stmt,
};
use indexmap::{IndexMap, IndexSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{FieldId, ProcedureId, QuantityId, WindowId};

/// Why an action can be chosen for ever.
enum Endless {
    /// It costs nothing.
    Free,
    /// Its price may be nought.
    Nought(Span),
    /// A clause may take its whole price away.
    Lowered(Span),
    /// What it costs is given back by something that can be chosen there.
    PaidBack(Span),
}

/// No action could be chosen for ever.
pub(crate) fn windows_end(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let unbounded = unbounded(typed);
    let mut together: IndexMap<ActionPlace, Vec<&ActionDef>> = IndexMap::new();
    for action in typed.actions.values().filter(|action| action.once.is_none()) {
        let bounded = match action.place {
            ActionPlace::Named(window) => !unbounded.contains_key(&window),
            ActionPlace::Step { .. } => false,
        };
        if !bounded {
            together.entry(action.place).or_default().push(action);
        }
    }
    let calls = &facts.calls;
    for (place, actions) in together {
        let mut left: Vec<(&ActionDef, IndexMap<FieldId, Span>)> = actions
            .into_iter()
            .map(|action| {
                let mut roots = Vec::new();
                started(typed, &action.body, &mut |to, _| roots.push(to));
                (action, given(typed, &action.body, &calls.reached(roots).into_iter().collect()))
            })
            .collect();
        // What pays with something that nothing left gives back comes to its end.
        loop {
            let ending = left.iter().position(|(one, _)| endless(facts, one, &left).is_none());
            match ending {
                Some(at) => left.remove(at),
                None => break,
            };
        }
        let opened = match place {
            ActionPlace::Named(window) => unbounded.get(&window).map(|span| (window, *span)),
            ActionPlace::Step { .. } => None,
        };
        let all =
            left.iter().filter_map(|(action, _)| Some((*action, endless(facts, action, &left)?)));
        let all: Vec<(&ActionDef, Endless)> = all.collect();
        match (all.as_slice(), opened) {
            // Where several have no end, what is missing is the bound of the window.
            ([_, _, ..], Some(opened)) => sink.push(without_bound(typed, &all, opened)),
            (all, opened) => {
                sink.extend(all.iter().map(|(one, why)| without_end(typed, one, why, opened)));
            }
        }
    }
}

/// Why an action never comes to its end beside others that can be chosen with it; `None`: it does.
fn endless(
    facts: &Facts<'_>,
    action: &ActionDef,
    beside: &[(&ActionDef, IndexMap<FieldId, Span>)],
) -> Option<Endless> {
    let typed = facts.typed;
    let Some((cost, _, field)) = &action.cost else { return Some(Endless::Free) };
    let base = typed.quantities.get(*cost).map(|def| typed.range(&def.base)).unwrap_or_default();
    if base.most.is_some_and(|most| most <= 0) {
        return Some(Endless::Free);
    }
    if let Some(at) = may_be_nought(facts, action, *cost) {
        return Some(Endless::Nought(at));
    }
    // What is read from a card may be anything; the least that a price is taken to be is 1.
    if let Some(by) = lowered_to_nothing(typed, *cost, base.least.unwrap_or(1).max(1)) {
        return Some(Endless::Lowered(by));
    }
    if !stays(typed, action) {
        return None;
    }
    let beside = beside.iter().filter(|(other, _)| stays(typed, other));
    let mut back = beside.filter_map(|(_, given)| given.get(field));
    back.next().map(|span| Endless::PaidBack(*span))
}

/// Where a price stands that may be nought although the action could be taken. What is printed is no matter of rules.
fn may_be_nought(facts: &Facts<'_>, action: &ActionDef, cost: QuantityId) -> Option<Span> {
    let typed = facts.typed;
    let base = &typed.quantities.get(cost)?.base;
    let printed = match &base.kind {
        ExprKind::Printed { .. } | ExprKind::Error => true,
        ExprKind::Quantity { quantity, .. } => {
            typed.quantities.get(*quantity).is_some_and(|def| def.profile.is_some())
        }
        _ => false,
    };
    if printed || typed.range(base).least >= Some(1) || is_kept_up(typed, cost) {
        return None;
    }
    let mut reader = Reader::of_many(typed, &facts.bent, Scene::default());
    reader.begin(1, &action.locals, 0, Some(&action.reach));
    let mut stops = |_, _: &Expr| {};
    let mut flow = Flow::new(facts, reader, &action.locals, &mut stops);
    flow.chosen(action);
    flow.may_be_nought(base).then_some(base.span)
}

/// Whether a clause sees to it that something is always paid.
fn is_kept_up(typed: &Typed, cost: QuantityId) -> bool {
    let owner = ClauseOwner::Quantity(cost);
    typed.clauses.values().filter(|clause| clause.owner == owner).any(|clause| {
        let always = matches!(clause.reach, ReachDef::All) && clause.when.is_none();
        matches!(&clause.does, ClauseVerb::Modify { verb: ir::Verb::AtLeast, amount, .. }
            if always && typed.range(amount).least >= Some(1))
    })
}

/// Whether an action is there again when it was taken: it is one of the rules or of an ability with a name. What a thing brings
/// by itself may be spent with it, as a card is.
fn stays(typed: &Typed, action: &ActionDef) -> bool {
    match action.bearer {
        BearerDef::Ability(id) => typed.abilities.get(id).is_some_and(|def| def.titled),
        BearerDef::System | BearerDef::Scenario(_) => true,
    }
}

/// The clause by which a price of `least` may come to nothing.
fn lowered_to_nothing(typed: &Typed, cost: QuantityId, least: i64) -> Option<Span> {
    if is_kept_up(typed, cost) {
        return None;
    }
    let owner = ClauseOwner::Quantity(cost);
    let (mut price, mut lowered) = (Some(least), None);
    for clause in typed.clauses.values().filter(|clause| clause.owner == owner) {
        let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { continue };
        let amount = typed.range(amount).least;
        let several = matches!(clause.reach, ReachDef::Related { .. } | ReachDef::Any);
        let lowers = match verb {
            ir::Verb::AtLeast => false,
            ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung => {
                let lowers = amount.is_none_or(|amount| amount < 0);
                if lowers {
                    let by = amount.filter(|_| !several);
                    price = price.zip(by).and_then(|(price, by)| price.checked_add(by));
                }
                lowers
            }
            ir::Verb::Set | ir::Verb::Times | ir::Verb::AtMost => {
                let lowers = amount.is_none_or(|amount| amount <= 0);
                price = price.filter(|_| !lowers);
                lowers
            }
        };
        if lowers {
            lowered = lowered.or(Some(clause.span));
        }
    }
    lowered.filter(|_| price.is_none_or(|price| price <= 0))
}

/// The fields to which something is added by statements, and by all that runs within procedures that they start.
fn given(typed: &Typed, body: &[Stmt], reached: &IndexSet<ProcedureId>) -> IndexMap<FieldId, Span> {
    let mut bodies: Vec<&[Stmt]> = vec![body];
    let procedures = reached.iter().filter_map(|id| typed.procedures.get(*id));
    bodies.extend(procedures.flat_map(|def| &def.steps).map(|step| step.body.as_slice()));
    // What gives something back only where something is so need not do it each time.
    let hooks = typed.hooks.values();
    let hooks = hooks.filter(|hook| hook.when.is_none() && reached.contains(&hook.procedure));
    bodies.extend(hooks.map(|hook| hook.body.as_slice()));
    let mut found = IndexMap::new();
    let mut opened: IndexSet<WindowId> = IndexSet::new();
    let mut note = |body: &[Stmt], opened: &mut IndexSet<WindowId>| {
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, value, .. }
                if !only_takes(typed, *field, value) =>
            {
                found.entry(*field).or_insert(stmt.span);
            }
            StmtKind::Open(open) => {
                opened.insert(open.window);
            }
            _ => {}
        });
    };
    bodies.iter().for_each(|body| note(body, &mut opened));
    let mut asked = 0;
    let at_steps = typed.step_actions().filter(|(id, _)| reached.contains(id));
    at_steps.for_each(|(_, one)| note(&one.body, &mut opened));
    while let Some(window) = opened.get_index(asked).copied() {
        let offered = typed.actions.values().filter(|it| it.place == ActionPlace::Named(window));
        offered.for_each(|one| note(&one.body, &mut opened));
        asked += 1;
    }
    found
}

/// Whether what is written to a field is never more than what stood in it.
fn only_takes(typed: &Typed, field: FieldId, value: &Expr) -> bool {
    let least = typed.fields.get(field).and_then(|def| def.ty.bounds().least);
    match &value.kind {
        ExprKind::Cell(cell) => least.is_some_and(|least| *cell <= least),
        ExprKind::Field { field: read, .. } => *read == field,
        ExprKind::Within { of, .. } => only_takes(typed, field, of),
        ExprKind::Arithmetic { how: Arithmetic::Sub, left, right } => {
            only_takes(typed, field, left) && typed.range(right).least.is_none_or(|by| by >= 0)
        }
        ExprKind::Arithmetic { how: Arithmetic::Max, left, right } => {
            only_takes(typed, field, left) && only_takes(typed, field, right)
        }
        ExprKind::Arithmetic { how: Arithmetic::Min, left, right } => {
            only_takes(typed, field, left) || only_takes(typed, field, right)
        }
        _ => false,
    }
}

/// Windows that are opened somewhere without a bound, with the place.
fn unbounded(typed: &Typed) -> IndexMap<WindowId, Span> {
    let mut found = IndexMap::new();
    for body in typed.rule_bodies() {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Open(open) = &stmt.kind
                && let OpenDef { window, at_most: None, .. } = &**open
            {
                found.entry(*window).or_insert(stmt.span);
            }
        });
    }
    found
}

/// How many actions of a window are shown.
const SHOWN: usize = 3;

fn without_bound(
    typed: &Typed,
    actions: &[(&ActionDef, Endless)],
    (window, opened): (WindowId, Span),
) -> Diagnostic {
    let window = typed.windows.get(window).map_or("", |def| def.name.as_str());
    let could =
        |(action, _): &(&ActionDef, Endless)| (action.span, format!("`{}` could", action.name));
    Diagnostic::at(codes::WINDOW_WITHOUT_END, opened)
        .says(format!(
            "`{window}` would never close: {} of its actions could be chosen again and again",
            actions.len()
        ))
        .label("opened here without `at most`")
        .also_each(actions.iter().take(SHOWN).map(could))
        .help("open the window `at most N`, or let each of them cost something, or say `once per turn`")
}

fn without_end(
    typed: &Typed,
    action: &ActionDef,
    why: &Endless,
    opened: Option<(WindowId, Span)>,
) -> Diagnostic {
    let headline = match opened {
        Some((window, _)) => {
            let window = typed.windows.get(window).map_or("", |def| def.name.as_str());
            format!(
                "action `{}` could be chosen again and again, and `{window}` would never close",
                action.name
            )
        }
        None => format!("action `{}` could be chosen again and again at its step", action.name),
    };
    let found = Diagnostic::at(codes::WINDOW_WITHOUT_END, action.span).says(headline);
    let found = match why {
        Endless::Free => found.label("costs nothing, and is not `once per ..`"),
        Endless::Nought(at) => {
            found.label("may cost nothing, and is not `once per ..`").also(*at, "this may be 0")
        }
        Endless::Lowered(by) => found
            .label("may come to cost nothing, and is not `once per ..`")
            .also(*by, "the price is lowered here"),
        Endless::PaidBack(by) => found
            .label("what it costs may come back, and it is not `once per ..`")
            .also(*by, "added to here"),
    };
    let found = found.also(opened.map(|(_, span)| span), "opened here without `at most`");
    found.help(match (why, opened) {
        (Endless::Lowered(_), _) => {
            format!("keep the price up: `modify cost of {} at least 1 \"a price\"`", action.name)
        }
        (Endless::Nought(_), Some(_)) => {
            "let it cost 1 at least, `max(1, ..)`, say `once per turn`, or open the window `at most N`".to_owned()
        }
        (_, Some(_)) => {
            "let it cost something, say `once per turn`, or open the window `at most N`".to_owned()
        }
        (_, None) => {
            "let it cost something, or say `once per` the procedure that it interrupts".to_owned()
        }
    })
}
