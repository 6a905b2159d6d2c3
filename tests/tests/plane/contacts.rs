//! Contact by construction: alignment, frontage, common corners, and the places that matter along an edge.

use super::make::{footprint, grain, posed};
use proptest::prelude::*;
use warwright_runtime::space::plane::{
    Along, Angle, Corner, Footprint, Grain, Point, Pose, Posed, Side, align, berths, frontage, gap,
    overlaps, shared_corners, touches,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn aligned_pieces_touch_and_take_over_the_facing(
        mover in footprint(), other in posed(), mine in 0..4_usize, theirs in 0..4_usize, offset in -20_000..20_000_i64, near in super::make::pose(),
    ) {
        let (mine, theirs) = (Side::ALL[mine], Side::ALL[theirs]);
        let edge = other.edge(theirs);
        for along in [Along::Centred, Along::FlushLeft, Along::FlushRight, Along::Offset(offset), Along::Most(near.at)] {
            let there = mover.at(align(&mover, mine, &edge, along));
            prop_assert_eq!(there.edge(mine).facing, edge.facing.opposite());
            let own = there.edge(mine).way().square().isqrt();
            let reach = (own + edge.way().square().isqrt()) / 2;
            let fits = !matches!(along, Along::Offset(offset) if offset.abs() >= reach);
            if fits {
                prop_assert_eq!(gap(&there, &other, Grain::FINEST), 0, "{:?}", along);
                prop_assert!(touches(&there, &other, grain()));
                prop_assert_eq!(frontage(&there, &other, grain()), frontage(&other, &there, grain()));
            }
            if matches!(along, Along::Centred | Along::Most(_)) {
                let most = own.min(edge.way().square().isqrt());
                prop_assert!((frontage(&there, &other, grain()) - most).abs() <= 50);
            }
            if matches!(along, Along::FlushLeft | Along::FlushRight) {
                prop_assert!(!shared_corners(&there, &other, grain()).is_empty(), "{:?}", along);
            }
        }
    }

    #[test]
    fn the_best_berth_shares_the_most_that_fits(
        width in 10_000..120_000_i64, target in posed(), others in prop::collection::vec(posed(), 0..4), side in 0..4_usize, near in super::make::pose(),
    ) {
        let mover = Footprint::rectangle(width, 30_000).unwrap();
        let edge = target.edge(Side::ALL[side]);
        let fits = |pose: Pose| others.iter().all(|o| !overlaps(&mover.at(pose), o, grain()));
        let found = berths(&mover, Side::Front, &edge, near.at, &others, grain());
        for berth in &found {
            prop_assert!(touches(&mover.at(berth.pose), &target, grain()));
            prop_assert!(berth.frontage >= 0 && berth.frontage <= width + 50);
        }
        let best = found.iter().find(|berth| fits(berth.pose)).map(|berth| berth.frontage);
        // Brute force: no place on a fine raster that is clear of the others shares more. Where edges run nearly alike, half
        // a grain across is a long way along: places that fit only to the grain may lie beyond the last true contact.
        let clear = |pose: Pose| others.iter().all(|o| gap(&mover.at(pose), o, Grain::FINEST) > 2);
        let length = edge.way().square().isqrt();
        let half = (length + width) / 2;
        for step in -60..=60 {
            let offset = half * step / 60;
            let pose = align(&mover, Side::Front, &edge, Along::Offset(offset));
            if clear(pose) {
                let shared = (half - offset.abs()).min(width).min(length);
                prop_assert!(best.is_some_and(|best| best + 100 >= shared), "{best:?} {shared} at {offset}");
            }
        }
    }
}

#[test]
fn a_line_of_pieces_does_not_bend() {
    let card = Footprint::rectangle(88_900, 63_500).unwrap();
    for angle in [0, 1, 12_345_678, 45_000_000, 123_456_789, 300_000_001] {
        let first = card.at(Pose::new(Point::new(1_234, -987), Angle::new(angle)));
        let mut line: Vec<Posed> = vec![first];
        for _ in 0..30 {
            let edge = line.last().unwrap().edge(Side::Right);
            let next = card.at(align(&card, Side::Left, &edge, Along::FlushRight));
            assert_eq!(gap(&next, line.last().unwrap(), Grain::FINEST), 0);
            assert_eq!(frontage(&next, line.last().unwrap(), grain()), 63_500);
            assert_eq!(shared_corners(&next, line.last().unwrap(), grain()).len(), 2);
            line.push(next);
        }
        let last = line.last().unwrap();
        assert_eq!(last.pose.facing, line[0].pose.facing);
        // Thirty contacts are off the true place by at most 30 um.
        let true_way = Angle::new(angle + 90_000_000).way(30 * 88_900);
        let off = line[0].pose.at.plus(true_way).to(last.pose.at);
        assert!(off.square() <= 30 * 30 * 2, "{off:?}");
    }
}

#[test]
fn corner_contact_shares_no_edge() {
    let card = Footprint::rectangle(80_000, 60_000).unwrap();
    let here = card.at(Pose::default());
    let there = card.at(Pose::new(Point::new(80_000, 60_000), Angle::AHEAD));
    assert!(touches(&here, &there, grain()));
    assert_eq!(frontage(&here, &there, grain()), 0);
    assert_eq!(shared_corners(&here, &there, grain()).len(), 1);
    assert_eq!(here.corner(Corner::FrontRight), there.corner(Corner::RearLeft));
    let half = card.at(Pose::new(Point::new(20_000, 60_000), Angle::BACK));
    assert_eq!(frontage(&here, &half, grain()), 60_000);
    // Turned by a degree it touches with a corner only.
    let turned = card.at(Pose::new(Point::new(0, 60_698), Angle::degrees(1)));
    assert_eq!(gap(&here, &turned, Grain::new(1_000).unwrap()), 0);
    assert_eq!(frontage(&here, &turned, grain()), 0);
}
