//! Quantities, permissions and possession: which clauses reach what, and what they make of it.

use super::value::{Number, Result, Trouble, Value, plain};
use super::world::World;
use super::{Locals, Second};
use std::collections::BTreeMap;
use warwright_compiler::typed::{
    BearerDef, Bounds, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, Level, LocalId,
    LocalRole, PermissionClauseDef, ReachDef, RequireDef, RoleRef, Type, each_local,
};
use warwright_ir::{
    AbilityId, EntryId, GroupRule, Keep, PermissionId, ProfileId, QuantityId, ScaleId, Verb,
};

/// A clause of a quantity that applies, with its amounts.
#[derive(Clone)]
struct Bend<'t> {
    clause: &'t ClauseDef,
    stage: u16,
    verb: Verb,
    amount: Value,
    cap: Value,
    group: Option<u16>,
}

/// A reason for a no.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    /// Its label.
    pub label: String,
    level: Level,
    of_scenario: bool,
}

impl<'t> Second<'t> {
    /// Calls `act` for each way in which something reaches the arguments that stand in the locals: with its bearer.
    pub(super) fn each_bearing(
        &self,
        world: &World,
        (bearer, reach, when): (BearerDef, &ReachDef, Option<&Expr>),
        defs: &warwright_compiler::typed::Locals,
        locals: &mut Locals,
        act: &mut dyn FnMut(&Self, &mut Locals, Value, usize) -> Result<()>,
    ) -> Result<()> {
        let holds = |this: &Self, locals: &mut Locals| match when {
            Some(when) => Ok(this.eval(world, locals, when)?.holds()),
            None => Ok(true),
        };
        let ability = match bearer {
            BearerDef::System => None,
            BearerDef::Scenario(scenario)
                if scenario == self.scenario
                    || self.typed.scenarios[self.scenario.0 as usize].rules_of
                        == Some(scenario) =>
            {
                None
            }
            BearerDef::Scenario(_) => return Ok(()),
            BearerDef::Ability(ability) => Some(ability),
        };
        let Some(ability) = ability else {
            if holds(self, locals)? {
                act(self, locals, Value::None, 0)?;
            }
            return Ok(());
        };
        let (bearers, related, each_adds) = match reach {
            ReachDef::All | ReachDef::Any => (self.possible(world, ability), None, true),
            ReachDef::Role(role) => {
                let filled = filled(locals, *role);
                if let Type::Member(kind) = role_type(self, defs, *role) {
                    let Value::Cell(member) = filled else { return Ok(()) };
                    let entry = self.typed.kinds[kind.0 as usize].entries[member as usize];
                    let owned = &self.typed.entries[entry.0 as usize].abilities;
                    if owned.iter().any(|it| it.ability == ability) {
                        seat(defs, locals, &filled, &[]);
                        if holds(self, locals)? {
                            act(self, locals, filled, 0)?;
                        }
                    }
                    return Ok(());
                }
                (vec![filled], None, true)
            }
            ReachDef::Related { holds, each_adds, .. } => {
                (self.possible(world, ability), Some(holds), *each_adds)
            }
        };
        for who in bearers {
            let mut reached = false;
            let instances = if self.is_closed(ability) {
                vec![Vec::new()]
            } else {
                self.instances(world, &who, ability)?
            };
            for (ordinal, args) in instances.iter().enumerate() {
                seat(defs, locals, &who, args);
                let near = match related {
                    Some(related) => self.eval(world, locals, related)?.holds(),
                    None => true,
                };
                if near && holds(self, locals)? {
                    reached = true;
                    act(self, locals, who.clone(), ordinal)?;
                }
            }
            if reached && !each_adds {
                break;
            }
        }
        Ok(())
    }

    /// Whether it is borne by entries that are no things of the table, such as spells.
    fn is_closed(&self, ability: AbilityId) -> bool {
        self.typed.kinds[self.typed.abilities[ability.0 as usize].kind.0 as usize].closed
    }

