//! Statements: takes the blocks of steps, hooks, actions and set-ups, gives typed statements.
//!
//! [`Acting`] says whose body is being checked and gathers what a body gives its owner besides statements: variables, and
//! steps that stand inside other statements (which run where they stand, and are events like all others).

mod assign;
mod becoming;
mod calls;
mod choose;
mod control;
mod dice;
mod grants;
mod loops;
mod problems;
mod ties;

use super::checker::{Checker, INT};
use super::scope::Scope;
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, LocalRole, OpenDef, SpaceType, StepDef, Stmt, StmtKind, Type,
    Words,
};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

use control::leaves;

/// Whose body is being checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyOf {
    /// A step of a procedure.
    Procedure(ir::ProcedureId),
    /// A hook on a run or step of a procedure.
    Hook {
        /// The procedure.
        procedure: ir::ProcedureId,
        /// When it runs.
        time: ir::HookTime,
    },
    /// An action.
    Action,
    /// The set-up of a scenario, or a test.
    Setup,
}

/// What the checking of a body knows and gathers.
#[derive(Debug)]
pub struct Acting {
    /// Whose body it is.
    pub of: BodyOf,
    /// What the procedure gives.
    pub result: Option<Type>,
    /// Locals that may be written: variables, open ones of the procedure in a hook.
    pub writable: Vec<LocalId>,
    /// Steps that stand inside statements, with their positions among the procedure's steps.
    pub steps: Vec<(u16, StepDef)>,
    /// Whose `my` it is in a grant, where there is no `self`: the player who acts.
    pub granter: Option<Expr>,
    /// What the block does that is read, as far as it was read.
    pub stmts: Vec<Stmt>,
    /// Whether the statement stands in a `try`.
    trying: bool,
}

impl Acting {
    /// For a body in which the first `locals` of the scope that are open variables or variables may be written.
    pub fn new(of: BodyOf, scope: &Scope) -> Self {
        let may_write = |role: LocalRole| match of {
            BodyOf::Procedure(_) => matches!(role, LocalRole::Open | LocalRole::Var),
            BodyOf::Hook { .. } | BodyOf::Action => role == LocalRole::Open,
            BodyOf::Setup => false,
        };
        let writable = (0u32..)
            .map(LocalId)
            .zip(scope.locals())
            .filter(|(_, local)| may_write(local.role))
            .map(|(id, _)| id)
            .collect();
        Self {
            of,
            result: None,
            writable,
            steps: Vec::new(),
            granter: None,
            stmts: Vec::new(),
            trying: false,
        }
    }

    /// The procedure whose own body it is.
    pub fn procedure(&self) -> Option<ir::ProcedureId> {
        match self.of {
            BodyOf::Procedure(id) => Some(id),
            BodyOf::Hook { .. } | BodyOf::Action | BodyOf::Setup => None,
        }
    }
}

impl<'a> Checker<'a> {
    /// The statements of a block; names that it declares are visible in it alone.
    pub fn block(&mut self, block: &tree::Block) -> Vec<Stmt> {
        self.statements(&block.stmts)
    }

    /// Statements in order; names that they declare are visible in the rest of them alone.
    pub fn statements(&mut self, stmts: &[tree::Stmt]) -> Vec<Stmt> {
        let mark = self.scope.mark();
        let around = std::mem::replace(&mut self.acting.stmts, Vec::with_capacity(stmts.len()));
        for stmt in stmts {
            // What could not be read was said.
            let read = !matches!(stmt.kind, tree::StmtKind::Error);
            if read && self.acting.stmts.last().is_some_and(leaves) {
                self.report(problems::never_reached(stmt.span));
                break;
            }
            self.stmt(stmt);
        }
        self.scope.reset(mark);
        std::mem::replace(&mut self.acting.stmts, around)
    }

    /// Reports a statement that cannot be.
    pub(super) fn no_stmt(&mut self, problem: Diagnostic) -> StmtKind {
        self.report(problem);
        StmtKind::Error
    }
    /// Adds what was read to the statements of the block.
    pub(crate) fn act(&mut self, kind: StmtKind, span: Span) {
        self.acting.stmts.push(Stmt { kind, span });
    }

    /// Adds that something is given a value.
    pub(super) fn assign(&mut self, to: Assign, value: Expr, span: Span) {
        self.act(StmtKind::Assign { to, value, purpose: None }, span);
    }

