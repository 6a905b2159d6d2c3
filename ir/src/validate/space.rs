//! Types of expressions on places, shapes and moves; what stands on the board.

use super::exprs::Typing;
use super::report::{FaultKind, Owner, Report};
use crate::{
    Board, CellTest, Expr, ExprId, KindBase, MOST_CELLS, ReachLimit, SIDES, SpaceOp, Ty, Wanted,
};

/// The coarsest grain: a metre. The kernel knows none above.
const COARSEST: i64 = 1_000_000;
/// The finest grain, in micrometres.
const FINEST: i64 = 20;
/// The longest side of a board: half of what the plane reaches.
const LONGEST_BOARD: i64 = 1 << 28;

impl<'p> Typing<'_, 'p> {
    /// Checks an expression on the board.
    pub(super) fn space(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Space { op, args } => self.operation(*op, args),
            Expr::RouteWhile { route, when } => {
                self.takes(Wanted::Route, *route);
                self.wants(*when, &Ty::Bool, "the condition");
                self.gives(&Ty::Route);
            }
            Expr::ClearLine { from, to, wide, past } => {
                self.takes(Wanted::Point, *from);
                self.takes(Wanted::Shape, *to);
                if let Some(wide) = wide {
                    self.wants(*wide, &Ty::Length, "the width");
                }
                for past in past {
                    self.takes(Wanted::Pieces, past.of);
                    if let Some(element) = self.of(past.of).element() {
                        self.slot_holds(past.slot, &element);
                    }
                    if let Some(when) = past.when {
                        self.wants(when, &Ty::Bool, "the condition");
                    }
                    if let Some(through) = past.through {
                        self.wants(through, &Ty::Length, "how much is allowed");
                    }
                }
                self.gives(&Ty::Bool);
            }
            Expr::Reach { from, limit, into, on } => self.reach(*from, *limit, [*into, *on]),
            _ => {}
        }
    }

    fn reach(&mut self, from: ExprId, limit: ReachLimit, tests: [Option<CellTest>; 2]) {
        self.takes(Wanted::Cell, from);
        match limit {
            ReachLimit::Within(steps) => self.takes(Wanted::Int, steps),
            ReachLimit::To(cell) => self.takes(Wanted::Cell, cell),
        }
        let cell = self.of(from).clone();
        for test in tests.into_iter().flatten() {
            self.slot_holds(test.slot, &cell);
            self.wants(test.when, &Ty::Bool, "the condition");
        }
        self.gives(&Ty::List(Box::new(cell)));
    }

    fn operation(&mut self, op: SpaceOp, args: &[ExprId]) {
        let sign = op.sign();
        if args.len() != sign.takes.len() {
            let (given, wanted) = (args.len(), sign.takes.len());
            self.fault(format!("`{}` takes {wanted} values and is given {given}", sign.name));
        }
        for (arg, wanted) in args.iter().zip(sign.takes) {
            self.takes(*wanted, *arg);
        }
        if let (SpaceOp::Same, [one, other]) = (op, args) {
            let alike = self.of(*one) == self.of(*other);
            self.ensure(alike, *other, "the right side", "of the type of the left");
        }
        self.gives(&sign.gives.ty(self.program));
    }

    fn takes(&mut self, wanted: Wanted, part: ExprId) {
        let holds = wanted.takes(self.program, self.of(part));
        self.ensure(holds, part, "what is taken", &format!("{wanted:?}"));
    }
}

/// Kinds that stand or lie on the board have the figures and fields that say where; boards, the grain and the sides are sound.
pub(super) fn the_board_is_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, kind) in program.kinds.iter() {
        let owner = Owner::Kind(id);
        let footprint = kind.footprint.is_none_or(|profile| {
            let profile = program.profiles.at(profile);
            profile.kind == id && profile.ty == Ty::Footprint && profile.quantity.is_none()
        });
        let message = "its footprint is no figure of that type of its own";
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
        let names = program.kinds.at(sides).entries.iter();
        let names = names.map(|entry| report.text(program.entries.at(*entry).name));
        let sound = program.kinds.at(sides).closed && names.eq(SIDES);
        let message = "the kind of sides has other members than the sides";
        report.require(sound, Owner::Kind(sides), FaultKind::List, message);
    }
    if program.grain.is_some_and(|grain| !(FINEST..=COARSEST).contains(&grain)) {
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
        report.require(sound, Owner::Scenario(id), FaultKind::Value, message);
        let areas = scenario
            .ground
            .iter()
            .all(|it| program.kinds.at(program.entries.at(it.entry).kind).base == KindBase::Area);
        report.require(areas, Owner::Scenario(id), FaultKind::List, "its ground is no area");
    }
}
