//! Edits are tried before they are offered: takes what is wrong with sources, makes each edit in memory, and keeps those after
//! which there are fewer errors and none that is new.

use super::mending::{compiled, edited, is_better};
use warwright_compiler::passes::{Compilation, Options};
use warwright_compiler::roots::Request;
use warwright_grammar::SourceMap;
use warwright_grammar::diagnostic::{Diagnostic, Help};

/// So often a game is compiled to try what is offered.
const MOST_TRIALS: usize = 12;
/// Of more text than this nothing is tried.
const MOST_BYTES: usize = 4 << 20;
/// Where more is wrong than this, nothing is tried.
const MOST_ERRORS: usize = 30;

/// Takes back the edits of errors that do not mend them; where something else may have been meant, the first of it that mends
/// stands in their place.
pub(super) fn keep_what_mends(request: &Request, options: &Options, found: &mut Compilation) {
    let bytes: usize = found.map.files().map(|(file, _)| found.map.text(file).len()).sum();
    let errors = found.diagnostics.iter().filter(|it| it.is_error()).count();
    let offers = found.diagnostics.iter().any(|it| {
        it.is_error() && it.help.iter().chain(&it.instead).any(|help| !help.edits.is_empty())
    });
    let mut left = MOST_TRIALS;
    if offers && errors <= MOST_ERRORS && bytes <= MOST_BYTES {
        let mut diagnostics = std::mem::take(&mut found.diagnostics);
        let before = Compilation { diagnostics: diagnostics.clone(), ..Compilation::default() };
        for it in diagnostics.iter_mut().filter(|it| it.is_error()) {
            let mut mends = |help: &Help| {
                if help.edits.is_empty() {
                    return Some(Mends::Yes);
                }
                left = left.checked_sub(1)?;
                let texts = edited(&help.edits, &found.map);
                let after = compiled(request, options, &texts);
                Some(match is_better(&before, &after) {
                    true => Mends::Yes,
                    false if stands_there(help, &before, &found.map, &after) => Mends::No,
                    false => Mends::Here,
                })
            };
            judge(&mut it.help, std::mem::take(&mut it.instead), &mut mends);
        }
        found.diagnostics = diagnostics;
    }
    found.diagnostics.iter_mut().for_each(|it| it.instead = Vec::new());
}

/// What an edit does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mends {
    /// Fewer errors are left, and none that is new.
    Yes,
    /// What was wrong in its line; another error comes to light elsewhere.
    Here,
    /// Nothing: another error stands in its line.
    No,
}

/// Whether an error that was not there before stands in a line that was edited.
fn stands_there(help: &Help, before: &Compilation, map: &SourceMap, after: &Compilation) -> bool {
    let edited = |name: &str, line: u32| {
        help.edits.iter().any(|edit| {
            let at = map.line_col(edit.span);
            map.name(map.file_of(edit.span)) == name && at.line == line
        })
    };
    let known = |found: &Diagnostic| {
        before.diagnostics.iter().any(|it| it.code == found.code && it.message == found.message)
    };
    after.diagnostics.iter().filter(|it| it.is_error() && !known(it)).any(|it| {
        let span = it.primary.span;
        edited(after.map.name(after.map.file_of(span)), after.map.line_col(span).line)
    })
}

/// Of the advice that has edits, what mends; `mends` says nothing where it cannot be tried any more.
fn judge(help: &mut Vec<Help>, instead: Vec<Help>, mends: &mut dyn FnMut(&Help) -> Option<Mends>) {
    let (mut wrong, mut here, mut mended) = (Vec::new(), false, false);
    for (at, offered) in help.iter().enumerate().filter(|it| !it.1.edits.is_empty()) {
        let mends = mends(offered);
        match mends {
            Some(Mends::No | Mends::Here) => wrong.push(at),
            Some(Mends::Yes) | None => mended = true,
        }
        here |= mends == Some(Mends::Here);
    }
    let mut others = instead.into_iter().filter(|other| !here || !other.edits.is_empty());
    let other = match mended {
        true => None,
        // What has no edit is for where nothing mends.
        false => others.find(|other| mends(other) == Some(Mends::Yes)),
    };
    match (wrong.first(), other) {
        (Some(&at), Some(other)) => {
            if let Some(offered) = help.get_mut(at) {
                *offered = other;
            }
            let mut place = 0..;
            help.retain(|_| place.next().is_none_or(|it| it == at || !wrong.contains(&it)));
        }
        (None, Some(other)) if !other.edits.is_empty() => *help = vec![other],
        _ => {
            for at in wrong {
                if let Some(offered) = help.get_mut(at) {
                    offered.edits.clear();
                }
            }
        }
    }
}
