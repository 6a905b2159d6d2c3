//! The boards of scenarios judged before anybody plays on them: each is set up, and what lies and deploys there is looked at.

mod cells;
mod standing;

use super::prepared;
use crate::faults;
use crate::naming::measures::Measures;
use warwright_grammar::diagnostic::{Code, Diagnostic, codes};
use warwright_grammar::side_by_side;
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Act, FieldId, Program, ScenarioId, SpanId, Target};
use warwright_runtime::space::plane::{
    Angle, Grain, Point, Pose, Region, Shape, on_board, overlaps, share_in,
};
use warwright_runtime::{Area, Board, Machine, Placed, State};

/// What is wrong with the boards of some scenarios, as many judged at once as there are processors.
pub fn judged(
    machine: &mut Machine,
    program: &Program,
    map: &SourceMap,
    battles: impl Iterator<Item = ScenarioId>,
) -> Vec<Diagnostic> {
    let has_board =
        |id: &ScenarioId| program.scenarios.get(*id).is_some_and(|it| it.board.is_some());
    let battles: Vec<ScenarioId> = battles.filter(has_board).collect();
    let found = side_by_side(battles.len(), |at| {
        battles.get(at).map_or_else(Vec::new, |id| judged_alone(machine, program, map, *id))
    });
    // Nobody asks for them again.
    battles.iter().for_each(|id| machine.forget(*id));
    found.into_iter().flatten().collect()
}

fn judged_alone(
    machine: &Machine,
    program: &Program,
    map: &SourceMap,
    id: ScenarioId,
) -> Vec<Diagnostic> {
    let state = match prepared(machine, id) {
        Ok(state) => state,
        Err(fault) => return vec![faults::diagnostic(&fault, program, map)],
    };
    let mut found = Vec::new();
    // What a fault says of the state would be one of the program, which is sound.
    let mut without_room = Vec::new();
    if let Ok(Some(board)) = machine.board(&state) {
        let battle = Battle { machine, state: &state, map };
        let judge = Judge { battle, board: &board };
        judge.areas(&mut found);
        judge.zones(&mut found);
        let narrow = judge.pieces(&mut found);
        judge.armies(&narrow, &mut found);
        let zones = board.zones.iter().enumerate().filter(|(at, _)| narrow.contains(at));
        without_room.extend(zones.map(|(_, zone)| zone.player));
        found.extend(standing::on_each_other(&battle, &board.pieces));
    }
    if let Ok(Some(laid)) = machine.cells(&state) {
        cells::judged(&Battle { machine, state: &state, map }, &laid, &mut found);
    }
    standing::judged(&Battle { machine, state: &state, map }, &without_room, &mut found);
    found
}

/// A battle that is set up.
#[derive(Clone, Copy)]
struct Battle<'j> {
    machine: &'j Machine,
    state: &'j State,
    map: &'j SourceMap,
}

struct Judge<'j> {
    battle: Battle<'j>,
    board: &'j Board,
}

