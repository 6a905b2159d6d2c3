//! Possession: which abilities something has: its own, held, lent and denied.

use super::Second;
use super::value::{Result, Value};
use super::world::World;
use warwright_compiler::typed::{ClauseDef, ClauseOwner, ClauseVerb};
use warwright_ir::AbilityId;

impl Second<'_> {
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
        all.extend(lent.into_iter().map(|(_, args)| args));
        if self.typed.abilities[ability].stacks {
            return Ok(all);
        }
        // Held once, however it comes: with the greatest figures.
        Ok(vec![all.into_iter().max().unwrap_or_default()])
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

    /// What something owns of itself: the arguments.
    fn owned(&self, world: &World, who: &Value, ability: AbilityId) -> Result<Option<Vec<Value>>> {
        let thing = world.thing(who)?;
        let def = &self.typed.abilities[ability];
        let Some(entry) = thing.entry else { return Ok(None) };
        let entry = &self.typed.entries[entry];
        if let Some(own) = entry.abilities.iter().find(|own| own.ability == ability) {
            let args = own.args.iter().zip(&def.params);
            return Ok(Some(args.map(|(cell, (_, ty, _))| Value::of_cell(ty, *cell)).collect()));
        }
        let sides = &self.typed.scenarios[self.scenario].sides;
        let of_side = thing.side.is_some_and(|side| sides[side].abilities.contains(&ability));
        Ok((of_side && def.kind == thing.kind).then(Vec::new))
    }
}
