//! Bundles: states that are alike but for their counts, with the weight of each; what waves are made of.

use super::cells::{Cells, Keyed, Wanted};
use super::classes::{Classes, Plan};
use super::mass::{Mass, Over};
use super::pools::{Outcomes, Thrown};
use super::weight::Weight;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::rc::Rc;

/// Dice that are to be rolled.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    pub(super) plan: Rc<Plan>,
    pub(super) classes: Rc<Classes>,
}

/// States that wait for dice, by their skeletons. Each is as it will be when the dice lie, but for the dice themselves.
pub(super) type Wave = IndexMap<Keyed, SmallVec<[Bundle; 1]>, FxBuildHasher>;

/// The worlds of a skeleton in which the faces fall into the same classes.
#[derive(Debug)]
pub(super) struct Bundle {
    pub(super) dice: Dice,
    pub(super) worlds: IndexMap<Cells, Counts, FxBuildHasher>,
    /// About how much memory it was found to take, with its skeleton if it is the first.
    pub(super) bytes: usize,
}

/// What was added to a bundle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Added {
    /// Whether its world is new.
    pub(super) is_new: bool,
    /// How much more memory it takes.
    pub(super) bytes: usize,
}

/// How many dice, with the chance of the paths that roll so many.
pub(super) type Counts = SmallVec<[(u32, Mass); 1]>;

impl Bundle {
    pub(super) fn with(
        dice: Dice,
        skeleton: usize,
        cells: &Wanted<'_>,
        count: u32,
        mass: Mass,
    ) -> Self {
        let mut bundle = Self::none(dice, skeleton);
        bundle.add(None, cells, count, mass);
        bundle
    }

    /// A bundle without worlds; its skeleton takes so many bytes.
    pub(super) fn none(dice: Dice, skeleton: usize) -> Self {
        Self { dice, worlds: IndexMap::default(), bytes: skeleton + size_of::<Self>() }
    }

    /// Adds paths that come to a world and roll so many dice.
    pub(super) fn add(
        &mut self,
        kept: Option<&Cells>,
        cells: &Wanted<'_>,
        count: u32,
        mass: Mass,
    ) -> Added {
        let mut bytes = mass.size();
        if let Some(counts) = self.worlds.get_mut(cells) {
            match counts.iter_mut().find(|(known, _)| *known == count) {
                Some((_, sum)) => {
                    sum.add(&mass);
                    bytes = 0;
                }
                None => counts.push((count, mass)),
            }
            self.bytes += bytes;
            return Added { is_new: false, bytes };
        }
        bytes += size_of::<(Cells, Counts)>() + if kept.is_none() { cells.size() } else { 0 };
        self.bytes += bytes;
        let cells = kept.cloned().unwrap_or_else(|| cells.keep());
        self.worlds.insert(cells, Counts::from_iter([(count, mass)]));
        Added { is_new: true, bytes }
    }
}

/// The weights of all outcomes of a world, over one denominator.
#[derive(Default)]
pub(super) struct Sums {
    weights: Vec<Option<Weight>>,
    /// The denominators of the world before: most worlds have the same.
    last: Option<Denominators>,
}

/// What the paths to a world stand over, with how many dice, and what its outcomes stand over.
struct Denominators {
    before: SmallVec<[(Rc<Over>, u32); 8]>,
    after: Rc<Over>,
    /// With what the weight of each path is to be multiplied.
    factors: SmallVec<[Weight; 8]>,
}

impl Denominators {
    fn of(counts: &Counts, outcomes: &Outcomes) -> Self {
        let own = |count: u32, mass: &Mass| {
            let thrown = outcomes.of.iter().find(|it| it.count == count);
            mass.over.times(thrown.map_or(1, |it| it.falls.base), count)
        };
        let mut after = Over::default();
        counts.iter().for_each(|(count, mass)| after.join(&own(*count, mass)));
        let factors = counts.iter().map(|(count, mass)| own(*count, mass).factor_to(&after));
        Self {
            before: counts.iter().map(|(count, mass)| (Rc::clone(&mass.over), *count)).collect(),
            factors: factors.collect(),
            after: Rc::new(after),
        }
    }

    fn are_of(&self, counts: &Counts) -> bool {
        self.before.len() == counts.len()
            && self.before.iter().zip(counts).all(|((over, known), (count, mass))| {
                known == count && (Rc::ptr_eq(over, &mass.over) || *over == mass.over)
            })
    }
}

impl Sums {
    /// Works out the weights; gives the denominator.
    pub(super) fn fill(&mut self, counts: &Counts, outcomes: &Outcomes) -> Rc<Over> {
        self.weights.clear();
        self.weights.resize(outcomes.falls.len(), None);
        let thrown = |count: u32| outcomes.of.iter().find(|it| it.count == count);
        let known = self.last.take().filter(|known| known.are_of(counts));
        let known = self.last.insert(known.unwrap_or_else(|| Denominators::of(counts, outcomes)));
        for ((count, mass), factor) in counts.iter().zip(&known.factors) {
            let Some(Thrown { falls, places, .. }) = thrown(*count) else { continue };
            let weight =
                if factor.is_one() { mass.weight.clone() } else { mass.weight.times(factor) };
            for ((_, ways), place) in falls.all.iter().zip(places) {
                let weight = weight.times(ways);
                match self.weights.get_mut(*place) {
                    Some(Some(sum)) => sum.add(&weight),
                    Some(none) => *none = Some(weight),
                    None => {}
                }
            }
        }
        Rc::clone(&known.after)
    }

    pub(super) fn take(&mut self) -> impl Iterator<Item = Option<Weight>> {
        self.weights.drain(..)
    }
}

/// States that are watched for: whether they come back.
#[derive(Default)]
pub(super) struct Watched {
    /// How many bytes they take, about.
    pub(super) bytes: usize,
    states: IndexMap<Keyed, IndexSet<Cells, FxBuildHasher>, FxBuildHasher>,
}

impl Watched {
    pub(super) fn new(wave: &Wave) -> Self {
        let states = wave.iter().map(|(skeleton, bundles)| {
            let worlds = bundles.iter().flat_map(|bundle| bundle.worlds.keys().cloned());
            (skeleton.clone(), worlds.collect())
        });
        let bytes = wave.values().flatten().map(|bundle| bundle.bytes).sum();
        Self { bytes, states: states.collect() }
    }

    pub(super) fn come_back(&self, wave: &Wave) -> bool {
        !self.states.is_empty()
            && wave.iter().any(|(skeleton, bundles)| {
                self.states.get(skeleton).is_some_and(|worlds| {
                    bundles
                        .iter()
                        .flat_map(|bundle| bundle.worlds.keys())
                        .any(|it| worlds.contains(it))
                })
            })
    }
}
