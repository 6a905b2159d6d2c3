//! What is nested grows with its depth, and does not double with each level.

use warwright_ir::Program;
use warwright_tests::sources::{compile_system, lines};

const SYSTEM: &str = "system nests { measure in ; dice d6 }\n\
    kind token is piece { profile points: int ; state n: int = 0 }\n\
    table worth(n: int): int { ..0 | 0 ; 1.. | 1 }\n\n";

/// Forms that may hold themselves: what stands before, what opens a level, the innermost, what closes it, what follows.
const NESTS: [(&str, &str, &str, &str, &str); 21] = [
    ("define f(): int = ", "(", "1", ")", ""),
    ("define f(): int = ", "abs(", "1", ")", ""),
    ("define f(): rational = ", "abs(", "1/2", ")", ""),
    ("define f(): int = ", "max(1, ", "1", ")", ""),
    ("define f(): rational = ", "max(1/3, ", "1/2", ")", ""),
    ("define f(): rational = ", "min(", "1/2", ", 1/3)", ""),
    ("define f(): int = ", "floor(1/2 * ", "3", ")", ""),
    ("define f(): int = ", "worth(", "3", ")", ""),
    ("define f(): bool = ", "(not ", "true", ")", ""),
    ("define f(): bool = ", "((", "true", ") is true)", ""),
    ("define f(): int = ", "(if true then 1 else ", "2", ")", ""),
    ("define f(): int = ", "(if ", "1", " > 0 then 1 else 2)", ""),
    ("define f(): int = ", "match ", "1", " { 1: 2 ; else: 3 }", ""),
    ("define f(): int = ", "match 1 { 1: ", "1", " ; else: 3 }", ""),
    ("define f(): bool = ", "(any u in tokens where ", "true", ")", ""),
    ("define f(): int = ", "count(tokens where ", "1", " > 0)", ""),
    (
        "define f(): int = ",
        "(if first(tokens where it.n > ",
        "1",
        ") is some u then u.n else 0)",
        "",
    ),
    ("define f(): int = ", "(sum(it.n for each it in tokens where it.n > ", "1", "))", ""),
    ("procedure p() { step a { ", "if true { ", "battle_over()", " }", " } }"),
    ("procedure p() { step a { ", "repeat at most 2 { ", "battle_over()", " }", " } }"),
    (
        "procedure p() { step a { ",
        "try { require true \"why\" ; ",
        "battle_over()",
        " } else { }",
        " } }",
    ),
];

fn program(nest: &(&str, &str, &str, &str, &str), levels: usize) -> Program {
    let (before, open, inner, close, after) = nest;
    let text = format!(
        "{SYSTEM}procedure battle_over() {{ step it {{ }} }}\n\
         {before}{}{inner}{}{after}\n\
         procedure uses() {{ step it {{ }} }}\n",
        open.repeat(levels),
        close.repeat(levels)
    );
    let files = [(String::from("systems/nests/nests.ww"), text.clone())];
    let compilation = compile_system("nests", &files);
    assert!(!compilation.has_errors(), "{text}\n{}", lines(&compilation));
    compilation.program.unwrap()
}

fn size(program: &Program) -> usize {
    program.exprs.len() + program.bodies.values().map(|body| body.acts.len()).sum::<usize>()
}

#[test]
fn nested_forms_do_not_double() {
    for nest in &NESTS {
        let [few, some, many] = [2, 6, 10].map(|levels| size(&program(nest, levels)));
        assert_eq!(many - some, some - few, "`{}`: {few}, {some}, {many}", nest.1);
    }
}
