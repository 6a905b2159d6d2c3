//! Words and signs of other languages and of plain English: what is written here instead of them. The one table; whoever
//! finds words that nothing reads asks it first, and looks for near words only then.

use super::report::{BENDING, shorten};
use super::{Pair, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::reserved::is_reserved;

/// A word or sign, the heads of the lines in which it means this (none: all of them), what is written in its place (where
/// that alone mends the line), and what to say.
struct Foreign {
    written: &'static str,
    heads: &'static [&'static str],
    instead: Option<&'static str>,
    help: &'static str,
}

const fn row(
    written: &'static str,
    heads: &'static [&'static str],
    instead: Option<&'static str>,
    help: &'static str,
) -> Foreign {
    Foreign { written, heads, instead, help }
}

/// Clauses that reach somebody.
const REACHING: &[&str] = &["modify", "forbid", "allow", "lend", "deny"];

/// What follows a line that was read so far.
const TAILS: &[Foreign] = &[
    row("&&", &[], Some("and"), "write `and`"),
    row("||", &[], Some("or"), "write `or`"),
    row("!", &[], Some("not"), "write `not`"),
    row("once a", &[], Some("once per"), "write `once per`"),
    row("once an", &[], Some("once per"), "write `once per`"),
    row("once each", &[], Some("once per"), "write `once per`"),
    row("once every", &[], Some("once per"), "write `once per`"),
    row("unless", BENDING, Some("when not"), "write `when not`"),
    row("if", BENDING, Some("when"), "a clause has its condition after `when`"),
    row("while", BENDING, Some("when"), "a clause has its condition after `when`"),
    row("for", REACHING, Some("as"), "whom a clause reaches reads `as ROLE`"),
    row("of", REACHING, Some("as"), "whom a clause reaches reads `as ROLE`"),
    row("and", REACHING, Some(","), "what is bent in the same way is parted by commas"),
    row(
        ",",
        BENDING,
        None,
        "conditions are joined by `and` or `or`; another change is a line of its own",
    ),
    row("for", &["roster"], Some("of"), "of which army list reads `of \"Faction\"`"),
    row(",", &["roster"], Some(""), "no comma stands in the head of a roster"),
    row("by", &["board"], Some("x"), "write `x`"),
    row("once in", &[], Some("once per"), "write `once per`"),
    row(
        "of",
        &["before", "after"],
        None,
        "a hook names the procedure before its step: `before PROCEDURE.STEP`",
    ),
    row("'s", &[], None, "what somebody owns reads `units of p`, a field of it `p.field`"),
    row("..", &["deploy"], None, "how far a zone reaches from its edge reads `deep 7\"`"),
    row("ends", &[], None, "a moment reads `end of turn`, `end of my next turn`"),
    row("..", &["put"], None, "cells are named one by one: `at E1, E2, E3`"),
    row("°", &[], Some(" deg"), "write ` deg`"),
    row(
        "strongest counts",
        &["modify"],
        None,
        "`strongest counts` stands behind the relations of the role, before the change",
    ),
    row("max", &["modify"], Some("at most"), "write `at most`"),
    row("min", &["modify"], Some("at least"), "write `at least`"),
    row("<=", &["modify"], Some("at most"), "write `at most`"),
    row(">=", &["modify"], Some("at least"), "write `at least`"),
    row("at least", &[], Some(">="), "in a condition write `>=`"),
    row("at most", &[], Some("<="), "in a condition write `<=`"),
    row("to", &["modify"], Some("set to"), "write `set to`"),
    row("=", &["modify"], Some("set to"), "write `set to`"),
    row("+=", &["modify"], Some("by"), "a change reads `by 1`, `by -1`"),
    row("-=", &["modify"], None, "a change reads `by 1`, `by -1`"),
    row("increase by", &["modify"], Some("by"), "a change reads `by 1`, `by -1`"),
    row("increased by", &["modify"], Some("by"), "a change reads `by 1`, `by -1`"),
    row("plus", &["modify"], Some("by"), "a change reads `by 1`, `by -1`"),
    row("minus", &["modify"], Some("by -"), "a change reads `by 1`, `by -1`"),
    row("then", &["if"], None, "what is done stands in braces: `if C { .. } else { .. }`"),
    row("?", &[], None, "a value that depends on a condition reads `if C then A else B`"),
    row("%", &[], None, "what is left of a division is `rest(a, b)`"),
    row("^", &[], None, "there are no powers: write `x * x`"),
    row("..", &[], None, "what lies between two numbers reads `x >= 1 and x <= 3`"),
    row("for", &["grant"], None, "how long reads `until MOMENT`, as in `until end of turn`"),
    row("to", &["grant"], None, "`grant` reads `grant S to u until MOMENT`"),
    row("from", &["grant"], None, "what somebody loses reads `remove S from u`"),
    row("to", &["remove"], Some("from"), "write `from`"),
    row("within", &[], None, "how near reads `distance(a, b) <= X`"),
];

