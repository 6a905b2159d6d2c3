//! Where on the stack cards may be named: takes a program, gives the locals of each rule that may hold cards whose places are hidden.

use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{
    Act, ActionId, BodyId, Domain, Expr, ExprId, HookId, Id, KindBase, KindId, Part, ProcedureId,
    Program, Sight, Slot, Target, Template, Ty, each_part,
};

/// Locals that may hold cards.
pub(crate) type Held = BTreeSet<Slot>;

/// The locals of each rule that may hold cards of kinds that stand in hidden fields.
#[derive(Debug, Default)]
pub(crate) struct Cards {
    /// The kinds of cards that stand in hidden fields.
    pub(crate) kinds: BTreeSet<KindId>,
    pub(crate) procedures: BTreeMap<ProcedureId, Held>,
    pub(crate) hooks: BTreeMap<HookId, Held>,
    pub(crate) actions: BTreeMap<ActionId, Held>,
    pub(crate) bodies: BTreeMap<BodyId, Held>,
}

impl Cards {
    pub(super) fn new(program: &Program) -> Self {
        let mut cards = Self::default();
        for field in program.fields.values() {
            if field.sight == Sight::All {
                continue;
            }
            for kind in [kind_of(&field.ty), Some(field.kind)].into_iter().flatten() {
                if program.kinds.get(kind).is_some_and(|it| it.base == KindBase::Card) {
                    cards.kinds.insert(kind);
                }
            }
        }
        if !cards.kinds.is_empty() {
            cards.find(program);
        }
        cards
    }

    /// The locals of which words say something and that may hold such cards.
    pub(crate) fn named(&self, program: &Program, words: &Template) -> Held {
        let mut finder = Finder::new(program, &self.kinds);
        for part in &words.parts {
            if let Part::Value(expr) = part {
                finder.expr(*expr);
            }
        }
        finder.held
    }

    fn find(&mut self, program: &Program) {
        for (id, procedure) in program.procedures.iter() {
            let mut finder = Finder::new(program, &self.kinds);
            for param in &procedure.params {
                finder.typed(param.slot, &param.ty);
            }
            for step in &procedure.steps {
                finder.body(step.body);
                step.when.into_iter().for_each(|when| finder.expr(when));
            }
            self.procedures.insert(id, finder.held);
        }
        for (id, hook) in program.hooks.iter() {
            let mut finder = Finder::new(program, &self.kinds);
            finder.of(self.procedures.get(&hook.procedure));
            hook.when.into_iter().for_each(|when| finder.expr(when));
            finder.body(hook.body);
            self.hooks.insert(id, finder.held);
        }
        for (id, action) in program.actions.iter() {
            let mut finder = Finder::new(program, &self.kinds);
            if let warwright_ir::WindowPlace::Step { procedure, .. } = action.place {
                finder.of(self.procedures.get(&procedure));
            }
            for param in &action.params {
                finder.typed(param.param.slot, &param.param.ty);
                if let Domain::Of(set) = param.domain {
                    finder.expr(set);
                }
            }
            [Some(action.by), action.when].into_iter().flatten().for_each(|it| finder.expr(it));
            finder.body(action.body);
            self.actions.insert(id, finder.held);
        }
        for id in program.bodies.ids() {
            let mut finder = Finder::new(program, &self.kinds);
            finder.body(id);
            self.bodies.insert(id, finder.held);
        }
    }
}

/// The kind of the things that values of a type are or hold.
pub(crate) fn kind_of(ty: &Ty) -> Option<KindId> {
    match ty {
        Ty::Entity(kind) => Some(*kind),
        Ty::Optional(inner) | Ty::List(inner) | Ty::Set(inner) => kind_of(inner),
        _ => None,
    }
}

struct Finder<'p> {
    program: &'p Program,
    kinds: &'p BTreeSet<KindId>,
    held: Held,
    seen: BTreeSet<ExprId>,
}

impl<'p> Finder<'p> {
    fn new(program: &'p Program, kinds: &'p BTreeSet<KindId>) -> Self {
        Self { program, kinds, held: Held::new(), seen: BTreeSet::new() }
    }

    /// A hook or action has copies of what its procedure shares.
    fn of(&mut self, procedure: Option<&Held>) {
        self.held.extend(procedure.into_iter().flatten());
    }

    fn typed(&mut self, slot: Slot, ty: &Ty) {
        if kind_of(ty).is_some_and(|kind| self.kinds.contains(&kind)) {
            self.held.insert(slot);
        }
    }

    fn body(&mut self, body: BodyId) {
        let program = self.program;
        let ty = |expr: &ExprId| program.types.get(expr.position());
        for act in program.bodies.get(body).into_iter().flat_map(|body| &body.acts) {
            let written = match act {
                Act::Set { target: Target::Local(slot), value } => ty(value).map(|ty| (*slot, ty)),
                Act::Draw { slot, of } => ty(of).map(|ty| (Slot::Scalar(*slot), ty)),
                Act::Iterate { cursor, of } => ty(of).map(|ty| (Slot::Wide(*cursor), ty)),
                Act::Call { procedure, result: Some(slot), .. } => {
                    let result = program.procedures.get(*procedure);
                    result.and_then(|it| it.result.as_ref()).map(|ty| (*slot, ty))
                }
                Act::Choose { slot, site, .. } => {
                    program.sites.get(*site).map(|site| (*slot, &site.ty))
                }
                _ => None,
            };
            if let Some((slot, ty)) = written {
                self.typed(slot, ty);
            }
            each_part(act, |expr| self.expr(expr));
        }
    }

    fn expr(&mut self, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        let Some(expr) = self.program.exprs.get(id) else { return };
        if let (Expr::Local(slot), Some(ty)) = (expr, self.program.types.get(id.position())) {
            self.typed(*slot, ty);
        }
        each_part(expr, |child| self.expr(child));
    }
}
