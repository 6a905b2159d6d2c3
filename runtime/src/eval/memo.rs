//! The memo table, a cache of calls that were worked out before: takes a call and its arguments, gives its value if it is
//! known and nothing that it rests on was written since.
//!
//! Expressions cannot act, so a call with the same arguments has the same value until then. Under suppositions, and looking
//! back, values are kept until anything is written. Where somebody watches how values come about, nothing is kept.

use super::brief::Briefs;
use super::items::cell;
use super::{Evaluator, Observer};
use crate::dependencies::{Dependencies, Input, Reads, Revisions};
use crate::fault::Checked;
use crate::space::plane::{Bounds, Footprint, Pose, Posed, Region};
use crate::state::Wide;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use std::sync::Arc;
use warwright_ir::{
    CostClass, Expr, ExprId, FunctionId, Id, NONE, Param, PermissionId, Program, QuantityId, Slot,
    Ty,
};

/// So many places are there for the values of calls of each sort on the state as it is, and on other views.
const MANY: usize = 1 << 10;
const FEW: usize = 1 << 8;
/// Values are kept from this call on: what is over before, as a trial of dice is, would pay for tables that nobody looks into.
const WARM: u32 = 256;
/// Calls with more parameters are not kept.
pub(super) const MOST_ARGS: usize = 3;

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    Function(FunctionId),
    Permission(PermissionId),
    Quantity(QuantityId),
}

impl Called {
    /// Its number among all that can be called, above 0.
    pub(super) const fn number(self) -> NonZeroU64 {
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
    called: NonZeroU64,
    args: (i64, i64, i64),
    /// The ways and places among the arguments, one after the other, each after the number of its cells: what rests on one takes long
    /// to work out.
    ways: Option<Box<Wide>>,
    /// The moment that is looked back to, above 0, and the supposition.
    view: (u32, u64),
}

impl Key {
    /// The same call on the state as it is.
    fn as_it_is(&self) -> Self {
        Self { view: (0, 0), ..self.clone() }
    }

    /// Whether the state is read as it is.
    const fn is_plain(&self) -> bool {
        matches!(self.view, (0, 0))
    }
}

/// A value that was worked out.
#[derive(Clone, Debug)]
struct Known<T> {
    key: Key,
    value: T,
    /// How much work it was, and what is left of that since others of its place were given up in its favour.
    work: u64,
    left: u64,
    rests_on: Dependencies,
    /// Up to here nothing was written on which it rests.
    revision: u32,
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
pub(super) struct Values<T> {
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
    fn get(
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

    fn keep(&mut self, known: Known<T>) {
        if known.key.is_plain() { self.plain.keep(known) } else { self.other.keep(known) }
    }
}

/// The derived footprint of a piece, with its number.
#[derive(Debug)]
struct Size {
    number: i64,
    footprint: Arc<Footprint>,
    rests_on: Dependencies,
    /// Up to here nothing was written on which it rests.
    revision: u32,
}

/// The values of calls, and what was written since they were worked out.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    revisions: Revisions,
    scalars: Values<i64>,
    wides: Values<Wide>,
    /// Values of calls from before any are kept for longer.
    pub(super) brief: Briefs,
    /// How many calls there were whose values could have been kept, until they are.
    pub(super) asked: u32,
    /// How often something was supposed or written.
    number: u64,
    /// What that was when something was written last.
    pub(super) written: u64,
    /// The derived footprints of pieces as they were last, beside the cells that they were made from, each with a number that no
    /// other of the piece has.
    footprints: FxHashMap<i64, (Wide, i64, Arc<Footprint>)>,
    /// The derived footprint of each piece as it is, as long as nothing was written that it rests on: it is asked oftener than all else.
    sizes: FxHashMap<i64, Size>,
    /// Where pieces were looked at last: of which footprint, at which pose.
    posed: FxHashMap<i64, (i64, Arc<Posed>)>,
    /// The regions of areas, beside the cells that they were read from.
    regions: FxHashMap<i64, (Wide, Arc<Region>, Bounds)>,
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
        self.asked = 0;
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
    pub(super) fn footprint(&mut self, entity: i64, cells: &Wide) -> Option<(i64, Arc<Footprint>)> {
        if let Some((of, number, footprint)) = self.footprints.get(&entity)
            && of == cells
        {
            return Some((*number, Arc::clone(footprint)));
        }
        let footprint = Arc::new(Footprint::from_cells(cells)?);
        let last = self.footprints.get(&entity).map_or(0, |(_, number, _)| *number);
        // Numbers of printed ones are not below 0.
        let number = last.checked_sub(1).unwrap_or(-1);
        self.footprints.insert(entity, (cells.clone(), number, Arc::clone(&footprint)));
        Some((number, footprint))
    }

