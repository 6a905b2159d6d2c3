//! The reserved words, in one place: for the layout pass, the messages, the documentation and highlighters.

/// Words that may not name a variable, a parameter, a relation or a declaration.
///
/// They stay legal as names of fields: at the start of a line and after a dot.
pub const RESERVED: &[&str] = &[
    "and",
    "as",
    "at",
    "by",
    "drawback",
    "each",
    "else",
    "false",
    "favours",
    "for",
    "has",
    "if",
    "in",
    "inverse",
    "is",
    "let",
    "match",
    "may",
    "must",
    "none",
    "not",
    "of",
    "once",
    "or",
    "otherwise",
    "over",
    "prefer",
    "repeat",
    "return",
    "roll",
    "rounded",
    "see",
    "supposing",
    "then",
    "to",
    "true",
    "try",
    "until",
    "var",
    "when",
    "where",
    "while",
    "with",
    "within",
];

/// Words that begin a declaration, a clause or a line of a declaration: what a misspelt head is compared with.
pub const HEADS: &[&str] = &[
    "ability",
    "action",
    "after",
    "allow",
    "before",
    "define",
    "deny",
    "die",
    "enum",
    "errata",
    "faction",
    "forbid",
    "instead",
    "kind",
    "layer",
    "lend",
    "limit",
    "modifiers",
    "modify",
    "option",
    "permission",
    "policy",
    "procedure",
    "quantity",
    "record",
    "relation",
    "roster",
    "ruling",
    "scale",
    "scenario",
    "sequence",
    "status",
    "step",
    "system",
    "table",
    "test",
    "tie",
    "use",
    "words",
];

/// Words that begin a line of a declaration too, but with which no misspelt head is compared.
const INNER_HEADS: &[&str] = &["derive", "form", "group", "profile", "state"];

/// Words at the start of a line that carry the line above on.
pub(super) const CARRY_ON_BEFORE: &[&str] = &[
    "and",
    "by",
    "drawback",
    "else",
    "followed",
    "once",
    "or",
    "ordered",
    "otherwise",
    "over",
    "past",
    "then",
    "when",
    "where",
    "with",
];

/// Words at the end of a line that carry it on to the next.
pub(super) const CARRY_ON_AFTER: &[&str] = &[
    "and",
    "by",
    "else",
    "has",
    "if",
    "is",
    "may",
    "not",
    "of",
    "or",
    "otherwise",
    "then",
    "to",
    "when",
    "where",
    "with",
];

/// Declarations that never stand inside another block: one of them at the left margin ends what is open above.
pub(super) const OUTERMOST: &[&str] = &[
    "ability",
    "define",
    "die",
    "enum",
    "errata",
    "faction",
    "kind",
    "modifiers",
    "permission",
    "policy",
    "procedure",
    "quantity",
    "record",
    "relation",
    "scale",
    "scenario",
    "sequence",
    "status",
    "system",
    "table",
    "test",
    "tie",
    "use",
    "words",
];

/// Declarations that hold others: what stands at the left margin inside one of them is no sign of a lost brace.
pub(super) const CONTAINERS: &[&str] = &["errata", "faction", "scenario", "system"];

/// Whether a word is reserved.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    word.len() <= 9 && RESERVED.binary_search(&word).is_ok()
}

/// Whether the layout pass writes a word in capitals where it begins a clause: of the heads, `step` alone is written as
/// any other word.
pub(super) fn is_capital_head(word: &str) -> bool {
    word != "step" && HEADS.binary_search(&word).is_ok() || INNER_HEADS.contains(&word)
}

/// Whether a word begins a declaration, or a line of one.
pub(super) fn begins_something(word: &str) -> bool {
    HEADS.binary_search(&word).is_ok()
        || INNER_HEADS.contains(&word)
        || ["board", "deploy", "put", "rounds", "rule", "setup", "side", "verdict"].contains(&word)
}

/// Whether a word is one of the language, and no word of a system.
pub(super) fn is_of_the_language(word: &str) -> bool {
    is_reserved(word) || HEADS.binary_search(&word).is_ok() || INNER_HEADS.contains(&word)
}
