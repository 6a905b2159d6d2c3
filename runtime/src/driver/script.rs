//! Scripted dice and answers, for tests and for tables where people roll: they must fit exactly.

use super::{Chooser, Dice, PlayFault, Standpoint};
use crate::dice::RollOf;
use crate::eval::bearing_member;
use crate::link::ENTRY;
use crate::machine::{ActionOption, Answer, ChooseRequest, Machine, Options, RollRequest};
use crate::state::State;
use std::collections::VecDeque;
use warwright_ir::{
    ActionId, DieId, EntryId, KindBase, Named, Program, Scripted, Sort, SpanId, Test, Ty,
};

/// Dice and answers in the order in which they will be asked for.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Single dice: faces of any die, whose namesakes count on the die that is rolled.
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
        request: Box<RollRequest>,
        /// How many were missing.
        missing: u32,
    },
    /// The die that is rolled has no such face.
    NoSuchFace {
        /// The roll.
        request: Box<RollRequest>,
        /// The die that has the face.
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
        request: Box<ChooseRequest>,
    },
    /// An answer is of no use for what was asked.
    WrongAnswer {
        /// The choice.
        request: Box<ChooseRequest>,
        /// The answer.
        answer: Scripted,
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
    fn roll(
        &mut self,
        machine: &Machine,
        _battle: &State,
        request: &RollRequest,
    ) -> Result<Vec<i64>, PlayFault> {
        let rolled = match &request.of {
            RollOf::Die(die) => *die,
            RollOf::Items { entries, .. } => return self.draw(machine, entries, request.span),
        };
        let faces = machine.program().dice.get(rolled).map_or(0, |die| die.faces.len());
        let mut counts = vec![0_i64; faces];
        for done in 0..request.count {
            let Some((die, face)) = self.dice.pop_front() else {
                let missing = request.count.saturating_sub(done);
                let request = Box::new(request.clone());
                return Err(PlayFault::Script(ScriptFault::OutOfDice { request, missing }));
            };
            let there = namesake(machine.program(), (die, face), rolled);
            match there.and_then(|face| counts.get_mut(face)) {
                Some(count) => *count += 1,
                None => {
                    let request = Box::new(request.clone());
                    return Err(PlayFault::Script(ScriptFault::NoSuchFace { request, die, face }));
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
        let asked = || Box::new(request.clone());
        let Some(answer) = self.answers.pop_front() else {
            return Err(PlayFault::Script(ScriptFault::OutOfAnswers { request: asked() }));
        };
        let found = Names { machine, state }.answer(&request.options, &answer);
        found
            .ok_or_else(|| PlayFault::Script(ScriptFault::WrongAnswer { request: asked(), answer }))
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
            (Options::Dice { die, .. }, _) => self.dice(*die, scripted),
            (_, Scripted::Nothing) => Some(Answer::Nothing),
            (Options::Actions { list, .. }, Scripted::Act { action, bearer, args }) => {
                self.act(list, *action, *bearer, args)
            }
            (Options::Actions { list, .. }, Scripted::One(Named::Entry(entry))) => {
                self.meant(list, *entry)
            }
            (Options::One { ty, .. }, Scripted::One(one)) if face_of(ty).is_some() => {
                face_of(ty).and_then(|die| self.face(*one, die)).map(|at| Answer::Value(at.1))
            }
            (Options::One { ty, candidates, .. }, Scripted::One(one)) => {
                self.cell(*one, Sort::of(ty), candidates, &[]).map(Answer::Value)
            }
            (Options::Number { .. }, Scripted::One(one @ Named::Cell(..))) => {
                self.cell(*one, Some(Sort::Number), &[], &[]).map(Answer::Value)
            }
            (Options::Whether, Scripted::One(one @ Named::Cell(..))) => {
                self.cell(*one, Some(Sort::Truth), &[], &[]).map(Answer::Value)
            }
            (Options::Some { ty, candidates, .. }, Scripted::Several(several)) => {
                self.cells(several, Sort::of(ty), candidates).map(Answer::Values)
            }
            (Options::Some { ty, candidates, .. }, Scripted::One(one)) => {
                self.cells(&[*one], Sort::of(ty), candidates).map(Answer::Values)
            }
            (Options::Order { ty, items }, Scripted::Several(several)) => {
                self.cells(several, Sort::of(ty), items).map(Answer::Values)
            }
            (Options::Split { .. }, Scripted::Several(several)) => {
                self.cells(several, Some(Sort::Number), &[]).map(Answer::Values)
            }
            (Options::Place { .. }, Scripted::Several(several)) => {
                self.cells(several, Some(Sort::Measure), &[]).map(Answer::Values)
            }
            _ => None,
        }
    }

    /// Dice of a pool by what they show: how many of each face.
    fn dice(&self, die: DieId, scripted: &Scripted) -> Option<Answer> {
        let faces = self.machine.program().dice.get(die)?.faces.len();
        let mut counts = vec![0_i64; faces];
        let several: Vec<(u32, Named)> = match scripted {
            Scripted::Nothing => Vec::new(),
            Scripted::One(one) => vec![(1, *one)],
            Scripted::Several(several) => several.iter().map(|named| (1, *named)).collect(),
            Scripted::Dice(dice) => dice.clone(),
            Scripted::Act { .. } => return None,
        };
        for (count, named) in several {
            let (at, _) = self.face(named, die)?;
            let there = counts.get_mut(at)?;
            *there = there.saturating_add(i64::from(count));
        }
        Some(Answer::Values(counts))
    }

    /// The face of a die that is named, by its number or its name: its position, also as a cell.
    fn face(&self, named: Named, die: DieId) -> Option<(usize, i64)> {
        let program = self.machine.program();
        let at = match named {
            Named::Cell(number, sort) => {
                if sort.is_some_and(|sort| sort != Sort::Number) {
                    return None;
                }
                let mut faces = program.dice.get(die)?.faces.iter();
                faces.position(|face| face.value == Some(number))?
            }
            Named::Face(of, face) => namesake(program, (of, face), die)?,
            Named::Entry(_) => return None,
        };
        Some((at, i64::try_from(at).ok()?))
    }

    fn cells(&self, named: &[Named], sort: Option<Sort>, among: &[i64]) -> Option<Vec<i64>> {
        let mut taken = Vec::with_capacity(named.len());
        for one in named {
            let cell = self.cell(*one, sort, among, &taken)?;
            taken.push(cell);
        }
        Some(taken)
    }

    /// A named value: itself, where it is of the sort that is wanted, or the first of the candidates that is one of the entry and
    /// not yet taken, or of the parts of a piece the one of that number.
    fn cell(
        &self,
        named: Named,
        wanted: Option<Sort>,
        among: &[i64],
        taken: &[i64],
    ) -> Option<i64> {
        match named {
            Named::Cell(cell, sort) => {
                let suits = sort.zip(wanted).is_none_or(|(sort, wanted)| sort == wanted);
                let part = || self.part(cell, among).filter(|_| sort == Some(Sort::Number));
                suits.then_some(cell).or_else(part)
            }
            Named::Face(..) => None,
            Named::Entry(entry) => {
                let mut free = among.iter().copied().filter(|item| !taken.contains(item));
                free.find(|item| self.is_of(*item, entry))
            }
        }
    }

    /// The part of a number, where all candidates are parts of one piece.
    fn part(&self, number: i64, among: &[i64]) -> Option<i64> {
        let part = |item: &i64| self.machine.part_of(self.state, *item);
        let body = part(among.first()?)?.body;
        if among.iter().any(|item| part(item).is_none_or(|part| part.body != body)) {
            return None;
        }
        let number = usize::try_from(number).ok()?;
        among.iter().copied().find(|item| part(item).is_some_and(|part| part.number == number))
    }

    /// Whether an entity is one of an entry, or of another of its kind and name; of a member that is a bearer whether it is that.
    fn is_of(&self, entity: i64, entry: EntryId) -> bool {
        match bearing_member(entity) {
            Some(member) => member == entry,
            None => self.entry(entity).is_some_and(|own| same(self.machine, own, entry)),
        }
    }

    /// What an entity is one of.
    fn entry(&self, entity: i64) -> Option<EntryId> {
        let head = self.state.head(entity);
        let cell = head.and_then(|head| self.state.cells().get(head.cells as usize + ENTRY));
        cell.and_then(|cell| u32::try_from(*cell).ok()).map(EntryId)
    }

    /// An action that is named, with its arguments. Of a range only parts are listed; what lies between them the machine knows to judge.
    fn act(
        &self,
        list: &[ActionOption],
        action: ActionId,
        bearer: Option<Named>,
        args: &[Named],
    ) -> Option<Answer> {
        let named = |option: &&ActionOption| {
            option.action == action
                && option.args.len() == args.len()
                && bearer.is_none_or(|named| self.is_meant(option.bearer, named))
                && args.iter().zip(&option.args).all(|(arg, cell)| match arg {
                    Named::Entry(entry) => self.is_of(*cell, *entry),
                    Named::Cell(..) => true,
                    Named::Face(..) => false,
                })
        };
        // Whose action is meant has to be said where it is open.
        let bearers = || list.iter().filter(named).map(|option| option.bearer);
        if bearers().any(|one| bearers().any(|other| !self.are_alike(one, other))) {
            return None;
        }
        let given = |option: &ActionOption| -> ActionOption {
            let args = args.iter().zip(&option.args).map(|(arg, cell)| match arg {
                Named::Entry(_) | Named::Face(..) => *cell,
                Named::Cell(given, _) => *given,
            });
            ActionOption { args: args.collect(), ..option.clone() }
        };
        let exact = list.iter().filter(named).find(|option| given(option) == **option);
        let found = exact.or_else(|| list.iter().find(named))?;
        Some(Answer::Act(given(found)))
    }

    /// Whether something is what a script names.
    fn is_meant(&self, entity: i64, named: Named) -> bool {
        match named {
            Named::Entry(entry) => self.is_of(entity, entry),
            Named::Cell(cell, _) => cell == entity,
            Named::Face(..) => false,
        }
    }

    /// Whether two bearers of an action are one to people: the same, or cards of one entry.
    fn are_alike(&self, one: i64, other: i64) -> bool {
        let program = self.machine.program();
        let is_piece = |entry: EntryId| {
            let kind = program.entries.get(entry).and_then(|it| program.kinds.get(it.kind));
            kind.is_none_or(|kind| kind.base == KindBase::Piece)
        };
        one == other
            || self.entry(one).is_some_and(|entry| !is_piece(entry) && self.is_of(other, entry))
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

/// The position on a die of the face that has the name of another die's face.
fn namesake(program: &Program, (of, face): (DieId, u32), on: DieId) -> Option<usize> {
    let face = usize::try_from(face).ok()?;
    if of == on {
        return program.dice.get(on).filter(|die| face < die.faces.len()).map(|_| face);
    }
    let name = |id| program.texts.get(id);
    let wanted = name(program.dice.get(of)?.faces.get(face)?.name)?;
    program.dice.get(on)?.faces.iter().position(|face| name(face.name) == Some(wanted))
}

/// The die of which a value is a face.
fn face_of(ty: &Ty) -> Option<DieId> {
    match ty {
        Ty::Face(die) => Some(*die),
        Ty::Optional(inner) => face_of(inner),
        _ => None,
    }
}

/// Whether two entries are one to people: of one kind and name.
fn same(machine: &Machine, one: EntryId, other: EntryId) -> bool {
    let of = |entry: EntryId| machine.program().entries.get(entry).map(|it| (it.kind, it.name));
    one == other || of(one) == of(other)
}
