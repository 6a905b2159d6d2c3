//! Ways over cells, step by step (breadth-first search): takes a start and what may be entered and left again, gives what is
//! reached and how.

use super::Grid;
use std::collections::VecDeque;

/// The answers that were asked for of a search: of each cell at most once whether it may be entered, whether one may go on
/// from it.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// In the order in which they were reached: the cell, how many steps it took, from which it was entered.
    reached: Vec<(usize, u32, usize)>,
}

impl Ways {
    /// What was reached, by the number of steps, then in the order of the board.
    pub fn cells(&self) -> Vec<usize> {
        let mut cells: Vec<(u32, usize)> =
            self.reached.iter().map(|(cell, steps, _)| (*steps, *cell)).collect();
        cells.sort_unstable();
        cells.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The shortest way to a cell, without the start; empty where there is none.
    pub fn way(&self, to: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = to;
        while let Some((cell, _, before)) = self.reached.iter().find(|(cell, ..)| *cell == at) {
            way.push(*cell);
            at = *before;
        }
        way.reverse();
        way
    }
}

/// What is reached from a cell in at most `steps` steps, each into a cell that `enter` allows, and after the first step out
/// of cells that `leave` allows. With a goal it ends there. A shortest way is the first in the order of neighbours.
///
/// # Errors
///
/// The first of `enter` and `leave`.
pub fn reach<E>(
    grid: &Grid,
    start: usize,
    (steps, goal): (u32, Option<usize>),
    mut enter: impl FnMut(usize) -> Result<bool, E>,
    mut leave: impl FnMut(usize) -> Result<bool, E>,
) -> Result<Ways, E> {
    let mut ways = Ways::default();
    let mut asked = vec![false; grid.len()];
    if let Some(start) = asked.get_mut(start) {
        *start = true;
    }
    let mut waiting = VecDeque::from([(start, 0_u32)]);
    while let Some((from, taken)) = waiting.pop_front() {
        if taken >= steps || (from != start && !leave(from)?) {
            continue;
        }
        for to in grid.neighbours(from) {
            let Some(known) = asked.get_mut(to).filter(|known| !**known) else { continue };
            *known = true;
            if !enter(to)? {
                continue;
            }
            ways.reached.push((to, taken + 1, from));
            if goal == Some(to) {
                return Ok(ways);
            }
            waiting.push_back((to, taken + 1));
        }
    }
    Ok(ways)
}
