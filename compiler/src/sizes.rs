//! Sizes: takes the trees of a game, says what there is too much of, and leaves that out, so that no later pass is drowned in it.
//!
//! What is counted here is what later passes compare with each other; the limits are those of `warwright_ir`.

use crate::roots::LoadedFile;
use std::collections::BTreeMap;
use warwright_grammar::tree::{Item, ScenarioItem, StmtKind};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{MAX_DECLARED, MAX_MEMBERS};

/// Leaves out what is too much, each told once, where the first stands that is too many.
pub fn cut(files: &mut [LoadedFile], sink: &mut Sink) {
    let mut declared: BTreeMap<&'static str, usize> = BTreeMap::new();
    for file in files {
        file.tree.items.retain_mut(|item| {
            members(item, sink);
            let Some(sort) = sort(item) else { return true };
            let count = declared.entry(sort).or_default();
            *count += 1;
            if *count == MAX_DECLARED + 1 {
                let message =
                    format!("a game has at most {MAX_DECLARED} {sort}, and this is one more");
                sink.push(too_large(message, item.span()));
            }
            *count <= MAX_DECLARED
        });
    }
}

/// That there is too much of something from a place on.
fn too_large(message: String, span: Span) -> Diagnostic {
    Diagnostic::at(codes::TOO_LARGE, span).says(message).label("this and all after it are not read")
}

/// The sorts of declarations that are counted. Entries and battles are content, of which there may be much.
fn sort(item: &Item) -> Option<&'static str> {
    Some(match item {
        Item::Kind(_) => "kinds",
        Item::Enum(_) => "enums",
        Item::Die(_) => "dice",
        Item::Scale(_) => "scales",
        Item::Table(_) | Item::ModifierTable(_) => "tables",
        Item::Relation(_) | Item::Define(_) => "defines and relations",
        Item::Quantity(_) => "quantities",
        Item::Group(_) => "groups",
        Item::Permission(_) => "permissions",
        Item::Procedure(_) => "procedures",
        Item::Action(_) => "actions",
        Item::Policy(_) => "policies",
        Item::Tie(_) => "ties",
        Item::Record(_) => "records",
        Item::Ruling(_) => "rulings",
        Item::Faction(_) => "factions",
        Item::Ability(_) => "abilities and statuses",
        _ => return None,
    })
}

/// Leaves out the members of a declaration that are too many.
fn members(item: &mut Item, sink: &mut Sink) {
    match item {
        Item::Enum(node) => {
            shorten(&mut node.values, "an enum has", "values", |it| it.span, sink);
        }
        Item::Words(node) => {
            shorten(&mut node.lines, "`words` has", "lines", |it| it.name.span, sink);
        }
        Item::Die(node) => shorten(&mut node.faces, "a die has", "faces", |it| it.span, sink),
        Item::Kind(node) => {
            let span = node.span;
            shorten(&mut node.members, "a kind has", "members", |_| span, sink);
        }
        Item::Procedure(node) => {
            let stmts = &mut node.body.stmts;
            shorten(stmts, "a procedure has", "steps and lines", |it| it.span, sink);
            for stmt in stmts {
                if let StmtKind::Step(step) = &mut stmt.kind {
                    let body = &mut step.body.stmts;
                    shorten(body, "a step has", "lines", |it| it.span, sink);
                }
            }
        }
        Item::Scenario(node) => {
            let span = node.span;
            let place = |item: &ScenarioItem| match item {
                ScenarioItem::Side(side) => side.span,
                _ => span,
            };
            shorten(&mut node.items, "a scenario has", "lines", place, sink);
        }
        _ => {}
    }
}

fn shorten<T>(
    list: &mut Vec<T>,
    whole: &str,
    parts: &str,
    place: impl Fn(&T) -> Span,
    sink: &mut Sink,
) {
    if let Some(first) = list.get(MAX_MEMBERS) {
        let message = format!("{whole} at most {MAX_MEMBERS} {parts}, and this one {}", list.len());
        sink.push(too_large(message, place(first)));
        list.truncate(MAX_MEMBERS);
    }
}
