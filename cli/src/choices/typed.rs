//! Actions with values that are typed: takes what a person named and the options with open values, gives those that are meant.

use warwright_ir::Action;
use warwright_runtime::{ActionOption, Range, WantedValue};

/// What named values make of an option with open values.
#[derive(Clone, Debug, Default)]
pub(super) struct Filled {
    /// Options with all their values, and whether the values were named in the order of the parameters.
    pub whole: Vec<(ActionOption, bool)>,
    /// The first range for which nothing was named, where the other values fit.
    pub missing: Option<Range>,
}

/// All ways to give an option the named values, each to one parameter. Values that are not open must be those that it has; of
/// those that are, `in_range` says which value of the range is meant.
pub(super) fn fill(
    action: &Action,
    option: &ActionOption,
    (open, in_range): (&[Range], InRange<'_>),
    values: &[WantedValue],
) -> Filled {
    let mut filled = Filled::default();
    let asked = Asked { action, open, in_range, values };
    asked.give(&mut option.clone(), &mut Vec::new(), &mut filled);
    // Values in their order are what is meant, whatever else they could be.
    if filled.whole.iter().any(|(_, ordered)| *ordered) {
        filled.whole.retain(|(_, ordered)| *ordered);
    }
    filled
}

/// Which value of a range a typed one means.
type InRange<'a> = &'a dyn Fn(&Range, i64) -> i64;

struct Asked<'a> {
    action: &'a Action,
    open: &'a [Range],
    in_range: InRange<'a>,
    values: &'a [WantedValue],
}

impl Asked<'_> {
    /// Gives the next value to each parameter that it fits. `taken`: the parameters of the values before it.
    fn give(&self, option: &mut ActionOption, taken: &mut Vec<usize>, filled: &mut Filled) {
        let Some(value) = self.values.get(taken.len()) else {
            let missing = self.open.iter().find(|range| !taken.contains(&range.param));
            match missing {
                None => {
                    let ordered = taken.is_sorted();
                    if !filled.whole.iter().any(|(other, _)| other == option) {
                        filled.whole.push((option.clone(), ordered));
                    }
                }
                Some(range) => {
                    filled.missing.get_or_insert_with(|| range.clone());
                }
            }
            return;
        };
        for (position, param) in self.action.params.iter().enumerate() {
            let Some(cell) = value.of(&param.param.ty).filter(|_| !taken.contains(&position))
            else {
                continue;
            };
            let Some(arg) = option.args.get(position).copied() else { continue };
            let open = self.open.iter().find(|range| range.param == position);
            if open.is_none() && arg != cell {
                continue;
            }
            let cell = open.map_or(cell, |range| (self.in_range)(range, cell));
            if let Some(arg) = option.args.get_mut(position) {
                *arg = cell;
            }
            taken.push(position);
            self.give(option, taken, filled);
            taken.pop();
            if let Some(other) = option.args.get_mut(position) {
                *other = arg;
            }
        }
    }
}

/// Options that differ in open values only, as one: the first of them.
pub(super) fn same(one: (&ActionOption, &[Range]), other: (&ActionOption, &[Range])) -> bool {
    let ((one, open), (other, also)) = (one, other);
    let is_open = |ranges: &[Range], at: usize| ranges.iter().any(|range| range.param == at);
    let args = one.args.iter().zip(&other.args).enumerate();
    let alike = |(at, (mine, theirs)): (usize, (&i64, &i64))| {
        mine == theirs || (is_open(open, at) && is_open(also, at))
    };
    !open.is_empty()
        && one.action == other.action
        && one.bearer == other.bearer
        && one.ordinal == other.ordinal
        && args.into_iter().all(alike)
}
