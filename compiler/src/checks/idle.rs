//! Idle bodies: statements, hooks, steps, procedures and abilities in which nothing stands that does anything.

use super::endings::round;
use super::owners::label;
use super::shapes::are_alike;
use crate::typed::{
    Arithmetic, Assign, BearerDef, Bounds, ClauseOwner, EntryDef, Expr, ExprKind, OptionDef,
    ProcedureDef, Stmt, StmtKind, Supposed, Type, Typed, bodies as inner, is_turned_round,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir as ir;

/// Whatever has a body does something in it.
pub(super) fn bodies_do_something(typed: &Typed, sink: &mut Sink) {
    typed.all_bodies().for_each(|body| statements(typed, body, sink));
    for hook in typed.hooks.values().filter(|hook| hook.time != ir::HookTime::Instead) {
        // A verdict that never ends a battle says so with `else | none`.
        let of_play = hook.bearer == BearerDef::System && hook.label == "verdict";
        if hook.body.is_empty() && !of_play {
            let what = match hook.bearer {
                BearerDef::System if hook.label == typed.system => "this".to_owned(),
                _ => label(&hook.label),
            };
            sink.push(idle(&format!("{what} does nothing"), hook.span));
        }
    }
    // Their steps are there whether the system has something for them or not.
    let of_system = [typed.sequence, round(typed)];
    for (id, def) in typed.procedures.iter().filter(|(id, _)| !of_system.contains(&Some(*id))) {
        steps(typed, id, def, sink);
    }
    abilities(typed, sink);
}

/// Every number that is worked out hangs on what it is worked out from.
pub(super) fn bounds_count(typed: &Typed, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    turned_round(typed, &mut told, sink);
    typed.each_expr(&mut |expr| {
        if let Some((message, help)) = of_one_and_the_same(expr)
            && told.insert(expr.span)
        {
            sink.push(
                Diagnostic::new(codes::ALWAYS_HOLDS, message, expr.span)
                    .label("both sides are the same")
                    .help(help),
            );
        }
        if let ExprKind::If { when, then, other } = &expr.kind
            && then.span != other.span
            && is_same(then, other)
            && told.insert(expr.span)
        {
            sink.push(asked_for_nothing(when.span, other.span));
        }
        let ExprKind::Arithmetic { how: how @ (Arithmetic::Min | Arithmetic::Max), left, right } =
            &expr.kind
        else {
            return;
        };
        let (one, other) = (typed.range(left), typed.range(right));
        // The figure always counts, and what it is to hold never does.
        let wins = |figure: &Expr, of: Bounds, held: &Expr, held_of: Bounds| {
            let figure_is = matches!(figure.kind, ExprKind::Cell(_));
            let beyond = match how {
                Arithmetic::Min => of.most.zip(held_of.least).is_some_and(|(a, b)| a <= b),
                _ => of.least.zip(held_of.most).is_some_and(|(a, b)| a >= b),
            };
            figure_is && beyond && !matches!(held.kind, ExprKind::Cell(_))
        };
        let figure = if wins(left, one, right, other) {
            left
        } else if wins(right, other, left, one) {
            right
        } else {
            return;
        };
        if told.insert(expr.span) {
            let (word, turned) =
                if *how == Arithmetic::Min { ("min", "max") } else { ("max", "min") };
            let message = format!("`{word}` gives this figure here, whatever the other is");
            sink.push(
                Diagnostic::new(codes::ALWAYS_HOLDS, message, figure.span)
                    .label("always this")
                    .also(expr.span, "and never what stands beside it")
                    .help(format!("did you mean `{turned}`?")),
            );
        }
    });
}

/// What comes of a question whose two answers lead to the same.
fn asked_for_nothing(when: Span, other: Span) -> Diagnostic {
    Diagnostic::new(codes::ALWAYS_HOLDS, "this comes to the same, whatever holds", other)
        .label("as where the condition holds")
        .also(when, "asked for nothing")
        .help("one of the two is meant to be something else")
}

/// Tells of each statement that does nothing, not of those inside it.
fn statements(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    for stmt in body {
        if let Some(bound) = never_begun(typed, stmt) {
            sink.push(
                Diagnostic::new(codes::NO_EFFECT, "this is never done, whatever holds", bound.span)
                    .label("not once")
                    .help("write how often at most: a number above 0")
                    .severity(Severity::Warning),
            );
            continue;
        }
        if let Some(value) = to_itself(typed, stmt) {
            sink.push(
                Diagnostic::new(codes::NO_EFFECT, "this gives it the value that it has", stmt.span)
                    .label("nothing changes")
                    .also(value.span, "itself")
                    .help("write what it becomes, or take it out")
                    .severity(Severity::Warning),
            );
            continue;
        }
        if let Some(found) = unheard(typed, stmt) {
            sink.push(found);
            continue;
        }
        if does_nothing(stmt) {
            let (message, help) = match &stmt.kind {
                StmtKind::Say(_) => {
                    ("nothing is said here", "write what is to be said, or take it out")
                }
                _ => {
                    ("this does nothing, whatever holds", "write what it is to do, or take it out")
                }
            };
            sink.push(
                Diagnostic::new(codes::NO_EFFECT, message, stmt.span)
                    .label("nothing stands in it")
                    .help(help),
            );
            continue;
        }
        if let StmtKind::If { when, then, other } = &stmt.kind
            && let (Some(first), Some(last)) = (other.first(), other.last())
            && then.len() == other.len()
            && are_alike(then, other)
        {
            let all = Span::new(first.span.start(), last.span.end());
            sink.push(asked_for_nothing(when.span, all));
        }
        inner(stmt).into_iter().for_each(|body| statements(typed, body, sink));
    }
}

/// A procedure that is called for its value alone, which goes nowhere.
fn unheard(typed: &Typed, stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Call { procedure, result: None, .. } = &stmt.kind else { return None };
    let def = typed.procedures.get(*procedure)?;
    if def.result.is_none() || !is_quiet(typed, *procedure, CALLS) {
        return None;
    }
    let message = format!("nobody hears what `{}` gives, and it changes nothing", def.name);
    Some(
        Diagnostic::new(codes::NO_EFFECT, message, stmt.span)
            .label("called for nothing")
            .help(format!("keep what comes of it: `let x = {}(..)`, or take it out", def.name))
            .severity(Severity::Warning),
    )
}

/// How deep calls in calls are followed.
const CALLS: u8 = 4;

/// Whether a procedure does nothing but give a value.
fn is_quiet(typed: &Typed, id: ir::ProcedureId, depth: u8) -> bool {
    let Some(def) = typed.procedures.get(id).filter(|_| depth > 0) else { return false };
    let hung = typed.hooks.values().any(|hook| hook.procedure == id)
        || typed.moments.values().any(|it| it.procedure == id)
        || typed.actions.values().any(|action| {
            matches!(action.place, crate::typed::ActionPlace::Step { procedure, .. } if procedure == id)
        });
    let quiet = |step: &crate::typed::StepDef| {
        step.heading.is_none() && step.body.iter().all(|stmt| are_quiet(typed, stmt, depth))
    };
    !hung && def.steps.iter().all(quiet)
}

fn are_quiet(typed: &Typed, stmt: &Stmt, depth: u8) -> bool {
    match &stmt.kind {
        StmtKind::Assign { to: Assign::Local(_), .. }
        | StmtKind::Finish(_)
        | StmtKind::Stop
        | StmtKind::CallStep { .. } => true,
        StmtKind::Reroll { by, .. } => by.is_none(),
        StmtKind::Call { procedure, .. } => is_quiet(typed, *procedure, depth - 1),
        StmtKind::If { .. }
        | StmtKind::Match { .. }
        | StmtKind::ForEach { ordered_by: None, .. }
        | StmtKind::ForNext { choice_of: None, .. }
        | StmtKind::Repeat { .. }
        | StmtKind::RepeatUntil { .. } => inner(stmt)
            .into_iter()
            .all(|body| body.iter().all(|stmt| are_quiet(typed, stmt, depth))),
        _ => false,
    }
}

/// What comes of two values that are one, and what helps.
fn of_one_and_the_same(expr: &Expr) -> Option<(&'static str, &'static str)> {
    const ANOTHER: &str = "one of them is meant to be something else";
    let (left, right, message) = match &expr.kind {
        ExprKind::Arithmetic { how, left, right } => {
            let comes_to = match how {
                Arithmetic::Sub => "this is always 0",
                Arithmetic::Div => "this is always 1",
                Arithmetic::Add => "this is twice the same",
                Arithmetic::Min | Arithmetic::Max => "this is the one as well as the other",
                Arithmetic::Mul | Arithmetic::Rem => return None,
            };
            (left, right, comes_to)
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => {
            (left, right, "this asks the same twice")
        }
        // With a figure that is written out it always holds or never, which is told.
        ExprKind::Compare { left, right, .. } => {
            let figure = [left, right].iter().any(|it| matches!(it.kind, ExprKind::Cell(_)));
            let measured = |it: &Expr| !figure || matches!(it.kind, ExprKind::Call { .. });
            let nowhere = [left, right].into_iter().any(|it| measured(it) && is_to_itself(it));
            return nowhere
                .then_some(("this measures from a thing to itself, which is always 0", ANOTHER));
        }
        _ => return None,
    };
    // What is made of one word asks nothing of its own.
    let written = left.span != right.span && is_same(left, right);
    let twice = message == "this is twice the same";
    let help = if twice {
        "if twice of it is meant, write `2 * ..`; else one of them is something else"
    } else {
        ANOTHER
    };
    written.then_some((message, help))
}

/// Whether a distance is that from a thing to itself.
fn is_to_itself(value: &Expr) -> bool {
    let args = match &value.kind {
        ExprKind::Space { op: ir::SpaceOp::Distance | ir::SpaceOp::Steps, args } => args,
        ExprKind::Call { args, .. } if value.ty == Type::Length => args,
        _ => return false,
    };
    matches!(args.as_slice(), [one, other] if one.span != other.span && is_same(one, other))
}

/// What is written, where that stands there already.
fn to_itself<'t>(typed: &Typed, stmt: &'t Stmt) -> Option<&'t Expr> {
    let StmtKind::Assign { to, value, .. } = &stmt.kind else { return None };
    let is_it = |value: &Expr| match (to, &value.kind) {
        (Assign::Local(to), ExprKind::Local(from)) => to == from,
        (Assign::Field { of, field }, ExprKind::Field { of: from, field: read }) => {
            field == read && is_same(of, from)
        }
        _ => false,
    };
    let kept = without_effect(typed, value);
    is_it(kept).then_some(value)
}

