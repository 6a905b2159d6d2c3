//! Slips in what was read: takes what was found, and says of words that mean nothing where they stand how that is written.

use super::phrase;
use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::slips::meant;
use warwright_grammar::{Diagnostic, SourceMap, codes};

/// What may have come of words of plain English.
const OF_SLIPS: &[Code] = &[
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_FIELD,
    codes::WRONG_SORT,
    codes::WRONG_TYPE,
    codes::BAD_TEST,
    codes::VALUE_PARTS,
    codes::NO_ELSE,
    codes::OUT_OF_RANGE,
];

/// Words that ask how many there are.
const COUNTING: &[&str] = &["count", "number"];

/// So many words of a long place are looked at.
const MOST_WORDS: usize = 24;

/// Advice in place of a list of names, where a row of the table of slips fits the line.
pub(super) fn advise(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let errors = found.iter_mut().filter(|it| OF_SLIPS.contains(&it.code));
    let open = |it: &&mut Diagnostic| {
        let asked = COUNTING.contains(&sources.slice(it.primary.span));
        asked || it.help.iter().all(|help| help.edits.is_empty())
    };
    // What names the very values says more than a row.
    let exact =
        |it: &Diagnostic| it.help.iter().any(|help| help.text.contains("one of several reads"));
    for it in errors.filter(|it| (it.code == codes::WRONG_TYPE || open(it)) && !exact(it)) {
        let about = it.primary.span;
        let line = phrase(sources, about);
        let text = sources.slice(line);
        let begin = line.start() + u32::try_from(text.len() - text.trim_start().len()).unwrap_or(0);
        let at = about.start().saturating_sub(begin) as usize;
        // A sign at the end of a line takes the next one in.
        let first = text.trim().lines().next().unwrap_or("");
        let place = "a line that was read";
        let whole = [codes::WRONG_TYPE, codes::NO_ELSE].contains(&it.code);
        let inside = (at + 1..at + about.len()).filter(|_| whole);
        let inside = inside.filter(|at| {
            first.get(*at..).is_some_and(|it| it.starts_with(char::is_alphabetic))
                && first.get(..*at).is_some_and(|it| it.ends_with(' '))
        });
        let mut places = std::iter::once(at).chain(inside.take(MOST_WORDS));
        let none = (it.code == codes::WRONG_TYPE).then_some("a condition that is none");
        let sorts = || none.into_iter().chain([place]);
        let found = places.find_map(|at| sorts().find_map(|sort| meant(sort, first, at)));
        let Some(meant) = found else { continue };
        let from = (begin - line.start()) as usize;
        let span = line.part(meant.place.start + from..meant.place.end + from);
        let edits = meant.instead.map(|replacement| Edit { span, replacement });
        let help = Help { text: meant.help, edits: edits.into_iter().collect() };
        it.instead = std::mem::replace(&mut it.help, vec![help]);
    }
    without_the_same_edit(found);
}

/// Of what one edit mends only the first is told.
fn without_the_same_edit(found: &mut Vec<Diagnostic>) {
    let mut known: Vec<Vec<Edit>> = Vec::new();
    found.retain(|it| {
        let [Help { edits, .. }] = it.help.as_slice() else { return true };
        let same = !edits.is_empty() && it.is_error() && known.contains(edits);
        if !same && !edits.is_empty() && it.is_error() {
            known.push(edits.clone());
        }
        !same
    });
}
