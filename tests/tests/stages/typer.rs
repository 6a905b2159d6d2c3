//! The typer of expressions by itself: no content, no rosters, no game.

use warwright_compiler::like::Content;
use warwright_compiler::rosters::Rosters;
use warwright_compiler::typed::{ExprKind, Type};
use warwright_compiler::types::{Checker, INT, Input};
use warwright_grammar::{Sink, SourceMap, codes, parse, tree};

const ALONE: &str = "define sum(): int = 2 + 3\ndefine wrong(): int = 2 + true\n";

#[test]
fn expressions_are_typed_without_content() {
    let mut sources = SourceMap::new();
    let file = sources.add("alone.ww", ALONE.to_owned());
    let (tree, found) = parse(&sources, file);
    assert!(found.is_empty(), "{found:?}");
    let (content, rosters) = (Content::default(), Rosters::default());
    let input =
        Input { content: &content, rosters: &rosters, sources: &sources, conformance: None };
    let mut told = Vec::new();
    for item in &tree.items {
        let tree::Item::Define(define) = item else { panic!("a define is read: {item:?}") };
        let mut sink = Sink::new();
        let typed = Checker::new(input, &mut sink).value(&define.value, Some(&INT));
        told.push((typed, sink.into_sorted()));
    }
    let [(sum, silent), (_, wrong)] = told.as_slice() else { panic!("two are read: {told:?}") };
    assert!(silent.is_empty(), "{silent:?}");
    assert!(matches!(sum.ty, Type::Int(_)), "{sum:?}");
    assert!(matches!(sum.kind, ExprKind::Cell(5)), "{sum:?}");
    let codes: Vec<_> = wrong.iter().map(|it| it.code).collect();
    assert_eq!(codes, [codes::WRONG_TYPE], "{wrong:?}");
}
