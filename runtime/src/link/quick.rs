//! Expressions that can be read in one go: constants, locals, and what is asked of an entity or face in a local.

use super::{FieldPlace, Linked, OWNER};
use crate::eval::quick_binary;
use warwright_ir::{BinaryOp, Expr, Id, Slot, Ty, UnaryOp};

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
    /// A scalar field of the entity in a field of the entity in a local: the slot, and where the two stand.
    Through { slot: u16, first: u32, second: u32 },
    /// The possession bit of an ability that nobody lends or denies: the slot, the word and the bit.
    Has { slot: u16, word: u16, bit: u8 },
    /// An operation on a scalar local and a constant.
    WithLocal { op: BinaryOp, slot: u16, constant: i64 },
    /// An operation on two scalar locals.
    TwoLocals { op: BinaryOp, left: u16, right: u16 },
    /// An operation on a scalar field of the entity in a local and a constant.
    WithField { op: BinaryOp, slot: u16, offset: u32, constant: i64 },
    /// An operation on a scalar field of the entity in a local and another of the same or another: slot and place of each.
    TwoFields { op: BinaryOp, left: (u16, u32), right: (u16, u32) },
    /// Whether a scalar field of the entity in a local has a value: its slot, where the field stands, and the slot that the value is
    /// put into.
    Some { slot: u16, offset: u32, into: u16 },
    /// The number on the face in a local, where the faces of the die count from `first`.
    Face { slot: u16, faces: u16, first: i32 },
}

impl Quick {
    /// What is read: `local` gives what stands in a slot, `cell` a cell of an entity. Nothing where the long way must be gone, which
    /// finds again, and says where, what an operation cannot do.
    #[inline]
    pub(crate) fn read(
        &self,
        local: impl Fn(u16) -> Option<i64>,
        cell: impl Fn(i64, usize) -> Option<i64>,
    ) -> Option<i64> {
        let field = |slot: u16, offset: u32| cell(local(slot)?, offset as usize);
        match *self {
            Self::None | Self::Some { .. } => None,
            Self::Const(value) => Some(value),
            Self::Local(slot) => local(slot),
            Self::Field { slot, offset } => field(slot, offset),
            Self::Through { slot, first, second } => cell(field(slot, first)?, second as usize),
            Self::Has { slot, word, bit } => Some((field(slot, u32::from(word))? >> bit) & 1),
            Self::WithLocal { op, slot, constant } => quick_binary(op, local(slot)?, constant),
            Self::TwoLocals { op, left, right } => quick_binary(op, local(left)?, local(right)?),
            Self::WithField { op, slot, offset, constant } => {
                quick_binary(op, field(slot, offset)?, constant)
            }
            Self::TwoFields { op, left, right } => {
                quick_binary(op, field(left.0, left.1)?, field(right.0, right.1)?)
            }
            Self::Face { slot, faces, first } => {
                let face = local(slot)?;
                (0..i64::from(faces)).contains(&face).then(|| face + i64::from(first))
            }
        }
    }
}

/// The short cut of every expression.
pub(super) fn quick(linked: &Linked) -> Vec<Quick> {
    let mut all: Vec<Quick> = Vec::with_capacity(linked.program.exprs.len());
    for expr in linked.program.exprs.values() {
        // Parts come before the whole, so their short cuts are known.
        let short = operation(&all, expr).or_else(|| some(&all, expr));
        let short = short.or_else(|| through(linked, &all, expr));
        all.push(short.or_else(|| of(linked, expr)).unwrap_or(Quick::None));
    }
    // Bodies may come after their calls, and consist of calls.
    loop {
        let calls = linked
            .program
            .exprs
            .iter()
            .filter(|(id, _)| all.get(id.position()) == Some(&Quick::None));
        let found: Vec<(usize, Quick)> = calls
            .filter_map(|(id, expr)| Some((id.position(), call(linked, &all, expr)?)))
            .collect();
        if found.is_empty() {
            return all;
        }
        for (at, short) in found {
            if let Some(quick) = all.get_mut(at) {
                *quick = short;
            }
        }
    }
}

