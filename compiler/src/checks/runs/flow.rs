//! Flow: takes values and bodies of the typed tree, goes through them in the order in which they are worked out, and asks at
//! each place that may stop a battle whether what is known there rules that out.

mod bodies;
mod dice;
mod heard;
mod hung;
mod idle;
mod items;
mod taken;

pub(crate) use hung::Hung;
pub(crate) use taken::{is_allowed, is_struck};

use crate::checks::logic::formula::{Formula, Reader, Term, negated};
use crate::checks::logic::solve::{Answer, Facts};
use crate::typed::{
    Arithmetic, Bounds, Compare, Expr, ExprKind, LocalId, Locals, Type, each_child,
};
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::NONE;

/// How much is known at a place at most.
const KNOWN: usize = 200;
/// How many variables are looked at for one body before nothing more is said of it.
const WORK: usize = 400_000;

/// What may stop a battle at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stop {
    /// A number may leave the range of a place.
    Range(Bounds),
    /// A state may leave its range.
    State(ir::FieldId, Bounds),
    /// A number leaves the range of a place whatever holds, as what was asked before it rules out all others.
    Beyond(Bounds),
    /// A divisor may be nought.
    Division,
    /// A number is chosen from what may be an empty range.
    NoNumber,
    /// One is chosen from what may be an empty set.
    NoOne,
    /// A number of dice may be fewer than none.
    FewDice,
    /// A number of dice is more than can be thrown.
    ManyDice,
    /// A footprint may be as wide or as deep as nothing.
    NoSize,
    /// A footprint may not have the place in it by which it is placed.
    PlaceOutside,
    /// Dice may be taken out of a pool that are not in it.
    DiceNotThere,
    /// Something is tied to itself.
    ToItself,
    /// What belongs to a tie is written where it may not stand.
    NotTied,
    /// A condition can hold by itself, and never where it stands: the two that rule each other out, where they are known.
    Never(Option<(Span, Span)>),
    /// The key of an arm that what is matched can never be.
    NeverThis,
    /// The same of what bends a rule, which asks otherwise here.
    Settled(Span, &'static str),
    /// Advice stands behind other advice that is followed wherever this is.
    Unheard,
    /// An ability is taken from what cannot have it there.
    NothingToRemove,
    /// A procedure is called that changes nothing there.
    Idle(Span),
    /// A loop goes through what holds nothing there.
    Empty,
    /// Something becomes what its entry may not have as a form; an entry that has none such.
    NoForm(Option<ir::EntryId>),
}

/// Goes through what is worked out, with what is known.
pub(crate) struct Flow<'f, 's> {
    pub(crate) facts: &'f Facts<'f>,
    pub(crate) reader: Reader<'f>,
    /// The same at the beginning.
    first: Reader<'f>,
    /// The locals of what is gone through.
    locals: &'f Locals,
    /// What holds.
    known: Vec<Formula>,
    /// What the rule asks that is bent: from where it is known, where it stands, and why it counts.
    due: Option<(usize, Span, &'static str)>,
    /// How many variables may still be looked at.
    work: usize,
    /// Whether of one thing that can never be removed it was told.
    removal_told: bool,
    /// The state that is written with what is gone through.
    writing: Option<ir::FieldId>,
    /// Told of each place where nothing rules out that it stops.
    found: &'s mut dyn FnMut(Stop, &'f Expr),
}

