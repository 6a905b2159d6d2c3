//! Sums: takes numbers that are added up, gives the one variable that stands for all sums of the same parts, so that `a >= b`
//! and `a - b >= 0` are one test; and the bounds that a sum and its parts put on each other.

use super::super::cells::{Cells, cells_for, common};
use super::{Formula, Key, Reader, Term, Var};
use crate::typed::{Arithmetic, Bounds, Compare, Expr, ExprKind, Type};
use smallvec::{SmallVec, smallvec};
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::NONE;

/// How many cases a value may have before it is only known by its bounds.
const CASES: usize = 8;

/// Variables, each so many times, with a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The variables, rising, with how often each counts, which is never nought.
    pub(crate) parts: Vec<(usize, i64)>,
    /// The number.
    add: i64,
}

impl Sum {
    /// A value as a sum; none where it is no number by itself.
    fn of(term: &Term) -> Option<Self> {
        match term {
            Term::Cell(NONE) | Term::Cases(_) | Term::Fields(_) => None,
            Term::Cell(cell) => Some(Self { parts: Vec::new(), add: *cell }),
            Term::Var(var) => Some(Self { parts: vec![(*var, 1)], add: 0 }),
            Term::Sum(sum) => Some(sum.clone()),
        }
    }

    /// With so many times another.
    fn with(mut self, times: i64, other: &Self) -> Option<Self> {
        self.add = self.add.checked_add(other.add.checked_mul(times)?)?;
        for (var, count) in &other.parts {
            let more = count.checked_mul(times)?;
            match self.parts.binary_search_by_key(var, |(var, _)| *var) {
                Ok(at) => {
                    let (_, count) = self.parts.get_mut(at)?;
                    *count = count.checked_add(more)?;
                }
                Err(at) => self.parts.insert(at, (*var, more)),
            }
        }
        self.parts.retain(|(_, count)| *count != 0);
        Some(self)
    }

    /// It, spelt out.
    pub(super) fn spelt(&self) -> String {
        format!("{}{:+}", spelt_parts(&self.parts), self.add)
    }

    fn term(self) -> Term {
        match self.parts.as_slice() {
            [] => Term::Cell(self.add),
            [(var, 1)] if self.add == 0 => Term::Var(*var),
            _ => Term::Sum(self),
        }
    }
}

