//! The board: what stands on it, its grain, its sides and its cells.

use super::report::{FaultKind, Owner, Report};
use crate::{
    Board, COLOURS, FootprintOf, GRAINS, KindBase, KindId, MOST_CELLS, Program, SIDES, Ty,
};

/// The longest side of a board: half of what the plane reaches.
const LONGEST_BOARD: i64 = 1 << 28;

/// Whether that says the footprint of things of a kind.
fn is_footprint_of(program: &Program, kind: KindId, of: FootprintOf) -> bool {
    match of {
        FootprintOf::Printed(profile) => {
            let profile = program.profiles.at(profile);
            profile.kind == kind && profile.ty == Ty::Footprint && profile.quantity.is_none()
        }
        FootprintOf::Derived(function) => {
            let function = program.functions.at(function);
            let own = matches!(function.params.as_slice(), [it] if it.ty == Ty::Entity(kind));
            own && function.ty == Ty::Footprint
        }
    }
}

/// Kinds that stand or lie on the board have the figures and fields that say where; boards, the grain and the sides are sound.
pub(super) fn the_board_is_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, kind) in program.kinds.iter() {
        let owner = Owner::Kind(id);
        let footprint = kind.footprint.is_none_or(|of| is_footprint_of(program, id, of));
        let message = "its footprint is neither a figure nor a function of its own that gives one";
        report.require(footprint, owner, FaultKind::Type, message);
        let field = |field, ty: &Ty| {
            let field = program.fields.at(field);
            field.kind == id && field.ty == *ty
        };
        let place = Ty::Optional(Box::new(Ty::Place));
        let stands = kind.place.is_none_or(|it| field(it, &place) && kind.footprint.is_some());
        report.require(stands, owner, FaultKind::Type, "its place is no field for places");
        let region = Ty::Optional(Box::new(Ty::Region));
        let lies = kind.region.is_none_or(|it| field(it, &region) && kind.base == KindBase::Area);
        report.require(lies, owner, FaultKind::Type, "its region is no field for regions");
        let cell = program.cell_kind().map(|cell| Ty::Optional(Box::new(Ty::Entity(cell))));
        let stands = kind.cell.is_none_or(|it| cell.is_some_and(|cell| field(it, &cell)));
        report.require(stands, owner, FaultKind::Type, "its cell is no field for cells");
        let known = kind.base != KindBase::Cell || program.cell_kind() == Some(id);
        report.require(known, owner, FaultKind::List, "it is not the kind of the board's cells");
    }
    if let Some(sides) = program.sides {
        let kind = program.kinds.at(sides);
        let message = "the kind of sides has other members than the sides";
        let sound = kind.closed && kind.entries.len() == SIDES;
        report.require(sound, Owner::Kind(sides), FaultKind::List, message);
    }
    if let Some(colours) = program.colours {
        let kind = program.kinds.at(colours);
        let names = kind.entries.iter().map(|entry| report.text(program.entries.at(*entry).name));
        let sound = kind.closed && names.into_iter().all(|name| COLOURS.contains(&name));
        let message = "the kind of colours has members that are none";
        report.require(sound, Owner::Kind(colours), FaultKind::List, message);
    }
    if let Some(zone) = program.zone {
        let field = program.fields.at(zone);
        let cells = program.cell_kind().map(|cell| Ty::Set(Box::new(Ty::Entity(cell))));
        let wanted = cells.unwrap_or_else(|| Ty::Optional(Box::new(Ty::Region)));
        let sound = program.player() == Some(field.kind) && field.ty == wanted;
        let message = "the zone of players is no field of theirs that holds one";
        report.require(sound, Owner::Field(zone), FaultKind::Type, message);
    }
    if program.grain.is_some_and(|grain| !GRAINS.contains(&grain)) {
        report.fault(FaultKind::Value, None, "the grain is none that a board can have".to_owned());
    }
    let cells = program.cell_kind().is_none_or(|kind| {
        let kind = program.kinds.at(kind);
        kind.base == KindBase::Cell && !kind.closed && !kind.fleeting
    });
    if !cells {
        report.fault(FaultKind::List, None, "its cells are of no kind of cells".to_owned());
    }
    for (id, scenario) in program.scenarios.iter() {
        let sized = |side: i64| (1..=LONGEST_BOARD).contains(&side);
        let sound = scenario.board.as_ref().is_none_or(|board| match board {
            Board::Plane { width, depth } => sized(*width) && sized(*depth),
            Board::Cells(cells) => {
                let most = |line: &u32| (*line as usize) <= MOST_CELLS;
                program.cell_kind().is_some()
                    && cells.lines.len() <= MOST_CELLS
                    && cells.lines.iter().all(most)
                    && (1..=MOST_CELLS).contains(&cells.len())
            }
        });
        let message = "its board is too large or has no size";
        report.require(sound, Owner::Scenario(id), FaultKind::Size, message);
        let areas = scenario
            .ground
            .iter()
            .all(|it| program.kinds.at(program.entries.at(it.entry).kind).base == KindBase::Area);
        report.require(areas, Owner::Scenario(id), FaultKind::List, "its ground is no area");
    }
}
