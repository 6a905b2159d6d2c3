//! Words that tell what is hidden: takes a program, says which expressions read hidden fields, themselves or by what they call.

use std::collections::BTreeSet;
use warwright_ir::{ClauseId, Expr, FieldId, Id, Program, Sight, Template, each_expr};

/// Whether words say something of what is hidden.
pub(super) fn says_hidden(words: &Template, reading: &[bool]) -> bool {
    words.values().any(|value| reading.get(value.position()) == Some(&true))
}

/// Which expressions read hidden fields, or call what does.
pub(super) fn reading_hidden(program: &Program) -> Vec<bool> {
    let hidden = || program.fields.iter().filter(|(_, field)| field.sight != Sight::All);
    let mirrors = hidden().filter_map(|(_, field)| field.inverse);
    let hidden: BTreeSet<FieldId> = hidden().map(|(id, _)| id).chain(mirrors).collect();
    let mut functions = vec![false; program.functions.len()];
    let mut quantities = vec![false; program.quantities.len()];
    let mut permissions = vec![false; program.permissions.len()];
    loop {
        let reading = program.with_a_part(|expr| match expr {
            Expr::Field { field, .. } => hidden.contains(field),
            Expr::Call { function, .. } => functions.get(function.position()) == Some(&true),
            Expr::Quantity { quantity, .. } => quantities.get(quantity.position()) == Some(&true),
            Expr::May { permission, .. } => permissions.get(permission.position()) == Some(&true),
            _ if expr.measures() => {
                program.footprints().any(|it| functions.get(it.position()) == Some(&true))
            }
            _ => false,
        });
        let clauses = |clauses: &[ClauseId]| {
            clauses.iter().any(|id| program.clauses.get(*id).is_some_and(|it| rests(it, &reading)))
        };
        let now_functions: Vec<bool> =
            program.functions.values().map(|it| rests(it, &reading)).collect();
        let now_quantities: Vec<bool> = program
            .quantities
            .values()
            .map(|it| rests(it, &reading) || clauses(&it.clauses))
            .collect();
        let now_permissions: Vec<bool> = program
            .permissions
            .values()
            .map(|it| rests(it, &reading) || clauses(&it.clauses))
            .collect();
        if (&now_functions, &now_quantities, &now_permissions)
            == (&functions, &quantities, &permissions)
        {
            return reading;
        }
        (functions, quantities, permissions) = (now_functions, now_quantities, now_permissions);
    }
}

/// Whether a part of a program names an expression of which something is known.
fn rests(data: &impl serde::Serialize, known: &[bool]) -> bool {
    let mut rests = false;
    each_expr(data, |expr| rests |= known.get(expr.position()) == Some(&true));
    rests
}
