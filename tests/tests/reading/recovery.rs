//! Five mistakes in five declarations are five diagnostics, for every kind of declaration.

use crate::common::read;
use warwright_grammar::tree::{File, Item};

/// A declaration with braces: its head without the brace, a good line, and a line that cannot be read.
struct Shape {
    head: &'static str,
    good: &'static str,
    bad: &'static str,
}

const BRACED: &[Shape] = &[
    Shape { head: "system sys", good: "measure in", bad: "! nonsense" },
    Shape { head: "layer \"the book\"", good: "forbid may_go \"held\"", bad: "! nonsense" },
    Shape {
        head: "kind tower is piece",
        good: "profile height: int = 3",
        bad: "profile ! nonsense",
    },
    Shape { head: "enum Colour", good: "red, green", bad: "! nonsense" },
    Shape { head: "words", good: "red \"rosy\"", bad: "! nonsense" },
    Shape { head: "die odd", good: "1 2 3", bad: "! nonsense" },
    Shape { head: "scale Steps of length", good: "0\" 1\"", bad: "! nonsense" },
    Shape { head: "table hits(margin: int): int", good: "0..4 | 1", bad: "5..9 | ! nonsense" },
    Shape { head: "modifiers to aim as shooter", good: "label | by | when", bad: "\"x\" | ! | y" },
    Shape {
        head: "permission may_go(u: tower)",
        good: "require u.free \"held\"",
        bad: "! nonsense",
    },
    Shape { head: "procedure go(u: tower)", good: "step one { u.at += 1 }", bad: "! nonsense" },
    Shape {
        head: "action leap(u: tower) in Moves by u.player \"Leap\"",
        good: "do { go(u) }",
        bad: "! nonsense",
    },
    Shape { head: "policy bold", good: "in go.where prefer highest it.worth", bad: "! nonsense" },
    Shape { head: "sequence", good: "round at most 5 { go() }", bad: "! nonsense" },
    Shape { head: "tie bound between tower and tower", good: "each side: Side", bad: "! nonsense" },
    Shape { head: "record blow", good: "from: tower", bad: "! nonsense" },
    Shape { head: "faction \"Reds\"", good: "motto \"Onward\"", bad: "! nonsense" },
    Shape {
        head: "ability Tall for tower",
        good: "modify height as tower by +1 \"tall\"",
        bad: "modify height as tower by ! 1",
    },
    Shape {
        head: "status Tired for tower",
        good: "forbid may_go as u \"tired\"",
        bad: "forbid may_go as u ! 3",
    },
    Shape { head: "tower \"Keep\" like \"Gate\"", good: "height 3", bad: "height 3 ! 4" },
    Shape {
        head: "faction \"Blues\"",
        good: "towers {\n    name | height\n    \"A\" | 3\n  }",
        bad: "towers {\n    name | height\n    \"A\" | ! 3\n  }",
    },
    Shape {
        head: "roster \"First\" of \"Reds\" budget 100",
        good: "3 \"Keep\"",
        bad: "! nonsense",
    },
    Shape { head: "scenario \"Ford\"", good: "rounds 8", bad: "! nonsense" },
    Shape {
        head: "scenario \"Mill\"",
        good: "side Reds { roster \"First\" }",
        bad: "side Blues { wins ! nonsense }",
    },
    Shape {
        head: "errata \"List\" dated 2010-03-01",
        good: "item \"1\" { in tower \"Keep\" { height 3 -> 4 } }",
        bad: "item \"2\" { in tower \"Keep\" { height 3 4 } }",
    },
    Shape { head: "test \"it goes\" covers \"A-1\"", good: "run go(a)", bad: "! nonsense" },
    Shape {
        head: "quantity pace(u: tower): int favours u = 3",
        good: "group ground keeps strongest",
        bad: "! nonsense",
    },
];

/// Declarations of one line, each with five mistakes.
const SINGLE: &[[&str; 5]] = &[
    ["use", "use a b c", "use ! x", "use a see", "use \"a"],
    [
        "relation near(a: tower, b: tower)",
        "relation near(a: tower, b: tower) =",
        "relation near(a: tower b: tower) = a is b",
        "relation when(a: tower, b: tower) = a is b",
        "relation near(a: tower, b: tower) = a is b ! c",
    ],
    [
        "quantity pace(u: tower): int favours u",
        "quantity pace(u: tower) favours u = 3",
        "quantity pace(u: tower: int = 3",
        "quantity pace(u: tower): int = 3 +",
        "quantity pace(u: tower): int favours u = 3 ! 4",
    ],
    [
        "define pace(u: tower): int",
        "define (u: tower): int = 3",
        "define pace(u: tower): int = (3",
        "define pace(u: tower): int = 3 + * 4",
        "define pace(u): int = 3",
    ],
    [
        "ruling far: int",
        "ruling far = 3",
        "ruling : int = 3",
        "ruling far: int = \"A-01",
        "ruling far: int = 2 ! \"A-01\"",
    ],
    [
        "modify pace as",
        "modify pace as u by",
        "modify pace as u by -1 when how = shot \"x\"",
        "modify pace as u by +1\"drums\"",
        "modify pace as u by +1 \"drums\" drawbak",
    ],
    [
        "before go.one as u",
        "after go.one { u.at = }",
        "instead of go.one { let }",
        "before go.one { for each x { } }",
        "after go.one \"label { stop }",
    ],
    [
        "lend Tall as u near self when",
        "deny as u",
        "forbid",
        "allow may_go over as u",
        "forbid may_go as u when u = v",
    ],
];

