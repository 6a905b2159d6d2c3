//! Copies of files: takes what was found, and says once of a file, or of a whole folder, that what it declares stands elsewhere
//! already, in the place of once for each of its names.

use super::repeated::without;
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::diagnostic::Label;
use warwright_grammar::{Diagnostic, SourceMap, codes};

/// From so many names on, it is the whole file that stands twice.
const MANY: usize = 5;

/// A place that was copied, and what it was copied from: two files, or two folders with files of the same paths.
type Copy<'s> = (&'s str, &'s str);

/// Says so of each copy once.
pub(super) fn once(mut found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut copies: FxHashMap<Copy<'_>, Vec<usize>> = FxHashMap::default();
    let mut order: Vec<Copy<'_>> = Vec::new();
    for (at, it) in found.iter().enumerate() {
        let Some(copy) = copy_of(it, sources) else { continue };
        let names = copies.entry(copy).or_default();
        if names.is_empty() {
            order.push(copy);
        }
        names.push(at);
    }
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    for copy in order {
        let Some([first, rest @ ..]) = copies.get(&copy).map(Vec::as_slice) else { continue };
        if rest.len() + 1 < MANY {
            continue;
        }
        gone.extend(rest);
        if let Some(it) = found.get_mut(*first) {
            *it = told(it, copy, rest.len());
        }
    }
    without(found, &gone)
}

/// Of which copy it comes that a name is declared twice.
fn copy_of<'s>(found: &Diagnostic, sources: &'s SourceMap) -> Option<Copy<'s>> {
    let ([first], codes::DUPLICATE_NAME) = (found.secondary.as_slice(), found.code) else {
        return None;
    };
    let file = |label: &Label| sources.name(sources.file_of(label.span));
    let (again, first) = (file(&found.primary), file(first));
    if again == first {
        return None;
    }
    let alike = again.rsplit('/').zip(first.rsplit('/')).take_while(|(a, b)| a == b);
    let alike: usize = alike.map(|(part, _)| part.len() + 1).sum();
    let folder = |path: &'s str| path.get(..path.len().saturating_sub(alike)).unwrap_or(path);
    Some(if alike == 0 { (again, first) } else { (folder(again), folder(first)) })
}

/// What is said of a copy, at the first of its names.
fn told(first: &Diagnostic, (again, from): Copy<'_>, more: usize) -> Diagnostic {
    let shown = |place: &str| match place {
        "" => String::from("this folder"),
        place => format!("`{place}`"),
    };
    let (again, from) = (shown(again), shown(from));
    let mut told = Diagnostic::at(codes::DUPLICATE_NAME, first.primary.span)
        .says(format!("{again} declares again what stands in {from} already"));
    told.secondary.clone_from(&first.secondary);
    told.label("declared again here").help(format!(
        "so it is with {more} names more; leave one of the two out: a copy is no part of a game beside what it was copied from"
    ))
}
