//! Values: takes the expressions in conditions, gives what is known of them: constants, variables, cases and records.

use super::{Aspect, Calls, Formula, Reader, TakenApart, Term, negated, stamped};
use crate::checks::runs::effects::Part;
use crate::typed::{Arithmetic, Bounds, Compare, Expr, ExprKind, LocalId, Question, Type};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::collections::BTreeMap;
use warwright_ir as ir;
use warwright_ir::NONE;

/// Whether its cells are what it counts or measures.
const fn is_whole(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Length | Type::Angle)
}

impl Reader<'_> {
    /// The value of an expression.
    pub(crate) fn term(&mut self, expr: &Expr) -> Term {
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
            // Of several things it counts how many there are, and one variable can stand for that.
            ExprKind::If { .. } if matches!(expr.ty, Type::Set(_) | Type::List(_)) => {
                Term::Var(self.shaped(expr))
            }
            ExprKind::If { when, then, other } => {
                let when = self.condition(when);
                let (then, other) = (self.term(then), self.term(other));
                let not = negated(&when);
                Term::Cases(vec![(when, then), (not, other)])
            }
            ExprKind::Match { of, arms } => self.arms(of, arms),
            ExprKind::Otherwise(of, other) => {
                let (of, other_term) = (self.term(of), self.term(other));
                let there = self.compare(Compare::Ne, &of, &Term::Cell(NONE), expr.span);
                let not = negated(&there);
                Term::Cases(vec![(there, of), (not, other_term)])
            }
            ExprKind::Within { of, .. } => self.term(of),
            ExprKind::Round { how, of } => self.rounded(*how, of, expr),
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
            | ExprKind::Quantified { how: Question::Any | Question::No, .. }
            | ExprKind::Contains { .. } => {
                let formula = self.condition(expr);
                let not = negated(&formula);
                Term::Cases(vec![(formula, Term::Cell(1)), (not, Term::Cell(0))])
            }
            ExprKind::Space { op: ir::SpaceOp::Distance | ir::SpaceOp::Steps, args }
                if self.depth > 0 && self.same(args.first(), args.get(1)) =>
            {
                Term::Cell(0)
            }
            ExprKind::Arithmetic { how, left, right } => {
                let measures = [left, right].iter().all(|side| is_whole(&side.ty));
                let (left, right) = (self.term(left), self.term(right));
                match measures && is_whole(&expr.ty) {
                    true => self.calculated(*how, &left, &right, expr),
                    false => Term::Var(self.fresh(&expr.ty)),
                }
            }
            ExprKind::Negate(of) if is_whole(&of.ty) => {
                let of = self.term(of);
                self.calculated(Arithmetic::Sub, &Term::Cell(0), &of, expr)
            }
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
            let this = if keys.is_empty() {
                Formula::Fixed(true)
            } else {
                Formula::any(any.collect::<Vec<_>>())
            };
            let not = negated(&this);
            let when = Formula::all(before.iter().cloned().chain([this]));
            before.push(not);
            cases.push((when, self.term(arm)));
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
        let key = spelt.map(|args| {
            let key = stamped(&format!("call{}", function.0), self.now.some);
            format!("{key}({})#", args.join(","))
        });
        if let Some(term) = key.as_ref().and_then(|key| self.known_call(key)) {
            return term;
        }
        let (budget, least_depth) = (self.budget, self.least_depth);
        let outer_within = std::mem::replace(&mut self.within, key.clone().map(|key| (key, 0)));
        let ids = (0u32..).map(LocalId);
        let inner: BTreeMap<LocalId, Term> = ids.zip(args).collect();
        let outer = std::mem::replace(&mut self.locals, inner);
        self.depth -= 1;
        self.least_depth = self.depth;
        let term = self.term(&def.body);
        let depth = self.depth - self.least_depth;
        self.depth += 1;
        self.locals = outer;
        self.within = outer_within;
        // What was cut short would go further elsewhere.
        if let Some(key) = key.filter(|_| self.budget > 0 && self.least_depth > 0) {
            let known = TakenApart { term: term.clone(), cost: budget - self.budget, depth };
            self.known.all.insert(key, known);
        }
        self.least_depth = self.least_depth.min(least_depth);
        term
    }

    /// What a call came to that was taken apart before, where it would come to the same now.
    fn known_call(&mut self, key: &str) -> Option<Term> {
        if self.known.at != self.now {
            self.known = Calls { at: self.now.clone(), all: FxHashMap::default() };
            return None;
        }
        let known = self.known.all.get(key)?;
        let left = (self.depth - 1).checked_sub(known.depth).filter(|left| *left > 0)?;
        self.budget = self.budget.checked_sub(known.cost).filter(|left| *left > 0)?;
        self.least_depth = self.least_depth.min(left);
        Some(known.term.clone())
    }

    /// A variable for something that is read from the state or asked of a rule.
    fn reading(&mut self, expr: &Expr) -> usize {
        let ty = &expr.ty;
        match &expr.kind {
            ExprKind::Field { of, field } => self.state(of, *field, ty),
            ExprKind::Printed { of, profile } => self.printed(of, *profile, ty),
            ExprKind::Quantity { quantity, args } => {
                let def = self.typed.quantities.get(*quantity);
                let bent = self.bent.get(quantity.0 as usize).copied().unwrap_or(true);
                match (def.and_then(|def| def.profile), args.as_slice()) {
                    (Some(profile), [of]) if !bent => self.printed(of, profile, ty),
                    _ => {
                        let key = stamped(&format!("q{}", quantity.0), self.now.some);
                        self.of_terms(&key, args, ty)
                    }
                }
            }
            ExprKind::May { permission, args } => {
                let key = stamped(&format!("may{}", permission.0), self.now.some);
                self.of_terms(&key, args, ty)
            }
            ExprKind::OwnerOf(of) => self.of_entity(&stamped("player", self.now.any), of, ty),
            ExprKind::InPlay(of) => {
                let key = stamped("in_play", self.now.of(Part::Presence));
                self.of_terms(&key, std::slice::from_ref(&**of), ty)
            }
            ExprKind::HeldCount { of, ability } => {
                let key =
                    stamped(&format!("held{}", ability.0), self.now.of(Part::Ability(*ability)));
                self.of_terms(&key, std::slice::from_ref(&**of), ty)
            }
            ExprKind::Space { op: op @ (ir::SpaceOp::CellRow | ir::SpaceOp::CellColumn), args } => {
                self.of_cell(*op == ir::SpaceOp::CellRow, args, ty)
            }
            ExprKind::NameOf(of) => self.of_terms("name", std::slice::from_ref(&**of), ty),
            ExprKind::EntryOf(of) => self.of_terms("entry", std::slice::from_ref(&**of), ty),
            ExprKind::Only(kind) => self.var(format!("only{}", kind.0), ty, true, None),
            ExprKind::Ruling(position) => self.var(format!("ruling{position}"), ty, true, None),
            ExprKind::During(moment) => {
                let key = stamped(&format!("during{}", moment.0), self.now.any);
                self.var(key, ty, false, None)
            }
            ExprKind::Table { table, keys } => self.of_table(*table, keys, ty),
            ExprKind::Space { op: op @ (ir::SpaceOp::Distance | ir::SpaceOp::Steps), .. } => {
                let var = self.shaped(expr);
                let [measured, steps] = self.scene.farthest;
                let farthest = if *op == ir::SpaceOp::Steps { steps } else { measured };
                self.narrow(var, 0, farthest.unwrap_or(i64::MAX));
                var
            }
            ExprKind::AreTied { .. } | ExprKind::TieField { .. } | ExprKind::Tied { .. } => {
                self.of_tie(expr)
            }
            ExprKind::Size(of) => self.how_many(of, None, None),
            ExprKind::Quantified { how: Question::Count, of, item, when, .. } => {
                self.how_many(of, Some(*item), when.as_deref())
            }
            ExprKind::Quantified { how: Question::Sum, of, when, value: Some(value), .. }
                if matches!(ty, Type::Int(_)) =>
            {
                let each = self.typed.range(value);
                let dice = self.dice_in(of, when.is_some());
                let sum = dice.map(|dice| Bounds::calculated(Arithmetic::Mul, dice, each));
                let bounds = self.typed.range(expr);
                self.shaped_within(expr, sum.map_or(bounds, |sum| sum.narrowed(bounds)))
            }
            ExprKind::Filter { of, .. } if matches!(ty, Type::Pool(_)) => self.part(of, ty),
            _ => match crate::types::bare(ty) {
                Type::Int(_) => self.shaped_within(expr, self.typed.range(expr)),
                _ => self.shaped(expr),
            },
        }
    }

    /// A state: what the scene knows of it, and what may ever be written to it.
    fn state(&mut self, of: &Expr, field: ir::FieldId, ty: &Type) -> usize {
        let key = stamped(&format!("f{}", field.0), self.now.of(Part::Field(field)));
        let known = self.vars.len();
        let var = self.of_entity(&key, of, ty);
        if let Some([count, last]) = self.scene.rounds
            && (count, true) == (field, var >= known)
        {
            let last = Term::Var(self.state(of, last, ty));
            let holds = self.compare(Compare::Le, &Term::Var(var), &last, of.span);
            self.axioms.push(holds);
        }
        let known = self.scene.numbers.iter().find(|(round, ..)| *round == field).copied();
        if let Some((_, least, most)) = known {
            self.narrow(var, least, most);
        }
        if let Some(def) = self.typed.fields.get(field)
            && !self.scene.is_set_up
        {
            self.narrow_to(var, &def.may_be);
        }
        var
    }

    /// What stands in a table: no less than its least row, and no more than its greatest.
    fn of_table(&mut self, table: ir::TableId, keys: &[Expr], ty: &Type) -> usize {
        let var = self.of_terms(&format!("table{}", table.0), keys, ty);
        let rows = self.typed.tables.get(table).map_or(&[][..], |def| &def.rows);
        let cells = || rows.iter().map(|row| row.value);
        if let (Type::Int(_), Some(least), Some(most)) = (ty, cells().min(), cells().max()) {
            self.narrow(var, least, most);
        }
        var
    }

    /// The row or the column of a cell, on the board that is known.
    fn of_cell(&mut self, of_row: bool, args: &[Expr], ty: &Type) -> usize {
        let var = self.of_terms(if of_row { "row" } else { "column" }, args, ty);
        if let Some((rows, columns)) = self.scene.cells {
            self.narrow(var, 1, if of_row { rows } else { columns });
        }
        var
    }

    /// What is asked of ties.
    fn of_tie(&mut self, expr: &Expr) -> usize {
        let ty = &expr.ty;
        match &expr.kind {
            ExprKind::AreTied { tie, left, right } => {
                let (left, right) = (self.term(left), self.term(right));
                self.tied(*tie, &left, &right)
            }
            ExprKind::TieField { tie, of, other, field } => {
                let (one, other) = (self.term(of), self.term(other));
                let key = stamped(&format!("tie{}.{field}", tie.0), self.now.some);
                let known = self.vars.len();
                let var = self.of_known(&key, &[one.clone(), other.clone()], ty);
                if var >= known {
                    // What belongs to a tie is there where the tie stands.
                    let none =
                        Formula::Test { var, cells: smallvec![(NONE, NONE)], span: expr.span };
                    let tied = self.are_tied(*tie, &one, &other, expr.span);
                    self.axioms.push(Formula::any([none, tied]));
                }
                var
            }
            ExprKind::Tied { tie, of } => {
                let key = stamped(&format!("ties{}", tie.0), self.now.of(Part::Tie(*tie)));
                self.of_terms(&key, std::slice::from_ref(&**of), ty)
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
                let key = stamped(&format!("profile{}({})", profile.0, self.key(of)), self.now.any);
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
    pub(super) fn of_known(&mut self, key: &str, terms: &[Term], ty: &Type) -> usize {
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

    pub(crate) fn spelt(&self, term: &Term) -> Option<String> {
        match term {
            Term::Cell(cell) => Some(cell.to_string()),
            Term::Var(var) => Some(self.key(*var)),
            Term::Fields(fields) => {
                let fields: Option<Vec<String>> =
                    fields.iter().map(|field| self.spelt(field)).collect();
                fields.map(|fields| format!("[{}]", fields.join(",")))
            }
            Term::Sum(sum) => Some(sum.spelt()),
            Term::Cases(_) => None,
        }
    }
}
