//! The rows of what stands in lines: values, relations, types and the words of an enum, and what is told although it was read.

use super::advice::{ALONE, DONE, LIMIT, SETS};
use super::{Slip, of, row};

/// What is no value of an enum.
pub(super) const OF_ENUMS: &[Slip] = &[
    row("| A", None, "the words of a list have commas between them: `enum NAME { a, b }`"),
    row(
        "Q",
        None,
        "each value of a list of words is one word without quotes: `enum NAME { a, b_c }`",
    ),
];

/// Words between two values.
pub(super) const RELATIONS: &[Slip] = &[
    row("unless", Some("when not"), ""),
    row("never", None, DONE),
    row("did", None, DONE),
    row("does", None, DONE),
    row("was", None, DONE),
    row("were", None, DONE),
    row("had", None, DONE),
    row("than", None, "numbers are compared by `>`, `>=`, `<`, `<=`, `==`, `!=`"),
    row("equals", Some("=="), "write `==`, and `is` of names"),
    row("x", Some("*"), ""),
    row("times", Some("*"), ""),
    row("plus", Some("+"), ""),
    row("minus", Some("-"), ""),
    row("mod", None, "what is left of a division is `rest(a, b)`"),
    row("between", None, "what lies between two numbers reads `x >= 1 and x <= 3`"),
    row("contains", None, IN_A_SET),
    row("includes", None, IN_A_SET),
    row("fails", None, "what is refused is tested by `expect not may P(a) \"reason\"`"),
    row("hasnt", None, "what somebody has not reads `not x has A`"),
    row("isnt", Some("is not"), ""),
    row("vs", None, AGAINST),
    row("versus", None, AGAINST),
    row("against", None, AGAINST),
    row(
        "are",
        None,
        "of several one asks `any x in S where C`, `all x in S where C`, or `count(S where C) >= 3`",
    ),
    row("during", None, "when something counts is a condition: `when x is A`, `when during P`"),
    row("elif", Some("else if"), ""),
    row("elseif", Some("else if"), ""),
    row("elsif", Some("else if"), ""),
];

const IN_A_SET: &str = "whether something is in a set reads `x in S`";

/// Names that other languages have for values.
pub(super) const VALUES: &[Slip] = &[
    row("None", Some("none"), ""),
    row("null", Some("none"), ""),
    row("nil", Some("none"), ""),
    row("nothing", Some("none"), ""),
    row("nobody", Some("none"), ""),
    row("True", Some("true"), ""),
    row("TRUE", Some("true"), ""),
    row("yes", Some("true"), ""),
    row("False", Some("false"), ""),
    row("FALSE", Some("false"), ""),
    row("no", Some("false"), ""),
    row("zero", Some("0"), ""),
    row("one", Some("1"), ""),
    row("two", Some("2"), ""),
    row("three", Some("3"), ""),
    row("four", Some("4"), ""),
    row("five", Some("5"), ""),
    row("six", Some("6"), ""),
    row("seven", Some("7"), ""),
    row("eight", Some("8"), ""),
    row("nine", Some("9"), ""),
    row("ten", Some("10"), ""),
    row("twelve", Some("12"), ""),
    row("fifteen", Some("15"), ""),
    row("twenty", Some("20"), ""),
    row("break", Some("stop"), ""),
    row("game", Some("battle"), ""),
    row("world", Some("battle"), ""),
    row("this", Some("self"), ""),
    row("me", Some("self"), ""),
    row("itself", Some("self"), ""),
    row("bearer", Some("self"), ""),
];

/// Names that other languages have for types.
pub(super) const TYPES: &[Slip] = &[
    row("number", Some("int"), ""),
    row("integer", Some("int"), ""),
    row("float", Some("rational"), ""),
    row("double", Some("rational"), ""),
    row("decimal", Some("rational"), ""),
    row("boolean", Some("bool"), ""),
    row("string", Some("text"), ""),
    row("distance", Some("length"), ""),
    row("dice", Some("pool"), ""),
];

