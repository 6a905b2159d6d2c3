//! Classes of faces at one act that rolls: what is read of the pool, and which locals are dead once the dice lie.

use super::flow::dead_after;
use super::group::Group;
use super::pools::{Answers, Falls, Outcomes, Seen, Sides, Tables};
use super::reading::{Against, Asks, Reader, Reading, reading};
use crate::eval::Evaluator;
use crate::fault::Checked;
use crate::link::Setting;
use crate::machine::Machine;
use crate::state::{Common, Frame, Locals, State, View};
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use warwright_ir::{Act, BodyId, DieId, ExprId, NONE, Slot};

/// What is known of an act that rolls before any state is seen.
#[derive(Debug)]
pub(super) struct Plan {
    /// The wide local of the pool.
    pub(super) pool: u16,
    /// Locals that nothing reads any more once the dice lie.
    pub(super) dead: Vec<Slot>,
    die: DieId,
    reading: Reading,
    /// The classes, where they are the same in every state.
    fixed: OnceCell<Rc<Classes>>,
    /// All classes that were found so far, so that their falls are worked out once.
    found: RefCell<Vec<Rc<Classes>>>,
}

/// The classes into which the faces of a die fall.
#[derive(Debug)]
pub(super) struct Classes {
    /// On how many sides each class stands.
    pub(super) sides: Sides,
    /// A face of each class that matters.
    pub(super) faces: SmallVec<[usize; 8]>,
    /// What a die of each class adds to each answer, where only sums are asked for.
    answers: Option<Answers>,
    tables: Tables,
}

impl PartialEq for Classes {
    fn eq(&self, other: &Self) -> bool {
        self.sides == other.sides && self.faces == other.faces && self.answers == other.answers
    }
}

/// A state of which is asked before its dice fall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking<'a> {
    pub(super) machine: &'a Machine,
    pub(super) state: &'a State,
    /// What all worlds have for which it stands, where its cells were taken out. What cannot be asked of all of them is a fault then.
    pub(super) common: Option<&'a Common>,
}

impl Asking<'_> {
    fn ask<T>(
        &self,
        locals: Locals,
        ask: impl FnOnce(&mut Evaluator<'_, ()>) -> Checked<T>,
    ) -> Checked<T> {
        let view = View::live(self.state).standing_for(self.common);
        self.machine.with_view(view, locals, (0, 0), &mut (), ask)
    }

    /// The first cell of the value of an expression.
    fn value(&self, expr: ExprId, locals: &Locals) -> Checked<Option<i64>> {
        self.ask(locals.clone(), |evaluator| Ok(evaluator.value(expr)?.first().copied()))
    }
}

/// What a face adds to the answer of each reader; [`NONE`] where it adds nothing.
type Sign = SmallVec<[i64; 4]>;

impl Plan {
    /// The plan of the act at `at` in a run that is watched or not; nothing where that is no act that rolls.
    pub(super) fn new(
        machine: &Machine,
        setting: &Setting,
        body: BodyId,
        at: u32,
        die: DieId,
        watched: bool,
    ) -> Option<Self> {
        let (program, on) = (machine.program(), machine.linked().optimisations);
        let act = program.bodies.get(body)?.acts.get(at as usize)?;
        let (Act::Roll { slot, .. } | Act::Reroll { slot, .. }) = act else { return None };
        let group = Group::of(program, setting, body, watched);
        let point = (body, at as usize);
        Some(Self {
            pool: *slot,
            dead: group
                .iter()
                .filter(|_| on.forgetting)
                .flat_map(|group| dead_after(program, group, point))
                .collect(),
            die,
            reading: if on.classes {
                reading(program, group.as_ref(), point, *slot)
            } else {
                Reading::Whole
            },
            fixed: OnceCell::new(),
            found: RefCell::default(),
        })
    }

    /// Whether the classes are the same in every state.
    pub(super) fn is_constant(&self) -> bool {
        match &self.reading {
            Reading::Whole => true,
            Reading::Asked { constant, .. } => *constant,
        }
    }

