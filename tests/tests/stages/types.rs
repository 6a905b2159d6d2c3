//! Types: what is refused, in which words and where; what passes without a word.

use std::sync::Arc;

use warwright_compiler::assemble::assemble;
use warwright_compiler::errata::AsOf;
use warwright_compiler::like::Tables;
use warwright_compiler::roots::{Loaded, MemoryRoot, Request, load};
use warwright_compiler::typed::{ClauseVerb, ExprKind, Typed};
use warwright_grammar::{Diagnostic, Sink};

use warwright_compiler::types::{Input, check_types};

/// A small game whose words the snippets use.
const SYSTEM: &str = r#"
system trial { measure in ; grain 0.05 mm ; dice d6 }
enum Rank { plain, chief }
enum Way { near, far }
enum Hue { dun, bay }
enum Coat { bay, roan }
kind token is piece {
  profile dice: int 0..20
  profile guard: int
  profile move: length on Pace
  profile reach: length? = none
  profile rank: Rank = plain
  state dents: int 0..9 = 0
  state goal: token? = none
  derive worn: bool = dents > 3
}
kind hut is area { profile rooms: int }
scale Pace of length { 0" 1.25" 2.5" 3.5" 5" }
tie clasped between token and token { each way: Way ; since: int = 0 }
record blow { striker: token ; struck: token ; way: Way = near }
relation beside(a: token, b: token) = a clasped b
define mate(t: token): token? = first(tokens where it beside t)
quantity to_hit(striker: token, struck: token, way: Way): int favours striker = striker.dice - struck.guard
quantity share(t: token): int favours t rounded down = t.dice / 2
permission may_strike(striker: token, struck: token) {
  require striker is not struck "not itself"
  require striker clasped struck "not clasped"
}
table toll(rank: Rank): int { plain | 1 ; chief | 2 }
ruling limit: int = 2 "A-01"
procedure strike(striker: token, struck: token) {
  open var thrown: pool of d6
  step throw { thrown = roll 3d6 }
  step mark { struck.dents = min(9, struck.dents + count(thrown where it <= 3)) }
}
procedure turn(p: player) { step act { } }
status Dazed for token { modify dice as token by -1 "dazed" drawback }
ability Tough(n: int 1..6 = 2) for token { modify guard as token by n "tough" }
"#;

struct Trial {
    loaded: Loaded,
    typed: Typed,
    found: Vec<Diagnostic>,
}

fn trial(text: &str) -> Trial {
    let root = MemoryRoot::new("").with("systems/trial/trial.ww", format!("{SYSTEM}\n{text}"));
    let request = Request {
        roots: vec![Arc::new(root)],
        system: Some("trial".to_owned()),
        scenarios: true,
        tests: true,
        ..Request::default()
    };
    let loaded = load(&request);
    let mut sink = Sink::from(loaded.diagnostics.clone());
    let (mut content, rosters) = assemble(&loaded, Tables::default(), AsOf::Newest, &mut sink);
    let figures = content.take_figures();
    let input =
        Input { content: &content, rosters: &rosters, sources: &loaded.sources, conformance: None };
    let typed = check_types(input, figures, &mut sink);
    Trial { found: sink.into_sorted(), typed, loaded }
}

impl Trial {
    fn shown(&self) -> String {
        let line = |found: &Diagnostic| {
            let at = self.loaded.sources.slice(found.primary.span);
            let help: Vec<&str> = found.help.iter().map(|help| help.text.as_str()).collect();
            format!(
                "{} {} @ {at:?} <- {} | {}",
                found.code,
                found.message,
                found.primary.text,
                help.join(" / ")
            )
        };
        self.found.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Snippets with what is said of them; all of a test are tried before it fails.
#[derive(Default)]
pub(super) struct Snippets {
    faults: Vec<String>,
}

impl Snippets {
    /// The snippet is refused with just this code, and the diagnostic has all these words.
    pub(super) fn refused(&mut self, text: &str, code: u16, words: &[&str]) {
        let trial = trial(text);
        let codes: Vec<u16> = trial.found.iter().map(|found| found.code.number()).collect();
        let shown = trial.shown();
        if codes != [code] {
            self.faults.push(format!("{text}\n  wants {code}, has\n  {shown}"));
        }
        for word in words {
            if !shown.contains(word) {
                self.faults.push(format!("{text}\n  wants {word} in\n  {shown}"));
            }
        }
    }

    /// The snippet passes without a word.
    pub(super) fn clean(&mut self, text: &str) -> Typed {
        let trial = trial(text);
        if !trial.found.is_empty() {
            self.faults.push(format!("{text}\n  is not clean:\n  {}", trial.shown()));
        }
        trial.typed
    }

    pub(super) fn done(self) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
    }
}

#[test]
fn the_small_game_itself_is_sound() {
    let mut all = Snippets::default();
    all.clean("");
    all.done();
}

#[test]
fn expressions_that_pass() {
    let mut all = Snippets::default();
    for text in [
        "define a(t: token): int = t.dice + 2 * 3",
        "define a(t: token): rational = t.dice / 2",
        "define a(t: token): int = floor(t.dice / 2)",
        "define a(t: token): length = t.move + 1.25\" * 2",
        "define a(t: token): bool = t.reach is some r and r > 2\"",
        "define a(t: token): bool = t.reach is not none and t.reach > 2\"",
        "define a(t: token): length = t.reach otherwise 0\"",
        "define a(t: token): bool = t.goal is some g and g.dents > 3",
        "define a(t: token): bool = any o in tokens where o beside t",
        "define a(t: token): bool = no o, q in tokens where o beside q and o beside t",
        "define a(t: token): bool = t has Tough(n) and n > 2",
        "define a(t: token): bool = t has Tough(3)",
        "define a(t: token): int = count(tokens where it.rank is chief and it is not t)",
        "define a(t: token): int = sum(o.dice for each o in tokens where o beside t)",
        "define a(t: token): token? = least(o.dents for each o in tokens where o beside t)",
        "define a(t: token): int = highest(o.dents for each o in tokens) otherwise 0",
        "define a(t: token): Way = t.clasped(t).way otherwise far",
        "define a(t: token): int = count(t.clasped.way)",
        "define a(t: token): int = match t.rank { plain: 1 ; chief: 2 }",
        "define a(t: token): int = match t.dents { 0: 1 ; 1..3: 2 ; else: 3 }",
        "define a(t: token): bool = match t.goal { none: true ; some g: g.dents > 0 }",
        "define a(b: blow): int = to_hit(b.striker, b.struck, b.way)",
        "define a(t: token): bool = may may_strike(t, t)",
        "define a(t: token): bool = t.rank in {plain, chief} and chief is t.rank",
        "define a(t: token): int = t.printed.dice + limit + toll(t.rank)",
        "define a(t: token) = t.dents + 1",
        "define a(t: token): bool = supposing t gone, t.dents = 3 { any o in tokens where o beside t }",
        "define a(t: token): bool = (t.dents as of strike) < t.dents and during turn",
        "define a(t: token): bool = t.goal is not none and (t.goal as of strike) is not none",
        "define a(p: player): int = count(tokens where it.player is p)",
        "define a(t: token): bool = {t} is not empty and t in tokens and t in play and t is not gone",
        "define a(t: token): length = rung(t.move, -1)",
        "define a(x: int): int = max(1, min(x, 5))",
    ] {
        all.clean(text);
    }
    all.done();
}

/// What is there now was perhaps not there then.
#[test]
fn looking_back_forgets_the_present() {
    let mut all = Snippets::default();
    all.refused(
        "define a(t: token): bool = t.goal is not none and (t.goal.dents as of strike) > 1",
        303,
        &["may be none"],
    );
    all.clean("define a(t: token): bool = t.goal is some g and (g.dents as of strike) > 1");
    all.clean(
        "define a(t: token): bool = t.goal is not none and (t.goal as of strike) is none and t.goal.dents > 1",
    );
    all.done();
}

#[test]
fn names_that_mean_nothing() {
    let mut all = Snippets::default();
    all.refused(
        "define a(t: token): int = t.gaurd",
        201,
        &["a token has no field `gaurd`", "did you mean `guard`?"],
    );
    all.refused(
        "define a(other: token): int = othr.dice",
        205,
        &["there is no value `othr`", "did you mean `other`?"],
    );
    all.refused("define a(t: token): int = to_hti(t, t, near)", 205, &["did you mean `to_hit`?"]);
    all.refused(
        "define a(t: token): bool = t.rank is cheif",
        205,
        &["there is no Rank `cheif`", "`chief`"],
    );
    all.refused("define a(t: token): bool = t has Tuogh", 205, &["did you mean `Tough`?"]);
    all.refused(
        "define a(t: token): bool = t has strike",
        203,
        &["`strike` is a procedure, and an ability or status is wanted here"],
    );
    all.refused(
        "define a(t: token): int = dents",
        205,
        &["say whose `dents` is meant", "write `t.dents`"],
    );
    all.refused(
        "define a(t: token): int = to_hit",
        318,
        &["quantity `to_hit` needs its arguments", "to_hit(striker, struck, way)"],
    );
    all.refused("define a(t: tokne): int = 1", 205, &["there is no type `tokne`", "`token`"]);
    all.refused("define a(t: token): bool = beside(t, t)", 209, &["write `t beside t`"]);
    all.refused(
        "define a(t: token): bool = may_strike(t, t)",
        203,
        &["write `may may_strike(t, t)`"],
    );
    all.refused(
        "define a(t: token): bool = t has Tough(m)",
        212,
        &["`m` is given a value here that nothing uses"],
    );
    all.done();
}

#[test]
fn types_that_do_not_fit() {
    let mut all = Snippets::default();
    all.refused("define a(t: token): int = t.dice / 2", 304, &["`floor(t.dice / 2)`"]);
    all.refused(
        "define a(t: token): int = t",
        301,
        &["a whole number is wanted here, and this is a token"],
    );
    all.refused(
        "define a(t: token): bool = t.dice",
        301,
        &["a condition is wanted here, and this is a whole number"],
    );
    all.refused(
        "define a(t: token): length = t.reach",
        303,
        &["`t.reach` may be none", "otherwise"],
    );
    all.refused(
        "define a(t: token): bool = t.goal.dents > 1",
        303,
        &["`t.goal` may be none, and then it has no `dents`"],
    );
    all.refused("define a(t: token): bool = t.dice is none", 306, &["`t.dice` is never none"]);
    all.refused(
        "define a(t: token): bool = t.rank is near",
        307,
        &["a Rank is never a Way", "plain, chief"],
    );
    all.refused(
        "define a(t: token): bool = t.rank is bay",
        307,
        &["a Rank is never a Hue", "plain, chief"],
    );
    all.refused("define a(t: token): bool = t.dice == t.move", 311, &["no measure"]);
    all.refused("define a(t: token): bool = t is 3", 307, &["a token is never a whole number"]);
    all.refused("define a(t: token): length = t.move + 1", 311, &["write `1\"`"]);
    all.refused("define a(t: token): int = t.dice + t.rank", 308, &["a number is wanted here"]);
    all.refused(
        "define a(t: token): length = 18 cm",
        310,
        &["this game measures in inches", "that is 7.09\""],
    );
    all.refused("define a(t: token): length = 0.01\"", 314, &["finer than this game measures"]);
    all.refused("define a(t: token): int = count(t)", 309, &["a set is wanted here"]);
    all.refused("define a(t: token): int = 3 / 0", 321, &[]);
    all.refused("define a(t: token): int = match t.rank { plain: 1 }", 316, &["leaves out chief"]);
    all.refused(
        "define a(t: token): int = match t.rank { plain: 1 ; plain: 3 ; chief: 2 }",
        317,
        &["`plain` is matched twice"],
    );
    all.refused("define a(t: token): int = to_hit(t, t)", 318, &["needs `way` as well"]);
    all.refused("define a(t: token): int = to_hit(t, t, near, 3)", 319, &["takes 3 arguments"]);
    all.refused("define a(t: token): int = to_hit(t, t, wy: near)", 213, &["no parameter `wy`"]);
    all.refused(
        "define a(t: token): bool = any h in huts where h has Tough",
        305,
        &["a hut cannot have Tough, which is for token"],
    );
    all.refused("define a(t: token): int = sum(roll 2d6)", 330, &["let thrown = roll"]);
    all.refused("define a(t: token): int = sum(2d6)", 330, &["nobody has rolled yet"]);
    all.refused("define a(t: token): bool = strike(t, t)", 331, &["`strike` acts"]);
    all.done();
}

#[test]
fn declarations_that_are_incomplete() {
    let mut all = Snippets::default();
    all.refused(
        "quantity a(t: token): int = t.dice",
        403,
        &["for whom larger is better", "favours t"],
    );
    all.refused("quantity a(t: token): int favours x = t.dice", 205, &["role of quantity a `x`"]);
    all.refused("table b(rank: Rank): int { plain | 1 }", 510, &["leaves out chief"]);
    all.refused("table b by 2d6 { 2..6 | 1 ; 8..12 | 2 }", 510, &["leaves out 7", "6 rolls of 36"]);
    all.refused("table b by 2d6 { 2..9 | 1 ; 9..12 | 2 }", 510, &["reads 9 twice"]);
    all.refused("table b(m: int): int { 0..4 | 1 ; 5..9 | 2 }", 510, &["below 0", "above 9"]);
    all.clean("table b(m: int): int { ..-1 | 0 ; 0..4 | 1 ; 5.. | 2 }");
    all.clean(
        "table b(rank: Rank, way: Way): int {\n | near | far\n plain | 1 | 2\n else | 3 | 4\n}",
    );
    all.refused("scale Odd of int { 1 3 2 }", 513, &["must rise"]);
    all.refused("permission b(t: token) { require t.dice > 3 }", 405, &["needs a reason"]);
    all.clean("permission b(t: token) { require may may_strike(t, t) ; require t.goal is some g \"no goal\" ; require g.dents > 1 \"whole\" }");
    all.refused(
        "ability A for token { text: On a {m}+ it holds.\n}",
        205,
        &["there is no value `m`"],
    );
    all.clean("ability A(m: int = 3) for token { text: On a {m}+ it holds, with {dice} dice.\n}");
    all.refused("kind crate is thing { profile words: text }", 324, &["a profile is printed"]);
    all.refused(
        "kind crate is thing { state weight: int }",
        326,
        &["state `weight` has no first value"],
    );
    all.done();
}

#[test]
fn clauses_say_whom_they_reach() {
    let mut all = Snippets::default();
    all.refused(
        "ability Loud for token { modify to_hit by +1 \"loud\" }",
        402,
        &[
            "this clause in ability Loud does not say whom it is for",
            "`modify to_hit as striker ..`",
        ],
    );
    all.refused(
        "ability Loud for token { modify to_hit as strikr by +1 }",
        208,
        &["did you mean `striker`?"],
    );
    all.refused(
        "ability Loud for token { modify to_hti as striker by +1 }",
        205,
        &["did you mean `to_hit`?"],
    );
    all.refused(
        "ability Loud for token { modify may_strike as striker by +1 }",
        203,
        &["is a permission"],
    );
    all.refused("modify to_hit as striker by +1 \"loud\"", 406, &["reaches everybody"]);
    all.refused("modify to_hit by +1 when way is near", 405, &["needs a label"]);
    all.clean("ability Loud for token { modify to_hit as striker beside self by +1 }");
    all.clean(
        "ability Loud for token { modify to_hit as striker not beside self or self by +1 \"x\" }",
    );
    all.clean(
        "ability Loud for token { lend Tough(3) as token beside self ; deny Dazed as token }",
    );
    all.clean("modifiers to to_hit {\n label | by | when\n \"near\" | +1 | way is near\n \"far\" | -1 | way is far\n}");
    all.done();
}

#[test]
fn clauses_that_harm_their_bearer_say_so() {
    let mut all = Snippets::default();
    all.refused(
        "ability Hide for token { modify to_hit as struck by +1 \"thick hide\" }",
        401,
        &["helps whoever is the striker", "drawback"],
    );
    all.refused(
        "ability Hide for token { modify dice as token by -1 \"thin\" }",
        401,
        &["makes dice of Hide worse"],
    );
    all.clean("ability Hide for token { modify to_hit as struck by -1 \"thick hide\" }");
    all.clean("ability Hide for token { modify to_hit as struck by +1 \"thin hide\" drawback }");
    all.clean("ability Hide for token { modify move as token rung -1 \"slow\" drawback }");
    all.done();
}

#[test]
fn verbs_fit_what_they_bend() {
    let mut all = Snippets::default();
    all.refused("ability A for token { modify guard as token rung +1 }", 315, &["no ladder"]);
    all.refused(
        "ability A for token { modify guard as token times 1/2 drawback }",
        304,
        &["rounded down"],
    );
    all.refused(
        "ability A for token { modify rank as token by +1 }",
        404,
        &["can only be `set to`"],
    );
    all.refused(
        "ability A for token { modify move as token set to 3\" }",
        312,
        &["between 2.5\" and 3.5\""],
    );
    all.clean("ability A for token { modify rank as token set to chief }");
    all.clean("ability A for token { modify share as t times 1/2 \"half\" drawback }");
    all.clean("ability A for token { modify dice as token by +1 up to 6 \"more\" }");
    all.done();
}

#[test]
fn rolls_and_constants_are_worked_out() {
    let mut all = Snippets::default();
    let typed = all.clean("define a(t: token): rational = 5/4 + 1/4");
    let body = typed.functions.values().find(|def| def.name == "a").map(|def| &def.body.kind);
    assert!(matches!(body, Some(ExprKind::Fraction(3, 2))), "{body:?}");
    all.done();
}

#[test]
fn one_clause_may_bend_several_quantities() {
    let mut all = Snippets::default();
    let typed = all.clean("ability A for token { modify dice, guard as token by +1 \"big\" }");
    let bent = typed.clauses.values().filter(|clause| clause.label == "big").count();
    assert_eq!(bent, 2);
    let by = |clause: &&warwright_compiler::typed::ClauseDef| {
        matches!(clause.does, ClauseVerb::Modify { verb: warwright_ir::Verb::By, .. })
    };
    assert!(typed.clauses.values().filter(|clause| clause.label == "big").all(|it| by(&it)));
    all.done();
}

#[test]
fn one_mistake_is_one_message() {
    let mut all = Snippets::default();
    all.refused("define a(t: token): int = max(t.gaurd + t.dice * 2, 3) / 2", 201, &[]);
    all.done();
}
