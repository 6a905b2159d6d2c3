//! `warwright map`: the board of a scenario, or of a saved battle at some round, as an SVG.

use crate::args::Map;
use crate::board;
use crate::faults;
use crate::forms;
use crate::load;
use crate::outcome::{result, round, whose_turn};
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::stored::Stored;
use std::path::Path;
use warwright_runtime::{Machine, State, replay_to};

/// Draws.
pub fn run(ask: &Map, format: Format, out: &mut Output) -> Result<(), Failure> {
    let (machine, state, when) = match (&ask.save, &ask.path) {
        (Some(file), _) => {
            ask.sources.none("a saved battle")?;
            of_battle(file, ask.at.as_deref(), format, out)?
        }
        (None, Some(path)) => of_scenario(ask, path, format, out)?,
        (None, None) => return Err(Failure::usage("say what to draw: a scenario, or --save FILE")),
    };
    let drawn = board::picture(&machine, &state, &when)
        .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
    let drawn = drawn.ok_or_else(|| Failure::failed("this battle has no board to draw"))?;
    match &ask.out {
        Some(file) => {
            forms::store(file, &drawn)?;
            out.note(&format!("drawn in {}\n", file.display()));
        }
        None => out.text(&drawn),
    }
    Ok(())
}

fn of_scenario(
    ask: &Map,
    path: &str,
    format: Format,
    out: &mut Output,
) -> Result<(Machine, State, String), Failure> {
    let (program, _) = load::program_at(path, &ask.sources, format, out)?;
    let target = if load::compiled(path) { None } else { Some(load::target(path, &ask.sources)?) };
    let files = target.map(|target| target.scenario_files).unwrap_or_default();
    let scenario = load::scenario(program.program(), &files, ask.scenario.as_deref())?;
    let machine = Machine::new(&program);
    let state = board::prepared(&machine, scenario)
        .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
    Ok((machine, state, String::from("before the battle")))
}

/// When a saved battle is drawn: as a round begins, or as somebody's turn in it does.
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

/// A saved battle: as a round or a turn begins, else as it stands at the end of the record.
fn of_battle(
    file: &Path,
    at: Option<&str>,
    format: Format,
    out: &mut Output,
) -> Result<(Machine, State, String), Failure> {
    let mut stored = Stored::read(file)?;
    let (program, map) = stored.game(format, out)?;
    let machine = Machine::new(&program);
    let cannot = |why| Failure::failed(format!("the battle cannot be played again: {why}"));
    stored.record.check(machine.program()).map_err(|fault| cannot(stored.fault(&fault, &map)))?;
    let at = at.map(At::read).transpose()?;
    let reached = |state: &State| at.as_ref().is_some_and(|at| at.is_reached(&machine, state));
    let replayed = replay_to(&machine, &stored.record, &mut |_| {}, &mut |state| reached(state))
        .map_err(|fault| cannot(stored.parted(fault, &machine, &map)))?;
    stored.unedited().map_err(cannot)?;
    let now = round(&machine, &replayed.state);
    let when = match (&replayed.outcome, &at) {
        (_, Some(at)) if now == Some(at.round) && at.is_reached(&machine, &replayed.state) => {
            at.words()
        }
        (_, Some(At { round, side })) => {
            let last = now.filter(|now| now < round);
            let last = last.map_or_else(String::new, |now| format!("; its last is round {now}"));
            let turn = side.map_or_else(String::new, |side| format!("turn of {side} in "));
            return Err(Failure::failed(format!("this battle has no {turn}round {round}{last}")));
        }
        (Some(outcome), None) => result(&machine, &replayed.state, outcome),
        (None, None) => {
            now.map_or_else(|| String::from("as it stands"), |now| format!("in round {now}"))
        }
    };
    Ok((machine, replayed.state, when))
}