    /// One statement; names that it declares stay visible.
    pub fn stmt(&mut self, stmt: &tree::Stmt) {
        use tree::StmtKind as S;
        let span = stmt.span;
        let kind = match &stmt.kind {
            S::Let { name, value } => return self.let_stmt(name, value, span),
            S::Var(var) => return self.var_stmt(var, span),
            S::Step(step) => return self.inner_step(step, span),
            S::Assign { target, op, value } => {
                return self.assign_stmt(target, *op, value, span);
            }
            S::Expr(expr) => return self.expr_stmt(expr, span),
            S::Require(require) => self.require_stmt(require),
            S::If { arms, otherwise } => self.if_stmt(arms, otherwise.as_ref()),
            S::Match { value, arms } => self.match_stmt(value, arms, span),
            S::ForEach { binder, ordered_by, body } => {
                self.for_each(binder, ordered_by.as_ref(), body)
            }
            S::ForNext { binder, by, choice_of, body } => {
                self.for_next((binder, by, choice_of.as_deref()), body)
            }
            S::Repeat { at_most, condition, body } => {
                self.repeat(at_most, condition.as_deref(), body)
            }
            S::Try { body, otherwise } => self.try_stmt(body, otherwise.as_ref()),
            S::Choose(choice) => self.choose_stmt(choice, span),
            S::Grant { abilities, to, until } => {
                return self.grant_stmt((abilities, to, until.as_deref()), span);
            }
            S::Remove { all, what, from } => {
                return self.remove_stmt((*all, what), from.as_ref(), span);
            }
            S::Say(words) => StmtKind::Say(self.words(words)),
            S::MoveAlong { what, along } => self.move_stmt(what, along, span),
            // Whatever was known may be otherwise afterwards.
            S::Follow(plan) => {
                let plan = self.expr(plan, Some(&Type::Space(SpaceType::Plan)));
                self.scope.forget(None);
                StmtKind::Follow { plan }
            }
            S::Put { what, at } if self.facts.cell.is_some() => {
                let stmts = self.put_on_cells(what, at, span);
                self.acting.stmts.extend(stmts);
                return;
            }
            S::Put { what, at } => {
                let [at] = at.as_slice() else {
                    let last = at.last().map_or(span, |at| at.span);
                    self.broken(codes::BAD_PUT, "a piece stands in one place", last);
                    return;
                };
                let place = self.expr(at, Some(&Type::Space(SpaceType::Place)));
                self.put_stmt(what, place, span)
            }
            S::Join { a, b, tie, fields } => self.join_stmt((a, b), tie, fields, span),
            S::Part { a, b, tie } => self.part_stmt(a, b.as_deref(), tie),
            S::Reroll { pool, filter } => self.reroll_stmt((pool, filter.as_ref()), None),
            S::Rerolls { player, up_to, pool, filter } => {
                self.reroll_stmt((pool, filter.as_deref()), Some((player, up_to)))
            }
            S::Change { count, pool, filter, to, .. } => {
                self.change_stmt(count.as_deref(), (pool, filter.as_deref()), to)
            }
            S::Becomes { what, form } => self.becomes_stmt(what, form),
            S::Open(open) => self.open_stmt(open, span),
            S::EndBattle { winner, why } => {
                let winner = winner.as_ref().map(|winner| Box::new(self.winner(winner)));
                StmtKind::EndBattle { winner, why: self.why(why.as_ref(), span) }
            }
            S::Finish if matches!(self.acting.of, BodyOf::Action) => {
                self.no_stmt(problems::finish_in_an_action(span))
            }
            S::Finish => self.finish_stmt(span),
            S::Stop => StmtKind::Stop,
            S::Return(value) => self.return_stmt(value.as_ref(), span),
            S::Proceed => self.proceed_stmt(span),
            S::Error => StmtKind::Error,
        };
        self.act(kind, span);
    }

    /// A step inside other statements: it runs where it stands, and is called there.
    fn inner_step(&mut self, step: &tree::Step, span: Span) {
        let Some(procedure) = self.acting.procedure() else {
            return self.report(problems::step_outside(span));
        };
        let Some(position) = self.find_step(procedure, &step.name) else { return };
        let mut def = self.step_def(step, span);
        if def.called {
            self.report(problems::called_inside(span));
        }
        def.called = true;
        self.acting.steps.push((position, def));
        self.scope.forget(None);
        self.act(StmtKind::CallStep { step: position }, span);
    }

