//! Places that a search has come to: which are new, and which go on.

use crate::machine::request::ActionOption;
use crate::space::plane::Pose;
use crate::state::State;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::rc::Rc;

/// Places are told apart by parts of a turn.
const PART_OF_TURN: i64 = 15_000_000;
/// And by this much in a direction, in micrometres; whatever comes nearer comes so much nearer.
pub(super) const APART: i64 = 12_700;

/// How all is after some manoeuvres.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) state: State,
    /// Where the piece is.
    pub(super) pose: Pose,
    /// What it did in the first turn.
    pub(super) steps: Rc<Vec<ActionOption>>,
    /// How many manoeuvres it made.
    pub(super) count: u32,
    /// How far its middle has come.
    pub(super) gone: i64,
    /// How far of that in the first turn.
    pub(super) early: i64,
    /// How far it still has to go, about: straight on, and round what lies between. Nothing where nobody has asked yet, or it
    /// goes nowhere in particular.
    pub(super) left: Option<[i64; 2]>,
}

impl Place {
    /// What of two ways that take as many turns is the better one the less.
    pub(super) const fn spent(&self) -> (u32, i64, Reverse<i64>) {
        (self.count, self.gone, Reverse(self.early))
    }
}

/// Places that were met before, with all that the piece had spent there.
#[derive(Debug, Default)]
pub(super) struct Seen {
    known: FxHashSet<(Pose, Vec<i64>)>,
}

impl Seen {
    /// Whether a place is met for the first time.
    pub(super) fn is_new(&mut self, place: &Place, who: i64) -> bool {
        let state = &place.state;
        let first = state.head(who).map_or(0, |head| head.cells as usize);
        let end = state.head(who + 1).map_or(state.cells.len(), |head| head.cells as usize);
        let own = state.cells.get(first..end).unwrap_or_default().to_vec();
        self.known.insert((place.pose, own))
    }
}

/// Keeps so many places: half of them the nearest straight on, the others the nearest round what lies between; of each patch
/// of the board one first.
pub(super) fn thin(places: &mut Vec<Place>, most: usize) {
    if places.len() <= most {
        return;
    }
    let mut kept = Vec::with_capacity(most);
    for (how, room) in [(1, most / 2), (0, most)] {
        // Equals stay in the order in which they were found.
        let left = |place: &Place| place.left.map(|left| left.get(how).copied());
        places.sort_by_key(|place| (left(place), place.spent()));
        let mut patches = FxHashSet::default();
        let (first, rest): (Vec<Place>, Vec<Place>) =
            std::mem::take(places).into_iter().partition(|place| patches.insert(patch(place.pose)));
        let mut all = first.into_iter().chain(rest);
        kept.extend(all.by_ref().take(room.saturating_sub(kept.len())));
        places.extend(all);
    }
    *places = kept;
}

fn patch(pose: Pose) -> (i64, i64, i64) {
    let part = |length: i64| length.div_euclid(APART);
    let turn = pose.facing.micro_degrees().div_euclid(PART_OF_TURN);
    (part(pose.at.x()), part(pose.at.y()), turn)
}
