//! Quantities and permissions as code: the base and the clauses that can come into play in the scenario, one after the other. What
//! seldom comes (ladders, factors, groups, clauses that apply and go over others) is left to the walker.

use super::maker::{Jumps, Known, Maker};
use crate::arith::is_ratio;
use crate::code::{Op, Unit};
use crate::link::{Carrier, ClauseLink, Linked, PermissionLink, Setting, Source};
use warwright_ir::{
    AbilityId, BinaryOp, Clause, ClauseId, Expr, ExprId, Id, Modifier, Permission,
    PermissionClause, PermissionId, Quantity, QuantityId, Ty, Verb,
};

/// The code of a quantity whose parameters stand in their slots.
pub(super) fn quantity(linked: &Linked, setting: &Setting, id: QuantityId) -> Option<Box<Unit>> {
    let mut maker = Maker::new(linked, setting);
    maker.quantity(id)?;
    maker.finish()
}

/// The code of a permission's requirements and clauses.
pub(super) fn permission(
    linked: &Linked,
    setting: &Setting,
    id: PermissionId,
) -> Option<Box<Unit>> {
    let mut maker = Maker::new(linked, setting);
    maker.requirements_of(id)?;
    maker.finish()
}

/// A clause that bends a quantity.
#[derive(Clone, Copy)]
struct Bending<'a> {
    id: ClauseId,
    carrier: &'a Carrier,
    modifier: &'a Modifier,
    /// Its place among all, where it is added up over many bearers.
    many: Option<u16>,
    /// The slot that it compares first, and with what.
    asks_first: Option<(u16, i64)>,
}

impl<'a> Maker<'a> {
    /// Whether the bearers of something are nobody, or one who is a parameter and has it once.
    fn is_simple(&self, carrier: &Carrier) -> bool {
        match carrier.source {
            Source::Always => true,
            Source::Role { ability, .. } => {
                self.linked.program.abilities.get(ability).is_some_and(|ability| !ability.stacks)
            }
            _ => false,
        }
    }

