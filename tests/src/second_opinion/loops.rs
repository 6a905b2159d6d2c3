//! Loops: over sets, and as long as something holds.

use super::act::Flow;
use super::value::{Result, Value};
use super::{Locals, Second};
use warwright_compiler::typed::{Expr, LocalId, Stmt, Type};

impl Second<'_> {
    pub(super) fn for_each(
        &mut self,
        locals: &mut Locals,
        of: (&Expr, LocalId, Option<&Expr>),
        ordered_by: Option<&Expr>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let mut waiting = self.now(locals, of.0)?.items()?;
        loop {
            let mut open = Vec::new();
            for (at, one) in waiting.iter().enumerate() {
                if self.comes(locals, of, one)? {
                    open.push(at);
                    if ordered_by.is_none() {
                        break;
                    }
                }
            }
            let next = match (open.as_slice(), ordered_by) {
                ([], _) => return Ok(Flow::On),
                ([only], _) | ([only, ..], None) => *only,
                (many, Some(by)) => {
                    let offered: Vec<Value> = many.iter().map(|at| waiting[*at].clone()).collect();
                    let player = self.now(locals, by)?;
                    let chosen = self.ask_one(&player, &offered, false)?;
                    many[offered.iter().position(|it| *it == chosen).unwrap()]
                }
            };
            let item = waiting.remove(next);
            if ordered_by.is_none() {
                // What was passed over has had its turn.
                waiting.drain(..next);
            }
            if !self.comes(locals, of, &item)? {
                continue;
            }
            match self.block(locals, body)? {
                Flow::On => {}
                Flow::Stop => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
    }

    pub(super) fn for_next(
        &mut self,
        locals: &mut Locals,
        of: (&Expr, LocalId, Option<&Expr>),
        key: Option<&(bool, Expr)>,
        choice_of: Option<&Expr>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let mut had: Vec<Value> = Vec::new();
        loop {
            let mut open: Vec<(Value, Option<Value>)> = Vec::new();
            for one in self.now(locals, of.0)?.items()? {
                if !had.contains(&one) && self.comes(locals, of, &one)? {
                    let key = match key {
                        Some((_, key)) => Some(self.now(locals, key)?),
                        None => None,
                    };
                    open.push((one, key));
                }
            }
            if let Some((highest, _)) = key {
                open.retain(|(_, key)| *key != Some(Value::None));
                let numbers = open.iter().map(|(_, key)| key.as_ref().unwrap().number());
                let numbers = numbers.collect::<Result<Vec<_>>>()?;
                let best = if *highest { numbers.iter().max() } else { numbers.iter().min() };
                let kept = open.iter().zip(&numbers).filter(|(_, number)| Some(*number) == best);
                open = kept.map(|(one, _)| one.clone()).collect();
            }
            let offered: Vec<Value> = open.into_iter().map(|(one, _)| one).collect();
            let item = match (offered.as_slice(), choice_of) {
                ([], _) => return Ok(Flow::On),
                ([only], _) | ([only, ..], None) => only.clone(),
                (_, Some(who)) => {
                    let player = self.now(locals, who)?;
                    self.ask_one(&player, &offered, false)?
                }
            };
            had.push(item.clone());
            self.comes(locals, of, &item)?;
            match self.block(locals, body)? {
                Flow::On => {}
                Flow::Stop => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
    }

    /// Goes round while one condition holds, or until another one does, so many times at most.
    pub(super) fn repeat(
        &mut self,
        locals: &mut Locals,
        at_most: &Expr,
        (when, until): (Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
    ) -> Result<Flow> {
        let most = self.now(locals, at_most)?.cell()?;
        for _ in 0..most {
            if let Some(when) = when
                && !self.now(locals, when)?.holds()
            {
                break;
            }
            match self.block(locals, body)? {
                Flow::On => {}
                Flow::Stop => break,
                other => return Ok(other),
            }
            if let Some(until) = until
                && self.now(locals, until)?.holds()
            {
                break;
            }
        }
        Ok(Flow::On)
    }

    /// Whether something's turn in a loop comes: it is in play, and the condition holds.
    fn comes(
        &self,
        locals: &mut Locals,
        (of, item, when): (&Expr, LocalId, Option<&Expr>),
        one: &Value,
    ) -> Result<bool> {
        let element = match &of.ty {
            Type::List(element) | Type::Set(element) => Some(&**element),
            _ => None,
        };
        if matches!(element, Some(Type::Entity(_))) && !self.world.thing(one)?.here {
            return Ok(false);
        }
        locals.set(item, one.clone());
        match when {
            Some(when) => Ok(self.now(locals, when)?.holds()),
            None => Ok(true),
        }
    }
}
