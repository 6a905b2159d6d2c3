//! One limit of depth: what the compiler and the validator let in, the machine works out.

use warwright_grammar::Severity;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::compile_system;

/// Rules that ask one another, so many of them.
fn chain(rules: usize) -> String {
    let mut text = String::from(
        "system deep { dice d6 }\nkind gem is piece { profile size: int 0..9 }\n\
         define f0(g: gem): int = g.size\n",
    );
    for number in 1..rules {
        let before = number - 1;
        text += &match number % 3 {
            0 => format!(
                "quantity q{number}(g: gem): int favours g = f{before}(g)\n\
                 define f{number}(g: gem): int = q{number}(g)\n"
            ),
            1 => format!("define f{number}(g: gem): int = f{before}(g) + 1\n"),
            _ => format!(
                "permission p{number}(g: gem) {{ require f{before}(g) > 0 \"none\" }}\n\
                 define f{number}(g: gem): int = if may p{number}(g) then 1 else 0\n"
            ),
        };
    }
    let last = rules - 1;
    text + &format!(
        "gems {{\n name | size\n Ruby | 3\n}}\n\
         test \"deep\" {{\n given a: Ruby\n expect f{last}(a) is f{last}(a)\n}}\n"
    )
}

#[test]
fn what_nests_too_deep_is_said_by_the_compiler_and_the_rest_runs() {
    let (mut ran, mut refused) = (0, 0);
    for rules in [1, 20, 60, 100, 120, 130, 140, 150, 160, 170, 180, 200, 240, 400] {
        let files = [("systems/deep/deep.ww".to_owned(), chain(rules))];
        let compilation = compile_system("deep", &files);
        let Some(program) = compilation.program else {
            let errors = compilation.diagnostics.iter().filter(|it| it.severity == Severity::Error);
            assert!(errors.map(|it| it.code.to_string()).all(|code| code == "WW1001"), "{rules}");
            refused += 1;
            continue;
        };
        ran += 1;
        assert!(rules < 300, "the limit must be met");
        let valid = validate(program).unwrap();
        let machine = Machine::new(&valid);
        for id in valid.program().tests.ids() {
            let result = warwright_cli::testing::run(&machine, id);
            assert!(result.failure.is_none(), "{rules}: {:?}", result.failure);
        }
    }
    assert!(ran > 3 && refused > 1, "{ran} ran, {refused} refused");
}
