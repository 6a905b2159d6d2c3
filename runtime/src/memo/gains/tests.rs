//! What a memo table gains, held to made-up calls.

use super::{Gains, TRIAL};
use std::num::NonZeroU64;

const CALLED: NonZeroU64 = NonZeroU64::MIN;

#[test]
fn what_is_never_found_again_is_kept_no_longer() {
    let mut gains = Gains::default();
    (1..TRIAL).for_each(|_| gains.worked_out(CALLED, 100));
    assert!(gains.pays(CALLED), "so few calls say nothing yet");
    gains.worked_out(CALLED, 100);
    assert!(!gains.pays(CALLED));
}

#[test]
fn what_is_found_often_is_kept() {
    let mut gains = Gains::default();
    for _ in 0..TRIAL {
        gains.worked_out(CALLED, 10);
        gains.found(CALLED);
    }
    assert!(gains.pays(CALLED));
}
