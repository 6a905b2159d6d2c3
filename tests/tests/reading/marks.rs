//! Marks of other programs and habits: line ends, quotes and primes, tabs, feet, signs that nobody sees. Each means the same
//! as the plain one, or is one message at its place.

#![expect(clippy::disallowed_types, reason = "one test is of the time that is taken")]

use crate::common::read;
use std::time::{Duration, Instant};
use warwright_grammar::parser::HEADS;
use warwright_grammar::tree::Item;
use warwright_grammar::{SourceMap, parse};

const GAME: &str = r#"kind tower is piece {
  profile height: length = 3.5"
}

faction "Reds" {
  limit count(roster.towers) < 9
    and count(roster.towers) > 1 "as many as that"

  towers {
    name     | height | tags
    "Keep"   | 2.5"   | A, B
    "Old Gate" | -      | -
  }
}
"#;

/// The tree of a text without its places.
fn tree(text: &str) -> (String, Vec<String>) {
    let (file, _, lines) = read(text);
    let json = serde_json::to_value(&file.items).unwrap();
    (without_places(json).to_string(), lines)
}

fn without_places(json: serde_json::Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match json {
        Json::Object(map) => map
            .into_iter()
            .filter(|(key, _)| !key.ends_with("span"))
            .map(|(key, value)| (key, without_places(value)))
            .collect(),
        Json::Array(items) => items.into_iter().map(without_places).collect(),
        other => other,
    }
}

#[test]
fn line_ends_quotes_primes_and_tabs_mean_the_same() {
    let (plain, lines) = tree(GAME);
    assert!(lines.is_empty(), "{lines:?}");
    let quoted = |open: &str, close: &str| {
        let mut text = String::new();
        for (at, part) in GAME.replace("5\"", "5\u{2033}").split('"').enumerate() {
            text.push_str(if at == 0 {
                ""
            } else if at % 2 == 1 {
                open
            } else {
                close
            });
            text.push_str(part);
        }
        text
    };
    for changed in [
        GAME.replace('\n', "\r\n"),
        GAME.replace('\n', "\r"),
        format!("\u{feff}{GAME}"),
        GAME.replace("  ", "\t"),
        GAME.replace("5\"", "5\u{2033}"),
        GAME.replace("5\"", "5\u{201d}"),
        GAME.replace("5\"", "5''"),
        quoted("\u{201c}", "\u{201d}"),
        quoted("\u{201e}", "\u{201c}"),
        quoted("\u{ab}", "\u{bb}"),
    ] {
        let (same, lines) = tree(&changed);
        assert!(lines.is_empty(), "{changed}\n{lines:?}");
        assert_eq!(same, plain, "{changed}");
    }
}

#[test]
fn a_table_out_of_a_spreadsheet_has_tabs_for_bars() {
    let bars = GAME.split('\n').map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() > 1 { cells.join("\t") } else { line.to_owned() }
    });
    let bars = bars.collect::<Vec<_>>().join("\n");
    assert!(bars.contains("\"Old Gate\"\t-\t-"), "{bars}");
    let (same, lines) = tree(&bars);
    assert!(lines.is_empty(), "{bars}\n{lines:?}");
    assert_eq!(same, tree(GAME).0);
}

#[test]
fn a_table_of_one_column_may_stand_on_one_line() {
    let line = "faction \"Reds\" {\n  towers { name ; A ; B }\n}\n";
    let lines = "faction \"Reds\" {\n  towers {\n    name\n    A\n    B\n  }\n}\n";
    assert_eq!(tree(line), tree(lines));
    assert!(tree(line).0.contains("EntityTable"), "{}", tree(line).0);
}

/// One message, with its fix carried out if it has one.
fn one(text: &str) -> (String, String) {
    let (_, found, lines) = read(text);
    assert_eq!(found.len(), 1, "{text}\n{lines:?}");
    // Places are those of the text as it was made plain.
    let mut map = SourceMap::new();
    let file = map.add("test.ww", text);
    let mut mended = map.text(file).to_owned();
    if let Some(help) = found[0].help.iter().find(|help| !help.edits.is_empty()) {
        for edit in help.edits.iter().rev() {
            let at = edit.span.start() as usize..edit.span.end() as usize;
            mended.replace_range(at, &edit.replacement);
        }
        assert!(read(&mended).2.is_empty(), "{mended}\n{:?}", read(&mended).2);
    }
    (lines[0].clone(), mended)
}

#[test]
fn feet_and_measures_in_words_say_the_inches() {
    for (written, mended) in [
        ("range 2'", "range 24\""),
        ("range 2\u{2032}", "range 24\""),
        ("range 2\u{2019}", "range 24\""),
        ("range 6'4\"", "range 76\""),
        ("range 2.5'", "range 30\""),
        ("range 10 ft", "range 120\""),
        ("range 10ft", "range 120\""),
        ("range 17.5 inches", "range 17.5\""),
        ("range 2,5\"", "range 2.5\""),
    ] {
        let text = |line: &str| format!("tower \"A\" {{\n  {line}\n}}\n");
        let (line, fixed) = one(&text(written));
        assert!(line.starts_with("2:9 "), "{line}");
        assert_eq!(fixed, text(mended), "{line}");
    }
    let board = "scenario S {\n  board 6' x 4'\n}\n";
    let (_, found, lines) = read(board);
    assert_eq!(found.len(), 2, "{lines:?}");
}