    fn clause(&self, link: &ClauseLink) -> Option<&'a Clause> {
        self.linked.program.clauses.get(link.id)
    }

    fn ty(&self, id: ExprId) -> Option<&'a Ty> {
        self.linked.program.types.get(id.position())
    }

    fn bending(&self, at: usize, link: &'a ClauseLink) -> Option<Bending<'a>> {
        let clause = self.clause(link)?;
        let modifier = clause.modifier.as_ref()?;
        let known = matches!(modifier.verb, Verb::Set | Verb::By | Verb::AtLeast | Verb::AtMost);
        if !known || is_ratio(self.ty(modifier.amount)?) {
            return None;
        }
        let many = if self.is_simple(&link.carrier) {
            None
        } else {
            let adds = modifier.verb == Verb::By && clause.strikes.is_empty();
            Some(u16::try_from(at).ok().filter(|_| adds)?)
        };
        let first = link.carrier.when.filter(|_| link.carrier.source == Source::Always);
        let asks_first = first.and_then(|when| self.first_asked(when));
        Some(Bending { id: link.id, carrier: &link.carrier, modifier, many, asks_first })
    }

    /// The slot that a condition compares first, and with what.
    fn first_asked(&self, when: ExprId) -> Option<(u16, i64)> {
        let program = &self.linked.program;
        match program.exprs.get(when)? {
            Expr::And { left, .. } => self.first_asked(*left),
            Expr::Binary { left, right, .. } => match program.exprs.get(*right)? {
                Expr::Const(value) => Some((program.local(*left)?, *value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A quantity whose parameters stand in their slots.
    pub(super) fn quantity(&mut self, id: QuantityId) -> Option<()> {
        let quantity = self.linked.program.quantities.get(id)?;
        let link = self.setting.quantities.get(id)?;
        let ratio = is_ratio(&quantity.ty) || is_ratio(self.ty(quantity.base)?);
        if !quantity.groups.is_empty() || ratio {
            return None;
        }
        let idle = |link: &&ClauseLink| {
            let never = link.carrier.when.is_some_and(|when| self.folded(when) == Some(0));
            never && matches!(link.carrier.source, Source::Always | Source::Role { .. })
        };
        let clauses = link.clauses.iter().enumerate().filter(|(_, link)| !idle(link));
        let clauses = clauses.map(|(at, link)| self.bending(at, link));
        let mut clauses = clauses.collect::<Option<Vec<Bending<'_>>>>()?;
        // Clauses that ask the same first stand together, so that one answer does for all.
        clauses
            .sort_by_key(|clause| (clause.modifier.stage, clause.modifier.verb, clause.asks_first));
        self.give_up_where_struck(&clauses);
        let mut none = Jumps::new();
        let kept = clauses.is_empty() && self.is_printed_within(quantity);
        self.value(quantity.base);
        if !clauses.is_empty() {
            self.clauses(id, &clauses);
        } else if !kept && (quantity.least.is_some() || quantity.most.is_some()) {
            self.jump(Op::JumpNone { to: 0 }, &mut none);
        }
        for (op, limit) in [(BinaryOp::Max, quantity.least), (BinaryOp::Min, quantity.most)] {
            if let Some(constant) = limit.filter(|_| !kept) {
                self.emit(Op::WithConst { op, constant });
            }
        }
        self.land(none);
        Some(())
    }

    /// Where a clause applies that goes over others, the walker weighs them.
    fn give_up_where_struck(&mut self, clauses: &[Bending<'_>]) {
        let strikes = |it: &&Bending<'_>| {
            let clause = self.linked.program.clauses.get(it.id);
            clause.is_some_and(|clause| !clause.strikes.is_empty())
        };
        let striking: Vec<&Carrier> = clauses.iter().filter(strikes).map(|it| it.carrier).collect();
        for carrier in striking {
            let mut past = Jumps::new();
            self.unless_borne(carrier, &mut past);
            self.emit(Op::GiveUp);
            self.land(past);
        }
    }

    /// Whether a quantity is a printed figure that lies within its range wherever it is printed.
    fn is_printed_within(&self, quantity: &Quantity) -> bool {
        let program = &self.linked.program;
        let Some(Expr::Printed { profile, .. }) = program.exprs.get(quantity.base) else {
            return false;
        };
        let Some(at) = self.linked.profiles.get(*profile) else { return false };
        let mut kinds = program.kinds.iter().filter(|(_, kind)| kind.profiles.contains(profile));
        kinds.all(|(kind, _)| {
            self.linked.figures.range(kind, *at).is_some_and(|(low, high)| {
                quantity.least.is_none_or(|least| least <= low)
                    && quantity.most.is_none_or(|most| high <= most)
            })
        })
    }

    /// What clauses make of the accumulator.
    fn clauses(&mut self, quantity: QuantityId, clauses: &[Bending<'_>]) {
        let value = self.take(1);
        self.emit(Op::Store(self.in_room(value)));
        self.emit(Op::Needed);
        let mut before = None;
        for bending in clauses {
            let Modifier { stage, verb, amount, .. } = *bending.modifier;
            let mut past = Jumps::new();
            if let Some(clause) = bending.many {
                if let Source::Role { slot, ability, .. } = bending.carrier.source {
                    self.unless_had(slot, ability, &mut past);
                }
                self.emit(Op::Gather { quantity: quantity.0, clause });
                self.emit(Op::Into { op: BinaryOp::Add, at: value });
                self.land(past);
                continue;
            }
            self.unless_borne(bending.carrier, &mut past);
            self.note(bending.id);
            match verb {
                Verb::Set => {
                    // Which of several counts, the walker says.
                    let again = before == Some((stage, verb));
                    if again {
                        self.emit(Op::GiveUp);
                    } else {
                        self.value(amount);
                        self.emit(Op::Store(self.in_room(value)));
                        self.emit(Op::Needed);
                    }
                }
                Verb::AtLeast => self.into(BinaryOp::Max, amount, value),
                Verb::AtMost => self.into(BinaryOp::Min, amount, value),
                _ => self.into(BinaryOp::Add, amount, value),
            }
            self.land(past);
            before = Some((stage, verb));
        }
        self.emit(Op::Local(self.in_room(value)));
        self.give_back(value);
    }

    /// Notes that a clause applies, where anybody watches.
    fn note(&mut self, clause: ClauseId) {
        if self.linked.watch.is_some() {
            self.emit(Op::Note { clause: clause.0 });
        }
    }

    fn into(&mut self, op: BinaryOp, amount: ExprId, at: u16) {
        self.value(amount);
        self.emit(Op::Into { op, at });
    }

    /// Jumps where a clause does not reach its arguments; else its bearer and the arguments of its ability stand in their slots.
    fn unless_borne(&mut self, carrier: &Carrier, jumps: &mut Jumps) {
        if let Source::Role { slot, ability, .. } = carrier.source {
            let slot = self.unless_had(slot, ability, jumps);
            self.seat(slot, carrier.self_slot, ability);
        }
        if let Some(when) = carrier.when {
            self.branch(when, false, jumps);
        }
    }

    /// Jumps where what is in a slot has not an ability; gives where it is found.
    fn unless_had(&mut self, slot: u16, ability: AbilityId, jumps: &mut Jumps) -> u16 {
        let slot = self.bearer(slot);
        if self.is_plain(ability) {
            self.jump(Op::JumpBit { slot, ability: ability.0, to: 0, want: false }, jumps);
        } else {
            self.emit(Op::Local(slot));
            self.emit(Op::Has { ability: ability.0 });
            self.jump(Op::JumpUnless { to: 0 }, jumps);
        }
        slot
    }

    fn seat(&mut self, bearer: u16, self_slot: u16, ability: AbilityId) {
        let declared = self.linked.program.abilities.get(ability);
        if declared.is_some_and(|ability| ability.params.is_empty()) {
            let self_slot = self.bearer(self_slot);
            self.emit(Op::Local(bearer));
            self.emit(Op::Store(self_slot));
        } else {
            self.emit(Op::Seat { bearer, self_slot, ability: ability.0 });
        }
    }

    /// Where a bearer is found: in a slot, whatever it is known to be.
    fn bearer(&mut self, slot: u16) -> u16 {
        match self.found(slot) {
            Known::Slot(slot) => slot,
            Known::Constant(constant) => {
                let at = self.take(1);
                let slot = self.in_room(at);
                self.emit(Op::Const(constant));
                self.emit(Op::Store(slot));
                slot
            }
        }
    }

    /// Whether a permission holds whose parameters stand in their slots; of an action, as far as its requirements and clauses say.
    pub(super) fn requirements_of(&mut self, id: PermissionId) -> Option<()> {
        let permission = self.linked.program.permissions.get(id)?;
        let link = self.setting.permissions.get(id)?;
        if !link.clauses.iter().all(|link| self.is_simple(&link.carrier)) {
            return None;
        }
        if link.allows {
            self.reasons(id, permission, link)
        } else {
            self.requirements(permission, link)
        }
    }

    /// Whether a permission holds that is of no action.
    pub(super) fn permission(&mut self, id: PermissionId) -> Option<()> {
        let of_action = self.setting.permissions.get(id)?.action.is_some();
        if of_action { None } else { self.requirements_of(id) }
    }

    /// Whether all requirements hold and no clause forbids.
    fn requirements(&mut self, permission: &Permission, link: &PermissionLink) -> Option<()> {
        let (mut no, mut ends) = (Jumps::new(), Jumps::new());
        for require in &permission.requires {
            self.branch(require.holds, false, &mut no);
        }
        for link in &link.clauses {
            let mut past = Jumps::new();
            self.unless_borne(&link.carrier, &mut past);
            self.note(link.id);
            self.jump(Op::Jump { to: 0 }, &mut no);
            self.land(past);
        }
        self.emit(Op::Const(1));
        self.jump(Op::Jump { to: 0 }, &mut ends);
        self.land(no);
        self.emit(Op::Const(0));
        self.land(ends);
        Some(())
    }

    /// The same where clauses may go over requirements or each other: all are asked, and where both a reason stands and what may
    /// go over it, the walker weighs them.
    fn reasons(
        &mut self,
        id: PermissionId,
        permission: &Permission,
        link: &PermissionLink,
    ) -> Option<()> {
        // At first nothing stands against it, nothing goes over that, no requirement has failed.
        let (against, over) = (self.take(1), self.take(1));
        let failed = self.take(u16::try_from(permission.requires.len()).ok()?);
        let marks: Vec<u16> = (against..self.taken()).collect();
        self.mark(0, &marks);
        for (at, require) in (failed..=u16::MAX).zip(&permission.requires) {
            let (mut fails, mut past) = (Jumps::new(), Jumps::new());
            for need in &require.needs {
                self.emit(Op::Local(self.in_room(failed.checked_add(*need)?)));
                self.jump(Op::JumpIf { to: 0 }, &mut past);
            }
            self.branch(require.holds, false, &mut fails);
            let mut ends = Jumps::new();
            self.jump(Op::Jump { to: 0 }, &mut ends);
            self.land(fails);
            // Reasons that are passed on are the walker's to find.
            self.mark(1, &[against]);
            if require.inherits.is_some() {
                self.mark(1, &[over]);
            }
            self.land(past);
            self.mark(1, &[at]);
            self.land(ends);
        }
        for link in &link.clauses {
            let clause = self.clause(link)?;
            let mut past = Jumps::new();
            self.unless_borne(&link.carrier, &mut past);
            self.note(link.id);
            if matches!(clause.permission, Some(PermissionClause::Forbid { .. })) {
                self.mark(1, &[against]);
            } else {
                self.mark(1, &[over]);
            }
            if !clause.strikes.is_empty() {
                self.mark(1, &[over]);
            }
            self.land(past);
        }
        let (mut yes, mut no, mut ends) = (Jumps::new(), Jumps::new(), Jumps::new());
        self.emit(Op::Local(self.in_room(against)));
        self.jump(Op::JumpUnless { to: 0 }, &mut yes);
        self.emit(Op::Local(self.in_room(over)));
        self.jump(Op::JumpUnless { to: 0 }, &mut no);
        self.emit(Op::NoReasons { permission: id.0 });
        self.jump(Op::Jump { to: 0 }, &mut ends);
        self.land(no);
        self.emit(Op::Const(0));
        self.jump(Op::Jump { to: 0 }, &mut ends);
        self.land(yes);
        self.emit(Op::Const(1));
        self.land(ends);
        self.give_back(against);
        Some(())
    }

    /// Puts a mark into places of the room.
    fn mark(&mut self, mark: i64, places: &[u16]) {
        self.emit(Op::Const(mark));
        for at in places {
            self.emit(Op::Store(self.in_room(*at)));
        }
    }
}
