//! Expressions on places, shapes and moves: takes cells of the state, asks the plane, gives cells rounded to the grain.

use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::space::plane::{
    Along, Angle, Arcs, Corner, Corners, Edge, Footprint, Grain, Motion, Point, Pose, Posed,
    Region, RegionFault, Route, Shape, Side, Squared, Thicket, Wedge, align, berths, beyond,
    clear_line, clear_line_to_any, frontage, gap, share_in, side_towards,
};
use crate::state::Wide;
use smallvec::SmallVec;
use warwright_ir::{ExprId, NONE, Past, Slot, SpaceOp, Ty, Wanted};

/// At every so many micrometres of a move its condition is asked, and to the grid where it first fails.
const STRIDE: i64 = 6_350;

/// Something that has a shape.
#[derive(Clone, Debug)]
pub(crate) enum Shaped {
    /// A piece.
    Piece(Posed),
    /// A region, or an area.
    Region(Region),
    /// An edge.
    Edge(Edge),
    /// A point.
    Point(Point),
}

impl Shaped {
    /// Convex shapes that it consists of.
    fn parts(&self) -> SmallVec<[&[Point]; 4]> {
        match self {
            Self::Piece(piece) => std::iter::once(piece.corners()).collect(),
            Self::Region(region) => region.pieces().iter().map(|piece| piece.corners()).collect(),
            Self::Edge(edge) => std::iter::once(edge.corners()).collect(),
            Self::Point(point) => std::iter::once(point.corners()).collect(),
        }
    }

    /// The signed gap to another shape.
    fn gap(&self, other: &Self, grain: Grain) -> i64 {
        let others = other.parts();
        let pairs =
            self.parts().into_iter().flat_map(|one| others.iter().map(move |two| (one, *two)));
        pairs.map(|(one, two)| gap(one, two, grain)).min().unwrap_or(i64::MAX)
    }

