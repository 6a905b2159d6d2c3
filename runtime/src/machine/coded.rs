//! Acts as code: runs the acts of a body one after the other without leaving the loop over instructions, up to the first that the
//! machine must do. An act whose code has no value is left to the machine too: it has changed nothing yet.

use super::engine::{Base, Engine, MOST_LOCALS};
use super::request::Request;
use super::rules;
use super::shunned::{Listed, Shunned, Shuns};
use super::stack::MOST_FRAMES;
use super::tell::Tells;
use super::watched::is_variable;
use super::{Fuel, Machine};
use crate::code::{At, Deeds, FieldCell, Op, Part, Unit};
use crate::dependencies::Reads;
use crate::dice::SeededDice;
use crate::eval::{Evaluator, Host, run_until};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{ENTRY, Linked, OWNER, Setting};
use crate::memo::Memo;
use crate::session::Session;
use crate::state::View;
use crate::state::{Common, Locals, Stage, State, Wide, Work, Writer};
use warwright_ir::{
    AbilityId, BodyId, DieId, Expr, ExprId, FieldId, MAX_DICE, NONE, ProcedureId, Slot,
};

/// A machine that runs acts.
struct Doing<'e, 'a> {
    linked: &'a Linked,
    setting: &'a Setting,
    state: &'e mut State,
    locals: &'e mut Locals,
    memo: &'e mut Memo,
    fuel: &'e mut u64,
    dice: Option<&'e mut SeededDice>,
    /// Whether nobody listens.
    quiet: bool,
    deeds: &'a Deeds,
    base: Base,
    /// Whether what is forgotten is laid down below all locals.
    watched: bool,
    /// The same of the body itself.
    own: (Base, bool),
    /// Where all locals ended when the body began.
    top: Base,
    /// What is read; nobody keeps what rests on all of it.
    reads: &'e Reads,
    nobody: (),
}

/// So many frames at most stand for one part.
const FRAMES: usize = 2;
/// What a round of a loop or a run burns.
const ROUND: u64 = 8;

impl Machine {
    /// The same with dice that fall at once where nothing is told of them, so that nobody is asked for them.
    pub(crate) fn run_rolling(
        &self,
        session: &mut Session,
        tells: &mut Tells,
        fuel: &mut Fuel,
        shuns: &dyn Fn(i64, Listed) -> Shunned,
        dice: Option<&mut SeededDice>,
    ) -> Checked<Request> {
        let mut engine = self.engine(session, tells, fuel)?;
        engine.shuns = self.linked.optimisations.shunning.then_some(Shuns(shuns));
        engine.dice = dice;
        engine.run()
    }

    /// The same of a state that may stand for several worlds: its cells were taken out, and only those may be read that all have.
    pub(crate) fn run_for_all(
        &self,
        session: &mut Session,
        tells: &mut Tells,
        fuel: &mut Fuel,
        common: Option<&Common>,
    ) -> Checked<Request> {
        let mut engine = self.engine(session, tells, fuel)?;
        engine.common = common;
        engine.run()
    }
}