    /// The classes in a state whose innermost frame has just been answered.
    pub(super) fn classes(&self, asking: Asking<'_>) -> Checked<Rc<Classes>> {
        if let Some(fixed) = self.fixed.get() {
            return Ok(Rc::clone(fixed));
        }
        let classes = self.sort(asking)?;
        if self.is_constant() {
            return Ok(Rc::clone(self.fixed.get_or_init(|| Rc::new(classes))));
        }
        let mut found = self.found.borrow_mut();
        if let Some(known) = found.iter().find(|known| ***known == classes) {
            return Ok(Rc::clone(known));
        }
        let classes = Rc::new(classes);
        found.push(Rc::clone(&classes));
        Ok(classes)
    }

    fn sort(&self, asking: Asking<'_>) -> Checked<Classes> {
        // What cannot be asked now is seen when it is asked: until then no face is like another.
        let seen_later = |fault, sides: &[u64]| match asking.common {
            Some(_) if !self.is_constant() => Err(fault),
            _ => Ok(Classes::whole(sides)),
        };
        let sides: Vec<u64> = match asking.machine.program().dice.get(self.die) {
            Some(die) => die.faces.iter().map(|face| u64::from(face.sides)).collect(),
            None => Vec::new(),
        };
        let Reading::Asked { readers, .. } = &self.reading else {
            return Ok(Classes::whole(&sides));
        };
        let own = own_locals(asking.state);
        let mut signs: Vec<Sign> = vec![Sign::new(); sides.len()];
        let mut seen: Option<SmallVec<[Seen; 4]>> = Some(SmallVec::new());
        for reader in readers {
            let locals = match reader.locals(asking, &own) {
                Ok(locals) => locals,
                Err(fault) => return seen_later(fault, &sides),
            };
            if !reader.may_be_asked(asking, &locals)? {
                continue;
            }
            // All faces are asked about in one go.
            let whole = asking.common.is_some();
            let answers =
                asking.ask(locals, |evaluator| reader.answers(evaluator, sides.len(), whole));
            let (of_faces, sum) = match answers {
                Ok(answers) => answers,
                Err(fault) => return seen_later(fault, &sides),
            };
            signs.iter_mut().zip(of_faces).for_each(|(sign, one)| sign.push(one));
            match (sum, &mut seen) {
                (Some(one), Some(all)) => all.push(one),
                (_, seen) => *seen = None,
            }
        }
        Ok(Classes::of(&sides, &signs, seen))
    }
}

impl Classes {
    fn whole(sides: &[u64]) -> Self {
        Self {
            sides: Sides { kept: sides.iter().copied().collect(), rest: 0 },
            faces: (0..sides.len()).collect(),
            answers: None,
            tables: Tables::default(),
        }
    }

    /// All falls of `count` dice.
    pub(super) fn falls(&self, count: u32) -> Rc<Falls> {
        self.tables.falls(&self.sides, self.answers.as_ref(), count)
    }

    /// All falls of any of some numbers of dice, which rise.
    pub(super) fn outcomes(&self, counts: &[u32]) -> Rc<Outcomes> {
        self.tables.outcomes(&self.sides, self.answers.as_ref(), counts)
    }

    /// Classes by signs. Where all readers add up what the dice give, `seen` says what is seen of each sum.
    fn of(sides: &[u64], signs: &[Sign], seen: Option<SmallVec<[Seen; 4]>>) -> Self {
        let mut classes = Self {
            sides: Sides { kept: SmallVec::new(), rest: 0 },
            faces: SmallVec::new(),
            answers: None,
            tables: Tables::default(),
        };
        let mut kinds: Vec<&Sign> = Vec::new();
        for (face, (sign, sides)) in signs.iter().zip(sides).enumerate() {
            if sign.iter().all(|one| *one == NONE) {
                classes.sides.rest += sides;
            } else if let Some(class) = kinds.iter().position(|other| *other == sign) {
                if let Some(kept) = classes.sides.kept.get_mut(class) {
                    *kept += sides;
                }
            } else {
                kinds.push(sign);
                classes.sides.kept.push(*sides);
                classes.faces.push(face);
            }
        }
        classes.answers = seen.map(|seen| {
            let number = |one: &i64| if *one == NONE { 0 } else { *one };
            let adds = kinds.iter().map(|sign| sign.iter().map(number).collect()).collect();
            Answers { adds, seen }
        });
        classes
    }
}