/// What is read, and means something else or nothing.
pub(super) const READ: &[Slip] = &[
    of(
        &["expect"],
        "expect Q",
        Some("expect said Q"),
        "what is told reads `expect said \"words\"`",
    ),
    of(
        &["in"],
        "prefer A",
        Some("prefer highest A"),
        "what a player prefers reads `prefer highest E`, `prefer lowest E`, or a condition",
    ),
    row("facing north", Some("facing 0 deg"), FACING),
    row("facing east", Some("facing 90 deg"), FACING),
    row("facing south", Some("facing 180 deg"), FACING),
    row("facing west", Some("facing 270 deg"), FACING),
    row("circle N", Some("radius N"), ""),
    row("has ability A", Some("has A"), ""),
    row("has status A", Some("has A"), ""),
    row("has no A", None, "what somebody has not reads `not x has A`"),
    row("N A by N B", Some("N A x N B"), "a size reads `3\" x 2\"`: write `x`"),
    row("N by N", Some("N x N"), "a size reads `3\" x 2\"`: write `x`"),
    of(&["rolls"], "x", None, "each die is written by itself: `rolls 6 6 2`"),
    of(&["given"], "on A", Some("at A"), ""),
    of(&["limit"], "^limit A <= N", None, LIMIT),
    of(&["limit"], "^limit A >= N", None, LIMIT),
    of(&["limit"], "^limit A == N", None, LIMIT),
    of(&["run"], "^run procedure A", Some("run A"), ""),
    of(&["run"], "^run A V", Some("run A(V)"), "what is run has its things in brackets"),
    row("A has N", Some("count(A) is N"), ""),
    row("x N", Some("N"), "a figure has no sign before it"),
    row("N+$", Some("N"), ALONE),
    of(&["step"], "when called and", Some("called when"), ""),
    row("A.remove(B)", Some("A -= B"), SETS),
    row("A.discard(B)", Some("A -= B"), SETS),
    row("A.add(B)", Some("A += B"), SETS),
    row("A.append(B)", Some("A += B"), SETS),
    of(&["expect"], "expect say Q", Some("expect said Q"), ""),
    row(
        "first(…) or B",
        Some("first(…) otherwise B"),
        "what counts where there is none follows `otherwise`",
    ),
    row("len", Some("count"), ""),
    row("because Q", Some("Q"), "the label follows the condition at once"),
    of(
        &["action"],
        "at A by",
        Some("in A by"),
        "players choose an action in a window: `in WINDOW by PLAYER`",
    ),
    of(
        &["put"],
        "put A as B",
        Some("put B as A"),
        "what is put stands first, its own name behind `as`",
    ),
    of(&["limit"], "per", Some("each"), ""),
    row("is greater than", Some(">"), ""),
    row("A greater than B", Some("A > B"), ""),
    row("is more than", Some(">"), ""),
    row("A more than B", Some("A > B"), ""),
    row("is less than", Some("<"), ""),
    row("A less than B", Some("A < B"), ""),
    row("is fewer than", Some("<"), ""),
    row("A fewer than B", Some("A < B"), ""),
    row("A dead", Some("A gone"), ""),
    row("A alive", Some("A not gone"), ""),
    row("N% of A", None, "a part of something is reckoned: `floor(A * N / 100)`"),
    row("May P", Some("may P"), ""),
    of(
        &["table"],
        "by A",
        None,
        "`by` names dice, as `by 2d6`; another key stands in brackets: `table NAME(key: TYPE): TYPE`",
    ),
    row("set()", None, "an empty set is `{}`, and says its type: `var x: set of KIND = {}`"),
    row("None", Some("none"), ""),
    row("A refused", None, "what is not allowed is tested by `expect not may P(a) \"reason\"`"),
    row("draw(A)", Some("draw from A"), ""),
    of(&["abilities"], "A + B", Some("A, B"), "the things of a list are parted by commas"),
    of(&["abilities"], "A and B", Some("A, B"), "the things of a list are parted by commas"),
    of(&["rounds"], "N - M", None, "how long a battle is at most is one number: `rounds 12`"),
    row("n/a", Some("default"), NOTHING),
    row("elif", Some("else if"), ""),
    row("elseif", Some("else if"), ""),
    row(
        "count of A B C",
        Some("count(A where it B C)"),
        "how many there are reads `count(SET where CONDITION)`",
    ),
    row("count of A", Some("count(A)"), "how many there are reads `count(SET where CONDITION)`"),
    row("number of A", Some("count(A)"), "how many there are reads `count(SET where CONDITION)`"),
    row("A.grant(B)", Some("grant B to A"), GAINS),
    row("A.gain(B)", Some("grant B to A"), GAINS),
    row("A.give(B)", Some("grant B to A"), GAINS),
    row("A.add_status(B)", Some("grant B to A"), GAINS),
    row("A.has(B)", Some("A has B"), ""),
    row("A.say(Q)", Some("say Q"), ""),
    row(
        "A.move(B)",
        None,
        "a piece is moved by `move A along ROUTE`, set down by `put A at PLACE`",
    ),
    row("^default: …", Some("else: …"), OTHERS),
    row("^otherwise: …", Some("else: …"), OTHERS),
    row("^others: …", Some("else: …"), OTHERS),
    row("^_: …", Some("else: …"), OTHERS),
    row("count(A) >= B", Some("count(A where it >= B)"), MANY),
    row("count(A) <= B", Some("count(A where it <= B)"), MANY),
    row("count(A) == B", Some("count(A where it == B)"), MANY),
    row("count(A) > B", Some("count(A where it > B)"), MANY),
    row("count(A) is B", Some("count(A where it is B)"), MANY),
    row("count(A) of B", Some("count(A where it is B)"), MANY),
    of(&["limit"], "for each", Some("each"), ""),
];

const AGAINST: &str =
    "against whom something counts is a condition: `when target has A`, `when target.FIELD is X`";

const NOTHING: &str =
    "what a thing has not is written `-`, and the figure that the field has by itself `default`";

const GAINS: &str = "who gets an ability or status: `grant S to u`";

const OTHERS: &str = "what holds for all others is `else: ..`";

const OF_SEVERAL: &str = "what is one of several reads `x in {A, B}`";

const MANY: &str = "how many meet a condition reads `count(S where it > 3)`";

const FACING: &str =
    "where something looks is an angle: 0 deg is away from the southern edge, 180 deg to it";

/// What was read as a condition and is none.
pub(super) const NO_CONDITIONS: &[Slip] = &[
    row("is not (A or B)", Some("not in {A, B}"), OF_SEVERAL),
    row("is (A or B)", Some("in {A, B}"), OF_SEVERAL),
    row("== (A or B)", Some("in {A, B}"), OF_SEVERAL),
    row("is not A or B", Some("not in {A, B}"), OF_SEVERAL),
    row("is not A nor B", Some("not in {A, B}"), OF_SEVERAL),
    row("is A or B", Some("in {A, B}"), OF_SEVERAL),
    row("== A or B", Some("in {A, B}"), OF_SEVERAL),
];
