//! What was meant: takes a place where a battle may stop, says what stands beside it in whose place it would not.

use crate::typed::{
    Assign, Compare, Expr, ExprKind, LocalId, Question, Stmt, StmtKind, Type, Typed, any_stmt,
    each_stmt, exprs, stmts,
};
use warwright_grammar::Span;
use warwright_ir as ir;

/// Of what a procedure is given, the other figure with which this one can be exchanged so that both lie in their ranges.
pub(super) fn exchanged(typed: &Typed, at: &Expr) -> Option<String> {
    let mut found = None;
    for body in typed.rule_bodies() {
        each_stmt(body, &mut |stmt| {
            let StmtKind::Call { procedure, args, .. } = &stmt.kind else { return };
            let Some(def) = typed.procedures.get(*procedure) else { return };
            let bare = |arg: &Expr| match &arg.kind {
                ExprKind::Within { of, .. } => of.span,
                _ => arg.span,
            };
            let Some(own) = args.iter().position(|arg| bare(arg) == at.span) else { return };
            let params = || def.locals.first(def.params).iter();
            let bounds = |at: usize| {
                params()
                    .nth(at)
                    .map(|it| &it.ty)
                    .filter(|ty| matches!(ty, Type::Int(_)))
                    .map(Type::bounds)
            };
            let fits = |from: usize, to: usize| {
                let range = args.get(from).map(|arg| match &arg.kind {
                    ExprKind::Within { of, .. } => typed.range(of),
                    _ => typed.range(arg),
                });
                bounds(from).and(bounds(to)).zip(range).is_some_and(|(to, it)| to.covers(it))
            };
            let other = (0..args.len()).find(|it| *it != own && fits(own, *it) && fits(*it, own));
            if let Some(other) = other {
                let names: Vec<&str> = params().map(|it| it.name.as_str()).collect();
                let name = |at: usize| names.get(at).copied().unwrap_or_default();
                found = Some(format!(
                    "`{}` takes {}: what stands for `{}` and `{}` fits the other way round",
                    def.name,
                    names.join(", "),
                    name(own.min(other)),
                    name(own.max(other)),
                ));
            }
        });
    }
    found
}

/// What a number of dice that are taken counts, where that is another face than is taken, and where it is counted.
pub(super) fn counted_as<'t>(typed: &'t Typed, dice: &Expr) -> Option<(&'t str, Span)> {
    let ExprKind::Items(counts) = &dice.kind else { return None };
    let taken = |count: &&Expr| !matches!(count.kind, ExprKind::Cell(0));
    let (face, count) = counts.iter().enumerate().find(|(_, count)| taken(count))?;
    let ExprKind::Local(local) = count.kind else { return None };
    let counted = of_parameter(typed, dice, local).or_else(|| of_name(typed, dice, local));
    let (die, of, at) = counted.filter(|(_, of, _)| usize::try_from(*of) != Ok(face))?;
    let of = typed.dice.get(die)?.faces.get(usize::try_from(of).ok()?)?;
    Some((of.0.as_str(), at))
}

/// What an action that is taken with a number counts for it.
fn of_parameter(typed: &Typed, dice: &Expr, local: LocalId) -> Option<(ir::DieId, i64, Span)> {
    let action = typed.actions.values().find(|action| action.span.contains(dice.span))?;
    let param = action.params.iter().find(|param| param.local == local)?;
    let counted = |part: &Expr| face_counted(part).map(|(die, face)| (die, face, part.span));
    exprs(&param.domain).find_map(counted)
}

/// What is counted where a name is given to the number.
fn of_name(typed: &Typed, dice: &Expr, local: LocalId) -> Option<(ir::DieId, i64, Span)> {
    let inside = |body: &&[Stmt]| any_stmt(body, |stmt| stmt.span.contains(dice.span));
    let given = stmts(typed.rule_bodies().find(inside)?).filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Local(to), value, .. } if *to == local => {
            Some((value, stmt.span))
        }
        _ => None,
    });
    let (value, at) = given.last()?;
    face_counted(value).map(|(die, face)| (die, face, at))
}

/// The face of `count(p where it is FACE)`.
fn face_counted(value: &Expr) -> Option<(ir::DieId, i64)> {
    let ExprKind::Quantified { how: Question::Count, when: Some(when), .. } = &value.kind else {
        return None;
    };
    let ExprKind::Compare { how: Compare::Eq, left, right } = &when.kind else { return None };
    as_variant!((&left.ty, &right.kind), (Type::Face(die), ExprKind::Cell(face)) => (*die, *face))
}
