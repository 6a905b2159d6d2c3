//! Variables: takes what conditions speak of, gives each thing the one variable that stands for it, with what it may be.

use super::super::cells::{Cells, common};
use super::sums::spelt_parts;
use super::{Aspect, Key, Reader, Term, Var};
use crate::typed::{Bounds, LocalId, Locals, Type};
use crate::types::bare;
use smallvec::smallvec;
use warwright_ir::NONE;

impl Reader<'_> {
    /// What stands for a local: a variable, of a record one for each of its fields.
    pub(super) fn local(&mut self, key: &str, ty: &Type, shared: bool) -> Term {
        match ty {
            Type::Record(id) => {
                let fields = self.typed.records.get(*id).map(|def| def.fields.as_slice());
                let fields = fields.unwrap_or(&[]).iter().enumerate();
                let fields =
                    fields.map(|(at, (_, ty, _))| self.local(&format!("{key}.{at}"), ty, shared));
                Term::Fields(fields.collect())
            }
            ty => Term::Var(self.var(key.to_owned(), ty, shared, None)),
        }
    }

    /// The variable of a key, made where there is none yet.
    pub(super) fn var(
        &mut self,
        key: String,
        ty: &Type,
        understood: bool,
        about: Option<(usize, Aspect)>,
    ) -> usize {
        let key = Key::Spelt(key);
        if let Some(at) = self.vars.get_index_of(&key) {
            return at;
        }
        let kind = match ty {
            Type::Entity(kind) => Some(*kind),
            Type::Optional(of) => as_variant!(**of, Type::Entity(kind) => kind),
            _ => None,
        };
        let number = matches!(bare(ty), Type::Int(_) | Type::Length | Type::Angle);
        let cells = self.cells_of(ty);
        let var = Var { cells, understood, about, kind, number, parts: Vec::new() };
        self.vars.insert_full(key, var).0
    }

    /// A local is a number of a range, or a pool of so many dice.
    pub(crate) fn is_in(&mut self, all: &Locals, local: LocalId, range: Bounds) {
        if all.all.get(local.0 as usize).is_some_and(|it| matches!(it.ty, Type::Pool(_))) {
            self.has_dice(local, range);
        } else if let Term::Var(var) = self.local_value(local) {
            self.narrow(var, range.least.unwrap_or(NONE + 1), range.most.unwrap_or(i64::MAX));
        }
    }

    /// Takes away what a variable can never be.
    pub(super) fn narrow(&mut self, var: usize, least: i64, most: i64) {
        self.narrow_to(var, &[(least, most)]);
    }

    /// Likewise, down to cells that it may be; nothing where none are known.
    pub(super) fn narrow_to(&mut self, var: usize, cells: &[(i64, i64)]) {
        if let Some((_, var)) = self.vars.get_index_mut(var) {
            let within = common(&var.cells, cells);
            if !within.is_empty() {
                var.cells = within;
            }
        }
    }

    /// A variable that is like no other; within a call, like that of the same call.
    pub(super) fn fresh(&mut self, ty: &Type) -> usize {
        let key = match &mut self.within {
            Some((call, count)) => {
                *count += 1;
                format!("?{call}{count}")
            }
            None => format!("?{}", self.vars.len()),
        };
        self.var(key, ty, false, None)
    }

    /// What a variable stands for, spelt out.
    pub(super) fn key(&self, var: usize) -> String {
        match self.vars.get_index(var) {
            Some((Key::Spelt(key), _)) => key.clone(),
            Some((Key::Sum(parts), _)) => spelt_parts(parts),
            None => String::new(),
        }
    }

    pub(super) fn understood(&self, var: usize) -> bool {
        self.vars.get_index(var).is_some_and(|(_, var)| var.understood)
    }

    /// What a value of a type may be.
    fn cells_of(&self, ty: &Type) -> Cells {
        let upto = |count: usize| smallvec![(0, i64::try_from(count).unwrap_or(i64::MAX) - 1)];
        match ty {
            Type::Bool => smallvec![(0, 1)],
            Type::Int(_) => {
                let Bounds { least, most } = ty.bounds();
                smallvec![(least.unwrap_or(i64::MIN + 1), most.unwrap_or(i64::MAX))]
            }
            Type::Member(kind) => {
                upto(self.typed.kinds.get(*kind).map_or(0, |def| def.entries.len()))
            }
            Type::Face(die) => upto(self.typed.dice.get(*die).map_or(0, |def| def.faces.len())),
            Type::Optional(of) => {
                let mut cells = smallvec![(NONE, NONE)];
                cells.extend(
                    self.cells_of(of).into_iter().map(|(low, high)| (low.max(NONE + 1), high)),
                );
                cells
            }
            _ => smallvec![(i64::MIN, i64::MAX)],
        }
    }
}
