//! Hooks: which apply, in which order, each in a frame of its own with copies of what it may see.

use super::engine::{Base, Engine};
use super::stack::Owner;
use crate::dependencies::Input;
use crate::eval::Bearing;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::HookLink;
use crate::state::{HookRun, Queue, Queued, Tally, Used, Work};
use crate::striking::struck_by;
use crate::watch::Part;
use warwright_ir::{
    BodyId, Edge, Hook, HookId, KindBase, MomentId, NONE, Once, Param, ProcedureId, Scope, Slot,
    Whose,
};

/// A hook that applies, with what its order depends on.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    queued: Queued,
    level: u8,
    /// 0 for what has no bearer, 1 for the active player's bearers, 2 for all others.
    side: u8,
    position: usize,
}

impl Engine<'_> {
    /// The hooks among `hooks` that apply now, the next one last. At a start precedence rises, at an end it falls.
    pub(super) fn queue(
        &mut self,
        hooks: &[HookId],
        run: usize,
        edge: Edge,
    ) -> Checked<Option<Box<Queue>>> {
        if hooks.is_empty() {
            return Ok(None);
        }
        let mut ranked = Vec::new();
        for (position, id) in hooks.iter().enumerate() {
            self.collect(*id, position, run, &mut ranked)?;
        }
        if ranked.is_empty() {
            return Ok(None);
        }
        ranked.sort_by_key(|one| {
            let level = match edge {
                Edge::Start => i16::from(one.level),
                Edge::End => -i16::from(one.level),
            };
            (level, one.side, one.queued.bearer, one.position, one.queued.ordinal)
        });
        let waiting = ranked.iter().rev().map(|one| one.queued).collect();
        Ok(Some(Box::new(Queue { waiting })))
    }

    fn collect(
        &mut self,
        id: HookId,
        position: usize,
        run: usize,
        ranked: &mut Vec<Ranked>,
    ) -> Checked<()> {
        let (linked, setting) = (self.linked, self.setting);
        let Some(hook) = linked.program.hooks.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(link) = setting.hooks.get(id).and_then(Option::as_ref) else { return Ok(()) };
        let base = self.lay_out_hook(hook, link, run)?;
        let mut bearings = Vec::new();
        self.ask(base, |evaluator| {
            evaluator.each_bearing(&link.carrier, |_, bearing| {
                bearings.push(bearing);
                Ok(())
            })
        })
        .map_err(|fault| fault.at(Some(hook.span)))?;
        self.release(base);
        let mut free = Vec::with_capacity(bearings.len());
        for bearing in bearings {
            if !self.in_own_run(hook, id, bearing.bearer, run)? {
                free.push(bearing);
            }
        }
        let bearings = free;
        if !bearings.is_empty() {
            linked.note(|| Part::Hook(id));
        }
        let active = if bearings.is_empty() { None } else { self.active_player() };
        let active = active.map(|player| self.team_of(player));
        for bearing in bearings {
            let side = match bearing.bearer {
                NONE => 0,
                bearer if active.is_some() && self.team_of_owner(bearer) == active => 1,
                _ => 2,
            };
            ranked.push(Ranked {
                queued: Queued { hook: id, bearer: bearing.bearer, ordinal: bearing.ordinal },
                level: hook.level,
                side,
                position,
            });
        }
        Ok(())
    }

    /// A hook never fires for a bearer inside its own run for that bearer; without a bearer, never inside its own run on
    /// a run of the procedure with the same arguments.
    fn in_own_run(&self, hook: &Hook, id: HookId, bearer: i64, run: usize) -> Checked<bool> {
        for frame in &self.state.frames {
            let Work::Hook(running) = &frame.work else { continue };
            if running.hook == id
                && running.bearer == bearer
                && (bearer != NONE || self.same_args(hook, running.run as usize, run)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two runs of a hook's procedure have the same arguments.
    fn same_args(&self, hook: &Hook, one: usize, other: usize) -> Checked<bool> {
        let (one, other) = (self.base_at(one)?, self.base_at(other)?);
        let declared = self.linked.program.procedures.get(hook.procedure);
        for param in declared.map_or(&[] as &[Param], |procedure| &procedure.params) {
            let same = match param.slot {
                Slot::Scalar(slot) => self.local(one, slot)? == self.local(other, slot)?,
                Slot::Wide(slot) => self.wide_local(one, slot)? == self.wide_local(other, slot)?,
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Locals for a hook, on top of all others: copies of what it may see of the procedure's run.
    fn lay_out_hook(&mut self, hook: &Hook, link: &HookLink, run: usize) -> Checked<Base> {
        let from = self.base_at(run)?;
        let base = self.reserve(link.env)?;
        let setting = self.setting;
        let shared = setting.procedures.get(hook.procedure).map_or(&[] as &[Slot], |p| &p.shared);
        self.copy_locals(shared, from, base)?;
        Ok(base)
    }

    /// Begins the next hook that waits in the innermost run or step and still applies; gives whether there was one.
    pub(super) fn next_hook(&mut self, run: usize) -> Checked<bool> {
        loop {
            let Some(slot) = self.top_queue() else { return Ok(false) };
            let Some(queue) = slot else { return Ok(false) };
            let Some(queued) = queue.waiting.pop() else {
                *slot = None;
                return Ok(false);
            };
            if self.begin_hook(queued, run, None)? {
                return Ok(true);
            }
        }
    }

    /// Begins a hook if it still applies.
    fn begin_hook(
        &mut self,
        queued: Queued,
        run: usize,
        below: Option<Box<Queue>>,
    ) -> Checked<bool> {
        let (linked, setting) = (self.linked, self.setting);
        let Some(hook) = linked.program.hooks.get(queued.hook) else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        let Some(link) = setting.hooks.get(queued.hook).and_then(Option::as_ref) else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        if self.in_own_run(hook, queued.hook, queued.bearer, run)? {
            return Ok(false);
        }
        let base = self.lay_out_hook(hook, link, run)?;
        let bearing = Bearing { bearer: queued.bearer, ordinal: queued.ordinal };
        let applies = self
            .ask(base, |evaluator| evaluator.still_bears(&link.carrier, bearing))
            .map_err(|fault| fault.at(Some(hook.span)))?;
        if !applies || !self.is_its_run(hook, queued.bearer, run)? {
            self.release(base);
            return Ok(false);
        }
        if let Some(once) = &hook.once {
            let tally = self.tally(queued.hook, once, queued.bearer, base)?;
            if self.is_used(once.moment, &tally) {
                self.release(base);
                return Ok(false);
            }
            self.use_up(once.moment, tally);
        }
        let frame = HookRun {
            hook: queued.hook,
            bearer: queued.bearer,
            run: u32::try_from(run).unwrap_or(u32::MAX),
            below,
            proceeded: false,
        };
        self.push(base, Work::Hook(frame))?;
        self.push_acts(base, hook.body)?;
        Ok(true)
    }

    /// Whether the run is of the player that the hook means, or of his team.
    fn is_its_run(&self, hook: &Hook, bearer: i64, run: usize) -> Checked<bool> {
        let Some((whose, param)) = hook.whose else { return Ok(true) };
        let player = self.param_of(hook.procedure, param, run)?;
        let owner = self.owner_of(bearer);
        let mine = owner == Some(player)
            || self.is_for_team(hook.procedure)
                && owner.map(|owner| self.team_of(owner)) == Some(self.team_of(player));
        Ok(match whose {
            Whose::Mine => mine,
            Whose::Foes => !mine,
        })
    }

    /// The value of a scalar parameter of the procedure's run at a depth.
    pub(super) fn param_of(&self, procedure: ProcedureId, param: u16, run: usize) -> Checked<i64> {
        let declared = self.linked.program.procedures.get(procedure);
        let slot = declared.and_then(|p| p.params.get(usize::from(param))).map(|param| param.slot);
        match slot {
            Some(Slot::Scalar(slot)) => self.local(self.base_at(run)?, slot),
            Some(Slot::Wide(_)) | None => Err(Fault::damaged(DamagedPart::Id)),
        }
    }

    /// Runs the highest hook that stands in a step's place, or the step's own body.
    pub(super) fn replace_or_run(
        &mut self,
        hooks: &[HookId],
        run: usize,
        body: BodyId,
    ) -> Checked<()> {
        let base = self.base_at(run)?;
        // The highest stands in its place, and of its bearers the first.
        let Some(queue) = self.queue(hooks, run, Edge::End)? else {
            return self.push_acts(base, body);
        };
        let mut queue = Queue { waiting: self.unstruck(queue.waiting) };
        self.refuse_fights(&queue)?;
        while let Some(queued) = queue.waiting.pop() {
            let below = Some(Box::new(queue.clone()));
            if self.begin_hook(queued, run, below)? {
                return Ok(());
            }
        }
        self.push_acts(base, body)
    }

    /// Those over which no other that counts goes.
    fn unstruck(&self, queued: Vec<Queued>) -> Vec<Queued> {
        let hooks = &self.linked.program.hooks;
        let id = |at: usize| queued.get(at).map(|one| one.hook);
        let struck = struck_by(queued.len(), |one, other| match (id(one), id(other)) {
            (Some(one), Some(other)) => {
                hooks.get(one).is_some_and(|hook| hook.strikes.contains(&other))
            }
            _ => false,
        });
        queued.iter().zip(struck).filter(|(_, by)| by.is_none()).map(|(one, _)| *one).collect()
    }

    /// Two hooks of the highest level that want one step's place are a conflict.
    fn refuse_fights(&self, queue: &Queue) -> Checked<()> {
        let hooks = &self.linked.program.hooks;
        let Some(last) = queue.waiting.last() else { return Ok(()) };
        let Some(highest) = hooks.get(last.hook) else { return Ok(()) };
        let other = queue.waiting.iter().find(|one| {
            one.hook != last.hook
                && hooks.get(one.hook).is_some_and(|hook| hook.level == highest.level)
        });
        match other {
            Some(other) => {
                let fight = FaultKind::FightingHooks { first: other.hook, second: last.hook };
                Err(Fault::new(fight).at(Some(highest.span)))
            }
            None => Ok(()),
        }
    }

    /// Runs what the running hook replaced.
    pub(super) fn proceed(&mut self) -> Checked<()> {
        let Owner::Hook { depth, run } = self.owner() else {
            return Err(Fault::new(FaultKind::NoRun));
        };
        let hook_base = self.base_at(depth)?;
        let (id, below) = match self.state.frames.get_mut(depth).map(|frame| &mut frame.work) {
            Some(Work::Hook(hook)) => {
                if hook.proceeded {
                    return Err(Fault::new(FaultKind::ProceededTwice));
                }
                hook.proceeded = true;
                (hook.hook, hook.below.take())
            }
            _ => return Err(Fault::damaged(DamagedPart::State)),
        };
        self.give_back(id, hook_base, run)?;
        let hook = u32::try_from(depth).unwrap_or(u32::MAX);
        self.push(hook_base, Work::Refresh { hook })?;
        let mut below = below.map(|queue| *queue).unwrap_or_default();
        while let Some(queued) = below.waiting.pop() {
            if self.begin_hook(queued, run, Some(Box::new(below.clone())))? {
                return Ok(());
            }
        }
        let declared = self.linked.program.hooks.get(id);
        let step = declared.and_then(|hook| {
            let procedure = self.linked.program.procedures.get(hook.procedure)?;
            procedure.steps.get(usize::from(hook.step?))
        });
        let Some(step) = step else { return Err(Fault::new(FaultKind::NoRun)) };
        let base = self.base_at(run)?;
        self.push_acts(base, step.body)
    }

    /// Gives a hook the open variables again after what it replaced has run.
    pub(super) fn refresh_hook(&mut self, depth: usize) -> Checked<()> {
        let (id, run) = match self.state.frames.get(depth).map(|frame| &frame.work) {
            Some(Work::Hook(hook)) => (hook.hook, hook.run as usize),
            _ => return Err(Fault::damaged(DamagedPart::State)),
        };
        let from = self.base_at(run)?;
        let to = self.base_at(depth)?;
        let linked = self.linked;
        let procedure = linked.program.hooks.get(id).map(|hook| hook.procedure);
        let procedure = procedure.and_then(|id| linked.program.procedures.get(id));
        let open = procedure.map_or(&[] as &[Slot], |procedure| &procedure.open);
        self.copy_locals(open, from, to)
    }

    /// Copies the open variables of a hook back to the procedure's run.
    pub(super) fn give_back(&mut self, hook: HookId, from: Base, run: usize) -> Checked<()> {
        match self.linked.program.hooks.get(hook).map(|hook| hook.procedure) {
            Some(procedure) => self.copy_open(procedure, from, run),
            None => Err(Fault::damaged(DamagedPart::Id)),
        }
    }

    /// The player whose turn it is.
    pub(super) fn active_player(&self) -> Option<i64> {
        let field = self.linked.program.active?;
        let kind = self.linked.program.fields.get(field)?.kind;
        let base = self.linked.program.kinds.get(kind)?.base;
        if base != KindBase::Battle {
            return None;
        }
        let battle = self.state.only(self.linked, kind)?;
        let view = crate::state::View::live(self.state);
        let player = view.field(self.linked, battle, field).ok()?;
        (player != NONE).then_some(player)
    }

    /// The player to whom an entity belongs.
    pub(super) fn owner_of(&self, entity: i64) -> Option<i64> {
        let owner = crate::state::View::live(self.state).owner(entity).ok()?;
        (owner != NONE).then_some(owner)
    }

    /// Whether runs of a procedure are of whole teams.
    pub(super) fn is_for_team(&self, procedure: ProcedureId) -> bool {
        self.linked.program.procedures.get(procedure).is_some_and(|it| it.for_team)
    }

    /// The first player of whoever's team; what is no player is its own.
    pub(super) fn team_of(&self, who: i64) -> i64 {
        self.setting.layout.team_of(who)
    }

    /// That of the player to whom an entity belongs.
    fn team_of_owner(&self, entity: i64) -> Option<i64> {
        self.owner_of(entity).map(|player| self.team_of(player))
    }

    /// A use by a bearer, counted as a limit says.
    pub(super) fn tally(
        &mut self,
        hook: HookId,
        once: &Once,
        bearer: i64,
        base: Base,
    ) -> Checked<Tally> {
        let owner = self.owner_of(bearer).unwrap_or(NONE);
        let who = match once.scope {
            Scope::Bearer => bearer,
            Scope::Player => owner,
        };
        let each = match once.each {
            Some(each) => self.scalar(base, each)?,
            None => NONE,
        };
        let secret_of = self.linked.secrets.hooked.contains(&hook).then_some(owner);
        Ok(Tally { used: Used::Hook(hook), who, each, secret_of })
    }

    /// Whether a use is used up.
    pub(super) fn is_used(&self, moment: Option<MomentId>, tally: &Tally) -> bool {
        let memory = moment
            .and_then(|moment| self.innermost(moment))
            .and_then(|depth| self.state.frames.get(depth));
        match memory.map(|frame| &frame.work) {
            Some(Work::Run(run)) => {
                run.memory.as_ref().is_some_and(|memory| tally.is_in(&memory.tallies))
            }
            Some(Work::Step(run)) => {
                run.memory.as_ref().is_some_and(|memory| tally.is_in(&memory.tallies))
            }
            _ => tally.is_in(&self.state.tallies),
        }
    }

    /// Uses a use up.
    pub(super) fn use_up(&mut self, moment: Option<MomentId>, tally: Tally) {
        if matches!(tally.used, Used::Action(_)) {
            self.memo.write(Input::Uses);
        }
        let depth = moment.and_then(|moment| self.innermost(moment));
        let frame = depth.and_then(|depth| self.state.frames.get_mut(depth));
        let tallies = match frame.map(|frame| &mut frame.work) {
            Some(Work::Run(run)) => &mut run.memory.get_or_insert_default().tallies,
            Some(Work::Step(run)) => &mut run.memory.get_or_insert_default().tallies,
            _ => &mut self.state.tallies,
        };
        if let Err(at) = tallies.binary_search(&tally) {
            tallies.insert(at, tally);
        }
    }
}
