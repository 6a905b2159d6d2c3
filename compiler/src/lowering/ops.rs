//! Operations: takes arithmetic, comparisons, possession and `match`, gives the operations of the machine for their types.

use super::Lowering;
use super::exprs::is_equality;
use super::types::{self, ratio};
use crate::typed::{Arithmetic, Compare, Expr, ExprKind, LocalId, Type};
use warwright_grammar::source::Span;
use warwright_ir as ir;
use warwright_ir::{AbilityId, BinaryOp, ExprId, Slot, Ty};

impl Lowering<'_> {
    pub(super) fn arithmetic(&mut self, how: Arithmetic, left: &Expr, right: &Expr) -> ir::Expr {
        let ratios = (matches!(left.ty, Type::Ratio), matches!(right.ty, Type::Ratio));
        let measure = matches!(left.ty, Type::Length | Type::Angle);
        let same_measure = measure && left.ty == right.ty;
        let span = right.span;
        let left = self.expr(left);
        let mut right = self.expr(right);
        let op = match (how, ratios) {
            (Arithmetic::Add, (true, _)) => BinaryOp::AddRatio,
            (Arithmetic::Add, _) => BinaryOp::Add,
            (Arithmetic::Sub, (true, _)) => BinaryOp::SubRatio,
            (Arithmetic::Sub, _) => BinaryOp::Sub,
            (Arithmetic::Mul, (true, _)) => BinaryOp::MulRatio,
            (Arithmetic::Mul, (_, true)) => BinaryOp::ScaleMeasure,
            (Arithmetic::Mul, _) => BinaryOp::Mul,
            (Arithmetic::Div, (true, _)) => BinaryOp::DivideRatios,
            (Arithmetic::Div, _) if measure && !same_measure => {
                right = self.inverted(right, ratios.1, span);
                BinaryOp::ScaleMeasure
            }
            (Arithmetic::Div, _) => BinaryOp::DivRatio,
            (Arithmetic::Rem, _) => BinaryOp::Rem,
            (Arithmetic::Min, _) => BinaryOp::Min,
            (Arithmetic::Max, _) => BinaryOp::Max,
        };
        ir::Expr::Binary { op, left, right }
    }

    /// One divided by a number, as a ratio.
    fn inverted(&mut self, of: ExprId, is_ratio: bool, span: Span) -> ExprId {
        let (one, op) = if is_ratio {
            (self.constant(ratio(1, 1), Ty::Ratio, span), BinaryOp::DivideRatios)
        } else {
            (self.constant(1, Ty::Int, span), BinaryOp::DivRatio)
        };
        self.push(ir::Expr::Binary { op, left: one, right: of }, Ty::Ratio, span)
    }

    pub(super) fn comparison(
        &mut self,
        how: Compare,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> ExprId {
        if is_equality(how)
            && let Some(same) = self.equal_part_by_part(left, right, span)
        {
            return if how == Compare::Ne { self.not(same, span) } else { same };
        }
        let ratios = matches!(left.ty, Type::Ratio);
        let left = self.expr(left);
        let right = self.expr(right);
        let (less, at_most) = if ratios {
            (BinaryOp::LtRatio, BinaryOp::LeRatio)
        } else {
            (BinaryOp::Lt, BinaryOp::Le)
        };
        let (op, left, right) = match how {
            Compare::Eq => (BinaryOp::Eq, left, right),
            Compare::Ne => (BinaryOp::Ne, left, right),
            Compare::Lt => (less, left, right),
            Compare::Le => (at_most, left, right),
            Compare::Gt => (less, right, left),
            Compare::Ge => (at_most, right, left),
        };
        self.push(ir::Expr::Binary { op, left, right }, Ty::Bool, span)
    }

    /// Whether two values are the same that no single operation compares; nothing where one does.
    fn equal_part_by_part(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<ExprId> {
        if matches!(left.ty, Type::Record(_)) {
            return Some(self.equal_records(left, right, span));
        }
        if matches!(crate::types::bare(&left.ty), Type::Space(_)) {
            return Some(self.equal_places(left, right, span));
        }
        types::is_wide(&left.ty).then(|| self.equal_sets(left, right, span))
    }

    /// Whether two values of the board are the same, or whether one is none.
    fn equal_places(&mut self, left: &Expr, right: &Expr, span: Span) -> ExprId {
        if matches!(right.kind, ExprKind::None) {
            let of = self.expr(left);
            let some = self.push(ir::Expr::IsSome { of, slot: None }, Ty::Bool, span);
            self.not(some, span)
        } else {
            let args = vec![self.expr(left), self.expr(right)];
            self.push(ir::Expr::Space { op: ir::SpaceOp::Same, args }, Ty::Bool, span)
        }
    }

    /// Two sets or pools are equal when neither has anything that the other has not.
    fn equal_sets(&mut self, left: &Expr, right: &Expr, span: Span) -> ExprId {
        let ty = types::ty(&left.ty);
        let left = self.expr(left);
        let right = self.expr(right);
        let one = self.nothing_left(left, right, &ty, span);
        let other = self.nothing_left(right, left, &ty, span);
        self.push(ir::Expr::And { left: one, right: other }, Ty::Bool, span)
    }

    fn nothing_left(&mut self, left: ExprId, right: ExprId, ty: &Ty, span: Span) -> ExprId {
        let rest = self.push(ir::Expr::Without { left, right }, ty.clone(), span);
        let size = self.push(ir::Expr::Size(rest), Ty::Int, span);
        let zero = self.constant(0, Ty::Int, span);
        self.equal(size, zero, span)
    }

    fn equal_records(&mut self, left: &Expr, right: &Expr, span: Span) -> ExprId {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        self.spread(left, &mut lefts);
        self.spread(right, &mut rights);
        let mut all = None;
        for (left, right) in lefts.into_iter().zip(rights) {
            let same = self.equal(left, right, span);
            all = self.both(all, Some(same), span);
        }
        all.unwrap_or_else(|| self.constant(1, Ty::Bool, span))
    }

    /// `u has A`, with its parameters bound to names or compared with values.
    pub(super) fn has(
        &mut self,
        of: &Expr,
        ability: AbilityId,
        binds: &[(u16, LocalId)],
        tests: &[(u16, Expr)],
        span: Span,
    ) -> ExprId {
        let whom = self.expr(of);
        let mut all = self.push(ir::Expr::Has { of: whom, ability }, Ty::Bool, span);
        for (param, value) in tests {
            let arg = self.ability_arg(of, ability, *param);
            let value = self.expr(value);
            let same = self.equal(arg, value, span);
            all = self.push(ir::Expr::And { left: all, right: same }, Ty::Bool, span);
        }
        for (param, local) in binds {
            let arg = self.ability_arg(of, ability, *param);
            let slot = Some(self.frame.slot(*local));
            let bound = self.push(ir::Expr::IsSome { of: arg, slot }, Ty::Bool, span);
            all = self.push(ir::Expr::And { left: all, right: bound }, Ty::Bool, span);
        }
        all
    }

    /// The value of a parameter of an ability as somebody has it.
    pub(super) fn ability_arg(&mut self, of: &Expr, ability: AbilityId, param: u16) -> ExprId {
        let def = self.typed.abilities.get(ability);
        let ty = def.and_then(|def| def.params.get(usize::from(param))).map(|(_, ty, _)| ty);
        let ty = ty.map_or(Ty::Int, |ty| types::ty(&Type::Optional(Box::new(ty.clone()))));
        let span = of.span;
        let of = self.expr(of);
        self.push(ir::Expr::AbilityArg { of, ability, param }, ty, span)
    }

    /// `match`: the value once, then one question after another; `write` writes what an arm gives.
    pub(super) fn match_of(
        &mut self,
        of: &Expr,
        arms: &[(Vec<Expr>, Expr)],
        (ty, span): (&Ty, Span),
        write: &mut dyn FnMut(&mut Self, &Expr) -> ExprId,
    ) -> ExprId {
        let (value, slot) = self.subject(of);
        let Some(((_, last), earlier)) = arms.split_last() else {
            return self.constant(0, ty.clone(), span);
        };
        let mut rest = write(self, last);
        for (keys, arm) in earlier.iter().rev() {
            if keys.is_empty() {
                rest = write(self, arm);
                continue;
            }
            let when = self.any_equal(slot, of, keys);
            let then = write(self, arm);
            rest = self.push(ir::Expr::If { when, then, other: rest }, ty.clone(), span);
        }
        match value {
            Some(value) => self.push(ir::Expr::Let { slot, value, body: rest }, ty.clone(), span),
            None => rest,
        }
    }

    /// The slot in which the value of a `match` stands, and the value where it must be put there first.
    pub(super) fn subject(&mut self, of: &Expr) -> (Option<ExprId>, Slot) {
        match of.kind {
            ExprKind::Local(local) if !matches!(of.ty, Type::Record(_)) => {
                (None, self.frame.slot(local))
            }
            _ => {
                let value = self.expr(of);
                (Some(value), self.frame.temporary(types::is_wide(&of.ty)))
            }
        }
    }

    /// Whether the value in `slot` equals one of the keys.
    pub(super) fn any_equal(&mut self, slot: Slot, of: &Expr, keys: &[Expr]) -> ExprId {
        let ty = types::ty(&of.ty);
        let mut any: Option<ExprId> = None;
        for key in keys {
            let value = self.local(slot, ty.clone(), key.span);
            let wanted = self.expr(key);
            let same = self.equal(value, wanted, key.span);
            any = Some(match any {
                None => same,
                Some(left) => self.push(ir::Expr::Or { left, right: same }, Ty::Bool, key.span),
            });
        }
        any.unwrap_or_else(|| self.constant(1, Ty::Bool, of.span))
    }
}
