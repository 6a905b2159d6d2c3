//! Ten thousand results of the plane by digest, with a readable sample: the same in debug and release, on every machine.

use crate::space::plane::{
    Along, Angle, Arcs, Corner, Footprint, Grain, Leg, Lookout, Motion, Point, Pose, Posed, Region,
    Route, Shape, Side, Wedge, align, berths, best_berth, crossing, frontage, gap, share_in,
    side_towards, thickness, trig,
};
use std::fmt::Write as _;

/// How many results there are.
const RESULTS: u64 = 10_000;
/// Which of them are shown.
const SHOWN: u64 = 199;

/// A stream of numbers that is the same everywhere (splitmix).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((z ^ (z >> 31)) >> 1).unwrap() % bound
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low)
    }

    fn angle(&mut self) -> Angle {
        let plain = self.below(3) == 0;
        Angle::new(if plain { self.below(8) * 45_000_000 } else { self.below(trig::FULL) })
    }

    fn point(&mut self) -> Point {
        Point::new(self.between(-200_000, 200_000), self.between(-200_000, 200_000))
    }

    fn pose(&mut self) -> Pose {
        Pose::new(self.point(), self.angle())
    }

    fn footprint(&mut self) -> Footprint {
        if self.below(4) > 0 {
            let (width, depth) = (self.between(10_000, 150_000), self.between(10_000, 150_000));
            return Footprint::rectangle(width, depth).unwrap();
        }
        let (count, radius) = (self.between(3, 10), self.between(20_000, 70_000));
        let way = |at: i64| Angle::new(-at * trig::FULL / count).way(radius);
        let corners: Vec<(i64, i64)> = (0..count).map(|at| (way(at).x(), way(at).y())).collect();
        Footprint::convex(&corners).unwrap()
    }

    fn posed(&mut self) -> Posed {
        self.footprint().at(self.pose())
    }

    fn some(&mut self) -> Vec<Posed> {
        (0..self.between(1, 5)).map(|_| self.posed()).collect()
    }

    fn region(&mut self) -> Region {
        let (pose, count) = (self.pose(), self.between(3, 16));
        let corner =
            |at: i64, radius: i64| pose.at.plus(Angle::new(at * trig::FULL / count).way(radius));
        let corners: Vec<Point> =
            (0..count).map(|at| corner(at, self.between(20_000, 150_000))).collect();
        match self.below(3) {
            0 => Region::oval(pose, 100_000, 60_000).unwrap(),
            _ => Region::polygon(&corners).unwrap(),
        }
    }

    fn side(&mut self) -> Side {
        *Side::ALL.iter().cycle().nth(usize::try_from(self.below(4)).unwrap()).unwrap()
    }

    fn motion(&mut self) -> Motion {
        match self.below(3) {
            0 => Motion::Slide { bearing: self.angle(), length: self.between(-300_000, 300_000) },
            1 => Motion::Turn { angle: self.between(-trig::HALF, trig::HALF) },
            _ => {
                let about = usize::try_from(self.below(4)).unwrap();
                let about = *Corner::ALL.iter().cycle().nth(about).unwrap();
                Motion::Wheel { about, angle: self.between(-trig::HALF, trig::HALF) }
            }
        }
    }
}

fn point(p: Point) -> String {
    format!("({} {})", p.x(), p.y())
}

fn pose(pose: Pose) -> String {
    format!("{} at {}", point(pose.at), pose.facing.micro_degrees())
}

fn shape(shape: &Posed) -> String {
    let corners: Vec<String> = shape.corners().iter().map(|p| point(*p)).collect();
    format!("[{}]", corners.join(" "))
}

/// One result in words.
fn result(kind: u64, of: &mut Numbers, grain: Grain) -> String {
    match kind {
        0 => {
            let angle = of.below(trig::FULL);
            let (sine, cosine) = trig::sin_cos(angle);
            format!("angle {angle}: sine {sine} cosine {cosine}")
        }
        1 => {
            let (x, y) = (of.between(-(1 << 29), 1 << 29), of.between(-(1 << 29), 1 << 29));
            format!("direction of ({x} {y}): {}", trig::direction(x, y))
        }
        2 => {
            let (footprint, at) = (of.footprint(), of.pose());
            format!("corners of {}: {}", pose(at), shape(&footprint.at(at)))
        }
        3 => {
            let (a, b) = (of.posed(), of.posed());
            let gaps = (gap(&a, &b, grain), gap(&a, &b, Grain::FINEST));
            format!("gap of {} and {}: {} or {}", shape(&a), shape(&b), gaps.0, gaps.1)
        }
        4 => {
            let (mover, target) = (of.footprint(), of.posed());
            let edge = target.edge(of.side());
            let there = align(&mover, of.side(), &edge, Along::Most(of.point()));
            let shared = frontage(&mover.at(there), &target, grain);
            format!("aligned to {}: {} sharing {shared}", shape(&target), pose(there))
        }
        5 => {
            let (piece, region) = (of.posed(), of.region());
            let share = share_in(&piece, &region).fraction();
            let (num, den) = (share.numerator(), share.denominator());
            format!(
                "share of {} in a region: {num}/{den}, gap {}",
                shape(&piece),
                region.gap(&piece, grain)
            )
        }
        _ => decision(kind, of, grain),
    }
}

