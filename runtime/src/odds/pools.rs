//! Dice rolled together: all ways in which a number of dice can fall into classes of faces, with the weight of each.

use super::weight::Weight;
use indexmap::IndexMap;
use indexmap::map::Entry;
use num_integer::Integer;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;
use warwright_ir::BinaryOp;

/// How many dice fall into each class that matters.
pub(super) type Fall = SmallVec<[u32; 8]>;

/// All falls of some dice.
#[derive(Debug)]
pub(super) struct Falls {
    /// Each fall with its weight.
    pub(super) all: Vec<(Fall, Weight)>,
    /// Each die adds one of so many ways: the sum of all weights is a power of it.
    pub(super) base: u64,
}

/// The classes into which faces fall: on how many sides of the die each stands, and on how many the faces that do not matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sides {
    pub(super) kept: SmallVec<[u64; 8]>,
    pub(super) rest: u64,
}

/// What a die of each class adds to each answer. Falls with the same answers are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    /// For each class what one die adds to each answer.
    pub(super) adds: Vec<SmallVec<[i64; 4]>>,
    /// For each answer what is seen of it.
    pub(super) seen: SmallVec<[Seen; 4]>,
}

/// What is seen of a sum of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// The sum.
    All,
    /// Whether there is anything.
    Any,
    /// How it compares with something.
    Against {
        /// How they are compared.
        op: BinaryOp,
        /// With what.
        bound: i64,
        /// Whether the sum stands on the left.
        left: bool,
    },
}

impl Seen {
    fn of(self, sum: i64) -> i64 {
        match self {
            Self::All => sum,
            Self::Any => sum.min(1),
            Self::Against { op, bound, left } => {
                let (left, right) = if left { (sum, bound) } else { (bound, sum) };
                i64::from(match op {
                    BinaryOp::Le => left <= right,
                    BinaryOp::Lt => left < right,
                    BinaryOp::Ne => left != right,
                    _ => left == right,
                })
            }
        }
    }
}

/// What may come of rolls of different numbers of dice.
#[derive(Debug)]
pub(super) struct Outcomes {
    /// All falls of any of the numbers, in rising order.
    pub(super) falls: Vec<Fall>,
    /// For each number its falls, and which of all each is.
    pub(super) of: SmallVec<[Thrown; 1]>,
}

/// What may come of one number of dice.
#[derive(Debug)]
pub(super) struct Thrown {
    /// How many dice.
    pub(super) count: u32,
    /// Their falls.
    pub(super) falls: Rc<Falls>,
    /// Which of all falls each is.
    pub(super) places: Vec<usize>,
}

/// Falls of dice in the same classes, each worked out once.
#[derive(Debug, Default)]
pub(super) struct Tables {
    falls: RefCell<FxHashMap<u32, Rc<Falls>>>,
    outcomes: RefCell<FxHashMap<SmallVec<[u32; 8]>, Rc<Outcomes>>>,
}

impl Tables {
    /// All falls of `count` dice.
    pub(super) fn falls(&self, sides: &Sides, answers: Option<&Answers>, count: u32) -> Rc<Falls> {
        let mut known = self.falls.borrow_mut();
        Rc::clone(known.entry(count).or_insert_with(|| {
            let mut falls = falls(sides, count);
            if let Some(answers) = answers {
                falls.all = answers.join(falls.all);
            }
            Rc::new(falls)
        }))
    }

    /// All falls of any of some numbers of dice, which rise.
    pub(super) fn outcomes(
        &self,
        sides: &Sides,
        answers: Option<&Answers>,
        counts: &[u32],
    ) -> Rc<Outcomes> {
        if let Some(known) = self.outcomes.borrow().get(counts) {
            return Rc::clone(known);
        }
        let tables: Vec<(u32, Rc<Falls>)> =
            counts.iter().map(|count| (*count, self.falls(sides, answers, *count))).collect();
        let each =
            tables.iter().flat_map(|(_, falls)| falls.all.iter().map(|(fall, _)| fall.clone()));
        let mut all: Vec<Fall> = each.collect();
        all.sort_unstable();
        all.dedup();
        let of = tables.into_iter().map(|(count, falls)| {
            let places =
                falls.all.iter().map(|(fall, _)| all.partition_point(|other| other < fall));
            let places = places.collect();
            Thrown { count, falls, places }
        });
        let of = of.collect();
        let outcomes = Rc::new(Outcomes { falls: all, of });
        self.outcomes.borrow_mut().insert(counts.into(), Rc::clone(&outcomes));
        outcomes
    }
}

