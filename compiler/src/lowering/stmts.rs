//! Statements: takes what a step, hook or action does, gives flat acts.

use super::Lowering;
use super::code::Code;
use super::liveness::{Frames, Part};
use super::types::{self, scalar};
use crate::typed::ChoiceOwner;
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, OpenDef, PlanDef, Stmt, StmtKind, Type, UntilDef, Words,
};
use warwright_ir as ir;
use warwright_ir::{Act, BodyId, ExprId, SpanId, Target, Ty};

impl Lowering<'_> {
    /// The body of statements that run where a condition holds, whose names they may use; `stop` ends them.
    pub(super) fn body(
        &mut self,
        owner: ChoiceOwner,
        when: Option<&Expr>,
        stmts: &[Stmt],
    ) -> BodyId {
        self.code = Code::new(owner);
        let end = self.code.label();
        self.code.end = Some(end);
        if let Some(when) = when {
            self.rebind(when);
        }
        self.stmts(stmts);
        self.code.here(end);
        self.out.bodies.push(self.code.finish(self.frame.env()))
    }

    /// Notes that the private slots of the frame may be forgotten in a body that has it for itself.
    pub(super) fn forgets(&mut self, body: BodyId) {
        self.forgetting.push(Frames {
            parts: vec![Part { body, called: false, reads: Vec::new() }],
            private: self.frame.private.clone(),
            ..Frames::default()
        });
    }

    /// Writes statements in order.
    pub(super) fn stmts(&mut self, all: &[Stmt]) {
        for stmt in all {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = self.span(stmt.span);
        match &stmt.kind {
            StmtKind::Assign { to, value, purpose } => {
                self.assign(to, value, purpose.as_deref(), span);
            }
            StmtKind::If { when, then, other } => self.if_else(when, then, other, span),
            StmtKind::Match { of, arms } => self.match_acts(of, arms, span),
            StmtKind::ForEach { .. }
            | StmtKind::ForNext { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::RepeatUntil { .. } => self.loop_acts(stmt, span),
            StmtKind::Try { body, other } => self.try_else(body, other, span),
            StmtKind::Choose { .. } | StmtKind::Reroll { .. } | StmtKind::Change { .. } => {
                self.choice_acts(stmt, span);
            }
            StmtKind::Require { holds, why } => self.require(holds, why, span),
            StmtKind::Stop => self.code.stop(span),
            StmtKind::Finish(result) => {
                let result = result.as_ref().map(|result| self.expr(result));
                self.code.leave_tries(0, span);
                self.code.push(Act::Finish { result }, span);
            }
            StmtKind::Error => {}
            StmtKind::Follow { plan } => {
                let value = self.expr(plan);
                let cursor = self.frame.temporary(true);
                self.code.push(Act::Set { target: Target::Local(cursor), value }, span);
                self.code.push(Act::Follow { cursor: scalar(cursor) }, span);
            }
            StmtKind::Call { procedure, args, result } => {
                let args = self.exprs(args);
                let args = args.into_iter().map(|arg| self.settled(arg, span));
                let args = args.collect();
                let result = result.map(|local| self.frame.slot(local));
                self.code.push(Act::Call { procedure: *procedure, args, result }, span);
            }
            _ => {
                let act = self.single(&stmt.kind);
                self.code.push(act, span);
            }
        }
    }

    /// Statements that are one act.
    fn single(&mut self, kind: &StmtKind) -> Act {
        match kind {
            StmtKind::CallStep { step } => Act::CallStep { step: *step },
            StmtKind::Proceed => Act::Proceed,
            StmtKind::Grant { ability, args, to, until } => Act::Grant {
                ability: *ability,
                args: self.exprs(args),
                to: self.expr(to),
                until: self.until(until),
            },
            StmtKind::Remove { ability, from, all } => {
                Act::Remove { ability: *ability, from: self.expr(from), all: *all }
            }
            StmtKind::Join { tie, left, right, shared, of_left, of_right } => Act::Join {
                tie: *tie,
                left: self.expr(left),
                right: self.expr(right),
                shared: self.exprs(shared),
                of_left: self.exprs(of_left),
                of_right: self.exprs(of_right),
            },
            StmtKind::Part { tie, left, right } => Act::Part {
                tie: *tie,
                left: self.expr(left),
                right: right.as_ref().map(|right| self.expr(right)),
            },
            StmtKind::Create { kind, owner, local } => Act::Create {
                kind: *kind,
                owner: owner.as_ref().map(|owner| self.expr(owner)),
                slot: scalar(self.frame.slot(*local)),
            },
            StmtKind::Leave(of) => Act::Leave { of: self.expr(of) },
            StmtKind::TakeForm { of, form } => {
                let whom = self.expr(of);
                let name = self.text(form);
                let form = self.constant(i64::from(name.0), Ty::Text, of.span);
                Act::TakeForm { of: whom, form }
            }
            StmtKind::Open(open) => self.open(open),
            StmtKind::Say(words) => Act::Say { words: self.template(words) },
            StmtKind::EndBattle { winner, why } => Act::EndBattle {
                winner: winner.as_ref().map(|winner| self.expr(winner)),
                why: self.template(why),
            },
            // All others are lowered by `stmt`.
            _ => Act::Forget(Vec::new()),
        }
    }

    fn open(&mut self, open: &OpenDef) -> Act {
        Act::Open(ir::Opening {
            window: open.window,
            to: self.expr(&open.to),
            ends: open.ends,
            at_most: open.at_most.as_ref().map(|most| self.expr(most)),
        })
    }

    fn until(&mut self, until: &UntilDef) -> ir::GrantUntil {
        match until {
            UntilDef::Removed => ir::GrantUntil::Removed,
            UntilDef::Moment { moment, edge, next, whose, others, .. } => ir::GrantUntil::Moment {
                moment: *moment,
                edge: *edge,
                next: *next,
                whose: whose.as_ref().map(|whose| self.expr(whose)),
                others: *others,
            },
        }
    }

    fn assign(&mut self, to: &Assign, value: &Expr, purpose: Option<&Words>, span: SpanId) {
        if let ExprKind::Roll { die, count } = &value.kind {
            self.roll(to, (value, *die, count), purpose, span);
            return;
        }
        if let ExprKind::Draw(of) = &value.kind {
            self.draw(to, (value, of), span);
            return;
        }
        if let ExprKind::Plan(plan) = &value.kind {
            self.plan(to, (value, plan), span);
            return;
        }
        if let (Assign::Local(local), Type::Record(_)) = (to, &value.ty) {
            self.assign_record(*local, value, span);
            return;
        }
        let target = self.target(to);
        let value = match (to, &value.kind) {
            // State holds what is written to it.
            (Assign::Field { .. } | Assign::TieField { .. }, ExprKind::Within { of, .. }) => of,
            _ => value,
        };
        let value = self.expr(value);
        self.code.push(Act::Set { target, value }, span);
    }

    /// All fields are worked out before the first is written.
    fn assign_record(&mut self, local: LocalId, value: &Expr, span: SpanId) {
        let mut values = Vec::new();
        self.spread(value, &mut values);
        let slots = self.frame.slots(local).to_vec();
        let mut moves = Vec::new();
        for (slot, written) in slots.into_iter().zip(values) {
            let through = self.frame.temporary(matches!(slot, ir::Slot::Wide(_)));
            self.code.push(Act::Set { target: Target::Local(through), value: written }, span);
            let ty = self.out.types.get(written.0 as usize).cloned().unwrap_or(Ty::Int);
            moves.push((slot, self.local(through, ty, value.span)));
        }
        for (slot, value) in moves {
            self.code.push(Act::Set { target: Target::Local(slot), value }, span);
        }
    }

    fn target(&mut self, to: &Assign) -> Target {
        match to {
            Assign::Local(local) => Target::Local(self.frame.slot(*local)),
            Assign::Field { of, field } => Target::Field { of: self.expr(of), field: *field },
            Assign::TieField { tie, of, other, field } => Target::TieField {
                tie: *tie,
                of: self.expr(of),
                other: self.expr(other),
                field: *field,
            },
        }
    }

    /// Works a value out by an act of its own, so that what it is made of can be forgotten while the driver is asked.
    fn settled(&mut self, value: ExprId, span: SpanId) -> ExprId {
        if !self.made_of_private(value) {
            return value;
        }
        let ty = self.out.types.get(value.0 as usize).cloned().unwrap_or(Ty::Int);
        let slot = self.frame.temporary(ty.is_wide());
        self.code.push(Act::Set { target: Target::Local(slot), value }, span);
        let place = self.out.expr_spans.get(value.0 as usize).copied().unwrap_or(span);
        self.out.types.push(ty);
        self.out.expr_spans.push(place);
        self.out.exprs.push(ir::Expr::Local(slot))
    }

    /// Whether a value that is not a local itself reads one that nobody else needs.
    fn made_of_private(&self, value: ExprId) -> bool {
        if matches!(self.out.exprs.get(value), Some(ir::Expr::Local(_))) {
            return false;
        }
        let mut todo = vec![value];
        while let Some(expr) = todo.pop().and_then(|id| self.out.exprs.get(id)) {
            if matches!(expr, ir::Expr::Local(slot) if self.frame.private.contains(slot)) {
                return true;
            }
            ir::each_part(expr, |child| todo.push(child));
        }
        false
    }

    /// What is drawn goes into a local, and from there to where it is wanted.
    fn draw(&mut self, to: &Assign, (whole, of): (&Expr, &Expr), span: SpanId) {
        let set = self.expr(of);
        let set = self.settled(set, span);
        if let Assign::Local(local) = to {
            let slot = scalar(self.frame.slot(*local));
            self.code.push(Act::Draw { slot, of: set }, span);
            return;
        }
        let through = self.frame.temporary(false);
        self.code.push(Act::Draw { slot: scalar(through), of: set }, span);
        let target = self.target(to);
        let value = self.local(through, types::ty(&whole.ty), whole.span);
        self.code.push(Act::Set { target, value }, span);
    }

    /// What is planned goes into a local, and from there to where it is wanted.
    fn plan(&mut self, to: &Assign, (whole, plan): (&Expr, &PlanDef), span: SpanId) {
        let slot = match to {
            Assign::Local(local) => self.frame.slot(*local),
            _ => self.frame.temporary(true),
        };
        let mut manner =
            ir::PlanManner { it: scalar(self.frame.slot(plan.it)), ..ir::PlanManner::default() };
        for (name, value) in &plan.manner {
            let value = self.expr(value);
            if let Some(setting) = manner.named_mut(name) {
                *setting = Some(value);
            }
        }
        let act = Act::Plan {
            slot: scalar(slot),
            who: self.expr(&plan.who),
            window: plan.window,
            towards: plan.towards.as_ref().map(|towards| self.expr(towards)),
            until: self.expr(&plan.until),
            at_most: self.expr(&plan.at_most),
            turn: plan.turn,
            manner,
        };
        self.code.push(act, span);
        if !matches!(to, Assign::Local(_)) {
            let target = self.target(to);
            let value = self.local(slot, types::ty(&whole.ty), whole.span);
            self.code.push(Act::Set { target, value }, span);
        }
    }

    /// A pool is rolled in place; a single die is rolled into a pool whose one face is taken.
    fn roll(
        &mut self,
        to: &Assign,
        (whole, die, count): (&Expr, ir::DieId, &Expr),
        purpose: Option<&Words>,
        span: SpanId,
    ) {
        let count = self.expr(count);
        let count = self.settled(count, span);
        let purpose = purpose.map(|words| self.template(words));
        let is_pool = matches!(whole.ty, Type::Pool(_));
        let pool = match to {
            Assign::Local(local) if is_pool => self.frame.slot(*local),
            _ => self.frame.temporary(true),
        };
        self.code.push(Act::Roll { slot: scalar(pool), die, count, purpose }, span);
        if is_pool && matches!(to, Assign::Local(_)) {
            return;
        }
        let target = self.target(to);
        let mut value = self.local(pool, Ty::Pool(die), whole.span);
        if !is_pool {
            let face = Ty::Face(die);
            let maybe = Ty::Optional(Box::new(face.clone()));
            let first = self.push(ir::Expr::First(value), maybe, whole.span);
            let through = self.frame.temporary(false);
            self.code.push(Act::Set { target: Target::Local(through), value: first }, span);
            value = self.local(through, face, whole.span);
            if !matches!(types::ty(&whole.ty), Ty::Face(_)) {
                let form = ir::Expr::Unary { op: ir::UnaryOp::FaceValue, of: value };
                value = self.push(form, Ty::Int, whole.span);
            }
        }
        self.code.push(Act::Set { target, value }, span);
    }

    fn if_else(&mut self, when: &Expr, then: &[Stmt], other: &[Stmt], span: SpanId) {
        let otherwise = self.code.label();
        self.branch(when, otherwise);
        self.stmts(then);
        if other.is_empty() {
            self.code.here(otherwise);
            return;
        }
        let end = self.code.label();
        self.code.jump(end, span);
        self.code.here(otherwise);
        self.stmts(other);
        self.code.here(end);
    }

    fn match_acts(&mut self, of: &Expr, arms: &[(Vec<Expr>, Vec<Stmt>)], span: SpanId) {
        let (value, slot) = self.subject(of);
        if let Some(value) = value {
            self.code.push(Act::Set { target: Target::Local(slot), value }, span);
        }
        let end = self.code.label();
        for (keys, body) in arms {
            let next = self.code.label();
            if !keys.is_empty() {
                let holds = self.any_equal(slot, of, keys);
                self.code.jump_unless(holds, next, span);
            }
            self.stmts(body);
            self.code.jump(end, span);
            self.code.here(next);
        }
        self.code.here(end);
    }

    fn try_else(&mut self, body: &[Stmt], other: &[Stmt], span: SpanId) {
        let otherwise = self.code.label();
        let end = self.code.label();
        self.code.push(Act::Try { other: Code::target(otherwise) }, span);
        self.code.open_try();
        self.stmts(body);
        self.code.close_try();
        self.code.push(Act::EndTry, span);
        self.code.jump(end, span);
        self.code.here(otherwise);
        self.stmts(other);
        self.code.here(end);
    }

    fn require(&mut self, holds: &Expr, why: &Words, span: SpanId) {
        let reason = self.template(why);
        let condition = self.expr(holds);
        self.code.push(Act::Require { holds: condition, reason }, span);
        self.rebind(holds);
    }
}
