//! Values: takes the expressions in conditions, gives what is known of them: constants, variables, cases and records.

use super::{Aspect, Formula, Reader, Term, negated};
use crate::typed::{Compare, Expr, ExprKind, LocalId, Question, Type};
use rustc_hash::FxHashMap;
use warwright_ir as ir;
use warwright_ir::NONE;

impl Reader<'_> {
    /// The value of an expression.
    pub(in crate::checks) fn term(&mut self, expr: &Expr) -> Term {
        if self.budget == 0 {
            return Term::Var(self.fresh(&expr.ty));
        }
        self.budget -= 1;
        match &expr.kind {
            ExprKind::Cell(cell) => Term::Cell(*cell),
            ExprKind::None => Term::Cell(NONE),
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(term) => term.clone(),
                None => Term::Var(self.fresh(&expr.ty)),
            },
            ExprKind::Record(values) => {
                Term::Fields(values.iter().map(|value| self.term(value)).collect())
            }
            ExprKind::RecordField { of, position } => match self.term(of) {
                Term::Fields(fields) => fields
                    .get(usize::from(*position))
                    .cloned()
                    .unwrap_or_else(|| Term::Var(self.fresh(&expr.ty))),
                _ => Term::Var(self.fresh(&expr.ty)),
            },
            ExprKind::If { when, then, other } => {
                let when = self.condition(when);
                let (then, other) = (self.term(then), self.term(other));
                Term::Cases(vec![(when.clone(), then), (negated(when), other)])
            }
            ExprKind::Match { of, arms } => self.arms(of, arms),
            ExprKind::Otherwise(of, other) => {
                let (of, other_term) = (self.term(of), self.term(other));
                let there = self.compare(Compare::Ne, &of, &Term::Cell(NONE), expr.span);
                Term::Cases(vec![(there.clone(), of), (negated(there), other_term)])
            }
            ExprKind::Within { of, .. } => self.term(of),
            ExprKind::Let { local, value, body } => {
                let value = self.term(value);
                self.locals.insert(*local, value);
                self.term(body)
            }
            ExprKind::Call { function, args } => self.call(expr, *function, args),
            ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Compare { .. }
            | ExprKind::IsSome { .. }
            | ExprKind::Has { .. }
            | ExprKind::IsEntry { .. }
            | ExprKind::Contains { .. } => {
                let formula = self.condition(expr);
                Term::Cases(vec![
                    (formula.clone(), Term::Cell(1)),
                    (negated(formula), Term::Cell(0)),
                ])
            }
            ExprKind::Space { op: ir::SpaceOp::Distance, args }
                if self.same(args.first(), args.get(1)) =>
            {
                Term::Cell(0)
            }
            ExprKind::Arithmetic { .. } | ExprKind::Negate(_) => self.calculated(expr),
            _ => Term::Var(self.reading(expr)),
        }
    }

    /// Whether two values are one and the same thing.
    pub(super) fn same(&mut self, one: Option<&Expr>, other: Option<&Expr>) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return false };
        match (self.term(one), self.term(other)) {
            (Term::Var(one), Term::Var(other)) => one == other,
            _ => false,
        }
    }

    fn arms(&mut self, of: &Expr, arms: &[(Vec<Expr>, Expr)]) -> Term {
        let value = self.term(of);
        let mut before = Vec::new();
        let mut cases = Vec::new();
        for (keys, arm) in arms {
            let any = keys.iter().map(|key| {
                let wanted = self.term(key);
                self.compare(Compare::Eq, &value, &wanted, key.span)
            });
            let this =
                if keys.is_empty() { Formula::Fixed(true) } else { Formula::Any(any.collect()) };
            let mut when: Vec<Formula> = before.clone();
            when.push(this.clone());
            before.push(negated(this));
            cases.push((Formula::All(when), self.term(arm)));
        }
        Term::Cases(cases)
    }

    /// What a define or derived fact says of these arguments.
    fn call(&mut self, expr: &Expr, function: ir::FunctionId, args: &[Expr]) -> Term {
        let typed = self.typed;
        let args: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect();
        let Some(def) = typed.functions.get(function).filter(|_| self.depth > 0) else {
            return Term::Var(self.fresh(&expr.ty));
        };
        let spelt: Option<Vec<String>> = args.iter().map(|arg| self.spelt(arg)).collect();
        let within = spelt.map(|args| (format!("call{}({})#", function.0, args.join(",")), 0));
        let within = std::mem::replace(&mut self.within, within);
        let ids = (0u32..).map(LocalId);
        let inner: FxHashMap<LocalId, Term> = ids.zip(args).collect();
        let outer = std::mem::replace(&mut self.locals, inner);
        self.depth -= 1;
        let term = self.term(&def.body);
        self.depth += 1;
        self.locals = outer;
        self.within = within;
        term
    }

    /// A variable for something that is read from the state or asked of a rule.
    fn reading(&mut self, expr: &Expr) -> usize {
        let ty = &expr.ty;
        match &expr.kind {
            ExprKind::Field { of, field } => {
                let var = self.of_entity(&format!("f{}", field.0), of, ty);
                if let Some((_, least, most)) =
                    self.rounds.iter().find(|(round, ..)| round == field).copied()
                {
                    self.narrow(var, least, most);
                }
                var
            }
            ExprKind::Printed { of, profile } => self.printed(of, *profile, ty),
            ExprKind::Quantity { quantity, args } => {
                let def = self.typed.quantities.get(*quantity);
                let bent = self.bent.get(quantity.0 as usize).copied().unwrap_or(true);
                match (def.and_then(|def| def.profile), args.as_slice()) {
                    (Some(profile), [of]) if !bent => self.printed(of, profile, ty),
                    _ => self.of_terms(&format!("q{}", quantity.0), args, ty),
                }
            }
            ExprKind::May { permission, args } => {
                self.of_terms(&format!("may{}", permission.0), args, ty)
            }
            ExprKind::OwnerOf(of) => self.of_entity("player", of, ty),
            ExprKind::InPlay(of) => self.of_terms("in_play", std::slice::from_ref(&**of), ty),
            ExprKind::HeldCount { of, ability } => {
                self.of_terms(&format!("held{}", ability.0), std::slice::from_ref(&**of), ty)
            }
            ExprKind::Only(kind) => self.var(format!("only{}", kind.0), ty, true, None),
            ExprKind::Ruling(position) => self.var(format!("ruling{position}"), ty, true, None),
            ExprKind::During(moment) => self.var(format!("during{}", moment.0), ty, false, None),
            ExprKind::Table { table, keys } => {
                self.of_terms(&format!("table{}", table.0), keys, ty)
            }
            ExprKind::AreTied { tie, left, right } => {
                let key = format!("tied{}", tie.0);
                let (left, right) = (self.term(left), self.term(right));
                self.of_known(&key, &[left, right], ty)
            }
            ExprKind::Quantified { how: Question::Any | Question::No | Question::All, .. } => {
                self.fresh(ty)
            }
            ExprKind::Tied { tie, of } => {
                self.of_terms(&format!("ties{}", tie.0), std::slice::from_ref(&**of), ty)
            }
            ExprKind::Size(of) => {
                let var = self.of_terms("size", std::slice::from_ref(&**of), ty);
                self.narrow(var, 0, i64::MAX);
                var
            }
            ExprKind::Quantified { how: Question::Count, .. } => {
                let var = self.fresh(ty);
                self.narrow(var, 0, i64::MAX);
                var
            }
            _ => self.fresh(ty),
        }
    }

    /// A fact of an entity that stands by itself.
    fn of_entity(&mut self, key: &str, of: &Expr, ty: &Type) -> usize {
        match self.term(of) {
            Term::Var(of) => {
                let key = format!("{key}({})", self.key(of));
                let understood = self.understood(of);
                self.var(key, ty, understood, None)
            }
            _ => self.fresh(ty),
        }
    }

    fn printed(&mut self, of: &Expr, profile: ir::ProfileId, ty: &Type) -> usize {
        match self.term(of) {
            Term::Var(of) => {
                let key = format!("profile{}({})", profile.0, self.key(of));
                let understood = self.understood(of);
                self.var(key, ty, understood, Some((of, Aspect::Printed(profile))))
            }
            _ => self.fresh(ty),
        }
    }

    fn of_terms(&mut self, key: &str, args: &[Expr], ty: &Type) -> usize {
        let terms: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect();
        self.of_known(key, &terms, ty)
    }

    /// A variable that is the same for the same arguments, and not understood.
    fn of_known(&mut self, key: &str, terms: &[Term], ty: &Type) -> usize {
        let mut whole = format!("{key}(");
        for term in terms {
            match self.spelt(term) {
                Some(word) => {
                    whole.push_str(&word);
                    whole.push(',');
                }
                None => return self.fresh(ty),
            }
        }
        whole.push(')');
        self.var(whole, ty, false, None)
    }

    fn spelt(&self, term: &Term) -> Option<String> {
        match term {
            Term::Cell(cell) => Some(cell.to_string()),
            Term::Var(var) => Some(self.key(*var)),
            Term::Fields(fields) => {
                let fields: Option<Vec<String>> =
                    fields.iter().map(|field| self.spelt(field)).collect();
                fields.map(|fields| format!("[{}]", fields.join(",")))
            }
            Term::Cases(_) => None,
        }
    }
}