impl Answers {
    /// One fall for each way to answer, with the weight of all that answer so.
    fn join(&self, falls: Vec<(Fall, Weight)>) -> Vec<(Fall, Weight)> {
        let mut joined: IndexMap<SmallVec<[i64; 4]>, (Fall, Weight)> = IndexMap::new();
        for (fall, weight) in falls {
            let mut answers: SmallVec<[i64; 4]> = SmallVec::from_elem(0, self.seen.len());
            for (count, adds) in fall.iter().zip(&self.adds) {
                for (answer, add) in answers.iter_mut().zip(adds) {
                    *answer = answer.saturating_add(add.saturating_mul(i64::from(*count)));
                }
            }
            for (answer, seen) in answers.iter_mut().zip(&self.seen) {
                *answer = seen.of(*answer);
            }
            match joined.entry(answers) {
                Entry::Occupied(mut known) => known.get_mut().1.add(&weight),
                Entry::Vacant(new) => {
                    new.insert((fall, weight));
                }
            }
        }
        let mut falls: Vec<(Fall, Weight)> = joined.into_values().collect();
        falls.sort_by(|(one, _), (other, _)| one.cmp(other));
        falls
    }
}

/// How many falls there are: the number of ways to put the dice into the classes.
pub(super) fn how_many(sides: &Sides, count: u32) -> u128 {
    let classes = sides.kept.len() + usize::from(sides.rest > 0);
    let mut ways: u128 = 1;
    for class in 1..classes {
        let class = class as u128;
        ways = ways.saturating_mul(u128::from(count) + class) / class;
    }
    ways
}

fn falls(sides: &Sides, count: u32) -> Falls {
    // Chances of classes in lowest terms keep the weights small.
    let common = sides.kept.iter().fold(sides.rest, |common, one| common.gcd(one)).max(1);
    let kept: SmallVec<[u64; 8]> = sides.kept.iter().map(|one| one / common).collect();
    let rest = sides.rest / common;
    let sum: u64 = kept.iter().sum::<u64>() + rest;
    let mut all = Vec::new();
    let mut fall = Fall::from_elem(0, kept.len());
    spread(&kept, rest, 0, count, Weight::ONE, &mut fall, &mut all);
    Falls { all, base: sum }
}

/// Puts the dice that are left into the classes from `class` on.
fn spread(
    kept: &[u64],
    rest: u64,
    class: usize,
    left: u32,
    weight: Weight,
    fall: &mut Fall,
    all: &mut Vec<(Fall, Weight)>,
) {
    let Some(sides) = kept.get(class) else {
        if rest > 0 || left == 0 {
            let weight = weight.times(&Weight::power(rest, left));
            all.push((fall.clone(), weight));
        }
        return;
    };
    let last = class + 1 == kept.len() && rest == 0;
    let from = if last { left } else { 0 };
    for here in from..=left {
        let ways = weight.times(&choose(left, here)).times(&Weight::power(*sides, here));
        if let Some(count) = fall.get_mut(class) {
            *count = here;
        }
        spread(kept, rest, class + 1, left - here, ways, fall, all);
    }
    if let Some(count) = fall.get_mut(class) {
        *count = 0;
    }
}

/// In how many ways some of all dice can be picked.
fn choose(all: u32, some: u32) -> Weight {
    let some = some.min(all - some);
    let mut ways: u128 = 1;
    for step in 0..some {
        // Exact at each step: the product of n consecutive numbers is divisible by n factorial.
        match ways.checked_mul(u128::from(all - step)) {
            Some(product) => ways = product / u128::from(step + 1),
            None => return choose_many(all, some),
        }
    }
    Weight::Small(ways)
}

fn choose_many(all: u32, some: u32) -> Weight {
    let mut ways = num_bigint::BigUint::from(1_u32);
    for step in 0..some {
        ways = ways * (all - step) / (step + 1);
    }
    Weight::Big(ways)
}