/// What begins a statement.
const STATEMENTS: &[Foreign] = &[
    row("while", &[], None, "a loop has a bound: `repeat at most 9 while C { .. }`"),
    row("loop", &[], None, "a loop has a bound: `repeat at most 9 while C { .. }`"),
    row("do", &[], None, "a loop has a bound: `repeat at most 9 while C { .. }`"),
    row("for", &[], None, "a loop over a set reads `for each x in S { .. }`"),
    row("foreach", &[], Some("for each"), "write `for each`"),
    row("choose", &[], None, CHOOSES),
    row("chooses", &[], None, CHOOSES),
    row("select", &[], None, CHOOSES),
    row("pick", &[], None, CHOOSES),
    row("give back", &[], Some("return"), "write `return`"),
    row("give", &[], Some("grant"), "write `grant`"),
    row("gain", &[], None, "who gets an ability or status: `grant S to u`"),
    row("set", &[], None, "a new value reads `u.field = VALUE`"),
    row("add", &[], None, "a change reads `u.field += 1`, `u.field -= 1`"),
    row("print", &[], Some("say"), "write `say`"),
    row("write", &[], Some("say"), "write `say`"),
    row("log", &[], Some("say"), "write `say`"),
    row("elif", &[], None, "it reads `if C { .. } else if D { .. } else { .. }`"),
    row("elseif", &[], None, "it reads `if C { .. } else if D { .. } else { .. }`"),
    row("elsif", &[], None, "it reads `if C { .. } else if D { .. } else { .. }`"),
    row("else", &[], None, "it reads `if C { .. } else if D { .. } else { .. }`"),
    row("break", &[], Some("stop"), "a loop is left by `stop`"),
    row("destroy", &[], None, "what leaves the game: `remove x`"),
    row("call", &[], None, "a procedure is run by its name: `P(u)`"),
    row("assert", &[], Some("expect"), "write `expect`"),
    row("switch", &[], None, "it reads `match E { a: .. ; else: .. }`"),
];

const CHOOSES: &str = "a choice is somebody's: `p chooses NAME: one of S \"question\"`";

/// What begins a declaration.
const DECLARATIONS: &[Foreign] = &[
    row("function", &[], None, DEFINES),
    row("func", &[], None, DEFINES),
    row("fn", &[], None, DEFINES),
    row("def", &[], None, DEFINES),
    row("const", &[], None, DEFINES),
    row("import", &[], Some("use"), "write `use`"),
    row("include", &[], Some("use"), "write `use`"),
    row("class", &[], None, "what a game has is a `kind`: `kind NAME is piece { .. }`"),
    row("event", &[], None, "what happens is a `procedure`, and each of its steps is an event"),
    row("army", &[], None, "an army list is a `faction`, what is fielded from it a `roster`"),
];

const DEFINES: &str = "a helper reads `define NAME(a: TYPE): TYPE = VALUE`";

/// Signs in the middle of a statement.
const SIGNS: &[Foreign] = &[
    row(":=", &[], Some("="), "write `=`"),
    row("++", &[], Some(" += 1"), "write `+= 1`"),
    row("--", &[], Some(" -= 1"), "write `-= 1`"),
    row("*=", &[], None, "write `x = x * 2`"),
    row("/=", &[], None, "write `x = floor(x / 2)`"),
];

/// Words of plain English that begin a line, and how the clause reads that they mean.
const CLAUSES: &[(&str, &str)] = &[
    ("cannot", "what is not allowed reads `forbid P as ROLE \"why\"`"),
    ("prevent", "what is not allowed reads `forbid P as ROLE \"why\"`"),
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
];

/// How the clause reads that is meant by a word of plain English at the beginning of a line.
#[must_use]
pub fn clause_meant(word: &str) -> Option<&'static str> {
    CLAUSES.iter().find(|(known, _)| *known == word).map(|(_, help)| *help)
}

