//! Bearing: which clauses and hooks reach what, with whom as their bearer.

use super::value::{Result, Value, plain};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{
    BearerDef, ClauseDef, ClauseOwner, Expr, LocalId, LocalRole, ReachDef, RoleRef, Type,
};
use warwright_ir::{AbilityId, EntryId};

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
                    || self.typed.scenarios[self.scenario].rules_of == Some(scenario) =>
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
        let (bearers, related) = match reach {
            ReachDef::All | ReachDef::Any => (self.possible(world, ability), None),
            ReachDef::Role(role) => {
                let filled = filled(locals, *role);
                if let Type::Member(kind) = role_type(self, defs, *role) {
                    let Value::Cell(member) = filled else { return Ok(()) };
                    let entry = self.typed.kinds[kind].entries[member as usize];
                    let owned = &self.typed.entries[entry].abilities;
                    if owned.iter().any(|it| it.ability == ability) {
                        seat(defs, locals, &filled, &[]);
                        if holds(self, locals)? {
                            act(self, locals, filled, 0)?;
                        }
                    }
                    return Ok(());
                }
                (vec![filled], None)
            }
            ReachDef::Related { holds, .. } => (self.possible(world, ability), Some(holds)),
        };
        for who in bearers {
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
                    act(self, locals, who.clone(), ordinal)?;
                }
            }
        }
        Ok(())
    }

    /// Calls `act` for each way in which a clause reaches its owner's arguments.
    pub(super) fn each_clause(
        &self,
        world: &World,
        owner: ClauseOwner,
        args: &[Value],
        act: &mut dyn FnMut(&Self, &mut Locals, &'t ClauseDef) -> Result<()>,
    ) -> Result<()> {
        for clause in self.typed.clauses.values().filter(|clause| clause.owner == owner) {
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

    /// Who might have it; of a closed kind, the entries that do.
    fn possible(&self, world: &World, ability: AbilityId) -> Vec<Value> {
        let kind = self.typed.abilities[ability].kind;
        if !self.is_closed(ability) {
            return world.all(self.typed, kind).into_iter().map(Value::Cell).collect();
        }
        let entries = &self.typed.kinds[kind].entries;
        let bears = |entry: &EntryId| {
            let owned = &self.typed.entries[*entry].abilities;
            owned.iter().any(|it| it.ability == ability)
        };
        let members = (0..).zip(entries).filter(|(_, entry)| bears(entry));
        members.map(|(member, _)| Value::Cell(member)).collect()
    }

    /// Whether it is borne by entries that are no things of the table, such as spells.
    fn is_closed(&self, ability: AbilityId) -> bool {
        self.typed.kinds[self.typed.abilities[ability].kind].closed
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
            plain(&second.typed.records[*record].fields[usize::from(field)].1).clone()
        }
        _ => plain(ty).clone(),
    }
}
