//! Scripted dice and answers, for tests and for tables where people roll: they must fit exactly.

use super::{Chooser, Dice, PlayFault, Standpoint};
use crate::eval::bearing_member;
use crate::link::ENTRY;
use crate::machine::{ActionOption, Answer, ChooseRequest, Machine, Options, RollOf, RollRequest};
use crate::state::State;
use std::collections::VecDeque;
use warwright_ir::{ActionId, DieId, EntryId, Named, Scripted, SpanId, Test};

/// Dice and answers in the order in which they will be asked for.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Single dice: kind and face.
    pub dice: VecDeque<(DieId, u32)>,
    /// What is drawn, by what it is one of.
    pub draws: VecDeque<EntryId>,
    /// Answers.
    pub answers: VecDeque<Scripted>,
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
    /// More was drawn than the script has.
    OutOfDraws {
        /// Where it is drawn.
        span: Option<SpanId>,
    },
    /// The script draws what is not there.
    NotThere {
        /// Where it is drawn.
        span: Option<SpanId>,
        /// What the script has.
        entry: EntryId,
        /// What there is.
        there: Vec<EntryId>,
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
        /// What is drawn.
        draws: usize,
        /// Answers.
        answers: usize,
    },
}

impl Script {
    /// The script of a test.
    pub fn new(test: &Test) -> Self {
        Self {
            dice: test.rolls.iter().copied().collect(),
            draws: test.draws.iter().copied().collect(),
            answers: test.answers.iter().cloned().collect(),
        }
    }

    /// Checks that nothing is left over.
    ///
    /// # Errors
    ///
    /// What is left over.
    pub fn finish(&self) -> Result<(), ScriptFault> {
        if self.dice.is_empty() && self.draws.is_empty() && self.answers.is_empty() {
            return Ok(());
        }
        let (dice, draws, answers) = (self.dice.len(), self.draws.len(), self.answers.len());
        Err(ScriptFault::LeftOver { dice, draws, answers })
    }
}

