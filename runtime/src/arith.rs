//! Operations on cells: checked arithmetic of whole numbers, measures and fractions, and steps on ladders.

use crate::fault::{Checked, Fault, FaultKind};
use crate::number::Fraction;
use warwright_ir::{BinaryOp, Rounding, Ty};

/// An operation on two cells.
#[inline]
pub(crate) fn binary(op: BinaryOp, left: i64, right: i64) -> Checked<i64> {
    match quick(op, left, right) {
        Some(value) => Ok(value),
        None => fractional(op, left, right),
    }
}

/// An operation on two whole numbers, where it is simple and does not fault.
#[inline]
pub(crate) fn quick(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::Min => Some(left.min(right)),
        BinaryOp::Max => Some(left.max(right)),
        BinaryOp::Eq => Some(i64::from(left == right)),
        BinaryOp::Ne => Some(i64::from(left != right)),
        BinaryOp::Lt => Some(i64::from(left < right)),
        BinaryOp::Le => Some(i64::from(left <= right)),
        _ => None,
    }
}

fn fractional(op: BinaryOp, left: i64, right: i64) -> Checked<i64> {
    match op {
        BinaryOp::DivRatio => {
            if right == 0 {
                return Err(Fault::new(FaultKind::DivisionByZero));
            }
            cell(Fraction::new(i128::from(left), i128::from(right)))
        }
        BinaryOp::AddRatio => cell(fraction(left)?.plus(fraction(right)?)),
        BinaryOp::SubRatio => cell(fraction(left)?.minus(fraction(right)?)),
        BinaryOp::MulRatio => cell(fraction(left)?.times(fraction(right)?)),
        BinaryOp::DivideRatios => {
            let right = fraction(right)?;
            if right == Fraction::ZERO {
                return Err(Fault::new(FaultKind::DivisionByZero));
            }
            cell(fraction(left)?.over(right))
        }
        BinaryOp::ScaleMeasure => Fraction::whole(left)
            .times(fraction(right)?)
            .and_then(Fraction::round_to_even)
            .ok_or_else(|| Fault::new(FaultKind::Overflow)),
        BinaryOp::Rem => remainder(left, right),
        BinaryOp::LtRatio => Ok(i64::from(fraction(left)? < fraction(right)?)),
        BinaryOp::LeRatio => Ok(i64::from(fraction(left)? <= fraction(right)?)),
        // The operations that are simple: they have no value where it is too large.
        _ => Err(Fault::new(FaultKind::Overflow)),
    }
}

/// The rest of a division, with the sign of the divisor.
fn remainder(left: i64, right: i64) -> Checked<i64> {
    if right == 0 {
        return Err(Fault::new(FaultKind::DivisionByZero));
    }
    let rest = left.checked_rem(right).unwrap_or(0);
    Ok(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
}

/// The fraction in a cell.
pub(crate) fn fraction(value: i64) -> Checked<Fraction> {
    Fraction::from_cell(value).ok_or_else(|| Fault::new(FaultKind::NothingThere))
}

/// The cell of a fraction.
pub(crate) fn cell(value: Option<Fraction>) -> Checked<i64> {
    value.and_then(Fraction::to_cell).ok_or_else(|| Fault::new(FaultKind::Overflow))
}

/// A fraction in a cell made whole.
pub(crate) fn round(value: i64, how: Rounding) -> Checked<i64> {
    fraction(value)?.round(how).ok_or_else(|| Fault::new(FaultKind::Overflow))
}

/// A cell of a type as a number that compares: fractions as such, all else as whole numbers.
pub(crate) fn comparable(ty: &Ty, value: i64) -> Checked<Fraction> {
    if is_ratio(ty) { fraction(value) } else { Ok(Fraction::whole(value)) }
}

/// Whether cells of a type hold fractions.
pub(crate) fn is_ratio(ty: &Ty) -> bool {
    match ty {
        Ty::Ratio => true,
        Ty::Optional(inner) => **inner == Ty::Ratio,
        _ => false,
    }
}

/// The value `by` rungs above `value` on a ladder of rising values, stopping at its ends.
pub(crate) fn step(values: &[i64], value: i64, by: i64) -> Option<i64> {
    if by == 0 {
        return Some(value);
    }
    let above = i64::try_from(values.partition_point(|rung| *rung <= value)).ok()?;
    let on_rung = values.binary_search(&value).is_ok();
    // Between two rungs a step down leads to the lower of them, as a step up leads to the upper.
    let at = if on_rung || by > 0 { above - 1 } else { above };
    let last = i64::try_from(values.len()).ok()? - 1;
    let to = at.saturating_add(by).clamp(0, last);
    values.get(usize::try_from(to).ok()?).copied()
}
