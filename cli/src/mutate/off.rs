//! Switching off: takes a program and one of its rules, gives the program without it.

use super::rules::{Rule, Sort, neighbour};
use warwright_ir::{Act, Expr, ExprId, Id, IrFault, Program, SpanId, Ty, ValidProgram, validate};
use warwright_runtime::Part;

/// The program without a rule.
///
/// # Errors
///
/// Where it is no program without it.
pub(super) fn without(program: &Program, rule: &Rule) -> Result<ValidProgram, Vec<IrFault>> {
    let mut program = program.clone();
    for part in &rule.parts {
        switch_off(&mut program, rule.sort, *part);
    }
    validate(program)
}

fn switch_off(program: &mut Program, sort: Sort, part: Part) {
    match (sort, part) {
        (_, Part::Clause(id)) => {
            let never = constant(program, 0);
            if let Some(clause) = program.clauses.get_mut(id) {
                clause.when = Some(never);
            }
        }
        (_, Part::Require(holds)) => require(program, holds),
        (Sort::HookLimit, Part::Hook(id)) => {
            if let Some(hook) = program.hooks.get_mut(id) {
                hook.once = None;
            }
        }
        (_, Part::Hook(id)) => {
            let never = constant(program, 0);
            if let Some(hook) = program.hooks.get_mut(id) {
                hook.when = Some(never);
            }
        }
        (sort, Part::Action(id)) => {
            let never = constant(program, 0);
            let Some(action) = program.actions.get_mut(id) else { return };
            match sort {
                Sort::ActionLimit => action.once = None,
                Sort::Cost => action.cost = None,
                Sort::Must => action.must = false,
                _ => action.when = Some(never),
            }
        }
        (_, Part::Act(id, position)) => {
            let Some(body) = program.bodies.get_mut(id) else { return };
            let Some(act) = body.acts.get_mut(position as usize) else { return };
            *act = match act {
                Act::JumpUnless { to, .. } => Act::Jump(*to),
                _ => Act::Forget(Vec::new()),
            };
        }
        (_, Part::Row(id, position)) => {
            let Some(table) = program.tables.get_mut(id) else { return };
            let value = neighbour(&table.rows, position);
            if let (Some(row), Some(value)) = (table.rows.get_mut(position), value) {
                row.value = value;
            }
        }
        (_, Part::Reset(id)) => {
            if let Some(field) = program.fields.get_mut(id) {
                field.resets = None;
            }
        }
    }
}

/// Lets a requirement hold always. Its condition is asked all the same, because it may name things for later ones.
fn require(program: &mut Program, holds: ExprId) {
    let span = program.expr_spans.get(holds.position()).copied().unwrap_or(SpanId(0));
    let yes = constant(program, 1);
    let always = add(program, Expr::Or { left: holds, right: yes }, span);
    for (_, permission) in program.permissions.iter_mut() {
        for require in permission.requires.iter_mut().filter(|require| require.holds == holds) {
            require.holds = always;
            require.inherits = None;
        }
    }
}

/// Yes or no as an expression.
fn constant(program: &mut Program, value: i64) -> ExprId {
    add(program, Expr::Const(value), SpanId(0))
}

fn add(program: &mut Program, expr: Expr, span: SpanId) -> ExprId {
    program.types.push(Ty::Bool);
    program.expr_spans.push(span);
    program.exprs.push(expr)
}
