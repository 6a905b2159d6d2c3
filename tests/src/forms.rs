//! Which forms programs are made of: takes a program, gives the rows of the tables of forms that stand in it.

use std::collections::BTreeSet;
use warwright_ir::{
    Act, BinaryOp, ChoiceKind, Expr, Form, FormSign, GrantUntil, Operand, OperandSign, Program,
    Quantifier, ReachLimit, Rounding, SPACE_OPS, Supposition, Target, UnaryOp, WindowEnd,
    each_operand,
};

/// A row of a table: the table, its name there, its text and its operands.
type Row = (&'static str, &'static str, &'static str, &'static [OperandSign]);

fn rows() -> Vec<Row> {
    fn of<F>(table: &'static str, forms: &'static [FormSign<F>]) -> impl Iterator<Item = Row> {
        forms.iter().map(move |it| (table, it.name, it.text, it.operands))
    }
    let mut all: Vec<Row> = of("expression", Expr::FORMS).collect();
    all.extend(of("act", Act::FORMS));
    all.extend(of("target", Target::FORMS));
    all.extend(of("choice", ChoiceKind::FORMS));
    all.extend(of("grant until", GrantUntil::FORMS));
    all.extend(of("window until", WindowEnd::FORMS));
    all.extend(of("reach", ReachLimit::FORMS));
    all.extend(of("supposition", Supposition::FORMS));
    all.extend(of("quantifier", Quantifier::FORMS));
    all.extend(of("sign", UnaryOp::FORMS));
    all.extend(of("sign between", BinaryOp::FORMS));
    all.extend(of("rounding", Rounding::FORMS));
    all
}

/// All forms that there are, operations on space among them.
pub fn all() -> BTreeSet<String> {
    let rows = rows().into_iter().map(|(table, name, ..)| format!("{table} {name}"));
    rows.chain(SPACE_OPS.iter().map(|it| format!("operation {:?}", it.op))).collect()
}

/// The forms that stand in a program.
pub fn used(program: &Program) -> BTreeSet<String> {
    let (rows, mut found) = (rows(), BTreeSet::new());
    for expr in program.exprs.values() {
        found.insert(format!("expression {}", expr.sign().name));
        if let Expr::Space { op, .. } = expr {
            found.insert(format!("operation {op:?}"));
        }
        // Operators of one text differ by what they take.
        match expr {
            Expr::Unary { op, .. } => found.insert(format!("sign {}", op.sign().name)),
            Expr::Binary { op, .. } => found.insert(format!("sign between {}", op.sign().name)),
            _ => false,
        };
        parts(&rows, expr, &mut found);
    }
    for act in program.bodies.values().flat_map(|body| &body.acts) {
        found.insert(format!("act {}", act.sign().name));
        parts(&rows, act, &mut found);
    }
    found
}

fn parts(rows: &[Row], form: &dyn Form, found: &mut BTreeSet<String>) {
    each_operand(form, &mut |_, _, operand| {
        let inner = match operand {
            Operand::Form(form) => vec![*form],
            Operand::Forms(forms) => forms.clone(),
            _ => return,
        };
        for form in inner {
            let (text, operands) = form.row();
            // No part is an expression or an act, though it may be written like one.
            let row =
                rows.iter().filter(|row| !matches!(row.0, "expression" | "act")).find(|row| {
                    let names =
                        |signs: &[OperandSign]| signs.iter().map(|it| it.name).collect::<Vec<_>>();
                    row.2 == text && names(row.3) == names(operands)
                });
            found.extend(row.map(|(table, name, ..)| format!("{table} {name}")));
        }
    });
}
