//! The walk: takes all that a battle runs and asks, with what is known at each place, and says which claims are not kept there.

mod statements;

use super::battle::Battle;
use super::facts::{Env, Name, Reading, are_of_players, clash, of_players};
use super::{Claim, Frame, Pair, Sides, seen_at};
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::flow::{is_allowed, is_struck};
use crate::typed::{
    ActionDef, ClauseDef, Expr, ExprKind, LocalId, LocalRole, Locals, ReachDef, RoleRef, Stmt,
    Type, Typed, each_child,
};
use rustc_hash::FxHashSet;
use warwright_grammar::Span;
use warwright_ir as ir;

/// What earlier walks have found out that holds for later ones, of fewer claims.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// By their order, what of the game keeps none of the claims, so that it keeps none of fewer.
    idle: FxHashSet<usize>,
    /// What is called or asked by anything.
    met: FxHashSet<Frame>,
}

/// Goes through a game.
pub(super) struct Walk<'t> {
    reading: Reading<'t>,
    battle: &'t Battle,
    walked: Walked,
    /// How much of the game was gone through, and whether the last of it keeps any claim.
    parts: usize,
    keeps_any: bool,
    failed: FxHashSet<Claim>,
    /// Conditions that what is known where they stand rules out.
    clashes: Vec<Span>,
    /// The procedure whose variables are written, with what stands for its locals here.
    home: Option<(ir::ProcedureId, Vec<(LocalId, LocalId)>)>,
}

impl<'t> Walk<'t> {
    pub(super) fn new(typed: &'t Typed, sides: &'t Sides, battle: &'t Battle) -> Self {
        Self {
            reading: Reading::new(typed, sides),
            battle,
            walked: Walked::default(),
            parts: 0,
            keeps_any: false,
            failed: FxHashSet::default(),
            clashes: Vec::new(),
            home: None,
        }
    }

    /// The claims that something does not keep. `walked`: by earlier walks, of these claims and perhaps others.
    pub(super) fn failed(mut self, walked: &mut Walked) -> FxHashSet<Claim> {
        std::mem::swap(&mut self.walked, walked);
        self.go();
        std::mem::swap(&mut self.walked, walked);
        self.failed
    }

    /// Conditions that can never hold where they stand.
    pub(super) fn clashes(mut self) -> Vec<Span> {
        self.go();
        self.clashes
    }

    fn go(&mut self) {
        let typed = self.reading.typed;
        let Battle { played, asked } = self.battle;
        let is_asked = |rule: Rule| asked.contains(&rule);
        for (id, def) in typed.functions.iter().filter(|it| is_asked(Rule::Function(it.0))) {
            self.part(|this| {
                this.begin(Some(Frame::Rule(Rule::Function(id))));
                this.value(&def.body);
            });
        }
        // Advice may ask them of anybody.
        self.clashes.clear();
        for (id, def) in typed.quantities.iter().filter(|it| is_asked(Rule::Quantity(it.0))) {
            self.part(|this| {
                this.begin(Some(Frame::Rule(Rule::Quantity(id))));
                this.value(&def.base);
            });
        }
        let of_actions: FxHashSet<_> = typed.actions.values().map(|it| it.permission).collect();
        let permissions = typed.permissions.iter().filter(|(id, _)| !of_actions.contains(id));
        for (id, def) in permissions.filter(|it| is_asked(Rule::Permission(it.0))) {
            self.part(|this| {
                this.begin(Some(Frame::Rule(Rule::Permission(id))));
                this.required(id, def.requires.iter().map(|it| &it.holds));
            });
        }
        for clause in typed.clauses.values().filter(|it| is_asked(Rule::of(it.owner))) {
            self.part(|this| this.clause(clause));
        }
        for (id, def) in typed.procedures.iter().filter(|(id, _)| played.contains(id)) {
            let own = (0..).map(LocalId).take(def.locals.all.len());
            for step in &def.steps {
                self.part(|this| {
                    this.begin(Some(Frame::Procedure(id)));
                    this.home = Some((id, own.clone().map(|local| (local, local)).collect()));
                    def.variables.iter().for_each(|(local, first)| this.first(*local, first));
                    step.when.iter().for_each(|when| this.asked(when));
                    this.body(&step.body);
                });
            }
        }
        for hook in typed.hooks.values().filter(|hook| played.contains(&hook.procedure)) {
            self.part(|this| {
                this.hung(Some(hook.procedure));
                this.reach(&hook.reach, &hook.locals);
                hook.when.iter().for_each(|when| this.asked(when));
                this.body(&hook.body);
            });
        }
        for action in typed.actions.values() {
            if action.place.procedure().is_none_or(|id| played.contains(&id)) {
                self.part(|this| this.action(action));
            }
        }
        for scenario in typed.scenarios.values() {
            self.part(|this| {
                this.begin(None);
                this.body(&scenario.setup);
            });
        }
        // Of what nobody asks in play nothing is known.
        let sides = self.reading.sides;
        let met = &self.walked.met;
        let unmet = sides.claims.iter().filter(|claim| match claim {
            Claim::Locals(frame, ..) => !met.contains(frame),
            Claim::Tie(_) | Claim::Field(_) => false,
        });
        self.failed.extend(unmet);
    }