/// A value without what changes nothing of it: 0 that is added, once of it, a bound that it never passes.
fn without_effect<'t>(typed: &Typed, value: &'t Expr) -> &'t Expr {
    let (how, left, right) = match &value.kind {
        ExprKind::Within { of, .. } => return without_effect(typed, of),
        ExprKind::Arithmetic { how, left, right } => (*how, left, right),
        _ => return value,
    };
    let is = |expr: &Expr, number: i64| matches!(expr.kind, ExprKind::Cell(cell) if cell == number);
    let kept = match how {
        Arithmetic::Add if is(left, 0) => right,
        Arithmetic::Add | Arithmetic::Sub if is(right, 0) => left,
        Arithmetic::Mul if is(left, 1) => right,
        Arithmetic::Mul | Arithmetic::Div if is(right, 1) => left,
        Arithmetic::Min | Arithmetic::Max => match (&left.kind, &right.kind) {
            (ExprKind::Cell(bound), _) if never_passes(typed, how, right, *bound) => right,
            (_, ExprKind::Cell(bound)) if never_passes(typed, how, left, *bound) => left,
            _ => return value,
        },
        _ => return value,
    };
    without_effect(typed, kept)
}

/// Whether a value is always on its own side of a bound.
fn never_passes(typed: &Typed, how: Arithmetic, value: &Expr, bound: i64) -> bool {
    let range = typed.range(value);
    match how {
        Arithmetic::Min => range.most.is_some_and(|most| most <= bound),
        _ => range.least.is_some_and(|least| least >= bound),
    }
}

