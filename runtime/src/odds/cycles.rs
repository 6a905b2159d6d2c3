//! States that come back, as an absorbing Markov chain by strongly connected components (SCC): the chances of all that
//! follows, as the solution of equations.
//!
//! Each state that waits for dice is a node; how often it is reached on average follows from how often those before it are.
//! Nodes that reach each other are solved together, one group after the other.

use super::bundles::Dice;
use super::chance::Chance;
use super::mass::Mass;
use super::waves::{Stop, Waves};
use super::{Much, OddsFault};
use crate::state::State;
use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;
use rustc_hash::FxBuildHasher;

/// The most nodes that may reach each other: the work grows with the third power.
const MOST_TOGETHER: usize = 300;

/// A state that waits for so many dice, or for something to be drawn.
type Key = (State, u32);

/// Where dice lead from a node.
#[derive(Clone, Copy, Debug)]
enum To {
    Node(usize),
    End(usize),
}

struct Graph {
    nodes: IndexMap<Key, Option<Dice>, FxBuildHasher>,
    /// Where the dice of each node lead, with the chance of each.
    edges: Vec<Vec<(To, Chance)>>,
    ends: IndexMap<State, Chance, FxBuildHasher>,
    /// About how much memory they take.
    bytes: usize,
}

/// Solves all that follows from the states that wait; gives all ends with their weights over one denominator, and that.
pub(super) fn solve(waves: &mut Waves<'_>) -> Result<(Vec<(State, BigUint)>, BigUint), OddsFault> {
    let (begun, ends) = waves.take();
    let mut graph = Graph {
        nodes: IndexMap::default(),
        edges: Vec::new(),
        ends: IndexMap::default(),
        bytes: ends.bytes(),
    };
    graph.ends.extend(ends.each().map(|(state, mass)| (state, chance(&mass))));
    let mut reached = Vec::new();
    for (state, dice, count, mass) in begun {
        graph.bytes += state.size();
        graph.nodes.insert((*state, count), dice);
        reached.push(chance(&mass));
    }
    graph.explore(waves)?;
    reached.resize(graph.nodes.len(), Chance::zero());
    for group in groups(&graph.edges) {
        waves.check_time()?;
        graph.settle(&group, &mut reached, waves)?;
    }
    for (from, times) in graph.edges.iter().zip(&reached) {
        for (to, chance) in from {
            if let To::End(end) = to
                && let Some((_, sum)) = graph.ends.get_index_mut(*end)
            {
                *sum = sum.plus(&times.times(chance));
            }
        }
    }
    let total = graph.ends.values().fold(BigUint::one(), |total, it| total.lcm(it.denominator()));
    let weigh = |chance: Chance| chance.numerator().magnitude() * (&total / chance.denominator());
    let ends = graph.ends.into_iter().map(|(state, chance)| (state, weigh(chance))).collect();
    Ok((ends, total))
}

fn chance(mass: &Mass) -> Chance {
    Chance::new(BigInt::from(mass.weight.big()), mass.over.number())
}

impl Graph {
    /// Finds all nodes that can be reached, each once.
    fn explore(&mut self, waves: &mut Waves<'_>) -> Result<(), OddsFault> {
        while let Some(((state, count), dice)) = self.nodes.get_index(self.edges.len()) {
            let (state, count, dice) = (state.clone(), *count, dice.clone());
            let children = match dice {
                Some(dice) => waves.children(&state, &dice, count)?,
                None => waves.drawn(Box::new(state))?,
            };
            let mut edges = Vec::with_capacity(children.len());
            for (child, mass) in children {
                self.bytes += size_of::<(To, Chance)>() + mass.size();
                let size = child.size();
                let known = self.nodes.len() + self.ends.len();
                let to = match waves.run_on(child, None)? {
                    Stop::Over(end) => {
                        let entry = self.ends.entry(*end);
                        let position = entry.index();
                        entry.or_insert_with(Chance::zero);
                        To::End(position)
                    }
                    Stop::Waits(next, plan, count) => {
                        let dice = waves.dice(&next, plan)?;
                        let entry = self.nodes.entry((*next, count));
                        let position = entry.index();
                        entry.or_insert(Some(dice));
                        To::Node(position)
                    }
                    Stop::Draws(next) => {
                        let entry = self.nodes.entry((*next, 0));
                        let position = entry.index();
                        entry.or_insert(None);
                        To::Node(position)
                    }
                };
                if self.nodes.len() + self.ends.len() > known {
                    self.bytes += size;
                }
                edges.push((to, chance(&mass)));
            }
            self.edges.push(edges);
            waves.check_size(self.nodes.len().max(self.ends.len()), self.bytes)?;
        }
        Ok(())
    }

