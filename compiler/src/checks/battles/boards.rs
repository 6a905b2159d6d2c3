//! Boards of cells: a rule of the game that names a cell names one that the board of every battle has.

use crate::typed::{BearerDef, Expr, ExprKind, Typed, each_body_expr, each_expr};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// Cells that rules name are on the board of each scenario; those that a scenario names itself were looked up on its own.
pub(crate) fn cells_are_on_boards(typed: &Typed, sink: &mut Sink) {
    let mut named: Vec<(i64, i64, Span)> = Vec::new();
    each_of_game(typed, &mut |root| {
        each_expr(root, &mut |expr| {
            let ExprKind::Space { op: ir::SpaceOp::CellNamed, args } = &expr.kind else { return };
            if let [ExprKind::Cell(row), ExprKind::Cell(column)] =
                [0, 1].map(|at| args.get(at).map_or(&ExprKind::Error, |arg| &arg.kind))
            {
                named.push((*row, *column, expr.span));
            }
        });
    });
    let of_tests: FxHashSet<_> = typed.tests.values().map(|test| test.scenario).collect();
    let battles = typed.scenarios.iter().filter(|(id, _)| !of_tests.contains(id));
    let mut told = FxHashSet::default();
    for (_, scenario) in battles {
        let Some(board) = scenario.board.as_ref().and_then(ir::Board::cells) else { continue };
        for (row, column, span) in &named {
            if !board.has(*row, *column) && told.insert(*span) {
                sink.push(off_board(&ir::cell_name(*row, *column), *span, scenario.span));
            }
        }
    }
}

/// Tells of each whole expression of the rules that are in force in every battle.
fn each_of_game<'t>(typed: &'t Typed, found: &mut dyn FnMut(&'t Expr)) {
    let of_system = |bearer: BearerDef| bearer == BearerDef::System;
    typed.functions.values().for_each(|def| found(&def.body));
    typed.quantities.values().for_each(|def| found(&def.base));
    typed.fields.values().for_each(|def| found(&def.initial));
    typed.permissions.values().for_each(|def| def.each_expr(found));
    for def in typed.procedures.values() {
        def.each_head(found);
        def.steps.iter().for_each(|step| each_body_expr(&step.body, found));
    }
    typed.clauses.values().filter(|it| of_system(it.bearer)).for_each(|it| it.each_expr(found));
    typed.hooks.values().filter(|it| of_system(it.bearer)).for_each(|it| it.each_expr(found));
    typed.actions.values().filter(|it| of_system(it.bearer)).for_each(|it| it.each_expr(found));
}

fn off_board(cell: &str, span: Span, scenario: Span) -> Diagnostic {
    Diagnostic::warning(codes::NO_SUCH_CELL, span)
        .says(format!("there is no cell {cell} in every battle, and one would stop here"))
        .label("off the board of a battle")
        .also(scenario, "the board of this one has no such cell")
        .help("let the scenario say which cells are meant, by a state of cells, or give it a larger board")
}
