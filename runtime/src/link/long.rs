//! What is worth keeping the values of, and what takes long: takes a program, gives which functions and conditions.

use warwright_ir::{CostClass, Expr, ExprId, Id, Program};

/// Which functions are worth keeping the values of: those that do more than read a few cells.
pub(super) fn worth_keeping(program: &Program) -> Vec<bool> {
    bodies(program, &program.with_a_part(|expr| expr.cost() >= CostClass::Dear))
}

/// What takes long: which functions, and which conditions that bind no names. Where the least of something is looked for, those are
/// asked last, of what would be the least.
pub(super) fn long(program: &Program) -> (Vec<bool>, Vec<bool>) {
    let mut long = vec![false; program.functions.len()];
    // What calls something that takes long takes long; calls may go round in a ring.
    loop {
        let takes_long = program.with_a_part(|expr| match expr {
            Expr::Call { function, .. } => long.get(function.position()) == Some(&true),
            _ => expr.cost() == CostClass::Long,
        });
        let now = bodies(program, &takes_long);
        if now == long {
            let binds = program.with_a_part(Expr::leaves_names);
            let late = takes_long.into_iter().zip(binds).map(|(long, binds)| long && !binds);
            return (long, late.collect());
        }
        long = now;
    }
}

/// What is known of the bodies of all functions.
fn bodies(program: &Program, known: &[bool]) -> Vec<bool> {
    let of = |body: ExprId| known.get(body.position()) == Some(&true);
    program.functions.values().map(|function| of(function.body)).collect()
}
