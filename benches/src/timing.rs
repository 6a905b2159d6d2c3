//! Timing: the median of several runs, and ratios of two things measured in turn.
//!
//! What runs in this thread is measured in its own processor time where the system tells it (Linux), so that a busy machine does
//! not count against anybody; commands that are started, and other systems, by the clock on the wall.

use std::time::{Duration, Instant};

/// A moment from which time is measured.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// Of this thread, on a processor.
    Processor(Duration),
    /// On the wall.
    Wall(Instant),
}

impl Start {
    /// Now.
    pub fn now() -> Self {
        processor_time().map_or_else(|| Self::Wall(Instant::now()), Self::Processor)
    }

    /// The time since.
    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => processor_time().unwrap_or_default().saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

/// How long this thread has been on a processor.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    let told = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(told).ok()
}

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<Duration> {
    None
}

/// How long all threads together have been on a processor.
#[cfg(target_os = "linux")]
fn time_of_all_threads() -> Option<Duration> {
    let told = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(told).ok()
}

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
fn time_of_all_threads() -> Option<Duration> {
    None
}

/// How long a work takes.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = Start::now();
    work();
    start.elapsed()
}

/// The median time of one call of `work` over `runs` runs of `calls` calls each, after one run that is not counted.
pub fn median(runs: usize, calls: u32, mut work: impl FnMut()) -> Duration {
    middle(runs, || time(|| (0..calls).for_each(|_| work())) / calls)
}

/// The same by the clock on the wall, for what does not run in this thread.
pub fn median_on_the_wall(runs: usize, mut work: impl FnMut()) -> Duration {
    middle(runs, || {
        let start = Instant::now();
        work();
        start.elapsed()
    })
}

/// The same in the processor time of all threads together, for what shares its work out; where no system tells it, on the wall.
pub fn median_of_all_threads(runs: usize, mut work: impl FnMut()) -> Duration {
    middle(runs, || {
        let (wall, start) = (Instant::now(), time_of_all_threads());
        work();
        let both = start.zip(time_of_all_threads());
        both.map_or_else(|| wall.elapsed(), |(start, end)| end.saturating_sub(start))
    })
}

fn middle(runs: usize, mut measure: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..=runs).map(|_| measure()).skip(1).collect();
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