impl Reader<'_> {
    /// What a calculation with whole numbers or measures of one kind comes to.
    pub(super) fn calculated(
        &mut self,
        how: Arithmetic,
        left: &Term,
        right: &Term,
        expr: &Expr,
    ) -> Term {
        self.exactly(how, left, right, expr).unwrap_or_else(|| {
            let bounds = Bounds::calculated(how, self.bounds(left), self.bounds(right));
            Term::Var(self.shaped_within(expr, bounds))
        })
    }

    fn exactly(&mut self, how: Arithmetic, left: &Term, right: &Term, expr: &Expr) -> Option<Term> {
        if let (Term::Cases(cases), other) | (other, Term::Cases(cases)) = (left, right) {
            let first = matches!(left, Term::Cases(_));
            let both = cases.len().saturating_mul(other.cases());
            if both > CASES {
                return None;
            }
            let worked_out = cases.iter().map(|(when, case)| {
                let (left, right) = if first { (case, other) } else { (other, case) };
                Some((when.clone(), self.exactly(how, left, right, expr)?))
            });
            return worked_out.collect::<Option<_>>().map(Term::Cases);
        }
        let (one, other) = (Sum::of(left)?, Sum::of(right)?);
        match how {
            Arithmetic::Add => one.with(1, &other).map(Sum::term),
            Arithmetic::Sub => one.with(-1, &other).map(Sum::term),
            Arithmetic::Mul => match (one.parts.as_slice(), other.parts.as_slice()) {
                ([], _) => Sum::default().with(one.add, &other).map(Sum::term),
                (_, []) => Sum::default().with(other.add, &one).map(Sum::term),
                _ => None,
            },
            Arithmetic::Min | Arithmetic::Max => {
                let bounds = Bounds::calculated(how, self.bounds(left), self.bounds(right));
                let one = Term::Var(self.fresh_within(&expr.ty, bounds));
                let beyond = if how == Arithmetic::Min { Compare::Le } else { Compare::Ge };
                let mut is = Vec::new();
                for side in [left, right] {
                    let holds = self.compare(beyond, &one, side, expr.span);
                    self.axioms.push(holds);
                    is.push(self.compare(Compare::Eq, &one, side, expr.span));
                }
                self.axioms.push(Formula::any(is));
                Some(one)
            }
            // What is left over is less than that by which is divided.
            Arithmetic::Rem if self.bounds(right).least.is_some_and(|least| least >= 1) => {
                let bounds = Bounds::calculated(how, self.bounds(left), self.bounds(right));
                let rest = Term::Var(self.shaped_within(expr, bounds));
                let less = self.compare(Compare::Lt, &rest, right, expr.span);
                self.axioms.push(less);
                Some(rest)
            }
            Arithmetic::Div | Arithmetic::Rem => None,
        }
    }

    /// What a division by a known number comes to when it is made whole: it times that number is less than that away.
    pub(super) fn rounded(&mut self, how: ir::Rounding, of: &Expr, expr: &Expr) -> Term {
        let bounds = self.typed.range(expr);
        let whole = Term::Var(self.shaped_within(expr, bounds));
        let ExprKind::Arithmetic { how: Arithmetic::Div, left, right } = &of.kind else {
            return whole;
        };
        let (true, ExprKind::Cell(by @ 1..)) = (matches!(left.ty, Type::Int(_)), &right.kind)
        else {
            return whole;
        };
        let divided = self.term(left);
        let product = self.exactly(Arithmetic::Mul, &whole, &Term::Cell(*by), expr);
        let Some(rest) =
            product.and_then(|product| self.exactly(Arithmetic::Sub, &divided, &product, expr))
        else {
            return whole;
        };
        let (least, most) = match how {
            ir::Rounding::Floor => (0, by - 1),
            ir::Rounding::Ceil => (1 - by, 0),
            ir::Rounding::Nearest => (-by, *by),
        };
        for (how, end) in [(Compare::Ge, least), (Compare::Le, most)] {
            let holds = self.compare(how, &rest, &Term::Cell(end), expr.span);
            self.axioms.push(holds);
        }
        whole
    }

    /// A comparison of two numbers as a test of what they are apart.
    pub(super) fn apart(
        &mut self,
        how: Compare,
        left: &Term,
        right: &Term,
        span: Span,
    ) -> Option<Formula> {
        let numbers = [left, right].iter().all(|term| match term {
            Term::Var(var) => self.vars.get_index(*var).is_some_and(|(_, var)| var.number),
            _ => true,
        });
        if !numbers {
            return None;
        }
        let Sum { mut parts, add } = Sum::of(left)?.with(-1, &Sum::of(right)?)?;
        let mut wanted = add.checked_neg()?;
        let mut how = how;
        match parts.as_slice() {
            [] => return Some(Formula::Fixed(how.holds(add, 0))),
            // The first part counts for something, so that a sum and its opposite are one.
            [(_, ..0), ..] => {
                parts.iter_mut().for_each(|(_, count)| *count = count.wrapping_neg());
                (how, wanted) = (how.turned(), add);
            }
            _ => {}
        }
        let var = match parts.as_slice() {
            [(var, 1)] => *var,
            _ => self.sum(parts),
        };
        Some(Formula::Test { var, cells: cells_for(how, wanted), span })
    }

    /// The variable of a sum.
    fn sum(&mut self, parts: Vec<(usize, i64)>) -> usize {
        let key = Key::Sum(parts.clone());
        if let Some(at) = self.vars.get_index_of(&key) {
            return at;
        }
        let bounds = summed(&parts, &|var| self.bounds(&Term::Var(var)));
        let var = Var {
            cells: cells_of(bounds),
            // Nobody finds all contradictions of several sums.
            understood: false,
            about: None,
            kind: None,
            number: true,
            parts,
        };
        self.vars.insert_full(key, var).0
    }

    /// The least and the greatest that a value may be; open where it may be none.
    pub(crate) fn bounds(&self, term: &Term) -> Bounds {
        match term {
            Term::Cell(NONE) | Term::Fields(_) => Bounds::OPEN,
            Term::Cell(cell) => Bounds::exactly(*cell),
            Term::Var(var) => {
                self.vars.get_index(*var).map_or(Bounds::OPEN, |(_, var)| bounds_of(&var.cells))
            }
            Term::Sum(Sum { parts, add }) => {
                let sum = summed(parts, &|var| self.bounds(&Term::Var(var)));
                Bounds::calculated(Arithmetic::Add, sum, Bounds::exactly(*add))
            }
            Term::Cases(cases) => {
                let all = cases.iter().map(|(_, case)| self.bounds(case));
                all.reduce(Bounds::joined).unwrap_or(Bounds::OPEN)
            }
        }
    }
}