impl<'f, 's> Flow<'f, 's> {
    /// At the beginning, where nothing is known.
    pub(crate) fn new(
        facts: &'f Facts<'f>,
        reader: Reader<'f>,
        locals: &'f Locals,
        found: &'s mut dyn FnMut(Stop, &'f Expr),
    ) -> Self {
        let first = reader.clone();
        Self {
            facts,
            reader,
            first,
            locals,
            known: Vec::new(),
            due: None,
            work: WORK,
            removal_told: false,
            writing: None,
            found,
        }
    }

    /// From here on a condition holds.
    pub(crate) fn assume(&mut self, condition: &Expr) {
        let formula = self.reader.rested().condition(condition);
        self.know(formula);
    }

    /// Keeps what holds, as long as it is not too much to be used.
    fn know(&mut self, formula: Formula) {
        if self.known.len() < KNOWN {
            self.known.push(formula);
        }
    }

    /// Variables have their first values.
    pub(crate) fn begin(&mut self, variables: &'f [(LocalId, Expr)]) {
        for (local, value) in variables {
            self.value(value);
            let term = self.reader.value(value);
            self.reader.set(*local, term);
        }
    }

    /// Goes through a value.
    pub(crate) fn value(&mut self, expr: &'f Expr) {
        match &expr.kind {
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.value(left);
                let holds = matches!(expr.kind, ExprKind::And(..));
                self.under(left, holds, |this| this.value(right));
            }
            ExprKind::If { when, then, other } => {
                self.value(when);
                // What was made of one word asks nothing of its own.
                if when.span != expr.span {
                    let formula = self.reader.rested().condition(when);
                    self.is_open(when, &formula);
                }
                self.under(when, true, |this| this.value(then));
                self.under(when, false, |this| this.value(other));
            }
            ExprKind::Match { of, arms } => self.arms(of, arms),
            ExprKind::Otherwise(of, other) => {
                self.value(of);
                let mark = self.known.len();
                let there = self.reader.value(of);
                self.compare(Compare::Eq, &there, NONE, of.span);
                self.value(other);
                self.known.truncate(mark);
            }
            ExprKind::Let { local, value, body } => {
                self.value(value);
                let term = self.reader.value(value);
                self.reader.set(*local, term);
                self.value(body);
            }
            ExprKind::Filter { of, item, when } => self.items(of, *item, Some(when), None),
            ExprKind::Map { of, item, value } => self.items(of, *item, None, Some(value)),
            ExprKind::Quantified { of, item, when, value, .. } => {
                self.items(of, *item, when.as_deref(), value.as_deref());
            }
            ExprKind::AsOf { of, .. } => self.elsewhere(|this| this.value(of)),
            ExprKind::Supposing { of, .. } => {
                each_child(expr, &mut |child| {
                    if !std::ptr::eq(child, &**of) {
                        self.value(child);
                    }
                });
                self.elsewhere(|this| this.value(of));
            }
            ExprKind::RouteWhile { route, when } => {
                self.value(route);
                self.elsewhere(|this| this.value(when));
            }
            _ => {
                each_child(expr, &mut |child| self.value(child));
                self.may_stop(expr);
            }
        }
    }

    /// What by itself may stop.
    fn may_stop(&mut self, expr: &'f Expr) {
        match &expr.kind {
            ExprKind::Within { of, bounds } => {
                let term = self.reader.value(of);
                let ends = [(Compare::Lt, bounds.least), (Compare::Gt, bounds.most)];
                let outside = ends.into_iter().filter_map(|(how, end)| {
                    let end = Term::Cell(end?);
                    Some(self.reader.compare(how, &term, &end, of.span))
                });
                let outside = Formula::any(outside.collect::<Vec<_>>());
                let there = self.reader.compare(Compare::Ne, &term, &Term::Cell(NONE), of.span);
                let stop = match self.writing {
                    Some(field) if self.is_range_of(field, **bounds) => {
                        Stop::State(field, **bounds)
                    }
                    _ => Stop::Range(**bounds),
                };
                let within = negated(&outside);
                if self.may_be(vec![outside, there.clone()], false).is_some() {
                    let never =
                        !self.known.is_empty() && self.may_be(vec![within, there], false).is_none();
                    (self.found)(if never { Stop::Beyond(**bounds) } else { stop }, of);
                }
            }
            ExprKind::Arithmetic { how: Arithmetic::Div | Arithmetic::Rem, right, .. } => {
                let of = match &right.kind {
                    ExprKind::ToRatio(of) => of,
                    _ => right,
                };
                let range = self.facts.typed.range(of);
                if range.is_apart(Bounds::exactly(0)) || matches!(of.kind, ExprKind::Fraction(..)) {
                    return;
                }
                let nought = match of.ty {
                    Type::Ratio => Formula::Fixed(true),
                    _ => {
                        let term = self.reader.value(of);
                        self.reader.compare(Compare::Eq, &term, &Term::Cell(0), of.span)
                    }
                };
                self.ask(Stop::Division, right, vec![nought]);
            }
            ExprKind::Roll { count, .. } => self.not_below_none(count),
            ExprKind::Items(counts) if matches!(expr.ty, Type::Pool(_)) => {
                counts.iter().for_each(|count| self.not_below_none(count));
            }
            ExprKind::Space {
                op:
                    ir::SpaceOp::Footprint | ir::SpaceOp::FootprintAhead | ir::SpaceOp::FootprintBeside,
                args,
            } => {
                args.iter().take(2).for_each(|size| self.is_size(size));
                let [width, depth, from @ ..] = args.as_slice() else { return };
                from.iter().zip([depth, width]).for_each(|(from, size)| self.lies_in(from, size));
            }
            ExprKind::Without(pool, dice) if matches!(expr.ty, Type::Pool(_)) => {
                self.are_there(pool, dice);
            }
            _ => {}
        }
    }

    /// A size is more than nothing: a product where both its parts are, else as its entries say.
    fn is_size(&mut self, size: &'f Expr) {
        if let ExprKind::Arithmetic { how: Arithmetic::Mul, left, right } = &size.kind {
            self.is_size(left);
            self.is_size(right);
            return;
        }
        let term = self.reader.value(size);
        let nothing = self.reader.compare(Compare::Le, &term, &Term::Cell(0), size.span);
        if self.may_be(vec![nothing], true).is_some() {
            (self.found)(Stop::NoSize, size);
        }
    }

    /// A fixed distance of a place from a side lies within the size across. One that is worked out hangs on that size mostly, in
    /// ways that are not decided here: play tells.
    fn lies_in(&mut self, from: &'f Expr, size: &'f Expr) {
        let (of, across) = (self.reader.value(from), self.reader.value(size));
        if !matches!(of, Term::Cell(_)) {
            return;
        }
        let before = self.reader.compare(Compare::Lt, &of, &Term::Cell(0), from.span);
        let beyond = self.reader.compare(Compare::Gt, &of, &across, from.span);
        self.ask(Stop::PlaceOutside, from, vec![Formula::any([before, beyond])]);
    }

    fn is_range_of(&self, field: ir::FieldId, bounds: Bounds) -> bool {
        self.facts.typed.fields.get(field).is_some_and(|def| def.ty.bounds() == bounds)
    }

    /// Tells of a place unless what would stop it can never be.
    fn ask(&mut self, stop: Stop, at: &'f Expr, stops: Vec<Formula>) {
        if self.may_be(stops, false).is_some() {
            (self.found)(stop, at);
        }
    }

    /// Whether what would stop a battle may be, by what entry where those are looked at.
    fn may_be(&mut self, stops: Vec<Formula>, by_entries: bool) -> Option<Option<ir::EntryId>> {
        let Some(work) = self.work.checked_sub(self.reader.vars.len()) else {
            self.work = 0;
            return None;
        };
        self.work = work;
        let axioms = self.reader.axioms.iter().rev().take(KNOWN);
        let facts = axioms.chain(&self.known);
        let all = connected(&self.reader, facts, stops, by_entries);
        if !by_entries {
            return self.facts.never(&self.reader, &all, false).is_none().then_some(None);
        }
        match self.facts.solve(&self.reader, &all, true) {
            Answer::Never(_) => None,
            Answer::Can(entry) | Answer::Unknown(entry) => Some(entry),
        }
    }

    /// Who brings what is gone through has an ability.
    pub(crate) fn bears(&mut self, ability: ir::AbilityId) {
        let Some(bearer) = self.reader.bearer(self.locals) else { return };
        let has = self.reader.has(&bearer, ability, Span::default());
        self.know(has);
    }

    /// Something takes a form that its entry must have.
    fn takes_form(&mut self, of: &'f Expr, form: &str) {
        let typed = self.facts.typed;
        let named = |id: &ir::EntryId| typed.entries.get(*id).is_some_and(|it| it.is_named(form));
        let units = typed.entries.iter().filter(|(_, entry)| {
            of.ty == Type::Entity(entry.kind) && entry.base.is_none() && entry.form.is_none()
        });
        let lacking = units.filter(|(id, entry)| !named(id) && !entry.forms.iter().any(named));
        let whom = self.reader.value(of);
        let each = lacking.map(|(id, _)| self.reader.is_entry(&whom, id, of.span));
        let is_one = Formula::any(each.collect::<Vec<_>>());
        if let Some(entry) = self.may_be(vec![is_one], true) {
            (self.found)(Stop::NoForm(entry), of);
        }
    }

    fn compare(&mut self, how: Compare, left: &Term, right: i64, span: Span) {
        let formula = self.reader.compare(how, left, &Term::Cell(right), span);
        self.know(formula);
    }

    /// Goes on where a condition holds, or does not.
    fn under(&mut self, condition: &'f Expr, holds: bool, go: impl FnOnce(&mut Self)) {
        let mark = self.known.len();
        let formula = self.reader.rested().condition(condition);
        self.know(if holds { formula } else { negated(&formula) });
        go(self);
        self.known.truncate(mark);
    }

    /// Goes on in another state, of which nothing is known.
    fn elsewhere(&mut self, go: impl FnOnce(&mut Self)) {
        let here = self.reader.moment();
        self.reader.changed();
        go(self);
        self.reader.at(here);
    }

    fn arms(&mut self, of: &'f Expr, arms: &'f [(Vec<Expr>, Expr)]) {
        self.value(of);
        let mark = self.known.len();
        let value = self.reader.value(of);
        for (keys, arm) in arms {
            let formula = self.one_of(&value, keys);
            let at = self.known.len();
            self.know(formula.clone());
            self.value(arm);
            self.known.truncate(at);
            self.know(negated(&formula));
        }
        self.known.truncate(mark);
    }

    /// Whether a value is one of the keys of an arm, of which the last has none.
    fn one_of(&mut self, value: &Term, keys: &'f [Expr]) -> Formula {
        if keys.is_empty() {
            return Formula::Fixed(true);
        }
        let mut each = Vec::new();
        for key in keys {
            let wanted = self.reader.value(key);
            let is_it = self.reader.compare(Compare::Eq, value, &wanted, key.span);
            // No number of dice that is known shows it.
            if matches!((&key.kind, &key.ty), (ExprKind::Cell(_), Type::Int(_)))
                && self.is_ruled_out(&is_it)
                && !self.is_never_reached()
            {
                (self.found)(Stop::NeverThis, key);
            }
            each.push(is_it);
        }
        Formula::any(each)
    }

    fn forget(&mut self, local: LocalId) {
        if let Some(def) = self.locals.get(local) {
            self.reader.forget(local, &def.ty);
            self.known_anywhere(local);
        }
    }

    /// What is known of a variable wherever it is read: how many dice it holds, in which range it lies.
    pub(crate) fn known_anywhere(&mut self, local: LocalId) {
        let known = self.locals.ranges.iter().find(|(of, _)| *of == local);
        known.into_iter().for_each(|(_, range)| self.reader.is_in(self.locals, local, *range));
    }
}

