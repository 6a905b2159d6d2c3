//! The rows of what other languages have: how they declare what works something out or acts, their types, constants and blocks.

use super::advice::CHOICE;
use super::{Slip, of, row};

/// Words with which other languages declare what works something out, or acts.
const HELPERS: &[&str] =
    &["def", "fn", "fun", "func", "function", "method", "proc", "sub", "routine", "task", "void"];

/// Words with which they declare what things are.
const TYPES: &[&str] = &["class", "interface", "object", "struct", "trait", "type"];

/// Words with which they declare a value.
const VALUES: &[&str] = &["const", "constant", "final", "let", "var", "val", "int", "bool"];

/// What begins a declaration.
pub(super) const DECLARED: &[Slip] = &[
    of(HELPERS, "^A B: C = …", Some("define B: C = …"), DEFINES),
    of(HELPERS, "^A B -> C = …", Some("define B: C = …"), DEFINES),
    of(HELPERS, "^A B = …", Some("define B = …"), DEFINES),
    of(HELPERS, "^A B -> C$", Some("procedure B: C"), ACTS),
    of(HELPERS, "^A B: C$", Some("procedure B: C"), ACTS),
    of(HELPERS, "^A B$", Some("procedure B"), ACTS),
    of(HELPERS, "^A …", None, ACTS),
    row("^public A B", Some("A B"), ACTS),
    row("^private A B", Some("A B"), ACTS),
    row("^static A B", Some("A B"), ACTS),
    row("^async A B", None, ACTS),
    row("^event A$", Some("procedure A"), ACTS),
    row("^A(…)$", None, NAMED),
    of(TYPES, "^A B = …", None, WORDS),
    of(TYPES, "^A B is C", Some("kind B is C"), KINDS),
    of(TYPES, "^A B extends C", Some("kind B is C"), KINDS),
    of(TYPES, "^A B: C", Some("kind B is C"), KINDS),
    of(TYPES, "^A …", None, KINDS),
    of(VALUES, "^A B: C = …", Some("define B: C = …"), DEFINES),
    of(VALUES, "^A …", None, FIXED),
    row("^enumeration A", Some("enum A"), ""),
    row("^dice A", Some("die A"), ""),
];

/// Blocks whose head ends in a colon, and conditions in brackets before one statement.
pub(super) const BLOCKS: &[Slip] = &[
    of(&["if"], "^if …: ⋯ else E", None, CHOICE),
    of(&["if"], "^if …: A else: B", Some("if … { A } else { B }"), BRACES),
    of(&["if"], "^if …:$", None, BRACES),
    of(&["if"], "^if …: ⋯", Some("if … { ⋯ }"), BRACES),
    of(&["for"], "^for …:$", None, BRACES),
    of(&["for"], "^for each …: ⋯", Some("for each … { ⋯ }"), BRACES),
    of(&["for"], "^for …: ⋯", None, BRACES),
    of(&["repeat"], "^repeat …:$", None, BRACES),
    of(&["repeat"], "^repeat …: ⋯", Some("repeat … { ⋯ }"), BRACES),
    of(&["step"], "^step …:$", None, BRACES),
    of(&["step"], "^step …: ⋯", Some("step … { ⋯ }"), BRACES),
    of(&["else"], "^else: ⋯", None, BRACES),
];

const BRACES: &str = "what is done stands in braces: `if C { .. }`, `for each x in S { .. }`";

const DEFINES: &str = "what is worked out reads `define NAME(a: TYPE): TYPE = VALUE`";

const NAMED: &str = "a declaration begins with what it declares: `ability NAME(n: int 1..6) for KIND { .. }`, `procedure NAME(a: TYPE) { step NAME { .. } }`, `define NAME(a: TYPE): TYPE = VALUE`";

const ACTS: &str = "what acts reads `procedure NAME(a: TYPE) { step NAME { .. } }`, what is worked out `define NAME(a: TYPE): TYPE = VALUE`";

const KINDS: &str = "what a game has is a `kind`: `kind NAME is piece { .. }`; a list of words an `enum`, several values under one name a `record`";

const WORDS: &str = "a list of words reads `enum NAME { a, b }`, several values under one name `record NAME { FIELD: TYPE }`";

const FIXED: &str = "a value with a name reads `define NAME: TYPE = VALUE`, one that may be taken otherwise `ruling NAME: TYPE = VALUE \"label\"`; what changes is a `state` of a kind";
