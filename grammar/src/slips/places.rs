//! The rows of lines that stand in one place alone: declarations, policies, errata, arms, rosters, tests, scenarios.

use super::{Slip, row};

/// What begins a declaration.
pub(super) const DECLARATIONS: &[Slip] = &[
    row("^import", Some("use"), ""),
    row("^include", Some("use"), ""),
    row("^using", Some("use"), ""),
    row("^return", None, "what is worked out reads `define NAME(a: TYPE): TYPE = VALUE`"),
    row("^event", None, "what happens is a `procedure`, and each of its steps is an event"),
    row("^army", None, "an army list is a `faction`, what is fielded from it a `roster`"),
    row("^system: A", Some("use A"), GAME),
    row("^game: A", Some("use A"), GAME),
    row("^game A", Some("use A"), GAME),
    row("^uses A", Some("use A"), GAME),
    row("^use: A", Some("use A"), GAME),
];

/// Lines of a thing that name a field.
pub(super) const FIELDS: &[Slip] =
    &[row("^N V$", Some("V N"), "a figure stands behind the name of its field")];

const GAME: &str = "for which game a file is reads `use NAME`";

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
    row(
        "^A B C D -> …",
        Some("in A B { C D -> … }"),
        "what is corrected stands first: `in KIND \"Name\" { .. }`",
    ),
    row("^W A B -> …", None, "what is corrected has its kind before it: `in KIND W { A B -> … }`"),
    row("^W", None, "what is corrected has its kind before it: `in KIND W { .. }`"),
    row(
        "^V W$",
        Some("in V W"),
        "what is corrected reads `in V W { .. }`, what is new `add V W { .. } to LIST`",
    ),
    row("^delete", Some("remove"), ""),
    row("^drop", Some("remove"), ""),
    row("^new", Some("add"), ""),
    row("^change", Some("in"), ""),
    row("^reason: Q", Some("reason Q"), ""),
    row("^reason: …", Some("reason \"…\""), "a reason stands in quotes"),
];

/// What begins a line of errata outside of its items.
pub(super) const ITEMS: &[Slip] = &[
    row("^in …", None, "what is corrected stands in an item: `item \"1\" { in … { .. } }`"),
    row("^add …", None, "what is added stands in an item: `item \"1\" { add … { .. } }`"),
    row("^remove …", Some("item \"1\" { remove … }"), "what falls away stands in an item"),
    row("^change …", None, AN_ITEM),
    row("^Q: …", Some("item Q { … }"), AN_ITEM),
    row("^Q …", Some("item Q …"), AN_ITEM),
    row("^N …", Some("item \"N\" …"), AN_ITEM),
    row("^entry A", Some("item A"), AN_ITEM),
    row("^V W", None, AN_ITEM),
];

const AN_ITEM: &str =
    "each correction is an item: `item \"1\" { in KIND NAME { FIELD OLD -> NEW } }`";

/// What is no face of a die, from where it begins.
pub(super) const FACES: &[Slip] = &[
    row("^N - M: A", None, TIMES),
    row("^N..M: A", None, TIMES),
    row("^N - M = A", None, TIMES),
    row("^N..M = A", None, TIMES),
    row("^N: N", None, TIMES),
    row("^A | …", None, "the faces of a die have commas between them: `die NAME { a, b x 2 }`"),
    row("^N: A", Some("A"), TIMES),
    row("^N = A", Some("A"), TIMES),
    row("^N -> A", Some("A"), TIMES),
    row("^N => A", Some("A"), TIMES),
    row("^A: N", Some("A x N"), TIMES),
    row("^A = N", Some("A x N"), TIMES),
    row("^A * N", Some("A x N"), TIMES),
    row("^A(N)", Some("A x N"), TIMES),
    row("^A [N]", Some("A x N"), TIMES),
];

const TIMES: &str =
    "a die names what its sides show, each as often as it is there: `die NAME { calm x 3, wild }`";

