//! The rows of lines: words, signs and orders of words of plain English and of other languages, by where they stand.

use super::values::{OF_ENUMS, READ, RELATIONS, TYPES, VALUES};
use super::{Place, Slip, of, row};

/// All rows, by the place at which they are looked for.
pub(super) const TABLE: &[(Place<'_>, &[Slip])] = &[
    ("", ANYWHERE),
    ("a statement", STATEMENTS),
    ("a declaration", DECLARATIONS),
    ("a line of a policy (`in WINDOW prefer ..`)", POLICIES),
    ("an edit (`in unit \"Name\" { .. }`, `add`, `remove`)", EDITS),
    ("a change (`field old -> new`)", CHANGES),
    ("an arm of a `match`", ARMS),
    ("a line of a roster", ROSTERS),
    ("a line of a test", TESTS),
    ("a relation", RELATIONS),
    ("a value", VALUES),
    ("a type", TYPES),
    ("a scenario", SCENARIOS),
    ("a side", SIDES),
    ("a value of an enum", OF_ENUMS),
    ("a line that was read", READ),
];

/// Clauses that may have a condition.
pub(crate) const BENDING: &[&str] =
    &["modify", "forbid", "allow", "lend", "deny", "before", "after", "instead", "action"];

/// Clauses that reach somebody.
const REACHING: &[&str] = &["modify", "forbid", "allow", "lend", "deny"];

const REACHES: &str = "whom a clause reaches reads `as ROLE`, `as ROLE RELATION self`";

/// What stands for `5+` of a sheet.
pub(super) const ALONE: &str =
    "what is reached on N or more is written `N`, and the rule that rolls says `>=`";

const ANYWHERE: &[Slip] = &[
    row("N+ |", None, ALONE),
    row("N+$", Some("N"), ALONE),
    of(&["limit"], "^limit at …", None, LIMIT),
    of(&["limit"], "per", None, LIMIT),
    of(&["in"], "when … always A$", None, ADVICE),
    of(&["in"], "when … never A$", None, ADVICE),
    of(&["limit"], "for each", Some("each"), ""),
    row(
        "A if … else B",
        Some("if … then A else B"),
        "a choice between values reads `if .. then .. else ..`",
    ),
    of(
        &["profile", "state"],
        "A as C: T …",
        Some("A: T … as C"),
        "the word under which it is printed follows the type",
    ),
    of(&["table"], "=", Some(""), "no sign stands between the head of a table and its rows"),
    of(&["expect"], "expect may not P", Some("expect not may P"), ""),
    of(&["lend", "deny"], "to the", None, REACHES),
    of(&["put"], "put a A", Some("put A"), ARTICLE),
    of(&["put"], "put N A", Some("put A"), "as many are put as places are named"),
    row("^A: {B: …", None, "fields stand one by one: `count 1 ; cost 1`"),
    row("^only if …", Some("require …"), REQUIRES),
    row("^only when …", Some("require …"), REQUIRES),
    row("say(f Q)", Some("say Q"), SAYS),
    row("say(Q)", Some("say Q"), SAYS),
    row("A[N..M]", Some("A N..M"), "a range follows its type: `int 1..6`"),
    row("list[A]", Some("list of A"), ""),
    row("List[A]", Some("list of A"), ""),
    row("set[A]", Some("set of A"), ""),
    row("Set[A]", Some("set of A"), ""),
    row("int N to M", Some("int N..M"), RANGE),
    row("int N - M", Some("int N..M"), RANGE),
    row("int from N to M", Some("int N..M"), RANGE),
    row("int between N and M", Some("int N..M"), RANGE),
    of(&["deploy"], ":", None, "where a side sets up reads `deploy EDGE deep 7\"`"),
    of(&["enum"], ":", None, "a list of words reads `enum NAME { a, b }`"),
    of(&["permission", "relation"], ": bool", Some(""), "it is true or false, and no type is said"),
    of(&["step"], "()", Some(" called"), "a step that others call is `called`"),
    of(&["verdict"], "after A", Some("at end of A"), ""),
    of(&["for"], "if", Some("where"), ""),
    of(&["for"], "in A, B", Some("in A where B"), "which of them count stands behind `where`"),
    of(&["grant"], "^grant A B", Some("grant B to A"), ""),
    of(&["deploy"], "first N rows", Some("rows 1..N"), ""),
    row("int (N..M)", Some("int N..M"), RANGE),
    row("^A = B chooses", None, CHOOSES),
    of(&["for"], "^for each … by highest", None, NEXT),
    of(&["for"], "^for each … by lowest", None, NEXT),
    of(&["for"], "by highest(A)", Some("by highest A"), ""),
    of(&["for"], "by lowest(A)", Some("by lowest A"), ""),
    of(&["modify", "forbid", "allow", "lend", "deny"], "until", None, FOR_A_TIME),
    of(
        &["at"],
        "…",
        None,
        "what happens at a step reads `before P.STEP as ROLE { .. }`, `after P.STEP ..`",
    ),
    of(&["rounds"], "at most N", Some("N"), ""),
    of(
        &["rolls", "draws", "answers"],
        "^A [B, …$",
        None,
        "what comes in a test stands side by side, without brackets",
    ),
    of(
        &["after", "before"],
        "^B as",
        None,
        "a hook names its step: `before P.STEP as ROLE { .. }`, `after P.STEP ..`",
    ),
    of(&["put"], "from A to B", Some("along A B"), "the points of a line stand side by side"),
    of(
        &["permission", "procedure", "kind"],
        "=",
        Some(""),
        "no sign stands between a head and its braces",
    ),
    of(&["modify"], "gets +N", Some("by +N"), ""),
    of(&["modify"], "gets -N", Some("by -N"), ""),
    row("A #", Some("A //"), "a comment begins with `//`"),
    row("draw N from", Some("draw from"), "one is drawn at a time: `draw from S`"),
    row("roll A die", None, ROLLS),
    row("roll A dice", None, ROLLS),
    row("A[N]", None, "which of several is asked by what it is: `first(S where C)`"),
    row("^- …", Some("…"), "no dash stands before a line"),
    row("is more than", Some(">"), ""),
    row("A more than B", Some("A > B"), ""),
    row("is less than", Some("<"), ""),
    row("A less than B", Some("A < B"), ""),
    row("is fewer than", Some("<"), ""),
    row("A fewer than B", Some("A < B"), ""),
    row("is one of A, B", Some("in {A, B}"), ""),
    row("is either A or B", Some("in {A, B}"), ""),
    row("^do A$", Some("do { A }"), "what is done stands in braces: `do { .. }`"),
    row(
        "sum of A for",
        None,
        "what is added up stands in brackets: `sum(u.FIELD for each u in S)`",
    ),
    of(&["ability", "status"], "(A)", Some("for A"), "whose it is reads `for KIND`"),
    row("no more than", Some("<="), ""),
    row("more than", Some(">"), ""),
    row("less than", Some("<"), ""),
    row("greater than", Some(">"), ""),
    row("is a A", Some("is A"), ARTICLE),
    of(&["rolls"], "then", Some(","), ""),
    of(&["put"], "between A and B", Some("at A, B"), ""),
    row("&&", Some("and"), ""),
    row("||", Some("or"), ""),
    of(
        &["modify", "forbid", "allow", "require", "if", "limit", "expect", "define"],
        "&",
        Some("and"),
        "",
    ),
    row("!", Some("not"), ""),
    row("once a", Some("once per"), ""),
    row("once an", Some("once per"), ""),
    row("once each", Some("once per"), ""),
    row("once every", Some("once per"), ""),
    row("once in", Some("once per"), ""),
    of(BENDING, "unless", Some("when not"), ""),
    of(BENDING, "if", Some("when"), "a clause has its condition after `when`"),
    of(BENDING, "while", Some("when"), "a clause has its condition after `when`"),
    of(&["modify"], "for one A", None, FOR_A_TIME),
    of(&["modify"], "for N A", None, FOR_A_TIME),
    of(REACHING, "for", Some("as"), REACHES),
    of(REACHING, "of", Some("as"), REACHES),
    of(REACHING, "and", Some(","), "what is bent in the same way is parted by commas"),
    of(BENDING, "is A, … or B", Some("in {A, …, B}"), ""),
    of(
        BENDING,
        ",",
        None,
        "conditions are joined by `and` or `or`; another change is a line of its own",
    ),
    of(&["roster"], "for", Some("of"), "of which army list reads `of \"Faction\"`"),
    of(&["roster"], ",", Some(""), "no comma stands in the head of a roster"),
    of(&["board"], "by", Some("x"), ""),
    row("N by N", None, "a size reads `3\" x 2\"`: write `x`"),
    of(
        &["before", "after"],
        "of",
        None,
        "a hook names the procedure before its step: `before PROCEDURE.STEP`",
    ),
    row("'s", None, "what somebody owns reads `units of p`, a field of it `p.field`"),
    of(&["deploy"], "deep N E", Some("E deep N"), "the edge comes first"),
    of(&["deploy"], "row A - B", Some("rows A..B"), ""),
    of(&["deploy"], "row A and B", Some("rows A..B"), ""),
    of(&["deploy"], "row", Some("rows"), ""),
    of(&["deploy"], "rows A - B", Some("rows A..B"), ""),
    of(&["deploy"], "rows A and B", Some("rows A..B"), ""),
    of(&["deploy"], "rows A to B", Some("rows A..B"), ""),
    of(
        &["deploy"],
        "E N",
        Some("E deep N"),
        "how far a zone reaches from its edge reads `deep 7\"`",
    ),
    of(&["deploy"], "..", None, "how far a zone reaches from its edge reads `deep 7\"`"),
    row("ends", None, "a moment reads `end of turn`, `end of my next turn`"),
    of(&["put"], "..", None, "cells are named one by one: `at E1, E2, E3`"),
    of(&["put"], "A to B", Some("A B"), "the points of a line stand side by side"),
    row("°", Some(" deg"), "write ` deg`"),
    of(
        &["modify"],
        "strongest counts",
        None,
        "`strongest counts` stands behind the relations of the role, before the change",
    ),
    of(&["modify"], "max", Some("at most"), ""),
    of(&["modify"], "min", Some("at least"), ""),
    of(&["modify"], "<=", Some("at most"), ""),
    of(&["modify"], ">=", Some("at least"), ""),
    of(&["modify"], "to", Some("set to"), ""),
    of(&["modify"], "=", Some("set to"), ""),
    of(&["modify"], "+=", Some("by"), "a change reads `by 1`, `by -1`"),
    of(&["modify"], "-=", None, "a change reads `by 1`, `by -1`"),
    of(&["modify"], "increase by", Some("by"), "a change reads `by 1`, `by -1`"),
    of(&["modify"], "increased by", Some("by"), "a change reads `by 1`, `by -1`"),
    of(&["modify"], "plus", Some("by"), "a change reads `by 1`, `by -1`"),
    of(&["modify"], "minus", Some("by -"), "a change reads `by 1`, `by -1`"),
    of(&["modify"], "+ N", Some("by +N"), "a change reads `by 1`, `by -1`, `set to 3`"),
    of(&["modify"], "- N", Some("by -N"), "a change reads `by 1`, `by -1`, `set to 3`"),
    of(&["modify"], "at A at", None, STAGE),
    of(&["modify"], "at A set", None, STAGE),
    of(&["modify"], "at A times", None, STAGE),
    of(&["modify"], "at A rung", None, STAGE),
    of(&["modify"], "up N rung", Some("rung N"), ""),
    of(&["modify"], "up N rungs", Some("rung N"), ""),
    of(&["modify"], "down N rung", Some("rung -N"), ""),
    of(&["modify"], "down N rungs", Some("rung -N"), ""),
    row("at least", Some(">="), "in a condition write `>=`"),
    row("at most", Some("<="), "in a condition write `<=`"),
    of(&["if"], "then", None, "what is done stands in braces: `if C { .. } else { .. }`"),
    row("?", None, "a value that depends on a condition reads `if C then A else B`"),
    row("%", None, "what is left of a division is `rest(a, b)`"),
    row("^", None, "there are no powers: write `x * x`"),
    row("..", None, "what lies between two numbers reads `x >= 1 and x <= 3`"),
    of(&["grant"], "for", None, "how long reads `until MOMENT`, as in `until end of turn`"),
    of(&["grant"], "to", None, "`grant` reads `grant S to u until MOMENT`"),
    of(&["grant"], "from", None, "what somebody loses reads `remove S from u`"),
    of(&["remove"], "to", Some("from"), ""),
    of(&["move"], "move A to B", Some("put A at B"), "who is set down elsewhere: `put A at B`"),
    of(&["join"], "A and B by", Some("A, B by"), "whom a tie joins is parted by a comma"),
    of(&["part"], "A and B by", Some("A, B by"), "whom a tie joins is parted by a comma"),
    of(&["modifiers"], "of", Some("to"), ""),
    of(&["modifiers"], "for", Some("to"), ""),
    of(&["given"], "A = B", Some("A: B"), "what stands in a test has its name before a colon"),
    of(&["cost"], "from", Some("of"), ""),
    of(&["cost"], "N A", None, "a price reads `cost N of p.A`: how much, and of what"),
    of(&["cost"], "A B", None, "a price reads `cost A of p.B`: how much, and of what"),
    of(&["state"], "inverse of", Some("inverse"), ""),
    of(&["enum"], "=", None, "a list of words reads `enum NAME { a, b }`"),
    of(&["quantity"], "round", Some("rounded"), ""),
    of(&["setup"], "^setup …", None, "what is done at first stands in braces: `setup { .. }`"),
    of(&["reroll"], "up to", None, "who decides stands before it: `p rerolls up to 1 of POOL`"),
    row("-= N A", Some("-= N of A"), "how many of what reads `N of A`"),
    row("-= A B", Some("-= A of B"), "how many of what reads `A of B`"),
    row("yes or no", Some("whether"), "a question that is answered by yes or no: write `whether`"),
    row("A[]", Some("list of A"), ""),
    of(
        &[],
        "A or none",
        Some("A?"),
        "what may be none has a type with a question mark: write `A?`",
    ),
    row("A gone", Some("A is gone"), ""),
    row("A empty", Some("A is empty"), ""),
    row("A may not F", None, "who may not do something reads `not may P(A)`"),
    row("A may F", None, "who may do something reads `may P(A)`"),
    row("distance to", None, FAR),
    row("distance from", None, FAR),
    row("distance between", None, FAR),
    row("distance of", None, FAR),
    row("within", None, "how near reads `distance(a, b) <= X`"),
    of(
        &["wins"],
        "^wins when",
        None,
        "who wins stands in the braces of a side: `side NAME { wins when .. }`",
    ),
    of(&["errata"], "^errata dated Y - M - D Q", Some("errata Q dated Y-M-D"), ""),
    of(
        &["forbid", "allow"],
        "^B not A",
        None,
        "`not` stands in the condition: `forbid P as ROLE when not ..`",
    ),
    row("A not B", Some("A is not B"), "to compare with what it is not, write `is not`"),
    row("the A", Some("A"), ARTICLE),
    row("this A", Some("A"), ARTICLE),
    row("an A", Some("A"), ARTICLE),
    row("that A", Some("A"), ARTICLE),
    row("its A", Some("A"), ARTICLE),
    row("their A", Some("A"), ARTICLE),
];

const FOR_A_TIME: &str = "what counts for a time is a status: `grant S to u until MOMENT`; while something holds: `when C`";

const SAYS: &str = "`say` is followed by its text: data stands in braces, `say \"{u} left.\"`";

const REQUIRES: &str = "what must hold reads `require C \"why not\"`";

pub(super) const SETS: &str = "a set gets and loses things by `+=` and `-=`";

const RANGE: &str = "a range reads `1..6`: write `..`";

const ROLLS: &str = "dice are rolled by their number and sort: `roll 2d6`, `roll n of d6`";

const NEXT: &str =
    "those who are taken in an order are `for next x in S by highest x.FIELD { .. }`";

const STAGE: &str = "in one stage a figure is only added to: `at STAGE by 1`";

const ADVICE: &str = "a line of advice begins with its action: `in A when … always`";

const FAR: &str = "how far two things are apart reads `distance(a, b)`";

const ARTICLE: &str = "no article stands before a name: leave it out";

const LIMIT: &str = "a limit is a condition on the list, as `limit count(roster.KINDS where it.FIELD is VALUE) >= 2 \"why\"`";

/// What begins a statement.
const STATEMENTS: &[Slip] = &[
    row("^A chooses B from …", Some("A chooses B: one of …"), ""),
    row("^for A in range(B) …", None, LOOP),
    row("^while", None, LOOP),
    row("^loop", None, LOOP),
    row("^do", None, LOOP),
    row("^for", None, "a loop over a set reads `for each x in S { .. }`"),
    row("^foreach", Some("for each"), ""),
    row("^choose", None, CHOOSES),
    row("^chooses", None, CHOOSES),
    row("^select", None, CHOOSES),
    row("^pick", None, CHOOSES),
    row("^give back", Some("return"), ""),
    row("^give", Some("grant"), ""),
    row("^gain", None, "who gets an ability or status: `grant S to u`"),
    row("^set", None, "a new value reads `u.field = VALUE`"),
    row("^add", None, "a change reads `u.field += 1`, `u.field -= 1`"),
    row("^print", Some("say"), ""),
    row("^write", Some("say"), ""),
    row("^log", Some("say"), ""),
    row("^elif", None, ELSE),
    row("^elseif", None, ELSE),
    row("^elsif", None, ELSE),
    row("^else", None, ELSE),
    row("^break", Some("stop"), "a loop is left by `stop`"),
    row("^destroy", None, "what leaves the game: `remove x`"),
    row("^call", None, "a procedure is run by its name: `P(u)`"),
    row("^assert", Some("expect"), ""),
    row("^switch", None, "it reads `match E { a: .. ; else: .. }`"),
    row("^roll A = …", Some("let A = roll …"), ""),
    row("^int A = …", Some("let A = …"), ""),
    row("^bool A = …", Some("let A = …"), ""),
    row("^do A$", Some("do { A }"), ""),
    row("^P choose …", Some("P chooses …"), "write `chooses`"),
    row("^P chooses whether A …", Some("P chooses A: whether …"), CHOOSES),
    row("^tie A, B by T …", Some("join A, B by T …"), "two are tied by `join a, b by T`"),
    row("^A gains B for …", None, GAINS),
    row("^A gains B", Some("grant B to A"), GAINS),
    row("^A gets B", Some("grant B to A"), GAINS),
    row("^A has B", Some("grant B to A"), GAINS),
    row("^A loses B", Some("remove B from A"), "what somebody loses reads `remove S from u`"),
    row("^A wins …", Some("end battle won by A …"), ""),
    row("^A dies", Some("remove A"), "what leaves the game: `remove A`"),
    row("^A == …", Some("A = …"), "a new value is given by `=`"),
    row(":=", Some("="), ""),
    row("++", Some(" += 1"), "write `+= 1`"),
    row("--", Some(" -= 1"), "write `-= 1`"),
    row("*=", None, "write `x = x * 2`"),
    row("/=", None, "write `x = floor(x / 2)`"),
];

const LOOP: &str = "a loop has a bound: `repeat at most 9 while C { .. }`";
const ELSE: &str = "it reads `if C { .. } else if D { .. } else { .. }`";
const CHOOSES: &str = "a choice is somebody's: `p chooses NAME: one of S \"question\"`";
const GAINS: &str =
    "who gets an ability or status: `grant S to u`, for a time `grant S to u until MOMENT`";

/// What begins a declaration.
const DECLARATIONS: &[Slip] = &[
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

const POLICIES: &[Slip] = &[
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

const EDITS: &[Slip] = &[
    row("^delete", Some("remove"), ""),
    row("^drop", Some("remove"), ""),
    row("^new", Some("add"), ""),
    row("^change", Some("in"), ""),
    row("^reason: Q", Some("reason Q"), ""),
    row("^reason: …", Some("reason \"…\""), "a reason stands in quotes"),
];

const CHANGES: &[Slip] = &[
    row("^A: B$", None, OLD_AND_NEW),
    row("^A is now B", None, OLD_AND_NEW),
    row("^A becomes B", None, OLD_AND_NEW),
    row("^A from B to C", Some("A B -> C"), ""),
    row("^A = B -> C", Some("A B -> C"), ""),
];

const OLD_AND_NEW: &str = "a correction names the old value and the new: `A OLD -> B`";

const ARMS: &[Slip] = &[
    row("^A => …", Some("A: …"), ""),
    row("^A -> …", Some("A: …"), ""),
    row("^case A: …", Some("A: …"), ""),
];

const ROSTERS: &[Slip] = &[
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

const TESTS: &[Slip] = &[
    row("^answers: …", Some("answers …"), ""),
    row("^rolls: …", Some("rolls …"), ""),
    row("^draws: …", Some("draws …"), ""),
    row("^expect: …", Some("expect …"), ""),
    row("^run: …", Some("run …"), ""),
    row("^given: …", Some("given …"), ""),
    row("^A = B", Some("A: B"), "what stands in a test has its name before a colon"),
];

/// First words of lines of a scenario.
const SCENARIOS: &[Slip] = &[
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
const SIDES: &[Slip] = &[
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
