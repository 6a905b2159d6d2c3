//! Ranks: takes what an expression of a policy gives, says how it stands to another.

use crate::number::Fraction;
use std::cmp::Ordering;
use warwright_ir::{ExprId, Id, NONE, Program, Ty};

/// How one rank stands to another, each with whether the highest is wanted. Ranks may be of different lines: the lowest that is wanted
/// counts as less than nothing.
pub(crate) fn by_rank(
    (highest, mine): (bool, Fraction),
    (theirs_highest, theirs): (bool, Fraction),
) -> Ordering {
    if highest == theirs_highest {
        let order = mine.cmp(&theirs);
        return if highest { order } else { order.reverse() };
    }
    let signed = |highest: bool, value: Fraction| {
        let number = i128::from(value.numerator());
        if highest { number } else { -number }
    };
    let left = signed(highest, mine) * i128::from(theirs.denominator());
    left.cmp(&(signed(theirs_highest, theirs) * i128::from(mine.denominator())))
}

/// A rank as a number; none ranks last.
pub(crate) fn rank_of(program: &Program, expr: ExprId, value: i64, highest: bool) -> Fraction {
    let ratio = matches!(program.types.get(expr.position()), Some(Ty::Ratio));
    match value {
        NONE if highest => Fraction::whole(i64::MIN),
        NONE => Fraction::whole(i64::MAX),
        value if ratio => Fraction::from_cell(value).unwrap_or(Fraction::ZERO),
        value => Fraction::whole(value),
    }
}