/// A call whose body has a short cut, with locals as arguments: it reads these instead of its parameters.
fn call(linked: &Linked, all: &[Quick], expr: &Expr) -> Option<Quick> {
    let Expr::Call { function, args } = expr else { return None };
    let function = linked.program.functions.get(*function)?;
    let arg = |slot: u16| {
        let param = function.params.iter().position(|param| param.slot == Slot::Scalar(slot))?;
        match all.get(args.get(param)?.position())? {
            Quick::Local(slot) => Some(*slot),
            _ => None,
        }
    };
    Some(match *all.get(function.body.position())? {
        Quick::None | Quick::Some { .. } => return None,
        Quick::Const(value) => Quick::Const(value),
        Quick::Local(slot) => Quick::Local(arg(slot)?),
        Quick::Field { slot, offset } => Quick::Field { slot: arg(slot)?, offset },
        Quick::Through { slot, first, second } => {
            Quick::Through { slot: arg(slot)?, first, second }
        }
        Quick::Has { slot, word, bit } => Quick::Has { slot: arg(slot)?, word, bit },
        Quick::WithLocal { op, slot, constant } => {
            Quick::WithLocal { op, slot: arg(slot)?, constant }
        }
        Quick::TwoLocals { op, left, right } => {
            Quick::TwoLocals { op, left: arg(left)?, right: arg(right)? }
        }
        Quick::WithField { op, slot, offset, constant } => {
            Quick::WithField { op, slot: arg(slot)?, offset, constant }
        }
        Quick::TwoFields { op, left, right } => {
            Quick::TwoFields { op, left: (arg(left.0)?, left.1), right: (arg(right.0)?, right.1) }
        }
        Quick::Face { slot, faces, first } => Quick::Face { slot: arg(slot)?, faces, first },
    })
}

/// An operation whose sides have short cuts: a local or a field and a constant, two locals or two fields.
fn operation(parts: &[Quick], expr: &Expr) -> Option<Quick> {
    let Expr::Binary { op, left, right } = expr else { return None };
    let op = *op;
    match (*parts.get(left.position())?, *parts.get(right.position())?) {
        (Quick::Local(slot), Quick::Const(constant)) => {
            Some(Quick::WithLocal { op, slot, constant })
        }
        (Quick::Local(left), Quick::Local(right)) => Some(Quick::TwoLocals { op, left, right }),
        (Quick::Field { slot, offset }, Quick::Const(constant)) => {
            Some(Quick::WithField { op, slot, offset, constant })
        }
        (
            Quick::Field { slot: left, offset: of_left },
            Quick::Field { slot: right, offset: of_right },
        ) => Some(Quick::TwoFields { op, left: (left, of_left), right: (right, of_right) }),
        _ => None,
    }
}

/// Whether a field has a value, which then gets a name.
fn some(parts: &[Quick], expr: &Expr) -> Option<Quick> {
    let Expr::IsSome { of, slot: Some(Slot::Scalar(into)) } = expr else { return None };
    let Quick::Field { slot, offset } = *parts.get(of.position())? else { return None };
    Some(Quick::Some { slot, offset, into: *into })
}

/// A field of what stands in a field.
fn through(linked: &Linked, parts: &[Quick], expr: &Expr) -> Option<Quick> {
    let (of, second) = match expr {
        Expr::Field { of, field } => match linked.fields.get(*field)? {
            FieldPlace::Cell(offset) => (of, *offset),
            FieldPlace::Wide(_) => return None,
        },
        Expr::OwnerOf(of) => (of, u32::try_from(OWNER).ok()?),
        _ => return None,
    };
    let Quick::Field { slot, offset: first } = *parts.get(of.position())? else { return None };
    Some(Quick::Through { slot, first, second })
}

fn of(linked: &Linked, expr: &Expr) -> Option<Quick> {
    Some(match expr {
        Expr::Const(value) => Quick::Const(*value),
        Expr::Local(Slot::Scalar(slot)) => Quick::Local(*slot),
        Expr::Field { of, field } => match linked.fields.get(*field)? {
            FieldPlace::Cell(offset) => {
                Quick::Field { slot: linked.program.local(*of)?, offset: *offset }
            }
            FieldPlace::Wide(_) => return None,
        },
        Expr::OwnerOf(of) => {
            Quick::Field { slot: linked.program.local(*of)?, offset: u32::try_from(OWNER).ok()? }
        }
        Expr::Has { of, ability } => {
            let declared = linked.program.abilities.get(*ability)?;
            if !declared.lends.is_empty() || !declared.denies.is_empty() {
                return None;
            }
            let link = linked.abilities.get(*ability)?;
            Quick::Has {
                slot: linked.program.local(*of)?,
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
                slot: linked.program.local(*of)?,
                faces: u16::try_from(faces.len()).ok()?,
                first: i32::try_from(first).ok()?,
            }
        }
        _ => return None,
    })
}
