//! Reach: where a piece can get by what may be chosen about it before the turn is over, drawn on the board and told in words.

use super::stands::{self, Marked, Stand, Stands};
use super::walk::{Beyond, Range, Trail, walk};
use super::{Moment, asked};
use crate::board::Paper;
use warwright_runtime::{Machine, PlayFault, State};

/// So many moments are looked at.
const MOMENTS: usize = 1500;

/// What one sort of choice leads to.
#[derive(Debug)]
struct Way {
    /// What is chosen first; empty where nothing is.
    name: String,
    /// How far it leads at most.
    far: i64,
    /// Whom the piece comes to touch.
    touched: Vec<i64>,
}

/// Where a piece can get.
#[derive(Debug)]
struct Reach<'r> {
    machine: &'r Machine,
    state: &'r State,
    piece: i64,
    owner: Option<i64>,
    /// Where it stands.
    from: Stand,
    /// Where it may stand.
    spots: Vec<Stand>,
    ways: Vec<Way>,
}

/// Where a piece can get, drawn and told.
///
/// # Errors
///
/// A fault of the rules; inside, why nothing can be told.
pub fn told(
    machine: &Machine,
    truth: &State,
    player: i64,
    line: &str,
    on: Paper,
) -> Result<Result<String, String>, PlayFault> {
    let (mut thought, start, piece) = match asked(machine, truth, player, line)? {
        Ok((thought, start, Some(piece))) => (thought, start, piece),
        Ok((.., None)) => return Ok(Err(String::from("of which piece?"))),
        Err(why) => return Ok(Err(why)),
    };
    let name = machine.name(&start.battle, piece).unwrap_or_default();
    let Some(now) = Stands::of(machine, &start.battle) else {
        return Ok(Err(String::from("nothing stands anywhere here: this battle has no board")));
    };
    let Some(from) = now.get(piece).cloned() else {
        return Ok(Err(format!("{name}: not on the board")));
    };
    let owner = now.owner(piece);
    let (spots, ways) = (Vec::new(), Vec::new());
    let mut reach = Reach { machine, state: &start.battle, piece, owner, from, spots, ways };
    // Whoever is not asked now gets a turn when this one is over.
    let chapter = usize::from(owner != Some(player));
    let range = Range { chapter, moments: MOMENTS, nearest_first: false };
    walk(&mut thought, &start, piece, range, &mut |moment, trail| reach.look(moment, trail));
    Ok(Ok(reach.shown(&name, thought.was_cut(), on)))
}

impl Reach<'_> {
    /// Takes in where the piece stands at a moment.
    fn look(&mut self, moment: &Moment, trail: &Trail) -> Beyond {
        let (machine, battle) = (self.machine, &moment.battle);
        let Some(then) = Stands::of(machine, battle) else { return Beyond::Ends };
        let Some(there) = then.get(self.piece).filter(|there| **there != self.from) else {
            return Beyond::Goes;
        };
        if !self.spots.contains(there) {
            self.spots.push(there.clone());
        }
        let name = trail.chosen.iter().find(|name| !name.is_empty());
        let name = name.map_or("", String::as_str);
        let known = self.ways.iter().position(|way| way.name == name);
        let at = known.unwrap_or(self.ways.len());
        if known.is_none() {
            self.ways.push(Way { name: name.to_owned(), far: 0, touched: Vec::new() });
        }
        let Some(way) = self.ways.get_mut(at) else { return Beyond::Goes };
        way.far = way.far.max(stands::moved(machine, battle, &self.from, there));
        let least = i64::from(matches!(there, Stand::Cell(_)));
        let near = then.from(machine, battle, there, self.owner).into_iter();
        for (other, _) in near.take_while(|(_, far)| *far <= least) {
            if !way.touched.contains(&other) {
                way.touched.push(other);
            }
        }
        Beyond::Goes
    }

    /// The board with all the places, then a line for each sort of choice.
    fn shown(&self, name: &str, cut: bool, on: Paper) -> String {
        let farthest = self.ways.iter().map(|way| way.far).max();
        let Some(farthest) = farthest else {
            return format!("{name} may get nowhere by what may be chosen before the turn is over");
        };
        let means = format!("where {name} may get");
        let marked = Marked { spots: &self.spots, pointed: &[], means: &means, points: "" };
        let board = stands::drawn(self.machine, self.state, marked, on).unwrap_or_default();
        let far = |far| stands::far(self.machine, &self.from, far);
        let mut lines = vec![board, format!("{name} may get as far as {}", far(farthest))];
        for way in &self.ways {
            let what = if way.name.is_empty() { "with no action of its own" } else { &way.name };
            let touched: Vec<String> = way
                .touched
                .iter()
                .filter_map(|it| self.machine.name(self.state, *it).ok())
                .collect();
            let beside = if matches!(self.from, Stand::Cell(_)) { "beside" } else { "to touch" };
            let touched = match touched.as_slice() {
                [] => String::new(),
                all => format!(", {beside} {}", all.join(" or ")),
            };
            lines.push(format!("  {what}: {}{touched}", far(way.far)));
        }
        if cut {
            lines.push(String::from("  there may be more: not all could be looked at"));
        }
        lines.join("\n")
    }
}
