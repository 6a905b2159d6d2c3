//! Words that begin a line: what clause is meant by one of plain English, and where the lines stand that begin with one.

/// Words of plain English that begin a line, and how the clause reads that they mean.
const CLAUSES: &[(&str, &str)] = &[
    ("cannot", "what is not allowed reads `forbid P as ROLE \"why\"`"),
    ("prevent", "what is not allowed reads `forbid P as ROLE \"why\"`"),
    (
        "ignore",
        "what does not count for somebody reads `forbid P as ROLE`, `allow P as ROLE over \"reason\"`, or `over \"label\"` in a `modify`",
    ),
    (
        "ignores",
        "what does not count for somebody reads `forbid P as ROLE`, `allow P as ROLE over \"reason\"`, or `over \"label\"` in a `modify`",
    ),
    (
        "immune",
        "what does not reach somebody reads `forbid P as ROLE \"why\"`; `warwright about GAME` tells what can be forbidden, and its roles",
    ),
    ("can", "what is allowed all the same reads `allow P as ROLE over \"reason\" \"label\"`"),
    (
        "gain",
        "a figure is bent by `modify Q as ROLE by 1 \"label\"`, an ability given by `lend A as ROLE RELATION self`",
    ),
    (
        "gains",
        "a figure is bent by `modify Q as ROLE by 1 \"label\"`, an ability given by `lend A as ROLE RELATION self`",
    ),
    ("bonus", "a figure is bent by `modify Q as ROLE by 1 \"label\"`"),
    ("add", "a figure is bent by `modify Q as ROLE by 1 \"label\"`"),
    ("increase", "a figure is bent by `modify Q as ROLE by 1 \"label\"`"),
    ("decrease", "a figure is bent by `modify Q as ROLE by -1 \"label\"`"),
    ("reduce", "a figure is bent by `modify Q as ROLE by -1 \"label\"`"),
    ("replace", "what is done in place of a step reads `instead of P.STEP as ROLE { .. }`"),
    ("on", "what happens at a step reads `before P.STEP as ROLE { .. }`, `after P.STEP ..`"),
    ("during", "what happens at a step reads `before P.STEP as ROLE { .. }`, `after P.STEP ..`"),
    ("each", "what happens each time reads `after P.STEP as ROLE { .. }`, `before P.STEP ..`"),
    ("every", "what happens each time reads `after P.STEP as ROLE { .. }`, `before P.STEP ..`"),
];

/// How the clause reads that is meant by a word of plain English at the beginning of a line.
#[must_use]
pub fn clause_meant(word: &str) -> Option<&'static str> {
    CLAUSES.iter().find(|(known, _)| *known == word).map(|(_, help)| *help)
}

/// Where the lines stand that begin with some words, for those who write one in other braces.
const HOMES: &[(&str, &[&str])] = &[
    ("in the braces of a scenario, beside its sides", &["board", "put", "rounds", "rule", "side"]),
    ("in the braces of a side", &["deploy", "scores", "wins"]),
    ("in a `test`", &["answers", "draws", "expect", "given", "odds", "rolls", "run", "show"]),
    ("in a `procedure`", &["step", "var"]),
    (
        "where something is done: in a step, a hook, or the `do { .. }` of an action",
        &["grant", "let", "remove", "reroll", "return", "say"],
    ),
    ("in an `action`", &["cost", "do"]),
    ("in a `permission` or an `action`", &["require"]),
    ("in a `kind`", &["asks", "derive", "does", "leaves", "profile", "statline"]),
    ("in the braces of a quantity", &["stages"]),
    ("in a `sequence`", &["verdict"]),
    ("in `errata`", &["item"]),
];

/// Whether lines that begin with a word stand in the braces of a declaration with this first word.
#[must_use]
pub fn is_home(word: &str, head: &str) -> bool {
    let home = HOMES.iter().find(|(_, words)| words.contains(&word));
    home.is_some_and(|(home, _)| home.split(|c: char| !c.is_alphabetic()).any(|it| it == head))
}

/// Where a line stands that begins with this word.
#[must_use]
pub fn home(word: &str) -> Option<String> {
    let (home, _) = HOMES.iter().find(|(_, words)| words.contains(&word))?;
    Some(format!("what begins with `{word}` stands {home}"))
}
