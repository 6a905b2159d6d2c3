//! What a piece that makes for something could do: takes where it is and what stands about, gives turns and lengths to try.

use super::shaped::Shaped;
use crate::dependencies::Input;
use crate::eval::{Evaluator, Observer};
use crate::fault::Checked;
use crate::space::plane::{
    Angle, Corners, Point, Posed, Proposals, Side, detour, gap, lane, lengths, overlaps, trig,
    turns,
};
use std::sync::Arc;
use warwright_ir::ExprId;

/// So many shapes in the way are gone round at once: the nearest.
const MOST_ROUND: usize = 3;
/// So many shapes are gone round one after the other in what is guessed of the way.
const MOST_DETOURS: u32 = 3;

/// Where a piece is, what it makes for and what is in the way.
#[derive(Clone, Debug)]
pub(crate) struct Bearings {
    posed: Arc<Posed>,
    goal: Point,
    obstacles: Vec<Corners>,
    room: i64,
}

/// What a piece makes for, and all that lies about and does not move meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Towards {
    shape: Shaped,
    about: Vec<Corners>,
}

impl<O: Observer> Evaluator<'_, O> {
    /// What a piece makes for.
    pub(crate) fn towards(&mut self, who: i64, of: ExprId) -> Checked<Towards> {
        let shape = self.shape(of)?;
        let goal: Vec<Corners> = shape.parts().into_iter().map(Corners::from).collect();
        let mut about = Vec::new();
        let state = self.view.state();
        for class in state.heads.iter().map(|head| head.class) {
            self.view.note(Input::Entities { class });
        }
        for entity in 0..state.entities() {
            self.burn(1)?;
            if entity == who || !self.lies_on_board(entity)? {
                continue;
            }
            let Some(shape) = self.entity_shape(entity)? else { continue };
            let parts = shape.parts().into_iter().map(Corners::from);
            about.extend(parts.filter(|part| !goal.contains(part)));
        }
        Ok(Towards { shape, about })
    }

    /// The bearings of a piece. In the way is what lies between it and what it makes for, as wide as the piece.
    pub(crate) fn bearings(&mut self, who: i64, towards: &Towards) -> Checked<Option<Bearings>> {
        let Some(Shaped::Piece(posed)) = self.entity_shape(who)? else { return Ok(None) };
        let grain = self.linked.grain;
        let goal = towards.shape.centre();
        let way = lane(posed.pose.at, goal, 2 * self.footprint(who)?.reach());
        let met = towards.about.iter().filter(|part| overlaps(&way, *part, grain));
        let mut met: Vec<_> = met.map(|part| (gap(posed.as_ref(), part, grain), part)).collect();
        // The order of equals is that of the entities.
        met.sort_by_key(|(apart, _)| *apart);
        let obstacles = met.into_iter().take(MOST_ROUND).map(|(_, part)| part.clone()).collect();
        Ok(Some(Bearings { posed, goal, obstacles, room: 2 * grain.micrometres() }))
    }

    /// Whether an entity is a piece or an area that is in play.
    fn lies_on_board(&self, entity: i64) -> Checked<bool> {
        let head = self.view.state().head(entity);
        let kind = head.and_then(|head| self.linked.program.kinds.get(head.kind));
        let lies = kind.is_some_and(|kind| kind.place.is_some() || kind.region.is_some());
        Ok(lies && self.view.in_play(entity)?)
    }

    /// How far a piece still has to go, about: straight on, and round what lies between. With it counts the way of its corners
    /// when it turns to look there.
    pub(crate) fn still_to_go(&mut self, who: i64, towards: &Towards) -> Checked<[i64; 2]> {
        let Some(shape) = self.entity_shape(who)? else { return Ok([i64::MAX; 2]) };
        let Shaped::Piece(posed) = &shape else { return Ok([i64::MAX; 2]) };
        let (grain, reach) = (self.linked.grain, self.footprint(who)?.reach());
        let (from, goal) = (posed.pose.at, towards.shape.centre());
        let turned = |to: Point| {
            let ahead = Angle::of(from.to(to));
            let turn = ahead.map_or(0, |ahead| posed.pose.facing.turn_to(ahead).abs());
            trig::arc_length(reach, turn)
        };
        let wide = posed.edge(Side::Front).way().square().isqrt();
        let (far, first) = detour(from, goal, wide, &towards.about, grain, MOST_DETOURS);
        let apart = shape.gap(&towards.shape, grain).max(0);
        Ok([apart.saturating_add(turned(goal)), far.saturating_add(turned(first))])
    }

    /// Turns that a piece may try.
    pub(crate) fn turns_of(&self, who: i64, bearings: &Bearings) -> Checked<Proposals> {
        let Bearings { posed, goal, obstacles, room } = bearings;
        Ok(turns(posed, self.footprint(who)?, *goal, obstacles, *room))
    }
}

impl Bearings {
    /// Lengths that the piece may try where it slides in a direction.
    pub(crate) fn lengths(&self, direction: Angle) -> Proposals {
        lengths(&self.posed, direction, self.goal, &self.obstacles, self.room)
    }
}
