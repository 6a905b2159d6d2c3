//! What is tried at a place: the actions by which the piece may move, first with the most of a length and the first angle, then
//! with other lengths and angles: those at which something happens on the way.

use super::nodes::Node;
use super::{Aim, Engine, Known};
use crate::eval::Surroundings;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::offers::{Mover, Offer, Search};
use crate::machine::request::ActionOption;
use crate::space::plane::{Angle, Pose, trig};
use smallvec::SmallVec;
use warwright_ir::{ActionId, Ty};

/// Values of a parameter.
type Values = SmallVec<[i64; 16]>;

impl Engine<'_> {
    /// The new places to which all that is proposed at a place leads.
    pub(super) fn try_all(
        &mut self,
        aim: &Aim<'_>,
        from: &mut Node,
        known: &mut Known,
    ) -> Checked<Vec<Node>> {
        let around = known.course.as_ref();
        let around = around.map(|course| course.surroundings(from.pose, aim.tuning.round));
        let (mut found, mut farthest) = (Vec::new(), 0);
        for action in aim.actions {
            let offered = |inner: &mut Engine<'_>| inner.manoeuvres(aim, *action, &around);
            let mut options = self.ask_snapshot(&mut known.memo, &mut from.snapshot, offered)?;
            let whole = options.len();
            let mut at = 0;
            while let Some(option) = options.get(at).cloned() {
                at += 1;
                let Some(place) = self.tried(aim, known, from, &option)? else { continue };
                if let Some(around) = around.as_ref().filter(|_| at <= whole) {
                    options.extend(self.lesser(aim, known, (from, place.pose), &option, around)?);
                }
                self.learn(aim, known, place.pose)?;
                farthest = place.price.max(farthest);
                if known.seen.is_new(&place, aim.who) {
                    found.push(place);
                }
            }
        }
        for place in &mut found {
            place.rest = farthest.saturating_sub(place.price);
        }
        Ok(found)
    }

    /// The ways to take an action now: with few values of its ranges where the piece makes for something, else, or where that is not
    /// legal, with what all players are offered.
    fn manoeuvres(
        &mut self,
        aim: &Aim<'_>,
        action: ActionId,
        around: &Option<Surroundings>,
    ) -> Checked<Vec<ActionOption>> {
        let offer = Offer { player: aim.player, run: None };
        let most = around.as_ref().map(|_| Some(aim.tuning.angle));
        self.ask(aim.base, |evaluator| {
            for first in most.into_iter().chain([None]) {
                let mut search = Search::moving(offer, Mover { who: aim.who, first });
                evaluator.search(&[action], &mut search)?;
                if !search.found.is_empty() {
                    return Ok(search.found);
                }
            }
            Ok(Vec::new())
        })
    }

    /// The same action with lesser values, as far as they are legal: of a slide shorter ones, of a turn those that lead to
    /// something.
    fn lesser(
        &mut self,
        aim: &Aim<'_>,
        known: &mut Known,
        (from, to): (&mut Node, Pose),
        option: &ActionOption,
        around: &Surroundings,
    ) -> Checked<Vec<ActionOption>> {
        let action = self.linked.program.actions.get(option.action);
        let params = action.map_or(&[] as &[_], |action| action.params.as_slice());
        let of_type = |ty: Ty| params.iter().position(|param| param.param.ty == ty);
        let (at, values) = match (of_type(Ty::Length), of_type(Ty::Angle)) {
            (Some(at), _) if from.pose.facing == to.facing => {
                (at, self.lengths(from.pose, to, around, aim.tuning.shares))
            }
            (_, Some(at)) if from.pose.facing != to.facing => {
                let asked =
                    *option.args.get(at).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
                (at, Self::angles((from.pose, to), asked, around, aim.tuning.shares))
            }
            _ => return Ok(Vec::new()),
        };
        let mut legal = Vec::new();
        for value in values {
            let mut other = option.clone();
            if let Some(arg) = other.args.get_mut(at) {
                *arg = value;
            }
            let may = |inner: &mut Engine<'_>| inner.is_legal(aim.base, &other, aim.player);
            if self.ask_snapshot(&mut known.memo, &mut from.snapshot, may)? {
                legal.push(other);
            }
        }
        Ok(legal)
    }

    /// Lengths on a way at which something happens, and so many shares of it.
    fn lengths(&self, from: Pose, to: Pose, around: &Surroundings, shares: i64) -> Values {
        let way = from.at.to(to.at);
        let Some(direction) = Angle::of(way) else { return Values::new() };
        let (grain, far) = (self.linked.grain, way.square().isqrt());
        let mut lengths: Values = around
            .lengths(direction)
            .into_iter()
            .chain((1..shares).map(|share| far.saturating_mul(share) / shares))
            .map(|length| grain.round(length))
            .filter(|length| *length > 0 && *length < far)
            .collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }

    /// The angles that lead somewhere, where a piece that was asked to turn by `asked` turned so.
    fn angles((from, to): (Pose, Pose), asked: i64, around: &Surroundings, shares: i64) -> Values {
        let turned = from.facing.turn_to(to.facing);
        // What stopped it stops it at greater angles, too.
        let stopped = turned.abs() < asked.abs();
        let value = |turn: i64| {
            if (turn < 0) == (turned < 0) {
                turn.abs() * asked.signum()
            } else {
                // Round the other way, where the range goes so far.
                turn.rem_euclid(trig::FULL)
            }
        };
        let more = [turned / shares, turned.saturating_mul(shares)];
        let mut values: Values = around.turns(to).into_iter().chain(more).map(value).collect();
        let least = if stopped { turned.abs() } else { trig::FULL };
        values.retain(|value| *value != 0 && *value != asked && value.abs() < least);
        values.sort_unstable();
        values.dedup();
        values
    }
}
