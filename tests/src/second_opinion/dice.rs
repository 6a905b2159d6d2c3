//! Dice and answers: taken from a script, or from what was recorded when the machine ran.

use super::value::{Result, Trouble, Value};
use super::{Locals, Second};
use std::collections::VecDeque;
use warwright_compiler::typed::{ChoiceOf, Expr, LocalId, Stmt, StmtKind};
use warwright_ir::{DieId, NONE};
use warwright_runtime::{Answer, Recorded};

/// Where dice and answers come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Single dice and answers, apart.
    Script {
        /// Dice.
        dice: VecDeque<(DieId, u32)>,
        /// Answers.
        answers: VecDeque<warwright_ir::Value>,
    },
    /// What was rolled and chosen, in order.
    Record(VecDeque<Recorded>),
}

fn missing(what: &str) -> Trouble {
    Trouble::Script(format!("{what} was asked for that the other did not ask for"))
}

impl Second<'_> {
    /// Rolls dice: how many show each face.
    pub(super) fn roll(&mut self, die: DieId, count: i64) -> Result<Vec<i64>> {
        let faces = self.typed.dice[die].faces.len();
        if !(0..=100_000).contains(&count) {
            return Err(Trouble::Fault("dice count"));
        }
        if count == 0 {
            return Ok(vec![0; faces]);
        }
        match &mut self.source {
            Source::Script { dice, .. } => {
                let mut counts = vec![0; faces];
                for _ in 0..count {
                    match dice.pop_front() {
                        Some((of, face)) if of == die => counts[face as usize] += 1,
                        other => return Err(Trouble::Script(format!("a die, not {other:?}"))),
                    }
                }
                Ok(counts)
            }
            Source::Record(record) => match record.pop_front() {
                Some(Recorded::Rolled { die: of, counts })
                    if of == die && counts.iter().sum::<i64>() == count =>
                {
                    Ok(counts)
                }
                other => Err(Trouble::Script(format!("{count} dice, not {other:?}"))),
            },
        }
    }

    /// An answer that is one cell.
    pub(super) fn ask_cell(&mut self) -> Result<i64> {
        match &mut self.source {
            Source::Script { answers, .. } => match answers.pop_front() {
                Some(warwright_ir::Value::Scalar(cell)) => Ok(cell),
                _ => Err(missing("a choice")),
            },
            Source::Record(record) => match record.pop_front() {
                Some(Recorded::Chose { answer: Answer::Value(cell), .. }) => Ok(cell),
                Some(Recorded::Chose { answer: Answer::Nothing, .. }) => Ok(NONE),
                _ => Err(missing("a choice")),
            },
        }
    }

    /// An answer that is a list.
    pub(super) fn ask_many(&mut self) -> Result<Vec<Value>> {
        let cells = match &mut self.source {
            Source::Script { answers, .. } => match answers.pop_front() {
                Some(warwright_ir::Value::Scalar(NONE)) => Vec::new(),
                Some(warwright_ir::Value::Scalar(cell)) => vec![cell],
                Some(warwright_ir::Value::Wide(cells)) => cells.to_vec(),
                None => return Err(missing("a choice")),
            },
            Source::Record(record) => match record.pop_front() {
                Some(Recorded::Chose { answer: Answer::Values(cells), .. }) => cells,
                Some(Recorded::Chose { answer: Answer::Nothing, .. }) => Vec::new(),
                _ => return Err(missing("a choice")),
            },
        };
        Ok(cells.into_iter().map(Value::Cell).collect())
    }

    /// Dice that a player chooses of a pool.
    pub(super) fn choose_dice(
        &mut self,
        locals: &mut Locals,
        of: &ChoiceOf,
        low: &Expr,
        high: &Expr,
    ) -> Result<Value> {
        let Value::Pool(mut there) = self.now(locals, &of.of)? else {
            return Err(Trouble::Fault("no dice"));
        };
        let fitting = self.candidates(locals, of)?;
        for (face, count) in (0i64..).zip(&mut there) {
            *count = i64::try_from(fitting.iter().filter(|it| **it == Value::Cell(face)).count())
                .unwrap();
        }
        let all: i64 = there.iter().sum();
        let high = self.now(locals, high)?.cell()?.clamp(0, all);
        let low = self.now(locals, low)?.cell()?.clamp(0, high);
        if high == 0 {
            return Ok(Value::Pool(vec![0; there.len()]));
        }
        if low == all {
            return Ok(Value::Pool(there));
        }
        let chosen = self.ask_many()?.iter().map(Value::cell).collect::<Result<Vec<_>>>()?;
        let chosen = if chosen.is_empty() { vec![0; there.len()] } else { chosen };
        let many: i64 = chosen.iter().sum();
        let fits = chosen.len() == there.len()
            && chosen.iter().zip(&there).all(|(mine, there)| (0..=*there).contains(mine));
        if !fits || many < low || many > high {
            return Err(Trouble::Script("not among what is offered".to_owned()));
        }
        Ok(Value::Pool(chosen))
    }

    /// How many dice of each face fulfil a condition, and how many of them are meant at most.
    fn meant(
        &self,
        locals: &mut Locals,
        pool: LocalId,
        (face, when): (LocalId, Option<&Expr>),
        upto: Option<&Expr>,
    ) -> Result<(Vec<i64>, i64)> {
        let dice = locals.get(pool);
        let fitting = match when {
            Some(when) => self.filtered(&self.world, locals, dice, face, when)?,
            None => dice,
        };
        let Value::Pool(fitting) = fitting else { return Err(Trouble::Fault("no dice")) };
        let total: i64 = fitting.iter().sum();
        let most = match upto {
            Some(upto) => self.now(locals, upto)?.cell()?.clamp(0, total),
            None => total,
        };
        Ok((fitting, most))
    }

    /// Rolls dice again, or turns them to other faces.
    pub(super) fn turn_dice(&mut self, locals: &mut Locals, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Reroll { pool, face, when, upto, by, .. } => {
                let (fitting, most) =
                    self.meant(locals, *pool, (*face, when.as_deref()), upto.as_deref())?;
                if most == 0 {
                    return Ok(());
                }
                let taken: Vec<i64> = if by.is_some() {
                    self.ask_many()?.iter().map(Value::cell).collect::<Result<_>>()?
                } else {
                    lowest(&fitting, most)
                };
                let legal =
                    taken.iter().zip(&fitting).all(|(mine, there)| (0..=*there).contains(mine));
                if !legal || taken.iter().sum::<i64>() > most {
                    return Err(Trouble::Script("dice that are not offered".to_owned()));
                }
                let (Value::Pool(left), Some(die)) = (locals.get(*pool), locals.die(*pool)) else {
                    return Err(Trouble::Fault("no dice"));
                };
                let again = self.roll(die, taken.iter().sum())?;
                let dice = left.iter().zip(&taken).zip(&again);
                let dice = dice.map(|((left, taken), again)| left - taken + again).collect();
                locals.set(*pool, Value::Pool(dice));
            }
            StmtKind::Change { pool, face, when, upto, to } => {
                let (fitting, most) =
                    self.meant(locals, *pool, (*face, when.as_deref()), upto.as_deref())?;
                let taken = lowest(&fitting, most);
                let Value::Pool(mut dice) = locals.get(*pool) else {
                    return Err(Trouble::Fault("no dice"));
                };
                for (from, count) in taken.iter().enumerate().filter(|(_, count)| **count > 0) {
                    locals.set(*face, Value::Cell(i64::try_from(from).unwrap()));
                    let to = usize::try_from(self.now(locals, to)?.cell()?).unwrap();
                    dice[from] -= count;
                    dice[to] += count;
                }
                locals.set(*pool, Value::Pool(dice));
            }
            _ => {}
        }
        Ok(())
    }
}

/// So many dice, those of the lowest faces first.
fn lowest(dice: &[i64], most: i64) -> Vec<i64> {
    let mut left = most;
    let take = |count: &i64| {
        let taken = left.min(*count);
        left -= taken;
        taken
    };
    dice.iter().map(take).collect()
}