    /// The middle: of a region that of the box around it.
    fn centre(&self) -> Point {
        match self {
            Self::Piece(piece) => piece.pose.at,
            Self::Edge(edge) => edge.centre(),
            Self::Point(point) => *point,
            Self::Region(region) => {
                let corners = region.outline();
                let span = |of: fn(&Point) -> i64| {
                    let all = corners.iter().map(of);
                    (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
                };
                let ((left, right), (near, far)) = (span(|p| p.x()), span(|p| p.y()));
                Point::new(left, near).middle(Point::new(right, far))
            }
        }
    }

    /// Whether all of it lies in a region, border included.
    fn inside(&self, region: &Region) -> bool {
        self.parts().into_iter().all(|part| match part {
            [point] => region.contains(*point),
            part => share_in(part, region).is_whole(),
        })
    }
}

impl<O: Observer> Evaluator<'_, O> {
    /// An operation that gives one cell.
    pub(super) fn space_scalar(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<i64> {
        self.burn(2)?;
        let grain = self.linked.grain;
        match (op, args) {
            (SpaceOp::Distance, [one, other]) => Ok(self.gap(*one, *other)?.max(0)),
            // What is not on the board touches nothing, shares space with nothing and lies in nothing.
            (SpaceOp::Touches, [one, other]) => {
                Ok(i64::from(self.gap_there(*one, *other)?.is_some_and(|gap| gap == 0)))
            }
            (SpaceOp::Overlaps, [one, other]) => {
                Ok(i64::from(self.gap_there(*one, *other)?.is_some_and(|gap| gap < 0)))
            }
            (SpaceOp::Inside, [one, region]) => match self.shape_there(*one)? {
                Some(shape) => Ok(i64::from(shape.inside(&self.region(*region)?))),
                None => Ok(0),
            },
            (SpaceOp::Frontage, [one, other]) => {
                let (one, other) = (self.shape(*one)?, self.shape(*other)?);
                let others = other.parts();
                let pairs = one.parts().into_iter();
                let pairs = pairs.flat_map(|a| others.iter().map(move |b| frontage(a, *b, grain)));
                Ok(pairs.max().unwrap_or(0))
            }
            (SpaceOp::ShareIn, [piece, region]) => {
                let piece = self.posed(*piece)?;
                let share = share_in(&piece, &self.region(*region)?);
                super::arith::cell(Some(share.fraction()))
            }
            (SpaceOp::SideTowards | SpaceOp::SideWithin, [piece, other, arcs @ ..]) => {
                self.side_of(*piece, *other, arcs)
            }
            (SpaceOp::InWedge | SpaceOp::WhollyInWedge, [shape, edge, opening]) => {
                let Some(shape) = self.shape_there(*shape)? else { return Ok(0) };
                let wedge = Wedge::before(&self.edge(*edge)?, self.scalar(*opening)?);
                let mut parts = shape.parts().into_iter();
                Ok(i64::from(match op {
                    SpaceOp::InWedge => parts.any(|part| wedge.meets(part)),
                    _ => parts.all(|part| wedge.holds(part)),
                }))
            }
            (SpaceOp::LeastBeyond | SpaceOp::MostBeyond, [shape, edge]) => {
                let (shape, edge) = (self.shape(*shape)?, self.edge(*edge)?);
                let parts = shape.parts();
                let spans = parts.iter().map(|part| beyond(&edge, *part, grain));
                Ok(match op {
                    SpaceOp::LeastBeyond => spans.map(|(least, _)| least).min(),
                    _ => spans.map(|(_, most)| most).max(),
                }
                .unwrap_or(0))
            }
            (SpaceOp::Crosses, [route, shape]) => {
                let (entity, route) = self.route(*route)?;
                let swept = route.swept(self.footprint(entity)?, grain);
                let Some(shape) = self.shape_there(*shape)? else { return Ok(0) };
                let parts = shape.parts();
                let enters = |part: &Corners| parts.iter().any(|p| gap(part, *p, grain) < 0);
                Ok(i64::from(swept.iter().any(enters)))
            }
            (SpaceOp::Same, [one, other]) => {
                let one = self.wide(*one)?;
                Ok(i64::from(one == self.wide(*other)?))
            }
            _ => self.measure(op, args),
        }
    }

    /// Numbers that are parts of values.
    fn measure(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<i64> {
        let grain = self.linked.grain;
        match (op, args) {
            (SpaceOp::Direction, [from, to]) => {
                let way = self.point(*from)?.to(self.point(*to)?);
                Ok(Angle::of(way).map_or(NONE, Angle::micro_degrees))
            }
            (SpaceOp::Turn, [from, to]) => {
                let from = Angle::new(self.scalar(*from)?);
                Ok(from.turn_to(Angle::new(self.scalar(*to)?)))
            }
            (SpaceOp::PointX, [point]) => Ok(grain.round(self.point(*point)?.x())),
            (SpaceOp::PointY, [point]) => Ok(grain.round(self.point(*point)?.y())),
            (SpaceOp::PlaceFacing, [place]) => Ok(self.place(*place)?.facing.micro_degrees()),
            (SpaceOp::EdgeFacing, [edge]) => Ok(self.edge(*edge)?.facing.micro_degrees()),
            (SpaceOp::EdgeLength, [edge]) => Ok(grain.root(Squared::of(self.edge(*edge)?.way()))),
            (SpaceOp::RouteLength, [route]) => Ok(grain.round(self.route(*route)?.1.length())),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// An operation that gives a value of space.
    pub(super) fn space_wide(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<Wide> {
        self.burn(2)?;
        match (op, args) {
            (SpaceOp::Centre, [shape]) => Ok(self.shape(*shape)?.centre().cells()),
            (SpaceOp::EdgeOf, [piece, side]) => {
                let piece = self.posed(*piece)?;
                Ok(piece.edge(self.side(*side)?).cells())
            }
            (SpaceOp::Corner, [piece, one, other]) => {
                let piece = self.posed(*piece)?;
                let corner = corner_between(self.side(*one)?, self.side(*other)?);
                let corner = corner.ok_or_else(|| Fault::new(FaultKind::NothingThere))?;
                Ok(piece.corner(corner).cells())
            }
            (SpaceOp::Point, [x, y]) => {
                let x = self.scalar(*x)?;
                Ok(Point::new(x, self.scalar(*y)?).cells())
            }
            (SpaceOp::Place, [at, facing]) => {
                let at = self.point(*at)?;
                Ok(Pose::new(at, Angle::new(self.scalar(*facing)?)).cells())
            }
            (SpaceOp::Edge, [left, right]) => {
                let left = self.point(*left)?;
                Ok(Edge::new(self.point(*right)?, left).cells())
            }
            (SpaceOp::ShiftedPoint, [point, direction, length]) => {
                let point = self.point(*point)?;
                Ok(point.plus(self.way(*direction, *length)?).cells())
            }
            (SpaceOp::ShiftedPlace, [place, direction, length]) => {
                let place = self.place(*place)?;
                let at = place.at.plus(self.way(*direction, *length)?);
                Ok(Pose::new(at, place.facing).cells())
            }
            (SpaceOp::Turned, [place, by]) => {
                let place = self.place(*place)?;
                Ok(Pose::new(place.at, place.facing.turned(self.scalar(*by)?)).cells())
            }
            (SpaceOp::PlaceAt, [place]) => Ok(self.place(*place)?.at.cells()),
            (SpaceOp::EdgeCentre, [edge]) => Ok(self.edge(*edge)?.centre().cells()),
            (SpaceOp::EdgeLeft, [edge]) => Ok(self.edge(*edge)?.to().cells()),
            (SpaceOp::EdgeRight, [edge]) => Ok(self.edge(*edge)?.from().cells()),
            (SpaceOp::RouteStart, [route]) => Ok(self.route(*route)?.1.start().cells()),
            (SpaceOp::RouteEnd, [route]) => Ok(self.route(*route)?.1.end().cells()),
            (SpaceOp::Berths, [piece, side, edge, near, others]) => {
                self.berths(*piece, *side, *edge, *near, *others)
            }
            (
                SpaceOp::Rectangle
                | SpaceOp::Oval
                | SpaceOp::Polygon
                | SpaceOp::Strip
                | SpaceOp::Band
                | SpaceOp::Board
                | SpaceOp::NorthEdge
                | SpaceOp::SouthEdge
                | SpaceOp::EastEdge
                | SpaceOp::WestEdge,
                _,
            ) => self.ground(op, args),
            _ => {
                let (entity, route) = self.moved(op, args)?;
                Ok(route_cells(entity, &route))
            }
        }
    }

    /// Regions and edges of the board.
    fn ground(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<Wide> {
        let region = match (op, args) {
            (SpaceOp::Rectangle | SpaceOp::Oval, [place, width, depth]) => {
                let place = self.place(*place)?;
                let (width, depth) = (self.scalar(*width)?, self.scalar(*depth)?);
                match op {
                    SpaceOp::Rectangle => Region::rectangle(place, width, depth),
                    _ => Region::oval(place, width, depth),
                }
            }
            (SpaceOp::Polygon, [points]) => Region::polygon(&self.points(*points)?),
            (SpaceOp::Strip, [points, width]) => {
                let points = self.points(*points)?;
                Region::strip(&points, self.scalar(*width)?)
            }
            (SpaceOp::Band, [edge, depth]) => {
                let edge = self.edge(*edge)?;
                let inward = edge.facing.opposite().way(self.scalar(*depth)?);
                let (from, to) = (edge.from().plus(inward), edge.to().plus(inward));
                Region::polygon(&[edge.from(), edge.to(), to, from])
            }
            _ => return self.of_board(op),
        };
        let bad = |why: RegionFault| Fault::new(FaultKind::BadRegion { why });
        region.map(|region| region.cells()).map_err(bad)
    }

    fn of_board(&self, op: SpaceOp) -> Checked<Wide> {
        let Some((width, depth)) = self.setting.board else {
            return Err(Fault::new(FaultKind::NoBoard));
        };
        let at = |x: i64, y: i64| Point::new(x * width, y * depth);
        let edge = |from: Point, to: Point| Ok(Edge::new(from, to).cells());
        match op {
            SpaceOp::NorthEdge => edge(at(1, 1), at(0, 1)),
            SpaceOp::SouthEdge => edge(at(0, 0), at(1, 0)),
            SpaceOp::EastEdge => edge(at(1, 0), at(1, 1)),
            SpaceOp::WestEdge => edge(at(0, 1), at(0, 0)),
            _ => Region::polygon(&[at(0, 0), at(1, 0), at(1, 1), at(0, 1)])
                .map(|board| board.cells())
                .map_err(|why| Fault::new(FaultKind::BadRegion { why })),
        }
    }

    /// Moves: whose, and the way.
    fn moved(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<(i64, Route)> {
        let (piece, rest) = match (op, args) {
            (SpaceOp::FollowedBy, [one, other]) => {
                let (entity, first) = self.route(*one)?;
                let (_, then) = self.route(*other)?;
                let whole = first.followed_by(&then);
                let whole = whole.ok_or_else(|| Fault::new(FaultKind::BrokenRoute))?;
                return Ok((entity, whole));
            }
            (SpaceOp::Shortened, [route, length]) => {
                let (entity, route) = self.route(*route)?;
                return Ok((entity, route.within(self.scalar(*length)?)));
            }
            (SpaceOp::UntilTouching, [route, shapes]) => {
                let (entity, route) = self.route(*route)?;
                // Nothing of the piece leaves the circle about its start that its length opens.
                let reach = self.footprint(entity)?.reach() + route.length();
                let shapes = self.obstacles(*shapes, entity, (route.start().at, reach))?;
                let grain = self.linked.grain;
                let stopped = route.until_touching(self.footprint(entity)?, &shapes, grain);
                return Ok((entity, stopped.route));
            }
            (_, [piece, rest @ ..]) => (*piece, rest),
            _ => return Err(Fault::damaged(DamagedPart::Type)),
        };
        let entity = self.scalar(piece)?;
        let start = self.pose(entity)?;
        let motion = self.motion(op, rest, entity, start)?;
        let route = Route::standing(start).then(self.footprint(entity)?, motion);
        Ok((entity, route))
    }

    fn motion(
        &mut self,
        op: SpaceOp,
        args: &[ExprId],
        entity: i64,
        start: Pose,
    ) -> Checked<Motion> {
        Ok(match (op, args) {
            (SpaceOp::Sliding, [side, length]) => {
                let side = self.side(*side)?;
                Motion::aside(side, self.scalar(*length)?)
            }
            (SpaceOp::SlidingTo, [direction, length]) => {
                let direction = Angle::new(self.scalar(*direction)?);
                let bearing = direction.turned(-start.facing.micro_degrees());
                Motion::Slide { bearing, length: self.scalar(*length)? }
            }
            (SpaceOp::Wheeling, [side, angle]) => {
                let (about, sign) = match self.side(*side)? {
                    Side::Left => (Corner::FrontLeft, -1),
                    Side::Right => (Corner::FrontRight, 1),
                    Side::Front | Side::Rear => return Err(nothing()),
                };
                Motion::Wheel { about, angle: self.scalar(*angle)?.saturating_mul(sign) }
            }
            (SpaceOp::Turning, [angle]) => Motion::Turn { angle: self.scalar(*angle)? },
            (SpaceOp::Aligned, [side, edge]) => {
                let (side, edge) = (self.side(*side)?, self.edge(*edge)?);
                Motion::Lift { to: align(self.footprint(entity)?, side, &edge, Along::Centred) }
            }
            (SpaceOp::AlignedNear, [side, edge, near]) => {
                let (side, edge) = (self.side(*side)?, self.edge(*edge)?);
                let along = Along::Most(self.point(*near)?);
                Motion::Lift { to: align(self.footprint(entity)?, side, &edge, along) }
            }
            (SpaceOp::Placed, [place]) => Motion::Lift { to: self.place(*place)? },
            _ => return Err(Fault::damaged(DamagedPart::Type)),
        })
    }

    fn berths(
        &mut self,
        piece: ExprId,
        side: ExprId,
        edge: ExprId,
        near: ExprId,
        others: ExprId,
    ) -> Checked<Wide> {
        let entity = self.scalar(piece)?;
        let (side, edge) = (self.side(side)?, self.edge(edge)?);
        let near = self.point(near)?;
        let footprint = self.footprint(entity)?;
        let length = Grain::FINEST.root(Squared::of(edge.way()));
        let around = (edge.centre(), length + 3 * footprint.reach());
        let others = self.obstacles(others, entity, around)?;
        let found = berths(footprint, side, &edge, near, &others, self.linked.grain);
        Ok(found.iter().flat_map(|berth| berth.pose.cells()).collect())
    }

    fn side_of(&mut self, piece: ExprId, other: ExprId, arcs: &[ExprId]) -> Checked<i64> {
        let piece = self.posed(piece)?;
        let towards = self.shape(other)?.centre();
        let arcs = match arcs {
            [front, rear] => {
                let front = self.scalar(*front)?;
                Arcs::Angles { front, rear: self.scalar(*rear)? }
            }
            _ => Arcs::Diagonals,
        };
        let side = side_towards(&piece, towards, arcs);
        let position = Side::ALL.iter().position(|one| *one == side).unwrap_or(0);
        Ok(i64::try_from(position).unwrap_or(0))
    }

    /// The gap between what is on the board, where it may be nothing or less.
    fn gap_there(&mut self, one: ExprId, other: ExprId) -> Checked<Option<i64>> {
        if self.are_far(one, other)? {
            return Ok(None);
        }
        let (one, other) = (self.shape_there(one)?, self.shape_there(other)?);
        Ok(one.zip(other).map(|(one, other)| one.gap(&other, self.linked.grain)))
    }

    fn gap(&mut self, one: ExprId, other: ExprId) -> Checked<i64> {
        let (one, other) = (self.shape(one)?, self.shape(other)?);
        Ok(one.gap(&other, self.linked.grain))
    }

    /// The longest beginning of a move along which a condition holds.
    pub(super) fn route_while(&mut self, route: ExprId, when: ExprId) -> Checked<Wide> {
        let (entity, route) = self.route(route)?;
        let footprint = self.footprint(entity)?.clone();
        let mut fault = None;
        let whole = route.while_holds(&footprint, STRIDE, |pose| {
            let held = self.burn(1).and_then(|()| self.holds_at(entity, pose, when));
            held.unwrap_or_else(|found| {
                fault = Some(found);
                false
            })
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(route_cells(entity, &whole)),
        }
    }

    /// Whether a condition holds with a piece supposed at a pose.
    pub(crate) fn holds_at(&mut self, entity: i64, pose: Pose, when: ExprId) -> Checked<bool> {
        let overlay = self.at_pose(entity, &pose.cells())?;
        let view = self.view.supposing(&overlay);
        self.on(view).holds(when)
    }

    /// Whether a line is clear; where it is not, the slot of what is in the way holds that.
    pub(super) fn clear(
        &mut self,
        (from, to, wide): (ExprId, ExprId, Option<ExprId>),
        past: &[Past],
    ) -> Checked<i64> {
        let from = self.point(from)?;
        let to = self.shape(to)?;
        let wide = wide.map_or(Ok(0), |wide| self.scalar(wide))?;
        // All lines lie in the circle about the middle between the start and the target that reaches both.
        let targets = to.parts();
        let middle = from.middle(to.centre());
        let far = targets.iter().copied().flatten().map(|corner| middle.to(*corner).square());
        let room = far.max().unwrap_or(0).max(middle.to(from).square()).isqrt() + 1 + wide;
        let mut obstacles: Vec<Thicket> = Vec::new();
        let mut whose: Vec<(u16, i64)> = Vec::new();
        for past in past {
            let Slot::Scalar(slot) = past.slot else {
                return Err(Fault::damaged(DamagedPart::Type));
            };
            self.each_item(past.of, &mut |this, item| {
                if this.is_beyond(item, middle, room)? {
                    return Ok(());
                }
                this.set_scalar(slot, item)?;
                let counts = match past.when {
                    Some(when) => this.holds(when)?,
                    None => true,
                };
                if counts && let Some(shape) = this.entity_shape(item)? {
                    let through = past.through.map(|through| this.scalar(through)).transpose()?;
                    let parts = shape.parts().into_iter().map(Corners::from).collect();
                    obstacles.push(Thicket { parts, through });
                    whose.push((slot, item));
                }
                Ok(())
            })?;
            self.set_scalar(slot, NONE)?;
        }
        let grain = self.linked.grain;
        let mut blocker = None;
        for target in targets {
            let clear = match target {
                [point] => clear_line(from, *point, wide, &obstacles, grain),
                part => clear_line_to_any(from, part, wide, &obstacles, grain).map(|_| ()),
            };
            match clear {
                Ok(()) => return Ok(1),
                Err(by) => blocker = blocker.or(whose.get(by).copied()),
            }
        }
        if let Some((slot, item)) = blocker {
            self.set_scalar(slot, item)?;
        }
        Ok(0)
    }

    /// The shapes of a set of pieces or areas, or of one shape, without that of `except` and those of pieces that are
    /// surely outside a circle.
    fn obstacles(
        &mut self,
        of: ExprId,
        except: i64,
        (centre, room): (Point, i64),
    ) -> Checked<Vec<Corners>> {
        let mut shapes: Vec<Corners> = Vec::new();
        let mut add = |shape: &Shaped| {
            shapes.extend(shape.parts().into_iter().map(Corners::from));
        };
        if Wanted::Pieces.takes(&self.linked.program, self.ty(of)?) {
            self.each_item(of, &mut |this, item| {
                if item != except
                    && !this.is_beyond(item, centre, room)?
                    && let Some(shape) = this.entity_shape(item)?
                {
                    add(&shape);
                }
                Ok(())
            })?;
        } else {
            add(&self.shape(of)?);
        }
        Ok(shapes)
    }
}

/// Reading values of space.
impl<'a, O: Observer> Evaluator<'a, O> {
    /// The shape that a value is or has.
    pub(crate) fn shape(&mut self, of: ExprId) -> Checked<Shaped> {
        match self.shape_there(of)? {
            Some(shape) => Ok(shape),
            None => {
                let entity = self.scalar(of)?;
                Err(Fault::new(FaultKind::NotOnBoard { entity }))
            }
        }
    }

    /// The same; nothing of what is not on the board.
    fn shape_there(&mut self, of: ExprId) -> Checked<Option<Shaped>> {
        if let Ty::Entity(_) = self.ty(of)? {
            let entity = self.scalar(of)?;
            return self.entity_shape(entity);
        }
        self.free_shape(of).map(Some)
    }

    /// The shape that a value without an owner is.
    fn free_shape(&mut self, of: ExprId) -> Checked<Shaped> {
        match self.ty(of)? {
            Ty::Point => self.point(of).map(Shaped::Point),
            Ty::Edge => self.edge(of).map(Shaped::Edge),
            Ty::Region => self.region(of).map(Shaped::Region),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    fn kind_of(&self, entity: i64) -> Checked<&'a warwright_ir::Kind> {
        if entity == NONE {
            return Err(Fault::new(FaultKind::NothingThere));
        }
        let head = self.view.state().head(entity);
        let kind = head.and_then(|head| self.linked.program.kinds.get(head.kind));
        kind.ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// The shape of a piece or an area; nothing where it is not on the board.
    pub(crate) fn entity_shape(&self, entity: i64) -> Checked<Option<Shaped>> {
        let kind = self.kind_of(entity)?;
        if let Some(field) = kind.place {
            let place = self.view.wide(self.linked, entity, field)?;
            let Some(pose) = Pose::from_cells(place) else { return Ok(None) };
            return Ok(Some(Shaped::Piece(self.footprint(entity)?.at(pose))));
        }
        let field = kind.region.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        Ok(Region::from_cells(self.view.wide(self.linked, entity, field)?).map(Shaped::Region))
    }

    fn posed(&mut self, of: ExprId) -> Checked<Posed> {
        let entity = self.scalar(of)?;
        let pose = self.pose(entity)?;
        Ok(self.footprint(entity)?.at(pose))
    }

    /// What the view becomes where a piece is supposed at a place.
    pub(crate) fn at_pose(&self, entity: i64, cells: &[i64]) -> Checked<crate::view::Overlay<'a>> {
        let field = self.kind_of(entity)?.place;
        let field = field.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let mut overlay = crate::view::Overlay::over(&self.view);
        let at = self.view.wide_at(self.linked, entity, field)?;
        overlay.set_wide(at, Wide::from_slice(cells));
        Ok(overlay)
    }

    /// Where a piece is.
    pub(crate) fn pose(&self, entity: i64) -> Checked<Pose> {
        let field = self.kind_of(entity)?.place;
        let field = field.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let place = Pose::from_cells(self.view.wide(self.linked, entity, field)?);
        place.ok_or_else(|| Fault::new(FaultKind::NotOnBoard { entity }))
    }

    /// The footprint of a piece.
    pub(crate) fn footprint(&self, entity: i64) -> Checked<&'a Footprint> {
        let entry = usize::try_from(self.view.entry(entity)?).ok();
        let footprint = entry.and_then(|entry| self.linked.footprints.get(entry)?.as_ref());
        let footprint = footprint.map(|(footprint, _)| footprint);
        footprint.ok_or_else(|| Fault::new(FaultKind::NotOnBoard { entity }))
    }

    /// A circle around a piece: its centre and how far it reaches. Nothing of what has no footprint or no place.
    fn circle(&self, entity: i64) -> Checked<Option<(Point, i64)>> {
        let Some(field) = self.kind_of(entity)?.place else { return Ok(None) };
        let Some(pose) = Pose::from_cells(self.view.wide(self.linked, entity, field)?) else {
            return Ok(None);
        };
        let entry = usize::try_from(self.view.entry(entity)?).ok();
        let reach = entry.and_then(|entry| self.linked.footprints.get(entry)?.as_ref());
        Ok(reach.map(|(_, reach)| (pose.at, *reach)))
    }

    /// Whether a piece is surely farther than `room` from a point, so that its corners need not be worked out.
    fn is_beyond(&self, entity: i64, from: Point, room: i64) -> Checked<bool> {
        let circle = self.circle(entity)?;
        Ok(circle.is_some_and(|(centre, reach)| {
            let room = room + reach + self.linked.grain.micrometres();
            from.to(centre).square() > room.saturating_mul(room)
        }))
    }

    /// Whether two pieces are surely apart.
    fn are_far(&mut self, one: ExprId, other: ExprId) -> Checked<bool> {
        let (Ty::Entity(_), Ty::Entity(_)) = (self.ty(one)?, self.ty(other)?) else {
            return Ok(false);
        };
        let (one, other) = (self.scalar(one)?, self.scalar(other)?);
        match self.circle(one)? {
            Some((centre, reach)) => self.is_beyond(other, centre, reach),
            None => Ok(false),
        }
    }

    fn point(&mut self, of: ExprId) -> Checked<Point> {
        Point::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    fn points(&mut self, of: ExprId) -> Checked<Vec<Point>> {
        Ok(self.wide(of)?.chunks_exact(2).filter_map(Point::from_cells).collect())
    }

    pub(crate) fn place(&mut self, of: ExprId) -> Checked<Pose> {
        Pose::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    fn edge(&mut self, of: ExprId) -> Checked<Edge> {
        Edge::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    /// The region that a value is or that an area covers.
    pub(crate) fn region(&mut self, of: ExprId) -> Checked<Region> {
        match self.shape_of_ground(of)? {
            Shaped::Region(region) => Ok(region),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    fn shape_of_ground(&mut self, of: ExprId) -> Checked<Shaped> {
        if let Ty::Region = self.ty(of)? {
            let region = Region::from_cells(&self.wide(of)?);
            return region.map(Shaped::Region).ok_or_else(nothing);
        }
        self.shape(of)
    }

    fn route(&mut self, of: ExprId) -> Checked<(i64, Route)> {
        let cells = self.wide(of)?;
        let (entity, route) = cells.split_first().ok_or_else(nothing)?;
        let route = Route::from_cells(route).ok_or_else(nothing)?;
        Ok((*entity, route))
    }

    fn side(&mut self, of: ExprId) -> Checked<Side> {
        let position = usize::try_from(self.scalar(of)?).ok();
        position.and_then(|at| Side::ALL.get(at).copied()).ok_or_else(nothing)
    }

    fn way(&mut self, direction: ExprId, length: ExprId) -> Checked<crate::space::plane::Vector> {
        let direction = Angle::new(self.scalar(direction)?);
        Ok(direction.way(self.scalar(length)?))
    }
}

/// A move as cells: whose, and the way.
fn route_cells(entity: i64, route: &Route) -> Wide {
    let mut cells = Wide::new();
    cells.push(entity);
    cells.extend(route.cells());
    cells
}

/// The corner between two sides that meet.
fn corner_between(one: Side, other: Side) -> Option<Corner> {
    match (one, other) {
        (Side::Front, Side::Left) | (Side::Left, Side::Front) => Some(Corner::FrontLeft),
        (Side::Front, Side::Right) | (Side::Right, Side::Front) => Some(Corner::FrontRight),
        (Side::Rear, Side::Left) | (Side::Left, Side::Rear) => Some(Corner::RearLeft),
        (Side::Rear, Side::Right) | (Side::Right, Side::Rear) => Some(Corner::RearRight),
        _ => None,
    }
}

fn nothing() -> Box<Fault> {
    Fault::new(FaultKind::NothingThere)
}
