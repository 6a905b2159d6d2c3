//! Statements: takes what a step, hook or action does, gives flat acts.

use super::Lowering;
use super::code::Code;
use super::slots::Frame;
use super::types::{self, scalar};
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, OpenDef, PlanDef, Stmt, StmtKind, Type, UntilDef, Words,
};
use warwright_ir as ir;
use warwright_ir::{Act, ExprId, SpanId, Target, Ty};

impl Lowering<'_> {
    /// Writes statements in order.
    pub(super) fn stmts(&mut self, frame: &mut Frame, code: &mut Code, all: &[Stmt]) {
        for stmt in all {
            self.stmt(frame, code, stmt);
        }
    }

    fn stmt(&mut self, frame: &mut Frame, code: &mut Code, stmt: &Stmt) {
        let span = self.span(stmt.span);
        match &stmt.kind {
            StmtKind::Assign { to, value, purpose } => {
                self.assign(frame, code, to, value, purpose.as_deref(), span);
            }
            StmtKind::If { when, then, other } => {
                self.if_else(frame, code, when, then, other, span)
            }
            StmtKind::Match { of, arms } => self.match_acts(frame, code, of, arms, span),
            StmtKind::ForEach { .. }
            | StmtKind::ForNext { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::RepeatUntil { .. } => self.loop_acts(frame, code, stmt, span),
            StmtKind::Try { body, other } => self.try_else(frame, code, body, other, span),
            StmtKind::Choose { .. } | StmtKind::Reroll { .. } | StmtKind::Change { .. } => {
                self.choice_acts(frame, code, stmt, span);
            }
            StmtKind::Require { holds, why } => self.require(frame, code, holds, why, span),
            StmtKind::Stop => code.stop(span),
            StmtKind::Finish(result) => {
                let result = result.as_ref().map(|result| self.expr(frame, result));
                code.leave_tries(0, span);
                code.push(Act::Finish { result }, span);
            }
            StmtKind::Error => {}
            StmtKind::Follow { plan } => {
                let value = self.expr(frame, plan);
                let cursor = frame.temporary(true);
                code.push(Act::Set { target: Target::Local(cursor), value }, span);
                code.push(Act::Follow { cursor: scalar(cursor) }, span);
            }
            StmtKind::Call { procedure, args, result } => {
                let args = self.exprs(frame, args);
                let args = args.into_iter().map(|arg| self.settled(frame, code, arg, span));
                let args = args.collect();
                let result = result.map(|local| frame.slot(local));
                code.push(Act::Call { procedure: *procedure, args, result }, span);
            }
            _ => {
                let act = self.single(frame, &stmt.kind);
                code.push(act, span);
            }
        }
    }

    /// Statements that are one act.
    fn single(&mut self, frame: &mut Frame, kind: &StmtKind) -> Act {
        match kind {
            StmtKind::CallStep { step } => Act::CallStep { step: *step },
            StmtKind::Proceed => Act::Proceed,
            StmtKind::Grant { ability, args, to, until } => Act::Grant {
                ability: *ability,
                args: self.exprs(frame, args),
                to: self.expr(frame, to),
                until: self.until(frame, until),
            },
            StmtKind::Remove { ability, from, all } => {
                Act::Remove { ability: *ability, from: self.expr(frame, from), all: *all }
            }
            StmtKind::Join { tie, left, right, shared, of_left, of_right } => Act::Join {
                tie: *tie,
                left: self.expr(frame, left),
                right: self.expr(frame, right),
                shared: self.exprs(frame, shared),
                of_left: self.exprs(frame, of_left),
                of_right: self.exprs(frame, of_right),
            },
            StmtKind::Part { tie, left, right } => Act::Part {
                tie: *tie,
                left: self.expr(frame, left),
                right: right.as_ref().map(|right| self.expr(frame, right)),
            },
            StmtKind::Create { kind, local } => {
                Act::Create { kind: *kind, slot: scalar(frame.slot(*local)) }
            }
            StmtKind::Leave(of) => Act::Leave { of: self.expr(frame, of) },
            StmtKind::TakeForm { of, form } => {
                let whom = self.expr(frame, of);
                let name = self.text(form);
                let form = self.constant(i64::from(name.0), Ty::Text, of.span);
                Act::TakeForm { of: whom, form }
            }
            StmtKind::Open(open) => self.open(frame, open),
            StmtKind::Say(words) => Act::Say { words: self.template(frame, words) },
            StmtKind::EndBattle { winner, why } => Act::EndBattle {
                winner: winner.as_ref().map(|winner| self.expr(frame, winner)),
                why: self.template(frame, why),
            },
            // All others are lowered by `stmt`.
            _ => Act::Forget(Vec::new()),
        }
    }

    fn open(&mut self, frame: &mut Frame, open: &OpenDef) -> Act {
        Act::Open(ir::Opening {
            window: open.window,
            to: self.expr(frame, &open.to),
            ends: open.ends,
            at_most: open.at_most.as_ref().map(|most| self.expr(frame, most)),
        })
    }

    fn until(&mut self, frame: &mut Frame, until: &UntilDef) -> ir::GrantUntil {
        match until {
            UntilDef::Removed => ir::GrantUntil::Removed,
            UntilDef::Moment { moment, edge, next, whose } => ir::GrantUntil::Moment {
                moment: *moment,
                edge: *edge,
                next: *next,
                whose: whose.as_ref().map(|whose| self.expr(frame, whose)),
            },
        }
    }

    fn assign(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        to: &Assign,
        value: &Expr,
        purpose: Option<&Words>,
        span: SpanId,
    ) {
        if let ExprKind::Roll { die, count } = &value.kind {
            self.roll(frame, code, to, (value, *die, count), purpose, span);
            return;
        }
        if let ExprKind::Draw(of) = &value.kind {
            self.draw(frame, code, to, (value, of), span);
            return;
        }
        if let ExprKind::Plan(plan) = &value.kind {
            self.plan(frame, code, to, (value, plan), span);
            return;
        }
        if let (Assign::Local(local), Type::Record(_)) = (to, &value.ty) {
            self.assign_record(frame, code, *local, value, span);
            return;
        }
        let target = self.target(frame, to);
        let value = match (to, &value.kind) {
            // State holds what is written to it.
            (Assign::Field { .. } | Assign::TieField { .. }, ExprKind::Within { of, .. }) => of,
            _ => value,
        };
        let value = self.expr(frame, value);
        code.push(Act::Set { target, value }, span);
    }

    /// All fields are worked out before the first is written.
    fn assign_record(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        local: LocalId,
        value: &Expr,
        span: SpanId,
    ) {
        let mut values = Vec::new();
        self.spread(frame, value, &mut values);
        let slots = frame.slots(local).to_vec();
        let mut moves = Vec::new();
        for (slot, written) in slots.into_iter().zip(values) {
            let through = frame.temporary(matches!(slot, ir::Slot::Wide(_)));
            code.push(Act::Set { target: Target::Local(through), value: written }, span);
            let ty = self.out.types.get(written.0 as usize).cloned().unwrap_or(Ty::Int);
            moves.push((slot, self.local(through, ty, value.span)));
        }
        for (slot, value) in moves {
            code.push(Act::Set { target: Target::Local(slot), value }, span);
        }
    }

    fn target(&mut self, frame: &mut Frame, to: &Assign) -> Target {
        match to {
            Assign::Local(local) => Target::Local(frame.slot(*local)),
            Assign::Field { of, field } => {
                Target::Field { of: self.expr(frame, of), field: *field }
            }
            Assign::TieField { tie, of, other, field } => Target::TieField {
                tie: *tie,
                of: self.expr(frame, of),
                other: self.expr(frame, other),
                field: *field,
            },
        }
    }

    /// Works a value out by an act of its own, so that what it is made of can be forgotten while the driver is asked.
    fn settled(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        value: ExprId,
        span: SpanId,
    ) -> ExprId {
        if !self.made_of_private(frame, value) {
            return value;
        }
        let ty = self.out.types.get(value.0 as usize).cloned().unwrap_or(Ty::Int);
        let slot = frame.temporary(ty.is_wide());
        code.push(Act::Set { target: Target::Local(slot), value }, span);
        let place = self.out.expr_spans.get(value.0 as usize).copied().unwrap_or(span);
        self.out.types.push(ty);
        self.out.expr_spans.push(place);
        self.out.exprs.push(ir::Expr::Local(slot))
    }

    /// Whether a value that is not a local itself reads one that nobody else needs.
    fn made_of_private(&self, frame: &Frame, value: ExprId) -> bool {
        if matches!(self.out.exprs.get(value), Some(ir::Expr::Local(_))) {
            return false;
        }
        let mut todo = vec![value];
        while let Some(expr) = todo.pop().and_then(|id| self.out.exprs.get(id)) {
            if matches!(expr, ir::Expr::Local(slot) if frame.private.contains(slot)) {
                return true;
            }
            ir::each_part(expr, |child| todo.push(child));
        }
        false
    }

    /// What is drawn goes into a local, and from there to where it is wanted.
    fn draw(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        to: &Assign,
        (whole, of): (&Expr, &Expr),
        span: SpanId,
    ) {
        let set = self.expr(frame, of);
        let set = self.settled(frame, code, set, span);
        if let Assign::Local(local) = to {
            let slot = scalar(frame.slot(*local));
            code.push(Act::Draw { slot, of: set }, span);
            return;
        }
        let through = frame.temporary(false);
        code.push(Act::Draw { slot: scalar(through), of: set }, span);
        let target = self.target(frame, to);
        let value = self.local(through, types::ty(&whole.ty), whole.span);
        code.push(Act::Set { target, value }, span);
    }

    /// What is planned goes into a local, and from there to where it is wanted.
    fn plan(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        to: &Assign,
        (whole, plan): (&Expr, &PlanDef),
        span: SpanId,
    ) {
        let slot = match to {
            Assign::Local(local) => frame.slot(*local),
            _ => frame.temporary(true),
        };
        let mut manner =
            ir::PlanManner { it: scalar(frame.slot(plan.it)), ..ir::PlanManner::default() };
        for (name, value) in &plan.manner {
            let value = self.expr(frame, value);
            if let Some(setting) = manner.named_mut(name) {
                *setting = Some(value);
            }
        }
        let act = Act::Plan {
            slot: scalar(slot),
            who: self.expr(frame, &plan.who),
            window: plan.window,
            towards: plan.towards.as_ref().map(|towards| self.expr(frame, towards)),
            until: self.expr(frame, &plan.until),
            at_most: self.expr(frame, &plan.at_most),
            turn: plan.turn,
            manner,
        };
        code.push(act, span);
        if !matches!(to, Assign::Local(_)) {
            let target = self.target(frame, to);
            let value = self.local(slot, types::ty(&whole.ty), whole.span);
            code.push(Act::Set { target, value }, span);
        }
    }

    /// A pool is rolled in place; a single die is rolled into a pool whose one face is taken.
    fn roll(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        to: &Assign,
        (whole, die, count): (&Expr, ir::DieId, &Expr),
        purpose: Option<&Words>,
        span: SpanId,
    ) {
        let count = self.expr(frame, count);
        let count = self.settled(frame, code, count, span);
        let purpose = purpose.map(|words| self.template(frame, words));
        let is_pool = matches!(whole.ty, Type::Pool(_));
        let pool = match to {
            Assign::Local(local) if is_pool => frame.slot(*local),
            _ => frame.temporary(true),
        };
        code.push(Act::Roll { slot: scalar(pool), die, count, purpose }, span);
        if is_pool && matches!(to, Assign::Local(_)) {
            return;
        }
        let target = self.target(frame, to);
        let mut value = self.local(pool, Ty::Pool(die), whole.span);
        if !is_pool {
            let face = Ty::Face(die);
            let maybe = Ty::Optional(Box::new(face.clone()));
            let first = self.push(ir::Expr::First(value), maybe, whole.span);
            let through = frame.temporary(false);
            code.push(Act::Set { target: Target::Local(through), value: first }, span);
            value = self.local(through, face, whole.span);
            if !matches!(types::ty(&whole.ty), Ty::Face(_)) {
                let form = ir::Expr::Unary { op: ir::UnaryOp::FaceValue, of: value };
                value = self.push(form, Ty::Int, whole.span);
            }
        }
        code.push(Act::Set { target, value }, span);
    }

    fn if_else(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        when: &Expr,
        then: &[Stmt],
        other: &[Stmt],
        span: SpanId,
    ) {
        let otherwise = code.label();
        self.branch(frame, code, when, otherwise);
        self.stmts(frame, code, then);
        if other.is_empty() {
            code.here(otherwise);
            return;
        }
        let end = code.label();
        code.jump(end, span);
        code.here(otherwise);
        self.stmts(frame, code, other);
        code.here(end);
    }

    fn match_acts(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        of: &Expr,
        arms: &[(Vec<Expr>, Vec<Stmt>)],
        span: SpanId,
    ) {
        let (value, slot) = self.subject(frame, of);
        if let Some(value) = value {
            code.push(Act::Set { target: Target::Local(slot), value }, span);
        }
        let end = code.label();
        for (keys, body) in arms {
            let next = code.label();
            if !keys.is_empty() {
                let holds = self.any_equal(frame, slot, of, keys);
                code.jump_unless(holds, next, span);
            }
            self.stmts(frame, code, body);
            code.jump(end, span);
            code.here(next);
        }
        code.here(end);
    }

    fn try_else(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        body: &[Stmt],
        other: &[Stmt],
        span: SpanId,
    ) {
        let otherwise = code.label();
        let end = code.label();
        code.push(Act::Try { other: Code::target(otherwise) }, span);
        code.open_try();
        self.stmts(frame, code, body);
        code.close_try();
        code.push(Act::EndTry, span);
        code.jump(end, span);
        code.here(otherwise);
        self.stmts(frame, code, other);
        code.here(end);
    }

    fn require(
        &mut self,
        frame: &mut Frame,
        code: &mut Code,
        holds: &Expr,
        why: &Words,
        span: SpanId,
    ) {
        let reason = self.template(frame, why);
        let condition = self.expr(frame, holds);
        code.push(Act::Require { holds: condition, reason }, span);
        self.rebind(frame, code, holds);
    }
}