    /// Goes through a part of the game, if it may keep any of the claims.
    fn part(&mut self, go: impl FnOnce(&mut Self)) {
        let number = self.parts;
        self.parts += 1;
        if self.walked.idle.contains(&number) {
            return;
        }
        self.keeps_any = false;
        go(self);
        if !self.keeps_any {
            self.walked.idle.insert(number);
        }
    }

    /// At the beginning of something.
    fn begin(&mut self, frame: Option<Frame>) {
        self.reading.env = Env::default();
        self.reading.known.clear();
        self.reading.where_there.clear();
        self.home = None;
        if let Some(frame) = frame {
            let pairs = self.pairs(frame);
            self.claimed(frame, &pairs);
        }
    }

    /// What is claimed of locals is so; of those that may be nobody where they are there.
    fn claimed(&mut self, frame: Frame, pairs: &[Pair]) {
        for (at, (one, other, same)) in self.pairs(frame).into_iter().enumerate() {
            let Some((here, there, _)) = pairs.get(at).copied() else { continue };
            match [one, other].map(|local| self.is_optional(frame, local)) {
                [false, false] => {
                    let pair = (self.reading.local(here), self.reading.local(there));
                    self.reading.known.push(of_players(pair.0, pair.1, same));
                }
                [true, false] => self.reading.where_there.push((here, there, same)),
                [false, true] => self.reading.where_there.push((there, here, same)),
                [true, true] => {}
            }
        }
    }

    /// Whether a local of a frame may be nobody.
    fn is_optional(&self, frame: Frame, local: LocalId) -> bool {
        let typed = self.reading.typed;
        let locals = match frame {
            Frame::Procedure(id) => typed.procedures.get(id).map(|def| &def.locals),
            Frame::Rule(Rule::Function(id)) => typed.functions.get(id).map(|def| &def.locals),
            Frame::Rule(Rule::Quantity(id)) => typed.quantities.get(id).map(|def| &def.locals),
            Frame::Rule(Rule::Permission(id)) => typed.permissions.get(id).map(|def| &def.locals),
            Frame::Rule(Rule::Possession(_)) => None,
        };
        let local = locals.and_then(|locals| locals.all.get(local.0 as usize));
        local.is_none_or(|local| !matches!(local.ty, Type::Entity(_)))
    }

    /// The pairs of locals of which something is claimed.
    fn pairs(&self, frame: Frame) -> Vec<Pair> {
        self.reading.sides.pairs(frame).to_vec()
    }

    /// At the beginning of what hangs on a procedure.
    fn hung(&mut self, procedure: Option<ir::ProcedureId>) {
        self.begin(None);
        let Some(id) = procedure else { return };
        let seen: Vec<(LocalId, LocalId)> = seen_at(self.reading.typed, id).into_iter().collect();
        let here = |local: LocalId| seen.iter().find(|it| it.0 == local).map(|it| it.1);
        let nobody = LocalId(u32::MAX);
        let pairs = self.pairs(Frame::Procedure(id)).into_iter();
        let pairs: Vec<Pair> = pairs
            .map(|(one, other, same)| match (here(one), here(other)) {
                (Some(one), Some(other)) => (one, other, same),
                _ => (nobody, nobody, same),
            })
            .collect();
        self.claimed(Frame::Procedure(id), &pairs);
        self.home = Some((id, seen));
    }