impl Dice for Script {
    fn roll(&mut self, machine: &Machine, request: &RollRequest) -> Result<Vec<i64>, PlayFault> {
        let rolled = match &request.of {
            RollOf::Die(die) => *die,
            RollOf::Items { entries, .. } => return self.draw(machine, entries, request.span),
        };
        let faces = machine.program().dice.get(rolled).map_or(0, |die| die.faces.len());
        let mut counts = vec![0_i64; faces];
        for done in 0..request.count {
            let span = request.span;
            let Some((die, face)) = self.dice.pop_front() else {
                let missing = request.count.saturating_sub(done);
                return Err(PlayFault::Script(ScriptFault::OutOfDice { span, missing }));
            };
            if die != rolled {
                let fault = ScriptFault::WrongDie { span, rolled, scripted: die };
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

impl Script {
    /// The first item that is one of what the script has.
    fn draw(
        &mut self,
        machine: &Machine,
        entries: &[Option<EntryId>],
        span: Option<SpanId>,
    ) -> Result<Vec<i64>, PlayFault> {
        let Some(entry) = self.draws.pop_front() else {
            return Err(PlayFault::Script(ScriptFault::OutOfDraws { span }));
        };
        let Some(drawn) =
            entries.iter().position(|it| it.is_some_and(|it| same(machine, it, entry)))
        else {
            let there = entries.iter().copied().flatten().collect();
            return Err(PlayFault::Script(ScriptFault::NotThere { span, entry, there }));
        };
        Ok((0..entries.len()).map(|number| i64::from(number == drawn)).collect())
    }
}

impl Chooser for Script {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let (machine, state) = (from.machine(), from.seen()?);
        let (span, question) = (request.span, request.question.clone());
        let Some(value) = self.answers.pop_front() else {
            return Err(PlayFault::Script(ScriptFault::OutOfAnswers { span, question }));
        };
        let wrong = PlayFault::Script(ScriptFault::WrongAnswer { span, question });
        {
            let named = Names { machine, state };
            named.answer(&request.options, &value).ok_or(wrong)
        }
    }
}

/// What the names of a script stand for in a state.
struct Names<'a> {
    machine: &'a Machine,
    state: &'a State,
}

impl Names<'_> {
    /// A scripted value as an answer.
    fn answer(&self, options: &Options, scripted: &Scripted) -> Option<Answer> {
        match (options, scripted) {
            (_, Scripted::Nothing) => Some(Answer::Nothing),
            (Options::Actions { list, .. }, Scripted::Act { action, bearer, args }) => {
                self.act(list, *action, *bearer, args)
            }
            (Options::Actions { list, .. }, Scripted::One(Named::Entry(entry))) => {
                self.meant(list, *entry)
            }
            (Options::One { candidates, .. }, Scripted::One(one)) => {
                self.cell(*one, candidates, &[]).map(Answer::Value)
            }
            (Options::Number { .. } | Options::Whether, Scripted::One(Named::Cell(value))) => {
                Some(Answer::Value(*value))
            }
            (Options::Some { candidates, .. }, Scripted::Several(several)) => {
                self.cells(several, candidates).map(Answer::Values)
            }
            (Options::Some { candidates, .. }, Scripted::One(one)) => {
                self.cells(&[*one], candidates).map(Answer::Values)
            }
            (Options::Order { items, .. }, Scripted::Several(several)) => {
                self.cells(several, items).map(Answer::Values)
            }
            (
                Options::Split { .. } | Options::Dice { .. } | Options::Place { .. },
                Scripted::Several(several),
            ) => self.cells(several, &[]).map(Answer::Values),
            _ => None,
        }
    }

    fn cells(&self, named: &[Named], among: &[i64]) -> Option<Vec<i64>> {
        let mut taken = Vec::with_capacity(named.len());
        for one in named {
            let cell = self.cell(*one, among, &taken)?;
            taken.push(cell);
        }
        Some(taken)
    }

    /// A named value: itself, or the first of the candidates that is one of the entry and not yet taken.
    fn cell(&self, named: Named, among: &[i64], taken: &[i64]) -> Option<i64> {
        match named {
            Named::Cell(cell) => Some(cell),
            Named::Entry(entry) => {
                let mut free = among.iter().copied().filter(|item| !taken.contains(item));
                free.find(|item| self.is_of(*item, entry))
            }
        }
    }

    /// Whether an entity is one of an entry, or of another of its kind and name; of a member that is a bearer whether it is that.
    fn is_of(&self, entity: i64, entry: EntryId) -> bool {
        if let Some(member) = bearing_member(entity) {
            return member == entry;
        }
        let head = self.state.head(entity);
        let cell = head.and_then(|head| self.state.cells.get(head.cells as usize + ENTRY));
        let own = cell.and_then(|cell| u32::try_from(*cell).ok()).map(EntryId);
        own.is_some_and(|own| same(self.machine, own, entry))
    }

    /// An action that is named, with its arguments. Of a range only parts are listed; what lies between them the machine knows to judge.
    fn act(
        &self,
        list: &[ActionOption],
        action: ActionId,
        bearer: Option<EntryId>,
        args: &[Named],
    ) -> Option<Answer> {
        let named = |option: &&ActionOption| {
            option.action == action
                && option.args.len() == args.len()
                && bearer.is_none_or(|entry| self.is_of(option.bearer, entry))
                && args.iter().zip(&option.args).all(|(arg, cell)| match arg {
                    Named::Entry(entry) => self.is_of(*cell, *entry),
                    Named::Cell(_) => true,
                })
        };
        let given = |option: &ActionOption| -> ActionOption {
            let args = args.iter().zip(&option.args).map(|(arg, cell)| match arg {
                Named::Entry(_) => *cell,
                Named::Cell(given) => *given,
            });
            ActionOption { args: args.collect(), ..option.clone() }
        };
        let exact = list.iter().filter(named).find(|option| given(option) == **option);
        let found = exact.or_else(|| list.iter().find(named))?;
        Some(Answer::Act(given(found)))
    }

    /// The action that something of an entry brings, or is chosen for; none where there are several that differ.
    fn meant(&self, list: &[ActionOption], entry: EntryId) -> Option<Answer> {
        let brings = |option: &&ActionOption| self.is_of(option.bearer, entry);
        let chosen = |option: &&ActionOption| option.args.iter().any(|it| self.is_of(*it, entry));
        let brought: Vec<&ActionOption> = list.iter().filter(brings).collect();
        let found: Vec<&ActionOption> =
            if brought.is_empty() { list.iter().filter(chosen).collect() } else { brought };
        let first = *found.first()?;
        let same = |one: i64, other: i64| {
            one == other || (self.is_of(one, entry) && self.is_of(other, entry))
        };
        let alike = found.iter().all(|other| {
            other.action == first.action
                && same(other.bearer, first.bearer)
                && other.args.iter().zip(&first.args).all(|(one, other)| same(*one, *other))
        });
        alike.then(|| Answer::Act(first.clone()))
    }
}

/// Whether two entries are one to people: of one kind and name.
fn same(machine: &Machine, one: EntryId, other: EntryId) -> bool {
    let of = |entry: EntryId| machine.program().entries.get(entry).map(|it| (it.kind, it.name));
    one == other || of(one) == of(other)
}
