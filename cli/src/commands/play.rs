//! `warwright play`: a battle from its start or from a save, told, recorded, saved.

use crate::args::{Form, Play, Sources};
use crate::content::Content;
use crate::faults;
use crate::forms;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use crate::story::Telling;
use crate::table::{Sitting, Table, Who, fault_of};
use serde::{Deserialize, Serialize};
use std::path::Path;
use warwright_grammar::source::SourceMap;
use warwright_ir::{Program, ValidProgram};
use warwright_runtime::{PlayFault, Replay, Save};

/// A saved battle as a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredSave {
    /// Where its content is.
    pub content: Content,
    /// Who plays.
    pub sides: Vec<(String, Option<Who>)>,
    /// The battle.
    pub save: Save,
}

/// A recorded battle as a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredReplay {
    /// Where its content is.
    pub content: Content,
    /// The answers.
    pub replay: Replay,
}

/// Plays.
pub fn run(ask: &Play, format: Format, out: &mut Output) -> Result<(), Failure> {
    let telling = match (ask.json, ask.quiet) {
        (true, _) => Telling::Json,
        (_, true) => Telling::Quiet,
        (false, false) => Telling::Words,
    };
    let mut sides = ask.sides.iter().map(|side| seat(side)).collect::<Result<Vec<_>, _>>()?;
    let (mut table, map, content) = match &ask.resume {
        Some(file) => {
            let stored: StoredSave = forms::read(file)?;
            if sides.is_empty() {
                sides.clone_from(&stored.sides);
            }
            let content = stored.content.found_from(file)?;
            let (program, map) = program(&content.path(), &content.sources(), format, out)?;
            (Table::resume(&program, stored.save, &sides, telling)?, map, content)
        }
        None => begin(ask, &sides, telling, format, out)?,
    };
    let sitting = match table.play(ask.stop_after, out) {
        Ok(sitting) => sitting,
        Err(fault) => return Err(failed(&fault, &table, &map, format, out)),
    };
    if let Some(file) = &ask.record {
        let stored =
            StoredReplay { content: content.kept_in(file)?, replay: table.replay().clone() };
        forms::store(file, &forms::write(&stored, Form::Json)?)?;
    }
    if let Some(file) = &ask.save {
        let stored = StoredSave { content: content.kept_in(file)?, sides, save: table.save() };
        forms::store(file, &forms::write(&stored, Form::Json)?)?;
    }
    match sitting {
        Sitting::Over(outcome) => {
            if telling == Telling::Words {
                out.line("");
            }
            out.line(&table.result(&outcome));
        }
        Sitting::Stopped => out.note(&match &ask.save {
            Some(file) => format!(
                "stopped and saved; `warwright play --resume {}` goes on with it\n",
                file.display()
            ),
            None => String::from("stopped, and not saved: `--save FILE` keeps a battle\n"),
        }),
    }
    Ok(())
}

fn begin(
    ask: &Play,
    sides: &[(String, Option<Who>)],
    telling: Telling,
    format: Format,
    out: &mut Output,
) -> Result<(Table, SourceMap, Content), Failure> {
    let path = ask.path.clone().unwrap_or_default();
    let (program, map) = program(&path, &ask.sources, format, out)?;
    let file = scenario_file(&path, &ask.sources)?;
    let scenario = load::scenario(program.program(), file.as_deref(), ask.scenario.as_deref())?;
    let table = Table::start(&program, scenario, ask.seed, sides, telling)?;
    if telling == Telling::Words {
        let title = program
            .program()
            .scenarios
            .get(scenario)
            .and_then(|it| program.program().texts.get(it.name));
        out.line(&format!("{} (seed {})", title.map_or("", String::as_str), ask.seed));
    }
    let content = Content::named(&path, &ask.sources)?;
    Ok((table, map, content))
}

/// Whether a path names a compiled program.
fn compiled(path: &str) -> bool {
    ["json", "yaml", "yml"]
        .iter()
        .any(|ending| Path::new(path).extension().is_some_and(|it| it == *ending))
}

fn scenario_file(path: &str, sources: &Sources) -> Result<Option<String>, Failure> {
    if compiled(path) { Ok(None) } else { Ok(load::target(path, sources)?.scenario_file) }
}

/// The program at a path: compiled now, or read.
///
/// # Errors
///
/// When it has errors or cannot be read.
pub fn program(
    path: &str,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, SourceMap), Failure> {
    if compiled(path) {
        let program: Program = forms::read(Path::new(path))?;
        return Ok((load::valid(program)?, SourceMap::new()));
    }
    let target = load::target(path, sources)?;
    let (program, compilation) = load::program(&target.request, sources, format, out)?;
    Ok((program, compilation.map))
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
        other => fault_of(other, table.machine()),
    }
}

/// `NAME=WHO`.
fn seat(side: &str) -> Result<(String, Option<Who>), Failure> {
    let (name, who) = side.split_once('=').ok_or_else(|| {
        Failure::usage(format!("`--side {side}`: write NAME=person, NAME=random or NAME=policy"))
    })?;
    let who = match who {
        "person" => Who::Person,
        "random" => Who::Random,
        "policy" => Who::Policy,
        other => {
            return Err(Failure::usage(format!("`{other}` cannot play: person, random or policy")));
        }
    };
    Ok((name.to_owned(), Some(who)))
}
