//! What was copied, its name with it: takes what is declared twice and what is declared nowhere, and makes one message of both where the
//! one may have been to be the other; and leaves out what an heir lacks whose parent is not there.

use super::of_code;
use super::phrases::{block_after, phrase};
use warwright_grammar::diagnostic::Label;
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// Joins them.
pub(super) fn tell(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    of_nobody(found, sources);
    let copies = of_code(found, codes::DUPLICATE_NAME, |it| Some(it.primary.span));
    for copy in copies {
        let near = |it: &Diagnostic| sources.file_of(it.primary.span) == sources.file_of(copy);
        let is_missing = |it: &Diagnostic| {
            [codes::UNKNOWN_NAME, codes::UNKNOWN_IN_ROSTER].contains(&it.code) && near(it)
        };
        let twice = found.iter().filter(|it| it.code == codes::DUPLICATE_NAME && near(it)).count();
        let mut missing = found.iter().filter(|it| is_missing(it));
        let Some(first) = missing.next().cloned() else { continue };
        // Of several that are missing nobody knows which was meant.
        if twice > 1 || missing.any(|it| it.message != first.message) {
            continue;
        }
        found.retain(|it| !is_missing(it));
        if let Some(told) = found.iter_mut().find(|it| it.primary.span == copy) {
            let text = String::from("declared nowhere: is this what it was to be called?");
            told.secondary.push(Label { span: first.primary.span, text });
        }
    }
}

/// Of what an heir takes away nothing is known where its parent is not there.
fn of_nobody(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let orphans: Vec<Span> = of_code(found, codes::UNKNOWN_PARENT, |it| {
        block_after(sources, phrase(sources, it.primary.span))
    });
    found.retain(|it| {
        it.code != codes::NOT_IN_LIST
            || !orphans.iter().any(|block| block.contains(it.primary.span))
    });
}
