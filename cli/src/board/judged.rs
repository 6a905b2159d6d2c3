//! The boards of scenarios judged before anybody plays on them: each is set up, and what lies and deploys there is looked at.

use super::prepared;
use crate::faults;
use warwright_grammar::diagnostic::{Code, Diagnostic, Severity, codes};
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Act, FieldId, Program, SpanId, Target, ValidProgram};
use warwright_runtime::space::plane::{
    Angle, Grain, Point, Pose, Region, Shape, on_board, overlaps, share_in,
};
use warwright_runtime::{Area, Board, Machine, Placed, State};

/// What is wrong with the boards of all scenarios.
pub fn judged(program: &ValidProgram, map: &SourceMap) -> Vec<Diagnostic> {
    let machine = Machine::new(program);
    let program = machine.program();
    let mut found = Vec::new();
    for id in program.battles() {
        if program.scenarios.get(id).is_none_or(|scenario| scenario.board.is_none()) {
            continue;
        }
        let state = match prepared(&machine, id) {
            Ok(state) => state,
            Err(fault) => {
                found.push(faults::diagnostic(&fault, program, map));
                continue;
            }
        };
        // What a fault says of the state would be one of the program, which is sound.
        if let Ok(Some(board)) = machine.board(&state) {
            let judge = Judge { machine: &machine, state: &state, board: &board, map };
            judge.areas(&mut found);
            judge.zones(&mut found);
            judge.pieces(&mut found);
        }
    }
    found
}

struct Judge<'j> {
    machine: &'j Machine,
    state: &'j State,
    board: &'j Board,
    map: &'j SourceMap,
}

impl Judge<'_> {
    /// Areas that lie off the board, and areas in others of their sort.
    fn areas(&self, found: &mut Vec<Diagnostic>) {
        let places = self.written(|program, field| {
            program.kinds.values().any(|kind| kind.region == Some(field))
        });
        let place = |at: usize| self.place(&places, at, self.board.areas.len());
        for (at, area) in self.board.areas.iter().enumerate() {
            let name = self.name(area.entity);
            found.extend(self.off_board(&area.region, &format!("\"{name}\""), place(at)));
            let others = self.board.areas.iter().enumerate().take(at);
            for (other, first) in others.filter(|(_, other)| other.entry == area.entry) {
                if lies_in(area, first) || lies_in(first, area) {
                    let message =
                        format!("\"{name}\" and \"{}\" lie in each other", self.name(first.entity));
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
        let places = self.zone_places();
        let place = |at: usize| self.place(&places, at, self.board.zones.len());
        for (at, zone) in self.board.zones.iter().enumerate() {
            let name = self.name(zone.player);
            let what = format!("the zone of {name}");
            found.extend(self.off_board(&zone.region, &what, place(at)));
            for (other, first) in self.board.zones.iter().enumerate().take(at) {
                if share_space(&zone.region, &first.region) {
                    let message =
                        format!("the zones of {} and {name} overlap", self.name(first.player));
                    let crowded = Diagnostic::new(codes::CROWDED_BOARD, message, place(at))
                        .label("shares space with the other")
                        .also(place(other), "the other zone")
                        .help("both sides could deploy on the same ground");
                    found.push(crowded);
                }
            }
        }
    }

    /// Pieces that fit nowhere in the zone of their side.
    fn pieces(&self, found: &mut Vec<Diagnostic>) {
        let places = self.zone_places();
        for (at, zone) in self.board.zones.iter().enumerate() {
            let own = self.board.pieces.iter();
            let own = own.filter(|piece| piece.owner == Some(zone.player) && piece.pose.is_none());
            let Some(piece) = own.into_iter().find(|piece| !fits(piece, &zone.region)) else {
                continue;
            };
            let message = format!("\"{}\" fits nowhere in this zone", self.name(piece.entity));
            let place = self.place(&places, at, self.board.zones.len());
            found.push(
                Diagnostic::new(codes::CROWDED_BOARD, message, place)
                    .label("smaller than the piece")
                    .help("make the zone deeper or longer"),
            );
        }
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
        Some(if partly {
            Diagnostic::new(code, format!("a part of {what} lies off the board"), place)
                .label("reaches over the edge")
                .severity(Severity::Warning)
        } else {
            Diagnostic::new(code, format!("{what} lies off the board"), place)
                .label("no part of it is on the board")
        })
    }

    fn name(&self, entity: i64) -> String {
        self.machine.name(self.state, entity).unwrap_or_default()
    }

    fn zone_places(&self) -> Vec<SpanId> {
        self.written(|program, field| {
            let name = program.fields.get(field).and_then(|it| program.texts.get(it.name));
            name.is_some_and(|name| name == "zone")
        })
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
