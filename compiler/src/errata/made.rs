//! Edits that were made: takes each as it is carried out, keeps what it was, and tells of those that clash or rest on what is not there.

use super::apply::{At, Correct, Part, Written};
use super::problems;
use crate::names::Node;
use crate::provenance::{EditReport, How, Origin};
use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Date, Edit, EditChange, EditIn, EditKind, Errata, ErratumBody, Expr, Name,
};

/// An edit that was made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    at: At,
    date: Date,
    span: Span,
    new: String,
}

impl<'t> Correct<'t, '_> {
    /// What was last made of a part: list title, item, place.
    pub(super) fn earlier(&self, target: &str, part: &str) -> Option<(String, String, Span)> {
        let made = self.made.get(&(target.to_owned(), part.to_owned()))?;
        let list = self.report.lists.get(made.at.list as usize)?;
        Some((list.title.clone(), made.at.item_name.clone(), made.span))
    }

    /// The edit that gave a line of these words others: the title of its list, the new words and its place.
    pub(super) fn relabelled(&self, target: &str, written: &str) -> Option<(String, String, Span)> {
        let sorts = ["clause", "requirement", "limit", "line"];
        let made = sorts.into_iter().find_map(|sort| {
            self.made.get(&(target.to_owned(), format!("the label of {sort} {written}")))
        })?;
        let list = self.report.lists.get(made.at.list as usize)?;
        Some((list.title.clone(), made.new.clone(), made.span))
    }

    /// An edit of some part of a target that was made for the same day: its place and the title of its list.
    pub(super) fn edited_that_day(&self, target: &str) -> Option<(Span, String)> {
        let date = self.date()?;
        let made = self.made.iter().filter(|((of, _), made)| of == target && made.date == date);
        let (_, made) =
            made.min_by_key(|(_, made)| (made.at.list, made.at.item, made.span.start()))?;
        let list = self.report.lists.get(made.at.list as usize)?;
        Some((made.span, list.title.clone()))
    }

    /// Records an edit of a part, unless another of the same date has edited it; true when it may be made.
    pub(super) fn note(&mut self, part: Part<'_>, old: &str, new: &str) -> bool {
        let free = !self.clashes(part, new);
        if free {
            self.record(part, old, new);
        }
        free
    }

    /// Whether what an edit expects stands there, so that the new may take its place; the edit is then recorded. What is
    /// there can be `offered` as the old value where it is another.
    pub(super) fn fits(
        &mut self,
        part: Part<'_>,
        [old, new, there]: &[Written; 3],
        offered: bool,
    ) -> bool {
        if self.clashes(part, &new.text) {
            return false;
        }
        if !self.same(old, there) {
            let new = (new.text.as_str(), offered && old.is_spelt);
            self.stale(part, (&old.text, &there.text), (old.place, there.place), new);
            return false;
        }
        if self.same(old, new) {
            self.sink.push(problems::same_value(part.name, &old.text, part.span));
            return false;
        }
        self.record(part, &old.text, &new.text);
        true
    }

    /// Puts an expression in the place of another, which is the one that the edit expects; true when it was made.
    pub(super) fn exchange(
        &mut self,
        part: Part<'_>,
        (old, new): (&Expr, &Expr),
        there: &mut Expr,
    ) -> bool {
        let written = [old.span, new.span, there.span].map(|span| self.written(span));
        let made = self.fits(part, &written, true);
        if made {
            self.moved(there.span, new.span, part.span);
            *there = new.clone();
        }
        made
    }

    /// Reports an edit of a part that another of the same date has edited. Asked before anything is compared, for the
    /// other's value is what would be found.
    pub(super) fn clashes(&mut self, part: Part<'_>, new: &str) -> bool {
        let Some(date) = self.date() else { return true };
        let key = (part.target.to_owned(), part.name.to_owned());
        let Some(made) = self.made.get(&key).filter(|made| made.date == date) else {
            return false;
        };
        let own = self.at.list;
        let other = self.report.lists.get(made.at.list as usize);
        let other = other.filter(|_| made.at.list != own);
        let found = problems::collide(
            date,
            part.name,
            part.target,
            (made.span, &made.new),
            (part.span, new),
            other.map(|list| &*list.title),
        );
        self.sink.push(found);
        true
    }

    /// Writes an edit that was made into the report.
    pub(super) fn record(&mut self, part: Part<'_>, old: &str, new: &str) {
        let (target, name, span) = (part.target.to_owned(), part.name.to_owned(), part.span);
        if let Some(date) = self.date() {
            let made = Made { at: self.at.clone(), date, span, new: new.to_owned() };
            self.made.insert((target.clone(), name.clone()), made);
        }
        let heirs = part.entity.map_or(Vec::new(), |id| self.heirs(id, part.unless));
        let list = self.report.lists.get_mut(self.at.list as usize);
        if let Some(item) = list.and_then(|list| list.items.get_mut(self.at.item as usize)) {
            let (old, new) = (old.to_owned(), new.to_owned());
            let (entity, declared) = (part.entity, part.declared);
            let edit = EditReport { target, part: name, old, new, entity, heirs, declared, span };
            item.edits.push(edit);
        }
    }

    /// Adds a step to the history of a node that keeps its span.
    pub(super) fn remember(&mut self, node: Span, span: Span) {
        let how = self.how();
        self.changed
            .entry(node)
            .or_insert_with(|| vec![Origin { how: How::Declared, span: node }])
            .push(Origin { how, span });
    }

    /// Gives what takes another's place the history of that one, with one step more.
    pub(super) fn moved(&mut self, from: Span, to: Span, by: Span) {
        let declared = || vec![Origin { how: How::Declared, span: from }];
        let mut steps = self.changed.get(&from).cloned().unwrap_or_else(declared);
        steps.push(Origin { how: self.how(), span: by });
        self.changed.insert(to, steps);
    }

    /// Reports an edit whose old value is not there, unless another one that was reported would have put it there. What it `becomes` may be offered.
    pub(super) fn stale(
        &mut self,
        part: Part<'_>,
        (expected, there): (&str, &str),
        (span, place): (Span, Span),
        (becomes, offered): (&str, bool),
    ) {
        if self.unsure {
            return;
        }
        let refused =
            self.refused.entry((part.target.to_owned(), part.name.to_owned())).or_default();
        let echoes = refused.iter().any(|made| made == expected);
        refused.push(becomes.to_owned());
        if echoes {
            return;
        }
        let earlier = self.earlier(part.target, part.name);
        let found = problems::stale(&problems::Stale {
            item: &self.at.item_name,
            part: part.name,
            expected,
            there,
            span,
            place: earlier.as_ref().map_or(place, |(_, _, span)| *span),
            earlier: earlier.as_ref().map(|(list, item, _)| (&**list, &**item)),
            new: offered.then_some(becomes),
            later: self.made_later(part, expected),
        });
        self.sink.push(found);
    }

    /// The list of a later day that makes of a part what is expected of it now.
    pub(super) fn made_later(&self, part: Part<'_>, expected: &str) -> Option<&'t Errata> {
        let now = self.date()?;
        let makes_it = |edit: &EditIn| {
            let named =
                |name: &Name| part.target == format!("{} \"{}\"", edit.word.text, name.text);
            let made = |change: &EditChange| match &change.kind {
                EditKind::Replace { field, new, .. } => {
                    let named = field.last().is_some_and(|field| *field.text == *part.name);
                    named && self.cell_text(new) == expected
                }
                _ => false,
            };
            edit.names.iter().any(named) && edit.changes.iter().any(made)
        };
        let lists = self.index.errata.values().filter_map(|declared| match declared.node {
            Node::Written(list) => Some(list),
            Node::Changed(_) => None,
        });
        let later = lists.filter(|list| list.dated.is_some_and(|(date, _)| date > now));
        let with_it = later.filter(|list| {
            let mut edits = list.items.iter().flat_map(|item| match &item.body {
                ErratumBody::Edits(edits) => edits.as_slice(),
                _ => &[],
            });
            edits.any(|edit| matches!(edit, Edit::In(edit) if makes_it(edit)))
        });
        with_it.min_by_key(|list| list.dated.map(|(date, _)| date))
    }
}
