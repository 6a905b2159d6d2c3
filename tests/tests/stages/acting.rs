//! What acts, entries, scenarios and tests: what is refused, in which words and where; what passes without a word.

use crate::types::Snippets;
use warwright_compiler::typed::{ActionPlace, Choice, ReachDef, StmtKind, TestExpect, TestRun};

/// Statements in the one step of a procedure.
fn acting(statements: &str) -> String {
    format!("procedure act(a: token, b: token, p: player) {{\n step go {{\n{statements}\n }}\n}}")
}

/// The sequence and some pieces.
const PLAY: &str = r#"
kind player { state coins: int 0..9 = 0 ; state score: int = 0 }
kind battle { state acting: player? = none }
sequence {
  round at most 4 { for each p in players { turn(p) } }
  verdict at end of round {
    no t in tokens where t.dents < 3 | draw "all are dented"
    else | none
  }
}
faction Reds { tokens { name | dice | guard | move ; Rook | 3 | 1 | 2.5" } }
faction Blues {
  tokens {
    name | dice | guard | move | abilities
    Pawn | 2 | 0 | 1.25" | Tough(3)
  }
}
roster "One Rook" of Reds { 1 Rook }
roster "One Pawn" of Blues { 1 Pawn }
"#;

fn played(text: &str) -> String {
    let play = PLAY.replace("move ; Rook", "move\n Rook").replace("2.5\" } }", "2.5\"\n } }");
    format!("{play}\n{text}")
}

#[test]
fn statements_that_pass() {
    let mut all = Snippets::default();
    for text in [
        "a.dents += 1\n a.dents -= 1\n a.goal = b",
        "var n = 0\n for each t in tokens where t.dents > 0 { n += t.dents }\n a.dents = n",
        "for each x, y in tokens where x.rank is y.rank { x.goal = y }",
        "for next t in tokens where t.worn by highest t.dents, choice of p { t.dents = 0 }",
        "repeat at most 3 while a.worn { a.dents -= 1 }",
        "match a.rank { plain: a.dents = 0 ; chief: { stop } }",
        "match a.dents { 0..2: stop ; 3: a.dents = 0 ; else: a.dents = 1 }",
        "match a.goal { some g: g.dents = 0 ; none: stop }",
        "if a.goal is none { stop }\n a.goal.dents = 1",
        "if a.goal is some g and g.worn { g.dents = 0 } else if b.worn { stop } else { b.dents = 1 }",
        "try { a.dents += 1\n require a.worn \"not yet\" } else { b.dents += 1 }",
        "p chooses t: one of tokens where it.worn, or none \"which?\"\n if t is some found { found.dents = 0 }",
        "p chooses some_of: up to 2 of tokens where it.worn\n for each t in some_of { t.dents = 0 }",
        "p chooses least: one of tokens with least it.dents within 1\n least.dents = 0",
        "p chooses n: int 1..a.dice\n a.dents = n",
        "p chooses yes: whether \"Does {a} go?\"\n if yes { stop }",
        "grant Dazed to a until end of turn\n remove Dazed from a",
        "grant Dazed to (tokens where it.worn) until end of my next turn",
        "join a, b by clasped { way of a: near, way of b: far }\n part a, b by clasped\n part a from all by clasped",
        "let thrown = roll 2d6\n reroll thrown where it < 3\n change up to 1 of thrown where it is 6 to 5\n a.dents = sum(thrown)",
        "strike(a, b)\n end battle won by p \"because\"",
        "remove a from play",
    ] {
        all.clean(&acting(text));
    }
    all.done();
}

#[test]
fn what_cannot_be_written() {
    let mut all = Snippets::default();
    all.refused(
        &acting("let k = 3\nk = 4"),
        323,
        &["`k` cannot be changed", "declare it with `var`"],
    );
    all.refused(&acting("a = b"), 323, &["a parameter, not a variable"]);
    all.refused(&acting("a.guard = 4"), 323, &["a printed figure", "grant a status"]);
    all.refused(&acting("a.worn = true"), 323, &["worked out from other things"]);
    all.refused(&acting("a.rank = chief"), 323, &["a printed figure"]);
    all.refused(&acting("a.dents = 12"), 313, &["12 is out of range", "0 to 9"]);
    all.refused(
        "kind gem is piece { state dull: int = 0 only by dim }\n\
         procedure dim(g: gem) { g.dull += 1 }\n\
         procedure smash(g: gem) { g.dull = 3 }",
        341,
        &["`dull` is written in procedure `dim` alone", "call it: `dim(..)`"],
    );
    all.refused(
        "ability Sly for token { after strike.throw as striker { thrown = roll 1d6 } }\n\
         ability Shy for token { after strike.mark as striker { striker = struck } }",
        323,
        &["`striker` cannot be changed"],
    );
    all.done();
}

#[test]
fn what_does_nothing() {
    let mut all = Snippets::default();
    all.refused(&acting("roll 3d6"), 344, &["nobody reads this roll"]);
    all.refused(&acting("strike"), 344, &["write `strike()`"]);
    all.refused(&acting("mate(a)"), 344, &["`mate(a)` does nothing here"]);
    all.refused(&acting("strik(a, b)"), 205, &["did you mean `strike`?"]);
    all.refused(&acting("finish\na.dents = 1"), 345, &["this is never reached"]);
    all.refused(&acting("strike(a)"), 318, &["needs `struck` as well"]);
    all.done();
}

#[test]
fn what_stands_out_of_place() {
    let mut all = Snippets::default();
    all.refused(&acting("proceed"), 343, &["nothing is replaced here"]);
    all.refused(&acting("require a.worn \"no\""), 343, &["stands in a `try`"]);
    all.refused(&acting("return 3"), 343, &["this procedure gives nothing"]);
    all.refused(
        &acting("try { let n = roll 1d6\n a.dents = sum(n) }"),
        343,
        &["dice cannot be taken back"],
    );
    all.refused(&acting("p chooses n: int 1..6 where it > 2"), 343, &["cannot be narrowed"]);
    all.refused(
        "procedure p(): int { step a { finish } }",
        343,
        &["write `return` with the value"],
    );
    all.refused(&acting("let n = strike(a, b)\na.dents = n"), 343, &["gives no value"]);
    all.done();
}

#[test]
fn names_and_types_of_statements() {
    let mut all = Snippets::default();
    all.refused(&acting("let a = 3\nb.dents = a"), 221, &["`a` stands for something else"]);
    all.refused(&acting("var x = none"), 342, &["nothing says what `x` may hold"]);
    all.refused(&acting("match a.rank { plain: stop }"), 316, &["leaves out chief"]);
    all.refused(&acting("join a, b by clasped { way of a: near }"), 347, &["wants `way of b`"]);
    all.refused(
        &acting("join a, b by clasped { way of a: near, way of b: near, way: far }"),
        347,
        &["whose `way` is this?"],
    );
    all.refused(&acting("let n = 3\nreroll n"), 346, &["dice are wanted here"]);
    all.refused(&acting("grant Dazzed to a"), 205, &["did you mean `Dazed`?"]);
    all.refused(
        "procedure two(a: token, p: player, q: player) { grant Dazed to a until end of my next turn }",
        407,
        &["nothing here says who is meant"],
    );
    all.done();
}

#[test]
fn steps_inside_statements_are_events() {
    let mut all = Snippets::default();
    let typed = all.clean(
        "procedure sweep() {\n step outer { repeat at most 3 while any t in tokens where t.worn {\n\
         step inner { for each t in tokens { t.dents = 0 } } } }\n}\n\
         ability Calm for token { after sweep.inner of any { self.goal = none } }",
    );
    let sweep = typed.procedures.values().find(|def| def.name == "sweep");
    let steps: Vec<(&str, bool, usize)> = sweep
        .map(|def| def.steps.iter().map(|s| (s.name.as_str(), s.called, s.body.len())).collect())
        .unwrap_or_default();
    assert_eq!(steps, [("outer", false, 1), ("inner", true, 1)]);
    all.done();
}

#[test]
fn hooks_say_whose_run_they_mean() {
    let mut all = Snippets::default();
    let typed = all.clean(
        "ability A for token { before my turn.act { self.dents = 0 } }\n\
         ability B for token { after strike as struck once per turn each striker { self.goal = striker } }\n\
         ability C for token { instead of strike.mark as struck when striker.worn { proceed } }\n\
         before turn.act { for each t in tokens { t.dents = 0 } }",
    );
    assert!(
        typed
            .hooks
            .values()
            .any(|hook| matches!(hook.reach, ReachDef::Any) && hook.whose.is_some())
    );
    all.refused(
        "ability Knit for token { before turn.act { self.dents = 0 } }",
        431,
        &["would happen in every player's turn.act", "`before my turn.act { .. }`"],
    );
    all.refused(
        "ability A for token { before strike.trow as striker { } }",
        207,
        &["procedure `strike` has no step `trow`", "did you mean `throw`?"],
    );
    all.refused("ability A for token { before my strike { } }", 408, &["nobody's"]);
    all.refused("before my turn.act { }", 406, &["belongs to nobody"]);
    all.refused("ability A for token { instead of strike as struck { } }", 207, &["which step?"]);
    all.refused(
        "ability A for token { before strike.mark { } }",
        402,
        &["does not say whom it is for"],
    );
    all.done();
}

#[test]
fn actions_have_a_window_a_chooser_and_a_purse() {
    let window = "kind player { state coins: int = 0 }\n\
                  procedure shop(p: player) { step buy { open Shop to p until done } }\n";
    let mut all = Snippets::default();
    let typed = all.clean(&format!(
        "{window}action polish(t: token, n: int 1..t.dents) in Shop by t.player \"Polish {{t}}\" {{\n\
         cost n of t.player.coins\n require t.worn \"clean already\"\n do {{ t.dents -= n }}\n}}\n\
         ability Quick for token {{\n\
         action parry() at before strike.mark as struck by struck.player once per turn \"Parry\" {{ do {{ self.dents = 0 }} }}\n}}"
    ));
    let places: Vec<bool> = typed
        .actions
        .values()
        .map(|action| matches!(action.place, ActionPlace::Named(_)))
        .collect();
    assert_eq!(places, [true, false]);
    assert!(typed.actions.values().next().is_some_and(|action| action.cost.is_some()));
    let polish = typed.permissions.values().find(|def| def.name == "polish");
    assert_eq!(polish.map(|def| (def.params, def.requires.len())), Some((2, 1)));
    for (text, words) in [
        ("action a(t: token) by t.player { do { t.dents = 0 } }", "does not say when"),
        ("action a(t: token) in Shop { do { t.dents = 0 } }", "does not say who"),
        (
            "action a(t: token) in Shop by t.player { cost 1 ; do { t.dents = 0 } }",
            "from what is this paid?",
        ),
        (
            "action a(t: token) in Shop by t.player { cost 1 of t.guard ; do { t.dents = 0 } }",
            "paid from a state field",
        ),
    ] {
        all.refused(&format!("{window}{text}"), 432, &[words]);
    }
    let text = "action a(t: token, n: int) in Shop by t.player { do { t.dents = n } }";
    all.refused(&format!("{window}{text}"), 324, &["nobody could list all that `n` may be"]);
    let text = "action a(t: token) in Shop by t.player { require t.worn \"no\" }";
    all.refused(&format!("{window}{text}"), 344, &["action `a` does nothing"]);
    all.done();
}

#[test]
fn advice_is_about_choices_that_are_made() {
    let choosing =
        acting("p chooses goal: one of tokens where it is not a, or none\na.goal = goal");
    let mut all = Snippets::default();
    let typed = all.clean(&format!(
        "{choosing}\npolicy bold {{ in act.goal when a.worn prefer highest it.dice, then lowest it.dents }}\n\
         policy meek like bold {{ in act.goal never }}"
    ));
    let rules: Vec<usize> = typed.policies.values().map(|policy| policy.rules.len()).collect();
    assert_eq!(rules, [1, 1]);
    all.refused(
        &format!("{choosing}\npolicy bold {{ in act.gaol never }}"),
        222,
        &["nothing called `gaol` is chosen in `act`", "did you mean `goal`?"],
    );
    all.refused(
        &format!("{choosing}\npolicy bold {{ in act never }}"),
        222,
        &["choices there: goal"],
    );
    all.done();
}

#[test]
fn choices_have_their_form() {
    let mut all = Snippets::default();
    let typed = all.clean(&acting("p chooses t: one of tokens with most it.dents\nt.dents = 0"));
    let act = typed.procedures.values().find(|def| def.name == "act");
    let first = act.and_then(|def| def.steps.first()).and_then(|step| step.body.first());
    let form = first.and_then(|stmt| match &stmt.kind {
        StmtKind::Choose { choice, name, .. } => match &**choice {
            Choice::One { of, none } => Some((name.as_str(), none.is_none(), of.least.is_some())),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(form, Some(("t", true, true)), "{first:?}");
    all.done();
}

#[test]
fn entries_are_held_against_their_kind() {
    let mut all = Snippets::default();
    all.refused("token X { dice 3 ; guard 1 }", 326, &["says nothing of move"]);
    all.refused("token X { dice 30 ; guard 1 ; move 2.5\" }", 313, &["30 is out of range"]);
    all.refused(
        "token X { dice 3 ; guard 1 ; move 3\" }",
        312,
        &["`3\"` is no step of Pace", "between 2.5\" and 3.5\"", "choose 2.5\" or 3.5\""],
    );
    all.refused("token X { dice 3 ; guard 1 ; move 7 }", 311, &["a distance is wanted"]);
    all.refused(
        "token X { dice 3 ; guard 1 ; move 2.5\" ; abilities Dazed }",
        203,
        &["`Dazed` is a status, and abilities are wanted here"],
    );
    all.refused(
        "ability Roomy for hut { modify rooms as hut by +1 }\n\
         token X { dice 3 ; guard 1 ; move 2.5\" ; abilities Roomy }",
        305,
        &["cannot have Roomy, which is for hut"],
    );
    all.done();
}

#[test]
fn scenarios_have_sides_that_can_win() {
    let mut all = Snippets::default();
    let typed = all.clean(&played(
        "scenario Duel {\n side North { roster \"One Rook\" ; scores 1 for each t in tokens where t.worn }\n\
         side South { roster \"One Pawn\" ; wins when battle.round >= 3 \"time\" }\n rounds 3\n}",
    ));
    let duel = typed.scenarios.values().next();
    let pieces: Vec<usize> = duel
        .map(|def| def.sides.iter().map(|side| side.pieces.len()).collect())
        .unwrap_or_default();
    assert_eq!(pieces, [1, 1]);
    assert_eq!(duel.and_then(|def| def.rounds), Some(3));
    all.refused(
        &played("scenario S { side A { roster \"One Rook\" } }"),
        801,
        &["wants two sides"],
    );
    all.refused(
        &played("scenario S {\n side A { roster \"One Rook\" }\n side B { roster \"One Pawn\" }\n rounds 9\n}"),
        802,
        &["the system plays 4 rounds at most"],
    );
    all.refused(
        &played("scenario S {\n side A { roster \"One Rook\" }\n side B { roster \"One Pawn\" }\n fog 3\n}"),
        211,
        &["`fog` begins no line of a scenario"],
    );
    all.done();
}

#[test]
fn tests_run_what_play_runs() {
    let mut all = Snippets::default();
    let typed = all.clean(&played(
        "test \"a blow\" {\n given a: Rook ; b: Pawn { dents 1 ; goal a }\n rolls 1 2 6\n\
         join a, b by clasped { way of a: near, way of b: far }\n\
         expect a.dents is 0\n run strike(a, b)\n expect b.dents is 3\n expect count(thrown) is 3\n\
         expect not may may_strike(a, a) \"not itself\"\n}\n\
         test \"odds\" {\n given a: Rook ; b: Pawn\n odds strike(a, b) {\n\
         expect P(b.dents is 0) == 1/8\n expect mean(b.dents) == 3/2\n }\n}",
    ));
    let runs =
        typed.tests.values().filter(|test| matches!(test.run, TestRun::Procedure { .. })).count();
    assert_eq!((typed.tests.len(), runs), (2, 2));
    let kinds = typed.tests.values().flat_map(|test| &test.expects);
    let refused = kinds.filter(|expect| matches!(expect, TestExpect::Refused { .. })).count();
    assert_eq!(refused, 1);
    let test =
        |lines: &str| played(&format!("test \"t\" {{\n given a: Rook ; b: Pawn\n {lines}\n}}"));
    // Another die of the language shows 7; none shows 77.
    all.refused(
        &test("rolls 77\n run strike(a, b)\n expect a.worn"),
        721,
        &["no die of this game shows 77"],
    );
    all.refused(&test("rolls 1\n expect a.worn"), 721, &["nothing is run that could ask"]);
    all.refused(
        &test("run strike(a, b)\n expect a.worn\n a.dents = 1"),
        721,
        &["nothing is set up after the last run"],
    );
    all.refused(&test("expect said \"x {a}\""), 721, &["compared as they are"]);
    all.refused(
        &test("expect not may may_strike(a, b) \"not claspd\""),
        205,
        &["`may_strike` is never refused for \"not claspd\"", "did you mean \"not clasped\"?"],
    );
    all.refused(&test("odds strike(a, b) { expect mean(b.dents) + 1 }"), 721, &["odds"]);
    all.refused(&test("run strke(a, b)\n expect a.worn"), 205, &["did you mean `strike`?"]);
    all.refused(
        &played("test \"t\" covers \"A-1\" { given a: Rook\n expect a.worn\n}"),
        720,
        &["there is no row \"A-1\""],
    );
    all.done();
}

#[test]
fn verdicts_end_battles() {
    let mut all = Snippets::default();
    all.refused(
        "sequence { round { for each p in players { turn(p) } } }",
        444,
        &["how many times `round` at most?"],
    );
    all.refused(
        "sequence {\n round at most 3 { for each p in players { turn(p) } }\n\
         verdict at end of round {\n else | draw \"x\"\n battle.round > 2 | draw \"y\"\n }\n}",
        317,
        &["this row stands after `else`"],
    );
    all.done();
}

#[test]
fn what_was_refused_once_and_is_right() {
    let mut all = Snippets::default();
    // The range of a sum is no range of its parts.
    all.clean(
        "quantity hit(t: token, high: bool): int 2..6 favours t = t.dice + (if high then 1 else 0)",
    );
    // State of an ability in the requirement of its own action.
    all.clean(
        "ability Once for token {\n\
         state used: bool = false\n\
         action once_only at before strike.mark as struck by struck.player once per turn \"Once\" {\n\
         require not self.used \"used\"\n do { self.used = true }\n}\n}",
    );
    // An ability of two words with a parameter, given in a table and by a rule.
    all.clean(&played(
        "ability \"Two Words\"(n: int 1..3) for token { modify guard as token by n \"two\" }\n\
         faction Greens {\n tokens {\n  name | dice | guard | move | abilities\n  \
         Bishop | 2 | 0 | 1.25\" | \"Two Words\"(2)\n }\n}\n\
         procedure teach(t: token) { step go { grant \"Two Words\"(2) to t } }",
    ));
    // A match that names every number of a range.
    all.clean("define half(d: int 1..3): int = match d { 1: 0 ; 2: 1 ; 3: 1 }");
    all.done();
}

#[test]
fn what_is_at_hand_leads_to_what_is_wanted() {
    let mut all = Snippets::default();
    let boss = "kind player { state coins: int = 0 ; state boss: token? = none }\n";
    all.refused(&format!("{boss}{}", acting("p.boss = a.clasped")), 301, &["token"]);
    all.refused(
        &format!(
            "{boss}procedure pay(t: token, p: player) {{ step go {{ p.coins += 1 }} }}\n{}",
            acting("pay(p, a)")
        ),
        301,
        &["the other way round: exchange `p` and `a`"],
    );
    all.refused(
        &format!("{boss}{}", acting("a.coins = 2")),
        201,
        &["did you mean `player.coins`?"],
    );
    all.refused(&acting("a.worn = true"), 323, &["worked out from: `a.dents`"]);
    all.refused(
        &acting("works = a.dice > 2\nif works { b.dents = 0 }"),
        205,
        &["`let works = ..`"],
    );
    all.refused(&acting("if a.goal { b.dents = 0 }"), 301, &["`a.goal is not none`"]);
    all.refused(&acting("let n = two + a.dice\nb.dents = n"), 205, &["write `2`"]);
    all.done();
}
