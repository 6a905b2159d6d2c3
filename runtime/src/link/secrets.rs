//! Secrets on the stack: takes a program, gives the locals of each rule that hold what a player chose to be hidden.
//!
//! A chosen value is a secret where it goes into a hidden field, and a chosen thing where a hidden field of it that holds no things
//! is written: the local that holds it until then, or after, is known to whoever chose it and to whoever sees that field. What goes
//! into a field by being taken out of it is none: it is shown by that. Words that read a hidden field are for whoever is asked or
//! acts alone.

use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{
    Act, ActionId, BodyId, Expr, ExprId, FieldId, HookId, Id, NONE, ProcedureId, Program, Sight,
    SiteId, Slot, Target, Template, Ty, WindowPlace, each_expr,
};

use super::kind_of;
use super::telling::{reading_hidden, says_hidden};

/// A local that may hold a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secret {
    /// The local.
    pub(crate) slot: Slot,
    /// The scalar local of the entity into whose field it goes, and the field; nothing where only the rules know it.
    pub(crate) goes: Option<(u16, FieldId)>,
    /// The scalar local of the player who chose it, where that is one.
    pub(crate) by: Option<u16>,
    /// What it is to whoever may not know it.
    pub(crate) blank: i64,
}

/// The secrets of each rule.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    pub(crate) procedures: BTreeMap<ProcedureId, Vec<Secret>>,
    pub(crate) hooks: BTreeMap<HookId, Vec<Secret>>,
    pub(crate) actions: BTreeMap<ActionId, Vec<Secret>>,
    pub(crate) bodies: BTreeMap<BodyId, Vec<Secret>>,
    /// Choices of which whoever is asked alone may hear.
    pub(crate) sites: BTreeSet<SiteId>,
    /// Actions of which whoever takes them alone may hear.
    pub(crate) taken: BTreeSet<ActionId>,
    /// Hooks of whose uses their bearer's player alone may know.
    pub(crate) hooked: BTreeSet<HookId>,
}

impl Secrets {
    pub(super) fn new(program: &Program) -> Self {
        let mut secrets = Self::default();
        if program.fields.values().any(|field| field.sight != Sight::All) {
            secrets.find(program);
        }
        secrets
    }

    fn find(&mut self, program: &Program) {
        let reading = reading_hidden(program);
        let steps = |id: ProcedureId| -> Vec<BodyId> {
            let procedure = program.procedures.get(id);
            procedure.into_iter().flat_map(|it| &it.steps).map(|step| step.body).collect()
        };
        let mut flows: BTreeMap<ProcedureId, Flow> = BTreeMap::new();
        for (id, _) in program.procedures.iter() {
            flows.insert(id, Flow::of(program, &steps(id)));
        }
        let hiding = hiding(program, &flows);
        // What is secret by being given to what is called.
        let mut given: Hiding = BTreeMap::new();
        loop {
            let before = given.clone();
            for (id, flow) in &flows {
                let own = program.procedures.get(*id).into_iter().flat_map(|it| &it.params);
                let own: Vec<Slot> = own.map(|param| param.slot).collect();
                let told = given.get(id).into_iter().flatten();
                let told: BTreeSet<Slot> = told.filter_map(|at| own.get(*at).copied()).collect();
                let secret = flow.secret(&hiding, &told);
                self.sites.extend(flow.sites(program, &secret));
                for (callee, args) in &flow.calls {
                    let hides = hiding.get(callee);
                    for (at, arg) in args.iter().enumerate() {
                        if hides.is_some_and(|it| it.contains(&at)) && !arg.is_disjoint(&secret) {
                            given.entry(*callee).or_default().insert(at);
                        }
                    }
                }
                self.procedures.insert(*id, flow.list(program, &secret));
            }
            if given == before {
                break;
            }
        }
        for (id, hook) in program.hooks.iter() {
            let shared = self.shared(program, Some(hook.procedure));
            let list = self.of_body(program, hook.body, &hiding, shared);
            let when = hook.when.and_then(|when| reading.get(when.position()));
            if !list.is_empty() || when == Some(&true) {
                self.hooked.insert(id);
            }
            self.hooks.insert(id, list);
        }
        for (id, action) in program.actions.iter() {
            let procedure = match action.place {
                WindowPlace::Step { procedure, .. } => Some(procedure),
                _ => None,
            };
            let mut shared = self.shared(program, procedure);
            let flow = Flow::of(program, &[action.body]);
            // What an action is taken with was chosen.
            let hidden = flow.hidden(&hiding);
            let params = action.params.iter().map(|it| it.param.slot);
            shared.extend(params.filter(|slot| hidden.contains(slot)));
            let list = self.of_body(program, action.body, &hiding, shared);
            if !list.is_empty() || says_hidden(&action.label, &reading) {
                self.taken.insert(id);
            }
            self.actions.insert(id, list);
        }
        for id in program.bodies.ids() {
            let list = self.of_body(program, id, &hiding, BTreeSet::new());
            self.bodies.insert(id, list);
        }
        for (id, site) in program.sites.iter() {
            if site.purpose.as_ref().is_some_and(|purpose| says_hidden(purpose, &reading)) {
                self.sites.insert(id);
            }
        }
    }

