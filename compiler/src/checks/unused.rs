//! Unused: what is declared and that nothing asks, calls, has or writes.

use super::endings;
use crate::typed::{
    Assign, BearerDef, ClauseOwner, Expr, ExprKind, FunctionDef, Stmt, StmtKind, Supposed,
    TestExpect, Type, Typed, each_expr, each_stmt,
};
use crate::types::{bare, spelled};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir as ir;

/// What is mentioned somewhere.
#[derive(Default)]
struct Used {
    functions: FxHashSet<ir::FunctionId>,
    quantities: FxHashSet<ir::QuantityId>,
    permissions: FxHashSet<ir::PermissionId>,
    tables: FxHashSet<ir::TableId>,
    abilities: FxHashSet<ir::AbilityId>,
    rulings: FxHashSet<u16>,
    fields: FxHashSet<ir::FieldId>,
    profiles: FxHashSet<ir::ProfileId>,
    ties: FxHashSet<ir::TieId>,
    /// Ties by which something joins.
    joined: FxHashSet<ir::TieId>,
}

/// Everything that is declared is used by something.
pub(super) fn everything_is_used(typed: &Typed, sink: &mut Sink) {
    let used = used(typed);
    for (id, def) in typed.abilities.iter() {
        if def.titled && !used.abilities.contains(&id) {
            let what = if def.is_status { "status" } else { "ability" };
            let help = if def.is_status {
                format!("grant it: `grant {} to u until ..`", spelled(&def.name, false))
            } else {
                format!("give it to somebody: `abilities + {}`", spelled(&def.name, false))
            };
            sink.push(
                unused(what, &def.name, def.span, "nothing has it, grants it or lends it")
                    .help(help),
            );
        }
    }
    for (id, def) in typed.functions.iter() {
        if !used.functions.contains(&id) && !is_relation(def) {
            // What a kind works out of its things has them as `self`.
            let of_thing = def.locals.all.first().is_some_and(|local| &*local.name == "self");
            let what = if of_thing { "derive" } else { "define" };
            sink.push(unused(what, &def.name, def.span, "nothing asks it"));
        }
    }
    for (id, def) in typed.quantities.iter() {
        let paid = typed
            .actions
            .values()
            .any(|action| action.cost.as_ref().is_some_and(|cost| cost.0 == id));
        if def.profile.is_none() && !paid && !used.quantities.contains(&id) {
            sink.push(unused("quantity", &def.name, def.span, "nothing asks it"));
        }
    }
    let mut in_play = FxHashSet::default();
    typed.each_expr_of_rules(&mut |expr| {
        if let ExprKind::May { permission, .. } = &expr.kind {
            in_play.insert(*permission);
        }
    });
    for (id, def) in typed.permissions.iter() {
        let action = typed.actions.values().any(|action| action.permission == id);
        let mut bent = typed.clauses.values().filter(|it| it.owner == ClauseOwner::Permission(id));
        if action || in_play.contains(&id) {
            continue;
        }
        if !used.permissions.contains(&id) {
            sink.push(unused("permission", &def.name, def.span, "nothing asks it"));
        } else if let Some(clause) = bent.next() {
            // What is there for whoever asks `why` is bent by nothing.
            sink.push(
                unused("permission", &def.name, def.span, "nothing asks it but tests")
                    .also(clause.span, "so that this bends nothing in play"),
            );
        }
    }
    for (id, def) in typed.tables.iter() {
        if !used.tables.contains(&id) {
            sink.push(unused("table", &def.name, def.span, "nothing looks it up"));
        }
    }
    for (id, def) in typed.ties.iter() {
        if !used.ties.contains(&id) {
            sink.push(unused("tie", &def.name, def.span, "nothing joins or asks it"));
        } else if !used.joined.contains(&id) && !def.span.is_empty() {
            let message = format!("nothing ever joins anything by `{}`", def.name);
            sink.push(
                Diagnostic::new(codes::UNUSED, message, def.span)
                    .label("asked, and never there")
                    .help(format!("join them where it begins: `join a, b by {}`", def.name)),
            );
        }
    }
    for (id, def) in (0..=u16::MAX).zip(&typed.rulings) {
        if !used.rulings.contains(&id) {
            sink.push(unused("ruling", &def.name, def.span, "nothing reads it"));
        }
    }
    profiles(typed, &used, sink);
    fields(typed, &used, sink);
}

