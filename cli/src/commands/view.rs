//! `warwright view`: what a player may know of a saved battle, as text or as data. Whoever is given it learns nothing more.

use crate::args::View;
use crate::board::{self, Paper};
use crate::choices::Choices;
use crate::faults;
use crate::foresight::stands;
use crate::forms;
use crate::outcome::{result, round};
use crate::output::{Failure, Output};
use crate::person::asked;
use crate::render::Format;
use crate::seats::seats;
use crate::stored::Stored;
use serde::Serialize;
use warwright_runtime::{
    Checked, ChooseRequest, Fault, Fuel, Machine, Outcome, Request, Session, State, Tells,
};

/// What a player may know, as data.
#[derive(Debug, Serialize)]
struct Known<'a> {
    scenario: &'a str,
    side: &'a str,
    round: Option<i64>,
    /// Whether this player is asked now.
    asked: bool,
    /// How it ended, if it did.
    outcome: Option<String>,
    state: &'a State,
}

/// Shows it.
pub fn run(ask: &View, format: Format, out: &mut Output) -> Result<(), Failure> {
    let mut stored = Stored::read(&ask.file)?;
    let (program, map) = stored.game(format, out)?;
    let machine = Machine::new(&program);
    let replayed = stored
        .replayed(&machine, &map, &mut |_| {}, &mut |_| {})
        .map_err(|why| Failure::failed(format!("the battle cannot be played again: {why}")))?;
    let mut truth = Session::new(replayed.state);
    let side = (ask.side.clone(), None);
    let seats = seats(&machine, truth.scenario, 0, &[side])?;
    let seat = seats.iter().find(|seat| seat.name.eq_ignore_ascii_case(&ask.side));
    let seat = seat.ok_or_else(|| Failure::failed("the scenario cannot be set up"))?;
    let failed = |fault: Box<Fault>| Failure::failed(faults::fault_words(&fault, &machine));
    let request = match replayed.outcome {
        Some(_) => None,
        None => waiting(&machine, &mut truth).map_err(failed)?,
    };
    let request = request.filter(|request| request.player == seat.player);
    let seen = machine.seen_by(&truth, seat.player).map_err(failed)?;
    let text = if ask.json {
        let texts = &machine.program().texts;
        let scenario = machine.program().scenarios.get(seen.scenario);
        let known = Known {
            scenario: scenario.and_then(|it| texts.get(it.name)).map_or("", String::as_str),
            side: &seat.name,
            round: round(&machine, &seen),
            asked: request.is_some(),
            outcome: replayed.outcome.as_ref().map(|it| result(&machine, &seen, it)),
            state: &seen,
        };
        let json = serde_json::to_string(&known);
        json.map_err(|why| Failure::failed(format!("the view cannot be written: {why}")))? + "\n"
    } else {
        let on = match ask.out {
            Some(_) => Paper::default(),
            None => Paper { colour: out.colour(), columns: out.columns(), rows: None },
        };
        words(&machine, &seen, (request.as_deref(), replayed.outcome.as_ref()), on)
    };
    match &ask.out {
        Some(file) => forms::store(file, &text),
        None => {
            out.text(&text);
            Ok(())
        }
    }
}

/// The choice for which the battle waits, in its words, if it does.
fn waiting(machine: &Machine, state: &mut Session) -> Checked<Option<Box<ChooseRequest>>> {
    match machine.run(state, &mut Tells::loud(), &mut Fuel::BATTLE.clone())? {
        Request::Choose(request) => Ok(Some(request)),
        Request::Roll(_) | Request::Over(_) => Ok(None),
    }
}

/// The board, the pieces, and what is asked or how it ended.
fn words(
    machine: &Machine,
    seen: &State,
    (request, outcome): (Option<&ChooseRequest>, Option<&Outcome>),
    on: Paper,
) -> String {
    let mut parts = Vec::new();
    let choices = request.map(|request| Choices::new(machine, seen, &request.options));
    parts.extend(board::shown(machine, seen, choices.as_ref(), on).map(|shown| shown.text));
    parts.push(stands::listed(machine, seen));
    if let Some(outcome) = outcome {
        parts.push(result(machine, seen, outcome));
    } else if let Some(request) = request {
        let lines = Choices::new(machine, seen, &request.options).lines();
        let player = machine.name(seen, request.player).unwrap_or_default();
        let asked = asked(machine, seen, "", request);
        parts.push(format!("{player}: {asked}\n{}", lines.join("\n")));
    } else {
        // Whether anybody else is asked is theirs to know.
        parts.push(String::from("nothing is asked of this side now"));
    }
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    parts.join("\n\n") + "\n"
}
