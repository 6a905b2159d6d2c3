//! Which program and which battle of it is played, and who fields what in it.

use super::{compiled, judge_board, meant, program, target, valid};
use crate::args::{Armies, Sources};
use crate::forms;
use crate::output::{Failure, Output};
use crate::render::Format;
use std::path::Path;
use warwright_compiler::rosters::Unfielded;
use warwright_grammar::SourceMap;
use warwright_ir::{Program, ScenarioId, TextId, ValidProgram};

/// The program at a path and the battle that is meant, its board held against its rules.
///
/// # Errors
///
/// When there is no such battle, or something is wrong with it.
pub fn battle(
    path: &str,
    title: Option<&str>,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, SourceMap, ScenarioId), Failure> {
    let (program, map, unfielded) = fielded(path, sources, format, out)?;
    let scenario = scenario(program.program(), &scenario_files(path, sources)?, title)?;
    armies(&program, scenario, &sources.armies, &unfielded)?;
    judge_board(&program, &map, scenario, format, out)?;
    Ok((program, map, scenario))
}

fn scenario_files(path: &str, sources: &Sources) -> Result<Vec<String>, Failure> {
    if compiled(path) { Ok(Vec::new()) } else { Ok(target(path, sources)?.scenario_files) }
}

/// The program at a path: compiled now, or read.
///
/// # Errors
///
/// When it has errors or cannot be read.
pub fn program_at(
    path: &str,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, SourceMap), Failure> {
    fielded(path, sources, format, out).map(|(program, map, _)| (program, map))
}

/// The same, with what sides were to do without, or to have one more of, that they do not field.
fn fielded(
    path: &str,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, SourceMap, Vec<Unfielded>), Failure> {
    if compiled(path) {
        sources.none("a compiled program")?;
        let program: Program = forms::read(Path::new(path))?;
        return Ok((valid(program)?, SourceMap::new(), Vec::new()));
    }
    let target = target(path, sources)?;
    let (program, compilation) = program(&target.request, sources, format, out)?;
    Ok((program, compilation.map, compilation.unfielded))
}

/// The scenario to play: by title, else the only one of the files that were named.
///
/// # Errors
///
/// When there is none or more than one, with their titles.
pub fn scenario(
    program: &Program,
    files: &[String],
    title: Option<&str>,
) -> Result<ScenarioId, Failure> {
    let all: Vec<Scenario<'_>> = program
        .battles()
        .filter_map(|id| {
            let scenario = program.scenarios.get(id)?;
            let source = program
                .spans
                .get(scenario.span)
                .and_then(|span| program.sources.get(span.source as usize))
                .map_or("", |source| source.name.as_str());
            let title = program.texts.get(scenario.name).map_or("", String::as_str);
            Some(Scenario {
                id,
                title,
                file: stem(source),
                named: files.iter().any(|file| Path::new(source).ends_with(file)),
            })
        })
        .collect();
    let fits: Vec<&Scenario<'_>> = all
        .iter()
        .filter(|it| match title {
            Some(title) => title.eq_ignore_ascii_case(it.title),
            None => files.is_empty() || it.named,
        })
        .collect();
    match fits.as_slice() {
        [only] => Ok(only.id),
        [] => Err(Failure::usage(match (title, files) {
            (Some(title), _) => {
                let meant = meant(title, all.iter().map(|it| it.title));
                format!("there is no scenario \"{title}\"{meant}; there are {}", titles(&all))
            }
            (None, [file]) => {
                let name = stem(file);
                let meant = meant(name, all.iter().map(|it| it.file));
                let each: Vec<String> =
                    all.iter().map(|it| format!("{} (\"{}\")", it.file, it.title)).collect();
                let each = if each.is_empty() { String::from("none") } else { each.join(", ") };
                format!("there is no scenario `{name}`{meant}; there are {each}")
            }
            (None, _) => format!("no scenario was found there; there are {}", titles(&all)),
        })),
        several => {
            let several = titles(several.iter().copied());
            Err(Failure::usage(format!("say which scenario with --scenario: {several}")))
        }
    }
}

/// A scenario that could be played.
struct Scenario<'p> {
    id: ScenarioId,
    title: &'p str,
    /// Its file, without folder and ending.
    file: &'p str,
    /// Whether its file was named.
    named: bool,
}

/// A file's name without folder and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".ww").unwrap_or(name)
}

fn titles<'p>(all: impl IntoIterator<Item = &'p Scenario<'p>>) -> String {
    let titles: Vec<String> = all.into_iter().map(|it| format!("\"{}\"", it.title)).collect();
    if titles.is_empty() { String::from("none") } else { titles.join(", ") }
}

/// Says so where a side that is to field another roster is none of the battle, where there is no such roster, or where it fields
/// nothing of what it is to do without or to have one more of.
///
/// # Errors
///
/// That.
pub fn armies(
    program: &Program,
    scenario: ScenarioId,
    armies: &Armies,
    unfielded: &[Unfielded],
) -> Result<(), Failure> {
    let text = |id: TextId| program.texts.get(id).map_or("", String::as_str);
    let battle = program.scenarios.get(scenario).map_or("", |it| text(it.name));
    let sides = program.scenarios.get(scenario).map_or(&[][..], |it| it.sides.as_slice());
    if armies.exchange && sides.len() != 2 {
        return Err(Failure::usage("armies can be exchanged where a battle has two sides"));
    }
    let sides: Vec<&str> = sides.iter().map(|side| text(side.name)).collect();
    let titles = program.rosters.iter().map(|roster| text(roster.name));
    let titles: Vec<&str> = titles.filter(|title| !title.is_empty()).collect();
    let fielding = armies.fielding()?;
    let named = fielding.rosters.iter().chain(&fielding.without).chain(&fielding.another);
    for (side, _) in named {
        if !sides.iter().any(|known| known.eq_ignore_ascii_case(side)) {
            let known = sides.join(", ");
            return Err(Failure::usage(format!("there is no side `{side}`; there are {known}")));
        }
    }
    for (_, title) in &fielding.rosters {
        let alike = titles.iter().filter(|known| known.eq_ignore_ascii_case(title)).count();
        if !titles.contains(&title.as_str()) && alike != 1 {
            let meant = meant(title, titles.iter().copied());
            let known = titles.join(", ");
            return Err(Failure::usage(format!(
                "there is no roster \"{title}\"{meant}; there are {known}"
            )));
        }
    }
    match unfielded.iter().find(|it| it.scenario == battle) {
        Some(lacking) => Err(Failure::usage(not_fielded(lacking))),
        None => Ok(()),
    }
}

/// That a side has nothing of a name, with what it has.
fn not_fielded(lacking: &Unfielded) -> String {
    let Unfielded { side, piece, rosters, fielded, .. } = lacking;
    let titles: Vec<String> = rosters.iter().map(|title| format!("\"{title}\"")).collect();
    let army = if titles.is_empty() {
        String::from("its army")
    } else {
        format!("its roster {}", titles.join(" and "))
    };
    let meant = meant(piece, fielded.iter().map(String::as_str));
    let known = if fielded.is_empty() { String::from("nothing") } else { fielded.join(", ") };
    format!("{side} fields no `{piece}` in this battle{meant}; {army} has {known}")
}
