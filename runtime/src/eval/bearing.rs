//! Reach: through which bearers a clause, a hook or an action reaches its arguments.

use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{Carrier, Source};
use warwright_ir::{AbilityId, EntryId, NONE, Param};

/// One way in which something reaches its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bearing {
    /// The bearer, or none.
    pub(crate) bearer: i64,
    /// Which of several possessions of the bearer.
    pub(crate) ordinal: u16,
}

impl Bearing {
    const NOBODY: Self = Self { bearer: NONE, ordinal: 0 };
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Calls `act` once for each bearing: each way in which something a bearer brings reaches the arguments in their slots. The
    /// bearer and its ability's parameters stand in their slots meanwhile.
    #[inline]
    pub(crate) fn each_bearing(
        &mut self,
        carrier: &Carrier,
        mut act: impl FnMut(&mut Self, Bearing) -> Checked<()>,
    ) -> Checked<()> {
        match carrier.source {
            Source::Always => {
                if self.when(carrier)? {
                    act(self, Bearing::NOBODY)?;
                }
                Ok(())
            }
            Source::Role { slot, ability, plain } => {
                let bearer = self.local(slot)?;
                if plain {
                    if bearer != NONE && self.has_plainly(bearer, ability)? {
                        self.set_scalar(carrier.self_slot, bearer)?;
                        if self.when(carrier)? {
                            act(self, Bearing { bearer, ordinal: 0 })?;
                        }
                    }
                    return Ok(());
                }
                self.each_instance(carrier, bearer, ability, &mut act).map(|_| ())
            }
            Source::Member { slot, kind, ability } => {
                let member = self.local(slot)?;
                let entry = self.linked.member(kind, member);
                if let Some(entry) = entry.filter(|entry| self.entry_owns(*entry, ability)) {
                    self.seat_member(carrier, entry, ability)?;
                    if self.when(carrier)? {
                        act(self, Bearing { bearer: member_bearer(entry), ordinal: 0 })?;
                    }
                }
                Ok(())
            }
            Source::Members { ability, each_adds, .. } => {
                for entry in self.members_with(ability) {
                    self.burn(1)?;
                    self.seat_member(carrier, *entry, ability)?;
                    if self.related(carrier)? && self.when(carrier)? {
                        act(self, Bearing { bearer: member_bearer(*entry), ordinal: 0 })?;
                        if !each_adds {
                            break;
                        }
                    }
                }
                Ok(())
            }
            Source::Related { ability, each_adds, .. } => {
                self.each_bearer(ability, |this, bearer| {
                    let reached = this.each_instance(carrier, bearer, ability, &mut act)?;
                    Ok(reached && !each_adds)
                })
            }
            Source::Any { ability } => self.each_bearer(ability, |this, bearer| {
                this.each_instance(carrier, bearer, ability, &mut act).map(|_| false)
            }),
        }
    }

    /// Whether one bearing still holds; if so the bearer and its ability's parameters stand in their slots.
    pub(crate) fn still_bears(&mut self, carrier: &Carrier, bearing: Bearing) -> Checked<bool> {
        let ability = match carrier.source {
            Source::Always => return self.when(carrier),
            Source::Member { ability, .. } | Source::Members { ability, .. } => {
                let entry = bearing_member(bearing.bearer);
                let entry = entry.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
                self.seat_member(carrier, entry, ability)?;
                return Ok(self.related(carrier)? && self.when(carrier)?);
            }
            Source::Related { ability, .. } | Source::Any { ability } => {
                if !self.view.in_play(bearing.bearer)? {
                    return Ok(false);
                }
                ability
            }
            Source::Role { slot, ability, .. } => {
                if self.local(slot)? != bearing.bearer {
                    return Ok(false);
                }
                ability
            }
        };
        if !self.has(bearing.bearer, ability)?
            || bearing.ordinal >= self.instances(bearing.bearer, ability)?
        {
            return Ok(false);
        }
        self.seat(carrier.self_slot, bearing.bearer, ability, bearing.ordinal)?;
        Ok(self.related(carrier)? && self.when(carrier)?)
    }

    /// Puts a bearer and the values of its ability's parameters into their slots.
    pub(crate) fn seat(
        &mut self,
        self_slot: u16,
        bearer: i64,
        ability: AbilityId,
        ordinal: u16,
    ) -> Checked<()> {
        self.set_scalar(self_slot, bearer)?;
        let linked = self.linked;
        let params = linked.program.abilities.get(ability).map_or(&[] as &[Param], |a| &a.params);
        if params.is_empty() {
            return Ok(());
        }
        let args = self.args_of(bearer, ability, ordinal)?;
        for (position, _) in params.iter().enumerate() {
            let value = args.get(position).copied().unwrap_or(NONE);
            let slot = usize::from(self_slot).saturating_add(1).saturating_add(position);
            self.set_scalar(u16::try_from(slot).unwrap_or(u16::MAX), value)?;
        }
        Ok(())
    }