impl Term {
    fn cases(&self) -> usize {
        match self {
            Self::Cases(cases) => cases.iter().map(|(_, case)| case.cases()).sum(),
            _ => 1,
        }
    }
}

/// The parts of a sum, spelt out.
pub(super) fn spelt_parts(parts: &[(usize, i64)]) -> String {
    let mut spelt = String::from("sum");
    for (var, count) in parts {
        spelt.push_str(&format!(" {count}*{var}"));
    }
    spelt
}

/// What is added up behind each part of a sum, the last first.
pub(crate) fn behind(
    parts: &[(usize, i64)],
    known: &dyn Fn(usize) -> Bounds,
) -> SmallVec<[Bounds; 8]> {
    let mut behind = smallvec![Bounds::exactly(0)];
    let mut rest = Bounds::exactly(0);
    for part in parts.iter().skip(1).rev() {
        rest = added(rest, *part, known);
        behind.push(rest);
    }
    behind
}

/// A sum with one part more.
pub(crate) fn added(
    sum: Bounds,
    (var, count): (usize, i64),
    known: &dyn Fn(usize) -> Bounds,
) -> Bounds {
    Bounds::calculated(Arithmetic::Add, sum, times(known(var), count))
}

/// What a sum that lies in some cells says of a part that counts so often, the others being in theirs.
pub(crate) fn narrowed_part(sum: Bounds, others: Bounds, count: i64) -> Bounds {
    let rest = Bounds::calculated(Arithmetic::Sub, sum, others);
    let rest = if count < 0 { rest.negated() } else { rest };
    let Some(by) = count.checked_abs().filter(|by| *by > 0) else { return Bounds::OPEN };
    Bounds {
        least: rest.least.map(|end| end.div_euclid(by) + i64::from(end.rem_euclid(by) != 0)),
        most: rest.most.map(|end| end.div_euclid(by)),
    }
}

/// What the parts of a sum say of it.
pub(crate) fn summed(parts: &[(usize, i64)], known: &dyn Fn(usize) -> Bounds) -> Bounds {
    parts.iter().fold(Bounds::exactly(0), |sum, part| added(sum, *part, known))
}

fn times(part: Bounds, count: i64) -> Bounds {
    let end = |end: Option<i64>| end.and_then(|end| end.checked_mul(count));
    let times = Bounds { least: end(part.least), most: end(part.most) };
    if count < 0 { Bounds { least: times.most, most: times.least } } else { times }
}

/// The range in which cells lie; none, the least cell of all, leaves it open.
pub(crate) fn bounds_of(cells: &Cells) -> Bounds {
    Bounds {
        least: cells.first().map(|(low, _)| *low).filter(|low| *low > NONE + 1),
        most: cells.last().map(|(_, high)| *high).filter(|high| *high < i64::MAX),
    }
}

/// All cells of a range.
pub(crate) fn cells_of(bounds: Bounds) -> Cells {
    smallvec![(bounds.least.unwrap_or(NONE), bounds.most.unwrap_or(i64::MAX))]
}

impl Reader<'_> {
    /// A variable that is like no other, within bounds.
    pub(super) fn fresh_within(&mut self, ty: &Type, bounds: Bounds) -> usize {
        let var = self.fresh(ty);
        self.lies_within(var, ty, bounds);
        var
    }

    /// A number, or none, lies within bounds.
    pub(super) fn lies_within(&mut self, var: usize, ty: &Type, bounds: Bounds) {
        if let Some((_, known)) = self.vars.get_index_mut(var) {
            let mut wanted = cells_of(bounds);
            if matches!(ty, Type::Optional(_)) && bounds.least.is_some() {
                wanted.insert(0, (NONE, NONE));
            }
            let within = common(&known.cells, &wanted);
            if !within.is_empty() {
                known.cells = within;
            }
        }
    }
}
