//! The memo table, a cache of calls that were worked out before: takes a call and its arguments, gives its value if it is
//! known and nothing that it rests on was written since.
//!
//! Expressions cannot act, so a call with the same arguments has the same value until then. Under suppositions, and looking
//! back, values are kept until anything is written. Where somebody watches how values come about, nothing is kept.

mod brief;
mod gains;
mod made;
mod steady;

pub(crate) use brief::{Args, Brief, Briefs, FEW_ARGS};
use gains::Gains;
pub(crate) use made::{Ground, Made, Swept};
pub(crate) use steady::Steady;

use crate::dependencies::{Dependencies, Input, Reads, Revisions};
use crate::space::plane::{Bounds, Footprint, Pose, Posed, Region};
use crate::wide::Wide;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;
use warwright_ir::{FunctionId, PermissionId, QuantityId};

/// So many places are there for the values of calls of each sort on the state as it is, and on other views.
const MANY: usize = 1 << 10;
const FEW: usize = 1 << 8;
/// Values are kept from this call on: what is over before, as a trial of dice is, would pay for tables that nobody looks into.
const WARM: u32 = 256;
/// Calls with more parameters are not kept.
pub(crate) const MOST_ARGS: usize = 4;

/// The view of the state as it is.
pub(crate) const AS_IT_IS: (u32, u64) = (0, 0);

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    Function(FunctionId),
    Permission(PermissionId),
    Quantity(QuantityId),
}

impl Called {
    /// Its number among all that can be called, above 0.
    pub(crate) const fn number(self) -> NonZeroU64 {
        let number = match self {
            Self::Function(id) => id.0 as u64,
            Self::Permission(id) => id.0 as u64 | 1 << 32,
            Self::Quantity(id) => id.0 as u64 | 1 << 33,
        };
        NonZeroU64::MIN.saturating_add(number)
    }
}

/// A call: what, with which arguments; on which view, where that is not the state as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) called: NonZeroU64,
    pub(crate) args: (i64, i64, i64, i64),
    /// The ways and places among the arguments, one after the other, each after the number of its cells: what rests on one takes long
    /// to work out.
    pub(crate) ways: Option<Box<Wide>>,
    /// The moment that is looked back to, above 0, and the supposition.
    pub(crate) view: (u32, u64),
}

impl Key {
    /// Whether the state is read as it is.
    const fn is_plain(&self) -> bool {
        matches!(self.view, AS_IT_IS)
    }
}

/// A value that was worked out.
#[derive(Clone, Debug)]
pub(crate) struct Known<T> {
    pub(crate) key: Key,
    pub(crate) value: T,
    /// How much work it was, and what is left of that since others of its place were given up in its favour.
    pub(crate) work: u64,
    pub(crate) left: u64,
    pub(crate) rests_on: Dependencies,
    /// Up to here nothing was written on which it rests.
    pub(crate) revision: u32,
}

/// Values by their calls. Each call has one of two places, so there is no more to look through than the processor keeps at hand, and
/// what is asked again soon is there. Of the two that stand there what was less work gives way (GreedyDual).
#[derive(Clone, Debug)]
struct Places<T, const MANY: usize>(Vec<[Option<Known<T>>; 2]>);

impl<T: Clone, const MANY: usize> Places<T, MANY> {
    fn of(key: &Key) -> usize {
        usize::try_from(FxBuildHasher.hash_one(key)).unwrap_or(usize::MAX) % (MANY / 2)
    }

    fn get_mut(&mut self, key: &Key) -> Option<&mut Known<T>> {
        let known = self.0.get_mut(Self::of(key))?.iter_mut().flatten();
        let found = known.into_iter().find(|known| known.key == *key)?;
        found.left = found.work;
        Some(found)
    }

    fn keep(&mut self, known: Known<T>) {
        if self.0.is_empty() {
            self.0.resize(MANY / 2, [None, None]);
        }
        let Some([one, other]) = self.0.get_mut(Self::of(&known.key)) else { return };
        let left = |place: &Option<Known<T>>| match place {
            Some(there) if there.key == known.key => None,
            Some(there) => Some(there.left),
            None => Some(0),
        };
        let (place, stays) = match (left(one), left(other)) {
            (None, _) => (one, None),
            (_, None) => (other, None),
            (Some(first), Some(second)) if first <= second => (one, Some((other, first))),
            (_, Some(second)) => (other, Some((one, second))),
        };
        if let Some((Some(stays), less)) = stays {
            stays.left = stays.left.saturating_sub(less);
        }
        *place = Some(known);
    }
}

