//! Slips in the names of kinds: takes the trees of a game, gives a kind that nothing asks for the name that many places ask
//! for, so that one letter is one mistake and not one at each of those places.

use super::problems;
use crate::roots::LoadedFile;
use crate::typed::{PLAIN, SpaceType};
use rustc_hash::FxHashMap;
use warwright_grammar::near::nearest;
use warwright_grammar::{Sink, SourceMap, tree};

/// So often a word has to stand in the sources to outvote the declaration that is near it.
const OFTEN: usize = 3;

/// Gives each kind that only its own declaration names the name that was meant, and reports it.
pub fn mend_kinds(files: &mut [LoadedFile], sources: &SourceMap, sink: &mut Sink) {
    let texts: Vec<&str> = files.iter().map(|file| sources.text(file.tree.id)).collect();
    let slipped: Vec<String> = kinds(files)
        .filter(|kind| !super::kinds::is_base(&kind.name.text))
        .map(|kind| kind.name.text.to_string())
        .filter(|name| {
            texts.iter().map(|text| stands(text, name).take(2).count()).sum::<usize>() < 2
        })
        .collect();
    if slipped.is_empty() {
        return;
    }
    let mut asked: FxHashMap<&str, usize> = FxHashMap::default();
    for text in &texts {
        for word in types_in(text) {
            *asked.entry(word).or_default() += 1;
        }
    }
    let declared: Vec<String> = kinds(files).map(|kind| kind.name.text.to_string()).collect();
    let mut wanted: Vec<&str> = asked
        .into_iter()
        .filter(|(word, times)| *times >= OFTEN && !is_own(word))
        .filter(|(word, _)| !declared.iter().any(|it| it == word))
        .map(|(word, _)| word)
        .collect();
    wanted.sort_unstable();
    let meant: FxHashMap<String, String> = slipped
        .into_iter()
        .filter_map(|name| {
            let meant = nearest(&name, wanted.iter().copied())?;
            Some((name, meant.to_owned()))
        })
        .collect();
    for item in files.iter_mut().flat_map(|file| &mut file.tree.items) {
        if let tree::Item::Kind(kind) = item
            && let Some(meant) = meant.get(&*kind.name.text)
        {
            let often = texts_count(&texts, meant);
            sink.push(problems::slipped_kind(&kind.name.text, meant, often, kind.name.span));
            kind.name.text = meant.as_str().into();
        }
    }
}

/// Whether a word is a type of the language's own, or begins one.
fn is_own(word: &str) -> bool {
    PLAIN.contains(&word)
        || ["set", "list"].contains(&word)
        || SpaceType::ALL.into_iter().any(|space| space.name() == word)
}

fn texts_count(texts: &[&str], word: &str) -> usize {
    texts.iter().map(|text| stands(text, word).count()).sum()
}

fn kinds(files: &[LoadedFile]) -> impl Iterator<Item = &tree::Kind> {
    let items = files.iter().flat_map(|file| &file.tree.items);
    items.filter_map(|item| as_variant!(item, tree::Item::Kind(kind) => kind))
}

const fn is_of_a_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Where a word stands in a text, by itself or as the beginning of its plural.
fn stands<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|it| it.chars().next_back());
        let behind = text.get(at + word.len()..).unwrap_or("");
        let behind =
            behind.strip_prefix("es").or_else(|| behind.strip_prefix('s')).unwrap_or(behind);
        !before.is_some_and(is_of_a_word) && !behind.chars().next().is_some_and(is_of_a_word)
    })
}

/// The words that stand where a type is wanted: `name: TYPE`.
fn types_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(": ").filter_map(|(at, _)| {
        let rest = text.get(at + 2..)?;
        let end = rest.find(|letter| !is_of_a_word(letter)).unwrap_or(rest.len());
        rest.get(..end).filter(|word| word.starts_with(|it: char| it.is_ascii_lowercase()))
    })
}