/// What each face adds to the answer of a reader, and what is seen of the sum; no sum where the answer is none.
type Answered = (Vec<i64>, Option<Seen>);

impl Reader {
    /// The locals as they are when it is asked.
    fn locals(&self, asking: Asking<'_>, own: &Locals) -> Checked<Locals> {
        let mut locals = own.clone();
        for (slot, value) in &self.lets {
            let value = asking.value(*value, &locals)?.unwrap_or(NONE);
            if let Some(local) = locals.scalars.get_mut(usize::from(*slot)) {
                *local = value;
            }
        }
        Ok(locals)
    }

    /// Whether it may be asked on the way on from a state.
    fn may_be_asked(&self, asking: Asking<'_>, locals: &Locals) -> Checked<bool> {
        for (guard, held) in &self.guards {
            match asking.value(*guard, locals) {
                Ok(turned_out) if turned_out.is_none_or(|it| (it != 0) == *held) => {}
                Ok(_) => return Ok(false),
                Err(fault) if asking.common.is_some() => return Err(fault),
                // What cannot be told now is seen on the way.
                Err(_) => {}
            }
        }
        Ok(true)
    }

    /// What each face gives, and what is seen of the sum; a fault where that cannot be asked and `whole` is due.
    fn answers(
        &self,
        asking: &mut Evaluator<'_, ()>,
        faces: usize,
        whole: bool,
    ) -> Checked<Answered> {
        let of_faces =
            (0..faces).map(|face| self.sign(asking, i64::try_from(face).unwrap_or(NONE)));
        let of_faces = of_faces.collect::<Checked<Vec<i64>>>()?;
        match self.seen(asking) {
            Err(fault) if whole => Err(fault),
            seen => Ok((of_faces, seen.unwrap_or_default())),
        }
    }

    /// What is seen of the sum that answers it; nothing where the answer is no sum.
    fn seen(&self, asking: &mut Evaluator<'_, ()>) -> Checked<Option<Seen>> {
        Ok(match (self.asks, self.against) {
            (Asks::True | Asks::False, _) => Some(Seen::Any),
            (Asks::Number | Asks::Sum, None) => Some(Seen::All),
            (Asks::Number | Asks::Sum, Some(Against { op, bound, left })) => {
                let bound = asking.scalar(bound)?;
                Some(Seen::Against { op, bound, left })
            }
            _ => None,
        })
    }

    /// What a face adds to the answer.
    fn sign(&self, asking: &mut Evaluator<'_, ()>, face: i64) -> Checked<i64> {
        let mut ask = |slot: u16, expr| -> Checked<i64> {
            asking.set_scalar(slot, face)?;
            asking.scalar(expr)
        };
        for (slot, condition) in &self.conditions {
            if ask(*slot, *condition)? == 0 {
                return Ok(NONE);
            }
        }
        let value = match self.value {
            Some((slot, value)) => Some(ask(slot, value)?),
            None => None,
        };
        Ok(match self.asks {
            Asks::Number | Asks::Again => 1,
            Asks::True => match value {
                Some(0) => NONE,
                Some(_) | None => 1,
            },
            Asks::False => match value {
                Some(0) => 1,
                Some(_) | None => NONE,
            },
            Asks::Sum => match value.unwrap_or(face) {
                0 => NONE,
                sum => sum,
            },
            Asks::Value => value.unwrap_or(face),
            Asks::Face | Asks::Each => face,
        })
    }
}

/// The locals of the innermost frame.
fn own_locals(state: &State) -> Locals {
    let (scalars, wides) =
        state.frames.last().map_or((0, 0), |Frame { scalars, wides, .. }| (*scalars, *wides));
    Locals {
        scalars: state.locals.scalars.get(scalars as usize..).unwrap_or_default().to_vec(),
        wides: state.locals.wides.get(wides as usize..).unwrap_or_default().to_vec(),
    }
}