/// The row whose word or sign a text begins with.
fn find(rows: &'static [Foreign], head: &str, words: &str) -> Option<&'static Foreign> {
    let whole = |written: &str, rest: &str| {
        !written.ends_with(char::is_alphabetic)
            || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    rows.iter().find(|row| {
        (row.heads.is_empty() || row.heads.contains(&head))
            && words.strip_prefix(row.written).is_some_and(|rest| whole(row.written, rest))
    })
}

impl Walk<'_> {
    /// What is meant by words that follow a line that was read so far; `head` is the line's first word.
    pub(super) fn foreign_tail(&self, pair: &Pair<'_>, head: &str) -> Option<Diagnostic> {
        let words = self.written(pair);
        if let Some(help) = clause_meant(head) {
            let begin = self.clause_start.min(self.start(pair));
            let message = format!("`{head}` does not begin a clause");
            let span = self.bytes(begin, begin + head.len());
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
            return Some(found.label("read as the name of a field").help(help));
        }
        if head == "modify" && self.is_change_without_verb(pair) {
            let span = self.bytes(self.start(pair), self.start(pair) + 1);
            let found = Diagnostic::new(
                codes::BAD_CLAUSE,
                format!("`{}` does not say what it does", shorten(words)),
                span,
            );
            let sign = self.covered(span);
            return Some(found.label("a figure without a word before it").fix(
                "a change reads `by 1`, `by -1`, `set to 3`",
                span,
                format!("by {sign}"),
            ));
        }
        let start = self.start(pair);
        let before = self.slice(self.clause_start.min(start), start).trim_end();
        let last = before.rsplit([' ', '(']).next().unwrap_or("");
        let place = self.clause_start.min(start) + before.len() - last.len();
        let span = self.bytes(place, place + last.len());
        if ["the", "this", "a", "an", "that", "its", "their"].contains(&last) {
            let message = format!("`{last}` is no word of the language");
            let gap = self.bytes(place, start);
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
            return Some(found.label("read as a name").fix("leave it out", gap, ""));
        }
        let asks = ["any", "all", "no", "some", "exists", "every"].contains(&last);
        if asks && !before.ends_with(" of any") {
            let message = "a question about the things of a set gives them a name";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, self.span(pair));
            return Some(
                found
                    .label("no name, and no `in`")
                    .help("`any x in S where C`, `all x in S where C`, `no x in S where C`"),
            );
        }
        let label = words.trim_matches(['(', ')']);
        let plain = |word: &str| word.chars().all(char::is_alphanumeric) && !is_reserved(word);
        if REACHING.contains(&head)
            && find(TAILS, head, words).is_none()
            && label.split(' ').all(plain)
        {
            let span = self.span(pair);
            let found = Diagnostic::new(codes::BAD_CLAUSE, "a label stands in quotes", span);
            return Some(found.label("words without quotes").fix(
                format!("write `\"{label}\"`"),
                span,
                format!("\"{label}\""),
            ));
        }
        if head == "deploy" && last != "deep" && words.starts_with(|c: char| c.is_ascii_digit()) {
            let span = self.span(pair);
            let found =
                Diagnostic::new(codes::BAD_CLAUSE, "a figure without a word before it", span);
            return Some(found.label("what of the zone?").fix(
                "how far it reaches from its edge reads `deep 7\"`",
                self.bytes(start, start),
                "deep ",
            ));
        }
        let row = find(TAILS, head, words)?;
        Some(self.told(row, start, words, "word or sign"))
    }

    /// `modify move as unit +1`
    fn is_change_without_verb(&self, pair: &Pair<'_>) -> bool {
        let mut letters = self.written(pair).chars();
        let before = self.slice(self.clause_start.min(self.start(pair)), self.start(pair));
        matches!(letters.next(), Some('+' | '-'))
            && letters.next().is_some_and(|c| c.is_ascii_digit())
            && ![" by ", " set ", " at ", " times ", " rung "].iter().any(|it| before.contains(it))
    }

    /// What is meant by a line that begins no statement.
    pub(super) fn foreign_statement(&self, start: usize, line: &str) -> Option<Diagnostic> {
        if let Some(row) = find(STATEMENTS, "", line) {
            return Some(self.told(row, start, line, "statement"));
        }
        // `p choose x: one of S`
        let owner = line.find(" choose ").filter(|&at| !line.get(..at).unwrap_or("").contains(' '));
        if let Some(at) = owner {
            let row = row("choose", &[], Some("chooses"), "write `chooses`");
            let rest = line.get(at + 1..).unwrap_or("");
            return Some(self.told(&row, start + at + 1, rest, "word"));
        }
        let mut rows = SIGNS.iter().filter_map(|row| Some((line.find(row.written)?, row)));
        let (at, row) = rows.next()?;
        Some(self.told(row, start + at, line.get(at..).unwrap_or(""), "sign"))
    }

    /// What is meant by a line that begins no declaration.
    pub(super) fn foreign_declaration(&self, start: usize, line: &str) -> Option<Diagnostic> {
        let row = find(DECLARATIONS, "", line)?;
        Some(self.told(row, start, line, "declaration"))
    }

    fn told(&self, row: &Foreign, start: usize, words: &str, what: &str) -> Diagnostic {
        let length = row.written.len().min(words.len());
        let span = self.bytes(start, start + length);
        let message = format!("`{}` is not understood here", row.written);
        let label = format!("no {what} here");
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label(label);
        match row.instead {
            Some(instead) => found.fix(row.help, span, instead),
            None => found.help(row.help),
        }
    }
}