    /// Whom something reaches.
    fn reach(&mut self, reach: &'t ReachDef, locals: &Locals) {
        match reach {
            ReachDef::Role(RoleRef { param, field: None }) => {
                let bearer = locals.all.iter().position(|it| it.role == LocalRole::Bearer);
                let bearer = bearer.and_then(|at| u32::try_from(at).ok()).map(LocalId);
                if let Some(bearer) = bearer {
                    let role = self.reading.local(LocalId(u32::from(*param)));
                    self.reading.env.insert(bearer, role);
                }
            }
            ReachDef::Related { holds, .. } => self.asked(holds),
            ReachDef::Role(_) | ReachDef::All | ReachDef::Any => {}
        }
    }

    fn clause(&mut self, clause: &'t ClauseDef) {
        self.begin(Some(Frame::Rule(Rule::of(clause.owner))));
        self.reach(&clause.reach, &clause.locals);
        clause.when.iter().for_each(|when| self.asked(when));
        clause.each_expr(&mut |value| {
            let asked = clause.when.as_ref().is_some_and(|when| std::ptr::eq(when, value));
            if !asked {
                self.value(value);
            }
        });
    }

    fn action(&mut self, action: &'t ActionDef) {
        let typed = self.reading.typed;
        self.hung(action.place.procedure());
        self.reach(&action.reach, &action.locals);
        action.when.iter().for_each(|when| self.asked(when));
        for param in &action.params {
            self.value(&param.domain);
            let name = self.reading.renew(param.local);
            self.is_of(&param.domain, name);
        }
        if let Some(def) = typed.permissions.get(action.permission) {
            self.required(action.permission, def.requires.iter().map(|it| &it.holds));
        }
        self.body(&action.body);
    }

    /// What is required one after the other; what somebody may strike is not known.
    fn required(&mut self, id: ir::PermissionId, all: impl Iterator<Item = &'t Expr>) {
        let typed = self.reading.typed;
        let struck = |holds: &Expr| {
            let def = typed.permissions.get(id);
            let requires = def.into_iter().flat_map(|def| &def.requires);
            let mut own = requires.filter(|it| std::ptr::eq(&raw const it.holds, holds));
            is_allowed(typed, id) && own.any(|it| is_struck(typed, id, it))
        };
        for holds in all {
            self.value(holds);
            if !struck(holds) {
                self.holds(holds);
            }
        }
    }

    /// A condition is asked, and holds from here on.
    fn asked(&mut self, condition: &'t Expr) {
        self.value(condition);
        self.holds(condition);
    }

    /// A condition holds from here on; where that cannot be, it is kept.
    fn holds(&mut self, condition: &Expr) {
        let facts = self.reading.of_condition(condition, true);
        let new = facts.len();
        self.reading.known.extend(facts);
        if clash(&self.reading.known, new) {
            self.clashes.push(condition.span);
            self.reading.known.truncate(self.reading.known.len() - new);
        }
    }

    fn is_of(&mut self, set: &'t Expr, name: Name) {
        let facts = self.reading.of_item(set, name);
        self.reading.known.extend(facts.unwrap_or_default());
    }

    /// Goes through a value, where a condition holds or does not.
    fn under(&mut self, condition: &'t Expr, holds: bool, value: &'t Expr) {
        let mark = self.reading.known.len();
        let facts = self.reading.of_condition(condition, holds);
        self.reading.known.extend(facts);
        self.value(value);
        self.reading.known.truncate(mark);
    }

    /// Every rule that a value asks is asked of those whom it speaks of.
    fn value(&mut self, value: &'t Expr) {
        match &value.kind {
            ExprKind::And(one, other) => {
                self.value(one);
                self.under(one, true, other);
                return;
            }
            ExprKind::Or(one, other) => {
                self.value(one);
                self.under(one, false, other);
                return;
            }
            ExprKind::If { when, then, other } => {
                self.value(when);
                self.under(when, true, then);
                self.under(when, false, other);
                return;
            }
            ExprKind::Let { local, value, body } => {
                self.value(value);
                self.gives(*local, value);
                self.value(body);
                return;
            }
            ExprKind::Filter { of, item, when } => {
                self.items(of, *item, [Some(&**when), None]);
                return;
            }
            ExprKind::Map { of, item, value } => {
                self.items(of, *item, [None, Some(&**value)]);
                return;
            }
            ExprKind::Quantified { of, item, when, value, .. } => {
                self.items(of, *item, [when.as_deref(), value.as_deref()]);
                return;
            }
            _ => {}
        }
        if let Some((frame, args)) = Reading::asked(value) {
            self.calls(frame, args);
        }
        each_child(value, &mut |child| self.value(child));
    }

