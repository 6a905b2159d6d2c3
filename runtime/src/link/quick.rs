//! Expressions that can be read in one go: constants, locals, and what is asked of an entity or face in a local.

use super::{FieldPlace, Linked};
use warwright_ir::{BinaryOp, Expr, ExprId, Id, Slot, Ty, UnaryOp};

/// A short cut to the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quick {
    /// It has none.
    None,
    /// Always this.
    Const(i64),
    /// A scalar local.
    Local(u16),
    /// A scalar field of the entity in a local: the slot, and where the field stands in the entity.
    Field { slot: u16, offset: u32 },
    /// The possession bit of an ability that nobody lends or denies: the slot, the word and the bit.
    Has { slot: u16, word: u16, bit: u8 },
    /// An operation on a scalar local and a constant.
    WithLocal { op: BinaryOp, slot: u16, constant: i64 },
    /// An operation on a scalar field of the entity in a local and a constant.
    WithField { op: BinaryOp, slot: u16, offset: u32, constant: i64 },
    /// The number on the face in a local, where the faces of the die count from `first`.
    Face { slot: u16, faces: u16, first: i32 },
}

/// The short cut of every expression.
pub(super) fn quick(linked: &Linked) -> Vec<Quick> {
    let mut all: Vec<Quick> = Vec::with_capacity(linked.program.exprs.len());
    for expr in linked.program.exprs.values() {
        // Parts come before the whole, so their short cuts are known.
        let with_constant = operation(&all, expr);
        all.push(with_constant.or_else(|| of(linked, expr)).unwrap_or(Quick::None));
    }
    all
}

/// An operation whose right side is a constant and whose left side has a short cut.
fn operation(parts: &[Quick], expr: &Expr) -> Option<Quick> {
    let Expr::Binary { op, left, right } = expr else { return None };
    let Quick::Const(constant) = *parts.get(right.position())? else { return None };
    match *parts.get(left.position())? {
        Quick::Local(slot) => Some(Quick::WithLocal { op: *op, slot, constant }),
        Quick::Field { slot, offset } => Some(Quick::WithField { op: *op, slot, offset, constant }),
        _ => None,
    }
}

fn of(linked: &Linked, expr: &Expr) -> Option<Quick> {
    Some(match expr {
        Expr::Const(value) => Quick::Const(*value),
        Expr::Local(Slot::Scalar(slot)) => Quick::Local(*slot),
        Expr::Field { of, field } => match linked.fields.get(*field)? {
            FieldPlace::Cell(offset) => Quick::Field { slot: local(linked, *of)?, offset: *offset },
            FieldPlace::Wide(_) => return None,
        },
        Expr::Has { of, ability } => {
            let declared = linked.program.abilities.get(*ability)?;
            if !declared.lends.is_empty() || !declared.denies.is_empty() {
                return None;
            }
            let link = linked.abilities.get(*ability)?;
            Quick::Has {
                slot: local(linked, *of)?,
                word: u16::try_from(link.word).ok()?,
                bit: u8::try_from(link.mask.trailing_zeros()).ok()?,
            }
        }
        Expr::Unary { op: UnaryOp::FaceValue, of } => {
            let Some(Ty::Face(die)) = linked.program.types.get(of.position()) else { return None };
            let faces = &linked.program.dice.get(*die)?.faces;
            let first = faces.first()?.value?;
            // A damaged die may begin where no number follows.
            let in_order = faces.iter().zip(0i64..).all(|(face, above)| {
                face.value.is_some() && face.value == first.checked_add(above)
            });
            if !in_order {
                return None;
            }
            Quick::Face {
                slot: local(linked, *of)?,
                faces: u16::try_from(faces.len()).ok()?,
                first: i32::try_from(first).ok()?,
            }
        }
        _ => return None,
    })
}

fn local(linked: &Linked, expr: ExprId) -> Option<u16> {
    match linked.program.exprs.get(expr)? {
        Expr::Local(Slot::Scalar(slot)) => Some(*slot),
        _ => None,
    }
}