/// Things that rules, entries and battles speak of by name are all spoken of, where nearly all of their kind are.
pub(super) fn things_are_spoken_of(typed: &Typed, sink: &mut Sink) {
    let mut spoken: FxHashSet<(ir::KindId, i64)> = FxHashSet::default();
    let mut gone_through: FxHashSet<ir::KindId> = FxHashSet::default();
    typed.each_expr(&mut |expr| {
        // Who goes through all of them speaks of each.
        if let ExprKind::Members(kind) = expr.kind {
            gone_through.insert(kind);
        }
        if let (ExprKind::Cell(cell), Type::Member(kind)) = (&expr.kind, bare(&expr.ty)) {
            spoken.insert((*kind, *cell));
        }
    });
    for (kind, def) in typed.kinds.iter() {
        // Names without figures are words, of which the last may well stand for all others.
        let is_list = def.closed && def.base == ir::KindBase::Thing && !def.profiles.is_empty();
        if !is_list || is_printed_or_laid(typed, kind) {
            continue;
        }
        if gone_through.contains(&kind) {
            continue;
        }
        let (named, unnamed): (Vec<_>, Vec<_>) =
            (0..).zip(&def.entries).partition(|(at, _)| spoken.contains(&(kind, *at)));
        if unnamed.is_empty() || unnamed.len() * MOST_NAMED > named.len() {
            continue;
        }
        for entry in unnamed.into_iter().filter_map(|(_, id)| typed.entries.get(*id)) {
            let mut answers = typed.tests.values().flat_map(|test| &test.answers_at);
            if answers.any(|(_, answer)| answer.contains(&entry.name)) {
                continue;
            }
            sink.push(
                unused(
                    &def.name,
                    &entry.name,
                    entry.span,
                    "no rule names it, as all others of its kind are named",
                )
                .help("name it where who has it or may use it is said"),
            );
        }
    }
}

/// Of so many of a kind that rules name one may be unnamed by a slip.
const MOST_NAMED: usize = 3;

/// Whether entries or battles say of what sort something is by naming one of a kind.
fn is_printed_or_laid(typed: &Typed, kind: ir::KindId) -> bool {
    let is_it = |ty: &Type| matches!(bare(ty), Type::Member(of) if *of == kind);
    let in_cells = |field: &crate::typed::FieldDef| {
        let base = typed.kinds.get(field.kind).map(|def| def.base);
        base == Some(ir::KindBase::Cell) && is_it(&field.ty)
    };
    typed.profiles.values().any(|def| is_it(&def.ty)) || typed.fields.values().any(in_cells)
}

/// Every state is written and read by something.
fn fields(typed: &Typed, used: &Used, sink: &mut Sink) {
    let scored = scored_for_nothing(typed);
    let written = written(typed);
    for (id, def) in typed.fields.iter() {
        // Where things are is state of the engine's own.
        let on_board =
            |kind: &crate::typed::KindDef| [kind.place, kind.region, kind.cell].contains(&Some(id));
        if typed.active == Some(id) && !written.contains(&id) {
            let help = format!("write it where a turn begins: `battle.{} = p`", def.name);
            sink.push(never_written(typed, id, def, &help));
        }
        let own =
            typed.active == Some(id) || def.inverse.is_some() || typed.kinds.values().any(on_board);
        // What the engine gives a kind stands where the kind does.
        let given = typed.kinds.get(def.kind).is_some_and(|kind| kind.span == def.span);
        if own || given || def.span.is_empty() {
            continue;
        }
        if let Some(counted) = scored.get(&id) {
            sink.extend(counted.values().map(|span| counted_for_nothing(def, *span)));
        } else if !used.fields.contains(&id) && !read_from_its_far_end(typed, used, id) {
            sink.push(unused("state", &def.name, def.span, "nothing reads it"));
        } else if !written.contains(&id)
            && !is_given(typed, &written, id, def)
            && !is_for_tests(typed, id)
        {
            sink.push(never_written(
                typed,
                id,
                def,
                "write it where it changes, or make it a `profile`, a `derive` or a figure",
            ));
        }
    }
}