fn ends_with_marker(tree: &File) -> bool {
    matches!(tree.items.last(), Some(Item::Record(record)) if &*record.name.text == "marker")
}

fn line_of(line: &str) -> usize {
    line.split(':').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn five_mistakes_in_five_braced_declarations() {
    for shape in BRACED {
        let Shape { head, good, bad } = shape;
        let declarations = [
            format!("{head} ! nonsense {{\n  {good}\n}}\n"),
            format!("{head} {{\n  {good}\n  {bad}\n}}\n"),
            format!("{head} see \"1.2 {{\n  {good}\n}}\n"),
            format!("{head} {{\n  {good}\n\n"),
            format!("{head} {{\n  {good}\n  limit\n}}\n").replace("limit", bad),
        ];
        check_each(head, &declarations);
    }
}

#[test]
fn five_mistakes_in_five_single_lines() {
    for lines in SINGLE {
        let declarations = lines.map(|line| format!("{line}\n"));
        check_each(lines.first().copied().unwrap_or(""), &declarations);
    }
}

/// Each declaration alone gives one diagnostic, and all five together five, each in its place.
fn check_each(what: &str, declarations: &[String; 5]) {
    let marker = "record marker { a: int }\n";
    for declaration in declarations {
        let text = format!("{declaration}{marker}");
        let (tree, _, told) = read(&text);
        assert_eq!(told.len(), 1, "{text}\n{told:#?}");
        assert!(ends_with_marker(&tree), "{text}\n{:#?}", tree.items.last());
    }
    let text = format!("{}{marker}", declarations.concat());
    let (tree, _, told) = read(&text);
    assert_eq!(told.len(), 5, "{what}\n{text}\n{told:#?}");
    assert!(ends_with_marker(&tree), "{text}");
    let mut start = 1;
    for (declaration, line) in declarations.iter().zip(&told) {
        let end = start + declaration.matches('\n').count();
        assert!((start..end).contains(&line_of(line)), "{declaration}\n{told:#?}");
        start = end;
    }
}

#[test]
fn good_declarations_have_no_mistakes() {
    for Shape { head, good, .. } in BRACED {
        let text = format!("{head} {{\n  {good}\n}}\n{head} see \"1.2\" {{ {good} }}\n");
        let (_, _, told) = read(&text);
        assert!(told.is_empty(), "{text}\n{told:#?}");
    }
}

/// An entry's word is the system's: what it reads like at the left margin says that a brace was lost above, although a
/// brace too many further down makes up for it.
#[test]
fn an_entry_at_the_margin_ends_what_is_open() {
    for head in ["tower \"Keep\"", "tower Keep like Gate", "tower \"Keep\" like \"Gate\""] {
        let text = format!(
            "ability Tall for tower {{\n  modify height as tower by +1 \"tall\"\n\n{head} {{\n  height 3\n}}\n}}\nrecord marker {{ a: int }}\n"
        );
        let (tree, _, told) = read(&text);
        let expected = "`ability Tall` is not closed before the next line begins with `tower`";
        assert!(
            told.iter().any(|line| line.starts_with("1:") && line.contains(expected)),
            "{told:#?}"
        );
        assert!(tree.items.iter().any(|item| matches!(item, Item::Entity(_))), "{tree:#?}");
        assert!(ends_with_marker(&tree), "{text}");
    }
}

/// Groups of a roster look like entries, and what stands at the margin on purpose stays where it is.
#[test]
fn what_stands_at_the_margin_on_purpose_is_left_there() {
    let roster = "roster \"R\" of \"F\" {\n  1 Gate\nwing \"Left\" {\n1 Keep\n}\n}\n";
    let flat = "ability Tall for tower {\nmodify height as tower by +1 \"tall\"\n}\n";
    let option = "tower Keep {\n  height 3\noption \"Spire\" +15 points { height 4 }\n}\n";
    for text in [roster, flat, option] {
        let (_, _, told) = read(text);
        assert!(told.is_empty(), "{text}\n{told:#?}");
    }
}
