//! The rows of lines that stand in one place alone: declarations, policies, errata, arms, rosters, tests, scenarios.

use super::{Slip, row};

/// What begins a declaration.
pub(super) const DECLARATIONS: &[Slip] = &[
    row("^function", None, DEFINES),
    row("^func", None, DEFINES),
    row("^fn", None, DEFINES),
    row("^def", None, DEFINES),
    row("^const", None, DEFINES),
    row("^import", Some("use"), ""),
    row("^include", Some("use"), ""),
    row("^class", None, "what a game has is a `kind`: `kind NAME is piece { .. }`"),
    row("^event", None, "what happens is a `procedure`, and each of its steps is an event"),
    row("^army", None, "an army list is a `faction`, what is fielded from it a `roster`"),
];

const DEFINES: &str = "a helper reads `define NAME(a: TYPE): TYPE = VALUE`";

pub(super) const POLICIES: &[Slip] = &[
    row("^when … always A", Some("in A when … always"), ""),
    row("^when … never A", Some("in A when … never"), ""),
    row("^always A", Some("in A always"), ""),
    row("^never A", Some("in A never"), ""),
    row("^prefer … in A", Some("in A prefer …"), ""),
    row(
        "^A: …",
        Some("in A …"),
        "a line of advice begins with `in` and its action, without a colon",
    ),
];

pub(super) const EDITS: &[Slip] = &[
    row("^delete", Some("remove"), ""),
    row("^drop", Some("remove"), ""),
    row("^new", Some("add"), ""),
    row("^change", Some("in"), ""),
    row("^reason: Q", Some("reason Q"), ""),
    row("^reason: …", Some("reason \"…\""), "a reason stands in quotes"),
];

pub(super) const CHANGES: &[Slip] = &[
    row("^A: B$", None, OLD_AND_NEW),
    row("^A is now B", None, OLD_AND_NEW),
    row("^A becomes B", None, OLD_AND_NEW),
    row("^A from B to C", Some("A B -> C"), ""),
    row("^A = B -> C", Some("A B -> C"), ""),
];

const OLD_AND_NEW: &str = "a correction names the old value and the new: `A OLD -> B`";

pub(super) const ARMS: &[Slip] = &[
    row("^A => …", Some("A: …"), ""),
    row("^A -> …", Some("A: …"), ""),
    row("^case A: …", Some("A: …"), ""),
];

pub(super) const ROSTERS: &[Slip] = &[
    row("^A x N", Some("N A"), READS),
    row("^A: N", Some("N A"), READS),
    row("^A N", Some("N A"), READS),
    row("^N x A", Some("N A"), READS),
    row("^- N A", Some("N A"), READS),
    row("^- A x N", Some("N A"), READS),
    row("^- A: N", Some("N A"), READS),
    row("^A$", Some("1 A"), READS),
];

const READS: &str = "a line of a roster reads `3 \"Name\"`: how many, then what";

pub(super) const TESTS: &[Slip] = &[
    row("^answers: …", Some("answers …"), ""),
    row("^rolls: …", Some("rolls …"), ""),
    row("^draws: …", Some("draws …"), ""),
    row("^expect: …", Some("expect …"), ""),
    row("^run: …", Some("run …"), ""),
    row("^given: …", Some("given …"), ""),
    row("^A = B", Some("A: B"), "what stands in a test has its name before a colon"),
];

/// First words of lines of a scenario.
pub(super) const SCENARIOS: &[Slip] = &[
    row("lasts", Some("rounds"), ""),
    row("setup", Some("setup { .. }"), ""),
    row("turns", Some("rounds"), ""),
    row("length", Some("rounds"), ""),
    row("size", Some("board"), ""),
    row("map", Some("board"), ""),
    row("table", Some("board"), ""),
    row("place", Some("put"), ""),
    row("army", Some("side"), ""),
    row("player", Some("side"), ""),
];

/// First words of lines of a side.
pub(super) const SIDES: &[Slip] = &[
    row("army", Some("roster"), ""),
    row("list", Some("roster"), ""),
    row("units", Some("roster"), ""),
    row("zone", Some("deploy"), ""),
    row("start", Some("deploy"), ""),
    row("setup", Some("deploy"), ""),
    row("ai", Some("policy"), ""),
    row("plays", Some("policy"), ""),
    row("wins", Some("wins when"), ""),
];