    /// All in play that could have an ability, in order of creation, until `visit` says that it is enough.
    fn each_bearer(
        &mut self,
        ability: AbilityId,
        mut visit: impl FnMut(&mut Self, i64) -> Checked<bool>,
    ) -> Checked<()> {
        let linked = self.linked;
        let Some(declared) = linked.program.abilities.get(ability) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(link) = linked.kinds.get(declared.kind) else { return Ok(()) };
        let (setting, state) = (self.setting, self.view.state());
        let settled = setting.bearers.get(ability).and_then(Option::as_deref);
        let bearers = settled.unwrap_or_else(|| state.heads().of_class(link.class));
        self.view.note(Input::Entities { class: link.class });
        for bearer in bearers.iter().copied() {
            self.burn(1)?;
            if self.view.in_play(bearer)? && visit(self, bearer)? {
                break;
            }
        }
        Ok(())
    }

    /// The bearings of one possible bearer; gives whether there were any.
    fn each_instance(
        &mut self,
        carrier: &Carrier,
        bearer: i64,
        ability: AbilityId,
        act: &mut impl FnMut(&mut Self, Bearing) -> Checked<()>,
    ) -> Checked<bool> {
        if !self.has(bearer, ability)? {
            return Ok(false);
        }
        let mut any = false;
        for ordinal in 0..self.instances(bearer, ability)? {
            self.seat(carrier.self_slot, bearer, ability, ordinal)?;
            if self.related(carrier)? && self.when(carrier)? {
                any = true;
                act(self, Bearing { bearer, ordinal })?;
            }
        }
        Ok(any)
    }

    /// The members of a closed kind that own an ability of it.
    fn members_with(&self, ability: AbilityId) -> impl Iterator<Item = &'a EntryId> + use<'a, O> {
        let program = &self.linked.program;
        let kind = program.abilities.get(ability).and_then(|it| program.kinds.get(it.kind));
        let members = kind.map(|kind| kind.entries.as_slice()).unwrap_or_default();
        members.iter().filter(move |entry| {
            let entry = program.entries.get(**entry);
            entry.is_some_and(|entry| entry.abilities.iter().any(|own| own.ability == ability))
        })
    }

    /// Puts a member and the values of its ability's parameters into their slots.
    fn seat_member(
        &mut self,
        carrier: &Carrier,
        entry: EntryId,
        ability: AbilityId,
    ) -> Checked<()> {
        let program = &self.linked.program;
        let declared = program.entries.get(entry);
        let kind = declared.and_then(|entry| program.kinds.get(entry.kind));
        let member = kind.and_then(|kind| kind.entries.iter().position(|of| *of == entry));
        let member = member.and_then(|member| i64::try_from(member).ok());
        let member = member.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        self.set_scalar(carrier.self_slot, member)?;
        let own = declared.and_then(|it| it.abilities.iter().find(|own| own.ability == ability));
        let args = own.map(|own| own.args.as_slice()).unwrap_or_default();
        for (slot, value) in (carrier.self_slot..=u16::MAX).skip(1).zip(args) {
            self.set_scalar(slot, *value)?;
        }
        Ok(())
    }

    fn entry_owns(&self, entry: EntryId, ability: AbilityId) -> bool {
        let entry = self.linked.program.entries.get(entry);
        entry.is_some_and(|entry| entry.abilities.iter().any(|own| own.ability == ability))
    }

    fn related(&mut self, carrier: &Carrier) -> Checked<bool> {
        match carrier.source {
            Source::Related { holds, .. } | Source::Members { holds: Some(holds), .. } => {
                self.holds(holds)
            }
            _ => Ok(true),
        }
    }

    fn when(&mut self, carrier: &Carrier) -> Checked<bool> {
        match carrier.when {
            Some(when) => self.holds(when),
            None => Ok(true),
        }
    }
}

/// A member of a closed kind as a bearer: no entity has such a number.
fn member_bearer(entry: EntryId) -> i64 {
    -2 - i64::from(entry.0)
}

/// The member of a closed kind that a bearer is, if it is one.
pub(crate) fn bearing_member(bearer: i64) -> Option<EntryId> {
    let entry = bearer.checked_neg()?.checked_sub(2)?;
    u32::try_from(entry).ok().map(EntryId)
}
