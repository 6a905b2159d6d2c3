//! Exact odds: takes a state that is about to run, follows every fall of the dice, gives how likely each end is.
//!
//! The enumerator is a driver. It goes in waves from roll to roll: all states that wait for dice, each with its exact chance;
//! equal states are one. Dice that lie fall into classes of faces that no rule
//! can tell apart afterwards (`reading`). Nothing rare is dropped: what is too large is refused. States that come back are
//! solved as equations (`cycles`), but nobody pays for that where none do.

mod apart;
mod bundles;
mod cells;
mod chance;
mod classes;
mod cycles;
mod draws;
mod ends;
mod flow;
mod group;
mod limits;
mod mass;
mod pools;
mod progress;
mod reading;
mod settle;
#[cfg(test)]
pub(crate) mod tests;
mod waves;
mod weight;

pub use chance::{Chance, Values};
pub use settle::{NoChoices, Settle, Settled};

use crate::fault::{Checked, Fault};
use crate::machine::{ChooseRequest, Machine, Refusal};
use crate::session::Session;
use crate::state::State;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::collections::BTreeMap;

/// How much an enumeration may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states that may wait for dice at one time, and the most ends.
    pub states: usize,
    /// The most bytes that all of them may take, about.
    pub bytes: usize,
    /// The fuel of all runs together.
    pub fuel: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 1_000_000, bytes: 1 << 30, fuel: 20_000_000_000 }
    }
}

/// What there is too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Much {
    /// States, falls of one roll, or states that lead to each other: more than so many.
    States(usize),
    /// Memory: more than so many bytes.
    Bytes(usize),
    /// Work from one roll to the next: more than so much fuel.
    Work(u64),
    /// Time, as whoever asked says.
    Time,
}

/// How far it had come when it was too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// What there was too much of.
    pub of: Much,
    /// How many states waited for dice.
    pub waiting: usize,
    /// The ends that were found, with their exact chances: each is at least as likely as that, and no more than what is not
    /// settled is missing from it.
    pub settled: Distribution,
    /// One of those that had come least far, if any waited.
    pub least_far: Option<State>,
}

/// How far an enumeration has come, for whoever waits for it.
#[derive(Debug)]
pub struct Reached<'e> {
    ends: &'e ends::Ends,
    total: &'e BigUint,
    /// How many states wait for dice.
    pub waiting: usize,
}

impl Reached<'_> {
    /// How likely it is that an end is reached that was found already. It is summed up when it is asked.
    pub fn settled(&self) -> Chance {
        let (sum, over) = self.ends.settled();
        Chance::new(BigInt::from(sum), over * self.total)
    }
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsFault {
    /// A fault of the rules on some path.
    Fault(Box<Fault>),
    /// A choice came up that nothing settles.
    Unsettled(Box<ChooseRequest>),
    /// What settles choices gave an answer that is not legal.
    Refused(Refusal),
    /// It takes more than the limits allow.
    TooMuch(Box<TooMuch>),
    /// Some run goes round for ever with a chance above zero.
    Endless,
}

impl From<Box<Fault>> for OddsFault {
    fn from(fault: Box<Fault>) -> Self {
        Self::Fault(fault)
    }
}

impl From<Refusal> for OddsFault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => Self::Fault(fault),
            refusal => Self::Refused(refusal),
        }
    }
}

/// How likely each end is, exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// The states in which all was over, each with its weight.
    ends: Vec<(State, BigUint)>,
    /// What the weights of all ends together come to; more than of those that are here, where not all were found.
    total: BigUint,
    /// The most states that waited for dice at one time.
    widest: usize,
}

impl Distribution {
    /// Ends that were met by chance, each as likely as any other.
    pub fn sampled(ends: Vec<State>) -> Self {
        let total = BigUint::from(ends.len());
        let ends = ends.into_iter().map(|end| (end, BigUint::one())).collect();
        Self { ends, total, widest: 0 }
    }

    /// Each end with its chance. The outcome stands in [`State::outcome`].
    pub fn ends(&self) -> impl Iterator<Item = (&State, Chance)> {
        self.ends.iter().map(|(state, weight)| {
            (state, Chance::new(BigInt::from(weight.clone()), self.total.clone()))
        })
    }