    fn items(&mut self, of: &'t Expr, item: LocalId, [when, value]: [Option<&'t Expr>; 2]) {
        self.value(of);
        let mark = self.reading.known.len();
        let name = self.reading.renew(item);
        self.is_of(of, name);
        when.into_iter().for_each(|when| self.asked(when));
        value.into_iter().for_each(|value| self.value(value));
        self.reading.known.truncate(mark);
    }

    /// A frame is begun with these for its parameters.
    fn calls(&mut self, frame: Frame, args: &'t [Expr]) {
        self.walked.met.insert(frame);
        for (one, other, same) in self.pairs(frame) {
            let claim = Claim::Locals(frame, one, other, same);
            let of = |local: LocalId| args.get(local.0 as usize);
            if let (Some(one), Some(other)) = (of(one), of(other)) {
                self.keeps(claim, one, other);
            }
        }
    }

    /// Two are of two players, or a claim is not kept.
    fn keeps(&mut self, claim: Claim, one: &Expr, other: &Expr) {
        if !self.reading.sides.holds(claim) {
            return;
        }
        self.keeps_any = true;
        if self.failed.contains(&claim) {
            return;
        }
        let mut facts = self.reading.known.clone();
        // Nobody is of no side.
        if [one, other].iter().any(|it| matches!(it.kind, ExprKind::None)) {
            return;
        }
        let one = self.reading.named(one, &mut facts);
        let other = match other.ty {
            Type::Set(_) | Type::List(_) => {
                let item = self.reading.fresh();
                let Some(more) = self.reading.of_item(other, item) else { return };
                facts.extend(more);
                item
            }
            _ => self.reading.named(other, &mut facts),
        };
        let same = matches!(claim, Claim::Locals(.., true));
        if !are_of_players(&facts, one, other, same) {
            self.failed.insert(claim);
        }
    }

    /// A variable begins with a value.
    fn first(&mut self, local: LocalId, value: &'t Expr) {
        self.value(value);
        self.written(local, Some(value));
    }

    /// A local has a value from here on.
    fn gives(&mut self, local: LocalId, value: &'t Expr) {
        let name = self.reading.fresh();
        let facts = self.reading.of_value(value, name);
        self.reading.known.extend(facts.unwrap_or_default());
        self.reading.env.insert(local, name);
    }

    /// What is claimed of a variable that is written is so of what it holds now.
    fn written(&mut self, local: LocalId, value: Option<&Expr>) {
        let Some((procedure, seen)) = self.home.clone() else { return };
        let frame = Frame::Procedure(procedure);
        let typed = self.reading.typed;
        let there = |here: LocalId| seen.iter().find(|it| it.1 == here).map(|it| it.0);
        let here = |there: LocalId| seen.iter().find(|it| it.0 == there).map(|it| it.1);
        let Some(own) = there(local) else { return };
        let Some(def) = typed.procedures.get(procedure) else { return };
        for (one, other, same) in self.pairs(frame) {
            let rest = if one == own {
                other
            } else if other == own {
                one
            } else {
                continue;
            };
            let claim = Claim::Locals(frame, one, other, same);
            let ty = def.locals.all.get(rest.0 as usize).map(|local| local.ty.clone());
            match (value, here(rest), ty) {
                (Some(value), Some(rest), Some(ty)) => {
                    let rest = Expr::new(ExprKind::Local(rest), ty, value.span);
                    self.keeps(claim, value, &rest);
                }
                _ => {
                    self.keeps_any = true;
                    self.failed.insert(claim);
                }
            }
        }
    }
}

/// Whether nothing comes behind a body.
fn leaves(body: &[Stmt]) -> bool {
    body.last().is_some_and(|stmt| stmt.kind.leaves())
}
