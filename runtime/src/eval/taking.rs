//! What keeps an action from being taken beside its permission: its price, and how often it was taken. Its parameters stand in
//! their slots.

use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::state::{Tally, Used, Wide};
use warwright_ir::{
    Action, ActionId, ActionParam, Bearer, Domain, Expr, FieldId, MomentId, NONE, Once, Reach,
    Scope, Slot, Ty, WindowPlace,
};

/// What an action costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Who pays.
    pub payer: i64,
    /// From which field.
    pub field: FieldId,
    /// How much.
    pub price: i64,
    /// How much there is.
    pub there: i64,
}

/// A value of a parameter that an action does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// The position of the parameter.
    pub(crate) position: usize,
    /// The value.
    pub(crate) value: i64,
    /// The least and the greatest that are offered.
    pub(crate) range: (i64, i64),
}

impl<'a, O: Observer> Evaluator<'a, O> {
    fn action(&self, id: ActionId) -> Checked<&'a Action> {
        self.linked.program.actions.get(id).ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }

    /// Whether an action may be taken, as far as that is not for its permission to say.
    pub(super) fn can_be_taken(&mut self, id: ActionId) -> Checked<bool> {
        // What is not offered may have no price.
        Ok(self.outside(id)?.is_none()
            && self.lacks(id)?.is_none()
            && !self.is_used_up_by_all(id)?)
    }

    /// The first number or measure with which an action is to be taken and that it does not offer.
    pub(crate) fn outside(&mut self, id: ActionId) -> Checked<Option<Outside>> {
        for (position, ActionParam { param, domain }) in self.action(id)?.params.iter().enumerate()
        {
            let ends = match domain {
                Domain::Between(low, high) => Some((*low, *high)),
                Domain::Of(of) => match self.linked.program.exprs.get(*of) {
                    Some(Expr::Range { low, high }) => Some((*low, *high)),
                    _ => None,
                },
            };
            let (Some((low, high)), Slot::Scalar(slot)) = (ends, param.slot) else { continue };
            let (range, value) = ((self.scalar(low)?, self.scalar(high)?), self.local(slot)?);
            if !self.is_between(&param.ty, range, value) {
                return Ok(Some(Outside { position, value, range }));
            }
        }
        Ok(None)
    }

    /// Whether a value lies in a range and, if it is a length, on the grain.
    pub(crate) fn is_between(&self, ty: &Ty, (low, high): (i64, i64), value: i64) -> bool {
        (low..=high).contains(&value) && self.is_on_grain(ty, value)
    }

    /// Whether a value is no length between two that there are.
    pub(crate) fn is_on_grain(&self, ty: &Ty, value: i64) -> bool {
        *ty != Ty::Length || self.linked.grain.round(value) == value
    }

    /// Whether an action was taken as often as it may be by all who could take it.
    pub(crate) fn is_used_up_by_all(&mut self, id: ActionId) -> Checked<bool> {
        let action = self.action(id)?;
        if action.once.is_none() {
            return Ok(false);
        }
        let bearer = match action.bearer {
            Bearer::Ability(_) => self.local(action.self_slot)?,
            Bearer::System | Bearer::Scenario(_) => NONE,
        };
        let players = if self.ty(action.by)?.is_wide() {
            self.wide(action.by)?
        } else {
            Wide::from_elem(self.scalar(action.by)?, 1)
        };
        for player in players {
            if !self.is_used_up(id, bearer, player)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a player has taken an action as often as it may.
    pub(crate) fn is_used_up(&mut self, id: ActionId, bearer: i64, player: i64) -> Checked<bool> {
        let Some(once) = &self.action(id)?.once else { return Ok(false) };
        let tally = self.action_tally(id, once, bearer, player)?;
        Ok(self.is_used(once.moment, &tally))
    }

    /// The price of an action, where it cannot be paid.
    pub(crate) fn lacks(&mut self, id: ActionId) -> Checked<Option<Price>> {
        Ok(self.paid(id)?.filter(|price| price.there < price.price))
    }

    /// The price of an action and what it is paid from; nothing for one without a price.
    pub(crate) fn paid(&mut self, id: ActionId) -> Checked<Option<Price>> {
        let Some(cost) = &self.action(id)?.cost else { return Ok(None) };
        let (payer, price) = (self.scalar(cost.of)?, self.price(id)?);
        let there = self.view.field(self.linked, payer, cost.field)?;
        Ok(Some(Price { payer, field: cost.field, price, there }))
    }

    /// What an action costs whose parameters stand in their slots; 0 without a price.
    pub(crate) fn price(&mut self, id: ActionId) -> Checked<i64> {
        let linked = self.linked;
        match linked.program.actions.get(id).and_then(|action| action.cost.as_ref()) {
            Some(cost) => match self.quantity(cost.quantity, &cost.args)? {
                NONE => Ok(0),
                price => Ok(price),
            },
            None => Ok(0),
        }
    }

    /// A use of an action, counted as its limit says.
    pub(crate) fn action_tally(
        &mut self,
        id: ActionId,
        once: &Once,
        bearer: i64,
        player: i64,
    ) -> Checked<Tally> {
        let who = match once.scope {
            // What is counted for each of something is of no user besides.
            Scope::Bearer if bearer == NONE && once.each.is_some() => NONE,
            Scope::Bearer if bearer == NONE => self.user(id)?,
            Scope::Bearer => bearer,
            Scope::Player => player,
        };
        let each = match once.each {
            Some(each) => self.scalar(each)?,
            None => NONE,
        };
        let secret_of = self.linked.secrets.taken.contains(&id).then_some(player);
        Ok(Tally { used: Used::Action(id), who, each, secret_of })
    }

    /// Who uses an action that no bearer brings: the role that it names, else its first parameter, if that is an entity.
    fn user(&self, id: ActionId) -> Checked<i64> {
        let program = &self.linked.program;
        let Some(action) = program.actions.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let role = match (action.place, &action.reach) {
            (
                WindowPlace::Step { procedure, .. },
                Reach::Role(role) | Reach::Related { role, .. },
            ) => program.procedures.get(procedure).and_then(|p| p.params.get(usize::from(*role))),
            _ => None,
        };
        let first = action.params.first().map(|param| &param.param);
        match role.or(first).map(|param| (&param.ty, param.slot)) {
            Some((Ty::Entity(_), Slot::Scalar(slot))) => self.local(slot),
            _ => Ok(NONE),
        }
    }

    fn is_used(&self, moment: Option<MomentId>, tally: &Tally) -> bool {
        self.view.note(Input::Uses);
        let memory = moment.and_then(|moment| self.innermost(moment));
        match memory {
            Some(depth) => self.memory_at(depth).is_some_and(|m| tally.is_in(&m.tallies)),
            None => tally.is_in(&self.view.state().tallies),
        }
    }
}
