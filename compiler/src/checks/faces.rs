//! Faces: a die with named faces is rolled, and every face is asked for somewhere.

use super::running::bodies;
use crate::typed::{
    Expr, ExprKind, Quoted, Stmt, Type, Typed, each_expr, each_stmt, each_stmt_expr,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir::DieId;

/// What is asked of faces.
#[derive(Default)]
struct Asked {
    faces: FxHashSet<(DieId, i64)>,
    /// Dice whose numbers are read, or whose faces are all told apart by an `else`.
    whole: FxHashSet<DieId>,
    rolled: FxHashSet<DieId>,
}

/// Every face of a named die that is rolled is read somewhere.
pub(super) fn faces_are_read(typed: &Typed, sink: &mut Sink) {
    let mut asked = Asked::default();
    each_root(typed, &mut |root| each_expr(root, &mut |expr| note(&mut asked, expr)));
    for ruling in &typed.rulings {
        if let Type::Face(die) = ruling.ty {
            asked.faces.insert((die, ruling.value));
        }
    }
    for table in typed.tables.values() {
        asked.whole.extend(table.dice.map(|(_, die)| die));
        for (_, ty) in &table.axes {
            if let Type::Face(die) = ty {
                asked.whole.insert(*die);
            }
        }
    }
    for body in bodies(typed) {
        each_stmt(body, &mut |stmt| match_faces(&mut asked, stmt));
    }
    for (id, def) in typed.dice.iter() {
        let named = def.faces.iter().any(|(_, value, _)| value.is_none());
        if !named || !asked.rolled.contains(&id) || asked.whole.contains(&id) {
            continue;
        }
        let unread = (0i64..)
            .zip(&def.faces)
            .filter(|(face, (_, value, _))| value.is_none() && !asked.faces.contains(&(id, *face)));
        let unread: Vec<&str> = unread.map(|(_, (name, ..))| name.as_str()).collect();
        // One face that means nothing needs no reader: whatever is not counted is that face.
        if unread.len() > 1 {
            sink.push(
                Diagnostic::new(
                    codes::FACE_UNREAD,
                    format!(
                        "nothing reads the faces `{}` of die `{}`",
                        unread.join("`, `"),
                        def.name
                    ),
                    def.span,
                )
                .label("rolled, and never asked for")
                .help("count them where they matter, or make them one face that means nothing"),
            );
        }
    }
}

fn note(asked: &mut Asked, expr: &Expr) {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Cell(face), Type::Face(die)) => {
            asked.faces.insert((*die, *face));
        }
        (ExprKind::Roll { die, .. }, _) => {
            asked.rolled.insert(*die);
        }
        (ExprKind::FaceValue(of), _) => {
            if let Type::Face(die) = of.ty {
                asked.whole.insert(die);
            }
        }
        (ExprKind::Match { of, arms }, _) => {
            if let (Type::Face(die), true) = (&of.ty, arms.iter().any(|(keys, _)| keys.is_empty()))
            {
                asked.whole.insert(*die);
            }
        }
        _ => {}
    }
}

fn match_faces(asked: &mut Asked, stmt: &Stmt) {
    if let crate::typed::StmtKind::Match { of, arms } = &stmt.kind
        && let Type::Face(die) = of.ty
        && arms.iter().any(|(keys, _)| keys.is_empty())
    {
        asked.whole.insert(die);
    }
}

/// Every whole expression of the tree.
pub(super) fn each_root<'t>(typed: &'t Typed, found: &mut dyn FnMut(&'t Expr)) {
    typed.functions.values().for_each(|def| found(&def.body));
    typed.quantities.values().for_each(|def| found(&def.base));
    typed.fields.values().for_each(|def| found(&def.initial));
    for require in typed.permissions.values().flat_map(|def| &def.requires) {
        found(&require.holds);
        words(require.words.as_ref(), found);
    }
    typed.clauses.values().for_each(|clause| super::cycles::each_clause_expr(clause, found));
    for def in typed.procedures.values() {
        def.variables.iter().for_each(|(_, value)| found(value));
        for step in &def.steps {
            step.when.iter().for_each(&mut *found);
            words(step.heading.as_ref(), found);
        }
    }
    for hook in typed.hooks.values() {
        hook.when.iter().for_each(&mut *found);
        reach(&hook.reach, found);
        hook.once.iter().filter_map(|once| once.each.as_ref()).for_each(&mut *found);
    }
    for action in typed.actions.values() {
        found(&action.by);
        action.when.iter().for_each(&mut *found);
        reach(&action.reach, found);
        action.params.iter().for_each(|param| found(&param.domain));
        action.cost.iter().for_each(|(_, payer, _)| found(payer));
        action.once.iter().filter_map(|once| once.each.as_ref()).for_each(&mut *found);
        words(Some(&action.label), found);
    }
    for rule in typed.policies.values().flat_map(|policy| &policy.rules) {
        if let crate::typed::PreferDef::Ranked(all) = &rule.prefer {
            all.iter().for_each(|(_, value)| found(value));
        }
    }
    for body in bodies(typed) {
        each_stmt(body, &mut |stmt| each_stmt_expr(stmt, found));
    }
    typed.limits.iter().flat_map(crate::typed::LimitDef::exprs).for_each(&mut *found);
    tests(typed, found);
}

fn tests<'t>(typed: &'t Typed, found: &mut dyn FnMut(&'t Expr)) {
    use crate::typed::{TestExpect, TestRun};
    for test in typed.tests.values() {
        if let TestRun::Procedure { args, .. } = &test.run {
            args.iter().for_each(&mut *found);
        }
        for expect in &test.expects {
            match expect {
                TestExpect::Holds { holds, .. } | TestExpect::Chance { holds, .. } => found(holds),
                TestExpect::Refused { args, .. } => args.iter().for_each(&mut *found),
                TestExpect::Mean { of, .. } | TestExpect::Show { of, .. } => found(of),
                TestExpect::Ended { winner, .. } => winner.iter().for_each(&mut *found),
                TestExpect::Said { .. } | TestExpect::Silent { .. } => {}
            }
        }
    }
}

fn words<'t>(words: Option<&'t crate::typed::Words>, found: &mut dyn FnMut(&'t Expr)) {
    for part in words.iter().flat_map(|words| &words.parts) {
        if let Quoted::Value(value) = part {
            found(value);
        }
    }
}

fn reach<'t>(reach: &'t crate::typed::ReachDef, found: &mut dyn FnMut(&'t Expr)) {
    if let crate::typed::ReachDef::Related { holds, .. } = reach {
        found(holds);
    }
}