pub(super) const CHANGES: &[Slip] = &[
    row(
        "^row A: … -> ⋯",
        Some("cell A: … -> ⋯"),
        "a cell is corrected by its keys, `cell KEY: OLD -> NEW`; a row by the keys that it is for, `row 5..9 -> 5..8`",
    ),
    row("^set A to B", None, "a correction names the old value and the new: `A OLD -> B`"),
    row("^A += N", None, WHOLE),
    row("^A -= N", None, WHOLE),
    row("^A B > C", Some("A B -> C"), ""),
    row("^A: + …", Some("A + …"), ""),
    row("^A: - …", Some("A - …"), ""),
    row("^A: B => …", Some("A B -> …"), ""),
    row("^A: B -> …", Some("A B -> …"), ""),
    row("^A: B to …", Some("A B -> …"), ""),
    row("^A = B => …", Some("A B -> …"), ""),
    row("^A: B$", None, OLD_AND_NEW),
    row("^A B => …", Some("A B -> …"), ""),
    row("^A B = > …", Some("A B -> …"), ""),
    row("^A is now B", None, OLD_AND_NEW),
    row("^A becomes B", None, OLD_AND_NEW),
    row("^A B to …", Some("A B -> …"), ""),
    row("^A B becomes …", Some("A B -> …"), ""),
    row("^A B now …", Some("A B -> …"), ""),
    row("^A B, C$", Some("A B -> C"), ""),
    row("^A B instead of C", Some("A C -> B"), "a correction names the old value, then the new"),
    row("^A was B now C", Some("A B -> C"), ""),
    row("^A from B to C", Some("A B -> C"), ""),
    row("^A = B -> C", Some("A B -> C"), ""),
    row("^A - N$", None, WHOLE),
    row("^A + N$", None, WHOLE),
    row("^remove ability A", Some("abilities - A"), OF_LISTS),
    row("^remove status A", Some("abilities - A"), OF_LISTS),
    row("^add ability A", Some("abilities + A"), OF_LISTS),
    row("^remove A", None, OF_LISTS),
    row("^delete A", None, OF_LISTS),
    row("^add A", None, OF_LISTS),
    row("^text A -> …", None, OF_TEXTS),
    row("^A B C$", None, "a correction has an arrow between the old value and the new: `A B -> C`"),
];

const OLD_AND_NEW: &str = "a correction names the old value and the new: `A OLD -> B`";

const WHOLE: &str = "a correction gives whole figures, the old and the new: `A 360 -> 340`";

const OF_LISTS: &str = "what a list gets or loses reads `abilities + A`, `abilities - A`";

const OF_TEXTS: &str = "a text is corrected whole: `text: All that it says from now on.`, with the brace behind it on the next line";

pub(super) const OF_TIES: &[Slip] =
    &[row("^A of B = …", Some("A of B: …"), TIED), row("^A = …", Some("A: …"), TIED)];

const TIED: &str = "what a tie has reads `FIELD: VALUE`, of one end `FIELD of END: VALUE`";

pub(super) const OF_VERDICTS: &[Slip] = &[
    row("^draw Q", Some("else | draw Q"), VERDICTS),
    row("^won by A Q", Some("else | won by A Q"), VERDICTS),
    row("^else: none", Some("else | none"), VERDICTS),
    row("^else: …", Some("else | …"), VERDICTS),
];

const VERDICTS: &str =
    "a row of a verdict has a bar: `C | won by p \"why\"`, and at last `else | none`";

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
    row("^W A at …", Some("A: W at …"), STANDS),
    row("^W A$", Some("A: W"), STANDS),
    row("^place A at B", Some("given a: A at B"), STANDS),
    row("^A is B$", Some("expect A is B"), "what is to be so begins with `expect`"),
    row("^A == B$", Some("expect A == B"), "what is to be so begins with `expect`"),
    row("^call …", Some("run …"), RUN),
    row("^execute …", Some("run …"), RUN),
    row("^play …", Some("run …"), RUN),
    row("^assert …", Some("expect …"), ""),
    row("^assert that …", Some("expect …"), ""),
    row("^check …", Some("expect …"), ""),
    row("^then …", Some("expect …"), ""),
    row("^when …", Some("run …"), RUN),
    row("^do …", Some("run …"), RUN),
    row("^dice …", Some("rolls …"), ""),
    row("^roll …", Some("rolls …"), ""),
    row("^choose …", Some("answers …"), ""),
];

const RUN: &str = "what happens in a test reads `run PROCEDURE(..)`";

pub(super) const STANDS: &str =
    "what stands there in a test reads `given NAME: \"Entry\" at PLACE`";

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
    row("victory", Some("side NAME { wins when .. }"), ""),
    row("win", Some("side NAME { wins when .. }"), ""),
    row("goal", Some("side NAME { wins when .. }"), ""),
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
    row("win", Some("wins when"), ""),
    row("victory", Some("wins when"), ""),
    row("goal", Some("wins when"), ""),
    row("objective", Some("wins when"), ""),
    row("won", Some("wins when"), ""),
    row("points", Some("scores"), ""),
    row("score", Some("scores"), ""),
];
