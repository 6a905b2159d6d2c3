//! What is said again: takes what was found, and leaves out what says the same of the same name, what speaks of words beside which
//! something is wrong already, and what a test misses whose things are not there.

use super::{ABOUT_NAMES, block_after, phrase};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warwright_grammar::diagnostic::{Code, Edit};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What is said once where it is said of one thing in the same words.
const SAID_ONCE: &[Code] = &[codes::ROW_LENGTH];

/// Each cause once: of what is left out, the first says in how many places more it is so.
pub(super) fn once(mut found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| found.get(*at).map(|it| it.primary.span.start()));
    let mut again: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    let mut first: FxHashMap<(Code, &str, Span), usize> = FxHashMap::default();
    let mut phrases: FxHashMap<Span, Code> = FxHashMap::default();
    let mut tests: Vec<Span> = Vec::new();
    for at in order {
        let Some(it) = found.get(at) else { continue };
        let about = it.primary.span;
        let names = ABOUT_NAMES.contains(&it.code);
        let misses = names && tests.iter().any(|test| test.contains(about));
        let hopes = it.code == codes::PROVES_NOTHING && !tests.is_empty();
        if misses || hopes {
            gone.insert(at);
            continue;
        }
        if !it.is_error() {
            continue;
        }
        tests.extend(rest_of_test(sources, about));
        if names || SAID_ONCE.contains(&it.code) {
            let file = sources.whole(sources.file_of(about));
            match first.get(&(it.code, &*it.message, file)) {
                Some(known) => {
                    again.entry(*known).or_default().push(about);
                    gone.insert(at);
                    continue;
                }
                None => drop(first.insert((it.code, &*it.message, file), at)),
            }
        }
        let line = phrase(sources, about);
        let beside =
            phrases.get(&line).is_some_and(|code| *code != it.code || it.code == codes::WRONG_TYPE);
        // The cells of a row are apart from each other.
        if beside && !sources.slice(line).contains('|') && it.code != codes::DUPLICATE_NAME {
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

/// The rest of a test before whose first question something is wrong.
fn rest_of_test(sources: &SourceMap, about: Span) -> Option<Span> {
    let file = sources.file_of(about);
    let (text, at) = (sources.text(file), sources.range(about).start);
    let before = text.get(..at)?;
    let head = match before.rfind("\ntest ") {
        Some(at) => at + 1,
        None if before.starts_with("test ") => 0,
        None => return None,
    };
    let opens = head + text.get(head..)?.find('{')?;
    let whole = sources.whole(file);
    let block = block_after(sources, whole.part(head..opens))?;
    let asked = |word: &str| before.get(opens..).is_some_and(|given| given.contains(word));
    let inside = block.contains(about) || (head..opens).contains(&at);
    (inside && !asked("run ") && !asked("expect ")).then_some(block)
}
