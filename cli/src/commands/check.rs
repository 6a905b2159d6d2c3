//! `warwright check`: reads content and says what is wrong with it.

use crate::args::Check;
use crate::load::mending;
use crate::load::{self, Compiled};
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use std::collections::BTreeSet;
use warwright_compiler::gloss::Gloss;
use warwright_compiler::passes::Options;
use warwright_compiler::roots::Request;
use warwright_grammar::diagnostic::Diagnostic;
use warwright_grammar::{SourceMap, side_by_side};

/// Checks what is named, or everything.
pub fn run(ask: &Check, format: Format, out: &mut Output) -> Result<(), Failure> {
    let options = Options { gloss: ask.gloss, ..load::options(&ask.sources)? };
    let mut failed = false;
    let (mut errors, mut warnings) = (0, 0);
    // One array, however many games there are.
    let mut objects = Vec::new();
    let (mut cited, mut told) = (BTreeSet::new(), BTreeSet::new());
    let requests = requests(ask)?;
    if ask.fix {
        for request in &requests {
            mending::in_place(request, &options, out)?;
        }
    }
    // Games know nothing of each other.
    let compiled = side_by_side(requests.len(), |at| {
        requests.get(at).map(|request| load::compile(request, &options))
    });
    for compiled in compiled.into_iter().flatten() {
        let Compiled { program, mut compilation, .. } = compiled.with_boards_judged();
        let map = &compilation.map;
        // Folders of one game that are named one after another are each read with all of it.
        compilation.diagnostics.retain(|found| {
            let span = found.primary.span;
            let (file, at) = (map.name(map.file_of(span)), map.line_col(span));
            told.insert((file.to_owned(), at.line, at.column, found.message.clone()))
        });
        let glosses = if ask.gloss { compilation.glosses.as_slice() } else { &[] };
        if format == Format::Json {
            objects.extend(render::objects(&compilation.diagnostics, map));
            objects.extend(glosses.iter().map(|gloss| object(gloss, map)));
        } else {
            out.text(&render::render(&compilation.diagnostics, map, format, out.colour()));
            for gloss in glosses {
                out.line(&read_back(gloss, map));
            }
        }
        cited.extend(compilation.diagnostics.iter().flat_map(|found| of_library(found, map)));
        errors += compilation.diagnostics.iter().filter(|found| found.is_error()).count();
        warnings +=
            compilation.diagnostics.iter().filter(|found| !Diagnostic::is_error(found)).count();
        failed |= program.is_none() || compilation.diagnostics.iter().any(Diagnostic::is_error);
    }
    match format {
        Format::Pretty => {
            for path in cited.iter().take(MOST_CITED) {
                out.line(&format!(
                    "`warwright library {path}` prints what stands in library/{path}"
                ));
            }
            out.line(&summary(errors, warnings));
        }
        Format::Json => out.line(&render::array(&objects)),
        Format::Short => {}
    }
    if failed { Err(Failure::Errors) } else { Ok(()) }
}

/// So many files of the library are named below what is wrong.
const MOST_CITED: usize = 3;

/// The files of the library that a diagnostic points into, as `warwright library` calls them.
fn of_library(found: &Diagnostic, map: &SourceMap) -> Vec<String> {
    let labels = std::iter::once(&found.primary).chain(&found.secondary);
    let names = labels.map(|label| map.name(map.file_of(label.span)));
    names.filter_map(|name| name.strip_prefix("library/").map(str::to_owned)).collect()
}

/// A clause as it was understood, with its place.
fn read_back(gloss: &Gloss, map: &SourceMap) -> String {
    let at = map.line_col(gloss.span);
    format!("{}:{}:{}: {}", map.name(map.file_of(gloss.span)), at.line, at.column, gloss.words)
}

/// The same as a JSON object.
fn object(gloss: &Gloss, map: &SourceMap) -> String {
    let (file, at) = (map.name(map.file_of(gloss.span)), map.line_col(gloss.span));
    let (line, column) = (at.line, at.column);
    let object =
        serde_json::json!({ "file": file, "line": line, "column": column, "gloss": gloss.words });
    format!("{object:#}")
}

fn requests(ask: &Check) -> Result<Vec<Request>, Failure> {
    if ask.all || ask.paths.is_empty() {
        return load::everything(&ask.sources);
    }
    let mut requests = Vec::new();
    for path in &ask.paths {
        let targets = load::targets(path, &ask.sources)?;
        requests.extend(targets.into_iter().map(|target| {
            let is_game = target.request.files.is_empty() && target.scenario_files.is_empty();
            let whole = is_game || target.request.files.iter().any(|file| is_used_by_others(file));
            Request { tests: whole, scenarios: whole, ..target.request }
        }));
    }
    Ok(requests)
}

/// Whether others use a file: who does, and whose tests it breaks, is seen with all of its game. A battle is used by nobody.
fn is_used_by_others(file: &str) -> bool {
    ["systems/", "factions/", "errata/"].iter().any(|folder| file.starts_with(folder))
}

fn summary(errors: usize, warnings: usize) -> String {
    let count = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    };
    match (errors, warnings) {
        (0, 0) => String::from("nothing wrong"),
        _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}
