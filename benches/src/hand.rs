//! The bare dice by hand in Rust, with nothing to decide: how fast anything could be. The machine decides clauses beside them.

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

/// Boxes lost by an attack with both rolls and overkill, where no clause applies: the same distribution as `strike` gives.
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

/// Task C by summing up, in floating point: the chances that only the first, only the second, and both are down.
pub fn exchange_odds() -> (f64, f64, f64) {
    let by_first = wounds(5, 3.0 / 6.0 * 2.0 / 6.0);
    let by_second = wounds(6, 4.0 / 6.0 * 2.0 / 6.0);
    // Chances by what each side has left.
    let mut now = [[0.0; 7]; 7];
    now[6][6] = 1.0;
    for _ in 0..4 {
        let mut next = [[0.0; 7]; 7];
        for (first, row) in now.iter().enumerate() {
            for (second, chance) in row.iter().enumerate() {
                if first == 0 || second == 0 {
                    next[first][second] += chance;
                    continue;
                }
                for (dealt, p) in by_first.iter().enumerate() {
                    for (taken, q) in by_second.iter().enumerate() {
                        next[first.saturating_sub(taken)][second.saturating_sub(dealt)] +=
                            chance * p * q;
                    }
                }
            }
        }
        now = next;
    }
    let first: f64 = (1..7).map(|left| now[0][left]).sum();
    let second: f64 = (1..7).map(|left| now[left][0]).sum();
    (first, second, now[0][0])
}

/// The chances of each number of wounds of some dice that each wound with a chance.
fn wounds(dice: i32, chance: f64) -> Vec<f64> {
    let mut ways = 1.0;
    (0..=dice)
        .map(|wounds| {
            let here = ways * chance.powi(wounds) * (1.0 - chance).powi(dice - wounds);
            ways = ways * f64::from(dice - wounds) / f64::from(wounds + 1);
            here
        })
        .collect()
}
