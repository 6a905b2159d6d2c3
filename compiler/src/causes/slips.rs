//! Slips in what was read: takes what was found, and says of words that mean nothing where they stand how that is written.

use super::phrase;
use crate::forms;
use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::slips::meant;
use warwright_grammar::{Diagnostic, SourceMap, codes};

/// So many forms of one first word are told.
const MOST_FORMS: usize = 4;

/// What may have come of words of plain English.
const OF_SLIPS: &[Code] = &[
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_FIELD,
    codes::WRONG_SORT,
    codes::WRONG_TYPE,
    codes::BAD_TEST,
];

/// What says that a line was not read.
const NOT_READ: &[Code] = &[codes::BAD_CLAUSE, codes::BAD_DECLARATION];

/// How the lines read that begin with the same word, where nothing else is said of one that was not read.
pub(super) fn tell_forms(found: &mut [Diagnostic], sources: &SourceMap) {
    // Where a part is missing, the label says which.
    let left_over = |it: &Diagnostic| !it.primary.span.is_empty();
    let silent =
        |it: &&mut Diagnostic| NOT_READ.contains(&it.code) && it.help.is_empty() && left_over(it);
    for it in found.iter_mut().filter(silent) {
        let line = sources.slice(phrase(sources, it.primary.span)).trim_start();
        let head = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let forms: Vec<String> = forms::of_head(head).map(|form| format!("`{form}`")).collect();
        if !forms.is_empty() && forms.len() <= MOST_FORMS {
            let text = format!("it reads {}", forms.join(", "));
            it.help = vec![Help { text, edits: Vec::new() }];
        }
    }
}

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
        let Some(meant) = meant("a line that was read", text.trim(), at) else { continue };
        let from = (begin - line.start()) as usize;
        let span = line.part(meant.place.start + from..meant.place.end + from);
        let edits = meant.instead.map(|replacement| Edit { span, replacement });
        it.help = vec![Help { text: meant.help, edits: edits.into_iter().collect() }];
    }
}