/// Every figure of an entry is asked by something.
fn profiles(typed: &Typed, used: &Used, sink: &mut Sink) {
    for (id, def) in typed.profiles.iter() {
        let asked = def.quantity.is_some_and(|quantity| used.quantities.contains(&quantity));
        // Words are there to be read by people, and points by who builds an army.
        let printed = |kind: &crate::typed::KindDef| matches!(kind.footprint, Some(ir::FootprintOf::Printed(profile)) if profile == id);
        let of_maps = matches!((bare(&def.ty), typed.colours), (Type::Member(kind), Some((colours, _))) if *kind == colours);
        let for_people = matches!(bare(&def.ty), Type::Text)
            || def.name == "points"
            || of_maps
            || typed.kinds.values().any(|kind| kind.copies == Some(id))
            || typed.kinds.values().any(printed);
        if !asked && !for_people && !used.profiles.contains(&id) && !def.span.is_empty() {
            sink.push(unused("profile", &def.name, def.span, "nothing asks it"));
        }
    }
}

/// What rules, battles and army lists write that is not what a state begins with. What is only supposed, and what tests set up, is
/// no such thing.
fn written(typed: &Typed) -> FxHashSet<ir::FieldId> {
    let mut written: FxHashSet<ir::FieldId> = FxHashSet::default();
    typed.each_state_write(&mut |write| {
        let begins = typed.fields.get(write.field).map(|def| &def.initial.kind);
        let stays = match (&write.value.kind, begins) {
            (ExprKind::Cell(value), Some(ExprKind::Cell(first))) => value == first,
            (ExprKind::None, Some(ExprKind::None)) => true,
            // Out of nothing nothing can be taken.
            (ExprKind::Without(of, _), Some(ExprKind::Items(first))) => {
                let own = matches!(of.kind, ExprKind::Field { field, .. } if field == write.field);
                own && first.is_empty()
            }
            _ => false,
        };
        if !write.supposed && !stays {
            written.insert(write.field);
        }
    });
    for (_, _, purse) in typed.actions.values().filter_map(|action| action.cost.as_ref()) {
        // Nothing is paid from an empty purse.
        let begins = typed.fields.get(*purse).map(|def| &def.initial.kind);
        if !matches!(begins, Some(ExprKind::Cell(0))) {
            written.insert(*purse);
        }
    }
    for scenario in typed.scenarios.values() {
        let pieces = scenario.sides.iter().flat_map(|side| &side.pieces);
        let state = pieces.chain(&scenario.ground).flat_map(|piece| &piece.state);
        written.extend(state.map(|(field, _)| *field));
    }
    written
}

/// Whether a state is written from its far end, or by who lays out a battle.
fn is_given(
    typed: &Typed,
    written: &FxHashSet<ir::FieldId>,
    id: ir::FieldId,
    def: &crate::typed::FieldDef,
) -> bool {
    let far = typed.fields.iter().filter(|(_, far)| far.inverse == Some(id));
    let mut far = far.map(|(far, _)| far).chain(def.inverse);
    let base = typed.kinds.get(def.kind).map(|kind| kind.base);
    far.any(|far| written.contains(&far))
        || matches!(base, Some(ir::KindBase::Area))
        // Scenarios say of what sort a cell is, and not what stands there.
        || matches!(base, Some(ir::KindBase::Cell)) && !matches!(def.ty, Type::Set(_) | Type::List(_))
        // What a battle or its players begin with is for scenarios to say; of a purse from which is paid one would.
        || matches!(base, Some(ir::KindBase::Battle | ir::KindBase::Player))
            && (typed.scenarios.is_empty() || !is_taken_from(typed, id))
        || endings::last_round(typed) == Some(id)
        || def.sight != ir::Sight::All && !matches!(def.ty, Type::Set(_) | Type::List(_))
}

/// Whether actions are paid from a state, or things are taken out of it.
fn is_taken_from(typed: &Typed, id: ir::FieldId) -> bool {
    let mut taken = typed.actions.values().any(|it| it.cost.as_ref().is_some_and(|it| it.2 == id));
    typed.each_state_write(&mut |write| {
        taken |= write.field == id && matches!(write.value.kind, ExprKind::Without(..));
    });
    taken
}

fn never_written(
    typed: &Typed,
    id: ir::FieldId,
    def: &crate::typed::FieldDef,
    help: &str,
) -> Diagnostic {
    let told = Diagnostic::new(
        codes::UNUSED,
        format!("nothing ever writes state `{}`: it stays as it begins", def.name),
        def.span,
    )
    .label("read, and never written")
    .help(help);
    match seeming_write(typed, id) {
        Some((span, what)) => told.also(span, what),
        None => told,
    }
}

