//! Regions that cannot be, found before anybody plays: those that are made of fixed figures are made once.

use crate::faults;
use warwright_grammar::SourceMap;
use warwright_grammar::diagnostic::Diagnostic;
use warwright_ir::{Expr, ExprId, Given, Program, each_expr};
use warwright_runtime::{FaultKind, Locals, Machine};

/// The regions of a program whose corners and widths are fixed.
pub fn fixed_regions(program: &Program) -> Vec<ExprId> {
    let is_region =
        |expr: &Expr| matches!(expr, Expr::Space { op, .. } if op.sign().gives == Given::Region);
    let all = program.exprs.iter().filter(|(id, expr)| is_region(expr) && is_fixed(program, *id));
    all.map(|(id, _)| id).collect()
}

/// Of these regions those that cannot be.
pub fn impossible(machine: &Machine, regions: &[ExprId], map: &SourceMap) -> Vec<Diagnostic> {
    let program = machine.program();
    let Some(Ok(state)) = program.scenarios.ids().next().map(|any| machine.set_up(any)) else {
        return Vec::new();
    };
    let made = |id: &ExprId| machine.evaluate(&state, *id, &Locals::default()).err();
    let faults = regions.iter().filter_map(made);
    let faults = faults.filter(|fault| matches!(fault.kind, FaultKind::BadRegion { .. }));
    faults.map(|fault| faults::diagnostic(&fault, program, map)).collect()
}

/// Whether a value is the same in every battle, made of numbers alone.
fn is_fixed(program: &Program, id: ExprId) -> bool {
    let Some(expr) = program.exprs.get(id) else { return false };
    match expr {
        Expr::Const { .. } | Expr::Wide { .. } => true,
        Expr::Items { .. } | Expr::Space { .. } | Expr::Unary { .. } | Expr::Binary { .. } => {
            let (mut all, mut any) = (true, false);
            each_expr(expr, |inner| {
                any = true;
                all &= is_fixed(program, inner);
            });
            all && any
        }
        _ => false,
    }
}
