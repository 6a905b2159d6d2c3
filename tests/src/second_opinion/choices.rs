//! Choices: what is offered, and what the script of a test answers.

use super::value::{Result, Trouble, Value};
use super::{Locals, Second};
use warwright_compiler::typed::{Choice, ChoiceOf, Expr, Type};
use warwright_ir::NONE;

impl Second<'_> {
    pub(super) fn choice(
        &mut self,
        locals: &mut Locals,
        who: &Expr,
        choice: &Choice,
    ) -> Result<Value> {
        match choice {
            Choice::Place(_) => Err(Trouble::Unknown("places")),
            Choice::One { of, none } => {
                let mut offered = self.candidates(locals, of)?;
                if matches!(of.of.ty, Type::Pool(_)) {
                    offered.dedup();
                }
                let none = match none {
                    Some(none) => self.now(locals, none)?.holds(),
                    None => false,
                };
                match offered.as_slice() {
                    [] => Ok(Value::None),
                    [only] if !none => Ok(only.clone()),
                    _ => {
                        let who = self.now(locals, who)?;
                        self.ask_one(&who, &offered, none)
                    }
                }
            }
            Choice::Some { of, low, high } if matches!(of.of.ty, Type::Pool(_)) => {
                self.choose_dice(locals, of, low, high)
            }
            Choice::Some { of, low, high } => {
                let offered = self.candidates(locals, of)?;
                let there = i64::try_from(offered.len()).unwrap();
                let high = self.now(locals, high)?.cell()?.clamp(0, there);
                let low = self.now(locals, low)?.cell()?.clamp(0, high);
                if high == 0 {
                    return Ok(Value::Many(Vec::new()));
                }
                if low == there {
                    return Ok(Value::Many(offered));
                }
                let mut chosen = self.ask_many()?;
                let count = i64::try_from(chosen.len()).unwrap();
                if count < low || count > high || !chosen.iter().all(|it| offered.contains(it)) {
                    return Err(Trouble::Script("not among what is offered".to_owned()));
                }
                // Whatever order they are named in, they stand in the order of the set.
                chosen.sort_by_key(|one| offered.iter().position(|it| it == one));
                Ok(Value::Many(chosen))
            }
            Choice::Order(of) => {
                let items = self.now(locals, of)?.items()?;
                if items.len() <= 1 {
                    Ok(Value::Many(items))
                } else {
                    Ok(Value::Many(self.ask_many()?))
                }
            }
            Choice::Number { low, high } => {
                let low = self.now(locals, low)?.cell()?;
                let high = self.now(locals, high)?.cell()?;
                if low > high {
                    return Err(Trouble::Fault("empty range"));
                }
                if low == high {
                    return Ok(Value::Cell(low));
                }
                let chosen = self.ask_cell()?;
                if !(low..=high).contains(&chosen) {
                    return Err(Trouble::Script("out of range".to_owned()));
                }
                Ok(Value::Cell(chosen))
            }
            Choice::Whether(_) => Ok(Value::Cell(self.ask_cell()?)),
            Choice::Split { total, of } => {
                let items = self.now(locals, of)?.items()?;
                let total = self.now(locals, total)?.cell()?;
                match items.len() {
                    0 => Ok(Value::Many(Vec::new())),
                    1 => Ok(Value::Many(vec![Value::Cell(total)])),
                    many if total <= 0 => Ok(Value::Many(vec![Value::Cell(0); many])),
                    _ => Ok(Value::Many(self.ask_many()?)),
                }
            }
        }
    }

    pub(super) fn candidates(&self, locals: &mut Locals, of: &ChoiceOf) -> Result<Vec<Value>> {
        let mut kept = Vec::new();
        for one in self.now(locals, &of.of)?.items()? {
            locals.set(of.item, one.clone());
            let fits = match &of.when {
                Some(when) => self.now(locals, when)?.holds(),
                None => true,
            };
            if fits {
                kept.push(one);
            }
        }
        let Some((measure, within)) = &of.least else { return Ok(kept) };
        let mut measured = Vec::new();
        for one in kept {
            locals.set(of.item, one.clone());
            match self.now(locals, measure)? {
                Value::None => {}
                value => measured.push((value.number()?, one)),
            }
        }
        let Some(least) = measured.iter().map(|(value, _)| *value).min() else {
            return Ok(Vec::new());
        };
        let most = match within {
            Some(within) => least.plus(self.now(locals, within)?.number()?)?,
            None => least,
        };
        Ok(measured.into_iter().filter(|(value, _)| *value <= most).map(|(_, one)| one).collect())
    }

    pub(super) fn ask_one(&mut self, who: &Value, offered: &[Value], none: bool) -> Result<Value> {
        if *who == Value::None {
            return Err(Trouble::Fault("nothing there"));
        }
        let chosen = match self.ask_cell()? {
            NONE => Value::None,
            cell => Value::Cell(cell),
        };
        let legal = offered.contains(&chosen) || (none && chosen == Value::None);
        if legal {
            Ok(chosen)
        } else {
            Err(Trouble::Script("not among what is offered".to_owned()))
        }
    }
}
