//! Scenarios: gives each that is `like` another what it inherits. Its own lines go before the parent's, name by name;
//! `sides -`, `rules -`, `puts -` and `clauses -` take away, in a side `wins -` and `scores -` as well.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Field, Item, Label, ListSign, Member, Name, Scenario, ScenarioItem, Side, SideItem,
};
use warwright_grammar::{Diagnostic, Sink};

use super::fields::written_name;
use super::{MAX_CHAIN, Removed, problems};
use crate::names::{Index, Node};

/// So many lines may all scenarios of a game inherit together.
const MAX_INHERITED: usize = 200_000;

/// Puts in the place of each scenario that is like another the whole that both make. One whose parent is not there stays
/// as it is, with its `like`.
pub fn inherit_scenarios<'t>(index: &mut Index<'t>, removed: &[Removed<'t>], sink: &mut Sink) {
    let heirs: Vec<&'t str> = index
        .scenarios
        .iter()
        .filter(|(_, declared)| declared.like.is_some())
        .map(|(name, _)| *name)
        .collect();
    let mut inherited = 0usize;
    let mut done: FxHashSet<&'t str> = FxHashSet::default();
    for heir in heirs {
        let Some(line) = line(index, heir, removed, sink) else { continue };
        // From the oldest down, each from one that is whole already.
        for name in line.into_iter().rev() {
            if !done.insert(name) {
                continue;
            }
            let Some((parent, like)) = parent_of(index, name) else { continue };
            inherited = inherited.saturating_add(parent.items.len());
            if inherited > MAX_INHERITED {
                return sink.push(problems::too_much_inherited(MAX_INHERITED, like));
            }
            if let Some(declared) = index.scenarios.get_mut(name) {
                let whole = Whole { heir: &declared.node, parent: &parent, sink }.merged();
                declared.node = Node::Changed(Arc::new(whole));
            }
        }
    }
}

/// The scenario that another is still said to be like, and where it says so.
fn parent_of<'t>(index: &Index<'t>, name: &str) -> Option<(Node<'t, Scenario>, Span)> {
    let like = index.scenarios.get(name)?.like.as_ref()?;
    let parent = index.scenarios.get(&*like.text)?;
    parent.like.is_none().then(|| (parent.node.clone(), like.span))
}

/// A scenario and all that it is like, the oldest last; none after a diagnostic.
fn line<'t>(
    index: &Index<'t>,
    heir: &'t str,
    removed: &[Removed<'t>],
    sink: &mut Sink,
) -> Option<Vec<&'t str>> {
    let mut line = vec![heir];
    let mut places: Vec<(String, Span)> = Vec::new();
    let mut at = index.scenarios.get(heir)?;
    while let Some(like) = &at.like {
        places.push((at.node.name.text.to_string(), like.span));
        let Some((name, parent)) = index.scenarios.get_key_value(&*like.text) else {
            // Of those further down the line it is no mistake of their own.
            if line.len() == 1 {
                sink.push(unknown(index, &at.node.name.text, like, removed));
            }
            return None;
        };
        if let Some(from) = line.iter().position(|other| other == name) {
            // Whoever stands first in the circle says so for all.
            let ring = line.get(from..).unwrap_or(&[]);
            let first = index.scenarios.keys().find(|name| ring.contains(*name));
            if from == 0 && first == Some(&heir) {
                sink.push(problems::like_circle(&places));
            }
            return None;
        }
        if line.len() > MAX_CHAIN {
            sink.push(problems::chain_too_long(&at.node.name.text, like.span));
            return None;
        }
        line.push(name);
        at = parent;
    }
    Some(line)
}

fn unknown(index: &Index<'_>, heir: &str, like: &Name, removed: &[Removed<'_>]) -> Diagnostic {
    let gone = removed.iter().rfind(|gone| gone.word == "scenario" && gone.name == &*like.text);
    match gone {
        Some(gone) => problems::like_removed(heir, like, gone),
        None => problems::unknown_parent("scenario", like, index.scenarios.keys().copied(), None),
    }
}

