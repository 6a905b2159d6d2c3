//! Expressions as code: takes an expression, gives the instructions after which its value stands in the accumulator, or that jump
//! where it holds or does not.

use super::maker::{Called, Jumps, Known, Maker};
use crate::code::{FieldCell, Op, Test, Unit};
use crate::link::{FieldPlace, Linked, OWNER, Setting};
use smallvec::SmallVec;
use warwright_ir::{
    AbilityId, BinaryOp, DieId, Env, Expr, ExprId, FieldId, Id, MomentId, NONE, Param, ProfileId,
    Quantifier, Slot, SpaceOp, Ty, UnaryOp,
};

/// The code of an expression; nothing for what the walker does as well.
pub(super) fn expr(linked: &Linked, setting: &Setting, id: ExprId) -> Option<Box<Unit>> {
    let mut maker = Maker::new(linked, setting);
    maker.value(id);
    match maker.unit.ops.as_slice() {
        [Op::Ask(_)] => None,
        _ => maker.finish(),
    }
}

impl<'a> Maker<'a> {
    pub(super) fn form(&self, id: ExprId) -> Option<&'a Expr> {
        self.linked.program.exprs.get(id)
    }

    /// Where the local is found that an expression is.
    pub(super) fn local(&mut self, id: ExprId) -> Option<u16> {
        match self.found(self.linked.program.local(id)?) {
            Known::Slot(slot) => Some(slot),
            Known::Constant(_) => None,
        }
    }

    fn is_local(&mut self, id: ExprId) -> bool {
        self.local(id).is_some()
    }

    pub(super) fn constant(&mut self, id: ExprId) -> Option<i64> {
        let Some(Expr::Local(Slot::Scalar(slot))) = self.form(id) else { return self.folded(id) };
        match self.found(*slot) {
            Known::Constant(value) => Some(value),
            Known::Slot(_) => None,
        }
    }

    /// Whether each item of a wide value is one cell.
    pub(super) fn is_single(&self, id: ExprId) -> bool {
        match self.linked.program.types.get(id.position()) {
            Some(Ty::List(item)) => item.cells() == Some(1),
            Some(Ty::Set(_) | Ty::Pool(_)) => true,
            _ => false,
        }
    }

    pub(super) fn is_pool(&self, id: ExprId) -> bool {
        matches!(self.linked.program.types.get(id.position()), Some(Ty::Pool(_)))
    }

    pub(super) fn is_wide(&self, id: ExprId) -> bool {
        self.linked.program.types.get(id.position()).is_none_or(Ty::is_wide)
    }

    fn is_entity(&self, id: ExprId) -> bool {
        matches!(self.linked.program.types.get(id.position()), Some(Ty::Entity(_)))
    }

    fn place(&self, field: FieldId) -> Option<FieldCell> {
        match self.linked.fields.get(field)? {
            FieldPlace::Cell(offset) => {
                Some(FieldCell { offset: u16::try_from(*offset).ok()?, field: field.0 })
            }
            FieldPlace::Wide(_) => None,
        }
    }

    /// The place of a profile among those of its kind.
    fn figure(&self, profile: ProfileId) -> Option<u32> {
        u32::try_from(*self.linked.profiles.get(profile)?).ok()
    }

    /// The field of which entity an expression is.
    pub(super) fn field(&self, id: ExprId) -> Option<(ExprId, FieldCell)> {
        match self.form(id)? {
            Expr::Field { of, field } => Some((*of, self.place(*field)?)),
            Expr::OwnerOf(of) => {
                let offset = u16::try_from(OWNER).ok()?;
                Some((*of, FieldCell { offset, field: FieldCell::OWNER }))
            }
            _ => None,
        }
    }

    /// Whether nobody lends or denies an ability.
    pub(super) fn is_plain(&self, ability: AbilityId) -> bool {
        let declared = self.linked.program.abilities.get(ability);
        declared.is_some_and(|it| it.lends.is_empty() && it.denies.is_empty())
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, id: ExprId) {
        if self.simple(id).is_none() && self.compound(id).is_none() {
            self.emit(Op::Ask(id));
        }
    }

    /// What is one instruction, or one after those of its only part.
    fn simple(&mut self, id: ExprId) -> Option<()> {
        if let Some(value) = self.constant(id) {
            self.emit(Op::Const(value));
            return Some(());
        }
        if let Some((of, place)) = self.field(id) {
            match self.local(of) {
                Some(slot) => self.emit(Op::Cell { slot, place }),
                None => {
                    self.value(of);
                    self.emit(Op::CellOf(place));
                }
            }
            return Some(());
        }
        let (of, op) = match self.form(id)? {
            Expr::Local(Slot::Scalar(_)) => {
                let slot = self.local(id)?;
                self.emit(Op::Local(slot));
                return Some(());
            }
            Expr::Printed { of, profile } if self.is_entity(*of) && self.is_local(*of) => {
                let (slot, at) = (self.local(*of)?, self.figure(*profile)?);
                self.emit(Op::PrintedOf { slot, at });
                return Some(());
            }
            Expr::Unary { op: UnaryOp::Not, of } => (of, Op::Not),
            Expr::Unary { op: UnaryOp::FaceValue, of } => {
                (of, self.face(*of).unwrap_or(Op::One(id)))
            }
            Expr::Has { of, ability } if self.is_plain(*ability) => {
                (of, Op::Bit { ability: ability.0 })
            }
            Expr::Has { of, ability } => (of, Op::Has { ability: ability.0 }),
            Expr::IsSome { of, slot: Some(Slot::Scalar(into)) } if !self.is_wide(*of) => {
                let Known::Slot(into) = self.found(*into) else { return None };
                (of, Op::Some { into })
            }
            Expr::Printed { of, profile } if self.is_entity(*of) => {
                (of, Op::Printed { at: self.figure(*profile)? })
            }
            Expr::Unary { of, .. }
            | Expr::Printed { of, .. }
            | Expr::Held { of, .. }
            | Expr::AbilityArg { of, .. }
            | Expr::InPlay(of)
            | Expr::EntryOf(of)
            | Expr::ListOf(of)
            | Expr::TeamOf(of)
            | Expr::IsEntry { of, .. }
            | Expr::NameOf(of)
            | Expr::Within { of, .. }
            | Expr::Round { of, .. } => (of, Op::One(id)),
            Expr::Space { op: SpaceOp::CellRow | SpaceOp::CellColumn, args } => {
                (args.first()?, Op::One(id))
            }
            Expr::IsSome { of, slot: None } if !self.is_wide(*of) => (of, Op::One(id)),
            Expr::Size(of) if self.is_single(*of) => match self.form(*of)? {
                Expr::Field { of: entity, field } if !self.is_pool(*of) => {
                    (entity, Op::Length { field: field.0 })
                }
                Expr::Field { of, .. } | Expr::Tied { of, .. } => (of, Op::One(id)),
                _ => return None,
            },
            Expr::Contains { of, item } if !self.is_wide(*item) => {
                (item, Op::Among { list: self.constants(*of)? })
            }
            _ => return None,
        };
        self.value(*of);
        self.emit(op);
        Some(())
    }

    /// What has several parts, or jumps.
    fn compound(&mut self, id: ExprId) -> Option<()> {
        match self.form(id)? {
            Expr::Binary { op, left, right } => self.binary(*op, *left, *right),
            Expr::AreTied { left, right, .. }
            | Expr::TieField { of: left, other: right, .. }
            | Expr::Rung { of: left, by: right, .. } => {
                let at = self.aside(*left);
                self.value(*right);
                self.emit(Op::Two { expr: id, at });
                self.give_back(at);
            }
            Expr::Space { op: SpaceOp::Steps | SpaceOp::Beyond, args } => {
                let [left, right] = args.as_slice() else { return None };
                let at = self.aside(*left);
                self.value(*right);
                self.emit(Op::Two { expr: id, at });
                self.give_back(at);
            }
            Expr::And { .. } | Expr::Or { .. } => {
                let (mut fails, mut ends) = (Jumps::new(), Jumps::new());
                self.branch(id, false, &mut fails);
                self.emit(Op::Const(1));
                self.jump(Op::Jump { to: 0 }, &mut ends);
                self.land(fails);
                self.emit(Op::Const(0));
                self.land(ends);
            }
            Expr::If { when, then, other } => {
                if let Some(holds) = self.constant(*when) {
                    self.value(if holds != 0 { *then } else { *other });
                    return Some(());
                }
                let (mut fails, mut ends) = (Jumps::new(), Jumps::new());
                self.branch(*when, false, &mut fails);
                self.value(*then);
                self.jump(Op::Jump { to: 0 }, &mut ends);
                self.land(fails);
                self.value(*other);
                self.land(ends);
            }
            Expr::Otherwise { of, other } if self.constant(*of) == Some(NONE) => self.value(*other),
            Expr::Otherwise { of, other } if !self.is_wide(*of) => {
                let (mut none, mut ends) = (Jumps::new(), Jumps::new());
                self.value(*of);
                self.jump(Op::JumpNone { to: 0 }, &mut none);
                self.jump(Op::Jump { to: 0 }, &mut ends);
                self.land(none);
                self.value(*other);
                self.land(ends);
            }
            Expr::During(moment) => self.emit(Op::During { moment: moment.0 }),
            Expr::AsOf { moment, of } => self.as_of(*moment, *of),
            Expr::Let { slot: Slot::Scalar(slot), value, body } => {
                self.with_name(*slot, *value, *body);
            }
            Expr::Quantified {
                how: Quantifier::Count,
                of,
                slot: Slot::Scalar(face),
                when: Some(when),
                ..
            } if self.is_counted_at_once(*of) => self.count(*of, *face, *when)?,
            Expr::Quantified { .. } | Expr::Size(_) | Expr::Contains { .. } | Expr::First(_) => {
                let taken = self.taken();
                self.attempt(|this| this.asked_of_items(id))?;
                self.give_back(taken);
            }
            Expr::Call { .. } | Expr::Quantity { .. } | Expr::May { .. } => self.called(id)?,
            _ => return None,
        }
        Some(())
    }

    /// What a function or quantity gives, or whether a permission holds.
    fn called(&mut self, id: ExprId) -> Option<()> {
        match self.form(id)? {
            Expr::Call { function, args } => {
                let callee = self.linked.program.functions.get(*function)?;
                let called = self.arguments(callee.env, &callee.params, args)?;
                let op = Op::Call { function: function.0, at: called.at };
                self.call(called, op, |this| {
                    this.value(callee.body);
                    Some(())
                });
            }
            Expr::Quantity { quantity, args } => {
                let env = self.setting.quantities.get(*quantity)?.env;
                let params = &self.linked.program.quantities.get(*quantity)?.params;
                let called = self.arguments(env, params, args)?;
                let op = Op::Quantity { quantity: quantity.0, at: called.at };
                self.call(called, op, |this| this.quantity(*quantity));
            }
            Expr::May { permission, args } => {
                let link = self.setting.permissions.get(*permission)?;
                let params = &self.linked.program.permissions.get(*permission)?.params;
                let called = self.arguments(link.env, params, args)?;
                let op = Op::May { permission: permission.0, at: called.at };
                self.call(called, op, |this| this.permission(*permission));
            }
            _ => return None,
        }
        Some(())
    }

    /// The value of an expression as it was when the run of a moment began.
    fn as_of(&mut self, moment: MomentId, of: ExprId) {
        let mut ends = Jumps::new();
        self.jump(Op::AsOf { moment: moment.0, to: 0 }, &mut ends);
        self.value(of);
        self.emit(Op::Return);
        self.land(ends);
    }

    /// The value of an expression under a name. What stood in the slot waits in the room.
    fn with_name(&mut self, slot: u16, value: ExprId, body: ExprId) {
        let Known::Slot(slot) = self.found(slot) else { return self.emit(Op::GiveUp) };
        let at = self.aside(value);
        let before = self.take(1);
        let (result, before) = (self.in_room(at), self.in_room(before));
        for (from, to) in [(slot, before), (result, slot)] {
            self.emit(Op::Local(from));
            self.emit(Op::Store(to));
        }
        self.value(body);
        self.emit(Op::Store(result));
        self.emit(Op::Local(before));
        self.emit(Op::Store(slot));
        self.emit(Op::Local(result));
        self.give_back(at);
    }

    /// The value of an expression, in the room.
    pub(super) fn aside(&mut self, id: ExprId) -> u16 {
        self.value(id);
        let at = self.take(1);
        self.emit(Op::Store(self.in_room(at)));
        at
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        use BinaryOp::{Add, Eq, Max, Min, Mul, Ne};
        let turns = matches!(op, Add | Mul | Min | Max | Eq | Ne);
        // What is at hand is best on the right.
        let at_hand = turns && (self.constant(left).is_some() || self.is_local(left));
        let (left, right) = if at_hand { (right, left) } else { (left, right) };
        if let Some(constant) = self.constant(right) {
            self.value(left);
            self.emit(Op::WithConst { op, constant });
        } else if let Some(slot) = self.local(right) {
            self.value(left);
            self.emit(Op::WithLocal { op, slot });
        } else {
            let at = self.aside(left);
            self.value(right);
            self.emit(Op::Binary { op, at });
            self.give_back(at);
        }
    }

    /// The arguments of a call: what they are known to be, and of all others the values where the parameters will stand; nothing
    /// where one is wide and not known to be empty.
    pub(super) fn arguments(
        &mut self,
        env: Env,
        params: &[Param],
        args: &[ExprId],
    ) -> Option<Called> {
        let mut empty = SmallVec::new();
        for (param, arg) in params.iter().zip(args) {
            if let Slot::Wide(slot) = param.slot {
                empty.push(self.is_empty(*arg).then_some(slot)?);
            }
        }
        let mut called = Called { at: self.take(env.scalars), known: Vec::new(), empty };
        for (param, arg) in params.iter().zip(args) {
            let Slot::Scalar(slot) = param.slot else { continue };
            if let Some(constant) = self.constant(*arg) {
                called.known.push((slot, Known::Constant(constant)));
            } else if let Some(local) = self.local(*arg) {
                called.known.push((slot, Known::Slot(local)));
            } else {
                self.value(*arg);
                self.emit(Op::Store(self.in_room(called.at.saturating_add(slot))));
            }
        }
        Some(called)
    }

    /// A call: what is called as a part of the unit, else the instruction, with all arguments where it wants them.
    fn call(&mut self, called: Called, op: Op, make: impl FnOnce(&mut Self) -> Option<()>) {
        let at = called.at;
        let known = called.known.clone();
        // What is wide of it is asked of the walker, in an environment of its own, or empty.
        if self.made_part(called, make).is_none() {
            for (slot, known) in known {
                self.emit(match known {
                    Known::Constant(constant) => Op::Const(constant),
                    Known::Slot(slot) => Op::Local(slot),
                });
                self.emit(Op::Store(self.in_room(at.saturating_add(slot))));
            }
            self.emit(op);
        }
        self.give_back(at);
    }

    /// The items of a wide value, where all are constants.
    fn constants(&mut self, of: ExprId) -> Option<u16> {
        let items = match self.form(of)? {
            Expr::Wide(items)
                if !matches!(self.linked.program.types.get(of.position()), Some(Ty::Pool(_))) =>
            {
                items.clone()
            }
            Expr::Items(items) => {
                items.iter().map(|item| self.constant(*item)).collect::<Option<_>>()?
            }
            _ => return None,
        };
        Some(self.list(items))
    }

    /// The faces of a die that are numbers in order.
    fn face(&self, of: ExprId) -> Option<Op> {
        let Some(Ty::Face(die)) = self.linked.program.types.get(of.position()) else { return None };
        let first = self.first_face(*die)?;
        let faces = self.linked.program.dice.get(*die)?.faces.len();
        Some(Op::Face { faces: u16::try_from(faces).ok()?, first: i32::try_from(first).ok()? })
    }

    fn first_face(&self, die: DieId) -> Option<i64> {
        let faces = &self.linked.program.dice.get(die)?.faces;
        let first = faces.first()?.value?;
        // A damaged die may begin where no number follows.
        let in_order = faces
            .iter()
            .zip(0i64..)
            .all(|(face, above)| face.value.is_some() && face.value == first.checked_add(above));
        in_order.then_some(first)
    }

    /// Whether an expression is a pool in a local of the running environment.
    fn is_counted_at_once(&self, of: ExprId) -> bool {
        let is_local = matches!(self.form(of), Some(Expr::Local(Slot::Wide(_))));
        is_local && !self.is_part() && self.is_pool(of)
    }

    /// How many dice of a pool in a local fulfil a condition.
    fn count(&mut self, of: ExprId, face: u16, when: ExprId) -> Option<()> {
        let Some(Expr::Local(Slot::Wide(pool))) = self.form(of) else { return None };
        if self.count_where(*pool, face, when).is_some() {
            return Some(());
        }
        let mut ends = Jumps::new();
        self.jump(Op::Count { pool: *pool, face, to: 0 }, &mut ends);
        self.value(when);
        self.emit(Op::Return);
        self.land(ends);
        Some(())
    }

    /// The same where their numbers are compared with one that is the same for all.
    fn count_where(&mut self, pool: u16, face: u16, when: ExprId) -> Option<()> {
        let Expr::Binary { op, left, right } = self.form(when)? else { return None };
        let Expr::Unary { op: UnaryOp::FaceValue, of } = self.form(*left)? else { return None };
        let (Some(Ty::Face(die)), true) =
            (self.linked.program.types.get(of.position()), self.local(*of) == Some(face))
        else {
            return None;
        };
        let first = i32::try_from(self.first_face(*die)?).ok()?;
        let program = &self.linked.program;
        let steady = !program.mentioned(*right).contains(&Slot::Scalar(face))
            && program.bound(*right).is_empty();
        if !steady || Test::of(*op, true).is_none() {
            return None;
        }
        self.value(*right);
        self.emit(Op::CountWhere { op: *op, pool, first });
        Some(())
    }
}