/// Whether a state that no rule sets back is only written by tests or supposed: nobody has said yet what does in play.
fn is_for_tests(typed: &Typed, id: ir::FieldId) -> bool {
    let set_back = typed.fields.get(id).is_some_and(|def| def.resets.is_some());
    !set_back
        && seeming_write(typed, id)
            .is_some_and(|(_, what)| ![AS_IT_BEGINS, TAKES_OUT].contains(&what))
}

/// What is said of a write of what a state begins with, and of a test.
const AS_IT_BEGINS: &str = "this is what it begins with";
const TAKES_OUT: &str = "this takes out of it, and nothing puts anything in";
const BY_A_TEST: &str = "only a test writes it";

/// What looks like a write of a state and changes nothing in play.
fn seeming_write(typed: &Typed, id: ir::FieldId) -> Option<(Span, &'static str)> {
    let mut found = None;
    typed.each_state_write(&mut |write| {
        if write.field == id {
            let what = match write.value.kind {
                _ if write.supposed => "this is only supposed",
                ExprKind::Without(..) => TAKES_OUT,
                _ => AS_IT_BEGINS,
            };
            found.get_or_insert((write.value.span, what));
        }
    });
    let mut in_test = None;
    for test in typed.tests.values() {
        each_stmt(&test.setup, &mut |stmt| {
            if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &stmt.kind
                && *field == id
            {
                in_test.get_or_insert((stmt.span, BY_A_TEST));
            }
        });
    }
    found.or(in_test)
}

/// Whether the inverse of a state is read: what it says is read so.
fn read_from_its_far_end(typed: &Typed, used: &Used, id: ir::FieldId) -> bool {
    typed.fields.iter().any(|(far, def)| def.inverse == Some(id) && used.fields.contains(&far))
}

/// State that battles add points to and that nothing in force there reads but the sums themselves, with the first line of each
/// battle that does.
fn scored_for_nothing(typed: &Typed) -> FxHashMap<ir::FieldId, BTreeMap<ir::ScenarioId, Span>> {
    let mut all = Reads::default();
    typed.each_expr(&mut |expr| all.expr(expr));
    typed.each_stmt(&mut |stmt| all.sum(stmt));
    let mut of_battles: BTreeMap<ir::ScenarioId, Reads> = BTreeMap::new();
    let hooks = || {
        typed.hooks.values().filter_map(|hook| match hook.bearer {
            BearerDef::Scenario(id) => Some((id, hook)),
            BearerDef::System | BearerDef::Ability(_) => None,
        })
    };
    for (id, hook) in hooks() {
        let own = of_battles.entry(id).or_default();
        hook.each_expr(&mut |root| each_expr(root, &mut |expr| own.expr(expr)));
        each_stmt(&hook.body, &mut |stmt| own.sum(stmt));
    }
    let is_read = |id: ir::ScenarioId, field: ir::FieldId| {
        let others = of_battles.iter().filter(|(other, _)| **other != id);
        all.of(field) > others.map(|(_, reads)| reads.of(field)).sum()
    };
    let mut scored: FxHashMap<_, BTreeMap<_, _>> = FxHashMap::default();
    for (id, hook) in hooks() {
        each_stmt(&hook.body, &mut |stmt| {
            if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &stmt.kind
                && all.0.contains_key(field)
                && !is_read(id, *field)
            {
                scored.entry(*field).or_default().entry(id).or_insert(hook.span);
            }
        });
    }
    scored
}

/// How often states are read; in a sum that is written back to the state itself they are not.
#[derive(Default)]
struct Reads(FxHashMap<ir::FieldId, usize>);

impl Reads {
    fn of(&self, field: ir::FieldId) -> usize {
        self.0.get(&field).copied().unwrap_or(0)
    }

    /// An expression by itself, without those inside.
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Field { field, .. } = expr.kind {
            *self.0.entry(field).or_default() += 1;
        }
    }

    /// A statement whose expressions have been counted.
    fn sum(&mut self, stmt: &Stmt) {
        let StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } = &stmt.kind else {
            return;
        };
        // What lies on a heap is there to be seen.
        if matches!(value.ty, Type::Set(_) | Type::List(_)) {
            return;
        }
        each_expr(value, &mut |expr| {
            if matches!(expr.kind, ExprKind::Field { field: read, .. } if read == *field)
                && let Some(reads) = self.0.get_mut(field)
            {
                *reads = reads.saturating_sub(1);
            }
        });
    }
}

