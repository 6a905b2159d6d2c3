//! Who is there: takes what battles and limits ask of single entries, says of which no side of the battle, no roster of the list, has one.

use crate::checks::logic::solve::Facts;
use crate::typed::{
    BearerDef, Compare, EntryDef, Expr, ExprKind, ScenarioDef, SideDef, StmtKind, Type, Typed,
    each_expr, each_stmt,
};
use crate::types::bare;
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::EntryId;

/// The rules of a battle speak of units that a side fields.
pub(crate) fn rules_speak_of_who_is_there(typed: &Typed, sink: &mut Sink) {
    let made = made(typed);
    let mut told = FxHashSet::default();
    for (id, scenario) in typed.scenarios.iter() {
        let own = scenario.rules_of.is_none() && !scenario.span.is_empty();
        if !own || scenario.sides.iter().any(|side| side.pieces.is_empty()) {
            continue;
        }
        let there = there(typed, scenario);
        let absent = |entry: EntryId| {
            let def = typed.entries.get(entry)?;
            let base = typed.kinds.get(def.kind).map(|kind| kind.base);
            let gone = !there.contains(&entry) && !made.contains(&def.kind);
            (base == Some(ir::KindBase::Piece) && gone).then_some(def.name.as_str())
        };
        let of_list = |name: &str| {
            let fields = |side: &SideDef| side.armies.iter().any(|army| army == name);
            let list = |it: &EntryId| typed.entries.get(*it).and_then(|it| it.faction.as_deref());
            scenario.sides.iter().any(fields) || there.iter().any(|it| list(it) == Some(name))
        };
        let mut judge = |root: &Expr| {
            each_expr(root, &mut |expr| {
                let name = match &expr.kind {
                    ExprKind::IsEntry { entry, .. } => absent(*entry),
                    _ => list_asked(expr).filter(|name| !of_list(name)),
                };
                if let Some(name) = name.filter(|_| told.insert(expr.span)) {
                    sink.push(nobody(&scenario.name, name, expr.span));
                }
            });
        };
        let bearer = BearerDef::Scenario(id);
        let clauses = typed.clauses.values().filter(|clause| clause.bearer == bearer);
        clauses.for_each(|clause| clause.each_expr(&mut judge));
        let hooks = typed.hooks.values().filter(|hook| hook.bearer == bearer);
        hooks.for_each(|hook| hook.each_expr(&mut judge));
    }
}

/// The sides of a battle that field an entry, in any of its forms.
pub(crate) fn fielding(typed: &Typed, scenario: &ScenarioDef, entry: EntryId) -> usize {
    let fields = |side: &&SideDef| {
        let pieces = side.pieces.iter().map(|piece| piece.entry).collect();
        with_forms(typed, pieces).contains(&entry)
    };
    scenario.sides.iter().filter(fields).count()
}

/// The limits of an army list speak of units that an army of it can have.
pub(crate) fn limits_speak_of_their_list(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    for (at, limit) in (0..).zip(&typed.limits) {
        let own = |entry: &EntryDef| {
            let faction = entry.faction.as_ref();
            faction.is_some_and(|it| limit.whose.trim_matches('"') == &**it)
        };
        if limit.laid || !typed.entries.values().any(own) {
            continue;
        }
        let rosters = typed.rosters.iter().filter(|roster| roster.limits.contains(&at));
        let armies = rosters.filter_map(|roster| typed.scenarios.get(roster.scenario));
        let sides = armies.flat_map(|army| &army.sides);
        let fielded = sides.flat_map(|side| &side.pieces).map(|piece| piece.entry).collect();
        let fielded = with_forms(typed, fielded);
        // What was bought for a unit, or is another form of it, is of its list.
        let of_list = |id: EntryId| {
            fielded.contains(&id)
                || bases(typed, id).any(|it| typed.entries.get(it).is_some_and(own))
        };
        let any_of_list = |is_so: &dyn Fn(&EntryDef) -> bool| {
            typed.entries.iter().any(|(id, def)| is_so(def) && of_list(id))
        };
        let whose = &limit.whose;
        let mut judge = |expr: &Expr| {
            let (message, help) = if let Some((profile, wanted)) = figure_asked(typed, expr) {
                let is_so =
                    |def: &EntryDef| printed(typed, def, profile).is_none_or(|it| it == wanted);
                if any_of_list(&is_so) {
                    return;
                }
                (format!("no unit of {whose} is so"), PUT_ELSEWHERE)
            } else if let ExprKind::Has { ability, .. } = expr.kind {
                let has = |def: &EntryDef| def.abilities.iter().any(|it| it.ability == ability);
                if facts.may_be_given(ability) || any_of_list(&has) {
                    return;
                }
                let name = typed.abilities.get(ability).map_or("", |it| it.name.as_str());
                (format!("no unit of {whose} has `{name}`"), PUT_ELSEWHERE)
            } else if let ExprKind::IsEntry { entry, .. } = expr.kind {
                let Some(def) = typed.entries.get(entry) else { return };
                if def.faction.is_none() || of_list(entry) {
                    return;
                }
                let message = format!("\"{}\" is no unit of {whose}", def.name);
                (message, "name a unit of the list, or put the limit where that unit is declared")
            } else {
                return;
            };
            Diagnostic::at(codes::NEVER_APPLIES, expr.span)
                .says(message)
                .label("nothing of the list is counted by this")
                .help(help)
                .emit(sink);
        };
        limit.exprs().for_each(|root| each_expr(root, &mut judge));
    }
}

