//! Statements: follows what they make known of whose sides things are on, and what they forget.

use super::{Walk, leaves};
use crate::checks::logic::sides::facts::{Name, of_players};
use crate::checks::logic::sides::{Claim, Frame};
use crate::typed::{
    Assign, Choice, ChoiceOf, Expr, ExprKind, LocalId, LocalRole, Stmt, StmtKind, Type, each_stmt,
    each_stmt_expr,
};

impl<'t> Walk<'t> {
    pub(super) fn body(&mut self, body: &'t [Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    pub(super) fn stmt(&mut self, stmt: &'t Stmt) {
        match &stmt.kind {
            StmtKind::If { when, then, other } => {
                self.value(when);
                self.way(when, true, then);
                self.way(when, false, other);
                self.spoilt(then);
                self.spoilt(other);
                for (body, holds) in [(then, false), (other, true)] {
                    if leaves(body) {
                        let facts = self.reading.of_condition(when, holds);
                        self.reading.known.extend(facts);
                    }
                }
            }
            StmtKind::Match { arms, .. } => {
                each_stmt_expr(stmt, &mut |value| self.value(value));
                for (_, body) in arms {
                    self.inside(|this| this.body(body));
                }
                arms.iter().for_each(|(_, body)| self.spoilt(body));
            }
            StmtKind::ForEach { item, of, when, body, .. }
            | StmtKind::ForNext { item, of, when, body, .. } => {
                self.value(of);
                self.spoilt(body);
                self.inside(|this| {
                    let name = this.reading.renew(*item);
                    this.is_of(of, name);
                    when.iter().for_each(|when| this.asked(when));
                    if let StmtKind::ForEach { ordered_by, .. } = &stmt.kind {
                        ordered_by.iter().for_each(|by| this.value(by));
                    }
                    this.body(body);
                });
            }
            StmtKind::Repeat { when, body, .. } => {
                self.spoilt(body);
                self.inside(|this| {
                    when.iter().for_each(|when| this.asked(when));
                    this.body(body);
                });
            }
            StmtKind::RepeatUntil { body, .. } => {
                self.spoilt(body);
                self.inside(|this| this.body(body));
                self.spoilt(body);
            }
            StmtKind::Try { body, other } => {
                self.inside(|this| this.body(body));
                self.inside(|this| this.body(other));
                self.spoilt(body);
                self.spoilt(other);
            }
            StmtKind::Require { holds, .. } => self.asked(holds),
            StmtKind::Say(_) => {}
            StmtKind::Choose { local, choice, .. } => self.chosen(*local, choice),
            _ => self.plain(stmt),
        }
    }

    pub(super) fn plain(&mut self, stmt: &'t Stmt) {
        each_stmt_expr(stmt, &mut |value| self.value(value));
        match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(local), value, .. } => {
                self.written(*local, Some(value));
                self.gives(*local, value);
            }
            StmtKind::Assign { to: Assign::Field { of, field }, value, .. } => {
                self.keeps(Claim::Field(*field), of, value);
            }
            StmtKind::Join { tie, left, right, .. } => self.keeps(Claim::Tie(*tie), left, right),
            StmtKind::Call { procedure, args, result } => {
                self.calls(Frame::Procedure(*procedure), args);
                if let Some(local) = result {
                    self.written(*local, None);
                    self.reading.renew(*local);
                }
            }
            StmtKind::Create { local, .. } => {
                self.written(*local, None);
                self.reading.renew(*local);
            }
            StmtKind::CallStep { .. } | StmtKind::Proceed | StmtKind::Open(_) => self.run_others(),
            _ => {}
        }
    }

    /// Others may have written the variables of the procedure.
    pub(super) fn run_others(&mut self) {
        let Some((procedure, seen)) = self.home.clone() else { return };
        let Some(def) = self.reading.typed.procedures.get(procedure) else { return };
        for (there, here) in seen {
            let local = def.locals.all.get(there.0 as usize);
            if local.is_some_and(|it| matches!(it.role, LocalRole::Open | LocalRole::Var)) {
                let name = self.reading.renew(here);
                self.still(here, name);
            }
        }
    }

    pub(super) fn chosen(&mut self, local: LocalId, choice: &'t Choice) {
        let name = self.reading.fresh();
        if let Choice::One { of: ChoiceOf { of, item, when, .. }, .. } = choice {
            self.value(of);
            self.is_of(of, name);
            self.reading.env.insert(*item, name);
            when.iter().for_each(|when| self.asked(when));
            let ty = match &of.ty {
                Type::Set(item) | Type::List(item) => (**item).clone(),
                ty => ty.clone(),
            };
            let value = Expr::new(ExprKind::Local(*item), ty, of.span);
            self.written(local, Some(&value));
        } else {
            self.written(local, None);
        }
        self.reading.env.insert(local, name);
    }

    pub(super) fn way(&mut self, when: &'t Expr, holds: bool, body: &'t [Stmt]) {
        self.inside(|this| {
            if holds {
                this.holds(when);
            } else {
                let facts = this.reading.of_condition(when, false);
                this.reading.known.extend(facts);
            }
            this.body(body);
        });
    }

    /// Goes one of several ways.
    pub(super) fn inside(&mut self, go: impl FnOnce(&mut Self)) {
        let (env, mark) = (self.reading.env.clone(), self.reading.known.len());
        go(self);
        self.reading.known.truncate(mark);
        self.reading.env = env;
    }

    /// What a body may write is somebody else from here on.
    pub(super) fn spoilt(&mut self, body: &[Stmt]) {
        each_stmt(body, &mut |stmt| {
            let Some(local) = stmt.kind.given() else { return };
            let name = self.reading.renew(local);
            self.still(local, name);
        });
    }

    /// What is claimed of a variable that is never nobody is so of whatever it holds.
    pub(super) fn still(&mut self, local: LocalId, name: Name) {
        let Some((procedure, seen)) = &self.home else { return };
        let frame = Frame::Procedure(*procedure);
        let here = |there: LocalId| seen.iter().find(|it| it.0 == there).map(|it| it.1);
        let pairs = self.reading.sides.pairs(frame).iter();
        let sure = pairs.filter(|(one, other, _)| {
            !self.is_optional(frame, *one) && !self.is_optional(frame, *other)
        });
        let others: Vec<(LocalId, bool)> = sure
            .filter_map(|(one, other, same)| {
                let (one, other) = (here(*one)?, here(*other)?);
                match local {
                    it if it == one => Some((other, *same)),
                    it if it == other => Some((one, *same)),
                    _ => None,
                }
            })
            .collect();
        for (other, same) in others {
            let other = self.reading.local(other);
            self.reading.known.push(of_players(name, other, same));
        }
    }
}