#[test]
fn signs_that_nobody_sees_are_one_message() {
    for sign in
        ['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}', '\u{2028}', '\u{ad}', '\u{e0041}', '\u{85}']
    {
        let text = format!("tower \"A{sign}B{sign}\" {{\n  height 3\n}}\n");
        let (line, mended) = one(&text);
        assert!(line.starts_with("1:9 WW1007"), "{line}");
        assert!(mended.contains("\"AB\""), "{mended}");
    }
    one("// a note \u{202e}\ntower \"A\" {\n  height 3\n}\n");
}

#[test]
fn the_sign_of_a_change_stands_before_the_equals() {
    let text = "procedure p(u: gem) {\n  step s {\n    u.x =+ 1\n  }\n}\n";
    let (line, mended) = one(text);
    assert!(line.starts_with("3:9 "), "{line}");
    assert!(mended.contains("u.x += 1"), "{mended}");
    for line in ["u.x = -1", "u.x =-1", "u.x -= 1"] {
        assert!(read(&text.replace("u.x =+ 1", line)).2.is_empty(), "{line}");
    }
}

#[test]
fn what_may_stand_once_stands_once() {
    for (text, place) in [
        ("kind tower is piece closed closed {\n}\n", "1:28"),
        ("quantity q(u: tower): int favours u favours u = 3\n", "1:37"),
        ("modify q as u by +1 \"a\" \"b\"\n", "1:25"),
        ("modify q as u by +1 when a is b when c is d\n", "1:33"),
        ("ability A for tower stacks stacks {\n}\n", "1:28"),
        ("enum Role { core, elite zzz }\n", "1:25"),
    ] {
        let (_, found, lines) = read(text);
        assert_eq!(found.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with(place), "{lines:?}");
    }
}

#[test]
fn a_limit_may_begin_with_a_bracket_or_a_sign() {
    for limit in ["(count(roster.towers) < 1)", "-1 > count(roster.towers)", "(a or b) and c"] {
        let (tree, lines) = tree(&format!("faction \"Reds\" {{\n  limit {limit} \"no\"\n}}\n"));
        assert!(lines.is_empty(), "{lines:?}");
        assert!(tree.contains("\"Limit\""), "{tree}");
    }
}

/// A declaration for each word that begins one at the outermost level.
const DECLARATIONS: &[&str] = &[
    "ability Tall for tower { }",
    "action leap(u: tower) in Moves by u.player \"Leap\" { do { go(u) } }",
    "define pace(u: tower): int = 3",
    "die odd { 1 2 3 }",
    "enum Colour { red, green }",
    "errata \"List\" dated 2010-03-01 { }",
    "faction \"Reds\" { }",
    "kind tower is piece { }",
    "layer \"the book\" { }",
    "modifiers to aim as shooter { label | by | when }",
    "permission may_go(u: tower) { }",
    "policy bold { }",
    "procedure go(u: tower) { }",
    "quantity pace(u: tower): int favours u = 3",
    "record blow { from: tower }",
    "relation near(a: tower, b: tower) = a is b",
    "roster \"First\" of \"Reds\" { }",
    "ruling far: int = 3 \"A-01\"",
    "scale Steps of length { 0\" 1\" }",
    "scenario \"Ford\" { }",
    "sequence { round at most 5 { go() } }",
    "status Tired for tower { }",
    "system sys { measure in }",
    "table hits(margin: int): int { 0..4 | 1 }",
    "test \"it goes\" { run go(a) }",
    "tie bound between tower and tower { since: int }",
    "use towers",
    "words { red \"rosy\" }",
];

#[test]
fn a_misspelt_head_is_one_message_at_its_place() {
    let mut missed = Vec::new();
    for declaration in DECLARATIONS {
        assert!(read(declaration).2.is_empty(), "{declaration}: {:?}", read(declaration).2);
        let head = declaration.split(' ').next().unwrap();
        assert!(HEADS.contains(&head), "{head}");
        for at in 0..head.len() {
            for wrong in [
                head[..at].to_owned() + "z" + &head[at + 1..],
                head[..at].to_owned() + &head[at + 1..],
            ] {
                if HEADS.contains(&&*wrong) {
                    continue;
                }
                let text = format!("use towers\n\n{wrong}{}\n", &declaration[head.len()..]);
                let (file, _, lines) = read(&text);
                // As the entity of an unknown kind it is reported by who knows the kinds.
                let of_a_kind = matches!(file.items.get(1), Some(Item::Entity(_)));
                let told = lines.len() == 1 && lines[0].starts_with("3:1 ");
                let good = told || (lines.is_empty() && of_a_kind);
                if !good && wrong.len() > 2 {
                    missed.push(format!("{text}{lines:?}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{} of them\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn heads_that_are_near_to_one_another_do_not_take_turns() {
    // Each of these is nearest to another word of a declaration, that one to it again, and neither can stand here.
    for head in HEADS {
        for rest in [".10 }", ".x {}", " 10 { a }", " \"A\"(b) {"] {
            let (.., lines) = read(&format!("{head}{rest}\n"));
            assert!(!lines.is_empty(), "{head}{rest}");
        }
    }
}

#[test]
fn many_misspelt_heads_cost_no_time() {
    for head in ["west", "tset", "rostr", "quantitty"] {
        let text = format!("{head}: 3\n").repeat(60);
        let mut map = SourceMap::new();
        let file = map.add("test.ww", text.as_str());
        let start = Instant::now();
        let (_, found) = parse(&map, file);
        // A build without optimisation on a busy machine; each of them once took more than half a second.
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
        assert_eq!(found.len(), 60);
        for (line, found) in (1..).zip(&found) {
            let at = map.line_col(found.primary.span);
            assert_eq!((at.line, at.column), (line, 1));
            assert_eq!(map.slice(found.primary.span), head);
        }
    }
}
