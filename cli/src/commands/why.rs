//! `warwright why`: the ledger of a number or the reasons of a no, with the places of the rules.

use crate::advice;
use crate::args::{Sources, Why};
use crate::commands::play::battle;
use crate::content::Content;
use crate::faults;
use crate::output::{Failure, Output};
use crate::question::{self, Question};
use crate::render::Format;
use crate::seats::seats;
use crate::stored::Stored;
use crate::story::place;
use crate::testing;
use std::borrow::Cow;
use warwright_ir::{Expectation, Program};
use warwright_runtime::{Explained, Ledger, Machine, OriginShown, ReasonShown, Script, Striker};

/// Explains.
pub fn run(ask: &Why, format: Format, out: &mut Output) -> Result<(), Failure> {
    match (&ask.save, ask.ask.as_slice()) {
        (None, [path, asked]) => of_position(ask, path, asked, format, out),
        (None, _) => Err(Failure::usage("say where and what: warwright why SYSTEM 'QUESTION'")),
        (Some(file), [asked]) => {
            ask.sources.none("a saved battle")?;
            of_save(file, ask.side.as_deref(), asked, format, out)
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
        show(&explained, machine.program(), out);
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
    side: Option<&str>,
    asked: &str,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut stored = Stored::read(file)?;
    let (played, map) = stored.game(format, out)?;
    let machine = Machine::new(&played);
    let replayed = stored.replayed(&machine, &map, &mut |_| {}, &mut |_| {});
    let state =
        replayed.map_err(|why| Failure::failed(format!("the battle cannot be read: {why}")))?.state;
    let seen = match side {
        None => Cow::Borrowed(&state),
        Some(side) => {
            let seats = seats(&machine, state.scenario, 0, &[(side.to_owned(), None)])?;
            let seat = seats.iter().find(|seat| seat.name.eq_ignore_ascii_case(side));
            let seat = seat.ok_or_else(|| Failure::failed("the scenario cannot be set up"))?;
            let failed = |it: Box<_>| Failure::failed(faults::fault_words(&it, &machine));
            machine.seen_by(&state, seat.player).map_err(failed)?
        }
    };
    advice::explained(asked, &stored.content, &machine, &seen, format, out)
        .map_err(|why| if why.is_empty() { Failure::Errors } else { Failure::Failed(why) })
}

/// Shows what was explained.
pub fn show(explained: &Explained, program: &Program, out: &mut Output) {
    out.line(&explained.value);
    for ledger in &explained.ledgers {
        self::ledger(ledger, program, 1, out);
    }
    grounds(&explained.grounds, program, 1, out);
    for reason in &explained.reasons {
        let at = place(program, reason.span).unwrap_or_default();
        let bearer = by(reason);
        match &reason.struck_by {
            None => out.line(&format!("  because: {}{bearer}  [{at}]", reason.words)),
            Some(by) => out.line(&format!(
                "  not because: {}{bearer}{}  [{at}]",
                reason.words,
                struck(Some(by))
            )),
        }
        origins(&reason.origins, program, 2, out);
        grounds(&reason.grounds, program, 2, out);
    }
}

/// Who brings a reason into play, and in which layer it stands.
fn by(reason: &ReasonShown) -> String {
    let bearer = reason.bearer.as_ref().map_or_else(String::new, |bearer| format!(", by {bearer}"));
    let layer = reason.layer.as_ref().map_or_else(String::new, |layer| format!(", in {layer}"));
    bearer + &layer
}

/// What went over a clause.
fn struck(by: Option<&Striker>) -> String {
    let Some(by) = by else { return String::new() };
    let layer = by.layer.as_ref().map_or_else(String::new, |layer| format!(" in {layer}"));
    format!(", struck by \"{}\"{layer}", by.label)
}

/// What a truth rests on, a line each.
fn grounds(grounds: &[ReasonShown], program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    for ground in grounds {
        let at = place(program, ground.span).unwrap_or_default();
        let bearer = by(ground);
        let struck = struck(ground.struck_by.as_ref());
        out.line(&format!("{indent}{}{bearer}{struck}  [{at}]", ground.words));
        origins(&ground.origins, program, depth + 1, out);
    }
}

fn ledger(ledger: &Ledger, program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    let args: Vec<String> =
        ledger.args.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let at = place(program, ledger.span).unwrap_or_default();
    out.line(&format!("{indent}{} ({}) = {}  [{at}]", ledger.name, args.join(", "), ledger.result));
    out.line(&format!("{indent}  {:<28} {}", "base", ledger.base));
    origins(&ledger.origins, program, depth + 2, out);
    for line in &ledger.lines {
        let at = line.span.and_then(|span| place(program, span)).unwrap_or_default();
        let from = [line.bearer.as_deref(), line.layer.as_deref()];
        let from: Vec<&str> = from.into_iter().flatten().collect();
        let from = if from.is_empty() { String::new() } else { format!(" ({})", from.join(", ")) };
        let struck = struck(line.struck_by.as_ref());
        out.line(&format!(
            "{indent}  {:<28} {} -> {}{struck}  [{at}]",
            format!("{}{from}", line.label),
            line.effect,
            line.after
        ));
        origins(&line.origins, program, depth + 2, out);
    }
    for part in &ledger.parts {
        self::ledger(part, program, depth + 1, out);
    }
}

/// What set a figure or a clause as it is, a line each.
fn origins(origins: &[OriginShown], program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    for origin in origins {
        let at = place(program, origin.span).unwrap_or_default();
        out.line(&format!("{indent}{}  [{at}]", origin.words));
    }
}
