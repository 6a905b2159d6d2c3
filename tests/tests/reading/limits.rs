//! Depth and length: everything ends.

use crate::common::read;
use warwright_grammar::codes;

/// Every construct that may hold itself, as what opens and what closes one level, and what stands innermost.
const NESTS: &[(&str, &str, &str, &str, &str)] = &[
    ("define f(): int = ", "(", "1", ")", "\n"),
    ("define f(): int = ", "g(", "1", ")", "\n"),
    ("define f(): int = ", "[", "1", "]", "\n"),
    ("define f(): int = ", "{", "1", "}", "\n"),
    ("define f(): int = ", "(roll ", "1", ")", "\n"),
    ("define f(): int = ", "(roll 2 of ", "d6", ")", "\n"),
    ("define f(): int = ", "(not ", "a", ")", "\n"),
    ("define f(): int = ", "(if a then b else ", "c", ")", "\n"),
    ("define f(): int = ", "(if ", "c", " then b else a)", "\n"),
    ("define f(): int = ", "match a { B: ", "c", " ; else: d }", "\n"),
    ("define f(): int = ", "match ", "c", " { B: 1 ; else: 2 }", "\n"),
    ("define f(): int = ", "supposing a gone { ", "c", " }", "\n"),
    ("define f(): int = ", "count(", "s", " where it.x)", "\n"),
    ("define f(): int = ", "sum(it.x for each x in ", "s", ")", "\n"),
    ("define f(): int = ", "(any x in ", "s", " where x.ok)", "\n"),
    ("procedure p() { ", "if a { ", "f()", " }", " }\n"),
    ("procedure p() { ", "if a { } else { ", "f()", " }", " }\n"),
    ("procedure p() { ", "for each x in s { ", "f()", " }", " }\n"),
    ("procedure p() { ", "repeat at most 3 { ", "f()", " }", " }\n"),
    ("procedure p() { ", "try { ", "f()", " } else { }", " }\n"),
    ("procedure p() { ", "match a { A: { ", "f()", " } }", " }\n"),
    ("procedure p() { ", "step a { ", "f()", " }", " }\n"),
    ("", "piece \"A\" { ", "x 3", " }", "\n"),
    ("faction \"A\" { ", "option \"A\" { ", "x 3", " }", " }\n"),
    ("roster \"A\" { ", "wing \"A\" { ", "3 \"B\"", " }", " }\n"),
    ("", "! nonsense { ", "x 3", " }", "\n"),
    ("procedure p() { ", "! nonsense { ", "f()", " }", " }\n"),
];

fn nest(shape: &(&str, &str, &str, &str, &str), levels: usize) -> String {
    let (before, open, inner, close, after) = shape;
    format!("{before}{}{inner}{}{after}", open.repeat(levels), close.repeat(levels))
}

/// Reads a text: an exponential reader would never come back.
fn told(text: &str) -> Vec<String> {
    read(text).2
}

#[test]
fn nested_constructs_are_read() {
    for shape in NESTS {
        let brackets = shape.1.matches(['(', '[', '{']).count();
        let told = told(&nest(shape, 180 / brackets.max(1)));
        let nonsense = shape.1.starts_with('!');
        assert_eq!(told.is_empty(), !nonsense, "{}\n{told:#?}", shape.1);
    }
}

#[test]
fn broken_nests_are_no_slower() {
    for shape in NESTS {
        let brackets = shape.1.matches(['(', '[', '{']).count();
        let (before, open, _, close, after) = shape;
        for levels in [18, 60 / brackets.max(1)] {
            for inner in ["", ")", "! 3", "\"", "= =", "else"] {
                let text = format!(
                    "{before}{}{inner}{}{after}",
                    open.repeat(levels),
                    close.repeat(levels)
                );
                told(&text);
            }
        }
    }
}

#[test]
fn what_is_nested_too_deep_is_one_error() {
    for shape in NESTS.iter().filter(|shape| shape.1.contains(['(', '[', '{'])) {
        let text = format!("{}record marker {{ a: int }}\n", nest(shape, 300));
        let (tree, diagnostics, told) = read(&text);
        assert!(
            diagnostics.iter().any(|d| d.code == codes::NESTED_TOO_DEEP),
            "{}\n{told:#?}",
            shape.1
        );
        assert!(told.len() <= 2, "{}\n{told:#?}", shape.1);
        assert_eq!(tree.items.len(), 2, "{}", shape.1);
    }
}

#[test]
fn long_chains_without_brackets_end() {
    let chains = [
        ("define f(): int = 1", " + 1", "\n"),
        ("define f(): int = a", ".b", "\n"),
        ("define f(): int = a", " otherwise b", "\n"),
        ("define f(): int = a", " near b", "\n"),
        ("define f(): int = ", "not ", "a\n"),
        ("define f(): int = ", "- ", "a\n"),
        ("define f(): int = ", "may ", "a\n"),
        ("define f(): int = ", "roll ", "a\n"),
        ("define f(): int = ", "if a then ", "b\n"),
        ("define f(): int = ", "if a then b else ", "c\n"),
        ("define f(): ", "list of ", "int = 3\n"),
        // One is all that a type takes: however many follow, that is one plain mistake.
        ("define f(): int", "?", " = 3\n"),
        ("procedure p() { if a { }", " else if a { }", " }\n"),
    ];
    for (before, link, after) in chains {
        for links in [50, 5_000, 20_000] {
            let text = format!("{before}{}{after}", link.repeat(links));
            let (_, diagnostics, told) = read(&text);
            assert!(told.len() <= 2, "{link} {links}\n{told:#?}");
            let limits = [codes::EXPRESSION_TOO_LONG, codes::NESTED_TOO_DEEP];
            let known = |code| {
                limits.contains(&code)
                    || link.starts_with("if a then b")
                    || ["if a then ", "?"].contains(&link)
            };
            assert!(diagnostics.iter().all(|d| known(d.code)), "{link} {links}\n{told:#?}");
        }
    }
}

#[test]
fn a_long_text_of_one_sign_ends() {
    for sign in [
        "(", ")", "{", "}", "[", "\"", "\"\"", "|", ";", "\\", "'", "a ", "1 ", "a(", "{a",
        "x {\n", "\u{201c}", "-", "=", ".", ",", ":", "text: {", "//\n", "//", "@",
    ] {
        told(&sign.repeat(50_000 / sign.len()));
    }
}
