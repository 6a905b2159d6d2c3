//! Side by side: takes work of several parts that know nothing of each other, shares it among as many threads as there are
//! processors, gives what came of each part in the order of the parts.

use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

/// The stack of each thread.
const STACK: usize = 64 * 1024 * 1024;

/// How many threads have something to do at once, where there are so many parts.
#[must_use]
pub fn at_once(parts: usize) -> usize {
    // The system looks it up in files.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| available_parallelism().map_or(1, usize::from)).min(&parts)
}

/// Does so many parts of some work; a thread that is done with one takes the next.
pub fn side_by_side<T: Send>(parts: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let taken = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        taken.take_while(|part| *part < parts).map(|part| (part, work(part))).collect::<Vec<_>>()
    };
    let mut done = scope(|scope| {
        // The system may give no more threads.
        let begin = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..at_once(parts)).filter_map(begin).collect();
        let mut done = run();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(part, _)| *part);
    done.into_iter().map(|(_, done)| done).collect()
}