/// One result about lines, moves and places in words.
fn decision(kind: u64, of: &mut Numbers, grain: Grain) -> String {
    match kind {
        6 => {
            let (from, to, shapes) = (of.point(), of.point(), of.some());
            let first = shapes.first().unwrap();
            let (deep, through) = (thickness(from, to, first, grain), crossing(from, to, first));
            let (thin, wide) = (
                Lookout::new(from, 0, &shapes, grain).to(to),
                Lookout::new(from, 20_000, &shapes, grain).to(to),
            );
            let ends = (point(from), point(to));
            format!(
                "line {} to {}: {thin:?} {wide:?} {deep} {:?}",
                ends.0,
                ends.1,
                through.map(|c| c.by)
            )
        }
        7 => {
            let (mover, start, others) = (of.footprint(), of.pose(), of.some());
            let route = Route::standing(start).then(&mover, of.motion()).then(&mover, of.motion());
            let stopped = route.until_touching(&mover, &others, grain);
            let end = (pose(stopped.route.end()), stopped.route.length());
            format!(
                "from {} of {} stopped by {:?}: {} after {}",
                pose(start),
                route.length(),
                stopped.by,
                end.0,
                end.1
            )
        }
        8 => {
            let (piece, at, other) = (of.posed(), of.point(), of.posed());
            let arcs = Arcs::Angles { front: 90_000_000, rear: 120_000_000 };
            let sides = (side_towards(&piece, at, Arcs::Diagonals), side_towards(&piece, at, arcs));
            let wedge = Wedge::at(at, of.angle(), of.below(trig::FULL));
            format!(
                "{} from {}: {sides:?}; a wedge meets {} holds {}",
                point(at),
                shape(&piece),
                wedge.meets(&other),
                wedge.holds(&other)
            )
        }
        _ => {
            let (mover, target, others, eye) = (of.footprint(), of.posed(), of.some(), of.point());
            let found = berths(&mover, of.side(), &target.edge(of.side()), eye, &others, grain);
            let best: Vec<(i64, i64)> = found.iter().map(|b| (b.offset, b.frontage)).collect();
            let seen = Lookout::new(eye, 0, &others, grain).to_any(&target).map(point);
            format!("berths at {}: {best:?}; from {} {seen:?}", shape(&target), point(eye))
        }
    }
}

#[test]
fn ten_thousand_results_are_as_they_were() {
    let grain = Grain::new(50).unwrap();
    let mut digest = blake3::Hasher::new();
    let mut sample = String::new();
    for number in 0..RESULTS {
        let mut numbers = Numbers(number);
        let line = result(number % 10, &mut numbers, grain);
        digest.update(line.as_bytes());
        digest.update(b"\n");
        if number % SHOWN == 0 {
            let _ = writeln!(sample, "{number}: {line}");
        }
    }
    let text = format!("{RESULTS} results, blake3 {}\n{sample}", digest.finalize().to_hex());
    assert!(text == include_str!("golden.txt"), "results have changed; now they are:\n{text}");
}

#[test]
fn the_best_berth_is_the_first_of_all() {
    let grain = Grain::new(50).unwrap();
    for number in 0..2_000 {
        let mut of = Numbers(number);
        let (mover, target, others, eye) = (of.footprint(), of.posed(), of.some(), of.point());
        let (own, edge) = (of.side(), target.edge(of.side()));
        let all = berths(&mover, own, &edge, eye, &others, grain);
        assert_eq!(all.first().map(|it| it.pose), Some(best_berth(&mover, own, &edge, eye)));
    }
}

#[test]
fn a_straight_span_is_the_hull_of_both_ends() {
    for number in 0..3_000 {
        let mut of = Numbers(number);
        let (mover, start, far) = (of.footprint(), of.pose(), of.below(40_000));
        let motion = Motion::Slide { bearing: of.angle(), length: far };
        let leg = Leg::new(&mover, start, motion);
        for part in leg.parts(&mover) {
            let from = of.below(far + 1);
            let (hull, straight) = (leg.span(&part, from, far), leg.straight(&part).unwrap());
            let mut span = straight.span(from, far);
            let begins = span.iter().position(|corner| Some(corner) == hull.first()).unwrap();
            span.rotate_left(begins);
            assert_eq!(span, hull, "{number}");
        }
    }
}
