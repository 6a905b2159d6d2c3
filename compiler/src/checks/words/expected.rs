//! What tests expect to hear: takes their expectations and all texts of a game, says which words of them nothing ever says.

use crate::typed::{TestExpect, Typed};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes, near};

/// Words of so many letters are looked for.
const LEAST: usize = 3;

/// What a test expects to be said, or not to be, is made of words that stand somewhere in the game.
pub(crate) fn expected_words_are_said(typed: &Typed, map: &SourceMap, sink: &mut Sink) {
    let expected: Vec<(&str, Span)> = typed
        .tests
        .values()
        .flat_map(|test| &test.expects)
        .filter_map(|expect| match expect {
            TestExpect::Said { words, span } | TestExpect::Silent { words, span } => {
                Some((words.as_str(), *span))
            }
            _ => None,
        })
        .collect();
    if expected.is_empty() {
        return;
    }
    let known = words_besides(map, expected.iter().map(|(_, span)| *span));
    for (words, span) in expected {
        let unknown = parts(words).find(|word| {
            // The first and the last may be parts of words.
            !known.contains(word.as_str()) && !known.iter().any(|whole| whole.contains(&**word))
        });
        let Some(word) = unknown else { continue };
        let found = Diagnostic::at(codes::PROVES_NOTHING, span)
            .says(format!("no text of this game has the word `{word}`"))
            .label("never said");
        let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
        names.sort_unstable();
        sink.push(match near::nearest(&word, names) {
            Some(meant) => found.help(format!("did you mean `{meant}`?")),
            None => found.help("write it as `say` does, with the names of those of whom it speaks"),
        });
    }
}

/// All words of a game, those apart that are expected.
fn words_besides(map: &SourceMap, expected: impl Iterator<Item = Span>) -> FxHashSet<String> {
    let mut left_out: Vec<Span> = expected.collect();
    left_out.sort_unstable_by_key(|span| span.start());
    let mut known = FxHashSet::default();
    for (id, file) in map.files().filter(|(_, file)| file.name().ends_with(".ww")) {
        let (whole, text) = (map.whole(id), file.text());
        let here =
            left_out.iter().filter(|span| whole.contains(**span)).map(|span| map.range(*span));
        let mut from = 0;
        for range in here.chain(std::iter::once(text.len()..text.len())) {
            known.extend(parts(text.get(from..range.start).unwrap_or("")));
            from = range.end;
        }
    }
    known
}

/// The words of a text, in small letters.
fn parts(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|sign: char| !sign.is_alphabetic());
    words.filter(|word| word.chars().count() >= LEAST).map(str::to_lowercase)
}