    /// Who might have it; of a closed kind, the entries that do.
    fn possible(&self, world: &World, ability: AbilityId) -> Vec<Value> {
        let kind = self.typed.abilities[ability.0 as usize].kind;
        if !self.is_closed(ability) {
            return world.all(self.typed, kind).into_iter().map(Value::Cell).collect();
        }
        let entries = &self.typed.kinds[kind.0 as usize].entries;
        let bears = |entry: &EntryId| {
            let owned = &self.typed.entries[entry.0 as usize].abilities;
            owned.iter().any(|it| it.ability == ability)
        };
        let members = (0..).zip(entries).filter(|(_, entry)| bears(entry));
        members.map(|(member, _)| Value::Cell(member)).collect()
    }

    /// Calls `act` for each way in which a clause reaches its owner's arguments.
    fn each_clause(
        &self,
        world: &World,
        owner: ClauseOwner,
        args: &[Value],
        act: &mut dyn FnMut(&Self, &mut Locals, &'t ClauseDef) -> Result<()>,
    ) -> Result<()> {
        for clause in self.typed.clauses.iter().filter(|clause| clause.owner == owner) {
            let mut locals = Locals::of(&clause.locals, args);
            let carried = (clause.bearer, &clause.reach, clause.when.as_ref());
            self.each_bearing(
                world,
                carried,
                &clause.locals,
                &mut locals,
                &mut |this, locals, _, _| act(this, locals, clause),
            )?;
        }
        Ok(())
    }

    // ---- Possession -----------------------------------------------------------------------------

    /// What something owns of itself: the arguments.
    fn owned(&self, world: &World, who: &Value, ability: AbilityId) -> Result<Option<Vec<Value>>> {
        let thing = world.thing(who)?;
        let def = &self.typed.abilities[ability.0 as usize];
        let Some(entry) = thing.entry else { return Ok(None) };
        let entry = &self.typed.entries[entry.0 as usize];
        if let Some(own) = entry.abilities.iter().find(|own| own.ability == ability) {
            let args = own.args.iter().zip(&def.params);
            return Ok(Some(args.map(|(cell, (_, ty, _))| Value::of_cell(ty, *cell)).collect()));
        }
        let sides = &self.typed.scenarios[self.scenario.0 as usize].sides;
        let of_side = thing.side.is_some_and(|side| sides[side].abilities.contains(&ability));
        Ok((of_side && def.kind == thing.kind).then(Vec::new))
    }

    /// The ways in which something has an ability, each with its arguments; none where it does not have it.
    pub(super) fn instances(
        &self,
        world: &World,
        who: &Value,
        ability: AbilityId,
    ) -> Result<Vec<Vec<Value>>> {
        let Value::Cell(number) = who else { return Ok(Vec::new()) };
        if let Some(supposed) = world.supposed.get(&(*number, ability)) {
            return Ok(supposed.iter().cloned().collect());
        }
        let own = self.owned(world, who, ability)?;
        let held = world.held.iter().filter(|it| it.who == *number && it.ability == ability);
        let mut all: Vec<Vec<Value>> = held.map(|it| it.args.clone()).collect();
        all.sort();
        all.extend(own);
        let had = !all.is_empty();
        // Who lends and who denies, by their levels.
        let (mut lent, mut denied) = (Vec::new(), Vec::new());
        let owner = ClauseOwner::Possession(ability);
        self.each_clause(world, owner, std::slice::from_ref(who), &mut |this, locals, clause| {
            match &clause.does {
                ClauseVerb::Lend(args) => lent.push((clause, this.all(world, locals, args)?)),
                _ => denied.push(clause),
            }
            Ok(())
        })?;
        let first = lent.first().map(|(_, args)| args.clone());
        let denied = denied.iter().max_by_key(|deny| deny.level);
        // Among lenders of one level the one that goes over the denial is the best.
        let over = |lend: &ClauseDef| {
            denied.is_some_and(|deny| lend.over.iter().any(|(label, _)| *label == deny.label))
        };
        let lend = lent.iter().map(|(lend, _)| *lend).max_by_key(|lend| lend.level);
        let has = match (denied, lend) {
            (None, lend) => had || lend.is_some(),
            (Some(deny), Some(lend)) => over(lend) || lend.level > deny.level,
            (Some(_), None) => false,
        };
        if !has {
            return Ok(Vec::new());
        }
        if !self.typed.abilities[ability.0 as usize].stacks || all.is_empty() {
            return Ok(vec![all.into_iter().next().or(first).unwrap_or_default()]);
        }
        Ok(all)
    }

    /// The arguments with which something has an ability.
    pub(super) fn has_with(
        &self,
        world: &World,
        who: &Value,
        ability: AbilityId,
    ) -> Result<Option<Vec<Value>>> {
        Ok(self.instances(world, who, ability)?.into_iter().next())
    }

    // ---- Figures --------------------------------------------------------------------------------

    /// What a thing or member is one of.
    pub(super) fn entry_of(
        &self,
        world: &World,
        ty: &Type,
        value: &Value,
    ) -> Result<Option<EntryId>> {
        match (plain(ty), value) {
            (_, Value::None) => Ok(None),
            (Type::Member(kind), _) => {
                let at = usize::try_from(value.cell()?).unwrap();
                Ok(Some(self.typed.kinds[kind.0 as usize].entries[at]))
            }
            _ => Ok(world.thing(value)?.entry),
        }
    }

    /// A figure as the card shows it.
    pub(super) fn printed(
        &self,
        world: &World,
        ty: &Type,
        value: &Value,
        profile: ProfileId,
    ) -> Result<Value> {
        let entry = self.entry_of(world, ty, value)?.ok_or(Trouble::Fault("nothing there"))?;
        let def = &self.typed.profiles[profile.0 as usize];
        let profiles = &self.typed.kinds[def.kind.0 as usize].profiles;
        let at = profiles.iter().position(|it| *it == profile).unwrap();
        Ok(match &self.typed.entries[entry.0 as usize].values[at] {
            warwright_ir::Value::Scalar(cell) => Value::of_cell(&def.ty, *cell),
            warwright_ir::Value::Wide(cells) => {
                let item = match plain(&def.ty) {
                    Type::List(item) | Type::Set(item) => (**item).clone(),
                    other => other.clone(),
                };
                Value::Many(cells.iter().map(|cell| Value::of_cell(&item, *cell)).collect())
            }
        })
    }

    /// The title of something.
    pub(super) fn name(&self, world: &World, ty: &Type, value: &Value) -> Result<String> {
        if let Some(entry) = self.entry_of(world, ty, value)? {
            return Ok(self.typed.entries[entry.0 as usize].name.clone());
        }
        Ok(world.thing(value)?.name.clone())
    }

    /// So many rungs up a ladder; between two rungs the next one that way.
    pub(super) fn rung(&self, scale: ScaleId, of: Number, by: i64) -> Result<Number> {
        if by == 0 {
            return Ok(of);
        }
        let rungs: Vec<Number> = self.typed.scales[scale.0 as usize]
            .values
            .iter()
            .map(|it| Number::whole(*it))
            .collect();
        let last = rungs.len() - 1;
        let steps = usize::try_from(by.unsigned_abs()).unwrap();
        let to = if by > 0 {
            let below = rungs.iter().filter(|rung| **rung <= of).count();
            (below + steps).saturating_sub(1)
        } else {
            let under = rungs.iter().filter(|rung| **rung < of).count();
            under.saturating_sub(steps)
        };
        Ok(rungs[to.min(last)])
    }

    // ---- Quantities -----------------------------------------------------------------------------

    /// The value of a quantity.
    pub(super) fn quantity(&self, world: &World, id: QuantityId, args: &[Value]) -> Result<Value> {
        let def = &self.typed.quantities[id.0 as usize];
        let base = self.eval(world, &mut Locals::of(&def.locals, args), &def.base)?;
        let mut bends: Vec<Bend<'t>> = Vec::new();
        self.each_clause(world, ClauseOwner::Quantity(id), args, &mut |this, locals, clause| {
            let ClauseVerb::Modify { stage, verb, amount, cap, group } = &clause.does else {
                return Ok(());
            };
            let amount = this.eval(world, locals, amount)?;
            let cap = match cap {
                Some(cap) => this.eval(world, locals, cap)?,
                None => Value::None,
            };
            let (stage, verb, group) = (*stage, *verb, *group);
            bends.push(Bend { clause, stage, verb, amount, cap, group });
            Ok(())
        })?;
        let bends = unstruck(bends);
        let bends = grouped(def, bends)?;
        let mut value = match base {
            Value::None => None,
            base => Some(base.number()?),
        };
        for stage in 0..def.stages.len().max(1) {
            let here = |verb: Verb| {
                bends.iter().filter(move |it| usize::from(it.stage) == stage && it.verb == verb)
            };
            if let Some(set) = highest_set(here(Verb::Set))? {
                value = set;
            }
            let Some(mut number) = value else { continue };
            if here(Verb::Rung).count() > 0 {
                let by = here(Verb::Rung).map(|it| it.amount.cell()).sum::<Result<i64>>()?;
                let scale = def.scale.ok_or(Trouble::Fault("no ladder"))?;
                number = self.rung(scale, number.to_grid(), by)?;
            }
            for it in here(Verb::By) {
                number = number.plus(it.amount.number()?)?;
            }
            let mut capped = Vec::new();
            for it in here(Verb::ByUpTo) {
                capped.push((it.cap.number()?, it.amount.number()?));
            }
            capped.sort_by_key(|(cap, _)| *cap);
            for (cap, amount) in capped {
                number = number.max(number.plus(amount)?.min(cap));
            }
            for it in here(Verb::Times) {
                number = number.times(it.amount.number()?)?;
            }
            for it in here(Verb::AtLeast) {
                number = number.max(it.amount.number()?);
            }
            for it in here(Verb::AtMost) {
                number = number.min(it.amount.number()?);
            }
            value = Some(number);
        }
        let Some(number) = value else { return Ok(Value::None) };
        let ty = plain(&def.ty);
        let number = match (ty, def.rounding) {
            (Type::Ratio, _) => number,
            (_, Some(how)) => number.rounded(how),
            (Type::Length | Type::Angle, None) => number.to_grid(),
            (_, None) if number.is_whole() => number,
            _ => return Err(Trouble::Fault("not whole")),
        };
        let number = match ty {
            Type::Int(_) => {
                let Bounds { least, most } = ty.bounds();
                let raised = least.map_or(number, |least| number.max(Number::whole(least)));
                most.map_or(raised, |most| raised.min(Number::whole(most)))
            }
            _ => number,
        };
        number.to_value(&def.ty)
    }

    // ---- Permissions ----------------------------------------------------------------------------

    /// The reasons that stand against a permission.
    pub(super) fn reasons(
        &self,
        world: &World,
        id: PermissionId,
        args: &[Value],
    ) -> Result<Vec<Reason>> {
        let def = &self.typed.permissions[id.0 as usize];
        let mut locals = Locals::of(&def.locals, args);
        let mut reasons = Vec::new();
        let mut failed: Vec<&RequireDef> = Vec::new();
        for require in &def.requires {
            if failed.iter().any(|other| needs(require, other)) {
                failed.push(require);
                continue;
            }
            if self.eval(world, &mut locals, &require.holds)?.holds() {
                continue;
            }
            failed.push(require);
            match (&require.label, &require.holds.kind) {
                (None, ExprKind::May { permission, args }) => {
                    let args = self.all(world, &mut locals, args)?;
                    let inner = self.reasons(world, *permission, &args)?;
                    let labels = inner.into_iter().map(|reason| reason.label);
                    reasons.extend(labels.map(|label| Reason {
                        label,
                        level: def.level,
                        of_scenario: false,
                    }));
                }
                (label, _) => {
                    let label = label.clone().unwrap_or_default();
                    reasons.push(Reason { label, level: def.level, of_scenario: false });
                }
            }
        }
        let mut allowing = Vec::new();
        self.each_clause(world, ClauseOwner::Permission(id), args, &mut |_, _, clause| {
            match &clause.does {
                ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }) => {
                    reasons.push(Reason {
                        label: clause.label.clone(),
                        level: clause.level,
                        of_scenario: matches!(clause.bearer, BearerDef::Scenario(_)),
                    })
                }
                _ => allowing.push(clause),
            }
            Ok(())
        })?;
        reasons.retain(|reason| !allowing.iter().any(|allow| strikes(allow, reason)));
        Ok(reasons)
    }
}

