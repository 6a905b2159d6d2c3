//! Possession and reach: who has an ability, by whatever way, and through which bearers a clause reaches its arguments.

use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, Within};
use crate::link::{Carrier, ClauseLink, ClauseOwner, Source};
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{AbilityId, ClauseId, EntryId, ExprId, NONE, Param};

/// Values of an ability's parameters.
pub(crate) type Args = SmallVec<[i64; 2]>;

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Whether an entity has an ability: owns it, was granted it or is lent it, and is not denied it.
    pub(crate) fn has(&mut self, entity: i64, ability: AbilityId) -> Checked<bool> {
        if entity == NONE {
            return Ok(false);
        }
        let own = self.view.has_bit(self.linked, entity, ability)?;
        let setting = self.setting;
        let lends = setting.lends.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        let denies = setting.denies.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        if lends.is_empty() && denies.is_empty() {
            return Ok(own);
        }
        if let Some(supposed) = self.view.supposed_has(entity, ability) {
            return Ok(supposed);
        }
        self.burn(1)?;
        let denied = self.highest(denies, entity)?;
        let lent = if own && denied.is_none() { None } else { self.highest(lends, entity)? };
        let clauses = &self.linked.program.clauses;
        let strikes = |one: ClauseId, other: ClauseId| {
            clauses.get(one).is_some_and(|clause| clause.strikes.contains(&other))
        };
        Ok(match (denied, lent) {
            (None, lent) => own || lent.is_some(),
            (Some((_, deny)), Some((_, lend))) if strikes(lend, deny) => true,
            // At one level the denial wins.
            (Some((denied, _)), Some((lent, _))) => lent > denied,
            (Some(_), None) => false,
        })
    }

    /// Whether an entity has an ability that nobody lends or denies.
    #[inline]
    fn has_plainly(&self, entity: i64, ability: AbilityId) -> Checked<bool> {
        if let Some(link) = self.linked.abilities.get(ability)
            && let Some(word) = self.view.plain_cell(entity, link.word)
        {
            return Ok(word & link.mask != 0);
        }
        self.view.has_bit(self.linked, entity, ability)
    }

    /// Every way in which an entity has an ability or is kept from it, the ones that do not count too.
    pub(crate) fn ways(&mut self, entity: i64, ability: AbilityId) -> Checked<Vec<Way>> {
        let mut ways = Vec::new();
        if entity == NONE {
            return Ok(ways);
        }
        let setting = self.setting;
        let lends = setting.lends.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        let denies = setting.denies.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        let (denied, lent) = (self.highest(denies, entity)?, self.highest(lends, entity)?);
        // A no goes over all that gives, and a yes over all that denies.
        let (over_gifts, over_denials) = match (self.has(entity, ability)?, denied) {
            (false, denied) => (denied.map(|(_, clause)| clause), None),
            (true, _) => (None, lent.map(|(_, clause)| clause)),
        };
        let gift = |how, bearer| Way { how, bearer, struck_by: over_gifts };
        if self.owned_args(entity, ability)?.is_some() {
            ways.push(gift(How::Owned, entity));
        }
        ways.extend(
            self.view.held(self.linked, entity, ability)?.iter().map(|_| gift(How::Granted, NONE)),
        );
        for link in lends {
            self.each_subject(link, entity, |_, by| {
                let how = How::Lent(link.id);
                ways.push(Way { how, bearer: by.bearer, struck_by: over_gifts });
                Ok(())
            })?;
        }
        for link in denies {
            self.each_subject(link, entity, |_, by| {
                let how = How::Denied(link.id);
                ways.push(Way { how, bearer: by.bearer, struck_by: over_denials });
                Ok(())
            })?;
        }
        Ok(ways)
    }

    /// The clause of the highest level among those that reach an entity, with its level.
    fn highest(
        &mut self,
        clauses: &'a [ClauseLink],
        entity: i64,
    ) -> Checked<Option<(u8, ClauseId)>> {
        let mut best: Option<(u8, ClauseId)> = None;
        for link in clauses {
            let Some(clause) = self.linked.program.clauses.get(link.id) else { continue };
            if best.is_some_and(|(level, _)| level > clause.level) {
                continue;
            }
            if self.with_subject(link, entity, |_| Ok(()))?.is_some() {
                best = Some((clause.level, link.id));
            }
        }
        Ok(best)
    }

    /// What `then` gives in the environment of a clause that lends or denies, where the clause reaches the entity.
    fn with_subject<T>(
        &mut self,
        link: &'a ClauseLink,
        entity: i64,
        mut then: impl FnMut(&mut Self) -> Checked<T>,
    ) -> Checked<Option<T>> {
        let mut found = None;
        self.each_subject(link, entity, |this, _| {
            if found.is_none() {
                found = Some(then(this)?);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `act` once for each bearing by which a clause that lends or denies reaches an entity.
    fn each_subject(
        &mut self,
        link: &'a ClauseLink,
        entity: i64,
        act: impl FnMut(&mut Self, Bearing) -> Checked<()>,
    ) -> Checked<()> {
        let Some(clause) = self.linked.program.clauses.get(link.id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let (base, wide_base) = self.reserve(clause.env);
        let place = self.move_to(base, wide_base);
        let reached = self.set_scalar(0, entity);
        let mut act = act;
        let result = reached.and_then(|()| {
            self.each_bearing(&link.carrier, |this, bearing| {
                this.linked.note(|| Part::Clause(link.id));
                act(this, bearing)
            })
        });
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Clause(link.id)))
    }

    /// How often an entity has an ability.
    pub(crate) fn how_often(&mut self, entity: i64, ability: AbilityId) -> Checked<i64> {
        if !self.has(entity, ability)? {
            return Ok(0);
        }
        Ok(i64::from(self.instances(entity, ability)?))
    }

    /// How many instances of an ability an entity has, given that it has it: more than one only of what stacks.
    fn instances(&mut self, entity: i64, ability: AbilityId) -> Checked<u16> {
        let linked = self.linked;
        let stacks = linked.program.abilities.get(ability).is_some_and(|ability| ability.stacks);
        if !stacks || self.view.supposed_has(entity, ability).is_some() {
            return Ok(1);
        }
        let held = self.view.held(linked, entity, ability)?.len();
        let owned = self.owned_args(entity, ability)?.is_some();
        Ok(u16::try_from(held + usize::from(owned)).unwrap_or(u16::MAX).max(1))
    }

    /// The arguments with which an entity's entry owns an ability.
    fn owned_args(&self, entity: i64, ability: AbilityId) -> Checked<Option<&'a [i64]>> {
        let entry = self.linked.entry(self.view.entry(entity)?);
        let own = entry.and_then(|entry| entry.abilities.iter().find(|own| own.ability == ability));
        Ok(own.map(|own| own.args.as_slice()))
    }

    /// The arguments of the `ordinal`-th instance: what is held comes before what is owned, that before what is lent.
    fn args_of(&mut self, entity: i64, ability: AbilityId, ordinal: u16) -> Checked<Args> {
        let linked = self.linked;
        if let Some(args) = self.view.supposed_args(entity, ability) {
            return Ok(Args::from_slice(args));
        }
        if linked.abilities.get(ability).is_some_and(|link| link.granted)
            && let Some(held) = self.view.held(linked, entity, ability)?.get(usize::from(ordinal))
        {
            return Ok(held.args.clone());
        }
        if let Some(args) = self.owned_args(entity, ability)? {
            return Ok(Args::from_slice(args));
        }
        let setting = self.setting;
        let lends = setting.lends.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        for link in lends {
            let declared = linked.program.abilities.get(ability);
            let lend = declared.and_then(|a| a.lends.iter().find(|lend| lend.id == link.id));
            let Some(lend) = lend else { continue };
            let args = self.with_subject(link, entity, |this| {
                lend.args.iter().map(|arg| this.scalar(*arg)).collect::<Checked<Args>>()
            })?;
            if let Some(args) = args {
                return Ok(args);
            }
        }
        Ok(Args::new())
    }

    /// The value of a parameter of an ability as an entity has it; none where it does not.
    pub(super) fn ability_arg(
        &mut self,
        entity: i64,
        ability: AbilityId,
        param: u16,
    ) -> Checked<i64> {
        if !self.has(entity, ability)? {
            return Ok(NONE);
        }
        let args = self.args_of(entity, ability, 0)?;
        Ok(args.get(usize::from(param)).copied().unwrap_or(NONE))
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
        for (slot, value) in (carrier.self_slot.saturating_add(1)..).zip(args) {
            self.set_scalar(slot, *value)?;
        }
        Ok(())
    }

    fn entry_owns(&self, entry: EntryId, ability: AbilityId) -> bool {
        let entry = self.linked.program.entries.get(entry);
        entry.is_some_and(|entry| entry.abilities.iter().any(|own| own.ability == ability))
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
        let bearers = settled.unwrap_or_else(|| state.heads.of_class(link.class));
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

    /// Whether a clause applies to arguments.
    pub(super) fn applies(&mut self, clause: ClauseId, args: &'a [ExprId]) -> Checked<i64> {
        let (linked, setting) = (self.linked, self.setting);
        let owner = linked.clause_owners.get(clause).copied().flatten();
        let (env, params, clauses): (_, &[Param], &[ClauseLink]) = match owner {
            Some(ClauseOwner::Quantity(id)) => {
                match (setting.quantities.get(id), linked.program.quantities.get(id)) {
                    (Some(link), Some(quantity)) => (link.env, &quantity.params, &link.clauses),
                    _ => return Err(Fault::damaged(DamagedPart::Id)),
                }
            }
            Some(ClauseOwner::Permission(id)) => {
                match (setting.permissions.get(id), linked.program.permissions.get(id)) {
                    (Some(link), Some(permission)) => (link.env, &permission.params, &link.clauses),
                    _ => return Err(Fault::damaged(DamagedPart::Id)),
                }
            }
            Some(ClauseOwner::Possession(_)) | None => {
                return Err(Fault::damaged(DamagedPart::Type));
            }
        };
        let Some(link) = clauses.iter().find(|link| link.id == clause) else { return Ok(0) };
        let place = self.enter(env, params, args)?;
        let mut applies = false;
        let result = self.each_bearing(&link.carrier, |this, _| {
            this.linked.note(|| Part::Clause(clause));
            applies = true;
            Ok(())
        });
        self.leave(place);
        result?;
        Ok(i64::from(applies))
    }
}

/// One way in which an entity has an ability or is kept from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) how: How,
    /// Who owns it, or who brings the clause; none where nobody does.
    pub(crate) bearer: i64,
    /// The clause on whose account it does not count.
    pub(crate) struck_by: Option<ClauseId>,
}

/// How an ability is had or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Its entry lists it.
    Owned,
    /// An act gave it.
    Granted,
    /// A clause lends it.
    Lent(ClauseId),
    /// A clause denies it.
    Denied(ClauseId),
}

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

/// A member of a closed kind as a bearer: no entity has such a number.
fn member_bearer(entry: EntryId) -> i64 {
    -2 - i64::from(entry.0)
}

/// The member of a closed kind that a bearer is, if it is one.
pub(crate) fn bearing_member(bearer: i64) -> Option<EntryId> {
    let entry = bearer.checked_neg()?.checked_sub(2)?;
    u32::try_from(entry).ok().map(EntryId)
}