    /// The derived footprint of a piece and its number, if it is known and rests on nothing that is supposed.
    fn size(
        &mut self,
        entity: i64,
        supposed: Option<&Dependencies>,
        reads: &Reads,
    ) -> Option<(i64, Arc<Footprint>)> {
        let size = self.sizes.get_mut(&entity)?;
        if supposed.is_some_and(|supposed| size.rests_on.meets(supposed))
            || !self.revisions.holds(&size.rests_on, size.revision)
        {
            return None;
        }
        size.revision = self.revisions.keep();
        reads.add(&size.rests_on);
        Some((size.number, Arc::clone(&size.footprint)))
    }

    /// A footprint of a piece, by its number, at a pose.
    pub(super) fn posed(
        &mut self,
        (entity, number): (i64, i64),
        pose: Pose,
        at: impl Fn() -> Posed,
    ) -> Arc<Posed> {
        let (of, known) = self.posed.entry(entity).or_insert_with(|| (number, Arc::new(at())));
        if *of != number || known.pose != pose {
            *of = number;
            // Where nobody looks at it any more, no room is made for another.
            match Arc::get_mut(known) {
                Some(known) => *known = at(),
                None => *known = Arc::new(at()),
            }
        }
        Arc::clone(known)
    }

    /// The region of an area and the box around it.
    pub(super) fn region(&mut self, entity: i64, cells: &Wide) -> Option<(Arc<Region>, Bounds)> {
        if let Some((of, region, bounds)) = self.regions.get(&entity)
            && of == cells
        {
            return Some((Arc::clone(region), *bounds));
        }
        let region = Arc::new(Region::from_cells(cells)?);
        let bounds = Bounds::of(region.outline());
        self.regions.insert(entity, (cells.clone(), Arc::clone(&region), bounds));
        Some((region, bounds))
    }

    /// A number that nothing that was supposed has had, nor any time between two writings.
    pub(crate) const fn number(&mut self) -> u64 {
        self.number = self.number.wrapping_add(1);
        self.number
    }
}

/// What the value of a call can be: a scalar or a wide value.
pub(super) trait Kept: Clone {
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

impl<O: Observer> Evaluator<'_, O> {
    /// The value of a call if it is known, else what is worked out, which is known from now on.
    pub(super) fn known_or<T: Kept>(
        &mut self,
        key: Option<Key>,
        work_out: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        let (Some(key), Some(reads)) = (key, self.view.reads()) else { return work_out(self) };
        let (values, revisions) = T::values(self.memo);
        // What does not rest on what is supposed is as it is.
        let supposed = self.view.supposed();
        if let Some(supposed) = supposed
            && let Some(known) = values.get(&key.as_it_is(), revisions, reads, Some(supposed))
        {
            return Ok(known);
        }
        if let Some(known) = values.get(&key, revisions, reads, None) {
            return Ok(known);
        }
        let (outer, fuel) = (reads.take(), *self.fuel);
        let result = work_out(self);
        let rests_on = reads.take();
        reads.add(&outer);
        reads.add(&rests_on);
        if let Ok(value) = &result {
            let (values, revisions) = T::values(self.memo);
            let revision = revisions.keep();
            let as_it_is = supposed.is_some_and(|supposed| !rests_on.meets(supposed));
            let key = if as_it_is { key.as_it_is() } else { key };
            let work = fuel.saturating_sub(*self.fuel);
            values.keep(Known { key, value: value.clone(), work, left: work, rests_on, revision });
        }
        result
    }

