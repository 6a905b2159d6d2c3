//! The snippets of the language page, read without a word of complaint.

use warwright_grammar::tree::Item;
use warwright_grammar::{SourceMap, parse};

fn clean(name: &str, text: &str) -> Vec<Item> {
    let mut map = SourceMap::new();
    let file = map.add(name, text);
    let (tree, diagnostics) = parse(&map, file);
    let told: Vec<String> = diagnostics
        .iter()
        .map(|d| {
            let at = map.line_col(d.primary.span);
            format!(
                "{}:{}: {} {} <- {}",
                at.line,
                at.column,
                d.code,
                d.message,
                map.slice(d.primary.span)
            )
        })
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    tree.items
}

#[test]
fn a_whole_system_reads_clean() {
    let items = clean("system.ww", include_str!("texts/system.ww"));
    assert!(items.len() > 50, "{}", items.len());
}

#[test]
fn a_statement_may_begin_with_a_bracket_behind_its_word() {
    let lines = [
        "try { require (u.a > 1) or u.b \"why\" ; require (u.ok) \"no\" } else { f(u) }",
        "remove (first(gems)) from play",
        "remove(u)",
        "move(u)",
        "say(u)",
    ];
    for line in lines {
        clean("step.ww", &format!("procedure p(u: gem) {{ step s {{\n{line}\n}} }}\n"));
    }
}

#[test]
fn content_reads_clean() {
    let items = clean("content.ww", include_str!("texts/content.ww"));
    assert!(items.len() >= 15, "{}", items.len());
}

#[test]
fn faces_are_counted_with_and_without_a_space() {
    let items = clean("dice.ww", "die omen { skull x2, gull, blank x 3 }\n");
    let dice =
        items.iter().filter_map(|item| if let Item::Die(die) = item { Some(die) } else { None });
    let faces = dice.flat_map(|die| &die.faces);
    let counted: Vec<bool> = faces.map(|face| face.times.is_some()).collect();
    assert_eq!(counted, [true, false, true]);
}