/// The values of calls of one sort.
#[derive(Clone, Debug)]
pub(crate) struct Values<T> {
    plain: Places<T, MANY>,
    /// Under suppositions or looking back.
    other: Places<T, FEW>,
}

impl<T> Default for Values<T> {
    fn default() -> Self {
        Self { plain: Places(Vec::new()), other: Places(Vec::new()) }
    }
}

impl<T: Clone> Values<T> {
    /// A value that is known; only if it does not rest on anything that is `but`.
    pub(crate) fn get(
        &mut self,
        key: &Key,
        revisions: &mut Revisions,
        reads: &Reads,
        but: Option<&Dependencies>,
    ) -> Option<T> {
        let known = if key.is_plain() {
            let known = self.plain.get_mut(key)?;
            if but.is_some_and(|but| known.rests_on.meets(but))
                || !revisions.holds(&known.rests_on, known.revision)
            {
                return None;
            }
            known.revision = revisions.keep();
            known
        } else {
            self.other.get_mut(key)?
        };
        reads.add(&known.rests_on);
        Some(known.value.clone())
    }

    /// Keeps a value.
    pub(crate) fn keep(&mut self, known: Known<T>) {
        if known.key.is_plain() { self.plain.keep(known) } else { self.other.keep(known) }
    }
}

/// The derived footprint of a piece, with its number.
#[derive(Debug)]
pub(crate) struct Size {
    pub(crate) number: i64,
    pub(crate) footprint: Rc<Footprint>,
    pub(crate) rests_on: Dependencies,
    /// Up to here nothing was written on which it rests.
    pub(crate) revision: u32,
}

/// Something of each of some entities, which are small numbers.
#[derive(Debug)]
pub(crate) struct ByEntity<T>(Vec<Option<T>>);

impl<T> Default for ByEntity<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByEntity<T> {
    fn get_mut(&mut self, entity: i64) -> Option<&mut T> {
        self.0.get_mut(usize::try_from(entity).ok()?)?.as_mut()
    }

    pub(crate) fn insert(&mut self, entity: i64, it: T) {
        let Ok(at) = usize::try_from(entity) else { return };
        if at >= self.0.len() {
            self.0.resize_with(at.saturating_add(1), || None);
        }
        if let Some(place) = self.0.get_mut(at) {
            *place = Some(it);
        }
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The values of calls, and what was written since they were worked out.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) revisions: Revisions,
    scalars: Values<i64>,
    wides: Values<Wide>,
    /// Values of calls from before any are kept for longer.
    pub(crate) brief: Briefs,
    /// Of what the values are worth keeping.
    pub(crate) gains: Gains,
    /// How many calls there were whose values could have been kept, until they are.
    pub(crate) asked: u32,
    /// How often something was supposed or written.
    number: u64,
    /// What that was when something was written last.
    pub(crate) written: u64,
    /// The derived footprints of pieces as they were last, beside the cells that they were made from, each with a number that no
    /// other of the piece has.
    footprints: FxHashMap<i64, (Wide, i64, Rc<Footprint>)>,
    /// The derived footprint of each piece as it is, as long as nothing was written that it rests on: it is asked oftener than all else.
    pub(crate) sizes: ByEntity<Size>,
    /// Where pieces were looked at last: of which footprint, at which pose.
    posed: ByEntity<(i64, Rc<Posed>)>,
    /// The regions of areas, beside the cells that they were read from.
    regions: ByEntity<(Wide, Rc<Region>, Bounds)>,
    /// Values of the board that were made last.
    pub(crate) made: Made,
    /// Values that are the same for all items of a loop, by their place among all.
    pub(crate) steady: Vec<Steady>,
    /// The whole board, as it was asked for last.
    board: Option<(Arc<Region>, Rc<Region>)>,
}

impl Memo {
    /// Forgets the values of calls: the state may be another one from now on. Shapes are known by what they were made from.
    pub(crate) fn clear(&mut self) {
        self.written = self.number();
        if !self.revisions.forget() {
            self.count_anew();
        }
    }

    /// Forgets the values of calls, and that any were asked for: what comes now may be too short to keep any.
    pub(crate) fn begin(&mut self) {
        self.clear();
        (self.asked, self.gains) = (0, Gains::default());
        self.steady.clear();
    }

