//! Dice: how many are rolled or taken, and whether those that are taken out of a pool are in it.

use super::{Flow, Stop};
use crate::checks::logic::formula::{Formula, Term};
use crate::typed::{Compare, Expr, ExprKind, Type};
use warwright_ir::MAX_DICE;

impl<'f> Flow<'f, '_> {
    /// So many dice are there, or none.
    pub(super) fn not_below_none(&mut self, count: &'f Expr) {
        let least = self.facts.typed.range(count).least;
        if least.is_some_and(|least| least > MAX_DICE) {
            (self.found)(Stop::ManyDice, count);
        }
        if least.is_none_or(|least| least < 0) {
            let term = self.reader.value(count);
            let below = self.reader.compare(Compare::Lt, &term, &Term::Cell(0), count.span);
            self.ask(Stop::FewDice, count, vec![below]);
        }
    }

    /// Dice are taken out of a pool that holds them.
    pub(super) fn are_there(&mut self, pool: &'f Expr, dice: &'f Expr) {
        self.reader.rested();
        let lacking = match &dice.kind {
            ExprKind::Items(counts) => match counts.iter().find_map(of_face) {
                Some((count, face)) => {
                    let face = self.reader.value(face);
                    vec![self.lacks(pool, count, &face)]
                }
                None => {
                    let each = (0i64..).zip(counts);
                    let each = each.filter(|(_, count)| !matches!(count.kind, ExprKind::Cell(0)));
                    each.map(|(at, count)| self.lacks(pool, count, &Term::Cell(at))).collect()
                }
            },
            _ => vec![Formula::Fixed(!self.reader.are_of(dice, pool))],
        };
        self.ask(Stop::DiceNotThere, dice, vec![Formula::any(lacking)]);
    }

    /// That more dice are wanted than show a face.
    fn lacks(&mut self, pool: &'f Expr, count: &'f Expr, face: &Term) -> Formula {
        let wanted = self.reader.value(count);
        match self.reader.showing(pool, face) {
            Some(showing) => {
                let showing = Term::Var(showing);
                self.reader.compare(Compare::Gt, &wanted, &showing, count.span)
            }
            None => Formula::Fixed(true),
        }
    }

    /// What is chosen, or gone through, of a pool is one of its dice.
    pub(super) fn is_die_of(&mut self, value: &Term, pool: &'f Expr) {
        let shows = self.reader.shows(pool, value, pool.span);
        shows.into_iter().for_each(|shows| self.know(shows));
    }
}

/// So many dice of a face that is only known in play, as `N of f` is written for each face.
fn of_face(count: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::If { when, then, .. } = &count.kind else { return None };
    let ExprKind::Compare { how: Compare::Eq, left, .. } = &when.kind else { return None };
    matches!(left.ty, Type::Face(_)).then_some((&**then, &**left))
}
