//! Trials: takes the tests of a game, says of what they are given that it cannot be: faces that no die of what they run has,
//! actions that nothing of it offers, rounds that no battle has, two pieces on one spot.

use crate::checks::logic::solve::Facts;
use crate::checks::runs::endings::counted;
use crate::checks::runs::idle::is_same;
use crate::checks::runs::recursion::{opened, started};
use crate::typed::{
    ActionDef, ActionPlace, Assign, Compare, Expr, ExprKind, LocalId, ProcedureDef, Stmt, StmtKind,
    TestDef, TestExpect, TestRun, Typed, any_stmt, each_expr, each_stmt, each_stmt_expr,
};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{DieId, ProcedureId};

/// What a test is given can be.
pub(crate) fn tests_can_be(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, graph) = (facts.typed, &facts.calls);
    for (_, test) in facts.named.of(&typed.tests) {
        let TestRun::Procedure { procedure, .. } = test.run else { continue };
        let acts = |it: &ir::Scripted| matches!(it, ir::Scripted::Act { .. });
        if test.rolls.is_empty() && !test.answers.iter().any(acts) {
            continue;
        }
        let mut roots = vec![procedure];
        started(typed, &test.setup, &mut |id, _| roots.push(id));
        let runs: FxHashSet<ProcedureId> = graph.reached(roots).into_iter().collect();
        if !test.rolls.is_empty() {
            faces(typed, test, &rolled_in(typed, &runs), sink);
        }
        answered(typed, test, &runs, sink);
    }
    rounds(typed, sink);
    set_up_alone(typed, sink);
    crowded(typed, sink);
}

/// A test that runs nothing, and looks at nothing but what it has written itself.
fn set_up_alone(typed: &Typed, sink: &mut Sink) {
    for test in typed.tests.values().filter(|test| matches!(test.run, TestRun::Nothing)) {
        let calls = any_stmt(&test.setup, |stmt| matches!(stmt.kind, StmtKind::Call { .. }));
        let mut expected = test.expects.iter().map(|expect| match expect {
            TestExpect::Holds { holds, .. } => written_before(&test.setup, holds),
            _ => None,
        });
        let first = expected.next().flatten().filter(|_| !calls);
        let Some((at, set)) = first.filter(|_| expected.all(|it| it.is_some())) else { continue };
        Diagnostic::at(codes::PROVES_NOTHING, at)
            .says("this is what the test has set up itself")
            .label("nothing is run that could change it")
            .also(set, "written here")
            .help("run what is to be tested before it: `run PROCEDURE(..)`")
            .emit(sink);
    }
}

/// Where a statement writes the very number that a condition asks for.
fn written_before(setup: &[Stmt], holds: &Expr) -> Option<(Span, Span)> {
    let ExprKind::Compare { how: Compare::Eq, left, right } = &holds.kind else { return None };
    let ExprKind::Field { of: asked, field: read } = &plain(left).kind else { return None };
    let written = setup.iter().rev().find_map(|stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Field { of, field }, value, .. } if field == read => {
            is_same(of, asked).then_some((value, stmt.span))
        }
        _ => None,
    });
    let (value, at) = written?;
    match (&plain(value).kind, &plain(right).kind) {
        (ExprKind::Cell(one), ExprKind::Cell(other)) if one == other => Some((holds.span, at)),
        _ => None,
    }
}

/// A value without the range that it must be in.
fn plain(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::Within { of, .. } => plain(of),
        _ => value,
    }
}

/// A test says that a round is played which its battle never comes to.
fn rounds(typed: &Typed, sink: &mut Sink) {
    let Some((count, most)) = counted(typed) else { return };
    for test in typed.tests.values() {
        let of = typed.scenarios.get(test.scenario);
        let played = of.and_then(|it| it.rounds).map_or(most, i64::from);
        let beyond = test.setup.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } if *field == count => {
                match &value.kind {
                    ExprKind::Cell(round) => (*round > played).then_some((*round, value.span)),
                    _ => None,
                }
            }
            _ => None,
        });
        let Some((round, at)) = beyond else { continue };
        Diagnostic::at(codes::OUT_OF_RANGE, at)
            .says(format!("no battle comes to round {round}"))
            .label(format!("this one has {played} rounds at most"))
            .help(format!("write a round from 1 to {played}"))
            .emit(sink);
    }
}

/// Actions that a test takes are offered in what it runs.
fn answered(typed: &Typed, test: &TestDef, runs: &FxHashSet<ProcedureId>, sink: &mut Sink) {
    // What a test answers follows from the rules: where something is wrong with those, that is told.
    let of_test = |at: Span| typed.tests.values().any(|test| test.span.contains(at));
    if !sink.iter().all(|it| of_test(it.primary.span)) {
        return;
    }
    let windows = opened_in(typed, runs);
    for (answer, (at, _)) in test.answers.iter().zip(&test.answers_at) {
        let ir::Scripted::Act { action, .. } = answer else { continue };
        let Some(def) = typed.actions.get(*action) else { continue };
        if def.place.is_in(runs, &windows) {
            continue;
        }
        let found = Diagnostic::at(codes::BAD_TEST, *at)
            .says(format!("nothing that is run here offers `{}`", def.name))
            .label("nobody is asked for it")
            .also(def.span, "declared here");
        let opens = |def: &ProcedureDef| match typed.actions.get(*action).map(|it| it.place) {
            Some(ActionPlace::Named(window)) => {
                def.steps.iter().any(|step| opened(&step.body).contains(&window))
            }
            _ => false,
        };
        let opener = match def.place {
            ActionPlace::Step { procedure, .. } => typed.procedures.get(procedure),
            ActionPlace::Named(_) => typed.procedures.values().find(|it| opens(it)),
        };
        sink.push(match opener {
            Some(opener) => found.help(format!("run what offers it: `run {}(..)`", opener.name)),
            None => found,
        });
        return;
    }
}

/// The windows that may be open while procedures run.
fn opened_in(typed: &Typed, runs: &FxHashSet<ProcedureId>) -> FxHashSet<ir::WindowId> {
    let running = typed.run_bodies().filter(|(id, _)| runs.contains(id));
    let mut windows: FxHashSet<ir::WindowId> = running.flat_map(|(_, body)| opened(body)).collect();
    loop {
        let before = windows.len();
        let offered = typed.actions.values().filter(|it| it.place.is_in(runs, &windows));
        let more: Vec<ir::WindowId> = offered.flat_map(|action| opened(&action.body)).collect();
        windows.extend(more);
        if windows.len() == before {
            return windows;
        }
    }
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
    typed.run_bodies().filter(|(id, _)| runs.contains(id)).for_each(|(_, body)| look(body));
    let there = |it: &&ActionDef| it.place.procedure().is_none_or(|id| runs.contains(&id));
    typed.actions.values().filter(there).for_each(|action| look(&action.body));
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
    let mut found = Diagnostic::at(codes::NO_SUCH_FACE, first)
        .says(format!("no die that is rolled here shows {}", all.join(" or ")))
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
        Diagnostic::at(codes::CROWDED_BOARD, *second)
            .says("two pieces are given on one spot")
            .label("stands where the other does")
            .also(*first, "the other")
            .help("no other test of this game has two on one spot: move one of them")
            .emit(sink);
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
