//! Bodies: statements in their order, what each changes, and the ways that join after it.

use super::{Flow, Stop};
use crate::checks::logic::formula::{Formula, Term, negated};
use crate::typed::{
    Assign, Choice, ChoiceOf, Compare, Expr, ExprKind, LocalId, LocalRole, Stmt, StmtKind, Type,
    each_stmt, each_stmt_expr,
};
use smallvec::smallvec;
use warwright_ir as ir;

impl<'f> Flow<'f, '_> {
    /// Goes through statements; whether what follows them is never reached.
    pub(crate) fn body(&mut self, body: &'f [Stmt]) -> bool {
        body.iter().any(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &'f Stmt) -> bool {
        match &stmt.kind {
            StmtKind::If { when, then, other } => {
                self.value(when);
                let formula = self.reader.rested().condition(when);
                self.is_open(when, &formula);
                let not = negated(&formula);
                self.ways(vec![(Some(formula), then.as_slice()), (Some(not), other.as_slice())])
            }
            StmtKind::Match { of, arms } => {
                self.value(of);
                let value = self.reader.value(of);
                let mut before = Vec::new();
                let mut ways: Vec<(Option<Formula>, &'f [Stmt])> = Vec::new();
                for (keys, body) in arms {
                    let this = self.one_of(&value, keys);
                    let not = negated(&this);
                    let all = before.iter().cloned().chain([this]);
                    ways.push((Some(Formula::all(all)), body));
                    before.push(not);
                }
                self.ways(ways)
            }
            StmtKind::Try { body, other } => {
                self.ways(vec![(None, body.as_slice()), (None, other.as_slice())])
            }
            StmtKind::ForEach { .. }
            | StmtKind::ForNext { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::RepeatUntil { .. } => {
                self.looped(stmt);
                false
            }
            StmtKind::Require { holds, .. } => {
                self.values(stmt);
                self.assume(holds);
                false
            }
            StmtKind::Choose { .. } => {
                self.choose(stmt);
                false
            }
            StmtKind::TakeForm { of, form } => {
                self.values(stmt);
                self.takes_form(of, form);
                self.changes(stmt);
                false
            }
            _ => {
                self.writing = match &stmt.kind {
                    StmtKind::Assign { to: Assign::Field { field, .. }, .. } => Some(*field),
                    _ => None,
                };
                self.values(stmt);
                self.writing = None;
                self.ties(stmt);
                self.is_removed(stmt);
                self.comes_to_something(stmt);
                self.changes(stmt);
                self.is_joined(stmt);
                stmt.kind.leaves()
            }
        }
    }

    /// Nothing is tied to itself, and what belongs to a tie is written where it stands.
    fn ties(&mut self, stmt: &'f Stmt) {
        match &stmt.kind {
            StmtKind::Join { left, right, .. } if left.ty == right.ty => {
                let ends = (self.reader.value(left), self.reader.value(right));
                // Two names may stand for one thing in nearly every rule: play tells of those that do.
                let same = self.reader.compare(Compare::Eq, &ends.0, &ends.1, right.span);
                if matches!(same, Formula::Fixed(true)) {
                    (self.found)(Stop::ToItself, right);
                }
            }
            StmtKind::Assign { to: Assign::TieField { tie, of, other, .. }, .. } => {
                let ends = (self.reader.value(of), self.reader.value(other));
                let tied = self.reader.are_tied(*tie, &ends.0, &ends.1, of.span);
                self.ask(Stop::NotTied, other, vec![negated(&tied)]);
            }
            _ => {}
        }
    }

    /// What is taken away may be there.
    fn is_removed(&mut self, stmt: &'f Stmt) {
        if let StmtKind::Remove { ability, from, .. } = &stmt.kind {
            let whom = self.reader.value(from);
            let has = self.reader.has(&whom, *ability, from.span);
            self.may_have(from, &has);
        }
    }

    /// What was joined stands.
    fn is_joined(&mut self, stmt: &'f Stmt) {
        let StmtKind::Join { tie, left, right, .. } = &stmt.kind else { return };
        let ends = (self.reader.value(left), self.reader.value(right));
        let tied = self.reader.are_tied(*tie, &ends.0, &ends.1, stmt.span);
        self.know(tied);
    }

    fn looped(&mut self, stmt: &'f Stmt) {
        let mark = self.known.len();
        match &stmt.kind {
            StmtKind::ForEach { item, of, when, ordered_by, body } => {
                self.value(of);
                self.is_gone_through(of);
                // The set is fixed at the start, the condition asked at each turn.
                self.item(*item, of);
                self.spoilt(body);
                when.iter().for_each(|when| self.asked(when));
                ordered_by.iter().for_each(|by| self.value(by));
                self.again(body, mark);
            }
            StmtKind::ForNext { item, of, when, key, choice_of, body } => {
                self.value(of);
                self.spoilt(body);
                self.item(*item, of);
                when.iter().for_each(|when| self.asked(when));
                key.iter().for_each(|key| self.value(&key.1));
                choice_of.iter().for_each(|of| self.value(of));
                self.again(body, mark);
            }
            StmtKind::Repeat { at_most, when, body } => {
                self.value(at_most);
                if let Some(when) = when {
                    let formula = self.reader.rested().condition(when);
                    self.is_open(when, &formula);
                }
                self.spoilt(body);
                when.iter().for_each(|when| self.asked(when));
                self.again(body, mark);
            }
            StmtKind::RepeatUntil { at_most, until, body } => {
                self.value(at_most);
                self.spoilt(body);
                self.body(body);
                self.value(until);
                self.known.truncate(mark);
                self.spoilt(body);
            }
            _ => {}
        }
    }

    fn values(&mut self, stmt: &'f Stmt) {
        each_stmt_expr(stmt, &mut |value| self.value(value));
    }

    /// Goes through a body that runs again and again.
    fn again(&mut self, body: &'f [Stmt], mark: usize) {
        self.body(body);
        self.known.truncate(mark);
        self.spoilt(body);
    }

    /// Goes through one of several bodies; whether what follows is never reached.
    fn ways(&mut self, ways: Vec<(Option<Formula>, &'f [Stmt])>) -> bool {
        let (before, known) = (self.reader.moment(), self.known.clone());
        let mut ends = Vec::new();
        for (when, body) in ways {
            self.reader.at(before.clone());
            self.known.clone_from(&known);
            when.clone().into_iter().for_each(|when| self.know(when));
            if !self.body(body) {
                ends.push((when, self.reader.moment(), std::mem::take(&mut self.known)));
            }
        }
        self.known = known;
        match ends.len() {
            0 => return true,
            1 => {
                for (_, moment, known) in ends {
                    self.reader.at(moment);
                    self.known = known;
                }
            }
            _ => {
                let ends = ends.into_iter().map(|(when, moment, _)| (when, moment)).collect();
                let locals = self.locals;
                self.reader.joined(ends, |local| locals.get(local).map(|local| local.ty.clone()));
            }
        }
        false
    }

    fn choose(&mut self, stmt: &'f Stmt) {
        let StmtKind::Choose { local, choice, .. } = &stmt.kind else { return };
        match &**choice {
            Choice::One { of, none } => {
                self.candidates(of);
                none.iter().for_each(|none| self.value(none));
                if none.is_none() {
                    self.some_one(of);
                }
                self.forget(*local);
                let mark = self.known.len();
                self.is_of(*local, &of.of);
                self.is_chosen(*local, of);
                if none.is_some() {
                    // That holds where one was chosen.
                    let chosen = Formula::all(self.known.split_off(mark));
                    let value = self.reader.local_value(*local);
                    let nobody = Term::Cell(ir::NONE);
                    let none = self.reader.compare(Compare::Eq, &value, &nobody, of.of.span);
                    self.know(Formula::any([none, chosen]));
                }
            }
            Choice::Some { of, low, high } => {
                self.candidates(of);
                self.value(low);
                self.value(high);
                let from = self.reader.value(&of.of);
                self.forget(*local);
                let chosen = self.reader.local_value(*local);
                self.reader.is_part(&chosen, &from);
            }
            Choice::Number { low, high } => {
                self.value(low);
                self.value(high);
                let (least, most) = (self.reader.value(low), self.reader.value(high));
                let empty = self.reader.compare(Compare::Gt, &least, &most, high.span);
                self.ask(Stop::NoNumber, high, vec![empty]);
                self.forget(*local);
                let value = self.reader.local_value(*local);
                for (how, end) in [(Compare::Ge, &least), (Compare::Le, &most)] {
                    let formula = self.reader.compare(how, &value, end, high.span);
                    self.know(formula);
                }
            }
            _ => {
                self.values(stmt);
                self.forget(*local);
            }
        }
    }

    fn candidates(&mut self, of: &'f ChoiceOf) {
        let least = of.least.as_ref().map(|(value, _)| value);
        self.items(&of.of, of.item, of.when.as_ref(), least);
    }

    /// Whether there is one to choose.
    fn some_one(&mut self, choice: &'f ChoiceOf) {
        let typed = self.facts.typed;
        let kind = |kind: &ir::KindId| typed.kinds.get(*kind).map(|def| def.base);
        let never_empty = choice.when.is_none()
            && match &choice.of.kind {
                ExprKind::Items(items) => !items.is_empty(),
                ExprKind::Members(_) => true,
                ExprKind::All(of) => {
                    matches!(kind(of), Some(ir::KindBase::Player | ir::KindBase::Cell))
                }
                _ => false,
            };
        if !never_empty {
            let count =
                self.reader.rested().how_many(&choice.of, Some(choice.item), choice.when.as_ref());
            let none = Formula::Test { var: count, cells: smallvec![(0, 0)], span: choice.of.span };
            self.ask(Stop::NoOne, &choice.of, vec![none]);
        }
    }

    fn is_chosen(&mut self, local: LocalId, of: &'f ChoiceOf) {
        let value = self.reader.local_value(local);
        self.reader.set(of.item, value);
        of.when.iter().for_each(|when| self.assume(when));
    }

    /// What a body that may run any number of times changes is not known.
    fn spoilt(&mut self, body: &'f [Stmt]) {
        each_stmt(body, &mut |stmt| {
            self.sets(stmt);
            match &stmt.kind {
                StmtKind::Assign { to, value, .. } => match to {
                    Assign::Local(local) => self.forget(*local),
                    Assign::Field { field, .. } if !matters_elsewhere(value) => {
                        self.reader.wrote(*field);
                    }
                    Assign::TieField { .. } if !matters_elsewhere(value) => self.reader.noted(),
                    Assign::Field { .. } | Assign::TieField { .. } => self.reader.changed(),
                },
                _ if acts(stmt) => self.happened(stmt),
                _ => {}
            }
        });
    }

    /// What a statement changes.
    fn changes(&mut self, stmt: &'f Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(local), value, .. } => match &value.kind {
                ExprKind::Roll { count, .. } => {
                    let number = self.reader.value(count);
                    let dice = self.reader.bounds(&number);
                    self.forget(*local);
                    self.reader.has_dice(*local, dice);
                }
                ExprKind::Draw(_) | ExprKind::Plan(_) => self.forget(*local),
                _ => {
                    let term = self.reader.value(value);
                    self.reader.set(*local, term);
                }
            },
            StmtKind::Assign { to: Assign::Field { of, field }, value, .. } => {
                if matters_elsewhere(value) {
                    self.reader.changed();
                    return;
                }
                let (whom, term) = (self.reader.value(of), self.reader.value(value));
                self.reader.wrote(*field);
                let is = self.reader.field_is(*field, &whom, &term, value.span);
                is.into_iter().for_each(|is| self.know(is));
            }
            StmtKind::Assign { value, .. } if !matters_elsewhere(value) => self.reader.noted(),
            StmtKind::Assign { .. } => self.reader.changed(),
            _ => {
                self.sets(stmt);
                if acts(stmt) {
                    self.happened(stmt);
                }
            }
        }
    }

    /// Locals that a statement sets to what is not known.
    fn sets(&mut self, stmt: &'f Stmt) {
        match &stmt.kind {
            StmtKind::Call { result: Some(local), .. }
            | StmtKind::Create { local, .. }
            | StmtKind::Choose { local, .. }
            | StmtKind::ForEach { item: local, .. }
            | StmtKind::ForNext { item: local, .. } => self.forget(*local),
            StmtKind::Reroll { pool: local, .. } | StmtKind::Change { pool: local, .. } => {
                let dice = self.reader.dice_of(*local);
                self.forget(*local);
                dice.into_iter().for_each(|dice| self.reader.has_dice(*local, dice));
            }
            _ => {}
        }
    }

    /// Something happened that rules may hang on.
    fn happened(&mut self, stmt: &'f Stmt) {
        let facts = self.facts;
        match &stmt.kind {
            StmtKind::Call { procedure, .. } => match facts.effects().of_call(*procedure) {
                Some(parts) => self.reader.changed_in(parts),
                None => self.reader.changed(),
            },
            StmtKind::Grant { ability, .. } | StmtKind::Remove { ability, .. } => {
                self.reader.changed_in(facts.effects().of_possession(*ability));
            }
            _ => self.reader.changed(),
        }
        let opens =
            matches!(stmt.kind, StmtKind::CallStep { .. } | StmtKind::Proceed | StmtKind::Open(_));
        if !opens {
            return;
        }
        // Other steps, and what others do at this one, may have set them.
        for (at, local) in (0u32..).zip(&self.locals.all) {
            if matches!(local.role, LocalRole::Open | LocalRole::Var) {
                self.reader.forget(LocalId(at), &local.ty);
                self.known_anywhere(LocalId(at));
            }
        }
    }
}

/// Whether a statement changes more than locals and one field.
pub(super) const fn acts(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Call { .. }
            | StmtKind::CallStep { .. }
            | StmtKind::Proceed
            | StmtKind::Grant { .. }
            | StmtKind::Remove { .. }
            | StmtKind::Join { .. }
            | StmtKind::Part { .. }
            | StmtKind::Create { .. }
            | StmtKind::Leave(_)
            | StmtKind::Follow { .. }
            | StmtKind::TakeForm { .. }
            | StmtKind::Open(_)
    )
}

/// Whether what is written may be mirrored in what others have.
pub(super) fn matters_elsewhere(value: &Expr) -> bool {
    !matches!(
        crate::types::bare(&value.ty),
        Type::Bool | Type::Int(_) | Type::Ratio | Type::Length | Type::Angle | Type::Member(_)
    )
}
