//! Moves as values: where they end, how long they are, and where they stop.

use super::make::{footprint, grain, pose, posed};
use proptest::prelude::*;
use warwright_runtime::space::plane::{
    Along, Angle, Bounds, Corner, Footprint, Grain, Mark, Motion, Point, Pose, Posed, Route, Shape,
    Side, align, gap, overlaps,
};

/// Any motion but a lift.
fn motion() -> impl Strategy<Value = Motion> {
    prop_oneof![
        (super::make::facing(), -300_000..300_000_i64)
            .prop_map(|(bearing, length)| Motion::Slide { bearing, length }),
        (0..4_usize, -180_000_000..180_000_000_i64)
            .prop_map(|(about, angle)| Motion::Wheel { about: Corner::ALL[about], angle }),
        (-360_000_000..360_000_000_i64).prop_map(|angle| Motion::Turn { angle }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn nothing_overlaps_after_until_touching(
        mover in footprint(), start in pose(), motions in prop::collection::vec(motion(), 1..3),
        others in prop::collection::vec(posed(), 1..5),
    ) {
        let before = mover.at(start);
        let others: Vec<Posed> = others.into_iter().filter(|o| gap(&before, o, grain()) >= 0).collect();
        let route = motions.iter().fold(Route::standing(start), |route, m| route.then(&mover, *m));
        let stopped = route.until_touching(&mover, &others, grain());
        let end = mover.at(stopped.route.end());
        match stopped.by {
            Some(by) => {
                prop_assert_eq!(gap(&end, &others[by], grain()), 0);
                prop_assert_eq!(gap(&end, &others[by], Grain::FINEST).abs() <= 20, true);
            }
            None => prop_assert_eq!(&stopped.route, &route),
        }
        prop_assert!(stopped.route.length() <= route.length());
        for mark in stopped.route.marks(&mover, 1_000) {
            let there = mover.at(stopped.route.pose(mark));
            for other in &others {
                prop_assert!(gap(&there, other, grain()) >= 0, "overlap on the way at {mark:?}");
            }
        }
    }

    #[test]
    fn a_stop_is_where_the_way_on_leads_in(
        mover in footprint(), start in pose(), other in posed(), motion in motion(),
    ) {
        let route = Route::standing(start).then(&mover, motion);
        if gap(&mover.at(start), &other, grain()) <= 0 { return Ok(()); }
        let stopped = route.until_touching(&mover, std::slice::from_ref(&other), grain());
        // The oracle walks: the first mark that overlaps lies beyond the stop, and without a stop there is none.
        let walked = route.marks(&mover, 500).find(|m| gap(&mover.at(route.pose(*m)), &other, Grain::FINEST) < 0);
        match (walked, stopped.by) {
            (Some(mark), Some(_)) => prop_assert!(stopped.route.legs()[0].steps() <= mark.step),
            (Some(mark), None) => prop_assert!(false, "{mark:?} overlaps, but nothing stops the way"),
            (None, _) => {}
        }
        if stopped.by.is_some() && stopped.route.legs()[0].steps() < route.legs()[0].steps() {
            // 4 um further the exact corners have gone in, so the finest gap never opens there.
            let on = Mark { leg: 0, step: stopped.route.legs()[0].steps() + 4 };
            prop_assert!(gap(&mover.at(route.pose(on)), &other, Grain::FINEST) <= 0);
        }
    }

    #[test]
    fn a_wheel_keeps_its_corner(mover in footprint(), start in pose(), about in 0..4_usize, angle in -180_000_000..180_000_000_i64) {
        let about = Corner::ALL[about];
        let route = Route::standing(start).then(&mover, Motion::Wheel { about, angle });
        let corner = mover.at(start).corner(about);
        for mark in route.marks(&mover, 5_000) {
            let now = mover.at(route.pose(mark)).corner(about);
            prop_assert!(now.to(corner).square() <= 4, "{now:?} {corner:?}");
        }
        prop_assert_eq!(route.end().facing, start.facing.turned(angle));
        prop_assert_eq!(route.pose(Mark { leg: 0, step: 0 }), start);
    }

    #[test]
    fn a_cut_route_goes_the_same_way(mover in footprint(), start in pose(), motions in prop::collection::vec(motion(), 1..4), length in 0..600_000_i64) {
        let route = motions.iter().fold(Route::standing(start), |route, m| route.then(&mover, *m));
        let cut = route.within(length);
        prop_assert!(cut.length() <= length.min(route.length()));
        if length >= route.length() { prop_assert_eq!(&cut, &route); }
        for (mark, same) in cut.marks(&mover, 3_000).zip(route.marks(&mover, 3_000)) {
            if mark == same { prop_assert_eq!(cut.pose(mark), route.pose(mark)); }
        }
        // A condition on the length holds as far as that length.
        let straight = Route::standing(start).then(&mover, Motion::ahead(600_000));
        let held = straight.while_holds(&mover, 10_000, |pose| {
            start.at.to(pose.at).square() <= length * length
        });
        prop_assert!((held.length() - length).abs() <= 2);
    }

    #[test]
    fn pushing_again_gains_nothing(mover in footprint(), other in posed(), side in 0..4_usize) {
        let edge = other.edge(Side::ALL[side]);
        let mut pose = align(&mover, Side::Front, &edge, Along::Centred);
        let start = pose;
        for _ in 0..40 {
            let route = Route::standing(pose).then(&mover, Motion::ahead(50_000));
            let stopped = route.until_touching(&mover, std::slice::from_ref(&other), grain());
            prop_assert_eq!(stopped.by, Some(0));
            pose = stopped.route.end();
        }
        prop_assert!(start.at.to(pose.at).square() <= 100);
        prop_assert_eq!(gap(&mover.at(pose), &other, grain()), 0);
    }

    #[test]
    fn what_is_touched_does_not_hold(start in pose(), length in 20_000..80_000_i64) {
        let card = Footprint::rectangle(60_000, 40_000).unwrap();
        let here = card.at(start);
        let left = card.at(align(&card, Side::Right, &here.edge(Side::Left), Along::Centred));
        let behind = card.at(align(&card, Side::Front, &here.edge(Side::Rear), Along::Centred));
        let others = [left, behind];
        for motion in [
            Motion::ahead(length),
            Motion::Wheel { about: Corner::FrontLeft, angle: -90_000_000 },
            Motion::aside(Side::Right, length),
        ] {
            let route = Route::standing(start).then(&card, motion);
            let stopped = route.until_touching(&card, &others, grain());
            prop_assert_eq!(&stopped.route, &route, "{:?}", motion);
            prop_assert_eq!(stopped.by, None);
        }
        // To the left, back, and round the other corner it cannot go at all.
        for (motion, by) in [
            (Motion::aside(Side::Left, length), 0),
            (Motion::ahead(-length), 1),
            (Motion::Wheel { about: Corner::FrontRight, angle: -20_000_000 }, 1),
        ] {
            let stopped = Route::standing(start).then(&card, motion).until_touching(&card, &others, grain());
            prop_assert_eq!(stopped.by, Some(by), "{:?}", motion);
            prop_assert_eq!(stopped.route.end(), start, "{:?}", motion);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_swept_region_covers_every_pose(mover in footprint(), start in pose(), motion in motion()) {
        let route = Route::standing(start).then(&mover, motion);
        let mut swept = Vec::new();
        let all = route.bounds(&mover);
        route.sweeps(&mover, grain(), &all, |piece| {
            swept.push(piece.clone());
            false
        });
        for mark in route.marks(&mover, 10_000) {
            for corner in mover.at(route.pose(mark)).corners() {
                let out = swept.iter().map(|piece| gap(piece, corner, grain())).min().unwrap();
                prop_assert!(out <= 0, "{out}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_not_near_is_left_out_and_nothing_that_is_met(
        mover in footprint(),
        start in pose(),
        first in motion(),
        second in motion(),
        other in footprint(),
        there in pose(),
    ) {
        let route = Route::standing(start).then(&mover, first).then(&mover, second);
        let shape = other.at(there);
        let meets = |around| route.sweeps(&mover, grain(), &around, |piece| overlaps(piece, &shape, grain()));
        let near = Bounds::of(shape.corners());
        prop_assert_eq!(meets(near), meets(near.and(route.bounds(&mover))));
    }
}

#[test]
fn plain_moves_end_where_they_should() {
    let card = Footprint::rectangle(88_900, 63_500).unwrap();
    let start = Pose::new(Point::new(0, 0), Angle::AHEAD);
    let go = |motion| Route::standing(start).then(&card, motion);
    assert_eq!(go(Motion::ahead(50_800)).end(), Pose::new(Point::new(0, 50_800), Angle::AHEAD));
    assert_eq!(go(Motion::ahead(-50_800)).end().at, Point::new(0, -50_800));
    assert_eq!(go(Motion::ahead(-50_800)).length(), 50_800);
    assert_eq!(go(Motion::aside(Side::Left, 10)).end().at, Point::new(-10, 0));
    assert_eq!(go(Motion::about_face()).end(), start.about());
    assert_eq!(go(Motion::about_face()).length(), 0);
    let wheel = go(Motion::Wheel { about: Corner::FrontLeft, angle: -90_000_000 });
    // The front left corner stays at (-44450, 31750); looking left, the centre lies 31750 right and 44450 ahead of it.
    assert_eq!(wheel.end(), Pose::new(Point::new(-12_700, 76_200), Angle::LEFT));
    // A quarter of a circle whose radius is the width.
    assert_eq!(wheel.length(), 139_644);
    let both = go(Motion::ahead(1_000))
        .then(&card, Motion::Wheel { about: Corner::FrontRight, angle: 90_000_000 });
    assert_eq!(both.length(), 140_644);
    assert_eq!(both.within(1_000).end().at, Point::new(0, 1_000));
    let next = Route::standing(both.end()).then(&card, Motion::ahead(5));
    assert_eq!(both.clone().followed_by(&next).unwrap().length(), 140_649);
    assert_eq!(next.followed_by(&both), None);
}

#[test]
fn a_slide_stops_at_the_first_of_two_and_names_it() {
    let card = Footprint::rectangle(88_900, 63_500).unwrap();
    let at = |x, y| card.at(Pose::new(Point::new(x, y), Angle::AHEAD));
    let others = [at(40_000, 300_000), at(-40_000, 200_000), at(200_000, 63_500)];
    let route = Route::standing(at(0, 0).pose).then(&card, Motion::ahead(400_000));
    let stopped = route.until_touching(&card, &others, grain());
    assert_eq!((stopped.by, stopped.route.length()), (Some(1), 136_500));
    // Past a shape that only touches the way at its edge it goes on.
    let aside = [at(88_900, 200_000)];
    assert_eq!(route.until_touching(&card, &aside, grain()).route, route);
    // A start in an overlap does not begin, and a lift into one is not made.
    let within = route.until_touching(&card, &[at(10, 10)], grain());
    assert_eq!((within.by, within.route.end()), (Some(0), route.start()));
    let lift =
        Route::standing(at(0, 0).pose).then(&card, Motion::Lift { to: at(40_000, 290_000).pose });
    assert_eq!(lift.until_touching(&card, &others, grain()).route.end(), lift.start());
}

#[test]
fn legs_without_end_are_cut_to_the_plane() {
    let card = Footprint::rectangle(88_900, 63_500).unwrap();
    let start = Pose::new(Point::new(i64::MAX, i64::MIN), Angle::degrees(30));
    let mut route = Route::standing(start);
    for motion in [
        Motion::ahead(i64::MAX),
        Motion::ahead(i64::MIN),
        Motion::Turn { angle: i64::MIN },
        Motion::Wheel { about: Corner::RearLeft, angle: i64::MAX },
    ] {
        route = route.then(&card, motion);
    }
    let _ = (route.end(), route.length(), route.within(i64::MAX));
    let stopped = route.until_touching(&card, &[card.at(Pose::default())], grain());
    assert!(gap(&card.at(stopped.route.end()), &card.at(Pose::default()), grain()) >= 0);
}

#[test]
fn pushing_aslant_does_not_creep() {
    let corners = |count: i64, radius: i64| {
        let way = |at: i64| Angle::new(-at * 360_000_000 / count).way(radius);
        let points: Vec<(i64, i64)> = (0..count).map(|at| (way(at).x(), way(at).y())).collect();
        Footprint::convex(&points).unwrap()
    };
    // A triangle whose front looks aside of where it goes, so that a push takes it hardly deeper and well along.
    let mover = corners(3, 10_429);
    for turn in 0..400 {
        let pose = Pose::new(Point::new(0, 0), Angle::new(turn * 900_001));
        let other = corners(4, 37_454).at(pose);
        let start = align(&mover, Side::Front, &other.edge(Side::Rear), Along::Centred);
        let push = |pose: Pose| {
            let route = Route::standing(pose).then(&mover, Motion::ahead(50_000));
            route.until_touching(&mover, std::slice::from_ref(&other), grain()).route.end()
        };
        assert_eq!(push(start), start, "{turn}");
    }
}