/// Whether two values are one, as they are written.
pub(super) fn is_same(one: &Expr, other: &Expr) -> bool {
    std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind)
        && are_alike(one, other)
}

/// Tells of functions that are never more than 0, as what is to hold a figure is turned round.
fn turned_round(typed: &Typed, told: &mut FxHashSet<Span>, sink: &mut Sink) {
    for def in typed.functions.values().filter(|def| is_turned_round(&def.body)) {
        if told.insert(def.body.span) {
            let message = format!("`{}` is never more than 0", def.name);
            sink.push(
                Diagnostic::new(codes::ALWAYS_HOLDS, message, def.body.span)
                    .label("`min` takes the lesser of the two")
                    .help(match both_turned(&def.body) {
                        true => "both are the wrong way round: `max(0, min(MOST, ..))`",
                        false => "did you mean `max`?",
                    })
                    .severity(Severity::Warning),
            );
        }
    }
}

/// `min(0, max(5, x))`: what is to hold a figure between two has both the wrong way round.
fn both_turned(value: &Expr) -> bool {
    let ExprKind::Arithmetic { how: Arithmetic::Min, left, right } = &value.kind else {
        return false;
    };
    [left, right].into_iter().any(|side| match &side.kind {
        ExprKind::Arithmetic { how: Arithmetic::Max, left, right } => {
            [left, right].iter().any(|it| matches!(it.kind, ExprKind::Cell(_)))
        }
        _ => false,
    })
}

