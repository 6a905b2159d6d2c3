//! Possession: whether something has an ability, by whatever way, how often and with what arguments.

use super::bearing::Bearing;
use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault, Within};
use crate::link::ClauseLink;
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{AbilityId, ClauseId, NONE};

/// Values of an ability's parameters.
pub(crate) type Args = SmallVec<[i64; 2]>;

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
    pub(super) fn has_plainly(&self, entity: i64, ability: AbilityId) -> Checked<bool> {
        if let Some(link) = self.linked.abilities.get(ability)
            && let Some(word) = self.view.plain_cell(entity, link.word)
        {
            return Ok(word & link.mask != 0);
        }
        self.view.has_bit(self.linked, entity, ability)
    }

    /// How often an entity has an ability.
    pub(crate) fn how_often(&mut self, entity: i64, ability: AbilityId) -> Checked<i64> {
        if !self.has(entity, ability)? {
            return Ok(0);
        }
        Ok(i64::from(self.instances(entity, ability)?))
    }

    /// How many instances of an ability an entity has, given that it has it: more than one only of what stacks.
    pub(super) fn instances(&mut self, entity: i64, ability: AbilityId) -> Checked<u16> {
        let linked = self.linked;
        let stacks = linked.program.abilities.get(ability).is_some_and(|ability| ability.stacks);
        if !stacks || self.view.supposed_has(entity, ability).is_some() {
            return Ok(1);
        }
        let held = self.view.held(linked, entity, ability)?.len();
        let owned = usize::from(self.owned_args(entity, ability)?.is_some());
        let lent = self.lent_args(entity, ability)?.len();
        Ok(u16::try_from(held + owned + lent).unwrap_or(u16::MAX).max(1))
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

    /// The arguments of the `ordinal`-th instance of what stacks: what is held comes before what is owned, that before what
    /// is lent. Of anything else the greatest arguments, in whatever way they come, read from the left.
    pub(super) fn args_of(
        &mut self,
        entity: i64,
        ability: AbilityId,
        ordinal: u16,
    ) -> Checked<Args> {
        let linked = self.linked;
        if let Some(args) = self.view.supposed_args(entity, ability) {
            return Ok(Args::from_slice(args));
        }
        let declared = linked.program.abilities.get(ability);
        if declared.is_none_or(|ability| ability.params.is_empty()) {
            return Ok(Args::new());
        }
        let mut all: SmallVec<[Args; 2]> = SmallVec::new();
        if linked.abilities.get(ability).is_some_and(|link| link.granted) {
            let held = self.view.held(linked, entity, ability)?;
            all.extend(held.iter().map(|held| held.args.clone()));
        }
        all.extend(self.owned_args(entity, ability)?.map(Args::from_slice));
        let at = usize::from(ordinal);
        let stacks = declared.is_some_and(|ability| ability.stacks);
        // What is lent is the dearest to ask, and of what stacks it comes last.
        if !stacks || at >= all.len() {
            all.extend(self.lent_args(entity, ability)?);
        }
        let found = if stacks { all.into_iter().nth(at) } else { all.into_iter().max() };
        Ok(found.unwrap_or_default())
    }

    /// The arguments with which clauses lend an ability, for each that lends it.
    fn lent_args(&mut self, entity: i64, ability: AbilityId) -> Checked<Vec<Args>> {
        let (linked, setting) = (self.linked, self.setting);
        let mut all = Vec::new();
        let lends = setting.lends.get(ability).map_or(&[] as &[ClauseLink], Vec::as_slice);
        for link in lends {
            let declared = linked.program.abilities.get(ability);
            let lend = declared.and_then(|a| a.lends.iter().find(|lend| lend.id == link.id));
            let Some(lend) = lend else { continue };
            self.each_subject(link, entity, |this, _| {
                let args = lend.args.iter().map(|arg| this.scalar(*arg));
                all.push(args.collect::<Checked<Args>>()?);
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// The arguments with which an entity's entry owns an ability.
    fn owned_args(&self, entity: i64, ability: AbilityId) -> Checked<Option<&'a [i64]>> {
        let entry = self.linked.entry(self.view.entry(entity)?);
        let own = entry.and_then(|entry| entry.abilities.iter().find(|own| own.ability == ability));
        Ok(own.map(|own| own.args.as_slice()))
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
}
