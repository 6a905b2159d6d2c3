//! Advice in the statement that asks: computer players follow it where their own policy says nothing.

use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::{codes, compile_system, lines};

/// The rules with some policies, and a test of what is chosen.
fn text(policies: &str, expected: &str) -> String {
    format!(
        r#"system picks {{ dice d6 }}
kind token is piece {{ profile size: int = 1 ; profile worth: int = 1 }}
procedure pick(p: player) {{
  var got: int = 0
  var order: int = 0
  var figure: int = 0
  var kept: bool = false
  step choose {{
    if any small in tokens where small.size < 9 {{
      p chooses t: one of tokens where it.size < 9 prefer highest it.size, then lowest it.worth
      got = t.worth
    }}
    p chooses row: order of tokens prefer lowest it.worth
    if first(row) is some ahead {{ order = ahead.worth }}
    p chooses n: int 1..6 prefer highest 0 - (it - 4) * (it - 4)
    figure = n
    p chooses keep: whether "Keep it?" prefer highest it
    kept = keep
  }}
}}
tokens {{
  name  | size | worth
  Small | 1    | 1
  Dear  | 5    | 9
  Cheap | 5    | 4
  Huge  | 9    | 6
}}
{policies}
test "what is chosen" {{
  given a: Small ; b: Dear ; c: Cheap ; d: Huge
  odds pick(a.player) {{ {expected} }}
}}
"#
    )
}

fn passes(policies: &str, expected: &str) {
    holds(&[("systems/picks/picks.ww".to_owned(), text(policies, expected))]);
}

fn holds(files: &[(String, String)]) {
    let compilation = compile_system("picks", files);
    assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
    let program = validate(compilation.program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let id = program.program().tests.ids().next().unwrap();
    let failure = warwright_cli::testing::run(&machine, id).failure;
    assert!(failure.is_none(), "{failure:?}");
}

#[test]
fn advice_counts_where_no_policy_says_otherwise() {
    let followed = "expect P(got is 4) == 1 ; expect P(order is 1) == 1 ; \
                    expect P(figure is 4) == 1 ; expect P(kept) == 1";
    passes("", followed);
    passes("policy silent {\n  text: It has no mind of its own.\n}", followed);
    let own = "policy own { in pick.t prefer lowest it.size ; in pick.keep never }";
    let instead = "expect P(got is 1) == 1 ; expect P(figure is 4) == 1 ; expect P(kept) == 0";
    passes(own, instead);
}

#[test]
fn what_ranks_below_nothing_is_left() {
    let own = "policy own {\n  in pick.spare prefer highest 4 - it.size\n  in pick.some prefer highest if it.worth > 4 then 1 else -1\n}";
    let rules = text(own, "expect P(order is 0) == 1 ; expect P(got is 2) == 1").replace(
        "    p chooses n: int 1..6 prefer highest 0 - (it - 4) * (it - 4)\n    figure = n",
        "    p chooses spare: one of tokens where it.size > 4 or none\n    order = if spare is none then 0 else 9\n    \
         p chooses some: any of tokens\n    got = count(some)",
    );
    holds(&[("systems/picks/picks.ww".to_owned(), rules)]);
}

#[test]
fn nobody_is_advised_how_to_split() {
    let rules = text("", "expect P(got is 4) == 1").replace(
        "p chooses n: int 1..6 prefer highest 0 - (it - 4) * (it - 4)\n    figure = n",
        "p chooses parts: split of 4 among tokens prefer highest it.size\n    figure = count(parts)",
    );
    let files = [("systems/picks/picks.ww".to_owned(), rules)];
    let compilation = compile_system("picks", &files);
    assert_eq!(codes(&compilation), ["WW0343"], "{}", lines(&compilation));
}

/// A throw of which up to two dice may be thrown again, under some policy.
fn throws(policy: &str, expected: &str) -> Vec<(String, String)> {
    let rules = format!(
        r#"system throws {{ dice d6 }}
kind token is piece {{ profile size: int = 1 }}
tokens {{ name | size ; One | 1 }}
procedure throw_again(t: token) {{
  var got: int = 0
  var thrown: pool of d6
  step fall {{ thrown = roll 2d6 }}
  step again {{ t.player rerolls up to 2 of thrown where it < 6 }}
  step count {{ got = t.size * sum(thrown) }}
}}
{policy}
test "what it comes to" {{
  given a: One
  odds throw_again(a) {{ {expected} }}
}}
"#
    );
    vec![("systems/throws/throws.ww".to_owned(), rules)]
}

/// `reroll` was no choice, and nobody could be told which dice to throw again.
#[test]
fn advice_says_which_dice_are_thrown_again() {
    let check = |policy: &str, expected: &str| {
        let compilation = compile_system("throws", &throws(policy, expected));
        assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
        let program = validate(compilation.program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let id = program.program().tests.ids().next().unwrap();
        let failure = warwright_cli::testing::run(&machine, id).failure;
        assert!(failure.is_none(), "{policy}: {failure:?}");
    };
    check("policy keeps { in throw_again.reroll never }", "expect mean(got) == 7");
    // A die of 1 to 3 falls again: 1/6 * (4 + 5 + 6) + 1/2 * 7/2 each.
    check(
        "policy low { in throw_again.reroll prefer highest if it <= 3 then 1 else -1 }",
        "expect mean(got) == 17/2",
    );
}
