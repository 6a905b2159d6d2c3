//! What is said again: takes what was found, and leaves out what says the same of the same name, what speaks of words beside which
//! something is wrong already, and what a test misses whose things are not there.

use super::ABOUT_NAMES;
use super::lines::Lines;
use super::phrases::{block_after, phrase};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What is said once where it is said of one thing in the same words.
const SAID_ONCE: &[Code] = &[codes::ROW_LENGTH, codes::AMBIGUOUS_NAME];

/// What waits for other mistakes of its clause: a name that nothing uses may be what the other was to use, words that were to
/// be a label may have been read as something else.
const WAITING: &[Code] = &[codes::UNUSED_BINDING, codes::NO_LABEL, codes::LIMIT_NOT_READABLE];

/// What says that a whole has nothing in it, which waits for what is wrong in it.
const OF_WHOLES: &[Code] = &[codes::NO_EFFECT, codes::EMPTY_SIDE, codes::TOO_FEW_SIDES];

/// What is said once of a line, though in other words of another part of it.
const ONE_A_LINE: &[Code] = &[codes::WRONG_TYPE, codes::UNKNOWN_ERRATUM_TARGET];

/// What says that a line was not read.
pub(super) const NOT_READ: &[Code] = &[codes::BAD_CLAUSE, codes::BAD_DECLARATION];

/// Where the line begins in which something starts, among all files.
fn line_of(sources: &SourceMap, about: Span) -> usize {
    let (text, range) = (sources.text(sources.file_of(about)), sources.range(about));
    let before = text.get(..range.start).unwrap_or("");
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    (about.start() as usize).saturating_sub(column)
}

/// All but what waits beside another mistake.
fn without_waiting(mut found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let told = |it: &&Diagnostic| it.is_error() && !WAITING.contains(&it.code);
    let told = found.iter().filter(told).map(|it| phrase(sources, it.primary.span));
    let mut wrong: Vec<Span> = told.collect();
    wrong.sort_unstable();
    found.retain(|it| {
        let about = it.primary.span;
        let next = wrong.partition_point(|line| line.start() < about.start());
        let mut around = [next.checked_sub(1), Some(next)].into_iter().flatten();
        let beside = around.any(|at| {
            wrong.get(at).is_some_and(|line| line.contains(about) || about.contains(*line))
        });
        !(beside && WAITING.contains(&it.code))
    });
    found.retain(|it| {
        let head = phrase(sources, it.primary.span);
        let inside = |body: Span| {
            let next = wrong.partition_point(|line| line.start() < body.start());
            wrong.get(next).is_some_and(|line| body.contains(*line))
        };
        !OF_WHOLES.contains(&it.code) || !block_after(sources, head).is_some_and(inside)
    });
    found
}

/// Several that are to be written in the same way, in one line or one table, as one: its edits mend all of them.
fn alike(mut found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut first: FxHashMap<(usize, &str), usize> = FxHashMap::default();
    let (mut along, mut gone) = (Vec::new(), FxHashSet::default());
    let mut above: Option<(usize, usize, String)> = None;
    let mut below: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, it) in found.iter().enumerate() {
        let signs = signs_of(it, sources);
        if let (Some((known, line, of)), Some(signs)) = (above.as_mut(), signs.as_ref())
            && of == signs
            && *line + 1 == line_number(sources, it.primary.span)
        {
            gone.insert(at);
            *line += 1;
            *below.entry(*known).or_default() += 1;
            along.extend(
                it.help
                    .iter()
                    .take(1)
                    .flat_map(|help| help.edits.clone())
                    .map(|edit| (*known, edit)),
            );
            continue;
        }
        above = signs.map(|signs| (at, line_number(sources, it.primary.span), signs));
        let key = match (it.code, it.help.first()) {
            (codes::MIXED_MEASURES, _) => (line_of(sources, it.primary.span), "measures"),
            (codes::TABLE_SHAPE, Some(help)) if !help.edits.is_empty() => (0, &*it.message),
            (code, help) if NOT_READ.contains(&code) => {
                let told = help.map_or(&*it.message, |help| &*help.text);
                (line_of(sources, it.primary.span), told)
            }
            _ => continue,
        };
        let known = *first.entry(key).or_insert(at);
        if known < at {
            gone.insert(at);
            let edits = it.help.iter().take(1).flat_map(|help| help.edits.clone());
            along.extend(edits.map(|edit| (known, edit)));
        }
    }
    for (at, edit) in along {
        if let Some(help) = found.get_mut(at).and_then(|it| it.help.first_mut())
            && !help.edits.is_empty()
        {
            help.edits.push(edit);
        }
    }
    for (at, many) in below {
        if let Some(it) = found.get_mut(at) {
            let lines = if many == 1 { "the line" } else { "the lines" };
            let text = format!("so it is in {lines} below it: {many}");
            it.help.push(Help { text, edits: Vec::new() });
        }
    }
    without(found, &gone)
}

