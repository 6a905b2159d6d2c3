//! Scripted dice and answers, for tests and for tables where people roll: they must fit exactly.

use super::{Chooser, Dice, PlayFault};
use crate::machine::{ActionOption, Answer, ChooseRequest, Machine, Options, RollRequest};
use crate::state::State;
use std::collections::VecDeque;
use warwright_ir::{DieId, SpanId, Value};

/// Dice and answers in the order in which they will be asked for.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Single dice: kind and face.
    pub dice: VecDeque<(DieId, u32)>,
    /// Answers.
    pub answers: VecDeque<Value>,
}

/// Where a script does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptFault {
    /// More dice were rolled than the script has.
    OutOfDice {
        /// The roll.
        span: Option<SpanId>,
        /// How many were missing.
        missing: u32,
    },
    /// Another kind of die was rolled.
    WrongDie {
        /// The roll.
        span: Option<SpanId>,
        /// What was rolled.
        rolled: DieId,
        /// What the script has.
        scripted: DieId,
    },
    /// A die has no such face.
    NoSuchFace {
        /// The die.
        die: DieId,
        /// The face.
        face: u32,
    },
    /// More was asked than the script answers.
    OutOfAnswers {
        /// The choice.
        span: Option<SpanId>,
        /// What was asked.
        question: String,
    },
    /// An answer is of no use for what was asked.
    WrongAnswer {
        /// The choice.
        span: Option<SpanId>,
        /// What was asked.
        question: String,
    },
    /// Dice or answers were left over.
    LeftOver {
        /// Dice.
        dice: usize,
        /// Answers.
        answers: usize,
    },
}

impl Script {
    /// A script of dice and answers.
    pub fn new(dice: &[(DieId, u32)], answers: &[Value]) -> Self {
        Self { dice: dice.iter().copied().collect(), answers: answers.iter().cloned().collect() }
    }

    /// Checks that nothing is left over.
    ///
    /// # Errors
    ///
    /// What is left over.
    pub fn finish(&self) -> Result<(), ScriptFault> {
        if self.dice.is_empty() && self.answers.is_empty() {
            return Ok(());
        }
        Err(ScriptFault::LeftOver { dice: self.dice.len(), answers: self.answers.len() })
    }
}

impl Dice for Script {
    fn roll(&mut self, machine: &Machine, request: &RollRequest) -> Result<Vec<i64>, PlayFault> {
        let faces = machine.program().dice.get(request.die).map_or(0, |die| die.faces.len());
        let mut counts = vec![0_i64; faces];
        for done in 0..request.count {
            let span = request.span;
            let Some((die, face)) = self.dice.pop_front() else {
                let missing = request.count.saturating_sub(done);
                return Err(PlayFault::Script(ScriptFault::OutOfDice { span, missing }));
            };
            if die != request.die {
                let fault = ScriptFault::WrongDie { span, rolled: request.die, scripted: die };
                return Err(PlayFault::Script(fault));
            }
            match usize::try_from(face).ok().and_then(|face| counts.get_mut(face)) {
                Some(count) => *count += 1,
                None => {
                    return Err(PlayFault::Script(ScriptFault::NoSuchFace { die, face }));
                }
            }
        }
        Ok(counts)
    }
}

impl Chooser for Script {
    fn choose(
        &mut self,
        machine: &Machine,
        _state: &State,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let (span, question) = (request.span, request.question.clone());
        let Some(value) = self.answers.pop_front() else {
            return Err(PlayFault::Script(ScriptFault::OutOfAnswers { span, question }));
        };
        let wrong = PlayFault::Script(ScriptFault::WrongAnswer { span, question });
        answer(machine, &request.options, &value).ok_or(wrong)
    }
}

/// A scripted value as an answer. In a window an action is written as its number followed by its arguments.
fn answer(machine: &Machine, options: &Options, value: &Value) -> Option<Answer> {
    match (options, value) {
        (_, Value::Scalar(warwright_ir::NONE)) => Some(Answer::Nothing),
        (Options::Actions { list, .. }, value) => {
            let cells = match value {
                Value::Scalar(cell) => vec![*cell],
                Value::Wide(cells) => cells.clone(),
            };
            let (action, args) = cells.split_first()?;
            let action = warwright_ir::ActionId(u32::try_from(*action).ok()?);
            machine.program().actions.get(action)?;
            let fits =
                |option: &&ActionOption| option.action == action && option.args.as_slice() == args;
            let other =
                |option: &&ActionOption| option.action == action && option.args.len() == args.len();
            // Of a range only parts are listed; what lies between them the machine knows to judge.
            list.iter().find(fits).map(|option| Answer::Act(option.clone())).or_else(|| {
                let of_range = |option: &ActionOption| {
                    Answer::Act(ActionOption {
                        args: args.iter().copied().collect(),
                        ..option.clone()
                    })
                };
                list.iter().find(other).map(of_range)
            })
        }
        (Options::One { .. } | Options::Number { .. } | Options::Whether, Value::Scalar(value)) => {
            Some(Answer::Value(*value))
        }
        (
            Options::Some { .. }
            | Options::Order { .. }
            | Options::Split { .. }
            | Options::Dice { .. }
            | Options::Place { .. },
            Value::Wide(values),
        ) => Some(Answer::Values(values.clone())),
        (Options::Some { .. }, Value::Scalar(value)) => Some(Answer::Values(vec![*value])),
        _ => None,
    }
}
