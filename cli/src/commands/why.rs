//! `warwright why`: the ledger of a number or the reasons of a no, with the places of the rules.

use crate::advice;
use crate::args::{Sources, Why};
use crate::content::Content;
use crate::explained;
use crate::faults;
use crate::load::battle;
use crate::moment::as_it_stood;
use crate::output::{Failure, Output};
use crate::question::{self, Question};
use crate::render::Format;
use crate::seats::seats;
use crate::stored::Stored;
use crate::testing;
use std::borrow::Cow;
use warwright_ir::Expectation;
use warwright_runtime::{Machine, Script};

/// Explains.
pub fn run(ask: &Why, format: Format, out: &mut Output) -> Result<(), Failure> {
    match (&ask.save, ask.ask.as_slice()) {
        (None, [path, asked]) => of_position(ask, path, asked, format, out),
        (None, _) => Err(Failure::usage("say where and what: warwright why SYSTEM 'QUESTION'")),
        (Some(file), [asked]) => {
            ask.sources.none("a saved battle")?;
            of_save(file, ask, asked, format, out)
        }
        (Some(_), _) => Err(Failure::usage("with --save the question alone is enough")),
    }
}

fn of_position(
    ask: &Why,
    path: &str,
    asked: &str,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let given = ask.given.as_deref();
    let of = question::scenario(path, ask.scenario.as_deref(), &ask.sources)?;
    if let (None, Some(title)) = (given, &of) {
        return of_start(path, title, &ask.sources, asked, format, out);
    }
    let shows = [asked];
    let asked = Question { of: of.as_deref(), given, runs: &[], shows: &shows };
    let question = question::compile(path, &[asked], &ask.sources, format, out)?;
    let machine = Machine::new(&question.program);
    let test = question.test()?;
    let fault = |fault| Failure::failed(faults::words(&fault, &machine));
    let (state, locals) = testing::set_up(&machine, test, &mut Script::default()).map_err(fault)?;
    for expectation in &test.expects {
        let Expectation::Show { of, .. } = expectation else { continue };
        let explained = machine
            .explain(&state, *of, &locals)
            .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
        explained::show(&explained, machine.program(), out);
    }
    Ok(())
}

/// As a battle begins, with its armies: pieces are called by their names.
fn of_start(
    path: &str,
    title: &str,
    sources: &Sources,
    asked: &str,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let (program, _, scenario) = battle(path, Some(title), sources, format, out)?;
    let machine = Machine::new(&program);
    let failed = |it: Box<_>| Failure::failed(faults::fault_words(&it, &machine));
    let start = machine.start(scenario).map_err(failed)?.into_state();
    let content = Content::named(path, sources)?;
    advice::explained(asked, &content, &machine, &start, format, out)
        .map_err(|why| if why.is_empty() { Failure::Errors } else { Failure::Failed(why) })
}

/// In a saved battle, pieces are called by their names.
fn of_save(
    file: &std::path::Path,
    ask: &Why,
    asked: &str,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut stored = Stored::read(file)?;
    let (played, map) = stored.game(format, out)?;
    let machine = Machine::new(&played);
    let (state, _) = as_it_stood(&stored, &machine, &map, ask.at.as_deref())?;
    let seen = match &ask.side {
        None => Cow::Borrowed(&state),
        Some(side) => {
            let seats = seats(&machine, state.scenario, 0, &[(side.clone(), None)])?;
            let seat = seats.iter().find(|seat| seat.name.eq_ignore_ascii_case(side));
            let seat = seat.ok_or_else(|| Failure::failed("the scenario cannot be set up"))?;
            let failed = |it: Box<_>| Failure::failed(faults::fault_words(&it, &machine));
            machine.seen_by(&state, seat.player).map_err(failed)?
        }
    };
    advice::explained(asked, &stored.content, &machine, &seen, format, out)
        .map_err(|why| if why.is_empty() { Failure::Errors } else { Failure::Failed(why) })
}
