//! Statements: what steps and hooks do, run by recursion.

use super::eval::same;
use super::value::{Result, Trouble, Value};
use super::{Locals, Second};
use warwright_compiler::typed::{Assign, Expr, ExprKind, Stmt, StmtKind};

/// How it goes on behind a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// With the next.
    On,
    /// Behind the innermost loop, or else behind the step.
    Stop,
    /// Behind the procedure, with its result.
    Finish(Option<Value>),
    /// At the `else` of the innermost `try`.
    Undo,
    /// Nowhere: the battle is over.
    Over,
}

impl Second<'_> {
    /// Runs statements.
    pub(super) fn block(&mut self, locals: &mut Locals, stmts: &[Stmt]) -> Result<Flow> {
        for stmt in stmts {
            match self.stmt(locals, stmt)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    /// The value of an expression in the world as it is.
    pub(super) fn now(&self, locals: &mut Locals, expr: &Expr) -> Result<Value> {
        self.eval(&self.world, locals, expr)
    }

    fn stmt(&mut self, locals: &mut Locals, stmt: &Stmt) -> Result<Flow> {
        use StmtKind as S;
        self.burn()?;
        match &stmt.kind {
            S::Assign { to, value, .. } => {
                let value = match &value.kind {
                    ExprKind::Roll { die, count } => {
                        let count = self.now(locals, count)?.cell()?;
                        Value::Pool(self.roll(*die, count)?)
                    }
                    ExprKind::Draw(_) => return Err(Trouble::Unknown("draws")),
                    ExprKind::Plan(_) => return Err(Trouble::Unknown("plans")),
                    _ => self.now(locals, value)?,
                };
                self.assign(locals, to, value)?;
            }
            S::If { when, then, other } => {
                let holds = self.now(locals, when)?.holds();
                return self.block(locals, if holds { then } else { other });
            }
            S::Match { of, arms } => {
                let value = self.now(locals, of)?;
                for (keys, body) in arms {
                    let keys =
                        keys.iter().map(|key| self.now(locals, key)).collect::<Result<Vec<_>>>()?;
                    if keys.is_empty() || keys.iter().any(|key| same(key, &value)) {
                        return self.block(locals, body);
                    }
                }
            }
            S::ForEach { item, of, when, ordered_by, body } => {
                let of = (of, *item, when.as_deref());
                return self.for_each(locals, of, ordered_by.as_deref(), body);
            }
            S::ForNext { item, of, when, key, choice_of, body } => {
                let of = (of, *item, when.as_deref());
                return self.for_next(locals, of, key.as_deref(), choice_of.as_deref(), body);
            }
            S::Repeat { at_most, when, body } => {
                return self.repeat(locals, at_most, (when.as_deref(), None), body);
            }
            S::RepeatUntil { at_most, until, body } => {
                return self.repeat(locals, at_most, (None, Some(until)), body);
            }
            S::Try { body, other } => {
                let before = (self.world.clone(), locals.clone(), self.told.len());
                match self.block(locals, body)? {
                    Flow::Undo => {
                        let told;
                        (self.world, *locals, told) = before;
                        self.told.truncate(told);
                        return self.block(locals, other);
                    }
                    other => return Ok(other),
                }
            }
            S::Require { holds, .. } => {
                if !self.now(locals, holds)?.holds() {
                    return Ok(Flow::Undo);
                }
            }
            S::Call { procedure, args, result } => {
                let args = args.iter().map(|arg| self.now(locals, arg));
                let args = args.collect::<Result<Vec<_>>>()?;
                if self.is_too_deep(*procedure) {
                    let beyond = &self.typed.procedures[*procedure].beyond;
                    match (result, beyond) {
                        (None, _) => return Ok(Flow::On),
                        (Some(local), Some(beyond)) => {
                            let given = self.now(locals, beyond)?;
                            locals.set(*local, given);
                            return Ok(Flow::On);
                        }
                        (Some(_), None) => {}
                    }
                }
                let (flow, given) = self.call(*procedure, &args)?;
                if flow == Flow::Over {
                    return Ok(flow);
                }
                if let Some(local) = result {
                    locals.set(*local, given.unwrap_or(Value::None));
                }
            }
            S::CallStep { step } => return self.call_step(locals, *step),
            S::Proceed => return self.proceed(locals),
            S::Stop => return Ok(Flow::Stop),
            S::Finish(result) => {
                let result = match result {
                    Some(result) => Some(self.now(locals, result)?),
                    None => None,
                };
                return Ok(Flow::Finish(result));
            }
            S::Grant { .. }
            | S::Remove { .. }
            | S::Join { .. }
            | S::Part { .. }
            | S::Create { .. }
            | S::Leave(_) => self.change(locals, stmt)?,
            S::TakeForm { .. } => return Err(Trouble::Unknown("forms")),
            S::Follow { .. } => return Err(Trouble::Unknown("plans")),
            S::Choose { who, local, choice, .. } => {
                let chosen = self.choice(locals, who, choice)?;
                locals.set(*local, chosen);
            }
            S::Open(_) => return Err(Trouble::Unknown("windows")),
            S::Say(words) => {
                let said = self.words(locals, words)?;
                self.told.push(said);
            }
            S::Reroll { .. } | S::Change { .. } => self.turn_dice(locals, stmt)?,
            S::EndBattle { winner, why } => {
                let winner = match winner {
                    Some(winner) => self.now(locals, winner)?,
                    None => Value::None,
                };
                self.over = Some((winner, self.words(locals, why)?));
                return Ok(Flow::Over);
            }
            S::Error => return Err(Trouble::Fault("broken")),
        }
        Ok(Flow::On)
    }

    fn assign(&mut self, locals: &mut Locals, to: &Assign, value: Value) -> Result<()> {
        match to {
            Assign::Local(local) => locals.set(*local, value),
            Assign::Field { of, field } => {
                let of = self.now(locals, of)?;
                self.write(&of, *field, value)?;
            }
            Assign::TieField { tie, of, other, field } => {
                let of = self.now(locals, of)?.cell()?;
                let other = self.now(locals, other)?.cell()?;
                let each = self.typed.ties[*tie].fields[usize::from(*field)].2;
                let found = self.world.tie(*tie, of, other);
                let tied = found.ok_or(Trouble::Fault("not tied"))?;
                tied.seen_by(of)[usize::from(*field)] = value.clone();
                if !each {
                    tied.seen_by(other)[usize::from(*field)] = value;
                }
            }
        }
        Ok(())
    }
}
