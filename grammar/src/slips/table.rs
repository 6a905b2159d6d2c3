//! The rows of lines: words, signs and orders of words of plain English and of other languages, by where they stand.

use super::anywhere::ANYWHERE;
use super::others::{BLOCKS, DECLARED};
use super::parts::PARTS;
use super::places::{
    ARMS, CHANGES, DECLARATIONS, EDITS, FACES, FIELDS, ITEMS, OF_TIES, OF_VERDICTS, POLICIES,
    ROSTERS, SCENARIOS, SIDES, TESTS,
};
use super::statements::STATEMENTS;
use super::values::{NO_CONDITIONS, OF_ENUMS, READ, RELATIONS, TYPES, VALUES};
use super::{Place, Slip};

/// All rows, by the place at which they are looked for.
pub(super) const TABLE: &[(Place<'_>, &[Slip])] = &[
    ("", BLOCKS),
    ("", PARTS),
    ("", ANYWHERE),
    ("a field or a clause", FIELDS),
    ("a statement", STATEMENTS),
    ("a declaration", DECLARED),
    ("a declaration", DECLARATIONS),
    ("a line of a policy (`in WINDOW prefer ..`)", POLICIES),
    ("an edit (`in unit \"Name\" { .. }`, `add`, `remove`)", EDITS),
    ("a line of errata (`item \"1\" { .. }`)", ITEMS),
    ("a change (`field old -> new`)", CHANGES),
    ("a face of a die", FACES),
    ("an arm of a `match`", ARMS),
    ("a line of a roster", ROSTERS),
    ("a line of a test", TESTS),
    ("a relation", RELATIONS),
    ("a value", VALUES),
    ("a type", TYPES),
    ("a scenario", SCENARIOS),
    ("a side", SIDES),
    ("a value of an enum", OF_ENUMS),
    ("a field of a tie (`side of a: front`)", OF_TIES),
    ("a row of a verdict (`CONDITION | won by p`)", OF_VERDICTS),
    ("a line that was read", READ),
    ("a condition that is none", NO_CONDITIONS),
];
