//! Runs: procedures, their steps, and the hooks that hang on them.

use super::act::Flow;
use super::quantity::unstruck;
use super::value::{Result, Trouble, Value};
use super::world::Lasting;
use super::{Going, Locals, Second};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use warwright_compiler::typed::{
    ActionPlace, BearerDef, HookDef, LocalId, LocalRole, ProcedureDef,
};
use warwright_ir::{Edge, HookId, HookTime, KindBase, MomentId, ProcedureId, Scope, Whose};

/// A hook that is running.
#[derive(Clone, Debug)]
pub(super) struct Hooked {
    hook: HookId,
    bearer: Value,
    procedure: ProcedureId,
    /// The step in whose place it runs, and the hooks below it that want that place as well; none once it has proceeded.
    place: Option<(u16, Vec<Waiting>)>,
    /// The locals of the run that it hangs on.
    outer: Locals,
}

/// A hook that waits for its turn.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    hook: HookId,
    bearer: Value,
    ordinal: usize,
}

impl Second<'_> {
    fn procedure(&self, id: ProcedureId) -> &ProcedureDef {
        &self.typed.procedures[id]
    }

    /// Runs a procedure inside another.
    pub(super) fn call(
        &mut self,
        id: ProcedureId,
        args: &[Value],
    ) -> Result<(Flow, Option<Value>)> {
        let (flow, result, _) = self.run(id, args)?;
        Ok((flow, result))
    }

    /// Whether one more run of a procedure would be deeper than it says.
    pub(super) fn is_too_deep(&self, id: ProcedureId) -> bool {
        let runs = self.runs.iter().filter(|it| it.procedure == id && it.step.is_none());
        runs.count() > usize::from(self.typed.procedures[id].recursive)
    }

    /// Runs a procedure: how it goes on, what it gives, its last locals.
    pub(super) fn run(
        &mut self,
        id: ProcedureId,
        args: &[Value],
    ) -> Result<(Flow, Option<Value>, Locals)> {
        let typed = self.typed;
        let def = &typed.procedures[id];
        if self.is_too_deep(id) || self.runs.len() > 400 {
            return Err(Trouble::Fault("recursion"));
        }
        let mut locals = Locals::of(&def.locals, args);
        for (local, value) in &def.variables {
            let value = self.now(&mut locals, value)?;
            locals.set(*local, value);
        }
        self.begin(id, None, args)?;
        let mut result = None;
        let mut flow = self.hang(&mut locals, id, None, HookTime::Before)?;
        if let Flow::Finish(given) = flow {
            // What ends the run before it begins lets nothing of it happen.
            self.end(id, None)?;
            return Ok((Flow::On, given, locals));
        }
        for (number, step) in (0u16..).zip(&def.steps) {
            if flow == Flow::Over || step.called {
                continue;
            }
            match self.step(&mut locals, id, number)? {
                Flow::Finish(given) => {
                    result = given;
                    break;
                }
                Flow::Over => flow = Flow::Over,
                _ => {}
            }
        }
        if flow == Flow::Over {
            return Ok((Flow::Over, None, locals));
        }
        match self.hang(&mut locals, id, None, HookTime::After)? {
            Flow::Over => return Ok((Flow::Over, None, locals)),
            Flow::Finish(given) => result = given.or(result),
            _ => {}
        }
        self.end(id, None)?;
        Ok((Flow::On, result, locals))
    }

    /// Runs a step: on, finished, or over.
    fn step(&mut self, locals: &mut Locals, id: ProcedureId, number: u16) -> Result<Flow> {
        let typed = self.typed;
        let def = &typed.procedures[id].steps[usize::from(number)];
        if let Some(when) = &def.when
            && !self.now(locals, when)?.holds()
        {
            return Ok(Flow::On);
        }
        let params = locals.all[..usize::from(self.procedure(id).params)].to_vec();
        self.begin(id, Some(number), &params)?;
        if let Some(heading) = &def.heading {
            let words = self.words(locals, heading)?;
            self.told.push(words);
        }
        self.no_offers(id, number)?;
        match self.hang(locals, id, Some(number), HookTime::Before)? {
            Flow::Over => return Ok(Flow::Over),
            Flow::Finish(given) => {
                self.end(id, Some(number))?;
                return Ok(Flow::Finish(given));
            }
            _ => {}
        }
        if let Some(when) = &def.when
            && !self.now(locals, when)?.holds()
        {
            self.end(id, Some(number))?;
            return Ok(Flow::On);
        }
        let mut finished = None;
        match self.body(locals, id, number)? {
            Flow::Over => return Ok(Flow::Over),
            Flow::Finish(given) => finished = Some(given),
            _ => {}
        }
        match self.hang(locals, id, Some(number), HookTime::After)? {
            Flow::Over => return Ok(Flow::Over),
            Flow::Finish(given) => finished = Some(given.or(finished.flatten())),
            _ => {}
        }
        self.end(id, Some(number))?;
        Ok(finished.map_or(Flow::On, Flow::Finish))
    }

    /// Runs a step that runs only when called.
    pub(super) fn call_step(&mut self, locals: &mut Locals, number: u16) -> Result<Flow> {
        let id = self.runs.iter().rev().find(|run| run.step.is_none()).map(|run| run.procedure);
        self.step(locals, id.ok_or(Trouble::Fault("no run"))?, number)
    }

    /// The body of a step, or what stands in its place.
    fn body(&mut self, locals: &mut Locals, id: ProcedureId, number: u16) -> Result<Flow> {
        let waiting = self.waiting(locals, id, Some(number), HookTime::Instead)?;
        let hooks = &self.typed.hooks;
        let level = |one: &Waiting| hooks[one.hook].level;
        let waiting = unstruck(waiting, |one, other| {
            let over = &hooks[one.hook].over;
            over.iter().any(|(label, _)| *label == hooks[other.hook].label)
                && one.hook != other.hook
        });
        let highest = waiting.iter().map(level).max();
        let mut best = waiting.iter().filter(|one| Some(level(one)) == highest);
        if let Some(first) = best.next()
            && best.any(|other| other.hook != first.hook)
        {
            return Err(Trouble::Fault("fighting"));
        }
        self.instead(locals, id, number, waiting)
    }

    /// The highest of those that want a step's place; below all of them the step itself.
    fn instead(
        &mut self,
        locals: &mut Locals,
        id: ProcedureId,
        number: u16,
        mut waiting: Vec<Waiting>,
    ) -> Result<Flow> {
        let levels = |waiting: &[Waiting]| {
            let level = |at: usize| self.typed.hooks[waiting[at].hook].level;
            (0..waiting.len()).max_by_key(|at| (level(*at), Reverse(*at)))
        };
        while let Some(at) = levels(&waiting) {
            let one = waiting.remove(at);
            let place = Some((number, waiting.clone()));
            if let Some(flow) = self.hook(locals, id, &one, place)? {
                return Ok(flow);
            }
        }
        let typed = self.typed;
        let body = &typed.procedures[id].steps[usize::from(number)].body;
        Ok(match self.block(locals, body)? {
            Flow::Stop => Flow::On,
            other => other,
        })
    }

    /// Runs what the running hook replaced.
    pub(super) fn proceed(&mut self, locals: &mut Locals) -> Result<Flow> {
        let top = self.hooks.last_mut().ok_or(Trouble::Fault("no run"))?;
        let (number, waiting) = top.place.take().ok_or(Trouble::Fault("proceeded twice"))?;
        let (id, mut outer) = (top.procedure, top.outer.clone());
        self.give_back(id, locals, &mut outer);
        let flow = self.instead(&mut outer, id, number, waiting)?;
        self.give_back(id, &outer, locals);
        if let Some(top) = self.hooks.last_mut() {
            top.outer = outer;
        }
        Ok(flow)
    }

    // ---- Hooks ----------------------------------------------------------------------------------

    /// Runs the hooks of a moment in their order.
    fn hang(
        &mut self,
        locals: &mut Locals,
        id: ProcedureId,
        step: Option<u16>,
        time: HookTime,
    ) -> Result<Flow> {
        let mut flow = Flow::On;
        for one in self.waiting(locals, id, step, time)? {
            match self.hook(locals, id, &one, None)? {
                Some(Flow::Over) => return Ok(Flow::Over),
                Some(Flow::Finish(given)) if time == HookTime::Before => {
                    return Ok(Flow::Finish(given));
                }
                Some(Flow::Finish(given)) => flow = Flow::Finish(given),
                _ => {}
            }
        }
        Ok(flow)
    }

    /// The hooks that apply now, in the order of their turns.
    fn waiting(
        &self,
        outer: &Locals,
        id: ProcedureId,
        step: Option<u16>,
        time: HookTime,
    ) -> Result<Vec<Waiting>> {
        let mut all = Vec::new();
        for (number, def) in self.typed.hooks.iter() {
            if (def.procedure, def.step, def.time) != (id, step, time) {
                continue;
            }
            let mut locals = self.seen(def, outer);
            let carried = (def.bearer, &def.reach, def.when.as_ref());
            self.each_bearing(
                &self.world,
                carried,
                &def.locals,
                &mut locals,
                &mut |_, _, bearer, ordinal| {
                    if !self.runs_already(number, &bearer, outer) {
                        all.push(Waiting { hook: number, bearer, ordinal });
                    }
                    Ok(())
                },
            )?;
        }
        let active = self.active();
        all.sort_by_key(|one| {
            let level = self.typed.hooks[one.hook].level.0 as i32;
            let level = if time == HookTime::After { -level } else { level };
            let side = match &one.bearer {
                Value::None => 0,
                bearer => match self.world.thing(bearer) {
                    Ok(thing) if active != Value::None && thing.owner == active => 1,
                    _ => 2,
                },
            };
            (level, side, one.bearer.clone(), one.hook, one.ordinal)
        });
        Ok(all)
    }

    /// The player whose turn it is.
    fn active(&self) -> Value {
        let Some(field) = self.typed.active else { return Value::None };
        let battle = self.world.things.iter().find(|thing| {
            self.typed.kinds[thing.kind].base == KindBase::Battle
                && thing.state.contains_key(&field)
        });
        battle.and_then(|battle| battle.state.get(&field).cloned()).unwrap_or(Value::None)
    }

    /// Whether a hook runs already for its bearer, without a bearer: for the same arguments.
    fn runs_already(&self, hook: HookId, bearer: &Value, outer: &Locals) -> bool {
        let params = usize::from(self.procedure(self.typed.hooks[hook].procedure).params);
        self.hooks.iter().any(|it| {
            let same = || it.outer.all[..params] == outer.all[..params];
            it.hook == hook && it.bearer == *bearer && (*bearer != Value::None || same())
        })
    }

    /// The locals of a hook: what it sees of the run that it hangs on.
    fn seen(&self, def: &HookDef, outer: &Locals) -> Locals {
        let count = self.shared(def.procedure);
        Locals::of(&def.locals, &outer.all[..count])
    }

    /// How many locals of a procedure hooks see: parameters and open variables.
    fn shared(&self, id: ProcedureId) -> usize {
        let all = &self.procedure(id).locals.all;
        all.iter().take_while(|it| matches!(it.role, LocalRole::Param | LocalRole::Open)).count()
    }

    /// Copies the open variables of a procedure.
    fn give_back(&self, id: ProcedureId, from: &Locals, to: &mut Locals) {
        let params = u32::from(self.procedure(id).params);
        let shared = u32::try_from(self.shared(id)).unwrap();
        for local in (params..shared).map(LocalId) {
            to.set(local, from.get(local));
        }
    }

    /// Runs a hook, if it still applies.
    fn hook(
        &mut self,
        outer: &mut Locals,
        id: ProcedureId,
        one: &Waiting,
        place: Option<(u16, Vec<Waiting>)>,
    ) -> Result<Option<Flow>> {
        let typed = self.typed;
        let def = &typed.hooks[one.hook];
        if self.runs_already(one.hook, &one.bearer, outer) {
            return Ok(None);
        }
        let mut locals = self.seen(def, outer);
        if !self.still(def, &mut locals, one)? {
            return Ok(None);
        }
        if let Some((whose, param)) = def.whose {
            let mine = self.world.thing(&one.bearer)?.owner == outer.all[usize::from(param)];
            if mine != (whose == Whose::Mine) {
                return Ok(None);
            }
        }
        if let Some(once) = &def.once {
            let who = match once.scope {
                Scope::Bearer => one.bearer.clone(),
                Scope::Player => match &one.bearer {
                    Value::None => Value::None,
                    bearer => self.world.thing(bearer)?.owner.clone(),
                },
            };
            let each = match &once.each {
                Some(each) => self.now(&mut locals, each)?,
                None => Value::None,
            };
            let within = once.moment.and_then(|moment| self.innermost(moment));
            let used = match within {
                Some(run) => &mut self.runs[run].used,
                None => &mut self.used,
            };
            if !used.insert((one.hook, who, each)) {
                return Ok(None);
            }
        }
        let (hook, bearer) = (one.hook, one.bearer.clone());
        let hooked = Hooked { hook, bearer, procedure: id, place, outer: outer.clone() };
        self.hooks.push(hooked);
        let flow = self.block(&mut locals, &def.body)?;
        let hooked = self.hooks.pop().ok_or(Trouble::Fault("no run"))?;
        // What was run in between may have written other variables of the run.
        outer.all.clone_from(&hooked.outer.all);
        self.give_back(id, &locals, outer);
        Ok(Some(if flow == Flow::Stop { Flow::On } else { flow }))
    }

    /// Whether a hook still applies through this bearer.
    fn still(&self, def: &HookDef, locals: &mut Locals, one: &Waiting) -> Result<bool> {
        let BearerDef::Ability(_) = def.bearer else {
            return match &def.when {
                Some(when) => Ok(self.now(locals, when)?.holds()),
                None => Ok(true),
            };
        };
        let mut still = false;
        let mut kept = None;
        self.each_bearing(
            &self.world,
            (def.bearer, &def.reach, def.when.as_ref()),
            &def.locals,
            locals,
            &mut |_, locals, bearer, ordinal| {
                if bearer == one.bearer && ordinal == one.ordinal {
                    still = true;
                    kept = Some(locals.clone());
                }
                Ok(())
            },
        )?;
        if let Some(kept) = kept {
            *locals = kept;
        }
        Ok(still)
    }

    /// What players may choose at a step is not known here.
    fn no_offers(&self, id: ProcedureId, number: u16) -> Result<()> {
        for action in self.typed.actions.values() {
            let here = matches!(action.place, ActionPlace::Step { procedure, step, .. }
                if procedure == id && step == number);
            let BearerDef::Ability(ability) = action.bearer else {
                if here {
                    return Err(Trouble::Unknown("windows"));
                }
                continue;
            };
            for number in 0..self.world.things.len() {
                let who = Value::Cell(i64::try_from(number).unwrap());
                if here && self.has_with(&self.world, &who, ability)?.is_some() {
                    return Err(Trouble::Unknown("windows"));
                }
            }
        }
        Ok(())
    }

    // ---- Moments --------------------------------------------------------------------------------

    fn begin(&mut self, id: ProcedureId, step: Option<u16>, args: &[Value]) -> Result<()> {
        self.counted += 1;
        self.runs.push(Going {
            number: self.counted,
            procedure: id,
            step,
            params: args.to_vec(),
            before: super::world::World::default(),
            used: BTreeSet::new(),
        });
        self.pass(id, step, Edge::Start)?;
        let before = self.world.clone();
        if let Some(run) = self.runs.last_mut() {
            run.before = before;
        }
        Ok(())
    }

    fn end(&mut self, id: ProcedureId, step: Option<u16>) -> Result<()> {
        let number = self.runs.last().map_or(0, |run| run.number);
        self.world.held.retain(|it| it.until != Lasting::Run(number));
        self.pass(id, step, Edge::End)?;
        self.runs.pop();
        Ok(())
    }

    /// A run starts or ends: what lasts until then ends, and fields are set back.
    fn pass(&mut self, id: ProcedureId, step: Option<u16>, edge: Edge) -> Result<()> {
        let run = self.runs.len() - 1;
        let moments = self.typed.moments.iter();
        let moments: Vec<MomentId> = moments
            .filter(|(_, def)| def.procedure == id && def.step == step)
            .map(|(moment, _)| moment)
            .collect();
        for moment in moments {
            let whose = self.whose_run(moment, run);
            self.world.held.retain_mut(|it| match &mut it.until {
                Lasting::Next(of, at, who, skip)
                    if *of == moment && *at == edge && who.means(&whose) =>
                {
                    let ends = *skip == 0;
                    *skip = skip.saturating_sub(1);
                    !ends
                }
                _ => true,
            });
            for (field, def) in self.typed.fields.iter() {
                if def.resets == Some((moment, edge)) {
                    self.reset(field)?;
                }
            }
        }
        Ok(())
    }
}