impl Judge<'_> {
    /// Areas that lie off the board, and areas in others of their sort.
    fn areas(&self, found: &mut Vec<Diagnostic>) {
        let places = self.battle.written(|program, field| {
            program.kinds.values().any(|kind| kind.region == Some(field))
        });
        let place = |at: usize| self.battle.place(&places, at, self.board.areas.len());
        let mut beyond: Vec<usize> = Vec::new();
        for (at, area) in self.board.areas.iter().enumerate() {
            let name = self.battle.name(area.entity);
            if let Some(off) = self.off_board(&area.region, &format!("\"{name}\""), place(at)) {
                found.push(off);
                beyond.push(at);
                continue;
            }
            // What is too large or too far off is told so.
            let others = self.board.areas.iter().enumerate().take(at);
            let others = others.filter(|(other, _)| !beyond.contains(other));
            for (other, first) in others.filter(|(_, other)| other.entry == area.entry) {
                if lies_in(area, first) || lies_in(first, area) {
                    let message = format!(
                        "\"{name}\" and \"{}\" lie in each other",
                        self.battle.name(first.entity)
                    );
                    let crowded = Diagnostic::new(codes::CROWDED_BOARD, message, place(at))
                        .label("all of one lies in the other")
                        .also(place(other), "the other")
                        .help("two areas of one sort add nothing to each other: take one away, or move it");
                    found.push(crowded);
                }
            }
        }
    }

    /// Zones that lie off the board, and zones that share space.
    fn zones(&self, found: &mut Vec<Diagnostic>) {
        let places = self.battle.zone_places();
        let place = |at: usize| self.battle.place(&places, at, self.board.zones.len());
        for (at, zone) in self.board.zones.iter().enumerate() {
            let name = self.battle.name(zone.player);
            let what = format!("the zone of {name}");
            found.extend(self.off_board(&zone.region, &what, place(at)));
            for (other, first) in self.board.zones.iter().enumerate().take(at) {
                if !self.battle.are_partners(zone.player, first.player)
                    && share_space(&zone.region, &first.region)
                {
                    let message = format!(
                        "the zones of {} and {name} overlap",
                        self.battle.name(first.player)
                    );
                    let crowded = Diagnostic::new(codes::CROWDED_BOARD, message, place(at))
                        .label("shares space with the other")
                        .also(place(other), "the other zone")
                        .help("both sides could deploy on the same ground");
                    found.push(crowded);
                }
            }
        }
    }

    /// Pieces that fit nowhere in the zone of their side; gives those zones.
    fn pieces(&self, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let mut narrow = Vec::new();
        let places = self.battle.zone_places();
        for (at, zone) in self.board.zones.iter().enumerate() {
            let own = self.board.pieces.iter();
            let own = own.filter(|piece| piece.owner == Some(zone.player) && piece.pose.is_none());
            let Some(piece) = own.into_iter().find(|piece| !fits(piece, &zone.region)) else {
                continue;
            };
            let own = piece.footprint.at(Pose::new(Point::default(), Angle::AHEAD));
            let (piece_size, zone_size) =
                (self.size(own.corners()), self.size(zone.region.outline()));
            narrow.push(at);
            let name = self.battle.name(piece.entity);
            let message =
                format!("\"{name}\" is {piece_size}, and fits nowhere in this zone of {zone_size}");
            let place = self.battle.place(&places, at, self.board.zones.len());
            found.push(
                Diagnostic::new(codes::CROWDED_BOARD, message, place)
                    .label("smaller than the piece")
                    .help("make the zone deeper or longer"),
            );
        }
        narrow
    }

    /// Armies whose pieces cover more than the zone in which they deploy.
    fn armies(&self, narrow: &[usize], found: &mut Vec<Diagnostic>) {
        let places = self.battle.zone_places();
        let zones = self.board.zones.iter().enumerate();
        // Where one of them does not fit, all do not.
        for (at, zone) in zones.filter(|(at, _)| !narrow.contains(at)) {
            let waits = |piece: &&Placed| piece.owner == Some(zone.player) && piece.pose.is_none();
            let bases: Vec<i128> = self
                .board
                .pieces
                .iter()
                .filter(waits)
                .map(|piece| twice_area(piece.footprint.at(Pose::default()).corners()))
                .collect();
            let needed: i128 = bases.iter().sum();
            let there: i128 =
                zone.region.pieces().iter().map(|part| twice_area(part.corners())).sum();
            if needed <= there {
                continue;
            }
            let name = self.battle.name(zone.player);
            let percent = needed.saturating_mul(100) / there.max(1);
            let message = format!(
                "the {} pieces of {name} do not fit into this zone: they cover {percent} % of it",
                bases.len()
            );
            let place = self.battle.place(&places, at, self.board.zones.len());
            found.push(
                Diagnostic::new(codes::CROWDED_BOARD, message, place)
                    .label("smaller than all of them together")
                    .help("make the zone deeper or longer, or the army smaller"),
            );
        }
    }

    /// How broad and how deep the box around some points is.
    fn size(&self, points: &[Point]) -> String {
        let span = |part: fn(&Point) -> i64| {
            let parts = points.iter().map(part);
            parts.clone().max().unwrap_or(0) - parts.min().unwrap_or(0)
        };
        let measures = Measures::of(self.battle.machine);
        let shown = |length: i64| measures.shown(length);
        format!("{} x {}", shown(span(|p| p.x())), shown(span(|p| p.y())))
    }

    /// An area or zone that does not lie on the board: a mistake where no part of it does, else worth a look.
    fn off_board(&self, region: &Region, what: &str, place: Span) -> Option<Diagnostic> {
        let far = Point::new(self.board.width, self.board.depth);
        if on_board(region.outline(), Point::default(), far) {
            return None;
        }
        let near = [Point::default(), Point::new(far.x(), 0), far, Point::new(0, far.y())];
        let whole = Region::polygon(&near).ok();
        let partly = whole.is_some_and(|whole| share_space(&whole, region));
        let code: Code = codes::OFF_BOARD;
        let measures = Measures::of(self.battle.machine);
        let (width, depth) = (measures.shown(far.x()), measures.shown(far.y()));
        let found = if partly {
            Diagnostic::warning(code, place)
                .says(format!("a part of {what} lies off the board"))
                .label("reaches over the edge")
        } else {
            Diagnostic::new(code, format!("{what} lies off the board"), place)
                .label("no part of it is on the board")
        };
        Some(found.help(format!(
            "the board is {width} x {depth}: a point `(x, y)` of it has `x` up to {width} and `y` up to {depth}"
        )))
    }
}

