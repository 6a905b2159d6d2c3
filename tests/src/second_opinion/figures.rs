//! Figures as cards show them, titles, and the rungs of ladders.

use super::Second;
use super::value::{Number, Result, Trouble, Value, plain};
use super::world::World;
use warwright_compiler::typed::Type;
use warwright_ir::{EntryId, ProfileId, ScaleId};

impl Second<'_> {
    /// A figure as the card shows it.
    pub(super) fn printed(
        &self,
        world: &World,
        ty: &Type,
        value: &Value,
        profile: ProfileId,
    ) -> Result<Value> {
        let entry = self.entry_of(world, ty, value)?.ok_or(Trouble::Fault("nothing there"))?;
        let def = &self.typed.profiles[profile];
        let profiles = &self.typed.kinds[def.kind].profiles;
        let at = profiles.iter().position(|it| *it == profile).unwrap();
        Ok(match &self.typed.entries[entry].values[at] {
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
        let member = matches!(plain(ty), Type::Member(_));
        if !member && let Some(own) = &world.thing(value)?.own {
            return Ok(own.clone());
        }
        if let Some(entry) = self.declared(world, ty, value)? {
            return Ok(self.typed.entries[entry].name.clone());
        }
        Ok(world.thing(value)?.name.clone())
    }

    /// What a thing or member is one of, without what was bought with it.
    pub(super) fn declared(
        &self,
        world: &World,
        ty: &Type,
        value: &Value,
    ) -> Result<Option<EntryId>> {
        let found = self.entry_of(world, ty, value)?;
        Ok(found.map(|entry| {
            let def = &self.typed.entries[entry];
            def.base.filter(|_| def.form.is_none()).unwrap_or(entry)
        }))
    }

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
                Ok(Some(self.typed.kinds[*kind].entries[at]))
            }
            _ => Ok(world.thing(value)?.entry),
        }
    }

    /// So many rungs up a ladder; between two rungs the next one that way.
    pub(super) fn rung(&self, scale: ScaleId, of: Number, by: i64) -> Result<Number> {
        if by == 0 {
            return Ok(of);
        }
        let rungs: Vec<Number> =
            self.typed.scales[scale].values.iter().map(|it| Number::whole(*it)).collect();
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
}
