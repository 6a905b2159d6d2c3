//! In which rounds something may happen: takes where it stands, gives the numbers that the round may have there.

use super::Play;
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::early_rules::Early;
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::started;
use crate::typed::{HookDef, ScenarioDef, Typed};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use warwright_ir as ir;
use warwright_ir::{HookTime, ProcedureId};

/// How many rounds there are, where one loop counts them.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    count: ir::FieldId,
    last: ir::FieldId,
    most: i64,
    /// What plays the battle, with the step that plays the rounds.
    battle: ProcedureId,
    step: usize,
    /// What runs before the first round, in the rounds, and after them.
    before: FxHashSet<ProcedureId>,
    during: FxHashSet<ProcedureId>,
    after: FxHashSet<ProcedureId>,
    /// Rules that may be asked before the first round.
    asked_before: FxHashSet<Rule>,
    /// Rules that something asks when it is counted.
    asked: FxHashSet<Rule>,
    /// Numbers that nothing changes before the first round.
    first: Vec<(ir::FieldId, i64)>,
}

/// Where a condition stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Where {
    /// Anywhere.
    Anywhere,
    /// In something that happens.
    In(Run),
    /// In something that bends a rule.
    Bending(Rule),
}

impl From<Option<Run>> for Where {
    fn from(run: Option<Run>) -> Self {
        run.map_or(Self::Anywhere, Self::In)
    }
}

/// Where something happens: the procedure that runs, and of a hook or what stands in a step, which step and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) procedure: ProcedureId,
    pub(crate) step: Option<u16>,
    pub(crate) time: Option<HookTime>,
}

impl Run {
    /// What a hook happens with.
    pub(crate) const fn of_hook(hook: &HookDef) -> Self {
        Self { procedure: hook.procedure, step: hook.step, time: Some(hook.time) }
    }

    /// Somewhere in a step.
    pub(crate) const fn of_step(procedure: ProcedureId, step: u16) -> Self {
        Self { procedure, step: Some(step), time: None }
    }
}

impl Rounds {
    /// Of a game.
    pub(crate) fn of(typed: &Typed, calls: &Graph<ProcedureId>) -> Option<Self> {
        let play = Play::of(typed)?;
        let mut all = Self {
            count: play.count,
            last: play.last,
            most: play.most,
            battle: play.battle,
            step: play.step,
            before: FxHashSet::default(),
            during: FxHashSet::default(),
            after: FxHashSet::default(),
            asked_before: FxHashSet::default(),
            asked: FxHashSet::default(),
            first: Vec::new(),
        };
        all.during = calls.reached([play.round]).into_iter().collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for setup in typed.scenarios.values().map(|scenario| &scenario.setup) {
            started(typed, setup, &mut |id, _| before.push(id));
        }
        let steps = typed.procedures.get(play.battle).map_or(&[][..], |def| &def.steps);
        for (at, step) in steps.iter().enumerate().filter(|(at, _)| *at != play.step) {
            let roots = if at < play.step { &mut before } else { &mut after };
            started(typed, &step.body, &mut |id, _| roots.push(id));
        }
        for hook in typed.hooks.values().filter(|hook| hook.procedure == play.battle) {
            let (least, most) = all.of_battle(hook.step, Some(hook.time));
            let mut roots = Vec::new();
            started(typed, &hook.body, &mut |id, _| roots.push(id));
            before.extend(roots.iter().filter(|_| least == 0));
            after.extend(roots.iter().filter(|_| most > 0));
        }
        all.before = calls.reached(before).into_iter().collect();
        all.after = calls.reached(after).into_iter().collect();
        let early = Early::of(typed, &all);
        all.first = early.first(typed);
        (all.asked_before, all.asked) = (early.asked, early.asked_later);
        Some(all)
    }

    /// What the fields that count the rounds may be in a scenario, or in any; before the first round it is 0.
    pub(crate) fn within(
        &self,
        scenario: Option<&ScenarioDef>,
        place: Where,
    ) -> Vec<(ir::FieldId, i64, i64)> {
        let played = scenario.and_then(|it| it.rounds).map_or(self.most, i64::from);
        let (least, most) = match place {
            Where::Anywhere => (0, self.most),
            Where::In(run) => self.of_run(run),
            Where::Bending(rule) => {
                let counted = self.asked.contains(&rule) && !self.asked_before.contains(&rule);
                (i64::from(counted), self.most)
            }
        };
        // A battle that says nothing of it plays them all.
        let last = (self.last, scenario.map_or(1, |_| played), played);
        let first = self.first.iter().filter(|_| most == 0 && scenario.is_some());
        first
            .map(|(field, number)| (*field, *number, *number))
            .chain([(self.count, least, most.min(played)), last])
            .collect()
    }

    /// The field that counts the rounds, and the one that says how many there are.
    pub(crate) const fn fields(&self) -> [ir::FieldId; 2] {
        [self.count, self.last]
    }

    /// Whether something runs before the first round, after it, or both.
    pub(crate) fn runs(&self, id: ProcedureId) -> (bool, bool) {
        let later = self.during.contains(&id) || self.after.contains(&id);
        (self.before.contains(&id), later)
    }

    /// The numbers of the rounds in which something happens.
    fn of_run(&self, run: Run) -> (i64, i64) {
        if run.procedure == self.battle {
            return self.of_battle(run.step, run.time);
        }
        let runs = |all: &FxHashSet<ProcedureId>| all.contains(&run.procedure);
        let (before, counted) = (runs(&self.before), runs(&self.during) || runs(&self.after));
        match (before, counted) {
            (true, false) => (0, 0),
            (false, true) => (1, self.most),
            _ => (0, self.most),
        }
    }

    /// The procedure that plays the battle.
    pub(crate) const fn battle(&self) -> ProcedureId {
        self.battle
    }

    /// The rounds in which something of the battle itself happens.
    pub(crate) fn of_battle(&self, step: Option<u16>, time: Option<HookTime>) -> (i64, i64) {
        let all = (0, self.most);
        let at = match step {
            Some(step) => usize::from(step).cmp(&self.step),
            None => Ordering::Equal,
        };
        match (at, time) {
            (Ordering::Less, _) | (Ordering::Equal, Some(HookTime::Before)) => (0, 0),
            (Ordering::Greater, _) | (Ordering::Equal, Some(HookTime::After)) => (1, self.most),
            (Ordering::Equal, _) => all,
        }
    }
}
