//! `warwright map`: the board of a scenario, or of a saved battle at some round, as an SVG.

use crate::args::Map;
use crate::board;
use crate::faults;
use crate::forms;
use crate::load;
use crate::moment::as_it_stood;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::stored::Stored;
use std::path::Path;
use warwright_runtime::{Machine, State};

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
    let (state, when) = as_it_stood(&stored, &machine, &map, at)?;
    Ok((machine, state, when))
}
