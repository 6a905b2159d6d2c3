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
];

/// Advice in place of a list of names, where a row of the table of slips fits the line.
pub(super) fn advise(found: &mut [Diagnostic], sources: &SourceMap) {
    let errors = found.iter_mut().filter(|it| OF_SLIPS.contains(&it.code));
    let open = |it: &&mut Diagnostic| it.help.iter().all(|help| help.edits.is_empty());
    for it in errors.filter(|it| it.code == codes::WRONG_TYPE || open(it)) {
        let about = it.primary.span;
        let line = phrase(sources, about);
        let text = sources.slice(line);
        let begin = line.start() + u32::try_from(text.len() - text.trim_start().len()).unwrap_or(0);
        let at = about.start().saturating_sub(begin) as usize;
        // A sign at the end of a line takes the next one in.
        let first = text.trim().lines().next().unwrap_or("");
        let Some(meant) = meant("a line that was read", first, at) else { continue };
        let from = (begin - line.start()) as usize;
        let span = line.part(meant.place.start + from..meant.place.end + from);
        let edits = meant.instead.map(|replacement| Edit { span, replacement });
        it.help = vec![Help { text: meant.help, edits: edits.into_iter().collect() }];
    }
}
