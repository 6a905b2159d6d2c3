//! Strongly connected components (SCC) of graphs of few kinds of nodes: takes edges with the places that make them, gives
//! what lies on circles.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::VecDeque;
use std::hash::Hash;
use warwright_grammar::Span;

/// Nodes with edges, each edge with the place that makes it.
#[derive(Debug)]
pub(crate) struct Graph<N> {
    nodes: IndexMap<N, IndexMap<N, Span, FxBuildHasher>, FxBuildHasher>,
}

impl<N: Copy + Eq + Hash> Graph<N> {
    pub(crate) fn new() -> Self {
        Self { nodes: IndexMap::default() }
    }

    pub(crate) fn node(&mut self, node: N) {
        self.nodes.entry(node).or_default();
    }

    pub(crate) fn edge(&mut self, from: N, to: N, span: Span) {
        self.nodes.entry(to).or_default();
        self.nodes.entry(from).or_default().entry(to).or_insert(span);
    }

    fn edges(&self, from: N) -> impl Iterator<Item = (N, Span)> {
        self.nodes.get(&from).into_iter().flatten().map(|(to, span)| (*to, *span))
    }

    /// The part of it whose nodes are kept.
    pub(crate) fn part(&self, keep: impl Fn(N) -> bool) -> Self {
        let mut part = Self::new();
        for (from, edges) in self.nodes.iter().filter(|(from, _)| keep(**from)) {
            part.node(*from);
            for (to, span) in edges.iter().filter(|(to, _)| keep(**to)) {
                part.edge(*from, *to, *span);
            }
        }
        part
    }

    /// Everything that can be reached from `roots`, themselves included.
    pub(crate) fn reached(&self, roots: impl IntoIterator<Item = N>) -> IndexSet<N, FxBuildHasher> {
        self.reached_by(roots, |_| true)
    }

    /// The same where only some nodes may be gone to.
    pub(crate) fn reached_by(
        &self,
        roots: impl IntoIterator<Item = N>,
        keep: impl Fn(N) -> bool,
    ) -> IndexSet<N, FxBuildHasher> {
        let mut found: IndexSet<N, FxBuildHasher> = roots.into_iter().collect();
        let mut next = 0;
        while let Some(node) = found.get_index(next).copied() {
            found.extend(self.edges(node).map(|(to, _)| to).filter(|to| keep(*to)));
            next += 1;
        }
        found
    }

    /// Groups of nodes that all reach each other (a single node only where it has an edge to itself).
    pub(crate) fn circles(&self) -> Vec<Vec<N>> {
        let mut walk = Tarjan {
            graph: self,
            numbers: vec![None; self.nodes.len()],
            lows: vec![0; self.nodes.len()],
            on_stack: vec![false; self.nodes.len()],
            stack: Vec::new(),
            next: 0,
            found: Vec::new(),
        };
        for start in 0..self.nodes.len() {
            walk.from(start);
        }
        let mut found = walk.found;
        found.retain(|group| match group.as_slice() {
            [one] => self.edges(*one).any(|(to, _)| to == *one),
            _ => true,
        });
        found
    }

    /// A shortest way from a node back to itself, inside a group: nodes with the edges that leave them.
    pub(crate) fn way_round(&self, start: N, inside: &[N]) -> Vec<(N, Span)> {
        let inside: FxHashSet<N> = inside.iter().copied().collect();
        let mut came: IndexMap<N, (N, Span), FxBuildHasher> = IndexMap::default();
        let mut todo = VecDeque::from([start]);
        while let Some(node) = todo.pop_front() {
            for (to, span) in self.edges(node) {
                if to == start {
                    return unwound(&came, start, (node, span));
                }
                if inside.contains(&to) && !came.contains_key(&to) {
                    came.insert(to, (node, span));
                    todo.push_back(to);
                }
            }
        }
        Vec::new()
    }
}

/// The way to `last`, from the start.
fn unwound<N: Copy + Eq + Hash>(
    came: &IndexMap<N, (N, Span), FxBuildHasher>,
    start: N,
    last: (N, Span),
) -> Vec<(N, Span)> {
    let mut way = vec![last];
    let mut at = last.0;
    while at != start {
        let Some(before) = came.get(&at) else { break };
        way.push(*before);
        at = before.0;
    }
    way.reverse();
    way
}

/// Strongly connected components, with a stack of its own: content decides how deep graphs are.
struct Tarjan<'g, N> {
    graph: &'g Graph<N>,
    numbers: Vec<Option<usize>>,
    lows: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    found: Vec<Vec<N>>,
}

impl<N: Copy + Eq + Hash> Tarjan<'_, N> {
    fn from(&mut self, start: usize) {
        if self.number(start).is_some() {
            return;
        }
        let mut path: Vec<(usize, usize)> = Vec::new();
        self.enter(start, &mut path);
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            let next = self.successor(node, *edge);
            *edge += 1;
            match next {
                Some(to) if self.number(to).is_none() => self.enter(to, &mut path),
                Some(to) => {
                    if self.on_stack.get(to).copied().unwrap_or(false) {
                        let number = self.number(to).unwrap_or(usize::MAX);
                        self.lower(node, number);
                    }
                }
                None => {
                    path.pop();
                    let low = self.lows.get(node).copied().unwrap_or(0);
                    if let Some((parent, _)) = path.last() {
                        self.lower(*parent, low);
                    }
                    if self.number(node) == Some(low) {
                        self.leave(node);
                    }
                }
            }
        }
    }

    fn number(&self, node: usize) -> Option<usize> {
        self.numbers.get(node).copied().flatten()
    }

    fn successor(&self, node: usize, edge: usize) -> Option<usize> {
        let (_, edges) = self.graph.nodes.get_index(node)?;
        let (to, _) = edges.get_index(edge)?;
        self.graph.nodes.get_index_of(to)
    }

    fn enter(&mut self, node: usize, path: &mut Vec<(usize, usize)>) {
        if let (Some(number), Some(low), Some(on)) =
            (self.numbers.get_mut(node), self.lows.get_mut(node), self.on_stack.get_mut(node))
        {
            *number = Some(self.next);
            *low = self.next;
            *on = true;
        }
        self.next += 1;
        self.stack.push(node);
        path.push((node, 0));
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(low) = self.lows.get_mut(node) {
            *low = (*low).min(to);
        }
    }

    fn leave(&mut self, node: usize) {
        let mut group = Vec::new();
        while let Some(top) = self.stack.pop() {
            if let Some(on) = self.on_stack.get_mut(top) {
                *on = false;
            }
            group.extend(self.graph.nodes.get_index(top).map(|(name, _)| *name));
            if top == node {
                break;
            }
        }
        group.reverse();
        self.found.push(group);
    }
}