    /// A step with its condition, heading and statements.
    pub fn step_def(&mut self, step: &tree::Step, span: Span) -> StepDef {
        let mark = self.scope.mark();
        let when = self.assumed(step.when.as_ref());
        let heading = step.heading.as_ref().map(|heading| match &heading.text {
            Some(text) => self.words(text),
            None => Words::fixed(&readable(&step.name.text), heading.span),
        });
        let body = self.block(&step.body);
        self.scope.reset(mark);
        StepDef { name: step.name.text.to_string(), when, heading, called: step.called, body, span }
    }

    fn open_stmt(&mut self, open: &tree::Open, span: Span) -> StmtKind {
        let Some(window) = self.find_window(&open.window) else { return StmtKind::Error };
        let Some(player) = self.facts.player else { return StmtKind::Error };
        let one = Type::Entity(player);
        let to = match open.to.as_slice() {
            [single] => self.players(single, &one),
            several => {
                let items = several.iter().map(|expr| self.expr(expr, Some(&one))).collect();
                Expr { kind: ExprKind::Items(items), ty: Type::List(Box::new(one)), span }
            }
        };
        let mut at_most = open.at_most.as_ref().map(|most| self.expr(most, Some(&INT)));
        let ends = match open.until {
            Some(tree::WindowEnd::AllPass) => ir::WindowEnd::AllPass,
            Some(tree::WindowEnd::Done) => ir::WindowEnd::Done,
            None => {
                // Without a word on its end a window is open for one action each.
                at_most = at_most.or(Some(super::exprs::cell(1, INT, span)));
                ir::WindowEnd::Done
            }
        };
        self.scope.forget(None);
        StmtKind::Open(Box::new(OpenDef { window, to, ends, at_most }))
    }

    /// A player, or several.
    pub(crate) fn players(&mut self, written: &tree::Expr, one: &Type) -> Expr {
        let found = self.infer(written, Some(one));
        match &found.ty {
            Type::List(item) | Type::Set(item) if **item == *one => found,
            _ => self.coerce(found, one),
        }
    }

    /// Who wins: a player or several; nothing where the system has no players.
    pub(crate) fn winner(&mut self, written: &tree::Expr) -> Expr {
        match self.facts.player.map(Type::Entity) {
            Some(one) => self.players(written, &one),
            None => self.expr(written, None),
        }
    }

    /// The words that say why a battle ends.
    pub(crate) fn why(&mut self, why: Option<&tree::Template>, span: Span) -> Words {
        match why {
            Some(words) => self.words(words),
            None => {
                self.report(problems::end_without_words(span));
                Words { parts: Vec::new(), span }
            }
        }
    }

    fn finish_stmt(&mut self, span: Span) -> StmtKind {
        let (BodyOf::Procedure(procedure) | BodyOf::Hook { procedure, .. }) = self.acting.of else {
            return StmtKind::Finish(None);
        };
        let def = self.typed.procedures.get(procedure);
        if def.is_some_and(|def| def.result.is_some()) {
            return self.no_stmt(problems::finish_without_value(span, self.acting.of));
        }
        StmtKind::Finish(None)
    }

    fn return_stmt(&mut self, value: Option<&tree::Expr>, span: Span) -> StmtKind {
        let Some(value) = value else { return self.finish_stmt(span) };
        let Some(result) = self.acting.result.clone() else {
            self.report(problems::returns_nothing(value.span, self.acting.procedure().is_some()));
            return StmtKind::Error;
        };
        StmtKind::Finish(Some(self.expr(value, Some(&result))))
    }

    fn proceed_stmt(&mut self, span: Span) -> StmtKind {
        if !matches!(self.acting.of, BodyOf::Hook { time: ir::HookTime::Instead, .. }) {
            return self.no_stmt(problems::nothing_to_proceed(span));
        }
        StmtKind::Proceed
    }

    /// Adds that a local is given its value.
    pub(crate) fn set_local(&mut self, local: LocalId, value: Expr, span: Span) {
        self.assign(Assign::Local(local), value, span);
    }

    /// Reports that what stands here is not a statement.
    pub(super) fn no_effect(&mut self, span: Span) {
        let source = self.source_of(span);
        self.broken(codes::NO_EFFECT, format!("`{source}` does nothing here"), span);
    }
}

/// A name as people read it: `roll_to_hit` as `Roll to hit`.
pub(super) fn readable(name: &str) -> String {
    let mut words = name.replace('_', " ");
    if let Some(first) = words.chars().next() {
        let upper: String = first.to_uppercase().collect();
        words.replace_range(..first.len_utf8(), &upper);
    }
    words
}