impl<'a> Engine<'a> {
    /// The code of a body.
    pub(super) fn deeds_of(&self, body: BodyId) -> Option<&'a Deeds> {
        let setting = self.setting;
        setting.body_code(self.linked, body)
    }

    /// Runs acts from one on; gives the first that is left, or nothing where that is in a run or step that has frames now.
    pub(super) fn run_deeds(
        &mut self,
        deeds: &'a Deeds,
        base: Base,
        at: u32,
    ) -> Checked<Option<u32>> {
        let Some(from) = deeds.starts.get(at as usize).copied().flatten() else {
            return Ok(Some(at));
        };
        match self.run_from(deeds, base, from)? {
            (None, At::Act(at)) => Ok(Some(at)),
            _ => Ok(None),
        }
    }

    /// Runs a run from a stage on, as far as that is code; gives the stage that is left, or nothing where that is in a run or step that
    /// has frames now.
    pub(super) fn run_stages(
        &mut self,
        id: ProcedureId,
        base: Base,
        stage: Stage,
    ) -> Checked<Option<Stage>> {
        let at = match stage {
            Stage::Begin => 0,
            Stage::Work(next) => usize::from(next) + 1,
            _ => return Ok(Some(stage)),
        };
        let bare = self.state.cells().is_empty() && !self.state.heads().is_empty();
        let (linked, setting) = (self.linked, self.setting);
        let deeds = setting.run_code(linked, id).filter(|_| !bare);
        let Some((deeds, from)) = deeds.and_then(|it| Some((it, (*it.starts.get(at)?)?))) else {
            return Ok(Some(stage));
        };
        match self.run_from(deeds, base, from)? {
            (None, At::Stage(stage)) => Ok(Some(stage)),
            _ => Ok(None),
        }
    }

    /// Runs instructions from one on; gives where the machine stands then.
    fn run_from(&mut self, deeds: &'a Deeds, base: Base, from: u16) -> Checked<(Option<u16>, At)> {
        let watched = self.state.is_watched(base.scalars, base.wides);
        let mut locals = std::mem::take(&mut self.state.locals);
        let top = Base { scalars: locals.scalars.len(), wides: locals.wides.len() };
        if deeds.unit.room > 0 {
            locals.scalars.resize(top.scalars + usize::from(deeds.unit.room), 0);
        }
        let mut doing = Doing {
            linked: self.linked,
            setting: self.setting,
            state: self.state,
            locals: &mut locals,
            memo: self.memo,
            fuel: self.fuel,
            dice: self.dice.as_deref_mut(),
            quiet: self.tells.is_quiet(),
            deeds,
            base,
            watched,
            own: (base, watched),
            top,
            reads: &self.reads,
            nobody: (),
        };
        let stopped = run_until(&mut doing, &deeds.unit, usize::from(from), top.scalars);
        let stand = deeds.stand_at(stopped).ok_or_else(|| Fault::damaged(DamagedPart::Position))?;
        let end = deeds.end_of(stand.part);
        locals.scalars.truncate(top.scalars + end.0);
        locals.wides.truncate(top.wides + end.1);
        self.state.locals = locals;
        self.stand_at(deeds, stand, top)?;
        Ok((stand.part, stand.at))
    }
}

