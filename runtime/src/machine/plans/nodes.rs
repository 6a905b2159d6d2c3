//! Nodes of the search: places that it has come to, which of them are new, and the open set, from which the one of least cost
//! goes on next.

use super::snapshots::Snapshot;
use super::tuning::Tuning;
use crate::machine::request::ActionOption;
use crate::space::plane::Pose;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::rc::Rc;

/// A patch is such a part of the greatest price of one manoeuvre, where nothing is said.
const PATCHES: i64 = 7;

/// Where something is, about, and in which turn.
type Patch = (i64, i64, i64, i64);
/// Turns, manoeuvres, the price and how much of it in the first turn.
type Spent = (i64, u32, i64, Reverse<i64>);

/// How all is after some manoeuvres.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) snapshot: Snapshot,
    /// Where the piece is.
    pub(super) pose: Pose,
    /// In which turn.
    pub(super) turn: i64,
    /// After how many manoeuvres of that turn.
    pub(super) in_turn: u32,
    /// What it has spent of the turn.
    pub(super) paid: i64,
    /// The price of the last manoeuvre.
    pub(super) price: i64,
    /// What it may still spend in this turn, about.
    pub(super) rest: i64,
    /// What it did in the first turn.
    pub(super) steps: Rc<Vec<ActionOption>>,
    /// How many manoeuvres it made.
    pub(super) count: u32,
    /// What it has spent in all turns.
    pub(super) spent: i64,
    /// How much of that in the first turn.
    pub(super) early: i64,
    /// How far it still has to go, by the estimate; nothing where it goes nowhere in particular.
    pub(super) left: i64,
}

impl Node {
    /// What of two ways is the better one the less.
    pub(super) const fn spent(&self) -> Spent {
        (self.turn, self.count, self.spent, Reverse(self.early))
    }

    /// Where it is, about, and in which turn.
    fn patch(&self, apart: i64, sector: i64) -> Patch {
        let part = |length: i64| length.div_euclid(apart.max(1));
        let turn = self.pose.facing.micro_degrees().div_euclid(sector);
        (part(self.pose.at.x()), part(self.pose.at.y()), turn, self.turn)
    }
}

/// Places that were met before, with all that the piece had spent there, and the least turn in which.
#[derive(Debug, Default)]
pub(super) struct Seen {
    known: FxHashMap<(Pose, Vec<i64>), i64>,
}

impl Seen {
    /// Whether a place is met for the first time, or in an earlier turn.
    pub(super) fn is_new(&mut self, place: &Node, who: i64) -> bool {
        let state = &place.snapshot.state;
        let first = state.head(who).map_or(0, |head| head.cells as usize);
        let end = state.head(who + 1).map_or(state.cells().len(), |head| head.cells as usize);
        let own = state.cells().get(first..end).unwrap_or_default().to_vec();
        let least = self.known.entry((place.pose, own)).or_insert(i64::MAX);
        let is_new = place.turn < *least;
        *least = place.turn.min(*least);
        is_new
    }
}

/// The places from which nobody has gone on yet.
#[derive(Debug)]
pub(super) struct OpenSet {
    tuning: Tuning,
    waiting: Vec<Node>,
    /// How often the search went on from each patch of the board.
    crowds: FxHashMap<Patch, i64>,
    /// The greatest price of one manoeuvre.
    pace: i64,
    /// How wide patches are.
    apart: i64,
    /// The least that was left to go.
    nearest: Option<i64>,
    /// Whether the next one is chosen as if the rest of its turn could be used.
    hopes: bool,
    /// Whether a way was found.
    found: bool,
    /// How many places it went on from since it came nearer.
    idle: usize,
    /// How many it went on from.
    gone_on: usize,
    /// Whether a place was given up because too many waited.
    dropped: bool,
}

impl OpenSet {
    /// Nothing waits yet.
    pub(super) fn new(tuning: Tuning) -> Self {
        Self {
            tuning,
            waiting: Vec::new(),
            crowds: FxHashMap::default(),
            pace: 0,
            apart: 0,
            nearest: None,
            hopes: false,
            found: false,
            idle: 0,
            gone_on: 0,
            dropped: false,
        }
    }

    /// Lets a place wait.
    pub(super) fn add(&mut self, place: Node) {
        self.pace = self.pace.max(place.price);
        let nearest = self.nearest.get_or_insert(place.left);
        if place.left <= nearest.saturating_sub(self.tuning.nearer) {
            (*nearest, self.idle) = (place.left, 0);
        }
        self.waiting.push(place);
        if self.waiting.len() > self.tuning.waiting {
            let worst = (0..self.waiting.len()).max_by_key(|at| self.cost(*at));
            worst.map(|worst| self.waiting.swap_remove(worst));
            self.dropped = true;
        }
    }

    /// The most promising place; nothing where none is left, or where so many brought it no nearer.
    pub(super) fn next(&mut self, patience: usize) -> Option<Node> {
        if self.idle >= patience {
            return None;
        }
        let best = (0..self.waiting.len()).min_by_key(|at| self.cost(*at))?;
        let place = self.waiting.swap_remove(best);
        if self.apart == 0 {
            let usual = (self.pace / PATCHES).max(self.tuning.nearer);
            self.apart = self.tuning.patch.unwrap_or(usual);
        }
        *self.crowds.entry(place.patch(self.apart, self.tuning.sector)).or_default() += 1;
        self.hopes = self.found || !self.hopes;
        self.idle += 1;
        self.gone_on += 1;
        Some(place)
    }

    /// From how many places the search went on.
    pub(super) fn gone_on(&self) -> usize {
        self.gone_on
    }

    /// Whether it went on from all that it found and did not give up for better ones.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && !self.dropped
    }

    /// All that wait, to be estimated anew.
    pub(super) fn take(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.waiting)
    }

    /// Lets them wait again.
    pub(super) fn renew(&mut self, waiting: Vec<Node>) {
        self.nearest = waiting.iter().map(|place| place.left).min();
        self.waiting = waiting;
    }

    /// Gives up all from which a way would, as far as one can see, be no better than one that was found.
    pub(super) fn only_better(&mut self, found: &Node) {
        let pace = self.pace.max(1);
        self.found = true;
        self.waiting.retain(|place| {
            let rest = if place.in_turn == 0 { pace } else { place.rest };
            let more = place.left.saturating_sub(rest).max(0) / pace;
            let least = (place.turn.saturating_add(more), place.count + 1, place.spent);
            least < (found.turn, found.count, found.spent)
        });
    }

    /// The cost of a way by a waiting place (f, what is spent and what is left); more where the search was near it before. Half of the time it
    /// is as if the rest of the turn could be used; else what is left counts more than what is spent.
    fn cost(&self, at: usize) -> (i64, Spent) {
        let Some(place) = self.waiting.get(at) else { return <_>::default() };
        let crowd =
            self.crowds.get(&place.patch(self.apart, self.tuning.sector)).copied().unwrap_or(0);
        let rest = match place.in_turn {
            0 => self.pace,
            _ if self.hopes => place.rest,
            _ => 0,
        };
        let turns = place.turn.saturating_mul(self.pace).saturating_sub(rest);
        let left = place
            .left
            .saturating_add(crowd.saturating_mul(self.tuning.crowd.unwrap_or(self.pace / 2)));
        let counts = if self.hopes { 1 } else { self.tuning.greed };
        (turns.saturating_add(left.saturating_mul(counts)), place.spent())
    }
}
