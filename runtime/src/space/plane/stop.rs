//! Moves that stop: how far a route goes until it would enter something.

use super::footprint::{Footprint, Shape};
use super::gap::{Bounds, dent, gap, near, overlaps, touches};
use super::leg::{Leg, Straight};
use super::measure::Grain;
use super::route::{Mark, Route, widest_span};
use super::trig::{self, QUARTER};

/// How far rounding may take a piece into what it touches already, in micrometres.
const SLACK: i64 = 3;
/// A stop so near the start is a stop at the start.
const CREEP: i64 = 8;
/// So far a straight way into what is touched already is taken for rounding; one that goes farther runs along it.
const ALONG: i64 = 1_000;

/// A route up to where it stopped, and what stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The route, cut where it stopped.
    pub route: Route,
    /// Which of the shapes stopped it, or is newly touched at its end.
    pub by: Option<usize>,
}

impl Route {
    /// The route up to where it would enter one of these shapes; which one, by its place among them.
    ///
    /// At the stop the gap to that shape is 0 and no gap is below 0, unless the route starts in an overlap: then it does
    /// not begin. A lift is not stopped on its way; one that would end in an overlap is not made.
    pub fn until_touching<S: Shape>(
        &self,
        footprint: &Footprint,
        shapes: &[S],
        grain: Grain,
    ) -> Stopped {
        for (index, leg) in self.legs().iter().enumerate() {
            if let Some((step, by)) = first_stop(leg, footprint, shapes, grain) {
                return Stopped { route: self.cut(Mark { leg: index, step }), by: Some(by) };
            }
        }
        let (start, end) = (footprint.at(self.start()), footprint.at(self.end()));
        let met = |shape: &S| touches(&end, shape, grain) && gap(&start, shape, grain) > 0;
        Stopped { route: self.clone(), by: shapes.iter().position(met) }
    }
}

/// The first step at which a leg is stopped, and by which shape.
fn first_stop<S: Shape>(
    leg: &Leg,
    footprint: &Footprint,
    shapes: &[S],
    grain: Grain,
) -> Option<(i64, usize)> {
    let mut first: Option<(i64, usize)> = None;
    let bounds = leg.bounds(footprint);
    for (index, shape) in shapes.iter().enumerate() {
        let around = Bounds::of(shape.corners());
        if bounds.is_some_and(|bounds| !bounds.is_near(&around, grain.micrometres() + SLACK)) {
            continue;
        }
        // What comes later on the leg than a stop already found does not matter.
        let leg = first.map_or(*leg, |(step, _)| leg.cut(step));
        if let Some(step) = stop_step(&leg, footprint, shape, grain)
            && first.is_none_or(|(least, _)| step < least)
        {
            first = Some((step, index));
        }
    }
    first.map(|(step, index)| {
        let gone =
            if leg.pivot().is_some() { trig::arc_length(leg.arm(footprint), step) } else { step };
        (if gone <= CREEP { 0 } else { step }, index)
    })
}

/// The last step before a leg would enter a shape; nothing where it can go to its end.
fn stop_step<S: Shape>(leg: &Leg, footprint: &Footprint, shape: &S, grain: Grain) -> Option<i64> {
    let start = footprint.at(leg.start());
    let at_start = if near(start.corners(), shape.corners(), grain) {
        gap(&start, shape, grain)
    } else {
        grain.micrometres()
    };
    if leg.lifts() {
        let end = footprint.at(leg.end());
        return overlaps(&end, shape, grain).then_some(0);
    }
    if at_start < 0 {
        return Some(0);
    }
    let now = if at_start == 0 { gap(&start, shape, Grain::GRID) } else { at_start };
    let least =
        if at_start == 0 { (now.min(0) - SLACK).max(1 - grain.micrometres() / 2) } else { 0 };
    let arm = leg.arm(footprint);
    // A shape beyond the longest arm is out of reach.
    if leg.pivot().is_some_and(|pivot| gap(&pivot, shape, Grain::GRID) > arm + SLACK) {
        return None;
    }
    let mut cut = *leg;
    let mut first = None;
    for part in leg.parts(footprint) {
        let (straight, fine) = (cut.straight(&part), widest_span(arm, 2));
        let search = Search { leg: &cut, part: &part, straight, shape, least, fine };
        if let Some(step) = search.run() {
            first = Some(step);
            cut = cut.cut(step);
        }
    }
    // Else each new push would go as deep as rounding may take it, and all of them together deeper.
    let pushes = now <= SLACK && leg.pivot().is_none();
    first.map(|step| if pushes && step <= ALONG { 0 } else { step })
}

/// The search for the step at which a leg would enter a shape by more than it may.
#[derive(Debug)]
struct Search<'a, S> {
    leg: &'a Leg,
    part: &'a [(i64, i64)],
    /// The part, where the leg is straight.
    straight: Option<Straight>,
    shape: &'a S,
    /// The least gap that is allowed, in micrometres; never above 0.
    least: i64,
    /// The angle below which an arc is as good as its chord.
    fine: i64,
}

impl<S: Shape> Search<'_, S> {
    /// The last step of the leg before it would enter. Turns are searched by quarters, so that every span is convex.
    fn run(&self) -> Option<i64> {
        let steps = self.leg.steps();
        if self.leg.pivot().is_none() {
            return self.within(0, steps);
        }
        let mut starts = (0..=steps / QUARTER).map(|count| count * QUARTER);
        starts.find_map(|from| self.within(from, steps.min(from + QUARTER)))
    }

    /// The last step of a span before it would enter; nothing where all of it may be gone.
    ///
    /// Halves go left first, so the first stop is found; depth is bounded, because spans halve.
    fn within(&self, from: i64, to: i64) -> Option<i64> {
        let cover = match &self.straight {
            Some(straight) => straight.span(from, to),
            None => self.leg.cover(self.part, from, to),
        };
        if dent(&cover, self.shape, Grain::GRID) >= self.least {
            return None;
        }
        if self.leg.pivot().is_none() || to - from <= self.fine {
            // What is covered by a straight way is what is swept.
            let enters = self.straight.is_some() || self.clearance(from, to) < self.least;
            return enters.then(|| self.bisect(from, to));
        }
        let middle = from + (to - from) / 2;
        self.within(from, middle).or_else(|| self.within(middle, to))
    }

    /// The last step up to which the swept region is clear. Sound, because it only grows with the steps.
    fn bisect(&self, from: i64, to: i64) -> i64 {
        let (mut good, mut bad) = (from, to);
        // About where corners meet edges it is narrowed down first: most stops are within a few steps of that.
        let (about, mut room) = (self.straight.as_ref().map(|it| it.meets(from, self.shape)), 4);
        while let Some(Some(about)) = about
            && room < bad - good
        {
            let ends = [about.saturating_sub(room), about.saturating_add(room)];
            for step in ends.into_iter().filter(|step| (from..=to).contains(step)) {
                if step > good && step < bad {
                    let clear = self.clearance(from, step) >= self.least;
                    if clear { good = step } else { bad = step }
                }
            }
            room = room.saturating_mul(16);
        }
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if self.clearance(from, middle) >= self.least { good = middle } else { bad = middle }
        }
        good
    }

    /// The gap on the grid between the shape and what is swept from one step to another, 0 where they are apart.
    fn clearance(&self, from: i64, to: i64) -> i64 {
        let span = match &self.straight {
            Some(straight) => straight.span(from, to),
            None => self.leg.span(self.part, from, to),
        };
        dent(&span, self.shape, Grain::GRID)
    }
}