/// How often something is done at most, where that is never more than not at all.
fn never_begun<'t>(typed: &Typed, stmt: &'t Stmt) -> Option<&'t Expr> {
    let most = |value: &Expr| typed.range(value).most;
    match &stmt.kind {
        StmtKind::Repeat { at_most, .. } | StmtKind::RepeatUntil { at_most, .. } => Some(at_most),
        StmtKind::Open(open) => open.at_most.as_ref(),
        StmtKind::ForEach { of, .. } => {
            let ExprKind::Range { low, high } = &of.kind else { return None };
            let first = typed.range(low).least?;
            return most(high).is_some_and(|last| last < first).then_some(of);
        }
        _ => None,
    }
    .filter(|at_most| most(at_most).is_some_and(|most| most <= 0))
}

/// What is bought changes something but the price.
pub(super) fn options_do_something(typed: &Typed, sink: &mut Sink) {
    for option in &typed.options {
        let (Some(base), Some(bought)) =
            (typed.entries.get(option.base), typed.entries.get(option.entry))
        else {
            continue;
        };
        let profiles = typed.kinds.get(base.kind).map_or(&[][..], |kind| &kind.profiles);
        let values = profiles.iter().zip(base.values.iter().zip(&bought.values));
        let mut told_apart = values.filter(|(profile, (one, other))| {
            let name = typed.profiles.get(**profile).map_or("", |it| it.name.as_str());
            name != "points" && one != other
        });
        let owned = |entry: &EntryDef| {
            let all = entry.abilities.iter().map(|it| (it.ability, it.args.clone()));
            all.collect::<Vec<_>>()
        };
        if told_apart.next().is_none() && owned(base) == owned(bought) {
            let message = format!("\"{}\" changes nothing of \"{}\"", option.name, base.name);
            sink.push(
                Diagnostic::new(codes::NO_EFFECT, message, option.span)
                    .label("would be paid for nothing")
                    .help("write what it changes: `option \"NAME\" +5 points { NUMBER 3 ; abilities + NAME }`")
                    .severity(Severity::Warning),
            );
        }
        sink.extend(worth_it(typed, (base, bought), option));
    }
}

/// An option that changes figures alone, all for the worse for a price, or all for the better for a rebate.
fn worth_it(
    typed: &Typed,
    (base, bought): (&EntryDef, &EntryDef),
    option: &OptionDef,
) -> Option<Diagnostic> {
    let own = |entry: &EntryDef| entry.abilities.iter().map(|it| it.ability).collect::<Vec<_>>();
    if own(base) != own(bought) {
        return None;
    }
    let profiles = &typed.kinds.get(base.kind)?.profiles;
    let (mut price, mut better, mut changed) = (0, Vec::new(), None);
    for (profile, (one, other)) in profiles.iter().zip(base.values.iter().zip(&bought.values)) {
        if one == other {
            continue;
        }
        let def = typed.profiles.get(*profile)?;
        let (ir::Value::Scalar(before), ir::Value::Scalar(after)) = (one, other) else {
            return None;
        };
        if def.name == "points" {
            price = after.checked_sub(*before)?;
            continue;
        }
        let favoured = def.quantity.and_then(|id| typed.quantities.get(id)?.favours).is_some();
        if !favoured || *before == ir::NONE || *after == ir::NONE {
            return None;
        }
        better.push(after > before);
        changed.get_or_insert(def);
    }
    let first = *better.first()?;
    if better.iter().any(|it| *it != first) || price == 0 || (price > 0) == first {
        return None;
    }
    let (changed, name, of) = (changed?, &option.name, &base.name);
    let (message, label, help) = if first {
        let points = price.checked_neg()?;
        (
            format!("\"{name}\" makes \"{of}\" better, and cheaper by {points}"),
            "who takes it is given points for it",
            format!("turn the sign round: `option \"{name}\" +{points} points`"),
        )
    } else {
        (
            format!("\"{name}\" makes \"{of}\" worse, for {price} points"),
            "would be paid for a drawback",
            "write what the figure becomes, not by how much it changes".to_owned(),
        )
    };
    Some(
        Diagnostic::new(codes::NO_EFFECT, message, option.span)
            .label(label)
            .also(changed.span, format!("larger `{}` is better", changed.name))
            .help(help)
            .severity(Severity::Warning),
    )
}