    /// The secrets that hooks and actions in a procedure have copies of.
    fn shared(&self, program: &Program, procedure: Option<ProcedureId>) -> BTreeSet<Slot> {
        let Some(id) = procedure else { return BTreeSet::new() };
        let Some(procedure) = program.procedures.get(id) else { return BTreeSet::new() };
        let seen = procedure.params.iter().map(|it| it.slot).chain(procedure.open.iter().copied());
        let seen: BTreeSet<Slot> = seen.collect();
        let all = self.procedures.get(&id).into_iter().flatten();
        all.map(|secret| secret.slot).filter(|slot| seen.contains(slot)).collect()
    }

    fn of_body(
        &mut self,
        program: &Program,
        body: BodyId,
        hiding: &Hiding,
        told: BTreeSet<Slot>,
    ) -> Vec<Secret> {
        let flow = Flow::of(program, &[body]);
        let secret = flow.secret(hiding, &told);
        self.sites.extend(flow.sites(program, &secret));
        flow.list(program, &secret)
    }
}

/// Of which parameters, by position, the values go into hidden fields or are secrets.
type Hiding = BTreeMap<ProcedureId, BTreeSet<usize>>;

/// What goes into hidden fields by way of what is called.
fn hiding(program: &Program, flows: &BTreeMap<ProcedureId, Flow>) -> Hiding {
    let mut hiding = Hiding::new();
    // Each round finds one call more.
    loop {
        let mut next = Hiding::new();
        for (id, flow) in flows {
            let params = program.procedures.get(*id).into_iter().flat_map(|it| &it.params);
            let params: Vec<Slot> = params.map(|param| param.slot).collect();
            let hidden = flow.hidden(&hiding);
            let positions = params.iter().enumerate().filter(|(_, slot)| hidden.contains(slot));
            next.insert(*id, positions.map(|(position, _)| position).collect());
        }
        if next == hiding {
            return hiding;
        }
        hiding = next;
    }
}

/// Where values go in a rule.
#[derive(Debug, Default)]
struct Flow {
    /// Into hidden fields: which locals, of which entity, which field.
    hides: Vec<(BTreeSet<Slot>, Option<u16>, FieldId)>,
    /// Into other locals.
    copies: Vec<(Slot, BTreeSet<Slot>, Option<ExprId>)>,
    /// What is chosen: into which local, where, by the player in which local.
    chosen: Vec<(Slot, SiteId, Option<u16>)>,
    calls: Vec<(ProcedureId, Vec<BTreeSet<Slot>>)>,
}

impl Flow {
    fn of(program: &Program, bodies: &[BodyId]) -> Self {
        let mut flow = Self::default();
        for body in bodies.iter().collect::<BTreeSet<_>>() {
            for act in program.bodies.get(*body).into_iter().flat_map(|body| &body.acts) {
                match act {
                    Act::Set { target: Target::Field { of, field }, value } => {
                        let hidden = program.fields.get(*field);
                        if hidden.is_some_and(|field| field.sight != Sight::All) {
                            let slot = program.local(*of);
                            flow.hides.push((mentioned(program, *value), slot, *field));
                            // In whose pile a thing goes is no secret.
                            if hidden.is_some_and(|field| kind_of(&field.ty).is_none()) {
                                flow.hides.push((mentioned(program, *of), slot, *field));
                            }
                        }
                    }
                    Act::Set { target: Target::Local(slot), value } => {
                        flow.copies.push((*slot, mentioned(program, *value), Some(*value)));
                    }
                    Act::Choose { who, slot, site, .. } => {
                        flow.chosen.push((*slot, *site, program.local(*who)));
                    }
                    Act::Call { procedure, args, .. } => {
                        let args = args.iter().map(|arg| mentioned(program, *arg)).collect();
                        flow.calls.push((*procedure, args));
                    }
                    _ => {}
                }
            }
        }
        flow
    }