    /// The derived footprint of a piece and its number; `cells` works out what it is made from. Nothing of cells that make none.
    pub(super) fn size_or(
        &mut self,
        entity: i64,
        cells: impl FnOnce(&mut Self) -> Checked<Wide>,
    ) -> Checked<Option<(i64, Arc<Footprint>)>> {
        let kept = !O::WATCHES && self.linked.optimisations.caches && !self.view.looks_back();
        let Some(reads) = self.view.reads().filter(|_| kept) else {
            let cells = cells(self)?;
            return Ok(self.memo.footprint(entity, &cells));
        };
        let supposed = self.view.supposed();
        if let Some(size) = self.memo.size(entity, supposed, reads) {
            return Ok(Some(size));
        }
        let outer = reads.take();
        let cells = cells(self);
        let rests_on = reads.take();
        reads.add(&outer);
        reads.add(&rests_on);
        let Some((number, footprint)) = self.memo.footprint(entity, &cells?) else {
            return Ok(None);
        };
        if supposed.is_none_or(|supposed| !rests_on.meets(supposed)) {
            let revision = self.memo.revisions.keep();
            let size = Size { number, footprint: Arc::clone(&footprint), rests_on, revision };
            self.memo.sizes.insert(entity, size);
        }
        Ok(Some((number, footprint)))
    }

    /// Under what the value of a call is kept whose arguments stand in their slots; nothing where it is not kept.
    pub(super) fn key(&mut self, called: Called, params: &[Param]) -> Option<Key> {
        if O::WATCHES || !self.linked.optimisations.caches || params.len() > MOST_ARGS {
            return None;
        }
        if !self.memo.is_warm() {
            self.memo.asked += 1;
            return None;
        }
        let (mut args, mut ways) = ([NONE; MOST_ARGS], None);
        for (arg, param) in args.iter_mut().zip(params) {
            match param.slot {
                Slot::Scalar(slot) => *arg = self.local(slot).ok()?,
                Slot::Wide(slot) if self.is_kept_with(called, &param.ty) => {
                    let cells = self.local_wide(slot).ok()?;
                    let ways = ways.get_or_insert_with(|| Box::new(Wide::new()));
                    ways.push(cell(cells.len()));
                    ways.extend_from_slice(cells);
                }
                Slot::Wide(_) => return None,
            }
        }
        let [first, second, third] = args;
        let view = match self.view.number() {
            (moment, 0) if moment > 0 => (moment, self.memo.written),
            number => number,
        };
        Some(Key { called: called.number(), args: (first, second, third), ways, view })
    }

    /// Whether values are kept for each argument of a wide type: of ways, and of places where what is called takes long.
    fn is_kept_with(&self, called: Called, ty: &Ty) -> bool {
        let takes_long = || match called {
            Called::Function(id) => self.linked.long.get(id.position()) == Some(&true),
            Called::Permission(_) | Called::Quantity(_) => true,
        };
        match ty {
            Ty::Route => true,
            Ty::Place | Ty::Point | Ty::Edge => takes_long(),
            _ => false,
        }
    }
}

/// Which functions are worth keeping the values of: those that do more than read a few cells.
pub(crate) fn worth_keeping(program: &Program) -> Vec<bool> {
    bodies(program, &program.with_a_part(|expr| expr.cost() >= CostClass::Dear))
}

/// What takes long: which functions, and which conditions that bind no names. Where the least of something is looked for, those are
/// asked last, of what would be the least.
pub(crate) fn long(program: &Program) -> (Vec<bool>, Vec<bool>) {
    let with_long = |long: &[bool]| {
        program.with_a_part(|expr| match expr {
            Expr::Call { function, .. } => long.get(function.position()) == Some(&true),
            _ => expr.cost() == CostClass::Long,
        })
    };
    let mut long = bodies(program, &with_long(&[]));
    let calls = program.functions.values().map(|function| {
        let mut calls = Vec::new();
        program.each_below(function.body, |expr| match expr {
            Expr::Call { function, .. } => calls.push(function.position()),
            _ => {}
        });
        calls
    });
    let calls: Vec<Vec<usize>> = calls.collect();
    // What calls something that takes long takes long; calls may go round in a ring.
    loop {
        let of_call = |calls: &Vec<usize>| calls.iter().any(|it| long.get(*it) == Some(&true));
        let now = long.iter().zip(&calls).map(|(long, calls)| *long || of_call(calls));
        let now: Vec<bool> = now.collect();
        if now == long {
            break;
        }
        long = now;
    }
    let binds = program.with_a_part(Expr::leaves_names);
    let late = with_long(&long).into_iter().zip(binds).map(|(long, binds)| long && !binds);
    (long, late.collect())
}

/// What is known of the bodies of all functions.
fn bodies(program: &Program, known: &[bool]) -> Vec<bool> {
    let of = |body: ExprId| known.get(body.position()) == Some(&true);
    program.functions.values().map(|function| of(function.body)).collect()
}