/// Whether a requirement reads what another one binds.
fn needs(require: &RequireDef, other: &RequireDef) -> bool {
    let mut reads = false;
    each_local(&require.holds, &mut |local| reads |= other.binds.contains(&local));
    reads
}

fn strikes(allow: &ClauseDef, reason: &Reason) -> bool {
    if allow.over.is_empty() {
        return allow.level > reason.level;
    }
    let from_scenario = matches!(allow.bearer, BearerDef::Scenario(_));
    let named = allow.over.iter().any(|(label, _)| *label == reason.label);
    named && (from_scenario || !reason.of_scenario)
}

/// What fills a role.
fn filled(locals: &Locals, role: RoleRef) -> Value {
    match (locals.get(LocalId(u32::from(role.param))), role.field) {
        (Value::Record(fields), Some(field)) => fields[usize::from(field)].clone(),
        (value, _) => value,
    }
}

fn role_type(second: &Second<'_>, defs: &warwright_compiler::typed::Locals, role: RoleRef) -> Type {
    let ty = &defs.all[usize::from(role.param)].ty;
    match (ty, role.field) {
        (Type::Record(record), Some(field)) => {
            plain(&second.typed.records[record.0 as usize].fields[usize::from(field)].1).clone()
        }
        _ => plain(ty).clone(),
    }
}