    /// An input is written.
    pub(crate) fn write(&mut self, input: Input) {
        self.written = self.number();
        if !self.revisions.write(input) {
            self.count_anew();
        }
    }

    fn count_anew(&mut self) {
        self.scalars.plain.0.clear();
        self.wides.plain.0.clear();
        self.sizes.clear();
        self.revisions = Revisions::default();
    }

    /// Whether enough was asked for values to be kept.
    pub(crate) const fn is_warm(&self) -> bool {
        self.asked >= WARM
    }

    /// The footprint of a piece that is made from cells, and its number; nothing of cells that make none.
    pub(crate) fn footprint(&mut self, entity: i64, cells: &Wide) -> Option<(i64, Rc<Footprint>)> {
        if let Some((of, number, footprint)) = self.footprints.get(&entity)
            && of == cells
        {
            return Some((*number, Rc::clone(footprint)));
        }
        let footprint = Rc::new(Footprint::from_cells(cells)?);
        let last = self.footprints.get(&entity).map_or(0, |(_, number, _)| *number);
        // Numbers of printed ones are not below 0.
        let number = last.checked_sub(1).unwrap_or(-1);
        self.footprints.insert(entity, (cells.clone(), number, Rc::clone(&footprint)));
        Some((number, footprint))
    }

    /// The derived footprint of a piece and its number, if it is known and rests on nothing that is supposed.
    pub(crate) fn size(
        &mut self,
        entity: i64,
        supposed: Option<&Dependencies>,
        reads: &Reads,
    ) -> Option<(i64, Rc<Footprint>)> {
        let size = self.sizes.get_mut(entity)?;
        if supposed.is_some_and(|supposed| size.rests_on.meets(supposed))
            || !self.revisions.holds(&size.rests_on, size.revision)
        {
            return None;
        }
        size.revision = self.revisions.keep();
        reads.add(&size.rests_on);
        Some((size.number, Rc::clone(&size.footprint)))
    }

    /// A footprint of a piece, by its number, at a pose.
    pub(crate) fn posed(
        &mut self,
        (entity, number): (i64, i64),
        pose: Pose,
        at: impl Fn() -> Posed,
    ) -> Rc<Posed> {
        if let Some((of, known)) = self.posed.get_mut(entity) {
            if *of != number || known.pose != pose {
                *of = number;
                // Where nobody looks at it any more, no room is made for another.
                match Rc::get_mut(known) {
                    Some(known) => *known = at(),
                    None => *known = Rc::new(at()),
                }
            }
            return Rc::clone(known);
        }
        let made = Rc::new(at());
        self.posed.insert(entity, (number, Rc::clone(&made)));
        made
    }

    /// The whole board, which belongs to whoever asks.
    pub(crate) fn board(&mut self, of: &Arc<Region>) -> Rc<Region> {
        match &self.board {
            Some((known, board)) if Arc::ptr_eq(known, of) => Rc::clone(board),
            _ => {
                let board = Rc::new(Region::clone(of));
                self.board = Some((Arc::clone(of), Rc::clone(&board)));
                board
            }
        }
    }

    /// The region of an area and the box around it.
    pub(crate) fn region(&mut self, entity: i64, cells: &Wide) -> Option<(Rc<Region>, Bounds)> {
        if let Some((of, region, bounds)) = self.regions.get_mut(entity)
            && of == cells
        {
            return Some((Rc::clone(region), *bounds));
        }
        let region = Rc::new(Region::from_cells(cells)?);
        let bounds = Bounds::of(region.outline());
        self.regions.insert(entity, (cells.clone(), Rc::clone(&region), bounds));
        Some((region, bounds))
    }

    /// A number that nothing that was supposed has had, nor any time between two writings.
    pub(crate) const fn number(&mut self) -> u64 {
        self.number = self.number.wrapping_add(1);
        self.number
    }
}

/// What the value of a call can be: a scalar or a wide value.
pub(crate) trait Kept: Clone {
    /// Those that are known, and what was written since.
    fn values(memo: &mut Memo) -> (&mut Values<Self>, &mut Revisions);
}

impl Kept for i64 {
    fn values(memo: &mut Memo) -> (&mut Values<Self>, &mut Revisions) {
        (&mut memo.scalars, &mut memo.revisions)
    }
}

impl Kept for Wide {
    fn values(memo: &mut Memo) -> (&mut Values<Self>, &mut Revisions) {
        (&mut memo.wides, &mut memo.revisions)
    }
}
