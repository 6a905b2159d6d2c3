//! Names in several words: takes what was found, and says of words of a line that are one name when they are joined, that they are
//! one word.

use super::phrases::{is_of_a_word, phrase, words_in};
use rustc_hash::FxHashMap;
use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What may have come of a name in several words.
const OF_PARTS: &[Code] = &[codes::BAD_CLAUSE, codes::BAD_DECLARATION, codes::UNKNOWN_NAME];

/// First words of declarations whose names stand by themselves, and of those that are given something.
const BARE: &[&str] = &["kind", "relation", "tie", "enum", "ruling", "status", "ability"];
const CALLED: &[&str] = &["define", "quantity", "permission", "procedure", "table", "action"];

/// How advice begins that says what may stand at a place, and nothing of what stands there.
const GENERAL: &[&str] = &["between two values", "in its place may", "before it may", "it reads"];

/// So many letters before the place of a mistake a name may end.
const NEAR: u32 = 6;

/// So many words are one name at most.
const MOST_WORDS: usize = 3;

/// Says it of each mistake whose line has such words.
pub(super) fn advise(found: &mut [Diagnostic], sources: &SourceMap) {
    let wanted = |it: &&mut Diagnostic| it.is_error() && OF_PARTS.contains(&it.code);
    if !found.iter_mut().any(|it| wanted(&it)) {
        return;
    }
    let names = declared(sources);
    for it in found.iter_mut().filter(wanted) {
        let about = it.primary.span;
        let line = phrase(sources, about);
        let Some((place, name, called)) = joined(sources, line, about, &names) else { continue };
        // What is known of the line itself says more than that a word is given something.
        let general = it.help.iter().all(|help| GENERAL.iter().any(|it| help.text.starts_with(it)));
        if called && !general {
            continue;
        }
        let (text, edits) = match called {
            true => (
                format!(
                    "`{name}` is one word, and what it is given stands in brackets: `{name}(..)`"
                ),
                Vec::new(),
            ),
            false => (
                format!("`{name}` is one word"),
                vec![Edit { span: place, replacement: name.clone() }],
            ),
        };
        let before = std::mem::replace(&mut it.help, vec![Help { text, edits }]);
        it.instead.splice(0..0, before);
    }
}

/// The names of a game that have several words, and whether they are given something.
fn declared(sources: &SourceMap) -> FxHashMap<&str, bool> {
    let mut names = FxHashMap::default();
    for (file, _) in sources.files() {
        for line in sources.text(file).lines() {
            let mut words = line.split_whitespace();
            let (Some(head), Some(rest)) = (words.next(), words.next()) else { continue };
            let called = CALLED.contains(&head);
            if called || BARE.contains(&head) {
                let name = rest.split(|sign| !is_of_a_word(sign)).next().unwrap_or("");
                if name.contains('_') {
                    names.insert(name, called);
                }
            }
        }
    }
    names
}

/// The words of a line, with one of a place among or right before them, that are one name.
fn joined(
    sources: &SourceMap,
    line: Span,
    about: Span,
    names: &FxHashMap<&str, bool>,
) -> Option<(Span, String, bool)> {
    let text = sources.slice(line);
    let words = words_in(text);
    for many in (2..=MOST_WORDS).rev() {
        for run in words.windows(many) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let beside = run.windows(2).all(
                |two| matches!(two, [one, other] if text.get(one.end..other.start) == Some(" ")),
            );
            let place = line.part(first.start..last.end);
            let near = place.end() + NEAR >= about.start() && place.start() <= about.end();
            let parts = run.iter().filter_map(|word| text.get(word.clone()));
            let name = parts.collect::<Vec<_>>().join("_");
            if let Some(called) = names.get(&*name).filter(|_| beside && near) {
                return Some((place, name, *called));
            }
        }
    }
    None
}
