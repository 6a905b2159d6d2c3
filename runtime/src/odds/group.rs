//! Bodies that use the same locals: the steps of one procedure, or a hook or action with what it runs inside.

use super::flow::effect;
use crate::link::{Setting, StepLink};
use std::collections::BTreeSet;
use warwright_ir::{
    Act, BodyId, ExprId, Procedure, ProcedureId, Program, Slot, WindowPlace, each_expr,
};

/// Bodies that use the same locals, and who else sees those.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// The bodies.
    pub(super) bodies: Vec<BodyId>,
    /// Locals that others may read or write at any time: what hooks and actions get copies of, and look at.
    pub(super) seen: Vec<Slot>,
    /// Locals of which is asked what they held last, when all is over: the variables of a run that is watched.
    pub(super) kept: Vec<Slot>,
    chain: Chain<'a>,
}

/// How the bodies follow each other.
#[derive(Clone, Debug)]
enum Chain<'a> {
    /// As the steps of a procedure, once each and in order.
    Steps(&'a Procedure, &'a [StepLink]),
    /// One body, once.
    One(BodyId),
    /// In any way.
    Any,
}

/// Where a run may go on after the end of a body.
pub(super) enum Onward {
    /// At one of these.
    Steps(Vec<Link>),
    /// Nowhere: all is left.
    Out,
    /// It is not known where.
    Unknown,
}

/// A way on from the end of a step.
pub(super) struct Link {
    /// The body that runs next; none when the procedure is over.
    pub(super) body: Option<BodyId>,
    /// Whether something else may run on the way.
    pub(super) stirs: bool,
    /// The condition that is asked first.
    pub(super) when: Option<ExprId>,
}

impl<'a> Group<'a> {
    /// The bodies that share locals with `body` in a scenario: nothing where that is not known for sure.
    pub(super) fn of(
        program: &'a Program,
        setting: &'a Setting,
        body: BodyId,
        watched: bool,
    ) -> Option<Self> {
        let mut found = Vec::new();
        for (id, procedure) in program.procedures.iter() {
            let steps: Vec<BodyId> = procedure.steps.iter().map(|step| step.body).collect();
            if steps.contains(&body) {
                let called = procedure.steps.iter().any(|step| step.called);
                let apart = steps.iter().collect::<BTreeSet<_>>().len() == steps.len();
                let links = setting.procedures.get(id).map_or(&[][..], |link| &link.steps);
                let chain = if called || !apart || links.len() != steps.len() {
                    Chain::Any
                } else {
                    Chain::Steps(procedure, links)
                };
                let seen = looked_at(program, setting, id, procedure);
                let variables = procedure.variables.iter().filter(|_| watched);
                let kept = variables.map(|(slot, _)| *slot).collect();
                found.push(Self { bodies: steps, seen, kept, chain });
            }
        }
        for hook in program.hooks.values() {
            if hook.body == body {
                let bodies = vec![body];
                let seen = program.procedures.get(hook.procedure).map_or_else(Vec::new, shared);
                found.push(Self { bodies, seen, kept: Vec::new(), chain: Chain::One(hook.body) });
            }
        }
        for action in program.actions.values() {
            if action.body == body {
                let bodies = vec![body];
                let placed = match action.place {
                    WindowPlace::Step { procedure, .. } => program.procedures.get(procedure),
                    WindowPlace::Named(_) => None,
                };
                let mut seen = placed.map_or_else(Vec::new, shared);
                seen.extend(action.params.iter().map(|it| it.param.slot));
                found.push(Self { bodies, seen, kept: Vec::new(), chain: Chain::One(action.body) });
            }
        }
        if found.len() == 1 { found.pop() } else { None }
    }

    /// Whether an act forgets a local of which is asked what it held last.
    pub(super) fn lays_by(&self, act: &Act, slot: Slot) -> bool {
        matches!(act, Act::Forget(slots) if slots.contains(&slot)) && self.kept.contains(&slot)
    }

    /// Where a run may go on after the end of `body`.
    pub(super) fn onward(&self, body: BodyId) -> Onward {
        match &self.chain {
            Chain::One(only) if *only == body => Onward::Out,
            Chain::One(_) | Chain::Any => Onward::Unknown,
            Chain::Steps(procedure, links) => {
                match links.iter().position(|link| link.body == body) {
                    Some(at) => Onward::Steps(steps_after(procedure, links, at)),
                    None => Onward::Unknown,
                }
            }
        }
    }

    /// Whether any of the bodies, or what is asked about them, mentions a local.
    pub(super) fn mentions(&self, program: &Program, slot: Slot) -> bool {
        let mut found = BTreeSet::new();
        for act in
            self.bodies.iter().filter_map(|body| program.bodies.get(*body)).flat_map(|it| &it.acts)
        {
            let effect = effect(program, act);
            found.extend(effect.reads(program));
            found.extend(effect.writes);
        }
        if let Chain::Steps(procedure, _) = self.chain {
            for step in &procedure.steps {
                found.extend(step.when.into_iter().flat_map(|when| program.mentioned(when)));
            }
        }
        found.contains(&slot)
    }
}

/// The ways on from the end of the step at `at`: the step that follows, those after it where it may be passed over, the end.
fn steps_after(procedure: &Procedure, links: &[StepLink], at: usize) -> Vec<Link> {
    let mut ways = Vec::new();
    let mut stirs = true;
    for (number, (step, link)) in procedure.steps.iter().zip(links).enumerate().skip(at) {
        let moments = !step.moments.is_empty();
        if number == at {
            stirs = moments || !link.after.is_empty() || !link.offers_after.is_empty();
            continue;
        }
        stirs |= moments
            || !link.before.is_empty()
            || !link.instead.is_empty()
            || !link.offers_before.is_empty()
            || !link.offers_at.is_empty();
        ways.push(Link { body: Some(link.body), stirs, when: step.when });
        if step.when.is_none() && link.instead.is_empty() {
            return ways;
        }
        stirs |= !link.after.is_empty() || !link.offers_after.is_empty();
    }
    ways.push(Link { body: None, stirs, when: None });
    ways
}

fn shared(procedure: &Procedure) -> Vec<Slot> {
    let params = procedure.params.iter().map(|param| param.slot);
    params.chain(procedure.open.iter().copied()).collect()
}

/// The parameters and open variables of a procedure that hooks and actions in play look at.
fn looked_at(
    program: &Program,
    setting: &Setting,
    id: ProcedureId,
    procedure: &Procedure,
) -> Vec<Slot> {
    let offered = program.actions.iter().any(|(action, it)| {
        matches!(it.place, WindowPlace::Step { procedure, .. } if procedure == id)
            && setting.actions.get(action).is_some_and(Option::is_some)
    });
    if offered {
        return shared(procedure);
    }
    let mut found = BTreeSet::new();
    for (hook, it) in program.hooks.iter() {
        if it.procedure != id || setting.hooks.get(hook).is_none_or(Option::is_none) {
            continue;
        }
        each_expr(it, |expr| found.extend(program.mentioned(expr)));
        for act in program.bodies.get(it.body).map_or(&[][..], |body| &body.acts) {
            let effect = effect(program, act);
            found.extend(effect.reads(program));
            found.extend(effect.writes);
        }
    }
    shared(procedure).into_iter().filter(|slot| found.contains(slot)).collect()
}
