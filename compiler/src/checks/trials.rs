//! Trials: takes the tests of a game, says of what they are given that it cannot be: faces that no die of what they run has, two
//! pieces on one spot.

use super::recursion::{calls, started};
use crate::typed::{
    ActionPlace, Assign, Expr, ExprKind, LocalId, Stmt, StmtKind, TestDef, TestRun, Typed,
    each_expr, each_stmt, each_stmt_expr,
};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{DieId, ProcedureId};

/// What a test is given can be.
pub(super) fn tests_can_be(typed: &Typed, sink: &mut Sink) {
    let graph = calls(typed);
    for test in typed.tests.values().filter(|test| !test.rolls.is_empty()) {
        let TestRun::Procedure { procedure, .. } = test.run else { continue };
        let mut roots = vec![procedure];
        started(typed, &test.setup, &mut |id, _| roots.push(id));
        let runs: FxHashSet<ProcedureId> = graph.reached(roots).into_iter().collect();
        faces(typed, test, &rolled_in(typed, &runs), sink);
    }
    crowded(typed, sink);
}

/// The dice that may be rolled while procedures run.
fn rolled_in(typed: &Typed, runs: &FxHashSet<ProcedureId>) -> Vec<DieId> {
    let mut dice: Vec<DieId> = Vec::new();
    let mut look = |body: &[Stmt]| {
        each_stmt(body, &mut |stmt| {
            each_stmt_expr(stmt, &mut |root| {
                each_expr(root, &mut |expr| {
                    if let ExprKind::Roll { die, .. } = expr.kind
                        && !dice.contains(&die)
                    {
                        dice.push(die);
                    }
                });
            });
        });
    };
    for (_, def) in typed.procedures.iter().filter(|(id, _)| runs.contains(id)) {
        def.steps.iter().for_each(|step| look(&step.body));
    }
    let hooks = typed.hooks.values().filter(|hook| runs.contains(&hook.procedure));
    hooks.for_each(|hook| look(&hook.body));
    for action in typed.actions.values() {
        let there = match action.place {
            ActionPlace::Step { procedure, .. } => runs.contains(&procedure),
            ActionPlace::Named(_) => true,
        };
        if there {
            look(&action.body);
        }
    }
    dice
}

fn faces(typed: &Typed, test: &TestDef, rolled: &[DieId], sink: &mut Sink) {
    let name = |die: DieId, face: u32| {
        let die = typed.dice.get(die)?;
        die.faces.get(face as usize).map(|(name, ..)| name.as_str())
    };
    let shows = |die: &DieId, wanted: &str| {
        typed.dice.get(*die).is_some_and(|die| die.faces.iter().any(|(name, ..)| name == wanted))
    };
    let mut missing: Vec<(&str, Span)> = Vec::new();
    for ((die, face), (at, _)) in test.rolls.iter().zip(&test.rolls_at) {
        let Some(wanted) = name(*die, *face) else { continue };
        let shown = rolled.is_empty() || rolled.iter().any(|die| shows(die, wanted));
        if !shown && !missing.iter().any(|(known, _)| *known == wanted) {
            missing.push((wanted, *at));
        }
    }
    let Some((_, first)) = missing.first().copied() else { return };
    let all: Vec<&str> = missing.iter().map(|(wanted, _)| *wanted).collect();
    let dice: Vec<&str> =
        rolled.iter().filter_map(|die| Some(typed.dice.get(*die)?.name.as_str())).collect();
    let dice = dice.join("`, `");
    let message = format!("no die that is rolled here shows {}", all.join(" or "));
    let mut found = Diagnostic::new(codes::NO_SUCH_FACE, message, first)
        .label(format!("`{dice}` has no such face"));
    if let [one] = rolled
        && let Some(die) = typed.dice.get(*one)
    {
        let all: Vec<&str> = die.faces.iter().map(|(name, ..)| name.as_str()).collect();
        found = found.help(format!("it shows {}", all.join(", ")));
    }
    sink.push(found);
}

/// How many tests must keep pieces apart before one that does not is told.
const USUAL: usize = 12;

/// Two pieces that are given on one spot, where no other test of the game has it so.
fn crowded(typed: &Typed, sink: &mut Sink) {
    let all: Vec<(Span, Option<(Span, Span)>)> = typed
        .tests
        .values()
        .filter_map(|test| {
            let given = given(typed, test);
            (given.len() > 1).then(|| (test.span, on_one_spot(&given)))
        })
        .collect();
    let shared: Vec<&(Span, Option<(Span, Span)>)> =
        all.iter().filter(|(_, pair)| pair.is_some()).collect();
    if let [(_, Some((first, second)))] = shared.as_slice()
        && all.len() > USUAL
    {
        sink.push(
            Diagnostic::new(codes::CROWDED_BOARD, "two pieces are given on one spot", *second)
                .label("stands where the other does")
                .also(*first, "the other")
                .help("no other test of this game has two on one spot: move one of them")
                .severity(Severity::Warning),
        );
    }
}

/// Where the pieces of a test are given to stand, as far as that is written out.
fn given(typed: &Typed, test: &TestDef) -> Vec<(Vec<i64>, Span)> {
    let is_place = |field: ir::FieldId| {
        typed.kinds.values().any(|kind| {
            kind.base == ir::KindBase::Piece && [kind.place, kind.cell].contains(&Some(field))
        })
    };
    // Where one is put again, it stands there.
    let mut all: IndexMap<LocalId, (Vec<i64>, Span)> = IndexMap::new();
    for stmt in &test.setup {
        let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &stmt.kind else {
            continue;
        };
        let (true, ExprKind::Local(whom)) = (is_place(*field), &of.kind) else { continue };
        match spot(value) {
            Some(mut at) => {
                at.insert(0, i64::from(field.0));
                all.insert(*whom, (at, stmt.span));
            }
            None => drop(all.shift_remove(whom)),
        }
    }
    all.into_values().collect()
}

fn spot(value: &Expr) -> Option<Vec<i64>> {
    match &value.kind {
        ExprKind::Cell(cell) => Some(vec![*cell]),
        ExprKind::Within { of, .. } => spot(of),
        ExprKind::Space { op: ir::SpaceOp::Place, args } => spot(args.first()?),
        ExprKind::Space { op: ir::SpaceOp::Point, args } => {
            args.iter().map(|arg| spot(arg)?.first().copied()).collect()
        }
        ExprKind::Space { args, .. } if !args.is_empty() => {
            args.iter().map(|arg| spot(arg)?.first().copied()).collect()
        }
        _ => None,
    }
}

fn on_one_spot(given: &[(Vec<i64>, Span)]) -> Option<(Span, Span)> {
    given.iter().enumerate().find_map(|(at, (here, second))| {
        let (_, first) = given.iter().take(at).find(|(there, _)| there == here)?;
        Some((*first, *second))
    })
}
