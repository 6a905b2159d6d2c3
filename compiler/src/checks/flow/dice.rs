//! Dice: how many are rolled or taken.

use super::super::formula::Term;
use super::{Flow, Stop};
use crate::typed::{Compare, Expr};

impl<'f> Flow<'f, '_> {
    /// So many dice are there, or none.
    pub(super) fn not_below_none(&mut self, count: &'f Expr) {
        if self.facts.typed.range(count).least.is_none_or(|least| least < 0) {
            let term = self.reader.value(count);
            let below = self.reader.compared_with(Compare::Lt, &term, &Term::Cell(0), count.span);
            self.ask(Stop::FewDice, count, vec![below]);
        }
    }
}
