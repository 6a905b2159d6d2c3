//! The snippets of the language page, read without a word of complaint.

use warwright_grammar::tree::Item;
use warwright_grammar::{SourceMap, parse};

fn clean(name: &str, text: &str) -> Vec<Item> {
    let mut map = SourceMap::new();
    let file = map.add(name, text);
    let (tree, diagnostics) = parse(file, text);
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
    let items = clean("system.ww", include_str!("snippets/system.ww"));
    assert!(items.len() > 50, "{}", items.len());
}

#[test]
fn content_reads_clean() {
    let items = clean("content.ww", include_str!("snippets/content.ww"));
    assert!(items.len() >= 15, "{}", items.len());
}
