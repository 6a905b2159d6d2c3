//! What is several where one thing is wanted: the compiler says so, or the machine takes what it makes of it.

use warwright_ir::validate;
use warwright_tests::sources::{compile_system, lines};

const SEVERAL: [&str; 4] = ["[1, 2]", "{1, 2}", "[]", "men"];

/// Statements in which `L` stands for what is several.
const PLACES: [&str; 32] = [
    "battle.n = L",
    "battle.n += L",
    "if L { battle.n = 1 }",
    "if not L { battle.n = 1 }",
    "if (L) and (L) { battle.n = 1 }",
    "if L > 1 { battle.n = 1 }",
    "if L is L { battle.n = 1 }",
    "if L in L { battle.n = 1 }",
    "if L is some v { battle.n = 1 }",
    "require L \"no\"",
    "battle.n = L + 1",
    "battle.n = -L",
    "battle.n = L * L",
    "battle.n = max(L, 1)",
    "battle.n = floor(L)",
    "battle.n = rest(L, 2)",
    "battle.n = sum(L)",
    "battle.n = first(L)",
    "battle.n = L otherwise 1",
    "battle.n = if battle.n > 1 then L else 1",
    "battle.n = match battle.n { 1: L ; else: 1 }",
    "battle.n = lowest(L for each x in [1])",
    "battle.l = [L]",
    "battle.l += L",
    "if battle.l is L { battle.n = 1 }",
    "let y = [L, L]",
    "var x: int = L",
    "return L",
    "repeat at most L { battle.n = 1 }",
    "if supposing battle.n = L { battle.n > 1 } { battle.n = 1 }",
    "put(L)",
    "battle.n = twice(L)",
];

fn game(statement: &str) -> String {
    format!(
        "system club {{ measure in }}
kind player {{ }}
kind battle {{ state n: int 0..99 = 0 ; state l: list of int = [] }}
kind man is piece plural men {{ profile base: footprint = 1\" x 1\" }}
define twice(x: int): int = x + x
procedure put(x: int) {{ step down {{ battle.n = x }} }}
procedure meet() {{
  step talk {{
    {statement}
  }}
}}
test \"they meet\" {{ run meet() ; expect battle.n is 0 }}
"
    )
}

#[test]
fn what_is_several_stands_nowhere_for_one() {
    let mut wrong = Vec::new();
    for (place, several) in PLACES.iter().flat_map(|it| SEVERAL.map(|several| (it, several))) {
        let text = game(&place.replace('L', several));
        let file = (String::from("systems/club/club.ww"), text);
        let compilation = compile_system("club", &[file]);
        let said = lines(&compilation);
        let taken = compilation.program.is_none_or(|program| validate(program).is_ok());
        if !taken || said.contains("WW1102") {
            wrong.push(format!("{place} with {several}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