/// What an heir says of itself beyond its lines: labels and names that it takes away.
type Lost<'h> = FxHashMap<&'h str, Vec<(&'h str, Span, bool)>>;

/// A scenario and its parent, to be made one.
struct Whole<'h, 's> {
    heir: &'h Scenario,
    parent: &'h Scenario,
    sink: &'s mut Sink,
}

impl<'h> Whole<'h, '_> {
    fn merged(mut self) -> Scenario {
        let heir = self.heir;
        let fields = heir.items.iter().filter_map(
            |item| as_variant!(item, ScenarioItem::Member(Member::Field(field)) => field),
        );
        let mut lost = self.lost(fields, &["sides", "rules", "puts", "clauses"]);
        let mut items: Vec<ScenarioItem> = Vec::new();
        for item in &self.parent.items {
            items.extend(self.kept(item, &mut lost));
        }
        let known = |side: &Side| self.parent.items.iter().any(|item| is_side(item, &side.name));
        items.extend(
            heir.items
                .iter()
                .filter(|item| match item {
                    ScenarioItem::Side(side) => !known(side),
                    ScenarioItem::Member(Member::Field(field)) => field.sign.is_none(),
                    _ => true,
                })
                .cloned(),
        );
        let title = &*self.parent.name.text;
        self.not_there(title, &lost);
        Scenario { like: None, items, ..heir.clone() }
    }

    /// The names that lists with a sign take away.
    fn lost(&mut self, fields: impl Iterator<Item = &'h Field>, lists: &[&str]) -> Lost<'h> {
        let mut lost = Lost::default();
        for field in fields.filter(|field| field.sign.is_some()) {
            let word = &*field.name.text;
            if field.sign != Some(ListSign::Remove) || !lists.contains(&word) {
                self.sink.push(problems::only_taken_away(field, lists));
                continue;
            }
            for value in field.value.exprs() {
                if let Some(name) = written_name(value) {
                    lost.entry(word).or_default().push((name, value.span, false));
                }
            }
        }
        lost
    }

    /// Says which names were taken away that were not there.
    fn not_there(&mut self, title: &str, lost: &Lost<'_>) {
        for list in ["sides", "rules", "puts", "clauses", "wins", "scores"] {
            for (name, span, found) in lost.get(list).map_or(&[][..], Vec::as_slice) {
                if !found {
                    let one = list.trim_end_matches('s');
                    self.sink.push(problems::nothing_to_take(title, one, name, *span));
                }
            }
        }
    }

    /// What is left of a line of the parent.
    fn kept(&mut self, item: &'h ScenarioItem, lost: &mut Lost<'h>) -> Option<ScenarioItem> {
        use ScenarioItem as I;
        let own = |is: &dyn Fn(&ScenarioItem) -> bool| self.heir.items.iter().any(is);
        let replaced = match item {
            I::Board { .. } => own(&|it| matches!(it, I::Board { .. })),
            I::Rounds { .. } => own(&|it| matches!(it, I::Rounds { .. })),
            I::Setup(_) => own(&|it| matches!(it, I::Setup(_))),
            I::Verdict(_) => own(&|it| matches!(it, I::Verdict(_))),
            I::Ruling { name, .. } => {
                own(&|it| matches!(it, I::Ruling { name: other, .. } if other.text == name.text))
            }
            I::Put(put) => {
                let Some(name) = &put.alias else { return Some(item.clone()) };
                take(lost, "puts", &name.text)
                    || own(&|it| {
                        matches!(it, I::Put(other)
                            if other.alias.as_ref().is_some_and(|other| other.text == name.text))
                    })
            }
            I::Rule { name, body, span } => {
                let replaced = take(lost, "rules", &name.text)
                    || own(
                        &|it| matches!(it, I::Rule { name: other, .. } if other.text == name.text),
                    );
                if replaced {
                    return None;
                }
                let left: Vec<Member> =
                    body.iter().filter(|member| !drops(lost, member)).cloned().collect();
                // A rule of which nothing is left has gone with what was in it.
                if left.is_empty() && !body.is_empty() {
                    return None;
                }
                let body = left;
                return Some(I::Rule { name: name.clone(), body, span: *span });
            }
            I::Side(side) => {
                if take(lost, "sides", &side.name.text) {
                    return None;
                }
                let heir = self.heir.items.iter().find(|item| is_side(item, &side.name));
                return Some(match heir {
                    Some(I::Side(own)) => I::Side(self.side(own, side)),
                    _ => item.clone(),
                });
            }
            I::Member(Member::Text(_)) => own(&|it| matches!(it, I::Member(Member::Text(_)))),
            I::Member(member @ Member::Clause(_)) => drops(lost, member),
            I::Member(Member::Limit(_)) => false,
            // What else stands there is declared once for all, or was reported where it stands.
            I::RulingDecl(_) | I::Member(_) => true,
        };
        (!replaced).then(|| item.clone())
    }

    /// A side that both have.
    fn side(&mut self, own: &'h Side, theirs: &'h Side) -> Side {
        let fields = own
            .items
            .iter()
            .filter_map(|item| as_variant!(item, SideItem::Member(Member::Field(field)) => field));
        let mut lost = self.lost(fields, &["clauses", "wins", "scores"]);
        let says = |is: &dyn Fn(&SideItem) -> bool| own.items.iter().any(is);
        let armed = says(&|item| is_army(item));
        let inherited = theirs.items.iter().filter(|item| match item {
            SideItem::Deploy { .. } | SideItem::DeployCells { .. } => {
                !says(&|it| matches!(it, SideItem::Deploy { .. } | SideItem::DeployCells { .. }))
            }
            SideItem::Wins { label, .. } => {
                !takes(&mut lost, "wins", label) && !says(&|it| matches!(it, SideItem::Wins { .. }))
            }
            SideItem::Scores { label, .. } => {
                !takes(&mut lost, "scores", label)
                    && !says(&|it| matches!(it, SideItem::Scores { .. }))
            }
            SideItem::Roster(_) => !armed,
            SideItem::Member(Member::Text(_)) => {
                !says(&|it| matches!(it, SideItem::Member(Member::Text(_))))
            }
            SideItem::Member(Member::Field(field)) => !says(&|it| {
                matches!(it, SideItem::Member(Member::Field(other))
                    if other.name.text == field.name.text)
            }),
            SideItem::Member(member @ Member::Clause(_)) => !drops(&mut lost, member),
            SideItem::Member(Member::Limit(_)) => true,
            SideItem::Member(_) => is_army(item) && !armed,
        });
        let mut items: Vec<SideItem> = inherited.cloned().collect();
        items.extend(own.items.iter().filter(|item| {
            !matches!(item, SideItem::Member(Member::Field(field)) if field.sign.is_some())
        }).cloned());
        self.not_there(&format!("{}: {}", self.parent.name.text, own.name.text), &lost);
        Side { of: own.of.clone().or_else(|| theirs.of.clone()), items, ..own.clone() }
    }
}

fn is_side(item: &ScenarioItem, name: &Name) -> bool {
    matches!(item, ScenarioItem::Side(side) if side.name.text == name.text)
}

/// Whether a line of a side says which army it fields.
pub(crate) fn is_army(item: &SideItem) -> bool {
    match item {
        SideItem::Roster(_) => true,
        SideItem::Member(Member::Item(item)) => matches!(**item, Item::Roster(_)),
        _ => false,
    }
}

/// Whether a name is taken away, which is noted.
fn take(lost: &mut Lost<'_>, list: &str, name: &str) -> bool {
    let mut taken = false;
    for (other, _, found) in lost.get_mut(list).into_iter().flatten() {
        if *other == name {
            *found = true;
            taken = true;
        }
    }
    taken
}

/// Whether a member is a clause that is taken away by its label.
fn drops(lost: &mut Lost<'_>, member: &Member) -> bool {
    let Member::Clause(clause) = member else { return false };
    takes(lost, "clauses", &clause.label().cloned())
}

/// Whether what has a label is taken away, which is noted.
fn takes(lost: &mut Lost<'_>, list: &str, label: &Option<Label>) -> bool {
    let label = label.as_ref().and_then(|label| label.text.plain());
    label.is_some_and(|label| take(lost, list, label))
}
