//! Routes: moves as values, from a start leg by leg; how far they go, and what is swept on the way.

use super::footprint::{Corners, Footprint, Shape};
use super::gap::Bounds;
use super::hull::hull;
use super::leg::{Leg, Motion};
use super::measure::Grain;
use super::pose::Pose;
use super::trig;
use smallvec::SmallVec;

/// How far rounding to the grid may take the ends of a chord from where they are, in micrometres.
const OFF_GRID: i64 = 3;

/// A move that has not been made: where it starts and its legs, each from the end of the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    start: Pose,
    legs: SmallVec<[Leg; 2]>,
}

/// A place on a route: a leg and a grid step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// Which leg.
    pub leg: usize,
    /// Which step of it.
    pub step: i64,
}

impl Route {
    /// The route that stays where it is.
    pub fn standing(start: Pose) -> Self {
        Self { start, legs: SmallVec::new() }
    }

    /// The route and then one motion more.
    #[must_use]
    pub fn then(mut self, footprint: &Footprint, motion: Motion) -> Self {
        self.legs.push(Leg::new(footprint, self.end(), motion));
        self
    }

    /// The route and then the leg that cells say.
    pub(super) fn with_leg_of(mut self, cells: &[i64]) -> Option<Self> {
        self.legs.push(Leg::from_cells(self.end(), cells)?);
        Some(self)
    }

    /// The route and then another, which starts where this one ends; nothing where it does not.
    pub fn followed_by(mut self, next: &Self) -> Option<Self> {
        if next.start != self.end() {
            return None;
        }
        self.legs.extend_from_slice(&next.legs);
        Some(self)
    }

    /// Where it starts.
    pub const fn start(&self) -> Pose {
        self.start
    }

    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.legs.last().map_or(self.start, Leg::end)
    }

    /// Its legs.
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// How long the way is: the sum of its legs.
    pub fn length(&self) -> i64 {
        self.legs.iter().map(|leg| leg.length(leg.steps())).sum()
    }

    /// The pose at a mark.
    pub fn pose(&self, mark: Mark) -> Pose {
        self.legs.get(mark.leg).map_or_else(|| self.end(), |leg| leg.pose(mark.step))
    }

    /// The route up to a mark.
    #[must_use]
    pub fn cut(&self, mark: Mark) -> Self {
        let mut legs: SmallVec<[Leg; 2]> = self.legs.iter().take(mark.leg).copied().collect();
        legs.extend(self.legs.get(mark.leg).map(|leg| leg.cut(mark.step)));
        Self { start: self.start, legs }
    }

    /// The longest beginning of it that is not above `length`.
    #[must_use]
    pub fn within(&self, length: i64) -> Self {
        let mut left = length;
        for (index, leg) in self.legs.iter().enumerate() {
            let step = leg.step_within(left);
            if step < leg.steps() {
                return self.cut(Mark { leg: index, step });
            }
            left -= leg.length(step);
        }
        self.clone()
    }

    /// Marks along it, at most `stride` micrometres apart for every corner of the footprint; the ends of legs are among them.
    pub fn marks(&self, footprint: &Footprint, stride: i64) -> impl Iterator<Item = Mark> {
        let strides: SmallVec<[(i64, i64); 2]> = self
            .legs
            .iter()
            .map(|leg| {
                let stride = stride.max(1);
                let turning = || trig::angle_of_arc(leg.arm(footprint), stride).max(1);
                (leg.steps(), if leg.turns() { turning() } else { stride })
            })
            .collect();
        strides.into_iter().enumerate().flat_map(|(leg, (steps, stride))| {
            let between = steps.saturating_sub(1) / stride;
            let inner = (0..=between).map(move |count| Mark { leg, step: count * stride });
            inner.chain(std::iter::once(Mark { leg, step: steps }))
        })
    }

    /// The longest beginning along which `holds` is true of every pose asked about, to the grid step.
    ///
    /// It is asked at marks `stride` apart, and between the last that held and the first that did not by bisection. What
    /// fails and holds again between two marks is not noticed. A route of which nothing holds is the one that stays.
    #[must_use]
    pub fn while_holds(
        &self,
        footprint: &Footprint,
        stride: i64,
        mut holds: impl FnMut(Pose) -> bool,
    ) -> Self {
        let mut last = Mark { leg: 0, step: 0 };
        for mark in self.marks(footprint, stride) {
            if holds(self.pose(mark)) {
                last = mark;
                continue;
            }
            let (mut good, mut bad) = (if last.leg == mark.leg { last.step } else { 0 }, mark.step);
            if last.leg != mark.leg && mark.step == 0 {
                return self.cut(last);
            }
            while bad - good > 1 {
                let middle = good + (bad - good) / 2;
                if holds(self.pose(Mark { leg: mark.leg, step: middle })) {
                    good = middle;
                } else {
                    bad = middle;
                }
            }
            return self.cut(Mark { leg: mark.leg, step: good });
        }
        self.clone()
    }

    /// A box around all that a footprint covers on the way.
    pub fn bounds(&self, footprint: &Footprint) -> Bounds {
        let ends = [self.start, self.end()].map(|pose| Bounds::of(footprint.at(pose).corners()));
        let [start, end] = ends;
        let legs = self.legs.iter().filter_map(|leg| leg.bounds(footprint));
        legs.fold(start.and(end), Bounds::and)
    }

    /// Whether `meets` holds of something that a footprint covers on the way: it is asked of convex pieces, which may share
    /// space, and where it turns fall short of the truth by less than half a grain. Pieces that are not near a box are not
    /// made, and none after the first of which it holds.
    ///
    /// Of a lift, only the end.
    pub fn sweeps(
        &self,
        footprint: &Footprint,
        grain: Grain,
        around: &Bounds,
        mut meets: impl FnMut(&Corners) -> bool,
    ) -> bool {
        let slack = grain.micrometres();
        if self.legs.is_empty() {
            return meets(&footprint.at(self.start).corners().iter().copied().collect());
        }
        self.legs.iter().any(|leg| {
            // What turns is cut into many pieces, and its box is soon made.
            let is_far = leg.bounds(footprint).is_some_and(|all| !all.is_near(around, slack));
            if is_far {
                return false;
            }
            let stride = if leg.turns() {
                widest_span(leg.arm(footprint), slack / 2 - OFF_GRID)
            } else {
                leg.steps().max(1)
            };
            leg.spans(footprint, stride, |points| {
                Bounds::of(points).is_near(around, slack) && meets(&hull(points.iter().copied()))
            })
        })
    }
}

/// By how much at most an arc at `radius` stands out from its chord, in micrometres, rounded up.
fn bulge(radius: i64, angle: i64) -> i64 {
    if radius == 0 || angle == 0 {
        return 0;
    }
    let (_, cosine) = trig::sin_cos(angle.min(trig::FULL) / 2);
    trig::rounded_shift(i128::from(radius) * i128::from(trig::ONE - cosine), 60) + 1
}

/// The widest angle by halving a quarter turn whose bulge at `radius` is at most `most`, which is 1 or more.
pub(super) fn widest_span(radius: i64, most: i64) -> i64 {
    let mut angle = trig::QUARTER;
    while angle > 1 && bulge(radius, angle) > most {
        angle /= 2;
    }
    angle
}
