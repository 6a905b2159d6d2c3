//! Rounds beyond the last: takes what was found, and tells once of all that asks for rounds which no battle has, for one bound may
//! be what is wrong.

use super::MOST_HEADS;
use super::phrases::is_of_a_word;
use warwright_grammar::diagnostic::{Code, Label};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What may come of a bound of the rounds.
const OF_ROUNDS: &[Code] = &[codes::NEVER_APPLIES, codes::ALWAYS_HOLDS, codes::OUT_OF_RANGE];

/// What gives a condition or figure a name.
const NAMED: &[&str] = &["define ", "relation ", "quantity "];

/// Makes one message of several that ask for rounds beyond the last of the game.
pub(super) fn tell(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let bounds: Vec<(Span, String)> =
        sources.files().filter_map(|(file, _)| bound(sources, sources.whole(file))).collect();
    let [(bound, last)] = bounds.as_slice() else { return };
    let asks = |it: &Diagnostic| {
        let helps =
            [format!("`round` is 0 to {last} here"), format!("`round` is 1 to {last} here")];
        let label = format!("this one has {last} rounds at most");
        OF_ROUNDS.contains(&it.code)
            && (it.primary.text == label || it.help.iter().any(|help| helps.contains(&help.text)))
    };
    let direct: Vec<Span> =
        found.iter().filter(|it| asks(it)).map(|it| it.primary.span).take(MOST_HEADS).collect();
    if direct.len() < 2 {
        return;
    }
    let named: Vec<&str> = direct.iter().filter_map(|at| declared_around(sources, *at)).collect();
    let calls = |it: &Diagnostic| {
        let source = sources.slice(it.primary.span).trim_start_matches("not ");
        let name = source.split(|c| !is_of_a_word(c)).next().unwrap_or("");
        OF_ROUNDS.contains(&it.code) && source.contains('(') && named.contains(&name)
    };
    let of_bound: Vec<usize> = (0..found.len())
        .filter(|at| found.get(*at).is_some_and(|it| asks(it) || calls(it)))
        .collect();
    let error = |at: &&usize| found.get(**at).is_some_and(Diagnostic::is_error);
    let Some(first) = of_bound.iter().find(error).or_else(|| of_bound.first()).copied() else {
        return;
    };
    let others: Vec<Span> = of_bound
        .iter()
        .filter(|at| **at != first)
        .filter_map(|at| found.get(*at))
        .map(|it| it.primary.span)
        .collect();
    if let Some(told) = found.get_mut(first) {
        told.secondary
            .push(Label { span: *bound, text: format!("no battle has more than {last}") });
        let also = |span: &Span| Label {
            span: *span,
            text: String::from("this asks for later rounds too"),
        };
        told.secondary.extend(others.iter().take(SHOWN).map(also));
        *told = told.clone().help(format!(
            "so it is in {} places more: the bound may be what is wrong",
            others.len()
        ));
    }
    let mut at = 0;
    found.retain(|_| {
        at += 1;
        at - 1 == first || !of_bound.contains(&(at - 1))
    });
}

/// So many places are shown.
const SHOWN: usize = 3;

/// `round at most 6`: where it stands, and the number.
fn bound(sources: &SourceMap, file: Span) -> Option<(Span, String)> {
    const WORDS: &str = "round at most ";
    let text = sources.slice(file);
    let at = text.match_indices(WORDS).map(|it| it.0).find(|at| {
        text.get(..*at)
            .is_some_and(|before| before.trim_end_matches(' ').ends_with(['\n', '{', ';']))
    })?;
    let from = at + WORDS.len();
    let last: String = text.get(from..)?.chars().take_while(char::is_ascii_digit).collect();
    (!last.is_empty()).then(|| (file.part(at..from + last.len()), last))
}

/// The name of the condition or figure in whose declaration a place stands.
fn declared_around(sources: &SourceMap, at: Span) -> Option<&str> {
    let whole = sources.whole(sources.file_of(at));
    let before = sources.slice(whole).get(..at.end().saturating_sub(whole.start()) as usize)?;
    let begins = |line: &&str| line.starts_with(char::is_alphabetic);
    let line = before.lines().rev().find(begins)?;
    let rest = NAMED.iter().find_map(|head| line.strip_prefix(head))?;
    rest.split(|c| !is_of_a_word(c)).next()
}
