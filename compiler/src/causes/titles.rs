//! Names of several words without their quotes: takes what was found, and says so where words with capitals stand side by side.

use super::phrase;
use std::ops::Range;
use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::{Diagnostic, SourceMap, codes};

/// What may have come of such words.
const OF_TITLES: &[Code] = &[
    codes::UNKNOWN_NAME,
    codes::WRONG_SORT,
    codes::WRONG_TYPE,
    codes::BAD_CLAUSE,
    codes::BAD_DECLARATION,
    codes::BAD_CELL,
];

/// A word of a line: where it stands, and whether only a blank is between it and the one before.
struct Word {
    start: usize,
    end: usize,
    joined: bool,
}

/// The quotes that are missing, in place of other advice that mends nothing.
pub(super) fn quote(found: &mut [Diagnostic], sources: &SourceMap) {
    let open = |it: &&mut Diagnostic| {
        OF_TITLES.contains(&it.code) && it.help.iter().all(|help| help.edits.is_empty())
    };
    for it in found.iter_mut().filter(open) {
        let line = phrase(sources, it.primary.span);
        let text = sources.slice(line);
        let from = it.primary.span.start().saturating_sub(line.start()) as usize;
        let to = it.primary.span.end().saturating_sub(line.start()) as usize;
        let words = words(text);
        let known = |place: &Range<usize>| {
            let name = format!("\"{}\"", text.get(place.clone()).unwrap_or(""));
            sources.files().any(|(_, file)| file.text().contains(&name))
        };
        let title = (0..words.len()).find_map(|first| {
            (first + 1..words.len()).rev().find_map(|last| {
                let sort = title(text, &words, first, last)?;
                let place = words.get(first)?.start..words.get(last)?.end;
                let touched = place.start <= to && from <= place.end;
                (touched && (sort == Title::Capitals || known(&place))).then_some(place)
            })
        });
        if let Some(place) = title {
            let (before, after) = (text.get(..place.start), text.get(place.end..));
            let listed = before.is_some_and(|it| it.trim_end().ends_with([',', '{', '[']))
                && after.is_some_and(|it| it.trim_start().starts_with([',', '}', ']']));
            if listed && !known(&place) {
                let names = text.get(place.clone()).unwrap_or("");
                let replacement = names.split(' ').collect::<Vec<_>>().join(", ");
                let text = format!("names of a list have commas between them: `{replacement}`");
                let edit = Edit { span: line.part(place), replacement };
                it.help = vec![Help { text, edits: vec![edit] }];
                continue;
            }
            let replacement = format!("\"{}\"", text.get(place.clone()).unwrap_or(""));
            let text = format!("a name of several words stands in quotes: `{replacement}`");
            let edit = Edit { span: line.part(place), replacement };
            it.help = vec![Help { text, edits: vec![edit] }];
        }
    }
}

/// The words of a line that do not stand in quotes.
fn words(text: &str) -> Vec<Word> {
    let (mut words, mut quoted): (Vec<Word>, bool) = (Vec::new(), false);
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let inner = !quoted && (letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\''));
        match (inner, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let before = words.last().map_or(0, |word| word.end);
                let joined = !words.is_empty() && text.get(before..from) == Some(" ");
                words.push(Word { start: from, end: at, joined });
                start = None;
            }
            _ => {}
        }
        let inches =
            !quoted && text.get(..at).is_some_and(|it| it.ends_with(|c: char| c.is_ascii_digit()));
        quoted ^= letter == '"' && !inches;
    }
    words
}

/// How words can be a name of several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Title {
    /// Each begins with a capital.
    Capitals,
    /// The first and the last do.
    Ends,
}

/// Whether the words from one to another can be a name of several, with nothing but blanks between them.
fn title(text: &str, words: &[Word], first: usize, last: usize) -> Option<Title> {
    let capital = |at: usize| {
        let word = words.get(at).and_then(|word| text.get(word.start..word.end)).unwrap_or("");
        word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit())
    };
    let joined = (first + 1..=last).all(|at| words.get(at).is_some_and(|word| word.joined));
    match joined && capital(first) && capital(last) {
        true if (first..=last).all(capital) => Some(Title::Capitals),
        true => Some(Title::Ends),
        false => None,
    }
}