impl<'a> Doing<'_, 'a> {
    /// Asks something of the evaluator.
    fn ask<'s, T>(
        &'s mut self,
        question: impl FnOnce(&mut Evaluator<'s, ()>) -> Option<T>,
    ) -> Option<T> {
        question(&mut Evaluator {
            linked: self.linked,
            setting: self.setting,
            view: View::live(self.state).noting_if(self.reads, self.memo.is_warm()),
            locals: self.locals,
            base: self.base.scalars,
            wide_base: self.base.wides,
            depth: 0,
            walking: false,
            fuel: self.fuel,
            memo: self.memo,
            observer: &mut self.nobody,
        })
    }

    fn wide_mut(&mut self, slot: u16) -> Option<&mut Wide> {
        self.locals.wides.get_mut(self.base.wides + usize::from(slot))
    }

    fn cell_of(&self, entity: i64, offset: usize) -> Option<i64> {
        let head = self.state.head(entity)?;
        self.state.cells().get(head.cells as usize + offset).copied()
    }

    fn roll_now(&mut self, slot: u16, die: DieId, count: i64) -> Option<()> {
        if !self.quiet || !(0..=MAX_DICE).contains(&count) {
            return None;
        }
        let faces = self.linked.program.dice.get(die)?.faces.len();
        let pool = self.locals.wides.get_mut(self.base.wides + usize::from(slot))?;
        let dice = self.dice.as_deref_mut()?;
        if pool.len() == faces {
            pool.fill(0);
        } else {
            *pool = Wide::from_elem(0, faces);
        }
        dice.roll_fair(u32::try_from(count).ok()?, pool);
        Some(())
    }

    /// The scalar field of an entity gets a value.
    fn write(&mut self, entity: i64, field: FieldId, value: i64) -> Option<()> {
        let (linked, setting) = (self.linked, self.setting);
        let mut writer =
            Writer { rules: rules(linked, setting), state: self.state, memo: self.memo };
        writer.set(entity, field, value).ok()
    }

    fn wide(&mut self, value: ExprId) -> Option<Wide> {
        match self.linked.program.exprs.get(value)? {
            Expr::Wide(items) => Some(Wide::from_slice(items)),
            _ => self.ask(|evaluator| evaluator.wide(value).ok()),
        }
    }

    /// A wide value into a local that a run will find.
    fn give(&mut self, at: u16, value: ExprId) -> Option<()> {
        let value = self.wide(value)?;
        *self.locals.wides.get_mut(self.top.wides + usize::from(at))? = value;
        Some(())
    }

    fn set_wide(&mut self, slot: u16, value: ExprId) -> Option<()> {
        let value = self.wide(value)?;
        if self.watched
            && value.is_empty()
            && let Some(held) = self.locals.wides.get_mut(usize::from(slot))
        {
            held.clear();
        }
        *self.wide_mut(slot)? = value;
        Some(())
    }

    /// A local that is watched is laid down when it is forgotten, if it is a variable.
    fn lay_down(&mut self, slot: u16, held: i64) -> Option<()> {
        if is_variable(self.linked, self.state, Slot::Scalar(slot)) {
            *self.locals.scalars.get_mut(usize::from(slot))? = held;
        }
        Some(())
    }

    /// The same of a wide one, which is not empty.
    fn lay_down_wide(&mut self, slot: u16) -> Option<()> {
        let held = std::mem::take(self.wide_mut(slot)?);
        if is_variable(self.linked, self.state, Slot::Wide(slot)) {
            *self.locals.wides.get_mut(usize::from(slot))? = held;
        }
        Some(())
    }
}

/// The slots that are bits, counted from the first.
fn slots(from: u16, bits: u64) -> impl Iterator<Item = u16> {
    let next = |bits: &u64| Some(bits & (bits - 1)).filter(|rest| *rest != 0);
    let all = std::iter::successors(Some(bits).filter(|bits| *bits != 0), next);
    all.map(move |bits| from.saturating_add(u16::try_from(bits.trailing_zeros()).unwrap_or(0)))
}

impl<'a> Host<'a> for Doing<'_, 'a> {
    #[inline]
    fn base(&self) -> usize {
        self.base.scalars
    }

    #[inline]
    fn scalars(&self) -> &[i64] {
        &self.locals.scalars
    }

    #[inline]
    fn scalars_mut(&mut self) -> &mut [i64] {
        &mut self.locals.scalars
    }

    #[inline]
    fn pool(&self, slot: u16) -> Option<&[i64]> {
        self.locals.wides.get(self.base.wides + usize::from(slot)).map(|wide| &**wide)
    }

    #[inline]
    fn cell_at(&self, entity: i64, place: FieldCell) -> Option<i64> {
        match place.field {
            FieldCell::OWNER => self.cell_of(entity, OWNER),
            _ => self.cell_of(entity, usize::from(place.offset)),
        }
    }

    #[inline]
    fn printed_of(&self, entity: i64, at: u32) -> Option<i64> {
        self.linked.figures.get(self.cell_of(entity, ENTRY)?, at)
    }

    #[inline]
    fn length(&self, entity: i64, field: FieldId) -> Option<i64> {
        let wide = View::live(self.state).wide(self.linked, entity, field);
        i64::try_from(wide.ok()?.len()).ok()
    }

    #[inline]
    fn bit(&self, entity: i64, ability: u32) -> Option<bool> {
        if entity == NONE {
            return Some(false);
        }
        let link = self.linked.abilities.get(AbilityId(ability))?;
        Some(self.cell_of(entity, link.word)? & link.mask != 0)
    }