    /// The locals that go into hidden fields.
    fn hidden(&self, hiding: &Hiding) -> BTreeSet<Slot> {
        let mut all: BTreeSet<Slot> = self.hides.iter().flat_map(|it| it.0.clone()).collect();
        for (callee, args) in &self.calls {
            let hides = hiding.get(callee).into_iter().flatten();
            all.extend(hides.filter_map(|at| args.get(*at)).flatten());
        }
        loop {
            let before = all.len();
            for (to, from, _) in &self.copies {
                if all.contains(to) {
                    all.extend(from);
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// The locals that hold secrets; `told`: those that do from the start.
    fn secret(&self, hiding: &Hiding, told: &BTreeSet<Slot>) -> BTreeSet<Slot> {
        let hidden = self.hidden(hiding);
        let chosen = self.chosen.iter().map(|(slot, ..)| *slot);
        let mut secret: BTreeSet<Slot> = chosen.filter(|slot| hidden.contains(slot)).collect();
        secret.extend(told);
        loop {
            let before = secret.len();
            for (to, from, _) in &self.copies {
                if !from.is_disjoint(&secret) {
                    secret.insert(*to);
                }
            }
            if secret.len() == before {
                return secret;
            }
        }
    }

    /// The choices whose answers are secrets, or whose questions name one.
    fn sites(&self, program: &Program, secret: &BTreeSet<Slot>) -> Vec<SiteId> {
        let names = |site: &SiteId| {
            let purpose = program.sites.get(*site).and_then(|site| site.purpose.as_ref());
            purpose
                .into_iter()
                .flat_map(Template::values)
                .any(|value| !program.mentioned(value).is_disjoint(secret))
        };
        let of = self.chosen.iter().filter(|(slot, site, _)| secret.contains(slot) || names(site));
        of.map(|(_, site, _)| *site).collect()
    }

    fn list(&self, program: &Program, secret: &BTreeSet<Slot>) -> Vec<Secret> {
        let list = secret.iter().map(|slot| {
            let mut goes = self.hides.iter().filter(|(from, ..)| from.contains(slot));
            let goes = match (goes.next(), goes.next()) {
                (Some((_, Some(of), field)), None) => Some((*of, *field)),
                _ => None,
            };
            let mut by = self.chosen.iter().filter(|(chosen, ..)| chosen == slot);
            let by = match (by.next(), by.next()) {
                (Some((_, _, by)), None) => *by,
                _ => None,
            };
            Secret { slot: *slot, goes, by, blank: self.blank(program, *slot) }
        });
        list.collect()
    }

    /// What a local reads as that was never set: nothing of things, else 0.
    fn blank(&self, program: &Program, slot: Slot) -> i64 {
        let chosen = self.chosen.iter().find(|(chosen, ..)| *chosen == slot);
        let chosen = chosen.and_then(|(_, site, _)| program.sites.get(*site)).map(|site| &site.ty);
        let copied = self.copies.iter().find(|(to, ..)| *to == slot).and_then(|(.., value)| *value);
        let copied = copied.and_then(|value| program.types.get(value.position()));
        match chosen.or(copied) {
            Some(ty) if kind_of(ty).is_some() || matches!(ty, Ty::Optional(_)) => NONE,
            _ => 0,
        }
    }
}

/// The locals that a value is made of.
fn mentioned(program: &Program, expr: ExprId) -> BTreeSet<Slot> {
    let (mut slots, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![expr];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match program.exprs.get(id) {
            Some(Expr::Local(slot)) => {
                slots.insert(*slot);
            }
            // What is taken away is not there.
            Some(Expr::Without { left, .. }) => open.push(*left),
            // Whose field is read says nothing of what it holds.
            Some(Expr::Field { .. }) | None => {}
            Some(expr) => each_expr(expr, |child| open.push(child)),
        }
    }
    slots
}
