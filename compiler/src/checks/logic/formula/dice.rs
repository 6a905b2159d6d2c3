//! Dice: takes pools, gives how many dice they hold, the variable that stands for how many show a face, and the pool that some
//! dice are a part of.

use super::{Formula, Reader, Term};
use crate::typed::{Bounds, Compare, Expr, ExprKind, LocalId, Type};
use crate::types::bare;
use smallvec::smallvec;
use warwright_grammar::Span;

impl Reader<'_> {
    /// How many dice there are in a pool, or in a part of one.
    pub(super) fn dice_in(&mut self, of: &Expr, part: bool) -> Option<Bounds> {
        let (mut pool, mut part) = (of, part);
        while let ExprKind::Filter { of, .. } = &pool.kind {
            (pool, part) = (of, true);
        }
        let ExprKind::Local(local) = &pool.kind else { return None };
        let dice = self.dice_of(*local)?;
        Some(if part { Bounds { least: Some(0), ..dice } } else { dice })
    }

    /// The dice of a pool are so many.
    pub(crate) fn has_dice(&mut self, local: LocalId, dice: Bounds) {
        if let Term::Var(var) = self.local_value(local) {
            let least = dice.least.unwrap_or_default().max(0);
            self.dice.insert(var, Bounds { least: Some(least), ..dice });
        }
    }

    /// How many dice a pool has, as far as that is known.
    pub(crate) fn dice_of(&mut self, local: LocalId) -> Option<Bounds> {
        let Term::Var(var) = self.local_value(local) else { return None };
        self.dice.get(&var).copied()
    }

    /// How many dice of a pool show a face; none where it is no pool, or not known which.
    pub(crate) fn showing(&mut self, pool: &Expr, face: &Term) -> Option<usize> {
        if !matches!(bare(&pool.ty), Type::Pool(_)) {
            return None;
        }
        let Term::Var(of) = self.term(pool) else { return None };
        let key = format!("dice({})={}", self.key(of), self.spelt(face)?);
        let count = self.var(key, &Type::int(Some(0), None), false, None);
        if let Some(Bounds { most: Some(most), .. }) = self.dice.get(&of) {
            self.narrow(count, 0, *most);
        }
        Some(count)
    }

    /// Some die of a pool shows a face.
    pub(crate) fn shows(&mut self, pool: &Expr, face: &Term, span: Span) -> Option<Formula> {
        let var = self.showing(pool, face)?;
        Some(Formula::Test { var, cells: smallvec![(1, i64::MAX)], span })
    }

    /// How many dice meet a condition that asks for one face and nothing else.
    pub(super) fn meeting(
        &mut self,
        pool: &Expr,
        items: &[LocalId],
        condition: &Expr,
    ) -> Option<usize> {
        let (Type::Pool(die), ExprKind::Compare { how: Compare::Eq, left, right }) =
            (bare(&pool.ty), &condition.kind)
        else {
            return None;
        };
        let is_die = |of: &Expr| matches!(&of.kind, ExprKind::Local(it) if items.contains(it));
        for (item, face) in [(left, right), (right, left)] {
            let face = match (&item.kind, &face.kind) {
                (ExprKind::FaceValue(of), ExprKind::Cell(number)) if is_die(of) => {
                    let faces = self.typed.dice.get(*die)?.faces.iter();
                    let showing = |(_, (_, shows, _)): &(i64, &(String, Option<i64>, u32))| {
                        *shows == Some(*number)
                    };
                    let mut having = (0i64..).zip(faces).filter(showing);
                    // Of several faces with one number each is counted by itself.
                    let (at, _) = having.next().filter(|_| having.next().is_none())?;
                    Term::Cell(at)
                }
                _ if is_die(item) => self.term(face),
                _ => continue,
            };
            return self.showing(pool, &face);
        }
        None
    }

    /// Whether dice are of those of a pool.
    pub(crate) fn are_of(&mut self, dice: &Expr, pool: &Expr) -> bool {
        let (Term::Var(mut part), Term::Var(pool)) = (self.term(dice), self.term(pool)) else {
            return false;
        };
        // A part is known later than what it is a part of.
        while part != pool {
            let Some(of) = self.parts.get(&part).filter(|of| **of < part) else { return false };
            part = *of;
        }
        true
    }

    /// Some of the dice of a pool: a variable.
    pub(super) fn part(&mut self, of: &Expr, ty: &Type) -> usize {
        let of = self.term(of);
        let part = self.fresh(ty);
        self.is_part(&Term::Var(part), &of);
        part
    }

    /// Dice are some of those of a pool.
    pub(crate) fn is_part(&mut self, part: &Term, of: &Term) {
        if let (Term::Var(part), Term::Var(of)) = (part, of) {
            self.parts.insert(*part, *of);
        }
    }
}
