//! The table of operations on the board holds each of them, once by its own name.

use warwright_ir::{SPACE_OPS, SpaceOp, Written};

#[test]
fn every_operation_stands_in_the_table() {
    let mut ops: Vec<SpaceOp> = SPACE_OPS.iter().map(|sign| sign.op).collect();
    ops.sort_unstable();
    ops.dedup();
    // The last operation of the enum says how many there are.
    assert_eq!(ops.len(), SpaceOp::LineRight as usize + 1);
    for op in ops {
        assert_eq!(op.sign().op, op);
    }
}

#[test]
fn signs_of_one_name_differ_in_what_they_take() {
    for (at, one) in SPACE_OPS.iter().enumerate() {
        let same = SPACE_OPS.iter().skip(at + 1).filter(|other| {
            other.name == one.name && other.written == one.written && one.written != Written::Name
        });
        for other in same {
            assert_ne!(one.takes, other.takes, "{}", one.name);
        }
    }
}
