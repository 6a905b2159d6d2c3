//! Heads of declarations, as they are cut from their lines.

use warwright_compiler::about::head;

#[test]
fn a_head_ends_before_braces_and_values_and_not_within_quotes() {
    for (line, wanted) in [
        ("state level: int 0..5 = 0 };", "state level: int 0..5 = 0"),
        ("kind pit is area { state deep: int = 1 }", "kind pit is area"),
        (
            "action hit(a: man) in Go by a.player \"{a} hits {b}\" once per turn {",
            "action hit(a: man) in Go by a.player \"{a} hits {b}\" once per turn",
        ),
        ("define deep(a: man): int = supposing a.hurt = 4 { a.deep }", "define deep(a: man): int"),
        ("define deep(a: man): int = a.hurt + 1", "define deep(a: man): int = a.hurt + 1"),
        ("option \"A;B\" +1 points { oars 3 }", "option \"A;B\" +1 points"),
        (
            "action run(a: man, x: 0.5\"..3\") in Go \"{a} runs {x}\" once per turn {",
            "action run(a: man, x: 0.5\"..3\") in Go \"{a} runs {x}\" once per turn",
        ),
        ("range 3\" // as \"far\" as it {shoots}", "range 3\""),
    ] {
        assert_eq!(head(&[line]), wanted);
    }
}
