//! Timing: the median of several runs, and ratios of two things measured in turn.

use std::time::{Duration, Instant};

/// The median time of one call of `work` over `runs` runs of `calls` calls each, after one run that is not counted.
pub fn median(runs: usize, calls: u32, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..=runs)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..calls {
                work();
            }
            start.elapsed() / calls
        })
        .skip(1)
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// The medians of two works that are measured in turn, so that a busy machine slows both.
pub fn pair(
    runs: usize,
    (calls, mut one): (u32, impl FnMut()),
    (other_calls, mut other): (u32, impl FnMut()),
) -> (Duration, Duration) {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for run in 0..=runs {
        let (a, b) = (median(1, calls, &mut one), median(1, other_calls, &mut other));
        if run > 0 {
            ones.push(a);
            others.push(b);
        }
    }
    ones.sort();
    others.sort();
    (ones[ones.len() / 2], others[others.len() / 2])
}

/// `a / b` as a number for printing.
pub fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-12)
}

/// Prints a work beside its peer.
pub fn beside(what: &str, ours: Duration, peer: &str, theirs: Duration) {
    println!(
        "{what:<44} {:>12.3?}   {peer:<36} {:>12.3?}   {:>8.2} x",
        ours,
        theirs,
        ratio(ours, theirs)
    );
}