fn does_nothing(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Say(words) => words.parts.is_empty(),
        StmtKind::If { .. }
        | StmtKind::Match { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::ForNext { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::RepeatUntil { .. }
        | StmtKind::Try { .. } => inner(stmt).into_iter().all(|body| body.iter().all(does_nothing)),
        _ => false,
    }
}

/// An empty step is there for what hangs on it.
fn steps(typed: &Typed, id: ir::ProcedureId, def: &ProcedureDef, sink: &mut Sink) {
    if def.steps.is_empty() {
        sink.push(idle(&format!("procedure `{}` does nothing", def.name), def.span));
    }
    let empty = (0..=u16::MAX).zip(&def.steps).filter(|(_, step)| step.body.is_empty());
    for (at, step) in empty {
        let awaited = typed.moments.values().any(|it| it.procedure == id && it.step == Some(at));
        let bent = typed.hooks.values().any(|it| it.procedure == id && it.step == Some(at));
        let offered = typed.actions.values().any(|action| match action.place {
            crate::typed::ActionPlace::Step { procedure, step, .. } => {
                (procedure, step) == (id, at)
            }
            crate::typed::ActionPlace::Named(_) => false,
        });
        let said = step.heading.is_some() || step.span.is_empty();
        if !awaited && !bent && !offered && !said {
            let message = format!("step `{}` of `{}` does nothing", step.name, def.name);
            sink.push(idle(&message, step.span));
        }
    }
}

/// Abilities without a clause, of which no rule asks who has them.
fn abilities(typed: &Typed, sink: &mut Sink) {
    let mut counts: FxHashSet<ir::AbilityId> = FxHashSet::default();
    let bearers = typed.clauses.values().map(|it| it.bearer);
    let bearers = bearers.chain(typed.hooks.values().map(|it| it.bearer));
    for bearer in bearers.chain(typed.actions.values().map(|it| it.bearer)) {
        if let BearerDef::Ability(id) = bearer {
            counts.insert(id);
        }
    }
    for clause in typed.clauses.values() {
        if let ClauseOwner::Possession(id) = clause.owner {
            counts.insert(id);
        }
    }
    // Who plays never sees what tests ask.
    typed.each_expr_of_rules(&mut |expr| match &expr.kind {
        ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } => {
            counts.insert(*ability);
        }
        ExprKind::Supposing { changes, .. } => {
            counts.extend(changes.iter().filter_map(|change| match change {
                Supposed::Has { ability, .. } => Some(*ability),
                _ => None,
            }));
        }
        _ => {}
    });
    for (id, def) in typed.abilities.iter() {
        let silent = def.titled && def.state.is_empty() && !counts.contains(&id);
        if silent {
            let what = if def.is_status { "status" } else { "ability" };
            sink.push(
                Diagnostic::new(
                    codes::IDLE_CLAUSE,
                    format!("{what} `{}` does nothing", def.name),
                    def.span,
                )
                .label("it has no clause, and no rule asks who has it")
                .help("write what it does: `modify ..`, `forbid ..`, `after ..`"),
            );
        }
    }
}

fn idle(message: &str, span: Span) -> Diagnostic {
    Diagnostic::new(codes::IDLE_CLAUSE, message, span)
        .label("nothing stands in it")
        .help("write what it is to do, or take it out")
        .severity(Severity::Warning)
}
