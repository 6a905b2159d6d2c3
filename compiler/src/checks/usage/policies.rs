//! Policies: takes their advice, says which of it is never heard, and what the files of battles declare and no battle uses.

use super::unused::is_relation;
use crate::typed::{
    Arithmetic, ExprKind, PolicyDef, PolicyRuleDef, PolicyTarget, PreferDef, SpaceType, Type,
    Typed, reads_local,
};
use rustc_hash::FxHashSet;
use warwright_grammar::source::FileId;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};
use warwright_ir as ir;

/// Every line of a policy decides something.
pub(crate) fn policies_are_heard(typed: &Typed, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    for policy in typed.policies.values() {
        for rule in &policy.rules {
            let found = overruled(policy, rule).or_else(|| undecided(rule));
            let found = found.or_else(|| left(typed, rule));
            sink.extend(found.filter(|_| told.insert(rule.span)));
        }
    }
}

/// Advice behind other advice that has settled the matter.
fn overruled(policy: &PolicyDef, rule: &PolicyRuleDef) -> Option<Diagnostic> {
    let earlier = policy.rules.iter().take_while(|it| !std::ptr::eq(*it, rule));
    let settled = earlier.filter(|it| it.target == rule.target).find(|it| it.when.is_none())?;
    Some(
        Diagnostic::at(codes::IDLE_CLAUSE, rule.span)
            .says("this advice is never heard")
            .label("the line above has decided")
            .also(settled.span, "says so whatever holds")
            .help("the first line whose condition holds is followed: put those with `when` first, the one without behind them"),
    )
}

/// Advice on a choice that ranks all answers alike.
fn undecided(rule: &PolicyRuleDef) -> Option<Diagnostic> {
    let (Some(candidate), PreferDef::Ranked(ranked)) = (rule.candidate, &rule.prefer) else {
        return None;
    };
    let any = ranked.iter().any(|(_, value)| reads_local(value, candidate));
    // Where a piece is placed it stands there while that is weighed.
    let placed =
        rule.locals.get(candidate).map(|it| &it.ty) == Some(&Type::Space(SpaceType::Place));
    if any || placed {
        return None;
    }
    let (_, first) = ranked.first()?;
    Some(
        Diagnostic::at(codes::IDLE_CLAUSE, rule.span)
            .says("this advice ranks all answers alike")
            .label("the line does not speak of `it`, the answer")
            .also(first.span, "the same whatever is chosen")
            .help("speak of `it`: `prefer highest it.NUMBER`; of a yes or no, `when .. always`, `when .. never`"),
    )
}

/// Advice by which an action is never wanted: what ranks below 0 is left.
fn left(typed: &Typed, rule: &PolicyRuleDef) -> Option<Diagnostic> {
    let PreferDef::Ranked(ranked) = &rule.prefer else { return None };
    let (true, value) = ranked.first()? else { return None };
    let of_action = matches!(rule.target, PolicyTarget::Action(_));
    // Who writes `if .. then 0 else -1` knows; of what is taken from nothing it is meant the other way round.
    let turned = match &value.kind {
        ExprKind::Negate(_) => true,
        ExprKind::Arithmetic { how: Arithmetic::Sub, left, .. } => {
            matches!(left.kind, ExprKind::Cell(0))
        }
        _ => false,
    };
    if !of_action || !turned || typed.range(value).most.is_none_or(|most| most > 0) {
        return None;
    }
    Some(
        Diagnostic::at(codes::IDLE_CLAUSE, value.span)
            .says("by this advice the action is left")
            .label("never above 0, and what ranks below 0 is not wanted")
            .help("rank by what is little: `prefer lowest NUMBER`, or add what makes it 0 or more"),
    )
}

/// A file of battles declares policies that a side takes, and ground that is put somewhere; one of battles or army lists relations by
/// which something is reached. What else rules and army lists declare is there for whoever wants it.
pub(crate) fn battles_use_what_they_declare(typed: &Typed, map: &SourceMap, sink: &mut Sink) {
    let tests: FxHashSet<ir::ScenarioId> = typed.tests.values().map(|test| test.scenario).collect();
    let armies = typed.rosters.iter().chain(&typed.catalogue).map(|roster| roster.scenario);
    let armies: FxHashSet<ir::ScenarioId> = armies.collect();
    let battles =
        typed.scenarios.iter().filter(|(id, _)| !tests.contains(id) && !armies.contains(id));
    let with_battles: FxHashSet<FileId> =
        battles.map(|(_, battle)| map.file_of(battle.span)).collect();
    let of_battles = |span: Span| with_battles.contains(&map.file_of(span));
    let sides = || typed.scenarios.values().flat_map(|scenario| &scenario.sides);
    let taken: FxHashSet<ir::PolicyId> = sides().filter_map(|side| side.policy).collect();
    let liked = typed.policies.values().filter_map(|policy| policy.like);
    let liked: FxHashSet<ir::PolicyId> = liked.collect();
    for (id, policy) in typed.policies.iter().skip(1) {
        if !taken.contains(&id) && !liked.contains(&id) && of_battles(policy.span) {
            sink.push(
                unused("policy", &policy.name, policy.span, "no side of a battle takes it")
                    .help(format!("a side takes it: `side NAME {{ .. policy {} }}`", policy.name)),
            );
        }
    }
    relations(typed, map, &with_battles, sink);
    let put = typed.scenarios.values().flat_map(|scenario| &scenario.ground);
    let mut put: FxHashSet<ir::EntryId> = put.map(|piece| piece.entry).collect();
    typed.each_expr(&mut |expr| {
        if let ExprKind::IsEntry { entry, .. } = expr.kind {
            put.insert(entry);
        }
    });
    for (id, entry) in typed.entries.iter() {
        let base = typed.kinds.get(entry.kind).map(|kind| kind.base);
        if base == Some(ir::KindBase::Area) && !put.contains(&id) && of_battles(entry.span) {
            let name = crate::types::spelled(&entry.name, false);
            sink.push(
                unused("ground", &entry.name, entry.span, "no battle puts it on its board")
                    .help(format!("put it somewhere: `put {name} at ..`")),
            );
        }
    }
}

/// A relation that stands beside battles or army lists, and by which no rule reaches or asks anything.
fn relations(typed: &Typed, map: &SourceMap, with_battles: &FxHashSet<FileId>, sink: &mut Sink) {
    let listed = typed.entries.values().filter(|entry| entry.faction.is_some());
    let mut files: FxHashSet<FileId> = listed.map(|entry| map.file_of(entry.span)).collect();
    files.extend(with_battles);
    for kind in typed.kinds.values() {
        files.remove(&map.file_of(kind.span));
    }
    let mut asked: FxHashSet<ir::FunctionId> = FxHashSet::default();
    typed.each_expr_of_rules(&mut |expr| {
        if let ExprKind::Call { function, .. } = expr.kind {
            asked.insert(function);
        }
    });
    for (id, def) in typed.functions.iter() {
        if !asked.contains(&id) && is_relation(def) && files.contains(&map.file_of(def.span)) {
            sink.push(
                unused("relation", &def.name, def.span, "no rule asks it or reaches by it")
                    .help(format!("a clause reaches by it: `.. as ROLE {} self ..`", def.name)),
            );
        }
    }
}

fn unused(what: &str, name: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::at(codes::UNUSED, span).says(format!("{what} `{name}` is never used")).label(label)
}
