//! The states in which all is over, with weights over a denominator that grows from wave to wave.

use super::weight::Weight;
use crate::state::State;
use indexmap::IndexMap;
use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxBuildHasher;

/// Ends with their weights.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Each end with its weight, over the denominator after so many steps.
    states: IndexMap<State, (Weight, usize), FxBuildHasher>,
    /// The factors by which the denominator has grown.
    steps: Vec<Weight>,
}

impl Ends {
    /// The common denominator grows by a factor.
    pub(super) fn rescale(&mut self, factor: Weight) {
        if !factor.is_one() {
            self.steps.push(factor);
        }
    }

    /// Adds a path that ends so, with a weight over the denominator of now.
    pub(super) fn add(&mut self, state: State, weight: Weight) {
        let now = self.steps.len();
        match self.states.get_mut(&state) {
            Some((sum, since)) => {
                for step in self.steps.iter().skip(*since) {
                    *sum = sum.times(step);
                }
                *since = now;
                sum.add(weight);
            }
            None => {
                self.states.insert(state, (weight, now));
            }
        }
    }

    /// How many ends there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// All ends over the denominator of now, and that.
    pub(super) fn all(self) -> (Vec<(State, BigUint)>, BigUint) {
        // What the denominator has grown by since each step.
        let mut since = vec![BigUint::one()];
        for step in self.steps.iter().rev() {
            let last = since.last().cloned().unwrap_or_else(BigUint::one);
            since.push(last * step.big());
        }
        since.reverse();
        let total = since.first().cloned().unwrap_or_else(BigUint::one);
        let ends = self.states.into_iter().map(|(state, (weight, at))| {
            let weight = weight.big();
            let weight = since.get(at).map_or_else(|| weight.clone(), |grown| &weight * grown);
            (state, weight)
        });
        (ends.collect(), total)
    }
}