/// What to do about a limit that counts nothing.
const PUT_ELSEWHERE: &str =
    "name what units of the list have, or put the limit where those are that have it";

/// `u.faction is "Name"`: the army list that is asked for.
fn list_asked(expr: &Expr) -> Option<&str> {
    let ExprKind::Compare { how: Compare::Eq, left, right } = &expr.kind else { return None };
    match (&left.kind, &right.kind) {
        (ExprKind::ListOf(_), ExprKind::Text(name))
        | (ExprKind::Text(name), ExprKind::ListOf(_)) => Some(name),
        _ => None,
    }
}

/// `it.trade is baker`: a figure of one of several things, and what it is compared with.
fn figure_asked(typed: &Typed, expr: &Expr) -> Option<(ir::ProfileId, i64)> {
    let ExprKind::Compare { how: Compare::Eq, left, right } = &expr.kind else { return None };
    let (ExprKind::Cell(wanted), Type::Member(_)) = (&right.kind, bare(&left.ty)) else {
        return None;
    };
    let (of, profile) = match &left.kind {
        ExprKind::Printed { of, profile } => (&**of, *profile),
        ExprKind::Quantity { quantity, args } => {
            (args.first()?, typed.quantities.get(*quantity)?.profile?)
        }
        _ => return None,
    };
    matches!(of.kind, ExprKind::Local(_)).then_some((profile, *wanted))
}

/// What is printed of an entry; nothing where its kind has no such figure, or more than a cell of it.
pub(crate) fn printed(typed: &Typed, def: &EntryDef, profile: ir::ProfileId) -> Option<i64> {
    let at = typed.kinds.get(def.kind)?.profiles.iter().position(|it| *it == profile);
    // A thing of another kind has no such figure, and is not counted.
    let Some(at) = at else { return Some(i64::MIN) };
    match def.values.get(at)? {
        ir::Value::Scalar(cell) => Some(*cell),
        ir::Value::Wide(_) => None,
    }
}

/// Kinds of which some are made in play.
pub(crate) fn made(typed: &Typed) -> FxHashSet<ir::KindId> {
    let mut made = FxHashSet::default();
    for body in typed.all_bodies() {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Create { kind, .. } = stmt.kind {
                made.insert(kind);
            }
        });
    }
    made
}

/// The entries of all that stands in a battle, with those of which they are forms or that they were bought for.
fn there(typed: &Typed, scenario: &ScenarioDef) -> FxHashSet<EntryId> {
    let pieces = scenario.sides.iter().flat_map(|side| &side.pieces).chain(&scenario.ground);
    with_forms(typed, pieces.map(|piece| piece.entry).collect())
}

/// An entry, and those of which it is a form or for which it was bought.
fn bases(typed: &Typed, entry: EntryId) -> impl Iterator<Item = EntryId> {
    let base = |id: &EntryId| typed.entries.get(*id).and_then(|entry| entry.base);
    std::iter::successors(Some(entry), base)
}

/// Entries with those of which they are forms or that they were bought for, and all forms of these.
pub(crate) fn with_forms(typed: &Typed, entries: FxHashSet<EntryId>) -> FxHashSet<EntryId> {
    let mut there: FxHashSet<EntryId> =
        entries.into_iter().flat_map(|entry| bases(typed, entry)).collect();
    // What stands in one form may take another.
    let all = typed.entries.iter().map(|(id, _)| id);
    let others = all.filter(|id| bases(typed, *id).any(|id| there.contains(&id)));
    let others: Vec<EntryId> = others.collect();
    there.extend(others);
    there
}

fn nobody(battle: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NEVER_APPLIES, span)
        .says(format!("no side of \"{battle}\" fields \"{name}\""))
        .label("never holds in this battle")
        .help("name somebody of the rosters of its sides, or leave this out")
}
