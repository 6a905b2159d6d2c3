//! What is worth keeping the values of, and what takes long: takes a program, gives which functions and conditions.

use warwright_ir::{CostClass, Expr, ExprId, Id, Program};

/// Which functions are worth keeping the values of: those that do more than read a few cells.
pub(super) fn worth_keeping(program: &Program) -> Vec<bool> {
    bodies(program, &program.with_a_part(|expr| expr.cost() >= CostClass::Dear))
}

/// What takes long: which functions, and which conditions that bind no names. Where the least of something is looked for, those are
/// asked last, of what would be the least.
pub(super) fn long(program: &Program) -> (Vec<bool>, Vec<bool>) {
    let with_long = |long: &[bool]| {
        program.with_a_part(|expr| match expr {
            Expr::Call { function, .. } => long.get(function.position()) == Some(&true),
            _ => expr.cost() == CostClass::Long,
        })
    };
    let mut long = bodies(program, &with_long(&[]));
    let calls = program.functions.values().map(|function| {
        let mut calls = Vec::new();
        program.each_below(function.body, |expr| {
            if let Expr::Call { function, .. } = expr {
                calls.push(function.position());
            }
        });
        calls
    });
    let calls: Vec<Vec<usize>> = calls.collect();
    // What calls something that takes long takes long; calls may go round in a ring.
    loop {
        let of_call = |calls: &Vec<usize>| calls.iter().any(|it| long.get(*it) == Some(&true));
        let now = long.iter().zip(&calls).map(|(long, calls)| *long || of_call(calls));
        let now: Vec<bool> = now.collect();
        if now == long {
            break;
        }
        long = now;
    }
    let binds = program.with_a_part(Expr::leaves_names);
    let late = with_long(&long).into_iter().zip(binds).map(|(long, binds)| long && !binds);
    (long, late.collect())
}

/// What is known of the bodies of all functions.
fn bodies(program: &Program, known: &[bool]) -> Vec<bool> {
    let of = |body: ExprId| known.get(body.position()) == Some(&true);
    program.functions.values().map(|function| of(function.body)).collect()
}
