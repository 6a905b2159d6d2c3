//! The states in which all is over, each with its exact chance.

use super::cells::Keyed;
use super::mass::{Mass, Over};
use super::weight::Weight;
use crate::state::State;
use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// Ends with their chances.
#[derive(Debug, Default)]
pub(super) struct Ends {
    states: IndexMap<Keyed, Mass, FxBuildHasher>,
    /// About how much memory they take.
    bytes: usize,
}

impl Ends {
    /// Adds paths that end so; gives the state back if it is known.
    pub(super) fn add(&mut self, state: Box<State>, mass: Mass) -> Option<Box<State>> {
        let state = Keyed(state);
        if let Some(sum) = self.states.get_mut(&state) {
            sum.add(&mass);
            return Some(state.0);
        }
        self.bytes += state.0.size() + mass.size() + 3 * size_of::<usize>();
        self.states.insert(state, mass);
        None
    }

    /// How many ends there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// How many bytes they take, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How likely it is that one of them is reached: a weight over a denominator.
    pub(super) fn settled(&self) -> (BigUint, BigUint) {
        let mut sum = Mass { weight: Weight::ZERO, over: Rc::default() };
        self.states.values().for_each(|mass| sum.add(mass));
        (sum.weight.big(), sum.over.number())
    }

    /// Each end with its chance.
    pub(super) fn each(self) -> impl Iterator<Item = (State, Mass)> {
        self.states.into_iter().map(|(state, mass)| (*state.0, mass))
    }

    /// All ends with their weights over one denominator, and that.
    pub(super) fn all(self) -> (Vec<(State, BigUint)>, BigUint) {
        let mut over = Over::default();
        self.states.values().for_each(|mass| over.join(&mass.over));
        let ends = self.each().map(|(state, mass)| (state, mass.weight_over(&over).big()));
        let ends = ends.collect();
        (ends, over.number())
    }
}
