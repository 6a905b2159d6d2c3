//! Formulas: takes conditions of clauses, gives them as tests of variables, so that `solve` can decide them.
//!
//! The decided fragment: comparisons of closed kinds, truths, faces and whole numbers with constants; what derived facts
//! and defines say, taken apart; printed figures that nothing bends; possession of abilities; what something is. All else
//! is a variable of its own that is marked as not understood, so that only a contradiction with itself is ever found, and
//! for fights that one condition holds wherever the other does: the same call with the same arguments means the same.

use super::cells::{Cells, cells_for, holds, others, turned};
use crate::typed::{
    Bounds, Compare, Expr, ExprKind, LocalId, Question, ReachDef, RoleRef, Type, Typed,
};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::NONE;

/// How many parts of conditions are looked at before the rest counts as not understood.
const BUDGET: u32 = 4_000;
/// How deep defines and derived facts are taken apart.
const DEPTH: u8 = 12;

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// Always or never.
    Fixed(bool),
    /// A variable is among cells.
    Test { var: usize, cells: Cells, span: Span },
    /// All of them.
    All(Vec<Formula>),
    /// One of them at least.
    Any(Vec<Formula>),
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// Known.
    Cell(i64),
    /// A variable.
    Var(usize),
    /// One of several, each under its condition.
    Cases(Vec<(Formula, Term)>),
    /// A record.
    Fields(Vec<Term>),
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(super) struct Var {
    /// What it may be.
    pub(super) cells: Cells,
    /// Whether the fragment decides tests of it.
    pub(super) understood: bool,
    /// Something about an entity that entries decide.
    pub(super) about: Option<(usize, Aspect)>,
    /// The kind, for an entity.
    pub(super) kind: Option<ir::KindId>,
}

/// What entries decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    /// A printed figure.
    Printed(ir::ProfileId),
    /// Having an ability.
    Has(ir::AbilityId),
    /// Being one of an entry.
    Is(ir::EntryId),
}