    #[inline]
    fn put(&mut self, top: usize, slot: u16, value: i64) -> Option<()> {
        if self.watched
            && value == 0
            && let Some(held) = self.locals.scalars.get_mut(usize::from(slot))
        {
            *held = 0;
        }
        *self.slot_mut(top, slot)? = value;
        Some(())
    }

    #[inline]
    fn forget(&mut self, from: u16, bits: u64) -> Option<()> {
        for slot in slots(from, bits) {
            let held = std::mem::take(self.slot_mut(0, slot)?);
            if self.watched && held != 0 {
                self.lay_down(slot, held)?;
            }
        }
        Some(())
    }

    #[inline(never)]
    fn forget_wide(&mut self, from: u16, bits: u64) -> Option<()> {
        for slot in slots(from, bits) {
            let watched = self.watched;
            let wide = self.wide_mut(slot)?;
            if watched && !wide.is_empty() {
                self.lay_down_wide(slot)?;
            } else {
                wide.clear();
            }
        }
        Some(())
    }

    #[inline(never)]
    fn inner(&mut self, unit: &'a Unit, op: &Op, from: (usize, usize)) -> Option<i64> {
        self.ask(|evaluator| evaluator.run_inner(unit, op, from))
    }

    #[inline]
    fn set_field(&mut self, entity: i64, field: FieldId, value: i64) -> Option<()> {
        self.write(entity, field, value)
    }

    fn roll(&mut self, slot: u16, die: DieId, count: i64) -> Option<()> {
        self.roll_now(slot, die, count)
    }

    #[inline]
    fn quiet(&self) -> Option<()> {
        self.quiet.then_some(())
    }

    #[inline]
    fn again(&mut self) -> Option<()> {
        self.linked.burn(self.fuel, ROUND).ok()
    }

    #[inline]
    fn tick(&mut self, top: usize, left: u16) -> Option<()> {
        let left = self.slot_mut(top, left)?;
        if *left <= 0 {
            return None;
        }
        *left -= 1;
        Some(())
    }

    /// As far as the machine would begin it.
    fn begin(&mut self, part: u16) -> Option<()> {
        let Part::Run { procedure, scalars, wides, env, .. } = *self.deeds.part(part)? else {
            return None;
        };
        let running = |work: &Work| matches!(work, Work::Run(run) if run.procedure == procedure);
        let frames = &self.state.frames;
        let many = frames.len() + FRAMES * self.deeds.parts();
        let (from, wide_from) =
            (self.top.scalars + usize::from(scalars), self.top.wides + usize::from(wides));
        if many >= MOST_FRAMES
            || from.max(wide_from) > MOST_LOCALS
            || frames.iter().any(|frame| running(&frame.work))
        {
            return None;
        }
        self.linked.burn(self.fuel, ROUND).ok()?;
        self.locals.scalars.get_mut(from..from + usize::from(env.scalars))?.fill(0);
        let all = &mut self.locals.wides;
        let wide_to = wide_from + usize::from(env.wides);
        if all.len() < wide_to {
            all.resize(wide_to, Wide::new());
        }
        all.get_mut(wide_from..wide_to)?.iter_mut().for_each(Wide::clear);
        Some(())
    }

    #[inline]
    fn go_within(&mut self, part: Option<u16>) -> Option<()> {
        (self.base, self.watched) = match part {
            None => self.own,
            Some(part) => match *self.deeds.part(part)? {
                Part::Run { scalars, wides, .. } => {
                    let base = Base {
                        scalars: self.top.scalars + usize::from(scalars),
                        wides: self.top.wides + usize::from(wides),
                    };
                    (base, false)
                }
                Part::Step { .. } => return None,
            },
        };
        Some(())
    }

    #[inline(never)]
    fn called_out(&mut self, unit: &'a Unit, op: &Op, value: i64, top: usize) -> Option<i64> {
        match *op {
            Op::SetWide { slot, value } => self.set_wide(slot, value)?,
            Op::Give { at, value } => self.give(at, value)?,
            _ => return self.ask(|evaluator| evaluator.call_out(unit, op, value, top)),
        }
        Some(value)
    }
}