fn counted_for_nothing(def: &crate::typed::FieldDef, span: Span) -> Diagnostic {
    let name = &def.name;
    Diagnostic::new(codes::NO_SCORE, format!("`{name}` is counted and decides nothing"), span)
        .label("no verdict asks for it")
        .also(def.span, "counted here")
        .help(format!(
            "let a verdict ask: `verdict at end of battle {{ first(players where it.{name} >= 10) is some p | won by p \"on points\" ; else | draw \"few points\" }}`, or a side: `wins when self.{name} >= 10 at end of battle`"
        ))
        .severity(Severity::Warning)
}

/// A yes or no about two things: words that a system gives to authors, whether it uses them itself or not.
fn is_relation(def: &FunctionDef) -> bool {
    let params = def.locals.all.iter().take(usize::from(def.params));
    def.params == 2
        && def.ty == Type::Bool
        && params.into_iter().all(|it| matches!(it.ty, Type::Entity(_)))
}

fn unused(what: &str, name: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(codes::UNUSED, format!("{what} `{name}` is never used"), span)
        .label(label)
        .help("take it out, or use it where it was meant to count")
}

fn used(typed: &Typed) -> Used {
    let mut used = Used::default();
    // The engine itself asks them.
    used.functions.extend(typed.worth.into_iter().chain(typed.footprints()));
    // That a figure can be bent does not use it.
    let own = typed.quantities.values().filter(|def| def.profile.is_some());
    let own: FxHashSet<*const Expr> = own.map(|def| std::ptr::from_ref(&def.base)).collect();
    let mut reads = Reads::default();
    typed.each_expr(&mut |expr| {
        reads.expr(expr);
        if !own.contains(&std::ptr::from_ref(expr)) {
            note(&mut used, &expr.kind);
        }
    });
    // What is only read to be counted on is not read.
    typed.each_stmt(&mut |stmt| reads.sum(stmt));
    used.fields = reads.0.into_iter().filter(|(_, many)| *many > 0).map(|(id, _)| id).collect();
    used.abilities
        .extend(typed.entries.values().flat_map(|entry| &entry.abilities).map(|it| it.ability));
    let sides = typed.scenarios.values().flat_map(|scenario| &scenario.sides);
    used.abilities.extend(sides.into_iter().flat_map(|side| &side.abilities));
    for clause in typed.clauses.values() {
        if let ClauseOwner::Possession(id) = clause.owner {
            used.abilities.insert(id);
        }
    }
    for action in typed.actions.values() {
        used.fields.extend(action.cost.iter().map(|(_, _, field)| *field));
    }
    typed.each_stmt(&mut |stmt| match &stmt.kind {
        StmtKind::Grant { ability, .. } => {
            used.abilities.insert(*ability);
        }
        StmtKind::Join { tie, .. } => {
            used.ties.insert(*tie);
            used.joined.insert(*tie);
        }
        StmtKind::Part { tie, .. } => {
            used.ties.insert(*tie);
        }
        StmtKind::Assign { to: Assign::TieField { tie, .. }, .. } => {
            used.ties.insert(*tie);
        }
        _ => {}
    });
    for expect in typed.tests.values().flat_map(|test| &test.expects) {
        if let TestExpect::Refused { permission, .. } = expect {
            used.permissions.insert(*permission);
        }
    }
    used
}

fn note(used: &mut Used, kind: &ExprKind) {
    match kind {
        ExprKind::Call { function, .. } => {
            used.functions.insert(*function);
        }
        ExprKind::Quantity { quantity, .. } => {
            used.quantities.insert(*quantity);
        }
        ExprKind::May { permission, .. } => {
            used.permissions.insert(*permission);
        }
        ExprKind::Table { table, .. } => {
            used.tables.insert(*table);
        }
        ExprKind::Ruling(position) => {
            used.rulings.insert(*position);
        }
        ExprKind::Printed { profile, .. } => {
            used.profiles.insert(*profile);
        }
        ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } => {
            used.abilities.insert(*ability);
        }
        ExprKind::Tied { tie, .. }
        | ExprKind::AreTied { tie, .. }
        | ExprKind::TieField { tie, .. } => {
            used.ties.insert(*tie);
        }
        ExprKind::Supposing { changes, .. } => {
            for change in changes {
                if let Supposed::Has { ability, .. } = change {
                    used.abilities.insert(*ability);
                }
            }
        }
        _ => {}
    }
}
