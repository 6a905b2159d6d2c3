//! States: every one is written and read by something, and what is counted decides something.

use super::{Used, unused};
use crate::checks::runs::endings;
use crate::typed::{
    Assign, BearerDef, Expr, ExprKind, FieldDef, KindDef, Stmt, StmtKind, Type, Typed, any_expr,
    each_expr, each_stmt, gathered, stmts,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// Every state is written and read by something.
pub(super) fn fields(typed: &Typed, used: &Used, sink: &mut Sink) {
    let scored = scored_for_nothing(typed);
    let written = written(typed);
    for (id, def) in typed.fields.iter() {
        // Where things are is state of the engine's own.
        let on_board = |kind: &KindDef| [kind.place, kind.region, kind.cell].contains(&Some(id));
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
    def: &FieldDef,
) -> bool {
    let far = typed.fields.iter().filter(|(_, far)| far.inverse == Some(id));
    let mut far = far.map(|(far, _)| far).chain(def.inverse);
    let base = typed.kinds.get(def.kind).map(|kind| kind.base);
    far.any(|far| written.contains(&far))
        || matches!(base, Some(ir::KindBase::Area))
        // Scenarios say of what sort a cell is, and not what stands there.
        || matches!(base, Some(ir::KindBase::Cell)) && !matches!(def.ty, Type::Set(_) | Type::List(_))
        // What a battle or its players begin with is for scenarios to say; of a purse from which is paid one would, and by what decides
        // who wins nobody would if it stayed.
        || matches!(base, Some(ir::KindBase::Battle | ir::KindBase::Player))
            && (typed.scenarios.is_empty() || !is_taken_from(typed, id) && !is_scored(typed, id))
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

/// Whether the game's own verdicts ask for a number.
fn is_scored(typed: &Typed, id: ir::FieldId) -> bool {
    let number = typed.fields.get(id).is_some_and(|def| matches!(def.ty, Type::Int(_)));
    let verdicts = typed
        .hooks
        .values()
        .filter(|hook| hook.bearer == BearerDef::System && hook.label == "verdict");
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Field { field, .. } if field == id);
    let mut roots = verdicts.flat_map(|hook| gathered(|found| hook.each_expr(found)));
    number && roots.any(|root| any_expr(root, is_it))
}

fn never_written(typed: &Typed, id: ir::FieldId, def: &FieldDef, help: &str) -> Diagnostic {
    let told = Diagnostic::at(codes::UNUSED, def.span)
        .says(format!("nothing ever writes state `{}`: it stays as it begins", def.name))
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
    let is_it = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Assign { to: Assign::Field { field, .. }, .. } if *field == id);
    let in_test = || typed.tests.values().flat_map(|test| stmts(&test.setup)).find(is_it);
    found.or_else(|| in_test().map(|stmt| (stmt.span, BY_A_TEST)))
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
pub(super) struct Reads(pub(super) FxHashMap<ir::FieldId, usize>);

impl Reads {
    fn of(&self, field: ir::FieldId) -> usize {
        self.0.get(&field).copied().unwrap_or(0)
    }

    /// An expression by itself, without those inside.
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Field { field, .. } = expr.kind {
            *self.0.entry(field).or_default() += 1;
        }
    }

    /// A statement whose expressions have been counted.
    pub(super) fn sum(&mut self, stmt: &Stmt) {
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

fn counted_for_nothing(def: &FieldDef, span: Span) -> Diagnostic {
    let name = &def.name;
    Diagnostic::warning(codes::NO_SCORE, span)
        .says(format!("`{name}` is counted and decides nothing"))
        .label("no verdict asks for it")
        .also(def.span, "counted here")
        .help(format!(
            "let a verdict ask: `verdict at end of battle {{ first(players where it.{name} >= 10) is some p | won by p \"on points\" ; else | draw \"few points\" }}`, or a side: `wins when self.{name} >= 10 at end of battle`"
        ))
}