/// Reads conditions over the locals of one or two clauses of one owner.
#[derive(Debug)]
pub(super) struct Reader<'t> {
    typed: &'t Typed,
    /// All variables by their keys.
    pub(super) vars: IndexMap<String, Var, FxBuildHasher>,
    /// Quantities that some clause bends.
    bent: &'t [bool],
    locals: FxHashMap<LocalId, Term>,
    /// Which of two clauses is read, to tell their bearers apart.
    side: u8,
    budget: u32,
    depth: u8,
    /// The call that is taken apart, and how many things in it were not understood: the same call means the same again.
    within: Option<(String, u32)>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(typed: &'t Typed, bent: &'t [bool]) -> Self {
        Self {
            typed,
            vars: IndexMap::default(),
            bent,
            locals: FxHashMap::default(),
            side: 0,
            budget: BUDGET,
            depth: DEPTH,
            within: None,
        }
    }

    /// Begins with the locals of another clause: the owner's parameters are shared, and the bearer is who fills its role.
    pub(super) fn begin(
        &mut self,
        side: u8,
        all: &crate::typed::Locals,
        params: u16,
        reach: Option<&ReachDef>,
    ) {
        self.side = side;
        self.locals.clear();
        for (id, local) in (0u32..).map(LocalId).zip(&all.all) {
            let shared =
                id.0 < u32::from(params) || matches!(local.role, crate::typed::LocalRole::Open);
            let key = if shared { format!("p{}", id.0) } else { format!("s{side}.{}", id.0) };
            let term = self.local(&key, &local.ty, shared);
            self.locals.insert(id, term);
        }
        if let Some(ReachDef::Role(role)) = reach {
            let bearer = (0u32..)
                .map(LocalId)
                .zip(&all.all)
                .skip(usize::from(params))
                .find(|(_, local)| local.role == crate::typed::LocalRole::Bearer);
            if let (Some((bearer, _)), Some(term)) = (bearer, self.role(*role)) {
                self.locals.insert(bearer, term);
            }
        }
    }

    /// The value of a role.
    pub(super) fn role(&self, role: RoleRef) -> Option<Term> {
        let whole = self.locals.get(&LocalId(u32::from(role.param)))?.clone();
        match (role.field, whole) {
            (Some(field), Term::Fields(fields)) => fields.get(usize::from(field)).cloned(),
            (_, whole) => Some(whole),
        }
    }

    /// Whether somebody has an ability.
    pub(super) fn has(&mut self, whom: &Term, ability: ir::AbilityId, span: Span) -> Formula {
        let Term::Var(of) = whom else { return self.unknown(span) };
        let key = format!("has{}({})", ability.0, self.key(*of));
        let var = self.var(key, &Type::Bool, true, Some((*of, Aspect::Has(ability))));
        self.test(var, vec![(1, 1)], span)
    }

    /// A fact of which nothing is known.
    pub(super) fn unknown(&mut self, span: Span) -> Formula {
        let var = self.fresh(&Type::Bool);
        self.test(var, vec![(1, 1)], span)
    }

    /// A named fact of which nothing is known but its name.
    pub(super) fn named(&mut self, key: String, holds: bool, span: Span) -> Formula {
        let var = self.var(key, &Type::Bool, false, None);
        self.test(var, vec![(i64::from(holds), i64::from(holds))], span)
    }

    fn local(&mut self, key: &str, ty: &Type, shared: bool) -> Term {
        match ty {
            Type::Record(id) => {
                let fields = self.typed.records.get(id.0 as usize).map(|def| def.fields.as_slice());
                let fields = fields.unwrap_or(&[]).iter().enumerate();
                let fields =
                    fields.map(|(at, (_, ty, _))| self.local(&format!("{key}.{at}"), ty, shared));
                Term::Fields(fields.collect())
            }
            ty => Term::Var(self.var(key.to_owned(), ty, shared, None)),
        }
    }

    fn var(
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

    fn fresh(&mut self, ty: &Type) -> usize {
        let key = match &mut self.within {
            Some((call, count)) => {
                *count += 1;
                format!("?{call}{count}")
            }
            None => format!("?{}", self.vars.len()),
        };
        self.var(key, ty, false, None)
    }

    fn key(&self, var: usize) -> String {
        self.vars.get_index(var).map(|(key, _)| key.clone()).unwrap_or_default()
    }

    fn understood(&self, var: usize) -> bool {
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
                upto(self.typed.kinds.get(kind.0 as usize).map_or(0, |def| def.entries.len()))
            }
            Type::Face(die) => {
                upto(self.typed.dice.get(die.0 as usize).map_or(0, |def| def.faces.len()))
            }
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

    fn test(&self, var: usize, cells: Cells, span: Span) -> Formula {
        Formula::Test { var, cells, span }
    }

    /// The condition as a formula.
    pub(super) fn condition(&mut self, expr: &Expr) -> Formula {
        if self.budget == 0 {
            return self.unknown(expr.span);
        }
        self.budget -= 1;
        match &expr.kind {
            ExprKind::Not(of) => negated(self.condition(of)),
            ExprKind::And(left, right) => {
                Formula::All(vec![self.condition(left), self.condition(right)])
            }
            ExprKind::Or(left, right) => {
                Formula::Any(vec![self.condition(left), self.condition(right)])
            }
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
                Formula::All(vec![has, self.unknown(expr.span)])
            }
            ExprKind::IsEntry { of, entry } => {
                let Term::Var(of) = self.term(of) else { return self.unknown(expr.span) };
                let key = format!("is{}({})", entry.0, self.key(of));
                let var = self.var(key, &Type::Bool, true, Some((of, Aspect::Is(*entry))));
                self.test(var, vec![(1, 1)], expr.span)
            }
            ExprKind::Contains { of, item } => self.contains(of, item, expr.span),
            _ => {
                let term = self.term(expr);
                self.truth(&term, expr.span)
            }
        }
    }

    fn contains(&mut self, of: &Expr, item: &Expr, span: Span) -> Formula {
        let item = self.term(item);
        match &of.kind {
            ExprKind::Items(items) => {
                let any = items.iter().map(|wanted| {
                    let wanted = self.term(wanted);
                    self.compare(Compare::Eq, &item, &wanted, span)
                });
                Formula::Any(any.collect())
            }
            ExprKind::Range { low, high } => {
                let (low, high) = (self.term(low), self.term(high));
                let least = self.compare(Compare::Ge, &item, &low, span);
                Formula::All(vec![least, self.compare(Compare::Le, &item, &high, span)])
            }
            _ => self.unknown(span),
        }
    }

    /// A truth as a formula.
    fn truth(&mut self, term: &Term, span: Span) -> Formula {
        match term {
            Term::Cell(cell) => Formula::Fixed(*cell != 0),
            Term::Var(var) => self.test(*var, vec![(1, 1)], span),
            Term::Cases(cases) => {
                let any = cases
                    .iter()
                    .map(|(when, term)| Formula::All(vec![when.clone(), self.truth(term, span)]));
                Formula::Any(any.collect())
            }
            Term::Fields(_) => self.unknown(span),
        }
    }

    fn compare(&mut self, how: Compare, left: &Term, right: &Term, span: Span) -> Formula {
        match (left, right) {
            (Term::Cell(left), Term::Cell(right)) => Formula::Fixed(holds(how, *left, *right)),
            (Term::Var(var), Term::Cell(cell)) => self.test(*var, cells_for(how, *cell), span),
            (Term::Cell(cell), Term::Var(var)) => {
                self.test(*var, cells_for(turned(how), *cell), span)
            }
            (Term::Cases(cases), other) | (other, Term::Cases(cases)) => {
                let first = matches!(left, Term::Cases(_));
                let any = cases.iter().map(|(when, term)| {
                    let compared = if first {
                        self.compare(how, term, other, span)
                    } else {
                        self.compare(how, other, term, span)
                    };
                    Formula::All(vec![when.clone(), compared])
                });
                Formula::Any(any.collect())
            }
            (Term::Var(one), Term::Var(other)) if one == other => {
                Formula::Fixed(matches!(how, Compare::Eq | Compare::Le | Compare::Ge))
            }
            (Term::Var(one), Term::Var(other)) => {
                let (how, holds) = match how {
                    Compare::Ne => (Compare::Eq, false),
                    how => (how, true),
                };
                let key = format!("{how:?}({},{})", self.key(*one), self.key(*other));
                self.named(key, holds, span)
            }
            (Term::Fields(_), _) | (_, Term::Fields(_)) => self.unknown(span),
        }
    }

    /// The value of an expression.
    pub(super) fn term(&mut self, expr: &Expr) -> Term {
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
            _ => Term::Var(self.reading(expr)),
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
        let Some(def) = typed.functions.get(function.0 as usize).filter(|_| self.depth > 0) else {
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
            ExprKind::Field { of, field } => self.of_entity(&format!("f{}", field.0), of, ty),
            ExprKind::Printed { of, profile } => self.printed(of, *profile, ty),
            ExprKind::Quantity { quantity, args } => {
                let def = self.typed.quantities.get(quantity.0 as usize);
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
            ExprKind::Size(of) => self.of_terms("size", std::slice::from_ref(&**of), ty),
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

/// The opposite.
pub(super) fn negated(formula: Formula) -> Formula {
    match formula {
        Formula::Fixed(holds) => Formula::Fixed(!holds),
        Formula::Test { var, cells, span } => Formula::Test { var, cells: others(&cells), span },
        Formula::All(parts) => Formula::Any(parts.into_iter().map(negated).collect()),
        Formula::Any(parts) => Formula::All(parts.into_iter().map(negated).collect()),
    }
}
