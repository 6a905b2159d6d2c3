//! Conditions: takes expressions that hold or do not, gives formulas.

use super::super::cells::{Cells, cells_for};
use super::{Aspect, Formula, Reader, Term, negated, stamped};
use crate::checks::runs::effects::Part;
use crate::checks::runs::flow::is_struck;
use crate::typed::{Compare, Expr, ExprKind, LocalId, Question, Type, each_expr};
use smallvec::smallvec;
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::NONE;

impl Reader<'_> {
    /// The condition as a formula.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Formula {
        self.condition_of_parts(expr, &mut |_, _| {})
    }

    /// The condition as a formula; tells of each condition that it is joined of, itself the last.
    pub(crate) fn condition_of_parts<'e>(
        &mut self,
        expr: &'e Expr,
        found: &mut dyn FnMut(&'e Expr, &Formula),
    ) -> Formula {
        if self.budget == 0 {
            return self.unknown(expr.span);
        }
        self.budget -= 1;
        let formula = match &expr.kind {
            ExprKind::Not(of) => negated(&self.condition_of_parts(of, found)),
            ExprKind::And(left, right) => {
                let one = self.condition_of_parts(left, found);
                // Where one thing has two names, what stands behind speaks of it by one.
                let renamed = self.renamed(left);
                let other = self.condition_of_parts(right, found);
                for (local, term) in renamed.into_iter().rev() {
                    self.locals.insert(local, term);
                }
                Formula::all([one, other])
            }
            ExprKind::Or(left, right) => Formula::any([
                self.condition_of_parts(left, found),
                self.condition_of_parts(right, found),
            ]),
            _ => self.lone_condition(expr),
        };
        found(expr, &formula);
        formula
    }

    /// Locals that are one with something else where this holds stand for that from here on; gives what they stood for.
    fn renamed(&mut self, holds: &Expr) -> Vec<(LocalId, Term)> {
        match &holds.kind {
            ExprKind::And(left, right) => {
                let mut all = self.renamed(left);
                all.extend(self.renamed(right));
                all
            }
            ExprKind::Compare { how: Compare::Eq, left, right }
                if matches!(left.ty, Type::Entity(_)) && left.ty == right.ty =>
            {
                let (ExprKind::Local(local), term) = (&left.kind, self.term(right)) else {
                    return Vec::new();
                };
                match (&term, self.locals.get(local)) {
                    (Term::Var(_), Some(was @ Term::Var(_))) => {
                        let was = was.clone();
                        self.locals.insert(*local, term);
                        vec![(*local, was)]
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn lone_condition(&mut self, expr: &Expr) -> Formula {
        match &expr.kind {
            ExprKind::Compare { how, left, right } => {
                let (left, right) = (self.term(left), self.term(right));
                self.compare(*how, &left, &right, expr.span)
            }
            ExprKind::IsSome { of, binds } => {
                let of = self.term(of);
                if let Some(local) = binds {
                    self.locals.insert(*local, of.clone());
                }
                self.compare(Compare::Ne, &of, &Term::Cell(NONE), expr.span)
            }
            ExprKind::Has { of, ability, args } => {
                let whom = self.term(of);
                let has = self.has(&whom, *ability, expr.span);
                if args.tests.is_empty() {
                    return has;
                }
                Formula::all([has, self.unknown(expr.span)])
            }
            ExprKind::IsEntry { of, entry } => {
                let whom = self.term(of);
                self.is_entry(&whom, *entry, expr.span)
            }
            ExprKind::Contains { of, item } => self.contains(of, item, expr.span),
            ExprKind::Quantified {
                how: how @ (Question::Any | Question::No),
                of,
                item,
                when,
                ..
            } => {
                let count = self.how_many(of, Some(*item), when.as_deref());
                let some = self.test(count, smallvec![(1, i64::MAX)], expr.span);
                let mut ways = vec![some];
                if let Some(when) = when
                    && self.scene.are_in_play
                {
                    let themselves = self.of_those_spoken_of(of, *item, when);
                    ways.extend(themselves.into_iter().filter(|it| self.decides(it)));
                }
                let any = Formula::any(ways);
                if *how == Question::Any { any } else { negated(&any) }
            }
            ExprKind::Quantified {
                how: Question::All,
                of,
                item,
                when: None,
                value: Some(value),
            } => {
                let term = self.term(expr);
                let all = self.truth(&term, expr.span);
                Formula::all([all, self.of_players_too(of, *item, value)])
            }
            ExprKind::May { permission, args } if self.speaks_of_one_twice(args) => {
                self.allowed(expr, *permission, args)
            }
            // Nothing is tied to itself.
            ExprKind::AreTied { left, right, .. } if self.same(Some(left), Some(right)) => {
                Formula::Fixed(false)
            }
            _ => {
                let term = self.term(expr);
                self.truth(&term, expr.span)
            }
        }
    }

    /// What holds of all players holds of each who is spoken of.
    fn of_players_too(&mut self, of: &Expr, item: LocalId, holds: &Expr) -> Formula {
        let ExprKind::All(kind) = of.kind else { return Formula::Fixed(true) };
        let base = self.typed.kinds.get(kind).map(|def| def.base);
        match base {
            Some(ir::KindBase::Player) => Formula::all(self.of_those_spoken_of(of, item, holds)),
            _ => Formula::Fixed(true),
        }
    }

    /// A condition on each thing of a kind, as it stands for those of them that it speaks of by another name: they are of the kind too.
    fn of_those_spoken_of(&mut self, of: &Expr, item: LocalId, holds: &Expr) -> Vec<Formula> {
        let ExprKind::All(kind) = of.kind else { return Vec::new() };
        let mut spoken_of = Vec::new();
        each_expr(holds, &mut |inner| match inner.kind {
            ExprKind::Local(local) if local != item && inner.ty == Type::Entity(kind) => {
                spoken_of.push(local);
            }
            _ => {}
        });
        spoken_of.sort_unstable();
        spoken_of.dedup();
        let before = self.locals.get(&item).cloned();
        let mut all = Vec::new();
        for local in spoken_of {
            // One that is bound within is none of those who are spoken of.
            if let Some(term) = self.locals.get(&local).cloned() {
                self.locals.insert(item, term);
                all.push(self.condition(holds));
            }
        }
        match before {
            Some(before) => drop(self.locals.insert(item, before)),
            None => drop(self.locals.remove(&item)),
        }
        all
    }

    /// Whether a condition is decided by what is understood alone.
    fn decides(&self, formula: &Formula) -> bool {
        let mut understood = !matches!(formula, Formula::Fixed(false));
        formula.each_var(&mut |var| understood &= self.understood(var));
        understood
    }

    fn speaks_of_one_twice(&mut self, args: &[Expr]) -> bool {
        let twice = |at: usize| args.get(at + 1..).unwrap_or_default().iter();
        (0..args.len()).any(|at| {
            let one = args.get(at).filter(|arg| matches!(arg.ty, Type::Entity(_)));
            one.is_some() && twice(at).any(|other| self.same(one, Some(other)))
        })
    }

    /// What a permission requires of one thing that is asked about itself, besides all that may be forbidden.
    fn allowed(&mut self, expr: &Expr, permission: ir::PermissionId, args: &[Expr]) -> Formula {
        let term = self.term(expr);
        let asked = self.truth(&term, expr.span);
        let typed = self.typed;
        let def = typed.permissions.get(permission).filter(|_| self.depth > 0);
        let Some(def) = def else { return asked };
        let args: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect();
        let inner = (0u32..).map(LocalId).zip(args).collect();
        let outer = std::mem::replace(&mut self.locals, inner);
        let within = self.within.take();
        self.depth -= 1;
        self.least_depth = self.least_depth.min(self.depth);
        let stands = def.requires.iter().filter(|it| !is_struck(typed, permission, it));
        let required: Vec<_> = stands.map(|it| self.condition(&it.holds)).collect();
        self.depth += 1;
        self.within = within;
        self.locals = outer;
        Formula::all(std::iter::once(asked).chain(required))
    }

    /// Whether somebody has an ability.
    pub(crate) fn has(&mut self, whom: &Term, ability: ir::AbilityId, span: Span) -> Formula {
        let Term::Var(of) = whom else { return self.unknown(span) };
        let key = stamped(
            &format!("has{}({})", ability.0, self.key(*of)),
            self.now.of(Part::Ability(ability)),
        );
        let var = self.var(key, &Type::Bool, true, Some((*of, Aspect::Has(ability))));
        self.test(var, smallvec![(1, 1)], span)
    }

    /// Whether something is one of an entry, in whatever form.
    pub(crate) fn is_entry(&mut self, whom: &Term, entry: ir::EntryId, span: Span) -> Formula {
        let Term::Var(of) = whom else { return self.unknown(span) };
        // Nothing ever becomes one of another entry.
        let key = format!("is{}({})", entry.0, self.key(*of));
        let var = self.var(key, &Type::Bool, true, Some((*of, Aspect::Is(entry))));
        self.test(var, smallvec![(1, 1)], span)
    }

    /// Whether a tie stands between two.
    pub(crate) fn are_tied(
        &mut self,
        tie: ir::TieId,
        one: &Term,
        other: &Term,
        span: Span,
    ) -> Formula {
        let var = self.tied(tie, one, other);
        self.test(var, smallvec![(1, 1)], span)
    }

    /// The variable for a tie between two, whichever of them is named first.
    pub(super) fn tied(&mut self, tie: ir::TieId, one: &Term, other: &Term) -> usize {
        let key = stamped(&format!("tied{}", tie.0), self.now.of(Part::Tie(tie)));
        let mut ends = [one.clone(), other.clone()];
        ends.sort_by_cached_key(|end| self.spelt(end));
        self.of_known(&key, &ends, &Type::Bool)
    }

    /// A named fact of which nothing is known but its name.
    pub(crate) fn named(&mut self, key: String, holds: bool, span: Span) -> Formula {
        let var = self.var(key, &Type::Bool, false, None);
        self.test(var, smallvec![(i64::from(holds), i64::from(holds))], span)
    }

    /// A fact of which nothing is known.
    pub(crate) fn unknown(&mut self, span: Span) -> Formula {
        let var = self.fresh(&Type::Bool);
        self.test(var, smallvec![(1, 1)], span)
    }

    fn contains(&mut self, of: &Expr, item: &Expr, span: Span) -> Formula {
        let item = self.term(item);
        match &of.kind {
            ExprKind::Items(items) => {
                let any = items.iter().map(|wanted| {
                    let wanted = self.term(wanted);
                    self.compare(Compare::Eq, &item, &wanted, span)
                });
                Formula::any(any.collect::<Vec<_>>())
            }
            ExprKind::Range { low, high } => {
                let (low, high) = (self.term(low), self.term(high));
                let least = self.compare(Compare::Ge, &item, &low, span);
                Formula::all([least, self.compare(Compare::Le, &item, &high, span)])
            }
            _ => match self.shows(of, &item, span) {
                Some(shows) => shows,
                None => self.unknown(span),
            },
        }
    }

    /// A truth as a formula.
    fn truth(&mut self, term: &Term, span: Span) -> Formula {
        match term {
            Term::Cell(cell) => Formula::Fixed(*cell != 0),
            Term::Var(var) => self.test(*var, smallvec![(1, 1)], span),
            Term::Cases(cases) => {
                let any = cases
                    .iter()
                    .map(|(when, term)| Formula::all([when.clone(), self.truth(term, span)]));
                Formula::any(any.collect::<Vec<_>>())
            }
            Term::Sum(_) | Term::Fields(_) => self.unknown(span),
        }
    }

    /// A comparison of two values.
    pub(crate) fn compare(
        &mut self,
        how: Compare,
        left: &Term,
        right: &Term,
        span: Span,
    ) -> Formula {
        match (left, right) {
            (Term::Cell(left), Term::Cell(right)) => Formula::Fixed(how.holds(*left, *right)),
            (Term::Var(var), Term::Cell(cell)) => self.test(*var, cells_for(how, *cell), span),
            (Term::Cell(cell), Term::Var(var)) => {
                self.test(*var, cells_for(how.turned(), *cell), span)
            }
            (Term::Cases(cases), other) | (other, Term::Cases(cases)) => {
                let first = matches!(left, Term::Cases(_));
                let any = cases.iter().map(|(when, term)| {
                    let compared = if first {
                        self.compare(how, term, other, span)
                    } else {
                        self.compare(how, other, term, span)
                    };
                    Formula::all([when.clone(), compared])
                });
                Formula::any(any.collect::<Vec<_>>())
            }
            (Term::Var(one), Term::Var(other)) if one == other => {
                Formula::Fixed(matches!(how, Compare::Eq | Compare::Le | Compare::Ge))
            }
            (Term::Fields(_), _) | (_, Term::Fields(_)) => self.unknown(span),
            _ => match self.apart(how, left, right, span) {
                Some(formula) => formula,
                None => self.compared(how, left, right, span),
            },
        }
    }

    /// A comparison of what is no number: a fact that is known by what is compared.
    fn compared(&mut self, how: Compare, left: &Term, right: &Term, span: Span) -> Formula {
        let (Some(mut left), Some(mut right)) = (self.spelt(left), self.spelt(right)) else {
            return self.unknown(span);
        };
        let (how, holds) = match how {
            Compare::Ne => (Compare::Eq, false),
            how => (how, true),
        };
        if how == Compare::Eq && left > right {
            std::mem::swap(&mut left, &mut right);
        }
        self.named(format!("{how:?}({left},{right})"), holds, span)
    }

    fn test(&self, var: usize, cells: Cells, span: Span) -> Formula {
        Formula::Test { var, cells, span }
    }
}
