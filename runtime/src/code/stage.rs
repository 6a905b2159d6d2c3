//! How far a run has come: where the machine stands between two acts of its own.

use serde::{Deserialize, Serialize};

/// How far a run of a procedure or step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// It has not begun.
    Begin,
    /// Its before-offers are open.
    OfferBefore,
    /// Its before-hooks run.
    Before,
    /// Its offers are open.
    OfferAt,
    /// It does its work: the step of a procedure that comes next, for a step 0 before the body and 1 after it.
    Work(u16),
    /// Its after-hooks are to be queued.
    QueueAfter,
    /// Its after-hooks run.
    After,
    /// Its after-offers are open.
    OfferAfter,
    /// It ends.
    End,
    /// It is a step on which nothing hangs, and its body runs.
    Plain,
}