    /// Works out how often the nodes of a group are reached, and adds that to what follows them.
    fn settle(
        &self,
        group: &[usize],
        reached: &mut [Chance],
        waves: &mut Waves<'_>,
    ) -> Result<(), OddsFault> {
        if group.len() > MOST_TOGETHER {
            return Err(waves.too_much(Much::States(MOST_TOGETHER)));
        }
        let inside = |node: usize| group.iter().position(|other| *other == node);
        // Row by row: how often a node is reached, less what comes to it from the group, is what comes from outside.
        let mut rows: Vec<Vec<Chance>> = Vec::with_capacity(group.len());
        for (row, node) in group.iter().enumerate() {
            let mut cells = vec![Chance::zero(); group.len() + 1];
            let one = Chance::new(BigInt::one(), BigUint::one());
            put(&mut cells, row, one);
            put(&mut cells, group.len(), reached.get(*node).cloned().unwrap_or_else(Chance::zero));
            rows.push(cells);
        }
        for (column, node) in group.iter().enumerate() {
            for (to, chance) in self.edges.get(*node).into_iter().flatten() {
                if let To::Node(to) = to
                    && let Some(row) = inside(*to)
                    && let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column))
                {
                    *cell = cell.minus(chance);
                }
            }
        }
        let times = eliminate(rows, waves)?.ok_or(OddsFault::Endless)?;
        for (node, times) in group.iter().zip(times) {
            for (to, chance) in self.edges.get(*node).into_iter().flatten() {
                if let To::Node(to) = to
                    && inside(*to).is_none()
                    && let Some(sum) = reached.get_mut(*to)
                {
                    *sum = sum.plus(&times.times(chance));
                }
            }
            put(reached, *node, times);
        }
        Ok(())
    }
}

fn put<T>(list: &mut [T], at: usize, value: T) {
    if let Some(cell) = list.get_mut(at) {
        *cell = value;
    }
}

/// Solves linear equations, one a row with its right side last; nothing where they have no single solution.
fn eliminate(
    mut rows: Vec<Vec<Chance>>,
    waves: &mut Waves<'_>,
) -> Result<Option<Vec<Chance>>, OddsFault> {
    let size = rows.len();
    for column in 0..size {
        waves.check_time()?;
        if clear_column(&mut rows, column).is_none() {
            return Ok(None);
        }
    }
    let solution = rows
        .iter()
        .enumerate()
        .map(|(position, row)| Some(row.get(size)?.over(row.get(position)?)));
    Ok(solution.collect())
}

/// Takes what stands in a column out of all rows but one; nothing where it stands in none.
fn clear_column(rows: &mut [Vec<Chance>], column: usize) -> Option<()> {
    let pivot = (column..rows.len()).find(|row| {
        rows.get(*row).and_then(|row| row.get(column)).is_some_and(|cell| !cell.is_zero())
    })?;
    rows.swap(column, pivot);
    let leading = rows.get(column)?.clone();
    let lead = leading.get(column)?.clone();
    for (position, row) in rows.iter_mut().enumerate() {
        let Some(here) = row.get(column).filter(|cell| !cell.is_zero()).cloned() else {
            continue;
        };
        if position == column {
            continue;
        }
        let factor = here.over(&lead);
        for (cell, other) in row.iter_mut().zip(&leading).skip(column) {
            *cell = cell.minus(&factor.times(other));
        }
    }
    Some(())
}

/// Groups of nodes that reach each other, those before whatever they lead to (Tarjan).
fn groups(edges: &[Vec<(To, Chance)>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        edges,
        numbers: vec![0; edges.len()],
        low: vec![0; edges.len()],
        open: vec![false; edges.len()],
        stack: Vec::new(),
        next: 1,
        groups: Vec::new(),
    };
    for node in 0..edges.len() {
        search.from(node);
    }
    search.groups.reverse();
    search.groups
}

struct Search<'e> {
    edges: &'e [Vec<(To, Chance)>],
    /// In which order nodes were seen, from 1; 0: not yet.
    numbers: Vec<usize>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    groups: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn from(&mut self, start: usize) {
        if self.number(start) != 0 {
            return;
        }
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((node, position)) = path.last_mut() {
            let node = *node;
            let edge = self.edges.get(node).and_then(|edges| edges.get(*position));
            *position += 1;
            match edge {
                Some((To::Node(to), _)) => {
                    let to = *to;
                    if self.number(to) == 0 {
                        self.enter(to);
                        path.push((to, 0));
                    } else if self.open.get(to) == Some(&true) {
                        self.lower(node, self.number(to));
                    }
                }
                Some((To::End(_), _)) => {}
                None => {
                    path.pop();
                    let low = self.low.get(node).copied().unwrap_or(0);
                    if let Some((before, _)) = path.last() {
                        self.lower(*before, low);
                    }
                    if low == self.number(node) {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn number(&self, node: usize) -> usize {
        self.numbers.get(node).copied().unwrap_or(0)
    }

    fn enter(&mut self, node: usize) {
        put(&mut self.numbers, node, self.next);
        put(&mut self.low, node, self.next);
        put(&mut self.open, node, true);
        self.next += 1;
        self.stack.push(node);
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(low) = self.low.get_mut(node) {
            *low = (*low).min(to);
        }
    }

    fn close(&mut self, node: usize) {
        let mut group = Vec::new();
        while let Some(top) = self.stack.pop() {
            put(&mut self.open, top, false);
            group.push(top);
            if top == node {
                break;
            }
        }
        self.groups.push(group);
    }
}
