//! The tables of forms hold together: what a text or an operand names is there.

use warwright_ir::*;

/// The operands of the row, and of what it is a part of.
fn names(rows: &[&[OperandSign]]) -> Vec<&'static str> {
    rows.iter().flat_map(|row| row.iter().map(|sign| sign.name)).collect()
}

fn sound(form: &str, text: &str, own: &[OperandSign], outer: &[&[OperandSign]]) {
    let all: Vec<&[OperandSign]> = [own].into_iter().chain(outer.iter().copied()).collect();
    let known = names(&all);
    for name in text.split('{').skip(1).filter_map(|part| part.split_once('}')) {
        let name = name.0.split(':').next().unwrap();
        assert!(known.contains(&name), "{form}: no `{name}` for {text:?}");
    }
    for sign in own {
        assert!(!sign.about.trim().is_empty() || own.len() == 1, "{form}.{}", sign.name);
        let named = match (sign.want, sign.want.holds()) {
            (_, Some(Holds::Operand(name) | Holds::Some(name) | Holds::Item(name)))
            | (_, Some(Holds::Cell(name) | Holds::Drawn(name) | Holds::Next(name)))
            | (_, Some(Holds::Items(name)))
            | (Want::Like(name) | Want::Same(name) | Want::ItemOf(name), _) => name,
            _ => continue,
        };
        assert!(known.contains(&named), "{form}.{}: no `{named}`", sign.name);
    }
}

#[test]
fn rows_name_what_is_there() {
    let outer = |name: &str| {
        let exprs = Expr::FORMS.iter().map(|sign| (sign.name, sign.operands));
        let acts = Act::FORMS.iter().map(|sign| (sign.name, sign.operands));
        exprs.chain(acts).find(|sign| sign.0 == name).unwrap().1
    };
    Expr::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &[]));
    Act::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &[]));
    let set = [outer("Set")];
    Target::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &set));
    let choose = [outer("Choose")];
    ChoiceKind::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &choose));
    GrantUntil::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &[]));
    Supposition::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &[]));
    let reach = [outer("Reach")];
    ReachLimit::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &reach));
    let unary = [outer("Unary")];
    UnaryOp::FORMS.iter().for_each(|it| sound(it.name, it.text, it.operands, &unary));
    let given = Expr::FORMS.iter().flat_map(|it| match it.facts.gives {
        Gives::Of(names) => names.iter().map(|name| (it, *name)).collect(),
        Gives::Item(name) => vec![(it, name)],
        _ => Vec::new(),
    });
    for (row, name) in given {
        assert!(names(&[row.operands]).contains(&name), "{}: no `{name}`", row.name);
    }
}

#[test]
fn parts_are_found_wherever_they_stand() {
    let [one, two, three] = [ExprId(1), ExprId(2), ExprId(3)];
    let past = Past { of: two, slot: Slot::Scalar(0), when: Some(three), through: None };
    let line = Expr::ClearLine { from: one, to: one, wide: None, past: vec![past] };
    let mut found = Vec::new();
    each_part(&line, |id| found.push(id));
    assert_eq!(found, [one, one, two, three]);
    // What the table tells is what stands in the stored form.
    let mut walked = Vec::new();
    each_expr(&line, |id| walked.push(id));
    assert_eq!(found, walked);
    for act in sample_acts() {
        let (mut found, mut walked) = (Vec::new(), Vec::new());
        each_part(&act, |id| found.push(id));
        each_expr(&act, |id| walked.push(id));
        assert_eq!(found, walked, "{act:?}");
    }
}

fn sample_acts() -> Vec<Act> {
    let program = crate::sample::sample();
    program.bodies.values().flat_map(|body| body.acts.clone()).collect()
}