/// Puts a bearer and its ability's arguments into their locals.
pub(super) fn seat(
    defs: &warwright_compiler::typed::Locals,
    locals: &mut Locals,
    who: &Value,
    args: &[Value],
) {
    let mut args = args.iter();
    for (local, def) in (0u32..).map(LocalId).zip(&defs.all) {
        match def.role {
            LocalRole::Bearer => locals.set(local, who.clone()),
            LocalRole::AbilityParam => {
                locals.set(local, args.next().cloned().unwrap_or(Value::None));
            }
            _ => {}
        }
    }
}

/// Without the clauses over which a clause that counts goes.
fn unstruck(bends: Vec<Bend<'_>>) -> Vec<Bend<'_>> {
    let names = |one: &ClauseDef, other: &ClauseDef| {
        one.span != other.span && one.over.iter().any(|(label, _)| *label == other.label)
    };
    let mut struck: Vec<usize> = Vec::new();
    for _ in 0..bends.len() {
        struck = (0..bends.len())
            .filter(|at| {
                let alive = (0..bends.len()).filter(|other| !struck.contains(other));
                alive.clone().any(|other| names(bends[other].clause, bends[*at].clause))
            })
            .collect();
    }
    let kept = bends.into_iter().enumerate().filter(|(at, _)| !struck.contains(at));
    kept.map(|(_, bend)| bend).collect()
}

/// Of each group only the one that counts.
fn grouped<'t>(
    def: &warwright_compiler::typed::QuantityDef,
    mut bends: Vec<Bend<'t>>,
) -> Result<Vec<Bend<'t>>> {
    // Which of two equal ones is kept is seen in nothing but the ledger, unless their signs or verbs differ.
    bends.sort_by_key(|it| (it.stage, it.verb, it.clause.level));
    for (number, group) in (0u16..).zip(&def.groups) {
        let GroupRule::Keep(keep) = group.rule;
        let mut best: Option<(Number, usize)> = None;
        for (at, it) in bends.iter().enumerate().filter(|(_, it)| it.group == Some(number)) {
            let amount = it.amount.number()?;
            let weight = match (keep, it.verb) {
                (Keep::Strongest, Verb::Times) => amount.plus(Number::whole(-1))?.size(),
                (Keep::Strongest, _) => amount.size(),
                (Keep::Highest, _) => amount,
                (Keep::Lowest, _) => amount.negated(),
            };
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, at));
            }
        }
        let best = best.map(|(_, at)| at);
        let mut at = 0;
        bends.retain(|it| {
            let keep = it.group != Some(number) || Some(at) == best;
            at += 1;
            keep
        });
    }
    Ok(bends)
}

/// What is set: of several the highest level's. Two of one level must agree, whether or not a higher one wins.
fn highest_set<'a, 't: 'a>(
    sets: impl Iterator<Item = &'a Bend<'t>>,
) -> Result<Option<Option<Number>>> {
    let mut by_level: BTreeMap<Level, Value> = BTreeMap::new();
    for it in sets {
        let set = by_level.entry(it.clause.level).or_insert_with(|| it.amount.clone());
        if *set != it.amount {
            return Err(Trouble::Fault("fighting"));
        }
    }
    Ok(match by_level.into_values().next_back() {
        None => None,
        Some(Value::None) => Some(None),
        Some(value) => Some(Some(value.number()?)),
    })
}
