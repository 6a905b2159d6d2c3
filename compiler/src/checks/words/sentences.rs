//! Sentences: takes the texts of battles, which speak of several rules, gives each sentence with the one rule of which it speaks: the one
//! whose label it says, or what a side wins by.

use super::said::words_of;
use super::texts::Stated;
use crate::checks::battles::verdicts::Wins;
use crate::checks::clauses::placed::Rules;
use crate::typed::Typed;
use warwright_grammar::near::is_form_of;
use warwright_grammar::{SourceMap, Span};

/// Rules of a battle that have one label.
struct Labelled<'t> {
    label: &'t str,
    wins: bool,
    /// Where each of them stands.
    spans: Vec<Span>,
}

/// The sentences of texts of battles that speak of one rule each.
pub(crate) fn sentences_of_rules(
    stated: &[Stated],
    rules: &Rules<'_>,
    typed: &Typed,
    map: &SourceMap,
) -> Vec<Stated> {
    let of_battle = |it: &&Stated| typed.scenarios.values().any(|def| it.bearer.contains(def.span));
    stated.iter().filter(of_battle).flat_map(|it| of_one(it, rules, map)).collect()
}

fn of_one(one: &Stated, rules: &Rules<'_>, map: &SourceMap) -> Vec<Stated> {
    let labelled = labelled(one.bearer, rules);
    let words = words_of(map, one.text);
    let parted = |one: Span, next: Span| {
        let between = map.slice(Span::new(one.end(), next.start()));
        between.contains(". ") || between.contains(';')
    };
    let sentences: Vec<&[(String, Span)]> =
        words.chunk_by(|(_, one), (_, next)| !parted(*one, *next)).collect();
    if sentences.len() < 2 {
        return Vec::new();
    }
    let speaks = |sentence: &[(String, Span)], of: &Labelled<'_>| {
        let is_it = |word: &str| match of.wins {
            true => is_form_of(word, "win") || word == "won",
            false => label_words(of.label).any(|it| it == word || is_form_of(it, word)),
        };
        sentence.iter().any(|(word, _)| is_it(word))
    };
    let mut found = Vec::new();
    for of in &labelled {
        let mut said = sentences.iter().filter(|it| speaks(it, of));
        let (Some(said), None) = (said.next(), said.next()) else { continue };
        let alone = labelled.iter().filter(|other| speaks(said, other)).count() == 1;
        let whole = of.spans.iter().copied().reduce(Span::to);
        let (Some(bearer), Some(first), Some(last)) = (whole, said.first(), said.last()) else {
            continue;
        };
        // What else stands between them is of other sentences.
        if alone && rules.spans(bearer).all(|at| of.spans.contains(&at)) {
            found.push(Stated { bearer, text: first.1.to(last.1) });
        }
    }
    found
}

/// The rules of a declaration by their labels; all that wins is one, where it has one label.
fn labelled<'t>(bearer: Span, rules: &Rules<'t>) -> Vec<Labelled<'t>> {
    let clauses = rules.clauses(bearer).map(|it| (it.label.as_str(), false, it.span));
    let hooks = rules.hooks(bearer).map(|it| (it.label.as_str(), Wins::of(it).is_some(), it.span));
    let mut all: Vec<Labelled<'t>> = Vec::new();
    for (label, wins, span) in clauses.chain(hooks) {
        match all.iter_mut().find(|it| it.label == label && it.wins == wins) {
            Some(it) => it.spans.push(span),
            None => all.push(Labelled { label, wins, spans: vec![span] }),
        }
    }
    if all.iter().filter(|it| it.wins).count() > 1 {
        all.retain(|it| !it.wins);
    }
    all
}

/// The words of a label by which it is known.
pub(super) fn label_words(label: &str) -> impl Iterator<Item = &str> {
    label.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2)
}
