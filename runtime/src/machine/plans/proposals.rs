//! What is tried at a place: the actions by which the piece may move, first with the most of a length and a quarter turn, then with
//! other lengths and angles: those at which something happens on the way.

use super::places::Place;
use super::{Aim, Engine, Known};
use crate::eval::Bearings;
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
        from: &mut Place,
        known: &mut Known,
    ) -> Checked<Vec<Place>> {
        let bearings = known.course.as_ref().map(|course| course.bearings(from.pose));
        let (mut found, mut farthest) = (Vec::new(), 0);
        for action in aim.actions {
            let offered = |inner: &mut Engine<'_>| inner.manoeuvres(aim, *action, &bearings);
            let mut options = self.ask_draft(&mut known.desk, &mut from.draft, offered)?;
            let whole = options.len();
            let mut at = 0;
            while let Some(option) = options.get(at).cloned() {
                at += 1;
                let Some(mut place) = self.tried(aim, known, from, &option)? else { continue };
                if let Some(bearings) = &bearings {
                    place.stride = bearings.stride(place.pose);
                    if at <= whole {
                        let lesser =
                            self.lesser(aim, known, (from, place.pose), &option, bearings)?;
                        options.extend(lesser);
                    }
                }
                known.learn(&place);
                farthest = place.stride.max(farthest);
                if known.seen.is_new(&place, aim.who) {
                    found.push(place);
                }
            }
        }
        for place in &mut found {
            place.rest = farthest.saturating_sub(place.stride);
        }
        Ok(found)
    }

    /// The ways to take an action now: with few values of its ranges where the piece makes for something, else, or where that is not
    /// legal, with what all players are offered.
    fn manoeuvres(
        &mut self,
        aim: &Aim<'_>,
        action: ActionId,
        bearings: &Option<Bearings>,
    ) -> Checked<Vec<ActionOption>> {
        let offer = Offer { player: aim.player, run: None };
        let whole = [true, false].into_iter().filter(|whole| !whole || bearings.is_some());
        self.ask(aim.base, |evaluator| {
            for whole in whole {
                let mut search = Search::moving(offer, Mover { who: aim.who, whole });
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
        (from, to): (&mut Place, Pose),
        option: &ActionOption,
        bearings: &Bearings,
    ) -> Checked<Vec<ActionOption>> {
        let action = self.linked.program.actions.get(option.action);
        let params = action.map_or(&[] as &[_], |action| action.params.as_slice());
        let of_type = |ty: Ty| params.iter().position(|param| param.param.ty == ty);
        let (at, values) = match (of_type(Ty::Length), of_type(Ty::Angle)) {
            (Some(at), _) if from.pose.facing == to.facing => {
                (at, self.lengths(from.pose, to, bearings))
            }
            (_, Some(at)) if from.pose.facing != to.facing => {
                let asked =
                    *option.args.get(at).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
                (at, Self::angles((from.pose, to), asked, bearings))
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
            if self.ask_draft(&mut known.desk, &mut from.draft, may)? {
                legal.push(other);
            }
        }
        Ok(legal)
    }

    /// Lengths on a way at which something happens, and half of it.
    fn lengths(&self, from: Pose, to: Pose, bearings: &Bearings) -> Values {
        let way = from.at.to(to.at);
        let Some(direction) = Angle::of(way) else { return Values::new() };
        let (grain, far) = (self.linked.grain, way.square().isqrt());
        let mut lengths: Values = bearings
            .lengths(direction)
            .into_iter()
            .chain([far / 2])
            .map(|length| grain.round(length))
            .filter(|length| *length > 0 && *length < far)
            .collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }

    /// The angles that lead somewhere, where a piece that was asked to turn by `asked` turned so.
    fn angles((from, to): (Pose, Pose), asked: i64, bearings: &Bearings) -> Values {
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
        let more = [turned / 2, turned * 2];
        let mut values: Values = bearings.turns(to).into_iter().chain(more).map(value).collect();
        let least = if stopped { turned.abs() } else { trig::FULL };
        values.retain(|value| *value != 0 && *value != asked && value.abs() < least);
        values.sort_unstable();
        values.dedup();
        values
    }
}
