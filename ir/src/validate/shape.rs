//! The shape of a program: lists that belong together, places, texts, trees and types.

use super::limits::MAX_TREE_DEPTH;
use super::report::{FaultKind, Owner, Report};
use crate::{ExprId, Ty, each_part};

/// Lists that are read side by side are equally long.
pub(super) fn parallel_lists_are_equally_long(report: &mut Report<'_>) {
    let program = report.program;
    let (exprs, types, spans) =
        (program.exprs.len(), program.types.len(), program.expr_spans.len());
    if exprs != types || exprs != spans {
        report.fault(
            FaultKind::List,
            None,
            format!("{exprs} expressions have {types} types and {spans} spans"),
        );
    }
    for (id, body) in program.bodies.iter() {
        if body.acts.len() != body.spans.len() {
            let (acts, spans) = (body.acts.len(), body.spans.len());
            report.of(Owner::Body(id), FaultKind::List, format!("{acts} acts have {spans} spans"));
        }
    }
}

/// Places lie in a source file and end after they begin.
pub(super) fn spans_are_ordered(report: &mut Report<'_>) {
    let program = report.program;
    for (id, span) in program.spans.iter() {
        if span.source as usize >= program.sources.len() {
            let message =
                format!("span {} lies in source {}, which does not exist", id.0, span.source);
            report.fault(FaultKind::Text, None, message);
        } else if span.start > span.end {
            let message = format!("span {} ends before it begins", id.0);
            report.fault(FaultKind::Text, None, message);
        }
    }
}

/// Texts can be shown on a terminal: no control characters but line breaks and tabs.
pub(super) fn texts_are_printable(report: &mut Report<'_>) {
    let program = report.program;
    let shown = |text: &str| text.chars().all(|it| !it.is_control() || it == '\n' || it == '\t');
    for (id, text) in program.texts.iter() {
        if !shown(text) {
            let message = format!("text {} holds a control character", id.0);
            report.fault(FaultKind::Text, None, message);
        }
    }
    let names = program.sources.iter().map(|it| &it.name).chain([&program.system]);
    if names.into_iter().any(|name| !shown(name)) {
        let message = "the name of the system or of a source holds a control character".to_owned();
        report.fault(FaultKind::Text, None, message);
    }
}

/// A part of an expression has a smaller id than the expression, so that every expression is a tree.
pub(super) fn children_come_before_parents(report: &mut Report<'_>) {
    let program = report.program;
    for (id, expr) in program.exprs.iter() {
        let mut late = None;
        each_part(expr, |child| {
            if child >= id {
                late = Some(child);
            }
        });
        if let Some(child) = late {
            report.of(
                Owner::Expr(id),
                FaultKind::Tree,
                format!("its part {} does not stand before it", child.0),
            );
        }
    }
}

/// Expressions nest within the limit.
pub(super) fn trees_are_shallow(report: &mut Report<'_>) {
    let program = report.program;
    let mut depths: Vec<u32> = Vec::with_capacity(program.exprs.len());
    for (id, expr) in program.exprs.iter() {
        let mut deepest = 0;
        each_part(expr, |child: ExprId| {
            deepest = deepest.max(depths.get(child.0 as usize).copied().unwrap_or(0));
        });
        let depth = deepest.saturating_add(1);
        if depth == MAX_TREE_DEPTH + 1 {
            report.of(
                Owner::Expr(id),
                FaultKind::Tree,
                format!("it nests more than {MAX_TREE_DEPTH} deep"),
            );
        }
        depths.push(depth);
    }
}

/// Items of lists and sets are scalars, and an optional is of a scalar that is not optional itself.
pub(super) fn types_are_well_formed(report: &mut Report<'_>) {
    let program = report.program;
    let of_exprs = program.types.iter().enumerate().map(|(position, ty)| {
        (Some(Owner::Expr(ExprId(u32::try_from(position).unwrap_or(u32::MAX)))), ty)
    });
    let params = program
        .functions
        .values()
        .flat_map(|it| &it.params)
        .chain(program.quantities.values().flat_map(|it| &it.params))
        .chain(program.permissions.values().flat_map(|it| &it.params))
        .chain(program.procedures.values().flat_map(|it| &it.params))
        .chain(program.abilities.values().flat_map(|it| &it.params))
        .chain(program.actions.values().flat_map(|it| &it.params).map(|it| &it.param))
        .map(|it| &it.ty);
    let results = program
        .fields
        .values()
        .map(|it| &it.ty)
        .chain(program.profiles.values().map(|it| &it.ty))
        .chain(program.functions.values().map(|it| &it.ty))
        .chain(program.quantities.values().map(|it| &it.ty))
        .chain(program.procedures.values().filter_map(|it| it.result.as_ref()))
        .chain(
            program.tables.values().flat_map(|it| it.axes.iter().map(|it| &it.ty).chain([&it.ty])),
        )
        .chain(program.scales.values().map(|it| &it.ty))
        .chain(program.ties.values().flat_map(|it| &it.fields).map(|it| &it.ty))
        .chain(program.sites.values().map(|it| &it.ty))
        .chain(program.rulings.iter().map(|it| &it.ty));
    for (owner, ty) in of_exprs.chain(params.chain(results).map(|ty| (None, ty))) {
        if !is_well_formed(ty) {
            let at = owner.and_then(|owner| match owner {
                Owner::Expr(id) => program.expr_spans.get(id.0 as usize).copied(),
                _ => None,
            });
            report.fault(
                FaultKind::Type,
                at,
                "a type holds another type that cannot stand there".to_owned(),
            );
        }
    }
}

fn is_well_formed(ty: &Ty) -> bool {
    let plain = |ty: &Ty| {
        matches!(
            ty,
            Ty::Bool
                | Ty::Int
                | Ty::Ratio
                | Ty::Length
                | Ty::Angle
                | Ty::Text
                | Ty::Entity(_)
                | Ty::Member(_)
                | Ty::Face(_)
        )
    };
    match ty {
        Ty::Optional(of) => plain(of) || of.is_space(),
        Ty::List(of) if matches!(**of, Ty::Point | Ty::Place | Ty::Edge) => true,
        Ty::List(of) | Ty::Set(of) => match &**of {
            Ty::Optional(of) => plain(of),
            of => plain(of),
        },
        Ty::Pool(_) => true,
        ty => plain(ty) || ty.is_space(),
    }
}
