//! What a piece that makes for something could do: takes where it is and what stands about, gives how far it has to go, and turns
//! and lengths to try.

use super::shaped::Shaped;
use crate::dependencies::Input;
use crate::eval::{Evaluator, Observer};
use crate::fault::{Checked, Fault, FaultKind};
use crate::space::plane::{
    Angle, Bounds, Corners, Field, Footprint, Grain, Point, Pose, Posed, Proposals, Shape, gap,
    lane, lengths, overlaps, trig, turns,
};
use warwright_ir::ExprId;

/// Where a piece is, what it makes for and what is in the way.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    posed: Posed,
    footprint: Footprint,
    goal: Point,
    ahead: Point,
    obstacles: Vec<Corners>,
    room: i64,
}

/// What a piece makes for, all that lies about and does not move meanwhile, and how far it is round what turned out to bar its way.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    footprint: Footprint,
    grain: Grain,
    goal: Vec<Corners>,
    centre: Point,
    about: Vec<About>,
    within: Bounds,
    field: Field,
}

/// Something that lies about.
#[derive(Clone, Debug)]
struct About {
    shape: Corners,
    bounds: Bounds,
    /// Whether it bars the way: what the piece came to touch does, what it came to share space with does not.
    bars: Option<bool>,
}

impl<O: Observer> Evaluator<'_, O> {
    /// The course of a piece to what it makes for.
    pub(crate) fn course(&mut self, who: i64, of: ExprId) -> Checked<Course> {
        let shape = self.shape(of)?;
        let goal: Vec<Corners> = shape.parts().into_iter().map(Corners::from).collect();
        let mut about = Vec::new();
        let state = self.view.state();
        for class in state.heads().iter().map(|head| head.class) {
            self.view.note(Input::Entities { class });
        }
        for entity in 0..state.entities() {
            self.burn(1)?;
            if entity == who || !self.lies_on_board(entity)? {
                continue;
            }
            let Some(shape) = self.entity_shape(entity)? else { continue };
            let parts = shape.parts().into_iter().map(Corners::from);
            about.extend(parts.filter(|part| !goal.contains(part)).map(|shape| About {
                bounds: Bounds::of(shape.corners()),
                shape,
                bars: None,
            }));
        }
        let Some(Shaped::Piece(posed)) = self.entity_shape(who)? else {
            return Err(Fault::new(FaultKind::NotOnBoard { entity: who }));
        };
        let known = self.footprint(who)?;
        let footprint = Footprint::clone(&known);
        let (centre, grain) = (shape.centre(), self.linked.grain);
        let within = match self.setting.board {
            Some((width, depth)) => Bounds { left: 0, right: width, near: 0, far: depth },
            None => {
                let all = about.iter().map(|about| about.bounds);
                let box_of = |shape: &Corners| Bounds::of(shape.corners());
                let all = all.chain(goal.iter().map(box_of));
                let own = Bounds::of(posed.corners());
                all.fold(own, Bounds::and).wider(4 * footprint.reach())
            }
        };
        let field = Field::new(within, (&goal, centre), footprint.half_front(), &[]);
        let mut course = Course { footprint, grain, goal, centre, about, within, field };
        course.learn(posed.pose);
        Ok(course)
    }

    /// Whether an entity is a piece or an area that is in play.
    fn lies_on_board(&self, entity: i64) -> Checked<bool> {
        let head = self.view.state().head(entity);
        let kind = head.and_then(|head| self.linked.program.kinds.get(head.kind));
        let lies = kind.is_some_and(|kind| kind.place.is_some() || kind.region.is_some());
        Ok(lies && self.view.in_play(entity)?)
    }
}

impl Course {
    /// Sees what bars the way of a piece that came to a pose; gives whether that changes how far it is from anywhere.
    pub(crate) fn learn(&mut self, pose: Pose) -> bool {
        let (posed, grain) = (self.footprint.at(pose), self.grain);
        let own = Bounds::of(posed.corners());
        let mut changed = false;
        for about in &mut self.about {
            if about.bars == Some(false) || !about.bounds.is_near(&own, grain.micrometres()) {
                continue;
            }
            let bars = match gap(&posed, &about.shape, grain) {
                0 => Some(true),
                apart if apart < 0 => Some(false),
                _ => about.bars,
            };
            changed |= (bars == Some(true)) != (about.bars == Some(true));
            about.bars = bars;
        }
        if changed {
            let bars = self.about.iter().filter(|about| about.bars == Some(true));
            let bars: Vec<&Corners> = bars.map(|about| &about.shape).collect();
            let goal = (self.goal.as_slice(), self.centre);
            self.field = Field::new(self.within, goal, self.footprint.half_front(), &bars);
        }
        changed
    }

    /// How long the way is from a pose, round what bars it.
    pub(crate) fn far(&self, pose: Pose) -> i64 {
        self.field.from(pose.at).0
    }

    /// The same, and the way of its corners when it turns to look there: the usual estimate (A* heuristic).
    pub(crate) fn left(&self, pose: Pose) -> i64 {
        let (far, ahead) = self.field.from(pose.at);
        let turn = Angle::of(pose.at.to(ahead)).map_or(0, |way| pose.facing.turn_to(way).abs());
        far.saturating_add(trig::arc_length(self.footprint.reach(), turn))
    }

    /// What lies about a piece. In the way is what lies between it and what it makes for, as wide as the piece: of that so
    /// many shapes, the nearest.
    pub(crate) fn surroundings(&self, pose: Pose, most: usize) -> Surroundings {
        let (grain, footprint) = (self.grain, self.footprint.clone());
        let (posed, goal) = (footprint.at(pose), self.centre);
        let (_, ahead) = self.field.from(pose.at);
        let way = lane(pose.at, goal, 2 * footprint.reach());
        let bars = self.about.iter().filter(|about| about.bars != Some(false));
        let met = bars.map(|about| &about.shape).filter(|part| overlaps(&way, *part, grain));
        let mut met: Vec<_> = met.map(|part| (gap(&posed, part, grain), part)).collect();
        // The order of equals is that of the entities.
        met.sort_by_key(|(apart, _)| *apart);
        let obstacles = met.into_iter().take(most).map(|(_, part)| part.clone()).collect();
        let room = 2 * grain.micrometres();
        Surroundings { posed, footprint, goal, ahead, obstacles, room }
    }
}

impl Surroundings {
    /// Lengths that the piece may try where it slides in a direction.
    pub(crate) fn lengths(&self, direction: Angle) -> Proposals {
        lengths(&self.posed, direction, self.goal, &self.obstacles, self.room)
    }

    /// Turns that it may try by what brought it to a pose: about the point of it that stayed where it was.
    pub(crate) fn turns(&self, to: Pose) -> Proposals {
        let goals = [self.goal, self.ahead];
        turns(&self.posed, &self.footprint, to, &goals, &self.obstacles, self.room)
    }
}