impl Battle<'_> {
    /// Whether two players are of one team.
    fn are_partners(&self, one: i64, other: i64) -> bool {
        let layout = self.machine.layout(self.state.scenario);
        layout.is_ok_and(|layout| layout.team_of(one) == layout.team_of(other))
    }

    fn name(&self, entity: i64) -> String {
        self.machine.name(self.state, entity).unwrap_or_default()
    }

    fn zone_places(&self) -> Vec<SpanId> {
        self.written(|program, field| program.zone == Some(field))
    }

    /// Where the set-up of the scenario writes some fields, in order.
    fn written(&self, is_wanted: impl Fn(&Program, FieldId) -> bool) -> Vec<SpanId> {
        let program = self.machine.program();
        let scenario = program.scenarios.get(self.state.scenario);
        let body = scenario.and_then(|it| it.setup).and_then(|body| program.bodies.get(body));
        let acts = body.into_iter().flat_map(|body| body.acts.iter().zip(&body.spans));
        let written = acts.filter_map(|(act, span)| match act {
            Act::Set { target: Target::Field { field, .. }, .. } if is_wanted(program, *field) => {
                Some(*span)
            }
            _ => None,
        });
        written.collect()
    }

    /// The line of one of so many; the scenario where they are not written one by one.
    fn place(&self, places: &[SpanId], at: usize, of: usize) -> Span {
        let program = self.machine.program();
        let own = places.get(at).filter(|_| places.len() == of).copied();
        let scenario = program.scenarios.get(self.state.scenario).map(|scenario| scenario.span);
        own.or(scenario).map_or_else(Span::default, |at| faults::span(at, program, self.map))
    }
}

/// Twice the area within some corners.
fn twice_area(corners: &[Point]) -> i128 {
    let next = corners.iter().cycle().skip(1);
    let cross = |(a, b): (&Point, &Point)| {
        i128::from(a.x()) * i128::from(b.y()) - i128::from(b.x()) * i128::from(a.y())
    };
    corners.iter().zip(next).map(cross).sum::<i128>().abs()
}

/// Whether all of an area lies in another.
fn lies_in(area: &Area, other: &Area) -> bool {
    area.region.pieces().iter().all(|piece| share_in(piece, &other.region).is_whole())
}

fn share_space(one: &Region, other: &Region) -> bool {
    one.pieces()
        .iter()
        .any(|piece| other.pieces().iter().any(|it| overlaps(piece, it, Grain::FINEST)))
}

/// Whether a place is found for a piece in a region: a lattice of places from side to side, at facings all round.
fn fits(piece: &Placed, region: &Region) -> bool {
    const PLACES: i64 = 8;
    let span = |points: &[Point], part: fn(&Point) -> i64| {
        let parts = points.iter().map(part);
        (parts.clone().min().unwrap_or(0), parts.max().unwrap_or(0))
    };
    (0..24).any(|turn| {
        let facing = Angle::degrees(turn * 15);
        let posed = piece.footprint.at(Pose::new(Point::default(), facing));
        let room = |part: fn(&Point) -> i64| {
            let (own, all) = (span(posed.corners(), part), span(region.outline(), part));
            (all.0 - own.0, all.1 - own.1)
        };
        let ((left, right), (near, far)) = (room(|p| p.x()), room(|p| p.y()));
        if left > right || near > far {
            return false;
        }
        (0..(PLACES + 1) * (PLACES + 1)).any(|at| {
            let (across, along) = (at % (PLACES + 1), at / (PLACES + 1));
            let x = left + (right - left) * across / PLACES;
            let y = near + (far - near) * along / PLACES;
            let posed = piece.footprint.at(Pose::new(Point::new(x, y), facing));
            share_in(&posed, region).is_whole()
        })
    })
}
