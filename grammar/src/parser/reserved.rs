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
    "lend",
    "limit",
    "modifiers",
    "modify",
    "option",
    "parts",
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

/// Whether a word is one of the language, and no word of a system.
pub(super) fn is_of_the_language(word: &str) -> bool {
    is_reserved(word) || HEADS.binary_search(&word).is_ok() || INNER_HEADS.contains(&word)
}

/// The word of `known` that `word` is most likely a misspelling of.
#[must_use]
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let allowed = match word.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    known
        .iter()
        .map(|candidate| (edit_distance(word, candidate), *candidate))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The number of letters to put in, take out, change or swap with their neighbour.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    let mut last = None;
    for (row, letter) in from.chars().enumerate() {
        let mut current = vec![row + 1];
        let mut left_letter = None;
        for (column, &other) in to.iter().enumerate() {
            let get = |line: &[usize], at: usize| line.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut best = (get(&above, column) + usize::from(letter != other))
                .min(get(&above, column + 1) + 1)
                .min(get(&current, column) + 1);
            if last == Some(other) && left_letter == Some(letter) && column > 0 {
                best = best.min(get(&before, column - 1) + 1);
            }
            current.push(best);
            left_letter = Some(other);
        }
        before = std::mem::replace(&mut above, current);
        last = Some(letter);
    }
    above.last().copied().unwrap_or(0)
}
