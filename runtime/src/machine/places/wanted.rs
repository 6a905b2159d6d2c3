//! The places that a policy wants most: ranks those of a lattice, and looks from the first on whether they are legal.
//!
//! A rank often says no more than how far a place lies from where the piece is due, and whether it is legal is asked of all that stands
//! around. So of two hundred places a few are looked at.

use super::{Lattice, PlaceChoice};
use crate::eval::Evaluator;
use crate::fault::Checked;
use crate::link::Linked;
use crate::machine::Shunned;
use crate::machine::engine::Engine;
use crate::machine::ranks::{by_rank, rank_of};
use crate::machine::shunned::{Listed, Shuns};
use crate::number::Fraction;
use crate::space::plane::{Angle, Pose, Region};
use crate::state::Wide;
use std::cmp::Ordering;
use warwright_ir::{Env, ExprId, PolicyRule, Prefer, Sight, SiteId};

/// How a policy ranks places.
#[derive(Clone, Copy, Debug)]
pub(in crate::machine) struct Wishes<'p> {
    ranks: &'p [(bool, ExprId)],
    env: Env,
}

/// The ranks of a place.
type Ranks = Vec<(bool, Fraction)>;

impl<'a> Engine<'a> {
    /// How the policy of whoever is asked ranks the places of a choice, where nothing else may be chosen and nothing is hidden: what is
    /// asked before a list is made would be asked of what he may not know.
    pub(in crate::machine) fn wishes(
        &self,
        player: i64,
        site: SiteId,
        choice: &PlaceChoice,
    ) -> Option<Wishes<'a>> {
        let Shuns(shuns) = self.shuns?;
        let linked: &'a Linked = self.linked;
        let Shunned::By(policy) = shuns(player, Listed::Places(site)) else { return None };
        let program = &linked.program;
        let is_open = program.fields.values().all(|field| field.sight == Sight::All);
        // What a condition leaves in locals would hang on which places it was asked of.
        let leaves = choice.when.is_some_and(|when| !program.bound(when).is_empty());
        if !linked.optimisations.places || !is_open || leaves || choice.least.is_some() {
            return None;
        }
        let rules = &program.policies.get(policy)?.rules;
        let mut spoken = rules.iter().filter_map(|rule| match rule {
            PolicyRule::Choice { site: of, env, when, prefer } if *of == site => {
                Some((*env, *when, prefer))
            }
            _ => None,
        });
        match (spoken.next()?, spoken.next()) {
            ((env, None, Prefer::Ranked(ranks)), None) if !ranks.is_empty() => {
                Some(Wishes { ranks, env })
            }
            _ => None,
        }
    }
}

impl Evaluator<'_, ()> {
    /// The legal places of a lattice that are wanted most, all that are wanted alike; nothing where a rank cannot be had of them all, of
    /// which only the legal ones need have one. The locals are left as if all had been looked at.
    pub(super) fn most_wanted(
        &mut self,
        entity: i64,
        (lattice, region, facing): (Lattice, &Region, Angle),
        choice: PlaceChoice,
        wishes: Wishes<'_>,
    ) -> Checked<Option<Vec<Wide>>> {
        let mut inside: Vec<Pose> = Vec::new();
        for at in lattice.points() {
            self.burn(1)?;
            let pose = Pose::new(at, facing);
            let posed = self.footprint(entity)?.at(pose);
            if region.holds(&posed) {
                inside.push(pose);
            }
        }
        let linked = self.linked;
        let saved = self.locals.clone();
        let ranked = linked.unnoted(|| {
            let all = inside
                .iter()
                .map(|pose| Ok((self.ranks_at(entity, *pose, choice, wishes)?, *pose)));
            all.collect::<Checked<Vec<(Ranks, Pose)>>>()
        });
        *self.locals = saved;
        let Ok(mut ranked) = ranked else { return Ok(None) };
        // A stable sort: what is wanted alike stays in the order of the lattice.
        ranked.sort_by(|(one, _), (other, _)| compare(other, one));
        let mut places = Vec::new();
        for alike in ranked.chunk_by(|(one, _), (other, _)| compare(one, other) == Ordering::Equal)
        {
            for (_, pose) in alike {
                if self.fits(entity, *pose, region, choice)? {
                    places.push(pose.cells());
                }
            }
            if !places.is_empty() {
                break;
            }
        }
        if let (Some(last), true) = (inside.last(), choice.when.is_some()) {
            self.set_wide(choice.slot, last.cells())?;
        }
        Ok(Some(places))
    }

    fn ranks_at(
        &mut self,
        entity: i64,
        pose: Pose,
        choice: PlaceChoice,
        wishes: Wishes<'_>,
    ) -> Checked<Ranks> {
        let (base, wide_base) = (self.base, self.wide_base);
        self.make_room(base, wide_base, wishes.env);
        let cells = pose.cells();
        self.set_wide(choice.slot, cells.clone())?;
        let overlay = self.at_pose(entity, &cells)?;
        let view = self.view.supposing(&overlay);
        let mut there = self.on(view);
        let ranks = wishes.ranks.iter().map(|(highest, expr)| {
            let value = there.scalar(*expr)?;
            Ok((*highest, rank_of(&there.linked.program, *expr, value, *highest)))
        });
        ranks.collect()
    }
}

/// How eagerly one place is wanted beside another.
fn compare(one: &Ranks, other: &Ranks) -> Ordering {
    let pairs = one.iter().zip(other).map(|(mine, theirs)| by_rank(*mine, *theirs));
    pairs.fold(Ordering::Equal, Ordering::then)
}