/// The formulas, and of the facts those that say something of the same variables, or of others of which such facts do; where
/// entries are looked at, of the same things as well.
fn connected<'a>(
    reader: &Reader<'_>,
    facts: impl Iterator<Item = &'a Formula>,
    formulas: Vec<Formula>,
    by_entries: bool,
) -> Vec<Formula> {
    let with_it = |var: usize| {
        let read = reader.vars.get_index(var).map(|(_, var)| var);
        let parts = read.map_or(&[][..], |var| &var.parts);
        let whom = read.and_then(|var| var.about).filter(|_| by_entries);
        parts.iter().map(|(var, _)| *var).chain(whom.map(|(whom, _)| whom)).chain([var])
    };
    let mut touched = vec![false; reader.vars.len()];
    let touch = |formula: &Formula, touched: &mut Vec<bool>| {
        formula.each_var(&mut |var| {
            for var in with_it(var) {
                if let Some(touched) = touched.get_mut(var) {
                    *touched = true;
                }
            }
        });
    };
    formulas.iter().for_each(|formula| touch(formula, &mut touched));
    let mut all = formulas;
    let mut left: Vec<&Formula> = facts.collect();
    loop {
        let before = left.len();
        left.retain(|fact| {
            let mut near = matches!(fact, Formula::Fixed(false));
            fact.each_var(&mut |var| {
                near |= with_it(var).any(|var| touched.get(var) == Some(&true));
            });
            if near {
                touch(fact, &mut touched);
                all.push((*fact).clone());
            }
            !near
        });
        if left.len() == before {
            return all;
        }
    }
}
