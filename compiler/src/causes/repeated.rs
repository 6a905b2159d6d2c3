//! What is said again: takes what was found, and leaves out what says the same of the same name, what speaks of words beside which
//! something is wrong already, and what a test misses whose things are not there.

use super::lines::Lines;
use super::{ABOUT_NAMES, block_after, phrase};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warwright_grammar::diagnostic::{Code, Edit};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What is said once where it is said of one thing in the same words.
const SAID_ONCE: &[Code] = &[codes::ROW_LENGTH];

/// Each cause once: of what is left out, the first says in how many places more it is so.
pub(super) fn once(
    mut found: Vec<Diagnostic>,
    lines: &Lines,
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| found.get(*at).map(|it| it.primary.span.start()));
    let mut again: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    let mut first: FxHashMap<(Code, &str, Option<usize>), usize> = FxHashMap::default();
    let mut phrases: FxHashMap<Span, Code> = FxHashMap::default();
    let mut tests: FxHashSet<usize> = FxHashSet::default();
    // Blocks of statements whose name is another's already, and what was asked as if it could not be none.
    let mut hidden: Vec<Span> = Vec::new();
    let mut asked: FxHashSet<(&str, Option<usize>)> = FxHashSet::default();
    for at in order {
        let Some(it) = found.get(at) else { continue };
        let about = it.primary.span;
        let names = ABOUT_NAMES.contains(&it.code);
        let test = lines.test_at(about);
        let misses = names && test.is_some_and(|(test, _)| tests.contains(&test));
        let hopes = it.code == codes::PROVES_NOTHING && !tests.is_empty();
        let inside = hidden.last().is_some_and(|block| block.contains(about));
        let root = lines.root(about, sources);
        let source = sources.slice(about);
        let again_none = it.code == codes::MAY_BE_NONE && asked.contains(&(source, root));
        if misses || hopes || inside || again_none {
            gone.insert(at);
            continue;
        }
        if !it.is_error() {
            continue;
        }
        tests.extend(test.filter(|(_, given)| *given).map(|(test, _)| test));
        match it.code {
            codes::NAME_HIDDEN => {
                let head = phrase(sources, about);
                hidden.extend(block_after(sources, head).map(|block| head.to(block)));
            }
            codes::WRONG_TYPE => drop(asked.insert((source, root))),
            _ => {}
        }
        if names || SAID_ONCE.contains(&it.code) {
            match first.get(&(it.code, &*it.message, root)) {
                Some(known) => {
                    again.entry(*known).or_default().push(about);
                    gone.insert(at);
                    continue;
                }
                None => drop(first.insert((it.code, &*it.message, root), at)),
            }
        }
        let line = phrase(sources, about);
        let beside =
            phrases.get(&line).is_some_and(|code| *code != it.code || it.code == codes::WRONG_TYPE);
        // The cells of a row are apart from each other.
        if beside && !lines.in_row(about) && it.code != codes::DUPLICATE_NAME {
            gone.insert(at);
            continue;
        }
        phrases.entry(line).or_insert(it.code);
    }
    for (at, places) in again {
        if let Some(it) = found.get_mut(at) {
            *it = with_places(it.clone(), &places);
        }
    }
    let mut at = 0;
    found.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    found
}

/// What is said of the first of several places: how many more there are, and its edit in all of them.
fn with_places(mut found: Diagnostic, places: &[Span]) -> Diagnostic {
    let about = found.primary.span;
    let edit = found.help.iter_mut().find_map(|help| match help.edits.as_slice() {
        [edit] if edit.span == about => Some((edit.replacement.clone(), &mut help.edits)),
        _ => None,
    });
    if let Some((replacement, edits)) = edit {
        let others =
            places.iter().map(|span| Edit { span: *span, replacement: replacement.clone() });
        edits.extend(others);
    }
    let more = places.len();
    found.help(if more == 1 {
        String::from("so it is in one place more")
    } else {
        format!("so it is in {more} places more")
    })
}
