//! `warwright play`: a battle from its start or from where it was left off, told and saved.

use crate::args::{DiceFrom, Play, Sources};
use crate::content::Content;
use crate::faults;
use crate::load;
use crate::output::{Failure, Output, quoted};
use crate::person::page::tell;
use crate::render::{self, Format};
use crate::seats::Who;
use crate::stored::{self, Stored};
use crate::story::Telling;
use crate::table::{Sitting, Table};
use warwright_grammar::source::SourceMap;
use warwright_ir::Program;
use warwright_runtime::{PlayFault, Record};

/// Plays.
pub fn run(ask: &Play, format: Format, out: &mut Output) -> Result<(), Failure> {
    let telling = match (ask.json, ask.quiet) {
        (true, _) => Telling::Json,
        (_, true) => Telling::Quiet,
        (false, false) => Telling::Words,
    };
    let sides =
        ask.sides.iter().map(|side| Who::of_side(side).map(|(name, who)| (name, Some(who))));
    let sides = sides.collect::<Result<Vec<_>, _>>()?;
    let (mut table, map) = match &ask.resume {
        Some(file) => {
            let mut stored = Stored::read(file)?;
            if !sides.is_empty() {
                stored.sides = sides;
            }
            if let Some(dice) = ask.dice {
                stored.typed_dice = dice == DiceFrom::Typed;
            }
            let sources = Sources { armies: ask.armies.clone(), ..ask.sources.clone() };
            sources.none("a saved battle")?;
            let (program, map) = stored.game(format, out)?;
            (Table::resume(&program, &map, stored, telling, format)?, map)
        }
        None => begin(ask, sides, telling, format, out)?,
    };
    // What persons go on with is kept where it was, unless somewhere else is said.
    match (&ask.save, &ask.resume) {
        (Some(file), _) => table.will_be_kept(file, ask.force)?,
        (None, Some(file)) if table.has_persons() => table.will_be_kept(file, true)?,
        (None, _) => {}
    }
    if let Some(file) = &ask.watch {
        table.will_be_watched(file)?;
    }
    table.tag_lines(ask.tags);
    if telling == Telling::Words && ask.resume.is_none() {
        out.line(&title(&table, ask.seed.is_some()));
    }
    if ask.resume.is_none() {
        table.recommend();
    }
    let sitting = table.play(ask.stop_after, out);
    table.keep_at_end()?;
    let resume = table
        .kept()
        .map(|file| format!("saved; `warwright play --resume {}` goes on with it", quoted(file)));
    let lost = || String::from("not saved: `--save FILE` keeps a battle");
    match sitting {
        Err(fault) => {
            if let Some(resume) = resume {
                out.note(&format!("{resume}\n"));
            }
            Err(failed(&fault, &table, &map, format, out))
        }
        Ok(Sitting::Over(outcome)) => {
            if telling == Telling::Words {
                out.line("");
                table.losses().iter().for_each(|line| tell(out, line));
            }
            tell(out, &table.result(&outcome));
            Ok(())
        }
        Ok(Sitting::Paused | Sitting::Quit) => {
            out.note(&format!("stopped and {}\n", resume.unwrap_or_else(lost)));
            Ok(())
        }
        Ok(Sitting::Ended) => Err(Failure::failed(format!(
            "the input ended before the battle did; {}",
            resume.unwrap_or_else(lost)
        ))),
    }
}

fn begin(
    ask: &Play,
    sides: Vec<(String, Option<Who>)>,
    telling: Telling,
    format: Format,
    out: &mut Output,
) -> Result<(Table, SourceMap), Failure> {
    let path = ask.path.clone().unwrap_or_default();
    let title = ask.scenario.as_deref();
    let sources = Sources { armies: ask.armies.clone(), ..ask.sources.clone() };
    let (program, map, scenario) = load::battle(&path, title, &sources, format, out)?;
    let seed = match ask.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let record = Record::new(program.program(), scenario, seed);
    let stored = Stored {
        content: Content::named(&path, &sources)?,
        sources: stored::hashes(&map),
        sides,
        typed_dice: ask.dice == Some(DiceFrom::Typed),
        record,
        again: ask.again,
        seal: String::new(),
        edited: false,
    };
    let table = Table::start(&program, &map, scenario, stored, telling, format)?;
    Ok((table, map))
}

/// A seed that nobody knows; every JSON reader can read it back.
fn fresh_seed() -> Result<u64, Failure> {
    getrandom::u64().map(|seed| seed >> 11).map_err(|error| {
        Failure::failed(format!("no seed can be made ({error}); give one with --seed"))
    })
}

/// The day of the newest erratum in force, in words.
pub fn errata_in_force(program: &Program) -> Option<String> {
    let in_force = program.book.errata.iter().filter(|erratum| erratum.in_force);
    let (year, month, day) = in_force.map(|erratum| erratum.dated).max()?;
    Some(format!("errata of {year:04}-{month:02}-{day:02}"))
}

/// The scenario, the seed unless it would tell a person what is hidden (who gave it knows it), and the day of the errata that are
/// in force.
fn title(table: &Table, given: bool) -> String {
    let machine = table.machine();
    let mut about = Vec::new();
    if given || !(table.has_persons() && machine.hides_something()) {
        about.push(format!("seed {}", table.record().seed));
    }
    about.extend(errata_in_force(machine.program()));
    let scenario = &table.record().scenario;
    if about.is_empty() { scenario.clone() } else { format!("{scenario} ({})", about.join(", ")) }
}

/// Shows a fault of the rules with its places; other faults in one line.
pub fn failed(
    fault: &PlayFault,
    table: &Table,
    map: &SourceMap,
    format: Format,
    out: &mut Output,
) -> Failure {
    match fault {
        PlayFault::Fault(inner) if map.files().next().is_some() => {
            let shown = faults::diagnostic(inner, table.machine().program(), map);
            let shown = render::render(&[shown], map, format, out.colour());
            out.note(&shown);
            Failure::Errors
        }
        other => faults::failure(other, table.machine()),
    }
}
