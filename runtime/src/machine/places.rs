//! Choices of a place for a piece: what is legal, and which places are proposed.
//!
//! Any place is legal that lies in the region and fulfils the condition. Proposed are those of a lattice: the piece side by
//! side and rank behind rank from the near left of the box around the region, at half its size, and wider where that would be
//! more than [`MOST_PROPOSALS`]; where none of them fits, those of a closer lattice.

mod asked;
mod wanted;

pub use asked::{NoPlace, PlaceAsked};
use wanted::Wishes;

use super::engine::{Base, Engine};
use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::number::Fraction;
use crate::space::plane::{Angle, Point, Pose, Region, Shape};
use crate::state::Wide;
use warwright_ir::{ChoiceKind, ExprId, Id, NONE, SiteId};

/// How many places are proposed at most.
const MOST_PROPOSALS: i64 = 200;
/// How many places are looked at, and how many lie along the side of a piece: of the lattice that is tried first, and of the next.
const LATTICES: [(i64, i64); 2] = [(MOST_PROPOSALS, 2), (MOST_PROPOSALS * 32, 12)];

/// A choice of a place, as it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceChoice {
    who: ExprId,
    within: ExprId,
    facing: Option<ExprId>,
    slot: u16,
    when: Option<ExprId>,
    least: Option<ExprId>,
    may_be_none: bool,
}

impl PlaceChoice {
    /// The choice, where it is one of a place.
    pub(super) const fn of(kind: &ChoiceKind) -> Option<Self> {
        match kind {
            ChoiceKind::Place { who, within, facing, slot, when, least, none } => Some(Self {
                who: *who,
                within: *within,
                facing: *facing,
                slot: *slot,
                when: *when,
                least: *least,
                may_be_none: none.is_some(),
            }),
            _ => None,
        }
    }
}

impl Engine<'_> {
    /// The places that are proposed; to somebody of whom it is known how he ranks them, those of them that he wants most.
    pub(super) fn proposed_places(
        &mut self,
        base: Base,
        choice: PlaceChoice,
        (who, site): (ExprId, SiteId),
    ) -> Checked<Vec<Wide>> {
        let wishes = match self.shuns {
            Some(_) => {
                let player = self.scalar(base, who)?;
                self.wishes(player, site, &choice)
            }
            None => None,
        };
        self.ask(base, |evaluator| evaluator.proposed_places(choice, wishes))
    }

    /// Whether a place may be chosen.
    pub(super) fn is_place_legal(
        &mut self,
        base: Base,
        choice: PlaceChoice,
        place: &[i64],
    ) -> Checked<bool> {
        self.ask(base, |evaluator| {
            let Some(pose) = Pose::from_cells(place) else { return Ok(false) };
            let entity = evaluator.scalar(choice.who)?;
            let region = evaluator.region(choice.within)?;
            // An answer in its canonical form is told from others by its cells alone.
            Ok(pose.cells().as_slice() == place && evaluator.fits(entity, pose, &region, choice)?)
        })
    }
}

