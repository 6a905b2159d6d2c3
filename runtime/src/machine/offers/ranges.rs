//! Values that are typed: takes an option of an action, gives what its parameters may range over, and its words with those open.

use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::engine::{Base, Engine};
use crate::machine::{ActionOption, Fuel, Machine, Tells};
use crate::session::Session;
use crate::state::{State, Wide};
use warwright_ir::{Action, Domain, Slot, Template, Ty};

use super::{MOST_OFFERED, Mover};

/// An option of which some values are left open, to be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranged {
    /// What it is called, the open values as their ranges.
    pub words: String,
    /// The values that are open.
    pub ranges: Vec<Range>,
}

/// What a value may be that is not chosen from a list: a length, an angle, or one of very many numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The position of the parameter.
    pub param: usize,
    /// What the parameter is called.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
    /// The least and the greatest in words.
    pub words: String,
}

impl Machine {
    /// The values of an option that may as well be others of a range.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn ranged(&self, state: &State, option: &ActionOption) -> Checked<Ranged> {
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        self.engine(&mut copy, &mut tells, &mut fuel)?.ranged(option)
    }
}

impl Engine<'_> {
    fn ranged(&mut self, option: &ActionOption) -> Checked<Ranged> {
        let action = self.linked.program.actions.get(option.action);
        let action = action.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let (scalars, wides) = self.lay_out(option, action.env)?;
        let base = Base { scalars, wides };
        let ranged = self.ask(base, |evaluator| evaluator.ranged(action, &option.args))?;
        self.release(base);
        Ok(ranged)
    }
}

impl Evaluator<'_, ()> {
    fn ranged(&mut self, action: &Action, args: &[i64]) -> Checked<Ranged> {
        let mut ranges = Vec::new();
        for (position, param) in action.params.iter().enumerate() {
            let Domain::Between(low, high) = param.domain else { continue };
            let (low, high) = (self.scalar(low)?, self.scalar(high)?);
            let ty = &param.param.ty;
            if !is_listed(ty, (low, high)) {
                let renderer = self.renderer();
                let words = between(&renderer.cell(ty, low), &renderer.cell(ty, high));
                let name = renderer.text(param.param.name);
                ranges.push(Range { param: position, name, ty: ty.clone(), low, high, words });
            }
        }
        let lows = self.label_at(action, &ranges, |range| range.low);
        let highs = self.label_at(action, &ranges, |range| range.high);
        self.set_args(action, args)?;
        let mut words = match (lows, highs) {
            (Ok(lows), Ok(highs)) => {
                lows.iter().zip(&highs).map(|(low, high)| between(low, high)).collect::<String>()
            }
            // Rules that fail at the ends of a range are still words at the value that is offered.
            _ => self.render(&action.label)?,
        };
        if !ranges.iter().all(|range| words.contains(&range.words)) {
            let each: Vec<&str> = ranges.iter().map(|range| range.words.as_str()).collect();
            words.push_str(&format!(" ({})", each.join(", ")));
        }
        Ok(Ranged { words, ranges })
    }

    /// The parts of an action's words where the values of ranges are at one end of each.
    fn label_at(
        &mut self,
        action: &Action,
        ranges: &[Range],
        end: fn(&Range) -> i64,
    ) -> Checked<Vec<String>> {
        for range in ranges {
            if let Some(Slot::Scalar(slot)) =
                action.params.get(range.param).map(|param| param.param.slot)
            {
                self.set_scalar(slot, end(range))?;
            }
        }
        let part = |part: &warwright_ir::Part| Template { parts: vec![part.clone()] };
        action.label.parts.iter().map(|it| self.render(&part(it))).collect()
    }

    fn set_args(&mut self, action: &Action, args: &[i64]) -> Checked<()> {
        for (param, value) in action.params.iter().zip(args) {
            if let Slot::Scalar(slot) = param.param.slot {
                self.set_scalar(slot, *value)?;
            }
        }
        Ok(())
    }

    /// What is offered of a range, or proposed for a piece that makes for something: of a length the most, of an angle so
    /// much to either side; other values are found when that has been tried.
    pub(super) fn values_between(
        &self,
        ty: &Ty,
        (low, high): (i64, i64),
        mover: Option<Mover>,
    ) -> Wide {
        let Some(first) = mover.and_then(|mover| mover.first) else {
            return self.parts_between(ty, (low, high));
        };
        match ty {
            Ty::Length => std::iter::once(high).filter(|high| *high >= low).collect(),
            Ty::Angle => {
                let ends = [low.max(-first), high.min(first)];
                let mut ends: Wide = ends
                    .into_iter()
                    .filter(|end| {
                        (low..=high).contains(end) && (*end < 0 || *end == high.min(first))
                    })
                    .filter(|end| *end != 0)
                    .collect();
                ends.dedup();
                ends
            }
            _ => self.parts_between(ty, (low, high)),
        }
    }

    /// What is offered of a range: all of a few whole numbers; of more, and of measures, the quarters and the ends, but not
    /// nothing of a measure, which would be no move.
    pub(super) fn parts_between(&self, ty: &Ty, (low, high): (i64, i64)) -> Wide {
        if is_listed(ty, (low, high)) {
            return (low..=high).collect();
        }
        let span = i128::from(high) - i128::from(low);
        let mut parts: Wide = (0..=4_i128)
            .filter_map(|part| i64::try_from(i128::from(low) + span * part / 4).ok())
            .map(|value| if *ty == Ty::Length { self.linked.grain.round(value) } else { value })
            .filter(|value| (low..=high).contains(value) && (*value != 0 || *ty == Ty::Int))
            .collect();
        parts.dedup();
        parts
    }
}

/// Whether all values of a range are offered one by one.
pub(super) fn is_listed(ty: &Ty, (low, high): (i64, i64)) -> bool {
    *ty == Ty::Int && high.checked_sub(low).is_some_and(|span| span < MOST_OFFERED)
}

fn between(low: &str, high: &str) -> String {
    if low == high { low.to_owned() } else { format!("{low} to {high}") }
}
