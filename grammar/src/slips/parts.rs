//! Rows of the parts of a line: what of them has a sign too many, a sign in two, or a word too few.

use super::{Slip, of, row};

/// Parts of lines that can be told by what stands around them.
pub(super) const PARTS: &[Slip] = &[
    row("is in", Some("in"), ""),
    row("is not in", Some("not in"), ""),
    row("^A B - > …", Some("A B -> …"), ARROW),
    row("^A - > …", Some("A -> …"), ARROW),
    of(&["modify"], "N for each", None, FOR_EACH),
    of(&["modify"], "N for every", None, FOR_EACH),
    of(REACHING, "as A V Q", Some("as A V self Q"), TO_WHOM),
    of(REACHING, "as A V when", Some("as A V self when"), TO_WHOM),
    of(&["put"], "), size N", Some(") size N"), PUT),
    of(&["put"], "), radius N", Some(") radius N"), PUT),
    of(&["put"], "), oval N", Some(") oval N"), PUT),
    of(&["put"], "), facing N", Some(") facing N"), PUT),
];

/// Clauses that reach somebody by a relation.
const REACHING: &[&str] = super::anywhere::REACHING;

const ARROW: &str = "the arrow of a correction is one sign: write `->`";

const FOR_EACH: &str = "what counts for each of something is a number: `by ROLE.FIELD`, `by count(S where C)`, times more `by 2 * ROLE.FIELD`";

const TO_WHOM: &str = "a relation says to whom: `as A V self`";

const PUT: &str = "no comma stands between a place and what lies there: leave it out";
