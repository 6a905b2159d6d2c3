//! How checking grows: each construct that can be repeated, so often and twice as often; takes nothing, prints the ratio of the
//! two times. What is more than two and a half times is marked.

use crate::program::system;
use crate::timing::{median_of_all_threads, ratio};
use std::hint::black_box;

const HEAD: &str = "system big { measure in ; dice d6 ; active acting }\n\
    kind battle { state acting: player? = none ; state n: int 0..99 = 0 }\n\
    kind player { state store: int 0..99 = 0 }\n\
    kind unit is piece { profile p: int 0..9 = 1 ; profile points: int 0..99 = 1 ; state x: int 0..9 = 0 }\n\
    kind rune is card { profile rank: int 0..9 = 1 }\n\
    quantity power(u: unit): int 0..99 favours u = u.p\n\
    relation beside(a: unit, b: unit) = a.player is b.player\n\
    permission act(u: unit) { require u.p > 0 \"weak\" }\n\
    procedure strike(u: unit) { open var hits: int = 0 ; step a { hits += 1 } ; step b { u.x = min(9, hits) } }\n\
    procedure turn(p: player) { step go { battle.acting = p ; for each u in units { strike(u) } open Orders to p until done at most 3 } }\n\
    sequence { round at most 3 { for each p in players { turn(p) } } verdict at end of battle { else | draw \"x\" } }\n";
const FOOT: &str = "faction F { unit U { p 1 } ; unit V like U { p 2 ; points 2 } }\nroster RA of F { 1 U }\nroster RB of F { 1 V }\n\
    scenario S { side A { roster RA } side B { roster RB } }\n";

/// What is repeated: its name, what stands before, one of it by its number, what stands behind.
type Construct = (&'static str, &'static str, fn(usize) -> String, &'static str);

const CONSTRUCTS: [Construct; 27] = [
    ("values of an enum", "enum E {", |n| format!("m{n},"), "last }"),
    ("words", "enum E { last } words {", |n| format!("last \"w{n}\""), "}"),
    ("values held in a step", "procedure q() { step s {", |n| format!("var v{n}: int = 1"), "} }"),
    ("holes of a text", "procedure q() { step s { say \"", |_| String::from("{1+1}"), "\" } }"),
    ("kinds", "", |n| format!("kind k{n} is card {{ profile r: int 0..9 = 1 }}"), ""),
    ("steps", "procedure q() {", |n| format!("step s{n} {{ battle.n = 1 }}"), "}"),
    ("procedures", "", |n| format!("procedure q{n}() {{ step s {{ battle.n = 1 }} }}"), ""),
    ("statements", "procedure q() { step s {", |_| String::from("battle.n += 1"), "} }"),
    ("defines", "", |n| format!("define f{n}(u: unit): int = u.p + {}", n % 9), ""),
    (
        "defines that call the one before",
        "define f0(): int = 1\n",
        |n| format!("define f{}(): int = f{n}()", n + 1),
        "",
    ),
    ("quantities", "", |n| format!("quantity t{n}(u: unit): int 0..99 favours u = u.p"), ""),
    (
        "clauses of a quantity",
        "",
        |n| format!("modify power by +1 when battle.n > {} \"c{n}\"", n % 90),
        "",
    ),
    (
        "clauses of abilities",
        "",
        |n| format!("ability A{n} for unit {{ modify power as u by +1 \"c{n}\" }}"),
        "",
    ),
    (
        "clauses that reach others",
        "",
        |n| format!("ability A{n} for unit {{ modify power as u beside self by +1 \"c{n}\" }}"),
        "",
    ),
    (
        "hooks of one step",
        "",
        |n| format!("ability A{n} for unit {{ after strike.a as u \"h{n}\" {{ hits += 1 }} }}"),
        "",
    ),
    (
        "refusals",
        "",
        |n| format!("ability A{n} for unit {{ forbid act as u when u.x == {} \"r{n}\" }}", n % 9),
        "",
    ),
    (
        "requirements",
        "permission many(u: unit) {",
        |n| format!("require u.x != {} \"r{n}\"", n % 9),
        "}",
    ),
    (
        "actions",
        "",
        |n| {
            format!(
                "action o{n}(u: unit) in Orders by u.player \"o{n}\" {{ require u.x < 9 \"no\" ; do {{ u.x += 1 }} }}"
            )
        },
        "",
    ),
    ("rulings", "", |n| format!("ruling r{n}: int = 2 \"A-{n}\""), ""),
    (
        "rows of a table of units",
        "faction G { units { name | p\n",
        |n| format!("N{n} | {}", n % 9),
        "} }",
    ),
    (
        "units in chains",
        "faction G { unit N0 { p 1 }\n",
        |n| format!("unit N{} like N{} {{ points {} }}", n + 1, n - n % 20, 1 + n % 90),
        "}",
    ),
    ("cards", "", |n| format!("rune R{n} {{ rank {} }}", n % 9), ""),
    ("rows of a table", "table far(n: int): int {", |n| format!("{n} | 1"), "else | 2 }"),
    ("lines of a roster", "roster big of F {", |_| String::from("1 U"), "}"),
    (
        "tests",
        "",
        |n| format!("test \"t{n}\" {{ given a: U ; run strike(a) ; expect a.x is 1 }}"),
        "",
    ),
    (
        "corrections",
        "errata \"late\" dated 2020-01-01 {",
        |n| format!("item \"{n}\" {{ in unit U {{ p {} -> {} }} }}", 1 + n % 2, 2 - n % 2),
        "}",
    ),
    ("unknown names", "procedure q() { step s {", |n| format!("battle.n = nosuch{n}"), "} }"),
];

/// Checks each construct 2,000 and 4,000 times in one file.
pub fn growth() {
    for (name, before, one, behind) in CONSTRUCTS {
        let [few, many] = [2_000, 4_000].map(|count| {
            let lines: Vec<String> = (0..count).map(one).collect();
            let between = if before.ends_with('"') { "" } else { "\n" };
            let text =
                format!("{HEAD}{before}{between}{}{between}{behind}\n{FOOT}", lines.join(between));
            median_of_all_threads(1, || {
                black_box(system("big", &text));
            })
        });
        let times = ratio(many, few);
        let mark = if times > 2.5 { "   <- more than in proportion" } else { "" };
        println!("4,000 {name}: {many:.1?}, {times:.2} x the time of 2,000{mark}");
    }
}
