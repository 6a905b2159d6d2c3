//! Blame: takes what is wrong with a game and compilations of it with fewer errata, and names the item that made it so.
//!
//! The items are bisected in the order in which they take effect, so nothing need know how each of them could do harm.

use std::collections::{BTreeMap, BTreeSet};
use warwright_compiler::passes::Compilation;
use warwright_compiler::provenance::{ItemReport, ItemState};
use warwright_grammar::diagnostic::{Code, Label, codes};
use warwright_grammar::{Diagnostic, Sink, Span};

/// How what is said of an item begins.
const MADE_SO: &str = "made so by";

/// What tells one diagnostic from another.
type Key = (Code, Span, String);

/// Names, with each diagnostic about a corrected declaration that is not there without errata, the item that made it so. What is
/// said of the corrected text itself, or of the library by an author's errata, is said once, where it was corrected. `compiled` compiles without the items at some places.
pub(crate) fn name_errata(whole: &mut Compilation, compiled: impl Fn(&[Span]) -> Vec<Diagnostic>) {
    let lists = &whole.errata.lists;
    let within = |about: Span| whole.corrected.iter().any(|it| it.contains(about));
    let map = &whole.map;
    let of_library = |about: Span| map.name(map.file_of(about)).starts_with("library/");
    let is_told =
        |about: Span| lists.iter().flat_map(|it| &it.items).any(|it| it.span.contains(about));
    let suspect = |it: &Diagnostic| {
        let mut places = places(it);
        // Armies break limits by what is corrected of their units.
        let corrected = it.code == codes::LIMIT_BROKEN || places.clone().any(within);
        corrected && !places.any(is_told)
    };
    if !whole.diagnostics.iter().any(suspect) {
        return;
    }
    let made: Vec<(&str, &ItemReport)> = lists
        .iter()
        .flat_map(|list| list.items.iter().map(|item| (&*list.title, item)))
        .filter(|(_, item)| item.state == ItemState::Made)
        .collect();
    let mut bisection = Bisection { made: &made, compiled, known: BTreeMap::new() };
    let mut blamed = Vec::new();
    // Where other errors come to light without errata, what follows them cannot be compared.
    let all: BTreeSet<Key> = whole.diagnostics.iter().map(key).collect();
    if !bisection.first(0).iter().all(|(key, is_error)| !is_error || all.contains(key)) {
        return;
    }
    for (at, diagnostic) in whole.diagnostics.iter().enumerate().filter(|(_, it)| suspect(it)) {
        if let Some((list, item)) = bisection.culprit(&key(diagnostic)) {
            let primary = diagnostic.primary.span;
            let edit = item.edits.first().map_or(item.span, |edit| edit.span);
            let moves = within(primary) || of_library(primary) && !of_library(edit);
            let by = format!("{MADE_SO} errata \"{list}\" item \"{}\"", item.name);
            blamed.push((at, said(diagnostic, Label { span: edit, text: by }, moves)));
        }
    }
    for (at, diagnostic) in blamed {
        if let Some(there) = whole.diagnostics.get_mut(at) {
            *there = diagnostic;
        }
    }
    let mut told: Vec<Diagnostic> = Vec::new();
    for one in std::mem::take(&mut whole.diagnostics) {
        let same = |it: &&mut Diagnostic| it.code == one.code && it.primary == one.primary;
        let again = one.primary.text.starts_with(MADE_SO);
        match told.iter_mut().find(same).filter(|_| again) {
            Some(first) => first.secondary.extend(one.secondary.into_iter().next()),
            None => told.push(one),
        }
    }
    whole.diagnostics = Sink::from(told).into_sorted();
}

/// Compilations with the first so many items.
struct Bisection<'c, C> {
    made: &'c [(&'c str, &'c ItemReport)],
    compiled: C,
    /// What is found with so many, and whether it is an error.
    known: BTreeMap<usize, BTreeMap<Key, bool>>,
}

impl<'c, C: Fn(&[Span]) -> Vec<Diagnostic>> Bisection<'c, C> {
    /// What is found with the first so many items.
    fn first(&mut self, many: usize) -> &BTreeMap<Key, bool> {
        let (made, compiled) = (self.made, &self.compiled);
        self.known.entry(many).or_insert_with(|| {
            let later: Vec<Span> = made.iter().skip(many).map(|(_, item)| item.span).collect();
            compiled(&later).iter().map(|it| (key(it), it.is_error())).collect()
        })
    }

    /// The item with which something is found that is not found before; none where it is found without any.
    fn culprit(&mut self, wanted: &Key) -> Option<(&'c str, &'c ItemReport)> {
        if self.first(0).contains_key(wanted) {
            return None;
        }
        let (mut without, mut with) = (0, self.made.len());
        while without + 1 < with {
            let middle = usize::midpoint(without, with);
            if self.first(middle).contains_key(wanted) {
                with = middle;
            } else {
                without = middle;
            }
        }
        self.made.get(without).copied()
    }
}

/// The diagnostic with what the item did, or told there.
fn said(found: &Diagnostic, by: Label, moves: bool) -> Diagnostic {
    let mut moved = found.clone();
    if !moves {
        moved.secondary.push(by);
        return moved;
    }
    let before = std::mem::replace(&mut moved.primary, by);
    moved.secondary.insert(0, before);
    // What stood there before is what the item expects.
    moved.help.retain(|help| help.edits.is_empty());
    moved.instead.clear();
    moved
}

fn key(diagnostic: &Diagnostic) -> Key {
    (diagnostic.code, diagnostic.primary.span, diagnostic.message.clone())
}

fn places(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> + Clone {
    std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary).map(|label| label.span)
}
