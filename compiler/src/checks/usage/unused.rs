//! Unused: what is declared and that nothing asks, calls, has or writes.

mod states;

use crate::typed::{
    Assign, ClauseOwner, Expr, ExprKind, FieldDef, FunctionDef, KindDef, StmtKind, Supposed,
    TestExpect, Type, Typed,
};
use crate::types::{bare, spelled};
use rustc_hash::FxHashSet;
use states::{Reads, fields};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
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
pub(crate) fn everything_is_used(typed: &Typed, sink: &mut Sink) {
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
    let mut in_play = Used::default();
    typed.each_expr_of_rules(&mut |expr| note(&mut in_play, &expr.kind));
    for (id, def) in typed.permissions.iter() {
        let action = typed.actions.values().any(|action| action.permission == id);
        let mut bent = typed.clauses.values().filter(|it| it.owner == ClauseOwner::Permission(id));
        if action || in_play.permissions.contains(&id) {
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
        if !in_play.tables.contains(&id) {
            let label = match used.tables.contains(&id) {
                true => "nothing looks it up but tests",
                false => "nothing looks it up",
            };
            sink.push(unused("table", &def.name, def.span, label));
        }
    }
    for (id, def) in typed.ties.iter() {
        if !used.ties.contains(&id) {
            sink.push(unused("tie", &def.name, def.span, "nothing joins or asks it"));
        } else if !used.joined.contains(&id) && !def.span.is_empty() {
            Diagnostic::at(codes::UNUSED, def.span)
                .says(format!("nothing ever joins anything by `{}`", def.name))
                .label("asked, and never there")
                .help(format!("join them where it begins: `join a, b by {}`", def.name))
                .emit(sink);
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
pub(crate) fn things_are_spoken_of(typed: &Typed, sink: &mut Sink) {
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
    let in_cells = |field: &FieldDef| {
        let base = typed.kinds.get(field.kind).map(|def| def.base);
        base == Some(ir::KindBase::Cell) && is_it(&field.ty)
    };
    typed.profiles.values().any(|def| is_it(&def.ty)) || typed.fields.values().any(in_cells)
}

/// Every figure of an entry is asked by something.
fn profiles(typed: &Typed, used: &Used, sink: &mut Sink) {
    for (id, def) in typed.profiles.iter() {
        let asked = def.quantity.is_some_and(|quantity| used.quantities.contains(&quantity));
        // Words are there to be read by people, and points by who builds an army.
        let printed = |kind: &KindDef| matches!(kind.footprint, Some(ir::FootprintOf::Printed(profile)) if profile == id);
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

/// A yes or no about two things: words that a system gives to authors, whether it uses them itself or not.
pub(crate) fn is_relation(def: &FunctionDef) -> bool {
    let params = def.locals.first(def.params).iter();
    def.params == 2
        && def.ty == Type::Bool
        && params.into_iter().all(|it| matches!(it.ty, Type::Entity(_)))
}

fn unused(what: &str, name: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::at(codes::UNUSED, span)
        .says(format!("{what} `{name}` is never used"))
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
