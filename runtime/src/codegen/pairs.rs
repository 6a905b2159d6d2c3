//! Pairs: takes a unit, makes one instruction of two that often follow each other. The second stays where it is, for whoever jumps there,
//! so no instruction moves; and no second one can stop the machine where the first could not, so where it stands is as it was.

use crate::code::{Op, Unit};

/// Makes the first of each pair do what both do.
pub(super) fn pair(unit: &mut Unit) {
    for at in 1..unit.ops.len() {
        let two = unit.ops.get(at - 1).copied().zip(unit.ops.get(at).copied());
        let one = two.and_then(|(first, second)| both(first, second));
        if let (Some(place), Some(one)) = (unit.ops.get_mut(at - 1), one) {
            *place = one;
        }
    }
}

/// The instruction that does what two do; none for most.
const fn both(first: Op, second: Op) -> Option<Op> {
    Some(match (first, second) {
        (Op::Local(from), Op::Store(to)) => Op::Move { from, to },
        (Op::Const(constant), Op::Store(to)) => Op::Fill { to, constant },
        (Op::WithConst { op, constant }, Op::JumpIf { to }) => {
            Op::JumpConst { op, constant, to, want: true }
        }
        (Op::WithConst { op, constant }, Op::JumpUnless { to }) => {
            Op::JumpConst { op, constant, to, want: false }
        }
        _ => return None,
    })
}
