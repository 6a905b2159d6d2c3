//! The same rules written by hand in Rust, without any generality: the peers that the machine is measured against.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// The figures of one side of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Dice.
    pub dice: u32,
    /// Skill and power of the attacker.
    pub skill: i32,
    /// See `skill`.
    pub power: i32,
    /// Guard and toughness of the target.
    pub guard: i32,
    /// See `guard`.
    pub tough: i32,
}

/// A die with six sides, as fair as the machine's own.
pub fn d6(source: &mut ChaCha8Rng) -> u32 {
    loop {
        let word = source.next_u32();
        if word < 4_294_967_292 {
            return word % 6 + 1;
        }
    }
}

/// Boxes lost by an attack with both rolls and overkill: the same distribution as `strike` gives.
pub fn attack(figures: Figures, source: &mut ChaCha8Rng) -> u32 {
    let hits = successes(figures.dice, figures.skill - figures.guard, source);
    successes(hits, figures.power - figures.tough, source)
}

fn successes(dice: u32, need: i32, source: &mut ChaCha8Rng) -> u32 {
    let best = need.clamp(1, 5) as u32;
    let mut overkill = (need - 5).max(0) as u32;
    let mut found = 0;
    for _ in 0..dice {
        let face = d6(source);
        if face <= best {
            found += 1;
        } else if face == 6 && overkill > 0 {
            overkill -= 1;
            found += 1;
        }
    }
    found
}

/// One trial of the exchange of task C: who is down after at most four exchanges, `(first, second)`.
pub fn exchange(source: &mut ChaCha8Rng) -> (bool, bool) {
    let (mut first, mut second) = (6i32, 6i32);
    for _ in 0..4 {
        if first <= 0 || second <= 0 {
            break;
        }
        let by_first = twice(5, 3, 2, source);
        let by_second = twice(6, 4, 2, source);
        first -= by_second;
        second -= by_first;
    }
    (first <= 0, second <= 0)
}

fn twice(dice: u32, hit: u32, wound: u32, source: &mut ChaCha8Rng) -> i32 {
    let mut found = 0;
    for _ in 0..dice {
        if d6(source) <= hit && d6(source) <= wound {
            found += 1;
        }
    }
    found
}