/// The line in which something starts, among those of its file.
fn line_number(sources: &SourceMap, about: Span) -> usize {
    sources.line_col(about).line as usize
}

/// Which signs the edit of a line that was not read puts in the place of which others.
fn signs_of(found: &Diagnostic, sources: &SourceMap) -> Option<String> {
    let [help] = found.help.as_slice() else { return None };
    let [edit] = help.edits.as_slice() else { return None };
    let signs = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).collect()
    };
    let (before, after) = (signs(sources.slice(edit.span)), signs(&edit.replacement));
    let kept = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let shown = |signs: &[char]| signs.iter().take(signs.len() - kept).collect::<String>();
    let (before, after) = (shown(&before), shown(&after));
    let changed = NOT_READ.contains(&found.code) && !before.is_empty() && before != after;
    changed.then(|| format!("{before} {after}"))
}

/// All but those at some places of a list.
pub(super) fn without(mut found: Vec<Diagnostic>, gone: &FxHashSet<usize>) -> Vec<Diagnostic> {
    let mut at = 0;
    found.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    found
}

/// Each cause once: of what is left out, the first says in how many places more it is so.
pub(super) fn once(found: Vec<Diagnostic>, lines: &Lines, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut found = alike(without_waiting(found, sources), sources);
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| found.get(*at).map(|it| it.primary.span.start()));
    let mut again: BTreeMap<usize, Vec<(Span, Option<String>)>> = BTreeMap::new();
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    let mut first: FxHashMap<(Code, &str, Option<usize>), usize> = FxHashMap::default();
    let mut phrases: FxHashMap<Span, Code> = FxHashMap::default();
    let mut lost_tests: FxHashSet<usize> = FxHashSet::default();
    let mut tests: FxHashSet<usize> = FxHashSet::default();
    // Words of rules that are quoted in tests follow from the rules, where something is wrong with those.
    let rules_are_wrong =
        found.iter().any(|it| it.is_error() && lines.test_at(it.primary.span).is_none());
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
        let after_unread = test.is_some_and(|(test, _)| lost_tests.contains(&test));
        let quoted = it.code == codes::UNKNOWN_NAME && test.is_some() && source.starts_with('"');
        if misses || hopes || inside || again_none || after_unread || (quoted && rules_are_wrong) {
            gone.insert(at);
            continue;
        }
        if !it.is_error() {
            continue;
        }
        tests.extend(test.filter(|(_, given)| *given).map(|(test, _)| test));
        if NOT_READ.contains(&it.code) {
            lost_tests.extend(test.filter(|(_, given)| *given).map(|(test, _)| test));
        }
        match it.code {
            codes::NAME_HIDDEN => {
                let head = phrase(sources, about);
                hidden.extend(block_after(sources, head).map(|block| head.to(block)));
            }
            codes::WRONG_TYPE => drop(asked.insert((source, root))),
            _ => {}
        }
        if names || SAID_ONCE.contains(&it.code) {
            // What is declared nowhere is so wherever it is named, as whatever.
            let nowhere = it.code == codes::UNKNOWN_NAME
                && !source.starts_with('"')
                && it.message.starts_with("there is no ");
            let said = if quoted || nowhere { source } else { &*it.message };
            match first.get(&(it.code, said, root)) {
                Some(known) => {
                    again.entry(*known).or_default().push((about, own_edit(it)));
                    gone.insert(at);
                    continue;
                }
                None => drop(first.insert((it.code, said, root), at)),
            }
        }
        let line = phrase(sources, about);
        let beside =
            phrases.get(&line).is_some_and(|code| *code != it.code || ONE_A_LINE.contains(code));
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
    without(found, &gone)
}

/// What the edit of a diagnostic puts in its place.
fn own_edit(found: &Diagnostic) -> Option<String> {
    found.help.iter().find_map(|help| match help.edits.as_slice() {
        [edit] if edit.span == found.primary.span => Some(edit.replacement.clone()),
        _ => None,
    })
}

/// What is said of the first of several places: how many more there are, and its edit in all of them.
fn with_places(mut found: Diagnostic, places: &[(Span, Option<String>)]) -> Diagnostic {
    let about = found.primary.span;
    let edit = found.help.iter_mut().find_map(|help| match help.edits.as_slice() {
        [edit] if edit.span == about => Some((edit.replacement.clone(), &mut help.edits)),
        _ => None,
    });
    if let Some((replacement, edits)) = edit {
        let others = places.iter().map(|(span, own)| Edit {
            span: *span,
            replacement: own.clone().unwrap_or_else(|| replacement.clone()),
        });
        edits.extend(others);
    }
    let more = places.len();
    found.help(if more == 1 {
        String::from("so it is in one place more")
    } else {
        format!("so it is in {more} places more")
    })
}
