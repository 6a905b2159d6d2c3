//! What mends a line that could not be read: the first help of the one diagnostic, for a line in a place where it could stand.

use crate::common::read;

/// A line of a body, and the words of the help that it gets.
fn helped(before: &str, line: &str, after: &str) -> String {
    let (_, diagnostics, lines) = read(&format!("{before}{line}{after}"));
    assert_eq!(diagnostics.len(), 1, "{line}: {lines:?}");
    let help = diagnostics.first().and_then(|it| it.help.first());
    help.map_or_else(|| lines.join("\n"), |help| help.text.clone())
}

fn in_ability(line: &str) -> String {
    helped("use g\nability A for unit {\n  ", line, "\n}\n")
}

fn in_step(line: &str) -> String {
    helped("procedure p(u: unit) {\n  step s {\n    ", line, "\n  }\n}\n")
}

fn in_test(line: &str) -> String {
    helped("use g\ntest \"t\" {\n  given a: \"A\"\n  ", line, "\n  expect a.x is 1\n}\n")
}

fn in_erratum(line: &str) -> String {
    let before = "use g\nerrata \"e\" dated 2010-01-01 {\n  item \"1\" { in unit \"A\" { ";
    helped(before, line, " } }\n}\n")
}

#[test]
fn one_word_for_another() {
    assert_eq!(in_step("grant Tired on u until end of turn"), "write `to`");
    assert_eq!(in_test("put Forest on E6, D5"), "write `at`");
    assert_eq!(in_erratum("fire indirect to low_arc"), "write `fire indirect -> low_arc`");
    assert_eq!(in_erratum("fire indirect => low_arc"), "write `fire indirect -> low_arc`");
    assert_eq!(in_erratum("fire: indirect -> low_arc"), "write `fire indirect -> low_arc`");
    assert_eq!(in_step("u.points: 2"), "a new value is given by `=`");
    assert_eq!(in_step("u.points is 2"), "write `=`");
    assert_eq!(in_ability("modify move set 3 when tired"), "what takes its place reads `set to N`");
    assert_eq!(in_ability("modify move max 3 when tired"), "write `at most`");
}

#[test]
fn a_word_that_is_missing() {
    assert_eq!(in_test("said \"words\""), "write `expect said`");
    assert_eq!(in_step("held: bool = true"), "write `var held:`");
    assert_eq!(in_step("f(u) g(u)"), "statements on one line are parted by `;`");
    assert_eq!(
        in_test("given c \"C\""),
        "what stands there in a test reads `given NAME: \"Entry\" at PLACE`"
    );
    assert_eq!(
        in_erratum("+1 -> +2"),
        "before it may stand `at least`, `at most`, `by`, `limit`, `require`, `rung`, `scores`, `set to`, .."
    );
}

#[test]
fn a_misspelt_head() {
    assert_eq!(in_test("expects a.x is 1"), "did you mean `expect`?");
    assert_eq!(in_test("roll 5 4 4"), "write `rolls 5 4 4`");
    assert_eq!(in_ability("modfy move by 1"), "did you mean `modify`?");
    assert_eq!(in_step("recover u 1"), "what it is given stands in brackets: `recover(u, 1)`");
}

#[test]
fn quotes_braces_and_brackets() {
    assert_eq!(in_step("require not tired no rest"), "write `\"no rest\"`");
    assert_eq!(in_test("expect said it was so"), "write `\"it was so\"`");
    assert_eq!(in_step("battle.prizes += D6, F7"), "several things are a set: `{D6, F7}`");
    assert_eq!(in_step("let n = sum thrown"), "what it is given stands in brackets: `sum(thrown)`");
}

#[test]
fn what_reads_and_means_something_else_is_not_offered() {
    let hook = in_ability("before throw of exchange as roller \"house\" { say \"x\" }");
    assert!(!hook.contains("once per"), "{hook}");
    let list = in_ability("abilities and Seasoned");
    assert_eq!(list, "write `+`");
    assert_eq!(in_ability("after check:throw as u { say \"x\" }"), "write `.`");
    assert_eq!(in_ability("modifies move by 1"), "did you mean `modify`?");
    let cell = helped(
        "use g\nfaction \"F\" {\n  units {\n    name | range\n    A | ",
        "2 to 4",
        "\n  }\n}\n",
    );
    assert_eq!(cell, "write `/`");
    let item = helped(
        "use g\nerrata \"e\" dated 2010-01-01 {\n  item ",
        "8.4",
        " {\n    reason \"r\"\n  }\n}\n",
    );
    assert_eq!(item, "write `\"8.4\"`");
}

#[test]
fn words_in_the_order_of_another_language() {
    assert_eq!(
        in_step("b gains Sore"),
        "who gets an ability or status: `grant S to u`, for a time `grant S to u until MOMENT`"
    );
    assert_eq!(in_step("roll x = f(u) d6"), "write `let x = roll f(u) d6`");
    assert_eq!(in_step("p wins \"it\""), "write `end battle won by p \"it\"`");
    assert_eq!(in_test("answers: 3, true"), "write `answers 3, true`");
    assert_eq!(in_step("f(u) x.y += g"), "statements on one line are parted by `;`");
    assert_eq!(in_step("x -= g y.z += g"), "statements on one line are parted by `;`");
    assert_eq!(in_step("put A at B put C at D"), "statements on one line are parted by `;`");
}

#[test]
fn signs_and_words_of_the_parts_of_a_clause() {
    let written = "modify hit as b by -1 when how is shot knows the reeds";
    assert_eq!(in_ability(written), "write `\"knows the reeds\"`");
    assert_eq!(in_ability("modify hit as b by -1, when how is shot, \"reeds\""), "leave them out");
    assert_eq!(in_ability("modify hit as b by -1 when a is in units \"reeds\""), "write `in`");
    assert_eq!(in_ability("modify hit as b by -1 when a.n !== 2 \"reeds\""), "write `!=`");
    assert_eq!(in_ability("modify hit as b by -1 when a.n ~= 2 \"reeds\""), "write `!=`");
    let to_whom = "a relation says to whom: `as u near self`";
    assert!(in_ability("lend Calm as u near \"reeds\"").starts_with(to_whom));
    let for_each = "what counts for each of something is a number";
    assert!(in_ability("modify hit as b by +1 for each wound \"reeds\"").starts_with(for_each));
    let arrow = "the arrow of a correction is one sign: write `->`";
    assert!(in_erratum("fire 13 - > 14").starts_with(arrow));
    let condition = "a clause begins with what it does, and its condition follows";
    assert!(in_ability("if self.n > 0:").starts_with(condition));
    assert!(in_ability("let foe = attacker").starts_with("what begins with `let` stands where"));
}
