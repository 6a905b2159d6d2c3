//! Statements: says what becomes of a state in statements that follow, taken in their order.

use super::{End, Fate, Fates, OPEN, READ, Whole, ends, unsure};
use crate::typed::{
    ActionPlace, Assign, Compare, Expr, ExprKind, LocalId, Stmt, StmtKind, stmt_exprs,
};
use std::ops::ControlFlow;
use warwright_ir as ir;

impl<'t> Fates<'t> {
    pub(super) fn body(&mut self, body: &'t [Stmt], whole: &mut Whole) -> Fate {
        for stmt in body {
            self.stmt(stmt, whole)?;
            self.left |= ends(std::slice::from_ref(stmt));
        }
        OPEN
    }

    pub(super) fn stmt(&mut self, stmt: &'t Stmt, whole: &mut Whole) -> Fate {
        if stmt_exprs(stmt).into_iter().any(|value| self.asks(value)) {
            return READ;
        }
        match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { of, field: to }, .. } if *to == self.field => {
                let all = match of.kind {
                    ExprKind::Only(_) => true,
                    ExprKind::Local(local) => {
                        whole.each.contains(&local) || whole.one == Some(local)
                    }
                    _ => false,
                };
                if all { ControlFlow::Break(End::Written(stmt.span)) } else { OPEN }
            }
            StmtKind::If { when, then, .. } if self.is_sure(when) => self.body(then, whole),
            StmtKind::If { then, other, .. } => self.ways([then.as_slice(), other], whole),
            StmtKind::Try { body, other } => unsure(self.ways([body.as_slice(), other], whole)),
            StmtKind::Match { arms, .. } => {
                let all = arms.iter().map(|(_, body)| body.as_slice());
                let full = arms.iter().any(|(keys, _)| keys.is_empty());
                self.ways(all.chain((!full).then_some(&[][..])), whole)
            }
            StmtKind::ForEach { item, of, when, body, .. } => {
                self.for_each((*item, of, when.is_none()), body, whole)
            }
            StmtKind::Repeat { body, .. }
            | StmtKind::ForNext { body, .. }
            | StmtKind::RepeatUntil { body, .. } => {
                let fate = self.body(body, &mut Whole::default());
                // The rounds of a battle are played.
                if self.is_of_rounds(stmt) { fate } else { unsure(fate) }
            }
            StmtKind::Call { procedure, .. } => self.procedure(*procedure),
            StmtKind::Open(open) => {
                let place = ActionPlace::Named(open.window);
                let mut offered = self.typed.actions.values().filter(|it| it.place == place);
                if offered.any(|action| self.action_reads(action)) { READ } else { OPEN }
            }
            StmtKind::Choose { name, .. } if self.is_advised(name, self.field) => READ,
            StmtKind::CallStep { .. } | StmtKind::Proceed | StmtKind::Follow { .. } => READ,
            StmtKind::Assign { value, .. } if matches!(value.kind, ExprKind::Plan(_)) => READ,
            _ => OPEN,
        }
    }

    /// `first(players) is some p`: there are always players.
    fn is_sure(&self, when: &Expr) -> bool {
        let ExprKind::IsSome { of, .. } = &when.kind else { return false };
        let ExprKind::First(of) = &of.kind else { return false };
        let ExprKind::All(kind) = of.kind else { return false };
        self.typed.kinds.get(kind).is_some_and(|def| def.base == ir::KindBase::Player)
    }

    fn for_each(
        &mut self,
        (item, of, all): (LocalId, &Expr, bool),
        body: &'t [Stmt],
        whole: &Whole,
    ) -> Fate {
        let typed = self.typed;
        let kind = match &of.kind {
            ExprKind::All(kind) if all => Some(*kind),
            ExprKind::Filter { of, item, when } if all => {
                let player = whole.of_player.filter(|player| is_of_player(when, *item, *player));
                as_variant!(of.kind, ExprKind::All(kind) if player.is_some() => kind)
            }
            _ => None,
        };
        let of_field = typed.fields.get(self.field).map(|def| def.kind);
        let mut inner = Whole { one: None, ..whole.clone() };
        if kind.is_some() && kind == of_field {
            inner.each.push(item);
        }
        let players = kind
            .and_then(|kind| typed.kinds.get(kind))
            .is_some_and(|def| def.base == ir::KindBase::Player);
        let fate = self.body(body, &mut inner);
        if players || kind.is_some() && kind == of_field { fate } else { unsure(fate) }
    }

    /// What becomes of it where one of several ways is gone.
    fn ways(&mut self, all: impl IntoIterator<Item = &'t [Stmt]>, whole: &mut Whole) -> Fate {
        let mut joined: Option<Fate> = None;
        for way in all {
            let fate = self.body(way, whole);
            joined = Some(match joined {
                _ if fate == READ => return READ,
                None => fate,
                Some(first) if first != OPEN && fate != OPEN => first,
                Some(_) => OPEN,
            });
        }
        joined.unwrap_or(OPEN)
    }

    fn is_of_rounds(&self, stmt: &Stmt) -> bool {
        let sequence = self.typed.sequence.and_then(|id| self.typed.procedures.get(id));
        let mut steps = sequence.into_iter().flat_map(|def| &def.steps);
        steps.any(|step| step.name == "rounds" && step.body.iter().any(|it| std::ptr::eq(it, stmt)))
    }
}

/// `units of p`: whether a condition asks for the things of one player, and nothing else.
fn is_of_player(when: &Expr, item: LocalId, player: LocalId) -> bool {
    let ExprKind::Compare { how: Compare::Eq, left, right } = &when.kind else { return false };
    let ExprKind::OwnerOf(of) = &left.kind else { return false };
    matches!(of.kind, ExprKind::Local(of) if of == item)
        && matches!(right.kind, ExprKind::Local(of) if of == player)
}
