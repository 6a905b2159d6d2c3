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

/// `a / b` as a number for printing.
pub fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-12)
}
