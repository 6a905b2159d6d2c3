//! Items of sets: what is known of each one that a rule goes through.

use super::Flow;
use crate::checks::logic::formula::Term;
use crate::typed::{Arithmetic, Bounds, Compare, Expr, ExprKind, LocalId};

impl<'f> Flow<'f, '_> {
    /// Goes through what is asked of each item.
    pub(super) fn items(
        &mut self,
        of: &'f Expr,
        item: LocalId,
        when: Option<&'f Expr>,
        value: Option<&'f Expr>,
    ) {
        self.value(of);
        let mark = self.known.len();
        self.item(item, of);
        when.into_iter().for_each(|when| self.asked(when));
        value.into_iter().for_each(|value| self.value(value));
        self.known.truncate(mark);
    }

    /// A local is some item of a set: what is known of those is known of it.
    pub(super) fn item(&mut self, item: LocalId, of: &'f Expr) {
        self.forget(item);
        self.is_of(item, of);
    }

    pub(crate) fn is_of(&mut self, item: LocalId, of: &'f Expr) {
        let value = self.reader.local_value(item);
        match &of.kind {
            ExprKind::Filter { of, item: inner, when } => {
                self.is_of(item, of);
                self.reader.set(*inner, value);
                self.assume(when);
            }
            ExprKind::Within { of, .. } | ExprKind::Without(of, _) => self.is_of(item, of),
            ExprKind::Tied { tie, of } => {
                let end = self.reader.value(of);
                let tied = self.reader.are_tied(*tie, &value, &end, of.span);
                self.know(tied);
                if self.facts.sides().of_tie(*tie) {
                    let foes = self.reader.are_foes(&value, &end, of.span);
                    foes.into_iter().for_each(|foes| self.know(foes));
                }
            }
            ExprKind::Range { low, high } => {
                for (how, end) in [(Compare::Ge, low), (Compare::Le, high)] {
                    self.is_bounded(&value, how, end);
                }
            }
            ExprKind::Items(items) if !items.is_empty() => {
                let formula = self.one_of(&value, items);
                self.know(formula);
            }
            _ => {
                self.is_die_of(&value, of);
                let Bounds { least, most } = self.facts.typed.range(of);
                for (how, end) in [(Compare::Ge, least), (Compare::Le, most)] {
                    if let Some(end) = end {
                        self.compare(how, &value, end, of.span);
                    }
                }
            }
        }
    }

    /// A value is no more, or no less, than a bound; of the least of several bounds, than each of them.
    pub(super) fn is_bounded(&mut self, value: &Term, how: Compare, end: &Expr) {
        match (&end.kind, how) {
            (ExprKind::Within { of, .. }, _) => self.is_bounded(value, how, of),
            (ExprKind::Arithmetic { how: Arithmetic::Min, left, right }, Compare::Le)
            | (ExprKind::Arithmetic { how: Arithmetic::Max, left, right }, Compare::Ge) => {
                self.is_bounded(value, how, left);
                self.is_bounded(value, how, right);
            }
            _ => {
                let bound = self.reader.value(end);
                let formula = self.reader.compare(how, value, &bound, end.span);
                self.know(formula);
            }
        }
    }
}
