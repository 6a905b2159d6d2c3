//! Plans: where barges of the basin go when rocks lie anywhere. They never come to lie on one, reach their berth in the turns
//! that the first plan said, and no brute search on a lattice finds a way of fewer.

use super::root;
use std::collections::BTreeSet;
use std::fmt::Write;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_runtime::space::plane::{
    Angle, Corner, Corners, Footprint, Grain, Motion, Point, Pose, Route, Shape, distance,
};
use warwright_tests::sources::{compile_system, content_of, lines};

const INCH: i64 = 25_400;
const PACE: i64 = 8 * INCH;

/// Where a barge starts, where it goes, and the middles and sizes of rocks, in quarters of an inch.
struct Basin {
    start: (i64, i64, i64),
    berth: (i64, i64),
    rocks: Vec<[i64; 4]>,
}

/// A small generator of its own: the basins are the same everywhere.
fn basins(count: usize) -> Vec<Basin> {
    let mut seed = 7_u64;
    let mut next = move |low: i64, high: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + i64::try_from((seed >> 33) % u64::try_from(high - low + 1).unwrap()).unwrap()
    };
    (0..count)
        .map(|_| Basin {
            start: (next(20, 76), next(10, 14), next(0, 7) * 45),
            berth: (next(20, 76), next(50, 62)),
            rocks: (0..next(1, 3))
                .map(|_| [next(20, 76), next(28, 40), next(4, 32), next(2, 6)])
                .collect(),
        })
        .collect()
}

fn inches(quarters: i64) -> String {
    format!("{}.{:02}\"", quarters / 4, quarters % 4 * 25)
}

/// A test block of a basin with what is expected of it.
fn block(number: usize, basin: &Basin, run: &str, expected: &str) -> String {
    let (x, y, facing) = basin.start;
    let mut text = format!(
        "test \"basin {number} {run}\" {{\n  given b: Skiff at ({}, {}) facing {facing} deg {{ berth ({}, {}) }}",
        inches(x),
        inches(y),
        inches(basin.berth.0),
        inches(basin.berth.1)
    );
    for (rock, [x, y, width, depth]) in basin.rocks.iter().enumerate() {
        let size = format!("{} x {}", inches(*width), inches(*depth));
        write!(text, " ; r{rock}: Reef at ({}, {}) size {size}", inches(*x), inches(*y)).unwrap();
    }
    writeln!(text, "\n  run {run}\n  expect {expected}\n}}").unwrap();
    text
}

/// Runs test blocks beside the basin's own, and says which fail.
fn failing(blocks: &str) -> Vec<String> {
    let mut content = content_of(&root().join("tests/games/basin"));
    content.push((String::from("scenarios/basin/more.ww"), format!("use basin\n\n{blocks}")));
    let compilation = compile_system("basin", &content);
    assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
    let program = validate(compilation.program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let mut failing = Vec::new();
    for id in program.program().tests.ids() {
        let result = warwright_cli::testing::run(&machine, id);
        failing.extend(result.failure.map(|why| format!("{}: {why:?}", result.name)));
    }
    failing
}

#[test]
fn a_voyage_takes_the_turns_that_were_promised_and_touches_no_rock() {
    let expected = "may float(b) and (b.promised is none or (moored(b) and b.taken <= (b.promised otherwise 0)))";
    let blocks: String = basins(12)
        .iter()
        .enumerate()
        .map(|(number, basin)| block(number, basin, "voyage(b.player)", expected))
        .collect();
    assert_eq!(failing(&blocks), Vec::<String>::new());
}

#[test]
fn no_lattice_has_a_way_of_fewer_turns() {
    let mut blocks = String::new();
    let mut found = 0;
    for (number, basin) in basins(20).iter().enumerate() {
        if let Some(turns) = brute(basin, 3) {
            found += 1;
            let expected = format!("(b.turns_left otherwise 99) <= {turns}");
            blocks += &block(number, basin, "steer(b)", &expected);
        }
    }
    assert!(found >= 10, "the lattice found a way in {found} basins");
    assert_eq!(failing(&blocks), Vec::<String>::new());
}

/// In how many turns a way of half inches and eighths of a right angle, three manoeuvres a turn, leads to the berth.
fn brute(basin: &Basin, most: i64) -> Option<i64> {
    let quarter = |x: i64, y: i64| Point::new(x * INCH / 4, y * INCH / 4);
    let berth = quarter(basin.berth.0, basin.berth.1);
    let rocks: Vec<Corners> = basin
        .rocks
        .iter()
        .map(|[x, y, width, depth]| {
            let rock = Footprint::rectangle(width * INCH / 4, depth * INCH / 4).unwrap();
            Corners::from(rock.at(Pose::new(quarter(*x, *y), Angle::AHEAD)).corners())
        })
        .collect();
    let grain = Grain::new(50).unwrap();
    let barge = Footprint::rectangle(2 * INCH, INCH).unwrap();
    let start = Pose::new(quarter(basin.start.0, basin.start.1), Angle::degrees(basin.start.2));
    let mut known = BTreeSet::new();
    let mut layer = vec![start];
    for turn in 1..=most {
        let mut level: Vec<(Pose, i64)> = layer.iter().map(|pose| (*pose, PACE)).collect();
        let mut ends = Vec::new();
        let mut seen = BTreeSet::new();
        for _ in 0..3 {
            let mut next = Vec::new();
            for (pose, left) in &level {
                for motion in motions() {
                    let route = Route::standing(*pose).then(&barge, motion);
                    let free = route.until_touching(&barge, &rocks, grain).route.within(*left);
                    let (end, left) = (free.end(), left - free.length());
                    let posed = barge.at(end);
                    if distance(&posed, &berth, grain) <= INCH / 4 {
                        return Some(turn);
                    }
                    let inside = posed.corners().iter().all(|corner| {
                        (INCH..23 * INCH).contains(&corner.x())
                            && (INCH..17 * INCH).contains(&corner.y())
                    });
                    if inside && seen.insert((cell(end), left / INCH)) {
                        next.push((end, left));
                    }
                }
            }
            ends.extend(next.iter().map(|(pose, _)| *pose));
            level = next;
        }
        layer = ends.into_iter().filter(|pose| known.insert(cell(*pose))).collect();
        // The nearest few hundred are enough to have something to compare with.
        layer.sort_by_key(|pose| pose.at.to(berth).square());
        layer.truncate(200);
    }
    None
}

fn motions() -> impl Iterator<Item = Motion> {
    let rows = [1, 2, 4, 8].into_iter().map(|inches| Motion::ahead(inches * INCH));
    let wheels = [Corner::FrontLeft, Corner::FrontRight].into_iter().flat_map(|about| {
        let sign = if about == Corner::FrontLeft { -1 } else { 1 };
        [22_500_000, 45_000_000, 90_000_000]
            .into_iter()
            .map(move |angle| Motion::Wheel { about, angle: sign * angle })
    });
    rows.chain(wheels)
}

/// Which cell of half an inch and which eighth of a right angle a pose lies in.
fn cell(pose: Pose) -> (i64, i64, i64) {
    let part = |length: i64| length.div_euclid(INCH / 2);
    (part(pose.at.x()), part(pose.at.y()), pose.facing.micro_degrees().div_euclid(11_250_000))
}
