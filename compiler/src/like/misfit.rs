//! Misfits: finds the first cell of a row that cannot belong to the column above it.

use warwright_grammar::tree::{
    BinaryOp, Cell, CellKind, Expr, ExprKind, Number, TypeExpr, TypeKind, UnaryOp, Unit,
};

use std::ops::Range;

use super::rows::ColumnOf;
use crate::names::KindShape;

/// The position of the first cell that does not look like a value of its column.
pub(super) fn first(shape: &KindShape<'_>, columns: &[ColumnOf], cells: &[Cell]) -> Option<usize> {
    cells.iter().zip(columns).position(|(cell, column)| !fits(shape, *column, cell))
}

/// Where another field is named among the values of one, behind which nothing ends it.
pub(super) fn next_field(shape: &KindShape<'_>, values: &str) -> Option<Range<usize>> {
    let mut at = 0;
    values.split(' ').find_map(|word| {
        let here = at;
        at += word.len() + 1;
        (here > 0 && shape.is_field(word)).then(|| here..here + word.len())
    })
}

/// A few words for what a column wants: "a whole number".
pub(super) fn wanted(shape: &KindShape<'_>, column: &str) -> &'static str {
    if column == "abilities" {
        return "a list of abilities";
    }
    let Some((_, found)) = shape.column(column) else { return "something else" };
    let [profile] = found.profiles.as_slice() else { return "several figures" };
    let Some(profile) = shape.profiles.get(*profile) else { return "something else" };
    match class_of_type(&profile.declaration.ty) {
        Class::Number => "a whole number",
        Class::Length => "a distance",
        Class::Word if profile.is_list => "a list",
        Class::Word => "a word",
        Class::Any => "something else",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Number,
    Length,
    Word,
    Any,
}

fn fits(shape: &KindShape<'_>, column: ColumnOf, cell: &Cell) -> bool {
    if !matches!(cell.kind, CellKind::One(_) | CellKind::Values(_)) {
        return !matches!(cell.kind, CellKind::Empty);
    }
    let mut exprs = cell.kind.items().flatten();
    let expr = cell.kind.single();
    match column {
        ColumnOf::Unknown => true,
        ColumnOf::Name => matches!(expr.map(class), Some(Class::Word | Class::Any)),
        ColumnOf::Abilities => {
            exprs.all(|expr| class(expr) != Class::Number && class(expr) != Class::Length)
        }
        ColumnOf::Profile(profile) => shape.profiles.get(profile).is_none_or(|profile| {
            expr.is_some_and(|expr| suits(class_of_type(&profile.declaration.ty), class(expr)))
        }),
        ColumnOf::Printed(column) => {
            let Some(column) = shape.columns.get(column) else { return true };
            match column.profiles.as_slice() {
                [profile] => shape.profiles.get(*profile).is_none_or(|profile| {
                    if profile.is_list {
                        return true;
                    }
                    let wanted = class_of_type(&profile.declaration.ty);
                    expr.is_some_and(|expr| {
                        expr.as_quotient().is_none() && suits(wanted, class(expr))
                    })
                }),
                profiles => {
                    let leaves: usize = exprs.map(leaves).sum();
                    leaves == profiles.len()
                }
            }
        }
    }
}

fn suits(wanted: Class, found: Class) -> bool {
    wanted == Class::Any || found == Class::Any || wanted == found
}

fn class_of_type(ty: &TypeExpr) -> Class {
    match &ty.kind {
        TypeKind::Named { name, .. } => match &*name.text {
            "int" | "rational" => Class::Number,
            "length" => Class::Length,
            "bool" | "footprint" | "angle" | "pool" => Class::Any,
            _ => Class::Word,
        },
        TypeKind::Optional(item) | TypeKind::On { item, .. } => class_of_type(item),
        TypeKind::ListOf(_) | TypeKind::SetOf(_) => Class::Word,
        _ => Class::Any,
    }
}

fn class(expr: &Expr) -> Class {
    match &expr.kind {
        ExprKind::Number(Number { unit: None, .. }) => Class::Number,
        ExprKind::Number(Number { unit: Some(unit), .. }) => match unit {
            Unit::Inch | Unit::Centimetre | Unit::Millimetre | Unit::Hex => Class::Length,
            Unit::Degree | Unit::Percent => Class::Any,
        },
        ExprKind::Unary { op: UnaryOp::Minus | UnaryOp::Plus, value } => class(value),
        ExprKind::Binary(it) if it.op == BinaryOp::Divide => class(&it.left),
        ExprKind::Name(_) | ExprKind::Text(_) | ExprKind::Call(_) => Class::Word,
        _ => Class::Any,
    }
}

fn leaves(expr: &Expr) -> usize {
    let mut count = 1;
    let mut at = expr;
    while let Some((left, _)) = at.as_quotient() {
        count += 1;
        at = left;
    }
    count
}