impl Evaluator<'_, ()> {
    fn proposed_places(
        &mut self,
        choice: PlaceChoice,
        mut wishes: Option<Wishes<'_>>,
    ) -> Checked<Vec<Wide>> {
        let entity = self.scalar(choice.who)?;
        if entity == NONE {
            return Err(Fault::new(FaultKind::NothingThere));
        }
        let region = self.region(choice.within)?;
        let facing = self.facing_asked(entity, choice)?;
        let mut places: Vec<(Option<Fraction>, Wide)> = Vec::new();
        for close in LATTICES {
            let footprint = self.footprint(entity)?;
            let lattice = Lattice::new(&footprint, facing, &region, close);
            // Of the closer lattice not all places count.
            if let Some(wishes) = wishes.take() {
                let wanted =
                    self.most_wanted(entity, (lattice, &region, facing), choice, wishes)?;
                match wanted {
                    Some(wanted) if wanted.is_empty() && !choice.may_be_none => continue,
                    Some(wanted) => return Ok(wanted),
                    None => {}
                }
            }
            for at in lattice.points() {
                self.burn(1)?;
                let pose = Pose::new(at, facing);
                if self.fits(entity, pose, &region, choice)? {
                    let measure = match choice.least {
                        Some(least) => self.measure_at(entity, pose, least)?,
                        None => None,
                    };
                    places.push((measure, pose.cells()));
                }
            }
            if !places.is_empty() || choice.may_be_none {
                break;
            }
        }
        places.truncate(usize::try_from(MOST_PROPOSALS).unwrap_or(usize::MAX));
        let least = places.iter().filter_map(|(measure, _)| *measure).min();
        places.retain(|(measure, _)| choice.least.is_none() || *measure == least);
        Ok(places.into_iter().map(|(_, place)| place).collect())
    }

    /// Which way a piece is to look: as the choice says, else as it does.
    fn facing_asked(&mut self, entity: i64, choice: PlaceChoice) -> Checked<Angle> {
        Ok(match choice.facing {
            Some(facing) => Angle::new(self.scalar(facing)?),
            None => self.pose(entity).map_or(Angle::AHEAD, |pose| pose.facing),
        })
    }

    /// Whether a piece may stand at a pose.
    fn fits(
        &mut self,
        entity: i64,
        pose: Pose,
        region: &Region,
        choice: PlaceChoice,
    ) -> Checked<bool> {
        let posed = self.footprint(entity)?.at(pose);
        let inside = region.holds(&posed);
        let Some(when) = choice.when.filter(|_| inside) else { return Ok(inside) };
        self.set_wide(choice.slot, pose.cells())?;
        self.holds_at(entity, pose, when)
    }

    fn measure_at(&mut self, entity: i64, pose: Pose, least: ExprId) -> Checked<Option<Fraction>> {
        let overlay = self.at_pose(entity, &pose.cells())?;
        let view = self.view.supposing(&overlay);
        let value = self.on(view).scalar(least)?;
        if value == NONE {
            return Ok(None);
        }
        let ty = self.linked.program.types.get(least.position());
        let ty = ty.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        crate::arith::comparable(ty, value).map(Some)
    }
}

/// Places side by side and rank behind rank.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    first: Point,
    columns: i64,
    rows: i64,
    width: i64,
    depth: i64,
}

impl Lattice {
    /// The places in the box around a region of a footprint that looks so.
    fn new(
        footprint: &crate::space::plane::Footprint,
        facing: Angle,
        region: &Region,
        (most, parts): (i64, i64),
    ) -> Self {
        let of = |points: &[Point]| {
            let span = |part: fn(&Point) -> i64| {
                let parts = points.iter().map(part);
                (parts.clone().min().unwrap_or(0), parts.max().unwrap_or(0))
            };
            (span(|p| p.x()), span(|p| p.y()))
        };
        let posed = footprint.at(Pose::new(Point::default(), facing));
        let ((left, right), (near, far)) = of(region.outline());
        let ((own_left, own_right), (own_near, own_far)) = of(posed.corners());
        let (mut width, mut depth) = ((own_right - own_left) / parts, (own_far - own_near) / parts);
        let room = (right - left - (own_right - own_left), far - near - (own_far - own_near));
        let count = |room: i64, step: i64| if room < 0 { 0 } else { room / step.max(1) + 1 };
        while count(room.0, width) * count(room.1, depth) > most {
            if count(room.0, width) > count(room.1, depth) {
                width += width / 4 + 1;
            } else {
                depth += depth / 4 + 1;
            }
        }
        Self {
            first: Point::new(left - own_left, near - own_near),
            columns: count(room.0, width),
            rows: count(room.1, depth),
            width,
            depth,
        }
    }

    fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).map(move |column| {
                Point::new(self.first.x() + column * self.width, self.first.y() + row * self.depth)
            })
        })
    }
}
