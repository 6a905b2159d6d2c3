//! Ranges of values that are typed: takes an option with one value open, gives which of them may be chosen.

use crate::naming::measures::Measures;
use warwright_ir::Ty;
use warwright_runtime::{ActionOption, Machine, Range, Ranged, State};

/// What is tried of a range is as many parts of it.
const PARTS: i64 = 4;

/// The option with its open value narrowed to what may be chosen. `offered`: the same option with the values that were tried of the
/// range and may be. Between one that may be and one that may not the border is looked for, as far as it is shown.
pub(super) fn narrowed(
    machine: &Machine,
    state: &State,
    option: &ActionOption,
    ranged: Ranged,
    offered: &[ActionOption],
) -> Ranged {
    let [range] = ranged.ranges.as_slice() else { return ranged };
    let Some(tried) = Tried::of(machine, state, option, range) else { return ranged };
    let value = |option: &ActionOption| option.args.get(range.param).copied();
    let parts = tried.parts(&offered.iter().filter_map(value).collect::<Vec<_>>());
    let (Some((low, _)), Some((_, high))) = (parts.first().copied(), parts.last().copied()) else {
        return ranged;
    };
    if parts.as_slice() == [(range.low, range.high)] {
        return ranged;
    }
    let shown = |value: i64| machine.show(state, &range.ty, &[value]).unwrap_or_default();
    let said = |(low, high): &(i64, i64)| match (shown(*low), shown(*high)) {
        (low, high) if low == high => low,
        (low, high) => format!("{low} to {high}"),
    };
    let words = parts.iter().map(said).collect::<Vec<_>>().join(" or ");
    let whole = ranged.words.replace(&range.words, &words);
    Ranged { words: whole, ranges: vec![Range { low, high, words, ..range.clone() }] }
}

/// A range of which values are tried.
struct Tried<'t> {
    machine: &'t Machine,
    state: &'t State,
    option: &'t ActionOption,
    range: &'t Range,
    /// Values that are nearer to each other look alike.
    step: i64,
}

impl<'t> Tried<'t> {
    /// Nothing where values of this sort are not tried.
    fn of(
        machine: &'t Machine,
        state: &'t State,
        option: &'t ActionOption,
        range: &'t Range,
    ) -> Option<Self> {
        let step = match range.ty {
            Ty::Length => Measures::of(machine).unit() / 100,
            Ty::Angle => 1_000_000,
            Ty::Int => 1,
            _ => return None,
        };
        Some(Self { machine, state, option, range, step: step.max(1) })
    }

    /// What may be chosen: from where to where, each part of the range on which that is so.
    fn parts(&self, offered: &[i64]) -> Vec<(i64, i64)> {
        let Range { low, high, .. } = *self.range;
        let span = i128::from(high) - i128::from(low);
        let part = |at: i64| {
            let value = i128::from(low) + span * i128::from(at) / i128::from(PARTS);
            self.whole(i64::try_from(value).unwrap_or(high))
        };
        let mut tried: Vec<(i64, bool)> =
            (0..=PARTS).map(part).map(|value| (value, offered.contains(&value))).collect();
        tried.dedup();
        if self.range.ty != Ty::Int {
            tried.retain(|(value, _)| *value != 0 || low == 0);
        }
        // Of a measure nothing is never offered, as it would mostly be no move: then what is next to it begins the range.
        let next = tried.get(1).map_or(high, |(value, _)| *value);
        if let Some(first) = tried.first_mut().filter(|(value, _)| *value == 0)
            && self.range.ty != Ty::Int
        {
            let least = self.whole(self.step).min(next);
            let begins = [0, least].into_iter().find(|value| self.may(*value));
            *first = begins.map_or((0, false), |value| (value, true));
        }
        let mut parts: Vec<(i64, i64)> = Vec::new();
        let mut begun: Option<i64> = None;
        let mut before: Option<(i64, bool)> = None;
        for (value, may) in tried {
            match before {
                Some((last, true)) if !may => {
                    let end = self.border(last, value);
                    parts.extend(begun.take().map(|from| (from, end)));
                }
                Some((last, false)) if may => begun = Some(self.border(value, last)),
                None if may => begun = Some(value),
                _ => {}
            }
            before = Some((value, may));
        }
        parts.extend(begun.zip(before).map(|(from, (last, _))| (from, last)));
        parts
    }

    /// The value farthest from one that may be chosen, towards one that may not, that may be as well.
    fn border(&self, may: i64, may_not: i64) -> i64 {
        let (mut may, mut may_not) = (may, may_not);
        while may.abs_diff(may_not) > self.step.unsigned_abs() {
            let middle = self.whole(may.midpoint(may_not));
            if middle == may || middle == may_not {
                break;
            }
            match self.may(middle) {
                true => may = middle,
                false => may_not = middle,
            }
        }
        may
    }

    /// A value as there is one.
    fn whole(&self, value: i64) -> i64 {
        match self.range.ty {
            Ty::Length => self.machine.grain().round(value),
            _ => value,
        }
    }

    fn may(&self, value: i64) -> bool {
        let mut option = self.option.clone();
        let Some(arg) = option.args.get_mut(self.range.param) else { return false };
        *arg = value;
        self.machine.against(self.state, &option).is_ok_and(|against| against.is_empty())
    }
}
