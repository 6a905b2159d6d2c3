//! What is no line: what is typed that cannot be chosen, and where it is told why.

use super::Choices;
use super::choice::is_entity;
use crate::naming;
use warwright_runtime::{ActionOption, Machine, Options, State, Wanted};

impl Choices<'_> {
    /// That a number is none of those that can be chosen, with the nearest of them.
    pub(super) fn not_one_of_these(&self, line: &str) -> String {
        let wanted = line.parse::<i64>().unwrap_or_default();
        let numbers = || self.list.iter().filter_map(|choice| choice.key.parse::<i64>().ok());
        let below = numbers().filter(|number| *number < wanted).max();
        let above = numbers().filter(|number| *number > wanted).min();
        let near: Vec<String> =
            below.into_iter().chain(above).map(|number| number.to_string()).collect();
        match near.as_slice() {
            [] => format!("{line} is not one of these"),
            [one] => format!("{line} is not one of these; the nearest is {one}"),
            several => {
                format!("{line} is not one of these; the nearest are {}", several.join(" and "))
            }
        }
    }

    /// Whether that is a letter which is no key now: it is no word either, but was typed for a line that is there no more.
    pub(super) fn is_old_letter(&self, line: &str) -> bool {
        self.is_by_piece && line.len() == 1 && line.starts_with(char::is_alphabetic)
    }

    /// That no line has a key now, with what it was typed for.
    pub(super) fn no_line_now(&self, key: &str) -> String {
        let gone = self.gone.iter().find(|(of, _)| of.eq_ignore_ascii_case(key));
        match gone {
            Some((_, words)) => format!(
                "there is no line {key} now; it was \"{words}\", and `why not {key}` says why not now"
            ),
            None => format!("there is no line {key} now"),
        }
    }

    /// The name of the piece of a number, where pieces are asked for and that one is left out.
    pub(super) fn piece_left_out(
        &self,
        machine: &Machine,
        state: &State,
        number: &str,
    ) -> Option<String> {
        let numbered = naming::numbered(machine, state);
        let (_, piece, name) = numbered.into_iter().find(|(of, ..)| of == number)?;
        let (Options::One { ty, .. } | Options::Some { ty, .. }) = self.options else {
            return None;
        };
        let out = is_entity(ty).then(|| machine.left_out(state).ok()).flatten()?;
        out.iter().any(|it| it.value == piece).then_some(name)
    }

    /// Whether that is the name of something that could be chosen here, if rules did not speak against it.
    pub(super) fn is_left_out(&self, machine: &Machine, state: &State, line: &str) -> bool {
        matches!(self.options, Options::One { .. } | Options::Some { .. })
            && machine
                .left_out(state)
                .is_ok_and(|out| out.iter().any(|it| it.words.eq_ignore_ascii_case(line)))
    }
}

/// Whether there is something to say about why that is not in the list which a person named.
pub(super) fn has_reasons(
    machine: &Machine,
    state: &State,
    list: &[ActionOption],
    wanted: &Wanted,
) -> bool {
    let place = |action| machine.program().actions.get(action).map(|action| &action.place);
    let here = list.first().and_then(|option| place(option.action));
    let found = || machine.withheld(state, wanted);
    wanted.actions.iter().any(|action| place(*action) != here)
        || found().is_ok_and(|found| !found.list.is_empty() || !found.allowed.is_empty())
}
