//! Variables: takes what conditions speak of, gives each thing the one variable that stands for it, with what it may be.

use super::super::cells::{Cells, common};
use super::{Aspect, Reader, Term, Var};
use crate::typed::{Arithmetic, Bounds, Expr, ExprKind, Type};
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
        if let Some(at) = self.vars.get_index_of(&key) {
            return at;
        }
        let kind = match ty {
            Type::Entity(kind) => Some(*kind),
            Type::Optional(of) => match **of {
                Type::Entity(kind) => Some(kind),
                _ => None,
            },
            _ => None,
        };
        let var = Var { cells: self.cells_of(ty), understood, about, kind };
        self.vars.insert_full(key, var).0
    }

    /// Takes away what a variable can never be.
    pub(super) fn narrow(&mut self, var: usize, least: i64, most: i64) {
        if let Some((_, var)) = self.vars.get_index_mut(var) {
            let within = common(&var.cells, &vec![(least, most)]);
            if !within.is_empty() {
                var.cells = within;
            }
        }
    }

    /// What a calculation comes to: a variable within the bounds that its parts allow.
    pub(super) fn calculated(&mut self, expr: &Expr) -> Term {
        let bounds = match (&expr.kind, &expr.ty) {
            (ExprKind::Arithmetic { how, left, right }, Type::Int(_) | Type::Length) => {
                let (left, right) = (self.term(left), self.term(right));
                self.bounds(&left).zip(self.bounds(&right)).and_then(|(left, right)| {
                    let ((a, b), (c, d)) = (left, right);
                    match how {
                        Arithmetic::Add => Some((plus(a, c), plus(b, d))),
                        Arithmetic::Sub => Some((less(a, d), less(b, c))),
                        Arithmetic::Min => Some((a.min(c), b.min(d))),
                        Arithmetic::Max => Some((a.max(c), b.max(d))),
                        Arithmetic::Mul | Arithmetic::Div | Arithmetic::Rem => None,
                    }
                })
            }
            (ExprKind::Negate(of), Type::Int(_) | Type::Length) => {
                let of = self.term(of);
                self.bounds(&of).map(|(low, high)| (less(0, high), less(0, low)))
            }
            _ => None,
        };
        let var = self.fresh(&expr.ty);
        if let Some((least, most)) = bounds {
            self.narrow(var, least, most);
        }
        Term::Var(var)
    }

    /// The least and the greatest that a value may be; none where it may be none at all.
    fn bounds(&self, term: &Term) -> Option<(i64, i64)> {
        match term {
            Term::Cell(NONE) | Term::Fields(_) => None,
            Term::Cell(cell) => Some((*cell, *cell)),
            Term::Var(var) => {
                let (_, var) = self.vars.get_index(*var)?;
                let (low, high) = (var.cells.first()?.0, var.cells.last()?.1);
                (var.cells.first() != Some(&(NONE, NONE))).then_some((low, high))
            }
            Term::Cases(cases) => {
                let mut all: Option<(i64, i64)> = None;
                for (_, case) in cases {
                    let (low, high) = self.bounds(case)?;
                    all = Some(all.map_or((low, high), |(a, b)| (a.min(low), b.max(high))));
                }
                all
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

    pub(super) fn key(&self, var: usize) -> String {
        self.vars.get_index(var).map(|(key, _)| key.clone()).unwrap_or_default()
    }

    pub(super) fn understood(&self, var: usize) -> bool {
        self.vars.get_index(var).is_some_and(|(_, var)| var.understood)
    }

    /// What a value of a type may be.
    fn cells_of(&self, ty: &Type) -> Cells {
        let upto = |count: usize| vec![(0, i64::try_from(count).unwrap_or(i64::MAX) - 1)];
        match ty {
            Type::Bool => vec![(0, 1)],
            Type::Int(_) => {
                let Bounds { least, most } = ty.bounds();
                vec![(least.unwrap_or(i64::MIN + 1), most.unwrap_or(i64::MAX))]
            }
            Type::Member(kind) => {
                upto(self.typed.kinds.get(*kind).map_or(0, |def| def.entries.len()))
            }
            Type::Face(die) => upto(self.typed.dice.get(*die).map_or(0, |def| def.faces.len())),
            Type::Optional(of) => {
                let mut cells = vec![(NONE, NONE)];
                cells.extend(
                    self.cells_of(of).into_iter().map(|(low, high)| (low.max(NONE + 1), high)),
                );
                cells
            }
            _ => vec![(i64::MIN, i64::MAX)],
        }
    }
}

/// The ends of what is open stay open.
fn is_open(end: i64) -> bool {
    end <= i64::MIN + 1 || end == i64::MAX
}

fn plus(one: i64, other: i64) -> i64 {
    if is_open(one) || is_open(other) {
        // An end that is open at one side is open at that side.
        return if is_open(one) { one } else { other };
    }
    one.saturating_add(other)
}

fn less(one: i64, other: i64) -> i64 {
    if is_open(other) {
        return if other == i64::MAX { i64::MIN } else { i64::MAX };
    }
    if is_open(one) { one } else { one.saturating_sub(other) }
}
