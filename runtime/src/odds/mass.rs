//! Masses: exact chances as whole numbers over denominators that are kept as powers, so that adding needs no division.

use super::weight::Weight;
use num_bigint::BigUint;
use num_traits::One;
use smallvec::SmallVec;
use std::rc::Rc;

/// A denominator: bases with their exponents, in rising order of bases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Over {
    powers: SmallVec<[(u64, u32); 4]>,
}

/// A chance: a whole number over a denominator.
#[derive(Clone, Debug)]
pub(super) struct Mass {
    pub(super) weight: Weight,
    pub(super) over: Rc<Over>,
}

impl Over {
    /// The denominator times a power.
    pub(super) fn times(&self, base: u64, exponent: u32) -> Self {
        let mut powers = self.powers.clone();
        if base > 1 && exponent > 0 {
            match powers.binary_search_by_key(&base, |(base, _)| *base) {
                Ok(at) => {
                    if let Some((_, known)) = powers.get_mut(at) {
                        *known = known.saturating_add(exponent);
                    }
                }
                Err(at) => powers.insert(at, (base, exponent)),
            }
        }
        Self { powers }
    }

    /// Its bases with their exponents.
    pub(super) fn powers(&self) -> impl Iterator<Item = (u64, u32)> {
        self.powers.iter().copied()
    }

    /// A denominator that both divide.
    pub(super) fn join(&mut self, other: &Self) {
        if self == other {
            return;
        }
        for (base, exponent) in &other.powers {
            match self.powers.binary_search_by_key(base, |(base, _)| *base) {
                Ok(at) => {
                    if let Some((_, known)) = self.powers.get_mut(at) {
                        *known = (*known).max(*exponent);
                    }
                }
                Err(at) => self.powers.insert(at, (*base, *exponent)),
            }
        }
    }

    /// What a number over this denominator is to be multiplied with, to stand over one that this divides.
    pub(super) fn factor_to(&self, other: &Self) -> Weight {
        let mut factor = Weight::ONE;
        if self == other {
            return factor;
        }
        for (base, exponent) in &other.powers {
            let own =
                self.powers.iter().find(|(known, _)| known == base).map_or(0, |(_, own)| *own);
            if *exponent > own {
                factor = factor.times(&Weight::power(*base, exponent - own));
            }
        }
        factor
    }

    /// The number.
    pub(super) fn number(&self) -> BigUint {
        let powers = self.powers.iter().map(|(base, exponent)| BigUint::from(*base).pow(*exponent));
        powers.fold(BigUint::one(), |product, power| product * power)
    }
}

impl Mass {
    /// How many bytes it takes, about; denominators are mostly shared.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.weight.spilled()
    }

    /// Adds another.
    pub(super) fn add(&mut self, other: &Self) {
        if Rc::ptr_eq(&self.over, &other.over) || self.over == other.over {
            self.weight.add(&other.weight);
            return;
        }
        let mut over = (*self.over).clone();
        over.join(&other.over);
        self.weight = self.weight_over(&over);
        self.weight.add(&other.weight_over(&over));
        self.over = Rc::new(over);
    }

    /// The weight over a denominator that this one's divides.
    pub(super) fn weight_over(&self, over: &Over) -> Weight {
        let factor = self.over.factor_to(over);
        if factor.is_one() { self.weight.clone() } else { self.weight.times(&factor) }
    }
}
