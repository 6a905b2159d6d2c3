//! Types: takes types as authors think of them, gives the cells that keep their values.

use crate::typed::{SpaceType, Type};
use warwright_ir::{Slot, Ty};

/// The type of the cells. Records are taken apart before this is asked; what is broken never comes here.
pub(super) fn ty(of: &Type) -> Ty {
    match of {
        Type::Bool => Ty::Bool,
        Type::Int { .. } | Type::Record(_) | Type::Error => Ty::Int,
        Type::Ratio => Ty::Ratio,
        Type::Length => Ty::Length,
        Type::Angle => Ty::Angle,
        Type::Text => Ty::Text,
        Type::Entity(kind) => Ty::Entity(*kind),
        Type::Member(kind) => Ty::Member(*kind),
        Type::Face(die) => Ty::Face(*die),
        Type::Space(space) => match space {
            SpaceType::Point => Ty::Point,
            SpaceType::Place => Ty::Place,
            SpaceType::Edge => Ty::Edge,
            SpaceType::Region => Ty::Region,
            SpaceType::Route => Ty::Route,
            SpaceType::Plan => Ty::Plan,
            SpaceType::Footprint => Ty::Footprint,
        },
        Type::Optional(inner) => match ty(inner) {
            already @ Ty::Optional(_) => already,
            plain => Ty::Optional(Box::new(plain)),
        },
        Type::List(item) => Ty::List(Box::new(ty(item))),
        Type::Set(item) => Ty::Set(Box::new(ty(item))),
        Type::Pool(die) => Ty::Pool(*die),
        Type::Nothing => Ty::Optional(Box::new(Ty::Int)),
    }
}

/// Whether values take a list of cells.
pub(super) fn is_wide(of: &Type) -> bool {
    match of {
        Type::List(_) | Type::Set(_) | Type::Pool(_) | Type::Space(_) => true,
        Type::Optional(inner) => matches!(**inner, Type::Space(_)),
        _ => false,
    }
}

/// The type of the items.
pub(super) fn element(of: &Type) -> Type {
    match of {
        Type::List(item) | Type::Set(item) => (**item).clone(),
        Type::Pool(die) => Type::Face(*die),
        _ => Type::Error,
    }
}

/// The declared range of a whole number.
pub(super) fn range(of: &Type) -> (Option<i64>, Option<i64>) {
    let bounds = of.bounds();
    (bounds.least, bounds.most)
}

/// A fraction in one cell: numerator above, denominator below. The checker has seen to it that both fit.
pub(super) fn ratio(numerator: i64, denominator: i64) -> i64 {
    (numerator << 32) | (denominator & 0xFFFF_FFFF)
}

/// The position of a scalar slot; the checker has seen to it that no wide value comes here.
pub(super) fn scalar(slot: Slot) -> u16 {
    match slot {
        Slot::Scalar(position) | Slot::Wide(position) => position,
    }
}
