//! What is the same for all items: takes the bodies of sets and questions, finds the values of the board in them that do not hang on
//! the item, so that they are made once and not for each.

use std::collections::BTreeSet;
use warwright_ir::{Expr, ExprId, Id, Program, Slot, each_part};

/// Values that are the same for all items, by number.
#[derive(Debug, Default)]
pub(crate) struct Steady {
    /// Of each expression that is one, its place among them and one more; else 0.
    places: Vec<u32>,
    /// The locals that each rests on.
    locals: Vec<Vec<Slot>>,
}

impl Steady {
    /// Those of a program.
    pub(super) fn of(program: &Program) -> Self {
        let mut steady = Self { places: vec![0; program.exprs.len()], locals: Vec::new() };
        for expr in program.exprs.values() {
            let (item, bodies) = match expr {
                Expr::Filter { slot, when, .. } => (*slot, [Some(*when), None]),
                Expr::Map { slot, value, .. } => (*slot, [Some(*value), None]),
                Expr::Quantified { slot, when, value, .. } => (*slot, [*when, *value]),
                _ => continue,
            };
            for body in bodies.into_iter().flatten() {
                let mut bound = program.bound(body);
                bound.insert(item);
                steady.look_into(program, body, &bound);
            }
        }
        steady
    }

    /// Finds the greatest parts of a body that rest on none of the locals that it sets.
    fn look_into(&mut self, program: &Program, id: ExprId, bound: &BTreeSet<Slot>) {
        let Some(expr) = program.exprs.get(id) else { return };
        let is_made = match expr {
            Expr::Space { op, .. } => !op.is_of_cells(),
            _ => false,
        };
        let is_wide = program.types.get(id.position()).is_some_and(warwright_ir::Ty::is_wide);
        if is_made && is_wide {
            let read = program.mentioned(id);
            if read.is_disjoint(bound) && program.bound(id).is_empty() {
                self.add(id, read);
                return;
            }
        }
        each_part(expr, |part| self.look_into(program, part, bound));
    }

    fn add(&mut self, id: ExprId, read: BTreeSet<Slot>) {
        let Some(place) = self.places.get_mut(id.position()).filter(|place| **place == 0) else {
            return;
        };
        self.locals.push(read.into_iter().collect());
        *place = u32::try_from(self.locals.len()).unwrap_or(0);
    }

    /// The place of an expression among them, and the locals that it rests on.
    #[inline]
    pub(crate) fn get(&self, id: ExprId) -> Option<(usize, &[Slot])> {
        let place = (*self.places.get(id.position())? as usize).checked_sub(1)?;
        Some((place, self.locals.get(place)?))
    }
}
