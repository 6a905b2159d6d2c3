//! Moments of saved battles: takes a record, gives the battle as it stood when a round or a turn began, or at the end.

use crate::outcome::{result, round, whose_turn};
use crate::output::Failure;
use crate::stored::Stored;
use warwright_grammar::SourceMap;
use warwright_runtime::{Machine, State, replay_to};

/// When: as a round begins, or as somebody's turn in it does.
struct At<'a> {
    round: i64,
    side: Option<&'a str>,
}

impl<'a> At<'a> {
    fn read(text: &'a str) -> Result<Self, Failure> {
        let (round, side) = text.split_once('.').map_or((text, None), |(at, of)| (at, Some(of)));
        let wanted = "a round is wanted, or a round and a side: `6`, `6.Reds`";
        let round =
            round.parse().map_err(|_| Failure::usage(format!("`--at {text}`: {wanted}")))?;
        Ok(Self { round, side })
    }

    /// Whether it has come to that in a state, or is past it.
    fn is_reached(&self, machine: &Machine, state: &State) -> bool {
        match round(machine, state) {
            Some(now) if now == self.round => self.side.is_none_or(|side| {
                let name = whose_turn(machine, state).and_then(|it| machine.name(state, it).ok());
                name.is_some_and(|name| name.to_lowercase() == side.to_lowercase())
            }),
            now => now > Some(self.round),
        }
    }

    fn words(&self) -> String {
        match self.side {
            Some(side) => format!("as the turn of {side} in round {} begins", self.round),
            None => format!("as round {} begins", self.round),
        }
    }
}

/// A saved battle as a round or a turn begins, else as it stands at the end of the record; and when that is, in words.
///
/// # Errors
///
/// When it cannot be played again, or does not come to that.
pub fn as_it_stood(
    stored: &Stored,
    machine: &Machine,
    map: &SourceMap,
    at: Option<&str>,
) -> Result<(State, String), Failure> {
    let cannot = |why| Failure::failed(format!("the battle cannot be played again: {why}"));
    stored.record.check(machine.program()).map_err(|fault| cannot(stored.fault(&fault, map)))?;
    let at = at.map(At::read).transpose()?;
    let reached = |state: &State| at.as_ref().is_some_and(|at| at.is_reached(machine, state));
    let replayed = replay_to(machine, &stored.record, &mut |_| {}, &mut |state| reached(state))
        .map_err(|fault| cannot(stored.parted(fault, machine, map)))?;
    stored.unedited().map_err(cannot)?;
    let now = round(machine, &replayed.state);
    let when = match (&replayed.outcome, &at) {
        (_, Some(at)) if now == Some(at.round) && at.is_reached(machine, &replayed.state) => {
            at.words()
        }
        (_, Some(At { round, side })) => {
            let last = now.filter(|now| now < round);
            let last = last.map_or_else(String::new, |now| format!("; its last is round {now}"));
            let turn = side.map_or_else(String::new, |side| format!("turn of {side} in "));
            return Err(Failure::failed(format!("this battle has no {turn}round {round}{last}")));
        }
        (Some(outcome), None) => result(machine, &replayed.state, outcome),
        (None, None) => {
            now.map_or_else(|| String::from("as it stands"), |now| format!("in round {now}"))
        }
    };
    Ok((replayed.state, when))
}