    /// How likely each value of a question about the end is.
    ///
    /// # Errors
    ///
    /// The first fault of the question.
    pub fn values<K: Ord>(&self, mut ask: impl FnMut(&State) -> Checked<K>) -> Checked<Values<K>> {
        let mut weights: BTreeMap<K, BigUint> = BTreeMap::new();
        for (state, weight) in &self.ends {
            *weights.entry(ask(state)?).or_default() += weight;
        }
        Ok(Values { weights, total: self.total.clone() })
    }

    /// The same chances of other states: what is done with each end, before more is run in it.
    ///
    /// # Errors
    ///
    /// The first fault of what is done.
    pub fn each(self, mut begin: impl FnMut(State) -> Checked<State>) -> Checked<Self> {
        let ends = self.ends.into_iter().map(|(state, weight)| Ok((begin(state)?, weight)));
        Ok(Self { ends: ends.collect::<Checked<_>>()?, ..self })
    }

    /// How likely a condition is at the end.
    ///
    /// # Errors
    ///
    /// The first fault of the condition.
    pub fn chance(&self, holds: impl FnMut(&State) -> Checked<bool>) -> Checked<Chance> {
        Ok(self.values(holds)?.chance(&true))
    }

    /// How likely it is that one of these ends is reached: one, unless there was too much to follow.
    pub fn settled(&self) -> Chance {
        let sum: BigUint = self.ends.iter().map(|(_, weight)| weight).sum();
        Chance::new(BigInt::from(sum), self.total.clone())
    }

    /// How many ends there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no end was found.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The most states that waited for dice at one time: what the enumeration cost.
    pub fn widest(&self) -> usize {
        self.widest
    }
}

/// Works out odds with one machine. What it learns of the rules it keeps, so that the next question costs less.
pub struct Enumerator<'m> {
    machine: &'m Machine,
    known: waves::Known,
    patience: Box<dyn FnMut(&Reached<'_>) -> bool + 'm>,
}

impl std::fmt::Debug for Enumerator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Enumerator").field("known", &self.known).finish_non_exhaustive()
    }
}

impl<'m> Enumerator<'m> {
    /// An enumerator that knows nothing yet.
    pub fn new(machine: &'m Machine) -> Self {
        Self { machine, known: waves::Known::default(), patience: Box::new(|_| true) }
    }

    /// Gives up where `patient` says no: so whoever has a clock may set a time, and tell how far it has come. It is asked before
    /// each run.
    #[must_use]
    pub fn while_patient(mut self, patient: impl FnMut(&Reached<'_>) -> bool + 'm) -> Self {
        self.patience = Box::new(patient);
        self
    }

    /// Works out how likely each end is of what is about to run in `start`.
    ///
    /// # Errors
    ///
    /// A fault of the rules on any path, a choice that is not settled, or more than the limits allow.
    pub fn run(
        &mut self,
        start: Session,
        settle: &mut dyn Settle,
        limits: Limits,
    ) -> Result<Distribution, OddsFault> {
        let certain = Distribution {
            ends: vec![(start.into_state(), BigUint::one())],
            total: BigUint::one(),
            widest: 0,
        };
        self.run_after(certain, settle, limits)
    }

    /// Works out how likely each end is of what is about to run in states, each as likely as it is said to be.
    ///
    /// # Errors
    ///
    /// A fault of the rules on any path, a choice that is not settled, or more than the limits allow.
    pub fn run_after(
        &mut self,
        starts: Distribution,
        settle: &mut dyn Settle,
        limits: Limits,
    ) -> Result<Distribution, OddsFault> {
        let asked = limits::Asked { settle, limits, patience: &mut *self.patience };
        waves::Waves::new(self.machine, &mut self.known, asked, starts.total.clone()).run(starts)
    }
}

/// Works out how likely each end is of what is about to run in `start`, once.
///
/// # Errors
///
/// A fault of the rules on any path, a choice that is not settled, or more than the limits allow.
pub fn enumerate(
    machine: &Machine,
    start: Session,
    settle: &mut dyn Settle,
    limits: Limits,
) -> Result<Distribution, OddsFault> {
    Enumerator::new(machine).run(start, settle, limits)
}
